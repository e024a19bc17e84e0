/** Lowering of loads, stores, address arithmetic, allocas and atomics. */
import { scopeNamed } from '../../intrinsics/index.ts';
import type { Instruction, Operand, Type } from '../../ir/program.ts';
import { NUMBERED_OPERATORS } from '../atomics.ts';
import { Op } from '../bytecode/opcodes.ts';
import { scalarCode } from '../scalar-codes.ts';
import { alignOf, fieldOffset, heldScalars, type Scalar, sizeOf, strideOf, Unsupported } from '../scalars.ts';
import { type AccessSite, bulkAccess, fenceSite } from './access-sites.ts';
import { masked, signExtended } from './lower-arithmetic.ts';
import type { LoweringContext } from './lowering-context.ts';

type InstructionOf<K extends Instruction['op']> = Extract<Instruction, { op: K }>;

/** By `SCALAR_CODES`. */
const LOADS = [Op.load8, Op.load16, Op.load32, Op.load64, Op.loadptr] as const;
const STORES = [Op.store8, Op.store16, Op.store32, Op.store64, Op.storeptr] as const;

/** The bytes from the first scalar's start to the last one's end. */
function extent(scalars: readonly Scalar[]): number {
  const last = scalars.at(-1);
  return last === undefined ? 0 : last.offset + last.size;
}

/** The site of a load or store of `type`, held as `scalars`. */
function accessSite(
  kind: 'read' | 'write',
  { volatile, ordering, syncScope, align }: InstructionOf<'load'> | InstructionOf<'store'>,
  type: Type,
  scalars: readonly Scalar[],
): AccessSite {
  const scope = scopeNamed(syncScope);
  return {
    kind,
    size: extent(scalars),
    volatile,
    ordering,
    scope,
    align: align || alignOf(type),
    orders: 'all',
    rmw: null,
  };
}

export function lowerLoad(lowering: LoweringContext, instruction: InstructionOf<'load'>): number[] {
  const variable = lowering.variableAt(instruction.pointer);
  const scalars = heldScalars(instruction.type);
  const b = lowering.builder;
  if (variable !== null) {
    return scalars.map(({ representation }, i) => {
      const result = b.register();
      b.move(representation, result, variable[i]!);
      return result;
    });
  }
  const site = lowering.site(accessSite('read', instruction, instruction.type, scalars));
  return load(lowering, scalars, lowering.value(instruction.pointer)[0]!, site);
}

export function load(lowering: LoweringContext, scalars: readonly Scalar[], pointer: number, site: number): number[] {
  const b = lowering.builder;
  if (scalars.length === 0) return [];
  const results = b.registers(scalars.length);
  if (scalars.length === 1) b.emit(LOADS[scalarCode(scalars[0]!)], results[0]!, pointer, site);
  else {
    const parts = scalars.flatMap((scalar, i) => [scalarCode(scalar), scalar.offset, results[i]!]);
    b.emit(Op.loadmany, pointer, site, scalars.length, ...parts);
  }
  // Booleans and other odd widths: what lies above them in memory is not part of the value.
  return scalars.map(({ bits, size }, i) =>
    bits !== 0 && bits !== size * 8 ? masked(b, bits, results[i]!) : results[i]!,
  );
}

export function lowerStore(lowering: LoweringContext, instruction: InstructionOf<'store'>): void {
  const variable = lowering.variableAt(instruction.pointer);
  const values = lowering.value(instruction.value);
  const scalars = heldScalars(instruction.value.type);
  if (variable !== null) {
    if (instruction.value.kind === 'undef') return;
    scalars.forEach(({ representation }, i) => {
      lowering.builder.move(representation, variable[i]!, values[i]!);
    });
    return;
  }
  const site = lowering.site(accessSite('write', instruction, instruction.value.type, scalars));
  store(lowering, scalars, lowering.value(instruction.pointer)[0]!, values, site);
}

