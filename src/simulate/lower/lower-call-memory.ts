/** Lowering of calls that touch memory: copies, atomics, OpenCL's vector accesses, and what says where memory lies. */
import { type EffectOf, MAP_WORD_BYTES, MAP_WORDS, MOST_AXES } from '../../intrinsics/index.ts';
import { AddressSpace } from '../../ir/program.ts';
import { FUNCTION_BASE, LOCAL_BASE, REGION_STRIDE, SHARED_BASE, SHARED_STRIDE } from '../address-space.ts';
import { Op } from '../bytecode/opcodes.ts';
import { heldScalars, type Scalar } from '../scalars.ts';
import { SpecialRegister } from '../special-registers.ts';
import { atomicAccess, bulkAccess, fenceSite, orderedAccess, plainAccess } from './access-sites.ts';
import type { CallSite } from './call-site.ts';
import { compare } from './lower-arithmetic.ts';
import { fromHalf, halves, toHalf } from './lower-conversion.ts';
import { atomic, compareExchange, copy, load, set, store } from './lower-memory.ts';

const WORD: Scalar = { representation: 'word', bits: 32, offset: 0, size: 4 };
const PAIR: Scalar = { representation: 'pair', bits: 64, offset: 0, size: 8 };

export function lowerFenceCall(call: CallSite, effect: EffectOf<'fence'>): null {
  call.builder.emit(
    Op.fence,
    call.lowering.site(fenceSite(call.atomicity(effect), call.orderedMemory(effect.fencesArgument))),
  );
  return null;
}

export function lowerCopy(call: CallSite): readonly number[] {
  const { aligned } = call.instruction;
  const bulk = { to: call.operand(0), length: call.pair(2), volatile: call.isTrue(3) };
  copy(call.lowering, { ...bulk, from: call.operand(1), aligned });
  return call.operands[0]!;
}

export function lowerFill(call: CallSite): readonly number[] {
  set(call.lowering, { to: call.operand(0), value: call.operand(1), length: call.pair(2), volatile: call.isTrue(3) });
  return call.operands[0]!;
}

// ---- atomics -------------------------------------------------------------------------------------------------------------

export function lowerAtomicCall(call: CallSite, effect: EffectOf<'atomic'>): readonly number[] {
  const { builder: b, instruction, lowering } = call;
  const isFlag = instruction.type.kind === 'int' && instruction.type.bits === 1;
  const operandType = effect.operand === 1 ? instruction.type : instruction.arguments[1]!.type;
  // A flag (OpenCL's) is an int whose old value comes back as a truth.
  const scalar = isFlag ? WORD : heldScalars(operandType)[0]!;
  const one = () => (scalar.representation === 'pair' ? b.pair(1n) : b.word(1));
  const value = effect.operand === 1 ? one() : call.operand(1);
  const site = lowering.site(atomicAccess(effect.operator, scalar.size, call.atomicity(effect)));
  const old = atomic(lowering, scalar, effect.operator, { pointer: call.operand(0), value, site });
  return [isFlag ? compare(b, 'ne', scalar, old, b.word(0)) : old];
}

export function lowerAtomicLoad(call: CallSite, effect: EffectOf<'atomic-load'>): readonly number[] {
  const { results } = call;
  const site = call.lowering.site(orderedAccess('read', results[0]!.size, call.atomicity(effect)));
  return load(call.lowering, results, call.operand(0), site);
}

export function lowerAtomicStore(call: CallSite, effect: EffectOf<'atomic-store'>): null {
  const isCleared = effect.operand === 0;
  if (!isCleared && call.operands.length < 2) throw call.unsupported();
  const scalars = isCleared ? [WORD] : call.scalars(1);
  const site = call.lowering.site(orderedAccess('write', scalars[0]!.size, call.atomicity(effect)));
  store(call.lowering, scalars, call.operand(0), isCleared ? [call.builder.word(0)] : call.operands[1]!, site);
  return null;
}

