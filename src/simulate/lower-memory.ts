/** Lowering of loads, stores, address arithmetic, allocas and atomics. */
import { scopeNamed } from '../intrinsics/scopes.ts';
import type { Instruction, Operand, Type } from '../ir/program.ts';
import { alignOf, fieldOffset, type Leaf, leavesOf, sizeOf, strideOf, Unsupported } from './leaves.ts';
import { masked, signExtended } from './lower-arithmetic.ts';
import type { Lowering } from './lowering.ts';
import type { Site } from './micro.ts';
import { Op } from './opcodes.ts';

type Of<K extends Instruction['op']> = Extract<Instruction, { op: K }>;

/** How `loadmany` and `storemany` treat each leaf. */
export const LEAF_CODES = { byte: 0, short: 1, word: 2, pair: 3, pointer: 4 } as const;

export function leafCode(leaf: Leaf): number {
  if (leaf.representation === 'pointer') return LEAF_CODES.pointer;
  switch (leaf.size) {
    case 1:
      return LEAF_CODES.byte;
    case 2:
      return LEAF_CODES.short;
    case 4:
      return LEAF_CODES.word;
    case 8:
      return LEAF_CODES.pair;
    default:
      throw new Unsupported(`a memory access of ${leaf.size} bytes`);
  }
}

const LOADS = [Op.load8, Op.load16, Op.load32, Op.load64, Op.loadptr] as const;
const STORES = [Op.store8, Op.store16, Op.store32, Op.store64, Op.storeptr] as const;

/** The bytes from the first leaf's start to the last one's end. */
function extent(leaves: readonly Leaf[]): number {
  const last = leaves.at(-1);
  return last === undefined ? 0 : last.offset + last.size;
}

export function lowerLoad(lowering: Lowering, instruction: Of<'load'>): number[] {
  const variable = lowering.variableAt(instruction.pointer);
  const leaves = leavesOf(instruction.type);
  const b = lowering.builder;
  if (variable !== null) {
    return leaves.map((leaf, i) => {
      const result = b.register();
      b.move(leaf.representation, result, variable[i]!);
      return result;
    });
  }
  const site = lowering.site({
    kind: 'read',
    size: extent(leaves),
    volatile: instruction.volatile,
    ordering: instruction.ordering,
    scope: scopeNamed(instruction.syncScope),
    align: instruction.align || alignOf(instruction.type),
    rmw: null,
  });
  return load(lowering, leaves, lowering.value(instruction.pointer)[0]!, site);
}

export function load(lowering: Lowering, leaves: readonly Leaf[], pointer: number, site: number): number[] {
  const b = lowering.builder;
  if (leaves.length === 0) return [];
  const results = b.registers(leaves.length);
  if (leaves.length === 1) {
    const code = leafCode(leaves[0]!);
    b.emit(LOADS[code]!, code === LEAF_CODES.pointer ? 'Ffn' : 'Wfn', results[0]!, pointer, site);
  } else {
    b.emit(
      Op.loadmany,
      `nfn${'nnW'.repeat(leaves.length)}`,
      leaves.length,
      pointer,
      site,
      ...leaves.flatMap((leaf, i) => [leafCode(leaf), leaf.offset, results[i]!]),
    );
  }
  // Booleans and other odd widths: what lies above them in memory is not part of the value.
  return leaves.map((leaf, i) =>
    leaf.bits !== 0 && leaf.bits !== leaf.size * 8 ? masked(b, leaf.bits, results[i]!) : results[i]!,
  );
}

export function lowerStore(lowering: Lowering, instruction: Of<'store'>): void {
  const variable = lowering.variableAt(instruction.pointer);
  const values = lowering.value(instruction.value);
  const leaves = leavesOf(instruction.value.type);
  const b = lowering.builder;
  if (variable !== null) {
    if (instruction.value.kind === 'undef') return;
    leaves.forEach((leaf, i) => {
      b.move(leaf.representation, variable[i]!, values[i]!);
    });
    return;
  }
  const site = lowering.site({
    kind: 'write',
    size: extent(leaves),
    volatile: instruction.volatile,
    ordering: instruction.ordering,
    scope: scopeNamed(instruction.syncScope),
    align: instruction.align || alignOf(instruction.value.type),
    rmw: null,
  });
  store(lowering, leaves, lowering.value(instruction.pointer)[0]!, values, site);
}

