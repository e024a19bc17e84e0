/**
 * Small values for the symbols that make a question nonlinear. With these it is linear, and what is found is a model of the question
 * as it stands.
 */
import { type Atom, type Cond, type Int, isConstant, type Terms, visitAtoms, visitTerms } from '../../terms/index.ts';

/** All sizes get the same one: small, odd, and warp-like. */
const SMALL_SIZES = [2n, 4n, 1n, 3n, 32n, 16n, 64n, 8n, 0n] as const;
const SMALL_ITERATIONS = [0n, 1n, 2n] as const;

/** One size that is smaller than all others, as the stride of rows that run into each other: how small, and the others. */
const ONE_IS_SMALLER = [
  [0n, 4n],
  [1n, 32n],
  [2n, 4n],
] as const;
/** Of more sizes no single one is tried. */
const MOST_SIZES = 6;

/** @returns values by the atoms' ids, those first that are tried first; none where nothing is to be fixed */
export function* smallAssignments(terms: Terms, roots: readonly (Cond | Int)[]): Iterable<ReadonlyMap<number, bigint>> {
  const { sizes, iterations, steps } = nonlinearSymbols(terms, roots);
  if (sizes.size + iterations.size + steps.size === 0) return;
  yield* allAlike([...sizes, ...[...steps].filter(isSize)], [...iterations, ...[...steps].filter((a) => !isSize(a))]);
  // Of a number that is shifted the solver knows each power.
  if (steps.size > 0) yield* allAlike([...sizes], [...iterations]);
  if (sizes.size < 2 || sizes.size > MOST_SIZES || iterations.size > 0) return;
  for (const [small, large] of ONE_IS_SMALLER) {
    for (const smallest of sizes) {
      yield new Map([...sizes].map((atom) => [atom.id, nearestTo(atom, atom === smallest ? small : large)]));
    }
  }
}

function* allAlike(sizes: readonly Atom[], iterations: readonly Atom[]): Iterable<ReadonlyMap<number, bigint>> {
  if (sizes.length + iterations.length === 0) {
    yield new Map();
    return;
  }
  const rounds = iterations.length === 0 ? [0n] : SMALL_ITERATIONS;
  for (const size of SMALL_SIZES) {
    for (const round of rounds) {
      yield new Map([
        ...sizes.map((atom) => [atom.id, nearestTo(atom, size)] as const),
        ...iterations.map((atom) => [atom.id, nearestTo(atom, round)] as const),
      ]);
    }
  }
}

/** The value that the symbol may have which is nearest to this one. */
export function nearestTo({ range: { low, high } }: Atom, value: bigint): bigint {
  if (low !== null && value < low) return low;
  return high !== null && value > high ? high : value;
}

interface NonlinearSymbols {
  readonly sizes: Set<Atom>;
  readonly iterations: Set<Atom>;
  /** Those of both kinds that only say how far a number is shifted. */
  readonly steps: Set<Atom>;
}

/** Symbols whose fixing makes products, symbolic divisors and geometric variables linear. */
function nonlinearSymbols(terms: Terms, roots: readonly (Cond | Int)[]): NonlinearSymbols {
  const found: NonlinearSymbols = { sizes: new Set(), iterations: new Set(), steps: new Set() };
  const addAll = (term: Int) => {
    for (const atom of choosable(term)) (isSize(atom) ? found.sizes : found.iterations).add(atom);
  };
  const onTerm = (term: Int) => {
    for (const m of term.monomials) {
      if (m.atoms.length < 2) continue;
      const sizes = m.atoms.filter((a) => a.kind === 'symbol' && a.sharing === 'launch');
      if (sizes.length >= m.atoms.length - 1) for (const a of sizes.slice(0, m.atoms.length - 1)) found.sizes.add(a);
      else for (const a of m.atoms.slice(0, -1)) addAll(terms.ofAtom(a));
    }
  };
  for (const root of roots) visitTerms([root], onTerm);
  visitAtoms(roots, (atom) => {
    if ((atom.kind === 'div' || atom.kind === 'mod') && atom.divisor.monomials.length > 0) addAll(atom.divisor);
    if (atom.kind !== 'geometric') return;
    addAll(atom.start);
    if (!isConstant(atom.start)) addAll(atom.step);
    else for (const symbol of choosable(atom.step)) found.steps.add(symbol);
  });
  for (const atom of [...found.sizes, ...found.iterations]) found.steps.delete(atom);
  return found;
}

function choosable(term: Int): Atom[] {
  const found: Atom[] = [];
  visitAtoms([term], (atom) => {
    if (atom.kind === 'symbol' && (atom.origin === 'iteration' || atom.sharing === 'launch')) found.push(atom);
  });
  return found;
}

/** Of the launch, and no iteration. */
function isSize(atom: Atom): boolean {
  return atom.kind === 'symbol' && atom.origin !== 'iteration';
}
