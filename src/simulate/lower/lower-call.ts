/** Lowering of calls: of functions of the program, and of everything that `intrinsics/` knows. */

import { type EffectKind, type EffectOf, effectOf } from '../../intrinsics/index.ts';
import { assemblyReason } from '../../ir/operands.ts';
import { Op } from '../bytecode/opcodes.ts';
import { alignOf, heldScalars, sizeOf, Unsupported } from '../scalars.ts';
import { SpecialRegister } from '../special-registers.ts';
import { type Call, CallSite } from './call-site.ts';
import {
  lowerBareBarrier,
  lowerBarrierObject,
  lowerBlockBarrier,
  lowerClusterBarrier,
  lowerClusterSize,
  lowerGridBarrier,
  lowerNamedBarrier,
  lowerReducingBarrier,
  lowerTileBarrier,
  lowerWarpBarrier,
} from './lower-barrier.ts';
import {
  lowerAddressSpaceTest,
  lowerAllocate,
  lowerAsyncCopy,
  lowerAsyncStore,
  lowerAtomicCall,
  lowerAtomicLoad,
  lowerAtomicStore,
  lowerBoundCopy,
  lowerCompareExchangeCall,
  lowerCopy,
  lowerCopyBegin,
  lowerCopyGroup,
  lowerCopyWait,
  lowerFenceCall,
  lowerFill,
  lowerMapShared,
  lowerMatrixAccess,
  lowerMatrixOperand,
  lowerProxyFence,
  lowerRecoveredAddress,
  lowerSharedRank,
  lowerStaleRead,
  lowerTensorAccess,
  lowerTensorAllocate,
  lowerTensorLoad,
  lowerTensorStore,
  lowerVectorLoad,
  lowerVectorStore,
  lowerWaitAsyncCopies,
} from './lower-call-memory.ts';
import { lowerConversion, lowerReinterpret } from './lower-conversion.ts';
import {
  lowerActiveMask,
  lowerCollective,
  lowerFirstLaneAddress,
  lowerMatch,
  lowerShuffle,
  lowerVote,
  lowerWarpReduce,
} from './lower-exchange.ts';
import {
  lowerAxis,
  lowerClock,
  lowerGlobalId,
  lowerGlobalSize,
  lowerLaneMask,
  lowerLinearGlobalId,
  lowerWarpsPerBlock,
} from './lower-geometry.ts';
import { lowerBitFunction, lowerValueOperation } from './lower-integer.ts';
import { lowerMath } from './lower-math.ts';
import { copy } from './lower-memory.ts';
import { lowerOpencl, lowerSplit } from './lower-opencl.ts';
import { lowerImageRead, lowerImageWrite, lowerSurfaceAccess, lowerTextureRead } from './lower-texels.ts';
import type { LoweringContext } from './lowering-context.ts';

/** Lowers a call to its result's registers; null when there is no result. */
export function lowerCall(lowering: LoweringContext, instruction: Call): readonly number[] | null {
  const { callee } = instruction;
  if (callee.kind === 'asm') throw new Unsupported(assemblyReason(callee));
  if (callee.kind === 'global') {
    const fn = lowering.context.definition(callee.name);
    if (fn === undefined) return lowerNamed(lowering, lowering.context.resolve(callee.name), instruction);
    const args = argumentsOf(lowering, instruction);
    const inlined = lowering.inline(fn, args);
    if (inlined !== null) return inlined;
    const number = lowering.context.functionNumber(fn);
    lowering.calls(number);
    return emitCall(lowering, { op: Op.call, target: number }, args, instruction);
  }
  lowering.calls(null);
  const target = lowering.value(callee)[0]!;
  return emitCall(lowering, { op: Op.callindirect, target }, argumentsOf(lowering, instruction), instruction);
}

/** Arguments as registers; what is passed by value is copied into this frame first. */
function argumentsOf(lowering: LoweringContext, instruction: Call): (readonly number[])[] {
  const b = lowering.builder;
  return instruction.arguments.map((argument, i) => {
    const type = instruction.byValue[i];
    if (!type) return lowering.value(argument);
    const size = sizeOf(type);
    const align = Math.max(8, alignOf(type), instruction.aligned[i] ?? 0);
    const to = b.compute(Op.lea, lowering.localSpace(Math.max(1, size), align));
    const from = lowering.value(argument)[0]!;
    copy(lowering, { to, from, length: b.pair(BigInt(size)), volatile: false, aligned: [] });
    return [to];
  });
}

function emitCall(
  lowering: LoweringContext,
  callee: { readonly op: typeof Op.call | typeof Op.callindirect; readonly target: number },
  args: readonly (readonly number[])[],
  instruction: Call,
): readonly number[] | null {
  const b = lowering.builder;
  const flat = args.flat();
  const results = b.registers(heldScalars(instruction.type).length);
  b.emit(callee.op, callee.target, 0, flat.length, ...flat, results.length, ...results);
  return results.length === 0 ? null : results;
}

// ---- calls by name -----------------------------------------------------------------------------------------------------------

function lowerNamed(lowering: LoweringContext, name: string, instruction: Call): readonly number[] | null {
  const effect = effectOf(name);
  if (effect?.kind === 'lifetime') return null;
  const call = new CallSite(lowering, instruction, name);
  if (effect === undefined) throw new Unsupported(`a call of ${name}, whose body is not in this file`);
  return lowered(call, effect);
}

type Lower<Kind extends EffectKind> = (call: CallSite, effect: EffectOf<Kind>) => readonly number[] | null;

function lowered<Kind extends EffectKind>(
  call: CallSite,
  effect: EffectOf<Kind> & { readonly kind: Kind },
): readonly number[] | null {
  const lower: Lower<Kind> = EFFECTS[effect.kind];
  return lower(call, effect);
}

