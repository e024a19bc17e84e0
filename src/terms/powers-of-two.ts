/** Powers of two that loops go through, as strides of a sort do, and remainders by them. */
import type { Terms } from './arena.ts';
import { type Atom, type Int, isConstant, single } from './term.ts';

/**
 * True for what is a power of two, or zero, in every round of the loops that it comes from, and however far it is shifted.
 * @param isStated whether somebody says it of a symbol
 */
export function isPowerOfTwoOrZero(term: Int, isStated: (symbol: Atom) => boolean = () => false): boolean {
  if (isConstant(term)) return term.constant >= 0n && (term.constant & (term.constant - 1n)) === 0n;
  const atom = single(term);
  const isPower = (part: Int) => isPowerOfTwoOrZero(part, isStated);
  if (atom?.kind === 'symbol') return isStated(atom);
  if (atom?.kind === 'div') return isConstant(atom.divisor) && [atom.dividend, atom.divisor].every(isPower);
  if (atom?.kind === 'bits') return (atom.operator === 'shl' || atom.operator === 'lshr') && isPower(atom.left);
  if (atom?.kind !== 'geometric') return false;
  const { low } = atom.step.range;
  return low !== null && low >= 0n && isPower(atom.start);
}

/**
 * The same number, with `d·(x / d)` for `x - x % d` where that shows that it is not negative: `2·x - x % d`. Of a constant divisor the
 * ranges say as much.
 */
export function withoutRemainders(t: Terms, term: Int): Int {
  if (term.range.low !== null && term.range.low >= 0n) return term;
  let result = term;
  for (const { coefficient, atoms } of term.monomials) {
    const [atom, ...others] = atoms;
    if (atom?.kind !== 'mod' || others.length > 0 || coefficient >= 0n || isConstant(atom.divisor)) continue;
    const { dividend, divisor } = atom;
    const rest = t.sub(dividend, t.mul(divisor, t.div(dividend, divisor)));
    result = t.combine(t.combine(result, -coefficient, t.ofAtom(atom)), coefficient, rest);
  }
  return result.range.low !== null && result.range.low >= 0n ? result : term;
}
