/**
 * The front end of the analysis: a unit is compiled and read, its kernels are listed, and every kernel definition that
 * cannot be analysed is answered with the reason. Nothing is solved here.
 */

import type { Clang, Diagnostic, Removal } from '../frontend/index.ts';
import {
  type ClangOptions,
  type ClangRequest,
  givenInstantiations,
  type Instantiation,
  instantiationsFor,
  instantiationText,
  readProgram,
  warpSizeAssumptions,
  warpSizeOf,
  withoutErrors,
} from '../frontend/index.ts';
import { findLaunches, type HostLaunches } from '../host/index.ts';
import { SYSROOT } from '../ir/our-files.ts';
import type { Program, ProgramFunction } from '../ir/program.ts';
import { type HeaderLine, headerLine } from '../lexical/header-line.ts';
import { type KernelDefinition, kernelDefinitions } from '../lexical/kernel-definitions.ts';
import { bareName, namesKernel } from '../lexical/kernel-names.ts';
import { launchedKernels, launchesKernel } from '../lexical/kernel-text.ts';
import { definersOf } from '../lexical/mentions.ts';
import type { Assumption } from '../model/assumption.ts';
import type { CheckOptions } from '../model/options.ts';
import { type Place, placeAt } from '../model/place.ts';
import type { Reason } from '../model/reason.ts';
import type { KernelResult, Language, Problem } from '../model/result.ts';
import type { SourceTree } from '../model/source-tree.ts';
import type { UnitEvent } from '../unit/event.ts';
import type { UnitJob } from '../unit/job.ts';
import { type CompiledUnit, compileUnit } from './compile-unit.ts';
import { type LinkedHost, linkedHost } from './linked-host.ts';
import type { SourceLines } from './source-lines.ts';

/** Errors of one file that are worth telling; the first one usually says it. */
const ERRORS_SHOWN = 5;

/** What a unit is to the analysis. */
export interface UnitReading {
  readonly language: Language;
  /** The device side. */
  readonly program: Program;
  /** The kernels to analyse, in source order. */
  readonly kernels: readonly ProgramFunction[];
  /** What was assumed to compile it, and what comments of the source state, for every kernel of the unit. */
  readonly assumptions: readonly Assumption[];
  /** By bare name of a kernel template that was instantiated with arguments of ours. */
  readonly standIns: ReadonlyMap<string, Assumption>;
  /** The launch that the first lines of the file give. */
  readonly header: HeaderLine | null;
  /** What the host code says; null when it was not asked. */
  readonly host: Host | UnreadHost | null;
  /** What other programs say about launches of these kernels, in full; empty when one of them cannot be read. */
  readonly elsewhere: readonly Host[];
}

/** What the host code of the unit says about launches. */
export interface Host {
  readonly program: Program;
  readonly found: HostLaunches;
  /** Names of kernels that are launched in host code that does not compile, and which launch was not read. */
  readonly unreadable: ReadonlyMap<string, Assumption>;
  /** What was taken for granted about other files. */
  readonly assumptions: readonly Assumption[];
}

/** Host code that could not be read. */
export interface UnreadHost {
  /** That its launches are not known, and why. */
  readonly unread: Assumption;
}

export function isRead(host: Host | UnreadHost | null): host is Host {
  return host !== null && !('unread' in host);
}

/**
 * Emits what was found, the problems, and an answer for every definition that will not be analysed.
 * @returns null when nothing of the unit compiles.
 */
