/** Program order and fences within one thread: what makes an access visible through a later one to the threads of a scope. */
import { acquires, covers, type MemoryScope, ordersMemory, releases } from '../../intrinsics/index.ts';
import type { KernelAccess, KernelBarrier, KernelFence } from '../../kernel/index.ts';
import { type Cond, conjuncts } from '../../terms/index.ts';

/**
 * How much is asked of an idiom. A race that disappears when less is asked is caused by the part that was no longer asked
 * for: that is how a missing fence and a narrow scope are told from a missing lock.
 */
export interface Strictness {
  /** The fence before the signal. */
  readonly releases: boolean;
  /** The fence behind the read that found the signal. */
  readonly acquires: boolean;
  readonly scopes: boolean;
}

/** Everything that the memory model asks for. */
export const STRICT: Strictness = { releases: true, acquires: true, scopes: true };
/** All but the reader's fence. */
export const UNFENCED_READER: Strictness = { releases: true, acquires: false, scopes: true };
/** The same idioms without their fences, and whatever their scopes. */
export const LENIENT: Strictness = { releases: false, acquires: false, scopes: false };

/** What is asked of the fences and scopes between two threads. */
export interface Demands extends Strictness {
  /** The narrowest scope that contains both threads. */
  readonly scope: MemoryScope;
  /** Where the accesses lie that are to be ordered. */
  readonly space: KernelAccess['object']['space'];
}

/** Something that the thread does at a point of its program. */
type Point = Pick<KernelAccess, 'index' | 'path' | 'iterations'>;

/** A volatile access is a relaxed one of system scope (PTX ISA, "Volatile operations"). */
export function strongScope(access: KernelAccess): MemoryScope | null {
  if (access.kind === 'atomic') return access.scope ?? 'system';
  return access.volatile ? 'system' : null;
}

/** The signal is atomic or volatile, and of the scope that is asked for. */
export function isWideEnough(signal: KernelAccess, demands: Demands): boolean {
  const scope = strongScope(signal);
  return scope !== null && (!demands.scopes || covers(scope, demands.scope));
}

/** Every conjunct of `part` is one of the others': a thread that came to those points came here as well. */
export function isWithin(part: Cond, ...others: readonly Cond[]): boolean {
  const known = new Set(others.flatMap((c) => [...conjuncts(c)]));
  return conjuncts(part).every((c) => c.kind === 'true' || known.has(c));
}

export class FenceOrder {
  readonly #fences: readonly KernelFence[];
  /**
   * Nothing orders but sequentially consistent fences. Of two such fences the one comes first that leads to the other, by
   * whatever atomic operations and barriers; so the thread that fences need not be the one that signals (PTX ISA,
   * "Fence-SC order").
   */
  readonly isSequential: boolean;

  constructor(fences: readonly KernelFence[], accesses: readonly KernelAccess[]) {
    this.#fences = fences;
    this.isSequential =
      fences.every((f) => f.ordering === 'seq_cst') &&
      accesses.every((a) => !releases(a.ordering) && !acquires(a.ordering));
  }

  /** Fences as wide as is asked for that a thread which comes by one of `points` passes after the first and before the last index. */
  between(after: number, before: number, points: readonly Point[], { scope, space }: Demands): readonly KernelFence[] {
    const paths = points.map((p) => p.path);
    return this.#fences.filter(
      (f) =>
        after < f.index &&
        f.index < before &&
        covers(f.scope, scope) &&
        (space === 'shared' || space === 'global' ? ordersMemory(f.memory, space) : f.memory === 'all') &&
        isWithin(f.path, ...paths) &&
        f.iterations.every((iteration) => points.some((p) => p.iterations.includes(iteration))),
    );
  }

  /** `signal` makes what the same thread did at `work` before visible to a thread that sees the signal. */
  publishes(work: Point, signal: KernelAccess, demands: Demands): boolean {
    if (!isWideEnough(signal, demands)) return false;
    if (!demands.releases || releases(signal.ordering)) return true;
    return this.between(work.index, signal.index, [work, signal], demands).some((f) => releases(f.ordering));
  }

  /** What was published to `signal` is visible to the same thread at `work`, later. */
  observes(signal: KernelAccess, work: Point, demands: Demands): boolean {
    if (!isWideEnough(signal, demands)) return false;
    return !demands.acquires || acquires(signal.ordering) || this.#acquiresBetween(signal, work, demands);
  }

  /** What was published to `signal` is visible to every thread of the block at `work`, behind a barrier. */
  observesBehind(barrier: KernelBarrier, signal: KernelAccess, work: Point, demands: Demands): boolean {
    if (this.observes(signal, barrier, demands)) return true;
    const own = this.between(barrier.index, work.index, [work], demands);
    return isWideEnough(signal, demands) && this.isSequential && own.length > 0;
  }

  #acquiresBetween(signal: KernelAccess, work: Point, demands: Demands): boolean {
    return this.between(signal.index, work.index, [signal, work], demands).some((f) => acquires(f.ordering));
  }
}
