/**
 * What the build says of one file, in paths of the tree. The database names folders of the machine that built: what lies
 * below the folder that the tree was built in maps at once, anything else by the longest ending that the tree has.
 */
import { posix } from 'node:path';
import type { BuildOptions } from '../model/options.ts';
import type { Language, Problem } from '../model/result.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { absolute, type CompileCommands, slashes } from './compile-commands.ts';
import { compilerFlags } from './compiler-flags.ts';

interface BuildFlags {
  readonly includeDirs: readonly string[];
  readonly defines: readonly string[];
  readonly std: string | null;
  readonly build: BuildOptions;
}

/** Folders of a system or a toolkit. Our own headers stand in for what is there, so they are left out without a word. */
const SYSTEM = /^(?:\/(?:usr|opt|Library|Applications|nix)(?:\/|$)|[A-Za-z]:\/Program Files)/;
const CXX_STD = /^(?:c|gnu)\+\+(?:11|14|1y|17|1z|20|2a|23|2b)$/;
const CL_STD = /^(?:CL|cl)[123]\.\d$/;
/** Of what was dropped so many are named. */
const NAMED = 3;

/** @returns null when the database does not compile the file */
export function buildFlags(
  commands: CompileCommands,
  tree: SourceTree,
  file: string,
  language: Language,
): { readonly flags: BuildFlags; readonly problem: Problem | null } | null {
  const found = commands.entryOf(file);
  if (found === null) return null;
  const { entry, shared } = found;
  const flags = compilerFlags(entry.words);
  const places = new Places(withoutEnd(entry.file, shared), withoutEnd(file, shared));
  const dropped: string[] = flags.responseFiles.map((name) => `@${name} (not opened)`);
  const mapped = (paths: readonly string[], place: (path: string) => string | null): string[] => {
    const kept = new Set<string>();
    for (const path of paths) {
      const full = absolute(entry.directory, slashes(path));
      const inTree = place(full);
      if (inTree !== null) kept.add(inTree);
      else if (!SYSTEM.test(full)) dropped.push(path);
    }
    return [...kept];
  };
  const folders = (paths: readonly string[]) => mapped(paths, (path) => places.find(path, (p) => tree.isDirectory(p)));
  const includeDirs = folders(flags.includeDirs);
  const build: BuildOptions = {
    quoteDirs: folders(flags.quoteDirs),
    systemDirs: folders(flags.systemDirs),
    undefines: [...flags.undefines],
    preIncludes: mapped(flags.preIncludes, (path) => places.find(path, (p) => tree.read(p) !== undefined)),
  };
  const known = language === 'opencl' ? CL_STD : CXX_STD;
  const std = flags.std !== null && known.test(flags.std) ? flags.std : null;
  const more = dropped.length > NAMED ? ` and ${dropped.length - NAMED} more` : '';
  const message = `of its compile command, what is not in the tree was left out: ${dropped.slice(0, NAMED).join(', ')}${more}`;
  const problem: Problem | null =
    dropped.length === 0 ? null : { file, line: null, column: null, severity: 'warning', message };
  return { flags: { includeDirs, defines: flags.defines, std, build }, problem };
}

class Places {
  /** The folder of the build machine, and the same folder in the tree. */
  readonly #there: string;
  readonly #here: string;

  constructor(there: string, here: string) {
    this.#there = there;
    this.#here = here;
  }

  /** @param exists whether the tree has a path, as a folder or as a file */
  find(path: string, exists: (path: string) => boolean): string | null {
    const clean = path.length > 1 ? path.replace(/\/+$/, '') : path;
    if (clean === this.#there) return this.#here;
    if (clean.startsWith(`${this.#there}/`)) {
      const inTree = posix.join(this.#here, clean.slice(this.#there.length + 1));
      if (exists(inTree)) return inTree;
    }
    // One last segment says nothing: every system has an `include`.
    const segments = clean.split('/').filter((segment) => segment !== '');
    for (let from = 0; from < segments.length - 1; from++) {
      const end = segments.slice(from).join('/');
      if (!segments.slice(from).includes('..') && exists(end)) return end;
    }
    return null;
  }
}

/** A path without its last `count` segments; no slash at the end. */
function withoutEnd(path: string, count: number): string {
  return path.split('/').slice(0, -count).join('/');
}
