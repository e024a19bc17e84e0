/** Lowering of calls: of functions of the program, and of everything `intrinsics/effects.ts` knows. */

import { groupCopyOf } from '../intrinsics/async-copy.ts';
import { type Axis, type Effect, effectOf, ORDERS, type ValueOperation } from '../intrinsics/effects.ts';
import { type MemoryScope, openclScope } from '../intrinsics/scopes.ts';
import { AddressSpace, type Instruction, type Operand, type Ordering } from '../ir/program.ts';
import { FUNCTION_BASE, LOCAL_BASE, REGION_STRIDE, SHARED_BASE, SHARED_STRIDE } from './address-space.ts';
import type { Collective } from './collectives.ts';
import { withoutMangling } from './function-names.ts';
import { hasHelper, helper, mathArity } from './helpers.ts';
import { alignOf, type Leaf, leavesOf, sizeOf, Unsupported } from './leaves.ts';
import {
  binary,
  call as callHelper,
  cast,
  compare,
  convertFloat,
  masked,
  select,
  signExtended,
} from './lower-arithmetic.ts';
import { atomic, compareExchange, copy, fence, load, set, store } from './lower-memory.ts';
import {
  fromHalf,
  halves,
  lowerFloatClass,
  lowerIlogb,
  lowerOpenclBuiltin,
  openclConversion,
  toHalf,
} from './lower-opencl.ts';
import type { Lowering } from './lowering.ts';
import type { SyncOperation } from './micro.ts';
import { Op } from './opcodes.ts';
import { SpecialRegister } from './special-registers.ts';

type Call = Extract<Instruction, { op: 'call' }>;

const WORD: Leaf = { representation: 'word', bits: 32, offset: 0, size: 4 };
const FLOAT: Leaf = { representation: 'float', bits: 0, offset: 0, size: 4 };
const DOUBLE: Leaf = { representation: 'double', bits: 0, offset: 0, size: 8 };

/** Lowers a call to its result's registers; null when there is no result. */
export function lowerCall(lowering: Lowering, instruction: Call): readonly number[] | null {
  const { callee } = instruction;
  if (callee.kind === 'asm') throw new Unsupported(`inline assembly: ${callee.refusal ?? callee.text}`);
  if (callee.kind === 'global') {
    const fn = lowering.context.definition(callee.name);
    if (fn === undefined) return lowerNamed(lowering, lowering.context.resolve(callee.name), instruction);
    const args = argumentsOf(lowering, instruction);
    const inlined = lowering.inline(fn, args);
    if (inlined !== null) return inlined;
    const number = lowering.context.functionNumber(fn);
    lowering.callees.add(number);
    return emitCall(lowering, Op.call, 'n', number, args, instruction);
  }
  lowering.callsIndirectly = true;
  const target = lowering.value(callee)[0]!;
  return emitCall(lowering, Op.callindirect, 'f', target, argumentsOf(lowering, instruction), instruction);
}

/** Arguments as registers; what is passed by value is copied into this frame first. */
function argumentsOf(lowering: Lowering, instruction: Call): (readonly number[])[] {
  const b = lowering.builder;
  return instruction.arguments.map((argument, i) => {
    const type = instruction.byValue[i];
    if (!type) return lowering.value(argument);
    const copyAt = b.compute(Op.lea, 'Fn', lowering.localSpace(Math.max(1, sizeOf(type)), Math.max(8, alignOf(type))));
    copy(lowering, copyAt, lowering.value(argument)[0]!, b.pair(BigInt(sizeOf(type))), false);
    return [copyAt];
  });
}

function emitCall(
  lowering: Lowering,
  op: typeof Op.call | typeof Op.callindirect,
  kind: string,
  target: number,
  args: readonly (readonly number[])[],
  instruction: Call,
): readonly number[] | null {
  const b = lowering.builder;
  const flat = args.flat();
  const results = b.registers(leavesOf(instruction.type).length);
  b.emit(
    op,
    `${kind}zn${'w'.repeat(flat.length)}n${'W'.repeat(results.length)}`,
    target,
    0,
    flat.length,
    ...flat,
    results.length,
    ...results,
  );
  return results.length === 0 ? null : results;
}

// ---- synchronisation -----------------------------------------------------------------------------------------------------

/** Emits an operation of several threads. Operands and results are words (or pairs) of registers. */
function sync(lowering: Lowering, operation: SyncOperation, operands: readonly number[], results: number): number[] {
  const b = lowering.builder;
  const registers = b.registers(results);
  b.emit(
    Op.sync,
    `nn${'w'.repeat(operands.length)}n${'W'.repeat(results)}`,
    lowering.context.sync(operation),
    operands.length,
    ...operands,
    results,
    ...registers,
  );
  return registers;
}

/** Intrinsics that exchange values or synchronise, by exact meaning. The lanes that take part are a pair, bit by lane. */
function exchange(
  lowering: Lowering,
  name: string,
  instruction: Call,
  operands: readonly (readonly number[])[],
): readonly number[] | null {
  const b = lowering.builder;
  const flat = operands.flat();
  const together = collective(lowering, name, instruction, operands);
  if (together !== null) return together;
  const behindMask = () => [asPair(lowering, instruction, operands, 0), ...flat.slice(1)];
  if (name === '__gpurace_wave_shuffle') {
    return sync(lowering, { kind: 'shuffle', mode: 'lane', predicate: false }, behindMask(), 1);
  }
  if (name === '__gpurace_wave_ballot') {
    const [low, high] = sync(lowering, { kind: 'vote', mode: 'ballot' }, behindMask(), 2);
    const upper = b.compute(Op.shl64, 'Www', b.compute(Op.zext32to64, 'Ww', high!), b.pair(32n));
    return [b.compute(Op.or64, 'Www', b.compute(Op.zext32to64, 'Ww', low!), upper)];
  }
  const shuffle = /^llvm\.nvvm\.shfl\.(sync\.)?(idx|up|down|bfly)\.[if]32(p?)$/.exec(name);
  if (shuffle !== null) {
    const mode = shuffle[2] as 'idx' | 'up' | 'down' | 'bfly';
    const predicate = shuffle[3] === 'p';
    const all = b.pair(0xffffffffn);
    const flatOperands = shuffle[1] ? behindMask() : [all, ...flat];
    return sync(lowering, { kind: 'shuffle', mode, predicate }, flatOperands, predicate ? 2 : 1);
  }
  const vote = /^llvm\.nvvm\.vote\.(all|any|uni|ballot)\.sync$/.exec(name);
  if (vote !== null) return sync(lowering, { kind: 'vote', mode: vote[1] as 'all' }, behindMask(), 1);
  const match = /^llvm\.nvvm\.match\.(any|all)\.sync\.i(32|64)p?$/.exec(name);
  if (match !== null) {
    const mode = match[1] as 'any' | 'all';
    return sync(lowering, { kind: 'match', mode, wide: match[2] === '64' }, behindMask(), mode === 'all' ? 2 : 1);
  }
  const reduce = /^llvm\.nvvm\.redux\.sync\.(add|min|max|umin|umax|and|or|xor)$/.exec(name);
  if (reduce !== null) {
    // (value, mask) here, (mask, value) everywhere else.
    const mask = asPair(lowering, instruction, operands, 1);
    return sync(lowering, { kind: 'reduce', operator: reduce[1] as 'add' }, [mask, flat[0]!], 1);
  }
  if (name === 'llvm.nvvm.activemask') return sync(lowering, { kind: 'activemask' }, [], 1);
  return null;
}

