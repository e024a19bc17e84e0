/** What one lane of a warp hands to the others: `base = __shfl_sync(mask, base, 0)`; other exchanges are not followed. */
import type { EffectOf } from '../../intrinsics/index.ts';
import type { Assumption } from '../../model/assumption.ts';
import {
  type Int,
  integerRange,
  isConstant,
  type MachineInt,
  type Substitution,
  single,
  type Uninterpreted,
} from '../../terms/index.ts';
import { ActiveLanes, Ballot, ballotFrom, firstOfBallot, Rank } from '../ballot.ts';
import { argument, type CallSite, define } from '../call-site.ts';
import { GroupValue } from '../group-value.ts';
import { FromLaneAcross } from '../lane-sums.ts';
import type { Value } from '../memory.ts';
import { isOfBlock } from '../single-thread-guards.ts';
import type { State } from '../state.ts';
import type { Thread } from '../thread.ts';
import { asOtherThread } from '../thread-renaming.ts';
import { ANY_NUMBER } from '../values.ts';
import { reducingBarrier } from './barriers.ts';
import { linearThread } from './geometry.ts';
import { pure, type Transfers, unknown } from './transfer.ts';

/** PTX's operand of a shuffle by index: which bits of the lane's number stay its own, above the limit's byte. */
const SEGMENT_SHIFT = 8n;
const WARP = 32n;
const ALL_LANES = 2n ** 32n - 1n;

/** Values that threads hand each other in an order that is not followed. */
function exchange(site: CallSite, state: State): State {
  site.thread.recorder.hideOrder();
  return unknown(site, state);
}

/** A ballot of all lanes; of some only, nobody knows who takes part in which. */
function ballot(site: CallSite, state: State): State {
  const { terms: t, input, machine, symbols, values } = site.thread;
  const mask = argument(site, 0);
  const isOfAll = mask.kind === 'int' && machine.pattern(mask) === t.constant(ALL_LANES);
  if (!isOfAll || input.program.warpSize !== 32) return exchange(site, state);
  site.thread.recorder.hideOrder();
  const thread = linearThread(site);
  const args = [t.div(thread, t.constant(32)), ...symbols.iterations];
  const name = symbols.newName('ballot');
  const votes = new Ballot(name, args, { thread, isFor: values.condition(argument(site, 1)) });
  const bits = votes.bits(t);
  define(site, machine.make(32, bits));
  return { ...state, facts: t.and(state.facts, t.or(t.not(votes.isFor), t.ne(bits, t.zero))) };
}

/** The lanes that are active together. */
function activeMask(site: CallSite, state: State): State {
  const { terms: t, input, machine, recorder, symbols } = site.thread;
  if (input.program.warpSize !== 32) return exchange(site, state);
  recorder.hideOrder();
  const { iterations } = symbols;
  const of = new ActiveLanes(symbols.newName('active'), { thread: linearThread(site), iterations });
  const first = symbols.unknown('unknown', { low: 0n, high: 31n }, 'first active lane', of);
  define(site, machine.make(32, of.ballot(t, first).bits(t)));
  return state;
}

/** The first lane of a ballot; other bits are not looked for. */
function nthLane(site: CallSite, state: State, which: EffectOf<'bit-function'>['function']): State {
  const { terms: t, machine } = site.thread;
  const [mask, from, n] = [0, 1, 2].map((i) => argument(site, i));
  const isFirst = which === 'fns' && isExactly(from, t.zero) && isExactly(n, t.one);
  const bits = isFirst && mask?.kind === 'int' ? machine.pattern(mask) : null;
  const first = bits && firstOfBallot(t, bits);
  if (first === null || bits === null) return pure(site, state);
  // Where there is none, it is -1.
  define(site, machine.make(32, t.ite(t.eq(bits, t.zero), t.constant(-1), first), true));
  return state;
}

function isExactly(value: Value | undefined, number: Int): boolean {
  return value?.kind === 'int' && value.term === number;
}

/** Which arguments of a call hold what is handed on, the lane that has it, and PTX's segment and the mask, where there is one. */
interface LaneArguments {
  readonly valueArgument: number;
  readonly laneArgument: number;
  readonly segmentArgument: number | null;
  /** The mask of those that take part. */
  readonly maskArgument: number | null;
}

