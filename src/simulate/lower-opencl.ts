/**
 * OpenCL's built-in functions that only compute and that neither LLVM nor C has: relational and geometric ones, choices,
 * averages, conversions. In: a call of a mangled name. Out: the result's registers, or undefined when it is none of these.
 */
import type { BinaryOperator, FloatPredicate, Instruction } from '../ir/program.ts';
import type { Builder } from './builder.ts';
import { type Leaf, leavesOf, sizeOf, Unsupported } from './leaves.ts';
import { binary, call, cast, compare, compareFloat, convertFloat, masked, select } from './lower-arithmetic.ts';
import { store } from './lower-memory.ts';
import type { Lowering } from './lowering.ts';
import { Op } from './opcodes.ts';

type Call = Extract<Instruction, { op: 'call' }>;

/** A call that is being lowered. */
interface Built {
  readonly lowering: Lowering;
  readonly b: Builder;
  /** Leaves of the result, and of the first argument. */
  readonly to: readonly Leaf[];
  readonly from: readonly Leaf[];
  /** Registers of each argument's leaves. */
  readonly operands: readonly (readonly number[])[];
  readonly call: Call;
  /** The type of the first parameter is a signed integer. */
  readonly signed: boolean;
}

const WORD: Leaf = { representation: 'word', bits: 32, offset: 0, size: 4 };
const FLOAT: Leaf = { representation: 'float', bits: 0, offset: 0, size: 4 };
const DOUBLE: Leaf = { representation: 'double', bits: 0, offset: 0, size: 8 };

export function lowerOpenclBuiltin(
  lowering: Lowering,
  mangled: string,
  instruction: Call,
  operands: readonly (readonly number[])[],
): readonly number[] | undefined {
  const length = /^_Z(\d+)/.exec(mangled);
  if (length === null) return undefined;
  const start = length[0].length;
  const name = mangled.slice(start, start + Number(length[1]));
  const lower = BUILTINS[name.replace(/^fast_/, '')];
  const [argument] = instruction.arguments;
  if (lower === undefined || !Object.hasOwn(BUILTINS, name.replace(/^fast_/, '')) || argument === undefined) {
    return undefined;
  }
  const code = /^(?:Dv\d+_)?(Dh|[a-z])/.exec(mangled.slice(start + name.length))?.[1] ?? '';
  return lower({
    lowering,
    b: lowering.builder,
    to: leavesOf(instruction.type),
    from: leavesOf(argument.type),
    operands,
    call: instruction,
    signed: 'csilx'.includes(code),
  });
}

type Lower = (built: Built) => readonly number[];

const isFloat = ({ representation }: Leaf) =>
  representation === 'float' || representation === 'double' || representation === 'half' || representation === 'bfloat';

/** An integer constant for a leaf. */
function integer(b: Builder, leaf: Leaf, value: bigint): number {
  const bits = BigInt.asUintN(leaf.bits, value);
  return leaf.representation === 'pair' ? b.pair(bits) : b.word(Number(BigInt.asIntN(32, bits)));
}

/** True of a scalar is 1, of a vector's element all bits. */
function truth({ b, to }: Built, leaf: Leaf, condition: number): number {
  return select(b, leaf, condition, integer(b, leaf, to.length > 1 ? -1n : 1n), integer(b, leaf, 0n));
}

function relation(predicate: FloatPredicate): Lower {
  return (built) =>
    built.to.map((leaf, i) => {
      const [x, y] = [built.operands[0]![i]!, (built.operands[1] ?? built.operands[0])![i]!];
      return truth(built, leaf, compareFloat(built.b, predicate, built.from[i]!, x, y));
    });
}

/** The bits of a float as an integer of its width. */
function bitsOf(leaf: Leaf): Leaf {
  const bits = leaf.size * 8;
  return { representation: bits === 64 ? 'pair' : 'word', bits, offset: leaf.offset, size: leaf.size };
}

