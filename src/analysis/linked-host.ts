import { entriesOf, linked, undefinedIn } from '../host/index.ts';
import type { Program } from '../ir/program.ts';
import { bareName } from '../lexical/kernel-names.ts';
import type { Mentions } from '../lexical/mentions.ts';
import { nearest } from '../lexical/nearest.ts';
import type { Assumption } from '../model/assumption.ts';

export interface LinkedHost {
  readonly program: Program;
  /** What was taken for granted: that there are no other callers. */
  readonly assumptions: readonly Assumption[];
}

/** Files that are compiled for the sake of one unit. */
const MAX_FILES = 4;

/**
 * @param definedIn the other files that define a function
 * @param compile null when the host code of a file cannot be read in full
 */
export function linkedHost(
  own: Program,
  file: string,
  mentions: Mentions,
  definedIn: (name: string) => readonly string[],
  compile: (file: string) => Program | null,
): LinkedHost | null {
  const callers = new Map<string, readonly string[]>();
  const definers = new Set<string>();
  for (const entry of entriesOf(own)) {
    const name = bareName(own.functions.get(entry)?.sourceName ?? entry);
    const others = definedIn(name);
    const mine = (mentions.get(name) ?? []).filter(
      (path) => !others.includes(path) && nearest(path, [file, ...others]).includes(file),
    );
    if (mine.length > 0) callers.set(name, mine);
  }
  for (const symbol of undefinedIn(own)) {
    const name = bareName(own.functions.get(symbol)?.sourceName ?? symbol);
    const [only, ...more] = nearest(file, definedIn(name));
    if (only !== undefined && more.length === 0) definers.add(only);
  }
  const calling = new Set([...callers.values()].flat());
  const programs = new Map<string, Program | null>();
  // Some of the callers would be worse than none: what the others pass would not count.
  const areAllRead =
    calling.size <= MAX_FILES &&
    [...calling].every((path) => {
      const program = compile(path);
      programs.set(path, program);
      return program !== null;
    });
  if (!areAllRead) programs.clear();
  for (const path of definers) {
    if (!programs.has(path) && programs.size < MAX_FILES) programs.set(path, compile(path));
  }
  const readable = [...programs].flatMap(([path, program]) => (program === null ? [] : [{ path, program }]));
  if (readable.length === 0) return null;
  const program = linked(
    own,
    readable.map((one) => one.program),
  );
  if (program === null) return null;
  const isLinked = (path: string) => readable.some((one) => one.path === path);
  return {
    program,
    assumptions: [...callers]
      .filter(([, paths]) => paths.every(isLinked))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, paths]) => paths.map((path) => calledFrom(name, path, paths.length))),
  };
}

function calledFrom(name: string, file: string, files: number): Assumption {
  const text = files === 1 ? `${name} is called by one file only` : `${name} is called by ${files} files only`;
  return { kind: 'callers', text, place: { file, line: null } };
}
