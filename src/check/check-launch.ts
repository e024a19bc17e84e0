import { withLaunchedCluster } from '../ir/cluster-size.ts';
import { launchScalars } from '../ir/launch-scalars.ts';
import {
  type Execution,
  isOnePointer,
  type KernelAccess,
  type KernelBarrier,
  type KernelLaunch,
  placeIn,
  withBroadcastValues,
} from '../kernel/index.ts';
import type { Assumption, AssumptionKind } from '../model/assumption.ts';
import { messageOf } from '../model/finding-message.ts';
import { BLOCK_THREADS } from '../model/launch-limits.ts';
import { lineKey, linesKey, type OpenPair } from '../model/pairs.ts';
import { type Place, placeAt } from '../model/place.ts';
import type { FindingWithoutId } from '../model/result.ts';
import { vocabularyOf } from '../model/vocabulary.ts';
import { type Cond, conjuncts, type Evaluator, type Int, isConstant, Terms } from '../terms/index.ts';
import { candidatePairs, mayRace } from './candidate-pairs.ts';
import { withChoicesMade } from './choices-made.ts';
import { handsOnDigits, isPlacedByContent, isPlacedByLoad } from './chosen-contents.ts';
import { type Confirmation, type Confirmed, confirmationOf, isGuessFor, NOT_EXECUTED } from './confirmation.ts';
import { type Contradiction, contradictionIn, isOfUser, withoutFacts } from './contradicting-facts.ts';
import { refute } from './decide/refute.ts';
import { decideBarrier } from './divergence.ts';
import { doubtOf, rootsOf } from './doubt.ts';
import { excludedBound } from './excluded-bounds.ts';
import { ExclusivePaths } from './exclusive-paths.ts';
import { executionOf, type KernelSource, type LaunchedKernel, launchedKernel } from './execution-of.ts';
import { conditionText, ExplanationLog, termText } from './explanation-log.ts';
import {
  accessOf,
  divergenceFinding,
  type FindingContext,
  memoryOf,
  placeOf,
  raceFinding,
  ruleAt,
  unknownLoads,
} from './findings.ts';
import { withPointersMadeOne } from './kept-pointers.ts';
import type { KernelCheck } from './kernel-check.ts';
import { type FoundFacts, type OutcomeCollector, pairKey } from './kernel-outcome.ts';
import { contentsOfRace, inputContents } from './memory-contents.ts';
import { isNearChange, nearestFirst } from './nearest-first.ts';
import { fetchAddAssumptions, MemoryOrder } from './order/index.ts';
import { NO_NAMES, namesThatDecide, placingNames } from './placing-names.ts';
import { plainRaces } from './plain-races.ts';
import { isUnusualDivergence } from './plausible-launch.ts';
import { launchContextOf, type RaceContext, raceContextOf } from './race-context.ts';
import { inLaunchesOf } from './raced-elsewhere.ts';
import {
  decideOtherDistances,
  decidePair,
  isPlainlySafe,
  type OpenAnswer,
  type RaceAnswer,
  type RacePair,
} from './races.ts';
import { separated } from './separation.ts';
import { Settled } from './settled.ts';
import { type Open, Queries } from './smt/query.ts';
import { isGuess, originsOf, symbolsOf } from './symbols.ts';
import { anyThread } from './thread-pair.ts';
import { withUsualContents } from './usual-contents.ts';

/** The part of the time that is left in which reads of shared memory are traced back to what was written. */
const SHARE_OF_VALUES = 0.3;
/** Z3's deterministic budget per query: about two seconds on a slow machine. */
const QUERY_BUDGET = 3_000_000;
/** Accesses of single threads that are gone through one by one: some seconds. */
const MOST_EVENTS = 60_000_000;
/** Of the time that is left: whether barriers are reached together must not cost the answer about pairs. */
const SHARE_OF_BARRIERS = 1 / 3;
/** The part of the time that is left in which pairs are sorted out many at once. */
const SHARE_OF_PRUNING = 1 / 3;
/** The part of the time that is left in which it is asked about what races as it stands. */
const SHARE_OF_PLAIN_RACES = 1 / 4;
/** So many of these: where they are no errors, for the launch's sake, more are none either. */
const PLAIN_RACES_TRIED = 4;
/** Steps of an execution that is not done twice where it need not be. */
const LONG = 500;
/** After so many findings of one kernel the rest adds nothing for a reader; a comparison shows only what is new of them. */
const FINDING_LIMIT = 50;
const COMPARED_FINDING_LIMIT = 200;

/** A launch on its way through the check. */
interface LaunchCheck extends LaunchedKernel {
  readonly check: KernelCheck;
  readonly execution: Execution;
  readonly queries: Queries;
  readonly context: FindingContext;
  /** Null when no explanation is asked for. */
  readonly log: ExplanationLog | null;
  readonly collector: OutcomeCollector;
  /** By `performance.now()`. */
  readonly deadline: number;
  /** The same, where a race was shown. */
  readonly enoughUntil: number;
  readonly isOver: HowFar['isOver'];
  /** Pairs of places that were seen to meet within a block, by `pairKey`; what else they need to race is not known. */
  readonly met: Set<string>;
  /** What is known of the launch with fewer facts, and grows if this is that launch. */
  readonly settled: Settled;
  readonly learns: boolean;
  /** What pairs were taken to rest on so far. */
  readonly rests: Assumption[];
}

/**
 * What is asked of a launch: `order` is whether its threads race and come to barriers together, `rest` what its sizes and pointers
 * say by themselves, for one of which the order is known.
 */