export function lowerCompareExchangeCall(
  call: CallSite,
  effect: EffectOf<'atomic-compare-exchange'>,
): readonly number[] {
  const { lowering } = call;
  const scalar = call.scalars(2)[0]!;
  const site = lowering.site(atomicAccess('cas', scalar.size, call.atomicity(effect)));
  const exchange = (expected: number) =>
    compareExchange(lowering, scalar, { pointer: call.operand(0), expected, replacement: call.operand(2), site });
  if (!effect.expectedIsPointer) return [exchange(call.operand(1))[0]!];
  const at = call.operand(1);
  const expected = load(lowering, [scalar], at, lowering.site(plainAccess('read', scalar.size)))[0]!;
  const [old, success] = exchange(expected);
  store(lowering, [scalar], at, [old!], lowering.site(plainAccess('write', scalar.size)));
  return [call.builder.compute(Op.mov32, success!)];
}

// ---- OpenCL's vector accesses ---------------------------------------------------------------------------------------------

/** Scalars of `type` as they lie in memory, and the address of the first one. */
function vectorPlace(
  call: CallSite,
  whole: readonly Scalar[],
  effect: EffectOf<'vector-load' | 'vector-store'>,
  [offsetAt, pointerAt]: readonly [number, number],
): { readonly scalars: readonly Scalar[]; readonly pointer: number; readonly elementSize: number } {
  const scalars = effect.half
    ? halves(whole.length)
    : whole.map((scalar, i) => ({ ...scalar, offset: i * scalar.size }));
  const elementSize = scalars[0]!.size;
  const offset = call.pair(offsetAt);
  const pointer = call.builder.compute(Op.gep64, call.operand(pointerAt), offset, elementSize * effect.stride);
  return { scalars, pointer, elementSize };
}

export function lowerVectorLoad(call: CallSite, effect: EffectOf<'vector-load'>): readonly number[] {
  const { lowering, results } = call;
  const { scalars, pointer, elementSize } = vectorPlace(call, results, effect, [0, 1]);
  const site = lowering.site(plainAccess('read', scalars.length * elementSize, elementSize));
  const values = load(lowering, scalars, pointer, site);
  return effect.half ? values.map((value, i) => fromHalf(call.builder, results[i]!, value)) : values;
}

export function lowerVectorStore(call: CallSite, effect: EffectOf<'vector-store'>): null {
  const { lowering } = call;
  const whole = call.scalars(0);
  const { scalars, pointer, elementSize } = vectorPlace(call, whole, effect, [1, 2]);
  const site = lowering.site(plainAccess('write', scalars.length * elementSize, elementSize));
  const values = call.operands[0]!;
  const stored = effect.half
    ? values.map((value, i) => toHalf(call.builder, effect.rounding, whole[i]!, value))
    : values;
  store(lowering, scalars, pointer, stored, site);
  return null;
}

// ---- copies by the whole block -----------------------------------------------------------------------------------------------

export function lowerAsyncCopy(call: CallSite, effect: EffectOf<'async-copy'>): readonly number[] {
  const { kind, strided, elementBytes, toGlobal } = effect;
  if (elementBytes === null) throw call.unsupported();
  const readSite = call.lowering.site(bulkAccess('read'));
  const writeSite = call.lowering.site(bulkAccess('write'));
  const [event] = call.sync({ kind, strided, elementBytes, toGlobal, readSite, writeSite }, call.operands.flat(), 1);
  return [call.builder.compute(Op.zext32to64, event!)];
}

export function lowerWaitAsyncCopies(call: CallSite, { kind }: EffectOf<'wait-async-copies'>): null {
  call.sync({ kind, readSite: call.lowering.site(bulkAccess('read')) }, call.operands.flat(), 0);
  return null;
}

export function lowerCopyBegin(call: CallSite, { kind, queue, reduces }: EffectOf<'copy-begin'>): null {
  const readSite = call.lowering.site(bulkAccess('read'));
  const reduced = atomicAccess('reduce', 0, { ordering: 'monotonic', scope: 'device' });
  const writeSite = call.lowering.site(reduces ? reduced : bulkAccess('write'));
  const numbers = [2, 3, 4, 5].map((at) => call.pair(at));
  call.sync({ kind, queue, reduces, readSite, writeSite }, [call.operand(0), call.operand(1), ...numbers], 0);
  return null;
}