function special(register: number): (call: CallSite) => readonly number[] {
  return (call) => call.result(call.special(register));
}

function unsupported(call: CallSite): never {
  throw call.unsupported();
}

function unmodelled(_call: CallSite, { what }: { readonly what: string }): never {
  throw new Unsupported(what);
}

/** What each effect becomes: the registers of the call's result, or null when it has none. */
const EFFECTS: { readonly [Kind in EffectKind]: Lower<Kind> } = {
  'thread-index': lowerAxis(SpecialRegister.threadX),
  'block-index': lowerAxis(SpecialRegister.blockX),
  'block-size': lowerAxis(SpecialRegister.blockDimX),
  'grid-size': lowerAxis(SpecialRegister.gridDimX),
  'cluster-size': lowerClusterSize,
  'global-id': lowerGlobalId,
  'global-size': lowerGlobalSize,
  'global-offset': (call) => call.result(call.builder.word(0)),
  'linear-thread-index': special(SpecialRegister.linearThread),
  'linear-global-id': lowerLinearGlobalId,
  dimensions: special(SpecialRegister.dimensions),
  'warp-size': (call) => call.result(call.builder.word(call.lowering.context.program.warpSize)),
  'lane-id': special(SpecialRegister.lane),
  'warp-index': special(SpecialRegister.warp),
  'warps-per-block': lowerWarpsPerBlock,
  'lane-mask': lowerLaneMask,
  'dynamic-shared-size': special(SpecialRegister.dynamicShared),
  clock: lowerClock,

  'block-barrier': lowerBlockBarrier,
  'block-barrier-reduce': lowerReducingBarrier,
  'named-barrier': lowerNamedBarrier,
  'barrier-object': lowerBarrierObject,
  'warp-barrier': lowerWarpBarrier,
  'tile-barrier': lowerTileBarrier,
  'grid-barrier': lowerGridBarrier,
  'cluster-barrier': lowerClusterBarrier,
  'unfenced-barrier': (call, effect) => {
    return effect.level === 'block' && effect.half === null ? lowerBareBarrier(call) : unmodelled(call, effect);
  },
  fence: lowerFenceCall,

  memcpy: lowerCopy,
  memset: lowerFill,
  atomic: lowerAtomicCall,
  'atomic-compare-exchange': lowerCompareExchangeCall,
  'atomic-load': lowerAtomicLoad,
  'atomic-store': lowerAtomicStore,
  'vector-load': lowerVectorLoad,
  'vector-store': lowerVectorStore,
  'async-copy': lowerAsyncCopy,
  'wait-async-copies': lowerWaitAsyncCopies,
  'matrix-access': lowerMatrixAccess,
  'matrix-operand': lowerMatrixOperand,
  'tensor-access': lowerTensorAccess,
  'tensor-allocate': lowerTensorAllocate,
  // Barriers order here what they order with it.
  'tensor-fence': () => null,
  'copy-begin': lowerCopyBegin,
  'bound-copy': lowerBoundCopy,
  'async-store': lowerAsyncStore,
  'copy-group': lowerCopyGroup,
  'copy-wait': lowerCopyWait,
  'lds-wait': () => null,
  'proxy-fence': lowerProxyFence,
  'stale-read': lowerStaleRead,
  split: lowerSplit,
  'image-read': lowerImageRead,
  'tensor-load': lowerTensorLoad,
  'tensor-store': lowerTensorStore,
  'image-write': lowerImageWrite,
  'surface-access': lowerSurfaceAccess,
  allocate: lowerAllocate,
  free: () => null,
  scope: (call) => call.operands[0]!,
  'first-lane-address': lowerFirstLaneAddress,
  'map-shared': lowerMapShared,
  'shared-rank': lowerSharedRank,
  address: lowerRecoveredAddress,
  'address-space-test': lowerAddressSpaceTest,

  shuffle: lowerShuffle,
  vote: lowerVote,
  match: lowerMatch,
  'warp-reduce': lowerWarpReduce,
  'active-mask': lowerActiveMask,
  'group-value': (call) => call.operands[0]!,
  elect: (call, { kind, anew }) => call.sync({ kind, anew }, [call.operand(0), call.operand(1)], 1),
  collective: lowerCollective,
  exchange: unsupported,

  // Of processors and devices: any value is right; zero is one.
  unknown: (call) => call.zeros(),
  uncomputed: (call, { what, isOfThread }) => {
    const [word] = call.sync({ kind: 'unknown', what, ...(isOfThread && { isOfThread }) }, [], isOfThread ? 1 : 0);
    return word === undefined ? call.zeros() : call.result(word);
  },
  pure: unsupported,
  ptx: (_call, { instruction }) => {
    throw new Unsupported(`a call of ${instruction}`);
  },
  math: lowerMath,
  value: lowerValueOperation,
  opencl: lowerOpencl,
  'bit-function': lowerBitFunction,
  convert: lowerConversion,
  reinterpret: lowerReinterpret,

  assume: () => null,
  assert: (call) => {
    call.builder.check('assert', call.operand(0));
    return null;
  },
  assumption: () => null,
  'texture-read': lowerTextureRead,
  unmodelled,
  abort: (call) => {
    call.lowering.trap('trap', `stops at ${call.name}`);
    return null;
  },
  exit: (call) => {
    call.builder.emit(Op.ret, -1, 0);
    return null;
  },
  yield: (call) => {
    call.sync({ kind: 'yield' }, [], 0);
    return call.zeros();
  },
  lifetime: () => null,
  none: (call) => call.zeros(),
};
