/**
 * Ballots of a whole warp, and what threads count in them: how many lanes are for it, and how many of the lanes below their own.
 * That number, the thread's rank, is another in each lane that is for it: `if (keep) out[base + rank] = x`. The lanes that are
 * active together at a call are such a ballot as well, one for each of the groups that the warp has gone apart in.
 */
import {
  type Atom,
  type Cond,
  Evaluator,
  type Int,
  type Meaning,
  single,
  type Terms,
  visitAtoms,
} from '../terms/index.ts';

/** Lanes that a ballot of 32 bits is of. */
const LANES = 32;

/** The bits of a ballot, as a function of the warp and of the iterations that it is taken in. */
export class Ballot implements Meaning {
  readonly key: string;
  readonly name: string;
  /** The warp and the iterations, as the thread has them. */
  readonly args: readonly Int[];
  /** The number of the thread in its block. */
  readonly thread: Int;
  /** That the thread's own lane is for it. */
  readonly isFor: Cond;
  /** Of lanes that are active together, the first one; else null: there may be none. */
  readonly group: Int | null;

  constructor(
    name: string,
    args: readonly Int[],
    { thread, isFor, group = null }: Pick<Ballot, 'thread' | 'isFor'> & Partial<Pick<Ballot, 'group'>>,
  ) {
    // Another execution may have one of the same name.
    this.key = `ballot ${name} ${[isFor, thread, ...args].map(({ id }) => id).join()}`;
    this.name = name;
    this.args = args;
    this.thread = thread;
    this.isFor = isFor;
    this.group = group;
  }

  /** What the threads get. */
  bits(terms: Terms): Int {
    const { name, args } = this;
    const low = this.group === null ? 0n : 1n;
    const range = { low, high: (1n << BigInt(LANES)) - 1n };
    return terms.apply({ name, sharing: 'block', origin: 'unknown', range, of: this }, args);
  }

  /** The first lane that is for it, if one is. */
  first(terms: Terms): Int {
    if (this.group !== null) return this.group;
    const { name, args } = this;
    const range = { low: 0n, high: BigInt(LANES - 1) };
    const of = new FirstLane(this);
    return terms.apply({ name: `first of ${name}`, sharing: 'block', origin: 'unknown', range, of }, args);
  }

  /** How many lanes are for it. */
  count(terms: Terms): Int {
    const range = { low: this.group === null ? 0n : 1n, high: BigInt(LANES) };
    return terms.apply({ name: `count of ${this.name}`, sharing: 'block', origin: 'unknown', range }, this.args);
  }
}

/**
 * Which of the groups of its warp's lanes a thread is in that are active together at a call, in an iteration: it goes by its first
 * lane. Nothing but the schedule says which lanes it has; lanes of other iterations count as those of another group.
 */
export class ActiveLanes implements Meaning {
  readonly key: string;
  readonly name: string;
  readonly iterations: readonly Int[];
  /** The number of the thread in its block. */
  readonly thread: Int;

  constructor(name: string, { thread, iterations }: Pick<ActiveLanes, 'thread' | 'iterations'>) {
    this.key = `active lanes ${name} ${[thread, ...iterations].map(({ id }) => id).join()}`;
    this.name = name;
    this.thread = thread;
    this.iterations = iterations;
  }

  /** @param first of the group that the thread is in */
  ballot(terms: Terms, first: Int): Ballot {
    const { name, thread, iterations } = this;
    const args = [terms.div(thread, terms.constant(LANES)), ...iterations, first];
    return new Ballot(name, args, { thread, isFor: terms.true, group: first });
  }
}

/** The first lane that a ballot is for. */
class FirstLane implements Meaning {
  readonly key: string;
  readonly ballot: Ballot;

  constructor(ballot: Ballot) {
    this.key = `first of ${ballot.key}`;
    this.ballot = ballot;
  }
}

