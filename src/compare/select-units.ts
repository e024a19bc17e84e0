/** Which translation units a run analyses, and why each of them. */

import { type ChangedFile, pathAtBase } from '../diff/changed-file.ts';
import { CallIndex } from '../lexical/call-index.ts';
import { IncludeGraph } from '../lexical/include-graph.ts';
import { OpenclHosts } from '../lexical/opencl-hosts.ts';
import { OwnFunctions } from '../lexical/own-functions.ts';
import {
  globMatcher,
  holdsKernels,
  hostTexts,
  isKernelSource,
  isProgram,
  isSource,
  type Sources,
} from '../source/index.ts';

/** One translation unit to analyse. */
export interface Unit {
  readonly file: string;
  /** Changed files that reach it by being included, or by calls into it or out of it; empty when only the file itself changed, or nothing is compared. */
  readonly throughHeaders: readonly string[];
}

export interface Selection {
  /** Sorted by file. */
  readonly units: readonly Unit[];
  /** Changed kernel sources that are not in the checkout: they had to be analysed and cannot be. */
  readonly missing: readonly string[];
}

/** How far a change is felt: in its own file, in those that include it, or also where calls lead into those and out of them. */
type Reach = 'itself' | 'includes' | 'calls';

/** A test for `paths` and `exclude`. No `paths` at all means every file. */
export function pathFilter(paths: readonly string[], exclude: readonly string[]): (file: string) => boolean {
  const wanted = paths.length === 0 ? () => true : globMatcher(paths, 'input paths');
  const unwanted = exclude.length === 0 ? () => false : globMatcher(exclude, 'input exclude');
  return (file) => wanted(file) && !unwanted(file);
}

/** Those of `paths` that mean none of the files: they are misspelt more often than not. */
export function pathsWithoutFile(paths: readonly string[], files: readonly string[]): string[] {
  return paths.filter((path) => !files.some(globMatcher([path], 'paths')));
}

/** Every kernel source that the filter lets through. */
export function selectAll(sources: Sources, wanted: (file: string) => boolean): Selection {
  const index = new SourceIndex(sources);
  const units = sources.files
    .filter((file) => index.isUnit(file) && wanted(file))
    .map((file) => ({ file, throughHeaders: [] }));
  return { units, missing: [] };
}

/**
 * The kernel sources that a change can reach: those that changed, and those that include, directly or through other
 * headers, a file that changed. So do kernels and launches that a changed file, or one that includes it, launches,
 * calls or is called by. The filter applies to what is analysed, not to the files that lead there.
 * @param reaches how far a change is felt
 */
