/**
 * Locks: objects that are only ever taken by `atomicCAS(&l, free, taken)` or `atomicExch(&l, taken)`, and given back by
 * the thread that has taken them.
 */
import type { KernelAccess } from '../../kernel/index.ts';
import { type Cond, type Int, isConstant, type Substitution, type Terms } from '../../terms/index.ts';
import type { OrderContext } from './context.ts';
import { modificationsByObject } from './modifications.ts';

export interface Lock {
  /** Key of the object. */
  readonly object: string;
  /** Accesses that may have given the lock to the thread. */
  readonly takes: readonly KernelAccess[];
  readonly gives: readonly KernelAccess[];
  /** Operations on another object that assign turns. */
  readonly draws: readonly KernelAccess[];
  /** The only values that the object is assumed to hold, where an assumption is needed. */
  readonly values: readonly [bigint, bigint] | null;
  /** That a taking failed: another thread has the lock. @param thread the thread that tried */
  readonly notTaken: (take: KernelAccess, thread: Pick<Substitution, 'int'>) => Cond;
}

/** All modifications of one object, and what is known of other objects. */
export interface LockSite extends Pick<OrderContext, 'terms' | 'contradict'> {
  /** Key of the object. */
  readonly object: string;
  readonly modifications: readonly KernelAccess[];
  readonly accesses: readonly KernelAccess[];
  readonly modificationsByObject: ReadonlyMap<string, readonly KernelAccess[]>;
}

/** A kind of lock: the ways in which an object could be one. */
export type LockIdiom = (site: LockSite) => readonly Lock[];

/** @returns the locks by the key of their object */
export function locksOf(
  { terms, execution: { accesses }, contradict }: OrderContext,
  idioms: readonly LockIdiom[],
): Map<string, Lock> {
  const byObject = modificationsByObject(accesses);
  const locks = new Map<string, Lock>();
  for (const [object, modifications] of byObject) {
    const site: LockSite = { terms, contradict, object, modifications, accesses, modificationsByObject: byObject };
    const lock = firstOf(idioms, (idiom) =>
      idiom(site).find((one) => one.gives.every((give) => isHeld(site, one, give))),
    );
    if (lock) locks.set(object, lock);
  }
  return locks;
}

function firstOf<T, R>(all: readonly T[], look: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const found = look(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Taken by compare-and-swap from `free`, whatever is stored in its place. */
export function compareAndSwapLocks({ terms, object, modifications }: LockSite): Lock[] {
  const expected = modifications.flatMap((w) => (w.update?.kind === 'compare-exchange' ? [w.update.expected] : []));
  return [...new Set(expected)].flatMap((free) => takenFrom(terms, object, free, modifications));
}

function takenFrom(terms: Terms, object: string, free: Int, modifications: readonly KernelAccess[]): Lock[] {
  const stored = new Set<Int>();
  const takes: KernelAccess[] = [];
  const gives: KernelAccess[] = [];
  for (const access of modifications) {
    const { update } = access;
    if (update?.kind === 'compare-exchange') {
      if (update.expected !== free || !isConstant(free) || !neverEqual(update.value, free)) return [];
      stored.add(update.value);
      takes.push(access);
    } else if (storedValue(access) === free) gives.push(access);
    else return [];
  }
  const fields = { object, takes, gives, draws: [] };
  const locks: Lock[] = [
    { ...fields, values: null, notTaken: (take, thread) => terms.ne(thread.int(take.found!), free) },
  ];
  const [taken] = stored;
  if (stored.size === 1 && taken && isConstant(taken)) {
    // A wait that ends as soon as the lock is not taken (`!= 1`), instead of free (`== 0`), needs the assumption.
    const values = [free.constant, taken.constant] as const;
    locks.push({ ...fields, values, notTaken: (take, thread) => terms.eq(thread.int(take.found!), taken) });
  }
  return locks;
}

function neverEqual(value: Int, constant: Int): boolean {
  if (isConstant(value)) return value !== constant;
  const { low, high } = value.range;
  return (low !== null && low > constant.constant) || (high !== null && high < constant.constant);
}

/** Taken by an exchange that stores `taken` where something else was. */
export function exchangeLocks({ terms, object, modifications }: LockSite): Lock[] {
  const stored = modifications.flatMap((w) => (w.kind === 'atomic' ? (storedValue(w) ?? []) : []));
  return [...new Set(stored)].flatMap((taken) => takenBy(terms, object, taken, modifications) ?? []);
}

function takenBy(terms: Terms, object: string, taken: Int, modifications: readonly KernelAccess[]): Lock | null {
  const takes: KernelAccess[] = [];
  const gives: KernelAccess[] = [];
  for (const access of modifications) {
    const value = storedValue(access);
    if (value === null || !isConstant(value) || !isConstant(taken)) return null;
    if (value !== taken) gives.push(access);
    else if (access.kind === 'atomic' && access.found !== null) takes.push(access);
    else return null;
  }
  if (takes.length === 0) return null;
  const notTaken: Lock['notTaken'] = (take, thread) => terms.eq(thread.int(take.found!), taken);
  return { object, takes, gives, draws: [], values: null, notTaken };
}

function storedValue(access: KernelAccess): Int | null {
  if (access.update?.kind === 'replace') return access.update.value;
  return access.kind === 'write' ? access.value : null;
}

/** The terms as they are. */
const ONE_THREAD: Pick<Substitution, 'int'> = { int: (term) => term };

/** The thread that gives the lock back has taken it, and gives it back once. */
function isHeld({ terms, contradict }: LockSite, lock: Lock, give: KernelAccess): boolean {
  const { takes, gives } = lock;
  const takenBefore = takes.filter((take) => take.index < give.index);
  const byNobody = takenBefore.map((take) =>
    terms.or(
      lock.notTaken(take, ONE_THREAD),
      terms.ne(take.offset, give.offset),
      ...take.base.map((term, i) => terms.ne(term, give.base[i] ?? term)),
    ),
  );
  if (!contradict([give.path, give.facts, ...byNobody])) return false;
  const first = Math.min(...takenBefore.map((take) => take.index));
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
