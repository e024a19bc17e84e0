/**
 * Executes a static witness. In: a launch, arguments, two threads and the accesses they are said to race with. Out: that
 * two accesses of these threads at these places touched the same bytes with nothing to order them, or why that did not
 * happen.
 *
 * The blocks of the two threads run in full, all their threads; other blocks do not run. Blocks of one launch are not
 * ordered by anything but the host and grid barriers, so an execution in which the other blocks come later is a legal one
 * (up to a grid barrier, at which only the blocks that run are waited for). Buffers that the witness does not fill hold
 * zeros, or what the request says. Happens-before is decided from barriers and atomics (`two-thread-order.ts`), not from the two accesses being
 * close in time, so one schedule usually says it; others are tried where the first one does not bring the two together.
 * Where none does and the request says so, any two threads of these blocks will do that meet there.
 */
import type { Program, SourceLocation } from '../../ir/program.ts';
import { withOnesForUndefined } from '../defined-values.ts';
import type { SimulationError } from '../errors.ts';
import { compile, type Executable } from '../executable.ts';
import type { ArgumentValue, Contents, Dim3 } from '../launch.ts';
import { Machine } from '../machine.ts';
import type { Filling } from '../paged-memory.ts';
import { ROUND_ROBIN, run } from '../scheduler.ts';
import { needsWholeGrid } from '../simulate-launch.ts';
import type { Unknowns } from '../sync/sync-machine.ts';
import { ConflictSearch, distanceOf } from './conflict-search.ts';
import { filledByType, filledWithFractions, withoutNumbersForPointers } from './fillings.ts';
import { MeetingPlaces, type PlacePair } from './meeting-places.ts';
import { type Conflict, WitnessListener } from './witness-listener.ts';
import type { WitnessAccess } from './witness-sites.ts';

export interface ReplayThread {
  readonly block: Dim3;
  readonly thread: Dim3;
}

export interface ReplayRequest {
  /** The kernel's symbol. */
  readonly kernel: string;
  readonly gridDim: Dim3;
  readonly blockDim: Dim3;
  /** By parameter index. What is missing is zero, or a buffer of unknown size. */
  readonly arguments: ReadonlyMap<number, ArgumentValue>;
  /** What the host has written into global and constant variables, by symbol. */
  readonly variables?: ReadonlyMap<string, readonly Contents[]>;
  /** What lies in buffers that the witness does not fill; left out: zeros. */
  readonly filling?: Filling;
  /** Pointers in memory that nobody filled lead to zeros, which may be read. */
  readonly zerosBehindNull?: boolean;
  /** Those that nobody stored lead to memory of their own, also in variables of these names. */
  readonly pointersIn?: ReadonlySet<string>;
  /** Bytes of dynamic shared memory; left out: unknown. */
  readonly dynamicShared?: number | null;
  readonly warpModel: 'its' | 'lockstep';
  /** `threads[i]` makes `accesses[i]`; the other way round counts as well. */
  readonly threads: readonly [ReplayThread, ReplayThread];
  readonly accesses: readonly [WitnessAccess, WitnessAccess];
  /** Two other threads, as far apart as these, that meet at the two accesses are as good. */
  readonly anyThreads?: boolean;
  /** With `anyThreads`, only others are looked for: nothing says that these two are any likelier to meet. */
  readonly onlyOthers?: boolean;
  /** Parameters that are handles of textures: what these hold is anything. */
  readonly textures?: readonly number[];
  /** What becomes of values that nobody computes: zero, unless the finding may hang on them. */
  readonly unknowns?: Exclude<Unknowns, 'told-apart'>;
  /** IR instructions of all threads in all attempts together. */
  readonly stepBudget?: number;
  /** Bytes. */
  readonly memoryBudget?: number;
}

export type ReplaySchedule = 'threads-first' | 'others-first' | 'held' | 'random' | 'in-order' | 'in-reverse';

export interface ReplayedAccess {
  readonly thread: ReplayThread;
  /** The call stack's places, innermost first. */
  readonly location: SourceLocation | null;
  readonly kind: 'read' | 'write' | 'atomic';
  readonly size: number;
  /** The bytes a write stored, where they are known. */
  readonly value: Uint8Array | null;
}