/** Without its sign, a float's bits are ordered like an integer: `infinity` and the smallest normal number by format. */
const LANDMARKS = {
  half: { infinity: 0x7c00n, normal: 0x0400n },
  bfloat: { infinity: 0x7f80n, normal: 0x0080n },
  float: { infinity: 0x7f800000n, normal: 0x00800000n },
  double: { infinity: 0x7ff0000000000000n, normal: 0x0010000000000000n },
} as const;

/** What the bits of a float without its sign say. */
function classified(
  test: (b: Builder, leaf: Leaf, size: number, marks: { readonly infinity: number; readonly normal: number }) => number,
): Lower {
  return (built) => {
    const { b, from, operands } = built;
    return built.to.map((leaf, i) => {
      const bits = bitsOf(from[i]!);
      const size = binary(b, 'and', bits, operands[0]![i]!, integer(b, bits, (1n << BigInt(bits.bits - 1)) - 1n));
      const marks = LANDMARKS[from[i]!.representation as keyof typeof LANDMARKS];
      const { infinity, normal } = marks;
      const at = { infinity: integer(b, bits, infinity), normal: integer(b, bits, normal) };
      return truth(built, leaf, test(b, bits, size, at));
    });
  };
}

function isNegative(b: Builder, leaf: Leaf, value: number): number {
  const bits = isFloat(leaf) ? bitsOf(leaf) : leaf;
  return compare(b, 'slt', bits, value, integer(b, bits, 0n));
}

/** Elements one by one: `(x & y) + ((x ^ y) >> 1)` and its like, which do not overflow. */
function average(up: boolean): Lower {
  return ({ b, from, operands, signed }) =>
    from.map((leaf, i) => {
      const [x, y] = [operands[0]![i]!, operands[1]![i]!];
      const differing = binary(b, 'xor', leaf, x, y);
      const half = binary(b, signed ? 'ashr' : 'lshr', leaf, differing, integer(b, leaf, 1n));
      return up
        ? binary(b, 'sub', leaf, binary(b, 'or', leaf, x, y), half)
        : binary(b, 'add', leaf, binary(b, 'and', leaf, x, y), half);
    });
}

/** Any or all of the signs of the elements. */
function signs(operator: BinaryOperator): Lower {
  return ({ b, from, operands }) => {
    const bits = from.map((leaf, i) => isNegative(b, leaf, operands[0]![i]!));
    return [bits.reduce((x, y) => binary(b, operator, WORD, x, y))];
  };
}

/** Elements of one or two vectors by the numbers in the last argument, of which only the low bits count. */
function shuffled(built: Built): readonly number[] {
  const { b, call: instruction, operands, to } = built;
  const mask = operands.at(-1)!;
  const maskLeaf = leavesOf(instruction.arguments.at(-1)!.type)[0]!;
  const elements = operands.slice(0, -1).flat();
  return to.map((leaf, i) => {
    const index = binary(b, 'and', maskLeaf, mask[i]!, integer(b, maskLeaf, BigInt(elements.length - 1)));
    return elements.reduce((rest, element, at) => {
      const here = compare(b, 'eq', maskLeaf, index, integer(b, maskLeaf, BigInt(at)));
      return at === 0 ? element : select(b, leaf, here, element, rest);
    });
  });
}

/** The sum of products, in double: one rounding at the end for halves and floats, but for very long vectors. */
function sumOfProducts({ b, from }: Built, x: readonly number[], y: readonly number[]): number {
  return x
    .map((_, i) => {
      const leaf = from[i]!;
      return binary(b, 'fmul', DOUBLE, convertFloat(b, leaf, DOUBLE, x[i]!), convertFloat(b, leaf, DOUBLE, y[i]!));
    })
    .reduce((sum, product) => binary(b, 'fadd', DOUBLE, sum, product));
}

function difference({ b, from, operands }: Built): number[] {
  return from.map((leaf, i) => binary(b, 'fsub', leaf, operands[0]![i]!, operands[1]![i]!));
}

function rootOf(built: Built, x: readonly number[]): number {
  return call(built.b, 'sqrt:double', sumOfProducts(built, x, x));
}

