/** The host side of a unit: compiled, joined with the files that call it or that it calls, and searched for launches. */
import {
  type Clang,
  type ClangOptions,
  type ClangRequest,
  type Diagnostic,
  type Removal,
  readProgram,
} from '../frontend/index.ts';
import { findLaunches, type HostLaunches, kernelOfStub } from '../host/index.ts';
import { SYSROOT } from '../ir/our-files.ts';
import type { Program, ProgramFunction } from '../ir/program.ts';
import { placeIn } from '../kernel/index.ts';
import { bareName } from '../lexical/kernel-names.ts';
import { handedKernels } from '../lexical/kernel-text.ts';
import { definersOf } from '../lexical/mentions.ts';
import { speltLaunches } from '../lexical/spelt-launches.ts';
import type { Assumption } from '../model/assumption.ts';
import type { CheckOptions } from '../model/options.ts';
import { type Place, placeAt } from '../model/place.ts';
import type { Language } from '../model/result.ts';
import type { SourceTree } from '../model/source-tree.ts';
import type { UnitJob } from '../unit/job.ts';
import { compileUnit, WHOLE } from './compile-unit.ts';
import { type LinkedHost, linkedHost } from './linked-host.ts';

/** What the host code of the unit says about launches. */
export interface Host {
  readonly program: Program;
  readonly found: HostLaunches;
  /** Names of kernels that are launched in host code that does not compile, and which launches were not read. */
  readonly unreadable: ReadonlyMap<string, readonly Assumption[]>;
  /** What was taken for granted about other files, and to compile the host side. */
  readonly assumptions: readonly Assumption[];
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

/** Host code that could not be read. */
export interface UnreadHost {
  /** That its launches are not known, and why. */
  readonly unread: Assumption;
}

export function isRead(host: Host | UnreadHost | null): host is Host {
  return host !== null && !('unread' in host);
}

/** The host code of other programs. Some of the launches would be worse than none: it is all of it or nothing. */
export function readElsewhere(job: UnitJob, language: Language, tree: SourceTree, clang: Clang): Host[] {
  const hosts: Host[] = [];
  for (const { file, options } of job.launchers ?? []) {
    const host = readHost({ language, file, tree, options: clangOptions(options) }, clang, []);
    if (!isRead(host)) return [];
    hosts.push(host);
  }
  return hosts;
}

/** The host code with that of other files which call it, or which define what it calls. */
export function linkedWith(job: UnitJob, own: Program, tree: SourceTree, clang: Clang): LinkedHost | null {
  const { file, language, options, mentions } = job;
  if (mentions === undefined || mentions.size === 0) return null;
  const compile = (path: string): Program | null => {
    const request = { language, file: path, tree, options: clangOptions(options) };
    const { result, removals } = compileUnit(clang, { ...request, side: 'host' }, WHOLE);
    return result.ir === null || removals.length > 0 ? null : readProgram(result.ir).program;
  };
  return linkedHost(own, file, mentions, (name) => definersOf(mentions, name, tree), compile);
}

export function clangOptions(options: CheckOptions): ClangOptions {
  return { includeDirs: options.includeDirs, defines: options.defines, std: options.std, build: options.build };
}

/**
 * Compiles and reads the host side, from where the device side left off: what does not compile there does not here.
 */
export function readHost(
  request: Omit<ClangRequest, 'side'>,
  clang: Clang,
  before: readonly Removal[],
  link: (own: Program) => LinkedHost | null = () => null,
): Host | UnreadHost {
  const { result, removals, additions } = compileUnit(clang, { ...request, side: 'host' });
  if (result.ir === null) {
    const first = result.diagnostics.find((d) => d.severity === 'error');
    const why = result.trapped ?? first?.message ?? 'it does not compile';
    const text = `launches were not read from the host code: ${why}`;
    return { unread: { kind: 'launch', text, place: result.trapped === null ? placeOfDiagnostic(first) : null } };
  }
  const own = readProgram(result.ir).program;
  const gone = [...before, ...removals];
  const words = new Set(gone.flatMap(({ text }) => text.match(/[A-Za-z_]\w*/g) ?? []));
  const launches = launchesWith(own, link(own), (fn) => words.has(bareName(fn.sourceName)));
  const unreadable = new Map<string, Assumption[]>();
  for (const removal of gone) {
    const text = `a launch in code that does not compile was not read: ${removal.error}`;
    const note = (name: string, line: number) => {
      const known = unreadable.get(name) ?? [];
      unreadable.set(name, [...known, { kind: 'launch', text, place: placeAt(removal.file, line) }]);
    };
    for (const name of handedKernels(removal.text)) note(name, removal.line);
    for (const { kernel, line } of speltLaunches(removal.text)) note(kernel, removal.line + line - 1);
  }
  return { ...launches, assumptions: [...launches.assumptions, ...additions], unreadable };
}

/** Launches as the callers in other files make them; where more of those are not understood, as anybody could. */
function launchesWith(
  own: Program,
  linked: LinkedHost | null,
  isCalledElsewhere: (fn: ProgramFunction) => boolean,
): Pick<Host, 'program' | 'found' | 'assumptions'> {
  const together = linked && findLaunches(linked.program, SYSROOT, isCalledElsewhere);
  if (together?.missed.size === 0) return { ...linked!, found: together };
  const alone = findLaunches(own, SYSROOT, isCalledElsewhere);
  const isWorse = together === null || [...together.missed.keys()].some((kernel) => !alone.missed.has(kernel));
  return isWorse ? { program: own, found: alone, assumptions: [] } : { ...linked!, found: together };
}

export function placeOfDiagnostic(diagnostic: Diagnostic | undefined): Place | null {
  return diagnostic?.file == null ? null : placeAt(diagnostic.file, diagnostic.line ?? 0);
}
