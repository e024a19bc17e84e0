/**
 * Lowering of OpenCL's functions that only compute and that neither LLVM nor C has: relational and geometric ones, choices,
 * averages, and those with a second result that goes to memory.
 */
import type { EffectOf, OpenclFunction, SplitFunction } from '../../intrinsics/index.ts';
import type { BinaryOperator, FloatPredicate } from '../../ir/program.ts';
import type { Builder } from '../bytecode/builder.ts';
import type { ElementaryFunction, MultipleResult } from '../bytecode/helpers.ts';
import { type Scalar, sizeOf } from '../scalars.ts';
import { plainAccess } from './access-sites.ts';
import type { CallSite } from './call-site.ts';
import { bitsOf, frexpExponent, integer, isFloat, isNegative, landmarksOf, magnitude } from './float-bits.ts';
import { binary, cast, compare, compareFloat, convertFloat, masked, select } from './lower-arithmetic.ts';
import { highHalf } from './lower-integer.ts';
import { store } from './lower-memory.ts';

const WORD: Scalar = { representation: 'word', bits: 32, offset: 0, size: 4 };
const FLOAT: Scalar = { representation: 'float', bits: 0, offset: 0, size: 4 };
const DOUBLE: Scalar = { representation: 'double', bits: 0, offset: 0, size: 8 };

/** A call that is being lowered. */
interface Built {
  readonly call: CallSite;
  readonly b: Builder;
  /** Scalars of the result, and of the first argument. */
  readonly to: readonly Scalar[];
  readonly from: readonly Scalar[];
  /** Registers of each argument's scalars. */
  readonly operands: readonly (readonly number[])[];
  /** The type of the first parameter is a signed integer. */
  readonly signed: boolean;
}

type Lower = (built: Built) => readonly number[];

export function lowerOpencl(call: CallSite, effect: EffectOf<'opencl'>): readonly number[] {
  return FUNCTIONS[effect.function](built(call, effect.signed));
}

export function lowerSplit(call: CallSite, effect: EffectOf<'split'>): readonly number[] {
  return SPLITS[effect.function](built(call, false));
}

function built(call: CallSite, signed: boolean): Built {
  return { call, b: call.builder, to: call.results, from: call.scalars(0), operands: call.operands, signed };
}

// ---- relations ------------------------------------------------------------------------------------------------------------

/** True of a scalar is 1, of a vector's element all bits. */
function truth({ b, to }: Built, scalar: Scalar, condition: number): number {
  return select(b, scalar, condition, integer(b, scalar, to.length > 1 ? -1n : 1n), integer(b, scalar, 0n));
}

function relation(predicate: FloatPredicate): Lower {
  return (built) =>
    built.to.map((scalar, i) => {
      const [x, y] = [built.operands[0]![i]!, (built.operands[1] ?? built.operands[0])![i]!];
      return truth(built, scalar, compareFloat(built.b, predicate, built.from[i]!, x, y));
    });
}

/** What the bits of a float without its sign say. */
function classified(
  test: (b: Builder, bits: Scalar, size: number, at: { readonly infinity: number; readonly normal: number }) => number,
): Lower {
  return (built) => {
    const { b, from, operands } = built;
    return built.to.map((scalar, i) => {
      const bits = bitsOf(from[i]!);
      const size = magnitude(b, from[i]!, operands[0]![i]!);
      const { infinity, normal } = landmarksOf(from[i]!);
      const at = { infinity: integer(b, bits, infinity), normal: integer(b, bits, normal) };
      return truth(built, scalar, test(b, bits, size, at));
    });
  };
}

/** Any or all of the signs of the elements. */
function signs(operator: BinaryOperator): Lower {
  return ({ b, from, operands }) => {
    const bits = from.map((scalar, i) => isNegative(b, scalar, operands[0]![i]!));
    return [bits.reduce((x, y) => binary(b, operator, WORD, x, y))];
  };
}

// ---- choices and integers --------------------------------------------------------------------------------------------------

