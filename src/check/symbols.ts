/** The symbols that terms and conditions are made of. */

import type { Cond, Int } from '../terms/index.ts';
import { visitAtoms } from '../terms/index.ts';

/** By id. */
export function symbolsOf(roots: readonly (Cond | Int)[]): Set<number> {
  const symbols = new Set<number>();
  visitAtoms(roots, (atom) => {
    if (atom.kind === 'symbol') symbols.add(atom.id);
  });
  return symbols;
}
