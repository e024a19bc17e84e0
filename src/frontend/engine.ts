/** Clang bound to what stays the same from file to file: the module, our headers, the precompiled entry headers. */

import { SYSROOT } from '../ir/our-files.ts';
import { includesIn } from '../lexical/includes.ts';
import type { Language } from '../model/result.ts';
import { architectureOf, namesArchitecture } from './architecture.ts';
import { buildPch, type ClangRequest, type ClangResult, type Prelude, runClang } from './clang.ts';
import { ClangProgram } from './clang-program.ts';
import { DEFAULT_STD, type Side } from './clang-settings.ts';
import type { Diagnostic } from './diagnostics.ts';
import { libraryFunctions } from './library-functions.ts';
import { type HeaderIndex, headerIndex } from './supply/our-headers.ts';

export interface Clang {
  run(request: ClangRequest): ClangResult;
  /** Which of our headers declares a name. */
  readonly headerOf: HeaderIndex;
  /** True for functions of C that no program has of its own. */
  readonly isLibraryFunction: (name: string) => boolean;
}

/** Precompiled headers that outlive one engine. */
export interface PchStore {
  get(language: Language, side: Side, std: string, prelude: Prelude): Uint8Array | null;
  put(language: Language, side: Side, std: string, prelude: Prelude, pch: Uint8Array): void;
}

/** Precompiled headers are taken from the store, or made at the first file that needs them. */
export function createClang(
  module: WebAssembly.Module,
  sysroot: ReadonlyMap<string, Uint8Array>,
  store: PchStore,
): Clang {
  const program = new ClangProgram(module);
  const made = new Map<string, Uint8Array | null>();
  const common = headersThatReach(new Set(includedBy(sysroot.get('gpurace_cuda_common.h'))), sysroot);

  function pchFor({ language, side, options }: ClangRequest, std: string, prelude: Prelude): Uint8Array | null {
    const isOther = language === 'cuda' && side === 'device' && namesArchitecture(options.defines);
    const defines = isOther ? options.defines : [];
    const key = `${language} ${side} ${std} ${prelude} ${architectureOf(defines).cpu}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    // The store has those of the default architecture.
    let pch = isOther ? null : store.get(language, side, std, prelude);
    if (pch === null) {
      try {
        pch = buildPch(program, sysroot, { language, side, std, prelude, defines });
        if (pch !== null && !isOther) store.put(language, side, std, prelude, pch);
      } catch {
        // A standard that the headers do not compile under, or one that does not exist: clang says so at the file.
        pch = null;
      }
    }
    made.set(key, pch);
    return pch;
  }

  /** Of standards that are asked for, the headers are precompiled here and now: the plain prelude is worth it for one file. */
  function includesCommon({ language, tree, file, options }: ClangRequest): boolean {
    if (language !== 'cuda' || options.std !== null || namesArchitecture(options.defines)) return false;
    return includedBy(tree.read(file)).some((name) => common.has(name));
  }

  return {
    headerOf: headerIndex(sysroot),
    isLibraryFunction: libraryFunctions(sysroot),
    run(request) {
      const std = request.options.std ?? DEFAULT_STD[request.language];
      const run = (prelude: Prelude) => runClang(program, { ...request, sysroot, pch: pchFor(request, std, prelude) });
      if (includesCommon(request)) {
        const result = run('common');
        if (result.ir !== null || result.trapped !== null || !speakOfOurs(result.diagnostics)) return result;
        // A name of the prelude may be in the way of one of the program's own.
      }
      return run('plain');
    },
  };
}

function speakOfOurs(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ file }) => file?.startsWith(`${SYSROOT}/`));
}

/** Our headers that are among the given ones, or include one of them. */
function headersThatReach(given: ReadonlySet<string>, sysroot: ReadonlyMap<string, Uint8Array>): ReadonlySet<string> {
  const includes = new Map<string, readonly string[]>();
  for (const [path, text] of sysroot) {
    if (path.startsWith('include/')) includes.set(path.slice('include/'.length), includedBy(text));
  }
  const found = new Set(given);
  for (let known = 0; known < found.size; ) {
    known = found.size;
    for (const [header, names] of includes) if (names.some((name) => found.has(name))) found.add(header);
  }
  return found;
}

function includedBy(text: Uint8Array | undefined): string[] {
  return includesIn(Buffer.from(text ?? []).toString('latin1')).map(({ spec }) => spec);
}
