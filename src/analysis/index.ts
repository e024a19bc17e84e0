/**
 * Analysis: files of a tree in, the `Result` out. Units run in worker threads with a budget each; whatever happens to
 * a worker, every kernel that is known of is answered, and the order of the result depends on the input alone.
 */

import { kernelDefinitions } from '../lexical/kernel-definitions.ts';
import { mayBeAsked } from '../lexical/kernel-names.ts';
import { isPtxFile, ptxEntries } from '../lexical/ptx-entries.ts';
import type { KernelExplanation } from '../model/explanation.ts';
import type { Interruption } from '../model/interruption.ts';
import type { CheckOptions } from '../model/options.ts';
import type { KernelOutline } from '../model/outline.ts';
import type { KernelPairs } from '../model/pairs.ts';
import type { Progress } from '../model/progress.ts';
import type { Problem, Result } from '../model/result.ts';
import { type SettledKernel, UNTOUCHED_MS } from '../model/same-kernels.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { entryPoint } from '../platform/assets.ts';
import { answeredDefinitions, collect, definitionKey, withoutDefinitions } from '../result/collect.ts';
import { plural } from '../result/kernels.ts';
import { openTree, snapshot, type TreeDescription } from '../source/index.ts';
import type { UnitJob } from '../unit/job.ts';
import type { FoundKernel, UnitOutcome } from '../unit/outcome.ts';
import type { AnalyseOptions } from './analyse-options.ts';
import { loadEngineParts } from './engines.ts';
import { inputMistakes } from './input-mistakes.ts';
import { languageOf } from './language.ts';
import { DEFAULT_LIMITS, type PoolLimits, type PoolSettings, runUnits } from './pool.ts';
import { isLeftToOther, withSettled } from './same-kernels.ts';
import { surroundingsOf } from './surroundings.ts';

/**
 * @param files Relative to the tree's root.
 * @param limits For tests.
 * @throws Error when the tree cannot be opened or the engines cannot be loaded.
 */
export async function analyse(
  tree: TreeDescription,
  files: readonly string[],
  options: AnalyseOptions,
  progress: Progress,
  limits: PoolLimits = DEFAULT_LIMITS,
): Promise<Result> {
  const startedAt = performance.now();
  // A root that does not exist is the caller's error, and not one per file.
  const source = openTree(tree);
  const asked = [...new Set(files)].sort();
  const isAsked = new Set(asked);
  const { optionsOf, around = () => [], explain, pairs, questions, cache, ...more } = options;
  const { fingerprints, untouched, settled, told, reserve, side, time, interruption, ...ofRun } = more;
  const optionsFor = (file: string) => optionsOf?.(file) ?? ofRun;
  // Explanations and answers are not kept.
  const used = explain === undefined && questions === undefined ? (cache ?? null) : null;
  const surroundings = surroundingsOf(source, asked, around);
  const jobOf = (file: string): UnitJob => {
    const launchers = surroundings.launchers.get(file)?.map((other) => ({ file: other, options: optionsFor(other) }));
    const mentions = surroundings.mentions.get(file);
    return {
      file,
      language: languageOf(source, file, optionsFor(file).language),
      options: questions === undefined ? optionsFor(file) : briefly(optionsFor(file)),
      skip: new Map(),
      templateLaunches: surroundings.launches,
      ...surroundings.said,
      ...(isAsked.has(file) ? {} : { kernelsOf: isAsked }),
      ...(explain === undefined ? {} : { explain: { places: explain.places } }),
      ...ofComparison(pairs),
      ...(questions === undefined ? {} : { questions: questions.asked }),
      ...(launchers === undefined ? {} : { launchers }),
      ...(mentions === undefined ? {} : { mentions }),
      ...(used === null ? {} : { observe: true as const }),
      ...(fingerprints === undefined ? {} : { tellsFingerprints: true as const }),
    };
  };
  const all = [...asked, ...surroundings.helpers].map(jobOf);
  // Of a unit that the cache knows nothing has to be decided.
  const isKnown = fingerprints === undefined ? null : used?.knows(all, source);
  const jobs = all
    .filter((_, i) => isKnown?.[i] !== true)
    .map((job) => withOtherSide(job, { untouched, settled }, all));
  progress.start(jobs.length);
  try {
    const shared = {
      // What was read already need not be read again in each worker.
      tree: () => snapshot(source) ?? tree,
      definitions: (job: UnitJob) => kernelsOf(told?.get(job.file)) ?? askedDefinitionsIn(source, job),
      limits,
    };
    const ofJobs: (readonly [UnitJob, UnitOutcome])[] = [];
    const run = async (some: readonly UnitJob[]): Promise<UnitOutcome[]> => {
      const kept = fingerprints === undefined ? used?.find(some, source) : null;
      const known = some.map((job, i) => kept?.[i] ?? toldBefore(job, told));
      for (const [i, outcome] of known.entries()) if (outcome !== null) reportKnown(some[i]!.file, outcome, progress);
      const open = some.filter((_, i) => known[i] === null);
      const pool = () => poolFor({ jobs: ofRun.jobs, reserve, side, time, interruption }, shared);
      const fresh = (open.length === 0 ? [] : await runUnits(open, pool(), progress)).values();
      const found = known.map((outcome) => outcome ?? fresh.next().value!);
      const ofOther = (await settled?.kernels) ?? new Map<string, readonly SettledKernel[]>();
      const outcomes = found.map((outcome, i) => withSettled(outcome, ofOther.get(some[i]!.file) ?? []));
      for (const [i, job] of some.entries()) {
        const { observations } = outcomes[i]!;
        if (observations != null && fingerprints === undefined) used?.put(job, outcomes[i]!, observations);
      }
      ofJobs.push(...outcomes.map((outcome, i) => [some[i]!, outcome] as const));
      return outcomes.map((outcome, i) => (some[i]!.kernelsOf === undefined ? outcome : ofHelper(outcome)));
    };
    const programs = await run(jobs.filter(({ file }) => !surroundings.parts.has(file)));
    const answered = answeredDefinitions(programs);
    // A part of another file is analysed with that file. A part with a kernel that was not answered there is analysed
    // alone, and so is one whose kernels the text does not show (macros make them).
    const parts = jobs.filter(({ file }) => surroundings.parts.has(file));
    const left = parts.filter((job) => hasUnanswered(definitionsIn(source, job), answered));
    for (const { file } of parts.filter((job) => !left.includes(job))) progress.fileDone(file);
    const alone = (await run(left)).map((outcome) => ofPart(outcome, answered));
    const outcomes = [...programs, ...alone];
    fingerprints?.take(byUnit(ofJobs));
    untouched?.take(new Map([...byUnit(ofJobs)].map(([file, outcome]) => [file, outcome.untouched ?? []])));
    const result = collect(outcomes, asked.length, Math.round(performance.now() - startedAt));
    explain?.take(explanationsOf(outcomes, result));
    pairs?.take(...pairsOf(outcomes));
    questions?.take(outcomes.flatMap((outcome) => outcome.answers ?? []));
    const mistakes = inputMistakes(result.kernels, jobs, asked, source);
    return {
      ...result,
      problems: [...result.problems, ...surroundings.problems, ...mistakes, ...leftProblems(ofJobs, interruption)],
    };
  } finally {
    progress.stop();
  }
}

