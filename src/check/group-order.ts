/**
 * What barriers of some threads of a block order: for each, which two threads it joins, and whether what the kernel does
 * with it is understood at all.
 *
 * A barrier that counts who comes (a named one, a barrier object) ends a phase when so many threads have arrived. It is
 * relied upon only if no more threads than that can ever come, and if nobody arrives twice in one phase: then a phase is
 * over exactly when all of them have arrived in it. What is not shown is refused.
 */

import type { BarrierGroup, Execution, GroupCount, GroupUse, Phase, Refusal } from '../kernel/index.ts';
import { type Cond, conjuncts, Evaluator, type Int, isConstant, type Terms, visitAtoms } from '../terms/index.ts';
import type { Queries } from './query.ts';
import { anyThread, type LaunchTerms, linearThread, type ThreadPair, type ThreadTerms } from './thread-pair.ts';

/** Threads of a block that are looked at one by one. */
const THREAD_LIMIT = 1024n;

/** Two threads of one block: are they both joined by the barrier? */
type Joined = (pair: ThreadPair) => Cond;

export interface GroupOrder {
  /** Conditions under which no barrier of a group orders the two threads of a block in these phases. */
  readonly unordered: (pair: ThreadPair, first: Phase, second: Phase) => Cond[];
  readonly refusals: readonly Refusal[];
}

interface Context {
  readonly terms: Terms;
  readonly launch: LaunchTerms;
  readonly facts: readonly Cond[];
  readonly execution: Execution;
  readonly queries: Queries;
  /** Any two threads of one block. */
  readonly threads: () => ThreadPair;
}

/** Settles all barriers of groups of one execution. */
export function settleGroups(context: Context): GroupOrder {
  const { terms, execution } = context;
  const refusals: Refusal[] = [];
  const joined = new Map<number, Joined>();
  const counted = new Counted(context, (reason, location) => refusals.push({ reason, location }));
  for (const group of execution.groups) {
    const orders = joinedBy(context, counted, group);
    if (orders) joined.set(group.id, orders);
  }
  counted.finish(joined);
  const zero: GroupCount = { arrived: terms.zero, waited: terms.zero };
  return {
    refusals,
    unordered(pair, first, second) {
      const conditions: Cond[] = [];
      for (const [id, both] of joined) {
        const a = first.groups.get(id) ?? zero;
        const b = second.groups.get(id) ?? zero;
        if (a === zero && b === zero) continue;
        conditions.push(
          terms.or(
            terms.not(both(pair)),
            terms.and(
              terms.le(pair.second.int(b.waited), pair.first.int(a.arrived)),
              terms.le(pair.first.int(a.waited), pair.second.int(b.arrived)),
            ),
          ),
        );
      }
      return conditions;
    },
  };
}

/** @returns which threads the barrier joins; null when it is taken to join none. */
function joinedBy(context: Context, counted: Counted, group: BarrierGroup): Joined | null {
  const { terms, launch } = context;
  const linear = (thread: ThreadTerms) => linearThread(terms, launch, thread);
  const warp = terms.constant(launch.warpSize);
  const sameTile =
    (size: bigint): Joined =>
    ({ threads: [a, b] }) =>
      terms.eq(terms.div(linear(a), terms.constant(size)), terms.div(linear(b), terms.constant(size)));
  const { members } = group;
  switch (members.kind) {
    case 'tile':
      return sameTile(members.size);
    case 'lanes': {
      const { mask } = members;
      if (!isConstant(mask)) {
        const size = tileOfMask(context, mask);
        // A mask that threads compute may stand in the program in several ways: they have to agree on this one.
        return size !== null && comeEquallyOften(context, group.id, sameTile(size)) ? sameTile(size) : null;
      }
      const lane = (thread: ThreadTerms) => terms.mod(linear(thread), warp);
      return ({ threads: [a, b] }) =>
        terms.and(
          terms.eq(terms.div(linear(a), warp), terms.div(linear(b), warp)),
          isOneOf(terms, lane(a), mask.constant),
          isOneOf(terms, lane(b), mask.constant),
        );
    }
    case 'named':
    case 'object':
      return counted.joined(group);
  }
}