/** OpenCL's functions that a work-group or sub-group computes together. */
function collective(
  lowering: Lowering,
  name: string,
  instruction: Call,
  operands: readonly (readonly number[])[],
): readonly number[] | null {
  const match =
    /^_Z\d+(work|sub)_group_(reduce|scan_inclusive|scan_exclusive|broadcast|all|any|shuffle_xor|shuffle_up|shuffle_down|shuffle|ballot|elect)(?:_(add|min|max))?(?=[a-zD])(.*)$/.exec(
      name,
    );
  if (match === null) return null;
  const [, level, what, operator, parameters] = match;
  const results = leavesOf(instruction.type);
  const leaf = what === 'ballot' ? undefined : results[0];
  const b = lowering.builder;
  const format = leaf?.representation ?? 'word';
  if (format === 'pointer' || format === 'bfloat') throw new Unsupported(`a call of ${name}`);
  const isNarrow = leaf !== undefined && leaf.bits !== 0 && leaf.bits < 32;
  if ((what !== 'ballot' && results.length !== 1) || (isNarrow && operator !== undefined)) {
    throw new Unsupported(`a call of ${name}`);
  }
  const operation: Collective = {
    what: what as Collective['what'],
    operator: (operator as Collective['operator']) ?? null,
    format,
    signed: 'csilx'.includes(parameters![0]!),
  };
  const zero = b.constant(0, 0);
  const value = operands[0]?.[0] ?? zero;
  const index =
    level === 'work' && what === 'broadcast'
      ? linearIndex(lowering, instruction, operands.slice(1))
      : (operands[1]?.[0] ?? zero);
  const isWide = format === 'pair' || format === 'double';
  const got =
    level === 'work'
      ? sync(
          lowering,
          { kind: 'block-barrier', reduce: 'none', arriveOnly: false, orders: 'all', collective: operation },
          [b.word(0), b.word(0), value, index],
          isWide || what === 'ballot' ? 2 : 1,
        )
      : sync(
          lowering,
          { kind: 'collective', collective: operation },
          [b.pair(-1n), value, index],
          isWide || what === 'ballot' ? 2 : 1,
        );
  if (what === 'ballot') return results.map((_, i) => got[i] ?? zero);
  return isWide ? [callHelper(b, 'join', got[0]!, got[1]!)] : [got[0]!];
}

/** The thread at local coordinates, of which one to three are given. */
function linearIndex(lowering: Lowering, instruction: Call, coordinates: readonly (readonly number[])[]): number {
  const b = lowering.builder;
  const words = coordinates.map(([register], i) => {
    const leaf = leavesOf(instruction.arguments[i + 1]!.type)[0]!;
    return leaf.representation === 'pair' ? b.compute(Op.mov32, 'Ww', register!) : register!;
  });
  let size = special32(lowering, SpecialRegister.blockDimX);
  let sum = words[0]!;
  for (const [i, word] of words.slice(1).entries()) {
    sum = b.compute(Op.add32, 'Www', sum, b.compute(Op.mul32, 'Www', word, size));
    if (i === 0) size = b.compute(Op.mul32, 'Www', size, special32(lowering, SpecialRegister.blockDimY));
  }
  return sum;
}

function blockBarrier(
  lowering: Lowering,
  id: number,
  count: number,
  reduce: 'none' | 'count' | 'and' | 'or',
  predicate: number | null,
  arriveOnly = false,
  orders: 'all' | 'global' | 'shared' | 'none' = 'all',
): number[] {
  const operands = predicate === null ? [id, count] : [id, count, predicate];
  return sync(lowering, { kind: 'block-barrier', reduce, arriveOnly, orders }, operands, reduce === 'none' ? 0 : 1);
}

// ---- calls by name ---------------------------------------------------------------------------------------------------------