export type PartOfCheck = 'all' | 'order' | 'rest';

interface HowFar {
  readonly part: PartOfCheck;
  /** Whether what was found by now is enough: asked between any two questions, and where `collect` has found a race, if it is time to. */
  readonly isOver: (collect?: () => void) => boolean;
}

/**
 * Executes a launch, and looks for races that are there to be seen.
 * @returns what checks all the rest, or less of it than was to be checked; null when there is no such launch
 */
export function begunLaunch(
  check: KernelCheck,
  makeLaunch: (terms: Terms) => KernelLaunch,
  collector: OutcomeCollector,
  deadline: number,
  { part = 'all', isOver = () => false }: Partial<HowFar> = {},
): ((less?: PartOfCheck) => void) | null {
  const made = withoutContradiction(executed(check, makeLaunch, collector, deadline));
  if (made === null) return null;
  const launched = { ...made, isOver };
  let known: RaceContext | null = null;
  const contextOf = () => {
    known ??= contextOfPairs(launched);
    return known;
  };
  // Not all launches are begun yet: what is found settles nothing.
  if (part === 'all') checkPlainRaces({ ...launched, isOver: () => false }, contextOf);
  return (less = part) => checkLaunch(launched, contextOf, less);
}

function checkLaunch(launched: LaunchCheck, contextOf: () => RaceContext, part: PartOfCheck): void {
  if (part !== 'order') collectFailing(launched);
  collectAssumptions(launched);
  if (part !== 'order') {
    collectSeparation(launched);
    collectShared(launched);
  }
  if (part !== 'rest') checkOrder(launched, contextOf);
}

/** Barriers, and pairs of accesses. */
function checkOrder(launched: LaunchCheck, contextOf: () => RaceContext): void {
  const { check, context: found, collector } = launched;
  launched.queries.withinShare(SHARE_OF_BARRIERS, () => {
    const { barriers } = launched.execution;
    const lines = check.whether?.lines;
    const asked = lines
      ? barriers.filter(({ location }) => lines.has(lineKey(placeOf(found, location, null))))
      : barriers;
    if (asked.length < barriers.length) collector.isOfAll = false;
    const near = nearestFirst(check, asked, (barrier) => [barrier]);
    const isKnown = (barrier: KernelBarrier) => launched.log === null && launched.settled.isUniform(barrier);
    for (const barrier of near) if (!isDecided(launched) && !isKnown(barrier)) checkBarrier(launched, barrier);
  });
  const context = contextOf();
  for (const { text, location } of context.partialBarriers.refusals) collector.reason('unsupported', text, location);
  checkPairs(launched, context);
  collector.solverCalls += launched.queries.calls;
  collectExplanation(launched);
}

/** Until one is an error: the rest comes with the other pairs. */
function checkPlainRaces(launched: LaunchCheck, contextOf: () => RaceContext): void {
  const { check, execution, queries, log, collector } = launched;
  // An explanation is given of every pair, and who asks about some lines or pairs asks for all of them.
  if (log !== null || check.whether !== null || check.tellsPairs || collector.isRacy) return;
  queries.withinShare(SHARE_OF_PLAIN_RACES, () => {
    let left = PLAIN_RACES_TRIED;
    for (const [a, b] of plainRaces(execution.accesses)) {
      if (left-- === 0 || queries.isOver || collector.isRacy) return;
      checkPair(launched, contextOf(), a, b);
    }
  });
}

/** A launch, executed: what questions about its pairs are asked of. */
interface PreparedLaunch {
  readonly execution: Execution;
  readonly context: RaceContext;
  readonly place: (at: Pick<KernelAccess, 'location' | 'addressLocation'>) => ReturnType<typeof placeOf>;
}

/** @returns null when there is no such launch */
export function preparedLaunch(
  check: KernelCheck,
  makeLaunch: (terms: Terms) => KernelLaunch,
  collector: OutcomeCollector,
  deadline: number,
): PreparedLaunch | null {
  const launched = withoutContradiction(executed(check, makeLaunch, collector, deadline));
  if (launched === null) return null;
  const { execution } = launched;
  return { execution, context: contextOfPairs(launched), place: (at) => placeOfAccess(launched, at) };
}

function placeOfAccess(
  { context }: LaunchCheck,
  { location, addressLocation }: Pick<KernelAccess, 'location' | 'addressLocation'>,
) {
  return placeOf(context, location, addressLocation);
}

/** Is there something, where all that was asked is whether there is, or is what was found enough? */
function isDecided({ check, collector, isOver }: LaunchCheck): boolean {
  return (check.whether !== null && !collector.isClean) || isOver();
}

/** Parameters and members of structs as a reader of the source knows them: `dim.stride` for `dim@8`. */
function inWordsOfSource(parameters: Execution['parameters'], kernel: KernelCheck['kernel']): Execution['parameters'] {
  const names = new Map(launchScalars(kernel).map(({ key, name }) => [key, name]));
  return new Map([...parameters].map(([key, term]) => [names.get(key) ?? key, term]));
}

function placeOfLaunch({ source }: KernelLaunch): Place | null {
  return source === null || source.file === '' ? null : placeAt(source.file, source.line);
}

