/**
 * Barrier objects (PTX's mbarrier), single ones and rings that take turns. Threads count how often they came to the ring and
 * how often they waited; an object is relied upon when it is shown that
 * - the n-th arrival, and the n-th wait, is at the n-th object of the ring;
 * - the waits name the phases in turn (`parity`), so that the n-th teaches that phase n, or n less one round, is over;
 * - no more threads arrive than its count says;
 * - nobody arrives twice in a phase: before its next arrival at an object a thread has waited for the phase, or for a phase of
 *   another ring at which all arrive that have waited for it by then (the mutual rule of producers and consumers). Of all
 *   arrivals that break this the first would come after phases that are all as they should be.
 * Then a phase is over exactly when all of them have arrived in it. What is not shown is refused.
 */
import { arrives, type PartialBarrier, type PartialBarrierCount, type PartialBarrierUse } from '../../kernel/index.ts';
import { type Cond, type Int, isConstant, someAtom } from '../../terms/index.ts';
import { groupBy } from '../group-by.ts';
import { anyThread, blockMate } from '../thread-pair.ts';
import { anotherMoment } from './another-moment.ts';
import { type Arrivers, arrivers, type ClusterArrivers, clusterArrivers, varies } from './arrivers.ts';
import { isNeverByCases } from './by-cases.ts';
import { copiedBytes, type IsInTime } from './copied-bytes.ts';
import { indicesOf } from './deputies.ts';
import { type Elsewhere, elsewhereBy, rankOf, type Telling } from './elsewhere.ts';
import type { BarrierContext } from './joined-threads.ts';
import type { Link } from './links.ts';
import { type Stored, storedBytes, UNKNOWN_PHASE } from './stored-bytes.ts';

/** Tells of what a barrier is not relied upon for. */
export type Refuse = (text: string, location: PartialBarrierUse['location']) => void;

/** How many phases are known to be over by how many waits there were. */
type Known = (count: PartialBarrierCount) => Int;

interface Ring {
  readonly id: number;
  readonly size: Int;
  readonly uses: readonly PartialBarrierUse[];
  readonly known: Known;
  readonly arrivers: Arrivers & Partial<ClusterArrivers>;
  readonly carries: Link['carries'];
}

const ARRIVALS: ReadonlySet<PartialBarrierUse['kind']> = new Set(['arrive', 'copies-arrive']);

export class BarrierObjects {
  readonly links = new Map<number, Link>();
  /** The phases that copies end with, by the numbers of the copies. */
  readonly rounds: ReadonlyMap<number, Int>;
  readonly #context: BarrierContext;
  readonly #refuse: Refuse;
  readonly #rings = new Map<number, Ring>();
  /** What threads know of phases of other blocks' objects, in the order of memory. */
  readonly elsewhere: Elsewhere;
  /** That such a phase is over, by whatever tells so. */
  readonly #isOverElsewhere: Elsewhere;