function lowerNamed(lowering: Lowering, name: string, instruction: Call): readonly number[] | null {
  const b = lowering.builder;
  if (name.startsWith('llvm.lifetime.') || name.startsWith('llvm.dbg.')) return null;
  const operands = instruction.arguments.map((argument) =>
    argument.kind === 'metadata' ? [] : lowering.value(argument),
  );
  const exchanged = exchange(lowering, name, instruction, operands);
  if (exchanged !== null) return exchanged;
  const mathematical = mathematics(lowering, name, instruction, operands);
  if (mathematical !== null) return mathematical;
  const special = specialCases(lowering, name, instruction, operands);
  if (special !== undefined) return special;
  const effect = effectOf(name);
  if (effect === undefined) throw new Unsupported(`a call of ${name}, whose body is not in this file`);
  const first = operands[0]?.[0];
  const axis = (x: number, of: Axis) => axisRegister(lowering, x, of, instruction);
  switch (effect.kind) {
    case 'thread-index':
      return result(lowering, instruction, axis(SpecialRegister.threadX, effect.axis));
    case 'block-index':
      return result(lowering, instruction, axis(SpecialRegister.blockX, effect.axis));
    case 'block-size':
      return result(lowering, instruction, axis(SpecialRegister.blockDimX, effect.axis));
    case 'grid-size':
      return result(lowering, instruction, axis(SpecialRegister.gridDimX, effect.axis));
    case 'global-id': {
      const block = axis(SpecialRegister.blockX, effect.axis);
      const size = axis(SpecialRegister.blockDimX, effect.axis);
      const thread = axis(SpecialRegister.threadX, effect.axis);
      return result(lowering, instruction, b.compute(Op.add32, 'Www', b.compute(Op.mul32, 'Www', block, size), thread));
    }
    case 'global-size': {
      const blocks = axis(SpecialRegister.gridDimX, effect.axis);
      return result(
        lowering,
        instruction,
        b.compute(Op.mul32, 'Www', blocks, axis(SpecialRegister.blockDimX, effect.axis)),
      );
    }
    case 'global-offset':
      return result(lowering, instruction, b.word(0));
    case 'linear-thread-index':
      return result(lowering, instruction, special32(lowering, SpecialRegister.linearThread));
    case 'linear-global-id': {
      let size = special32(lowering, SpecialRegister.blockDimX);
      size = b.compute(Op.mul32, 'Www', size, special32(lowering, SpecialRegister.blockDimY));
      size = b.compute(Op.mul32, 'Www', size, special32(lowering, SpecialRegister.blockDimZ));
      const base = b.compute(Op.mul32, 'Www', size, special32(lowering, SpecialRegister.linearBlock));
      const thread = special32(lowering, SpecialRegister.linearThread);
      return result(lowering, instruction, b.compute(Op.add32, 'Www', base, thread));
    }
    case 'dimensions':
      return result(lowering, instruction, special32(lowering, SpecialRegister.dimensions));
    case 'warp-size':
      return result(lowering, instruction, b.word(lowering.context.program.warpSize));
    case 'lane-id':
      return result(lowering, instruction, special32(lowering, SpecialRegister.lane));
    case 'block-barrier': {
      const id = name.startsWith('llvm.nvvm.') && first !== undefined ? first : b.word(0);
      const flags = effect.fencesArgument === null ? undefined : instruction.arguments[effect.fencesArgument];
      blockBarrier(lowering, id, b.word(0), 'none', null, false, orderedMemory(flags));
      return null;
    }
    case 'block-barrier-reduce':
      return barrierReduce(lowering, name, operands.flat());
    case 'named-barrier': {
      const flat = operands.flat();
      const count = effect.countArgument === null ? b.word(0) : flat[effect.countArgument]!;
      blockBarrier(lowering, flat[effect.idArgument]!, count, 'none', null, !effect.waits);
      return null;
    }
    case 'warp-barrier':
      sync(
        lowering,
        { kind: 'warp-barrier' },
        [effect.maskArgument === null ? b.pair(-1n) : asPair(lowering, instruction, operands, effect.maskArgument)],
        0,
      );
      return null;
    case 'assumption':
      return null;
    case 'unmodelled':
      throw new Unsupported(effect.what);
    case 'tile-barrier':
      sync(lowering, { kind: 'tile-barrier' }, [operands[effect.sizeArgument]![0]!], 0);
      return null;
    case 'grid-barrier':
      sync(lowering, { kind: 'grid-barrier' }, [], 0);
      return null;
    case 'barrier-object':
      return barrierObject(lowering, effect.operation, instruction, operands);
    case 'group-copy': {
      const shape = groupCopyOf(name);
      if (shape === null) throw new Unsupported(`a call of ${name}`);
      const operation: SyncOperation = {
        kind: 'group-copy',
        strided: effect.strided,
        ...shape,
        readSite: wholeSite(lowering, 'read'),
        writeSite: wholeSite(lowering, 'write'),
      };
      const [event] = sync(lowering, operation, operands.flat(), 1);
      return [b.compute(Op.zext32to64, 'Ww', event!)];
    }
    case 'wait-group-copies':
      sync(lowering, { kind: 'wait-group-copies', readSite: wholeSite(lowering, 'read') }, operands.flat(), 0);
      return null;
    case 'fence':
      fence(lowering, scopeArgument(instruction, effect), orderArgument(instruction, effect));
      return null;
    case 'memcpy': {
      copy(lowering, first!, operands[1]![0]!, asPair(lowering, instruction, operands, 2), isTrue(instruction, 3));
      return operands[0]!;
    }
    case 'memset': {
      set(lowering, first!, operands[1]![0]!, asPair(lowering, instruction, operands, 2), isTrue(instruction, 3));
      return operands[0]!;
    }
    case 'atomic': {
      const isFlag = instruction.type.kind === 'int' && instruction.type.bits === 1;
      const operandType = effect.operand === 1 ? instruction.type : instruction.arguments[1]!.type;
      // A flag (OpenCL's) is an int whose old value comes back as a truth.
      const leaf = isFlag ? WORD : leavesOf(operandType)[0]!;
      const value = effect.operand === 1 ? one(lowering, leaf) : operands[1]![0]!;
      const scope = scopeArgument(instruction, effect);
      const site = lowering.site({
        kind: 'atomic',
        size: leaf.size,
        volatile: false,
        ordering: orderArgument(instruction, effect),
        scope,
        align: leaf.size,
        rmw: effect.operator,
      });
      const old = atomic(lowering, leaf, effect.operator, first!, value, site);
      return [isFlag ? compare(b, 'ne', leaf, old, b.word(0)) : old];
    }
    case 'atomic-compare-exchange':
      return openclCompareExchange(lowering, instruction, operands, effect);
    case 'atomic-load': {
      const leaves = leavesOf(instruction.type);
      const size = leaves[0]!.size;
      const site = lowering.site({
        kind: 'read',
        size,
        volatile: false,
        ordering: orderArgument(instruction, effect),
        scope: scopeArgument(instruction, effect),
        align: size,
        rmw: null,
      });
      return load(lowering, leaves, first!, site);
    }
    case 'atomic-store': {
      const isFlag = name.includes('atomic_flag_clear');
      const type = instruction.arguments[1]?.type;
      if (type === undefined && !isFlag) throw new Unsupported(`a call of ${name}`);
      const leaves = isFlag ? [WORD] : leavesOf(type!);
      const size = leaves[0]!.size;
      const site = lowering.site({
        kind: 'write',
        size,
        volatile: false,
        ordering: orderArgument(instruction, effect),
        scope: scopeArgument(instruction, effect),
        align: size,
        rmw: null,
      });
      store(lowering, leaves, first!, isFlag ? [b.word(0)] : operands[1]!, site);
      return null;
    }
    case 'vector-load':
    case 'vector-store':
      return vectorAccess(lowering, name, instruction, operands, effect);
    case 'scope':
      return operands[0]!;
    case 'address':
      return [addressed(lowering, instruction, operands)];
    case 'value':
      return valueOperation(lowering, effect.operation, instruction, operands);
    case 'assume':
    case 'free':
      return null;
    case 'assert': {
      // The condition comes as a boolean; when it is false the thread stops with an error.
      assertion(lowering, first!);
      return null;
    }
    case 'abort':
      if (name === 'llvm.nvvm.exit' || name === 'exit') b.emit(Op.ret, 'nn', -1, 0);
      else lowering.trap('trap', `stops at ${name}`);
      return null;
    case 'unknown': {
      if (/clock|globaltimer|cyclecounter|steadycounter/.test(name)) {
        const [low, high] = sync(lowering, { kind: 'clock' }, [], 2);
        return leavesOf(instruction.type).map((leaf) =>
          leaf.representation === 'pair' ? callHelper(b, 'join', low!, high!) : low!,
        );
      }
      const leaves = leavesOf(instruction.type);
      if (!/^__gpurace_|^_Z\d+read_image/.test(name)) {
        // Of processors and devices: any value is right; zero is one.
        return leaves.map(() => b.constant(0, 0));
      }
      const what = name.startsWith('_Z')
        ? 'a read of an image'
        : 'a value (of a texture, a library) that is not computed';
      sync(lowering, { kind: 'unknown', what }, [], 0);
      return leaves.map(() => b.constant(0, 0));
    }
    case 'allocate': {
      const words = sync(lowering, { kind: 'allocate' }, [asPair(lowering, instruction, operands, 0)], 2);
      return [b.compute(Op.inttoptr, 'Fw', callHelper(b, 'join', words[0]!, words[1]!))];
    }
    case 'none':
      if (name === 'llvm.nvvm.nanosleep') sync(lowering, { kind: 'yield' }, [], 0);
      return leavesOf(instruction.type).map(() => b.constant(0, 0));
    default:
      throw new Unsupported(`a call of ${name.replace('llvm.gpurace.ptx.', '')}`);
  }
}

