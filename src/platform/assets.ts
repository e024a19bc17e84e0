/**
 * Where the files lie that are not code: the two WebAssembly programs, our headers, the precompiled headers. The only
 * module that knows. In the bundle they are `dist/assets/*.br` beside the entry points; in development, where `.ts`
 * sources run, they come from `node_modules` and `src/frontend/sysroot`.
 *
 * Paths are put together at run time from strings on purpose: a bundler that recognises a path to an asset copies and
 * rewrites it (ncc was seen to corrupt the 75 MB module).
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { z } from 'zod';
import { makeRestartable, withHipHeaders } from '../frontend/index.ts';
import { SHIPPED_HEADERS, type ShippedHeaders } from './pch-store.ts';

const decompress = promisify(brotliDecompress);

const HERE = dirname(fileURLToPath(import.meta.url));
/** `src/` in development. */
const SOURCES = below(HERE, '..');
const isBundle = existsSync(below(HERE, 'assets', 'sysroot.json.br'));

function below(...parts: string[]): string {
  return join(...parts);
}

/**
 * A shipped file of the bundle, decompressed.
 * @param about Its size or a little more: one piece of that size takes half the time and memory of many small ones.
 */
async function shipped(name: string, about: number): Promise<Uint8Array> {
  return decompress(await readFile(below(HERE, 'assets', name)), { chunkSize: about });
}

const MIB = 1 << 20;

/** A file of an installed package (development only). */
function installed(path: string): string {
  return below(SOURCES, '..', 'node_modules', path);
}

/** Names under which `scripts/build.ts` puts the assets into `dist/assets/`. */
export const ASSET_NAMES = {
  clang: 'clang.wasm.br',
  z3: 'z3.wasm.br',
  z3Script: 'z3-built.cjs',
  sysroot: 'sysroot.json.br',
  recorder: 'recorder.cpp',
  problemMatcher: 'problem-matcher.json',
  cpuRuntime: 'cpu',
} as const;

/** Where the recorder of recorded builds lies in the sources. */
export const RECORDER = 'record/host/recorder.cpp';

/** The recorder of recorded builds: C++, compiled where it is used. */
export function recorderSource(): string {
  return readFileSync(isBundle ? below(HERE, 'assets', ASSET_NAMES.recorder) : below(SOURCES, RECORDER), 'utf8');
}

/** Where the problem matcher of the action lies in the sources. */
export const PROBLEM_MATCHER = 'action/problem-matcher.json';

/** The file that tells GitHub's runner how the lines of the text report are read. */
export function problemMatcherFile(): string {
  return isBundle ? below(HERE, 'assets', ASSET_NAMES.problemMatcher) : below(SOURCES, PROBLEM_MATCHER);
}

/** Where the runtime of builds for the CPU lies in the sources: `runtime.cpp`, and its headers in `include/`. */
export const CPU_RUNTIME = 'record/cpu';

/** The folder of the runtime of builds for the CPU. */
export function cpuRuntime(): string {
  return isBundle ? below(HERE, 'assets', ASSET_NAMES.cpuRuntime) : below(SOURCES, CPU_RUNTIME);
}

/** Compiles clang. Once per process, on the main thread: a compiled module is handed to workers at no cost. */
export async function clangModule(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await clangBytes());
}

/** Clang before it is compiled, made restartable. */
export async function clangBytes(): Promise<Uint8Array> {
  const bytes = isBundle ? await shipped(ASSET_NAMES.clang, 76 * MIB) : await readFile(installed(CLANG_WASM));
  makeRestartable(bytes);
  return bytes;
}

/** The Emscripten program of Z3: the path of its script (CommonJS) and the compiled module. */
export async function z3Program(): Promise<{ script: string; module: WebAssembly.Module }> {
  const wasm = isBundle ? await shipped(ASSET_NAMES.z3, 36 * MIB) : await readFile(installed(Z3_WASM));
  const script = isBundle ? below(HERE, 'assets', ASSET_NAMES.z3Script) : installed(Z3_SCRIPT);
  return { script, module: await WebAssembly.compile(wasm) };
}

