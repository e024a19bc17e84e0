/** LoweringContext of instructions that only compute: integer and float arithmetic, comparisons, casts, selects. */
import type { BinaryOperator, FloatPredicate, Instruction, IntPredicate, Type } from '../../ir/program.ts';
import { FLOAT_PREDICATES } from '../arithmetic.ts';
import type { Builder } from '../bytecode/builder.ts';
import { Op, type Opcode } from '../bytecode/opcodes.ts';
import { heldScalars, type Scalar, Unsupported } from '../scalars.ts';
import type { LoweringContext } from './lowering-context.ts';

type Of<K extends Instruction['op']> = Extract<Instruction, { op: K }>;

export function lowerBinary(lowering: LoweringContext, instruction: Of<'binary'>): number[] {
  const left = lowering.value(instruction.left);
  const right = lowering.value(instruction.right);
  return heldScalars(instruction.type).map((scalar, i) =>
    binary(lowering.builder, instruction.operator, scalar, left[i]!, right[i]!),
  );
}

const WORD_OPERATIONS: Partial<Record<BinaryOperator, Opcode>> = {
  add: Op.add32,
  sub: Op.sub32,
  mul: Op.mul32,
  and: Op.and32,
  or: Op.or32,
  xor: Op.xor32,
  shl: Op.shl32,
  lshr: Op.lshr32,
  ashr: Op.ashr32,
  sdiv: Op.sdiv32,
  udiv: Op.udiv32,
  srem: Op.srem32,
  urem: Op.urem32,
};

const PAIR_OPERATIONS: Partial<Record<BinaryOperator, Opcode>> = {
  add: Op.add64,
  sub: Op.sub64,
  mul: Op.mul64,
  and: Op.and64,
  or: Op.or64,
  xor: Op.xor64,
  shl: Op.shl64,
  lshr: Op.lshr64,
  ashr: Op.ashr64,
};

const FLOAT_OPERATIONS: Partial<Record<BinaryOperator, Opcode>> = {
  fadd: Op.addf32,
  fsub: Op.subf32,
  fmul: Op.mulf32,
  fdiv: Op.divf32,
};

const DOUBLE_OPERATIONS: Partial<Record<BinaryOperator, Opcode>> = {
  fadd: Op.addf64,
  fsub: Op.subf64,
  fmul: Op.mulf64,
  fdiv: Op.divf64,
};

/** Operations that look at the sign of their operands. */
const SIGNED = new Set<BinaryOperator>(['ashr', 'sdiv', 'srem']);

/** Narrower results of these can leave bits above the type's width. */
const OVERFLOWING = new Set<BinaryOperator>(['add', 'sub', 'mul', 'shl', 'ashr', 'sdiv', 'srem']);

export function binary(b: Builder, operator: BinaryOperator, scalar: Scalar, left: number, right: number): number {
  switch (scalar.representation) {
    case 'word': {
      const op = WORD_OPERATIONS[operator];
      if (op === undefined) break;
      const signed = SIGNED.has(operator) && scalar.bits < 32;
      const x = signed ? signExtended(b, scalar.bits, left) : left;
      const y = signed && operator !== 'ashr' ? signExtended(b, scalar.bits, right) : right;
      const result = b.compute(op, x, y);
      return scalar.bits < 32 && OVERFLOWING.has(operator) ? masked(b, scalar.bits, result) : result;
    }
    case 'pair': {
      const signed = SIGNED.has(operator) && scalar.bits < 64;
      const x = signed ? signExtended(b, scalar.bits, left) : left;
      const y = signed && operator !== 'ashr' ? signExtended(b, scalar.bits, right) : right;
      const op = PAIR_OPERATIONS[operator];
      let result: number;
      if (op !== undefined) result = b.compute(op, x, y);
      else if (operator === 'sdiv' || operator === 'udiv' || operator === 'srem' || operator === 'urem') {
        result = b.fallible(`${operator}64`, x, y);
      } else break;
      return scalar.bits < 64 && OVERFLOWING.has(operator) ? masked(b, scalar.bits, result) : result;
    }
    case 'float': {
      const op = FLOAT_OPERATIONS[operator];
      if (op !== undefined) return b.compute(op, left, right);
      if (operator === 'frem') return b.helper('fmod:float', left, right);
      break;
    }
    case 'double': {
      const op = DOUBLE_OPERATIONS[operator];
      if (op !== undefined) return b.compute(op, left, right);
      if (operator === 'frem') return b.helper('fmod:double', left, right);
      break;
    }
    case 'half':
    case 'bfloat': {
      // A float holds more than twice their digits, so rounding twice is rounding once.
      const wide = { representation: 'float', bits: 0, offset: 0, size: 4 } as const;
      const result = binary(b, operator, wide, toFloat(b, scalar, left), toFloat(b, scalar, right));
      return b.helper(`float-to-${scalar.representation}`, result);
    }
    case 'pointer':
      break;
  }
  throw new Unsupported(`${operator} of this type`);
}

