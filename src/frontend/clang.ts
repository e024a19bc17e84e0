/**
 * Clang as a function: one translation unit in, LLVM IR and diagnostics out. Synchronous, without disk or environment; no
 * call can tell what was compiled before it.
 */
import { posix } from 'node:path';
import { MOUNT, SYSROOT } from '../ir/our-files.ts';
import type { BuildOptions } from '../model/options.ts';
import type { Language } from '../model/result.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { withoutArchitecture } from './architecture.ts';
import { dropDeferredChecks } from './ast-file.ts';
import type { ClangProgram, Run } from './clang-program.ts';
import { isOfC, type Side, settings } from './clang-settings.ts';
import { isTemplate } from './configured-header.ts';
import { type Diagnostic, parseDiagnostics } from './diagnostics.ts';
import { guessesInWords } from './include-guesses.ts';
import { resolveWithin } from './include-resolution.ts';
import { realFile, withRealLines } from './line-directives.ts';
import { joinPath } from './paths.ts';
import { SUPPLIED_FILE } from './supply/supplies.ts';
import { type FileUse, UNKNOWN_INCLUDES, VirtualFiles } from './virtual-files.ts';
import { warpSizeDefines } from './warp-size.ts';

export interface ClangOptions {
  /** Include directories, relative to the tree's root. */
  readonly includeDirs: readonly string[];
  /** `NAME` or `NAME=VALUE`. */
  readonly defines: readonly string[];
  /** `c++14`, `gnu++20`, `CL1.2`, …; null is the default of the language. */
  readonly std: string | null;
  /** What a build's command line says beyond that. */
  readonly build?: BuildOptions | null;
  /** Declarations that are read before the file; they have lines of their own under the name `SUPPLIED_FILE`. */
  readonly supplied?: string;
  /** Bodies of functions were taken out: what calls them goes on, with a result that is not known. */
  readonly isRepaired?: boolean;
}

export interface ClangRequest {
  readonly language: Language;
  /** Which half of a CUDA or HIP file; OpenCL files have a device side only. */
  readonly side: Side;
  readonly file: string;
  readonly tree: SourceTree;
  readonly options: ClangOptions;
  /** Text appended to the file, e.g. explicit instantiations. It has lines of its own under the name `EXTRA_FILE`. */
  readonly extraText?: string;
}

/** What stays the same from call to call. */
export interface ClangSetup {
  /** Our headers: path below `src/frontend/sysroot/` to text. */
  readonly sysroot: ReadonlyMap<string, Uint8Array>;
  /** The precompiled entry header made by `buildPch` for the same language, side and `std`. */
  readonly pch: Uint8Array | null;
}

export interface ClangResult {
  /** The IR's text; null when the file has errors. File names in its debug info are paths of the tree. */
  readonly ir: string | null;
  readonly diagnostics: readonly Diagnostic[];
  /** Files of the tree that were read beside the main file, sorted. */
  readonly includes: readonly string[];
  /** One sentence per include that was answered by a guess. */
  readonly guesses: readonly string[];
  /** Why clang did not come to an end of its own: a trap or an internal error. */
  readonly trapped: string | null;
}

/** The file name under which `ClangRequest.extraText` appears in diagnostics and debug info. */
export const EXTRA_FILE = '<gpurace>';

/** The prelude of host code in C. */
const C_ENTRY = 'gpurace_c.h';

const PCH = `${MOUNT}/entry.pch`;

