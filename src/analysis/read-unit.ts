/**
 * The front end of the analysis: a unit is compiled and read, its kernels are listed, and every kernel definition that
 * cannot be analysed is answered with the reason. Nothing is solved here.
 */

import type { Clang, Diagnostic, Removal } from '../frontend/index.ts';
import {
  architectureAssumptions,
  givenInstantiations,
  readProgram,
  warpSizeAssumptions,
  warpSizeOf,
} from '../frontend/index.ts';
import { SYSROOT } from '../ir/our-files.ts';
import type { Program, ProgramFunction } from '../ir/program.ts';
import { sourcesBefore } from '../lexical/assembled-sources.ts';
import { columnOfOffset, offsetOfByte } from '../lexical/columns.ts';
import { definedFunctions } from '../lexical/declarations.ts';
import { type HeaderLine, headerLine } from '../lexical/header-line.ts';
import { type KernelDefinition, kernelDefinitions, kernelMacros } from '../lexical/kernel-definitions.ts';
import { bareName, mayBeAsked, namesKernel } from '../lexical/kernel-names.ts';
import { launchesKernel } from '../lexical/kernel-text.ts';
import { type SpeltLaunch, speltLaunches } from '../lexical/spelt-launches.ts';
import { statedNear } from '../lexical/stated-definitions.ts';
import type { Assumption } from '../model/assumption.ts';
import { type Place, placeAt } from '../model/place.ts';
import type { NextStep, Reason } from '../model/reason.ts';
import type { KernelResult, Language, Problem } from '../model/result.ts';
import type { SourceTree } from '../model/source-tree.ts';
import type { UnitEvent } from '../unit/event.ts';
import type { UnitJob } from '../unit/job.ts';
import { type CompiledUnit, compileUnit } from './compile-unit.ts';
import { hostOptions } from './host-options.ts';
import { withInstantiations } from './instantiate.ts';
import { withLeftOut } from './left-out.ts';
import { withMemberNames } from './member-names.ts';
import { NO_OTHER_HOSTS, type OtherHosts, readOtherHosts } from './other-hosts.ts';
import {
  callersUnread,
  clangOptions,
  type Host,
  isAmong,
  isRead,
  launchesMissed,
  linkedWith,
  placeOfDiagnostic,
  readHost,
  type UnreadHost,
} from './read-host.ts';
import type { SourceLines } from './source-lines.ts';
import { outlinesOf } from './unit-outlines.ts';

/** Errors of one file that are worth telling; the first one usually says it. */
const ERRORS_SHOWN = 5;