function executed(
  given: KernelCheck,
  makeLaunch: (terms: Terms) => KernelLaunch,
  collector: OutcomeCollector,
  deadline: number,
): LaunchCheck {
  const kept = given.executions?.get(makeLaunch);
  const terms = kept?.terms ?? new Terms();
  const launch = kept?.launch ?? makeLaunch(terms);
  const program = withLaunchedCluster(given.program, given.kernel.name, launch.clusterDim);
  const check = { ...given, program };
  const launched = launchedKernel(check, terms, launch);
  const { launchTerms } = launched;
  const found = kept?.execution ?? followed({ ...check, until: deadline }, launched);
  const settled = kept?.settled ?? new Settled();
  if (found.steps >= LONG) collector.executions.set(makeLaunch, { terms, launch, execution: found, settled });
  const execution = withPointersMadeOne(terms, launch, withChoicesMade(terms, launch, found));
  check.onExecution?.(execution);
  if (execution.barriers.length > 0) collector.meetsBarriers = true;
  const context: FindingContext = {
    program: check.program,
    language: check.language,
    kernel: check.kernel.sourceName,
    launch: launchTerms,
    parameters: inWordsOfSource(execution.parameters, check.kernel),
    nulls: execution.nulls,
    terms,
    loadPlaces: execution.loadPlaces,
    barriers: execution.barriers,
    sourceLine: check.sourceLine,
  };
  const queries = new Queries(terms, check.solver, QUERY_BUDGET, deadline);
  const log =
    check.explain && new ExplanationLog(check.explain, (location, address) => placeOf(context, location, address));
  if (log) queries.listener = (decision) => log.decided(decision);
  const enoughUntil = check.enough === null ? deadline : deadline - check.timeLimit + check.enough;
  return {
    ...launched,
    check,
    execution,
    queries,
    context,
    log,
    collector,
    deadline,
    enoughUntil,
    met: new Set(),
    settled,
    learns: kept === undefined,
    rests: [],
    isOver: () => false,
  };
}

/** Executed, with what threads hand each other. */
function followed(source: KernelSource & { readonly until: number }, launched: LaunchedKernel): Execution {
  const { terms, launchTerms } = launched;
  const execution = executionOf(source, launched);
  const now = performance.now();
  const until = now + Math.max(0, source.until - now) * SHARE_OF_VALUES;
  const isImpossible = (condition: Cond) => refute(terms, condition) !== null;
  return withBroadcastValues(terms, execution, launchTerms, isImpossible, until);
}

/**
 * Says so when the facts contradict each other, and goes on without those that the user states.
 * @returns null when there is no such launch
 */
function withoutContradiction(launched: LaunchCheck): LaunchCheck | null {
  const { check, terms, launch, launchTerms, execution, collector, deadline } = launched;
  // A race that is found says itself that the facts can hold.
  if (check.whether?.expectsRace) return launched;
  const queries = new Queries(terms, check.solver, QUERY_BUDGET, deadline);
  const contradiction = contradictionIn({ terms, launch, launchTerms, ofThreads: execution.stated, queries });
  collector.solverCalls += queries.calls;
  if (contradiction === null) return launched;
  if (contradiction.isNeverMade || isCaseThatNeverIs(launched, contradiction)) {
    collectNeverMade(launched, contradiction);
    return null;
  }
  const touchless = withoutAsserts(launched, contradiction);
  if (touchless !== null) return touchless;
  for (const reason of contradiction.reasons) collector.refused(reason);
  const place = placeOfLaunch(launch);
  if (place !== null)
    for (const { assumption } of contradiction.facts.filter(isOfUser)) collector.broken.push({ assumption, place });
  // Less is known of it then than of others.
  return { ...launched, launch: withoutFacts(launch, contradiction), settled: new Settled(), learns: false };
}

/** What the host's code says on the way to a launch. */
const OF_HOST_CODE: ReadonlySet<AssumptionKind> = new Set(['branch', 'assert', 'loop-bound', 'on-the-way']);

/**
 * Do conditions of the host's own code exclude each other, while the same line launches in another case? `n % 100 == 0` is a case of
 * how many blocks there are, whether or not `n` can be a multiple; and of the sizes in a table, one may be too large for a loop to go on.
 */
function isCaseThatNeverIs({ check, launch, deadline }: LaunchCheck, { facts }: Contradiction): boolean {
  const place = placeOfLaunch(launch);
  if (place === null || !facts.every(({ assumption }) => OF_HOST_CODE.has(assumption.kind))) return false;
  return check.launches.some((make) => {
    const terms = new Terms();
    const other = make(terms);
    const isHere = other.knownFrom === 'host' && !other.isGuess && isSamePlace(placeOfLaunch(other), place);
    if (!isHere || other.stated.some(isOfUser)) return false;
    return new Queries(terms, check.solver, QUERY_BUDGET, deadline).solve(other.facts, []).status === 'sat';
  });
}

function isSamePlace(a: Place | null, b: Place): boolean {
  return a !== null && a.file === b.file && a.line === b.line;
}

/**
 * Assertions of the kernel fail in some of its threads. Where it touches nothing that others touch, with or without them, that
 * does not matter.
 * @returns null where it does
 */
function withoutAsserts(launched: LaunchCheck, { facts }: Contradiction): LaunchCheck | null {
  if (!facts.every(({ assumption }) => assumption.kind === 'device-assert')) return null;
  const execution = executionOf({ ...launched.check, until: launched.deadline }, launched, { withoutAsserts: true });
  const { accesses, barriers, partialBarriers, refusals } = execution;
  const isNothing = [accesses, barriers, partialBarriers, refusals].every(({ length }) => length === 0);
  return isNothing ? { ...launched, execution } : null;
}