export type ReplayOutcome =
  | {
      readonly outcome: 'replayed';
      /** The first contested byte: the name of the parameter or variable, and the offset in bytes from where it points. */
      readonly address: {
        readonly name: string;
        readonly space: 'global' | 'constant' | 'shared' | 'local';
        readonly offset: number;
      };
      readonly accesses: readonly [ReplayedAccess, ReplayedAccess];
      /** Both were writes of the same bytes wherever they met, whatever the buffers held. */
      readonly sameValue: boolean;
      /** What zero stood for in the run, as nobody computes it: what is stored may have come of that. Null: nothing. */
      readonly uncomputed: string | null;
      /**
       * Some thread read shared or local memory that nobody had written: zeros here, and anything on a GPU. The two accesses
       * themselves don't count: a read that comes before its write is the race.
       */
      readonly readsUnwritten: boolean;
      readonly schedule: ReplaySchedule;
      readonly steps: number;
    }
  | {
      readonly outcome: 'not-reproduced';
      /** One sentence, without its place. */
      readonly reason: string;
      /** Where that was; null where it is no place's. */
      readonly location: SourceLocation | null;
      /** The error that ended the run early, if one did. */
      readonly error: SimulationError | null;
      readonly steps: number;
      /** Places that meet in a block, where only others were looked for. */
      readonly meetings: readonly PlacePair[];
    };

export const DEFAULT_REPLAY_STEPS = 50_000_000;
/** Several replays come one after the other, and their memory is given back when the engine comes to it. */
export const DEFAULT_REPLAY_MEMORY = 67_108_864;

/** After a meeting of equal values so many steps more are spent on finding one of different values. */
const SAME_VALUE_PATIENCE = 2_000_000;

/** So many steps more show whether other threads fault in such a launch. */
const AFTERMATH = 200_000;

/** Turns are short, so that a thread that spins does not eat the budget. */
const QUANTUM = 20_000;

interface Attempt {
  readonly schedule: ReplaySchedule;
  readonly byLine: boolean;
  readonly seed: number | null;
  /** The rest of the grid runs before the two blocks: one of them is the last. */
  readonly afterGrid: boolean;
}

const ATTEMPTS: readonly Omit<Attempt, 'byLine'>[] = [
  { schedule: 'threads-first', seed: null, afterGrid: false },
  { schedule: 'others-first', seed: null, afterGrid: false },
  { schedule: 'held', seed: null, afterGrid: false },
  { schedule: 'random', seed: 1, afterGrid: false },
  { schedule: 'random', seed: 2, afterGrid: false },
];

/** For threads that come to the access only when their block is the last one. */
const LAST_BLOCK_ATTEMPTS: readonly Attempt[] = [
  { schedule: 'threads-first', byLine: false, seed: null, afterGrid: true },
  { schedule: 'others-first', byLine: false, seed: null, afterGrid: true },
];

interface AttemptResult {
  readonly machine: Machine;
  readonly listener: WitnessListener;
  readonly meeting: Conflict | null;
}

/** What else the buffers hold where both threads were seen to write the same. */
const OTHER_FILLINGS: readonly Filling[] = ['integers', 'floats'];

/**
 * Replays a witness. Where both threads write the same value, others are tried: zeros in all buffers make many values equal.
 * A fault of the simulator itself is a witness that was not reproduced, with that as the reason.
 */
export function replay(program: Program, request: ReplayRequest): ReplayOutcome {
  try {
    const outcome = replayOrThrow(program, request);
    if (outcome.outcome !== 'replayed' || !outcome.sameValue || request.filling !== undefined) return outcome;
    let { steps } = outcome;
    const others = OTHER_FILLINGS.map((filling) => ({ ...request, filling }));
    // Loops over ranges that are loaded have rounds then, and what is looked up is there.
    const natural = { ...request, filling: 'integers' as const, arguments: filledByType(program, request) };
    const middle = inMiddleBlock(request);
    const inMiddle = (asked: readonly ReplayRequest[]) =>
      middle === null ? [] : asked.map((one) => ({ ...one, threads: middle }));
    const textured = (request.textures ?? []).length > 0 ? [{ ...others[0]!, arguments: withTextures(request) }] : [];
    const all = [...textured, ...others, ...inMiddle(others.toReversed()), natural, ...inMiddle([natural])];
    // To look for other threads takes long, and what the two themselves do in the middle of a large grid is seen soon.
    const ofTheTwo = steps > SAME_VALUE_PATIENCE ? all.map((asked) => ({ ...asked, anyThreads: false })) : [];
    for (const asked of [...ofTheTwo, ...all]) {
      const stepBudget = (request.stepBudget ?? DEFAULT_REPLAY_STEPS) - steps;
      if (stepBudget <= 0) break;
      const other = replayOrThrow(program, { ...asked, stepBudget });
      steps += other.steps;
      if (other.outcome === 'replayed' && !other.sameValue) return { ...other, steps };
    }
    return { ...outcome, steps };
  } catch (failure) {
    return notReproduced({ text: `internal error of the simulator: ${String(failure)}` }, 0);
  }
}

