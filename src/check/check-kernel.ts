/**
 * One kernel under one or more launches: executes it symbolically, decides every pair of accesses and every barrier,
 * and says what the verdict rests on.
 */

import type { Program, ProgramFunction, SourceLocation } from '../ir/program.ts';
import {
  type KernelAccess,
  type KernelLaunch,
  Load,
  type MemoryObject,
  placeIn,
  withBlockValues,
} from '../kernel/index.ts';
import { type Assumption, assumptionText } from '../model/assumption.ts';
import { Distinct } from '../model/distinct.ts';
import type { ExplainRequest, LaunchExplanation } from '../model/explanation.ts';
import { messageOf } from '../model/finding-message.ts';
import type { WarpModel } from '../model/options.ts';
import { placeAt } from '../model/place.ts';
import type { Reason, ReasonKind } from '../model/reason.ts';
import type { Evidence, FindingWithoutId, Verdict } from '../model/result.ts';
import { EVIDENCE } from '../model/result.ts';
import { isDefect } from '../model/rules.ts';
import { type Cond, type Evaluator, type Int, isConstant, someAtom, Terms, visitAtoms } from '../terms/index.ts';
import { candidatePairs, mayRace } from './candidate-pairs.ts';
import { decideBarrier } from './divergence.ts';
import { executionOf, launchedKernel } from './execution-of.ts';
import { conditionText, ExplanationLog, termText } from './explanation-log.ts';
import {
  divergenceFinding,
  type FindingContext,
  placeOf,
  raceFinding,
  redundancyFinding,
  type WitnessThreads,
} from './findings.ts';
import { fetchAddAssumptions, MemoryOrder } from './order/index.ts';
import { sizesThatMatter } from './plausible-launch.ts';
import { raceContextOf } from './race-context.ts';
import { decidePair, isPlainlySafe } from './races.ts';
import { redundantBarriers } from './redundant-barriers.ts';
import { Queries } from './smt/query.ts';
import type { Solver } from './smt/solver.ts';
import { isGuess } from './symbols.ts';
import { anyThread } from './thread-pair.ts';

export interface KernelQuestion {
  readonly program: Program;
  readonly kernel: ProgramFunction;
  /** Makes each launch in a fresh arena; at least one. */
  readonly launches: readonly ((terms: Terms) => KernelLaunch)[];
  readonly headerPrefix: string;
  readonly warpModel: WarpModel;
  readonly solver: () => Solver;
  /** Milliseconds after which no further pair is begun; what is left is open. */
  readonly timeLimit: number;
  readonly sourceLine: (file: string, line: number) => string | undefined;
  /** Whether barriers that order nothing are looked for, should the kernel be free of races. */
  readonly advises: boolean;
  /** Tries to make a finding happen; null where there is nothing to execute it with. */
  readonly confirm: ((finding: FindingWithoutId, confirmation: Confirmation) => FindingWithoutId) | null;
  /** Which pairs to explain; null or nothing: none. */
  readonly explain?: ExplainRequest | null;
}

/** What a replay needs beyond the finding itself. */
export interface Confirmation {
  readonly kernel: ProgramFunction;
  readonly launch: KernelLaunch;
  /** True when sizes or arguments that matter here were guessed: that it happens then does not mean that it happens. */
  readonly restsOnGuess: boolean;
  /** The model. */
  readonly values: Evaluator;
  /** Scalar parameters (`n`) and scalar fields of struct parameters (`p@8`) by name. */
  readonly parameters: ReadonlyMap<string, Int>;
  /** What the model says of memory that the kernel only reads. */
  readonly contents: readonly ModelContent[];
  /** Where the two accesses stand, or the barrier. */
  readonly locations: readonly (SourceLocation | null)[];
  /** The same finding with other threads that meet, at so many bytes into the memory; null where that makes no sense. */
  readonly withThreads: ((threads: WitnessThreads, offset: bigint) => FindingWithoutId) | null;
}

