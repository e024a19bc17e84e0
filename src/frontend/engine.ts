/** Clang bound to what stays the same from file to file: the module, our headers, the precompiled entry headers. */
import type { Language } from '../model/result.ts';
import { buildPch, type ClangRequest, type ClangResult, runClang } from './clang.ts';
import { DEFAULT_STD, type Side } from './clang-settings.ts';

export interface Clang {
  run(request: ClangRequest): ClangResult;
}

/** Precompiled headers that outlive one engine. */
export interface PchStore {
  get(language: Language, side: Side, std: string): Uint8Array | null;
  put(language: Language, side: Side, std: string, pch: Uint8Array): void;
}

/** Precompiled headers are taken from the store, or made at the first file that needs them. */
export function createClang(
  module: WebAssembly.Module,
  sysroot: ReadonlyMap<string, Uint8Array>,
  store: PchStore,
): Clang {
  const made = new Map<string, Uint8Array | null>();

  function pchFor(language: Language, side: Side, std: string): Uint8Array | null {
    const key = `${language} ${side} ${std}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    let pch = store.get(language, side, std);
    if (pch === null) {
      try {
        pch = buildPch(module, language, side, sysroot, std);
        if (pch !== null) store.put(language, side, std, pch);
      } catch {
        // A standard that the headers do not compile under, or one that does not exist: clang says so at the file.
        pch = null;
      }
    }
    made.set(key, pch);
    return pch;
  }

  return {
    run(request) {
      const std = request.options.std ?? DEFAULT_STD[request.language];
      return runClang(module, { ...request, sysroot, pch: pchFor(request.language, request.side, std) });
    },
  };
}
