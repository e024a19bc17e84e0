/**
 * Locks: objects that are only ever taken by `atomicCAS(&l, free, taken)` or `atomicExch(&l, taken)`, and given back by
 * whoever has taken them. Two threads that hold one lock are never in their critical sections together; with a fence
 * behind the taking and one before the giving back, of a scope that covers both, each also sees what the other did
 * (ScoRD, section IV; PreDataR, section 4).
 */

import { acquires, releases } from '../intrinsics/index.ts';
import type { KernelAccess, KernelBarrier } from '../kernel/index.ts';
import type { Scope } from '../model/result.ts';
import { type Cond, type Int, isConstant, type Substitution, type Terms } from '../terms/index.ts';
import { type FenceOrder, isWithin, reaches, type Strictness, strongScope } from './fence-order.ts';
import { ticketLocks } from './ticket-locks.ts';
import { writersByObject } from './writers.ts';

export interface Lock {
  /** Key of the object. */
  readonly object: string;
  readonly kind: /** Holds `free` while nobody has it; `taken` is set where it is assumed to hold nothing but these two. */
    | { readonly name: 'compared'; readonly free: Int; readonly taken: Int | null }
    /** Holds `taken` while somebody has it. */
    | { readonly name: 'exchanged'; readonly taken: Int }
    /** Holds the number of whose turn it is; each has drawn one of its own. */
    | { readonly name: 'tickets'; readonly draws: readonly KernelAccess[] };
  /** What may have given the lock to the thread. */
  readonly takes: readonly KernelAccess[];
  readonly gives: readonly KernelAccess[];
}

/** An access in a critical section. */
export interface Hold {
  readonly lock: Lock;
  readonly take: KernelAccess;
  /** Set when the block's first thread holds the lock for its block: the barrier behind which it is known to do so. */
  readonly barrier: KernelBarrier | null;
}

/** @param contradict true when the conditions, over one thread, cannot hold together */
export function locksOf(
  terms: Terms,
  accesses: readonly KernelAccess[],
  contradict: (conditions: readonly Cond[]) => boolean,
): Map<string, Lock> {
  const writers = writersByObject(accesses);
  const locks = new Map<string, Lock>();
  for (const [object, list] of writers) {
    for (const lock of candidates(object, list)) {
      if (!lock.gives.every((give) => isHeld(terms, lock, give, contradict))) continue;
      locks.set(object, lock);
      break;
    }
  }
  for (const lock of ticketLocks(terms, accesses, writers, contradict)) {
    if (lock.gives.every((give) => isHeld(terms, lock, give, contradict))) locks.set(lock.object, lock);
  }
  return locks;
}

/** The ways in which the writers could be those of a lock. */
function candidates(object: string, writers: readonly KernelAccess[]): Lock[] {
  const compared = writers.flatMap((w) => (w.update?.kind === 'compare-exchange' ? [w.update.expected] : []));
  if (compared.length > 0) return [...new Set(compared)].flatMap((free) => comparedLocks(object, free, writers));
  const stored = writers.flatMap((w) => (w.kind === 'atomic' ? (storedValue(w) ?? []) : []));
  return [...new Set(stored)].flatMap((taken) => exchangedLock(object, taken, writers) ?? []);
}

function storedValue(access: KernelAccess): Int | null {
  if (access.update?.kind === 'replace') return access.update.value;
  return access.kind === 'write' ? access.value : null;
}

/** Taken by compare-and-swap from `free`, whatever is stored in its place. */
function comparedLocks(object: string, free: Int, writers: readonly KernelAccess[]): Lock[] {
  const stored = new Set<Int>();
  const takes: KernelAccess[] = [];
  const gives: KernelAccess[] = [];
  for (const writer of writers) {
    const { update } = writer;
    if (update?.kind === 'compare-exchange') {
      if (update.expected !== free || !isConstant(free) || !neverEqual(update.value, free)) return [];
      stored.add(update.value);
      takes.push(writer);
    } else if (storedValue(writer) === free) gives.push(writer);
    else return [];
  }
  const [value] = stored;
  const taken = stored.size === 1 && value && isConstant(value) ? [value] : [];
  // A wait that ends when the lock is not taken (`!= 1`), instead of free (`== 0`), needs the second.
  return [null, ...taken].map((one) => ({ object, kind: { name: 'compared', free, taken: one }, takes, gives }));
}

function neverEqual(value: Int, constant: Int): boolean {
  if (isConstant(value)) return value !== constant;
  const { low, high } = value.range;
  return (low !== null && low > constant.constant) || (high !== null && high < constant.constant);
}

/** Taken by storing `taken` where something else was. */
function exchangedLock(object: string, taken: Int, writers: readonly KernelAccess[]): Lock | null {
  const takes: KernelAccess[] = [];
  const gives: KernelAccess[] = [];
  for (const writer of writers) {
    const value = storedValue(writer);
    if (value === null || !isConstant(value) || !isConstant(taken)) return null;
    if (value !== taken) gives.push(writer);
    else if (writer.kind === 'atomic' && writer.found !== null) takes.push(writer);
    else return null;
  }
  return takes.length > 0 ? { object, kind: { name: 'exchanged', taken }, takes, gives } : null;
}