export function store(
  lowering: LoweringContext,
  scalars: readonly Scalar[],
  pointer: number,
  values: readonly number[],
  site: number,
): void {
  const b = lowering.builder;
  if (scalars.length === 0) return;
  if (scalars.length === 1) {
    b.emit(STORES[scalarCode(scalars[0]!)], pointer, values[0]!, site);
    return;
  }
  const parts = scalars.flatMap((scalar, i) => [scalarCode(scalar), scalar.offset, values[i]!]);
  b.emit(Op.storemany, pointer, site, scalars.length, ...parts);
}

// ---- addresses -----------------------------------------------------------------------------------------------------------

export function lowerAddress(lowering: LoweringContext, instruction: InstructionOf<'getelementptr'>): number[] {
  if (heldScalars(instruction.pointer.type).length !== 1) throw new Unsupported('a vector of addresses');
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
  if (Math.abs(offset) < 2 ** 31) return [b.compute(Op.gepimm, pointer, offset)];
  return [b.compute(Op.gep64, pointer, b.pair(BigInt(offset)), 1)];
}

function addIndex(lowering: LoweringContext, pointer: number, index: Operand, stride: number): number {
  const b = lowering.builder;
  if (stride === 0) return pointer;
  if (stride >= 2 ** 31) throw new Unsupported('an array element of 2 GiB');
  const extended = lowering.wordIndex(index);
  if (extended !== null) {
    return b.compute(extended.signed ? Op.gep32 : Op.gepu32, pointer, extended.register, stride);
  }
  const scalar = heldScalars(index.type)[0]!;
  const value = signExtended(b, scalar.bits, lowering.value(index)[0]!);
  return b.compute(scalar.representation === 'word' ? Op.gep32 : Op.gep64, pointer, value, stride);
}

export function lowerAlloca(lowering: LoweringContext, instruction: InstructionOf<'alloca'>): number[] {
  const b = lowering.builder;
  const size = Math.max(1, sizeOf(instruction.allocated));
  const align = Math.max(instruction.align, alignOf(instruction.allocated), 1);
  const count = instruction.count;
  if (count.kind === 'int') {
    const bytes = size * Number(count.value);
    const offset = lowering.localSpace(bytes, Math.max(align, vectorAlignment(bytes)));
    return [b.compute(Op.lea, offset)];
  }
  const scalar = heldScalars(count.type)[0]!;
  const words = lowering.value(count)[0]!;
  const result = b.register();
  b.emit(Op.alloca, result, words, size, Math.min(align, 64));
  if (scalar.bits < 32) throw new Unsupported('an array length of this type');
  return [result];
}

// ---- atomics -------------------------------------------------------------------------------------------------------------

/** The scalar that an atomic operation works on. */
function atomicScalar(type: Type): Scalar {
  const [scalar, ...others] = heldScalars(type);
  if (scalar === undefined || others.length > 0 || ![1, 2, 4, 8].includes(scalar.size)) {
    throw new Unsupported('an atomic operation on this type');
  }
  return scalar;
}

export function lowerAtomic(lowering: LoweringContext, instruction: InstructionOf<'atomicrmw'>): number[] {
  const { operator, ordering, syncScope, volatile } = instruction;
  const scalar = atomicScalar(instruction.value.type);
  const { size } = scalar;
  const scope = scopeNamed(syncScope);
  const site = lowering.site({
    kind: 'atomic',
    size,
    volatile,
    ordering,
    scope,
    align: size,
    orders: 'all',
    rmw: operator,
  });
  const pointer = lowering.value(instruction.pointer)[0]!;
  return [atomic(lowering, scalar, operator, { pointer, value: lowering.value(instruction.value)[0]!, site })];
}

export function atomic(
  lowering: LoweringContext,
  scalar: Scalar,
  operator: InstructionOf<'atomicrmw'>['operator'],
  { pointer, value, site }: { readonly pointer: number; readonly value: number; readonly site: number },
): number {
  const b = lowering.builder;
  const isPointer = scalar.representation === 'pointer';
  if (operator.startsWith('f') && (scalar.bits !== 0 || isPointer)) {
    throw new Unsupported(`an atomic ${operator} of this type`);
  }
  const bits = isPointer ? b.compute(Op.ptrtoint, value) : value;
  const old = b.register();
  b.emit(Op.atomicrmw, old, pointer, bits, site, operatorCode(operator, scalar), scalar.size);
  return isPointer ? b.compute(Op.inttoptr, old) : old;
}

