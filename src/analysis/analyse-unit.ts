/** One translation unit: reads it, and checks each of its kernels with the launches of each. */
import {
  type BrokenAssumption,
  type CheckedKernel,
  checkKernel,
  type KernelCheck,
  type ToldPairs,
} from '../check/index.ts';
import {
  conditionsOf,
  conditionsSoFar,
  type ProvedUnder,
  provedLikeOthers,
  TriedFacts,
  timeForCheck,
} from '../conditions/index.ts';
import { SYSROOT } from '../ir/our-files.ts';
import type { ProgramFunction } from '../ir/program.ts';
import type { Execution } from '../kernel/index.ts';
import type { Directive } from '../lexical/directives.ts';
import { isPtxFile } from '../lexical/ptx-entries.ts';
import { assumptionText } from '../model/assumption.ts';
import type { KernelPairs, LinesByFile } from '../model/pairs.ts';
import { nextStepOf, type Reason } from '../model/reason.ts';
import type { Finding, KernelResult, Problem } from '../model/result.ts';
import { UNTRIED } from '../model/same-kernels.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { withRaceIds } from '../result/race-id.ts';
import { withSuppression } from '../result/suppression.ts';
import { Terms } from '../terms/index.ts';
import type { UnitEvent } from '../unit/event.ts';
import type { UnitJob } from '../unit/job.ts';
import { answersTo } from './answers.ts';
import { replaying } from './confirm.ts';
import type { Engines } from './engines.ts';
import { isUnlaunched } from './kernel-launches.ts';
import { namesOfStandIns, otherStandIns, withOtherStandIns } from './other-stand-ins.ts';
import { type PreparedKernel, preparedKernel } from './prepared-kernel.ts';
import { readPtxUnit } from './read-ptx-unit.ts';
import { notAnalysed, readUnit, type UnitReading, withCompilerError } from './read-unit.ts';
import { KernelTime, RUN_TIME_OVER } from './run-time.ts';
import { SameKernels } from './same-kernels.ts';
import { SourceLines } from './source-lines.ts';
import { speltAsserts } from './spelt-assert.ts';
import { type Allowance, TemplateTime } from './template-time.ts';
import { briefly, hadTime, UntouchedTime } from './untouched.ts';

/** Who wants to see the steps between, such as `scripts/dump.ts`. */
export interface UnitWatch {
  read(unit: UnitReading): void;
  /** Once for each launch that a kernel is checked with. */
  executed(kernel: ProgramFunction, execution: Execution): void;
}

/** @returns false when the outcome is not what it is of a unit that is analysed by itself */
export function analyseUnit(
  job: UnitJob,
  tree: SourceTree,
  engines: Engines,
  emit: (event: UnitEvent) => void,
  watch: UnitWatch | null = null,
): boolean {
  const lines = new SourceLines(tree);
  const unit = isPtxFile(job.file)
    ? readPtxUnit(job, tree, emit, lines)
    : readUnit(job, tree, engines.clang, emit, lines);
  if (!unit) return true;
  watch?.read(unit);
  const used = new Set<Directive>();
  const context = { job, unit, engines, lines, used, watch, other: otherUnit(job, unit, tree, engines, lines) };
  const kernels = unit.kernels.map((kernel) => preparedKernel(kernel, context));
  const same = new SameKernels(job, unit, kernels);
  if (same.told !== null) emit({ type: 'fingerprints', kernels: same.told });
  const areWhole = checkTouched(same.toDecide, context, emit);
  for (const event of same.answers) emit(event);
  const isWhole = checkUntouched(same.untouched, context, emit) && areWhole;
  for (const directive of lines.directives(job.file).all) {
    if (directive.kind !== 'assume' || used.has(directive) || job.kernelsOf !== undefined) continue;
    const message = `the assumption is not used: it is no condition over what a kernel or launch here has (${directive.text})`;
    emit({
      type: 'problem',
      problem: { file: job.file, line: directive.line, column: null, severity: 'warning', message },
    });
  }
  return isWhole;
}

interface UnitContext {
  readonly job: UnitJob;
  readonly unit: UnitReading;
  readonly engines: Engines;
  readonly lines: SourceLines;
  /** The assumptions of the source that some kernel or launch has made use of. */
  readonly used: Set<Directive>;
  readonly watch: UnitWatch | null;
  /** The unit with other numbers for the macros that numbers stand in for; null where there is none, or it does not compile so. */
  readonly other: () => OtherUnit | null;
}