export function readUnit(
  job: UnitJob,
  tree: SourceTree,
  clang: Clang,
  emit: (event: UnitEvent) => void,
  lines: SourceLines,
): UnitReading | null {
  const { file, language, options } = job;
  const isWanted = (place: string) => job.kernelsOf === undefined || job.kernelsOf.has(place);
  const definitions = isWanted(file) ? kernelDefinitions(lines.text(file), language) : [];
  const header = headerLine(lines.text(file));
  const asked = { ...clangOptions(options), defines: [...(header?.defines ?? []), ...options.defines] };
  const unit = compileUnit(clang, { language, file, tree, options: asked, side: 'device' });
  const compiled = unit.result;
  for (const guess of compiled.guesses) {
    emit({ type: 'problem', problem: { file, line: null, column: null, severity: 'warning', message: guess } });
  }
  if (compiled.ir === null) {
    reportUncompiled(job, unit, definitions, language, emit);
    return null;
  }
  for (const removal of unit.removals) emit({ type: 'problem', problem: removalProblem(removal) });
  const warpSize = warpSizeOf(language, asked.defines);
  let { program, problems } = readProgram(compiled.ir, warpSize);
  const uninstantiated = definitions.filter(
    (d) =>
      d.isTemplate && ![...program.functions.values()].some((f) => f.isKernel && bareName(f.sourceName) === d.name),
  );
  const standIns = new Map<string, Assumption>();
  const givenIn = (path: string) => {
    if (!isWanted(path)) return [];
    const text = lines.text(path);
    return givenInstantiations(text, kernelDefinitions(text, language), options.instantiate).map((instantiation) => ({
      ...instantiation,
      place: { file: path, line: instantiation.line },
    }));
  };
  const given = options.instantiate.length === 0 ? [] : [file, ...compiled.includes].flatMap(givenIn);
  if (uninstantiated.length + given.length > 0) {
    const again = {
      language,
      file,
      tree: unit.tree,
      options: { ...asked, defines: unit.defines },
      side: 'device',
    } as const;
    const attempts = instantiationsFor(lines.text(file), uninstantiated, job.templateLaunches ?? new Map(), given);
    const more = instantiate(clang, again, attempts);
    for (const { spelling, place } of given) {
      if (more?.used.some((used) => used.spelling === spelling)) continue;
      const message = `${spelling}, which the configuration asks for, does not compile`;
      emit({ type: 'problem', problem: { ...place, column: null, severity: 'warning', message } });
    }
    if (more !== null) {
      ({ program, problems } = readProgram(more.ir, warpSize));
      for (const { name, spelling, isStandIn } of more.used) {
        if (!isStandIn) continue;
        const text = `analysed as ${spelling}: nothing instantiates the template, its arguments are stand-ins`;
        standIns.set(name, { kind: 'template', text, place: null });
      }
    }
  }
  for (const message of problems) {
    emit({ type: 'problem', problem: { file, line: null, column: null, severity: 'warning', message } });
  }
  const kernels = kernelsOf(program);
  const missing = definitions.filter((d) => !kernels.some((k) => bareName(k.sourceName) === d.name));
  const wanted = (name: string) => options.kernels.length === 0 || options.kernels.some((k) => namesKernel(k, name));
  const analysed = kernels.filter((k) => wanted(k.sourceName) && isWanted(placeOf(program, k, file).file));
  const unseen = missing.filter((d) => wanted(d.name));
  emit({
    type: 'found',
    kernels: [
      ...analysed.map((k) => ({ kernel: k.sourceName, ...placeOf(program, k, file) })),
      ...unseen.map((d) => ({ kernel: d.name, file, line: d.line })),
    ],
  });
  const removed = (line: number) =>
    unit.removals.find((r) => r.file === file && r.kind === 'kernel' && r.line <= line && line <= lastLine(r));
  for (const definition of unseen) {
    const removal = removed(definition.line);
    const why = removal
      ? `does not compile: ${removal.error}`
      : definition.isTemplate
        ? 'a template that nothing in this file instantiates'
        : 'not among the functions that the compiler emitted (left out by the preprocessor?)';
    emit({
      type: 'kernel',
      result: notAnalysed(definition, file, language, { text: why, place: placeAt(file, definition.line) }),
      findings: [],
    });
  }
  const kernelsToCheck = analysed.filter((kernel) => {
    const place = placeOf(program, kernel, file);
    const removal = place.file === file ? removed(place.line) : undefined;
    if (!removal) return true;
    const definition = { name: kernel.sourceName, line: place.line, isTemplate: false };
    const why = { text: `does not compile: ${removal.error}`, place: placeAt(place.file, place.line) };
    emit({ type: 'kernel', result: notAnalysed(definition, place.file, language, why), findings: [] });
    return false;
  });
  const launches = [file, ...compiled.includes].some((path) => launchesKernel(lines.text(path)));
  const host =
    kernelsToCheck.length === 0 || !launches || (options.gridDim && options.blockDim)
      ? null
      : readHost(
          { language, file, tree: unit.tree, options: { ...asked, defines: unit.defines } },
          clang,
          unit.removals,
          (own) => linkedWith(job, own, tree, clang),
        );
  const assumptions = [
    ...warpSizeAssumptions(language, asked.defines),
    ...(header?.defines ?? []).map((define) => statedInHeader(define.replace('=', ' = '), file, header!)),
    ...unit.additions,
  ];
  const sizesAsked = options.gridDim !== null && options.blockDim !== null;
  const hasOpen = kernelsToCheck.some((kernel) => !isLaunched(host, kernel));
  const elsewhere = sizesAsked || !hasOpen ? [] : readElsewhere(job, language, tree, clang);
  return { language, program: program, kernels: kernelsToCheck, assumptions, standIns, header, host, elsewhere };
}

