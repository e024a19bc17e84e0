/**
 * A term of the thread that is executed, as another thread of its block has it: what a leader wrote for all, what a lane
 * handed on. Symbols of the thread become functions of who the other thread is, and of the iterations they were made in.
 */

import { type Atom, type Int, type Substitution, single, type Terms, type Uninterpreted } from '../terms/index.ts';
import { intervalUnder } from './interval-under.ts';
import type { FetchAdd } from './kernel-model.ts';

export interface OtherThreads {
  readonly terms: Terms;
  readonly threadIdx: readonly [Int, Int, Int];
  /** See `Symbols.iterationsOf`. */
  readonly iterationsOf: ReadonlyMap<number, readonly Int[]>;
  /** Tickets that other threads hold are added here. */
  readonly fetchAdds: Map<number, FetchAdd>;
}

/**
 * @param thread the other thread's index, as a term of the thread that is executed or of its block.
 * @param common iterations of loops in which the two are together.
 * @param known what atoms are to the other thread, where that is known
 */
export function asOtherThread(
  { terms: t, threadIdx, iterationsOf, fetchAdds }: OtherThreads,
  thread: readonly [Int, Int, Int],
  common: readonly Int[],
  known: ReadonlyMap<number, Int> = new Map(),
): Substitution {
  const index = new Map(threadIdx.map((axis, i) => [single(axis)?.id, thread[i]!]));
  const shared = new Set(common.map((iteration) => single(iteration)?.id));
  const result: Substitution = t.substitution((atom) => {
    const told = known.get(atom.id);
    if (told !== undefined) return told;
    if (atom.kind === 'apply') {
      if (atom.sharing !== 'thread') return rebuiltFetchAdd(t, fetchAdds, atom, result);
      const args = [...thread, ...atom.args.map((a) => result.int(a))];
      return t.apply(renamed(atom), args);
    }
    if (atom.kind !== 'symbol' || atom.sharing !== 'thread') return undefined;
    const axis = index.get(atom.id);
    if (axis) return axis;
    if (shared.has(atom.id)) return undefined;
    const iterations = (iterationsOf.get(atom.id) ?? []).map((iteration) => result.int(iteration));
    const theirs = t.apply(renamed(atom), [...thread, ...iterations]);
    passOn(fetchAdds, atom, theirs, result, { thread, iterations });
    return theirs;
  });
  return result;
}

/** What is another value in each thread, as a function of who the thread is. */
function renamed(of: Uninterpreted): Uninterpreted {
  return { name: `${of.name}@`, sharing: 'block', origin: of.origin, range: of.range };
}

/** An application under a substitution; one that is a fetchAdd stays one. */
export function rebuiltFetchAdd(
  t: Terms,
  fetchAdds: Map<number, FetchAdd>,
  atom: Atom & { kind: 'apply' },
  substitution: Substitution,
): Int | undefined {
  const holder = fetchAdds.get(atom.id)?.holder;
  if (!holder) return undefined;
  const args = atom.args.map((a) => substitution.int(a));
  const rebuilt = t.apply(atom, args);
  const [x, y, z] = holder.thread;
  passOn(fetchAdds, atom, rebuilt, substitution, {
    thread: [substitution.int(x), substitution.int(y), substitution.int(z)],
    iterations: holder.iterations.map((iteration) => substitution.int(iteration)),
  });
  return rebuilt;
}

function passOn(
  fetchAdds: Map<number, FetchAdd>,
  from: Atom,
  to: Int,
  substitution: Substitution,
  holder: NonNullable<FetchAdd['holder']>,
): void {
  const fetchAdd = fetchAdds.get(from.id);
  const id = single(to)?.id;
  if (fetchAdd && id !== undefined && !fetchAdds.has(id))
    fetchAdds.set(id, { ...fetchAddUnder(fetchAdd, substitution), holder });
}

/** A fetchAdd with other terms; whose it is stays. */
export function fetchAddUnder(fetchAdd: FetchAdd, substitution: Substitution): FetchAdd {
  const { interval } = fetchAdd;
  return {
    ...fetchAdd,
    base: fetchAdd.base.map((term) => substitution.int(term)),
    offset: substitution.int(fetchAdd.offset),
    adds: substitution.int(fetchAdd.adds),
    limit: fetchAdd.limit && substitution.int(fetchAdd.limit),
    interval: intervalUnder(interval, substitution),
  };
}