/** Elements one by one: `(x & y) + ((x ^ y) >> 1)` and its like, which do not overflow. */
function average(up: boolean): Lower {
  return ({ b, from, operands, signed }) =>
    from.map((scalar, i) => {
      const [x, y] = [operands[0]![i]!, operands[1]![i]!];
      const differing = binary(b, 'xor', scalar, x, y);
      const half = binary(b, signed ? 'ashr' : 'lshr', scalar, differing, integer(b, scalar, 1n));
      return up
        ? binary(b, 'sub', scalar, binary(b, 'or', scalar, x, y), half)
        : binary(b, 'add', scalar, binary(b, 'and', scalar, x, y), half);
    });
}

/** Elements of one or two vectors by the numbers in the last argument, of which only the low bits count. */
function shuffled({ b, call, operands, to }: Built): readonly number[] {
  const mask = operands.at(-1)!;
  const index = call.scalars(operands.length - 1)[0]!;
  const elements = operands.slice(0, -1).flat();
  return to.map((scalar, i) => {
    const number = binary(b, 'and', index, mask[i]!, integer(b, index, BigInt(elements.length - 1)));
    return elements.reduce((rest, element, at) => {
      const here = compare(b, 'eq', index, number, integer(b, index, BigInt(at)));
      return at === 0 ? element : select(b, scalar, here, element, rest);
    });
  });
}

/** The difference without overflow, as an unsigned number. */
function absoluteDifference({ b, from, operands, signed }: Built): readonly number[] {
  return from.map((scalar, i) => {
    const [x, y] = [operands[0]![i]!, operands[1]![i]!];
    const less = compare(b, signed ? 'slt' : 'ult', scalar, x, y);
    const difference = select(b, scalar, less, binary(b, 'sub', scalar, y, x), binary(b, 'sub', scalar, x, y));
    return scalar.bits < 32 ? masked(b, scalar.bits, difference) : difference;
  });
}

// ---- geometry --------------------------------------------------------------------------------------------------------------

/** The sum of products, in double: one rounding at the end for halves and floats, but for very long vectors. */
function sumOfProducts({ b, from }: Built, x: readonly number[], y: readonly number[]): number {
  return x
    .map((_, i) => {
      const scalar = from[i]!;
      return binary(b, 'fmul', DOUBLE, convertFloat(b, scalar, DOUBLE, x[i]!), convertFloat(b, scalar, DOUBLE, y[i]!));
    })
    .reduce((sum, product) => binary(b, 'fadd', DOUBLE, sum, product));
}

function difference({ b, from, operands }: Built): number[] {
  return from.map((scalar, i) => binary(b, 'fsub', scalar, operands[0]![i]!, operands[1]![i]!));
}

function lengthOf(built: Built, x: readonly number[]): number {
  return built.b.helper('sqrt:double', sumOfProducts(built, x, x));
}

