/** Bit patterns: bitwise operations on them, and when one of them is plain arithmetic. */
import { trailingZeros } from './number-theory.ts';
import { type BitOperator, content, type Int } from './term.ts';

/** Operands are unsigned patterns of `width` bits (`ashr` reads the left one as signed and returns unsigned). */
export function bitOperation(operator: BitOperator, left: bigint, right: bigint, width: number): bigint {
  const w = BigInt(width);
  const a = BigInt.asUintN(width, left);
  const b = BigInt.asUintN(width, right);
  switch (operator) {
    case 'and':
      return a & b;
    case 'or':
      return a | b;
    case 'xor':
      return a ^ b;
    case 'shl':
      return b >= w ? 0n : BigInt.asUintN(width, a << b);
    case 'lshr':
      return b >= w ? 0n : a >> b;
    case 'ashr':
      return BigInt.asUintN(width, BigInt.asIntN(width, a) >> (b >= w ? w - 1n : b));
  }
}

/** How many bits of a constant `xor` are written out as arithmetic. */
export const FLIPPED_BITS = 4;

/** `x ^ c = y ^ c` is `x = y`: the two, where the term is such a difference. */
export function withoutFlips(term: Int): [Int, Int] | null {
  const [p, q] = term.monomials;
  if (term.constant !== 0n || term.monomials.length !== 2 || p!.coefficient + q!.coefficient !== 0n) return null;
  if (p!.atoms.length !== 1 || q!.atoms.length !== 1) return null;
  const [a, b] = [p!.atoms[0]!, q!.atoms[0]!];
  if (a.kind !== 'bits' || b.kind !== 'bits' || a.operator !== 'xor' || b.operator !== 'xor') return null;
  if (a.width !== b.width) return null;
  if (a.left === b.left) return [a.right, b.right];
  if (a.left === b.right) return [a.right, b.left];
  if (a.right === b.left) return [a.left, b.right];
  return a.right === b.right ? [a.left, b.left] : null;
}

/** True when no value of the term has a bit of `mask`: it lies below the mask's lowest bit, or is a multiple above it. */
export function noCommonBits(term: Int, mask: bigint): boolean {
  if (mask <= 0n || term.range.low === null || term.range.low < 0n) return false;
  const lowest = 1n << trailingZeros(mask);
  if (term.range.high !== null && term.range.high < lowest) return true;
  const above = 1n << BigInt(mask.toString(2).length);
  return term.constant % above === 0n && content(term) % above === 0n;
}

/** True when no value of the term has a bit that `mask` lacks, as far as its range says so. */
export function onlyBitsOf({ range: { low, high } }: Int, mask: bigint): boolean {
  if (low === null || low < 0n || high === null) return false;
  const all = (1n << BigInt(high.toString(2).length)) - 1n;
  return (mask & all) === all;
}

/** True when one operand is a multiple of a power of two above the other's range. */
export function disjointBits(a: Int, b: Int): boolean {
  const test = (small: Int, big: Int): boolean => {
    if (small.range.low === null || small.range.low < 0n || small.range.high === null) return false;
    if (big.range.low === null || big.range.low < 0n) return false;
    const unit = 1n << BigInt(small.range.high === 0n ? 0 : small.range.high.toString(2).length);
    return big.constant % unit === 0n && content(big) % unit === 0n;
  };
  return test(a, b) || test(b, a);
}
