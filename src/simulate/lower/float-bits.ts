/** What the bits of a float say: its sign, its class, its exponent. */
import type { Builder } from '../bytecode/builder.ts';
import type { Scalar } from '../scalars.ts';
import { binary, compare, compareFloat, convertFloat, select } from './lower-arithmetic.ts';

const WORD: Scalar = { representation: 'word', bits: 32, offset: 0, size: 4 };
const FLOAT: Scalar = { representation: 'float', bits: 0, offset: 0, size: 4 };

/** Without its sign, a float's bits are ordered like an integer: `infinity` and the smallest normal number by format. */
const LANDMARKS = {
  half: { infinity: 0x7c00n, normal: 0x0400n },
  bfloat: { infinity: 0x7f80n, normal: 0x0080n },
  float: { infinity: 0x7f800000n, normal: 0x00800000n },
  double: { infinity: 0x7ff0000000000000n, normal: 0x0010000000000000n },
} as const;

type FloatFormat = keyof typeof LANDMARKS;

export function isFloat(scalar: Scalar): scalar is Scalar & { readonly representation: FloatFormat } {
  return Object.hasOwn(LANDMARKS, scalar.representation);
}

export function landmarksOf(scalar: Scalar): { readonly infinity: bigint; readonly normal: bigint } {
  return LANDMARKS[isFloat(scalar) ? scalar.representation : 'float'];
}

/** An integer constant for a scalar. */
export function integer(b: Builder, scalar: Scalar, value: bigint): number {
  const bits = BigInt.asUintN(scalar.bits, value);
  return scalar.representation === 'pair' ? b.pair(bits) : b.word(Number(BigInt.asIntN(32, bits)));
}

/** The bits of a float as an integer of its width. */
export function bitsOf(scalar: Scalar): Scalar {
  const bits = scalar.size * 8;
  return { representation: bits === 64 ? 'pair' : 'word', bits, offset: scalar.offset, size: scalar.size };
}

/** The bits of a float without its sign. */
export function magnitude(b: Builder, scalar: Scalar, value: number): number {
  const bits = bitsOf(scalar);
  return binary(b, 'and', bits, value, integer(b, bits, (1n << BigInt(bits.bits - 1)) - 1n));
}

export function isNegative(b: Builder, scalar: Scalar, value: number): number {
  const bits = isFloat(scalar) ? bitsOf(scalar) : scalar;
  return compare(b, 'slt', bits, value, integer(b, bits, 0n));
}

/** The power of two of a float whose mantissa lies in [0.5, 1), as a word. */
export function frexpExponent(b: Builder, scalar: Scalar, value: number): number {
  if (scalar.representation === 'double') return b.helper('exponent:double', value);
  return b.helper('exponent:float', convertFloat(b, scalar, FLOAT, value));
}

/** The power of two of a float as an integer; of zero and infinity what C's `ilogb` says. */
export function exponent(b: Builder, scalar: Scalar, value: number): number {
  const wide = scalar.representation === 'double' ? scalar : FLOAT;
  const x = convertFloat(b, scalar, wide, value);
  const power = binary(b, 'sub', WORD, frexpExponent(b, scalar, value), b.word(1));
  const isZero = compareFloat(b, 'oeq', wide, x, b.constant(0, 0));
  const difference = binary(b, 'fsub', wide, x, x);
  const isNumber = compareFloat(b, 'ord', wide, difference, difference);
  const limited = select(b, WORD, isNumber, power, b.word(0x7fffffff));
  return select(b, WORD, isZero, b.word(-0x7fffffff), limited);
}

/** LLVM's `is.fpclass`: whether a float is of one of the classes in the mask. */
export function isOfClass(b: Builder, scalar: Scalar, value: number, mask: number): number {
  const bits = bitsOf(scalar);
  const size = magnitude(b, scalar, value);
  const { infinity, normal } = landmarksOf(scalar);
  const top = integer(b, bits, infinity);
  const quiet = integer(b, bits, infinity | (normal >> 1n));
  const negative = compare(b, 'slt', bits, value, integer(b, bits, 0n));
  const positive = binary(b, 'xor', WORD, negative, b.word(1));
  const and = (x: number, y: number) => binary(b, 'and', WORD, x, y);
  const isZero = compare(b, 'eq', bits, size, integer(b, bits, 0n));
  const isSmall = and(
    compare(b, 'ult', bits, size, integer(b, bits, normal)),
    binary(b, 'xor', WORD, isZero, b.word(1)),
  );
  const isNormal = and(compare(b, 'ult', bits, size, top), compare(b, 'uge', bits, size, integer(b, bits, normal)));
  const isInfinite = compare(b, 'eq', bits, size, top);
  const isNan = compare(b, 'ugt', bits, size, top);
  const isQuiet = compare(b, 'uge', bits, size, quiet);
  // In the order of LLVM's bits.
  const classes = [
    () => and(isNan, binary(b, 'xor', WORD, isQuiet, b.word(1))),
    () => and(isNan, isQuiet),
    () => and(isInfinite, negative),
    () => and(isNormal, negative),
    () => and(isSmall, negative),
    () => and(isZero, negative),
    () => and(isZero, positive),
    () => and(isSmall, positive),
    () => and(isNormal, positive),
    () => and(isInfinite, positive),
  ];
  return classes
    .filter((_, bit) => (mask >> bit) & 1)
    .map((test) => test())
    .reduce((x, y) => binary(b, 'or', WORD, x, y), b.word(0));
}
