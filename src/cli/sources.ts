/** From the PATHs of the command line to the files to analyse and the root of the tree they lie in. */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import picomatch from 'picomatch';
import { ConfigurationError } from '../model/errors.ts';
import type { Problem } from '../model/result.ts';
import { below, holdsKernels, isSource, KERNEL_EXTENSIONS, MAX_FILE_BYTES, mayHoldKernels } from '../source/index.ts';

/** Not sources: what version control, package managers and builds leave behind. */
const SKIPPED_FOLDER = /^(?:\.git|\.hg|\.svn|node_modules|_?build|cmake-build-.*|CMakeFiles|bazel-.*)$/;

export interface SourceSet {
  /** The root of the tree, absolute. */
  readonly root: string;
  /** Relative to the root, sorted, each once. */
  readonly files: readonly string[];
  /** Relative to the root. */
  readonly includeDirs: readonly string[];
  /** The include folders by how they were given; one that is not searched is not there. */
  readonly includeFolders: ReadonlyMap<string, string>;
  /** Lists the other sources of the tree, as far as a bound allows; relative to the root. */
  readonly around: () => readonly string[];
  /** How a file of the tree is called in results: relative to the working directory when below it, else as given. */
  readonly shown: (file: string) => string;
  /** What could not be looked at. */
  readonly problems: readonly Problem[];
}

export interface SourceRequest {
  readonly cwd: string;
  /** Files, folders or globs. */
  readonly paths: readonly string[];
  /** Globs over the names that results show. */
  readonly exclude: readonly string[];
  /** As given, relative to the working directory. */
  readonly includeDirs: readonly string[];
  /** True when `--lang` says how to read a file whatever its extension is. */
  readonly anyExtension: boolean;
}

/**
 * Finds the files to analyse. The root is the working directory when everything lies below it, else the nearest folder
 * that holds everything given.
 * @throws ConfigurationError when a path does not exist or cannot hold kernels
 */
export function findSources(request: SourceRequest): SourceSet {
  const cwd = realpathSync(request.cwd);
  const problems: Problem[] = [];
  const given: Given[] = [];
  const found = new Set<string>();
  for (const path of request.paths) {
    const real = realOrNull(resolve(cwd, path));
    if (real === null) {
      for (const file of matching(path, cwd, problems)) found.add(file);
      continue;
    }
    given.push({ path, real });
    for (const file of filesAt(path, real, request.anyExtension, problems)) found.add(file);
  }
  const shown = shownName(cwd, given);
  const excluded = request.exclude.length === 0 ? () => false : picomatch([...request.exclude], { dot: true });
  const files = [...found].filter((file) => !excluded(shown(file)));
  const includes = includeFolders(request.includeDirs, cwd);
  const root = rootOf(cwd, files, [...includes.values()], problems);
  const inTree = (path: string): string => relative(root, path).split(sep).join('/');
  const inRoot = new Map(
    [...includes].filter(([, folder]) => below(root, folder)).map(([name, folder]) => [name, inTree(folder)]),
  );
  return {
    root,
    files: files.map(inTree).sort(),
    includeDirs: [...inRoot.values()],
    includeFolders: inRoot,
    around: () => sourcesAround(root, cwd, files, excluded, shown).map(inTree),
    shown: (file) => shown(resolve(root, file)),
    problems,
  };
}

interface Given {
  readonly path: string;
  readonly real: string;
}

function realOrNull(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** The files a path that exists stands for. */
function filesAt(path: string, real: string, anyExtension: boolean, problems: Problem[]): string[] {
  const stat = statSync(real);
  if (stat.isDirectory()) return walk(real, problems).filter(isWanted);
  if (!stat.isFile()) throw new ConfigurationError(`${path} is neither a file nor a folder`);
  if (anyExtension || mayHoldKernels(real)) return [real];
  const known = KERNEL_EXTENSIONS.join(' ');
  throw new ConfigurationError(`${path} is not a kernel source (${known}); --lang says how to read it all the same`);
}

/** The files below the working directory that a glob matches. */
function matching(pattern: string, cwd: string, problems: Problem[]): string[] {
  if (!picomatch.scan(pattern).isGlob) throw new ConfigurationError(`no such file or folder: ${pattern}`);
  const matches = picomatch(pattern.replace(/^(?:\.\/)+/, ''), { dot: true });
  const files = walk(cwd, problems).filter((file) => matches(relative(cwd, file).split(sep).join('/')));
  const sources = files.filter(isWanted);
  if (sources.length === 0) throw new ConfigurationError(`no kernel source matches ${pattern}`);
  return sources;
}

/**
 * All regular files below a folder. Symbolic links are not followed: what they point to inside the folder is found
 * where it lies, and a link that leaves the folder would report on files nobody named.
 */
function walk(folder: string, problems: Problem[]): string[] {
  const files: string[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    let entries: ReturnType<typeof entriesOf>;
    try {
      entries = entriesOf(next);
    } catch (error) {
      const why = error instanceof Error ? error.message.split(',')[0] : String(error);
      problems.push({ file: next, line: null, column: null, severity: 'error', message: `cannot be listed: ${why}` });
      continue;
    }
    for (const entry of entries) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) {
        if (!SKIPPED_FOLDER.test(entry.name)) waiting.push(path);
      } else if (entry.isFile()) files.push(path);
    }
  }
  return files.sort();
}

