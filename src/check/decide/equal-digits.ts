/** Two numbers with the same quotient and the same remainder of one division are one number. */
import { type Atom, type Cond, conjuncts, type Int, type Terms, visitAtoms } from '../../terms/index.ts';

/** Dividends of one divisor that are compared with each other. */
const DIVIDENDS = 8;

/**
 * The equalities of dividends that follow from equalities of their digits: what an index is taken apart into, by division
 * after division, tells it. The divisor need not be known: quotient and remainder of a division determine what was divided.
 */
export function equalByDigits(terms: Terms, condition: Cond): Cond[] {
  const known = new Set(conjuncts(condition));
  const found: Cond[] = [];
  const holds = (part: Cond) => part.kind === 'true' || known.has(part);
  const dividends = dividendsIn(condition);
  // The equality of one dividend may be that of another one's remainder.
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const { divisor, of } of dividends) {
      for (const [i, x] of of.entries()) {
        for (const y of of.slice(i + 1)) {
          const equal = terms.eq(x, y);
          if (holds(equal)) continue;
          if (!holds(terms.eq(terms.div(x, divisor), terms.div(y, divisor)))) continue;
          if (!holds(terms.eq(terms.mod(x, divisor), terms.mod(y, divisor)))) continue;
          known.add(equal);
          found.push(equal);
          isNew = true;
        }
      }
    }
  }
  return found;
}

/** What is divided, by divisors; those of one divisor that are too many are left out. */
function dividendsIn(condition: Cond): { readonly divisor: Int; readonly of: readonly Int[] }[] {
  const byDivisor = new Map<number, { readonly divisor: Int; readonly of: Set<Int> }>();
  visitAtoms([condition], (atom: Atom) => {
    // Of a remainder that is known another way there is the quotient alone: `x % 64` is `t % 64` for an `x` of `64·b + t`.
    if (atom.kind !== 'mod' && atom.kind !== 'div') return;
    const { divisor, dividend } = atom;
    const group = byDivisor.get(divisor.id) ?? { divisor, of: new Set() };
    group.of.add(dividend);
    byDivisor.set(divisor.id, group);
  });
  return [...byDivisor.values()].flatMap(({ divisor, of }) =>
    of.size < 2 || of.size > DIVIDENDS ? [] : { divisor, of: [...of] },
  );
}
