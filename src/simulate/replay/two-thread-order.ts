/**
 * Happens-before between two given threads, exact for barriers and cautious for atomics. Each thread carries what it knows
 * of the two: the last of their epochs that happened before it. That is a vector clock cut down to two entries, so a
 * barrier of a thousand threads costs a thousand times two numbers.
 *
 * - A barrier joins what its threads know. Exchanges (shuffles, votes) order no memory.
 * - A release is a write with release ordering, or an atomic or volatile write after a fence; it passes on what its thread
 *   knew (at the fence) to whoever reads that address atomically within the scope. Wherever such a chain may exist the
 *   accesses count as ordered: a reader needs no fence of its own here, though the memory model asks for one.
 */
import { covers, type MemoryScope, narrowerScope, releases } from '../../intrinsics/index.ts';
import type { ClusterSize } from '../../ir/cluster-size.ts';
import type { BlockState } from '../block.ts';
import type { Site } from '../bytecode/micro-operations.ts';
import type { Thread } from '../thread.ts';

interface Knowledge {
  readonly first: number;
  readonly second: number;
  /** The same of what bulk copies see as well. */
  readonly fencedFirst: number;
  readonly fencedSecond: number;
  /** Numbers of copies that it knows to be over, of those that end by themselves. */
  readonly copies: ReadonlySet<number>;
}

const NO_COPIES: ReadonlySet<number> = new Set();
const NOTHING: Knowledge = { first: 0, second: 0, fencedFirst: 0, fencedSecond: 0, copies: NO_COPIES };

interface Release extends Knowledge {
  readonly scope: MemoryScope;
  readonly block: BlockState;
}

/** True when an operation of this scope reaches from one block to the other (or within one). */
export function reaches(scope: MemoryScope, sameBlock: boolean, areOfOneCluster: () => boolean): boolean {
  if (sameBlock) return covers(scope, 'block');
  return covers(scope, 'device') || (scope === 'cluster' && areOfOneCluster());
}

export class TwoThreadOrder {
  readonly #pair: readonly [number, number];
  readonly #cluster: ClusterSize;
  /** By linear thread: what it knows of both. Threads that know nothing are missing. */
  readonly #knowledge = new Map<number, Knowledge>();
  readonly #fences = new Map<number, Knowledge & { readonly scope: MemoryScope }>();
  readonly #tokens = new Map<number, Knowledge>();
  readonly #releases = new Map<number, readonly Release[]>();
  /** True once two threads were ordered by anything but a barrier. */
  usedAtomics = false;

  /** @param cluster blocks of a cluster */
  constructor([first, second]: readonly [number, number], cluster: ClusterSize) {
    this.#pair = [first, second];
    this.#cluster = cluster;
    this.#knowledge.set(first, { ...NOTHING, first: 1 });
    this.#knowledge.set(second, { ...NOTHING, second: 1 });
  }

  /** The epoch of an access that thread `which` of the two makes now. */
  epoch(which: 0 | 1): number {
    const own = this.#known(this.#pair[which]);
    return which === 0 ? own.first : own.second;
  }

  /** True when everything of epoch `epoch` of thread `which` happened before what the other one does now. */
  isOrdered(which: 0 | 1, epoch: number): boolean {
    const other = this.#known(this.#pair[which === 0 ? 1 : 0]);
    return (which === 0 ? other.first : other.second) >= epoch;
  }

  barrier(threads: readonly Thread[]): void {
    let joined = NOTHING;
    for (const thread of threads) {
      const known = this.#knowledge.get(thread.linear);
      if (known !== undefined && !isWithin(known, joined)) joined = joinOf(joined, known);
    }
    if (joined === NOTHING) return;
    for (const thread of threads) this.#knowledge.set(thread.linear, joined);
    for (const which of [0, 1] as const) this.#advance(this.#pair[which], threads);
  }

  /** A thread passes on what it knows to those who pass a barrier later. */
  handOn(token: number, thread: Thread): void {
    const known = this.#knowledge.get(thread.linear);
    if (known === undefined) return;
    this.#tokens.set(token, joinOf(this.#tokens.get(token) ?? NOTHING, known));
    this.#advance(thread.linear, null);
  }

  /** Copies are over: those who pass a barrier later know it. */
  copiesDone(token: number, copies: readonly number[]): void {
    this.#tokens.set(token, joinOf(this.#tokens.get(token) ?? NOTHING, { ...NOTHING, copies: new Set(copies) }));
  }

  /** Does thread `which` know that the copy is over? */
  knowsCopy(which: 0 | 1, copy: number): boolean {
    return this.#known(this.#pair[which]).copies.has(copy);
  }

  takeOver(token: number, threads: readonly Thread[]): void {
    const known = this.#tokens.get(token);
    if (known !== undefined) for (const thread of threads) this.#learn(thread.linear, known);
  }

  /** What the thread knows, bulk copies see that come behind it. */
  fenceProxies(thread: Thread): void {
    const known = this.#knowledge.get(thread.linear);
    if (known === undefined) return;
    this.#knowledge.set(thread.linear, { ...known, fencedFirst: known.first, fencedSecond: known.second });
    this.#advance(thread.linear, null);
  }