/** Of 16 bits there are two formats. */
function operatorCode(operator: InstructionOf<'atomicrmw'>['operator'], { representation }: Scalar): number {
  const code = NUMBERED_OPERATORS.findIndex((name) =>
    representation === 'bfloat' ? name === `${operator}:bfloat` : name === operator,
  );
  if (code < 0) throw new Unsupported(`an atomic ${operator} of this type`);
  return code;
}

export function lowerCompareExchange(lowering: LoweringContext, instruction: InstructionOf<'cmpxchg'>): number[] {
  const { successOrdering: ordering, syncScope, volatile } = instruction;
  const scalar = atomicScalar(instruction.expected.type);
  const { size } = scalar;
  const scope = scopeNamed(syncScope);
  const site = lowering.site({
    kind: 'atomic',
    size,
    volatile,
    ordering,
    scope,
    align: size,
    orders: 'all',
    rmw: 'cas',
  });
  const pointer = lowering.value(instruction.pointer)[0]!;
  const expected = lowering.value(instruction.expected)[0]!;
  const replacement = lowering.value(instruction.replacement)[0]!;
  return compareExchange(lowering, scalar, { pointer, expected, replacement, site });
}

/** Returns the old value and whether it was replaced. */
export function compareExchange(
  lowering: LoweringContext,
  scalar: Scalar,
  exchange: {
    readonly pointer: number;
    readonly expected: number;
    readonly replacement: number;
    readonly site: number;
  },
): number[] {
  const b = lowering.builder;
  const isPointer = scalar.representation === 'pointer';
  const bits = (value: number) => (isPointer ? b.compute(Op.ptrtoint, value) : value);
  const expected = bits(exchange.expected);
  const replacement = bits(exchange.replacement);
  const old = b.register();
  const success = b.register();
  b.emit(Op.cmpxchg, old, success, exchange.pointer, expected, replacement, exchange.site, scalar.size);
  return [isPointer ? b.compute(Op.inttoptr, old) : old, success];
}

export function lowerFence(lowering: LoweringContext, { ordering, syncScope }: InstructionOf<'fence'>): void {
  lowering.builder.emit(Op.fence, lowering.site(fenceSite({ ordering, scope: scopeNamed(syncScope) })));
}

// ---- many bytes ------------------------------------------------------------------------------------------------------------

interface Bulk {
  readonly to: number;
  /** A pair: bytes. */
  readonly length: number;
  readonly volatile: boolean;
}

/**
 * `memcpy` and `memmove`. The read and the write are sites of their own.
 * @param aligned what the addresses of the write and of the read are multiples of; none: anything
 */
export function copy(
  lowering: LoweringContext,
  { to, from, length, volatile, aligned }: Bulk & { readonly from: number; readonly aligned: readonly number[] },
): void {
  const [ofWrite, ofRead] = aligned;
  const read = lowering.site(bulkAccess('read', volatile, ofRead));
  lowering.builder.emit(Op.memcpy, to, from, length, read, lowering.site(bulkAccess('write', volatile, ofWrite)));
}

export function set(
  lowering: LoweringContext,
  { to, value, length, volatile }: Bulk & { readonly value: number },
): void {
  lowering.builder.emit(Op.memset, to, value, length, lowering.site(bulkAccess('write', volatile)));
}

/**
 * The alignment that compilers give a variable of `bytes` bytes that is accessed as a vector: `float4` over a `float[4]` is what
 * people write, and a compiler that sees the array moves it.
 */
function vectorAlignment(bytes: number): number {
  return bytes >= 16 ? 16 : bytes >= 8 ? 8 : bytes >= 4 ? 4 : 1;
}
