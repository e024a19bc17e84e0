/** Who arrives at a barrier object: no more threads than its count says, or it is not known what a phase waits for. */
import type { PartialBarrierUse } from '../../kernel/index.ts';
import {
  type Atom,
  type Cond,
  conjuncts,
  Evaluator,
  type Int,
  isConstant,
  type Substitution,
  someAtom,
  type Terms,
  visitAtoms,
} from '../../terms/index.ts';
import { groupBy } from '../group-by.ts';
import { anyThread, blockSize, type LaunchTerms } from '../thread-pair.ts';
import { areWholeWarps } from './barrier-members.ts';
import type { BarrierContext } from './joined-threads.ts';

export interface Arrivers {
  /** That a thread is one of them. */
  readonly comes: Cond;
}

/** Threads of a block that are looked at one by one. */
const THREAD_LIMIT = 1024n;

/** @returns why not, when it is not shown that a phase waits for each of them. @param needed how many arrivals it waits for */
export function arrivers(
  context: BarrierContext,
  arrivals: readonly PartialBarrierUse[],
  needed: Int,
): Arrivers | string {
  const { terms: t, launch, facts, queries, threads } = context;
  const [first] = arrivals;
  // Nobody waits for what never comes, and lives.
  if (first === undefined) return { comes: t.false };
  const { count } = first;
  if (count === null || !isConstant(count) || arrivals.some((use) => use.count !== count)) {
    return 'a barrier object with an unknown number of arrivals';
  }
  const all = blockSize(t, launch);
  const ofAll = t.scale(all, count.constant);
  const isSame = (a: Int, b: Int) => {
    if (a === b) return true;
    if (dependsOnMoreThanInputs(a)) return false;
    const { conditions } = anyThread(t, launch, '');
    return queries.solve([...conditions, ...facts, t.ne(a, b)], []).status === 'unsat';
  };
  if (isSame(needed, ofAll)) return { comes: t.true };
  const comes = t.or(...arrivals.map(({ path }) => ofThread(t, launch, path)));
  if (isSame(needed, count)) {
    const pair = threads();
    const both = [pair.first.cond(comes), pair.second.cond(comes), ...facts.map(pair.first.cond)];
    if (queries.solve([...pair.conditions, ...both], []).status === 'unsat') return { comes };
  }
  const members = membersOf(t, launch, arrivals);
  if (members === null || !isConstant(needed))
    return 'a barrier whose threads cannot be counted: sizes or counts are unknown';
  const coming = BigInt(members.size) * count.constant;
  if (coming === needed.constant) return { comes };
  return `a barrier that ${coming > needed.constant ? 'more' : 'fewer'} threads reach than its count says`;
}

/** How many threads of a block may get there, at most; null when they cannot be counted. */
export function countComing(t: Terms, launch: LaunchTerms, use: PartialBarrierUse): number | null {
  return membersOf(t, launch, [use])?.size ?? null;
}

/** Threads of a block, by their numbers, that come to an object of a block: by the ranks of both, the first one's outside. */
type Comers = readonly (readonly ReadonlySet<number>[])[];

/** Who may come to objects of which blocks of its cluster, at most; null when that is not known. */
function comersByRank(t: Terms, launch: LaunchTerms, uses: readonly PartialBarrierUse[]): Comers | null {
  const [x, y, z] = launch.clusterDim;
  if (!isConstant(x) || !isConstant(y) || !isConstant(z)) return null;
  const size = x.constant * y.constant * z.constant;
  if (size > CLUSTER_LIMIT) return null;
  const ranks = Array.from({ length: Number(size) }, (_, rank) => BigInt(rank));
  const comers: ReadonlySet<number>[][] = [];
  for (const from of ranks) {
    const placed = inPlace(t, launch, [
      from % x.constant,
      (from / x.constant) % y.constant,
      from / (x.constant * y.constant),
    ]);
    const to = uses.map(({ owner }) => (owner === null ? t.constant(from) : placed.int(owner)));
    if (to.some((owner) => someAtom([owner], (atom) => !isIndex(launch, atom)))) return null;
    const row: ReadonlySet<number>[] = [];
    for (const one of ranks) {
      const coming = uses.map((use, i) => ({ path: t.and(placed.cond(use.path), t.eq(to[i]!, t.constant(one))) }));
      const threads = membersOf(t, launch, coming);
      if (threads === null) return null;
      row.push(threads);
    }
    comers.push(row);
  }
  return comers;
}

/** How many threads of a block come to an object of a block: by the ranks of both, the first one's outside. */
export type ComersInCluster = readonly (readonly number[])[];

/** The same in numbers; null when that is not known. */
export function comersInCluster(
  t: Terms,
  launch: LaunchTerms,
  uses: readonly PartialBarrierUse[],
): ComersInCluster | null {
  return comersByRank(t, launch, uses)?.map((row) => row.map(({ size }) => size)) ?? null;
}