export function store(
  lowering: Lowering,
  leaves: readonly Leaf[],
  pointer: number,
  values: readonly number[],
  site: number,
): void {
  const b = lowering.builder;
  if (leaves.length === 0) return;
  if (leaves.length === 1) {
    const code = leafCode(leaves[0]!);
    b.emit(STORES[code]!, code === LEAF_CODES.pointer ? 'ffn' : 'fwn', pointer, values[0]!, site);
    return;
  }
  b.emit(
    Op.storemany,
    `nfn${'nnw'.repeat(leaves.length)}`,
    leaves.length,
    pointer,
    site,
    ...leaves.flatMap((leaf, i) => [leafCode(leaf), leaf.offset, values[i]!]),
  );
}

export function lowerAddress(lowering: Lowering, instruction: Of<'getelementptr'>): number[] {
  if (leavesOf(instruction.pointer.type).length !== 1) throw new Unsupported('a vector of addresses');
  const b = lowering.builder;
  let pointer = lowering.value(instruction.pointer)[0]!;
  let offset = 0;
  let type: Type = instruction.source;
  for (const [i, index] of instruction.indices.entries()) {
    if (i > 0 && type.kind === 'struct') {
      if (index.kind !== 'int') throw new Unsupported('a field number that is not constant');
      const field = Number(index.value);
      offset += fieldOffset(type, field);
      type = type.fields[field]!;
      continue;
    }
    if (i > 0) {
      if (type.kind !== 'array' && type.kind !== 'vector') throw new Unsupported('an index into a scalar');
      type = type.element;
    }
    const stride = strideOf(type);
    if (index.kind === 'int' && index.type.kind === 'int') {
      offset += Number(BigInt.asIntN(index.type.bits, index.value)) * stride;
    } else pointer = addIndex(lowering, pointer, index, stride);
  }
  if (offset === 0) return [pointer];
  if (Math.abs(offset) < 2 ** 31) return [b.compute(Op.gepimm, 'Ffn', pointer, offset)];
  return [b.compute(Op.gep64, 'Ffwn', pointer, b.pair(BigInt(offset)), 1)];
}

function addIndex(lowering: Lowering, pointer: number, index: Operand, stride: number): number {
  const b = lowering.builder;
  if (stride === 0) return pointer;
  if (stride >= 2 ** 31) throw new Unsupported('an array element of 2 GiB');
  const extended = lowering.wordIndex(index);
  if (extended !== null) {
    return b.compute(extended.signed ? Op.gep32 : Op.gepu32, 'Ffwn', pointer, extended.register, stride);
  }
  const leaf = leavesOf(index.type)[0]!;
  const value = signExtended(b, leaf.bits, lowering.value(index)[0]!);
  return b.compute(leaf.representation === 'word' ? Op.gep32 : Op.gep64, 'Ffwn', pointer, value, stride);
}

export function lowerAlloca(lowering: Lowering, instruction: Of<'alloca'>): number[] {
  const b = lowering.builder;
  const size = Math.max(1, sizeOf(instruction.allocated));
  const align = Math.max(instruction.align, alignOf(instruction.allocated), 1);
  const count = instruction.count;
  if (count.kind === 'int') {
    const offset = lowering.localSpace(size * Number(count.value), align);
    return [b.compute(Op.lea, 'Fn', offset)];
  }
  const leaf = leavesOf(count.type)[0]!;
  const words = lowering.value(count)[0]!;
  const result = b.register();
  b.emit(Op.alloca, 'Fwnn', result, words, size, Math.min(align, 64));
  if (leaf.bits < 32) throw new Unsupported('an array length of this type');
  return [result];
}

export const ATOMIC_OPERATORS = [
  'xchg',
  'add',
  'sub',
  'and',
  'nand',
  'or',
  'xor',
  'max',
  'min',
  'umax',
  'umin',
  'fadd',
  'fsub',
  'fmax',
  'fmin',
  'uinc_wrap',
  'udec_wrap',
  'usub_cond',
  'usub_sat',
  'fmaximum',
  'fminimum',
  'xchg:bfloat',
  'fadd:bfloat',
  'fsub:bfloat',
  'fmax:bfloat',
  'fmin:bfloat',
  'fmaximum:bfloat',
  'fminimum:bfloat',
] as const;

export function atomicSite(
  instruction: Of<'atomicrmw'> | Of<'cmpxchg'>,
  size: number,
  align: number,
): Omit<Site, 'place'> {
  const ordering = instruction.op === 'atomicrmw' ? instruction.ordering : instruction.successOrdering;
  const rmw = instruction.op === 'atomicrmw' ? instruction.operator : 'cas';
  return {
    kind: 'atomic',
    size,
    volatile: instruction.volatile,
    ordering,
    scope: scopeNamed(instruction.syncScope),
    align,
    rmw,
  };
}