/** That the taking failed: somebody else has the lock. @param thread whose taking it is */
export function notTaken(terms: Terms, { kind }: Lock, take: KernelAccess, thread: Pick<Substitution, 'int'>): Cond {
  const found = thread.int(take.found!);
  switch (kind.name) {
    case 'compared':
      return kind.taken === null ? terms.ne(found, kind.free) : terms.eq(found, kind.taken);
    case 'exchanged':
      return terms.eq(found, kind.taken);
    case 'tickets':
      return terms.and(...kind.draws.map((draw) => terms.ne(found, thread.int(draw.found!))));
  }
}

/** The terms as they are. */
const ONE_THREAD: Pick<Substitution, 'int'> = { int: (term) => term };

/** Whoever gives the lock back has taken it. */
function isHeld(
  terms: Terms,
  lock: Lock,
  give: KernelAccess,
  contradict: (conditions: readonly Cond[]) => boolean,
): boolean {
  const { takes, gives } = lock;
  const takenBy = takes.filter((take) => take.index < give.index);
  const byNobody = takenBy.map((take) =>
    terms.or(
      notTaken(terms, lock, take, ONE_THREAD),
      terms.ne(take.offset, give.offset),
      ...take.base.map((term, i) => terms.ne(term, give.base[i] ?? term)),
    ),
  );
  if (!contradict([give.path, give.facts, ...byNobody])) return false;
  // Not given back twice.
  const first = Math.min(...takenBy.map((take) => take.index));
  return gives.every(
    (other) =>
      other.index <= first || other.index >= give.index || contradict([other.path, ...atOnePlace(terms, other, give)]),
  );
}

/** What holds when the thread comes by `b` at the place of `a`. */
export function atOnePlace(terms: Terms, a: KernelAccess, b: KernelAccess): Cond[] {
  const bases = a.base.map((term, i) => terms.eq(term, b.base[i] ?? term));
  return [b.path, b.facts, terms.eq(a.offset, b.offset), ...bases];
}

/**
 * The locks that a thread may hold at an access; whether it does is a matter of what the taking found.
 * @param isAnother true when the giving is not on the way to the access, or of another lock than the taking
 */
export function holdsOf(
  locks: ReadonlyMap<string, Lock>,
  barriers: readonly KernelBarrier[],
  access: KernelAccess,
  mentioned: (conditions: readonly Cond[]) => ReadonlySet<KernelAccess>,
  isAnother: (take: KernelAccess, give: KernelAccess, access: KernelAccess) => boolean,
): Hold[] {
  const holds: Hold[] = [];
  const add = (take: KernelAccess, barrier: KernelBarrier | null) => {
    const lock = locks.get(take.object.key);
    if (!lock?.takes.includes(take) || take.index > access.index) return;
    if (lock.gives.some((give) => comesBetween(take, give, access) && !isAnother(take, give, access))) return;
    holds.push({ lock, take, barrier });
  };
  for (const take of mentioned([access.path, access.facts])) add(take, null);
  // Shared memory is the block's own: nobody else's block competes for it.
  if (access.object.space !== 'global') return holds;
  for (const barrier of barriers) {
    if (barrier.kind !== 'barrier' || barrier.width === 'warp' || barrier.index > access.index) continue;
    if (!isWithin(barrier.path, access.path)) continue;
    if (!barrier.iterations.every((round) => access.iterations.includes(round))) continue;
    for (const take of mentioned([barrier.path, barrier.facts])) if (take.index < barrier.index) add(take, barrier);
  }
  return holds;
}

/** May the lock have been given back since it was taken? Also when a loop comes by the giving before the access. */
function comesBetween(take: KernelAccess, give: KernelAccess, access: KernelAccess): boolean {
  if (give.index < take.index) return false;
  if (give.index < access.index) return true;
  return give.iterations.some((round) => access.iterations.includes(round) && !take.iterations.includes(round));
}

/** Do the fences and scopes of the critical section do what is asked of them? */
export function isSound(
  order: FenceOrder,
  terms: Terms,
  { lock, take, barrier }: Hold,
  access: KernelAccess,
  needed: Scope,
  strictness: Strictness,
): boolean {
  const gives = lock.gives.filter((give) => give.index > access.index);
  const wide = (signal: KernelAccess) => {
    const scope = strongScope(signal);
    return scope !== null && (!strictness.scopes || reaches(scope, needed));
  };
  // What is never given back has one owner: nobody comes later who could see too little.
  if (lock.gives.length === 0 && barrier === null) return wide(take);
  if (barrier === null) {
    return (
      order.observes(take, access, needed, strictness) &&
      gives.every((give) => order.publishes(access, give, needed, strictness))
    );
  }
  const later = (x: Int, y: Int) => {
    const difference = terms.sub(x, y);
    return isConstant(difference) && difference.constant > 0n;
  };
  const observed =
    !strictness.acquires ||
    acquires(take.ordering) ||
    order.between(take.index, barrier.index, [take, barrier], needed).some((f) => acquires(f.ordering)) ||
    (order.isSequential && order.between(barrier.index, access.index, [access], needed).length > 0);
  return (
    wide(take) &&
    observed &&
    gives.every((give) => {
      if (!wide(give) || !later(give.phase.block, access.phase.block)) return false;
      if (!strictness.releases || releases(give.ordering)) return true;
      const byTheBlock = order.between(access.index, give.index, [access], needed);
      const byTheHolder = order.between(access.index, give.index, [give], needed);
      return (
        (order.isSequential && byTheBlock.some((f) => f.phase.block === access.phase.block)) ||
        byTheHolder.some((f) => releases(f.ordering) && later(f.phase.block, access.phase.block))
      );
    })
  );
}
