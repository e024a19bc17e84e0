/**
 * What the way to a launch says the host's numbers are: `switch (threads) { case 256:` before a launch with `threads` threads, be that
 * number computed from whatever; or `TORCH_CHECK(out.size(-1) == columns + 1)`.
 */
import {
  type Atom,
  type Cond,
  type Int,
  isConstant,
  rangesUnder,
  refining,
  someAtom,
  type Terms,
} from '../terms/index.ts';
import type { HostLaunch } from './launch-collector.ts';
import { numbersUnder } from './launch-under.ts';

interface Settled {
  readonly atom: Atom;
  readonly number: bigint;
}

/** The launch with these numbers in its sizes and arguments. The facts stay as they are: the numbers rest on them. */
export function withSettledNumbers<L extends HostLaunch>(terms: Terms, launch: L, facts: readonly Cond[]): L {
  const equal = facts.flatMap((fact) => (fact.kind === 'eq' ? fact.term : []));
  const settled = equal.flatMap((term) => numberIn(term) ?? []);
  const known = new Map(settled.map(({ atom, number }) => [atom, number]));
  const apart = apartUnder(terms, facts);
  const numberOf = (atom: Atom) => known.get(atom) ?? numberOfRemainder(atom, settled, apart);
  const sums = sumsIn(terms, equal);
  if (settled.length + sums.size === 0) return launch;
  const under = terms.substitution((atom) => {
    const number = numberOf(atom);
    return number === null ? sums.get(atom.id) : terms.constant(number);
  });
  return numbersUnder(launch, under);
}

/**
 * Numbers of which the way says that they are sums of others: of two columns of a tensor and more, as the caller counted them. The one that
 * was read last is said by those before it.
 */
function sumsIn(terms: Terms, equal: readonly Int[]): ReadonlyMap<number, Int> {
  const sums = new Map<number, Int>();
  for (const { constant, monomials } of equal) {
    // Products are harder than the number that they are.
    if (monomials.length < 2 || monomials.some(({ atoms }) => atoms.length > 1)) continue;
    const symbols = monomials.filter(({ atoms: [atom] }) => atom?.kind === 'symbol' && !sums.has(atom.id));
    const last = symbols.sort((a, b) => b.atoms[0]!.id - a.atoms[0]!.id)[0];
    const atom = last?.atoms[0];
    if (!last || !atom || (last.coefficient !== 1n && last.coefficient !== -1n)) continue;
    const rest = terms.ofSum({ constant, monomials: monomials.filter((one) => one !== last) });
    const sum = terms.substitution(({ id }) => sums.get(id)).int(terms.scale(rest, -last.coefficient));
    if (!someAtom([sum], ({ id }) => id === atom.id)) sums.set(atom.id, sum);
  }
  return sums;
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
