/**
 * Clang as a function: one translation unit in, LLVM IR and diagnostics out. Synchronous, without disk or environment;
 * every call runs in a WebAssembly instance of its own, so that a crash leaves nothing behind. Run it in workers only:
 * deep templates overflow the main thread's stack, and a call that never ends can be stopped only from outside.
 */
import { posix } from 'node:path';
import { WASI, WASIProcExit, wasi } from '@bjorn3/browser_wasi_shim';
import type { BuildOptions } from '../model/options.ts';
import type { Language } from '../model/result.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { type Side, settings } from './clang-settings.ts';
import { type Diagnostic, parseDiagnostics } from './diagnostics.ts';
import { resolveWithin } from './include-resolution.ts';
import { joinPath } from './paths.ts';
import {
  CapturedStream,
  type FileUse,
  MOUNT,
  NoInput,
  RootDirectory,
  UNKNOWN_INCLUDES,
  VirtualFiles,
} from './virtual-files.ts';

export interface ClangOptions {
  /** Include directories, relative to the tree's root. */
  readonly includeDirs: readonly string[];
  /** `NAME` or `NAME=VALUE`. */
  readonly defines: readonly string[];
  /** `c++14`, `gnu++20`, `CL1.2`, …; null is the default of the language. */
  readonly std: string | null;
  /** What a build's command line says beyond that. */
  readonly build?: BuildOptions | null;
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
/** Where our headers are in diagnostics and debug info. */
export const SYSROOT = `${MOUNT}/sysroot`;
const PCH = `${MOUNT}/entry.pch`;

const MAX_IR_BYTES = 256 << 20;
const MAX_DIAGNOSTIC_BYTES = 1 << 20;

/** Compiles one side of one file to LLVM IR. Never throws on what the sources hold. */
export function runClang(module: WebAssembly.Module, request: ClangRequest & ClangSetup): ClangResult {
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
    overrides.set(file, Buffer.concat([source, Buffer.from(`\n#line 1 "${EXTRA_FILE}"\n${request.extraText}\n`)]));
  }
  const files = new VirtualFiles(
    tree,
    mounts(request.sysroot, request.pch),
    overrides,
    resolveWithin(tree, file, language),
  );
  const entry = entryHeader(language, request.sysroot);
  const argv = [
    ...settings(language, side, options.std),
    '-emit-llvm',
    ...(request.pch !== null ? ['-include-pch', PCH] : entry !== null ? ['-include', `${SYSROOT}/${entry}`] : []),
    ...(options.build?.quoteDirs ?? []).flatMap((folder) => directory('-iquote', folder)),
    ...options.includeDirs.flatMap((folder) => directory('-I', folder)),
    ...systemDirectories(language, request.sysroot, options.build?.systemDirs ?? []),
    // Before the definitions: what is defined again on top of a build is defined.
    ...(options.build?.undefines ?? []).map((name) => `-U${name}`),
    ...options.defines.map((define) => `-D${define}`),
    ...(options.build?.preIncludes ?? []).flatMap((path) => ['-include', path]),
    '-main-file-name',
    posix.basename(file),
    '-o',
    '-',
    // A leading `-` or `@` would be read as an option or a response file.
    /^[-@]/.test(file) ? `./${file}` : file,
  ];
  const run = execute(module, argv, files);
  const outcome = describe(run, file, files.use);
  return run.code === 0 && !run.output.overflowed
    ? { ...outcome, ir: withTreePaths(run.output.bytes().toString('latin1'), files.use) }
    : { ...outcome, ir: null };
}

/**
 * Precompiles the entry header of a language. The bytes depend on the module, the headers and the arguments alone.
 * @throws Error when our own headers do not compile.
 */
export function buildPch(
  module: WebAssembly.Module,
  language: Language,
  side: Side,
  sysroot: ReadonlyMap<string, Uint8Array>,
  std: string | null = null,
): Uint8Array | null {
  const entry = entryHeader(language, sysroot);
  if (entry === null) return null;
  const nothing: SourceTree = { read: () => undefined, isDirectory: () => false, findBySuffix: () => [] };
  const files = new VirtualFiles(nothing, mounts(sysroot, null), new Map(), { resolve: () => null });
  const argv = [
    ...settings(language, side, std),
    '-emit-pch',
    '-fno-pch-timestamp',
    ...systemDirectories(language, sysroot, []),
    '-o',
    '-',
    `${SYSROOT}/${entry}`,
  ];
  const run = execute(module, argv, files);
  const { diagnostics, trapped } = describe(run, entry, files.use);
  if (run.code !== 0) {
    const first = diagnostics.find((diagnostic) => diagnostic.severity === 'error');
    throw new Error(
      `our own header does not compile: ${trapped ?? (first ? `${first.file}:${first.line}: ${first.message}` : run.errors)}`,
    );
  }
  return run.output.bytes();
}

