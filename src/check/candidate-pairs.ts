/**
 * Which pairs of accesses are worth a query of their own. Accesses of unrolled code are alike up to a constant in their
 * offset. A family of them is summarised by the bytes that it covers: if two summaries cannot race, and no solver is
 * needed to see it, none of their pairs can; otherwise the families are halved. So the cost grows with the accesses and
 * hardly with their pairs.
 */

import { covers, type MemoryScope, narrowerScope } from '../intrinsics/index.ts';
import type { KernelAccess } from '../kernel/index.ts';
import { type Int, isConstant } from '../terms/index.ts';
import type { ExclusivePaths } from './exclusive-paths.ts';
import { groupBy } from './group-by.ts';

/** Two accesses, or two summaries that stand for many. */
type IsSafe = (a: KernelAccess, b: KernelAccess) => boolean;

interface CandidatePairs {
  /** All candidates: pairs of one object with a write, not both atomic at a sufficient scope. */
  readonly total: number;
  /** Candidates that are left to be decided one by one, in the order of the kernel. */
  readonly pairs: readonly (readonly [KernelAccess, KernelAccess])[];
}

interface CandidateOptions {
  /** Which pairs are candidates; it may depend only on what the accesses of a family have in common. */
  readonly isCandidate?: (a: KernelAccess, b: KernelAccess) => boolean;
  /** Accesses that no query distinguishes are kept, each for itself. */
  readonly keepsEqual?: boolean;
  /** Paths that no two threads of one block take. */
  readonly paths?: ExclusivePaths;
}

/** @param isSafe decides with little effort that no two threads race with the two; null: every candidate is left */
export function candidatePairs(
  accesses: readonly KernelAccess[],
  isSafe: IsSafe | null,
  { isCandidate = mayRace, keepsEqual = false, paths }: CandidateOptions = {},
): CandidatePairs {
  const all = keepsEqual ? accesses : distinct(accesses);
  const order = new Map(all.map((access, position) => [access, position]));
  const at = (access: KernelAccess) => order.get(access)!;
  const pruning = new Pruning(isSafe, paths);
  for (const families of groupBy(familiesOf(all), ({ model }) => model.object.id).values()) {
    for (const [i, a] of families.entries()) {
      for (const b of families.slice(i)) if (isCandidate(a.model, b.model)) pruning.families(a, b);
    }
  }
  const pairs = pruning.left.map(([a, b]) => (at(a) <= at(b) ? ([a, b] as const) : ([b, a] as const)));
  pairs.sort(([a, b], [c, d]) => at(a) - at(c) || at(b) - at(d));
  return { total: pruning.total, pairs };
}

/** Is it shared memory that other blocks of the cluster may touch as well? */
export function isOfCluster({ object, base }: KernelAccess): boolean {
  return object.space === 'shared' && base.length > 0;
}

/** At least one of them writes. */
export function conflict(a: KernelAccess, b: KernelAccess): boolean {
  return a.kind !== 'read' || b.kind !== 'read';
}

/** At least one of them writes, and they are not both atomic at a sufficient scope. */
export function mayRace(a: KernelAccess, b: KernelAccess): boolean {
  const scope = commonScope(a, b);
  return conflict(a, b) && !(scope !== null && covers(scope, 'device'));
}

/** The widest scope in which both are atomic to each other; null when they never are. */
export function commonScope(a: KernelAccess, b: KernelAccess): MemoryScope | null {
  if (a.kind !== 'atomic' || b.kind !== 'atomic' || areOfOtherSizes(a, b)) return null;
  return narrowerScope(a.scope ?? 'system', b.scope ?? 'system');
}

/** Two atomics that overlap in part are not atomic to each other: the memory model of PTX wants them to overlap completely. */
export function areOfOtherSizes(a: KernelAccess, b: KernelAccess): boolean {
  return a.kind === 'atomic' && b.kind === 'atomic' && a.size !== b.size;
}

