/**
 * Barriers that count who comes (named barriers, barrier objects): a phase ends when so many threads have arrived. Such a
 * barrier is relied upon only if no more threads than that can ever come, and if nobody arrives twice in one phase: then a
 * phase is over exactly when all of them have arrived in it. What is not shown is refused.
 */
import type { PartialBarrier, PartialBarrierCount, PartialBarrierUse } from '../../kernel/index.ts';
import { type Cond, type Int, isConstant, someAtom } from '../../terms/index.ts';
import { groupBy } from '../group-by.ts';
import { anyThread, blockSize } from '../thread-pair.ts';
import { areWholeWarps, type Members, membersOf, pathOfThread } from './barrier-members.ts';
import { type BarrierContext, comeEquallyOften, type Joined } from './joined-threads.ts';

/** Does a barrier count whoever comes, or is it known for which threads it is? */
function isCounted({ members: { kind } }: PartialBarrier): boolean {
  return kind === 'named';
}

export class CountedBarriers {
  readonly #context: BarrierContext;
  readonly #refuse: (text: string, location: PartialBarrierUse['location']) => void;
  readonly #uses: ReadonlyMap<number, readonly PartialBarrierUse[]>;
  /** Threads of the block. */
  readonly #size: Int;
  #known: ReadonlyMap<number, Members> | null | undefined;

  constructor(context: BarrierContext, refuse: (text: string, location: PartialBarrierUse['location']) => void) {
    this.#context = context;
    this.#refuse = refuse;
    const counted = new Set(context.execution.partialBarriers.filter(isCounted).map(({ id }) => id));
    const uses = context.execution.partialBarrierUses.filter(({ barrier }) => counted.has(barrier));
    this.#uses = groupBy(uses, (use) => use.barrier);
    this.#size = blockSize(context.terms, context.launch);
  }