/** The verdict is that of the other launches, and rests on this one's never being made. */
function collectNeverMade({ launch, collector }: LaunchCheck, { facts, reasons }: Contradiction): void {
  collector.notLaunched.push(...reasons);
  if (facts.length === 0) return;
  const texts = facts.map(({ assumption: { text } }) => text);
  collector.assume({ kind: 'launch', text: `no launch has ${texts.join(' and ')}`, place: placeOfLaunch(launch) });
  const stated = new Set(launch.stated.map(({ assumption }) => assumption));
  for (const assumption of launch.assumptions) if (!stated.has(assumption)) collector.assume(assumption);
}

/** A launch that fails on every GPU runs no thread: what is shown of it is shown of nothing. */
function collectFailing({ check, launch, launchTerms, collector }: LaunchCheck): void {
  // What a work-group of OpenCL may have is the device's to say, and what the user states is not the program's.
  if (check.language === 'opencl' || launch.knownFrom !== 'host') return;
  const threads = launchTerms.blockDim.reduce((product, size) => product * (isConstant(size) ? size.constant : 0n), 1n);
  if (threads <= BLOCK_THREADS) return;
  const text = `the block has ${threads} threads, and no GPU runs more than ${BLOCK_THREADS}: the launch fails`;
  collector.refused({ kind: 'contradicting-facts', text, place: placeOfLaunch(launch) });
}

/** What the verdict rests on, and what of the kernel was not understood. */
function collectAssumptions(launched: LaunchCheck): void {
  const { check, terms, launch, execution, collector } = launched;
  const { accesses, barriers } = execution;
  for (const assumption of [...launch.assumptions, ...execution.assumptions]) collector.assume(assumption);
  for (const refusal of execution.refusals) collector.refused(refusal);
  const ofKernel = placeIn(check.program, check.kernel.location);
  // Who asks about some lines asks about the whole kernel before anything is said of it.
  const isOfLines = check.whether !== null && check.whether.lines !== null;
  const excluded = isOfLines ? null : excludedBound({ ...launched, place: ofKernel });
  if (excluded !== null) collector.refused(excluded);
  const decisive = [...accesses.flatMap((a) => [a.path, a.offset]), ...barriers.map((b) => b.path)];
  for (const assumption of fetchAddAssumptions(execution.fetchAdds, decisive)) collector.assume(assumption);
  const copy = accesses.find((a) => a.copy?.end.kind === 'event');
  if (copy && launch.blockDim.every((size) => size === terms.one)) {
    // A pair takes two threads; here a thread would have to be held against the copies it made itself.
    collector.reason('unsupported', 'asynchronous copies in blocks of one thread are not modelled', copy.location);
  }
}

/** Pointers that are stated to lead to different memory, and do not. */
function collectShared({ launch, collector }: LaunchCheck): void {
  const place = placeOfLaunch(launch);
  for (const { contents, assumption } of launch.stated) {
    if (contents?.kind !== 'disjoint' || !isOnePointer(launch.aliases, contents.pointers)) continue;
    const text = `the launch passes one memory for both: ${assumption.text}`;
    collector.refused({ kind: 'contradicting-facts', text, place });
    if (place !== null) collector.broken.push({ assumption, place });
  }
}

/** What it rests on that different objects are different memory. */
function collectSeparation({ check, launch, execution, collector }: LaunchCheck): void {
  const { assumptions, open } = separated({ program: check.program, kernel: check.kernel, launch }, execution);
  for (const assumption of assumptions) collector.assume(assumption);
  for (const { text, overlap } of open) {
    const place = placeOfLaunch(launch) ?? placeIn(check.program, check.kernel.location);
    collector.mayOverlap({ kind: 'undecided', nextStep: 'state-disjoint', text, place }, overlap);
  }
}

function checkBarrier(launched: LaunchCheck, barrier: KernelBarrier): void {
  const { terms, launch, launchTerms, execution, queries, log, collector, check } = launched;
  const { thread, block } = vocabularyOf(check.language);
  const open = (kind: Open['kind'], reason: string) => {
    const text = `cannot show that all ${thread}s of the ${block} reach this barrier together${reason}`;
    collector.reason(kind, text, barrier.location);
    collector.openBarrier(lineKey(placeOf(launched.context, barrier.location, null)));
  };
  log?.barrier(barrier);
  log?.asked({ threads: 'one thread gets here, another of the same block does not', parts: [] });
  const stated = execution.stated.map(({ condition }) => condition);
  const context = { terms, launch: launchTerms, facts: launch.facts, stated, loops: execution.loops, queries };
  const answer = decideBarrier(context, barrier);
  switch (answer.status) {
    case 'uniform':
      if (launched.learns) launched.settled.addBarrier(barrier);
      log?.outcome('safe', 'the threads of the block get here together, or not at all');
      return;
    case 'open':
      log?.outcome('open', answer.reason);
      open(answer.kind, `: ${answer.reason}`);
      return;
    case 'divergent': {
      const { pair, values, leansOn, isForSomeNumbers } = answer.divergence;
      log?.outcome(isGuess(leansOn) ? 'possible' : 'divergent');
      if (isGuess(leansOn) && !isForSomeNumbers) {
        open('undecided', '');
        return;
      }
      const launchContext = launchContextOf(launched, execution, queries, log && ((query) => log.asked(query)));
      const isUnusual = isUnusualDivergence(launchContext, answer.divergence.condition);
      const finding = divergenceFinding(launched.context, answer.divergence, isUnusual);
      const roots = [pair.first.cond(barrier.path), pair.second.cond(barrier.path)];
      const ofBarrier = {
        withThreads: null,
        isPlacedByLoads: false,
        mayBeDigits: false,
        isPlacedByContents: false,
        isOfLoops: false,
        needsRun: false,
        isOneOfSeveral: false,
        anyContents: false,
        onlyOthers: false,
        anySizes: new Set<number>(),
      };
      const contents = inputContents(values, execution.nulls, roots);
      const model = { values, contents, locations: [barrier.location], ...ofBarrier };
      const executed = () => confirmed(launched, finding, roots, model);
      // A replay would only show that it happens so.
      const run = isUnusual ? { finding, ...NOT_EXECUTED } : executed();
      // Nobody is known to make a launch that was guessed: it has to be seen in one.
      const isGuessed = isGuessFor(launch, roots) && !run.hasMet;
      const seen = isGuessed ? { ...run, finding: { ...run.finding, evidence: 'possible' as const } } : run;
      if (seen.finding.evidence === 'possible') {
        collector.mayBeShown(
          seen.finding,
          () => (isUnusual ? executed() : seen).hasMet,
          () => ({ ...NO_NAMES, all: namesThatDecide(launched.context, roots) }),
        );
      }
      // Who edits the text executes it again.
      const facts = { isUnordered: true, isHarmless: false, isMild: false };
      collector.found(seen.finding, null, null, seen.inputs === null ? null : { ...facts, inputs: [seen.inputs] });
    }
  }
}