/** Textures over memory of their own, so that one texel holds something else than the next. */
function withTextures({ arguments: given, textures = [] }: ReplayRequest): ReplayRequest['arguments'] {
  const all = new Map(given);
  for (const index of textures) if (typeof given.get(index) !== 'object') all.set(index, { kind: 'region' });
  return all;
}

/**
 * The same threads in a block in the middle of the grid: in the first block, which a solver likes best, sums of what lies before are
 * empty. Null for threads of different blocks, where no others would do, and in the middle.
 */
function inMiddleBlock({ anyThreads, gridDim, threads }: ReplayRequest): ReplayRequest['threads'] | null {
  const [first, second] = threads;
  const block = gridDim.map((size) => Math.floor(size / 2)) as unknown as ReplayThread['block'];
  if (anyThreads !== true || first.block.join() !== second.block.join() || first.block.join() === block.join())
    return null;
  return [
    { ...first, block },
    { ...second, block },
  ];
}

/**
 * The same where what nobody states is something: fractions in memory differ, and variables that a thread reads before it writes them
 * are ones. A witness says nothing of either, and a thread may come to its access only then. Where there are no fractions, and whole
 * numbers place nothing, these differ: keys that are all zeros are never exchanged.
 */
export function replayOtherwise(
  program: Program,
  request: ReplayRequest,
  { areNumbersPlaces }: { readonly areNumbersPlaces: boolean },
): ReplayOutcome {
  const filled = filledWithFractions(program, request);
  const ofNumbers = filled !== null || areNumbersPlaces ? {} : { filling: 'integers' as const };
  return replay(withOnesForUndefined(program), { ...request, ...ofNumbers, arguments: filled ?? request.arguments });
}

function replayOrThrow(program: Program, given: ReplayRequest): ReplayOutcome {
  const request =
    given.filling === undefined ? given : { ...given, arguments: withoutNumbersForPointers(program, given) };
  const { executable, problem } = compile(program, request.kernel);
  if (executable === null) return notReproduced({ text: problem }, 0);
  const impossible = impossibleThread(request, true);
  if (impossible !== null) return notReproduced({ text: impossible }, 0);
  let budget = request.stepBudget ?? DEFAULT_REPLAY_STEPS;
  let steps = 0;
  let reason: Explanation | null = null;
  const isGrid = request.gridDim.some((size) => size > 1);
  // A thread that races with what it has begun itself is no pair.
  const [x, y] = request.threads.map((thread) => linearThread(request, thread));
  const mayBeOthers = request.anyThreads === true && x !== y;
  const [exactly, byLine] = [false, true].map((byLine) => ATTEMPTS.map((a) => ({ ...a, byLine })));
  const tryOthers = (schedule: 'in-order' | 'in-reverse', meetings: PlacePair[] | null = null) => {
    const found = otherThreads(executable, request, schedule, budget, meetings);
    budget -= found.steps;
    steps += found.steps;
    return found.replayed && { ...found.replayed, steps };
  };
  if (request.onlyOthers === true) {
    const meetings: PlacePair[] = [];
    const found = mayBeOthers ? tryOthers('in-order', meetings) : null;
    return found ?? { ...notReproduced({ text: 'no two threads meet there' }, steps), meetings };
  }
  let wereOthersTried = false;
  // By line last: another access of the line, which both come to, would end the search.
  for (const attempts of [exactly!, ...(isGrid ? [LAST_BLOCK_ATTEMPTS] : []), byLine!]) {
    let executedBoth = false;
    for (const attempt of attempts) {
      if (budget <= 0) break;
      const result = attemptReplay(executable, request, attempt, budget);
      if (typeof result === 'string') return notReproduced({ text: result }, steps);
      const { machine, listener, meeting } = result;
      budget -= machine.steps;
      steps += machine.steps;
      // With addresses that fault nobody has ever run it.
      if (meeting !== null && machine.error !== null && isBroken(request, machine.error)) {
        return notReproduced(explainError(machine.error, 'faults'), steps);
      }
      if (meeting !== null) {
        const said = replayed(request, result, meeting, attempt.schedule, steps);
        if (!meeting.sameValue || !mayBeOthers) return said;
        // Others that meet there may write different values.
        return tryOthers('in-order') ?? { ...said, steps };
      }
      const [first, second] = listener.executed;
      if (first > 0 && second > 0) executedBoth = true;
      const why = explain(request, result);
      if (reason === null || why.rank > reason.rank) reason = why;
      // Where one of the two does not come to its access, others of their blocks may: that is soon seen, and all else takes long.
      if (mayBeOthers && !executedBoth && machine.error === null && !wereOthersTried && budget > 0) {
        wereOthersTried = true;
        const others = tryOthers('in-order');
        if (others !== null) return others;
      }
      // Where barriers alone order threads and nothing failed, other schedules differ only through racy data.
      if (!listener.hasOrdering && machine.error === null && attempt.schedule === 'others-first') break;
    }
    // Only places that were never reached are worth a second look, by line or at the end of the grid.
    if (executedBoth) break;
  }
  for (const schedule of wereOthersTried ? (['in-reverse'] as const) : (['in-order', 'in-reverse'] as const)) {
    const found = mayBeOthers && budget > 0 ? tryOthers(schedule) : null;
    if (found !== null) return found;
  }
  return notReproduced(reason ?? { text: 'the budget is spent' }, steps);
}