export function lowerBoundCopy(call: CallSite, { kind, counted, isMulticast }: EffectOf<'bound-copy'>): null {
  const readSite = call.lowering.site(bulkAccess('read'));
  const writeSite = call.lowering.site(bulkAccess('write'));
  const numbers = [2, 3, 4, 5].map((at) => call.pair(at));
  const mask = isMulticast ? [call.operand(7)] : [];
  const operands = [call.operand(0), call.operand(1), ...numbers, call.operand(6), ...mask];
  call.sync({ kind, counted, isMulticast, readSite, writeSite }, operands, 0);
  return null;
}

export function lowerTensorLoad(call: CallSite, { isMulticast }: EffectOf<'tensor-load'>): null {
  const bytes = wordsOfMap(call, 2, 0, 1);
  const operands = [...boxOperands(call, 2), ...bytes, call.operand(1), ...(isMulticast ? [call.operand(9)] : [])];
  call.sync({ kind: 'box-load', isMulticast, ...sitesOfCopy(call) }, operands, 0);
  return null;
}

export function lowerTensorStore(call: CallSite): null {
  call.sync({ kind: 'box-store', ...sitesOfCopy(call) }, boxOperands(call, 1), 0);
  return null;
}

function sitesOfCopy({ lowering }: CallSite): { readonly readSite: number; readonly writeSite: number } {
  return { readSite: lowering.site(bulkAccess('read')), writeSite: lowering.site(bulkAccess('write')) };
}

/** Where the box lies in shared memory, and all that its map and its coordinates say. */
function boxOperands(call: CallSite, mapArgument: number): number[] {
  const b = call.builder;
  const [tensor] = wordsOfMap(call, mapArgument, MAP_WORDS.tensor, MAP_WORDS.tensor + 1);
  const coordinates = Array.from({ length: MOST_AXES }, (_, i) => {
    return b.compute(Op.sext32to64, call.operand(mapArgument + 2 + i));
  });
  const words = wordsOfMap(call, mapArgument, 1, 12);
  return [call.operand(0), b.compute(Op.inttoptr, tensor!), ...words, call.pair(mapArgument + 1), ...coordinates];
}

/** Words of a map, the address of which is an argument. */
function wordsOfMap(call: CallSite, mapArgument: number, from: number, to: number): number[] {
  const { builder: b, lowering, instruction } = call;
  const map = instruction.arguments[mapArgument];
  if (map === undefined || map.kind === 'null') throw call.unsupported();
  const address =
    map.type.kind === 'pointer' ? call.operand(mapArgument) : b.compute(Op.inttoptr, call.pair(mapArgument));
  return Array.from({ length: to - from }, (_, i) => {
    const place = b.compute(Op.gepimm, address, MAP_WORD_BYTES * (from + i));
    return load(lowering, [PAIR], place, lowering.site(plainAccess('read', MAP_WORD_BYTES)))[0]!;
  });
}

export function lowerAsyncStore(call: CallSite, { kind, reduces }: EffectOf<'async-store'>): null {
  const reduced = atomicAccess('reduce', 0, { ordering: 'monotonic', scope: 'cluster' });
  const writeSite = call.lowering.site(reduces ? reduced : bulkAccess('write'));
  call.sync({ kind, reduces, writeSite }, [call.operand(0), call.pair(1), call.pair(2), call.operand(3)], 0);
  return null;
}

export function lowerStaleRead(call: CallSite, { kind }: EffectOf<'stale-read'>): null {
  call.sync({ kind, readSite: call.lowering.site(bulkAccess('read')) }, [call.operand(0), call.pair(1)], 0);
  return null;
}

export function lowerMatrixAccess(call: CallSite, { kind, access }: EffectOf<'matrix-access'>): null {
  const site = call.lowering.site(bulkAccess(access));
  call.sync({ kind, access, site }, [call.operand(0), ...[1, 2, 3].map((at) => call.pair(at))], 0);
  return null;
}

export function lowerMatrixOperand(call: CallSite, { kind, queue, isOfPeer }: EffectOf<'matrix-operand'>): null {
  const readSite = call.lowering.site(bulkAccess('read'));
  const numbers = [0, 1, 2].map((at) => call.pair(at));
  call.sync({ kind, queue, isOfPeer, readSite }, numbers, 0);
  return null;
}