interface Shares extends Pick<AnalyseOptions, 'jobs'> {
  readonly reserve: AnalyseOptions['reserve'] | undefined;
  readonly side: AnalyseOptions['side'] | undefined;
  readonly time: AnalyseOptions['time'] | undefined;
  readonly interruption: AnalyseOptions['interruption'] | undefined;
}

/** The workers of a run. */
function poolFor(
  { jobs: workers, reserve, side, time, interruption }: Shares,
  { tree, ...shared }: Pick<PoolSettings, 'definitions' | 'limits'> & { readonly tree: () => TreeDescription },
): PoolSettings {
  return {
    ...shared,
    script: entryPoint('worker.js', 'analysis/worker.ts'),
    tree: tree(),
    workers,
    engines: loadEngineParts(),
    ...(reserve === undefined ? {} : { reserve }),
    ...(side === undefined ? {} : { side }),
    ...(time === undefined ? {} : { time }),
    ...(interruption === undefined ? {} : { interruption }),
  };
}

function hasUnanswered(definitions: readonly FoundKernel[], answered: ReadonlySet<string>): boolean {
  return definitions.length === 0 || definitions.some((found) => !answered.has(definitionKey(found)));
}

function pairsOf(outcomes: readonly UnitOutcome[]): [KernelPairs[], KernelOutline[]] {
  return [outcomes.flatMap(({ pairs = [] }) => pairs), outcomes.flatMap(({ outlines = [] }) => outlines)];
}

/** What a unit is asked besides verdicts, for a comparison. */
function ofComparison(pairs: AnalyseOptions['pairs']): Pick<UnitJob, 'tellsPairs' | 'near'> {
  if (pairs === undefined) return {};
  return { tellsPairs: true, ...(pairs.near === undefined ? {} : { near: pairs.near }) };
}

/** Names that are told of files which had no turn. */
const LEFT_SHOWN = 20;

/** That something had to be analysed and was not. It is of no file: kernels may be missing anywhere. */
function leftProblems(
  units: readonly (readonly [UnitJob, UnitOutcome])[],
  interruption: Interruption | undefined,
): Problem[] {
  const files = units.flatMap(([{ file }, { isLeft }]) => (isLeft === true ? file : []));
  if (files.length === 0) return [];
  const named = files.sort().slice(0, LEFT_SHOWN).join(', ');
  const more = files.length > LEFT_SHOWN ? ` and ${files.length - LEFT_SHOWN} more` : '';
  const by = interruption?.by ?? null;
  const end = by === null ? 'the time of the run was over' : `the run was ended (${by})`;
  const message = `${end} before ${files.length} of ${plural(units.length, 'file')} were analysed: ${named}${more}`;
  return [{ file: null, line: null, column: null, severity: 'error', message }];
}