/** A value in memory that the two threads read on their way to the race. */
export interface ModelContent {
  readonly object: MemoryObject;
  /** Bytes from the object's start. */
  readonly offset: bigint;
  /** Bytes. */
  readonly size: number;
  readonly value: bigint;
}

export interface KernelAnswer {
  readonly verdict: Verdict;
  readonly reasons: readonly Reason[];
  readonly assumptions: readonly Assumption[];
  readonly findings: readonly FindingWithoutId[];
  readonly accessPairs: number;
  readonly solverCalls: number;
  /** Those of the pairs that were not decided without the solver. */
  readonly solverPairs: number;
  /** One for each launch, when explanations were asked for. */
  readonly explanations: readonly LaunchExplanation[];
}

/** Z3's deterministic budget per query: about two seconds on a slow machine. */
const QUERY_BUDGET = 3_000_000;
/** Possible races of one pair of places (an unrolled loop has many) after which no better one is looked for. */
const GUESS_LIMIT = 8;
/** After so many findings of one kernel the rest adds nothing for a reader. */
const FINDING_LIMIT = 50;

export function checkKernel(question: KernelQuestion): KernelAnswer {
  const collected = new Collected(question);
  const deadline = performance.now() + question.timeLimit;
  for (const makeLaunch of question.launches) checkLaunch(question, makeLaunch, collected, deadline);
  if (question.advises) advise(question, collected, deadline);
  return collected.answer();
}

/** Notes barriers that order nothing under every launch. */
function advise(question: KernelQuestion, collected: Collected, deadline: number): void {
  if (!collected.isClean) return;
  const { program, sourceLine } = question;
  const place = { program, sourceLine, kernel: question.kernel.sourceName };
  let common: Map<string, FindingWithoutId> | null = null;
  for (const makeLaunch of question.launches) {
    const found = new Map<string, FindingWithoutId>();
    for (const barrier of redundantBarriers({ ...question, deadline }, makeLaunch)) {
      const finding = redundancyFinding(place, barrier);
      const [at] = finding.accesses;
      const key = `${at!.file}:${at!.line}:${at!.column}`;
      if (common === null || common.has(key)) found.set(key, finding);
    }
    common = found;
    if (found.size === 0) return;
  }
  for (const finding of common?.values() ?? []) collected.found(finding);
}

