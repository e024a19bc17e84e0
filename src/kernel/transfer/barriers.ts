/** Barriers of the whole block, warp or grid, and fences. */
import { type EffectOf, isWithinBlock, narrowerScope, ordersMemory } from '../../intrinsics/index.ts';
import { integerRange, isConstant, type Uninterpreted } from '../../terms/index.ts';
import { BLOCK_WIDE, type Counter, WARP_WIDE } from '../barrier-counters.ts';
import { argument, type CallSite, define, refuseAt } from '../call-site.ts';
import { GroupValue } from '../group-value.ts';
import type { KernelBarrier } from '../kernel-model.ts';
import { afterBlockBarrier, afterFence, type State } from '../state.ts';
import { memoryOf, orderImages, orderOf, scopeOf } from './order-arguments.ts';
import { lanesBarrier, namedBarrier, tileBarrier } from './partial-barriers.ts';
import { type Transfers, unknown } from './transfer.ts';

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

/** What a barrier orders, counted for the threads of a block and for those of a warp. */
const COUNTERS: Readonly<Record<'shared' | 'global' | 'images', Readonly<Record<'block' | 'warp', Counter>>>> = {
  shared: { block: 'block', warp: 'warp' },
  global: { block: 'blockGlobal', warp: 'warpGlobal' },
  images: { block: 'blockImage', warp: 'warpImage' },
};

/**
 * OpenCL's barrier orders the memory that its flags name, among the threads of its scope; execution it joins in any case.
 *
 * @param level whose threads it joins
 */
function openclBarrier(
  site: CallSite,
  state: State,
  level: 'block' | 'warp',
  { fencesArgument, scopeArgument }: Pick<EffectOf<'block-barrier'>, 'fencesArgument' | 'scopeArgument'>,
): State {
  record(site, state, level, level === 'block');
  const memory = memoryOf(site, fencesArgument);
  const scope = scopeOf(site, { scope: level, scopeArgument });
  if (memory === null || scope === null) {
    refuseAt(site, `a barrier whose ${memory === null ? 'flags are' : 'scope is'} not constant`);
    return state;
  }
  const ordering = narrowerScope(level, scope);
  if (ordering !== 'block' && ordering !== 'warp') return state;
  const spaces = (['shared', 'global'] as const).filter((space) => ordersMemory(memory, space));
  const ordered = orderImages(site, fencesArgument) ? [...spaces, 'images' as const] : spaces;
  const after = site.thread.counters.pass(
    state,
    ordered.map((one) => COUNTERS[one][ordering]),
  );
  return spaces.length === 2 && ordering === 'block' ? afterBlockBarrier(after) : after;
}

/** A barrier of the block that returns what all its threads bring together. */
export function reducingBarrier(site: CallSite, state: State): State {
  const { terms: t, machine, counters } = site.thread;
  const { type } = site.call;
  const after = blockBarrier(site, state);
  if (type.kind !== 'int') return unknown(site, after);
  // The combined value is the same for all threads of the block, and new at each barrier.
  const range = integerRange(type.bits);
  const name = `combined:${site.name}`;
  const fn: Uninterpreted = { name, sharing: 'block', origin: 'unknown', range, of: new GroupValue(name, null) };
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
  'block-barrier': (site, state, effect) => {
    unknown(site, state);
    if (site.thread.places.isLeftOut(site.frame, site.call.location)) return state;
    if (effect.fencesArgument === null) return blockBarrier(site, state, true);
    return openclBarrier(site, state, 'block', effect);
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
  'warp-barrier': (site, state, effect) => {
    const { maskArgument } = effect;
    unknown(site, state);
    if (effect.fencesArgument !== null) return openclBarrier(site, state, 'warp', effect);
    const mask = maskArgument === null ? null : argument(site, maskArgument);
    if (mask === null) return warpBarrier(site, state);
    if (mask.kind !== 'int') return state;
    if (isConstant(mask.term) && hasAllLanes(mask.term.constant, warpSize(site))) return warpBarrier(site, state);
    return lanesBarrier(site, state, site.thread.machine.unsigned(mask));
  },
  'tile-barrier': (site, state, { sizeArgument }) => {
    const size = argument(site, sizeArgument);
    if (size.kind !== 'int' || !isConstant(size.term) || size.term.constant < 1n) return state;
    if (size.term.constant === BigInt(warpSize(site))) return warpBarrier(site, state);
    return tileBarrier(site, state, size.term.constant);
  },
  'grid-barrier': (site, state) => {
    unknown(site, state);
    record(site, state, 'grid');
    return afterBlockBarrier(site.thread.counters.pass(state, ['grid', ...BLOCK_WIDE]));
  },
  fence: (site, state, effect) => {
    const order = orderOf(site, effect);
    const scope = scopeOf(site, effect);
    const memory = memoryOf(site, effect.fencesArgument);
    // What is not known orders nothing.
    if (order === 'monotonic' || scope === null || isWithinBlock(scope) || memory === null) return state;
    site.thread.recorder.fence(state, { scope, ordering: order, memory });
    return afterFence(state);
  },
};