/**
 * Is it a launch that no program makes: with wide accesses at odd addresses, or in which one of the two goes past the end of an array? Where
 * what memory holds was changed, nobody may.
 */
function isBroken({ threads, onlyOthers, ...geometry }: ReplayRequest, { kind, thread }: SimulationError): boolean {
  const isOfTheTwo = threads.some((one) => linearThread({ ...geometry, threads }, one) === thread);
  return kind === 'misaligned' || (kind === 'out-of-bounds' && (isOfTheTwo || onlyOthers === true));
}

/** Runs the blocks in order, without a preference for any thread, and looks who meets at the places of the witness. */
function otherThreads(
  executable: Executable,
  request: ReplayRequest,
  schedule: 'in-order' | 'in-reverse',
  stepBudget: number,
  meetings: PlacePair[] | null,
): { replayed: (ReplayOutcome & { outcome: 'replayed' }) | null; steps: number } {
  const machine = machineFor(executable, request, stepBudget);
  if (typeof machine === 'string') return { replayed: null, steps: 0 };
  const [x, y] = request.threads.map((thread) => linearThread(request, thread)) as [number, number];
  const places = meetings && new MeetingPlaces(machine);
  const search = new ConflictSearch(machine, request.accesses, {
    byLine: false,
    apart: distanceOf(machine, x, y),
    places,
  });
  machine.listener = search;
  run(machine, {
    ...ROUND_ROBIN,
    quantum: QUANTUM,
    blocks: blocksInOrder(executable, request, schedule),
    together: needsWholeGrid(executable),
    stop: () => search.isDone || places?.isSettled === true,
  });
  let { steps } = machine;
  meetings?.push(...(places?.all ?? []));
  for (const [a, b] of search.pairs) {
    if (steps >= stepBudget) break;
    const instead = { ...request, threads: [threadAt(request, a), threadAt(request, b)] as const };
    const attempt = { schedule, byLine: false, seed: null, afterGrid: false };
    const result = attemptReplay(executable, instead, attempt, stepBudget - steps);
    if (typeof result === 'string') break;
    steps += result.machine.steps;
    const { meeting } = result;
    const { error } = result.machine;
    if (error !== null && isBroken(instead, error)) continue;
    // Where all of memory is equal, so is what is stored.
    if (meeting === null || (meeting.sameValue && request.filling !== 'ones')) continue;
    return { replayed: replayed(instead, result, meeting, schedule, steps), steps };
  }
  return { replayed: null, steps };
}