function fromLane(
  site: CallSite,
  state: State,
  { valueArgument, laneArgument, segmentArgument, maskArgument }: LaneArguments,
): State {
  const value = argument(site, valueArgument);
  const anything = site.thread.values.unknown(site.call.type, 'unknown', 'lane');
  const lane = laneNumber(site, laneArgument);
  const width = segmentWidth(site, segmentArgument);
  const isNumber = value.kind === 'int' || value.kind === 'opaque';
  if (isNumber && maskArgument !== null && width === WARP) {
    const leader = leaderOf(site, argument(site, maskArgument), argument(site, laneArgument));
    if (leader !== null) return fromLeader(site, state, leader, { value, anything });
  }
  const isFollowed = lane !== null && width !== null && isNumber;
  define(site, isFollowed ? valueInLane(site.thread, state, value, { lane, width, anything }) : anything);
  return state;
}

/**
 * The ballot of which a shuffle asks the first lane. It takes part where the mask names it, as all lanes that a mask names have to come.
 * @returns null where the lane is another one, or the mask
 */
function leaderOf({ thread: { terms: t, machine } }: CallSite, mask: Value, lane: Value): Ballot | null {
  const ballot = lane.kind === 'int' ? ballotFrom(t, machine.signed(lane)) : null;
  if (ballot === null || mask.kind !== 'int') return null;
  const named = machine.pattern(mask);
  return named === ballot.bits(t) || named === t.constant(ALL_LANES) ? ballot : null;
}

/**
 * The value as the first lane of a ballot has it: it is of the same warp, or the same group, and in the same iteration, it is for it, and no
 * lane below it is.
 */
function fromLeader(
  site: CallSite,
  state: State,
  ballot: Ballot,
  { value, anything }: { readonly value: Value & { kind: 'int' | 'opaque' }; readonly anything: Value },
): State {
  const { terms: t, values } = site.thread;
  const first = ballot.first(t);
  const known = new Map([
    [single(first)!.id, first],
    [single(new Rank(ballot).number(t))!.id, t.zero],
  ]);
  const { theirs } = asInLane(site.thread, first, WARP, known);
  const isAny = t.ne(ballot.bits(t), t.zero);
  define(site, values.choose(isAny, under(value, theirs), anything));
  return { ...state, facts: t.and(state.facts, t.or(t.not(isAny), theirs.cond(ballot.isFor))) };
}

/** What the lane has whose number differs in one bit, where all take part. */
function fromLaneAcross(
  site: CallSite,
  state: State,
  { maskArgument, valueArgument, laneArgument, segmentArgument, hasPredicate }: EffectOf<'shuffle'>,
): State {
  const { terms: t, input, machine, recorder, symbols } = site.thread;
  const [value, lane] = [argument(site, valueArgument), argument(site, laneArgument)];
  const mask = maskArgument === null ? null : argument(site, maskArgument);
  const isOfAll = mask?.kind === 'int' && machine.pattern(mask) === t.constant(ALL_LANES);
  const isWhole = input.program.warpSize === 32 && segmentWidth(site, segmentArgument) === 32n;
  const bit = lane.kind === 'int' && isConstant(lane.term) ? lane.term.constant : 0n;
  const isOneBit = bit > 0n && bit < 32n && (bit & (bit - 1n)) === 0n;
  const isNumber = value.kind === 'opaque' || (value.kind === 'int' && isWord(site.call.type));
  if (hasPredicate || !isOfAll || !isWhole || !isOneBit || !isNumber) return exchange(site, state);
  recorder.hideOrder();
  const of = new FromLaneAcross(value.term, bit, linearThread(site));
  const term = symbols.unknown('unknown', value.kind === 'int' ? integerRange(WORD) : ANY_NUMBER, 'lane', of);
  define(site, value.kind === 'int' ? machine.make(WORD, term, true) : { kind: 'opaque', term });
  return state;
}

