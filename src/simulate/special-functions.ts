/**
 * Functions of mathematics that JavaScript does not have, on doubles. Those with an exact answer (neighbours, mantissas,
 * directed rounding) give it. The others are good to a float's last place, and of doubles to twelve digits or more.
 */
import { halfToNumber, numberToHalf } from './arithmetic.ts';

const view = new DataView(new ArrayBuffer(8));

/** The error function, by a series of positive terms near 0 and by one minus the other further out. */
export function erf(x: number): number {
  if (Number.isNaN(x)) return x;
  const size = Math.abs(x);
  if (size > 6) return Math.sign(x);
  if (size > 2) return Math.sign(x) * (1 - erfc(size));
  let term = x;
  let sum = x;
  for (let n = 1; Math.abs(term) > Math.abs(sum) * 1e-18 && n < 200; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/** One minus the error function; for large numbers by a continued fraction, where nothing cancels. */
export function erfc(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x < 2) return 1 - erf(x);
  if (x > 28) return 0;
  let fraction = 0;
  for (let n = 120; n > 0; n--) fraction = n / 2 / (x + fraction);
  return Math.exp(-x * x) / (x + fraction) / Math.sqrt(Math.PI);
}

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function lanczos(x: number): { readonly sum: number; readonly t: number } {
  let sum = LANCZOS[0]!;
  for (let i = 1; i < LANCZOS.length; i++) sum += LANCZOS[i]! / (x + i);
  return { sum, t: x + 7.5 };
}

export function tgamma(x: number): number {
  if (Number.isNaN(x) || x === Infinity) return x;
  if (x === 0) return 1 / x;
  if (Number.isInteger(x)) {
    if (x < 0) return Number.NaN;
    if (x > 171) return Infinity;
    let product = 1;
    for (let i = 2; i < x; i++) product *= i;
    return product;
  }
  if (x < 0.5) return Math.PI / (Math.sin(Math.PI * x) * tgamma(1 - x));
  const { sum, t } = lanczos(x - 1);
  return Math.sqrt(2 * Math.PI) * t ** (x - 0.5) * Math.exp(-t) * sum;
}

/** The logarithm of the size of the gamma function. */
export function lgamma(x: number): number {
  if (Number.isNaN(x)) return x;
  if (!Number.isFinite(x) || (x <= 0 && Number.isInteger(x))) return Infinity;
  if (x === 1 || x === 2) return 0;
  if (x < 0.5) return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * x))) - lgamma(1 - x);
  const { sum, t } = lanczos(x - 1);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

/** The sign of the gamma function, 0 where it has a pole. */
export function gammaSign(x: number): number {
  if (x <= 0 && Number.isInteger(x)) return 0;
  return x > 0 || Math.floor(x) % 2 === 0 ? 1 : -1;
}

/** The power of two of a number: `x` is `m * 2^e` with `m` at least 1/2 and below 1. */
export function exponentOf(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return 0;
  view.setFloat64(0, x);
  const biased = (view.getInt32(0) >>> 20) & 0x7ff;
  if (biased !== 0) return biased - 1022;
  return exponentOf(x * 2 ** 60) - 60;
}

/** The part of `frexp` that is not the exponent. */
export function mantissaOf(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  const exponent = exponentOf(x);
  // In two steps: a power of two may be out of range.
  return x / 2 ** Math.trunc(exponent / 2) / 2 ** (exponent - Math.trunc(exponent / 2));
}

/** The remainder of the nearest quotient, and that quotient's last seven bits with its sign. */
export function remquo(x: number, y: number): { readonly remainder: number; readonly quotient: number } {
  if (!Number.isFinite(x) || Number.isNaN(y) || y === 0) return { remainder: Number.NaN, quotient: 0 };
  if (!Number.isFinite(y)) return { remainder: x, quotient: 0 };
  const size = Math.abs(y);
  let rest = Math.abs(x) % (256 * size);
  let quotient = 0;
  for (let bit = 128; bit >= 1; bit >>= 1) {
    if (rest >= bit * size) {
      rest -= bit * size;
      quotient += bit;
    }
  }
  const twice = rest - (size - rest);
  if (twice > 0 || (twice === 0 && quotient % 2 === 1)) {
    rest -= size;
    quotient++;
  }
  const sign = x < 0 || Object.is(x, -0) ? -1 : 1;
  return { remainder: sign * rest, quotient: (sign < 0 !== y < 0 ? -1 : 1) * (quotient & 127) };
}

/** `x` to the power of one in `n`. */
export function rootn(x: number, n: number): number {
  if (n === 0 || (x < 0 && n % 2 === 0)) return Number.NaN;
  if (n === 3) return Math.cbrt(x);
  return x < 0 ? -((-x) ** (1 / n)) : x ** (1 / n);
}

export type Format = 'half' | 'bfloat' | 'float' | 'double';
/** Up, down, towards zero. */
export type Direction = 'p' | 'n' | 'z';

/** The next number of the format in that direction. */
export function neighbour(x: number, up: boolean, format: 'half' | 'float' | 'double'): number {
  if (Number.isNaN(x) || x === (up ? Infinity : -Infinity)) return x;
  if (x === 0) return (up ? 1 : -1) * { half: 2 ** -24, float: 2 ** -149, double: 2 ** -1074 }[format];
  const away = x > 0 === up ? 1 : -1;
  switch (format) {
    case 'half':
      return halfToNumber(numberToHalf(x) + away);
    case 'float':
      view.setFloat32(0, x);
      view.setInt32(0, view.getInt32(0) + away);
      return view.getFloat32(0);
    case 'double':
      view.setFloat64(0, x);
      view.setBigInt64(0, view.getBigInt64(0) + BigInt(away));
      return view.getFloat64(0);
  }
}

/** `nextafter`: from `x` one step towards `y`. */
export function nextAfter(x: number, y: number, format: 'half' | 'float' | 'double'): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  return x === y ? y : neighbour(x, y > x, format);
}

/** A number, or an integer of any size, rounded to a format in one direction. */
export function roundTowards(
  exact: number | bigint,
  direction: Direction,
  format: 'half' | 'float' | 'double',
): number {
  const near = Number(exact);
  const rounded =
    format === 'double' ? near : format === 'float' ? Math.fround(near) : halfToNumber(numberToHalf(near));
  if (Number.isNaN(rounded)) return rounded;
  // Comparing a bigint with a number is exact in JavaScript.
  const isAbove = rounded > exact;
  const isBelow = rounded < exact;
  const down = direction === 'n' || (direction === 'z' && exact > 0);
  if (down && isAbove) return neighbour(rounded, false, format);
  if (!down && isBelow) return neighbour(rounded, true, format);
  return rounded;
}
