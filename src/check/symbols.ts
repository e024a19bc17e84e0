/** The symbols that terms and conditions are made of. */

import { type Cond, type Int, someAtom, visitAtoms } from '../terms/index.ts';

/** By id. */
export function symbolsOf(roots: readonly (Cond | Int)[]): Set<number> {
  const symbols = new Set<number>();
  visitAtoms(roots, (atom) => {
    if (atom.kind === 'symbol') symbols.add(atom.id);
  });
  return symbols;
}

/** True for terms that have one value for all threads of the launch. */
export function isOfLaunch(roots: readonly (Cond | Int)[]): boolean {
  return !someAtom(roots, (atom) => (atom.kind === 'symbol' || atom.kind === 'apply') && atom.sharing !== 'launch');
}
