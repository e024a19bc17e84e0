/** Values that stand for what host code does that was not understood. */
import { type Atom, type Cond, type Int, type SymbolOrigin, someAtom, visitAtoms } from '../terms/index.ts';

export function isGuess(origin: SymbolOrigin): boolean {
  return origin === 'approximate' || origin === 'unknown';
}

export function isGuessed(atom: Atom): boolean {
  return (atom.kind === 'symbol' || atom.kind === 'apply') && isGuess(atom.origin);
}

/** The ids of the atoms that are guesses. */
export function guessesIn(values: readonly (Cond | Int)[]): Set<number> {
  const found = new Set<number>();
  visitAtoms(values, (atom) => {
    if (isGuessed(atom)) found.add(atom.id);
  });
  return found;
}

export function dependsOnGuess(values: readonly (Cond | Int)[]): boolean {
  return someAtom(values, isGuessed);
}