function checkLaunch(
  question: KernelQuestion,
  makeLaunch: (terms: Terms) => KernelLaunch,
  collected: Collected,
  deadline: number,
): void {
  const terms = new Terms();
  const launch = makeLaunch(terms);
  const launched = launchedKernel(question, terms, launch);
  const { launchTerms, threads } = launched;
  const execution = withBlockValues(terms, executionOf(question, launched), launchTerms);
  for (const a of launch.assumptions) collected.assume(a);
  for (const a of execution.assumptions) collected.assume(a);
  for (const r of execution.refusals) collected.refused(r);

  const decisive = [...execution.accesses.flatMap((a) => [a.path, a.offset]), ...execution.barriers.map((b) => b.path)];
  for (const a of fetchAddAssumptions(execution.tickets, decisive)) collected.assume(a);

  const copy = execution.accesses.find((a) => a.copy !== null);
  if (copy && launch.blockDim.every((size) => size === terms.one)) {
    // Pairs are pairs of threads; here a thread would have to be held against the copies it made itself.
    collected.reason('unsupported', 'group copies in blocks of one thread are not modelled', copy.location);
  }

  const queries = new Queries(terms, question.solver, QUERY_BUDGET, deadline);
  const facts = launch.facts;
  const context: FindingContext = {
    program: question.program,
    kernel: question.kernel.sourceName,
    launch: launchTerms,
    parameters: execution.parameters,
    terms,
    loadPlaces: execution.loadPlaces,
    sourceLine: question.sourceLine,
  };
  const explanations = question.explain
    ? new ExplanationLog(question.explain, (location, address) => placeOf(context, location, address))
    : null;
  if (explanations) queries.listener = (decision) => explanations.decided(decision);

  const confirm = (
    finding: FindingWithoutId,
    values: Evaluator,
    roots: readonly (Cond | Int)[],
    locations: readonly (SourceLocation | null)[],
    withThreads: Confirmation['withThreads'],
  ): FindingWithoutId =>
    question.confirm?.(finding, {
      kernel: question.kernel,
      launch,
      restsOnGuess:
        launch.isGuess || mentions([...roots, ...sizesThatMatter(finding.rule, launchTerms)], launch.guesses),
      values,
      parameters: execution.parameters,
      contents: contentsOf(values, roots),
      locations,
      withThreads,
    }) ?? finding;

  for (const barrier of execution.barriers) {
    explanations?.barrier(barrier);
    explanations?.asked({ threads: 'one thread gets here, another of the same block does not', parts: [] });
    const answer = decideBarrier({ terms, launch: launchTerms, facts, loops: execution.loops, queries }, barrier);
    if (answer.status === 'uniform')
      explanations?.outcome('safe', 'the threads of the block get here together, or not at all');
    else if (answer.status === 'open') explanations?.outcome('open', answer.reason);
    else explanations?.outcome(isGuess(answer.divergence.leansOn) ? 'possible' : 'divergent');
    if (answer.status === 'uniform') continue;
    const certain = answer.status === 'divergent' && !isGuess(answer.divergence.leansOn);
    if (answer.status === 'divergent' && certain) {
      const { pair, values } = answer.divergence;
      const roots = [pair.first.cond(barrier.path), pair.second.cond(barrier.path)];
      collected.found(confirm(divergenceFinding(context, answer.divergence), values, roots, [barrier.location], null));
    } else {
      const [kind, why] =
        answer.status === 'open' ? ([answer.kind, `: ${answer.reason}`] as const) : (['undecided', ''] as const);
      const text = `cannot show that all threads of the block reach this barrier together${why}`;
      collected.reason(kind, text, barrier.location);
    }
  }

  const oneThread = anyThread(terms, launchTerms, '').conditions;
  const contradict = (conditions: readonly Cond[]) =>
    queries.solve([...oneThread, ...facts, ...conditions], []).status === 'unsat';
  const twice = (condition: Cond) => {
    const two = threads('same-block');
    const both = [...facts, condition].flatMap((c) => [two.first.cond(c), two.second.cond(c)]);
    return queries.solve([...two.conditions, ...both], []).status !== 'unsat';
  };
  const memoryOrder = MemoryOrder.of({
    terms,
    launch: launchTerms,
    facts,
    execution,
    contradict,
    twice,
    initial: (access) => terms.constant(initialValue(question.program, access)),
  });
  const raceContext = raceContextOf(launched, execution, queries, {
    launchKnownFrom: launch.knownFrom,
    warpModel: question.warpModel,
    memoryOrder,
    assume: (assumption) => collected.assume(assumption),
    onQuery: explanations && ((asked) => explanations.asked(asked)),
  });
  const { refusals } = raceContext.partialBarriers;
  for (const r of refusals) collected.reason('unsupported', r.text, r.location);
  // Who asks for explanations wants each pair.
  const isSafe = (a: KernelAccess, b: KernelAccess) => performance.now() < deadline && isPlainlySafe(raceContext, a, b);
  const { total, pairs } = candidatePairs(execution.accesses, explanations ? null : isSafe, {
    isCandidate: (a, b) => mayRace(a, b) && !memoryOrder?.synchronises(a, b),
    // Fences and locks make a difference between accesses that are equal otherwise.
    keepsEqual: memoryOrder !== null,
  });
  collected.accessPairs += total;
  let done = 0;
  for (const [a, b] of pairs) {
    if (performance.now() > deadline || collected.findings.length >= FINDING_LIMIT) {
      const why = collected.findings.length >= FINDING_LIMIT ? 'enough findings' : 'out of time';
      collected.reason(
        'cut-short',
        `${pairs.length - done} of ${total} access pairs were not decided (${why})`,
        question.kernel.location,
      );
      collected.solverPairs += pairs.length - done;
      break;
    }
    done++;
    explanations?.pair(a, b);
    if (collected.isSettled(a.location, b.location)) {
      explanations?.outcome('racy', 'a race of these two places is known already');
      continue;
    }
    const callsBefore = queries.calls;
    const answer = decidePair(raceContext, a, b);
    if (queries.calls > callsBefore) collected.solverPairs++;
    if (answer.status === 'safe') explanations?.outcome('safe');
    else if (answer.status === 'open') explanations?.outcome('open', answer.reason);
    if (answer.status === 'safe') continue;
    if (answer.status === 'open') {
      const other = b === a ? '' : ` against line ${b.location?.line ?? 0}`;
      collected.reason(answer.kind, `could not decide ${a.object.name}${other}: ${answer.reason}`, a.location);
      continue;
    }
    const finding = raceFinding(context, answer.race);
    // What was not understood may have been what orders the two.
    const isPartial = execution.refusals.length + refusals.length > 0 || launch.isGuess;
    const settled: FindingWithoutId = isPartial ? { ...finding, evidence: 'possible' } : finding;
    const { race } = answer;
    const roots = [
      race.pair.first.cond(a.path),
      race.pair.second.cond(b.path),
      race.pair.first.int(a.offset),
      race.pair.second.int(b.offset),
    ];
    // A race that only some launches have, or whose writes agree, is not settled by seeing it happen once.
    const canSettle = !race.sameValue && race.unusual === null && race.missing !== 'reader-fence';
    const confirmed = canSettle
      ? confirm(settled, race.values, roots, [a.location, b.location], (met, at) =>
          raceFinding(context, race, { threads: met, offset: at }),
        )
      : settled;
    explanations?.outcome(confirmed.evidence === 'possible' ? 'possible' : 'racy', messageOf(confirmed));
    collected.found(confirmed, a.location, b.location);
  }
  collected.solverCalls += queries.calls;
  if (explanations) {
    collected.explanations.push(
      explanations.answer({
        source: launch.source && { file: launch.source.file, line: launch.source.line },
        gridDim: launch.gridDim.map(termText),
        blockDim: launch.blockDim.map(termText),
        facts: facts.filter((fact) => fact.kind !== 'true').map(conditionText),
      }),
    );
  }
}