interface OtherSide {
  readonly untouched: AnalyseOptions['untouched'] | undefined;
  readonly settled: AnalyseOptions['settled'] | undefined;
}

/** Time for all kernels of a run that the change does not touch, for each worker. A unit has its part of it, or this. */
const UNTOUCHED_RUN_MS = 10_000;
const UNTOUCHED_UNIT_MS = 1_000;

/** @param all the jobs of the run */
function withOtherSide(job: UnitJob, { untouched, settled }: OtherSide, all: readonly UnitJob[]): UnitJob {
  const digests = untouched?.digests.get(job.file);
  const left = settled?.digests.get(job.file);
  const units = all.filter(({ file }) => untouched?.digests.has(file)).length;
  const workers = Math.min(job.options.jobs, Math.max(units, 1));
  const allMs = Math.max(UNTOUCHED_UNIT_MS, (UNTOUCHED_RUN_MS * workers) / Math.max(units, 1));
  return {
    ...job,
    ...(digests === undefined ? {} : { untouched: { digests, eachMs: UNTOUCHED_MS, allMs } }),
    ...(left === undefined || left.size === 0 ? {} : { leftToOther: left }),
  };
}

/** What was told with the fingerprints of a unit of which all is left to the other side. */
function toldBefore({ file, leftToOther }: UnitJob, told: ReadonlyMap<string, UnitOutcome> = new Map()) {
  const before = told.get(file);
  return before !== undefined && leftToOther !== undefined && isLeftToOther(before, leftToOther) ? before : null;
}

function byUnit(outcomes: readonly (readonly [UnitJob, UnitOutcome])[]): Map<string, UnitOutcome> {
  return new Map(outcomes.map(([{ file }, outcome]) => [file, outcome]));
}

/** A kernel's answers are worth less time than its verdict. */
const ANSWERS_MS = 10_000;

function briefly(options: CheckOptions): CheckOptions {
  return { ...options, timeoutMs: Math.min(options.timeoutMs, ANSWERS_MS) };
}

function reportKnown(file: string, { kernels, findings }: UnitOutcome, progress: Progress): void {
  progress.fileFound(file, kernels.length);
  for (const { kernel, verdict } of kernels) {
    const ofKernel = findings.filter((finding) => finding.kernel === kernel);
    progress.kernelDone(file, { kernel, verdict, findings: ofKernel });
  }
  progress.fileDone(file);
}

/** The explanations of the kernels that are in the result, one of each, in its order. */
function explanationsOf(outcomes: readonly UnitOutcome[], result: Result): KernelExplanation[] {
  const all = outcomes.flatMap((outcome) => outcome.explanations ?? []);
  return result.kernels.flatMap(({ kernel, file, line }) =>
    all.filter((one) => one.kernel === kernel && one.file === file && one.line === line),
  );
}

/** Nobody asked for the program itself: what is wrong with it matters as far as a header's kernels are left open by it. */
function ofHelper(outcome: UnitOutcome): UnitOutcome {
  return { ...outcome, problems: outcome.problems.map((problem): Problem => ({ ...problem, severity: 'warning' })) };
}

/** A part that was compiled alone: what the programs with it answered is answered, and without kernels it lacks nothing. */
function ofPart(outcome: UnitOutcome, answered: ReadonlySet<string>): UnitOutcome {
  return outcome.kernels.length === 0 ? { ...outcome, problems: [] } : withoutDefinitions(outcome, answered);
}

function kernelsOf(outcome: UnitOutcome | undefined): FoundKernel[] | undefined {
  return outcome?.kernels.map(({ kernel, file, line }) => ({ kernel, file, line }));
}

function askedDefinitionsIn(tree: SourceTree, job: UnitJob): FoundKernel[] {
  return definitionsIn(tree, job).filter(({ kernel }) => mayBeAsked(job.options.kernels, kernel));
}

/** The kernels that a unit has to answer for, by its text alone. */
function definitionsIn(tree: SourceTree, { file, language, kernelsOf }: UnitJob): FoundKernel[] {
  if (kernelsOf?.has(file) === false) return [];
  const text = Buffer.from(tree.read(file) ?? []).toString('utf8');
  try {
    const definitions = isPtxFile(file) ? ptxEntries(text) : kernelDefinitions(text, language);
    return definitions.map(({ name, line }) => ({ kernel: name, file, line }));
  } catch {
    // A text that overflows a regular expression; the problem of the unit stands without its kernels.
    return [];
  }
}

export type { AnalyseOptions } from './analyse-options.ts';
export { detectInTraces } from './detect-in-traces.ts';
export { languageOf } from './language.ts';
export { type PoolLimits, WorkerReserve } from './pool.ts';
export { readLog } from './read-log.ts';
export { simulateKernel } from './simulate.ts';
export type { SimulationOutcome, SimulationProblem } from './simulation-job.ts';
export { eachPiece } from './trace-range.ts';