function contextOfPairs(launched: LaunchCheck): RaceContext {
  const { check, execution, queries, log, collector, rests } = launched;
  return raceContextOf(launched, execution, queries, {
    warpModel: check.warpModel,
    memoryOrder: memoryOrderOf(launched),
    assume: (assumption) => {
      rests.push(assumption);
      collector.assume(assumption);
    },
    onQuery: log && ((query) => log.asked(query)),
    mostEvents: MOST_EVENTS,
    neverMet: check.neverMet ?? new Map(),
    anyExample: check.whether !== null && check.confirm === null && log === null,
  });
}

function memoryOrderOf({ check, terms, launch, launchTerms, threads, execution, queries }: LaunchCheck) {
  const { facts } = launch;
  const oneThread = anyThread(terms, launchTerms, '').conditions;
  return MemoryOrder.of({
    terms,
    launch: launchTerms,
    facts,
    execution,
    contradict: (conditions) => queries.solve([...oneThread, ...facts, ...conditions], []).status === 'unsat',
    twice: (condition) => {
      const { first, second, conditions } = threads('same-block');
      const both = [...facts, condition].flatMap((c) => [first.cond(c), second.cond(c)]);
      return queries.solve([...conditions, ...both], []).status !== 'unsat';
    },
    initial: (access) => (isLeft(launch, access) ? null : terms.constant(initialValue(check, access))),
  });
}

/** Does nobody know what the place holds, as an earlier launch of the kernel may have left something there? */
function isLeft({ leftovers }: KernelLaunch, { object: { origin } }: KernelAccess): boolean {
  if (origin.kind === 'variable') return leftovers.isInVariables;
  if (origin.kind === 'parameter') return leftovers.parameters.has(origin.index);
  return leftovers.isInVariables;
}

/** What the place of an access holds when the program starts: zero, unless its definition says otherwise. */
function initialValue({ program }: KernelCheck, { object, offset }: KernelAccess): bigint {
  if (object.origin.kind !== 'variable' || !isConstant(offset) || offset.constant !== 0n) return 0n;
  const initializer = program.globals.get(object.origin.symbol)?.initializer;
  return initializer?.kind === 'int' ? initializer.value : 0n;
}

function checkPairs(launched: LaunchCheck, context: RaceContext): void {
  const { check, execution, queries, log, collector, deadline } = launched;
  const { memoryOrder } = context;
  if (isDecided(launched)) return;
  const now = performance.now();
  const pruneUntil = now + SHARE_OF_PRUNING * (deadline - now);
  const isSafe = (a: KernelAccess, b: KernelAccess) => performance.now() < pruneUntil && isPlainlySafe(context, a, b);
  // An explanation is given of every pair; and where a race is expected, what is safe need not be known.
  const isPruned = log === null && check.whether?.expectsRace !== true;
  const lines = check.whether?.lines;
  const isAsked = (access: KernelAccess) => lines?.has(lineKey(placeOfAccess(launched, access))) ?? true;
  const asked = execution.accesses.filter(isAsked);
  if (asked.length < execution.accesses.length) collector.isOfAll = false;
  const { total, pairs } = candidatePairs(asked, isPruned ? isSafe : null, {
    isCandidate: (a, b) => mayRace(a, b) && !memoryOrder?.synchronises(a, b),
    // Fences and locks make a difference between accesses that are equal otherwise.
    keepsEqual: memoryOrder !== null,
    paths: new ExclusivePaths(launched.terms),
  });
  collector.accessPairs += total;
  const enough = check.tellsPairs ? COMPARED_FINDING_LIMIT : FINDING_LIMIT;
  const nearest = nearestFirst(check, pairs, (pair) => pair);
  let near = racedFirst(launched, acrossAliasesFirst(launched, nearest));
  let known = 0;
  for (let done = 0; done < near.length; done++) {
    if (launched.met.size > known) near = [...near.slice(0, done), ...metFirst(launched, near.slice(done))];
    known = launched.met.size;
    const [a, b] = near[done]!;
    if (isDecided(launched)) return;
    const hasEnough = collector.racyPlaces >= enough;
    const until = collector.isRacy ? launched.enoughUntil : deadline;
    if (hasEnough || performance.now() > until) {
      const left = pairs.length - done;
      const cause = hasEnough ? 'enough findings' : 'out of time';
      collector.reason(
        'cut-short',
        `${left} of ${total} access pairs were not decided (${cause})`,
        check.kernel.location,
        hasEnough ? 'fix-first' : 'more-time',
      );
      collector.solverPairs += left;
      if (check.tellsPairs) collector.left(linesOf(launched, near.slice(done)));
      return;
    }
    queries.before(until, () => {
      if (!racesAsOthers(launched, context, a, b)) checkPair(launched, context, a, b);
    });
  }
}