/** A half or bfloat as a float. */
function toFloat(b: Builder, { representation }: Scalar, value: number): number {
  return b.helper(representation === 'bfloat' ? 'bfloat-to-float' : 'half-to-float', value);
}

/** The value of a narrow integer with its sign in all bits of its register. */
export function signExtended(b: Builder, bits: number, value: number): number {
  if (bits < 32) return b.compute(Op.sextin32, value, 32 - bits);
  if (bits === 32 || bits === 64) return value;
  const shift = b.pair(BigInt(64 - bits));
  return b.compute(Op.ashr64, b.compute(Op.shl64, value, shift), shift);
}

/** Clears what is above the width. */
export function masked(b: Builder, bits: number, value: number): number {
  if (bits < 32) return b.compute(Op.andimm32, value, (1 << bits) - 1);
  if (bits === 32 || bits === 64) return value;
  return b.compute(Op.and64, value, b.pair((1n << BigInt(bits)) - 1n));
}

export function lowerNegate(lowering: LoweringContext, instruction: Of<'fneg'>): number[] {
  const b = lowering.builder;
  const values = lowering.value(instruction.operand);
  return heldScalars(instruction.type).map((scalar, i) => {
    const value = values[i]!;
    if (scalar.representation === 'float') return b.compute(Op.negf32, value);
    if (scalar.representation === 'double') return b.compute(Op.negf64, value);
    return b.compute(Op.xor32, value, b.word(0x8000));
  });
}

interface Comparison {
  readonly op: Opcode;
  readonly swap: boolean;
  readonly negate: boolean;
}

/** How each predicate is made of `eq`, `slt`, `sle`, `ult`, `ule`. */
const COMPARISONS: Record<IntPredicate, readonly ['eq' | 'ne' | 'slt' | 'sle' | 'ult' | 'ule', boolean]> = {
  eq: ['eq', false],
  ne: ['ne', false],
  slt: ['slt', false],
  sle: ['sle', false],
  sgt: ['slt', true],
  sge: ['sle', true],
  ult: ['ult', false],
  ule: ['ule', false],
  ugt: ['ult', true],
  uge: ['ule', true],
};

const COMPARE_WORDS = { eq: Op.eq32, ne: Op.ne32, slt: Op.slt32, sle: Op.sle32, ult: Op.ult32, ule: Op.ule32 };
const COMPARE_PAIRS = { eq: Op.eq64, ne: Op.ne64, slt: Op.slt64, sle: Op.sle64, ult: Op.ult64, ule: Op.ule64 };
const COMPARE_POINTERS = {
  eq: Op.eqptr,
  ne: Op.neptr,
  slt: Op.ltptr,
  sle: Op.leptr,
  ult: Op.ltptr,
  ule: Op.leptr,
};

export function lowerCompareInts(lowering: LoweringContext, instruction: Of<'icmp'>): number[] {
  const b = lowering.builder;
  const left = lowering.value(instruction.left);
  const right = lowering.value(instruction.right);
  return heldScalars(instruction.left.type).map((scalar, i) =>
    compare(b, instruction.predicate, scalar, left[i]!, right[i]!),
  );
}

export function compare(b: Builder, predicate: IntPredicate, scalar: Scalar, left: number, right: number): number {
  const [base, swap] = COMPARISONS[predicate];
  const signed = base.startsWith('s') && scalar.bits < 64 && scalar.bits !== 32;
  let x = swap ? right : left;
  let y = swap ? left : right;
  if (scalar.representation === 'pointer') return b.compute(COMPARE_POINTERS[base], x, y);
  if (signed) {
    x = signExtended(b, scalar.bits, x);
    y = signExtended(b, scalar.bits, y);
  }
  return b.compute(scalar.representation === 'word' ? COMPARE_WORDS[base] : COMPARE_PAIRS[base], x, y);
}

