/** What terms and conditions are made of. */
import {
  type Cond,
  compareAtoms,
  type Int,
  type SymbolOrigin,
  someAtom,
  visitAtoms,
  withoutAtoms,
} from '../terms/index.ts';

/** The symbols, by id. */
export function symbolsOf(roots: readonly (Cond | Int)[]): Set<number> {
  const symbols = new Set<number>();
  visitAtoms(roots, (atom) => {
    if (atom.kind === 'symbol') symbols.add(atom.id);
  });
  return symbols;
}

export function isSubset(inner: ReadonlySet<number>, outer: ReadonlySet<number>): boolean {
  for (const id of inner) if (!outer.has(id)) return false;
  return true;
}

/** What indices are divided by; what is multiplied by more is no index that was divided. */
const LARGEST_UNIT = 1n << 16n;

/**
 * Is something made of a number: does it stand in one of the sums, by itself, as a multiple or divided by a unit, be it times other numbers
 * (`(i + 1) * width`)? What is only made of the same symbols, as a hash of an index is, does not count.
 */
export function isMadeOf(sums: readonly Int[], { monomials }: Int): boolean {
  const [first, ...others] = monomials;
  if (first === undefined) return true;
  return sums.some((sum) =>
    sum.monomials.some((product) => {
      const rest = withoutAtoms(product.atoms, first.atoms);
      if (rest === null || (product.coefficient * LARGEST_UNIT) / first.coefficient === 0n) return false;
      return others.every(({ coefficient, atoms }) => {
        const factors = [...atoms, ...rest].sort((a, b) => a.id - b.id);
        const found = sum.monomials.find((one) => compareAtoms(one.atoms, factors) === 0);
        return found !== undefined && found.coefficient * first.coefficient === product.coefficient * coefficient;
      });
    }),
  );
}

const NONE: ReadonlySet<number> = new Set();

/**
 * Where the values come from, apart from plain inputs and iterations of loops.
 * @param without symbols, by id, whose values do not matter
 */
export function originsOf(roots: readonly (Cond | Int)[], without = NONE): Set<SymbolOrigin> {
  const origins = new Set<SymbolOrigin>();
  visitAtoms(roots, (atom) => {
    if ((atom.kind === 'symbol' || atom.kind === 'apply') && !without.has(atom.id)) origins.add(atom.origin);
  });
  origins.delete('input');
  origins.delete('iteration');
  return origins;
}

/** True when the value is a guess of the analysis: one that is not known, or over-approximated. */
export function isGuess(origins: ReadonlySet<SymbolOrigin>): boolean {
  return origins.has('unknown') || origins.has('approximate');
}

/** True for terms that have one value for all threads of the launch. */
export function isOfLaunch(roots: readonly (Cond | Int)[]): boolean {
  return !someAtom(roots, (atom) => (atom.kind === 'symbol' || atom.kind === 'apply') && atom.sharing !== 'launch');
}
