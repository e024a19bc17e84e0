/**
 * Which pairs of accesses are worth a question of their own. Accesses of unrolled code are alike up to a constant in
 * their offset: a question about the bytes that many of them cover together, when it can be refuted without the solver,
 * answers for all their pairs. What cannot is halved. So the cost grows with the accesses and hardly with their pairs.
 */

import type { KernelAccess } from '../kernel/index.ts';
import { type Int, isConstant } from '../terms/index.ts';

/** Two accesses, or two stretches of memory that stand for many. */
export type IsSafe = (a: KernelAccess, b: KernelAccess) => boolean;

export interface CandidatePairs {
  /** Pairs of one object with a write, not both atomic at a sufficient scope. */
  readonly total: number;
  /** Those that are left to be decided one by one, in the order of the kernel. */
  readonly pairs: readonly (readonly [KernelAccess, KernelAccess])[];
}

export interface CandidateOptions {
  /** Which pairs are meant; it goes by what is alike in accesses of unrolled code. */
  readonly isCandidate?: (a: KernelAccess, b: KernelAccess) => boolean;
  /** Accesses that no query tells apart count each. */
  readonly keepsEqual?: boolean;
}

/**
 * @param isSafe Tells of two accesses, without much effort, that no two threads race with them. Null: every candidate is
 *   left to be decided.
 */
export function candidatePairs(
  accesses: readonly KernelAccess[],
  isSafe: IsSafe | null,
  { isCandidate = mayRace, keepsEqual = false }: CandidateOptions = {},
): CandidatePairs {
  const all = keepsEqual ? accesses : distinct(accesses);
  const order = new Map(all.map((access, position) => [access, position]));
  const at = (access: KernelAccess) => order.get(access)!;
  const byObject = new Map<number, Group[]>();
  for (const group of groupsOf(all)) {
    const list = byObject.get(group.like.object.id);
    if (list) list.push(group);
    else byObject.set(group.like.object.id, [group]);
  }
  const pruning = new Pruning(isSafe);
  for (const groups of byObject.values()) {
    for (const [i, a] of groups.entries()) {
      for (const b of groups.slice(i)) if (isCandidate(a.like, b.like)) pruning.groups(a, b);
    }
  }
  const pairs = pruning.left.map(([a, b]) => (at(a) <= at(b) ? ([a, b] as const) : ([b, a] as const)));
  pairs.sort(([a, b], [c, d]) => at(a) - at(c) || at(b) - at(d));
  return { total: pruning.total, pairs };
}

/** At least one of them writes. */
export function conflict(a: KernelAccess, b: KernelAccess): boolean {
  return a.kind !== 'read' || b.kind !== 'read';
}

/** At least one of them writes, and they are not both atomic at a sufficient scope. */
export function mayRace(a: KernelAccess, b: KernelAccess): boolean {
  return conflict(a, b) && !(a.kind === 'atomic' && b.kind === 'atomic' && a.scope !== 'block' && b.scope !== 'block');
}

/** Accesses that are the same in every respect that a query sees count once. */
function distinct(accesses: readonly KernelAccess[]): KernelAccess[] {
  const seen = new Map<string, KernelAccess>();
  for (const a of accesses) {
    const key = identityOf(a);
    if (!seen.has(key)) seen.set(key, a);
  }
  return [...seen.values()];
}

/** What a query sees of an access, and where it stands. */
export function identityOf(a: KernelAccess): string {
  const place = `${a.location?.file}:${a.location?.line}:${a.location?.column}`;
  const groups = [...a.phase.groups].map(([id, count]) => `${id}:${count.arrived.id}:${count.waited.id}`);
  const phase = `${a.phase.block.id}.${a.phase.warp.id}.${a.phase.grid.id}.${groups.join('.')}`;
  return `${a.kind}|${a.object.key}|${a.base.map((t) => t.id).join('.')}|${a.offset.id}|${a.size}|${a.path.id}|${a.facts.id}|${phase}|${place}|${a.value?.id}|${a.scope}|${a.copy?.id}`;
}

/** Accesses that differ in nothing but place, value and the constant of their offset; by that constant. */
interface Group {
  readonly like: KernelAccess;
  readonly accesses: readonly KernelAccess[];
}