/** By the rank of the object's block: which lane comes of each warp of which some come; null where that differs. */
function lanesOf({ warpSize }: LaunchTerms, comers: Comers): readonly (number | null)[] {
  return comers.map((_, to) => {
    const all = comers.flatMap((row) => [...row[to]!]);
    const [first] = all;
    if (first === undefined) return null;
    const lane = first % warpSize;
    return all.every((thread) => thread % warpSize === lane) ? lane : null;
  });
}

/** Blocks that a cluster has, at most. */
const CLUSTER_LIMIT = 16n;

/** What a block in that place of some cluster computes; what depends on which cluster it is stays open. */
function inPlace(t: Terms, { blockIdx, clusterDim }: LaunchTerms, place: readonly bigint[]): Substitution {
  const places = new Map<Atom, Int>();
  blockIdx.forEach((index, axis) => {
    const [atom] = index.monomials[0]?.atoms ?? [];
    if (!atom) return;
    const cluster = t.symbol(`cluster.${axis}`, 'block', 'unknown', { low: 0n, high: null });
    places.set(atom, t.add(t.mul(cluster, clusterDim[axis]!), t.constant(place[axis]!)));
  });
  return t.substitution((atom) => places.get(atom));
}

/** Who arrives at the objects of a cluster's blocks: those of the block itself, and those of others. */
export interface ClusterArrivers extends Arrivers {
  readonly remotes: readonly RemoteArrivers[];
  /** That a block of this rank has an object at which somebody of a block of that rank arrives. */
  readonly meets: (owner: Int, from: Int) => Cond;
}

export interface RemoteArrivers {
  /** Which counts these arrivals belong to. */
  readonly counter: number;
  /** By the thread that arrives: the rank of the block whose object it is. */
  readonly owner: Int;
  readonly comes: Cond;
  /** By that rank: the lane that arrives there for its warp; null where it is not always the same one. */
  readonly lanes: readonly (number | null)[];
}

/** The same of objects at which threads of other blocks arrive as well. @returns why not, when it is not shown */
export function clusterArrivers(
  { terms: t, launch }: BarrierContext,
  arrivals: readonly PartialBarrierUse[],
  needed: Int,
): ClusterArrivers | string {
  const [{ count }] = arrivals as [PartialBarrierUse];
  if (count === null || !isConstant(count) || arrivals.some((use) => use.count !== count)) {
    return 'a barrier object with an unknown number of arrivals';
  }
  const groups = [...groupBy(arrivals, ({ counter }) => counter).values()];
  const counted = groups.map((uses) => comersByRank(t, launch, uses));
  if (!isConstant(needed) || counted.includes(null))
    return 'a barrier object of a cluster whose threads cannot be counted: sizes or counts are unknown';
  const known = counted.map((comers) => comers!.map((row) => row.map(({ size }) => size)));
  const ranks = known[0]!.map((_, rank) => rank);
  for (const to of ranks) {
    const coming = known.flatMap((counts) => counts.map((row) => row[to]!)).reduce((sum, one) => sum + one, 0);
    const all = BigInt(coming) * count.constant;
    // Nobody waits for what never comes, and lives.
    if (all === 0n || all === needed.constant) continue;
    return `a barrier that ${all > needed.constant ? 'more' : 'fewer'} threads reach than its count says`;
  }
  const comes = (uses: readonly PartialBarrierUse[]) => t.or(...uses.map(({ path }) => ofThread(t, launch, path)));
  const own = arrivals.filter(({ owner }) => owner === null);
  const remotes = groups.flatMap((uses, i) => {
    const [{ owner, counter }] = uses as [PartialBarrierUse];
    return owner === null ? [] : { counter, owner, comes: comes(uses), lanes: lanesOf(launch, counted[i]!) };
  });
  return { comes: comes(own), remotes, meets: meetsBy(t, known) };
}

/** That some thread of a block of that rank comes to an object of a block of this one. */
export function meetsBy(t: Terms, counted: readonly ComersInCluster[]): ClusterArrivers['meets'] {
  return (owner, from) =>
    t.or(
      ...counted.flatMap((counts) =>
        counts.flatMap((row, rank) =>
          row.map((count, to) =>
            count === 0 ? t.false : t.and(t.eq(owner, t.constant(BigInt(to))), t.eq(from, t.constant(BigInt(rank)))),
          ),
        ),
      ),
    );
}

/** Does the path depend on nothing but which thread of its block it is? */
export function isOfThreadOnly(launch: LaunchTerms, path: Cond): boolean {
  return !someAtom([path], (atom) => !isIndex(launch, atom));
}

/** Are these conditions those of one thread that every block has, the first or the one elected in its stead? */
export function comesAlways(launch: LaunchTerms, parts: readonly Cond[]): boolean {
  if (someAtom(parts, (atom) => !isIndex(launch, atom) && !isElected(atom))) return false;
  const first = new Evaluator({ symbol: () => 0n, apply: () => 0n });
  return parts.every((part) => first.cond(part));
}