/** The object's memory is touched as well: made by a write, used by atomic operations. */
function barrierObject(
  lowering: Lowering,
  operation: 'init' | 'arrive' | 'wait',
  instruction: Call,
  operands: readonly (readonly number[])[],
): readonly number[] | null {
  const b = lowering.builder;
  const object = operands[0]![0]!;
  const leaf: Leaf = { representation: 'pair', bits: 64, offset: 0, size: 8 };
  const plain = { size: 8, volatile: false, scope: 'block', align: 8 } as const;
  if (operation === 'init') {
    const count = asPair(lowering, instruction, operands, 1);
    store(lowering, [leaf], object, [count], lowering.site({ ...plain, kind: 'write', ordering: null, rmw: null }));
    sync(lowering, { kind: 'barrier-object', operation }, [object, count], 0);
    return null;
  }
  const site = lowering.site({ ...plain, kind: 'atomic', ordering: 'monotonic', rmw: 'or' });
  atomic(lowering, leaf, 'or', object, b.pair(0n), site);
  if (operation === 'arrive') {
    const [phase] = sync(lowering, { kind: 'barrier-object', operation }, [object], 1);
    return [b.compute(Op.zext32to64, 'Ww', phase!)];
  }
  sync(lowering, { kind: 'barrier-object', operation }, [object, asPair(lowering, instruction, operands, 1)], 0);
  return null;
}

/** A pointer from a number; in shared memory the number's low bits are a place in the block's own. */
function addressed(lowering: Lowering, instruction: Call, operands: readonly (readonly number[])[]): number {
  const b = lowering.builder;
  const number = asPair(lowering, instruction, operands, 0);
  const isShared = instruction.type.kind === 'pointer' && instruction.type.space === AddressSpace.shared;
  if (!isShared) return b.compute(Op.inttoptr, 'Fw', number);
  const place = b.compute(Op.and64, 'Www', number, b.pair(BigInt(SHARED_STRIDE - 1)));
  const block = b.compute(Op.zext32to64, 'Ww', special32(lowering, SpecialRegister.linearBlock));
  const start = b.compute(Op.mul64, 'Www', block, b.pair(BigInt(SHARED_STRIDE)));
  const within = b.compute(Op.add64, 'Www', start, place);
  return b.compute(Op.inttoptr, 'Fw', b.compute(Op.add64, 'Www', within, b.pair(BigInt(SHARED_BASE))));
}

/** The site of an access whose size only the execution knows. */
function wholeSite(lowering: Lowering, kind: 'read' | 'write'): number {
  return lowering.site({ kind, size: 0, volatile: false, ordering: null, scope: 'system', align: 1, rmw: null });
}

/** OpenCL's flags: 1 orders local memory, 2 global memory. Flags that are not constant are taken for both. */
function orderedMemory(flags: Operand | undefined): 'all' | 'global' | 'shared' | 'none' {
  if (flags?.kind !== 'int') return 'all';
  return (['none', 'shared', 'global', 'all'] as const)[Number(flags.value & 3n)]!;
}

/** The result of a call that yields the word `value`, in the width that the call has. */
function result(lowering: Lowering, instruction: Call, value: number): readonly number[] {
  const leaf = leavesOf(instruction.type)[0]!;
  return [leaf.representation === 'pair' ? lowering.builder.compute(Op.zext32to64, 'Ww', value) : value];
}

function special32(lowering: Lowering, which: number): number {
  return lowering.builder.compute(Op.sreg, 'Wn', which);
}

