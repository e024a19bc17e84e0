/**
 * Executes a finding's witness. What is seen to happen becomes `replayed`; what runs to its end without the two accesses
 * meeting falls back to `possible`; what could not be executed keeps the evidence it had, with the reason.
 */

import {
  type Confirmation,
  type Confirmed,
  cellOf,
  isPassedNull,
  type ModelContent,
  NOT_EXECUTED,
  type WitnessThreads,
} from '../check/index.ts';
import { withLaunchedCluster } from '../ir/cluster-size.ts';
import type { Program, SourceLocation } from '../ir/program.ts';
import { placeIn, pointerKey } from '../kernel/index.ts';
import type { WarpModel } from '../model/options.ts';
import type { Place } from '../model/place.ts';
import { cellName, type FindingWithoutId, type MemoryContent, type RuleId } from '../model/result.ts';
import {
  type ArgumentValue,
  type Contents,
  type DivergenceOutcome,
  type Filling,
  leavesOf,
  type ReplayedAccess,
  type ReplayOutcome,
  type ReplayRequest,
  type ReplayThread,
  replay,
  replayDivergence,
  replayOtherwise,
  type SimulationError,
  type SimulationErrorKind,
  Unsupported,
} from '../simulate/index.ts';
import { Evaluator, single } from '../terms/index.ts';
import { withoutGuessedCalls } from './guessed-calls.ts';
import { storedInputs } from './replay-inputs.ts';

/** IR instructions of all threads that one kernel's replays may take together, and one replay of them. */
const KERNEL_STEPS = 60_000_000;
const REPLAY_STEPS = 20_000_000;
/** The same for what no verdict hangs on. */
const ASIDE_STEPS = 32_000_000;
/** The same for models that are easier to believe than the first one found, and one replay of them. */
const TRIED_STEPS = 24_000_000;
const TRY_STEPS = 6_000_000;
/** A race that leans on a guess seldom shows up; looking for it is worth less. */
const GUESS_STEPS = 8_000_000;
/** What a hand-over leaves without order often takes all blocks of the grid to be seen: who comes last, reads. */
const OF_THE_WHOLE_GRID: ReadonlySet<RuleId> = new Set(['scoped-fence-race', 'scoped-atomic-race', 'scoped-lock-race']);
/** Ends of a run that no program has whose launch works. */
const FAULTS: ReadonlySet<SimulationErrorKind> = new Set([
  'misaligned',
  'out-of-bounds',
  'null-pointer',
  'division-by-zero',
]);
/** Those of them that sizes are to blame for: a block is too large for its arrays, or rows are no multiples of wide accesses. */
const BREAKDOWNS: ReadonlySet<SimulationErrorKind> = new Set(['misaligned', 'out-of-bounds']);
/** A pointer that leads nowhere. */
const NULL = 0n;
/** Contents beyond this many bytes into a buffer are left to be zero. */
const LARGEST_OFFSET = 1n << 34n;

/** Replays the findings of one kernel, within one budget. */
export function replaying(
  program: Program,
  warpModel: WarpModel,
): (finding: FindingWithoutId, c: Confirmation) => Confirmed {
  const left = { verdict: KERNEL_STEPS, aside: ASIDE_STEPS, tried: TRIED_STEPS };
  return (finding, confirmation) => {
    const isGuess = finding.evidence === 'possible';
    const purse = confirmation.isOneOfSeveral ? 'tried' : confirmation.isAside ? 'aside' : 'verdict';
    const isSmall = confirmation.isAside || (isGuess && !OF_THE_WHOLE_GRID.has(finding.rule));
    const wanted = confirmation.isOneOfSeveral ? TRY_STEPS : isSmall ? GUESS_STEPS : REPLAY_STEPS;
    if (left[purse] <= 0) {
      const said = isGuess ? finding : withReason(finding, 'not tried: other findings used up the budget', null);
      return { finding: asSeenOnly(said, confirmation), ...NOT_EXECUTED };
    }
    const budget = Math.min(wanted, left[purse]);
    const answer = confirmByReplay(program, warpModel, finding, confirmation, budget);
    const { confirmed, steps, inputs = null, hasMet = false, breaksDown = false, isTooLong = false } = answer;
    const { meetings = [] } = answer;
    left[purse] -= steps;
    return { finding: asSeenOnly(confirmed, confirmation), inputs, hasMet, breaksDown, isTooLong, meetings };
  };
}