interface OtherUnit {
  readonly context: UnitContext;
  readonly kernels: readonly PreparedKernel[];
}

/** Read when it is asked for first. */
function otherUnit(
  job: UnitJob,
  { assumptions }: UnitReading,
  tree: SourceTree,
  engines: Engines,
  lines: SourceLines,
): UnitContext['other'] {
  const defines = otherStandIns(assumptions);
  let known: OtherUnit | null | undefined = defines.length === 0 ? null : undefined;
  return () => {
    if (known !== undefined) return known;
    const options = { ...job.options, defines: [...job.options.defines, ...defines] };
    const { explain: _, questions: __, tellsPairs: ___, ...same } = job;
    const asked: UnitJob = { ...same, options, findsConditions: false };
    const unit = readUnit(asked, tree, engines.clang, () => {}, lines);
    const context = unit && {
      job: asked,
      unit,
      engines,
      lines,
      used: new Set<Directive>(),
      watch: null,
      other: () => null,
    };
    known = context && { context, kernels: context.unit.kernels.map((kernel) => preparedKernel(kernel, context)) };
    return known;
  };
}

/** An error has to be one for other numbers as well, where some stand in for what nobody defines. */
function underOtherStandIns(
  { kernel }: PreparedKernel,
  event: KernelEvent,
  { other, unit }: UnitContext,
  allowance: Allowance,
): KernelEvent {
  const read = event.result.verdict === 'racy' ? other() : null;
  const same = read?.kernels.find((one) => one.kernel.sourceName === kernel.sourceName);
  if (read == null || same === undefined) return event;
  const { event: answer } = checkOne(same, read.context, { ...allowance, ...NOTHING_KNOWN }, () => {});
  return withOtherStandIns(event, answer, namesOfStandIns(unit.assumptions));
}

const NOT_ASKED: Reason = { kind: 'other', text: 'no verdict was asked for', place: null };

function toldPairs({ kernel, file, line }: KernelResult, findings: readonly Finding[], told: ToldPairs): KernelPairs {
  const facts = findings.flatMap(({ raceId }, i) => {
    const ofFinding = told.findings[i];
    return ofFinding == null ? [] : { raceId, ...ofFinding };
  });
  const { open, omitted, isComplete, left, openBarriers } = told;
  const undecided = { left: left && [...left], openBarriers: openBarriers && [...openBarriers] };
  return { kernel, file, line, open: [...open], omitted, isComplete, ...undecided, findings: facts };
}

/** @returns true when none of them could have made use of more time than the run had */
function checkTouched(
  kernels: readonly PreparedKernel[],
  context: UnitContext,
  emit: (event: UnitEvent) => void,
): boolean {
  const { until, options } = context.job;
  const time = new KernelTime(until, options.timeoutMs);
  const templates = new TemplateTime();
  const { first, others } = byTemplate(kernels);
  let isWhole = true;
  for (const [done, prepared] of [...first, ...others].entries()) {
    const full = time.next((done < first.length ? first.length : kernels.length) - done);
    if (full === null) {
      emit(untried(prepared, context, RUN_TIME_OVER));
      isWhole = false;
      continue;
    }
    emit({ type: 'begin', kernel: prepared.kernel.sourceName });
    const { event, isWhole: hadEnough } = checkInstance(prepared, context, { full, templates }, emit);
    emit(event);
    isWhole &&= full >= options.timeoutMs || hadEnough;
  }
  return isWhole;
}

/** @returns `isWhole`: more time would have made no difference */
function checkInstance(
  prepared: PreparedKernel,
  context: UnitContext,
  { full, templates }: { readonly full: number; readonly templates: TemplateTime },
  emit: (event: UnitEvent) => void,
): { readonly event: KernelEvent; readonly isWhole: boolean } {
  const within = (allowance: Allowance) => {
    const startedAt = performance.now();
    const { given, enough } = allowance;
    const { event, proved } = checkOne(prepared, context, allowance, emit);
    const taken = performance.now() - startedAt;
    const times = { full, given, enough, taken };
    return { event, proved, times, isWhole: hadTime(startedAt, enough ?? given) };
  };
  if (context.job.skip.get(prepared.kernel.sourceName)?.kind === 'cut-short') templates.lost(prepared);
  const allowance = templates.allowance(prepared, full);
  const tried = within(allowance);
  const { event, proved, times, isWhole } = templates.wantsMore(prepared, tried.times, tried.event)
    ? within({ ...allowance, given: full, enough: null })
    : tried;
  const why = templates.done(prepared, times, { ...event, proved });
  if (why === null) return { event, isWhole };
  const { result } = event;
  return { event: { ...event, result: { ...result, reasons: [...result.reasons, why] } }, isWhole };
}