/** `x` is the special register of axis x; y and z follow it. */
function axisRegister(lowering: Lowering, x: number, axis: Axis, instruction: Call): number {
  if (axis !== 'argument') return special32(lowering, x + { x: 0, y: 1, z: 2 }[axis]);
  const argument = instruction.arguments[0];
  const isIndex = x === SpecialRegister.threadX || x === SpecialRegister.blockX;
  const outside = lowering.builder.word(isIndex ? 0 : 1);
  if (argument?.kind === 'int') {
    const number = Number(argument.value);
    return number < 3 ? special32(lowering, x + number) : outside;
  }
  if (argument === undefined) throw new Unsupported('an index without axis');
  const b = lowering.builder;
  const which = lowering.value(argument)[0]!;
  let value = outside;
  for (let i = 0; i < 3; i++) {
    const here = b.compute(Op.eq32, 'Www', which, b.word(i));
    value = b.compute(Op.select32, 'Wwww', here, special32(lowering, x + i), value);
  }
  return value;
}

function barrierReduce(lowering: Lowering, name: string, operands: readonly number[]): number[] {
  const b = lowering.builder;
  const mode = /(popc|and|or|all|any)/.exec(name.replace('barrier', ''))?.[1];
  if (mode === undefined) throw new Unsupported(`a call of ${name}`);
  const reduce = mode === 'popc' ? 'count' : mode === 'and' || mode === 'all' ? 'and' : 'or';
  // barrier.cta.red.*.all(id, predicate), .count(id, count, predicate); barrier0.*(predicate).
  const [id, count, predicate] =
    operands.length === 3
      ? [operands[0]!, operands[1]!, operands[2]!]
      : operands.length === 2
        ? [operands[0]!, b.word(0), operands[1]!]
        : [b.word(0), b.word(0), operands[0]!];
  return blockBarrier(lowering, id, count, reduce, predicate);
}

function asPair(lowering: Lowering, instruction: Call, operands: readonly (readonly number[])[], at: number): number {
  const leaf = leavesOf(instruction.arguments[at]!.type)[0]!;
  const value = operands[at]![0]!;
  return leaf.representation === 'pair' ? value : lowering.builder.compute(Op.zext32to64, 'Ww', value);
}

function isTrue(instruction: Call, at: number): boolean {
  const operand = instruction.arguments[at];
  return operand?.kind === 'int' && operand.value !== 0n;
}

function one(lowering: Lowering, leaf: Leaf): number {
  return leaf.representation === 'pair' ? lowering.builder.pair(1n) : lowering.builder.word(1);
}

function assertion(lowering: Lowering, condition: number): void {
  lowering.builder.emit(Op.fallible, 'nnw', helper('assert'), 1, condition);
}

// ---- OpenCL ------------------------------------------------------------------------------------------------------------------

function scopeArgument(
  instruction: Call,
  effect: { readonly scope: MemoryScope; readonly scopeArgument: number | null },
): MemoryScope {
  if (effect.scopeArgument === null) return effect.scope;
  const operand = instruction.arguments[effect.scopeArgument];
  return (operand?.kind === 'int' ? openclScope(operand.value) : null) ?? effect.scope;
}

/** An order that is only known when it runs counts as the strongest: a run shows no race that is none. */
function orderArgument(
  instruction: Call,
  effect: { readonly order: Ordering; readonly orderArgument: number | null },
): Ordering {
  if (effect.orderArgument === null) return effect.order;
  const operand = instruction.arguments[effect.orderArgument];
  return (operand?.kind === 'int' ? ORDERS[Number(operand.value)] : undefined) ?? 'seq_cst';
}

function openclCompareExchange(
  lowering: Lowering,
  instruction: Call,
  operands: readonly (readonly number[])[],
  effect: Extract<Effect, { kind: 'atomic-compare-exchange' }>,
): readonly number[] {
  const b = lowering.builder;
  const leaf = leavesOf(instruction.arguments[2]!.type)[0]!;
  const plain = { volatile: false, ordering: null, scope: 'system', align: leaf.size, rmw: null } as const;
  const site = lowering.site({
    kind: 'atomic',
    size: leaf.size,
    volatile: false,
    ordering: orderArgument(instruction, effect),
    scope: scopeArgument(instruction, effect),
    align: leaf.size,
    rmw: 'cas',
  });
  if (!effect.expectedIsPointer) {
    return [compareExchange(lowering, leaf, operands[0]![0]!, operands[1]![0]!, operands[2]![0]!, site)[0]!];
  }
  const at = operands[1]![0]!;
  const expected = load(lowering, [leaf], at, lowering.site({ kind: 'read', size: leaf.size, ...plain }))[0]!;
  const [old, success] = compareExchange(lowering, leaf, operands[0]![0]!, expected, operands[2]![0]!, site);
  store(lowering, [leaf], at, [old!], lowering.site({ kind: 'write', size: leaf.size, ...plain }));
  return [b.compute(Op.mov32, 'Ww', success!)];
}

function vectorAccess(
  lowering: Lowering,
  name: string,
  instruction: Call,
  operands: readonly (readonly number[])[],
  effect: Extract<Effect, { kind: 'vector-load' | 'vector-store' }>,
): readonly number[] | null {
  const isLoad = effect.kind === 'vector-load';
  const b = lowering.builder;
  const type = isLoad ? instruction.type : instruction.arguments[0]!.type;
  const whole = leavesOf(type);
  const leaves = effect.half ? halves(whole.length) : whole.map((leaf, i) => ({ ...leaf, offset: i * leaf.size }));
  const elementSize = leaves[0]!.size;
  const [offsetAt, pointerAt] = isLoad ? [0, 1] : [1, 2];
  const offset = asPair(lowering, instruction, operands, offsetAt);
  const pointer = b.compute(Op.gep64, 'Ffwn', operands[pointerAt]![0]!, offset, elementSize * effect.stride);
  const site = lowering.site({
    kind: isLoad ? 'read' : 'write',
    size: leaves.length * elementSize,
    volatile: false,
    ordering: null,
    scope: 'system',
    align: elementSize,
    rmw: null,
  });
  if (isLoad) {
    const values = load(lowering, leaves, pointer, site);
    return effect.half ? values.map((value, i) => fromHalf(b, whole[i]!, value)) : values;
  }
  const values = operands[0]!;
  const stored = effect.half ? values.map((value, i) => toHalf(b, name, whole[i]!, value)) : values;
  store(lowering, leaves, pointer, stored, site);
  return null;
}

// ---- values ------------------------------------------------------------------------------------------------------------------

