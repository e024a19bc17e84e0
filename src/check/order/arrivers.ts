/** Who arrives at a barrier object: no more threads than its count says, or it is not known what a phase waits for. */
import type { PartialBarrierUse } from '../../kernel/index.ts';
import {
  type Atom,
  type Cond,
  conjuncts,
  Evaluator,
  type Int,
  isConstant,
  someAtom,
  type Terms,
  visitAtoms,
} from '../../terms/index.ts';
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
  const coming = BigInt(members) * count.constant;
  if (coming === needed.constant) return { comes };
  return `a barrier that ${coming > needed.constant ? 'more' : 'fewer'} threads reach than its count says`;
}

/** How many threads of a block may get there, at most; null when they cannot be counted. */
export function countComing(t: Terms, launch: LaunchTerms, use: PartialBarrierUse): number | null {
  return membersOf(t, launch, [use]);
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

/** How many threads of a block may come; null when they cannot be counted. */
function membersOf(t: Terms, launch: LaunchTerms, arrivals: readonly PartialBarrierUse[]): number | null {
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
  return coming.size;
}

/** The part of a path that says which threads of a block take it, whatever iterations they are in. */
function ofThread(t: Terms, launch: LaunchTerms, path: Cond): Cond {
  return t.and(...conjuncts(path).filter((part) => !someAtom([part], (atom) => varies(launch, atom))));
}

/** Is an atom's value another one from iteration to iteration? */
function varies(launch: LaunchTerms, atom: Atom): boolean {
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