/** One instance of each template, and the others: a race of one is mostly a race of all. */
function byTemplate(kernels: readonly PreparedKernel[]) {
  const first = new Map<string, PreparedKernel>();
  const others: PreparedKernel[] = [];
  for (const prepared of kernels) {
    const { file, line } = prepared.place;
    const place = `${line} ${file}`;
    if (first.has(place)) others.push(prepared);
    else first.set(place, prepared);
  }
  return { first: [...first.values()], others };
}

/**
 * Kernels that the change does not touch, with little time for each and for all of them.
 * @returns true when none of them could have made use of more time
 */
function checkUntouched(
  kernels: readonly PreparedKernel[],
  context: UnitContext,
  emit: (event: UnitEvent) => void,
): boolean {
  const { job } = context;
  if (job.untouched === undefined) return true;
  const time = new UntouchedTime(job.untouched, job.options.timeoutMs, job.until);
  let isWhole = true;
  for (const prepared of kernels) {
    const timeLimit = time.next();
    if (timeLimit === null) {
      emit(untried(prepared, context, UNTRIED));
      isWhole = false;
      continue;
    }
    emit({ type: 'begin', kernel: prepared.kernel.sourceName, timeLimit });
    const allowance = { given: timeLimit, enough: null, ...NOTHING_KNOWN };
    const checked = briefly(timeLimit, job.options.timeoutMs, () => checkOne(prepared, context, allowance, emit).event);
    emit(checked.event);
    isWhole &&= checked.isWhole;
  }
  return isWhole;
}

function untried({ kernel, place }: PreparedKernel, { unit }: UnitContext, reason: Reason): UnitEvent {
  const definition = { name: kernel.sourceName, line: place.line, isTemplate: false };
  const result = notAnalysed(definition, place.file, unit.language, reason);
  return { type: 'kernel', result: { ...result, reasons: [reason] }, findings: [] };
}

const NO_LINES: LinesByFile = new Map();
/** Of other instances. */
const NOTHING_KNOWN: Pick<Allowance, 'raced' | 'proof'> = { raced: new Map(), proof: null };

/** A launch that breaks what is stated of it: what is said of the kernel does not hold there. */
function brokenProblem({ assumption, place }: BrokenAssumption, { sourceName }: ProgramFunction): Problem {
  const message = `this launch of ${sourceName} breaks an assumption: ${assumptionText(assumption)}`;
  return { ...place, column: null, severity: 'error', message };
}

type KernelEvent = Extract<UnitEvent, { type: 'kernel' }>;

