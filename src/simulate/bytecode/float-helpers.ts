/** Helpers for floats: conversions and mathematics. Functions of floats are computed in double and rounded. */
import {
  bfloatToNumber,
  fusedMultiplyAddDouble,
  fusedMultiplyAddFloat,
  halfToNumber,
  int64ToDouble,
  int64ToFloat,
  numberToBfloat,
  numberToHalf,
  roundEven,
  toBigInt,
  toUnsignedBigInt,
} from '../arithmetic.ts';
import {
  erf,
  erfc,
  exponentOf,
  gammaSign,
  lgamma,
  mantissaOf,
  nextAfter,
  remquo,
  rootn,
  roundTowards,
  tgamma,
} from '../special-functions.ts';
import { type Helper, named } from './helper.ts';

type Unary = (x: number) => number;
type Binary = (x: number, y: number) => number;
type Ternary = (x: number, y: number, z: number) => number;

// ---- conversions ---------------------------------------------------------------------------------------------------------

function toWord(from: 'float' | 'double', compute: Unary): Helper {
  return (I, X, F, b, code, at) => {
    const x = b + code[at + 1]!;
    I[b + code[at]!] = compute(from === 'float' ? X[x]! : F[x >> 1]!);
    return 0;
  };
}

function wordToFloat(compute: Unary): Helper {
  return (I, X, _F, b, code, at) => {
    X[b + code[at]!] = compute(I[b + code[at + 1]!]!);
    return 0;
  };
}

function pairToFloat(signed: boolean): Helper {
  return (I, X, _F, b, code, at) => {
    const x = b + code[at + 1]!;
    X[b + code[at]!] = int64ToFloat(I[x]!, I[x + 1]!, signed);
    return 0;
  };
}

function pairToDouble(signed: boolean): Helper {
  return (I, _X, F, b, code, at) => {
    const x = b + code[at + 1]!;
    F[(b + code[at]!) >> 1] = int64ToDouble(I[x]!, I[x + 1]!, signed);
    return 0;
  };
}

const CONVERSIONS = {
  'float-to-half': toWord('float', numberToHalf),
  'float-to-bfloat': toWord('float', numberToBfloat),
  'double-to-half': toWord('double', numberToHalf),
  'double-to-bfloat': toWord('double', numberToBfloat),
  'half-to-float': wordToFloat(halfToNumber),
  'bfloat-to-float': wordToFloat(bfloatToNumber),
  's64-to-float': pairToFloat(true),
  's64-to-double': pairToDouble(true),
  'u64-to-float': pairToFloat(false),
  'u64-to-double': pairToDouble(false),
} satisfies Record<string, Helper>;

// ---- rounding in a direction ------------------------------------------------------------------------------------------------

type Format = 'half' | 'float' | 'double';
type Direction = 'p' | 'n' | 'z';

/** Writes a number in a format; a half as its bits. */
const WRITERS: Readonly<
  Record<Format, (I: Int32Array, X: Float32Array, F: Float64Array, at: number, x: number) => void>
> = {
  half: (I, _X, _F, at, x) => {
    I[at] = numberToHalf(x);
  },
  float: (_I, X, _F, at, x) => {
    X[at] = x;
  },
  double: (_I, _X, F, at, x) => {
    F[at >> 1] = x;
  },
};

function roundedDouble(direction: Direction, format: Format): Helper {
  const write = WRITERS[format];
  return (I, X, F, b, code, at) => {
    write(I, X, F, b + code[at]!, roundTowards(F[(b + code[at + 1]!) >> 1]!, direction, format));
    return 0;
  };
}

function roundedPair(direction: Direction, format: Format, signed: boolean): Helper {
  const write = WRITERS[format];
  const read = signed ? toBigInt : toUnsignedBigInt;
  return (I, X, F, b, code, at) => {
    const x = b + code[at + 1]!;
    write(I, X, F, b + code[at]!, roundTowards(read(I[x]!, I[x + 1]!), direction, format));
    return 0;
  };
}

const FORMATS = { half: 'half', float: 'float', double: 'double' } as const;

/** From doubles and 64-bit integers. */
function rounding<Towards extends Direction>(direction: Towards) {
  return named(FORMATS, (format) => [
    [`round-${direction}:double:${format}`, roundedDouble(direction, format)] as const,
    [`round-${direction}:s64:${format}`, roundedPair(direction, format, true)] as const,
    [`round-${direction}:u64:${format}`, roundedPair(direction, format, false)] as const,
  ]);
}

// ---- mathematics -----------------------------------------------------------------------------------------------------------

