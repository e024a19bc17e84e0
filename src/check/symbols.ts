/** What terms and conditions are made of. */
import { type Cond, type Int, type SymbolOrigin, someAtom, visitAtoms } from '../terms/index.ts';

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
