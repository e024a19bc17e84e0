/**
 * Exact integer and float arithmetic that JavaScript has no operator for. A 64-bit integer is a pair of words; `high`
 * and `low` are any int32.
 */

const TWO32 = 4294967296;

const scratch = new DataView(new ArrayBuffer(8));

/** The high word of the unsigned product of two words. */
export function multiplyHighUnsigned(a: number, b: number): number {
  const al = a & 0xffff;
  const ah = a >>> 16;
  const bl = b & 0xffff;
  const bh = b >>> 16;
  const low = al * bl;
  const middle = ah * bl + (low >>> 16);
  const cross = al * bh + (middle & 0xffff);
  return (ah * bh + (middle >>> 16) + (cross >>> 16)) | 0;
}

export function toBigInt(low: number, high: number): bigint {
  return (BigInt(high) << 32n) | BigInt(low >>> 0);
}

export function toUnsignedBigInt(low: number, high: number): bigint {
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}

export function lowWord(value: bigint): number {
  return Number(BigInt.asIntN(32, value));
}

export function highWord(value: bigint): number {
  return Number(BigInt.asIntN(32, value >> 32n));
}

/** A 64-bit integer as the nearest double. */
export function int64ToDouble(low: number, high: number, signed: boolean): number {
  // One rounding only: `high * 2^32` is exact, and the addition rounds once.
  return (signed ? high : high >>> 0) * TWO32 + (low >>> 0);
}

/** A 64-bit integer as the nearest float. Rounding to double first would round twice, so the lost bits stay visible. */
export function int64ToFloat(low: number, high: number, signed: boolean): number {
  const value = int64ToDouble(low, high, signed);
  if (Math.abs(value) < 2 ** 53) return Math.fround(value);
  const sticky = (low & 0x7ff) !== 0 ? 1 : 0;
  const kept = (low & ~0x7ff) | (sticky << 11);
  return Math.fround((signed ? high : high >>> 0) * TWO32 + (kept >>> 0));
}

/** Truncation to an integer of `bits` ≤ 32 bits, saturating as GPUs do; NaN gives 0. */
export function doubleToInt32(value: number, bits: number, signed: boolean): number {
  if (Number.isNaN(value)) return 0;
  const truncated = Math.trunc(value);
  const min = signed ? -(2 ** (bits - 1)) : 0;
  const max = signed ? 2 ** (bits - 1) - 1 : 2 ** bits - 1;
  const clamped = Math.min(Math.max(truncated, min), max);
  return bits === 32 ? clamped | 0 : clamped & ((1 << bits) - 1);
}

/** Truncation to a 64-bit integer, saturating; the words go to `words[at]` and `words[at + 1]`. */
export function doubleToInt64(value: number, signed: boolean, words: Int32Array, at: number): void {
  let low = 0;
  let high = 0;
  const truncated = Math.trunc(value);
  if (signed && truncated >= 2 ** 63) {
    low = -1;
    high = 0x7fffffff;
  } else if (signed && truncated < -(2 ** 63)) {
    high = 1 << 31;
  } else if (!signed && truncated >= 2 ** 64) {
    low = -1;
    high = -1;
  } else if (!Number.isNaN(value) && (signed || truncated > 0)) {
    low = truncated | 0;
    high = Math.floor(truncated / TWO32) | 0;
  }
  words[at] = low;
  words[at + 1] = high;
}

/** The value of IEEE half bits. */
export function halfToNumber(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 0x3ff;
  const magnitude =
    exponent === 31
      ? fraction === 0
        ? Infinity
        : Number.NaN
      : exponent === 0
        ? fraction * 2 ** -24
        : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return bits & 0x8000 ? -magnitude : magnitude;
}

/** The nearest half's bits, ties to even. */
export function numberToHalf(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const magnitude = Math.abs(value);
  if (magnitude >= 65520) return sign | 0x7c00;
  if (magnitude < 2 ** -14) return sign | roundToEven(magnitude * 2 ** 24);
  let exponent = Math.floor(Math.log2(magnitude));
  // The logarithm may be off by one next to a power of two.
  if (2 ** exponent > magnitude) exponent--;
  else if (2 ** (exponent + 1) <= magnitude) exponent++;
  const fraction = roundToEven(magnitude * 2 ** (10 - exponent));
  return sign | (((exponent + 15) << 10) + fraction - 1024);
}

export function bfloatToNumber(bits: number): number {
  scratch.setInt32(0, bits << 16);
  return scratch.getFloat32(0);
}

/** The nearest bfloat's bits, ties to even. */
export function numberToBfloat(value: number): number {
  if (Number.isNaN(value)) return 0x7fc0;
  // Round to odd at float precision first, so that the second rounding sees what the first one lost.
  const rounded = Math.fround(value);
  scratch.setFloat32(0, rounded);
  let bits = scratch.getInt32(0);
  if (rounded !== value && (bits & 1) === 0) {
    bits += Math.abs(rounded) > Math.abs(value) ? -1 : 1;
  }
  const upper = bits >>> 16;
  const rest = bits & 0xffff;
  return (rest > 0x8000 || (rest === 0x8000 && (upper & 1) === 1) ? upper + 1 : upper) & 0xffff;
}

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
}