/** What only a run can show is possible at most until one has. */
function asSeenOnly(finding: FindingWithoutId, { needsRun }: Confirmation): FindingWithoutId {
  return needsRun && finding.evidence === 'witness' ? { ...finding, evidence: 'possible' } : finding;
}

/** What came of one attempt; what is left out is not the case. */
interface Replayed extends Partial<Omit<Confirmed, 'finding'>> {
  readonly confirmed: FindingWithoutId;
  readonly steps: number;
  /** The run ended where a thread divided by zero. */
  readonly dividesByZero?: boolean;
  /** It ended at an address where nothing is. */
  readonly leadsNowhere?: boolean;
  /** It ended at an element of a matrix, which nobody computes. */
  readonly lacksElement?: boolean;
}

function confirmByReplay(
  program: Program,
  warpModel: WarpModel,
  finding: FindingWithoutId,
  confirmation: Confirmation,
  stepBudget: number,
): Replayed {
  let steps = 0;
  const attempt: Attempt = (one, changed) => {
    if (steps >= stepBudget) return null;
    const made = replayOnce(program, warpModel, one, changed, stepBudget - steps);
    steps += made.steps;
    return made;
  };
  const answer = attempt(finding, confirmation);
  if (answer === null) return { confirmed: finding, steps };
  const shown = isShown(answer) ? answer : shownOtherwise(attempt, finding, confirmation, answer);
  return { ...(shown ?? answer), steps };
}

/** One run of the finding; null where no steps are left for it. */
type Attempt = (finding: FindingWithoutId, confirmation: Attempted) => Replayed | null;

interface Attempted extends Confirmation {
  /** Pointers that nobody stored lead to memory of their own. */
  readonly arePointersPlaced?: boolean;
  /** What stands for elements of matrices. */
  readonly elements?: 'elements-zero' | 'elements-apart';
}

/** What comes of other attempts, by what ended the first one; null where none of them shows it. */
function shownOtherwise(
  attempt: Attempt,
  finding: FindingWithoutId,
  confirmation: Confirmation,
  { dividesByZero = false, leadsNowhere = false, lacksElement = false }: Replayed,
): Replayed | null {
  if (lacksElement) return withAnyElements(attempt, finding, confirmation);
  const other = dividesByZero ? withoutZeros(finding, confirmation) : null;
  const again = other && attempt(other.finding, other.confirmation);
  if (again?.confirmed.evidence === 'replayed') return again;
  const filled = withAnyContents(attempt, finding, confirmation);
  if (filled !== null) return filled;
  const isPlaced = leadsNowhere && readsBehindNull(confirmation);
  const placed = isPlaced ? attempt(finding, { ...confirmation, arePointersPlaced: true }) : null;
  return placed !== null && isShown(placed) ? placed : null;
}

/** Two attempts, with zeros for elements of matrices and with others: what both show hangs on none of them. */
function withAnyElements(attempt: Attempt, finding: FindingWithoutId, confirmation: Confirmation): Replayed | null {
  const zeros = attempt(finding, { ...confirmation, elements: 'elements-zero' });
  if (zeros === null || !isShown(zeros)) return null;
  const others = attempt(finding, { ...confirmation, elements: 'elements-apart' });
  return others !== null && isShown(others) ? others : null;
}

function isShown({ confirmed, hasMet }: Replayed): boolean {
  return confirmed.evidence === 'replayed' || hasMet === true;
}

/**
 * Another attempt, with any contents where the model holds in memory what only functions take that it made up: zeros, then others.
 * @returns null where that does not show it either
 */
function withAnyContents(attempt: Attempt, finding: FindingWithoutId, confirmation: Confirmation): Replayed | null {
  const arbitrary = confirmation.contents.filter(({ isArbitrary }) => isArbitrary);
  if (arbitrary.length === 0) return null;
  const contents = confirmation.contents.filter(({ isArbitrary }) => !isArbitrary);
  const other = attempt(finding, { ...confirmation, contents, anyContents: true });
  if (other === null || !isShown(other)) return null;
  const { witness } = other.confirmed;
  const made = new Set(arbitrary.map((content) => cellName(cellOf(content))));
  const isLeft = (cell: MemoryContent) => !made.has(cellName(cell));
  const seen = witness && { ...witness, contents: witness.contents.filter(isLeft) };
  return { ...other, confirmed: { ...other.confirmed, witness: seen } };
}

