/** Program order and fences within one thread: what makes an access visible through a later one to the threads of a scope. */
import { acquires, covers, releases } from '../intrinsics/index.ts';
import type { KernelAccess, KernelFence } from '../kernel/index.ts';
import type { Scope } from '../model/result.ts';
import { type Cond, conjuncts } from '../terms/index.ts';

/** How much is asked of a pattern; a race that is gone when less is asked has its cause in what was not asked. */
export interface Strictness {
  /** The fence before what others are told. */
  readonly releases: boolean;
  /** The fence behind what a thread has learned. */
  readonly acquires: boolean;
  readonly scopes: boolean;
}

/** Something the thread does at a point of its program. */
export type Point = Pick<KernelAccess, 'index' | 'path' | 'iterations'>;

export function reaches(scope: Scope | null, needed: Scope): boolean {
  return scope !== null && covers(scope, needed);
}

/** A volatile access is a relaxed one of system scope (PTX ISA, "Volatile operations"). */
export function strongScope(access: KernelAccess): Scope | null {
  if (access.kind === 'atomic') return access.scope ?? 'system';
  return access.volatile ? 'system' : null;
}

/** Every part of `part` is a part of one of the others: who came by those points came by here. */
export function isWithin(part: Cond, ...others: readonly Cond[]): boolean {
  const known = new Set(others.flatMap((c) => [...conjuncts(c)]));
  return conjuncts(part).every((c) => c.kind === 'true' || known.has(c));
}

export class FenceOrder {
  readonly #fences: readonly KernelFence[];
  /**
   * All that orders is a sequentially consistent fence. Of two such fences the one comes first that leads to the other, by
   * whatever atomic operations and barriers; so it need not be the same thread that fences and signals (PTX ISA,
   * "Fence-SC order").
   */
  readonly isSequential: boolean;

  constructor(fences: readonly KernelFence[], accesses: readonly KernelAccess[]) {
    this.#fences = fences;
    this.isSequential =
      fences.every((f) => f.ordering === 'seq_cst') &&
      accesses.every((a) => !releases(a.ordering) && !acquires(a.ordering));
  }

  /** Fences that a thread which comes by one of `points` passes after the first and before the last index. */
  between(after: number, before: number, points: readonly Point[], needed: Scope): readonly KernelFence[] {
    const paths = points.map((p) => p.path);
    return this.#fences.filter(
      (f) =>
        after < f.index &&
        f.index < before &&
        reaches(f.scope, needed) &&
        isWithin(f.path, ...paths) &&
        f.iterations.every((round) => points.some((p) => p.iterations.includes(round))),
    );
  }

  /** `signal` makes what the same thread did at `work` before visible to who sees the signal. */
  publishes(work: Point, signal: KernelAccess, needed: Scope, strictness: Strictness): boolean {
    const scope = strongScope(signal);
    if (scope === null || (strictness.scopes && !reaches(scope, needed))) return false;
    if (!strictness.releases || releases(signal.ordering)) return true;
    return this.between(work.index, signal.index, [work, signal], needed).some((f) => releases(f.ordering));
  }

  /** What was published to `signal` is visible to the same thread at `work`, later. */
  observes(signal: KernelAccess, work: Point, needed: Scope, strictness: Strictness): boolean {
    const scope = strongScope(signal);
    if (scope === null || (strictness.scopes && !reaches(scope, needed))) return false;
    if (!strictness.acquires || acquires(signal.ordering)) return true;
    return this.between(signal.index, work.index, [signal, work], needed).some((f) => acquires(f.ordering));
  }
}