/** The part of the time that is left which may go into whether a pair races in the launch in which another kernel does. */
const SHARE_LIKE_OTHERS = 0.25;

/** Is a pair seen to race in a launch in which a kernel like this one does? */
function racesAsOthers(launched: LaunchCheck, context: RaceContext, a: KernelAccess, b: KernelAccess): boolean {
  const { check, queries, collector, log } = launched;
  const isAsked = check.whether === null && !check.tellsPairs && log === null;
  if (!isAsked || check.raced.size === 0 || collector.isRacy) return false;
  const [lines] = linesOf(launched, [[a, b]]);
  const sizes = check.raced.get(lines!);
  if (sizes === undefined) return false;
  for (const asked of inLaunchesOf(context, launched.context.parameters, sizes, a.object.space === 'shared')) {
    // Each has a share of its own: one that the solver only approximates leaves something for the others.
    const answer = queries.withinShare(SHARE_LIKE_OTHERS, () => decidePair(asked, a, b));
    if (answer.status !== 'race') continue;
    const found = findingOf(launched, asked, answer.race);
    if (found.finding.evidence === 'possible') continue;
    collector.found(found.finding, a.location, b.location, factsOf(answer.race, found));
    return true;
  }
  return false;
}

type Pairs = readonly (readonly [KernelAccess, KernelAccess])[];

/**
 * Where the question is what happens if two pointers lead into one memory, pairs that are reached by both of them come first, and of these
 * the ones on the way to which the least is asked: a run that shows a race is soonest found there.
 */
function acrossAliasesFirst({ check, launch }: LaunchCheck, pairs: Pairs): Pairs {
  if (check.whether === null || launch.aliases.size === 0) return pairs;
  const distances = symbolsOf([...launch.aliases.values()].map(({ offset }) => offset));
  const isMoved = ({ offset }: KernelAccess) => [...symbolsOf([offset])].some((symbol) => distances.has(symbol));
  const isAcross = ([a, b]: Pairs[number]) => isMoved(a) !== isMoved(b);
  const asked = ([a, b]: Pairs[number]) => conjuncts(a.path).length + conjuncts(b.path).length;
  const across = pairs.filter(isAcross).sort((one, other) => asked(one) - asked(other));
  return [...across, ...pairs.filter((pair) => !isAcross(pair))];
}

/** Pairs at lines at which kernels like this one race come first. */
function racedFirst(launched: LaunchCheck, pairs: Pairs): Pairs {
  const { raced } = launched.check;
  if (raced.size === 0) return pairs;
  const lines = [...linesOf(launched, pairs)];
  const isFirst = (_: Pairs[number], at: number) => raced.has(lines[at]!);
  return [...pairs.filter(isFirst), ...pairs.filter((pair, at) => !isFirst(pair, at))];
}

/** The lines at which pairs of accesses stand. */
function* linesOf({ context }: LaunchCheck, pairs: Pairs): Iterable<string> {
  const known = new Map<KernelAccess, Pick<Place, 'file'> & { readonly line: number }>();
  const lineOf = (access: KernelAccess) => {
    const { file, line } = known.get(access) ?? placeOf(context, access.location, access.addressLocation);
    known.set(access, { file, line });
    return { file, line };
  };
  for (const [a, b] of pairs) yield linesKey(lineOf(a), lineOf(b));
}

function checkPair(launched: LaunchCheck, context: RaceContext, a: KernelAccess, b: KernelAccess): void {
  const { queries, log, collector, settled, learns, rests } = launched;
  log?.pair(a, b);
  if (collector.hasFound(a.location, b.location)) {
    log?.outcome('racy', 'a race of these two places is known already');
    return;
  }
  // An explanation says how each pair was decided.
  const known = log === null ? settled.restsOf(a, b) : undefined;
  if (known !== undefined) {
    for (const one of known) collector.assume(one);
    return;
  }
  const [callsBefore, restsBefore] = [queries.calls, rests.length];
  // A race is told before it is asked whether there is a worse one, and that takes long: it may be all that the kernel's verdict needs.
  const isEnough = (race: RacePair) => launched.isOver(() => collectRace(launched, context, race));
  const decide = () => decidePair(context, a, b, isEnough);
  const answer = launched.check.whether?.byArithmetic ? queries.withoutSolver(decide) : decide();
  if (queries.calls > callsBefore) collector.solverPairs++;
  switch (answer.status) {
    case 'safe':
      log?.outcome('safe');
      if (learns) settled.addPair(a, b, rests.slice(restsBefore));
      return;
    case 'open': {
      const other = b === a ? '' : ` against line ${b.location?.line ?? 0}`;
      log?.outcome('open', answer.reason);
      collector.reason(answer.kind, `could not decide ${a.object.name}${other}: ${answer.reason}`, a.location);
      if (launched.check.tellsPairs) tellPair(launched, context, [a, b], answer, null);
      return;
    }
    case 'race': {
      const found = collectRace(launched, context, answer.race);
      const { finding } = found;
      log?.outcome(finding.evidence === 'possible' ? 'possible' : 'racy', messageOf(finding));
      if (launched.check.tellsPairs) tellPair(launched, context, [a, b], answer, { race: answer.race, found });
    }
  }
}