function replayOnce(
  given: Program,
  warpModel: WarpModel,
  finding: FindingWithoutId,
  confirmation: Attempted,
  stepBudget: number,
): Replayed {
  const program = withLaunchedCluster(given, confirmation.kernel.name, confirmation.launch.clusterDim);
  const { witness, accesses } = finding;
  const [first, second] = witness?.threads ?? [];
  const [a, b] = accesses;
  if (!witness || !first || !second || !a) return { confirmed: finding, steps: 0 };
  const { madeOne } = confirmation.launch;
  if (madeOne !== undefined && madeOne.arePassed !== true) {
    return notTried(finding, 'memory that pointers in memory share is not set up');
  }
  const passed = argumentsOf(confirmation);
  if (typeof passed === 'string') return notTried(finding, passed);
  const launch = {
    kernel: confirmation.kernel.name,
    gridDim: witness.gridDim,
    blockDim: witness.blockDim,
    arguments: passed,
    variables: variablesOf(program, confirmation),
    warpModel,
    threads: [first, second] as const,
    // What is certain of a finding does not hang on values that nobody knows.
    unknowns: confirmation.elements ?? (finding.evidence === 'possible' ? ('refuse' as const) : ('zero' as const)),
    zerosBehindNull: readsBehindNull(confirmation),
    ...(confirmation.arePointersPlaced === true ? { pointersIn: confirmation.pointersIn } : {}),
    stepBudget,
  };
  const [here, there] = confirmation.locations;
  let outcome: ReplayOutcome | DivergenceOutcome;
  if (b && a.kind !== 'barrier' && b.kind !== 'barrier') {
    const places: ReplayRequest['accesses'] = [
      { location: here ?? null, kind: a.kind },
      { location: there ?? null, kind: b.kind },
    ];
    const { textures } = confirmation;
    const seen = replayedAccesses(program, finding, confirmation, {
      ...launch,
      accesses: places,
      anyThreads: true,
      onlyOthers: confirmation.onlyOthers,
      textures,
    });
    if ('confirmed' in seen) return seen;
    outcome = seen;
  } else if (here) outcome = replayDivergence(program, { ...launch, barrier: here });
  else return { confirmed: finding, steps: 0 };
  if (outcome.outcome === 'replayed') {
    const { steps } = outcome;
    const seen = withoutGuessedCalls(asSeen(finding, confirmation, outcome));
    const inputs = storedInputs(launch, confirmation.kernel.parameters, seen.witness);
    // That the race happens under this launch is seen; that the host makes such a launch was guessed.
    if (confirmation.restsOnGuess) return { confirmed: finding, steps, inputs, hasMet: true };
    const { isPlacedByLoads } = confirmation;
    if (isPlacedByLoads && finding.evidence === 'possible' && 'readsUnwritten' in outcome && outcome.readsUnwritten) {
      const reason = 'the run reads memory that was never written';
      return { confirmed: withReason(finding, reason, null), steps };
    }
    const areWrites = accesses.every(({ kind }) => kind === 'write');
    if (areWrites && 'sameValue' in outcome && outcome.sameValue) {
      const same = 'both threads store the same value there';
      const text = outcome.uncomputed === null ? same : `${same}, but zero stands for ${outcome.uncomputed}`;
      const why = { text, place: null, isGuess: false };
      return { confirmed: { ...finding, evidence: 'possible', replay: why }, steps, hasMet: true };
    }
    const otherWay = 'parted' in outcome ? { otherWay: otherWayOf(program, outcome) } : {};
    return { confirmed: { ...seen, ...otherWay, evidence: 'replayed' }, steps, inputs, hasMet: true };
  }
  return notSeen(program, finding, launch, outcome);
}