function attemptReplay(
  executable: Executable,
  request: ReplayRequest,
  attempt: Attempt,
  stepBudget: number,
): AttemptResult | string {
  const machine = machineFor(executable, request, stepBudget);
  if (typeof machine === 'string') return machine;
  const threads = request.threads.map((thread) => linearThread(request, thread)) as [number, number];
  const listener = new WitnessListener(machine, threads, request.accesses, {
    byLine: attempt.byLine,
    // In lockstep a lane is never held alone.
    hold: attempt.schedule === 'held' && request.warpModel === 'its',
  });
  machine.listener = listener;
  const isLast = attempt.schedule === 'others-first';
  const isPlain = attempt.schedule === 'in-order' || attempt.schedule === 'in-reverse';
  const named = withClusters(executable, request, [
    ...new Set(request.threads.map((thread) => linearBlock(request, thread))),
  ]);
  const inTurn = isLast || attempt.schedule === 'in-reverse' ? named.toReversed() : named;
  const others = otherBlocks(request, named);
  run(machine, {
    ...ROUND_ROBIN,
    quantum: attempt.seed === null ? QUANTUM : 64,
    seed: attempt.seed,
    blocks: isPlain
      ? blocksInOrder(executable, request, attempt.schedule)
      : attempt.afterGrid
        ? [...others, ...inTurn]
        : inTurn,
    spare: isPlain || attempt.afterGrid ? [] : others,
    // Two blocks side by side: a value that flows between them may go either way.
    together: (attempt.schedule !== 'others-first' && !isPlain && !attempt.afterGrid) || needsWholeGrid(executable),
    first: new Set(isLast || isPlain ? [] : threads),
    last: new Set(isLast ? threads : []),
    stop: () =>
      listener.meeting !== null &&
      machine.steps - listener.foundAt > (listener.meeting.sameValue ? SAME_VALUE_PATIENCE : AFTERMATH),
    release: (held) => listener.release(held),
  });
  return { machine, listener, meeting: listener.meeting };
}

function machineFor(executable: Executable, request: ReplayRequest, stepBudget: number): Machine | string {
  const { filling, unknowns = 'zero' } = request;
  return Machine.create(
    executable,
    {
      gridDim: request.gridDim,
      blockDim: request.blockDim,
      dynamicShared: request.dynamicShared ?? null,
      arguments: request.arguments,
      ...(request.variables ? { variables: request.variables } : {}),
      ...(request.filling ? { filling: request.filling } : {}),
      zerosBehindNull: request.zerosBehindNull ?? false,
      ...(request.pointersIn ? { pointersIn: request.pointersIn } : {}),
    },
    {
      warpModel: request.warpModel,
      stepBudget,
      memoryBudget: request.memoryBudget ?? DEFAULT_REPLAY_MEMORY,
      unknowns: unknowns === 'zero' && filling !== undefined ? 'told-apart' : unknowns,
      listener: null,
    },
  );
}

/** The blocks of the grid that the witness does not name. */
function* otherBlocks({ gridDim }: ReplayRequest, named: readonly number[]): Iterable<number> {
  const count = gridDim[0] * gridDim[1] * gridDim[2];
  for (let block = 0; block < count; block++) if (!named.includes(block)) yield block;
}

function replayed(
  request: ReplayRequest,
  { machine }: AttemptResult,
  meeting: Conflict,
  schedule: ReplaySchedule,
  steps: number,
): ReplayOutcome & { readonly outcome: 'replayed' } {
  const [a, b] = meeting.accesses;
  const place = machine.addresses.describe(Math.max(a.address, b.address));
  const access = (seen: typeof a): ReplayedAccess => {
    const site = machine.executable.sites[seen.site]!;
    return {
      thread: request.threads[seen.which],
      location: site.place.location,
      kind: site.kind === 'fence' ? 'atomic' : site.kind,
      size: seen.size,
      value: seen.value,
    };
  };
  return {
    outcome: 'replayed',
    address: place ?? { name: '', space: 'global', offset: 0 },
    accesses: [access(a), access(b)],
    sameValue: meeting.sameValue,
    uncomputed: machine.sync.uncomputed,
    readsUnwritten: [...machine.addresses.unwrittenReads].some((site) => site !== a.site && site !== b.site),
    schedule,
    steps,
  };
}

/** Why an attempt saw no race; a higher rank says more. */
interface Explanation {
  readonly text: string;
  readonly location?: SourceLocation | null;
  readonly error: SimulationError | null;
  readonly rank: number;
}

