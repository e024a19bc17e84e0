/** Lowering of barriers of all kinds. */

import type { EffectOf, OrderedMemory } from '../../intrinsics/index.ts';
import { declaredCluster } from '../../ir/cluster-size.ts';
import type { SyncOperation } from '../bytecode/micro-operations.ts';
import { type Scalar, Unsupported } from '../scalars.ts';
import { atomicAccess, plainAccess } from './access-sites.ts';
import type { CallSite } from './call-site.ts';
import { atomic, store } from './lower-memory.ts';

type BlockBarrier = Extract<SyncOperation, { kind: 'block-barrier' }>;

const PAIR: Scalar = { representation: 'pair', bits: 64, offset: 0, size: 8 };

/** Of all threads of the block, of all memory. */
const WHOLE: BlockBarrier = { kind: 'block-barrier', reduce: 'none', arriveOnly: false, orders: 'all' };

export function lowerBlockBarrier(call: CallSite, effect: EffectOf<'block-barrier'>): null {
  const b = call.builder;
  const { idArgument, fencesArgument, scopeArgument } = effect;
  const id = (idArgument === null ? undefined : call.operands[idArgument]?.[0]) ?? b.word(0);
  call.sync({ ...WHOLE, orders: orderedBy(call, fencesArgument, scopeArgument) }, [id, b.word(0)], 0);
  return null;
}

/**
 * AMD's, without fences. What it orders hangs on waits and on the processor (`kernel/transfer/amd.ts`); a run takes it to order
 * all, so that it shows no race that is none.
 */
export function lowerBareBarrier(call: CallSite): null {
  const zero = call.builder.word(0);
  call.sync(WHOLE, [zero, zero], 0);
  return null;
}

/** Nothing, in the scope of one thread. One of a warp counts as the barrier's own: a run shows no race that is none. */
function orderedBy(call: CallSite, fencesArgument: number | null, scopeArgument: number | null): OrderedMemory {
  const isOwn = call.scope({ scope: 'block', scopeArgument }) === 'thread';
  return isOwn ? 'none' : call.orderedMemory(fencesArgument);
}

export function lowerReducingBarrier(call: CallSite, effect: EffectOf<'block-barrier-reduce'>): number[] {
  const b = call.builder;
  const { reduce, idArgument, predicateArgument } = effect;
  const id = idArgument === null ? b.word(0) : call.operand(idArgument);
  return call.sync({ ...WHOLE, reduce }, [id, b.word(0), call.operand(predicateArgument)], 1);
}

export function lowerNamedBarrier(call: CallSite, effect: EffectOf<'named-barrier'>): null {
  const { idArgument, countArgument, waits } = effect;
  const count = countArgument === null ? call.builder.word(0) : call.operand(countArgument);
  call.sync({ ...WHOLE, arriveOnly: !waits }, [call.operand(idArgument), count], 0);
  return null;
}

export function lowerWarpBarrier(call: CallSite, effect: EffectOf<'warp-barrier'>): null {
  const { maskArgument, fencesArgument, scopeArgument } = effect;
  const mask = maskArgument === null ? call.builder.pair(-1n) : call.pair(maskArgument);
  call.sync({ kind: 'warp-barrier', orders: orderedBy(call, fencesArgument, scopeArgument) }, [mask], 0);
  return null;
}

export function lowerTileBarrier(call: CallSite, { sizeArgument }: EffectOf<'tile-barrier'>): null {
  call.sync({ kind: 'tile-barrier' }, [call.operand(sizeArgument)], 0);
  return null;
}

export function lowerGridBarrier(call: CallSite): null {
  call.sync({ kind: 'grid-barrier' }, [], 0);
  return null;
}

export function lowerClusterBarrier(call: CallSite, { kind, of, operation }: EffectOf<'cluster-barrier'>): null {
  if (of === 'cluster') clusterOf(call);
  call.sync({ kind, of, operation }, [], 0);
  return null;
}

export function lowerClusterSize(call: CallSite, { axis }: EffectOf<'cluster-size'>): readonly number[] {
  const size = clusterOf(call)[axis === 'y' ? 1 : axis === 'z' ? 2 : 0];
  return call.result(call.builder.word(size));
}

/** @throws Unsupported where the kernel does not say how large its clusters are */
function clusterOf({ lowering: { context } }: CallSite): readonly [number, number, number] {
  const cluster = declaredCluster(context.program, context.functions[0]?.name ?? '');
  if (cluster === null) throw new Unsupported('a cluster of unknown size');
  return cluster;
}

/** The object's memory is touched as well: made by a write, used by atomic operations. */
export function lowerBarrierObject(
  call: CallSite,
  { operation }: EffectOf<'barrier-object'>,
): readonly number[] | null {
  const { builder: b, lowering } = call;
  const object = call.operand(0);
  const kind = 'barrier-object';
  const given = call.instruction.arguments.length > 1 ? call.pair(1) : b.pair(1n);
  if (operation === 'init' || operation === 'invalidate') {
    const site = lowering.site({ ...plainAccess('write', PAIR.size), scope: 'block' });
    store(lowering, [PAIR], object, [operation === 'init' ? given : b.pair(0n)], site);
    call.sync({ kind, operation }, [object, given], 0);
    return null;
  }
  const site = lowering.site(atomicAccess('or', PAIR.size, { ordering: 'monotonic', scope: 'cluster' }));
  atomic(lowering, PAIR, 'or', { pointer: object, value: b.pair(0n), site });
  const results = call.sync({ kind, operation }, [object, given], call.results.length > 0 ? 1 : 0);
  return results.length > 0 ? call.result(results[0]!) : null;
}