/** The number of a lane that all threads agree on in an iteration: sums over a warp, in which each names another, are not followed. */
function laneNumber(site: CallSite, laneArgument: number): MachineInt | null {
  const { terms: t, symbols } = site.thread;
  const lane = argument(site, laneArgument);
  if (lane.kind !== 'int') return null;
  const iterations = new Set(symbols.iterations.map((iteration) => single(iteration)));
  const inOneIteration = t.substitution((atom) => (iterations.has(atom) ? t.zero : undefined));
  return isOfBlock([inOneIteration.int(lane.term)]) ? lane : null;
}

/** How many lanes exchange values among themselves; null when that is not known. */
function segmentWidth(site: CallSite, segmentArgument: number | null): bigint | null {
  const warpSize = BigInt(site.thread.input.program.warpSize);
  if (segmentArgument === null) return warpSize;
  const segment = argument(site, segmentArgument);
  if (segment.kind !== 'int' || !isConstant(segment.term)) return null;
  const width = warpSize - (segment.term.constant >> SEGMENT_SHIFT);
  return width < 1n || width > warpSize || (width & (width - 1n)) !== 0n ? null : width;
}

interface Source {
  readonly lane: MachineInt;
  readonly width: bigint;
  /** What is handed on where there is no such lane. */
  readonly anything: Value;
}

/** The value as the source lane of the thread's segment has it. */
function valueInLane(
  thread: Thread,
  state: State,
  value: Value & { kind: 'int' | 'opaque' },
  { lane, width, anything }: Source,
): Value {
  const { terms: t, input, machine, values } = thread;
  const [dx, dy, dz] = input.launch.blockDim;
  const { source, theirs } = asInLane(thread, machine.signed(lane), width);
  // A lane that does not take part hands on nothing.
  const takesPart = t.and(t.lt(source, t.mul(dx, t.mul(dy, dz))), theirs.cond(state.path));
  return values.choose(takesPart, under(value, theirs), anything);
}

/**
 * A lane of the thread's segment of so many lanes: its number in the block, and terms as it has them.
 * @param known atoms that are known in that lane
 */
export function asInLane(
  { terms: t, input, symbols, recorder }: Thread,
  lane: Int,
  width: bigint,
  known: ReadonlyMap<number, Int> = new Map(),
): { readonly source: Int; readonly theirs: Substitution } {
  const [x, y, z] = input.threadIdx;
  const [dx, dy, dz] = input.launch.blockDim;
  const number = t.add(x, t.mul(dx, t.add(y, t.mul(dy, z))));
  const first = t.scale(t.div(number, t.constant(width)), width);
  const source = t.add(first, t.mod(lane, t.constant(width)));
  const index: [Int, Int, Int] =
    dy === t.one && dz === t.one
      ? [source, t.zero, t.zero]
      : [t.mod(source, dx), t.mod(t.div(source, dx), dy), t.div(source, t.mul(dx, dy))];
  const others = {
    terms: t,
    threadIdx: input.threadIdx,
    iterationsOf: symbols.iterationsOf,
    fetchAdds: recorder.fetchAdds,
  };
  return { source, theirs: asOtherThread(others, index, symbols.iterations, known) };
}

function under(value: Value & { kind: 'int' | 'opaque' }, substitution: Substitution): Value {
  return { ...value, term: substitution.int(value.term) };
}

/** Which thread is elected, all threads of the group agree on; who it is, nobody knows. */
function elected(site: CallSite, anew: boolean): MachineInt | null {
  const { terms: t, symbols, machine } = site.thread;
  const [group, threads] = [argument(site, 0), argument(site, 1)];
  if (group.kind !== 'int' || threads.kind !== 'int') return null;
  const range = { low: 0n, high: MOST_THREADS - 1n };
  // It is for the program to be right whoever it is, so that choosing one is no guess.
  const fn: Uninterpreted = {
    name: anew ? symbols.newName('elected') : 'elected lane',
    sharing: 'block',
    origin: 'input',
    range,
  };
  const args = anew ? symbols.iterations : [machine.unsigned(threads)];
  return machine.make(32, t.apply(fn, [machine.unsigned(group), ...args]), true);
}