/** Compiles one side of one file to LLVM IR. Never throws on what the sources hold. */
export function runClang(clang: ClangProgram, request: ClangRequest & ClangSetup): ClangResult {
  const { file, tree, language, side, options } = request;
  const source = tree.read(file);
  if (source === undefined) {
    const message = 'the file does not exist or cannot be read';
    return {
      ir: null,
      diagnostics: [{ file, line: null, column: null, severity: 'error', message }],
      includes: [],
      guesses: [],
      trapped: null,
    };
  }
  const overrides = new Map<string, Uint8Array>();
  if (request.extraText !== undefined) {
    overrides.set(
      file,
      Buffer.concat([
        withRealLines(source, file, hasRawStrings(language)),
        Buffer.from(`\n#line 1 "${EXTRA_FILE}"\n${request.extraText}\n`),
      ]),
    );
  }
  const files = new VirtualFiles(
    tree,
    mounts(request.sysroot, request.pch, options.supplied),
    overrides,
    resolveWithin(tree, file, language),
    (path, bytes) => withRealLines(bytes, path, hasRawStrings(language)),
  );
  const entry = isOfC(options.std) ? C_ENTRY : entryHeader(language, request.sysroot);
  const argv = [
    ...settings(language, side, options.std, options.defines),
    '-emit-llvm',
    ...(options.isRepaired ? ['-fno-strict-return'] : []),
    ...(request.pch !== null ? ['-include-pch', PCH] : entry !== null ? ['-include', `${SYSROOT}/${entry}`] : []),
    ...readBehindEntry(language, request.sysroot),
    ...(options.build?.quoteDirs ?? []).flatMap((folder) => directory('-iquote', folder)),
    ...options.includeDirs.flatMap((folder) => directory('-I', folder)),
    ...systemDirectories(language, request.sysroot, options.build?.systemDirs ?? []),
    // Before the definitions: what is defined again on top of a build is defined.
    ...(options.build?.undefines ?? []).map((name) => `-U${name}`),
    ...[...withoutArchitecture(options.defines), ...warpSizeDefines(language, options.defines)].map((d) => `-D${d}`),
    ...(options.supplied ? ['-include', SUPPLIED_FILE] : []),
    ...(options.build?.preIncludes ?? []).flatMap((path) => ['-include', path]),
    '-main-file-name',
    posix.basename(file),
    '-o',
    '-',
    // A leading `-` or `@` would be read as an option or a response file.
    /^[-@]/.test(file) ? `./${file}` : file,
  ];
  const run = clang.run(argv, files);
  const outcome = describe(run, file, files.use);
  return run.code === 0 && !run.output.overflowed
    ? { ...outcome, ir: withTreePaths(run.output.bytes().toString('latin1'), files.use) }
    : { ...outcome, ir: null };
}

/** What is there before the first line of a file: what the language has, or the headers that most programs include as well. */
export type Prelude = 'plain' | 'common';

/** What a precompiled prelude is for. */
interface PchRequest {
  readonly language: Language;
  readonly side: Side;
  /** Default: the standard that the language is compiled with. */
  readonly std?: string | null;
  /** Default: `plain`. */
  readonly prelude?: Prelude;
  /** Of the run that it is for. What is not the architecture is no part of it. */
  readonly defines?: readonly string[];
}

/**
 * Precompiles a prelude. The bytes depend on the program, the headers and the arguments alone.
 * @returns null when the language has none of that kind
 * @throws Error when our own headers do not compile.
 */
export function buildPch(
  clang: ClangProgram,
  sysroot: ReadonlyMap<string, Uint8Array>,
  { language, side, std = null, prelude = 'plain', defines = [] }: PchRequest,
): Uint8Array | null {
  const entry = isOfC(std) ? null : entryHeader(language, sysroot, prelude);
  if (entry === null) return null;
  const nothing: SourceTree = { read: () => undefined, isDirectory: () => false, findBySuffix: () => [] };
  const asTheyAre = (_path: string, bytes: Uint8Array) => bytes;
  const files = new VirtualFiles(nothing, mounts(sysroot, null), new Map(), { resolve: () => null }, asTheyAre);
  const argv = [
    ...settings(language, side, std, defines),
    '-emit-pch',
    '-fno-pch-timestamp',
    ...systemDirectories(language, sysroot, []),
    '-o',
    '-',
    `${SYSROOT}/${entry}`,
  ];
  const run = clang.run(argv, files);
  const { diagnostics, trapped } = describe(run, entry, files.use);
  if (run.code !== 0) {
    const first = diagnostics.find((diagnostic) => diagnostic.severity === 'error');
    throw new Error(
      `our own header does not compile: ${trapped ?? (first ? `${first.file}:${first.line}: ${first.message}` : run.errors)}`,
    );
  }
  const pch = run.output.bytes();
  dropDeferredChecks(pch);
  return pch;
}

function hasRawStrings(language: Language): boolean {
  return language !== 'opencl';
}

/** The header that is included before everything else; HIP and OpenCL have the plain one only. */
function entryHeader(
  language: Language,
  sysroot: ReadonlyMap<string, Uint8Array>,
  prelude: Prelude = 'plain',
): string | null {
  const name = `gpurace_${language}${prelude === 'common' ? '_common.h' : '.h'}`;
  return sysroot.has(name) ? name : null;
}