  /** @param cluster the barrier of the cluster, where it is relied upon */
  constructor(context: BarrierContext, refuse: Refuse, cluster: number | null) {
    this.#context = context;
    this.#refuse = refuse;
    const { terms: t } = context;
    const uses = groupBy(context.execution.partialBarrierUses, (use) => use.barrier);
    for (const barrier of context.execution.partialBarriers) {
      if (barrier.members.kind !== 'object') continue;
      const ring = this.#ringOf(barrier, barrier.members.size, uses.get(barrier.id) ?? []);
      if (ring) this.#rings.set(ring.id, ring);
    }
    const rounds = new Map<number, Int>();
    const waited = (id: number) => this.#rings.get(id)?.known ?? (() => t.zero);
    const tellings = this.#tellings(cluster);
    this.elsewhere = elsewhereBy(context, tellings, waited);
    const stored = new Map([...this.#rings.values()].map((ring) => [ring.id, this.#storedBy(ring, cluster)]));
    const byStores = [...this.#rings.values()].flatMap((ring) => {
      const { stores, meets } = stored.get(ring.id)!;
      const events = stores.map(({ use, round }) => ({ use, round }));
      return meets === null ? [] : { barrier: ring.id, known: ring.known, events, meets };
    });
    this.#isOverElsewhere = elsewhereBy(context, [...tellings, ...byStores], waited);
    for (const ring of [...this.#rings.values()]) {
      if (!ring.uses.filter(({ kind }) => ARRIVALS.has(kind)).every((use) => this.#comesInTime(ring, use))) {
        // The kernel stays open; what races even if all comes in time is worth a look.
        this.#refuse(
          'a barrier that a thread may reach again before the others have reached it',
          ring.uses[0]!.location,
        );
      }
      this.links.set(ring.id, {
        joined: null,
        arrives: (pair, which) => (which === 0 ? pair.first : pair.second).cond(ring.arrivers.comes),
        comes: ring.carries === 'all' ? ring.arrivers.comes : null,
        waited: ring.known,
        carries: ring.carries,
        holds: ring.uses.filter((use) => use.kind === 'copies-hold' && this.#isHeld(ring, use)),
        isOfCluster: false,
        remotes: ring.arrivers.remotes ?? [],
      });
    }
    for (const [id] of this.links) {
      const ring = this.#rings.get(id)!;
      const isInTime = (use: PartialBarrierUse, round: Int) =>
        this.#isAt(ring, use, round) && this.#comesInTime(ring, use, round);
      const isStoredFor = ring.uses.some(({ kind }) => kind === 'store');
      const ends = isStoredFor
        ? this.#roundsOfStores(ring, stored.get(id)!, isInTime)
        : copiedBytes(context, ring.uses, isInTime, refuse);
      for (const [copy, round] of ends) rounds.set(copy, round);
      for (const use of ring.uses.filter(({ kind }) => kind === 'copy-arrives')) {
        const { arrived } = this.#before(use, id);
        if (this.#isAt(ring, use, arrived)) rounds.set(use.copy!, arrived);
        else refuse('a copy for a barrier object other than the one at which its thread arrives next', use.location);
      }
    }
    this.rounds = rounds;
  }

  // ---- each ring by itself -----------------------------------------------------------------------------------------------

  #ringOf({ id }: PartialBarrier, size: bigint, uses: readonly PartialBarrierUse[]): Ring | null {
    if (uses.length === 0) return null;
    const { terms: t } = this.#context;
    const refused = (text: string, { location } = uses[0]!) => {
      this.#refuse(text, location);
      return null;
    };
    const count = this.#countOf(uses, refused);
    if (count === null) return null;
    const ring = { id, size: t.constant(size) };
    const arrivals = uses.filter(({ kind }) => ARRIVALS.has(kind));
    const outOfTurn = uses.find((use) => !this.#isInTurn(ring, use));
    if (outOfTurn) return refused('barrier objects that are not used in turn', outOfTurn);
    const known = this.#knownBy(ring, uses);
    if (known === null) return refused('waits for phases of a barrier object that do not follow each other');
    const isOfCluster = arrivals.some(({ owner }) => owner !== null);
    const changes = arrivals.find(({ owner }) => owner !== null && this.#changes(owner));
    if (changes) return refused('arrivals at barrier objects of more and more blocks', changes);
    const comers = (isOfCluster ? clusterArrivers : arrivers)(this.#context, arrivals, count);
    if (typeof comers === 'string') return refused(comers, arrivals[0]);
    const [first, ...others] = new Set(arrivals.map(({ queue }) => queue));
    if (others.length > 0) return refused('a barrier object at which both threads and copies arrive');
    return { ...ring, uses, known, arrivers: comers, carries: first ?? 'all' };
  }

  /** How many arrivals a phase waits for; null after a refusal. */
  #countOf(uses: readonly PartialBarrierUse[], refused: (text: string) => null): Int | null {
    const made = uses.filter(({ kind }) => kind === 'init');
    const [first, ...others] = made;
    if (first === undefined) return refused('a barrier object that is not initialised here');
    const indices = new Set(made.map(({ index }) => index));
    const isOnce = others.length === 0 || made.every(({ iterations }) => iterations.length === 0);
    const areApart =
      others.length === 0 || (indices.size === made.length && made.every((use) => isConstant(use.index!)));
    if (!isOnce || !areApart || !this.#isMadeByOne(first)) {
      return refused('a barrier object that is initialised more than once');
    }
    if (first.count === null || made.some(({ count }) => count !== first.count)) {
      return refused('barrier objects that take turns and have different counts');
    }
    return first.count;
  }

  /** Each object of a ring is made once: by one thread, in one iteration. */
  #isMadeByOne(use: PartialBarrierUse): boolean {
    const { terms: t, queries, facts, threads, execution } = this.#context;
    if (isConstant(use.index!)) return use.iterations.length === 0;
    const pair = threads();
    const here = [pair.first, pair.second].flatMap((side) => [use.path, use.facts, ...facts].map(side.cond));
    const isSame = t.eq(pair.first.int(use.index!), pair.second.int(use.index!));
    if (queries.solve([...pair.conditions, ...here, isSame], []).status !== 'unsat') return false;
    const { terms: again, premises } = anotherMoment(t, execution, use.iterations, "'a");
    const isAgain = t.or(...use.iterations.map((iteration) => t.ne(iteration, again.int(iteration))));
    const isSameAgain = t.eq(use.index!, again.int(use.index!));
    return this.#isNever(use, t.and(isAgain, isSameAgain, again.cond(t.and(use.path, use.facts)), ...premises()));
  }

  /** Is the n-th arrival, or wait, at the n-th object of the ring? */
  #isInTurn(ring: Pick<Ring, 'id' | 'size'>, use: PartialBarrierUse): boolean {
    const { terms: t } = this.#context;
    const { waited } = this.#before(use, ring.id);
    if (ARRIVALS.has(use.kind)) return this.#isAt(ring, use, this.#before(use, use.counter).arrived);
    if (use.kind !== 'wait') return true;
    if (use.parity !== null) return this.#isAt(ring, use, waited);
    return use.count === null ? isOne(ring.size) : this.#isAt(ring, use, t.sub(use.count, t.one));
  }

  /** Is this the object whose turn it is in this round? */
  #isAt({ size }: Pick<Ring, 'size'>, use: PartialBarrierUse, round: Int): boolean {
    const { terms: t } = this.#context;
    if (isOne(size)) return true;
    return this.#isNever(use, t.ne(t.mod(t.sub(use.index!, round), size), t.zero));
  }

  /**
   * How many phases a thread knows to be over. A wait for a parity is over when the phase of that parity is the one before the
   * current one: of an object of which c phases are known to be over it says so of one more if c has this parity, and nothing
   * if not.
   */
  #knownBy({ id, size }: Pick<Ring, 'id' | 'size'>, uses: readonly PartialBarrierUse[]): Known | null {
    const { terms: t } = this.#context;
    const waits = uses.filter(({ kind }) => kind === 'wait');
    const byParity = waits.filter(({ parity }) => parity !== null);
    const areBy = (parityOf: (waited: Int) => Int) =>
      byParity.every((use) => this.#isNever(use, t.ne(use.parity!, parityOf(this.#before(use, id).waited))));
    const roundsOf = (waited: Int) => t.div(waited, size);
    if (areBy((waited) => t.mod(roundsOf(waited), t.constant(2)))) return ({ waited }) => waited;
    if (byParity.length < waits.length) return null;
    // The first waits are for the phase before the first, as those of a producer that finds all stages empty.
    if (areBy((waited) => t.mod(t.add(roundsOf(waited), t.one), t.constant(2))))
      return ({ waited }) => t.sub(waited, size);
    // The same parity again and again: what it tells the first time is all that it tells.
    if (areBy(() => t.zero)) return ({ waited }) => t.ite(t.lt(waited, size), waited, size);
    return areBy(() => t.one) ? () => t.zero : null;
  }

  // ---- one ring by others ------------------------------------------------------------------------------------------------

  /** Is the phase of this round the current one of its object, when the thread gets here? @param round the next, without it */
  #comesInTime(ring: Ring, use: PartialBarrierUse, round?: Int): boolean {
    const { terms: t, launch } = this.#context;
    const mine = round ?? this.#before(use, use.counter).arrived;
    // The phase of this object before that.
    const last = t.sub(mine, ring.size);
    const self = t.substitution(() => undefined);
    const isElsewhere = use.owner === null ? t.false : t.ne(use.owner, rankOf(t, launch, self));
    const isUnknown = t.or(isElsewhere, t.le(ring.known(this.#before(use, ring.id)), last));
    const early = t.and(t.le(t.zero, last), isUnknown);
    if (this.#isNever(use, early)) return true;
    const isHeldBack = (other: Ring) => other !== ring && this.#isHeldBack(ring, other, use, last);
    if (use.owner === null && [...this.#rings.values()].some(isHeldBack)) return true;
    const knower = { terms: self, indices: indicesOf(launch, self), counts: use.before };
    const untold = this.#isOverElsewhere(ring.id, use.owner ?? rankOf(t, launch, self), last, knower);
    return untold.length > 0 && this.#isNever(use, t.and(early, ...untold));
  }

  /** May an arrival or a store be for another block's object each time? */
  #changes(owner: Int): boolean {
    return someAtom([owner], (atom) => varies(this.#context.launch, atom));
  }

  /** Who tells threads of other blocks what they know. */
  #tellings(cluster: number | null): readonly Telling[] {
    const { execution } = this.#context;
    const ofAll = execution.partialBarrierUses.filter((use) => use.barrier === cluster && use.kind === 'arrive');
    const byObjects = [...this.#tellingsBy('all', 'arrive'), ...this.#tellingsBy('tcgen05', 'copies-arrive')];
    if (cluster === null) return byObjects;
    return [
      ...byObjects,
      { barrier: cluster, known: ({ waited }) => waited, events: this.#rounds(ofAll), meets: null },
    ];
  }

  #tellingsBy(carries: Link['carries'], kind: PartialBarrierUse['kind']): readonly Telling[] {
    return [...this.#rings.values()].flatMap((ring) => {
      const { meets } = ring.arrivers;
      if (meets === undefined || ring.carries !== carries) return [];
      const events = this.#rounds(ring.uses.filter((use) => use.kind === kind));
      return { barrier: ring.id, known: ring.known, events, meets };
    });
  }

  #rounds(uses: readonly PartialBarrierUse[]): Telling['events'] {
    return uses.map((use) => ({ use, round: this.#before(use, use.counter).arrived }));
  }

  /** The phases that stores end with, by their numbers; where one may come too early, the kernel stays open. */
  #roundsOfStores(ring: Ring, { stores, isKnown }: Stored, isInTime: IsInTime): ReadonlyMap<number, Int> {
    const early = stores.find(({ use, round }) => !isInTime(use, round))?.use;
    const expecting = stores.length > 0 ? ring.uses.filter(({ kind }) => kind === 'expect') : [];
    const wrong = early ?? expecting.find((use) => !isInTime(use, this.#before(use, use.counter).arrived));
    if (wrong) this.#refuse(UNKNOWN_PHASE, wrong.location);
    return new Map(isKnown ? stores.map(({ use, round }) => [use.copy!, round]) : []);
  }

  #storedBy(ring: Ring, cluster: number | null): Stored {
    return storedBytes(this.#context, ring, {
      others: [...this.#rings.keys()].filter((id) => id !== ring.id),
      cluster,
      isAt: (use, round) => this.#isAt(ring, use, round),
      isNever: (use, condition) => this.#isNever(use, condition),
      refuse: this.#refuse,
    });
  }

  /** Is the phase in which the thread arrives next the current one, so that it is that phase which waits for its copies? */
  #isHeld(ring: Ring, use: PartialBarrierUse): boolean {
    const { arrived } = this.#before(use, ring.id);
    const arrivedAt = (one: PartialBarrierUse) => this.#before(one, ring.id).arrived;
    return (
      this.#isAt(ring, use, arrived) && this.#comesInTime(ring, use, arrived) && arrives(ring.uses, use, arrivedAt)
    );
  }

  /** Before it gets here, has it waited for a phase of the other ring that is over only when that phase of this one is? */
  #isHeldBack(ring: Ring, other: Ring, use: PartialBarrierUse, last: Int): boolean {
    const { terms: t, launch, threads, facts, queries } = this.#context;
    const held = other.known(this.#before(use, other.id));
    if (held === t.zero || other.arrivers.remotes !== undefined) return false;
    const isLater = t.le(t.zero, last);
    if (!this.#isNever(use, t.and(isLater, t.le(held, t.zero)))) return false;
    const { first } = threads();
    const one = blockMate(t, launch, "'h", first);
    const here = [use.path, use.facts, isLater, ...facts].map(first.cond);
    return other.uses
      .filter(({ kind }) => ARRIVALS.has(kind))
      .every((there) => {
        const { arrived } = this.#before(there, other.id);
        const comes = t.eq(t.add(one.terms.int(arrived), t.one), first.int(held));
        const early = t.le(one.terms.int(ring.known(this.#before(there, ring.id))), first.int(last));
        const conditions = [...one.conditions, ...here, ...[there.path, there.facts, ...facts].map(one.terms.cond)];
        return queries.solve([...conditions, comes, early], []).status === 'unsat';
      });
  }

  // ---- queries -----------------------------------------------------------------------------------------------------------

  #before(use: PartialBarrierUse, id: number): PartialBarrierCount {
    const { terms: t } = this.#context;
    return use.before.get(id) ?? { arrived: t.zero, waited: t.zero };
  }

  /** Does the condition hold of no thread that gets there? */
  #isNever({ path, facts }: PartialBarrierUse, condition: Cond): boolean {
    const { terms, launch, queries, facts: ofLaunch } = this.#context;
    if (condition.kind === 'false' || isNeverByCases(terms, terms.and(path, facts), condition)) return true;
    const one = anyThread(terms, launch, '');
    return queries.solve([...one.conditions, ...ofLaunch, path, facts, condition], []).status === 'unsat';
  }
}

function isOne(size: Int): boolean {
  return isConstant(size) && size.constant === 1n;
}