/** What runs show of two accesses, or why it does not count. */
function replayedAccesses(
  program: Program,
  finding: FindingWithoutId,
  confirmation: Attempted,
  given: ReplayRequest & { readonly stepBudget: number },
): ReplayOutcome | Replayed {
  const { isOfLoops, isPlacedByLoads, anyContents, contents } = confirmation;
  const request = isPlacedByLoads ? { ...given, filling: 'indices' as const } : given;
  let steps = 0;
  const run = (asked: ReplayRequest) => {
    const outcome = replay(program, asked);
    steps += outcome.steps;
    return outcome;
  };
  // What the solver took memory to hold may be what brings the two together, and nobody says that it holds that: sorted memory of which
  // no two elements are equal has to do as well. In the second attempt none is its own index.
  const isOfChoice = confirmation.isPlacedByContents && !isPlacedByLoads;
  const plain = isOfChoice ? confirmation : { ...confirmation, contents: [] };
  const runFilled = (filling: Filling) =>
    run({ ...request, filling, arguments: argumentsFor(plain), variables: variablesOf(program, plain) });
  const runWithoutEqual = (): ReplayOutcome => {
    const first = runFilled('indices');
    return first.outcome === 'replayed' ? first : runFilled('indices-before');
  };
  let outcome: ReplayOutcome = run(request);
  if (outcome.outcome !== 'replayed' && outcome.error === null && anyContents && steps < given.stepBudget) {
    const filled = { areNumbersPlaces: isPlacedByLoads };
    const other = replayOtherwise(program, { ...request, stepBudget: given.stepBudget - steps }, filled);
    steps += other.steps;
    if (other.outcome === 'replayed') outcome = other;
  }
  const why = (text: string, other: ReplayOutcome): Replayed => ({
    confirmed: { ...withReason(finding, text, null), evidence: 'possible' },
    steps,
    isTooLong: other.outcome !== 'replayed' && other.error?.kind === 'step-budget',
  });
  const isMet = outcome.outcome === 'replayed';
  const isOpen = outcome.outcome !== 'replayed' && outcome.error === null;
  if (isPlacedByLoads && (isMet ? contents.length > 0 : isOpen)) {
    const other = isMet || contents.length > 0 ? runWithoutEqual() : runFilled('indices-before');
    const isMetAnyhow = other.outcome === 'replayed';
    if (isMet && !isMetAnyhow) return why('the two meet only with the memory contents that were assumed', other);
    // Indices are not in the order of their digits, and equal keys are.
    if (isMetAnyhow && confirmation.mayBeDigits && runFilled('ones').outcome !== 'replayed')
      return why('the two do not meet where elements of memory are equal', other);
    if (isMetAnyhow && !isMet) outcome = other;
  }
  // Memory is full of zeros, and all whose loops look for one element find it: a guess has to hold where no two are equal.
  const isOfZeros = isOfLoops && !isPlacedByLoads && !anyContents;
  if (outcome.outcome === 'replayed' && finding.evidence === 'possible' && isOfZeros) {
    const other = runWithoutEqual();
    if (other.outcome !== 'replayed')
      return why('the two are only seen to meet where elements of memory are equal', other);
  }
  return { ...outcome, steps };
}

/**
 * The same with one for each argument that the model left at zero: what is only divided by it says nothing of the two accesses.
 * @returns null where there is none, or where the launch is no longer one that the host makes
 */
function withoutZeros(
  finding: FindingWithoutId,
  confirmation: Confirmation,
): { readonly finding: FindingWithoutId; readonly confirmation: Confirmation } | null {
  const { values, parameters, launch } = confirmation;
  const zeros = [...parameters].filter(([, term]) => single(term)?.kind === 'symbol' && values.int(term) === 0n);
  const changed = new Set(zeros.map(([, term]) => single(term)));
  const others = new Evaluator({
    symbol: (atom) => (changed.has(atom) ? 1n : values.atom(atom)),
    apply: (atom, args) => values.apply(atom, args),
  });
  const sizes = [...launch.gridDim, ...launch.blockDim];
  const isLaunched = launch.facts.every((fact) => others.cond(fact) || !values.cond(fact));
  if (zeros.length === 0 || !isLaunched || sizes.some((size) => others.int(size) !== values.int(size))) return null;
  const { witness } = finding;
  const args = { ...witness?.arguments, ...Object.fromEntries(zeros.map(([name]) => [name, 1])) };
  return {
    finding: { ...finding, witness: witness && { ...witness, arguments: args } },
    confirmation: { ...confirmation, values: others },
  };
}

