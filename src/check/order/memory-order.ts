/**
 * Orders between threads that are made through memory. In: what a thread does, and two accesses of two threads. Out:
 * conditions that hold whenever none of the idioms orders the two.
 */
import type { KernelAccess } from '../../kernel/index.ts';
import { ofOneCluster } from '../thread-pair.ts';
import type { OrderContext, Unordered } from './context.ts';
import { counters } from './counters.ts';
import { Exclusion } from './exclusion.ts';
import { type Demands, FenceOrder, type Strictness, strongScope } from './fences.ts';
import { flags } from './flags.ts';
import { type HandoverIdiom, Handovers } from './handover.ts';
import { compareAndSwapLocks, exchangeLocks, type LockIdiom } from './locks.ts';
import { type AccessPair, OtherThreads } from './sides.ts';
import { Signals } from './signals.ts';
import { ticketLocks } from './ticket-locks.ts';

/** The idioms of synchronisation: a new one is a file beside this one and a line here. The first that fits counts. */
const IDIOMS: { readonly locks: readonly LockIdiom[]; readonly handovers: readonly HandoverIdiom[] } = {
  locks: [compareAndSwapLocks, exchangeLocks, ticketLocks],
  handovers: [counters, flags],
};

/** What is missing where a race has the idiom of an order, but not the order. */
export type MissingOrder =
  | 'lock'
  | 'fence'
  /** Between what a thread does itself and a bulk copy. */
  | 'proxy-fence'
  /** Only the fence of the reader: on today's GPUs it takes a stale line in a cache to see it. */
  | 'reader-fence';

export class MemoryOrder {
  readonly #exclusion: Exclusion;
  readonly #handovers: Handovers;
  /** Keys of objects that threads wait on, or take turns by. */
  readonly #waitedFor: ReadonlySet<string>;
  readonly #context: Pick<OrderContext, 'terms' | 'launch'>;
  /** Something is atomic, or fenced, for a cluster of blocks only. */
  readonly #isOfClusters: boolean;

  /** @returns null when no thread of the kernel can learn anything of another through memory */
  static of(context: OrderContext): MemoryOrder | null {
    const signals = Signals.of(context.terms, context.execution);
    return signals === null ? null : new MemoryOrder(context, signals);
  }

  private constructor(context: OrderContext, signals: Signals) {
    const { terms, launch, execution } = context;
    this.#context = context;
    const scopes = [...execution.fences, ...execution.accesses].map(({ scope }) => scope);
    this.#isOfClusters = scopes.includes('cluster');
    const fences = new FenceOrder(execution.fences, execution.accesses);
    const shared = { ...context, fences, signals, others: new OtherThreads(terms, launch) };
    this.#exclusion = new Exclusion(shared, IDIOMS.locks);
    this.#handovers = new Handovers(shared, this.#exclusion, IDIOMS.handovers);
    const waitedFor = new Set([...this.#exclusion.objects, ...this.#handovers.objects]);
    for (const loop of execution.loops) {
      for (const { access } of signals.in([loop.goesOn, loop.left])) {
        if (access.iterations.includes(loop.iteration)) waitedFor.add(access.object.key);
      }
    }
    this.#waitedFor = waitedFor;
  }

  /**
   * True for accesses that are themselves the synchronisation: reads of memory on which threads wait, and the writes that
   * they wait for, all of them atomic or volatile.
   */
  synchronises(a: KernelAccess, b: KernelAccess): boolean {
    return (
      this.#waitedFor.has(a.object.key) &&
      a.size === b.size &&
      strongScope(a) !== null &&
      strongScope(b) !== null &&
      (a.volatile || b.volatile)
    );
  }

  /** True for a write that sets a counter back when nobody counts any more. */
  isReset(access: KernelAccess): boolean {
    return this.#handovers.isReset(access);
  }

  /** What is missing where an idiom is there, but its fences and scopes are not enough. */
  missingBetween(a: KernelAccess, b: KernelAccess): Exclude<MissingOrder, 'reader-fence' | 'proxy-fence'> {
    return this.#exclusion.haveLockInCommon(a, b) ? 'lock' : 'fence';
  }

  /** @returns null when nothing of this has a say in the order of the two */
  unordered(accesses: AccessPair, strictness: Strictness): Unordered | null {
    const { space, origin } = accesses.first.access.object;
    // Fences order images only where their flags say so, which is not followed; and surfaces go through another cache.
    if (origin.kind === 'image' || origin.kind === 'surface') return null;
    if (accesses.distance !== 'inter-block')
      return this.#unorderedIn(accesses, { ...strictness, scope: 'block', space });
    const anywhere = this.#unorderedIn(accesses, { ...strictness, scope: 'device', space });
    const inCluster = this.#isOfClusters
      ? this.#unorderedIn(accesses, { ...strictness, scope: 'cluster', space })
      : null;
    if (inCluster === null) return anywhere;
    // Of blocks of one cluster less is asked.
    const { terms, launch } = this.#context;
    const isElsewhere = terms.not(ofOneCluster(terms, launch, accesses.pair));
    return {
      conditions: [...(anywhere?.conditions ?? []), ...inCluster.conditions.map((one) => terms.or(isElsewhere, one))],
      assumptions: [...(anywhere?.assumptions ?? []), ...inCluster.assumptions],
    };
  }

  #unorderedIn(accesses: AccessPair, demands: Demands): Unordered | null {
    const parts = [this.#exclusion, this.#handovers].map((idioms) => idioms.unordered(accesses, demands));
    const conditions = parts.flatMap((part) => part.conditions);
    return conditions.length === 0 ? null : { conditions, assumptions: parts.flatMap((part) => part.assumptions) };
  }
}
