/** The host side of a unit: compiled, joined with the files that call it or that it calls, and searched for launches. */
import {
  type Clang,
  type ClangOptions,
  type ClangRequest,
  type Diagnostic,
  type Removal,
  readProgram,
} from '../frontend/index.ts';
import {
  findLaunches,
  type HostLaunch,
  type HostLaunches,
  kernelOfStub,
  type OpenclHost,
  restsOnGuess,
} from '../host/index.ts';
import { SYSROOT } from '../ir/our-files.ts';
import type { Program, ProgramFunction } from '../ir/program.ts';
import { placeIn } from '../kernel/index.ts';
import { bareName } from '../lexical/kernel-names.ts';
import { handedKernels } from '../lexical/kernel-text.ts';
import { definersOf } from '../lexical/mentions.ts';
import { launchesOpenclKernel } from '../lexical/opencl-hosts.ts';
import { speltLaunches } from '../lexical/spelt-launches.ts';
import type { Assumption } from '../model/assumption.ts';
import type { CheckOptions } from '../model/options.ts';
import { type Place, placeAt } from '../model/place.ts';
import type { SourceTree } from '../model/source-tree.ts';
import type { UnitJob } from '../unit/job.ts';
import { compileHost, withHeadsOnly } from './compile-host.ts';
import { compileUnit, NOTHING_SAID } from './compile-unit.ts';
import { standardOf } from './host-standard.ts';
import { type LinkedHost, linkedHost, type OtherFile } from './linked-host.ts';

/** Launches, and the code that makes them. */
export interface FoundLaunches {
  readonly program: Program;
  readonly found: HostLaunches;
  /** What was taken for granted about other files, and to compile the host side. */
  readonly assumptions: readonly Assumption[];
}

/** What the host code of the unit says about launches. */
export interface Host extends FoundLaunches {
  /** The launches as the unit alone has them, whoever calls it; null where that is what was found. */
  readonly alone: (() => FoundLaunches) | null;
  /** Names of kernels that are launched in host code that does not compile, and which launches were not read. */
  readonly unreadable: ReadonlyMap<string, readonly Assumption[]>;
  /** Other files that call what launches, and were not read. */
  readonly unreadCallers: readonly string[];
}

/** The launches that were not followed, one message for each, with its place. */
export function launchesMissed({ found, program }: Host): { text: string; place: Place | null }[] {
  return [...found.missed].flatMap(([symbol, launches]) => {
    const stub = [...program.functions.values()].find(({ name }) => kernelOfStub(name) === symbol);
    const kernel = stub?.sourceName.replace('__device_stub__', '') ?? symbol;
    return launches.map(({ text, location }) => ({
      text: `a launch of ${kernel} was not followed: ${text}`,
      place: location === null ? null : placeIn(program, location),
    }));
  });
}

/** How little is known of launches: there was too much to follow what calls one, sizes or numbers are only a guess, or neither. */
function doubtIn(launches: readonly HostLaunch[], { found }: FoundLaunches): number {
  if (found.isCutShort && launches.some(({ guess }) => guess === 'callers')) return 2;
  return launches.some(restsOnGuess) ? 1 : 0;
}

/**
 * The launches of a kernel, by its symbol. What callers in other files pass may be nothing that is known, but for what some
 * code has left of it, or those were too many to follow: then the unit may say more for itself, where all that is passed is free.
 */
export function launchesOfKernel(
  host: Host,
  kernel: string,
): FoundLaunches & { readonly launches: readonly HostLaunch[] } {
  const among = (found: FoundLaunches) => {
    return { ...found, launches: found.found.launches.filter((launch) => launch.kernel === kernel) };
  };
  const all = among(host);
  const doubt = doubtIn(all.launches, host);
  if (host.alone === null || doubt === 0) return all;
  const alone = among(host.alone());
  return alone.launches.length > 0 && doubtIn(alone.launches, alone) < doubt ? alone : all;
}