/**
 * Is there memory behind pointers that are null in the run? Those in memory that nobody filled are anything else in a program; one that is
 * passed is null.
 */
function readsBehindNull({ values, nulls, followsPointers }: Confirmation): boolean {
  return followsPointers && [...nulls.values()].every(({ isNull }) => values.int(isNull) === 0n);
}

/** What a run tells that did not show it. */
function notSeen(
  program: Program,
  finding: FindingWithoutId,
  launch: Pick<ReplayRequest, 'gridDim' | 'blockDim' | 'threads'> & { readonly stepBudget: number },
  outcome: (ReplayOutcome | DivergenceOutcome) & { readonly outcome: 'not-reproduced' },
): Replayed {
  const { error, steps, reason, location } = outcome;
  const meetings = 'meetings' in outcome ? outcome.meetings : [];
  const ranThrough = error === null && steps < launch.stepBudget;
  const isRefuted = ranThrough || (error !== null && FAULTS.has(error.kind));
  const said = withReason(finding, reason, placeIn(program, location));
  const breaksDown = error !== null && (BREAKDOWNS.has(error.kind) || isTrapOfOthers(error, launch));
  const isTooLong = error?.kind === 'step-budget';
  const dividesByZero = error?.kind === 'division-by-zero';
  const leadsNowhere = error?.kind === 'null-pointer' || error?.kind === 'out-of-bounds';
  const lacksElement = error?.kind === 'uncomputed-element';
  const confirmed: FindingWithoutId = isRefuted ? { ...said, evidence: 'possible' } : said;
  return { confirmed, steps, breaksDown, isTooLong, dividesByZero, leadsNowhere, lacksElement, meetings };
}

/** An assertion that some thread breaks which is none of the two: they keep to theirs. */
function isTrapOfOthers(
  { kind, thread }: SimulationError,
  { gridDim, blockDim, threads }: Pick<ReplayRequest, 'gridDim' | 'blockDim' | 'threads'>,
): boolean {
  type Spot = ReplayThread['block'];
  const linear = ([x, y, z]: Spot, [width, height]: Spot) => x + width * (y + height * z);
  const ofBlock = blockDim[0] * blockDim[1] * blockDim[2];
  const named = threads.map((one) => linear(one.block, gridDim) * ofBlock + linear(one.thread, blockDim));
  return kind === 'trap' && thread !== null && !named.includes(thread);
}

/** Where the second thread of a divergence went, in lines of the user's. */
function otherWayOf(
  program: Program,
  { parted, waits }: DivergenceOutcome & { readonly outcome: 'replayed' },
): NonNullable<FindingWithoutId['otherWay']> {
  const lineOf = (location: SourceLocation | null) => {
    if (location === null || location.line < 1) return null;
    return { file: program.files[location.file] ?? '', line: location.line };
  };
  return { parted: lineOf(parted), waits: lineOf(waits) };
}

/** The finding with the threads that were seen to meet, where it were others than the solver's. */
function asSeen(
  finding: FindingWithoutId,
  confirmation: Confirmation,
  outcome: (ReplayOutcome | DivergenceOutcome) & { readonly outcome: 'replayed' },
): FindingWithoutId {
  if (!('accesses' in outcome) || confirmation.withThreads === null) return finding;
  const [a, b] = outcome.accesses;
  const named = finding.witness?.threads ?? [];
  const isNamed = ({ thread }: ReplayedAccess) => named.some((t) => sameThread(t, thread));
  if (isNamed(a) && isNamed(b)) return finding;
  const copied = ({ thread: { block, thread } }: ReplayedAccess): WitnessThreads[0] => ({
    block: [...block],
    thread: [...thread],
  });
  return confirmation.withThreads([copied(a), copied(b)], BigInt(outcome.address.offset));
}

function sameThread(a: ReplayThread, b: ReplayThread): boolean {
  return a.block.join() === b.block.join() && a.thread.join() === b.thread.join();
}

