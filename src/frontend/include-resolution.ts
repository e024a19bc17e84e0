/**
 * What stands in for an `#include` that no include directory answers: the repository's own file with that path
 * suffix when there is one, an empty file otherwise. Both are guesses and are reported as such.
 */
import { sharedFolders } from '../lexical/nearest.ts';
import type { Language } from '../model/result.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { TEMPLATE_ENDINGS } from './configured-header.ts';
import { directoryOf, joinPath } from './paths.ts';

export interface IncludeResolution {
  /**
   * @param name The name as the include directive spells it, without leading slash.
   * @param includer The file whose directive asks, a path of the tree; null when it cannot be told.
   * @returns A path of the tree, or null when nothing in it has that name.
   */
  resolve(name: string, includer: string | null): string | null;
}

/** The programming models a benchmark repository ports one program to, each in its own folder. */
const PORTS = ['cuda', 'hip', 'sycl', 'omp', 'openmp', 'opencl', 'ocl', 'oneapi', 'dpct', 'acc', 'openacc', 'kokkos'];

const OWN_PORTS: Record<Language, readonly string[]> = {
  cuda: ['cuda'],
  hip: ['hip', 'cuda'],
  opencl: ['opencl', 'ocl'],
};

/**
 * A file beside the includer comes first, then one beside the main file (builds search there), then the one that is
 * nearest to the includer; never one of a sibling project.
 * @param mainFile The file being compiled.
 */
export function resolveWithin(tree: SourceTree, mainFile: string, language: Language): IncludeResolution {
  const home = directoryOf(mainFile);
  const ports = new Set([...portsOf(home), ...OWN_PORTS[language]]);
  return {
    resolve(name, includer) {
      // `../common/x.h`: the climb says nothing about where the repository keeps the file, the rest does.
      const parts = name.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
      if (parts.length === 0) return null;
      const suffix = parts.join('/');
      const from = includer === null ? home : directoryOf(includer);
      const candidates = tree.findBySuffix(suffix);
      for (const folder of [from, home]) {
        const beside = joinPath(folder, suffix);
        if (beside !== null && candidates.includes(beside)) return beside;
      }
      const isOfProgram = (path: string) => !isOfSibling(tree, home, path);
      const found = nearest(candidates.filter(isOfProgram), from, ports);
      if (found !== undefined) return found;
      // A header that the build makes.
      const templates = TEMPLATE_ENDINGS.flatMap((ending) => tree.findBySuffix(`${suffix}${ending}`));
      const named =
        templates.length > 0
          ? templates
          : TEMPLATE_ENDINGS.flatMap((ending) => tree.findBySuffix(`${parts.at(-1)}${ending}`));
      return nearest(named.filter(isOfProgram), from, ports) ?? null;
    },
  };
}

/** What builds a project; the folder that such a file lies in is one. */
const BUILD_FILES = ['CMakeLists.txt', 'Makefile', 'makefile', 'GNUmakefile', 'meson.build'];
/** Folders of one CMake project have files of their own; a project names itself. */
const NAMES_PROJECT = /^[ \t]*project[ \t]*\(/im;

/**
 * True for a file of another project beside the one that is compiled: below the folder that both lie in, each has its own
 * build, and the one that is compiled does not speak of the other's folder.
 */
function isOfSibling(tree: SourceTree, home: string, path: string): boolean {
  const shared = sharedFolders(`${home}/`, path);
  const ours = home === '' ? [] : home.split('/');
  const theirs = directoryOf(path).split('/');
  const name = theirs[shared];
  if (ours.length <= shared || name === undefined || name === '') return false;
  if (buildOf(tree, theirs.slice(0, shared + 1).join('/')) === null) return false;
  // The project may begin further down on the way to the file that is compiled.
  const builds = ours.flatMap((_, i) => (i < shared ? [] : (buildOf(tree, ours.slice(0, i + 1).join('/')) ?? [])));
  return builds.length > 0 && !builds.some((text) => text.includes(name));
}

/** The text of the build file of a project's folder; null when it is none. */
function buildOf(tree: SourceTree, folder: string): string | null {
  for (const name of BUILD_FILES) {
    const bytes = tree.read(`${folder}/${name}`);
    if (bytes === undefined) continue;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    if (name !== 'CMakeLists.txt' || NAMES_PROJECT.test(text)) return text;
  }
  return null;
}

function nearest(candidates: readonly string[], from: string, ports: ReadonlySet<string>): string | undefined {
  let best: { path: string; distance: number } | undefined;
  for (const path of candidates) {
    const folder = directoryOf(path);
    if ([...portsOf(folder)].some((port) => !ports.has(port))) continue;
    const distance = stepsTo(path, from);
    if (
      best === undefined ||
      distance < best.distance ||
      (distance === best.distance &&
        (path.length < best.path.length || (path.length === best.path.length && path < best.path)))
    ) {
      best = { path, distance };
    }
  }
  return best?.path;
}

/** The ports that a folder's path names, e.g. `src/atan-sycl` → sycl. */
function portsOf(folder: string): Set<string> {
  const ports = new Set<string>();
  for (const segment of folder.toLowerCase().split('/')) {
    const last = segment.split(/[-_.]/).at(-1) ?? '';
    if (PORTS.includes(last)) ports.add(last);
  }
  return ports;
}

/** Steps up from the folder `from` to the one that it shares with `path`, and down again to `path`. */
function stepsTo(path: string, from: string): number {
  const above = sharedFolders(`${from}/`, path);
  const depth = (folder: string) => (folder === '' ? 0 : folder.split('/').length);
  return depth(from) - above + (depth(directoryOf(path)) - above);
}

const HAS_INCLUDE = /__has_include(?:_next)?\s*\(\s*(?:<([^>\n]+)>|"([^"\n]+)")\s*\)/g;

const DIRECTIVE = 100;

/** True when a source has a directive that includes `name`, spelt so. */
export function includes(bytes: Uint8Array, name: string): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = buffer.indexOf(name); at >= 0; at = buffer.indexOf(name, at + 1)) {
    // A directive is short; looking further back would make one long line cost its square.
    const before = buffer.subarray(Math.max(0, at - DIRECTIVE), at).toString('latin1');
    const line = before.slice(before.lastIndexOf('\n') + 1);
    const close = buffer[at + Buffer.byteLength(name)];
    if (/^[ \t]*#[ \t]*include(?:_next)?[ \t]*[<"]$/.test(line) && (close === 0x22 || close === 0x3e)) return true;
  }
  return false;
}

/** The names a source asks about with `__has_include`, so that a stand-in is not taken for the real thing. */
export function asksForInclude(bytes: Uint8Array): string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.includes('__has_include')) return [];
  return Array.from(buffer.toString('utf8').matchAll(HAS_INCLUDE), (match) => match[1] ?? match[2] ?? '');
}
