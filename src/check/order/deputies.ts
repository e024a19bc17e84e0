/**
 * Threads that wait or arrive for others: one lane waits for a phase, and its warp or its block meets it at a barrier behind that
 * wait; or the lanes of a warp meet at a barrier, and one of them arrives behind it. Who that may be follows from the text of
 * programs as a rule: the first thread of the warp or block, or the lane that is elected. Nobody else is looked for.
 */
import type {
  KernelAccess,
  KernelBarrier,
  KernelEnd,
  PartialBarrierCount,
  PartialBarrierUse,
} from '../../kernel/index.ts';
import {
  type Cond,
  conjuncts,
  type Int,
  type Substitution,
  someAtom,
  type Terms,
  visitAtoms,
} from '../../terms/index.ts';
import { groupBy } from '../group-by.ts';
import { blockMate, type LaunchTerms, linearThread, type OtherThread, type ThreadTerms } from '../thread-pair.ts';
import { isElected } from './arrivers.ts';
import type { BarrierContext } from './joined-threads.ts';
import type { Links } from './links.ts';
import { comesToNoOther } from './warp-barriers.ts';

/** What a thread has come to of barriers of some threads. */
export type Counts = ReadonlyMap<number, PartialBarrierCount>;

/** A thread of which it is asked what it knows. */
export interface Knower {
  readonly terms: Substitution;
  readonly indices: ThreadTerms;
  readonly counts: Counts;
}

/** One of the two threads, at its access or at a fence of its own. */
interface Located {
  readonly terms: Substitution;
  readonly access: Pick<KernelAccess, 'interval' | 'iterations' | 'object'>;
}

/** How many barriers a deputy had passed when it arrived. */
export interface WarpPassed {
  readonly block: Int;
  readonly warp: Int;
}

export interface Deputies {
  /** What holds unless some thread has told this one, where `open` says that a thread knows nothing. */
  readonly unlessTold: (to: Located, open: (knower: Knower) => Cond) => Cond[];
  /**
   * What holds unless a lane has arrived for its warp, in a phase that is known to be over.
   * @param known how many phases are
   * @param isLate that the lane was at its arrival before a barrier could tell it of the access
   */
  readonly unlessGiven: (
    from: Located,
    known: (barrier: number) => Int | null,
    isLate: (passed: WarpPassed) => Cond,
  ) => Cond[];
  /** The same of a lane that has arrived at an object of the block of that rank. */
  readonly unlessGivenTo: (
    rank: Int,
    from: Located,
    known: (barrier: number) => Int | null,
    isLate: (passed: WarpPassed) => Cond,
  ) => Cond[];
}

type Width = 'block' | 'warp';
/** By a thread of the block: the number of another one, and that it is a number that such a thread can have. */
export type Place = (to: Substitution) => { readonly number: Int; readonly isOne: Cond };

const NOBODY: Deputies = { unlessTold: () => [], unlessGiven: () => [], unlessGivenTo: () => [] };