/** Cases that the table of effects calls `unknown` or `pure` but whose value matters to an execution. */
function specialCases(
  lowering: Lowering,
  name: string,
  instruction: Call,
  operands: readonly (readonly number[])[],
): readonly number[] | undefined {
  const b = lowering.builder;
  const space = /^llvm\.nvvm\.isspacep\.(\w+)/.exec(name)?.[1];
  if (space !== undefined) {
    const ranges: Record<string, [number, number]> = {
      global: [REGION_STRIDE, FUNCTION_BASE],
      const: [REGION_STRIDE, FUNCTION_BASE],
      shared: [SHARED_BASE, LOCAL_BASE],
      local: [LOCAL_BASE, 2 ** 53],
    };
    const [from, to] = ranges[space] ?? [0, 0];
    return [callHelper(b, 'in-range', operands[0]![0]!, b.double(from), b.double(to))];
  }
  if (name === 'llvm.nvvm.fns') return [callHelper(b, 'fns', ...operands.flat())];
  if (name === 'llvm.nvvm.prmt') return [callHelper(b, 'prmt', ...operands.flat())];
  if (name.startsWith('llvm.is.constant.')) return [b.word(0)];
  const mask = /^llvm\.nvvm\.read\.ptx\.sreg\.lanemask\.(eq|lt|le|gt|ge)$/.exec(name)?.[1];
  if (mask !== undefined) {
    const bit = b.compute(Op.shl32, 'Www', b.word(1), special32(lowering, SpecialRegister.lane));
    const below = b.compute(Op.sub32, 'Www', bit, b.word(1));
    const upTo = b.compute(Op.or32, 'Www', bit, below);
    const not = (value: number) => b.compute(Op.xor32, 'Www', value, b.word(-1));
    return [{ eq: bit, lt: below, le: upTo, gt: not(upTo), ge: not(below) }[mask]!];
  }
  const subGroup = /^_Z\d+get_(sub_group_id|num_sub_groups|enqueued_num_sub_groups)v$/.exec(name)?.[1];
  if (subGroup === 'sub_group_id') return [special32(lowering, SpecialRegister.warp)];
  if (subGroup !== undefined) {
    let size = special32(lowering, SpecialRegister.blockDimX);
    size = b.compute(Op.mul32, 'Www', size, special32(lowering, SpecialRegister.blockDimY));
    size = b.compute(Op.mul32, 'Www', size, special32(lowering, SpecialRegister.blockDimZ));
    const { warpSize } = lowering.context.program;
    return [b.compute(Op.udiv32, 'Www', b.compute(Op.add32, 'Www', size, b.word(warpSize - 1)), b.word(warpSize))];
  }
  if (name === 'llvm.nvvm.read.ptx.sreg.warpid') return [special32(lowering, SpecialRegister.warp)];
  if (name === 'llvm.nvvm.read.ptx.sreg.dynamic_smem_size') return [special32(lowering, SpecialRegister.dynamicShared)];
  const library = libraryFunction(lowering, name, instruction, operands);
  if (library !== null) return [library];
  if (name.startsWith('llvm.expect.') || name.startsWith('llvm.annotation')) return operands[0]!;
  if (name.startsWith('_Z8abs_diff')) return absoluteDifference(lowering, name, instruction, operands);
  if (name.startsWith('_Z6sincos')) return sineAndCosine(lowering, instruction, operands);
  return (
    openclConversion(lowering, name, instruction, operands) ?? lowerOpenclBuiltin(lowering, name, instruction, operands)
  );
}

/** Functions of floats under C's or LLVM's name that do not give one of their kind, or know their format. */
function libraryFunction(
  lowering: Lowering,
  name: string,
  instruction: Call,
  operands: readonly (readonly number[])[],
): number | null {
  const b = lowering.builder;
  const [argument] = instruction.arguments;
  if (argument === undefined || argument.kind === 'metadata') return null;
  const leaf = leavesOf(argument.type)[0];
  const to = leavesOf(instruction.type)[0];
  const format = leaf?.representation;
  if (leaf === undefined || to === undefined) return null;
  const x = operands[0]![0]!;
  if (/^nanf?$/.test(name)) return to.representation === 'double' ? b.double(Number.NaN) : b.float(Number.NaN);
  if (format !== 'float' && format !== 'double') return null;
  const round = /^(?:llvm\.)?ll?(rint|round)(?:f|\.i\d+\.f\d+)?$/.exec(name)?.[1];
  if (round !== undefined) return cast(b, 'fptosi', leaf, to, callHelper(b, `${round}:${format}`, x));
  if (/^nextafterf?$/.test(name)) return callHelper(b, `nextafter:${format}`, x, operands[1]![0]!);
  if (/^ilogbf?$/.test(name)) return lowerIlogb(b, leaf, x);
  const norm = /^(r?)norm3df?$/.exec(name);
  if (norm !== null) {
    const [dx, dy, dz] = operands.map(([value]) => convertFloat(b, leaf, DOUBLE, value!));
    const length = callHelper(b, 'hypot:double', callHelper(b, 'hypot:double', dx!, dy!), dz!);
    const value = norm[1] === 'r' ? binary(b, 'fdiv', DOUBLE, b.double(1), length) : length;
    return convertFloat(b, DOUBLE, leaf, value);
  }
  if (name.startsWith('llvm.is.fpclass.')) {
    const mask = instruction.arguments[1];
    return mask?.kind === 'int' ? lowerFloatClass(b, leaf, x, Number(mask.value)) : null;
  }
  return null;
}

/** OpenCL's `abs_diff(x, y)`: the difference without overflow, as an unsigned number. */
function absoluteDifference(
  lowering: Lowering,
  name: string,
  instruction: Call,
  operands: readonly (readonly number[])[],
): readonly number[] {
  const b = lowering.builder;
  const signed = /^_Z8abs_diff(?:Dv\d+_)?[csil]/.test(name);
  return leavesOf(instruction.arguments[0]!.type).map((leaf, i) => {
    const [x, y] = [operands[0]![i]!, operands[1]![i]!];
    const less = compare(b, signed ? 'slt' : 'ult', leaf, x, y);
    const difference = select(b, leaf, less, binary(b, 'sub', leaf, y, x), binary(b, 'sub', leaf, x, y));
    return leaf.bits < 32 ? masked(b, leaf.bits, difference) : difference;
  });
}

