/** The threads of a block that can come to each counted barrier, enumerated; this takes a block of known size. */
import type { PartialBarrier, PartialBarrierUse } from '../../kernel/index.ts';
import { type Cond, conjuncts, Evaluator, type Int, isConstant, someAtom, type Terms } from '../../terms/index.ts';
import { blockSize, type LaunchTerms } from '../thread-pair.ts';

/** Threads of a block that are looked at one by one. */
const THREAD_LIMIT = 1024n;

/** By the number of the barrier, as each thread computes it: the threads of a block that may come. */
export type Members = ReadonlyMap<bigint, ReadonlySet<number>>;

/**
 * Members of counted barriers, by the id of the barrier.
 * @param usesOf arrivals and waits, by the id of the barrier
 * @returns null when the threads cannot be enumerated
 */
export function membersOf(
  terms: Terms,
  launch: LaunchTerms,
  barriers: readonly PartialBarrier[],
  usesOf: (barrier: number) => readonly PartialBarrierUse[],
): ReadonlyMap<number, Members> | null {
  const size = blockSize(terms, launch);
  const [x, y] = launch.blockDim;
  if (!isConstant(size) || !isConstant(x) || !isConstant(y) || size.constant > THREAD_LIMIT) return null;
  const axes = launch.threadIdx.map((index) => index.monomials[0]?.atoms[0]?.id ?? -1);
  const byBarrier = new Map<number, Members>();
  for (const { id, members } of barriers) {
    if (members.kind !== 'named' && members.kind !== 'object') continue;
    const number = members.kind === 'named' ? members.number : terms.zero;
    if (dependsOnMore(launch, number)) return null;
    const paths = usesOf(id).map((use) => pathOfThread(terms, launch, use));
    const byNumber = new Map<bigint, Set<number>>();
    for (let thread = 0n; thread < size.constant; thread++) {
      const indices = [thread % x.constant, (thread / x.constant) % y.constant, thread / (x.constant * y.constant)];
      const values = new Evaluator({ symbol: (atom) => indices[axes.indexOf(atom.id)] ?? 0n, apply: () => 0n });
      if (!paths.some((path) => values.cond(path))) continue;
      const n = values.int(number);
      byNumber.set(n, (byNumber.get(n) ?? new Set()).add(Number(thread)));
    }
    byBarrier.set(id, byNumber);
  }
  return byBarrier;
}

/** The part of a path that says which threads of the block take it. */
export function pathOfThread(terms: Terms, launch: LaunchTerms, { path }: PartialBarrierUse): Cond {
  return terms.and(...conjuncts(path).filter((part) => !dependsOnMore(launch, part)));
}

/** In blocks of several warps: does each warp come as a whole, or not at all? */
export function areWholeWarps(threads: ReadonlySet<number>, blockSize: number, warpSize: number): boolean {
  if (blockSize <= warpSize) return true;
  return [...threads].every((thread) => {
    const first = thread - (thread % warpSize);
    for (let i = first; i < Math.min(first + warpSize, blockSize); i++) if (!threads.has(i)) return false;
    return true;
  });
}

/** True for a term that depends on more than the thread's indices. */
function dependsOnMore({ threadIdx }: LaunchTerms, term: Int | Cond): boolean {
  const indices = new Set(threadIdx.flatMap((t) => t.monomials.flatMap((m) => m.atoms.map((a) => a.id))));
  return someAtom([term], (atom) => atom.kind === 'apply' || (atom.kind === 'symbol' && !indices.has(atom.id)));
}