export function selectChanged(
  sources: Sources,
  changed: readonly ChangedFile[],
  wanted: (file: string) => boolean,
  reaches: (change: ChangedFile) => Reach = () => 'calls',
): Selection {
  const index = new SourceIndex(sources);
  const present = new Set(sources.files);
  const through = new Map<string, Set<string>>();
  const headersOf = (unit: string): Set<string> => {
    const headers = through.get(unit) ?? new Set();
    through.set(unit, headers);
    return headers;
  };
  const missing: string[] = [];
  for (const change of changed) {
    if (change.status !== 'removed' && wanted(change.path)) {
      if (present.has(change.path)) {
        if (index.isUnit(change.path)) headersOf(change.path);
      } else if (isKernelSource(change.path)) missing.push(change.path);
    }
    const reach = reaches(change);
    if (reach === 'itself') continue;
    for (const path of [change.path, change.previousPath]) {
      if (path === null) continue;
      const includers = index.graph.includersOf(path);
      for (const includer of includers) {
        if (index.isUnit(includer) && wanted(includer)) headersOf(includer).add(change.path);
      }
      // A script calls functions by names that some program has as well.
      const isCode = isSource(path) || includers.size > 0;
      for (const file of reach === 'includes' || !isCode ? [] : [path, ...includers]) {
        for (const concerned of index.concernedBy(file)) {
          for (const unit of [concerned, ...index.graph.includersOf(concerned)]) {
            if (unit === path || includers.has(unit) || !index.isUnit(unit) || !wanted(unit)) continue;
            headersOf(unit).add(change.path);
          }
        }
      }
    }
  }
  const units = [...through]
    .map(([file, headers]) => ({ file, throughHeaders: [...headers].sort() }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
  return { units, missing: missing.sort() };
}

/**
 * The change as the base sees it, with paths of the base: what was added is missing there, and what was removed is
 * there. Selecting units with it finds those that the change reached before it was made.
 */
export function changesAtBase(changed: readonly ChangedFile[]): ChangedFile[] {
  return changed.map((file) => ({
    path: pathAtBase(file) ?? file.path,
    previousPath: null,
    status: file.status === 'added' ? 'removed' : 'modified',
    lines: null,
  }));
}

/** Units that contain `file`: itself, or programs that include it. Sorted. */
export function unitsWith(sources: Sources, file: string, wanted: (file: string) => boolean): string[] {
  const index = new SourceIndex(sources);
  return [file, ...index.graph.includersOf(file)].filter((unit) => index.isUnit(unit) && wanted(unit)).sort();
}

/** What the texts of all sources say: who includes and calls whom, and who is compiled on its own. */
class SourceIndex {
  readonly graph = new IncludeGraph();
  readonly #sources: Sources;
  readonly #own: OwnFunctions;
  /** Built at the first question. */
  #calls: CallIndex | null = null;
  readonly #texts = new Map<string, string>();
  #opencl: OpenclHosts | null = null;
  readonly #concerned = new Map<string, ReadonlySet<string>>();
  readonly #programs = new Set<string>();
  readonly #kernelHeaders = new Set<string>();
  /** Kernel headers that no program includes, as far as it was asked. */
  readonly #alone = new Map<string, boolean>();

  constructor(sources: Sources) {
    this.#sources = sources;
    this.#own = new OwnFunctions(this.graph, (file) => sources.read(file));
    for (const file of sources.files) {
      const text = sources.read(file);
      if (text !== undefined) {
        this.graph.add(file, text);
        this.#texts.set(file, text);
      }
      if (isProgram(file, () => text)) this.#programs.add(file);
      else if (holdsKernels(file, () => text)) this.#kernelHeaders.add(file);
    }
  }

  /** Other files with kernels or launches that depend on what this one says, without including it. */
  concernedBy(file: string): ReadonlySet<string> {
    const known = this.#concerned.get(file);
    if (known !== undefined) return known;
    const text = this.#sources.read(file);
    const includes = (other: string) => this.graph.includersOf(other).has(file);
    const headers = [...this.graph.includedBy(file)].flatMap((header) =>
      header === file ? [] : (this.#sources.read(header) ?? []),
    );
    const found =
      text === undefined
        ? new Set<string>()
        : this.#callIndex().concernedBy(file, text, { includes, own: this.#own, headers });
    const all = new Set([...found, ...this.#openclHosts().concernedBy(file)]);
    this.#concerned.set(file, all);
    return all;
  }

  #openclHosts(): OpenclHosts {
    this.#opencl ??= new OpenclHosts(hostTexts(this.#texts, this.graph));
    return this.#opencl;
  }

  #callIndex(): CallIndex {
    if (this.#calls !== null) return this.#calls;
    this.#calls = new CallIndex();
    for (const file of this.#sources.files) {
      const text = this.#sources.read(file);
      if (text !== undefined) this.#calls.add(file, text);
    }
    return this.#calls;
  }

  /** A header with kernels is a unit of its own only when no program includes it: else it is analysed with that one. */
  isUnit(file: string): boolean {
    if (this.#programs.has(file)) return true;
    if (!this.#kernelHeaders.has(file)) return false;
    const known = this.#alone.get(file);
    if (known !== undefined) return known;
    const alone = ![...this.graph.includersOf(file)].some((other) => this.#programs.has(other));
    this.#alone.set(file, alone);
    return alone;
  }
}