export function deputiesOf(context: BarrierContext, links: Links): Deputies {
  const { terms: t, execution, launch } = context;
  const { end, isCutShort } = execution;
  const objects = new Set([...links].flatMap(([id, { comes }]) => (comes ? [id] : [])));
  if (objects.size === 0 || end === null || isCutShort) return NOBODY;
  const uses = groupBy(
    execution.partialBarrierUses.filter(({ barrier }) => objects.has(barrier)),
    (use) => use.barrier,
  );
  const barriers = groupBy(
    execution.barriers.filter(({ kind }) => kind === 'barrier'),
    ({ width }) => width,
  );
  const mates = new Mates(t, launch);
  const waits = execution.partialBarrierUses.filter(({ barrier, kind }) => objects.has(barrier) && kind === 'wait');
  const tellers = (['warp', 'block'] as const).flatMap((width) => {
    const moments = barriers.get(width) ?? [];
    const tells = moments.some(({ interval }) =>
      [...objects].some((id) => {
        const waited = interval.partialBarriers.get(id)?.waited;
        return waited !== undefined && differsInWarp(launch, waited);
      }),
    );
    if (!tells) return [];
    return placesOf(t, launch, width, waits).map((place, i) => ({ width, moments, place, name: `${width}${i}` }));
  });
  const hasWarpBarriers = (barriers.get('warp') ?? []).length > 0;
  const given = giving(context, end, mates);
  const arrivalsAt = (id: number, counter: number) =>
    (uses.get(id) ?? []).filter((use) => use.kind === 'arrive' && use.counter === counter);
  return {
    unlessTold: ({ terms, access: { interval } }, open) =>
      tellers.map(({ width, moments, place, name }) => {
        const passed = terms.int(interval[width]);
        if (passed === t.zero) return t.true;
        const { mate, isThere } = mates.of(terms, name, place);
        const { int, cond } = mate.terms;
        const knows = (counts: Counts): Cond => open({ terms: mate.terms, indices: mate.indices, counts });
        const silent = moments.map((moment: KernelBarrier) =>
          t.and(
            t.eq(t.add(int(moment.interval[width]), t.one), passed),
            cond(t.and(moment.path, moment.facts)),
            knows(moment.interval.partialBarriers),
          ),
        );
        // A thread that has left the kernel tells nobody anything.
        const left = t.and(t.lt(int(end.intervals.shared[width]), passed), cond(t.and(end.path, end.facts)));
        return t.or(t.le(passed, t.zero), t.and(isThere, t.or(...silent, left)));
      }),
    unlessGiven(from, known, isLate) {
      if (!hasWarpBarriers) return [];
      return [...objects].flatMap((id) => {
        const { comes } = links.get(id)!;
        const over = known(id);
        if (over === null || comes === null) return [];
        return given({ comes, uses: arrivalsAt(id, id), name: `${id}`, lanes: [] }, from, over, isLate, null);
      });
    },
    unlessGivenTo(rank, from, known, isLate) {
      if (!hasWarpBarriers) return [];
      return [...objects].flatMap((id) =>
        links.get(id)!.remotes.flatMap(({ counter, comes, lanes }) => {
          const over = known(id);
          if (over === null) return [];
          const group = { comes, uses: arrivalsAt(id, counter), name: `${id}:${counter}`, lanes };
          return given(group, from, over, isLate, rank);
        }),
      );
    },
  };
}

/**
 * What holds unless a lane has arrived for its warp, behind the access.
 * @param over how many phases are known to be over
 * @param rank of the block whose object it is, where it may be another one
 */
type Giving = (
  group: Group,
  from: Located,
  over: Int,
  isLate: (passed: WarpPassed) => Cond,
  rank: Int | null,
) => Cond[];

function giving({ terms: t, execution, launch }: BarrierContext, end: KernelEnd, mates: Mates): Giving {
  return ({ comes, uses: arrivals, name, lanes }, from, over, isLate, rank) => {
    const chosen = rank === null ? [] : laneFor(t, launch, lanes, rank);
    if (over === t.zero || (chosen.length === 0 && !isOfSomeLanes(launch, comes))) return [];
    const first = placesOf(t, launch, 'warp', arrivals);
    return [...first, ...chosen].map((place, i) => {
      const { mate, isThere } = mates.of(from.terms, `for${name}:${i}:${rank?.id}`, place);
      const { int, cond } = mate.terms;
      const early = arrivals.map(({ before, counter, owner, passed, path, facts }: PartialBarrierUse) =>
        t.and(
          t.eq(t.add(int(before.get(counter)?.arrived ?? t.zero), t.one), over),
          cond(t.and(path, facts)),
          t.or(
            rank === null || owner === null ? t.false : t.ne(int(owner), rank),
            isLate({ block: int(passed.block), warp: int(passed.warp) }),
          ),
        ),
      );
      return t.or(
        t.le(over, t.zero),
        comesToNoOther({ terms: t, execution }, end, from),
        // A warp that is not full may lack the lane.
        i < first.length ? t.false : t.not(isThere),
        t.and(isThere, t.or(t.not(cond(comes)), ...early)),
      );
    });
  };
}

/** Arrivals that belong to one count. */
interface Group {
  readonly name: string;
  readonly comes: Cond;
  readonly uses: readonly PartialBarrierUse[];
  /** Of arrivals at objects of other blocks: `RemoteArrivers.lanes`. */
  readonly lanes: readonly (number | null)[];
}