/** The header that is included before everything else: `gpurace_<language>.h`; HIP is read with CUDA's. */
function entryHeader(language: Language, sysroot: ReadonlyMap<string, Uint8Array>): string | null {
  const names = language === 'hip' ? ['gpurace_hip.h', 'gpurace_cuda.h'] : [`gpurace_${language}.h`];
  return names.find((name) => sysroot.has(name)) ?? null;
}

function mounts(sysroot: ReadonlyMap<string, Uint8Array>, pch: Uint8Array | null): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const [path, text] of sysroot) files.set(`${SYSROOT}/${path}`, text);
  if (pch !== null) files.set(PCH, pch);
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

interface Run {
  readonly code: number | null;
  readonly crash: string | null;
  readonly output: CapturedStream;
  readonly errors: string;
}

function execute(module: WebAssembly.Module, argv: readonly string[], files: VirtualFiles): Run {
  const output = new CapturedStream(MAX_IR_BYTES);
  const errors = new CapturedStream(MAX_DIAGNOSTIC_BYTES);
  const program = new WASI([], [], [new NoInput(), output, errors, new RootDirectory(files)], { debug: false });
  const imports = { ...program.wasiImport, ...fixedEnvironment(program, argv) };
  let code: number | null = null;
  let crash: string | null = null;
  try {
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
    code = program.start(instance as WebAssembly.Instance & Parameters<WASI['start']>[0]);
  } catch (error) {
    if (error instanceof WASIProcExit) code = error.code;
    else crash = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
  return { code, crash, output, errors: errors.bytes().toString('utf8') };
}

/** Arguments as UTF-8 (the shim counts them in UTF-16), and a clock and randomness that never change. */
function fixedEnvironment(program: WASI, argv: readonly string[]): Record<string, (...values: never[]) => number> {
  const encoded = argv.map((argument) => Buffer.from(`${argument.replaceAll('\0', '')}\0`));
  const view = () => new DataView(program.inst.exports.memory.buffer);
  const bytes = (at: number, length: number) => new Uint8Array(program.inst.exports.memory.buffer, at, length);
  return {
    args_sizes_get(count: number, size: number) {
      view().setUint32(count, encoded.length, true);
      view().setUint32(
        size,
        encoded.reduce((sum, argument) => sum + argument.length, 0),
        true,
      );
      return 0;
    },
    args_get(pointers: number, buffer: number) {
      for (const [index, argument] of encoded.entries()) {
        view().setUint32(pointers + 4 * index, buffer, true);
        bytes(buffer, argument.length).set(argument);
        buffer += argument.length;
      }
      return 0;
    },
    clock_time_get(_clock: number, _precision: bigint, time: number) {
      view().setBigUint64(time, 0n, true);
      return 0;
    },
    random_get(buffer: number, length: number) {
      bytes(buffer, length).fill(0);
      return 0;
    },
    poll_oneoff: () => wasi.ERRNO_NOTSUP,
  };
}

function describe(run: Run, file: string, use: FileUse): Omit<ClangResult, 'ir'> {
  const rename = (name: string) => treePath(name, use);
  const diagnostics = parseDiagnostics(run.errors, rename);
  const failed = run.code !== 0 || run.output.overflowed;
  let trapped: string | null = null;
  if (run.crash !== null) trapped = `the compiler crashed (${run.crash})`;
  else if (run.output.overflowed) trapped = `the IR is larger than ${MAX_IR_BYTES >> 20} MiB`;
  // 1 is "there were errors"; 70 is LLVM's fatal error, 134 an abort.
  else if (run.code !== 0 && run.code !== 1) trapped = `clang ended with code ${run.code}: ${lastLine(run.errors)}`;
  else if (failed && !diagnostics.some((diagnostic) => diagnostic.severity === 'error')) {
    trapped = `clang failed without saying why: ${lastLine(run.errors)}`;
  }
  return {
    diagnostics,
    includes: [...use.read].filter((path) => path !== file).sort(),
    guesses: [...use.guessed]
      .map(([name, standIn]) =>
        standIn === null
          ? `#include of ${name}: no such file, read as empty`
          : `#include of ${name}: not in the include path, ${standIn} was read`,
      )
      .sort(),
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
 * Rewrites the file names of the IR's debug info (`dir/../x.h`, names of the unknown room) to paths of the tree, and gives
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