/** What a unit is to the analysis. */
export interface UnitReading extends OtherHosts {
  readonly language: Language;
  /** The device side. */
  readonly program: Program;
  /** The kernels to analyse, in source order. */
  readonly kernels: readonly ProgramFunction[];
  /** What was assumed to compile it, and what comments of the source state, for every kernel of the unit. */
  readonly assumptions: readonly Assumption[];
  /** By bare name of a kernel template that was instantiated with arguments of ours. */
  readonly standIns: ReadonlyMap<string, Assumption>;
  /** What was taken out to compile it. */
  readonly removals: readonly Removal[];
  /** The launch that the first lines of the file give. */
  readonly header: HeaderLine | null;
  /** What the host code says; null when it was not asked. */
  readonly host: Host | UnreadHost | null;
  /** The launches that its text spells, of the file and of what it includes; with the file of each. */
  readonly spelt: readonly (SpeltLaunch & { readonly file: string })[];
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
  const warn = (message: string, place: Place = { file, line: null }) =>
    emit({ type: 'problem', problem: { ...place, column: null, severity: 'warning', message } });
  const isWanted = (place: string) => job.kernelsOf === undefined || job.kernelsOf.has(place);
  const header = headerLine(lines.text(file));
  const ofHost = hostOptions(job, tree, [...(header?.defines ?? []), ...options.defines]);
  const asked = { ...clangOptions(options), defines: ofHost.defines };
  const request = { language, file, tree, options: asked, side: 'device' } as const;
  const stated = statedNear(job.stated ?? new Map(), file);
  const before = sourcesBefore(job.assembled ?? new Map(), file, (suffix) => tree.findBySuffix(suffix));
  const first = compileUnit(clang, request, { stated, before });
  const text = lines.text(file);
  const unit = withLeftOut(first, { file, text, definitions: kernelDefinitions(text, language) }, (supplied) =>
    compileUnit(clang, { ...request, options: { ...asked, supplied } }, { stated, before }),
  );
  const compiled = unit.result;
  const macros = compiled.includes.flatMap((path) => kernelMacros(lines.text(path)));
  const definitions = isWanted(file) ? kernelDefinitions(lines.text(file), language, macros) : [];
  const lost = lostDefinitions(unit, { file, language, macros, lines }).filter((found) => isWanted(found.file));
  for (const guess of compiled.guesses) warn(guess);
  if (compiled.ir === null) {
    reportUncompiled(job, unit, { definitions, lost, language, lines }, emit);
    return null;
  }
  for (const removal of unit.removals) emit({ type: 'problem', problem: removalProblem(removal) });
  // As the front end had to change the unit to make it compile.
  const { std, supplied, removals } = unit;
  const mended = { ...asked, std, supplied, isRepaired: removals.length > 0 };
  const again = { language, file, tree: unit.tree, options: mended };
  const instantiated = withInstantiations(readProgram(compiled.ir, warpSizeOf(language, asked.defines)), {
    clang,
    request: again,
    sources: [{ text: lines.text(file), definitions }, ...lostByFile(lost, lines)].map((source) => ({
      ...source,
      definitions: source.definitions.filter(({ name }) => mayBeAsked(options.kernels, name)),
    })),
    launches: job.templateLaunches ?? new Map(),
    given: options.instantiate.length === 0 ? [] : [file, ...compiled.includes].filter(isWanted).flatMap(givenIn),
    warn,
  });
  const { problems, standIns } = instantiated;
  const program = withMemberNames(instantiated.program, () =>
    [file, ...compiled.includes].map((path) => lines.text(path)),
  );
  for (const message of problems) warn(message);

  const kernels = answerUnread(job, unit, { program, definitions, lost }, emit);
  // Before the host is read, which may take what is left of the time: they tell what a change did to orders.
  if (job.tellsPairs && job.questions === undefined)
    emit(outlinesOf(kernels, { program, lines, placeOf: (kernel) => placeOf(program, kernel, file) }));
  const mayLaunch = [file, ...compiled.includes].some((path) => launchesKernel(lines.text(path)));
  const sizesAsked = options.gridDim !== null && options.blockDim !== null;
  const host =
    kernels.length === 0 || !mayLaunch || sizesAsked
      ? null
      : readHost(again, clang, {
          before: removals,
          isWanted: isAmong(kernels),
          link: (own) => linkedWith(job, own, { kernels, supplied, std }, tree, clang),
        });
  const assumptions = [
    ...warpSizeAssumptions(language, asked.defines),
    ...architectureAssumptions(
      language,
      asked.defines,
      [file, ...compiled.includes].filter((path) => !path.startsWith(SYSROOT)).map((path) => lines.text(path)),
    ),
    ...(header?.defines ?? []).map((define) => statedInHeader(define.replace('=', ' = '), file, header!)),
    ...ofHost.assumptions,
    ...unit.additions,
  ];
  const spelt = [file, ...compiled.includes].flatMap((path) =>
    path.startsWith(SYSROOT) ? [] : speltLaunches(lines.text(path)).map((launch) => ({ ...launch, file: path })),
  );
  const hasOpen = kernels.some((kernel) => !isLaunched(host, kernel));
  const others = sizesAsked || !hasOpen ? NO_OTHER_HOSTS : readOtherHosts(job, kernels, tree, clang);
  for (const one of [host, ...others.openclHosts]) warnOfHost(one, warn);
  return { language, program, kernels, assumptions, standIns, removals, header, host, spelt, ...others };

  function givenIn(path: string) {
    const text = lines.text(path);
    return givenInstantiations(text, kernelDefinitions(text, language), options.instantiate).map((instantiation) => ({
      ...instantiation,
      place: placeAt(path, instantiation.line),
    }));
  }
}