/** Files that a message names. */
const NAMED_FILES = 3;

/** That not all callers were read; null where they were. */
export function callersUnread({ unreadCallers }: Host): string | null {
  if (unreadCallers.length === 0) return null;
  const rest = unreadCallers.length - NAMED_FILES;
  const names = unreadCallers.slice(0, NAMED_FILES).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
  return `what other files pass to launches here was not read: ${names}; those launches are checked for any arguments`;
}

/** Host code that could not be read. */
export interface UnreadHost {
  /** That its launches are not known, and why. */
  readonly unread: Assumption;
}

export function isRead(host: Host | UnreadHost | null): host is Host {
  return host !== null && !('unread' in host);
}

/** One of several, which only say more of a launch: some rounds of names, and some in which statements are left out. */
const OTHER_FILE = { ...NOTHING_SAID, mostRounds: 6 };
/** After so many milliseconds no further file is begun: what they say is not worth the time that the kernels have. */
const OTHER_FILES_MS = 15_000;
/** After so many the one that was begun is not mended any further. */
const OTHER_FILE_MS = 30_000;

interface Linking {
  /** Those whose launches are of interest. */
  readonly kernels: readonly ProgramFunction[];
  /** What the front end had to add to the unit. */
  readonly supplied: string;
  /** The standard in which the unit compiled: that of its neighbours as well. */
  readonly std: string | null;
  /** When the first of several began that share the time for other files. */
  readonly startedAt?: number;
}

/**
 * The host code with that of other files which call it, or which define what it calls.
 */