/** The fused compare-and-branch for a comparison of words, or null where there is none. */
export function branchComparison(predicate: IntPredicate): Comparison {
  switch (predicate) {
    case 'eq':
      return { op: Op.breq32, swap: false, negate: false };
    case 'ne':
      return { op: Op.breq32, swap: false, negate: true };
    case 'slt':
      return { op: Op.brslt32, swap: false, negate: false };
    case 'sge':
      return { op: Op.brslt32, swap: false, negate: true };
    case 'sgt':
      return { op: Op.brslt32, swap: true, negate: false };
    case 'sle':
      return { op: Op.brslt32, swap: true, negate: true };
    case 'ult':
      return { op: Op.brult32, swap: false, negate: false };
    case 'uge':
      return { op: Op.brult32, swap: false, negate: true };
    case 'ugt':
      return { op: Op.brult32, swap: true, negate: false };
    case 'ule':
      return { op: Op.brult32, swap: true, negate: true };
  }
}

export function lowerCompareFloats(lowering: LoweringContext, instruction: Of<'fcmp'>): number[] {
  const b = lowering.builder;
  const left = lowering.value(instruction.left);
  const right = lowering.value(instruction.right);
  return heldScalars(instruction.left.type).map((scalar, i) =>
    compareFloat(b, instruction.predicate, scalar, left[i]!, right[i]!),
  );
}

export function compareFloat(
  b: Builder,
  predicate: FloatPredicate,
  scalar: Scalar,
  left: number,
  right: number,
): number {
  const code = FLOAT_PREDICATES.indexOf(predicate);
  if (scalar.representation === 'double') return b.compute(Op.fcmp64, left, right, code);
  if (scalar.representation === 'float') return b.compute(Op.fcmp32, left, right, code);
  return b.compute(Op.fcmp32, toFloat(b, scalar, left), toFloat(b, scalar, right), code);
}

export function lowerSelect(lowering: LoweringContext, instruction: Of<'select'>): number[] {
  const b = lowering.builder;
  const condition = lowering.value(instruction.condition);
  const yes = lowering.value(instruction.ifTrue);
  const no = lowering.value(instruction.ifFalse);
  const lanes = condition.length > 1;
  return heldScalars(instruction.type).map((scalar, i) =>
    select(b, scalar, lanes ? condition[i]! : condition[0]!, yes[i]!, no[i]!),
  );
}

export function select(b: Builder, scalar: Scalar, condition: number, yes: number, no: number): number {
  return b.compute(isWide(scalar) ? Op.select64 : Op.select32, condition, yes, no);
}

export function isWide(scalar: Scalar): boolean {
  return scalar.representation === 'pair' || scalar.representation === 'double' || scalar.representation === 'pointer';
}

export function lowerCast(lowering: LoweringContext, instruction: Of<'cast'>): number[] {
  const b = lowering.builder;
  const source = instruction.operand.type;
  const values = lowering.value(instruction.operand);
  if (instruction.operator === 'bitcast') return bitcast(b, source, instruction.type, values);
  const from = heldScalars(source);
  return heldScalars(instruction.type).map((to, i) => cast(b, instruction.operator, from[i]!, to, values[i]!));
}

/** One scalar from one type to another. */
export function cast(b: Builder, operator: Of<'cast'>['operator'], from: Scalar, to: Scalar, value: number): number {
  switch (operator) {
    case 'trunc':
      // The low word of a pair is its register's low word already.
      if (to.representation === 'pair') return masked(b, to.bits, value);
      return to.bits === 32 ? b.compute(Op.mov32, value) : masked(b, to.bits, value);
    case 'zext':
      if (to.representation === 'word') return b.compute(Op.mov32, value);
      return from.representation === 'pair' ? b.compute(Op.mov64, value) : b.compute(Op.zext32to64, value);
    case 'sext': {
      const extended = signExtended(b, from.bits, value);
      if (to.representation === 'word') return masked(b, to.bits, extended);
      const wide = from.representation === 'word' ? b.compute(Op.sext32to64, extended) : extended;
      return masked(b, to.bits, wide);
    }
    case 'ptrtoint':
    case 'ptrtoaddr': {
      const wide = b.compute(Op.ptrtoint, value);
      return to.bits === 64 ? wide : masked(b, to.bits, wide);
    }
    case 'inttoptr':
      return b.compute(Op.inttoptr, from.representation === 'pair' ? value : b.compute(Op.zext32to64, value));
    case 'addrspacecast':
      return b.compute(Op.mov64, value);
    case 'sitofp':
    case 'uitofp':
      return intToFloat(b, operator === 'sitofp', from, to, value);
    case 'fptosi':
    case 'fptoui':
      return floatToInt(b, operator === 'fptosi', from, to, value);
    case 'fpext':
    case 'fptrunc':
      return convertFloat(b, from, to, value);
    case 'bitcast':
      return value;
  }
}