function collectRace(launched: LaunchCheck, context: RaceContext, race: RacePair): Confirmed {
  const { collector } = launched;
  const found = findingOf(launched, context, race);
  const { finding } = found;
  collector.mayBeShown(
    finding,
    () => isWrong(launched, finding, race),
    () => placingNames(launched.context, context, race),
  );
  const { first, second, sameValue } = race;
  if (finding.evidence === 'possible' && sameValue) collector.writesTheSame(finding, first.object.name);
  if (finding.evidence === 'possible' && finding.lacks !== undefined)
    collector.lacksFenceOfReader(finding, first.object.name);
  collector.found(finding, first.location, second.location, factsOf(race, found));
  return found;
}

function factsOf({ isUnordered, sameValue, missing, unusual }: RacePair, { inputs }: Confirmed): FoundFacts {
  const isMild = sameValue || missing === 'reader-fence' || unusual !== null;
  return { isUnordered, isHarmless: sameValue, isMild, inputs: inputs === null ? [] : [inputs] };
}

/**
 * For a comparison: that the pair is open, and what it is at other distances. Of a pair near the change that is asked at once:
 * blocks that may overwrite each other's rows, for sizes that nobody has, say nothing of a barrier that is gone. Of others it is
 * asked when all pairs are decided.
 */
function tellPair(
  launched: LaunchCheck,
  context: RaceContext,
  [a, b]: readonly [KernelAccess, KernelAccess],
  answer: RaceAnswer | OpenAnswer,
  first: FoundRace | null,
): void {
  const { collector } = launched;
  const tell = (told: RaceAnswer | OpenAnswer, isAside: boolean) => {
    if (told.status === 'open') collector.open({ ...openPair(launched, a, b, told), isAside });
    else {
      const found = findingOf(launched, context, told.race);
      collector.found(found.finding, a.location, b.location, factsOf(told.race, found));
      learnInputs(launched, context, { race: told.race, found });
    }
  };
  if (answer.status === 'open') tell(answer, false);
  const isNear = isNearChange(launched.check, [a, b]);
  const tellOthers = () => {
    for (const other of decideOtherDistances(context, a, b, answer)) tell(other, !isNear);
  };
  if (isNear) tellOthers();
  collector.later.push(() => {
    if (first !== null) learnInputs(launched, context, first);
    // One call of the solver can take longer than all the rest: only what the change may have brought is worth it.
    if (!isNear) launched.queries.quickly(tellOthers);
  });
}

interface FoundRace {
  readonly race: RacePair;
  readonly found: Confirmed;
}

/** What is possible whatever a replay shows is executed after all: the other revision may have no race with its inputs. */
function learnInputs(launched: LaunchCheck, context: RaceContext, { race, found }: FoundRace): void {
  if (race.sameValue || found.inputs !== null || found.finding.evidence !== 'possible') return;
  const seen = findingOf(launched, context, race, true);
  if (seen.inputs !== null) launched.collector.learned(found.finding, factsOf(race, seen));
}

function openPair(
  { context }: LaunchCheck,
  a: KernelAccess,
  b: KernelAccess,
  answer: OpenAnswer,
): Omit<OpenPair, 'isAside'> {
  return {
    rule: ruleAt(answer.distance, a, b),
    memory: memoryOf(a),
    accesses: [accessOf(context, a), accessOf(context, b)],
    reason: answer.reason,
    isUnordered: answer.isUnordered(),
  };
}

/** @param triesMild a race that is possible whatever a replay shows is executed, too */
function findingOf(launched: LaunchCheck, asked: RaceContext, race: RacePair, triesMild = false): Confirmed {
  const found = decidedFinding(launched, asked, race, triesMild);
  if (found.finding.evidence !== 'possible') return found;
  const doubt = doubtOf(race, {
    loads: unknownLoads(launched.context, race),
    contents: [...new Set((found.finding.witness?.contents ?? []).map(({ object }) => object))],
    refusal: [...launched.execution.refusals, ...asked.partialBarriers.refusals][0]?.text ?? null,
    isGuess: isGuessFor(launched.launch, rootsOf(race)),
  });
  return doubt === null ? found : { ...found, finding: { ...found.finding, doubt } };
}

function decidedFinding(
  launched: LaunchCheck,
  { partialBarriers }: RaceContext,
  race: RacePair,
  triesMild: boolean,
): Confirmed {
  const { launch, execution, context } = launched;
  const made = raceFinding(context, race);
  // What was not understood may have been what orders the two.
  const isPartial =
    execution.refusals.length + partialBarriers.refusals.length > 0 || isGuessFor(launch, rootsOf(race));
  const finding: FindingWithoutId = isPartial ? { ...made, evidence: 'possible' } : made;
  // Seeing it happen once proves nothing of a race that only some launches have, or whose writes agree.
  const isMild = race.sameValue || race.unusual !== null || race.missing === 'reader-fence';
  if (isMild && !triesMild) return { finding, ...NOT_EXECUTED };
  const seen = executedRace(launched, context, finding, race);
  return isMild ? { ...seen, finding } : seen;
}

/** How a run is made, whatever the model. */
type Asked = Pick<Confirmation, 'isOneOfSeveral' | 'anyContents' | 'onlyOthers'>;

/**
 * The finding after an attempt to make its race happen. A usual block may be too large for an array of the kernel's, and large
 * sizes for a replay: models with others are executed then.
 */
