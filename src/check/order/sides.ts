/** The two threads of a pair at their accesses, and the other threads through which an order between them goes. */
import type { KernelAccess, KernelBarrier } from '../../kernel/index.ts';
import { type Cond, type Substitution, single, type Terms } from '../../terms/index.ts';
import {
  blockMate,
  type LaunchTerms,
  type Meeting,
  type OtherThread,
  type ThreadPair,
  type ThreadTerms,
} from '../thread-pair.ts';

/** An access as one thread makes it. */
interface Instance {
  readonly access: KernelAccess;
  readonly terms: Substitution;
}

/** One of the two threads of a pair. */
export interface Side extends Instance {
  readonly indices: ThreadTerms;
  /** Tells the symbols of this thread, and of threads that are made for it, from others. */
  readonly suffix: string;
}

/** The thread that has seen a signal on behalf of one of the two. */
interface Observer {
  readonly terms: Substitution;
  /** They hold in any case. */
  readonly premises: readonly Cond[];
  /** When the side knows what the observer knows. */
  readonly known: Cond;
}

/** Two accesses of two threads at a distance. */
export interface AccessPair {
  readonly pair: ThreadPair;
  readonly distance: Meeting | 'same-block';
  readonly first: Side;
  readonly second: Side;
  /** Asked is whether a fence is missing between the ways to memory of the two, where they are in order else. */
  readonly proxies?: boolean;
  /** Asked is whether a fence of `tcgen05` is missing, where barriers have the two in order. */
  readonly tensorFences?: boolean;
  /** What one thread of a warpgroup knows to be over of its `wgmma` is over for the others, too. */
  readonly asWarpgroup?: boolean;
}

export function accessPair(
  pair: ThreadPair,
  distance: AccessPair['distance'],
  a: KernelAccess,
  b: KernelAccess,
): AccessPair {
  return {
    pair,
    distance,
    first: { access: a, terms: pair.first, indices: pair.threads[0], suffix: "'1" },
    second: { access: b, terms: pair.second, indices: pair.threads[1], suffix: "'2" },
  };
}

/** That two instances touch the same place of one object. */
export function samePlace(t: Terms, a: Instance, b: Instance): Cond {
  return t.and(
    t.eq(a.terms.int(a.access.offset), b.terms.int(b.access.offset)),
    ...a.access.base.map((term, i) => t.eq(a.terms.int(term), b.terms.int(b.access.base[i] ?? term))),
  );
}

/** Third threads, made once for each pair of threads: all queries about the pair share their terms. */
export class OtherThreads {
  readonly #terms: Terms;
  readonly #launch: LaunchTerms;
  readonly #byPair = new WeakMap<ThreadPair, Map<string, OtherThread>>();

  constructor(terms: Terms, launch: LaunchTerms) {
    this.#terms = terms;
    this.#launch = launch;
  }

  /** The thread of that name beside the pair. */
  of(pair: ThreadPair, name: string, make: () => OtherThread): OtherThread {
    let threads = this.#byPair.get(pair);
    if (!threads) {
      threads = new Map();
      this.#byPair.set(pair, threads);
    }
    let thread = threads.get(name);
    if (!thread) {
      thread = make();
      threads.set(name, thread);
    }
    return thread;
  }

  /** The thread that saw a signal for `side`: itself, or the first of its block in front of a barrier. */
  observer(pair: ThreadPair, side: Side, barrier: KernelBarrier | null): Observer {
    const t = this.#terms;
    if (barrier === null) return { terms: side.terms, premises: [], known: t.true };
    const shared = new Set(barrier.iterations.flatMap((iteration) => single(iteration)?.id ?? []));
    const leader = this.of(pair, `leader${side.suffix}:${barrier.index}`, () =>
      blockMate(t, this.#launch, `'l${barrier.index}${side.suffix}`, side.terms, {
        shared,
        at: [t.zero, t.zero, t.zero],
      }),
    );
    return {
      terms: leader.terms,
      premises: [leader.terms.cond(barrier.path), leader.terms.cond(barrier.facts)],
      known: t.lt(leader.terms.int(barrier.globalInterval.block), side.terms.int(side.access.interval.block)),
    };
  }
}