/** What of the prelude depends on macros of the run, and so cannot be precompiled. Fragments of HIP include it nowhere. */
function readBehindEntry(language: Language, sysroot: ReadonlyMap<string, Uint8Array>): string[] {
  const header = 'include/hip/hip_runtime.h';
  return language === 'hip' && sysroot.has(header) ? ['-include', `${SYSROOT}/${header}`] : [];
}

function mounts(
  sysroot: ReadonlyMap<string, Uint8Array>,
  pch: Uint8Array | null,
  supplied = '',
): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const [path, text] of sysroot) files.set(`${SYSROOT}/${path}`, text);
  if (pch !== null) files.set(PCH, pch);
  if (supplied !== '') files.set(SUPPLIED_FILE, Buffer.from(supplied));
  return files;
}

function directory(option: string, folder: string): string[] {
  const path = joinPath('', folder);
  return path === null ? [] : [option, path === '' ? '.' : path];
}

/**
 * Our own headers come before those that a build calls system headers: what it vendors of CUDA or its libraries declares
 * what we declare, and the analysis knows ours.
 */
function systemDirectories(
  language: Language,
  sysroot: ReadonlyMap<string, Uint8Array>,
  ofBuild: readonly string[],
): string[] {
  const own = language === 'opencl' ? 'opencl' : 'include';
  const present = [...sysroot.keys()].some((path) => path.startsWith(`${own}/`));
  return [
    ...(present ? ['-internal-isystem', `${SYSROOT}/${own}`] : []),
    ...ofBuild.flatMap((folder) => directory('-internal-isystem', folder)),
    '-idirafter',
    UNKNOWN_INCLUDES,
  ];
}

function describe(run: Run, file: string, use: FileUse): Omit<ClangResult, 'ir'> {
  const placeOf = (name: string, line: number) => {
    const path = treePath(name, use);
    const real = realFile(path);
    return real === null ? { file: path, line } : { file: real.file, line: line + real.shift };
  };
  const diagnostics = parseDiagnostics(run.errors, placeOf);
  const failed = run.code !== 0 || run.output.overflowed;
  let trapped: string | null = null;
  if (run.crash !== null) trapped = `the compiler crashed (${run.crash})`;
  else if (run.output.overflowed) trapped = `the IR is larger than ${run.output.cap >> 20} MiB`;
  // 1 is "there were errors"; 70 is LLVM's fatal error, 134 an abort.
  else if (run.code !== 0 && run.code !== 1) trapped = `clang ended with code ${run.code}: ${lastLine(run.errors)}`;
  else if (failed && !diagnostics.some((diagnostic) => diagnostic.severity === 'error')) {
    trapped = `clang failed without saying why: ${lastLine(run.errors)}`;
  }
  return {
    diagnostics,
    includes: [...use.read].filter((path) => path !== file).sort(),
    guesses: guessesInWords(use.guessed, isTemplate),
    trapped,
  };
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1)?.slice(0, 500) ?? '';
}

/** clang's spelling of a file's name to its path in the tree. */
function treePath(name: string, use: FileUse): string {
  if (name.startsWith('<')) return name;
  const unknown = `${UNKNOWN_INCLUDES}/`;
  if (name.startsWith(unknown)) return use.guessed.get(name.slice(unknown.length)) ?? name;
  const path = joinPath('', name) ?? name;
  return path.startsWith(`${MOUNT.slice(1)}/`) ? `/${path}` : path;
}

const INTERNAL = /__(?:intern|static)__[0-9a-f]{16}\b/g;

/**
 * Rewrites the file names of the IR's debug info (`dir/../x.h`, names below `unknown`) to paths of the tree, and gives
 * symbols with internal linkage the names that they have on the host side.
 */
function withTreePaths(ir: string, use: FileUse): string {
  return ir.replaceAll(INTERNAL, '').replaceAll(/!DIFile\(filename: "([^"]*)"/g, (_whole, escaped: string) => {
    const name = Buffer.from(
      escaped.replaceAll(/\\([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    ).toString('utf8');
    const bytes = Buffer.from(treePath(name, use), 'utf8').toString('latin1');
    const clean = bytes.replaceAll(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: LLVM escapes exactly these.
      /[\x00-\x1f"\\\x7f-\xff]/g,
      (char) => `\\${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    );
    return `!DIFile(filename: "${clean}"`;
  });
}