function executedRace(
  launched: LaunchCheck,
  context: FindingContext,
  finding: FindingWithoutId,
  race: RacePair,
  anyContents = false,
): Confirmed {
  const asked = (isOneOfSeveral: boolean) => ({ isOneOfSeveral, anyContents, onlyOthers: false });
  const seen = executedOnce(launched, context, finding, race, asked(race.otherValues.length > 0));
  if (seen.hasMet) return seen;
  const executedWith = (values: Evaluator, how: Asked) => {
    const other = { ...race, values };
    const made = { ...raceFinding(context, other), evidence: finding.evidence };
    return executedOnce(launched, context, made, other, how);
  };
  for (const [at, values] of race.otherValues.entries()) {
    const tried = executedWith(values, asked(at < race.otherValues.length - 1));
    if (tried.hasMet) return tried;
  }
  const isGuess = finding.evidence === 'possible' && !anyContents;
  // What meets within a block in one such run is taken for what meets in all of them.
  const { first, second, distance } = race;
  const isLookedFor = launched.met.size > 0 && distance !== 'inter-block';
  const mayMeet = !isLookedFor || launched.met.has(pairKey(first.location, second.location));
  for (const values of isGuess && mayMeet ? withUsualContents(race, launched.launch.facts) : []) {
    const tried = executedWith(values, { ...asked(true), onlyOthers: true });
    if (tried.hasMet) return tried;
    for (const [here, there] of tried.meetings) launched.met.add(pairKey(here, there));
  }
  return seen;
}

/** Pairs that were seen to meet come first. */
function metFirst({ met }: LaunchCheck, pairs: Pairs): Pairs {
  const isFirst = ([a, b]: Pairs[number]) => met.has(pairKey(a.location, b.location));
  return [...pairs.filter(isFirst), ...pairs.filter((pair) => !isFirst(pair))];
}

function executedOnce(
  launched: LaunchCheck,
  context: FindingContext,
  finding: FindingWithoutId,
  race: RacePair,
  asked: Asked,
): Confirmed {
  const { first, second, pair, values } = race;
  const roots = [
    pair.first.cond(first.path),
    pair.second.cond(second.path),
    pair.first.int(first.offset),
    pair.second.int(second.offset),
  ];
  const { execution } = launched;
  const isPlacedByLoads = [first, second].some((access) => isPlacedByLoad(access, execution.loadPlaces));
  return confirmed(launched, finding, roots, {
    values,
    locations: [first.location, second.location],
    withThreads: (threads, offset) => raceFinding(context, race, { threads, offset }),
    isPlacedByLoads,
    mayBeDigits: isPlacedByLoads && handsOnDigits(execution.accesses),
    isPlacedByContents: [first, second].some(isPlacedByContent),
    isOfLoops: race.leansOn.has('approximate'),
    contents: contentsOfRace(race, execution),
    anySizes: race.anySizes,
    ...asked,
    needsRun:
      [first, second].every(({ kind, value }) => kind === 'write' && isUnknown(value)) ||
      [first, second].some(({ copy }) => copy?.isWithin),
  });
}

/**
 * Does a launch that shows a race which is only possible not work: is the race seen when it is executed, does it go past the end
 * of an array, or break an assertion elsewhere? Which sizes people choose, and which the host passes, says nothing of what a run may
 * take for unknown values: where the race hangs on none of these, any will do. So will any contents of memory. A model of such a race was
 * evaluated exactly: it stands where the run is too long for the simulator.
 */
function isWrong(launched: LaunchCheck, finding: FindingWithoutId, race: RacePair): boolean {
  const ofRun = originsOf(rootsOf(race), launched.launch.guesses);
  const isOfModel = launched.execution.refusals.length === 0 && !isGuess(ofRun);
  const asModel: FindingWithoutId = isOfModel ? { ...finding, evidence: 'witness' } : finding;
  const { hasMet, breaksDown, isTooLong } = executedRace(launched, launched.context, asModel, race, true);
  return hasMet || breaksDown || (isTooLong && isOfModel && isExactlyUnordered(launched, race));
}

/** Is it no guess either what holds where the two take place, and which barriers they have passed there? */
function isExactlyUnordered({ launch }: LaunchCheck, { first, second, missing }: RacePair): boolean {
  const sides = [first, second];
  const roots = sides.flatMap(({ facts, interval: { block, warp, grid } }) => [facts, block, warp, grid]);
  const isPlain = missing === null && sides.every(({ interval }) => interval.partialBarriers.size === 0);
  return isPlain && !isGuess(originsOf(roots, launch.guesses));
}

function isUnknown(value: Int | null): boolean {
  return value === null || originsOf([value]).has('unknown');
}

/** The finding after an attempt to make it happen. */
function confirmed(
  { check, launch, launchTerms, execution, collector }: LaunchCheck,
  finding: FindingWithoutId,
  roots: readonly (Cond | Int)[],
  model: Omit<Parameters<typeof confirmationOf>[3], 'isAside'>,
): Confirmed {
  if (check.confirm === null) return { finding, ...NOT_EXECUTED };
  const { kernel } = check;
  const asked = { ...model, isAside: collector.isLate };
  return check.confirm(finding, confirmationOf({ kernel, launch, launchTerms, execution }, finding, roots, asked));
}

function collectExplanation({ launch, log, collector }: LaunchCheck): void {
  if (log === null) return;
  const { source, gridDim, blockDim, facts } = launch;
  collector.explanations.push(
    log.explanation({
      source: source && { file: source.file, line: source.line },
      gridDim: gridDim.map(termText),
      blockDim: blockDim.map(termText),
      facts: facts.filter((fact) => fact.kind !== 'true').map(conditionText),
    }),
  );
}