/**
 * The size of the aligned tiles of a warp that the masks of its lanes name, each lane's its own tile; null where they name
 * something else, or depend on more than the thread's place in a block of one row.
 */
function tileOfMask({ terms, launch }: Context, mask: Int): bigint | null {
  const [x, y, z] = launch.blockDim;
  const index = launch.threadIdx[0].monomials[0]?.atoms[0];
  if (!index || y !== terms.one || z !== terms.one) return null;
  let isOfThread = true;
  visitAtoms([mask], (atom) => {
    if (atom.kind === 'apply' || (atom.kind === 'symbol' && atom !== index)) isOfThread = false;
  });
  if (!isOfThread) return null;
  const warp = BigInt(launch.warpSize);
  const threads = isConstant(x) && x.constant < THREAD_LIMIT ? x.constant : THREAD_LIMIT;
  let size: bigint | null = null;
  for (let thread = 0n; thread < threads; thread++) {
    const bits = new Evaluator({ symbol: () => thread, apply: () => 0n }).int(mask);
    if (bits <= 0n) return null;
    const lane = thread % warp;
    size ??= BigInt(bits.toString(2).length);
    const all = (1n << size) - 1n;
    if (warp % size !== 0n || bits !== all << (lane - (lane % size))) return null;
  }
  return size;
}

/** That the number is the place of a bit that is set. */
function isOneOf(terms: Terms, lane: Int, mask: bigint): Cond {
  const runs: Cond[] = [];
  let rest = mask;
  for (let low = 0n; rest !== 0n; ) {
    while ((rest & 1n) === 0n) {
      rest >>= 1n;
      low++;
    }
    let high = low;
    while ((rest & 1n) === 1n) {
      rest >>= 1n;
      high++;
    }
    runs.push(terms.and(terms.le(terms.constant(low), lane), terms.lt(lane, terms.constant(high))));
    low = high;
  }
  return terms.or(...runs);
}

/** True for terms made of nothing but inputs of the launch and thread and block indices. */
function isChosen(roots: readonly (Int | Cond)[]): boolean {
  let chosen = true;
  visitAtoms(roots, (atom) => {
    if (atom.kind === 'apply' || (atom.kind === 'symbol' && atom.origin !== 'input')) chosen = false;
  });
  return chosen;
}

/** True when two threads that the barrier joins always leave the kernel after coming to it equally often. */
function comeEquallyOften(context: Context, group: number, joined: Joined): boolean {
  const { terms, execution, facts, queries } = context;
  const { end } = execution;
  if (end === null || execution.isCutShort) return false;
  // Of a kernel that nobody leaves the end says nothing.
  const one = anyThread(terms, context.launch, '');
  if (queries.solve([...one.conditions, ...facts, end.path, end.facts], []).status === 'unsat') return false;
  const arrived = end.groups.get(group)?.arrived ?? terms.zero;
  const pair = context.threads();
  const conditions = [...pair.conditions, joined(pair)];
  for (const side of [pair.first, pair.second]) {
    for (const fact of [...facts, end.path, end.facts]) conditions.push(side.cond(fact));
  }
  conditions.push(terms.ne(pair.first.int(arrived), pair.second.int(arrived)));
  return queries.solve(conditions, []).status === 'unsat';
}

/** By group and number of the barrier, the threads of a block that may come. */
type Members = ReadonlyMap<number, ReadonlyMap<bigint, ReadonlySet<number>>>;

/** Barriers that end a phase when a number of threads has come. */
class Counted {
  readonly #context: Context;
  readonly #refuse: (reason: string, location: GroupUse['location']) => void;
  readonly #uses: ReadonlyMap<number, readonly GroupUse[]>;
  readonly #size: Int;
  #members: Members | null | undefined;

