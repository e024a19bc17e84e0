/**
 * Orders between threads that are no barriers: locks (`locks.ts`), and data handed over through memory, by a flag or by a
 * counter of those that are done. In: what a thread does, and two accesses of two threads. Out: conditions that hold
 * whenever nothing of this orders the two.
 */

import { acquires, releases } from '../intrinsics/index.ts';
import type { Execution, KernelAccess, KernelBarrier } from '../kernel/index.ts';
import type { Scope } from '../model/result.ts';
import { type Cond, type Int, type Substitution, single, type Terms, visitAtoms } from '../terms/index.ts';
import { type Counter, countersOf } from './counters.ts';
import { FenceOrder, isWithin, reaches, type Strictness, strongScope } from './fence-order.ts';
import { atOnePlace, type Hold, holdsOf, isSound, type Lock, locksOf, notTaken } from './locks.ts';
import {
  anyThread,
  blockMate,
  type Distance,
  type LaunchTerms,
  type OtherThread,
  type ThreadPair,
  type ThreadTerms,
} from './thread-pair.ts';
import { changesMemory } from './writers.ts';

/** What keeps a race from being none. */
export type MissingOrder =
  | 'lock'
  | 'fence'
  /** Only the fence of who reads: on the GPUs of today it takes an old line in a cache to see it. */
  | 'reader-fence';

export interface Unordered {
  /** They hold whenever neither access is ordered before the other. */
  readonly conditions: readonly Cond[];
  /** What was taken for granted. */
  readonly assumptions: readonly string[];
}

export const STRICT: Strictness = { releases: true, acquires: true, scopes: true };
/** All but the fence of who reads. */
export const UNFENCED_READER: Strictness = { releases: true, acquires: false, scopes: true };
/** The same patterns without their fences, and whatever their scopes. */
export const LENIENT: Strictness = { releases: false, acquires: false, scopes: false };

/** What a thread knows of synchronising memory. */
interface Signal {
  readonly access: KernelAccess;
  /** What the access found, as the thread has it. */
  readonly found: Int;
  /** Set when another thread of its block handed it on: the barriers that one had passed at the access. */
  readonly handedOn: Int | null;
}

/** A thread's access is behind a read of synchronising memory that found a certain value. */
interface Observation {
  readonly signal: Signal;
  /** Set when the block's first thread has read it for its block: the barrier behind which all know. */
  readonly barrier: KernelBarrier | null;
}

/** One of the two threads of a pair. */
interface Side {
  readonly access: KernelAccess;
  readonly terms: Substitution;
  readonly indices: ThreadTerms;
  readonly suffix: string;
}

/** Hand-overs looked at for one pair; more than that is left unordered. */
const MAX_OBSERVATIONS = 6;
const MAX_SIGNALS = 8;

export interface SynchronisationSetting {
  readonly terms: Terms;
  readonly launch: LaunchTerms;
  /** Facts of the launch. */
  readonly facts: readonly Cond[];
  readonly execution: Execution;
  /** True when the conditions, over one thread, cannot hold together. */
  readonly contradict: (conditions: readonly Cond[]) => boolean;
  /** True when two threads of a block can both meet the condition. */
  readonly twice: (condition: Cond) => boolean;
  /** What the place of an access holds when the kernel starts. */
  readonly initial: (access: KernelAccess) => Int;
}

export class Synchronisation {
  readonly #terms: Terms;
  readonly #launch: LaunchTerms;
  readonly #facts: readonly Cond[];
  readonly #execution: Execution;
  readonly #order: FenceOrder;
  readonly #locks: ReadonlyMap<string, Lock>;
  readonly #counters: ReadonlyMap<string, Counter>;
  readonly #initial: (access: KernelAccess) => Int;
  /** By the id of the atom for what it found. */
  readonly #signals: ReadonlyMap<number, Signal>;
  /** Objects that threads wait on, or take turns by. */
  readonly #waitedFor: ReadonlySet<string>;
  readonly #contradict: (conditions: readonly Cond[]) => boolean;
  readonly #pairs = new WeakMap<ThreadPair, Map<string, OtherThread>>();