  /** @returns null after a refusal */
  joined(barrier: PartialBarrier): Joined | null {
    const uses = this.#uses.get(barrier.id) ?? [];
    if (uses.length === 0) return null;
    const { terms } = this.#context;
    const count = this.#countOf(uses);
    if (count === undefined || !this.#arrivesOncePerPhase(barrier, uses)) return null;
    const { members } = barrier;
    const isFixed = members.kind !== 'named' || isConstant(members.number);
    if (isFixed && (count === null || this.#isWholeBlock(count))) {
      return this.#sharesNumber(barrier, uses) ? null : () => terms.true;
    }
    return this.#joinedSome(barrier, uses, count);
  }

  /** Checks what has to hold at the end of the kernel, once it is known whom the barriers join. */
  finish(joinedBy: ReadonlyMap<number, Joined>): void {
    for (const [barrier, uses] of this.#uses) {
      const joined = joinedBy.get(barrier);
      if (!joined || comeEquallyOften(this.#context, barrier, joined)) continue;
      this.#refuse('cannot show that all threads of a barrier reach it equally often', uses[0]!.location);
    }
  }

  /** @returns how many threads take part, null for all of the block; undefined after a refusal. */
  #countOf(uses: readonly PartialBarrierUse[]): Int | null | undefined {
    const counts = new Set(uses.map((use) => use.count));
    if (counts.size === 1) return uses[0]!.count;
    this.#refuse('a named barrier that is used with different counts', uses[0]!.location);
    return undefined;
  }

  #isWholeBlock(count: Int): boolean {
    const { terms, launch, facts, queries } = this.#context;
    if (count === this.#size) return true;
    const differs = terms.ne(count, this.#size);
    if (dependsOnMoreThanInputs(count)) return false;
    const { conditions } = anyThread(terms, launch, '');
    return queries.solve([...conditions, ...facts, differs], []).status === 'unsat';
  }

  /** No thread comes again before the phase in which it arrived last is over. */
  #arrivesOncePerPhase(barrier: PartialBarrier, uses: readonly PartialBarrierUse[]): boolean {
    const { terms, facts, queries, threads } = this.#context;
    const pair = threads();
    for (const use of uses) {
      const before = use.before.get(barrier.id);
      if (!before || use.kind === 'init' || use.kind === 'wait' || before.arrived === before.waited) continue;
      const side = pair.first;
      const known = [use.path, use.facts, ...facts].map(side.cond);
      const pending = terms.ne(side.int(before.arrived), side.int(before.waited));
      if (queries.solve([...pair.conditions, ...known, pending], []).status === 'unsat') continue;
      if (this.#isPaced(barrier, use)) continue;
      this.#refuse('a barrier that a thread may reach again before the others have reached it', use.location);
      return false;
    }
    return true;
  }

  /**
   * A thread that only arrives may be held back by another barrier: before its (n+1)th arrival it waits there for a phase
   * in which some thread takes part that has by then waited for phase n here.
   */
  #isPaced(barrier: PartialBarrier, use: PartialBarrierUse): boolean {
    const { terms, facts, queries, threads, execution } = this.#context;
    const pair = threads();
    const zero: PartialBarrierCount = { arrived: terms.zero, waited: terms.zero };
    const countOf = (x: PartialBarrierUse, id: number) => x.before.get(id) ?? zero;
    const waits = this.#usesOf(barrier.id, ['sync', 'wait']).map((x) => this.#pathOf(x));
    const here = [use.path, use.facts, ...facts].map(pair.first.cond);
    const mine = pair.first.int(countOf(use, barrier.id).arrived);
    return execution.partialBarriers.some((other) => {
      if (other.id === barrier.id) return false;
      const held = pair.first.int(countOf(use, other.id).waited);
      if (held === terms.zero) return false;
      const unheld = [...pair.conditions, ...here, terms.le(terms.one, mine), terms.le(held, terms.zero)];
      if (queries.solve(unheld, []).status !== 'unsat') return false;
      // Threads that take part there and wait here: when they come there, they have waited here.
      const theirs = this.#usesOf(other.id, ['sync', 'arrive']).filter((x) =>
        waits.some((wait) => this.#haveThreadInCommon(wait, this.#pathOf(x))),
      );
      if (theirs.length === 0 || !this.#isWithin(theirs, waits)) return false;
      // No thread holds itself back.
      if (theirs.some((x) => this.#haveThreadInCommon(this.#pathOf(use), this.#pathOf(x)))) return false;
      return theirs.every((x) => {
        const there = [x.path, x.facts, ...facts].map(pair.second.cond);
        const arrives = terms.eq(terms.add(pair.second.int(countOf(x, other.id).arrived), terms.one), held);
        const early = terms.lt(pair.second.int(countOf(x, barrier.id).waited), mine);
        const conditions = [...pair.conditions, ...here, ...there, terms.le(terms.one, mine), arrives, early];
        return queries.solve(conditions, []).status === 'unsat';
      });
    });
  }

  /** Every thread that comes there waits here. */
  #isWithin(uses: readonly PartialBarrierUse[], waits: readonly Cond[]): boolean {
    const { terms, queries, threads, facts } = this.#context;
    const { first, conditions } = threads();
    const any = first.cond(terms.or(...waits));
    return uses.every((use) => {
      const comes = first.cond(this.#pathOf(use));
      return queries.solve([...conditions, ...facts.map(first.cond), comes, terms.not(any)], []).status === 'unsat';
    });
  }

  #haveThreadInCommon(a: Cond, b: Cond): boolean {
    const { queries, threads, facts } = this.#context;
    const { first, conditions } = threads();
    return (
      queries.solve([...conditions, ...facts.map(first.cond), first.cond(a), first.cond(b)], []).status !== 'unsat'
    );
  }

  /** A barrier for some threads: they are counted, which takes a block of known size. */
  #joinedSome(barrier: PartialBarrier, uses: readonly PartialBarrierUse[], count: Int | null): Joined | null {
    const { terms, launch } = this.#context;
    const location = uses[0]!.location;
    const needed = count ?? this.#size;
    const members = this.#members();
    if (!isConstant(needed) || members === null) {
      this.#refuse('a barrier whose threads cannot be counted: sizes or counts are unknown', location);
      return null;
    }
    if (this.#sharesNumber(barrier, uses)) return null;
    const blockThreads = Number(this.#size.constant);
    for (const threads of members.get(barrier.id)!.values()) {
      if (barrier.members.kind === 'named' && !areWholeWarps(threads, blockThreads, launch.warpSize)) {
        // The hardware may count a warp that comes as all of its threads.
        this.#refuse('a named barrier that only part of a warp reaches', location);
        return null;
      }
      if (BigInt(threads.size) === needed.constant) continue;
      const relation = BigInt(threads.size) > needed.constant ? 'more' : 'fewer';
      this.#refuse(`a barrier that ${relation} threads reach than its count says`, location);
      return null;
    }
    const comes = terms.or(...this.#comingTo(barrier.id).map((use) => this.#pathOf(use)));
    const number = barrier.members.kind === 'named' ? barrier.members.number : terms.zero;
    return ({ first, second }) =>
      terms.and(first.cond(comes), second.cond(comes), terms.eq(first.int(number), second.int(number)));
  }

  /** True where two barriers may be the same barrier of the hardware: then neither says who comes. */
  #sharesNumber(barrier: PartialBarrier, uses: readonly PartialBarrierUse[]): boolean {
    if (barrier.members.kind !== 'named') return false;
    const { terms, execution } = this.#context;
    const number = barrier.members.number;
    const others = execution.partialBarriers.flatMap((x) =>
      x.members.kind === 'named' && x !== barrier ? [x.members.number] : [],
    );
    let isShared = number === terms.zero;
    if (others.some((x) => !isConstant(x) || !isConstant(number))) {
      const members = this.#members();
      const mine = members?.get(barrier.id);
      isShared ||= !mine;
      for (const [id, theirs] of members ?? []) {
        if (id !== barrier.id && [...theirs.keys()].some((n) => mine?.has(n))) isShared = true;
      }
    }
    if (isShared) this.#refuse('a named barrier whose number another barrier may share', uses[0]!.location);
    return isShared;
  }

  /** The threads that come to each barrier; null when they cannot be enumerated. */
  #members(): ReadonlyMap<number, Members> | null {
    if (this.#known === undefined) {
      const { terms, launch, execution } = this.#context;
      this.#known = membersOf(terms, launch, execution.partialBarriers, (id) => this.#comingTo(id));
    }
    return this.#known;
  }

  #comingTo(barrier: number): readonly PartialBarrierUse[] {
    return this.#usesOf(barrier, ['arrive', 'wait', 'sync']);
  }

  #usesOf(barrier: number, kinds: readonly PartialBarrierUse['kind'][]): readonly PartialBarrierUse[] {
    return (this.#uses.get(barrier) ?? []).filter((use) => kinds.includes(use.kind));
  }

  #pathOf(use: PartialBarrierUse): Cond {
    return pathOfThread(this.#context.terms, this.#context.launch, use);
  }
}

/** True for a term made of more than inputs of the launch and thread and block indices. */
function dependsOnMoreThanInputs(term: Int): boolean {
  return someAtom([term], (atom) => atom.kind === 'apply' || (atom.kind === 'symbol' && atom.origin !== 'input'));
}