  constructor(context: Context, refuse: (reason: string, location: GroupUse['location']) => void) {
    this.#context = context;
    this.#refuse = refuse;
    const uses = new Map<number, GroupUse[]>();
    for (const use of context.execution.groupUses) {
      const list = uses.get(use.group);
      if (list) list.push(use);
      else uses.set(use.group, [use]);
    }
    this.#uses = uses;
    const [x, y, z] = context.launch.blockDim;
    this.#size = context.terms.mul(x, context.terms.mul(y, z));
  }

  joined(group: BarrierGroup): Joined | null {
    const uses = this.#uses.get(group.id) ?? [];
    const first = uses[0];
    if (!first) return null;
    const { terms } = this.#context;
    const count = this.#countOf(group, uses);
    if (count === undefined) return null;
    if (!this.#arrivesOncePerPhase(group, uses)) return null;
    const { members } = group;
    const isFixed = members.kind !== 'named' || isConstant(members.number);
    if (isFixed && (count === null || this.#isWholeBlock(count))) {
      if (this.#sharesNumber(group, uses)) return null;
      return () => terms.true;
    }
    return this.#joinedSome(group, uses, count);
  }

  /** What has to hold of the end of the kernel, once it is known whom the barriers join. */
  finish(joined: ReadonlyMap<number, Joined>): void {
    for (const [group, uses] of this.#uses) {
      const both = joined.get(group);
      if (!both || comeEquallyOften(this.#context, group, both)) continue;
      this.#refuse('cannot show that all threads that a barrier joins come to it equally often', uses[0]!.location);
    }
  }

  /** @returns how many threads take part, null for all of the block; undefined after a refusal. */
  #countOf(group: BarrierGroup, uses: readonly GroupUse[]): Int | null | undefined {
    if (group.members.kind === 'object') {
      const made = uses.filter((use) => use.kind === 'init');
      if (made.length === 1 && made[0]!.iterations.length === 0) return made[0]!.count;
      const what = made.length === 0 ? 'that is not initialised here' : 'that is initialised more than once';
      this.#refuse(`a barrier object ${what}`, uses[0]!.location);
      return undefined;
    }
    const counts = new Set(uses.map((use) => use.count));
    if (counts.size === 1) return uses[0]!.count;
    this.#refuse('a named barrier that is used with different counts', uses[0]!.location);
    return undefined;
  }

  #isWholeBlock(count: Int): boolean {
    const { terms, launch, facts, queries } = this.#context;
    if (count === this.#size) return true;
    const differs = terms.ne(count, this.#size);
    if (!isChosen([count])) return false;
    const { conditions } = anyThread(terms, launch, '');
    return queries.solve([...conditions, ...facts, differs], []).status === 'unsat';
  }

  /** Nobody comes again before the phase is over that he came in last. */
  #arrivesOncePerPhase(group: BarrierGroup, uses: readonly GroupUse[]): boolean {
    const { terms, facts, queries, threads } = this.#context;
    const pair = threads();
    for (const use of uses) {
      const before = use.before.get(group.id);
      if (!before || use.kind === 'init' || use.kind === 'wait' || before.arrived === before.waited) continue;
      const side = pair.first;
      const known = [use.path, use.facts, ...facts].map(side.cond);
      const pending = terms.ne(side.int(before.arrived), side.int(before.waited));
      if (queries.solve([...pair.conditions, ...known, pending], []).status === 'unsat') continue;
      if (this.#isPaced(group, use)) continue;
      this.#refuse('a barrier that a thread may come to again before the others have come', use.location);
      return false;
    }
    return true;
  }

  /**
   * A thread that only arrives may be held back by another barrier: it arrives for the (n+1)th time after waiting for a
   * phase of that one, in which someone takes part who has by then waited for phase n here.
   */
  #isPaced(group: BarrierGroup, use: GroupUse): boolean {
    const { terms, facts, queries, threads, execution } = this.#context;
    const pair = threads();
    const zero: GroupCount = { arrived: terms.zero, waited: terms.zero };
    const countOf = (x: GroupUse, id: number) => x.before.get(id) ?? zero;
    const waiters = (this.#uses.get(group.id) ?? []).filter((x) => x.kind === 'sync' || x.kind === 'wait');
    const waits = waiters.map((x) => this.#ofThread(x));
    const here = [use.path, use.facts, ...facts].map(pair.first.cond);
    const mine = pair.first.int(countOf(use, group.id).arrived);
    return execution.groups.some((other) => {
      if (other.id === group.id) return false;
      const held = pair.first.int(countOf(use, other.id).waited);
      if (held === terms.zero) return false;
      const unheld = [...pair.conditions, ...here, terms.le(terms.one, mine), terms.le(held, terms.zero)];
      if (queries.solve(unheld, []).status !== 'unsat') return false;
      // Those who take part there and wait here: when they come there, they have waited here.
      const uses = (this.#uses.get(other.id) ?? []).filter((x) => x.kind === 'sync' || x.kind === 'arrive');
      const theirs = uses.filter((x) => waits.some((w) => this.#haveThreadInCommon(w, this.#ofThread(x))));
      if (theirs.length === 0 || !this.#isWithin(theirs, waits)) return false;
      // Nobody holds himself back.
      if (theirs.some((x) => this.#haveThreadInCommon(this.#ofThread(use), this.#ofThread(x)))) return false;
      return theirs.every((x) => {
        const there = [x.path, x.facts, ...facts].map(pair.second.cond);
        const arrives = terms.eq(terms.add(pair.second.int(countOf(x, other.id).arrived), terms.one), held);
        const early = terms.lt(pair.second.int(countOf(x, group.id).waited), mine);
        const question = [...pair.conditions, ...here, ...there, terms.le(terms.one, mine), arrives, early];
        return queries.solve(question, []).status === 'unsat';
      });
    });
  }

  /** Every thread that comes there waits here. */
  #isWithin(uses: readonly GroupUse[], waits: readonly Cond[]): boolean {
    const { terms, queries, threads, facts } = this.#context;
    const { first, conditions } = threads();
    const any = first.cond(terms.or(...waits));
    return uses.every((use) => {
      const comes = first.cond(this.#ofThread(use));
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

  /** The part of a path that says which threads of the block take it. */
  #ofThread(use: GroupUse): Cond {
    const { terms, launch } = this.#context;
    const indices = new Set(launch.threadIdx.flatMap((t) => t.monomials.flatMap((m) => m.atoms.map((a) => a.id))));
    const parts = conjuncts(use.path).filter((part) => {
      let only = true;
      visitAtoms([part], (atom) => {
        if (atom.kind === 'apply' || (atom.kind === 'symbol' && !indices.has(atom.id))) only = false;
      });
      return only;
    });
    return terms.and(...parts);
  }

  /** A barrier for some threads: they are counted, which takes a block of known size. */
  #joinedSome(group: BarrierGroup, uses: readonly GroupUse[], count: Int | null): Joined | null {
    const { terms } = this.#context;
    const location = uses[0]!.location;
    const needed = count ?? this.#size;
    const members = this.#membersOf();
    if (!isConstant(needed) || members === null) {
      this.#refuse('a barrier whose threads cannot be counted: sizes or numbers are open', location);
      return null;
    }
    if (this.#sharesNumber(group, uses)) return null;
    for (const threads of members.get(group.id)!.values()) {
      if (group.members.kind === 'named' && !this.#areWholeWarps(threads)) {
        // The hardware may count a warp that comes as all of its threads.
        this.#refuse('a named barrier to which parts of warps come', location);
        return null;
      }
      if (BigInt(threads.size) === needed.constant) continue;
      const how = BigInt(threads.size) > needed.constant ? 'more' : 'fewer';
      this.#refuse(`a barrier to which ${how} threads come than its count says`, location);
      return null;
    }
    const comes = terms.or(...uses.filter((use) => use.kind !== 'init').map((use) => this.#ofThread(use)));
    const number = group.members.kind === 'named' ? group.members.number : terms.zero;
    return ({ first, second }) =>
      terms.and(first.cond(comes), second.cond(comes), terms.eq(first.int(number), second.int(number)));
  }

  /** In blocks of several warps: does each come as a whole, or not at all? */
  #areWholeWarps(threads: ReadonlySet<number>): boolean {
    const { warpSize } = this.#context.launch;
    const size = Number(this.#size.constant);
    if (size <= warpSize) return true;
    return [...threads].every((thread) => {
      const first = thread - (thread % warpSize);
      for (let i = first; i < Math.min(first + warpSize, size); i++) if (!threads.has(i)) return false;
      return true;
    });
  }

  /** Is the hardware's barrier spoken of in two ways? Then neither says who comes. */
  #sharesNumber(group: BarrierGroup, uses: readonly GroupUse[]): boolean {
    if (group.members.kind !== 'named') return false;
    const { terms, execution } = this.#context;
    const number = group.members.number;
    const others = execution.groups.flatMap((x) =>
      x.members.kind === 'named' && x !== group ? [x.members.number] : [],
    );
    let shares = number === terms.zero;
    if (others.some((x) => !isConstant(x) || !isConstant(number))) {
      const members = this.#membersOf();
      const mine = members?.get(group.id);
      shares ||= !mine;
      for (const [id, theirs] of members ?? []) {
        if (id !== group.id && [...theirs.keys()].some((n) => mine?.has(n))) shares = true;
      }
    }
    if (shares) this.#refuse('a named barrier whose number another barrier may have as well', uses[0]!.location);
    return shares;
  }

  /** @returns null when the threads cannot be counted. */
  #membersOf(): Members | null {
    if (this.#members === undefined) this.#members = this.#count();
    return this.#members;
  }

  #count(): Members | null {
    const { launch, execution } = this.#context;
    const [x, y] = launch.blockDim;
    if (!isConstant(this.#size) || !isConstant(x) || !isConstant(y) || this.#size.constant > THREAD_LIMIT) return null;
    const members = new Map<number, Map<bigint, Set<number>>>();
    for (const { id, members: of } of execution.groups) {
      if (of.kind !== 'named' && of.kind !== 'object') continue;
      const byNumber = new Map<bigint, Set<number>>();
      members.set(id, byNumber);
      const number = of.kind === 'named' ? of.number : this.#context.terms.zero;
      if (!this.#dependsOnThreadOnly(number)) return null;
      const uses = (this.#uses.get(id) ?? []).filter((use) => use.kind !== 'init').map((use) => this.#ofThread(use));
      for (let thread = 0n; thread < this.#size.constant; thread++) {
        const at = [thread % x.constant, (thread / x.constant) % y.constant, thread / (x.constant * y.constant)];
        const axes = launch.threadIdx.map((index) => index.monomials[0]?.atoms[0]?.id ?? -1);
        const values = new Evaluator({ symbol: (atom) => at[axes.indexOf(atom.id)] ?? 0n, apply: () => 0n });
        if (!uses.some((use) => values.cond(use))) continue;
        const n = values.int(number);
        const threads = byNumber.get(n);
        if (threads) threads.add(Number(thread));
        else byNumber.set(n, new Set([Number(thread)]));
      }
    }
    return members;
  }

  #dependsOnThreadOnly(term: Int): boolean {
    const { launch } = this.#context;
    const indices = new Set(launch.threadIdx.flatMap((t) => t.monomials.flatMap((m) => m.atoms.map((a) => a.id))));
    let only = true;
    visitAtoms([term], (atom) => {
      if (atom.kind === 'apply' || (atom.kind === 'symbol' && !indices.has(atom.id))) only = false;
    });
    return only;
  }
}