/** Says why a finding was not seen to happen; of one that leans on guessed values nobody expected it. */
function withReason(finding: FindingWithoutId, reason: string, place: Place | null): FindingWithoutId {
  const isGuess = finding.evidence === 'possible';
  return { ...finding, replay: { text: reason.replace(/\.$/, ''), place, isGuess } };
}

/** Of a finding that is only possible nobody expected a replay. */
function notTried(finding: FindingWithoutId, why: string): { confirmed: FindingWithoutId; steps: number } {
  return {
    confirmed: finding.evidence === 'possible' ? finding : withReason(finding, `not tried, ${why}`, null),
    steps: 0,
  };
}

/** @returns why there are none, where the simulator cannot hold a parameter */
function argumentsOf(confirmation: Confirmation): Map<number, ArgumentValue> | string {
  try {
    return argumentsFor(confirmation);
  } catch (failure) {
    if (failure instanceof Unsupported) return `the simulator does not hold ${failure.message}`;
    throw failure;
  }
}

/** @throws Unsupported */
function argumentsFor(confirmation: Confirmation): Map<number, ArgumentValue> {
  const { kernel, values, parameters, nulls, launch } = confirmation;
  const scalar = (name: string): bigint | undefined => {
    const term = parameters.get(name);
    return term ? values.int(term) : undefined;
  };
  const isNull = (index: number, offset: number) => isPassedNull(values, nulls, index, offset);
  const args = new Map<number, ArgumentValue>();
  const shared = (index: number, at: number): ArgumentValue | undefined => {
    const alias = launch.aliases.get(pointerKey(index, at));
    if (alias === undefined) return undefined;
    const offset = Number(values.int(alias.offset));
    if (alias.to.kind === 'variable') return { kind: 'region', variable: alias.to.symbol, offset };
    const { index: other, offset: inside } = alias.to;
    const struct = kernel.parameters[other]?.byValue ?? null;
    const which =
      struct === null ? {} : { aliasScalar: leavesOf(struct).findIndex((scalar) => scalar.offset === inside) };
    return { kind: 'region', alias: other, offset, ...which };
  };
  kernel.parameters.forEach((parameter, index) => {
    if (parameter.byValue) {
      const fields = leavesOf(parameter.byValue).map(({ offset }) =>
        isNull(index, offset) ? NULL : (shared(index, offset) ?? scalar(`${parameter.name}@${offset}`)),
      );
      args.set(index, { kind: 'struct', fields });
    } else if (parameter.type.kind === 'pointer' && isNull(index, 0)) args.set(index, NULL);
    else if (parameter.type.kind === 'pointer') {
      const contents = contentsFor(confirmation.contents, index);
      const start = launch.starts.get(pointerKey(index, 0));
      const past = start === undefined ? 0 : Number(BigInt.asUintN(8, values.int(start.offset)));
      args.set(index, shared(index, 0) ?? { kind: 'region', contents, ...(past === 0 ? {} : { past }) });
    } else {
      const value = shared(index, 0) ?? scalar(parameter.name);
      if (value !== undefined) args.set(index, value);
    }
  });
  return args;
}

/** What the model wants in the buffer of one pointer parameter. */
function contentsFor(contents: readonly ModelContent[], parameter: number): Contents[] {
  return bytesOf(
    contents.filter(
      ({ object: { origin } }) => origin.kind === 'parameter' && origin.index === parameter && origin.offset === 0,
    ),
  );
}

/** What the model wants in variables that the host writes, by symbol; a constant holds what the source gives it. */
function variablesOf(program: Program, { contents }: Confirmation): Map<string, Contents[]> {
  const variables = new Map<string, Contents[]>();
  for (const { object } of contents) {
    const { origin } = object;
    if (origin.kind !== 'variable' || program.globals.get(origin.symbol)?.isConstant) continue;
    variables.set(origin.symbol, bytesOf(contents.filter((c) => c.object === object)));
  }
  return variables;
}

function bytesOf(contents: readonly ModelContent[]): Contents[] {
  return contents.flatMap(({ offset, size, value }) => {
    if (offset < 0n || offset > LARGEST_OFFSET || size > 8) return [];
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt.asUintN(64, value), true);
    return [{ offset: Number(offset), bytes: bytes.slice(0, size) }];
  });
}
