import type { Atom, Int, Terms } from '../terms/index.ts';

const SUFFIX = ' is null';

/** One where a launch passes null for the pointer of that name, else zero: of those that a kernel compares. */
export function nullSymbol(terms: Terms, name: string): Int {
  return terms.symbol(`${name}${SUFFIX}`, 'launch', 'input', { low: 0n, high: 1n });
}

export function isNullSymbol(atom: Atom): boolean {
  return atom.kind === 'symbol' && atom.sharing === 'launch' && atom.name.endsWith(SUFFIX);
}