const FUNCTIONS: Readonly<Record<OpenclFunction, Lower>> = {
  isequal: relation('oeq'),
  isnotequal: relation('une'),
  isgreater: relation('ogt'),
  isgreaterequal: relation('oge'),
  isless: relation('olt'),
  islessequal: relation('ole'),
  islessgreater: relation('one'),
  isordered: relation('ord'),
  isunordered: relation('uno'),
  isnan: relation('uno'),
  isfinite: classified((b, bits, size, { infinity }) => compare(b, 'ult', bits, size, infinity)),
  isinf: classified((b, bits, size, { infinity }) => compare(b, 'eq', bits, size, infinity)),
  isnormal: classified((b, bits, size, { infinity, normal }) =>
    binary(b, 'and', WORD, compare(b, 'ult', bits, size, infinity), compare(b, 'uge', bits, size, normal)),
  ),
  signbit: (built) =>
    built.to.map((scalar, i) => truth(built, scalar, isNegative(built.b, built.from[i]!, built.operands[0]![i]!))),
  any: signs('or'),
  all: signs('and'),
  shuffle: shuffled,
  shuffle2: shuffled,
  dot: (built) => [
    convertFloat(built.b, DOUBLE, built.to[0]!, sumOfProducts(built, built.operands[0]!, built.operands[1]!)),
  ],
  length: (built) => [convertFloat(built.b, DOUBLE, built.to[0]!, lengthOf(built, built.operands[0]!))],
  distance: (built) => [convertFloat(built.b, DOUBLE, built.to[0]!, lengthOf(built, difference(built)))],
  normalize: (built) => {
    const { b, to, operands } = built;
    const length = lengthOf(built, operands[0]!);
    return to.map((scalar, i) => {
      const quotient = binary(b, 'fdiv', DOUBLE, convertFloat(b, scalar, DOUBLE, operands[0]![i]!), length);
      const isZero = compareFloat(b, 'oeq', DOUBLE, length, b.double(0));
      return select(b, scalar, isZero, operands[0]![i]!, convertFloat(b, DOUBLE, scalar, quotient));
    });
  },
  cross: ({ b, to, operands }) => {
    const [x, y] = operands as [readonly number[], readonly number[]];
    const product = (i: number, j: number) => {
      const scalar = to[0]!;
      return binary(
        b,
        'fsub',
        scalar,
        binary(b, 'fmul', scalar, x[i]!, y[j]!),
        binary(b, 'fmul', scalar, x[j]!, y[i]!),
      );
    };
    const three = [product(1, 2), product(2, 0), product(0, 1)];
    return to.length > 3 ? [...three, b.constant(0, 0)] : three;
  },
  select: ({ b, call, to, operands }) => {
    const choices = call.scalars(2);
    return to.map((scalar, i) => {
      const zero = integer(b, choices[i]!, 0n);
      // Of vectors the sign counts, of scalars whether it is zero.
      const second = compare(b, to.length > 1 ? 'slt' : 'ne', choices[i]!, operands[2]![i]!, zero);
      return select(b, scalar, second, operands[1]![i]!, operands[0]![i]!);
    });
  },
  bitselect: ({ b, to, operands }) =>
    to.map((scalar, i) => {
      const bits = isFloat(scalar) ? bitsOf(scalar) : scalar;
      const [x, y, mask] = [operands[0]![i]!, operands[1]![i]!, operands[2]![i]!];
      const differing = binary(b, 'and', bits, binary(b, 'xor', bits, x, y), mask);
      return binary(b, 'xor', bits, x, differing);
    }),
  abs_diff: absoluteDifference,
  hadd: average(false),
  rhadd: average(true),
  mad_hi: ({ b, from, operands, signed }) =>
    from.map((scalar, i) => {
      const [x, y, z] = [operands[0]![i]!, operands[1]![i]!, operands[2]![i]!];
      return binary(b, 'add', scalar, highHalf(b, scalar, signed, x, y), z);
    }),
  mad_sat: ({ b, from, operands, signed }) =>
    from.map((scalar, i) => {
      const [x, y, z] = [operands[0]![i]!, operands[1]![i]!, operands[2]![i]!];
      const name = `${signed ? 's' : 'u'}madsat${scalar.representation === 'pair' ? 64 : 32}` as const;
      const value = b.helper(name, x, y, z, b.word(scalar.bits));
      return scalar.bits < 32 ? masked(b, scalar.bits, value) : value;
    }),
  upsample: ({ b, to, from, operands }) =>
    to.map((scalar, i) => {
      const high = cast(b, 'zext', from[i]!, scalar, operands[0]![i]!);
      const low = cast(b, 'zext', from[i]!, scalar, operands[1]![i]!);
      const shifted = binary(b, 'shl', scalar, high, integer(b, scalar, BigInt(scalar.bits / 2)));
      return binary(b, 'or', scalar, shifted, low);
    }),
};

// ---- two results -----------------------------------------------------------------------------------------------------------

/** Stores the second result of a function through its last argument. */
function storeSecond({ call, operands, to }: Built, scalars: readonly Scalar[], values: readonly number[]): void {
  const size = scalars === to ? sizeOf(call.instruction.type) : 0;
  const last = scalars.at(-1)!;
  const bytes = Math.max(size, last.offset + last.size);
  store(call.lowering, scalars, operands.at(-1)![0]!, values, call.lowering.site(plainAccess('write', bytes, 1)));
}

