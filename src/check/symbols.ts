/** The symbols that terms and conditions are made of. */
import type { Cond, Int, Terms } from '../terms/index.ts';

/** By id. */
export function symbolsOf(terms: Terms, roots: readonly (Cond | Int)[]): Set<number> {
  const symbols = new Set<number>();
  terms.visit(roots, (atom) => {
    if (atom.kind === 'symbol') symbols.add(atom.id);
  });
  return symbols;
}
