/**
 * Data handed over through memory (message passing): a thread that found a certain value comes after the thread that
 * stored it, and after whatever that thread published by it. The idioms (`flags.ts`, `counters.ts`) say what a value tells.
 */
import type { KernelAccess } from '../../kernel/index.ts';
import type { Assumption } from '../../model/assumption.ts';
import type { Cond, Substitution } from '../../terms/index.ts';
import type { ThreadPair } from '../thread-pair.ts';
import { holdsAtStart, type IdiomContext, type Unordered } from './context.ts';
import type { Exclusion } from './exclusion.ts';
import type { Demands } from './fences.ts';
import type { AccessPair, Side } from './sides.ts';
import type { Observation, Signal } from './signals.ts';

/** A signal that was seen, and what is asked of it: does it say that an earlier access is over? */
export interface HandoverQuery {
  readonly pair: ThreadPair;
  readonly earlier: Side;
  readonly signal: Signal;
  /** The thread that saw the signal. */
  readonly observer: Substitution;
  readonly demands: Demands;
}

/** What memory of some kind tells a thread that reads it. */
export interface Handover {
  /** Keys of the objects that are known to be of this kind by how they are modified. */
  readonly objects: ReadonlySet<string>;
  /** True when what is found in the object is to be understood in this way. */
  readonly explains: (object: string) => boolean;
  /** What the memory is assumed to hold when the kernel starts. */
  readonly initially: (read: KernelAccess) => bigint;
  /** True for an access that is ordered with the signal because both are of one place. */
  readonly isAtSignal: (access: KernelAccess, signal: Signal) => boolean;
  /** True for a write to the memory that comes when nobody signals any more. */
  readonly isReset: (access: KernelAccess) => boolean;
  /** That the signal does not say that the earlier access is over; null when it says nothing at all. */
  readonly notOver: (query: HandoverQuery) => Cond | null;
}

/** @param isLock true for objects that are locks, and are understood as such */
export type HandoverIdiom = (context: IdiomContext, isLock: (object: string) => boolean) => Handover;

/** Observations considered for one pair; any further ones are taken to order nothing. */
const MAX_OBSERVATIONS = 6;

export class Handovers {
  readonly #context: IdiomContext;
  readonly #exclusion: Exclusion;
  readonly #kinds: readonly Handover[];

  constructor(context: IdiomContext, exclusion: Exclusion, idioms: readonly HandoverIdiom[]) {
    this.#context = context;
    this.#exclusion = exclusion;
    this.#kinds = idioms.map((idiom) => idiom(context, (object) => exclusion.isLock(object)));
  }

  /** Keys of the objects that hand something over by how they are modified. */
  get objects(): Iterable<string> {
    return this.#kinds.flatMap(({ objects }) => [...objects]);
  }

  isReset(access: KernelAccess): boolean {
    return this.#kinds.some((kind) => kind.isReset(access));
  }

  /** That neither of the two has learned, by what it found in memory, that the other is over. */
  unordered({ pair, first, second }: AccessPair, demands: Demands): Unordered {
    const conditions: Cond[] = [];
    const assumptions: Assumption[] = [];
    for (const [earlier, later] of [
      [first, second],
      [second, first],
    ] as const) {
      const open = this.#notHandedOver(pair, earlier, later, demands);
      conditions.push(...open.conditions);
      assumptions.push(...open.assumptions);
    }
    return { conditions, assumptions };
  }

  #notHandedOver(pair: ThreadPair, earlier: Side, later: Side, demands: Demands): Unordered {
    const { terms: t, others, signals } = this.#context;
    const conditions: Cond[] = [];
    const assumptions: Assumption[] = [];
    let left = MAX_OBSERVATIONS;
    for (const observation of signals.observedAt(later.access)) {
      const { signal, barrier } = observation;
      const kind = this.#kindOf(signal);
      if (signal.access.index >= later.access.index || kind === undefined) continue;
      const asked = kind.isAtSignal(earlier.access, signal) ? { ...demands, acquires: false } : demands;
      if (!this.#isObserved(observation, later.access, asked)) continue;
      if (left-- === 0) break;
      const observer = others.observer(pair, later, barrier);
      const open = kind.notOver({ pair, earlier, signal, observer: observer.terms, demands });
      if (open === null) continue;
      const { access: read, handedOn } = signal;
      const known = handedOn
        ? t.lt(later.terms.int(handedOn), later.terms.int(later.access.interval.block))
        : observer.known;
      conditions.push(...observer.premises, t.or(t.not(known), open));
      assumptions.push(holdsAtStart(read, `${kind.initially(read)}`));
    }
    return { conditions, assumptions };
  }

  /** Memory by which threads take turns hands nothing over: it says nothing of who is done. */
  #kindOf({ access: { object } }: Signal): Handover | undefined {
    return this.#exclusion.takesTurns(object.key) ? undefined : this.#kinds.find((kind) => kind.explains(object.key));
  }

  /** Do the fences and scopes behind the signal meet the demands? */
  #isObserved({ signal, barrier }: Observation, access: KernelAccess, demands: Demands): boolean {
    const { fences } = this.#context;
    if (barrier !== null) return fences.observesBehind(barrier, signal.access, access, demands);
    // The barrier by which the signal was handed on may have the fence on either side.
    if (signal.handedOn && (access.object.space !== 'global' || !fences.isSequential)) return false;
    return fences.observes(signal.access, access, demands);
  }
}
