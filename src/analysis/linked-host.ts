/** The host code of a unit with that of other files: of those that call it, and of those that define what it calls. */
import { entriesOf, linked, undefinedIn } from '../host/index.ts';
import type { Program, ProgramFunction } from '../ir/program.ts';
import { bareName } from '../lexical/kernel-names.ts';
import type { Mentions } from '../lexical/mentions.ts';
import { nearest } from '../lexical/nearest.ts';
import { launchesOpenclKernel } from '../lexical/opencl-hosts.ts';
import type { Assumption } from '../model/assumption.ts';

export interface LinkedHost {
  /** Null: no other file was read. */
  readonly program: Program | null;
  /** What was taken for granted: that there are no other callers. */
  readonly assumptions: readonly Assumption[];
  /** Functions that may be called by code which was not read. */
  readonly isCalledElsewhere: (fn: ProgramFunction) => boolean;
  /** The files that call functions which launch, and were not read. */
  readonly unread: readonly string[];
  /** Files with a launch of OpenCL in code that was left out. */
  readonly withLostLaunches: readonly string[];
}

/** The host code of another file. */
export interface OtherFile {
  readonly program: Program;
  /** What was taken for granted to compile it. */
  readonly additions: readonly Assumption[];
  /** What stands in code that was left out, because it does not compile. */
  readonly lostWords: ReadonlySet<string>;
}

/** How a unit finds other files. */
interface OtherFiles {
  readonly mentions: Mentions;
  /** The files that define a function. */
  readonly definedIn: (name: string) => readonly string[];
  /** Null when the host code of a file cannot be read. */
  readonly compile: (file: string) => OtherFile | null;
}

/** Files that are compiled for the sake of one unit. */
const MAX_FILES = 8;

/** So often it is asked who calls those that call. */
const ROUNDS = 3;

/** The files that call a function; null: so many name it that nobody looks. */
type Callers = readonly string[] | null;

/** @param isWanted of the symbols of kernels: whose launches are of interest */
export function linkedHost(
  own: Program,
  file: string,
  isWanted: (kernel: string) => boolean,
  { mentions, definedIn, compile }: OtherFiles,
): LinkedHost {
  const callers = new Map<string, Callers>();
  const files = new Map<string, OtherFile>();
  const tried = new Set<string>();
  const read = (path: string) => {
    if (tried.has(path) || files.size >= MAX_FILES) return;
    tried.add(path);
    const one = compile(path);
    // Another program may have a function of the same name.
    if (one !== null && linked(own, [one.program]) !== null) files.set(path, one);
  };
  // Callers have callers, and call others on the way to a launch, which set up what it needs.
  let known: Program | null = own;
  for (let round = 0; round < ROUNDS && known !== null; round++) {
    const before = files.size;
    const more = callersOf(known, file, isWanted, { mentions, definedIn });
    for (const [name, paths] of more) if (!callers.has(name)) callers.set(name, paths);
    for (const path of filesToRead([...callers.values()])) read(path);
    for (const path of definersOf(known, file, definedIn)) read(path);
    if (files.size === before) break;
    known = linked(
      own,
      [...files.values()].map((one) => one.program),
    );
  }
  const others = [...files.values()];
  const programs = others.map((one) => one.program);
  const program = programs.length === 0 ? null : linked(own, programs);
  const isThere = (path: string) => program !== null && files.has(path);
  // Where some of the callers were not read, anything may be passed.
  const isRead = (paths: Callers) => paths?.every(isThere) === true;
  const open = new Set([...callers].flatMap(([name, paths]) => (isRead(paths) ? [] : name)));
  const entries = new Set(program === null ? [] : entriesOf(program, isWanted));
  const called = [...callers]
    .filter(([, paths]) => isRead(paths))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, paths]) => (paths ?? []).map((path, _, all) => calledFrom(name, path, all.length)));
  return {
    program,
    unread: unreadIn(callers, isThere),
    withLostLaunches: [...files].flatMap(([path, { lostWords }]) =>
      launchesOpenclKernel([...lostWords].join(' ')) ? path : [],
    ),
    assumptions: program === null ? [] : [...called, ...others.flatMap(({ additions }) => additions)],
    isCalledElsewhere: ({ name: symbol, sourceName }) => {
      const name = bareName(sourceName);
      // What none of the files calls that were read is an entry as before.
      return (open.has(name) && !entries.has(symbol)) || others.some(({ lostWords }) => lostWords.has(name));
    },
  };
}

/** @returns paths, and for a function that too many files name that there are many */
function unreadIn(callers: ReadonlyMap<string, Callers>, isRead: (path: string) => boolean): string[] {
  const unread = [...callers].flatMap(([name, paths]) =>
    paths === null ? [`many files that name ${name}`] : paths.filter((path) => !isRead(path)),
  );
  return [...new Set(unread)].sort();
}

/** The other files that call the functions by which launches are made, by their names. */
function callersOf(
  own: Program,
  file: string,
  isWanted: (kernel: string) => boolean,
  { mentions, definedIn }: Pick<OtherFiles, 'mentions' | 'definedIn'>,
): Map<string, Callers> {
  const callers = new Map<string, Callers>();
  for (const entry of entriesOf(own, isWanted)) {
    const name = bareName(own.functions.get(entry)?.sourceName ?? entry);
    const others = definedIn(name);
    const naming = mentions.get(name);
    if (naming === null) callers.set(name, null);
    const mine = (naming ?? []).filter(
      (path) => path !== file && !others.includes(path) && nearest(path, [file, ...others]).includes(file),
    );
    if (mine.length > 0) callers.set(name, mine);
  }
  return callers;
}

/** The files that define what code on the way to a launch calls, where it is clear which one does. */
function definersOf(own: Program, file: string, definedIn: OtherFiles['definedIn']): ReadonlySet<string> {
  const definers = new Set<string>();
  for (const symbol of undefinedIn(own)) {
    const name = bareName(own.functions.get(symbol)?.sourceName ?? symbol);
    const [only, ...more] = nearest(file, definedIn(name));
    if (only !== undefined && only !== file && more.length === 0) definers.add(only);
  }
  return definers;
}

/** The files that call the most functions of which all callers can be read. */
function filesToRead(callers: readonly Callers[]): ReadonlySet<string> {
  const files = new Set<string>();
  const known = callers.filter((paths) => paths !== null);
  // Those that few files call come first.
  for (const paths of known.sort((a, b) => a.length - b.length)) {
    const all = new Set([...files, ...paths]);
    if (all.size <= MAX_FILES) for (const path of paths) files.add(path);
  }
  return files;
}

function calledFrom(name: string, file: string, files: number): Assumption {
  const text = files === 1 ? `${name} is called by one file only` : `${name} is called by ${files} files only`;
  return { kind: 'callers', text, place: { file, line: null } };
}
