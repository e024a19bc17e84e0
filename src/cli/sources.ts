/** From the PATHs of the command line to the files to analyse and the root of the tree they lie in. */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { ConfigurationError } from '../model/errors.ts';
import type { Problem } from '../model/result.ts';
import {
  below,
  globMatcher,
  holdsKernels,
  isGlob,
  isSource,
  KERNEL_EXTENSIONS,
  MAX_FILE_BYTES,
  mayHoldKernels,
  pathIn,
  walk,
} from '../source/index.ts';

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
  const isExcluded = request.exclude.length === 0 ? () => false : globMatcher(request.exclude, 'exclude');
  const files = [...found].filter((file) => !isExcluded(shown(file)));
  const includes = includeFolders(request.includeDirs, cwd);
  const root = rootOf(cwd, files, [...includes.values()], problems);
  const inTree = (path: string): string => pathIn(root, path);
  const inRoot = new Map(
    [...includes].filter(([, folder]) => below(root, folder)).map(([name, folder]) => [name, inTree(folder)]),
  );
  return {
    root,
    files: files.map(inTree).sort(),
    includeDirs: [...inRoot.values()],
    includeFolders: inRoot,
    around: () =>
      sourcesAround(root, cwd, files)
        .filter((file) => !isExcluded(shown(file)))
        .map(inTree),
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
  if (stat.isDirectory()) return filesBelow(real, problems).filter(isWanted);
  if (!stat.isFile()) throw new ConfigurationError(`${path} is neither a file nor a folder`);
  if (anyExtension || mayHoldKernels(real)) return [real];
  const known = KERNEL_EXTENSIONS.join(' ');
  throw new ConfigurationError(`${path} is not a kernel source (${known}); pass --lang to analyse it anyway`);
}

/** The files below the working directory that a glob matches. */
function matching(pattern: string, cwd: string, problems: Problem[]): string[] {
  if (!isGlob(pattern)) throw new ConfigurationError(`no such file or folder: ${pattern}`);
  const isMatch = globMatcher([pattern], pattern);
  const sources = filesBelow(cwd, problems).filter((file) => isMatch(pathIn(cwd, file)) && isWanted(file));
  if (sources.length === 0) throw new ConfigurationError(`no kernel source matches ${pattern}`);
  return sources;
}

/** All files below a folder but those of builds. */
function filesBelow(folder: string, problems: Problem[]): string[] {
  const incomplete = (where: string, message: string) => {
    problems.push({ file: where, line: null, column: null, severity: 'error', message });
  };
  return [...walk(folder, { buildFolders: 'skipped', incomplete })].sort();
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
 * the folder that holds all files, then those around it, folder by folder upwards.
 */
function sourcesAround(root: string, cwd: string, files: readonly string[]): string[] {
  const upTo = files.every((file) => below(cwd, file)) ? cwd : root;
  const start = commonFolder(files.map((file) => dirname(file)));
  return [...walk(start, { upTo, buildFolders: 'skipped', maxNames: MAX_NAMES_AROUND })].filter(isSource);
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
    if (below(cwd, path)) return pathIn(cwd, path) || basename(path);
    const origin = deepestFirst.find(({ real }) => below(real, path));
    if (origin === undefined) return path;
    return origin.real === path ? origin.path : join(origin.path, relative(origin.real, path));
  };
}
