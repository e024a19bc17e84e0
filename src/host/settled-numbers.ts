/**
 * What the way to a launch says the host's numbers are: `switch (threads) { case 256:` before a launch with `threads` threads, be that
 * number computed from whatever.
 */
import type { Atom, Cond, Int, Terms } from '../terms/index.ts';
import type { HostLaunch } from './launch-collector.ts';
import { numbersUnder } from './launch-under.ts';

/** The launch with these numbers in its sizes and arguments. The facts stay as they are: the numbers rest on them. */
export function withSettledNumbers<L extends HostLaunch>(terms: Terms, launch: L, facts: readonly Cond[]): L {
  const settled = new Map<Atom, Int>();
  for (const fact of facts) {
    const found = fact.kind === 'eq' ? numberIn(terms, fact.term) : null;
    if (found !== null) settled.set(found.atom, found.number);
  }
  return settled.size === 0
    ? launch
    : numbersUnder(
        launch,
        terms.substitution((atom) => settled.get(atom)),
      );
}

/** An equality of one atom with a number; of a symbol the ranges say as much. */
function numberIn(terms: Terms, { constant, monomials }: Int): { readonly atom: Atom; readonly number: Int } | null {
  const [only, ...others] = monomials;
  const [atom, ...factors] = only?.atoms ?? [];
  if (!only || !atom || atom.kind === 'symbol' || others.length + factors.length > 0) return null;
  if (constant % only.coefficient !== 0n) return null;
  return { atom, number: terms.constant(-constant / only.coefficient) };
}