function explain(request: ReplayRequest, { machine, listener }: AttemptResult): Explanation {
  const { error } = machine;
  if (listener.metOrdered) {
    return { text: 'the two accesses touch the same bytes, but synchronisation orders them', error, rank: 4 };
  }
  if (listener.metInStep) {
    const text = 'the two accesses touch the same bytes, but one after the other, as their warp runs in lockstep';
    return { text, error, rank: 4 };
  }
  if (listener.metAtomic) {
    return { text: 'the two accesses touch the same bytes, but both are atomic at a sufficient scope', error, rank: 3 };
  }
  if (error !== null) return { ...explainError(error, 'ended before'), rank: 2 };
  for (const role of [0, 1] as const) {
    if (listener.executed[role] > 0) continue;
    const { block, thread } = request.threads[role];
    return {
      text: `thread (${thread.join(', ')}) of block (${block.join(', ')}) never reaches the access`,
      location: request.accesses[role].location,
      error,
      rank: 1,
    };
  }
  return { text: 'the two accesses never touch the same bytes', error, rank: 2 };
}

function explainError(error: SimulationError, what: 'ended before' | 'faults'): Omit<Explanation, 'rank'> {
  return { text: `the run ${what}: ${error.message}`, location: error.location, error };
}

function notReproduced(
  { text, location = null, error = null }: Pick<Explanation, 'text' | 'location'> & Partial<Explanation>,
  steps: number,
): ReplayOutcome & { readonly outcome: 'not-reproduced' } {
  return { outcome: 'not-reproduced', reason: text, location, error, steps, meetings: [] };
}

/** The blocks of the two threads, whichever is whose. */
function blocksInOrder(executable: Executable, request: ReplayRequest, schedule: ReplaySchedule): number[] {
  const named = [...new Set(request.threads.map((thread) => linearBlock(request, thread)))];
  const blocks = withClusters(executable, request, named).sort((a, b) => a - b);
  return schedule === 'in-reverse' ? blocks.reverse() : blocks;
}

/** The blocks, and behind them those that share a cluster with one of them: a block may read the memory of each of these. */
function withClusters(
  { cluster }: Executable,
  { gridDim: [nx, ny, nz] }: Geometry,
  named: readonly number[],
): number[] {
  const all = new Set(named);
  const [cx, cy, cz] = cluster;
  for (const block of named) {
    const at = [block % nx, Math.floor(block / nx) % ny, Math.floor(block / (nx * ny))] as const;
    const first = [at[0] - (at[0] % cx), at[1] - (at[1] % cy), at[2] - (at[2] % cz)] as const;
    for (let z = first[2]; z < Math.min(nz, first[2] + cz); z++) {
      for (let y = first[1]; y < Math.min(ny, first[1] + cy); y++) {
        for (let x = first[0]; x < Math.min(nx, first[0] + cx); x++) all.add(x + nx * (y + ny * z));
      }
    }
  }
  return [...all];
}

/** The thread of a linear number. */
function threadAt({ gridDim, blockDim }: Geometry, linear: number): ReplayThread {
  const perBlock = blockDim[0] * blockDim[1] * blockDim[2];
  const at = (n: number, size: Dim3): Dim3 => [
    n % size[0],
    Math.floor(n / size[0]) % size[1],
    Math.floor(n / (size[0] * size[1])),
  ];
  return { block: at(Math.floor(linear / perBlock), gridDim), thread: at(linear % perBlock, blockDim) };
}

type Geometry = Pick<ReplayRequest, 'gridDim' | 'blockDim' | 'threads'>;

export function linearBlock({ gridDim }: Geometry, { block }: ReplayThread): number {
  return (block[2] * gridDim[1] + block[1]) * gridDim[0] + block[0];
}

export function linearThread(request: Geometry, which: ReplayThread): number {
  const { blockDim } = request;
  const { thread } = which;
  const perBlock = blockDim[0] * blockDim[1] * blockDim[2];
  return linearBlock(request, which) * perBlock + (thread[2] * blockDim[1] + thread[1]) * blockDim[0] + thread[0];
}

/** Why the two threads cannot be those of a witness, or null. */
/** @param mayBeOne one thread may be held against what goes on beside it */
export function impossibleThread(request: Geometry, mayBeOne = false): string | null {
  const inside = (at: Dim3, size: Dim3) => at.every((value, axis) => value >= 0 && value < size[axis]!);
  for (const { block, thread } of request.threads) {
    if (!inside(block, request.gridDim)) return `block (${block.join(', ')}) is not in the grid`;
    if (!inside(thread, request.blockDim)) return `thread (${thread.join(', ')}) is not in the block`;
  }
  const [a, b] = request.threads;
  const isOne = linearThread(request, a) === linearThread(request, b);
  return isOne && !mayBeOne ? 'the two threads are the same' : null;
}
