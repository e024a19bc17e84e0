/**
 * What the way to a launch says the host's numbers are: `switch (threads) { case 256:` before a launch with `threads` threads, be that
 * number computed from whatever.
 */
import { type Atom, type Cond, type Int, isConstant, rangesUnder, refining, type Terms } from '../terms/index.ts';
import type { HostLaunch } from './launch-collector.ts';
import { numbersUnder } from './launch-under.ts';

interface Settled {
  readonly atom: Atom;
  readonly number: bigint;
}

/** The launch with these numbers in its sizes and arguments. The facts stay as they are: the numbers rest on them. */
export function withSettledNumbers<L extends HostLaunch>(terms: Terms, launch: L, facts: readonly Cond[]): L {
  const settled = facts.flatMap((fact) => (fact.kind === 'eq' ? (numberIn(fact.term) ?? []) : []));
  const known = new Map(settled.map(({ atom, number }) => [atom, number]));
  const apart = apartUnder(terms, facts);
  const numberOf = (atom: Atom) => known.get(atom) ?? numberOfRemainder(atom, settled, apart);
  return settled.length === 0
    ? launch
    : numbersUnder(
        launch,
        terms.substitution((atom) => {
          const number = numberOf(atom);
          return number === null ? undefined : terms.constant(number);
        }),
      );
}

/** An equality of one atom with a number; of a symbol the ranges say as much. */
function numberIn({ constant, monomials }: Int): Settled | null {
  const [only, ...others] = monomials;
  const [atom, ...factors] = only?.atoms ?? [];
  if (!only || !atom || atom.kind === 'symbol' || others.length + factors.length > 0) return null;
  if (constant % only.coefficient !== 0n) return null;
  return { atom, number: -constant / only.coefficient };
}

/**
 * What a signed number is that the host has asked about tells the unsigned one that is made of it: both are remainders, of numbers
 * that are so far apart.
 */
function numberOfRemainder(
  atom: Atom,
  settled: readonly Settled[],
  apart: (a: Int, b: Int) => bigint | null,
): bigint | null {
  if (atom.kind !== 'mod' || !isConstant(atom.divisor)) return null;
  const divisor = atom.divisor.constant;
  for (const { atom: other, number } of settled) {
    if (other.kind !== 'mod' || other.divisor !== atom.divisor) continue;
    const distance = apart(atom.dividend, other.dividend);
    if (distance !== null) return (((number + distance) % divisor) + divisor) % divisor;
  }
  return null;
}

/** How far two numbers are apart, where the facts leave one distance. */
function apartUnder(terms: Terms, facts: readonly Cond[]): (a: Int, b: Int) => bigint | null {
  const under = refining(terms, rangesUnder(terms.and(...facts)));
  return (a, b) => {
    const distance = terms.sub(under.int(a), under.int(b));
    return isConstant(distance) ? distance.constant : null;
  };
}