function isLaunched(host: Host | UnreadHost | null, kernel: ProgramFunction): boolean {
  return isRead(host) && host.found.launches.some((l) => l.kernel === kernel.name);
}

/** The host code of other programs. Some of the launches would be worse than none: it is all of it or nothing. */
function readElsewhere(job: UnitJob, language: Language, tree: SourceTree, clang: Clang): Host[] {
  const hosts: Host[] = [];
  for (const { file, options } of job.launchers ?? []) {
    const host = readHost({ language, file, tree, options: clangOptions(options) }, clang, []);
    if (!isRead(host)) return [];
    hosts.push(host);
  }
  return hosts;
}

/** The host code with that of other files which call it, or which define what it calls. */
function linkedWith(job: UnitJob, own: Program, tree: SourceTree, clang: Clang): LinkedHost | null {
  const { file, language, options, mentions } = job;
  if (mentions === undefined || mentions.size === 0) return null;
  const compile = (path: string): Program | null => {
    const request = { language, file: path, tree, options: clangOptions(options) };
    const { result, removals } = compileUnit(clang, { ...request, side: 'host' });
    return result.ir === null || removals.length > 0 ? null : readProgram(result.ir).program;
  };
  return linkedHost(own, file, mentions, (name) => definersOf(mentions, name, tree), compile);
}

function clangOptions(options: CheckOptions): ClangOptions {
  return { includeDirs: options.includeDirs, defines: options.defines, std: options.std, build: options.build };
}

/** Compiles the unit once more, with instantiations of the templates that had none. @returns null when none compiles. */
function instantiate(
  clang: Clang,
  request: ClangRequest,
  attempts: readonly (readonly Instantiation[])[],
): { ir: string; used: readonly Instantiation[] } | null {
  let used: Instantiation[] = [];
  let ir: string | null = null;
  for (const attempt of attempts) {
    // An attempt is for the templates that no earlier one could instantiate.
    let added: Instantiation[] = attempt.filter(({ name }) => !used.some((u) => u.name === name));
    for (let round = 0; round < INSTANTIATION_ROUNDS && added.length > 0; round++) {
      const result = clang.run({ ...request, extraText: instantiationText([...used, ...added]) });
      if (result.ir !== null) {
        ir = result.ir;
        used = [...used, ...added];
        break;
      }
      const good = result.trapped === null ? withoutErrors([...used, ...added], result.diagnostics) : null;
      added = good?.filter((i) => !used.includes(i)) ?? [];
    }
  }
  return ir === null ? null : { ir, used };
}

const INSTANTIATION_ROUNDS = 3;

/**
 * Compiles and reads the host side, from where the device side left off: what does not compile there does not here.
 */
function readHost(
  request: Omit<ClangRequest, 'side'>,
  clang: Clang,
  before: readonly Removal[],
  link: (own: Program) => LinkedHost | null = () => null,
): Host | UnreadHost {
  const { result, removals } = compileUnit(clang, { ...request, side: 'host' });
  if (result.ir === null) {
    const first = result.diagnostics.find((d) => d.severity === 'error');
    const why = result.trapped ?? first?.message ?? 'it does not compile';
    const text = `launches were not read from the host code: ${why}`;
    return { unread: { kind: 'launch', text, place: result.trapped === null ? placeOfDiagnostic(first) : null } };
  }
  const own = readProgram(result.ir).program;
  const launches = launchesWith(own, link(own));
  const unreadable = new Map<string, Assumption>();
  for (const removal of [...before, ...removals]) {
    for (const name of launchedKernels(removal.text)) {
      const text = `a launch in code that does not compile was not read: ${removal.error}`;
      unreadable.set(name, { kind: 'launch', text, place: placeAt(removal.file, removal.line) });
    }
  }
  return { ...launches, unreadable };
}