export function lowerAtomic(lowering: Lowering, instruction: Of<'atomicrmw'>): number[] {
  const leaf = scalar(instruction.value.type);
  const site = lowering.site(atomicSite(instruction, leaf.size, leaf.size));
  return [
    atomic(
      lowering,
      leaf,
      instruction.operator,
      lowering.value(instruction.pointer)[0]!,
      lowering.value(instruction.value)[0]!,
      site,
    ),
  ];
}

export function atomic(
  lowering: Lowering,
  leaf: Leaf,
  operator: (typeof ATOMIC_OPERATORS)[number],
  pointer: number,
  value: number,
  site: number,
): number {
  const b = lowering.builder;
  if (operator.startsWith('f') && (leaf.bits !== 0 || leaf.representation === 'pointer'))
    throw new Unsupported(`an atomic ${operator} of this type`);
  const bits = leaf.representation === 'pointer' ? b.compute(Op.ptrtoint, 'Wf', value) : value;
  const old = b.register();
  // Of 16 bits there are two formats.
  const name = leaf.representation === 'bfloat' ? (`${operator}:bfloat` as const) : operator;
  const code = ATOMIC_OPERATORS.indexOf(name as (typeof ATOMIC_OPERATORS)[number]);
  b.emit(Op.atomicrmw, 'Wfwnnn', old, pointer, bits, site, code, leaf.size);
  return leaf.representation === 'pointer' ? b.compute(Op.inttoptr, 'Fw', old) : old;
}

export function lowerCompareExchange(lowering: Lowering, instruction: Of<'cmpxchg'>): number[] {
  const leaf = scalar(instruction.expected.type);
  const site = lowering.site(atomicSite(instruction, leaf.size, leaf.size));
  return compareExchange(
    lowering,
    leaf,
    lowering.value(instruction.pointer)[0]!,
    lowering.value(instruction.expected)[0]!,
    lowering.value(instruction.replacement)[0]!,
    site,
  );
}

/** Returns the old value and whether it was replaced. */
export function compareExchange(
  lowering: Lowering,
  leaf: Leaf,
  pointer: number,
  expected: number,
  replacement: number,
  site: number,
): number[] {
  const b = lowering.builder;
  const isPointer = leaf.representation === 'pointer';
  const bits = (value: number) => (isPointer ? b.compute(Op.ptrtoint, 'Wf', value) : value);
  const x = bits(expected);
  const y = bits(replacement);
  const old = b.register();
  const success = b.register();
  b.emit(Op.cmpxchg, 'WWfwwnn', old, success, pointer, x, y, site, leaf.size);
  return [isPointer ? b.compute(Op.inttoptr, 'Fw', old) : old, success];
}

function scalar(type: Type): Leaf {
  const leaves = leavesOf(type);
  const leaf = leaves[0];
  if (leaves.length !== 1 || leaf === undefined || ![1, 2, 4, 8].includes(leaf.size))
    throw new Unsupported('an atomic operation on this type');
  return leaf;
}

export function lowerFence(lowering: Lowering, instruction: Of<'fence'>): void {
  fence(lowering, scopeNamed(instruction.syncScope), instruction.ordering);
}

export function fence(lowering: Lowering, scope: Site['scope'], ordering: Site['ordering']): void {
  const site = lowering.site({ kind: 'fence', size: 0, volatile: false, ordering, scope, align: 1, rmw: null });
  lowering.builder.emit(Op.fence, 'n', site);
}

/** `memcpy` and `memmove`; `length` is a pair. The read and the write are sites of their own. */
export function copy(lowering: Lowering, to: number, from: number, length: number, volatile: boolean): void {
  const site = (kind: 'read' | 'write') =>
    lowering.site({ kind, size: 0, volatile, ordering: null, scope: 'system', align: 1, rmw: null });
  lowering.builder.emit(Op.memcpy, 'ffwnn', to, from, length, site('read'), site('write'));
}

export function set(lowering: Lowering, to: number, value: number, length: number, volatile: boolean): void {
  const site = lowering.site({
    kind: 'write',
    size: 0,
    volatile,
    ordering: null,
    scope: 'system',
    align: 1,
    rmw: null,
  });
  lowering.builder.emit(Op.memset, 'fwwn', to, value, length, site);
}
