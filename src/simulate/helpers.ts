/**
 * Rare operations, called through a table: wide division, conversions, bit tricks, mathematics. A helper reads and writes
 * registers of the frame whose words start at `b`; `code[at]` is its first result or operand, as a word index.
 */
import {
  bfloatToNumber,
  fusedMultiplyAddDouble,
  fusedMultiplyAddFloat,
  halfToNumber,
  highWord,
  int64ToDouble,
  int64ToFloat,
  lowWord,
  numberToBfloat,
  numberToHalf,
  roundEven,
  toBigInt,
  toUnsignedBigInt,
} from './arithmetic.ts';
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
} from './special-functions.ts';

export type Helper = (
  /** The registers as words, floats and doubles: views of one buffer. */
  I: Int32Array,
  X: Float32Array,
  F: Float64Array,
  b: number,
  code: Int32Array,
  at: number,
  /** 0, or the number of a failure (`HELPER_FAILURES`) for operations that can fail. */
) => number;

export const HELPER_FAILURES = ['', 'division by zero', 'an assertion does not hold'] as const;

export const HELPERS: Helper[] = [];
const numbers = new Map<string, number>();

function define(name: string, helper: Helper): void {
  numbers.set(name, HELPERS.length);
  HELPERS.push(helper);
}

/** The number of the helper called `name`. */
export function helper(name: string): number {
  const number = numbers.get(name);
  if (number === undefined) throw new Error(`no helper ${name}`);
  return number;
}

export function hasHelper(name: string): boolean {
  return numbers.has(name);
}

type Unary = (a: number) => number;
type Binary = (a: number, b: number) => number;

// ---- 64-bit integers -----------------------------------------------------------------------------------------------------

function pairs(name: string, signed: boolean, compute: (a: bigint, b: bigint) => bigint | null): void {
  define(name, (I, _X, _F, b, code, at) => {
    const d = b + code[at]!;
    const x = b + code[at + 1]!;
    const y = b + code[at + 2]!;
    const read = signed ? toBigInt : toUnsignedBigInt;
    const result = compute(read(I[x]!, I[x + 1]!), read(I[y]!, I[y + 1]!));
    if (result === null) return 1;
    I[d] = lowWord(result);
    I[d + 1] = highWord(result);
    return 0;
  });
}

pairs('sdiv64', true, (x, y) => (y === 0n ? null : x / y));
pairs('udiv64', false, (x, y) => (y === 0n ? null : x / y));
pairs('srem64', true, (x, y) => (y === 0n ? null : x % y));
pairs('urem64', false, (x, y) => (y === 0n ? null : x % y));
pairs('smulhi64', true, (x, y) => (x * y) >> 64n);
pairs('umulhi64', false, (x, y) => (x * y) >> 64n);
pairs('saddsat64', true, (x, y) => clampBig(x + y, -(1n << 63n), (1n << 63n) - 1n));
pairs('ssubsat64', true, (x, y) => clampBig(x - y, -(1n << 63n), (1n << 63n) - 1n));
pairs('uaddsat64', false, (x, y) => clampBig(x + y, 0n, (1n << 64n) - 1n));
pairs('usubsat64', false, (x, y) => clampBig(x - y, 0n, (1n << 64n) - 1n));

function clampBig(value: bigint, low: bigint, high: bigint): bigint {
  return value < low ? low : value > high ? high : value;
}

/** A word from a pair. */
function pairToWord(name: string, compute: (low: number, high: number) => number): void {
  define(name, (I, _X, _F, b, code, at) => {
    const x = b + code[at + 1]!;
    I[b + code[at]!] = compute(I[x]!, I[x + 1]!);
    return 0;
  });
}

pairToWord('popcount64', (low, high) => popcount(low) + popcount(high));
pairToWord('clz64', (low, high) => (high === 0 ? 32 + Math.clz32(low) : Math.clz32(high)));
pairToWord('ctz64', (low, high) => (low === 0 ? 32 + trailingZeros(high) : trailingZeros(low)));