/** What the place of an access holds when the program starts: zero, unless its definition says otherwise. */
function initialValue(program: Program, { object, offset }: KernelAccess): bigint {
  if (object.origin.kind !== 'variable' || !isConstant(offset) || offset.constant !== 0n) return 0n;
  const initializer = program.globals.get(object.origin.symbol)?.initializer;
  return initializer?.kind === 'int' ? initializer.value : 0n;
}

/** The memory contents that a model chose, as far as the given terms ask for them. */
function contentsOf(values: Evaluator, roots: readonly (Cond | Int)[]): ModelContent[] {
  const contents: ModelContent[] = [];
  visitAtoms(roots, (atom) => {
    if (atom.kind !== 'apply' || atom.origin !== 'input-memory') return;
    const load = atom.of instanceof Load ? atom.of : null;
    // Behind loaded pointers there is no buffer to fill.
    if (!load || load.object.origin.kind === 'loaded') return;
    const offset = values.int(atom.args[atom.args.length - 1]!);
    contents.push({ object: load.object, offset, size: load.size, value: values.atom(atom) });
  });
  return contents;
}

function mentions(roots: readonly (Cond | Int)[], atoms: ReadonlySet<number>): boolean {
  return atoms.size > 0 && someAtom(roots, (atom) => atoms.has(atom.id));
}

