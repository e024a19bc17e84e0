/**
 * The sources of a program for the CPU: each CUDA source as C++, and copies of those headers of the project that have kernels,
 * launches or dynamic shared memory in them. Copies lie in a folder of their own, and say by `#line` what they are copies of.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { kernelNamesIn, kernelWordsIn, rewriteCuda } from './cuda-rewrite.ts';

/** What needs a copy. */
const CUDA =
  /<<<|\b__global__\b|\bextern\b[^;{}]*\b__shared__\b|\b__shared__\s+extern\b|\bcudaLaunch\w*Kernel|\b__CUDA_ARCH__\b/;
const INCLUDE = /^[^\S\n]*#[^\S\n]*include[^\S\n]*(?:"([^"\n]+)"|<([^>\n]+)>)/gm;
const MAX_BYTES = 1 << 26;
/** Headers of libraries for the device that builds for the CPU do not have, and whose they are. */
const LIBRARIES: readonly (readonly [RegExp, string])[] = [
  [/^thrust\//, 'Thrust'],
  [/^cub\//, 'CUB'],
  [/^mma\.h$/, 'matrix instructions'],
  [/^(?:cublas|cufft|curand|cusparse|cusolver|cudnn|nccl|nvml|nvrtc|npp)\w*\.h$/, 'a library of the toolkit'],
];

export interface SourceSetting {
  readonly cwd: string;
  /** Where copies are to lie. */
  readonly folder: string;
  /** Folders of includes, in order. */
  readonly includes: readonly string[];
  /** The folder of our own headers, which come first and are never copied. */
  readonly own: string;
  readonly architecture: number;
}

export class RewrittenSources {
  readonly #setting: SourceSetting;
  readonly #texts = new Map<string, string | null>();
  readonly #needs = new Map<string, boolean>();
  readonly #copies = new Map<string, string>();
  readonly #kernelWords = new Set(['__global__']);
  readonly #kernelNames = new Set<string>();

  constructor(setting: SourceSetting) {
    this.#setting = setting;
  }

  /** Writes a source as C++. @returns the copy @throws Error of the file system, when it cannot be read */
  source(path: string): string {
    const full = resolve(this.#setting.cwd, path);
    const text = readFileSync(full, 'utf8');
    this.#texts.set(full, text);
    const read = new Set<string>();
    this.#collectWords(full, read);
    for (const one of read)
      for (const name of kernelNamesIn(this.#text(one) ?? '', this.#kernelWords)) this.#kernelNames.add(name);
    return this.#copy(full, path, `${basename(path)}.cpp`);
  }

  /** What each copy is a copy of. */
  get copies(): ReadonlyMap<string, string> {
    return new Map([...this.#copies].map(([original, copy]) => [copy, original]));
  }

  #copy(full: string, shown: string, name: string): string {
    const known = this.#copies.get(full);
    if (known !== undefined) return known;
    const folder = join(this.#setting.folder, String(this.#copies.size));
    const copy = join(folder, name);
    this.#copies.set(full, copy);
    const text = rewriteCuda(this.#text(full) ?? '', {
      kernelWords: this.#kernelWords,
      kernelNames: this.#kernelNames,
      architecture: this.#setting.architecture,
      include: (name, isQuoted) => this.#include(name, isQuoted, dirname(full)),
    });
    mkdirSync(folder, { recursive: true });
    writeFileSync(copy, `#line 1 ${quoted(shown)}\n${text}`);
    return copy;
  }

  /** An include of a file that has CUDA in it leads to its copy; one beside the file that includes it keeps its meaning. */
  #include(name: string, isQuoted: boolean, folder: string): string | null {
    const found = this.#find(name, isQuoted, folder);
    if (found === null) return this.#missing(name);
    if (this.#needsCopy(found, new Set())) return quoted(this.#copy(found, found, basename(found)));
    return isQuoted && found === resolve(folder, name) ? quoted(found) : null;
  }

  /** In the place of a library that there is none of: a file that says so where it is read. */
  #missing(name: string): string | null {
    const library = LIBRARIES.find(([pattern]) => pattern.test(name))?.[1];
    if (library === undefined || this.#text(resolve(this.#setting.own, name)) !== null) return null;
    const file = join(this.#setting.folder, 'missing', name.replaceAll(/[^\w.]/g, '-'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `#error <${name}>: builds for the CPU (gpurace c++) do not have ${library}\n`);
    return quoted(file);
  }

  #find(name: string, isQuoted: boolean, folder: string): string | null {
    const { cwd, includes, own } = this.#setting;
    const beside = isQuoted && this.#text(resolve(folder, name)) !== null;
    if (!beside && this.#text(resolve(own, name)) !== null) return null;
    const folders = [...(isQuoted ? [folder] : []), ...includes.map((one) => resolve(cwd, one))];
    return folders.map((one) => resolve(one, name)).find((path) => this.#text(path) !== null) ?? null;
  }

  #needsCopy(full: string, asked: Set<string>): boolean {
    const known = this.#needs.get(full);
    if (known !== undefined) return known;
    if (asked.has(full)) return false;
    asked.add(full);
    const text = this.#text(full) ?? '';
    const needs =
      CUDA.test(text) || this.#hasKernelWord(text) || this.#included(full).some((path) => this.#needsCopy(path, asked));
    // Within a circle of includes, a no holds only as long as the question was the first one.
    if (needs || asked.size === 1) this.#needs.set(full, needs);
    return needs;
  }

  #hasKernelWord(text: string): boolean {
    return [...this.#kernelWords].some((word) => new RegExp(`\\b${word}\\b`).test(text));
  }

  #included(full: string): string[] {
    const text = this.#text(full) ?? '';
    return [...text.matchAll(INCLUDE)].flatMap(([, quotedName, angled]) => {
      const found = this.#find(quotedName ?? angled!, quotedName !== undefined, dirname(full));
      return found === null ? [] : [found];
    });
  }

  #collectWords(full: string, seen: Set<string>): void {
    if (seen.has(full)) return;
    seen.add(full);
    for (const word of kernelWordsIn(this.#text(full) ?? '')) this.#kernelWords.add(word);
    for (const path of this.#included(full)) this.#collectWords(path, seen);
  }

  /** null: there is no such file. */
  #text(path: string): string | null {
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    let text: string | null = null;
    try {
      const about = statSync(path);
      if (about.isFile() && about.size <= MAX_BYTES) text = readFileSync(path, 'utf8');
    } catch {
      // Asked for in every folder of includes, most do not have it.
    }
    this.#texts.set(path, text);
    return text;
  }
}

function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