define('bitreverse64', (I, _X, _F, b, code, at) => {
  const x = b + code[at + 1]!;
  const d = b + code[at]!;
  const low = I[x]!;
  I[d] = reverseBits(I[x + 1]!);
  I[d + 1] = reverseBits(low);
  return 0;
});
define('bswap64', (I, _X, _F, b, code, at) => {
  const x = b + code[at + 1]!;
  const d = b + code[at]!;
  const low = I[x]!;
  I[d] = swapBytes(I[x + 1]!);
  I[d + 1] = swapBytes(low);
  return 0;
});
/** A pair from its low and high word. */
define('join', (I, _X, _F, b, code, at) => {
  const low = I[b + code[at + 1]!]!;
  const high = I[b + code[at + 2]!]!;
  const d = b + code[at]!;
  I[d] = low;
  I[d + 1] = high;
  return 0;
});
define('high-word', (I, _X, _F, b, code, at) => {
  I[b + code[at]!] = I[b + code[at + 1]! + 1]!;
  return 0;
});

// ---- 32-bit integers -----------------------------------------------------------------------------------------------------

function words1(name: string, compute: Unary): void {
  define(name, (I, _X, _F, b, code, at) => {
    I[b + code[at]!] = compute(I[b + code[at + 1]!]!);
    return 0;
  });
}

function words2(name: string, compute: Binary): void {
  define(name, (I, _X, _F, b, code, at) => {
    I[b + code[at]!] = compute(I[b + code[at + 1]!]!, I[b + code[at + 2]!]!);
    return 0;
  });
}

words1('popcount32', popcount);
words1('clz32', Math.clz32);
words1('ctz32', trailingZeros);
words1('bitreverse32', reverseBits);
words1('bswap32', swapBytes);
words2('smulhi32', (x, y) => Number((BigInt(x) * BigInt(y)) >> 32n));
words2('umulhi32', (x, y) => Number(BigInt.asIntN(32, (BigInt(x >>> 0) * BigInt(y >>> 0)) >> 32n)));
words2('saddsat32', (x, y) => clamp(x + y, -2147483648, 2147483647));
words2('ssubsat32', (x, y) => clamp(x - y, -2147483648, 2147483647));
words2('uaddsat32', (x, y) => clamp((x >>> 0) + (y >>> 0), 0, 4294967295));
words2('usubsat32', (x, y) => clamp((x >>> 0) - (y >>> 0), 0, 4294967295));
/** `llvm.nvvm.fns(mask, base, offset)`: the n-th set bit from `base`. */
define('fns', (I, _X, _F, b, code, at) => {
  const mask = I[b + code[at + 1]!]!;
  const base = I[b + code[at + 2]!]!;
  const offset = I[b + code[at + 3]!]!;
  let result = -1;
  if (offset === 0) result = (mask >>> base) & 1 ? base : -1;
  else {
    const step = offset > 0 ? 1 : -1;
    let left = Math.abs(offset);
    for (let i = base; i >= 0 && i < 32; i += step) {
      if ((mask >>> i) & 1 && --left === 0) {
        result = i;
        break;
      }
    }
  }
  I[b + code[at]!] = result;
  return 0;
});
define('prmt', (I, _X, _F, b, code, at) => {
  const words = [I[b + code[at + 1]!]!, I[b + code[at + 2]!]!];
  const selector = I[b + code[at + 3]!]!;
  let result = 0;
  for (let i = 0; i < 4; i++) {
    const which = (selector >>> (i * 4)) & 15;
    let byte = (words[(which & 7) >> 2]! >>> ((which & 3) * 8)) & 255;
    if (which & 8) byte = byte & 128 ? 255 : 0;
    result |= byte << (i * 8);
  }
  I[b + code[at]!] = result;
  return 0;
});

/** Result and overflow flag (a second result) of word arithmetic. */
function overflow32(name: string, signed: boolean, compute: (a: bigint, b: bigint) => bigint): void {
  define(name, (I, _X, _F, b, code, at) => {
    const read = signed ? BigInt : (x: number) => BigInt(x >>> 0);
    const exact = compute(read(I[b + code[at + 2]!]!), read(I[b + code[at + 3]!]!));
    const wrapped = signed ? BigInt.asIntN(32, exact) : BigInt.asUintN(32, exact);
    I[b + code[at]!] = lowWord(exact);
    I[b + code[at + 1]!] = wrapped === exact ? 0 : 1;
    return 0;
  });
}