/** What is known of one kernel so far, over all its launches. */
class Collected {
  readonly #question: KernelQuestion;
  readonly #byPlaces = new Map<string, FindingWithoutId>();
  /** How many possible races of two places were found. */
  readonly #guesses = new Map<string, number>();
  readonly #reasons = new Distinct<Reason>();
  readonly #assumptions = new Distinct<Assumption>();
  accessPairs = 0;
  solverCalls = 0;
  solverPairs = 0;
  readonly explanations: LaunchExplanation[] = [];

  constructor(question: KernelQuestion) {
    this.#question = question;
  }

  get findings(): FindingWithoutId[] {
    return [...this.#byPlaces.values()];
  }

  /** True while nothing was found and nothing is open. */
  get isClean(): boolean {
    return this.#byPlaces.size === 0 && this.#reasons.size === 0;
  }

  assume(assumption: Assumption): void {
    this.#assumptions.add(assumption);
  }

  refused(reason: Reason): void {
    this.#reasons.add(reason);
  }

  /** @param location null: the kernel's */
  reason(kind: ReasonKind, text: string, location: SourceLocation | null): void {
    const { program, kernel } = this.#question;
    this.#reasons.add({ kind, text, place: placeIn(program, location ?? kernel.location) });
  }

  /** Keeps the strongest finding of each pair of places. */
  found(finding: FindingWithoutId, a: SourceLocation | null = null, b: SourceLocation | null = null): void {
    const key = a
      ? this.#pairKey(a, b)
      : `${finding.rule}@${finding.accesses.map((x) => `${x.file}:${x.line}:${x.column}`).join()}`;
    const old = this.#byPlaces.get(key);
    if (finding.evidence === 'possible') this.#guesses.set(key, (this.#guesses.get(key) ?? 0) + 1);
    if (!old || EVIDENCE.indexOf(finding.evidence) < EVIDENCE.indexOf(old.evidence)) this.#byPlaces.set(key, finding);
  }

  /** True when the two places already have a finding that stands on its own, or many that do not. */
  isSettled(a: SourceLocation | null, b: SourceLocation | null): boolean {
    const known = this.#byPlaces.get(this.#pairKey(a, b));
    if (known === undefined) return false;
    return known.evidence !== 'possible' || (this.#guesses.get(this.#pairKey(a, b)) ?? 0) >= GUESS_LIMIT;
  }

  #pairKey(a: SourceLocation | null, b: SourceLocation | null): string {
    const one = (l: SourceLocation | null) => (l ? `${l.file}:${l.line}:${l.column}` : '?');
    return [one(a), one(b)].sort().join(' ');
  }

  answer(): KernelAnswer {
    const findings = this.findings;
    const strong = (evidence: Evidence) => evidence !== 'possible';
    for (const f of findings) {
      if (strong(f.evidence)) continue;
      const { file, line } = f.accesses[0]!;
      const text = `a possible ${f.rule} was neither shown nor ruled out`;
      this.#reasons.add({ kind: 'possible-finding', text, place: placeAt(file, line) });
    }
    const verdict: Verdict = findings.some((f) => isDefect(f) && strong(f.evidence))
      ? 'racy'
      : this.#reasons.size > 0
        ? 'inconclusive'
        : 'race-free';
    return {
      verdict,
      reasons: verdict === 'race-free' ? [] : [...this.#reasons],
      assumptions: inOrder(this.#assumptions),
      findings,
      accessPairs: this.accessPairs,
      solverCalls: this.solverCalls,
      solverPairs: this.solverPairs,
      explanations: this.explanations,
    };
  }
}

/** In the order of their texts, so that it does not depend on which launch or pair of accesses came first. */
function inOrder(assumptions: Iterable<Assumption>): Assumption[] {
  const byText = [...assumptions].map((assumption) => ({ assumption, text: assumptionText(assumption) }));
  return byText.sort((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text))).map(({ assumption }) => assumption);
}