export function lowerTensorAccess(call: CallSite, { kind, queue, access, isOfPeer }: EffectOf<'tensor-access'>): null {
  const site = call.lowering.site(bulkAccess(access));
  const numbers = [0, 1, 2, 3, 4].map((at) => call.pair(at));
  call.sync({ kind, queue, isOfPeer, access, site }, numbers, 0);
  return null;
}

/** Which lane stores the address is not said: all of the warp do it together. */
export function lowerTensorAllocate(call: CallSite): null {
  const b = call.builder;
  const site = call.lowering.site(bulkAccess('write'));
  const sizes = [1n, 4n, 4n].map((size) => b.pair(size));
  call.sync({ kind: 'tensor-allocate', access: 'write', site }, [call.operand(0), ...sizes, call.pair(1)], 0);
  return null;
}

export function lowerCopyGroup(call: CallSite, { kind, queue }: EffectOf<'copy-group'>): null {
  const accessed = call.operands.flat();
  call.sync({ kind, queue, isOfAccess: accessed.length > 0 }, accessed, 0);
  return null;
}

export function lowerCopyWait(call: CallSite, { kind, queue, reads }: EffectOf<'copy-wait'>): null {
  call.sync(queue === 'wgmma' ? { kind: 'warpgroup-wait' } : { kind, queue, reads }, [call.pair(0)], 0);
  return null;
}

export function lowerProxyFence(call: CallSite, { kind, memory }: EffectOf<'proxy-fence'>): null {
  call.sync({ kind, orders: memory }, [], 0);
  return null;
}

// ---- addresses -----------------------------------------------------------------------------------------------------------

export function lowerAllocate(call: CallSite): readonly number[] {
  const b = call.builder;
  const words = call.sync({ kind: 'allocate' }, [call.pair(0)], 2);
  return [b.compute(Op.inttoptr, b.helper('join', words[0]!, words[1]!))];
}

/** The same place in another block of the cluster. */
export function lowerMapShared(call: CallSite): readonly number[] {
  const b = call.builder;
  const words = call.sync({ kind: 'map-shared' }, [call.operand(0), call.operand(1)], 2);
  return [b.compute(Op.inttoptr, b.helper('join', words[0]!, words[1]!))];
}

/** The block of the cluster whose shared memory an address leads to. */
export function lowerSharedRank(call: CallSite): readonly number[] {
  return call.sync({ kind: 'shared-rank' }, [call.operand(0)], 1);
}

/** A pointer from a number; in shared memory the number's low bits are a place in the block's own. */
export function lowerRecoveredAddress(call: CallSite): readonly number[] {
  const { builder: b, instruction } = call;
  const number = call.pair(0);
  const isShared = instruction.type.kind === 'pointer' && instruction.type.space === AddressSpace.shared;
  if (!isShared) return [b.compute(Op.inttoptr, number)];
  if (call.lowering.context.mapsShared) {
    // The low half says which block's it is, of those that a run of a cluster has.
    const half = b.compute(Op.and64, number, b.pair(0xffffffffn));
    return [b.compute(Op.inttoptr, b.compute(Op.add64, half, b.pair(BigInt(SHARED_BASE))))];
  }
  const place = b.compute(Op.and64, number, b.pair(BigInt(SHARED_STRIDE - 1)));
  const block = b.compute(Op.zext32to64, call.special(SpecialRegister.linearBlock));
  const start = b.compute(Op.mul64, block, b.pair(BigInt(SHARED_STRIDE)));
  const within = b.compute(Op.add64, start, place);
  return [b.compute(Op.inttoptr, b.compute(Op.add64, within, b.pair(BigInt(SHARED_BASE))))];
}

/** Addresses of each memory, the last one exclusive. */
const RANGES = {
  global: [REGION_STRIDE, FUNCTION_BASE],
  const: [REGION_STRIDE, FUNCTION_BASE],
  shared: [SHARED_BASE, LOCAL_BASE],
  local: [LOCAL_BASE, 2 ** 53],
  none: [0, 0],
} as const;

export function lowerAddressSpaceTest(call: CallSite, { space }: EffectOf<'address-space-test'>): readonly number[] {
  const b = call.builder;
  const [from, to] = RANGES[space];
  return [b.helper('in-range', call.operand(0), b.double(from), b.double(to))];
}
