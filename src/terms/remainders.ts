/** Conditions on one number that go by its remainders: in which round of a loop which buffer's turn is. */
import { Evaluator } from './evaluate.ts';
import { gcd } from './number-theory.ts';
import { type Atom, type Cond, type Int, isConnective, isConstant } from './term.ts';

/** Conditions that repeat only after more numbers than this are not looked at. */
const PERIOD_LIMIT = 64n;

/**
 * True when a condition on the remainders of one symbol holds for no number: it repeats with the least common multiple of
 * the divisors, and so all cases are tried. False as well where the condition says anything else.
 */
export function holdsForNoRemainder(condition: Cond): boolean {
  const found = { symbol: null as Atom | null, period: 1n };
  if (!goesByRemainders(condition, found) || found.symbol === null || found.period > PERIOD_LIMIT) return false;
  for (let value = 0n; value < found.period; value++) {
    const values = new Evaluator({ symbol: () => value, apply: () => 0n });
    if (values.cond(condition)) return false;
  }
  return true;
}

function goesByRemainders(condition: Cond, found: { symbol: Atom | null; period: bigint }): boolean {
  if (condition.kind === 'true' || condition.kind === 'false') return true;
  if (isConnective(condition)) return condition.parts.every((part) => goesByRemainders(part, found));
  return atomsOf(condition.term).every((atom) => {
    if (atom.kind !== 'mod' || !isConstant(atom.divisor)) return false;
    const divisor = atom.divisor.constant;
    found.period = (found.period / gcd(found.period, divisor)) * divisor;
    return atomsOf(atom.dividend).every((symbol) => {
      if (symbol.kind !== 'symbol' || (found.symbol !== null && found.symbol !== symbol)) return false;
      found.symbol = symbol;
      return true;
    });
  });
}

function atomsOf(term: Int): Atom[] {
  return term.monomials.flatMap(({ atoms }) => atoms);
}
