/** Operations on the bits of small numbers, written out as arithmetic: reversed, counted, first and last ones. */
import type { Terms } from './arena.ts';
import type { Int } from './term.ts';

/** Numbers of more bits are not taken apart: indices within a block have ten. */
const BITS_LIMIT = 12;

export type BitCount = 'bitreverse' | 'ctpop' | 'ctlz' | 'cttz';

/** @param x unsigned, below `2^width`. @returns null where it may be too large to be taken apart. */
export function bitCount(t: Terms, operation: BitCount, x: Int, width: number): Int | null {
  const { low, high } = x.range;
  const bits = low !== null && low >= 0n && high !== null ? high.toString(2).length : Number.POSITIVE_INFINITY;
  if (bits > BITS_LIMIT) return null;
  const bit = (i: number) => t.mod(t.div(x, t.constant(1n << BigInt(i))), t.constant(2));
  let result = t.zero;
  switch (operation) {
    case 'bitreverse':
      for (let i = 0; i < bits; i++) result = t.add(result, t.scale(bit(i), 1n << BigInt(width - 1 - i)));
      return result;
    case 'ctpop':
      for (let i = 0; i < bits; i++) result = t.add(result, bit(i));
      return result;
    case 'ctlz':
      // The highest bit that is set decides.
      result = t.constant(width);
      for (let i = 0; i < bits; i++) {
        result = t.ite(t.le(t.constant(1n << BigInt(i)), x), t.constant(width - 1 - i), result);
      }
      return result;
    case 'cttz':
      result = t.constant(width);
      for (let i = bits - 1; i >= 0; i--) result = t.ite(t.eq(bit(i), t.one), t.constant(i), result);
      return result;
  }
}