/** Is a condition that of all threads of a block in the same iterations? */
export function isOfWholeBlock(launch: LaunchTerms, condition: Cond): boolean {
  return !someAtom([condition], (atom) => {
    if (atom.kind !== 'symbol' && atom.kind !== 'apply') return false;
    const isOfThread = atom.sharing === 'thread' && atom.origin !== 'iteration';
    return isIndex(launch, atom) || isElected(atom) || isOfThread;
  });
}

/** Is a condition that of all threads of the launch in the same iterations? */
export function isOfWholeLaunch(launch: LaunchTerms, condition: Cond): boolean {
  if (!isOfWholeBlock(launch, condition)) return false;
  return !someAtom(
    [condition],
    (atom) => (atom.kind === 'symbol' || atom.kind === 'apply') && atom.sharing === 'block',
  );
}

/** Does a condition hold in every block of that rank? */
export function holdsAtRank(t: Terms, launch: LaunchTerms, condition: Cond, rank: number): boolean {
  const [x, y] = launch.clusterDim;
  if (!isConstant(x) || !isConstant(y)) return false;
  const [width, at] = [x.constant, BigInt(rank)];
  const place = [at % width, (at / width) % y.constant, at / (width * y.constant)];
  return inPlace(t, launch, place).cond(condition).kind === 'true';
}

/** Which threads of a block may come, by their numbers; null when they cannot be counted. */
function membersOf(
  t: Terms,
  launch: LaunchTerms,
  arrivals: readonly Pick<PartialBarrierUse, 'path'>[],
): ReadonlySet<number> | null {
  const size = blockSize(t, launch);
  const [x, y] = launch.blockDim;
  if (!isConstant(size) || !isConstant(x) || !isConstant(y) || size.constant > THREAD_LIMIT) return null;
  const axes = launch.threadIdx.map((index) => index.monomials[0]?.atoms[0]?.id ?? -1);
  // Lanes that are elected of other sets of lanes may be others.
  const elections = new Set<Atom>();
  visitAtoms(
    arrivals.map(({ path }) => path),
    (atom) => void (isElected(atom) && elections.add(atom)),
  );
  if (elections.size > 1) return null;
  const coming = new Set<number>();
  for (const { path } of arrivals) {
    const parts = conjuncts(path).filter(
      (part) => !someAtom([part], (atom) => !isIndex(launch, atom) && !isElected(atom)),
    );
    const withElected = (passes: (parts: readonly Cond[], values: Evaluator) => boolean) => {
      const found = new Set<number>();
      for (let thread = 0n; thread < size.constant; thread++) {
        const indices = [thread % x.constant, (thread / x.constant) % y.constant, thread / (x.constant * y.constant)];
        // Which lane is elected makes no difference where all lanes of a warp take part: the first stands for it.
        const values = new Evaluator({ symbol: (atom) => indices[axes.indexOf(atom.id)] ?? 0n, apply: () => 0n });
        if (passes(parts, values)) found.add(Number(thread));
      }
      return found;
    };
    const elects = parts.some((part) => someAtom([part], isElected));
    const plain = (part: Cond) => !someAtom([part], isElected);
    const taking = withElected((all, values) => all.filter(plain).every((part) => values.cond(part)));
    if (elects && !areWholeWarps(taking, Number(size.constant), launch.warpSize)) return null;
    const those = elects ? withElected((all, values) => all.every((part) => values.cond(part))) : taking;
    for (const thread of those) coming.add(thread);
  }
  return coming;
}

/** The part of a path that says which threads of a block take it, whatever iterations they are in. */
function ofThread(t: Terms, launch: LaunchTerms, path: Cond): Cond {
  return t.and(...conjuncts(path).filter((part) => !someAtom([part], (atom) => varies(launch, atom))));
}

/** Is an atom's value another one from iteration to iteration? */
export function varies(launch: LaunchTerms, atom: Atom): boolean {
  if (atom.kind !== 'symbol' && atom.kind !== 'apply') return false;
  if (isIndex(launch, atom) || isElected(atom) || atom.sharing === 'launch') return false;
  return atom.kind === 'apply' || atom.sharing === 'thread' || atom.origin !== 'input';
}

function isIndex({ threadIdx }: LaunchTerms, atom: Atom): boolean {
  // Others are made of atoms that are asked as well.
  if (atom.kind !== 'symbol' && atom.kind !== 'apply') return true;
  return threadIdx.some((index) => index.monomials.some(({ atoms }) => atoms.includes(atom)));
}

/** The lane that a warp has elected, always the same one (`kernel/transfer/lanes.ts`). */
export function isElected(atom: Atom): boolean {
  return atom.kind === 'apply' && atom.name === 'elected lane';
}

function dependsOnMoreThanInputs(term: Int): boolean {
  return someAtom([term], (atom) => atom.kind === 'apply' || (atom.kind === 'symbol' && atom.origin !== 'input'));
}