/** Stores the second result of a function through its last argument. */
function stored(built: Built, leaves: readonly Leaf[], values: readonly number[]): void {
  const { lowering, operands } = built;
  const type = built.call.type;
  const size = leaves.length === built.to.length && leaves[0] === built.to[0] ? sizeOf(type) : 0;
  const bytes = Math.max(size, leaves.at(-1)!.offset + leaves.at(-1)!.size);
  const common = { size: bytes, volatile: false, ordering: null, scope: 'system', align: 1, rmw: null } as const;
  store(lowering, leaves, operands.at(-1)![0]!, values, lowering.site({ kind: 'write', ...common }));
}

/** A function of floats by name; halves are computed as floats. */
function floating(b: Builder, name: string, leaf: Leaf, ...values: number[]): number {
  if (leaf.representation === 'float' || leaf.representation === 'double') {
    return call(b, `${name}:${leaf.representation}`, ...values);
  }
  const wide = values.map((value) => convertFloat(b, leaf, FLOAT, value));
  return convertFloat(b, FLOAT, leaf, call(b, `${name}:float`, ...wide));
}

/** The power of two of a float, as a word. */
function exponent(b: Builder, leaf: Leaf, value: number): number {
  if (leaf.representation === 'double') return call(b, 'exponent:double', value);
  return call(b, 'exponent:float', convertFloat(b, leaf, FLOAT, value));
}

/** Leaves of integers as many as there are elements, side by side. */
function integers(count: number): Leaf[] {
  // Three elements take the room of four, the last of which is not written.
  return Array.from({ length: count }, (_, i) => ({ ...WORD, offset: 4 * i }));
}

/** The power of two of a float as an integer; of zero and infinity what C says. */
export function lowerIlogb(b: Builder, leaf: Leaf, value: number): number {
  const wide = leaf.representation === 'double' ? leaf : FLOAT;
  const x = convertFloat(b, leaf, wide, value);
  const power = binary(b, 'sub', WORD, exponent(b, leaf, value), b.word(1));
  const isZero = compareFloat(b, 'oeq', wide, x, b.constant(0, 0));
  const difference = binary(b, 'fsub', wide, x, x);
  const isNumber = compareFloat(b, 'ord', wide, difference, difference);
  const limited = select(b, WORD, isNumber, power, b.word(0x7fffffff));
  return select(b, WORD, isZero, b.word(-0x7fffffff), limited);
}

