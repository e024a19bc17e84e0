/** Barriers of the whole block, warp or grid, and fences. */
import { isWithinBlock } from '../../intrinsics/index.ts';
import { integerRange, isConstant, type Uninterpreted } from '../../terms/index.ts';
import { BLOCK_WIDE, type Counter, WARP_WIDE } from '../barrier-counters.ts';
import { argument, type CallSite, define, refuseAt } from '../call-site.ts';
import type { KernelBarrier } from '../kernel-model.ts';
import type { Value } from '../memory.ts';
import { afterBlockBarrier, afterFence, type State } from '../state.ts';
import { orderOf, scopeOf } from './order-arguments.ts';
import { lanesBarrier, namedBarrier, tileBarrier } from './partial-barriers.ts';
import { type Transfers, unknown } from './transfer.ts';

/** OpenCL's fence flags. */
const LOCAL_FENCE = 1n;
const GLOBAL_FENCE = 2n;

function record(
  { thread, frame, call: { location } }: CallSite,
  state: State,
  width: KernelBarrier['width'],
  isStatement = false,
): void {
  thread.recorder.barrier(frame, state, { width, kind: 'barrier', isStatement, location });
}

function blockBarrier(site: CallSite, state: State, isStatement = false): State {
  record(site, state, 'block', isStatement);
  return afterBlockBarrier(site.thread.counters.pass(state, BLOCK_WIDE));
}

/** OpenCL's barrier orders the memory that its flags name; execution it joins in any case. */
function openclBarrier(site: CallSite, state: State, flags: Value): State {
  record(site, state, 'block', true);
  if (flags.kind !== 'int' || !isConstant(flags.term)) {
    refuseAt(site, 'a barrier whose flags are not constant');
    return state;
  }
  const isLocal = (flags.term.constant & LOCAL_FENCE) !== 0n;
  const isGlobal = (flags.term.constant & GLOBAL_FENCE) !== 0n;
  const ordered: Counter[] = [];
  if (isLocal) ordered.push('block', 'warp');
  if (isGlobal) ordered.push('blockGlobal', 'warpGlobal');
  const after = site.thread.counters.pass(state, ordered);
  return isLocal && isGlobal ? afterBlockBarrier(after) : after;
}

/** A barrier of the block that returns what all its threads bring together. */
export function reducingBarrier(site: CallSite, state: State): State {
  const { terms: t, machine, counters } = site.thread;
  const { type } = site.call;
  const after = blockBarrier(site, state);
  if (type.kind !== 'int') return unknown(site, after);
  // The combined value is the same for all threads of the block, and new at each barrier.
  const range = integerRange(type.bits);
  const fn: Uninterpreted = { name: `combined:${site.name}`, sharing: 'block', origin: 'unknown', range };
  const term = t.apply(fn, [counters.interval(after, 'shared').block]);
  define(site, type.bits === 1 ? { kind: 'bool', cond: t.ne(term, t.zero) } : machine.make(type.bits, term, true));
  return after;
}

function warpBarrier(site: CallSite, state: State): State {
  record(site, state, 'warp');
  return site.thread.counters.pass(state, WARP_WIDE);
}

function warpSize({ thread }: CallSite): number {
  return thread.input.program.warpSize;
}

function hasAllLanes(mask: bigint, lanes: number): boolean {
  return BigInt.asUintN(lanes, ~mask) === 0n;
}

export const BARRIERS: Transfers<
  | 'block-barrier'
  | 'block-barrier-reduce'
  | 'named-barrier'
  | 'warp-barrier'
  | 'tile-barrier'
  | 'grid-barrier'
  | 'fence'
> = {
  'block-barrier': (site, state, { fencesArgument }) => {
    unknown(site, state);
    if (site.thread.places.isLeftOut(site.frame, site.call.location)) return state;
    if (fencesArgument === null) return blockBarrier(site, state, true);
    return openclBarrier(site, state, argument(site, fencesArgument));
  },
  'block-barrier-reduce': reducingBarrier,
  'named-barrier': (site, state, { idArgument, countArgument, waits }) => {
    unknown(site, state);
    const number = argument(site, idArgument);
    const count = countArgument === null ? null : argument(site, countArgument);
    // Number 0 with all threads is the block's own barrier.
    const isOwn = number.kind === 'int' && number.term === site.thread.terms.zero && count === null && waits;
    return isOwn ? blockBarrier(site, state) : namedBarrier(site, state, { number, count, waits });
  },
  'warp-barrier': (site, state, { maskArgument }) => {
    unknown(site, state);
    const mask = maskArgument === null ? null : argument(site, maskArgument);
    if (mask === null) return warpBarrier(site, state);
    if (mask.kind !== 'int') return state;
    if (isConstant(mask.term) && hasAllLanes(mask.term.constant, warpSize(site))) return warpBarrier(site, state);
    return lanesBarrier(site.thread, state, site.thread.machine.unsigned(mask));
  },
  'tile-barrier': (site, state, { sizeArgument }) => {
    const size = argument(site, sizeArgument);
    if (size.kind !== 'int' || !isConstant(size.term) || size.term.constant < 1n) return state;
    if (size.term.constant === BigInt(warpSize(site))) return warpBarrier(site, state);
    return tileBarrier(site.thread, state, size.term.constant);
  },
  'grid-barrier': (site, state) => {
    unknown(site, state);
    record(site, state, 'grid');
    return afterBlockBarrier(site.thread.counters.pass(state, ['grid', ...BLOCK_WIDE]));
  },
  fence: (site, state, effect) => {
    const order = orderOf(site, effect);
    const scope = scopeOf(site, effect);
    if (order === 'monotonic' || scope === null || isWithinBlock(scope)) return state;
    site.thread.recorder.fence(state, scope, order);
    return afterFence(state);
  },
};
