/** Which translation units a run analyses, and why each of them. */
import picomatch from 'picomatch';
import { ConfigurationError } from '../errors.ts';
import type { ChangedFile } from '../github/changed-files.ts';
import { IncludeGraph } from './include-graph.ts';

/** One translation unit to analyse. */
export interface Unit {
  readonly file: string;
  /** Changed files that reach it by being included; empty when only the file itself changed, or nothing is compared. */
  readonly throughHeaders: readonly string[];
}

export interface Selection {
  /** Sorted by file. */
  readonly units: readonly Unit[];
  /** Changed kernel sources that are not in the checkout: they had to be analysed and cannot be. */
  readonly missing: readonly string[];
}

/** The source files of the checkout. */
export interface Sources {
  /** Relative to the checkout, sorted. */
  readonly files: readonly string[];
  readonly read: (file: string) => string | undefined;
}

const UNIT = /\.(?:cu|cuh|cl|hip)$/i;
const KERNEL_HEADER = /\.cuh$/i;

export function isKernelSource(file: string): boolean {
  return UNIT.test(file);
}

/** A test for `paths` and `exclude`. No `paths` at all means every file. */
export function pathFilter(paths: readonly string[], exclude: readonly string[]): (file: string) => boolean {
  const wanted = paths.length === 0 ? () => true : matcher('paths', paths);
  const unwanted = exclude.length === 0 ? () => false : matcher('exclude', exclude);
  return (file) => wanted(file) && !unwanted(file);
}

function matcher(input: string, globs: readonly string[]): (file: string) => boolean {
  const patterns = globs.flatMap((glob) => {
    const pattern = glob.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
    // A folder stands for everything in it.
    return pattern === '' || pattern === '.' ? ['**'] : [pattern, `${pattern}/**`];
  });
  try {
    return picomatch(patterns, { dot: true });
  } catch (error) {
    throw new ConfigurationError(`input ${input}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Every kernel source that the filter lets through. A `.cuh` that another source includes is analysed with that one. */
export function selectAll(sources: Sources, wanted: (file: string) => boolean): Selection {
  const graph = includeGraph(sources);
  const units = sources.files
    .filter((file) => isUnit(file, graph) && wanted(file))
    .map((file) => ({ file, throughHeaders: [] }));
  return { units, missing: [] };
}

/**
 * The kernel sources that a change can reach: those that changed, and those that include, directly or through other
 * headers, a file that changed. The filter applies to what is analysed, not to the headers that lead there.
 */
export function selectChanged(
  sources: Sources,
  changed: readonly ChangedFile[],
  wanted: (file: string) => boolean,
): Selection {
  const graph = includeGraph(sources);
  const present = new Set(sources.files);
  const through = new Map<string, Set<string>>();
  const missing: string[] = [];
  for (const change of changed) {
    if (isKernelSource(change.path) && change.status !== 'removed' && wanted(change.path)) {
      if (!present.has(change.path)) missing.push(change.path);
      else if (isUnit(change.path, graph)) through.set(change.path, through.get(change.path) ?? new Set());
    }
    for (const path of [change.path, change.previousPath]) {
      if (path === null) continue;
      for (const includer of graph.includersOf(path)) {
        if (!isUnit(includer, graph) || !wanted(includer)) continue;
        const headers = through.get(includer) ?? new Set();
        headers.add(change.path);
        through.set(includer, headers);
      }
    }
  }
  const units = [...through]
    .map(([file, headers]) => ({ file, throughHeaders: [...headers].sort() }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
  return { units, missing: missing.sort() };
}

function includeGraph(sources: Sources): IncludeGraph {
  const graph = new IncludeGraph();
  for (const file of sources.files) {
    const text = sources.read(file);
    if (text !== undefined) graph.add(file, text);
  }
  return graph;
}

/** A `.cuh` is a unit of its own only when nothing that is analysed includes it. */
function isUnit(file: string, graph: IncludeGraph): boolean {
  if (!isKernelSource(file)) return false;
  if (!KERNEL_HEADER.test(file)) return true;
  return ![...graph.includersOf(file)].some((includer) => isKernelSource(includer) && !KERNEL_HEADER.test(includer));
}