  /** @returns null when no thread of the kernel can learn anything of another by these means */
  static of(setting: SynchronisationSetting): Synchronisation | null {
    const { terms, execution } = setting;
    const found = new Map<number, KernelAccess>();
    for (const access of execution.accesses) {
      const atom = access.found && single(access.found);
      if (atom && strongScope(access) !== null) found.set(atom.id, access);
    }
    if (found.size === 0) return null;
    const signals = new Map<number, Signal>();
    visitAtoms(
      [...execution.accesses, ...execution.barriers].flatMap((x) => [x.path, x.facts]),
      (atom) => {
        const ticket = execution.tickets.get(atom.id);
        const access = found.get(ticket?.operation ?? atom.id);
        if (!access) return;
        const handedOn = ticket?.holder ? ticket.phase.block : null;
        signals.set(atom.id, { access, found: terms.ofAtom(atom), handedOn });
      },
    );
    if (signals.size === 0) return null;
    return new Synchronisation(setting, signals);
  }

  private constructor(setting: SynchronisationSetting, signals: ReadonlyMap<number, Signal>) {
    const { terms, launch, facts, execution, contradict, twice, initial } = setting;
    this.#terms = terms;
    this.#launch = launch;
    this.#facts = facts;
    this.#execution = execution;
    this.#signals = signals;
    this.#contradict = contradict;
    this.#initial = initial;
    this.#order = new FenceOrder(execution.fences, execution.accesses);
    this.#locks = locksOf(terms, execution.accesses, contradict);
    this.#counters = countersOf(terms, launch, execution, this.#locks, contradict, twice);
    const waitedFor = new Set([...this.#locks.keys(), ...this.#counters.keys()]);
    for (const loop of execution.loops) {
      for (const { access } of this.#mentioned([loop.goesOn, loop.left])) {
        if (access.iterations.includes(loop.round)) waitedFor.add(access.object.key);
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

  /** The last to count sets the counter back: nobody counts after that. */
  isReset(access: KernelAccess): boolean {
    return this.#counters.get(access.object.key)?.resets.includes(access) ?? false;
  }

  /** What is missing when a pattern is there, but is not enough. */
  patternOf(a: KernelAccess, b: KernelAccess): MissingOrder {
    const held = (x: KernelAccess) => new Set(this.#holds(x).map((hold) => hold.lock));
    const [mine, yours] = [held(a), held(b)];
    return [...mine].some((lock) => yours.has(lock)) ? 'lock' : 'fence';
  }

  /** @returns null when nothing of this has a say in the order of the two */
  unordered(
    pair: ThreadPair,
    a: KernelAccess,
    b: KernelAccess,
    distance: Distance | 'same-block',
    strictness: Strictness,
  ): Unordered | null {
    const needed: Scope = distance === 'inter-block' ? 'device' : 'block';
    const first: Side = { access: a, terms: pair.first, indices: pair.threads[0], suffix: "'1" };
    const second: Side = { access: b, terms: pair.second, indices: pair.threads[1], suffix: "'2" };
    const { conditions, assumptions } = this.#notExcluded(pair, first, second, needed, distance, strictness);
    for (const [earlier, later] of [
      [first, second],
      [second, first],
    ] as const) {
      const { conditions: more, assumptions: assumed } = this.#notHandedOver(pair, earlier, later, needed, strictness);
      conditions.push(...more);
      assumptions.push(...assumed);
    }
    return conditions.length === 0 ? null : { conditions, assumptions };
  }

  // ---- locks ---------------------------------------------------------------------------------------------------------

  #holds(access: KernelAccess): Hold[] {
    return holdsOf(
      this.#locks,
      this.#execution.barriers,
      access,
      (conditions) => new Set([...this.#mentioned(conditions)].flatMap((s) => (s.handedOn ? [] : s.access))),
      (take, give, at) =>
        this.#contradict([give.path, at.path]) || this.#contradict(atOnePlace(this.#terms, take, give)),
    );
  }

  /** That the two are not in critical sections of one lock. */
  #notExcluded(
    pair: ThreadPair,
    first: Side,
    second: Side,
    needed: Scope,
    distance: Distance | 'same-block',
    strictness: Strictness,
  ): { conditions: Cond[]; assumptions: string[] } {
    const t = this.#terms;
    const conditions: Cond[] = [];
    const assumptions: string[] = [];
    const sound = ({ access }: Side) =>
      this.#holds(access).filter(
        (hold) =>
          (hold.barrier === null || distance === 'inter-block') &&
          isSound(this.#order, t, hold, access, needed, strictness),
      );
    const theirs = this.#locks.size === 0 ? [] : sound(second);
    if (theirs.length === 0) return { conditions, assumptions };
    for (const mine of sound(first)) {
      for (const other of theirs) {
        if (mine.lock !== other.lock) continue;
        const { kind } = mine.lock;
        if (kind.name === 'compared' && kind.taken !== null) {
          const values = `${kind.free.constant} or ${kind.taken.constant}`;
          assumptions.push(`${mine.take.object.name} holds ${values} when the kernel starts`);
        }
        const [x, y] = [this.#seer(pair, first, mine.barrier), this.#seer(pair, second, other.barrier)];
        conditions.push(
          ...x.premises,
          ...y.premises,
          t.or(
            t.not(x.known),
            t.not(y.known),
            notTaken(t, mine.lock, mine.take, x.terms),
            notTaken(t, other.lock, other.take, y.terms),
            t.not(this.#samePlace(mine.take, x.terms, other.take, y.terms)),
          ),
        );
      }
    }
    return { conditions, assumptions };
  }

  // ---- hand-overs ------------------------------------------------------------------------------------------------------

  #observations(access: KernelAccess): Observation[] {
    const seen: Observation[] = [];
    for (const signal of this.#mentioned([access.path, access.facts])) {
      if (signal.access.index < access.index) seen.push({ signal, barrier: null });
    }
    if (access.object.space !== 'global') return seen;
    for (const barrier of this.#execution.barriers) {
      if (barrier.kind !== 'barrier' || barrier.width === 'warp' || barrier.index > access.index) continue;
      if (!isWithin(barrier.path, access.path)) continue;
      if (!barrier.iterations.every((round) => access.iterations.includes(round))) continue;
      for (const signal of this.#mentioned([barrier.path, barrier.facts])) {
        if (signal.access.index < barrier.index && !signal.handedOn) seen.push({ signal, barrier });
      }
    }
    return seen;
  }

  /** That `later` has not learned, by what it found in memory, that `earlier` is over. */
  #notHandedOver(
    pair: ThreadPair,
    earlier: Side,
    later: Side,
    needed: Scope,
    strictness: Strictness,
  ): { conditions: Cond[]; assumptions: string[] } {
    const t = this.#terms;
    const conditions: Cond[] = [];
    const assumptions: string[] = [];
    let left = MAX_OBSERVATIONS;
    for (const { signal, barrier } of this.#observations(later.access)) {
      const { access: read, handedOn } = signal;
      const counter = this.#counters.get(read.object.key);
      // What happens to one place has an order of its own.
      const asked = earlier.access === counter?.step ? { ...strictness, acquires: false } : strictness;
      if (this.#takesTurns(read.object.key) || !this.#observes(signal, barrier, later.access, needed, asked)) continue;
      if (left-- === 0) break;
      const seer = this.#seer(pair, later, barrier);
      const open = counter
        ? this.#notCounted(pair, earlier, signal, seer.terms, counter, needed, strictness)
        : this.#notSignalled(pair, earlier, signal, seer.terms, needed, strictness);
      if (open === null) continue;
      const known = handedOn ? t.lt(later.terms.int(handedOn), later.terms.int(later.access.phase.block)) : seer.known;
      conditions.push(...seer.premises, t.or(t.not(known), open));
      assumptions.push(
        `${read.object.name} holds ${counter ? 0 : this.#initial(read).constant} when the kernel starts`,
      );
    }
    return { conditions, assumptions };
  }

  /** Memory that tells who is in turn says nothing of who is done. */
  #takesTurns(object: string): boolean {
    for (const { kind, object: own, gives } of this.#locks.values()) {
      if (own === object && gives.length > 0) return true;
      if (kind.name === 'tickets' && kind.draws.some((draw) => draw.object.key === object)) return true;
    }
    return false;
  }

  #observes(
    { access: signal, handedOn }: Signal,
    barrier: KernelBarrier | null,
    access: KernelAccess,
    needed: Scope,
    strictness: Strictness,
  ): boolean {
    // Where it was handed on by a barrier, the fence may stand on either side of that.
    if (barrier === null && handedOn && (access.object.space !== 'global' || !this.#order.isSequential)) return false;
    if (barrier === null) return this.#order.observes(signal, access, needed, strictness);
    if (strictness.scopes && !reaches(strongScope(signal), needed)) return false;
    return (
      !strictness.acquires ||
      acquires(signal.ordering) ||
      this.#order.between(signal.index, barrier.index, [signal, barrier], needed).some((f) => acquires(f.ordering)) ||
      (this.#order.isSequential && this.#order.between(barrier.index, access.index, [access], needed).length > 0)
    );
  }

  /** That what `signal` found was there from the beginning, or comes from somebody who is not behind `earlier`. */
  #notSignalled(
    pair: ThreadPair,
    earlier: Side,
    { access: signal, found: number }: Signal,
    seer: Substitution,
    needed: Scope,
    strictness: Strictness,
  ): Cond | null {
    const t = this.#terms;
    const found = seer.int(number);
    const writers = this.#execution.accesses.filter((x) => x.object.key === signal.object.key && changesMemory(x));
    if (writers.length > MAX_SIGNALS) return null;
    const sources = [t.eq(found, this.#initial(signal))];
    for (const writer of writers) {
      const thread = this.#thread(pair, `writer:${writer.index}`, () =>
        anyThread(t, this.#launch, `'w${writer.index}`),
      );
      sources.push(
        t.and(
          ...thread.conditions,
          ...this.#facts.map((fact) => thread.terms.cond(fact)),
          thread.terms.cond(writer.path),
          thread.terms.cond(writer.facts),
          this.#samePlace(writer, thread.terms, signal, seer),
          this.#couldStore(writer, thread.terms, found),
          t.not(this.#behind(earlier, writer, thread, needed, strictness)),
        ),
      );
    }
    return t.or(...sources);
  }

  /** That not everybody has counted yet, or that the one who counted for `earlier` was not behind it. */
  #notCounted(
    pair: ThreadPair,
    earlier: Side,
    { access: signal, found: number }: Signal,
    seer: Substitution,
    { step, total, isPerBlock }: Counter,
    needed: Scope,
    strictness: Strictness,
  ): Cond | null {
    const t = this.#terms;
    const found = seer.int(number);
    if (signal !== step && signal.update?.kind !== 'keep' && signal.kind !== 'read') return null;
    const counted = signal === step ? t.add(found, t.one) : found;
    const elsewhere = t.ne(seer.int(signal.offset), step.offset);
    const incomplete = t.or(elsewhere, t.and(t.lt(counted, total), t.le(t.zero, found)));
    const { access } = earlier;
    if (access === step) return incomplete;
    if (!isPerBlock) {
      const isBehind = access.index < step.index && this.#order.publishes(access, step, needed, strictness);
      return isBehind ? incomplete : null;
    }
    const counts = this.#thread(pair, `count${earlier.suffix}`, () =>
      blockMate(t, this.#launch, `'c${earlier.suffix}`, earlier.terms),
    );
    return t.or(
      incomplete,
      t.and(
        ...counts.conditions,
        counts.terms.cond(step.path),
        counts.terms.cond(step.facts),
        t.not(this.#behind(earlier, step, counts, needed, strictness)),
      ),
    );
  }

  /** Could the access leave the number that somebody found? */
  #couldStore({ update, value, found: before }: KernelAccess, writer: Substitution, found: Int): Cond {
    const t = this.#terms;
    if (update === null) return value === null ? t.true : t.eq(writer.int(value), found);
    switch (update.kind) {
      case 'replace':
        return t.eq(writer.int(update.value), found);
      case 'compare-exchange':
        return t.and(t.eq(writer.int(before!), writer.int(update.expected)), t.eq(writer.int(update.value), found));
      default:
        return t.true;
    }
  }

  /** `signal`, done by `thread`, publishes what `earlier` did: because it is the same thread, or by a barrier of its block. */
  #behind(earlier: Side, signal: KernelAccess, thread: OtherThread, needed: Scope, strictness: Strictness): Cond {
    const t = this.#terms;
    const { access, terms: mine, indices } = earlier;
    const sameBlock = t.and(...indices.blockIdx.map((x, i) => t.eq(x, thread.indices.blockIdx[i]!)));
    const sameThread = t.and(sameBlock, ...indices.threadIdx.map((x, i) => t.eq(x, thread.indices.threadIdx[i]!)));
    const ways: Cond[] = [];
    if (access.index < signal.index && this.#order.publishes(access, signal, needed, strictness)) {
      // In a later round of a common loop, or in the same one.
      const common = access.iterations.filter((round) => signal.iterations.includes(round));
      let notBefore = t.true;
      for (const round of [...common].reverse()) {
        const [here, there] = [mine.int(round), thread.terms.int(round)];
        notBefore = t.or(t.lt(here, there), t.and(t.eq(here, there), notBefore));
      }
      ways.push(t.and(sameThread, notBefore));
    }
    const scope = strongScope(signal);
    const isWide = scope !== null && (!strictness.scopes || reaches(scope, needed));
    if (isWide && access.object.space === signal.object.space) {
      const behindBarrier = (phase: Int) => t.lt(mine.int(access.phase.block), thread.terms.int(phase));
      const fenced: Cond[] = [];
      if (!strictness.releases || releases(signal.ordering)) fenced.push(t.true);
      for (const fence of this.#order.between(-1, signal.index, [signal], needed)) {
        if (releases(fence.ordering)) fenced.push(behindBarrier(fence.phase.block));
      }
      const own = this.#order.between(access.index, Number.POSITIVE_INFINITY, [access], needed);
      if (this.#order.isSequential && own.some((f) => f.phase.block === access.phase.block)) fenced.push(t.true);
      ways.push(t.and(sameBlock, behindBarrier(signal.phase.block), t.or(...fenced)));
    }
    return t.or(...ways);
  }

  // ---- threads -----------------------------------------------------------------------------------------------------------

  /**
   * The thread that has read what `side` knows: itself, or the first of its block in front of a barrier.
   * `premises` hold in any case, `known` when its knowledge is `side`'s as well.
   */
  #seer(
    pair: ThreadPair,
    side: Side,
    barrier: KernelBarrier | null,
  ): { terms: Substitution; premises: readonly Cond[]; known: Cond } {
    const t = this.#terms;
    if (barrier === null) return { terms: side.terms, premises: [], known: t.true };
    const shared = new Set(barrier.iterations.flatMap((round) => single(round)?.id ?? []));
    const leader = this.#thread(pair, `leader${side.suffix}:${barrier.index}`, () =>
      blockMate(t, this.#launch, `'l${barrier.index}${side.suffix}`, side.terms, shared, true),
    );
    return {
      terms: leader.terms,
      premises: [leader.terms.cond(barrier.path), leader.terms.cond(barrier.facts)],
      known: t.lt(leader.terms.int(barrier.globalPhase.block), side.terms.int(side.access.phase.block)),
    };
  }

  #thread(pair: ThreadPair, name: string, make: () => OtherThread): OtherThread {
    let threads = this.#pairs.get(pair);
    if (!threads) {
      threads = new Map();
      this.#pairs.set(pair, threads);
    }
    let thread = threads.get(name);
    if (!thread) {
      thread = make();
      threads.set(name, thread);
    }
    return thread;
  }

  #samePlace(a: KernelAccess, x: Substitution, b: KernelAccess, y: Substitution): Cond {
    const t = this.#terms;
    return t.and(
      t.eq(x.int(a.offset), y.int(b.offset)),
      ...a.base.map((term, i) => t.eq(x.int(term), y.int(b.base[i] ?? term))),
    );
  }

  /** The synchronising accesses whose outcome the conditions speak of. */
  #mentioned(conditions: readonly Cond[]): ReadonlySet<Signal> {
    const found = new Set<Signal>();
    visitAtoms(conditions, (atom) => {
      const signal = this.#signals.get(atom.id);
      if (signal) found.add(signal);
    });
    return found;
  }
}