export function linkedWith(
  { file, language, options, mentions }: UnitJob,
  own: Program,
  { kernels, supplied, std, startedAt = performance.now() }: Linking,
  tree: SourceTree,
  clang: Clang,
): LinkedHost | null {
  if (mentions === undefined || mentions.size === 0) return null;
  // Macros that nobody defines are as likely to be missing there; what else was missing is perhaps defined.
  const macros = supplied.match(/^#define .*\n/gm) ?? [];
  const asked = { ...clangOptions(options), supplied: macros.join('') };
  const heads = withHeadsOnly(tree);
  const compile = (path: string): OtherFile | null => {
    if (performance.now() > startedAt + OTHER_FILES_MS) return null;
    const options = { ...asked, std: standardOf(path, tree, std) };
    const request = { language, file: path, tree: heads, options, side: 'host' } as const;
    const { result, removals, additions } = compileUnit(clang, request, {
      ...OTHER_FILE,
      until: startedAt + OTHER_FILE_MS,
    });
    if (result.ir === null) return null;
    return { program: readProgram(result.ir).program, additions, lostWords: wordsOf(removals) };
  };
  const definedIn = (name: string) => definersOf(mentions, name, tree);
  return linkedHost(own, file, isAmong(kernels), { mentions, definedIn, compile });
}

export function isAmong(kernels: readonly ProgramFunction[]): (kernel: string) => boolean {
  const wanted = new Set(kernels.map(({ name }) => name));
  return (kernel) => wanted.has(kernel);
}

function wordsOf(removals: readonly Removal[]): ReadonlySet<string> {
  return new Set(removals.flatMap(({ text }) => text.match(/[A-Za-z_]\w*/g) ?? []));
}

export function clangOptions(options: CheckOptions): ClangOptions {
  return { includeDirs: options.includeDirs, defines: options.defines, std: options.std, build: options.build };
}

/** What is asked of host code. */
export interface HostQuestion {
  /** What was taken out of the device side. */
  readonly before: readonly Removal[];
  /** Of the symbols of kernels: whose launches are of interest. */
  readonly isWanted: (kernel: string) => boolean;
  /** Of host code of OpenCL. */
  readonly opencl?: OpenclHost;
  readonly link: (own: Program) => LinkedHost | null;
}

/**
 * Compiles and reads the host side, from where the device side left off: what does not compile there does not here.
 */
export function readHost(
  request: Omit<ClangRequest, 'side'>,
  clang: Clang,
  { before, link, ...wanted }: HostQuestion,
): Host | UnreadHost {
  const { result, removals, additions } = compileHost(clang, request);
  if (result.ir === null) {
    const first = result.diagnostics.find((d) => d.severity === 'error');
    const why = result.trapped ?? first?.message ?? 'it does not compile';
    const text = `launches were not read from the host code: ${why}`;
    return { unread: { kind: 'launch', text, place: result.trapped === null ? placeOfDiagnostic(first) : null } };
  }
  const own = readProgram(result.ir).program;
  const gone = [...before, ...removals];
  const words = wordsOf(gone);
  const isCalledElsewhere = (fn: ProgramFunction) => words.has(bareName(fn.sourceName));
  const linkedHost = link(own);
  const openclKernels = [...(wanted.opencl?.kernels.keys() ?? [])];
  const launches = launchesWith(own, linkedHost, { isCalledElsewhere, ...wanted });
  const unreadable = new Map<string, Assumption[]>();
  for (const removal of gone) {
    const text = `a launch in code that does not compile was not read: ${removal.error}`;
    const note = (name: string, line: number) => {
      const known = unreadable.get(name) ?? [];
      unreadable.set(name, [...known, { kind: 'launch', text, place: placeAt(removal.file, line) }]);
    };
    for (const name of handedKernels(removal.text)) note(name, removal.line);
    for (const { kernel, line } of speltLaunches(removal.text)) note(kernel, removal.line + line - 1);
    // What an object of OpenCL is, text does not tell.
    if (launchesOpenclKernel(removal.text)) for (const name of openclKernels) note(name, removal.line);
  }
  for (const file of linkedHost?.withLostLaunches ?? []) {
    const text = 'a launch in code that does not compile was not read';
    const lost: Assumption = { kind: 'launch', text, place: { file, line: null } };
    for (const name of openclKernels) unreadable.set(name, [...(unreadable.get(name) ?? []), lost]);
  }
  const { alone } = launches;
  return {
    ...withAssumptions(launches, additions),
    alone: alone && (() => withAssumptions(alone(), additions)),
    unreadable,
  };
}

function withAssumptions<Found extends FoundLaunches>(found: Found, more: readonly Assumption[]): Found {
  return { ...found, assumptions: [...found.assumptions, ...more] };
}

/** Launches as the callers in other files make them; where more of those are not understood, as anybody could. */
function launchesWith(
  own: Program,
  linked: LinkedHost | null,
  {
    isCalledElsewhere,
    isWanted,
    opencl,
  }: Pick<LinkedHost, 'isCalledElsewhere'> & Omit<HostQuestion, 'before' | 'link'>,
): Pick<Host, 'program' | 'found' | 'assumptions' | 'unreadCallers' | 'alone'> {
  let known: FoundLaunches | null = null;
  const alone = () => {
    const found = known?.found ?? findLaunches(own, SYSROOT, isCalledElsewhere, isWanted, opencl);
    known ??= { program: own, found, assumptions: [] };
    return known;
  };
  if (linked === null) return { ...alone(), unreadCallers: [], alone: null };
  const { program, assumptions, unread } = linked;
  if (program === null) return { ...alone(), unreadCallers: unread, alone: null };
  const isCalled = (fn: ProgramFunction) => isCalledElsewhere(fn) || linked.isCalledElsewhere(fn);
  const found = findLaunches(program, SYSROOT, isCalled, isWanted, opencl);
  const isWorse = [...found.missed.keys()].some((kernel) => !alone().found.missed.has(kernel));
  return isWorse
    ? { ...alone(), unreadCallers: unread, alone: null }
    : { program, found, assumptions, unreadCallers: unread, alone };
}

export function placeOfDiagnostic(diagnostic: Diagnostic | undefined): Place | null {
  return diagnostic?.file == null ? null : placeAt(diagnostic.file, diagnostic.line ?? 0);
}