/** Bits of what is handed on at once. */
const WORD = 32;

/** Of a NaN, and of zeros of both signs, it depends on the order which of two is taken. */
const ORDERED = {
  kind: 'arithmetic',
  text: 'among the floats of which a warp takes the least or the greatest is no NaN, and not both +0 and -0',
  place: null,
} as const;

/** A word that all lanes of a group have, in one iteration of the loops around. */
function groupValue({ thread }: CallSite, group: Int, assumption: Assumption | null): MachineInt {
  const { terms: t, machine, symbols } = thread;
  const name = symbols.newName('group value');
  const of = new GroupValue(name, assumption);
  const fn = { name, sharing: 'block', origin: 'unknown', range: integerRange(WORD), of } as const;
  return machine.make(WORD, t.apply(fn, [group, ...symbols.iterations]), true);
}

/** What a warp computes together; of some of its lanes only, nobody knows who takes part in which. */
function ofWarp(site: CallSite, state: State, maskArgument: number): State {
  const { terms: t, input, machine, recorder } = site.thread;
  const mask = argument(site, maskArgument);
  const isOfAll = mask.kind === 'int' && machine.pattern(mask) === t.constant(ALL_LANES);
  if (!isOfAll || input.program.warpSize !== 32 || !isWord(site.call.type)) return exchange(site, state);
  recorder.hideOrder();
  define(site, groupValue(site, t.div(linearThread(site), t.constant(32)), null));
  return state;
}

function isWord(type: CallSite['call']['type']): boolean {
  return type.kind === 'int' && type.bits === WORD;
}

/** Threads that a group can have. */
const MOST_THREADS = 1024n;

/** The state behind an exchange, counted if all lanes take part in it. */
function withExchange(site: CallSite, state: State, maskArgument: number | null): State {
  const { counters, input, machine } = site.thread;
  if (maskArgument === null) return counters.pass(state, ['exchanges']);
  const mask = argument(site, maskArgument);
  const lanes = input.program.warpSize;
  const isOfAll =
    mask.kind === 'int' && isConstant(mask.term) && BigInt.asUintN(lanes, ~machine.pattern(mask).constant) === 0n;
  return isOfAll ? counters.pass(state, ['exchanges']) : state;
}

export const LANES: Transfers<
  | 'shuffle'
  | 'vote'
  | 'match'
  | 'warp-reduce'
  | 'active-mask'
  | 'bit-function'
  | 'elect'
  | 'group-value'
  | 'collective'
  | 'exchange'
> = {
  shuffle: (site, state, effect) => {
    const isFollowed = effect.mode === 'lane' || (effect.mode === 'idx' && effect.maskArgument !== null);
    const other = effect.mode === 'bfly' ? fromLaneAcross : exchange;
    const after = isFollowed ? fromLane(site, state, effect) : other(site, state, effect);
    return withExchange(site, after, effect.maskArgument);
  },
  vote: (site, state, { mode, wide }) =>
    withExchange(site, (mode === 'ballot' && !wide ? ballot : exchange)(site, state), 0),
  match: (site, state) => withExchange(site, exchange(site, state), 0),
  // (value, mask).
  'warp-reduce': (site, state) => withExchange(site, ofWarp(site, state, 1), 1),
  'active-mask': activeMask,
  'bit-function': (site, state, effect) => nthLane(site, state, effect.function),
  elect: (site, state, { anew }) => {
    const number = elected(site, anew);
    if (number === null) return exchange(site, state);
    define(site, number);
    return state;
  },
  'group-value': (site, state, { isChosen }) => {
    const group = argument(site, 1);
    if (group.kind !== 'int') return unknown(site, state);
    define(site, groupValue(site, site.thread.machine.unsigned(group), isChosen ? ORDERED : null));
    return state;
  },
  collective: (site, state, { level, operation }) => {
    if (level === 'block') return reducingBarrier(site, state);
    const after =
      operation?.what === 'broadcast'
        ? fromLane(site, state, { valueArgument: 0, laneArgument: 1, segmentArgument: null, maskArgument: null })
        : exchange(site, state);
    return withExchange(site, after, null);
  },
  exchange,
};
