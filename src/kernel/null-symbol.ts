import type { Int, Terms } from '../terms/index.ts';

/** One where a launch passes null for the pointer of that name, else zero: of those that a kernel compares. */
export function nullSymbol(terms: Terms, name: string): Int {
  return terms.symbol(`${name} is null`, 'launch', 'input', { low: 0n, high: 1n });
}