const UNARY = {
  acos: Math.acos,
  acospi: (x) => Math.acos(x) / Math.PI,
  acosh: Math.acosh,
  asin: Math.asin,
  asinpi: (x) => Math.asin(x) / Math.PI,
  asinh: Math.asinh,
  atan: Math.atan,
  atanpi: (x) => Math.atan(x) / Math.PI,
  atanh: Math.atanh,
  canonicalize: (x) => x,
  cbrt: Math.cbrt,
  ceil: Math.ceil,
  cos: Math.cos,
  cosh: Math.cosh,
  cospi: (x) => Math.cos(Math.PI * (x % 2)),
  degrees: (x) => (x * 180) / Math.PI,
  erf,
  erfc,
  erfcx: (x) => (x < 26 ? Math.exp(x * x) * erfc(x) : 1 / (x * Math.sqrt(Math.PI))),
  exp: Math.exp,
  exp10: (x) => 10 ** x,
  exp2: (x) => 2 ** x,
  expm1: Math.expm1,
  fabs: Math.abs,
  floor: Math.floor,
  lgamma,
  log: Math.log,
  log10: Math.log10,
  log1p: Math.log1p,
  log2: Math.log2,
  logb: (x) => (x === 0 ? -Infinity : Number.isFinite(x) ? exponentOf(x) - 1 : Math.abs(x)),
  nearbyint: roundEven,
  normcdf: (x) => erfc(-x / Math.SQRT2) / 2,
  radians: (x) => (x * Math.PI) / 180,
  rcbrt: (x) => 1 / Math.cbrt(x),
  rcp: (x) => 1 / x,
  rint: roundEven,
  round: (x) => (x < 0 ? -roundAway(-x) : roundAway(x)),
  roundeven: roundEven,
  rsqrt: (x) => 1 / Math.sqrt(x),
  saturate: (x) => (x > 0 ? Math.min(x, 1) : 0),
  sign: (x) => (Number.isNaN(x) ? 0 : Math.sign(x)),
  sin: Math.sin,
  sinh: Math.sinh,
  sinpi: (x) => Math.sin(Math.PI * (x % 2)),
  sqrt: Math.sqrt,
  tan: Math.tan,
  tanh: Math.tanh,
  tanpi: (x) => Math.tan(Math.PI * (x % 1)),
  tgamma,
  trunc: Math.trunc,
} satisfies Record<string, Unary>;

const BINARY = {
  atan2: Math.atan2,
  atan2pi: (y, x) => Math.atan2(y, x) / Math.PI,
  copysign: (x, y) => (y < 0 || Object.is(y, -0) ? -Math.abs(x) : Math.abs(x)),
  fdim: (x, y) => (x > y ? x - y : 0),
  fdivide: (x, y) => x / y,
  fmax: larger,
  fmin: smaller,
  fmod: (x, y) => x % y,
  hypot: Math.hypot,
  maxmag: (x, y) => (Math.abs(x) > Math.abs(y) ? x : Math.abs(y) > Math.abs(x) ? y : larger(x, y)),
  minmag: (x, y) => (Math.abs(x) < Math.abs(y) ? x : Math.abs(y) < Math.abs(x) ? y : smaller(x, y)),
  maximum: Math.max,
  minimum: Math.min,
  pow: (x, y) => (x === 1 || y === 0 ? 1 : x ** y),
  step: (edge, x) => (x < edge ? 0 : 1),
  remainder: (x, y) => remquo(x, y).remainder,
  rhypot: (x, y) => 1 / Math.hypot(x, y),
} satisfies Record<string, Binary>;

const TERNARY = {
  clamp: (x, low, high) => Math.min(Math.max(x, low), high),
  mix: (x, y, share) => x + (y - x) * share,
  smoothstep: (from, to, x) => {
    const t = Math.min(Math.max((x - from) / (to - from), 0), 1);
    return t * t * (3 - 2 * t);
  },
} satisfies Record<string, Ternary>;

/** Functions of a number and an integer. */
const WITH_INTEGER = {
  powi: (x, n) => x ** n,
  // In three steps, each of which is exact but for the last: a power of two may be out of range.
  ldexp: (x, n) => {
    const third = Math.trunc(Math.max(-3000, Math.min(3000, n)) / 3);
    const rest = Math.max(-3000, Math.min(3000, n)) - 2 * third;
    return x * 2 ** third * 2 ** third * 2 ** rest;
  },
  rootn,
} satisfies Record<string, Binary>;

/** One of the two results of `frexp`, `lgamma_r` and `remquo`. */
const FIRST_OF_TWO = { 'lgamma-sign': gammaSign, 'frexp-mantissa': mantissaOf } satisfies Record<string, Unary>;
const SECOND_OF_TWO = { 'remquo-quotient': (x, y) => remquo(x, y).quotient } satisfies Record<string, Binary>;

/** Functions that helpers have for float and double. */
export type ElementaryFunction =
  | keyof typeof UNARY
  | keyof typeof BINARY
  | keyof typeof TERNARY
  | keyof typeof WITH_INTEGER
  | 'fma';

export type MultipleResult = keyof typeof FIRST_OF_TWO | keyof typeof SECOND_OF_TWO;