/** Tells what of host code was not followed. */
function warnOfHost(host: Host | UnreadHost | null, warn: (message: string, place?: Place) => void): void {
  if (!isRead(host)) return;
  for (const { text, place } of launchesMissed(host)) warn(text, place ?? undefined);
  const unreadCallers = callersUnread(host);
  if (unreadCallers !== null) warn(unreadCallers);
}

/**
 * Emits which kernels were found, and an answer for each of them that will not be analysed.
 * @returns those that will be
 */
function answerUnread(
  { file, language, options, kernelsOf: wantedFiles }: UnitJob,
  { removals }: CompiledUnit,
  {
    program,
    definitions,
    lost,
  }: {
    readonly program: Program;
    readonly definitions: readonly KernelDefinition[];
    readonly lost: readonly LostDefinition[];
  },
  emit: (event: UnitEvent) => void,
): ProgramFunction[] {
  const isAsked = (name: string) => options.kernels.length === 0 || options.kernels.some((k) => namesKernel(k, name));
  const isWanted = (place: string) => wantedFiles === undefined || wantedFiles.has(place);
  const compiled = kernelsOf(program);
  const kernels = compiled.filter((k) => isAsked(k.sourceName) && isWanted(placeOf(program, k, file).file));
  const unseen = definitions.filter(
    ({ name }) => isAsked(name) && !compiled.some((k) => bareName(k.sourceName) === name),
  );
  const unseenElsewhere = lost.filter(
    ({ name }) => isAsked(name) && !compiled.some((k) => bareName(k.sourceName) === name),
  );
  emit({
    type: 'found',
    kernels: [
      ...kernels.map((k) => ({ kernel: k.sourceName, ...placeOf(program, k, file) })),
      ...unseen.map((d) => ({ kernel: d.name, file, line: d.line })),
      ...unseenElsewhere.map((d) => ({ kernel: d.name, file: d.file, line: d.line })),
    ],
  });
  const answer = (definition: KernelDefinition, text: string, place: Place, nextStep: NextStep = 'compile') =>
    emit({
      type: 'kernel',
      result: notAnalysed(definition, place.file, language, { text, place, nextStep }),
      findings: [],
    });
  const removalAt = (line: number) =>
    removals.find((r) => r.file === file && r.kind === 'kernel' && r.line <= line && line <= lastLine(r));
  for (const definition of unseen) {
    const removal = removalAt(definition.line);
    const why = removal
      ? `does not compile: ${removal.error}`
      : definition.isTemplate
        ? 'a template, and no use of it with known arguments was found'
        : 'not among the functions that the compiler emitted (left out by the preprocessor?)';
    const isUnused = removal === undefined && definition.isTemplate;
    answer(definition, why, placeAt(file, definition.line), isUnused ? 'instantiate' : 'compile');
  }
  for (const definition of unseenElsewhere) {
    const place = placeAt(definition.file, definition.line);
    answer(definition, `what uses it does not compile: ${definition.error}`, place);
  }
  return kernels.filter((kernel) => {
    const place = placeOf(program, kernel, file);
    const removal = place.file === file ? removalAt(place.line) : undefined;
    if (!removal) return true;
    const definition = { name: kernel.sourceName, line: place.line, isTemplate: false };
    answer(definition, `does not compile: ${removal.error}`, placeAt(place.file, place.line));
    return false;
  });
}

function isLaunched(host: Host | UnreadHost | null, kernel: ProgramFunction): boolean {
  return isRead(host) && host.found.launches.some((l) => l.kernel === kernel.name);
}

/** A file of which nothing compiles: its kernels are listed with the reason, its errors with their places. */
function reportUncompiled(
  job: UnitJob,
  unit: CompiledUnit,
  {
    definitions,
    lost,
    language,
    lines,
  }: {
    readonly definitions: readonly KernelDefinition[];
    readonly lost: readonly LostDefinition[];
    readonly language: Language;
    readonly lines: SourceLines;
  },
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
    const line = positive(d.line);
    const place = { file: d.file, line, column: columnOf(lines.line(d.file ?? file, line ?? 1), positive(d.column)) };
    emit({ type: 'problem', problem: { ...place, severity: 'error', message: d.message } });
  }
  const all = [...definitions.map((definition) => ({ ...definition, file })), ...lost];
  emit({ type: 'found', kernels: all.map((d) => ({ kernel: d.name, file: d.file, line: d.line })) });
  for (const definition of all) {
    emit({ type: 'kernel', result: notAnalysed(definition, definition.file, language, why), findings: [] });
  }
}