/** OpenCL's `sincos(x, pointer)`: the sine; the cosine goes to memory. */
function sineAndCosine(
  lowering: Lowering,
  instruction: Call,
  operands: readonly (readonly number[])[],
): readonly number[] | undefined {
  const b = lowering.builder;
  const leaves = leavesOf(instruction.type);
  const representation = leaves[0]?.representation;
  if (representation !== 'float' && representation !== 'double' && representation !== 'half') return undefined;
  const of = (which: string) =>
    leaves.map((leaf, i) => {
      const wide = representation === 'half' ? FLOAT : leaf;
      const x = convertFloat(b, leaf, wide, operands[0]![i]!);
      return convertFloat(b, wide, leaf, callHelper(b, `${which}:${wide.representation}`, x));
    });
  const size = sizeOf(instruction.type);
  const site = lowering.site({
    kind: 'write',
    size,
    volatile: false,
    ordering: null,
    scope: 'system',
    align: size,
    rmw: null,
  });
  store(lowering, leaves, operands[1]![0]!, of('cos'), site);
  return of('sin');
}

const MATH_SYNONYMS: Record<string, string> = {
  maxnum: 'fmax',
  maximumnum: 'fmax',
  max: 'fmax',
  minnum: 'fmin',
  minimumnum: 'fmin',
  min: 'fmin',
};

/** Functions of mathematics on floats, elementwise. LLVM's `llvm.sqrt.f32`, C's `sqrtf`, OpenCL's `_Z4sqrtf`. */
function mathematics(
  lowering: Lowering,
  name: string,
  instruction: Call,
  operands: readonly (readonly number[])[],
): readonly number[] | null {
  const b = lowering.builder;
  let leaves: readonly Leaf[];
  try {
    leaves = leavesOf(instruction.type);
  } catch {
    return null;
  }
  const representation = leaves[0]?.representation;
  if (representation === 'half' || representation === 'bfloat') {
    return narrowMathematics(lowering, name, instruction, operands);
  }
  if (representation !== 'float' && representation !== 'double') return null;
  const plain = withoutMangling(name);
  if (plain === null) return null;
  const base = MATH_SYNONYMS[plain] ?? plain;
  const power = { powi: 'powi', pown: 'powi', ldexp: 'ldexp', scalbn: 'ldexp', rootn: 'rootn' }[base];
  if (power !== undefined) {
    const which = helper(`${power}:${representation}`);
    return leaves.map((_, i) => b.computeByHelper(which, [operands[0]![i]!, operands[1]![i] ?? operands[1]![0]!]));
  }
  if (base === 'fmuladd' || base === 'mad') {
    // LLVM and OpenCL leave open whether this rounds once or twice. Twice is what the source says.
    const [x, y, z] = operands;
    if (x === undefined || y === undefined || z === undefined) return null;
    return leaves.map((leaf, i) => binary(b, 'fadd', leaf, binary(b, 'fmul', leaf, x[i]!, y[i]!), z[i]!));
  }
  const arity = mathArity(base);
  if (arity === undefined || operands.length < arity) return null;
  const which = helper(`${base}:${representation}`);
  return leaves.map((_, i) =>
    b.computeByHelper(
      which,
      operands.slice(0, arity).map((lanes) => lanes[i] ?? lanes[0]!),
    ),
  );
}

/** The same on halves: in float, and rounded. What has its own meaning for each format is not among them. */
function narrowMathematics(
  lowering: Lowering,
  name: string,
  instruction: Call,
  operands: readonly (readonly number[])[],
): readonly number[] | null {
  const b = lowering.builder;
  const plain = withoutMangling(name);
  const base = plain === null ? null : (MATH_SYNONYMS[plain] ?? plain);
  const leaves = leavesOf(instruction.type);
  const wide = (i: number, lane: number) => {
    const type = leavesOf(instruction.arguments[i]!.type);
    const leaf = type[lane] ?? type[0]!;
    const value = operands[i]![lane] ?? operands[i]![0]!;
    return leaf.bits === 0 ? convertFloat(b, leaf, FLOAT, value) : value;
  };
  if (base === 'fma') {
    // A product of halves and the sum are exact in double, or too far apart to matter.
    const double = (i: number, lane: number) => convertFloat(b, FLOAT, DOUBLE, wide(i, lane));
    return leaves.map((leaf, i) =>
      convertFloat(b, DOUBLE, leaf, callHelper(b, 'fma:double', double(0, i), double(1, i), double(2, i))),
    );
  }
  if (base === 'fmuladd' || base === 'mad') {
    return leaves.map((leaf, i) => {
      const [x, y, z] = [0, 1, 2].map((at) => operands[at]![i] ?? operands[at]![0]!) as [number, number, number];
      return binary(b, 'fadd', leaf, binary(b, 'fmul', leaf, x, y), z);
    });
  }
  const power = { powi: 'powi', pown: 'powi', ldexp: 'ldexp', scalbn: 'ldexp', rootn: 'rootn' }[base ?? ''];
  const arity = power === undefined ? mathArity(base ?? '') : 2;
  if (arity === undefined || operands.length < arity) return null;
  const which = helper(`${power ?? base}:float`);
  return leaves.map((leaf, lane) => {
    const args = Array.from({ length: arity }, (_, i) => wide(i, lane));
    return convertFloat(b, FLOAT, leaf, b.computeByHelper(which, args));
  });
}

function valueOperation(
  lowering: Lowering,
  operation: ValueOperation,
  instruction: Call,
  operands: readonly (readonly number[])[],
): readonly number[] {
  if (operation === 'identity') return operands[0]!;
  const b = lowering.builder;
  if (operation.endsWith('overflow')) {
    const leaf = leavesOf(instruction.arguments[0]!.type)[0]!;
    if (leaf.bits !== 32 && leaf.bits !== 64) throw new Unsupported(`${operation} of ${leaf.bits} bits`);
    const results = b.registers(2);
    b.emit(Op.helper, 'nnWWww', helper(`${operation}${leaf.bits}`), 4, ...results, operands[0]![0]!, operands[1]![0]!);
    return results;
  }
  const to = leavesOf(instruction.type);
  const from = leavesOf(instruction.arguments[0]!.type);
  return to.map((leaf, i) =>
    scalarOperation(
      lowering,
      operation,
      from[i] ?? leaf,
      leaf,
      operands.map((lanes) => lanes[i] ?? lanes[0]!),
      instruction.arguments,
    ),
  );
}

