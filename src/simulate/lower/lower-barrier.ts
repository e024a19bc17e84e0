/** Lowering of barriers of all kinds. */
import type { EffectOf } from '../../intrinsics/index.ts';
import type { Operand } from '../../ir/program.ts';
import type { SyncOperation } from '../bytecode/micro-operations.ts';
import { Op } from '../bytecode/opcodes.ts';
import type { Scalar } from '../scalars.ts';
import { atomicAccess, plainAccess } from './access-sites.ts';
import type { CallSite } from './call-site.ts';
import { atomic, store } from './lower-memory.ts';

type BlockBarrier = Extract<SyncOperation, { kind: 'block-barrier' }>;

const PAIR: Scalar = { representation: 'pair', bits: 64, offset: 0, size: 8 };

/** Of all threads of the block, of all memory. */
const WHOLE: BlockBarrier = { kind: 'block-barrier', reduce: 'none', arriveOnly: false, orders: 'all' };

export function lowerBlockBarrier(call: CallSite, effect: EffectOf<'block-barrier'>): null {
  const b = call.builder;
  const { idArgument, fencesArgument } = effect;
  const id = (idArgument === null ? undefined : call.operands[idArgument]?.[0]) ?? b.word(0);
  const flags = fencesArgument === null ? undefined : call.instruction.arguments[fencesArgument];
  call.sync({ ...WHOLE, orders: orderedMemory(flags) }, [id, b.word(0)], 0);
  return null;
}

/** OpenCL's flags: 1 orders local memory, 2 global memory. Flags that are not constant are taken for both. */
function orderedMemory(flags: Operand | undefined): BlockBarrier['orders'] {
  if (flags?.kind !== 'int') return 'all';
  return (['none', 'shared', 'global', 'all'] as const)[Number(flags.value & 3n)]!;
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

export function lowerWarpBarrier(call: CallSite, { maskArgument }: EffectOf<'warp-barrier'>): null {
  const mask = maskArgument === null ? call.builder.pair(-1n) : call.pair(maskArgument);
  call.sync({ kind: 'warp-barrier' }, [mask], 0);
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

/** The object's memory is touched as well: made by a write, used by atomic operations. */
export function lowerBarrierObject(
  call: CallSite,
  { operation }: EffectOf<'barrier-object'>,
): readonly number[] | null {
  const { builder: b, lowering } = call;
  const object = call.operand(0);
  const kind = 'barrier-object';
  if (operation === 'init') {
    const count = call.pair(1);
    const site = lowering.site({ ...plainAccess('write', PAIR.size), scope: 'block' });
    store(lowering, [PAIR], object, [count], site);
    call.sync({ kind, operation }, [object, count], 0);
    return null;
  }
  const site = lowering.site(atomicAccess('or', PAIR.size, { ordering: 'monotonic', scope: 'block' }));
  atomic(lowering, PAIR, 'or', { pointer: object, value: b.pair(0n), site });
  if (operation === 'arrive') {
    const [phase] = call.sync({ kind, operation }, [object], 1);
    return [b.compute(Op.zext32to64, phase!)];
  }
  call.sync({ kind, operation }, [object, call.pair(1)], 0);
  return null;
}