/** LLVM's `is.fpclass`: whether a float is of one of the classes in the mask. */
export function lowerFloatClass(b: Builder, leaf: Leaf, value: number, mask: number): number {
  const bits = bitsOf(leaf);
  const size = binary(b, 'and', bits, value, integer(b, bits, (1n << BigInt(bits.bits - 1)) - 1n));
  const { infinity, normal } = LANDMARKS[leaf.representation as keyof typeof LANDMARKS];
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

const BUILTINS: Readonly<Record<string, Lower>> = {
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
  isfinite: classified((b, leaf, size, { infinity }) => compare(b, 'ult', leaf, size, infinity)),
  isinf: classified((b, leaf, size, { infinity }) => compare(b, 'eq', leaf, size, infinity)),
  isnormal: classified((b, leaf, size, { infinity, normal }) =>
    binary(b, 'and', WORD, compare(b, 'ult', leaf, size, infinity), compare(b, 'uge', leaf, size, normal)),
  ),
  signbit: (built) =>
    built.to.map((leaf, i) => truth(built, leaf, isNegative(built.b, built.from[i]!, built.operands[0]![i]!))),
  any: signs('or'),
  all: signs('and'),
  select: ({ b, to, operands, call: instruction }) => {
    const choices = leavesOf(instruction.arguments[2]!.type);
    return to.map((leaf, i) => {
      const choice = operands[2]![i]!;
      const zero = integer(b, choices[i]!, 0n);
      // Of vectors the sign counts, of scalars whether it is zero.
      const second = compare(b, to.length > 1 ? 'slt' : 'ne', choices[i]!, choice, zero);
      return select(b, leaf, second, operands[1]![i]!, operands[0]![i]!);
    });
  },
  bitselect: ({ b, to, operands }) =>
    to.map((leaf, i) => {
      const bits = isFloat(leaf) ? bitsOf(leaf) : leaf;
      const [x, y, mask] = [operands[0]![i]!, operands[1]![i]!, operands[2]![i]!];
      const differing = binary(b, 'and', bits, binary(b, 'xor', bits, x, y), mask);
      return binary(b, 'xor', bits, x, differing);
    }),
  shuffle: shuffled,
  shuffle2: shuffled,
  hadd: average(false),
  rhadd: average(true),
  mad_hi: ({ b, from, operands, signed, lowering }) =>
    from.map((leaf, i) => {
      const [x, y, z] = [operands[0]![i]!, operands[1]![i]!, operands[2]![i]!];
      return binary(b, 'add', leaf, highHalf(lowering, leaf, signed, x, y), z);
    }),
  mad_sat: ({ b, from, operands, signed }) =>
    from.map((leaf, i) => {
      const name = `${signed ? 's' : 'u'}madsat${leaf.representation === 'pair' ? 64 : 32}`;
      const [x, y, z] = [operands[0]![i]!, operands[1]![i]!, operands[2]![i]!];
      const value = call(b, name, x, y, z, b.word(leaf.bits));
      return leaf.bits < 32 ? masked(b, leaf.bits, value) : value;
    }),
  upsample: ({ b, to, from, operands }) =>
    to.map((leaf, i) => {
      const high = cast(b, 'zext', from[i]!, leaf, operands[0]![i]!);
      const low = cast(b, 'zext', from[i]!, leaf, operands[1]![i]!);
      const shifted = binary(b, 'shl', leaf, high, integer(b, leaf, BigInt(leaf.bits / 2)));
      return binary(b, 'or', leaf, shifted, low);
    }),
  dot: (built) => [
    convertFloat(built.b, DOUBLE, built.to[0]!, sumOfProducts(built, built.operands[0]!, built.operands[1]!)),
  ],
  length: (built) => [convertFloat(built.b, DOUBLE, built.to[0]!, rootOf(built, built.operands[0]!))],
  distance: (built) => [convertFloat(built.b, DOUBLE, built.to[0]!, rootOf(built, difference(built)))],
  normalize: (built) => {
    const { b, to, operands } = built;
    const length = rootOf(built, operands[0]!);
    return to.map((leaf, i) => {
      const quotient = binary(b, 'fdiv', DOUBLE, convertFloat(b, leaf, DOUBLE, operands[0]![i]!), length);
      const isZero = compareFloat(b, 'oeq', DOUBLE, length, b.double(0));
      return select(b, leaf, isZero, operands[0]![i]!, convertFloat(b, DOUBLE, leaf, quotient));
    });
  },
  cross: ({ b, to, operands }) => {
    const [x, y] = operands as [readonly number[], readonly number[]];
    const product = (i: number, j: number) => {
      const leaf = to[0]!;
      return binary(b, 'fsub', leaf, binary(b, 'fmul', leaf, x[i]!, y[j]!), binary(b, 'fmul', leaf, x[j]!, y[i]!));
    };
    const three = [product(1, 2), product(2, 0), product(0, 1)];
    return to.length > 3 ? [...three, b.constant(0, 0)] : three;
  },
  ilogb: ({ b, from, operands }) => from.map((leaf, i) => lowerIlogb(b, leaf, operands[0]![i]!)),
  nextafter: ({ b, from, operands }) =>
    from.map((leaf, i) => {
      const [x, y] = [operands[0]![i]!, operands[1]![i]!];
      if (leaf.representation !== 'half') return call(b, `nextafter:${leaf.representation}`, x, y);
      const next = call(b, 'nextafter:half', convertFloat(b, leaf, FLOAT, x), convertFloat(b, leaf, FLOAT, y));
      return convertFloat(b, FLOAT, leaf, next);
    }),
  fract: (built) => {
    const { b, to, operands } = built;
    const floors = to.map((leaf, i) => floating(b, 'floor', leaf, operands[0]![i]!));
    stored(built, to, floors);
    return to.map((leaf, i) => {
      const rest = binary(b, 'fsub', leaf, operands[0]![i]!, floors[i]!);
      const most = { half: 0x3bff, float: 0x3f7fffff } as Record<string, number>;
      const below = leaf.representation === 'double' ? b.double(1 - 2 ** -53) : b.word(most[leaf.representation]!);
      return select(b, leaf, compareFloat(b, 'olt', leaf, below, rest), below, rest);
    });
  },
  modf: (built) => {
    const { b, to, operands } = built;
    const whole = to.map((leaf, i) => floating(b, 'trunc', leaf, operands[0]![i]!));
    stored(built, to, whole);
    return to.map((leaf, i) => {
      const [x, n] = [operands[0]![i]!, whole[i]!];
      const rest = binary(b, 'fsub', leaf, x, n);
      // Infinity has no fraction, and a fraction of 0 has the number's sign.
      const isWhole = compareFloat(b, 'oeq', leaf, x, n);
      return floating(b, 'copysign', leaf, select(b, leaf, isWhole, b.constant(0, 0), rest), x);
    });
  },
  frexp: (built) => {
    const { b, to, operands } = built;
    stored(
      built,
      integers(to.length),
      to.map((leaf, i) => exponent(b, leaf, operands[0]![i]!)),
    );
    return to.map((leaf, i) => floating(b, 'frexp-mantissa', leaf, operands[0]![i]!));
  },
  lgamma_r: (built) => {
    const { b, to, operands } = built;
    const sign = (leaf: Leaf, i: number) =>
      cast(b, 'fptosi', leaf, WORD, floating(b, 'lgamma-sign', leaf, operands[0]![i]!));
    stored(built, integers(to.length), to.map(sign));
    return to.map((leaf, i) => floating(b, 'lgamma', leaf, operands[0]![i]!));
  },
  remquo: (built) => {
    const { b, to, operands } = built;
    const of = (name: string, leaf: Leaf, i: number) => floating(b, name, leaf, operands[0]![i]!, operands[1]![i]!);
    stored(
      built,
      integers(to.length),
      to.map((leaf, i) => cast(b, 'fptosi', leaf, WORD, of('remquo-quotient', leaf, i))),
    );
    return to.map((leaf, i) => of('remainder', leaf, i));
  },
};

/** The high half of a product. */
function highHalf(lowering: Lowering, leaf: Leaf, signed: boolean, x: number, y: number): number {
  const b = lowering.builder;
  if (leaf.bits >= 32) return call(b, `${signed ? 's' : 'u'}mulhi${leaf.bits}`, x, y);
  const extend = (value: number) => (signed ? b.compute(Op.sextin32, 'Wwn', value, 32 - leaf.bits) : value);
  const product = binary(b, 'mul', WORD, extend(x), extend(y));
  return masked(b, leaf.bits, binary(b, 'ashr', WORD, product, b.word(leaf.bits)));
}

// ---- conversions ----------------------------------------------------------------------------------------------------------

export function openclConversion(
  lowering: Lowering,
  name: string,
  instruction: Call,
  operands: readonly (readonly number[])[],
): readonly number[] | undefined {
  const match =
    /^_Z\d+(convert|as)_(u?)(char|short|int|long|float|double|half)\d*(_sat)?(?:_rt([ezpn]))?(?=[a-zD])/.exec(name);
  if (match === null) return undefined;
  const argument = instruction.arguments[0]!;
  if (match[1] === 'as') return lowering.castTo('bitcast', argument, instruction.type);
  const code = /(?:Dv\d+_)?(Dh|[a-z])$/.exec(name)?.[1] ?? 'i';
  const sources = leavesOf(argument.type);
  const conversion: Conversion = {
    fromFloat: code === 'f' || code === 'd' || code === 'Dh',
    toFloat: ['float', 'double', 'half'].includes(match[3]!),
    fromSigned: 'csilx'.includes(code),
    toSigned: match[2] !== 'u',
    saturates: match[4] !== undefined,
    rounding: match[5] ?? null,
  };
  return leavesOf(instruction.type).map((to, i) =>
    converted(lowering.builder, conversion, sources[i]!, to, operands[0]![i]!),
  );
}

interface Conversion {
  readonly fromFloat: boolean;
  readonly toFloat: boolean;
  readonly fromSigned: boolean;
  readonly toSigned: boolean;
  readonly saturates: boolean;
  /** OpenCL's letter: to even, to zero, up (p), down (n). */
  readonly rounding: string | null;
}

const ROUNDING: Record<string, string> = { e: 'rint', p: 'ceil', n: 'floor' };

function converted(b: Builder, wanted: Conversion, from: Leaf, to: Leaf, value: number): number {
  if (wanted.toFloat) return convertedToFloat(b, wanted, from, to, value);
  if (!wanted.fromFloat) return convertedInteger(b, wanted, from, to, value);
  const wide = from.representation === 'half' ? FLOAT : from;
  let x = convertFloat(b, from, wide, value);
  const round = ROUNDING[wanted.rounding ?? 'z'];
  if (round !== undefined) x = call(b, `${round}:${wide.representation}`, x);
  // What does not fit is the nearest number that does, and NaN is 0, whether asked for or not.
  return cast(b, wanted.toSigned ? 'fptosi' : 'fptoui', wide, to, x);
}

function convertedToFloat(b: Builder, wanted: Conversion, from: Leaf, to: Leaf, value: number): number {
  const { fromFloat, fromSigned, rounding } = wanted;
  // To even is what every conversion to a float does unless it is told otherwise.
  if (rounding === null || rounding === 'e') {
    if (!fromFloat) return cast(b, fromSigned ? 'sitofp' : 'uitofp', from, to, value);
    return convertFloat(b, from, to, value);
  }
  if (!fromFloat && from.representation === 'pair') {
    return call(b, `round-${rounding}:${fromSigned ? 's' : 'u'}64:${to.representation}`, value);
  }
  const exact = fromFloat
    ? convertFloat(b, from, DOUBLE, value)
    : cast(b, fromSigned ? 'sitofp' : 'uitofp', from, DOUBLE, value);
  return call(b, `round-${rounding}:double:${to.representation}`, exact);
}

function convertedInteger(b: Builder, wanted: Conversion, from: Leaf, to: Leaf, value: number): number {
  const { fromSigned, toSigned, saturates } = wanted;
  let x = value;
  if (saturates) {
    const low = toSigned ? -(2n ** BigInt(to.bits - 1)) : 0n;
    const high = toSigned ? 2n ** BigInt(to.bits - 1) - 1n : 2n ** BigInt(to.bits) - 1n;
    const lowest = fromSigned ? -(2n ** BigInt(from.bits - 1)) : 0n;
    const highest = fromSigned ? 2n ** BigInt(from.bits - 1) - 1n : 2n ** BigInt(from.bits) - 1n;
    const less = fromSigned ? 'slt' : 'ult';
    const bound = (n: bigint) => integer(b, from, n);
    if (low > lowest) x = select(b, from, compare(b, less, from, x, bound(low)), bound(low), x);
    if (high < highest) x = select(b, from, compare(b, less, from, bound(high), x), bound(high), x);
  }
  if (to.bits === from.bits) return x;
  return cast(b, to.bits < from.bits ? 'trunc' : fromSigned ? 'sext' : 'zext', from, to, x);
}

// ---- halves in memory -------------------------------------------------------------------------------------------------------

const HALF: Leaf = { representation: 'half', bits: 0, offset: 0, size: 2 };

/** The leaves of so many halves side by side. */
export function halves(count: number): Leaf[] {
  return Array.from({ length: count }, (_, i) => ({ ...HALF, offset: 2 * i }));
}

/** A float or double as `vstore_half` and its like store it; the rounding is in the name. */
export function toHalf(b: Builder, name: string, leaf: Leaf, value: number): number {
  const rounding = /_rt([zpn])/.exec(name)?.[1];
  if (rounding === undefined) return convertFloat(b, leaf, HALF, value);
  return call(b, `round-${rounding}:double:half`, convertFloat(b, leaf, DOUBLE, value));
}

/** A half that was loaded, as `vload_half` gives it. */
export function fromHalf(b: Builder, leaf: Leaf, value: number): number {
  if (!isFloat(leaf)) throw new Unsupported('a half that becomes no number');
  return convertFloat(b, HALF, leaf, value);
}