  /** True when a bulk copy that thread `by` begins now sees everything of epoch `epoch` of thread `which`. */
  isFenced(which: 0 | 1, epoch: number, by: 0 | 1): boolean {
    const known = this.#known(this.#pair[by]);
    return (which === 0 ? known.fencedFirst : known.fencedSecond) >= epoch;
  }

  /** A fence that only acquires passes nothing on. */
  fence(thread: Thread, { scope, ordering }: Site): void {
    if (!releases(ordering)) return;
    const known = this.#knowledge.get(thread.linear);
    if (known === undefined) return;
    const before = this.#fences.get(thread.linear);
    // A narrower fence does not take back what a wider one gave.
    if (before === undefined || covers(scope, before.scope)) {
      this.#fences.set(thread.linear, { ...known, scope });
    }
    this.#advance(thread.linear, null);
  }

  /** An atomic, ordered or volatile access. */
  access(thread: Thread, site: Site, address: number): void {
    const reads = site.kind === 'read' || site.kind === 'atomic';
    const writes = site.kind === 'write' || site.kind === 'atomic';
    const { block } = thread;
    const releases = this.#releases.get(address);
    if (reads && releases !== undefined) {
      for (const release of releases) {
        const sameBlock = release.block === block;
        const areOfOneCluster = () => block.clusterNumber(this.#cluster) === release.block.clusterNumber(this.#cluster);
        if ([release.scope, site.scope].some((scope) => !reaches(scope, sameBlock, areOfOneCluster))) continue;
        this.#learn(thread.linear, release);
      }
    }
    if (!writes) return;
    const released = this.#releaseOf(thread, site);
    // A plain write hides what was released before; a read-modify-write hands it on.
    const kept = site.kind === 'atomic' ? (releases ?? []) : [];
    this.#releases.set(address, released === null ? kept : withRelease(kept, released));
  }

  #releaseOf(thread: Thread, site: Site): Release | null {
    const { block } = thread;
    if (releases(site.ordering)) {
      const known = this.#knowledge.get(thread.linear);
      if (known === undefined) return null;
      this.#advance(thread.linear, null);
      return { ...known, scope: site.scope, block };
    }
    const fence = this.#fences.get(thread.linear);
    return fence === undefined ? null : { ...fence, scope: narrowerScope(fence.scope, site.scope), block };
  }

  #known(linear: number): Knowledge {
    return this.#knowledge.get(linear) ?? NOTHING;
  }

  #learn(linear: number, what: Knowledge): void {
    const known = this.#known(linear);
    if (isWithin(what, known)) return;
    this.usedAtomics = true;
    this.#knowledge.set(linear, joinOf(known, what));
  }

  /** What one of the two does after it passed its knowledge on belongs to a new epoch. */
  #advance(linear: number, among: readonly Thread[] | null): void {
    const which = this.#pair.indexOf(linear);
    if (which < 0 || (among !== null && !among.some((thread) => thread.linear === linear))) return;
    const known = this.#known(linear);
    this.#knowledge.set(
      linear,
      which === 0 ? { ...known, first: known.first + 1 } : { ...known, second: known.second + 1 },
    );
  }
}

/** Whoever can see one release of a block and scope can see the others: they count as one, so a spinning thread adds none. */
function withRelease(releases: readonly Release[], release: Release): Release[] {
  const at = releases.findIndex((r) => r.block === release.block && r.scope === release.scope);
  const old = releases[at];
  if (old === undefined) return [...releases, release];
  return releases.with(at, { ...release, ...joinOf(old, release) });
}

function joinOf(a: Knowledge, b: Knowledge): Knowledge {
  return {
    first: Math.max(a.first, b.first),
    second: Math.max(a.second, b.second),
    fencedFirst: Math.max(a.fencedFirst, b.fencedFirst),
    fencedSecond: Math.max(a.fencedSecond, b.fencedSecond),
    copies: union(a.copies, b.copies),
  };
}

/** Is all that is known by the one known by the other? */
function isWithin(a: Knowledge, b: Knowledge): boolean {
  return (
    b.first >= a.first &&
    b.second >= a.second &&
    b.fencedFirst >= a.fencedFirst &&
    b.fencedSecond >= a.fencedSecond &&
    union(b.copies, a.copies) === b.copies
  );
}

/** By their parts: the threads of a block put the same together, one after the other, and round after round. */
const UNIONS = new WeakMap<ReadonlySet<number>, WeakMap<ReadonlySet<number>, ReadonlySet<number>>>();

/** `a` itself where it has all of `b`. */
function union(a: ReadonlySet<number>, b: ReadonlySet<number>): ReadonlySet<number> {
  if (a === b || b.size === 0) return a;
  if (a.size === 0) return b;
  const ofFirst = UNIONS.get(a) ?? new WeakMap<ReadonlySet<number>, ReadonlySet<number>>();
  UNIONS.set(a, ofFirst);
  const known = ofFirst.get(b) ?? madeOf(a, b);
  ofFirst.set(b, known);
  return known;
}

function madeOf(a: ReadonlySet<number>, b: ReadonlySet<number>): ReadonlySet<number> {
  let all: Set<number> | null = null;
  for (const copy of b) {
    if (a.has(copy)) continue;
    all ??= new Set(a);
    all.add(copy);
  }
  return all ?? a;
}