function entriesOf(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}

/** Below a folder those files are taken that hold kernels by their extension or their text. */
function isWanted(file: string): boolean {
  return holdsKernels(file, () => {
    try {
      return statSync(file).size <= MAX_FILE_BYTES ? readFileSync(file, 'latin1') : undefined;
    } catch {
      return undefined;
    }
  });
}

/** The include folders by how they were given, absolute. */
function includeFolders(includeDirs: readonly string[], cwd: string): Map<string, string> {
  const folders = includeDirs.map((folder): [string, string] => {
    const real = realOrNull(resolve(cwd, folder));
    if (real === null || !statSync(real).isDirectory()) throw new ConfigurationError(`-I ${folder}: no such folder`);
    return [folder, real];
  });
  return new Map(folders);
}

/** The search for includers and launches looks at this many names at most, the nearest folders first. */
const MAX_NAMES_AROUND = 50_000;

/**
 * Sources that nobody named, below the working directory (below the root when the files lie elsewhere): first those of
 * the folder that holds all files, then those around it, folder by folder upwards. Links are not followed.
 */
function sourcesAround(
  root: string,
  cwd: string,
  files: readonly string[],
  excluded: (shown: string) => boolean,
  shown: (file: string) => string,
): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  const top = files.every((file) => below(cwd, file)) ? cwd : root;
  let names = 0;
  for (let start = commonFolder(files.map((file) => dirname(file))); below(top, start); start = dirname(start)) {
    const waiting = [start];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (seen.has(next)) continue;
      seen.add(next);
      let entries: ReturnType<typeof entriesOf>;
      try {
        entries = entriesOf(next);
      } catch {
        continue;
      }
      entries.sort((a, b) => (a.name < b.name ? -1 : 1));
      for (const entry of entries) {
        if (++names > MAX_NAMES_AROUND) return found;
        const path = join(next, entry.name);
        if (entry.isDirectory()) {
          if (!SKIPPED_FOLDER.test(entry.name)) waiting.push(path);
        } else if (entry.isFile() && isSource(entry.name) && !excluded(shown(path))) found.push(path);
      }
    }
    if (start === dirname(start)) break;
  }
  return found;
}

/**
 * The nearest folder that holds all of it. Include folders on the other side of the disk (`-I /usr/local/cuda/include`)
 * do not make the whole disk the tree: they are named and left out.
 */
function rootOf(cwd: string, files: readonly string[], includes: readonly string[], problems: Problem[]): string {
  const sources = files.every((file) => below(cwd, file)) ? cwd : commonFolder(files.map((file) => dirname(file)));
  let root = sources;
  for (const folder of includes) {
    const wider = below(root, folder) ? root : commonFolder([root, folder]);
    if (wider === dirname(wider) && root !== wider) {
      const message = `-I ${folder} shares no folder with the sources and is not searched`;
      problems.push({ file: null, line: null, column: null, severity: 'warning', message });
    } else root = wider;
  }
  return root;
}

function commonFolder(folders: readonly string[]): string {
  const [first = sep, ...rest] = folders;
  return rest.reduce((common, folder) => {
    let shared = common;
    while (!below(shared, folder)) shared = dirname(shared);
    return shared;
  }, first);
}

function shownName(cwd: string, given: readonly Given[]): (path: string) => string {
  // The deepest path given explains a file best.
  const deepestFirst = [...given].sort((a, b) => b.real.length - a.real.length);
  return (path) => {
    if (below(cwd, path)) return relative(cwd, path).split(sep).join('/') || basename(path);
    const origin = deepestFirst.find(({ real }) => below(real, path));
    if (origin === undefined) return path;
    return origin.real === path ? origin.path : join(origin.path, relative(origin.real, path));
  };
}