/** One access of each set that no query distinguishes. */
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
  const partial = [...a.interval.partialBarriers].map(([id, count]) => `${id}:${count.arrived.id}:${count.waited.id}`);
  const interval = `${a.interval.block.id}.${a.interval.warp.id}.${a.interval.grid.id}.${partial.join('.')}`;
  const counts = Object.values(a.copyGroups ?? {}).flatMap(({ closed, done, read }) => [closed, done, read]);
  const groups = counts.map(({ id }) => id).join('.');
  return `${a.kind}|${a.object.key}|${a.base.map((t) => t.id).join('.')}|${a.offset.id}|${a.size}|${a.path.id}|${a.facts.id}|${interval}|${place}|${a.value?.id}|${a.scope}|${a.copy?.id}|${a.together?.id}|${groups}`;
}

/** Accesses that differ in nothing but place, value and the constant of their offset; sorted by that constant. */
interface Family {
  /** The first of them. */
  readonly model: KernelAccess;
  readonly accesses: readonly KernelAccess[];
}

function familiesOf(accesses: readonly KernelAccess[]): Family[] {
  return [...groupBy(accesses, familyOf).values()].map((list) => {
    const sorted = list.sort((a, b) => compare(a.offset.constant, b.offset.constant));
    return { model: sorted[0]!, accesses: sorted };
  });
}

/** The key of an access's family. All fields count but those named here, so that a field added later is not ignored. */
function familyOf(access: KernelAccess): string {
  const { index: _index, location: _location, addressLocation: _address, value: _value, offset, ...rest } = access;
  // A copy takes place at any time between two barriers: it has no family.
  if (access.copy !== null) return `copy ${access.index}`;
  const variable = offset.monomials.map((m) => `${m.coefficient}*${m.atoms.map((x) => x.id).join('.')}`).join('+');
  return `${variable}|${JSON.stringify(rest, withIds)}`;
}

/** Terms, conditions and objects are the same when their ids are. */
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
  readonly #paths: ExclusivePaths | undefined;
  readonly left: [KernelAccess, KernelAccess][] = [];
  total = 0;
  #refuted = 0;
  #failed = 0;

  constructor(isSafe: IsSafe | null, paths: ExclusivePaths | undefined) {
    this.#isSafe = isSafe;
    this.#paths = paths;
  }

  families(a: Family, b: Family): void {
    const [n, m] = [a.accesses.length, b.accesses.length];
    this.total += a === b ? (n * (n + 1)) / 2 : n * m;
    if (this.#isSafe !== null && this.#areApart(a.model, b.model)) return;
    this.#refuted = 0;
    this.#failed = 0;
    this.#split(a.accesses, b.accesses);
  }

  /** Shared memory that two threads of a block do not touch at one time, as their paths and barriers say: no query is needed. */
  #areApart(a: KernelAccess, b: KernelAccess): boolean {
    if (a.object.space !== 'shared' || isOfCluster(a)) return false;
    return areOrdered(a, b) || (this.#paths?.areExclusive(a.path, b.path) ?? false);
  }

  /** Where summaries keep overlapping, queries about them are wasted. */
  #isWorthwhile(): boolean {
    return this.#failed <= PATIENCE + FAILURES_PER_SUCCESS * this.#refuted;
  }

  #split(a: readonly KernelAccess[], b: readonly KernelAccess[]): void {
    if (a.length === 1 && b.length === 1) {
      this.left.push([a[0]!, b[0]!]);
      return;
    }
    if (this.#isSafe !== null && this.#isWorthwhile()) {
      if (this.#isSafe(summaryOf(a), summaryOf(b))) {
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

/** Queries about summaries that may fail before the first succeeds, and for each that succeeds. */
const PATIENCE = 32;
const FAILURES_PER_SUCCESS = 4;

function halves<T>(list: readonly T[]): [readonly T[], readonly T[]] {
  const middle = list.length >> 1;
  return [list.slice(0, middle), list.slice(middle)];
}

/** One access to all bytes from the first access to the last; the accesses are sorted by their constants. */
function summaryOf(accesses: readonly KernelAccess[]): KernelAccess {
  const first = accesses[0]!;
  const last = accesses[accesses.length - 1]!;
  const stretch = last.offset.constant - first.offset.constant;
  return accesses.length === 1 ? first : { ...first, size: Number(stretch) + last.size, value: null };
}

/** Are they in different barrier intervals with constant numbers? */
function areOrdered(a: KernelAccess, b: KernelAccess): boolean {
  const differ = (x: Int, y: Int) => isConstant(x) && isConstant(y) && x.constant !== y.constant;
  return a.copy === null && b.copy === null && differ(a.interval.block, b.interval.block);
}
