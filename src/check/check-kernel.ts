/**
 * One kernel under one or more launches: executes it symbolically, decides every pair of accesses and every barrier,
 * and says what the verdict rests on.
 */

import type { Program, ProgramFunction, SourceLocation } from '../ir/program.ts';
import {
  type Execution,
  execute,
  type KernelAccess,
  type KernelLaunch,
  Load,
  type MemoryObject,
  withBlockValues,
} from '../kernel/index.ts';
import type { ExplainRequest, LaunchExplanation } from '../model/explanation.ts';
import type { WarpModel } from '../model/options.ts';
import type { Evidence, Finding, Verdict } from '../model/result.ts';
import { EVIDENCE } from '../model/result.ts';
import { isDefect } from '../model/rules.ts';
import {
  type Cond,
  type Evaluator,
  type Int,
  isConstant,
  type SymbolOrigin,
  Terms,
  visitAtoms,
} from '../terms/index.ts';
import { candidatePairs, mayRace } from './access-groups.ts';
import { ConcreteBlock } from './concrete-block.ts';
import { decideBarrier } from './divergence.ts';
import { conditionText, Explanations, termText } from './explain.ts';
import {
  divergenceFinding,
  type FindingContext,
  placeOf,
  raceFinding,
  redundancyFinding,
  type WitnessThreads,
} from './findings.ts';
import { settleGroups } from './group-order.ts';
import { Queries } from './query.ts';
import { decidePair, isPlainlySafe, type RaceContext, sizesThatMatter } from './races.ts';
import { redundantBarriers } from './redundant-barriers.ts';
import type { Solver } from './solver.ts';
import { Synchronisation } from './synchronisation.ts';
import { anyThread, type LaunchTerms, threadPairs } from './thread-pair.ts';
import { reliableTickets, ticketAssumptions } from './tickets.ts';

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
  readonly confirm: ((finding: Finding, confirmation: Confirmation) => Finding) | null;
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
  readonly withThreads: ((threads: WitnessThreads, offset: bigint) => Finding) | null;
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
  readonly reasons: readonly string[];
  readonly assumptions: readonly string[];
  readonly findings: readonly Finding[];
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
  let common: Map<string, Finding> | null = null;
  for (const makeLaunch of question.launches) {
    const found = new Map<string, Finding>();
    const barriers = redundantBarriers({
      makeLaunch,
      launchTerms: (terms, launch) => launchTermsOf(question, terms, launch),
      execute: (terms, launch, launchTerms, without) => executeKnowing(question, terms, launch, launchTerms, without),
      solver: question.solver,
      deadline,
    });
    for (const barrier of barriers) {
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
  const launchTerms = launchTermsOf(question, terms, launch);
  const execution = withBlockValues(terms, executeKnowing(question, terms, launch, launchTerms), launchTerms);
  for (const a of launch.assumptions) collected.assume(a);
  for (const a of execution.assumptions) collected.assume(a);
  for (const r of execution.refusals) collected.reason(r.reason, r.location ?? question.kernel.location);

  const decisive = [...execution.accesses.flatMap((a) => [a.path, a.offset]), ...execution.barriers.map((b) => b.path)];
  for (const a of ticketAssumptions(execution.tickets, decisive)) collected.assume(a);

  const copy = execution.accesses.find((a) => a.copy !== null);
  if (copy && launch.blockDim.every((size) => size === terms.one)) {
    // Pairs are pairs of threads; here a thread would have to be held against the copies it made itself.
    collected.reason('group copies in blocks of one thread are not modelled', copy.location);
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
    ? new Explanations(question.explain, (location, address) => placeOf(context, location, address))
    : null;
  if (explanations) queries.listener = (decision) => explanations.decided(decision);

  const confirm = (
    finding: Finding,
    values: Evaluator,
    roots: readonly (Cond | Int)[],
    locations: readonly (SourceLocation | null)[],
    withThreads: Confirmation['withThreads'],
  ): Finding =>
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
    explanations?.asked({ threads: 'one thread gets here, another of the same block does not', conditions: [] });
    const answer = decideBarrier(terms, launchTerms, facts, execution.loops, barrier, queries);
    if (answer.status === 'uniform')
      explanations?.outcome('safe', 'the threads of the block get here together, or not at all');
    else if (answer.status === 'open') explanations?.outcome('open', answer.reason);
    else explanations?.outcome(leansOnGuess(answer.divergence.leansOn) ? 'possible' : 'divergent');
    if (answer.status === 'uniform') continue;
    const certain = answer.status === 'divergent' && !leansOnGuess(answer.divergence.leansOn);
    if (answer.status === 'divergent' && certain) {
      const { pair, values } = answer.divergence;
      const roots = [pair.first.cond(barrier.path), pair.second.cond(barrier.path)];
      collected.found(confirm(divergenceFinding(context, answer.divergence), values, roots, [barrier.location], null));
    } else {
      const why = answer.status === 'open' ? `: ${answer.reason}` : '';
      collected.reason(`cannot show that all threads of the block reach this barrier together${why}`, barrier.location);
    }
  }

  const threads = threadPairs(terms, launchTerms);
  const oneThread = anyThread(terms, launchTerms, '').conditions;
  const contradict = (conditions: readonly Cond[]) =>
    queries.solve([...oneThread, ...facts, ...conditions], []).status === 'unsat';
  const twice = (condition: Cond) => {
    const two = threads('same-block');
    const both = [...facts, condition].flatMap((c) => [two.first.cond(c), two.second.cond(c)]);
    return queries.solve([...two.conditions, ...both], []).status !== 'unsat';
  };
  const synchronisation = Synchronisation.of({
    terms,
    launch: launchTerms,
    facts,
    execution,
    contradict,
    twice,
    initial: (access) => terms.constant(initialValue(question.program, access)),
  });
  const groups = settleGroups({
    terms,
    launch: launchTerms,
    facts,
    execution,
    queries,
    threads: () => threads('same-block'),
  });
  for (const r of groups.refusals) collected.reason(r.reason, r.location);
  const raceContext: RaceContext = {
    terms,
    concrete: ConcreteBlock.of(terms, launchTerms),
    groups,
    launch: launchTerms,
    launchKnownFrom: launch.knownFrom,
    parameters: [...execution.parameters.values()],
    threads,
    bounds: execution.bounds,
    tickets: reliableTickets(execution.tickets, {
      terms,
      launch: launchTerms,
      facts,
      queries,
      accesses: execution.accesses,
      isReset: (access) => synchronisation?.isReset(access) ?? false,
    }),
    loops: execution.loops,
    synchronisation,
    assume: (text) => collected.assume(text),
    facts,
    queries,
    warpModel: question.warpModel,
    onQuestion: explanations && ((asked) => explanations.asked(asked)),
  };
  // Who asks for explanations wants each pair.
  const isSafe = (a: KernelAccess, b: KernelAccess) => performance.now() < deadline && isPlainlySafe(raceContext, a, b);
  const { total, pairs } = candidatePairs(execution.accesses, explanations ? null : isSafe, {
    isCandidate: (a, b) => mayRace(a, b) && !synchronisation?.synchronises(a, b),
    // Fences and locks make a difference between accesses that are equal otherwise.
    keepsEqual: synchronisation !== null,
  });
  collected.accessPairs += total;
  let done = 0;
  for (const [a, b] of pairs) {
    if (performance.now() > deadline || collected.findings.length >= FINDING_LIMIT) {
      const why = collected.findings.length >= FINDING_LIMIT ? 'enough findings' : 'out of time';
      collected.reason(
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
      collected.reason(`could not decide ${a.object.name}${other}: ${answer.reason}`, a.location);
      continue;
    }
    const finding = raceFinding(context, answer.race);
    // What was not understood may have been what orders the two.
    const isPartial = execution.refusals.length + groups.refusals.length > 0 || launch.isGuess;
    const settled: Finding = isPartial ? { ...finding, evidence: 'possible' } : finding;
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
    explanations?.outcome(confirmed.evidence === 'possible' ? 'possible' : 'racy', confirmed.message);
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

/** Executes twice when the first run shows that memory it treated as changing is never written. */
function executeKnowing(
  question: KernelQuestion,
  terms: Terms,
  launch: KernelLaunch,
  launchTerms: LaunchTerms,
  without: SourceLocation | null = null,
): Execution {
  const run = (arena: Terms, readOnly: ReadonlySet<string>) =>
    execute({
      terms: arena,
      program: question.program,
      kernel: question.kernel,
      launch: launchTerms,
      threadIdx: launchTerms.threadIdx,
      blockIdx: launchTerms.blockIdx,
      bindings: launch.bindings,
      aliases: launch.aliases,
      headerPrefix: question.headerPrefix,
      host: null,
      isLockstep: question.warpModel === 'lockstep',
      readOnly,
      without,
    });
  const first = run(terms, new Set());
  const written = new Set(first.accesses.filter((a) => a.kind !== 'read').map((a) => a.object.key));
  const readOnly = new Set(first.accesses.map((a) => a.object.key).filter((key) => !written.has(key)));
  // Memory behind loaded pointers could be any memory; what is never written through them is settled only as a whole.
  if (readOnly.size === 0 || (!dependsOnMemory(first) && first.refusals.length === 0)) return first;
  return run(terms, readOnly);
}

function launchTermsOf(question: KernelQuestion, terms: Terms, launch: KernelLaunch): LaunchTerms {
  return {
    gridDim: launch.gridDim,
    blockDim: launch.blockDim,
    threadIdx: indexSymbols(terms, 'threadIdx', 'thread', launch.blockDim),
    blockIdx: indexSymbols(terms, 'blockIdx', 'block', launch.gridDim),
    warpSize: question.program.warpSize,
  };
}

function dependsOnMemory(execution: Execution): boolean {
  const roots: (Cond | Int)[] = execution.accesses.flatMap((a) => [a.path, a.facts, a.offset, a.phase.block]);
  for (const b of execution.barriers) roots.push(b.path);
  let found = false;
  visitAtoms(roots, (atom) => {
    if (
      (atom.kind === 'apply' || atom.kind === 'symbol') &&
      (atom.origin === 'unknown' || atom.origin === 'approximate')
    ) {
      found = true;
    }
  });
  return found;
}

function mentions(roots: readonly (Cond | Int)[], atoms: ReadonlySet<number>): boolean {
  let found = false;
  if (atoms.size > 0) {
    visitAtoms(roots, (atom) => {
      if (atoms.has(atom.id)) found = true;
    });
  }
  return found;
}

function leansOnGuess(origins: ReadonlySet<SymbolOrigin>): boolean {
  return origins.has('unknown') || origins.has('approximate');
}

function indexSymbols(
  terms: Terms,
  name: string,
  sharing: 'thread' | 'block',
  sizes: readonly [Int, Int, Int],
): [Int, Int, Int] {
  const make = (axis: 0 | 1 | 2): Int => {
    const high = sizes[axis].range.high;
    const range = { low: 0n, high: high === null ? null : high - 1n };
    return terms.symbol(`${name}.${'xyz'[axis]}`, sharing, 'input', range);
  };
  return [make(0), make(1), make(2)];
}

/** What is known of one kernel so far, over all its launches. */
class Collected {
  readonly #question: KernelQuestion;
  readonly #byPlaces = new Map<string, Finding>();
  /** How many possible races of two places were found. */
  readonly #guesses = new Map<string, number>();
  readonly #reasons = new Set<string>();
  readonly #assumptions = new Set<string>();
  accessPairs = 0;
  solverCalls = 0;
  solverPairs = 0;
  readonly explanations: LaunchExplanation[] = [];

  constructor(question: KernelQuestion) {
    this.#question = question;
  }

  get findings(): Finding[] {
    return [...this.#byPlaces.values()];
  }

  /** True while nothing was found and nothing is open. */
  get isClean(): boolean {
    return this.#byPlaces.size === 0 && this.#reasons.size === 0;
  }

  assume(text: string, location: SourceLocation | null = null): void {
    this.#assumptions.add(location ? `${text} (${this.#place(location)})` : text);
  }

  reason(text: string, location: SourceLocation | null): void {
    this.#reasons.add(`${text} (${this.#place(location)})`);
  }

  /** Keeps the strongest finding of each pair of places. */
  found(finding: Finding, a: SourceLocation | null = null, b: SourceLocation | null = null): void {
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

  #place(location: SourceLocation | null): string {
    if (!location) return this.#question.kernel.sourceName;
    return `${this.#question.program.files[location.file] ?? '?'}:${location.line}`;
  }

  answer(): KernelAnswer {
    const findings = this.findings;
    const strong = (evidence: Evidence) => evidence !== 'possible';
    for (const f of findings) {
      if (strong(f.evidence)) continue;
      const [a] = f.accesses;
      this.#reasons.add(`a possible ${f.rule} was neither shown nor ruled out (${a!.file}:${a!.line})`);
    }
    const verdict: Verdict = findings.some((f) => isDefect(f) && strong(f.evidence))
      ? 'racy'
      : this.#reasons.size > 0
        ? 'inconclusive'
        : 'race-free';
    return {
      verdict,
      reasons: verdict === 'race-free' ? [] : [...this.#reasons],
      assumptions: [...this.#assumptions].sort(),
      findings,
      accessPairs: this.accessPairs,
      solverCalls: this.solverCalls,
      solverPairs: this.solverPairs,
      explanations: this.explanations,
    };
  }
}
