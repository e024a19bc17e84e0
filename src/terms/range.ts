/** Interval arithmetic: the bounds of a result from those of its operands. */
import { floorDiv } from './number-theory.ts';
import type { Atom, BitOperator, Range } from './term.ts';

export const UNBOUNDED: Range = { low: null, high: null };

export function addBound(a: bigint | null, b: bigint | null): bigint | null {
  return a === null || b === null ? null : a + b;
}

export function scaleRange(range: Range, factor: bigint): Range {
  const low = range.low === null ? null : range.low * factor;
  const high = range.high === null ? null : range.high * factor;
  return factor >= 0n ? { low, high } : { low: high, high: low };
}

export function productRange(a: Range, b: Range): Range {
  if (a.low !== null && a.high !== null && b.low !== null && b.high !== null) {
    const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
    let low = corners[0]!;
    let high = corners[0]!;
    for (const c of corners) {
      if (c < low) low = c;
      if (c > high) high = c;
    }
    return { low, high };
  }
  if (a.low !== null && a.low >= 0n && b.low !== null && b.low >= 0n) {
    const high = a.high !== null && b.high !== null ? a.high * b.high : null;
    return { low: a.low * b.low, high };
  }
  return UNBOUNDED;
}

export function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function ownRange(atom: Atom): Range {
  return atom.range;
}

export function squareRange(range: Range): Range {
  const product = productRange(range, range);
  return { low: product.low === null || product.low < 0n ? 0n : product.low, high: product.high };
}

export function quotientRange(a: Range, b: Range): Range {
  // The divisor is at least 1, whatever its range says.
  const least = b.low !== null && b.low >= 1n ? b.low : 1n;
  const most = b.high !== null && b.high < least ? least : b.high;
  const low =
    a.low === null ? null : a.low >= 0n ? (most === null ? 0n : floorDiv(a.low, most)) : floorDiv(a.low, least);
  const high =
    a.high === null ? null : a.high >= 0n ? floorDiv(a.high, least) : most === null ? -1n : floorDiv(a.high, most);
  return { low, high };
}

export function bitRange(operator: BitOperator, a: Range, b: Range, modulus: bigint): Range {
  const top = modulus - 1n;
  const ah = a.high === null || a.high > top ? top : a.high;
  const bh = b.high === null || b.high > top ? top : b.high;
  switch (operator) {
    case 'and':
      return { low: 0n, high: min(ah, bh) };
    case 'or':
    case 'xor': {
      const bits = BigInt(max(ah, bh).toString(2).length);
      return { low: 0n, high: (1n << bits) - 1n };
    }
    case 'lshr':
      return { low: 0n, high: ah };
    default:
      return { low: 0n, high: top };
  }
}