function overflow64(name: string, signed: boolean, compute: (a: bigint, b: bigint) => bigint): void {
  define(name, (I, _X, _F, b, code, at) => {
    const read = signed ? toBigInt : toUnsignedBigInt;
    const x = b + code[at + 2]!;
    const y = b + code[at + 3]!;
    const exact = compute(read(I[x]!, I[x + 1]!), read(I[y]!, I[y + 1]!));
    const wrapped = signed ? BigInt.asIntN(64, exact) : BigInt.asUintN(64, exact);
    I[b + code[at]!] = lowWord(exact);
    I[b + code[at]! + 1] = highWord(exact);
    I[b + code[at + 1]!] = wrapped === exact ? 0 : 1;
    return 0;
  });
}

for (const [name, compute] of [
  ['add', (x: bigint, y: bigint) => x + y],
  ['sub', (x: bigint, y: bigint) => x - y],
  ['mul', (x: bigint, y: bigint) => x * y],
] as const) {
  for (const signed of [true, false]) {
    overflow32(`${signed ? 's' : 'u'}${name}overflow32`, signed, compute);
    overflow64(`${signed ? 's' : 'u'}${name}overflow64`, signed, compute);
  }
}

export function popcount(value: number): number {
  let v = value - ((value >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function trailingZeros(value: number): number {
  return value === 0 ? 32 : 31 - Math.clz32(value & -value);
}

function reverseBits(value: number): number {
  let v = value;
  v = ((v >>> 1) & 0x55555555) | ((v & 0x55555555) << 1);
  v = ((v >>> 2) & 0x33333333) | ((v & 0x33333333) << 2);
  v = ((v >>> 4) & 0x0f0f0f0f) | ((v & 0x0f0f0f0f) << 4);
  return swapBytes(v);
}

function swapBytes(v: number): number {
  return (v << 24) | ((v & 0xff00) << 8) | ((v >>> 8) & 0xff00) | (v >>> 24);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

// ---- conversions ---------------------------------------------------------------------------------------------------------

function toWord(name: string, compute: Unary, from: 'word' | 'float' | 'double'): void {
  define(name, (I, X, F, b, code, at) => {
    const x = b + code[at + 1]!;
    I[b + code[at]!] = compute(from === 'word' ? I[x]! : from === 'float' ? X[x]! : F[x >> 1]!);
    return 0;
  });
}

toWord('float-to-half', numberToHalf, 'float');
toWord('float-to-bfloat', numberToBfloat, 'float');
toWord('double-to-half', numberToHalf, 'double');
toWord('double-to-bfloat', numberToBfloat, 'double');
define('half-to-float', (I, X, _F, b, code, at) => {
  X[b + code[at]!] = halfToNumber(I[b + code[at + 1]!]!);
  return 0;
});
define('bfloat-to-float', (I, X, _F, b, code, at) => {
  X[b + code[at]!] = bfloatToNumber(I[b + code[at + 1]!]!);
  return 0;
});
for (const signed of [true, false]) {
  define(`${signed ? 's' : 'u'}64-to-float`, (I, X, _F, b, code, at) => {
    const x = b + code[at + 1]!;
    X[b + code[at]!] = int64ToFloat(I[x]!, I[x + 1]!, signed);
    return 0;
  });
  define(`${signed ? 's' : 'u'}64-to-double`, (I, _X, F, b, code, at) => {
    const x = b + code[at + 1]!;
    F[(b + code[at]!) >> 1] = int64ToDouble(I[x]!, I[x + 1]!, signed);
    return 0;
  });
}

// ---- mathematics -----------------------------------------------------------------------------------------------------------

/** A function of floats or doubles: under `name:float` and `name:double`. Floats are computed in double and rounded. */
function mathematics(name: string, arity: 1 | 2, compute: (a: number, b: number) => number): void {
  define(`${name}:float`, (_I, X, _F, b, code, at) => {
    X[b + code[at]!] = compute(X[b + code[at + 1]!]!, arity === 2 ? X[b + code[at + 2]!]! : 0);
    return 0;
  });
  define(`${name}:double`, (_I, _X, F, b, code, at) => {
    F[(b + code[at]!) >> 1] = compute(F[(b + code[at + 1]!) >> 1]!, arity === 2 ? F[(b + code[at + 2]!) >> 1]! : 0);
    return 0;
  });
}

const UNARY: Record<string, Unary> = {
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
  'lgamma-sign': gammaSign,
  lgamma,
  log: Math.log,
  log10: Math.log10,
  log1p: Math.log1p,
  log2: Math.log2,
  logb: (x) => (x === 0 ? -Infinity : Number.isFinite(x) ? exponentOf(x) - 1 : Math.abs(x)),
  'frexp-mantissa': mantissaOf,
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
};

const BINARY: Record<string, Binary> = {
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
  'remquo-quotient': (x, y) => remquo(x, y).quotient,
};

function larger(x: number, y: number): number {
  return Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y);
}

function smaller(x: number, y: number): number {
  return Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y);
}

for (const [name, compute] of Object.entries(UNARY)) mathematics(name, 1, compute);
for (const [name, compute] of Object.entries(BINARY)) mathematics(name, 2, compute);

define('fma:float', (_I, X, _F, b, code, at) => {
  X[b + code[at]!] = fusedMultiplyAddFloat(X[b + code[at + 1]!]!, X[b + code[at + 2]!]!, X[b + code[at + 3]!]!);
  return 0;
});
define('fma:double', (_I, _X, F, b, code, at) => {
  F[(b + code[at]!) >> 1] = fusedMultiplyAddDouble(
    F[(b + code[at + 1]!) >> 1]!,
    F[(b + code[at + 2]!) >> 1]!,
    F[(b + code[at + 3]!) >> 1]!,
  );
  return 0;
});
const TERNARY: Record<string, (a: number, b: number, c: number) => number> = {
  clamp: (x, low, high) => Math.min(Math.max(x, low), high),
  mix: (x, y, share) => x + (y - x) * share,
  smoothstep: (from, to, x) => {
    const t = Math.min(Math.max((x - from) / (to - from), 0), 1);
    return t * t * (3 - 2 * t);
  },
};

for (const [name, compute] of Object.entries(TERNARY)) {
  define(`${name}:float`, (_I, X, _F, b, code, at) => {
    X[b + code[at]!] = compute(X[b + code[at + 1]!]!, X[b + code[at + 2]!]!, X[b + code[at + 3]!]!);
    return 0;
  });
  define(`${name}:double`, (_I, _X, F, b, code, at) => {
    F[(b + code[at]!) >> 1] = compute(
      F[(b + code[at + 1]!) >> 1]!,
      F[(b + code[at + 2]!) >> 1]!,
      F[(b + code[at + 3]!) >> 1]!,
    );
    return 0;
  });
}

/** Functions of a number and an integer. */
const WITH_INTEGER: Record<string, Binary> = {
  powi: (x, n) => x ** n,
  // In three steps, each of which is exact but for the last: a power of two may be out of range.
  ldexp: (x, n) => {
    const third = Math.trunc(Math.max(-3000, Math.min(3000, n)) / 3);
    const rest = Math.max(-3000, Math.min(3000, n)) - 2 * third;
    return x * 2 ** third * 2 ** third * 2 ** rest;
  },
  rootn,
};

for (const [power, compute] of Object.entries(WITH_INTEGER)) {
  define(`${power}:float`, (I, X, _F, b, code, at) => {
    X[b + code[at]!] = compute(X[b + code[at + 1]!]!, I[b + code[at + 2]!]!);
    return 0;
  });
  define(`${power}:double`, (I, _X, F, b, code, at) => {
    F[(b + code[at]!) >> 1] = compute(F[(b + code[at + 1]!) >> 1]!, I[b + code[at + 2]!]!);
    return 0;
  });
}

/** The power of two of a number as a word. */
define('exponent:float', (I, X, _F, b, code, at) => {
  I[b + code[at]!] = exponentOf(X[b + code[at + 1]!]!);
  return 0;
});
define('exponent:double', (I, _X, F, b, code, at) => {
  I[b + code[at]!] = exponentOf(F[(b + code[at + 1]!) >> 1]!);
  return 0;
});

/** Neighbours: of halves they are found among halves, which stand here as floats. */
for (const format of ['half', 'float'] as const) {
  define(`nextafter:${format}`, (_I, X, _F, b, code, at) => {
    X[b + code[at]!] = nextAfter(X[b + code[at + 1]!]!, X[b + code[at + 2]!]!, format);
    return 0;
  });
}
define('nextafter:double', (_I, _X, F, b, code, at) => {
  F[(b + code[at]!) >> 1] = nextAfter(F[(b + code[at + 1]!) >> 1]!, F[(b + code[at + 2]!) >> 1]!, 'double');
  return 0;
});

/** Rounding in a direction: from doubles and 64-bit integers to formats; a half comes as its bits. */
for (const direction of ['p', 'n', 'z'] as const) {
  for (const format of ['half', 'float', 'double'] as const) {
    const set = (I: Int32Array, X: Float32Array, F: Float64Array, at: number, value: number) => {
      if (format === 'half') I[at] = numberToHalf(value);
      else if (format === 'float') X[at] = value;
      else F[at >> 1] = value;
    };
    define(`round-${direction}:double:${format}`, (I, X, F, b, code, at) => {
      set(I, X, F, b + code[at]!, roundTowards(F[(b + code[at + 1]!) >> 1]!, direction, format));
      return 0;
    });
    for (const signed of [true, false]) {
      define(`round-${direction}:${signed ? 's' : 'u'}64:${format}`, (I, X, F, b, code, at) => {
        const x = b + code[at + 1]!;
        const exact = signed ? toBigInt(I[x]!, I[x + 1]!) : toUnsignedBigInt(I[x]!, I[x + 1]!);
        set(I, X, F, b + code[at]!, roundTowards(exact, direction, format));
        return 0;
      });
    }
  }
}

/** `mad_sat(x, y, z)` of integers of so many bits, the fourth operand; words and pairs. */
for (const signed of [true, false]) {
  const bounds = (bits: number): [bigint, bigint] =>
    signed ? [-(1n << BigInt(bits - 1)), (1n << BigInt(bits - 1)) - 1n] : [0n, (1n << BigInt(bits)) - 1n];
  define(`${signed ? 's' : 'u'}madsat32`, (I, _X, _F, b, code, at) => {
    const bits = I[b + code[at + 4]!]!;
    const read = (i: number) => {
      const value = BigInt(I[b + code[at + i]!]!);
      return signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
    };
    const result = clampBig(read(1) * read(2) + read(3), ...bounds(bits));
    I[b + code[at]!] = Number(BigInt.asIntN(32, BigInt.asUintN(bits, result)));
    return 0;
  });
  define(`${signed ? 's' : 'u'}madsat64`, (I, _X, _F, b, code, at) => {
    const read = (i: number) => {
      const x = b + code[at + i]!;
      return signed ? toBigInt(I[x]!, I[x + 1]!) : toUnsignedBigInt(I[x]!, I[x + 1]!);
    };
    const result = clampBig(read(1) * read(2) + read(3), ...bounds(64));
    const d = b + code[at]!;
    I[d] = lowWord(result);
    I[d + 1] = highWord(result);
    return 0;
  });
}

/** How many operands the function of mathematics takes; undefined when it is not in the table. */
export function mathArity(name: string): number | undefined {
  if (Object.hasOwn(UNARY, name)) return 1;
  if (Object.hasOwn(BINARY, name)) return 2;
  return name === 'fma' || Object.hasOwn(TERNARY, name) ? 3 : undefined;
}

function roundAway(x: number): number {
  const floor = Math.floor(x);
  return x - floor >= 0.5 ? floor + 1 : floor;
}

// ---- address spaces --------------------------------------------------------------------------------------------------------

/** True when the address lies in `[from, to)`, given as further operands. */
define('in-range', (I, _X, F, b, code, at) => {
  const address = F[(b + code[at + 1]!) >> 1]!;
  const from = F[(b + code[at + 2]!) >> 1]!;
  const to = F[(b + code[at + 3]!) >> 1]!;
  I[b + code[at]!] = address >= from && address < to ? 1 : 0;
  return 0;
});

define('assert', (I, _X, _F, b, code, at) => (I[b + code[at]!] === 0 ? 2 : 0));