/** The thread's own ballot of which that is the first lane, where any lane is for it; null: it is another number. */
export function ballotFrom(terms: Terms, lane: Int): Ballot | null {
  let ballot: Ballot | null = null;
  visitAtoms([lane], (atom) => {
    if (atom.kind === 'symbol' && atom.of instanceof ActiveLanes) ballot ??= atom.of.ballot(terms, terms.ofAtom(atom));
    if (atom.kind !== 'apply' || !(atom.of instanceof FirstLane) || !isOwn(atom, atom.of.ballot)) return;
    ballot ??= atom.of.ballot;
  });
  return ballot !== null && isFirstOf(terms, ballot, lane) ? ballot : null;
}

function isFirstOf(terms: Terms, ballot: Ballot, lane: Int): boolean {
  const bits = single(ballot.bits(terms));
  const whereAny = terms.substitution((atom) => (atom === bits ? terms.one : undefined));
  return whereAny.int(lane) === ballot.first(terms);
}

/** The first of the lanes that the thread's own ballot is for, if one is; null for any other number. */
export function firstOfBallot(terms: Terms, bits: Int): Int | null {
  const atom = single(bits);
  const ballot = atom?.kind === 'apply' && atom.of instanceof Ballot && isOwn(atom, atom.of) ? atom.of : null;
  return ballot?.first(terms) ?? null;
}

/** How many of the lanes below the thread's own are for it. */
export class Rank implements Meaning {
  readonly key: string;
  readonly ballot: Ballot;

  constructor(ballot: Ballot) {
    this.key = `rank in ${ballot.key}`;
    this.ballot = ballot;
  }

  /** In the thread that took the ballot. */
  number(terms: Terms): Int {
    const range = { low: 0n, high: BigInt(LANES - 1) };
    const { name, args, thread } = this.ballot;
    const fn = { name: `rank in ${name}`, sharing: 'block', origin: 'unknown', range, of: this } as const;
    return terms.apply(fn, [...args, terms.mod(thread, terms.constant(LANES))]);
  }
}

/**
 * The number of bits in what is left of a ballot, where that is all of it, or the bits below the thread's own.
 * @param thread the number of the thread in its block
 * @returns null for any other number
 */
export function bitsOfBallot(terms: Terms, bits: Int): Int | null {
  const atom = single(bits);
  if (atom === null) return null;
  if (atom.kind === 'apply' && atom.of instanceof Ballot) return isOwn(atom, atom.of) ? atom.of.count(terms) : null;
  if (atom.kind !== 'bits' || atom.operator !== 'and') return null;
  for (const [votes, mask] of [
    [atom.left, atom.right],
    [atom.right, atom.left],
  ] as const) {
    const vote = single(votes);
    if (vote?.kind !== 'apply' || !(vote.of instanceof Ballot) || !isOwn(vote, vote.of)) continue;
    if (isBelowOwnLane(mask, vote.of.thread)) return new Rank(vote.of).number(terms);
  }
  return null;
}

/** Not that of another thread or of another iteration. */
function isOwn(atom: Atom & { readonly kind: 'apply' }, ballot: Ballot): boolean {
  return atom.args.length === ballot.args.length && atom.args.every((arg, i) => arg === ballot.args[i]);
}

/** The bits below the lane, in each lane of two warps. */
function isBelowOwnLane(mask: Int, thread: Int): boolean {
  const index = single(thread);
  if (index === null || index.kind !== 'symbol') return false;
  let isOfThread = true;
  visitAtoms([mask], (atom) => {
    if (atom !== index && (atom.kind === 'symbol' || atom.kind === 'apply')) isOfThread = false;
  });
  if (!isOfThread) return false;
  return Array.from({ length: 2 * LANES }, (_, i) => i).every((i) => {
    const values = new Evaluator({ symbol: () => BigInt(i), apply: () => 0n });
    return values.int(mask) === (1n << BigInt(i % LANES)) - 1n;
  });
}