function groupsOf(accesses: readonly KernelAccess[]): Group[] {
  const byKey = new Map<string, KernelAccess[]>();
  for (const access of accesses) {
    const key = likeness(access);
    const list = byKey.get(key);
    if (list) list.push(access);
    else byKey.set(key, [access]);
  }
  return [...byKey.values()].map((list) => {
    const sorted = list.sort((a, b) => compare(a.offset.constant, b.offset.constant));
    return { like: sorted[0]!, accesses: sorted };
  });
}

/** Every field counts that is not named here, so that what accesses come to hold later on keeps them apart. */
function likeness(access: KernelAccess): string {
  const { index: _index, location: _location, addressLocation: _address, value: _value, offset, ...rest } = access;
  // A copy has a life of its own between two barriers.
  if (access.copy !== null) return `copy ${access.index}`;
  const variable = offset.monomials.map((m) => `${m.coefficient}*${m.atoms.map((x) => x.id).join('.')}`).join('+');
  return `${variable}|${JSON.stringify(rest, withIds)}`;
}

/** Terms, conditions and objects are the same when their numbers are. */
function withIds(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Map) return [...value];
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

class Pruning {
  readonly #isSafe: IsSafe | null;
  readonly left: [KernelAccess, KernelAccess][] = [];
  total = 0;
  #refuted = 0;
  #failed = 0;

  constructor(isSafe: IsSafe | null) {
    this.#isSafe = isSafe;
  }

  groups(a: Group, b: Group): void {
    const [n, m] = [a.accesses.length, b.accesses.length];
    this.total += a === b ? (n * (n + 1)) / 2 : n * m;
    if (this.#isSafe !== null && areOrdered(a.like, b.like)) return;
    this.#refuted = 0;
    this.#failed = 0;
    this.#split(a.accesses, b.accesses);
  }

  /** Where groups keep meeting each other, questions about them only cost. */
  #isWorthwhile(): boolean {
    return this.#failed <= PATIENCE + FAILURES_PER_SUCCESS * this.#refuted;
  }

  #split(a: readonly KernelAccess[], b: readonly KernelAccess[]): void {
    if (a.length === 1 && b.length === 1) {
      this.left.push([a[0]!, b[0]!]);
      return;
    }
    if (this.#isSafe !== null && this.#isWorthwhile()) {
      if (this.#isSafe(together(a), together(b))) {
        this.#refuted++;
        return;
      }
      this.#failed++;
    } else {
      for (const [i, x] of a.entries()) for (const y of a === b ? a.slice(i) : b) this.left.push([x, y]);
      return;
    }
    const [low, high] = halves(a);
    if (a === b) {
      this.#split(low, low);
      this.#split(low, high);
      this.#split(high, high);
    } else if (a.length >= b.length) {
      this.#split(low, b);
      this.#split(high, b);
    } else {
      const [first, second] = halves(b);
      this.#split(a, first);
      this.#split(a, second);
    }
  }
}

/** Questions about groups that may come to nothing before the first that does not, and for each that does not. */
const PATIENCE = 32;
const FAILURES_PER_SUCCESS = 4;

function halves<T>(list: readonly T[]): [readonly T[], readonly T[]] {
  const middle = list.length >> 1;
  return [list.slice(0, middle), list.slice(middle)];
}

/** One write (or read) of all bytes from the first access to the last; the accesses are sorted by their constants. */
function together(accesses: readonly KernelAccess[]): KernelAccess {
  const first = accesses[0]!;
  const last = accesses[accesses.length - 1]!;
  const stretch = last.offset.constant - first.offset.constant;
  return accesses.length === 1 ? first : { ...first, size: Number(stretch) + last.size, value: null };
}

/** Shared memory in different barrier intervals, each known by its number: no question is needed. */
function areOrdered(a: KernelAccess, b: KernelAccess): boolean {
  const differ = (x: Int, y: Int) => isConstant(x) && isConstant(y) && x.constant !== y.constant;
  return a.object.space === 'shared' && a.copy === null && b.copy === null && differ(a.phase.block, b.phase.block);
}