/** Launches as the callers in other files make them; where more of those are not understood, as anybody could. */
function launchesWith(own: Program, linked: LinkedHost | null): Pick<Host, 'program' | 'found' | 'assumptions'> {
  const together = linked && findLaunches(linked.program, SYSROOT);
  if (together?.unreached.size === 0) return { ...linked!, found: together };
  const alone = findLaunches(own, SYSROOT);
  const isWorse = together === null || [...together.unreached].some((kernel) => !alone.unreached.has(kernel));
  return isWorse ? { program: own, found: alone, assumptions: [] } : { ...linked!, found: together };
}

/** A file of which nothing compiles: its kernels are listed with the reason, its errors with their places. */
function reportUncompiled(
  job: UnitJob,
  unit: CompiledUnit,
  definitions: readonly KernelDefinition[],
  language: Language,
  emit: (event: UnitEvent) => void,
): void {
  const { file } = job;
  const { errors, result } = unit;
  const first = errors[0];
  const text = result.trapped ?? (first ? `does not compile: ${first.message}` : 'does not compile');
  const why = { text, place: (result.trapped === null ? placeOfDiagnostic(first) : null) ?? { file, line: null } };
  const shown: Pick<Diagnostic, 'file' | 'line' | 'column' | 'message'>[] =
    errors.length > 0 ? errors.slice(0, ERRORS_SHOWN) : [{ file, line: 1, column: 1, message: text }];
  for (const d of shown) {
    const place = { file: d.file, line: positive(d.line), column: positive(d.column) };
    emit({ type: 'problem', problem: { ...place, severity: 'error', message: d.message } });
  }
  emit({ type: 'found', kernels: definitions.map((d) => ({ kernel: d.name, file, line: d.line })) });
  for (const definition of definitions) {
    emit({ type: 'kernel', result: notAnalysed(definition, file, language, why), findings: [] });
  }
}

/** What was taken out of the text to make the rest compile. Without host code the kernels lose nothing. */
function removalProblem(removal: Removal): Problem {
  const what =
    removal.kind === 'other'
      ? 'a declaration'
      : `${removal.kind} function${removal.name === '' ? '' : ` ${removal.name}`}`;
  const severity = removal.kind === 'kernel' || removal.kind === 'device' ? 'error' : 'warning';
  const message = `${what} was left out: ${removal.error}`;
  return { file: removal.file, line: removal.line, column: null, severity, message };
}

function lastLine(removal: Removal): number {
  return removal.line + removal.text.split('\n').length - 1;
}

function placeOfDiagnostic(diagnostic: Diagnostic | undefined): Place | null {
  return diagnostic?.file == null ? null : placeAt(diagnostic.file, diagnostic.line ?? 0);
}

/** What the first lines of a file say. */
export function statedInHeader(text: string, file: string, { line }: HeaderLine): Assumption {
  return { kind: 'header-line', text, place: placeAt(file, line) };
}

function positive(n: number | null): number | null {
  return n !== null && n > 0 ? n : null;
}

export function notAnalysed(
  definition: KernelDefinition,
  file: string,
  language: Language,
  why: Pick<Reason, 'text' | 'place'>,
): KernelResult {
  return {
    kernel: definition.name,
    file,
    line: definition.line,
    language,
    verdict: 'inconclusive',
    reasons: [{ kind: 'not-analysed', text: why.text, place: why.place }],
    assumptions: [],
    launches: [],
    accessPairs: 0,
    solverCalls: 0,
    elapsedMs: 0,
  };
}

/** The kernels that the unit defines, in source order; those of our own headers are nobody's. */
function kernelsOf(program: Program): ProgramFunction[] {
  const kernels = [...program.functions.values()].filter(
    (f) => f.isKernel && f.isDefinition && !(f.location && program.files[f.location.file]?.startsWith(SYSROOT)),
  );
  return kernels.sort((a, b) => (a.location?.line ?? 0) - (b.location?.line ?? 0));
}

export function placeOf(program: Program, kernel: ProgramFunction, file: string): { file: string; line: number } {
  const { location } = kernel;
  return { file: (location && program.files[location.file]) || file, line: location?.line ?? 0 };
}