/** @returns `proved`: under what it is free of races, where that was looked for */
function checkOne(
  prepared: PreparedKernel,
  context: UnitContext,
  allowance: Allowance,
  emit: (event: UnitEvent) => void,
): { readonly event: KernelEvent; readonly proved: ProvedUnder | null } {
  const undecided = (event: KernelEvent) => ({ event, proved: null });
  const { given, enough, raced, proof } = allowance;
  const { kernel, place, launches, advises } = prepared;
  const { job, unit, engines, lines, watch } = context;
  const { options } = job;
  const { program, language } = unit;
  const startedAt = performance.now();
  const skipped = job.skip.get(kernel.sourceName);
  if (skipped !== undefined) {
    const definition = { name: kernel.sourceName, line: place.line, isTemplate: false };
    const result = notAnalysed(definition, place.file, language, skipped);
    return undecided({ type: 'kernel', result, findings: [] });
  }
  const check: KernelCheck = {
    program,
    language,
    kernel,
    launches,
    neverMet: new Map(),
    headerPrefix: SYSROOT,
    warpModel: options.warpModel,
    solver: engines.solver,
    timeLimit: given,
    enough,
    raced,
    sourceLine: (path, line) => lines.line(path, line),
    advises,
    whether: null,
    settles: null,
    confirm: replaying(program, options.warpModel),
    explain: job.explain ?? null,
    tellsPairs: job.tellsPairs ?? false,
    near: job.near ?? NO_LINES,
    onSettled: (outcome, isComplete) => {
      const { result, findings, pairs } = answered(prepared, context, { ...outcome, launches }, startedAt);
      // What is left is not known.
      const told = isComplete ? pairs : pairs && { ...pairs, isComplete: false, left: null, openBarriers: null };
      emit({ type: 'settled', isComplete, result, findings, ...(told === undefined ? {} : { pairs: told }) });
    },
    onExecution: watch && ((execution) => watch.executed(kernel, execution)),
  };
  if (job.questions !== undefined) {
    const definition = { name: kernel.sourceName, line: place.line, isTemplate: false };
    const result = notAnalysed(definition, place.file, language, NOT_ASKED);
    const asked = job.questions.find((one) => one.kernel === kernel.sourceName)?.pairs ?? [];
    const answers = asked.length === 0 ? [] : answersTo(asked, check);
    return undecided({ type: 'kernel', result, findings: [], answers });
  }
  const isAsked = check.explain === null && job.findsConditions !== false;
  // A comparison asks for more than the verdict.
  const like = proof !== null && isAsked && !check.tellsPairs ? provedLikeOthers(check, proof, startedAt) : null;
  if (like !== null) {
    return { event: answered(prepared, context, like.answer, startedAt, like.proved), proved: like.proved };
  }
  // What was tried for the sake of others is time of its own.
  const rest = () => Math.max(1, startedAt + given - performance.now());
  const own = { ...check, timeLimit: rest() };
  const timeLimit = isAsked ? timeForCheck(own, proof?.isForAll ?? false) : own.timeLimit;
  let early: ProvedUnder | null = null;
  const tried = new TriedFacts();
  const settles = (soFar: CheckedKernel) => {
    early = conditionsSoFar(check, soFar, startedAt, tried);
    return early !== null;
  };
  const first = checkKernel({ ...check, timeLimit, settles: isAsked && !check.tellsPairs ? settles : null });
  const proved = early ?? (isAsked ? conditionsOf(check, first, startedAt, tried) : null);
  // What was kept for conditions, and was not needed, may show a race after all.
  const left = rest();
  const isCutShort = first.verdict === 'inconclusive' && first.reasons.some((one) => nextStepOf(one) === 'more-time');
  const isOver = proved !== null || !isCutShort || left <= timeLimit;
  const answer = isOver ? first : checkKernel({ ...check, timeLimit: left });
  for (const broken of answer.broken) emit({ type: 'problem', problem: brokenProblem(broken, kernel) });
  const event = answered(prepared, context, answer, startedAt, proved);
  return { event: underOtherStandIns(prepared, event, context, allowance), proved };
}

/** @param proved what makes it `conditional`, or `race-free` where it takes nothing */
function answered(
  { kernel, place, standIn }: PreparedKernel,
  { job, unit, lines }: UnitContext,
  answer: Omit<CheckedKernel, 'executions' | 'covered'>,
  startedAt: number,
  proved: ProvedUnder | null = null,
): KernelEvent {
  const found = (proved ?? answer).findings;
  const identified = withRaceIds(found);
  const result: KernelResult = {
    kernel: kernel.sourceName,
    file: place.file,
    line: place.line,
    language: unit.language,
    verdict: proved === null ? answer.verdict : proved.conditions.length === 0 ? 'race-free' : 'conditional',
    conditions: (proved?.conditions ?? []).map(({ fact: { kind, text }, finding }) => {
      const { raceId } = identified[found.indexOf(finding)]!;
      return { kind, text, file: place.file, line: place.line, raceId };
    }),
    reasons: proved === null ? answer.reasons.map((reason) => withCompilerError(reason, unit.removals)) : [],
    assumptions: speltAsserts(
      [...(proved ?? answer).assumptions, ...unit.assumptions, ...(standIn === null ? [] : [standIn])],
      (path, line) => lines.line(path, line),
    ),
    launches: answer.launches.flatMap((make) => make(new Terms()).source ?? []),
    accessPairs: answer.accessPairs,
    solverCalls: answer.solverCalls,
    solverPairs: answer.solverPairs,
    elapsedMs: Math.round(performance.now() - startedAt),
  };
  const findings: Finding[] = identified.map((finding) =>
    withSuppression(finding, place, (path) => lines.directives(path)),
  );
  return {
    type: 'kernel',
    result,
    findings,
    ...(answer.pairs === null ? {} : { pairs: toldPairs(result, findings, answer.pairs) }),
    isUnlaunched: result.launches.length === 0 && isUnlaunched(job, unit, kernel),
    ...(job.explain === undefined
      ? {}
      : {
          explanation: { kernel: result.kernel, file: result.file, line: result.line, launches: answer.explanations },
        }),
  };
}
