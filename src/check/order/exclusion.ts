/**
 * Mutual exclusion by locks, with locksets as Eraser keeps them, but of terms: two threads that hold one lock are never in
 * their critical sections together. With a fence behind the taking and one before the giving back, of a scope that covers
 * both threads, each also sees what the other did (ScoRD, section IV; PreDataR, section 4).
 */
import { releases } from '../../intrinsics/index.ts';
import type { KernelAccess, KernelBarrier } from '../../kernel/index.ts';
import type { Assumption } from '../../model/assumption.ts';
import { type Cond, type Int, isConstant } from '../../terms/index.ts';
import { holdsAtStart, type IdiomContext, type Unordered } from './context.ts';
import { type Demands, isWideEnough } from './fences.ts';
import { atOnePlace, type Lock, type LockIdiom, locksOf } from './locks.ts';
import { type AccessPair, type Side, samePlace } from './sides.ts';

/** An access is in a critical section. */
interface Hold {
  readonly lock: Lock;
  readonly take: KernelAccess;
  /** Set when the block's first thread holds the lock for its block: the barrier behind which it is known to do so. */
  readonly barrier: KernelBarrier | null;
}

export class Exclusion {
  readonly #context: IdiomContext;
  readonly #locks: ReadonlyMap<string, Lock>;

  constructor(context: IdiomContext, idioms: readonly LockIdiom[]) {
    this.#context = context;
    this.#locks = locksOf(context, idioms);
  }

  /** Keys of the objects that are locks. */
  get objects(): Iterable<string> {
    return this.#locks.keys();
  }

  isLock(object: string): boolean {
    return this.#locks.has(object);
  }

  /** True for memory that tells whose turn it is, which says nothing of who is done. */
  takesTurns(object: string): boolean {
    if ((this.#locks.get(object)?.gives.length ?? 0) > 0) return true;
    return [...this.#locks.values()].some(({ draws }) => draws.some((draw) => draw.object.key === object));
  }

  /** True when both accesses are in critical sections of one lock, whatever its fences and scopes. */
  haveLockInCommon(a: KernelAccess, b: KernelAccess): boolean {
    const mine = new Set(this.#holds(a).map((hold) => hold.lock));
    return this.#holds(b).some((hold) => mine.has(hold.lock));
  }

  /** That the two are not in critical sections of one lock. */
  unordered({ pair, distance, first, second }: AccessPair, demands: Demands): Unordered {
    const conditions: Cond[] = [];
    const assumptions: Assumption[] = [];
    const { terms: t, others } = this.#context;
    const sound = ({ access }: Side) =>
      this.#holds(access).filter(
        (hold) => (hold.barrier === null || distance === 'inter-block') && this.#isSound(hold, access, demands),
      );
    const theirs = this.#locks.size === 0 ? [] : sound(second);
    if (theirs.length === 0) return { conditions, assumptions };
    for (const mine of sound(first)) {
      for (const other of theirs) {
        if (mine.lock !== other.lock) continue;
        const { lock } = mine;
        if (lock.values !== null) assumptions.push(holdsAtStart(mine.take, lock.values.join(' or ')));
        const [x, y] = [others.observer(pair, first, mine.barrier), others.observer(pair, second, other.barrier)];
        conditions.push(
          ...x.premises,
          ...y.premises,
          t.or(
            t.not(x.known),
            t.not(y.known),
            lock.notTaken(mine.take, x.terms),
            lock.notTaken(other.take, y.terms),
            t.not(samePlace(t, { access: mine.take, terms: x.terms }, { access: other.take, terms: y.terms })),
          ),
        );
      }
    }
    return { conditions, assumptions };
  }

  /** The locks that a thread may hold at an access; whether it does is a matter of what the taking found. */
  #holds(access: KernelAccess): Hold[] {
    if (this.#locks.size === 0) return [];
    const holds: Hold[] = [];
    for (const { signal, barrier } of this.#context.signals.observedAt(access)) {
      const take = signal.access;
      const lock = this.#locks.get(take.object.key);
      if (signal.handedOn || !lock?.takes.includes(take) || take.index > access.index) continue;
      if (lock.gives.some((give) => isBetween(give, take, access) && !this.#isUnrelated(give, take, access))) continue;
      holds.push({ lock, take, barrier });
    }
    return holds;
  }

  /** True when the giving back is not on the way to the access, or is of another lock than the taking. */
  #isUnrelated(give: KernelAccess, take: KernelAccess, access: KernelAccess): boolean {
    const { terms, contradict } = this.#context;
    return contradict([give.path, access.path]) || contradict(atOnePlace(terms, take, give));
  }

  /** Do the fences and scopes of the critical section meet the demands? */
  #isSound({ lock, take, barrier }: Hold, access: KernelAccess, demands: Demands): boolean {
    const { fences } = this.#context;
    const gives = lock.gives.filter((give) => give.index > access.index);
    if (barrier !== null) {
      return (
        fences.observesBehind(barrier, take, access, demands) &&
        gives.every((give) => this.#isPublishedBehindBarrier(access, give, demands))
      );
    }
    // A lock that is never given back has one owner: nobody comes later who could see too little.
    if (lock.gives.length === 0) return isWideEnough(take, demands);
    return fences.observes(take, access, demands) && gives.every((give) => fences.publishes(access, give, demands));
  }

  /** A barrier lies between the access and the giving back by the block's first thread, with a fence on either side of it. */
  #isPublishedBehindBarrier(access: KernelAccess, give: KernelAccess, demands: Demands): boolean {
    const { fences } = this.#context;
    const isLater = (x: Int, y: Int) => {
      const difference = this.#context.terms.sub(x, y);
      return isConstant(difference) && difference.constant > 0n;
    };
    if (!isWideEnough(give, demands) || !isLater(give.interval.block, access.interval.block)) return false;
    if (!demands.releases || releases(give.ordering)) return true;
    const byTheBlock = fences.between(access.index, give.index, [access], demands);
    const byTheHolder = fences.between(access.index, give.index, [give], demands);
    return (
      (fences.isSequential && byTheBlock.some((f) => f.interval.block === access.interval.block)) ||
      byTheHolder.some((f) => releases(f.ordering) && isLater(f.interval.block, access.interval.block))
    );
  }
}

/** May the lock have been given back since it was taken? Also when a loop comes by the giving before the access. */
function isBetween(give: KernelAccess, take: KernelAccess, access: KernelAccess): boolean {
  if (give.index < take.index) return false;
  if (give.index < access.index) return true;
  return give.iterations.some(
    (iteration) => access.iterations.includes(iteration) && !take.iterations.includes(iteration),
  );
}