/** `a * b + c` of floats with one rounding. */
export function fusedMultiplyAddFloat(a: number, b: number, c: number): number {
  const product = a * b; // exact: 24 + 24 bits
  const sum = product + c;
  if (!Number.isFinite(sum)) return Math.fround(sum);
  // What the addition lost (Knuth's two-sum); with it the last bit is set to odd before the rounding to float.
  const virtual = sum - product;
  const error = product - (sum - virtual) + (c - virtual);
  if (error === 0) return Math.fround(sum);
  scratch.setFloat64(0, sum);
  if ((scratch.getInt32(4) & 1) === 0) {
    const towardsZero = error < 0 === sum > 0;
    const bits = scratch.getBigInt64(0) + (towardsZero ? -1n : 1n);
    scratch.setBigInt64(0, bits);
    return Math.fround(scratch.getFloat64(0));
  }
  return Math.fround(sum);
}

/** `a * b + c` of doubles with one rounding. */
export function fusedMultiplyAddDouble(a: number, b: number, c: number): number {
  const rough = a * b + c;
  if (!Number.isFinite(rough) || a === 0 || b === 0) return rough;
  const [am, ae] = decompose(a);
  const [bm, be] = decompose(b);
  const [cm, ce] = decompose(c);
  const productExponent = ae + be;
  const exponent = c === 0 ? productExponent : Math.min(productExponent, ce);
  // Exponents so far apart that the smaller summand cannot reach the rounding: shifting by them would cost memory only.
  const gap = Math.abs(productExponent - ce);
  if (c !== 0 && gap > 2300) return productExponent > ce ? a * b : c;
  const sum = ((am * bm) << BigInt(productExponent - exponent)) + (c === 0 ? 0n : cm << BigInt(ce - exponent));
  return sum === 0n ? rough : compose(sum, exponent);
}

/** An integer mantissa and exponent of a finite double. */
function decompose(value: number): [bigint, number] {
  scratch.setFloat64(0, value);
  const bits = scratch.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = biased === 0 ? fraction : fraction | 0x10000000000000n;
  return [bits >> 63n ? -mantissa : mantissa, (biased === 0 ? 1 : biased) - 1075];
}

/** `mantissa * 2^exponent` rounded to a double, ties to even. */
function compose(mantissa: bigint, exponent: number): number {
  const negative = mantissa < 0n;
  let magnitude = negative ? -mantissa : mantissa;
  const length = magnitude.toString(2).length;
  // The weight of the last bit that a double can hold here; subnormals hold fewer.
  const drop = Math.max(length - 53, -1074 - exponent);
  let scale = exponent;
  if (drop > 0) {
    const lost = magnitude & ((1n << BigInt(drop)) - 1n);
    const half = 1n << BigInt(drop - 1);
    magnitude >>= BigInt(drop);
    if (lost > half || (lost === half && (magnitude & 1n) === 1n)) magnitude++;
    scale += drop;
  }
  let result = Number(magnitude);
  // In two steps: 2^scale alone may be out of range.
  const first = Math.max(-1000, Math.min(1000, scale));
  result = result * 2 ** first * 2 ** (scale - first);
  return negative ? -result : result;
}

/** Ties to even, as `rint` and `nearbyint`. */
export function roundEven(value: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 2 ** 52) return value;
  const floor = Math.floor(value);
  const rest = value - floor;
  const rounded = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
  return rounded === 0 && (value < 0 || Object.is(value, -0)) ? -0 : rounded;
}

/** Codes of float predicates as the executor's `fcmp` operations carry them. */
export const FLOAT_PREDICATES = [
  'false',
  'oeq',
  'ogt',
  'oge',
  'olt',
  'ole',
  'one',
  'ord',
  'uno',
  'ueq',
  'ugt',
  'uge',
  'ult',
  'ule',
  'une',
  'true',
] as const;

export function compareFloats(predicate: number, a: number, b: number): number {
  switch (predicate) {
    case 1:
      return a === b ? 1 : 0;
    case 2:
      return a > b ? 1 : 0;
    case 3:
      return a >= b ? 1 : 0;
    case 4:
      return a < b ? 1 : 0;
    case 5:
      return a <= b ? 1 : 0;
    case 6:
      return a < b || a > b ? 1 : 0;
    case 7:
      return Number.isNaN(a) || Number.isNaN(b) ? 0 : 1;
    case 8:
      return Number.isNaN(a) || Number.isNaN(b) ? 1 : 0;
    case 9:
      return a < b || a > b ? 0 : 1;
    case 10:
      return a <= b ? 0 : 1;
    case 11:
      return a < b ? 0 : 1;
    case 12:
      return a >= b ? 0 : 1;
    case 13:
      return a > b ? 0 : 1;
    case 14:
      return a === b ? 0 : 1;
    default:
      return predicate === 15 ? 1 : 0;
  }
}