function scalarOperation(
  lowering: Lowering,
  operation: ValueOperation,
  leaf: Leaf,
  to: Leaf,
  operands: readonly number[],
  args: readonly Operand[],
): number {
  const b = lowering.builder;
  const [x, y, z] = operands as [number, number, number];
  const pick = (predicate: 'slt' | 'ult' | 'sgt' | 'ugt', p: number, q: number) =>
    select(b, leaf, compare(b, predicate, leaf, p, q), p, q);
  const zero = b.constant(0, 0);
  switch (operation) {
    case 'smin':
      return pick('slt', x, y);
    case 'smax':
      return pick('sgt', x, y);
    case 'umin':
      return pick('ult', x, y);
    case 'umax':
      return pick('ugt', x, y);
    case 'sclamp':
      return pick('slt', pick('sgt', x, y), z);
    case 'uclamp':
      return pick('ult', pick('ugt', x, y), z);
    case 'abs':
      // OpenCL's abs of an unsigned type would be the value itself; its sign bit decides wrongly only above half range.
      return select(b, leaf, compare(b, 'slt', leaf, x, zero), binary(b, 'sub', leaf, zero, x), x);
    case 'mul':
      return binary(b, 'mul', leaf, x, y);
    case 'mad':
      return binary(b, 'add', leaf, binary(b, 'mul', leaf, x, y), z);
    case 'ctpop':
      return widen(lowering, callHelper(b, leaf.bits > 32 ? 'popcount64' : 'popcount32', x), to);
    case 'ctlz': {
      const wide = leaf.bits > 32;
      const count = callHelper(b, wide ? 'clz64' : 'clz32', x);
      const extra = (wide ? 64 : 32) - leaf.bits;
      return widen(lowering, extra === 0 ? count : b.compute(Op.sub32, 'Www', count, b.word(extra)), to);
    }
    case 'cttz': {
      const wide = leaf.bits > 32;
      const count = callHelper(b, wide ? 'ctz64' : 'ctz32', x);
      const width: Leaf = { representation: 'word', bits: 32, offset: 0, size: 4 };
      const limit = b.word(leaf.bits);
      return widen(lowering, select(b, width, compare(b, 'ult', width, count, limit), count, limit), to);
    }
    case 'bitreverse':
    case 'bswap': {
      const wide = leaf.bits > 32;
      const reversed = callHelper(b, `${operation}${wide ? 64 : 32}`, x);
      const extra = (wide ? 64 : 32) - leaf.bits;
      if (extra === 0) return reversed;
      return wide
        ? b.compute(Op.lshr64, 'Www', reversed, b.pair(BigInt(extra)))
        : b.compute(Op.lshr32, 'Www', reversed, b.word(extra));
    }
    case 'fshl':
    case 'fshr':
    case 'rotate':
      return funnel(lowering, operation, leaf, x, operation === 'rotate' ? x : y, operation === 'rotate' ? y : z);
    case 'scmp':
    case 'ucmp': {
      const less = compare(b, operation === 'scmp' ? 'slt' : 'ult', leaf, x, y);
      const more = compare(b, operation === 'scmp' ? 'sgt' : 'ugt', leaf, x, y);
      return masked(b, to.bits, b.compute(Op.sub32, 'Www', more, less));
    }
    case 'smulhi':
    case 'umulhi':
    case 'saddsat':
    case 'uaddsat':
    case 'ssubsat':
    case 'usubsat': {
      const name = `${operation}${leaf.bits}`;
      if (!hasHelper(name)) return narrowOperation(lowering, operation, leaf, x, y);
      return callHelper(b, name, x, y);
    }
    default:
      throw new Unsupported(`${operation} of ${args.length} operands`);
  }
}

/** `mulhi` and saturating arithmetic of 8 and 16 bits, done in 32. */
function narrowOperation(lowering: Lowering, operation: ValueOperation, leaf: Leaf, x: number, y: number): number {
  const b = lowering.builder;
  if (leaf.bits >= 32) throw new Unsupported(`${operation} of ${leaf.bits} bits`);
  const signed = operation.startsWith('s');
  const word: Leaf = { representation: 'word', bits: 32, offset: 0, size: 4 };
  const p = signed ? signExtended(b, leaf.bits, x) : x;
  const q = signed ? signExtended(b, leaf.bits, y) : y;
  if (operation.endsWith('mulhi')) {
    const product = binary(b, 'mul', word, p, q);
    return masked(b, leaf.bits, binary(b, 'ashr', word, product, b.word(leaf.bits)));
  }
  const sum = binary(b, operation.includes('add') ? 'add' : 'sub', word, p, q);
  const low = b.word(signed ? -(2 ** (leaf.bits - 1)) : 0);
  const high = b.word(signed ? 2 ** (leaf.bits - 1) - 1 : 2 ** leaf.bits - 1);
  const atLeast = select(b, word, compare(b, 'slt', word, sum, low), low, sum);
  return masked(b, leaf.bits, select(b, word, compare(b, 'sgt', word, atLeast, high), high, atLeast));
}

function widen(lowering: Lowering, word: number, to: Leaf): number {
  return to.representation === 'pair' ? lowering.builder.compute(Op.zext32to64, 'Ww', word) : word;
}

/** The high (`fshl`) or low (`fshr`) part of `x:y` shifted by the amount modulo the width. */
function funnel(
  lowering: Lowering,
  operation: 'fshl' | 'fshr' | 'rotate',
  leaf: Leaf,
  x: number,
  y: number,
  amount: number,
): number {
  const b = lowering.builder;
  const constant = (value: number) => (leaf.representation === 'pair' ? b.pair(BigInt(value)) : b.word(value));
  const shift = binary(b, 'urem', leaf, amount, constant(leaf.bits));
  const rest = binary(b, 'sub', leaf, constant(leaf.bits), shift);
  // A shift by the whole width gives 0 on this machine, which is what the other half needs.
  const [left, right] = operation === 'fshr' ? [rest, shift] : [shift, rest];
  return binary(b, 'or', leaf, binary(b, 'shl', leaf, x, left), binary(b, 'lshr', leaf, y, right));
}
