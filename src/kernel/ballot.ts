/**
 * Ballots of a whole warp, and what threads count in them: how many lanes are for it, and how many of the lanes below their own.
 * That number, the thread's rank, is another in each lane that is for it: `if (keep) out[base + rank] = x`.
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

  constructor(name: string, args: readonly Int[], { thread, isFor }: Pick<Ballot, 'thread' | 'isFor'>) {
    // Another execution may have one of the same name.
    this.key = `ballot ${name} ${[isFor, thread, ...args].map(({ id }) => id).join()}`;
    this.name = name;
    this.args = args;
    this.thread = thread;
    this.isFor = isFor;
  }

  /** How many lanes are for it. */
  count(terms: Terms): Int {
    const range = { low: 0n, high: BigInt(LANES) };
    return terms.apply({ name: `count of ${this.name}`, sharing: 'block', origin: 'unknown', range }, this.args);
  }
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