/** The lane of a warp that arrives at the object of the block of that rank; none where it is always the first one, or not known. */
function laneFor(t: Terms, launch: LaunchTerms, lanes: readonly (number | null)[], rank: Int): readonly Place[] {
  if (lanes.every((lane) => lane === null || lane === 0)) return [];
  const lane = lanes.reduce<Int>(
    (others, lane, to) => t.ite(t.eq(rank, t.constant(BigInt(to))), t.constant(BigInt(lane ?? 0)), others),
    t.zero,
  );
  return [(to) => ({ number: t.add(firstLane(t, launch, to), lane), isOne: t.true })];
}

/** The number of the first thread of a thread's warp. */
function firstLane(t: Terms, launch: LaunchTerms, to: Substitution): Int {
  const number = linearThread(t, launch, indicesOf(launch, to));
  return t.sub(number, t.mod(number, t.constant(launch.warpSize)));
}

/** Is something not the same for all threads of a warp, or a block? */
function differsInWarp({ threadIdx }: LaunchTerms, term: Int | Cond): boolean {
  const indices = new Set(threadIdx.flatMap((index) => index.monomials.flatMap(({ atoms }) => atoms)));
  return someAtom([term], (atom) => indices.has(atom) || isElected(atom));
}

/** Is there an equation among the conditions that says which lanes they are? Of a range of threads each arrives for itself. */
function isOfSomeLanes(launch: LaunchTerms, comes: Cond): boolean {
  return conjuncts(comes).some((part) => part.kind !== 'le' && differsInWarp(launch, part));
}

/** Which threads of a warp or block may act for the others: their numbers in the block, by a thread of it. */
function placesOf(
  t: Terms,
  launch: LaunchTerms,
  width: Width,
  uses: readonly Pick<PartialBarrierUse, 'path'>[],
): Place[] {
  const elections = new Set<Int>();
  visitAtoms(
    uses.flatMap(({ path }) => conjuncts(path)),
    (atom) => void (isElected(atom) && elections.add(t.ofAtom(atom))),
  );
  if (width === 'block') return [() => ({ number: t.zero, isOne: t.true })];
  const lanes = t.constant(launch.warpSize);
  const first = (to: Substitution) => firstLane(t, launch, to);
  // Who is elected is the same for all lanes of a warp.
  const those = [...elections].map(
    (elected): Place =>
      (to) => {
        const lane = to.int(elected);
        return { number: t.add(first(to), lane), isOne: t.lt(lane, lanes) };
      },
  );
  return [(to) => ({ number: first(to), isOne: t.true }), ...those];
}

/** The deputies of a thread, made once for each: all questions about it share their terms. */
export class Mates {
  readonly #terms: Terms;
  readonly #launch: LaunchTerms;
  readonly #known = new Map<Substitution, Map<string, { readonly mate: OtherThread; readonly isThere: Cond }>>();
  #made = 0;

  constructor(terms: Terms, launch: LaunchTerms) {
    this.#terms = terms;
    this.#launch = launch;
  }

  of(to: Substitution, name: string, place: Place): { readonly mate: OtherThread; readonly isThere: Cond } {
    const known = this.#known.get(to) ?? new Map();
    this.#known.set(to, known);
    const found = known.get(name);
    if (found) return found;
    const t = this.#terms;
    const [x, y] = this.#launch.blockDim;
    const { number, isOne } = place(to);
    const isFlat = this.#launch.blockDim.slice(1).every((size) => size === t.one);
    const at = isFlat
      ? ([number, t.zero, t.zero] as const)
      : ([t.mod(number, x), t.mod(t.div(number, x), y), t.div(number, t.mul(x, y))] as const);
    const mate = blockMate(t, this.#launch, `'d${this.#made++}`, to, { at });
    const made = { mate, isThere: t.and(isOne, ...mate.conditions) };
    known.set(name, made);
    return made;
  }
}

export function indicesOf({ threadIdx, blockIdx }: LaunchTerms, { int }: Substitution): ThreadTerms {
  const [x, y, z] = threadIdx;
  const [bx, by, bz] = blockIdx;
  return { threadIdx: [int(x), int(y), int(z)], blockIdx: [int(bx), int(by), int(bz)] };
}
