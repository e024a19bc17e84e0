/** Lowering of integer operations that are called by name, elementwise. */
import type { EffectOf, OverflowOperation, ValueOperation } from '../../intrinsics/index.ts';
import type { Builder } from '../bytecode/builder.ts';
import { Op } from '../bytecode/opcodes.ts';
import { type Scalar, Unsupported } from '../scalars.ts';
import type { CallSite } from './call-site.ts';
import { binary, compare, masked, select, signExtended } from './lower-arithmetic.ts';

const WORD: Scalar = { representation: 'word', bits: 32, offset: 0, size: 4 };

/** One element of an operation. */
interface Element {
  readonly b: Builder;
  /** How the operands and the result are held. */
  readonly from: Scalar;
  readonly to: Scalar;
  readonly operands: readonly number[];
}

type LowerElement = (element: Element) => number;

export function lowerValueOperation(call: CallSite, { operation }: EffectOf<'value'>): readonly number[] {
  if (operation === 'identity') return call.operands[0]!;
  if (isOverflow(operation)) return overflow(call, operation);
  const lower = ELEMENTWISE[operation];
  if (lower === null) throw new Unsupported(`${operation} of ${call.operands.length} operands`);
  const from = call.scalars(0);
  return call.results.map((to, i) =>
    lower({
      b: call.builder,
      from: from[i] ?? to,
      to,
      operands: call.operands.map((lanes) => lanes[i] ?? lanes[0]!),
    }),
  );
}

export function lowerBitFunction(call: CallSite, effect: EffectOf<'bit-function'>): readonly number[] {
  return [call.builder.helper(effect.function, ...call.operands.flat())];
}

function isOverflow(operation: ValueOperation): operation is OverflowOperation {
  return operation.endsWith('overflow');
}

/** The result and whether it overflowed. */
function overflow(call: CallSite, operation: OverflowOperation): readonly number[] {
  const { bits } = call.scalars(0)[0]!;
  if (bits !== 32 && bits !== 64) throw new Unsupported(`${operation} of ${bits} bits`);
  return call.builder.helperPair(`${operation}${bits}`, call.operand(0), call.operand(1));
}

function integer(b: Builder, { representation }: Scalar, value: number): number {
  return representation === 'pair' ? b.pair(BigInt(value)) : b.word(value);
}

function pick(predicate: 'slt' | 'sgt' | 'ult' | 'ugt', { b, from }: Element, x: number, y: number): number {
  return select(b, from, compare(b, predicate, from, x, y), x, y);
}

function extremum(predicate: 'slt' | 'sgt' | 'ult' | 'ugt'): LowerElement {
  return (element) => pick(predicate, element, element.operands[0]!, element.operands[1]!);
}

function clamp(most: 'sgt' | 'ugt', least: 'slt' | 'ult'): LowerElement {
  return (element) => {
    const [x, low, high] = element.operands;
    return pick(least, element, pick(most, element, x!, low!), high!);
  };
}

function widen(b: Builder, word: number, to: Scalar): number {
  return to.representation === 'pair' ? b.compute(Op.zext32to64, word) : word;
}

function leadingZeros({ b, from, to, operands }: Element): number {
  const isWide = from.bits > 32;
  const count = b.helper(isWide ? 'clz64' : 'clz32', operands[0]!);
  const extra = (isWide ? 64 : 32) - from.bits;
  return widen(b, extra === 0 ? count : b.compute(Op.sub32, count, b.word(extra)), to);
}

function trailingZeros({ b, from, to, operands }: Element): number {
  const count = b.helper(from.bits > 32 ? 'ctz64' : 'ctz32', operands[0]!);
  const limit = b.word(from.bits);
  return widen(b, select(b, WORD, compare(b, 'ult', WORD, count, limit), count, limit), to);
}

/** Bits or bytes in reverse order: those of the whole register, shifted down. */
function reversed(operation: 'bitreverse' | 'bswap'): LowerElement {
  return ({ b, from, operands }) => {
    const isWide = from.bits > 32;
    const value = b.helper(`${operation}${isWide ? 64 : 32}`, operands[0]!);
    const extra = (isWide ? 64 : 32) - from.bits;
    if (extra === 0) return value;
    return isWide ? b.compute(Op.lshr64, value, b.pair(BigInt(extra))) : b.compute(Op.lshr32, value, b.word(extra));
  };
}