/** How many operands each takes; an integer is the second one. */
export function arityOf(name: ElementaryFunction): 1 | 2 | 3 {
  if (Object.hasOwn(UNARY, name)) return 1;
  return name === 'fma' || Object.hasOwn(TERNARY, name) ? 3 : 2;
}

export function isElementary(name: string): name is ElementaryFunction {
  return name === 'fma' || [UNARY, BINARY, TERNARY, WITH_INTEGER].some((functions) => Object.hasOwn(functions, name));
}

function larger(x: number, y: number): number {
  return Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y);
}

function smaller(x: number, y: number): number {
  return Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y);
}

function roundAway(x: number): number {
  const floor = Math.floor(x);
  return x - floor >= 0.5 ? floor + 1 : floor;
}

function unary<Name extends string>(functions: Readonly<Record<Name, Unary>>) {
  return named(functions, (name, compute) => {
    const float: Helper = (_I, X, _F, b, code, at) => {
      X[b + code[at]!] = compute(X[b + code[at + 1]!]!);
      return 0;
    };
    const double: Helper = (_I, _X, F, b, code, at) => {
      F[(b + code[at]!) >> 1] = compute(F[(b + code[at + 1]!) >> 1]!);
      return 0;
    };
    return [[`${name}:float`, float] as const, [`${name}:double`, double] as const];
  });
}

function binary<Name extends string>(functions: Readonly<Record<Name, Binary>>) {
  return named(functions, (name, compute) => {
    const float: Helper = (_I, X, _F, b, code, at) => {
      X[b + code[at]!] = compute(X[b + code[at + 1]!]!, X[b + code[at + 2]!]!);
      return 0;
    };
    const double: Helper = (_I, _X, F, b, code, at) => {
      F[(b + code[at]!) >> 1] = compute(F[(b + code[at + 1]!) >> 1]!, F[(b + code[at + 2]!) >> 1]!);
      return 0;
    };
    return [[`${name}:float`, float] as const, [`${name}:double`, double] as const];
  });
}

function ternaryFloat(compute: Ternary): Helper {
  return (_I, X, _F, b, code, at) => {
    X[b + code[at]!] = compute(X[b + code[at + 1]!]!, X[b + code[at + 2]!]!, X[b + code[at + 3]!]!);
    return 0;
  };
}

function ternaryDouble(compute: Ternary): Helper {
  return (_I, _X, F, b, code, at) => {
    F[(b + code[at]!) >> 1] = compute(
      F[(b + code[at + 1]!) >> 1]!,
      F[(b + code[at + 2]!) >> 1]!,
      F[(b + code[at + 3]!) >> 1]!,
    );
    return 0;
  };
}

function withInteger<Name extends string>(functions: Readonly<Record<Name, Binary>>) {
  return named(functions, (name, compute) => {
    const float: Helper = (I, X, _F, b, code, at) => {
      X[b + code[at]!] = compute(X[b + code[at + 1]!]!, I[b + code[at + 2]!]!);
      return 0;
    };
    const double: Helper = (I, _X, F, b, code, at) => {
      F[(b + code[at]!) >> 1] = compute(F[(b + code[at + 1]!) >> 1]!, I[b + code[at + 2]!]!);
      return 0;
    };
    return [[`${name}:float`, float] as const, [`${name}:double`, double] as const];
  });
}

/** Of halves, which stand here as floats, neighbours are found among halves. */
function neighbour(format: 'half' | 'float'): Helper {
  return (_I, X, _F, b, code, at) => {
    X[b + code[at]!] = nextAfter(X[b + code[at + 1]!]!, X[b + code[at + 2]!]!, format);
    return 0;
  };
}

const doubleNeighbour: Helper = (_I, _X, F, b, code, at) => {
  F[(b + code[at]!) >> 1] = nextAfter(F[(b + code[at + 1]!) >> 1]!, F[(b + code[at + 2]!) >> 1]!, 'double');
  return 0;
};

export const FLOAT_HELPERS = {
  ...CONVERSIONS,
  ...unary(UNARY),
  ...binary(BINARY),
  ...unary(FIRST_OF_TWO),
  ...binary(SECOND_OF_TWO),
  'fma:float': ternaryFloat(fusedMultiplyAddFloat),
  'fma:double': ternaryDouble(fusedMultiplyAddDouble),
  ...named(TERNARY, (name, compute) => [
    [`${name}:float`, ternaryFloat(compute)] as const,
    [`${name}:double`, ternaryDouble(compute)] as const,
  ]),
  ...withInteger(WITH_INTEGER),
  // The power of two of a number as a word.
  'exponent:float': toWord('float', exponentOf),
  'exponent:double': toWord('double', exponentOf),
  'nextafter:half': neighbour('half'),
  'nextafter:float': neighbour('float'),
  'nextafter:double': doubleNeighbour,
  ...rounding('p'),
  ...rounding('n'),
  ...rounding('z'),
} satisfies Record<string, Helper>;