/** A function of floats by name; halves are computed as floats. */
function floating(b: Builder, name: ElementaryFunction | MultipleResult, scalar: Scalar, ...values: number[]): number {
  const { representation } = scalar;
  if (representation === 'float' || representation === 'double')
    return b.helper(`${name}:${representation}`, ...values);
  const wide = values.map((value) => convertFloat(b, scalar, FLOAT, value));
  return convertFloat(b, FLOAT, scalar, b.helper(`${name}:float`, ...wide));
}

/** So many words side by side: three take the room of four, the last of which is not written. */
function words(count: number): Scalar[] {
  return Array.from({ length: count }, (_, i) => ({ ...WORD, offset: 4 * i }));
}

/** The number below one in each format. */
function belowOne(b: Builder, { representation }: Scalar): number {
  if (representation === 'double') return b.double(1 - 2 ** -53);
  return b.word(representation === 'half' ? 0x3bff : 0x3f7fffff);
}

const SPLITS: Readonly<Record<SplitFunction, Lower>> = {
  fract: (built) => {
    const { b, to, operands } = built;
    const floors = to.map((scalar, i) => floating(b, 'floor', scalar, operands[0]![i]!));
    storeSecond(built, to, floors);
    return to.map((scalar, i) => {
      const rest = binary(b, 'fsub', scalar, operands[0]![i]!, floors[i]!);
      const most = belowOne(b, scalar);
      return select(b, scalar, compareFloat(b, 'olt', scalar, most, rest), most, rest);
    });
  },
  modf: (built) => {
    const { b, to, operands } = built;
    const whole = to.map((scalar, i) => floating(b, 'trunc', scalar, operands[0]![i]!));
    storeSecond(built, to, whole);
    return to.map((scalar, i) => {
      const [x, n] = [operands[0]![i]!, whole[i]!];
      const rest = binary(b, 'fsub', scalar, x, n);
      // Infinity has no fraction, and a fraction of 0 has the number's sign.
      const isWhole = compareFloat(b, 'oeq', scalar, x, n);
      return floating(b, 'copysign', scalar, select(b, scalar, isWhole, b.constant(0, 0), rest), x);
    });
  },
  frexp: (built) => {
    const { b, to, operands } = built;
    const exponents = to.map((scalar, i) => frexpExponent(b, scalar, operands[0]![i]!));
    storeSecond(built, words(to.length), exponents);
    return to.map((scalar, i) => floating(b, 'frexp-mantissa', scalar, operands[0]![i]!));
  },
  lgamma_r: (built) => {
    const { b, to, operands } = built;
    const sign = (scalar: Scalar, i: number) =>
      cast(b, 'fptosi', scalar, WORD, floating(b, 'lgamma-sign', scalar, operands[0]![i]!));
    storeSecond(built, words(to.length), to.map(sign));
    return to.map((scalar, i) => floating(b, 'lgamma', scalar, operands[0]![i]!));
  },
  remquo: (built) => {
    const { b, to, operands } = built;
    const part = (name: 'remquo-quotient' | 'remainder', scalar: Scalar, i: number) =>
      floating(b, name, scalar, operands[0]![i]!, operands[1]![i]!);
    storeSecond(
      built,
      words(to.length),
      to.map((scalar, i) => cast(b, 'fptosi', scalar, WORD, part('remquo-quotient', scalar, i))),
    );
    return to.map((scalar, i) => part('remainder', scalar, i));
  },
  sincos: ({ b, call, to, operands }) => {
    const all = (name: 'sin' | 'cos') => to.map((scalar, i) => floating(b, name, scalar, operands[0]![i]!));
    const site = call.lowering.site(plainAccess('write', sizeOf(call.instruction.type)));
    store(call.lowering, to, operands[1]![0]!, all('cos'), site);
    return all('sin');
  },
};