/** Our headers and clang's OpenCL headers: path to text, in a fixed order. */
export async function sysroot(): Promise<Map<string, Uint8Array>> {
  if (!isBundle) return developmentSysroot();
  const text = Buffer.from(await shipped(ASSET_NAMES.sysroot, MIB)).toString('utf8');
  const files = z.record(z.string(), z.string()).parse(JSON.parse(text));
  return new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text, 'utf8')]));
}

/** The name in `dist/assets/` of a precompiled header. */
export function pchName(header: readonly string[]): string {
  return `${header.join('-')}.pch.br`;
}

/** The precompiled headers, when they are shipped; null in development. */
export async function shippedHeaders(): Promise<ShippedHeaders | null> {
  if (!isBundle) return null;
  return Promise.all(SHIPPED_HEADERS.map((header) => shipped(pchName(header), 8 * MIB)));
}

/** Where development keeps what it derives with this clang; null in the bundle. */
export function developmentCache(): string | null {
  return isBundle ? null : below(installed('.cache/gpurace'), `clang-${statSync(installed(CLANG_WASM)).size}`);
}

/**
 * Says which build of gpurace this is: two with the same text compute the same verdicts. In the bundle that is what the
 * worker's code and the assets hold, else what the sources do.
 */
export function buildDigest(): string {
  const hash = createHash('sha256');
  if (isBundle) {
    for (const file of [below(HERE, 'worker.js'), below(HERE, 'assets', 'SHA256SUMS')]) hash.update(readFileSync(file));
  } else {
    const files = readdirSync(SOURCES, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const path of files.map((entry) => below(entry.parentPath, entry.name)).sort())
      hash.update(readFileSync(path));
    for (const path of [CLANG_WASM, Z3_WASM]) hash.update(`${statSync(installed(path)).size}`);
  }
  return hash.digest('hex').slice(0, 32);
}

/** The file of an entry point: `dist/worker.js` in the bundle, the `.ts` source in development. */
export function entryPoint(bundled: string, source: string): string {
  return isBundle ? below(HERE, bundled) : below(SOURCES, source);
}

/** Where `scripts/build.ts` finds what it packs into `dist/assets/`. */
export const CLANG_WASM = '@yowasp/clang/gen/llvm.core.wasm';
export const Z3_WASM = 'z3-solver/build/z3-built.wasm';
export const Z3_SCRIPT = 'z3-solver/build/z3-built.js';
const CLANG_RESOURCES = '@yowasp/clang/gen/llvm-resources.tar';

/** The types of the CUDA runtime, which builds for the CPU have as well. */
const API_TYPES = 'gpurace/api_types.h';

/** The sysroot from its sources; `scripts/build.ts` ships it as `sysroot.json.br`. */
export function developmentSysroot(): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const root = below(SOURCES, 'frontend', 'sysroot');
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.ts') || entry.name.endsWith('.md')) continue;
    const path = below(entry.parentPath, entry.name);
    files.set(path.slice(root.length + 1).replaceAll('\\', '/'), readFileSync(path));
  }
  files.set(`include/${API_TYPES}`, readFileSync(below(SOURCES, CPU_RUNTIME, 'include', API_TYPES)));
  for (const [name, text] of tarMembers(readFileSync(installed(CLANG_RESOURCES)), /^include\/opencl-c-base\.h$/)) {
    const path = name.replace(/^include\//, 'opencl/');
    if (!files.has(path)) files.set(path, text);
  }
  return new Map([...withHipHeaders(files)].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The members of a tar archive (ustar) whose names match. */
function tarMembers(tar: Buffer, names: RegExp): Map<string, Uint8Array> {
  const members = new Map<string, Uint8Array>();
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const field = (from: number, length: number) =>
      tar.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(field(124, 12), 8);
    const name = field(0, 100);
    if (names.test(name)) members.set(name, new Uint8Array(tar.subarray(at + 512, at + 512 + size)));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return members;
}