function intToFloat(b: Builder, signed: boolean, from: Scalar, to: Scalar, value: number): number {
  if (to.representation === 'half' || to.representation === 'bfloat') {
    const double: Scalar = { representation: 'double', bits: 0, offset: 0, size: 8 };
    return convertFloat(b, double, to, intToFloat(b, signed, from, double, value));
  }
  const extended = signed ? signExtended(b, from.bits, value) : value;
  if (from.representation === 'pair')
    return b.helper(`${signed ? 's' : 'u'}64-to-${to.representation === 'double' ? 'double' : 'float'}`, extended);
  if (to.representation === 'double') return b.compute(signed ? Op.sitof64 : Op.uitof64, extended);
  return b.compute(signed ? Op.sitof32 : Op.uitof32, extended);
}

function floatToInt(b: Builder, signed: boolean, from: Scalar, to: Scalar, value: number): number {
  if (from.representation === 'double') return b.compute(signed ? Op.f64tosi : Op.f64toui, value, to.bits);
  const wide = from.representation === 'float' ? value : toFloat(b, from, value);
  return b.compute(signed ? Op.f32tosi : Op.f32toui, wide, to.bits);
}

/** A float of one format as one of another. */
export function convertFloat(b: Builder, from: Scalar, to: Scalar, value: number): number {
  if (from.representation === to.representation) return value;
  const narrow = to.representation === 'bfloat' ? 'bfloat' : 'half';
  if (from.representation === 'double') {
    return to.representation === 'float' ? b.compute(Op.f64tof32, value) : b.helper(`double-to-${narrow}`, value);
  }
  const float = from.representation === 'float' ? value : toFloat(b, from, value);
  if (to.representation === 'double') return b.compute(Op.f32tof64, float);
  return to.representation === 'float' ? float : b.helper(`float-to-${narrow}`, float);
}

/** Reads the bits of `values` as another type. Scalars of one width hold the same bits in their registers already. */
export function bitcast(b: Builder, from: Type, to: Type, values: readonly number[]): number[] {
  const source = heldScalars(from);
  const target = heldScalars(to);
  if (source.length === target.length && source.every((scalar, i) => scalar.size === target[i]!.size)) {
    return target.map((scalar, i) => {
      const other = source[i]!;
      const value = values[i]!;
      if ((scalar.representation === 'pointer') === (other.representation === 'pointer')) return value;
      return scalar.representation === 'pointer' ? b.compute(Op.inttoptr, value) : b.compute(Op.ptrtoint, value);
    });
  }
  return recombine(b, source, target, values);
}

/** A bitcast between vectors of different lanes: through bytes. */
function recombine(
  b: Builder,
  source: readonly Scalar[],
  target: readonly Scalar[],
  values: readonly number[],
): number[] {
  for (const scalar of [...source, ...target]) {
    if (scalar.representation === 'pointer' || (scalar.bits !== 0 && scalar.bits !== scalar.size * 8))
      throw new Unsupported('a bitcast between vectors of such elements');
  }
  /** Byte `offset` of the source as a word. */
  const byteAt = (offset: number): number => {
    const index = source.findIndex((scalar) => offset >= scalar.offset && offset < scalar.offset + scalar.size);
    const shift = (offset - source[index]!.offset) * 8;
    let value = values[index]!;
    if (shift >= 32) value = b.compute(Op.lshr64, value, b.pair(BigInt(shift)));
    else if (shift > 0) value = b.compute(Op.lshr32, value, b.word(shift));
    return b.compute(Op.andimm32, value, 255);
  };
  return target.map((scalar) => {
    const words = [0, 1].map((half) => {
      let word = b.word(0);
      for (let i = half * 4; i < Math.min(scalar.size, half * 4 + 4); i++) {
        const byte = byteAt(scalar.offset + i);
        const shifted = i % 4 === 0 ? byte : b.compute(Op.shl32, byte, b.word((i % 4) * 8));
        word = b.compute(Op.or32, word, shifted);
      }
      return word;
    });
    return scalar.size === 8 ? b.helper('join', words[0]!, words[1]!) : words[0]!;
  });
}