/** The high (`fshl`) or low (`fshr`) part of `x:y` shifted by the amount modulo the width. */
function funnel(direction: 'left' | 'right', { b, from }: Element, [x, y, amount]: readonly number[]): number {
  const shift = binary(b, 'urem', from, amount!, integer(b, from, from.bits));
  const rest = binary(b, 'sub', from, integer(b, from, from.bits), shift);
  // A shift by the whole width gives 0 on this machine, which is what the other half needs.
  const [left, right] = direction === 'right' ? [rest, shift] : [shift, rest];
  return binary(b, 'or', from, binary(b, 'shl', from, x!, left), binary(b, 'lshr', from, y!, right));
}

function threeWay(less: 'slt' | 'ult', more: 'sgt' | 'ugt'): LowerElement {
  return ({ b, from, to, operands: [x, y] }) => {
    const isLess = compare(b, less, from, x!, y!);
    const isMore = compare(b, more, from, x!, y!);
    return masked(b, to.bits, b.compute(Op.sub32, isMore, isLess));
  };
}

/** The high half of a product. */
export function highHalf(b: Builder, scalar: Scalar, signed: boolean, x: number, y: number): number {
  if (scalar.bits === 32 || scalar.bits === 64) return b.helper(`${signed ? 's' : 'u'}mulhi${scalar.bits}`, x, y);
  const [p, q] = narrowed(b, scalar, signed, x, y);
  const product = binary(b, 'mul', WORD, p, q);
  return masked(b, scalar.bits, binary(b, 'ashr', WORD, product, b.word(scalar.bits)));
}

/** Operands of 8 and 16 bits as words, in which the operation is done. */
function narrowed(b: Builder, { bits }: Scalar, signed: boolean, x: number, y: number): readonly [number, number] {
  if (bits >= 32) throw new Unsupported(`integer arithmetic of ${bits} bits`);
  return signed ? [signExtended(b, bits, x), signExtended(b, bits, y)] : [x, y];
}

function saturating(operation: 'add' | 'sub', signed: boolean): LowerElement {
  return ({ b, from, operands: [x, y] }) => {
    const { bits } = from;
    if (bits === 32 || bits === 64) return b.helper(`${signed ? 's' : 'u'}${operation}sat${bits}`, x!, y!);
    const [p, q] = narrowed(b, from, signed, x!, y!);
    const sum = binary(b, operation, WORD, p, q);
    const low = b.word(signed ? -(2 ** (bits - 1)) : 0);
    const high = b.word(signed ? 2 ** (bits - 1) - 1 : 2 ** bits - 1);
    const atLeast = select(b, WORD, compare(b, 'slt', WORD, sum, low), low, sum);
    return masked(b, bits, select(b, WORD, compare(b, 'sgt', WORD, atLeast, high), high, atLeast));
  };
}

/** Null where the executor has no such operation. */
const ELEMENTWISE: Readonly<Record<Exclude<ValueOperation, OverflowOperation | 'identity'>, LowerElement | null>> = {
  smin: extremum('slt'),
  smax: extremum('sgt'),
  umin: extremum('ult'),
  umax: extremum('ugt'),
  sclamp: clamp('sgt', 'slt'),
  uclamp: clamp('ugt', 'ult'),
  abs: ({ b, from, operands: [x] }) => {
    // OpenCL's abs of an unsigned type would be the value itself; its sign bit decides wrongly only above half range.
    const zero = b.constant(0, 0);
    return select(b, from, compare(b, 'slt', from, x!, zero), binary(b, 'sub', from, zero, x!), x!);
  },
  mul: ({ b, from, operands: [x, y] }) => binary(b, 'mul', from, x!, y!),
  mad: ({ b, from, operands: [x, y, z] }) => binary(b, 'add', from, binary(b, 'mul', from, x!, y!), z!),
  smulhi: ({ b, from, operands: [x, y] }) => highHalf(b, from, true, x!, y!),
  umulhi: ({ b, from, operands: [x, y] }) => highHalf(b, from, false, x!, y!),
  ctpop: ({ b, from, to, operands: [x] }) => widen(b, b.helper(from.bits > 32 ? 'popcount64' : 'popcount32', x!), to),
  ctlz: leadingZeros,
  cttz: trailingZeros,
  bswap: reversed('bswap'),
  bitreverse: reversed('bitreverse'),
  fshl: (element) => funnel('left', element, element.operands),
  fshr: (element) => funnel('right', element, element.operands),
  rotate: (element) => funnel('left', element, [element.operands[0]!, element.operands[0]!, element.operands[1]!]),
  saddsat: saturating('add', true),
  uaddsat: saturating('add', false),
  ssubsat: saturating('sub', true),
  usubsat: saturating('sub', false),
  sshlsat: null,
  ushlsat: null,
  scmp: threeWay('slt', 'sgt'),
  ucmp: threeWay('ult', 'ugt'),
};