function lostByFile(lost: readonly LostDefinition[], lines: SourceLines) {
  const files = [...new Set(lost.map(({ file }) => file))];
  return files.map((file) => ({ text: lines.text(file), definitions: lost.filter((one) => one.file === file) }));
}

/** A kernel of a header that the unit would have had. */
interface LostDefinition extends KernelDefinition {
  readonly file: string;
  readonly error: string;
}

/**
 * The kernels of included headers that may be lost with what was taken out: those of headers of which it names a function.
 * Of a unit that does not compile, all that are no templates.
 */
function lostDefinitions(
  { result, removals, errors }: CompiledUnit,
  {
    file,
    language,
    macros,
    lines,
  }: { file: string; language: Language; macros: readonly string[]; lines: SourceLines },
): LostDefinition[] {
  if (result.ir !== null && removals.length === 0) return [];
  const words = new Map<string, Removal>();
  for (const removal of removals) {
    for (const [word] of removal.text.matchAll(/[A-Za-z_]\w*/g)) if (!words.has(word)) words.set(word, removal);
  }
  return result.includes.flatMap((path) => {
    if (path === file) return [];
    const definitions = kernelDefinitions(lines.text(path), language, macros);
    if (definitions.length === 0) return [];
    const names = [...definedFunctions(lines.text(path)), ...definitions.map(({ name }) => name)];
    const removal = removals.find((one) => one.file === path) ?? names.flatMap((name) => words.get(name) ?? [])[0];
    if (removal === undefined && result.ir !== null) return [];
    const error = removal?.error ?? errors[0]?.message ?? 'it does not compile';
    const some =
      result.ir === null && removal === undefined ? definitions.filter(({ isTemplate }) => !isTemplate) : definitions;
    return some.map((definition) => ({ ...definition, file: path, error }));
  });
}

/** The compiler counts bytes. */
function columnOf(text: string | undefined, byteColumn: number | null): number | null {
  if (text === undefined || byteColumn === null) return byteColumn;
  return columnOfOffset(text, offsetOfByte(text, byteColumn));
}

/** What was taken out of the text to make the rest compile. Without host code the kernels lose nothing. */
function removalProblem(removal: Removal): Problem {
  const what =
    removal.kind === 'other'
      ? 'a declaration'
      : `${removal.isStatement ? 'a statement of ' : ''}${removal.kind} function${removal.name === '' ? '' : ` ${removal.name}`}`;
  const severity = removal.kind === 'kernel' || removal.kind === 'device' ? 'error' : 'warning';
  const message = `${what} was left out: ${removal.error}`;
  return { file: removal.file, line: removal.errorLine, column: null, severity, message };
}

/** The reason with the compiler's error and its place, where it stands in code that was taken out: nothing else is left there. */
export function withCompilerError(reason: Reason, removals: readonly Removal[]): Reason {
  const { kind, place } = reason;
  if (kind !== 'unsupported' || place === null) return reason;
  const line = place.line ?? 0;
  const removal = removals.find((one) => one.file === place.file && one.line <= line && line <= lastLine(one));
  if (removal === undefined) return reason;
  return { ...reason, text: `${reason.text}: ${removal.error}`, place: placeAt(removal.file, removal.errorLine) };
}

function lastLine(removal: Removal): number {
  return removal.line + removal.text.split('\n').length - 1;
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
  why: Pick<Reason, 'text' | 'place' | 'nextStep'>,
): KernelResult {
  return {
    kernel: definition.name,
    file,
    line: definition.line,
    language,
    verdict: 'inconclusive',
    conditions: [],
    reasons: [{ ...why, kind: 'not-analysed' }],
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
