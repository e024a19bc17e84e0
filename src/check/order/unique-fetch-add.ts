/**
 * Unique results of fetch-and-add. As long as a place is only ever added to, every addition returns another value, so
 * `out[atomicAdd(&n, 1)] = x` writes to another place in every thread.
 */

import { counted, type FetchAdd, type KernelAccess, pinnedThread } from '../../kernel/index.ts';
import type { Assumption } from '../../model/assumption.ts';
import { Distinct } from '../../model/distinct.ts';
import { type Cond, type Int, isConstant, type Substitution, type Terms, visitAtoms } from '../../terms/index.ts';
import type { Queries } from '../smt/query.ts';
import { isOfLaunch } from '../symbols.ts';
import type { LaunchTerms, ThreadPair } from '../thread-pair.ts';
import { modifies, touching } from './modifications.ts';

/** A result that differs from all others of its place. */
export interface UniqueFetchAdd extends FetchAdd {
  /** The counter is also written, in other barrier intervals: results are unique within one interval only. */
  readonly isOfInterval: boolean;
}

interface FetchAddContext {
  readonly terms: Terms;
  readonly launch: LaunchTerms;
  /** Facts of the launch. */
  readonly facts: readonly Cond[];
  readonly queries: Queries;
  readonly accesses: readonly KernelAccess[];
  /** True for a write that comes when no thread counts any more. */
  readonly isReset: (access: KernelAccess) => boolean;
}

/** The results that can be relied upon: their place is only counted in, and does not wrap around within a launch. */
export function uniqueFetchAdds(
  fetchAdds: ReadonlyMap<number, FetchAdd>,
  context: FetchAddContext,
): Map<number, UniqueFetchAdd> {
  const { terms, accesses, isReset } = context;
  const unique = new Map<number, UniqueFetchAdd>();
  const decided = new Map<KernelAccess, boolean>();
  for (const [id, fetchAdd] of fetchAdds) {
    const changes = accesses.filter(
      (a) => modifies(a) && a.object === fetchAdd.object && !isElsewhere(context, a, fetchAdd),
    );
    const countOf = (a: KernelAccess) => counted(terms, a.update);
    const plain = changes.filter((a) => countOf(a) === null && !isReset(a));
    const isOfInterval = plain.length > 0;
    if (!plain.every((a) => a.kind === 'write' && a.copy === null && isInAnotherInterval(terms, a, fetchAdd))) continue;
    const counting = changes.filter((a) => countOf(a) !== null);
    const repeats =
      fetchAdd.limit === null ? counting.some((a) => countOf(a)?.limit) : !neverRepeats(context, counting, decided);
    if (!repeats) unique.set(id, { ...fetchAdd, isOfInterval });
  }
  return unique;
}

/** The size of an operand, at most. */
const COUNTER_BYTES = 8;

/** True when an access never touches the place in which the operation counts. */
function isElsewhere({ terms, facts, queries }: FetchAddContext, access: KernelAccess, fetchAdd: FetchAdd): boolean {
  if (isConstant(access.offset) && isConstant(fetchAdd.offset)) {
    const { low, high } = terms.sub(access.offset, fetchAdd.offset).range;
    return low !== null && high !== null && (low >= BigInt(COUNTER_BYTES) || high <= -BigInt(access.size));
  }
  const conditions = touching(terms, access, { ...fetchAdd, size: COUNTER_BYTES });
  if (conditions === null) return false;
  const isNever = () => queries.solve([...facts, ...conditions], []).status === 'unsat';
  // Few counters lie behind their data, and that takes products; of the others it is asked for every access to their array.
  return isConstant(fetchAdd.offset) ? queries.withoutSolver(isNever) : isNever();
}

/** True when no thread writes there in a barrier interval in which another counts. */
function isInAnotherInterval(terms: Terms, write: KernelAccess, fetchAdd: FetchAdd): boolean {
  // Blocks have no intervals in common but those of the grid.
  const width = fetchAdd.object.space === 'shared' ? 'block' : 'grid';
  // The write may be in other iterations than the operation.
  const anyIteration = terms.substitution((atom) =>
    atom.kind === 'symbol' && atom.sharing === 'thread'
      ? terms.symbol(`${atom.name} of the write`, 'thread', atom.origin, atom.range)
      : undefined,
  );
  return terms.ne(anyIteration.int(write.interval[width]), fetchAdd.interval[width]).kind === 'true';
}

/** A counter that wraps to 0 behind its limit returns limit + 1 different values: enough when no more threads count. */
function neverRepeats(
  { terms, launch, facts, queries }: FetchAddContext,
  counting: readonly KernelAccess[],
  decided: Map<KernelAccess, boolean>,
): boolean {
  const [access] = counting;
  if (!access || counting.length > 1 || access.iterations.length > 0) return false;
  const known = decided.get(access);
  if (known !== undefined) return known;
  const limit = counted(terms, access.update)?.limit ?? null;
  let answer = false;
  if (limit && isOfLaunch([limit])) {
    const pinned = pinnedThread(terms, access.path, launch.threadIdx);
    let threads = terms.one;
    pinned.forEach((index, axis) => {
      if (index === null) threads = terms.mul(threads, launch.blockDim[axis]!);
    });
    if (access.object.space !== 'shared') for (const size of launch.gridDim) threads = terms.mul(threads, size);
    const repeats = terms.lt(terms.add(limit, terms.one), threads);
    answer = repeats.kind === 'false' || queries.solve([...facts, repeats], []).status === 'unsat';
  }
  decided.set(access, answer);
  return answer;
}

/** What is taken for granted of the counters whose results decide where or when memory is accessed. */
export function fetchAddAssumptions(
  fetchAdds: ReadonlyMap<number, FetchAdd>,
  roots: readonly (Cond | Int)[],
): Distinct<Assumption> {
  const assumptions = new Distinct<Assumption>();
  visitAtoms(roots, (atom) => {
    const fetchAdd = fetchAdds.get(atom.id);
    if (!fetchAdd) return;
    const text = `the counter in ${fetchAdd.object.name} is not negative and does not overflow within a launch`;
    assumptions.add({ kind: 'arithmetic', text, place: null });
  });
  return assumptions;
}

/** What the two threads got from counters, as far as it decides where or when they access memory. */
type Roots = readonly [first: readonly (Cond | Int)[], second: readonly (Cond | Int)[]];

/** Two results of one place differ by what was added in between. */
export function fetchAddLemmas(
  terms: Terms,
  fetchAdds: ReadonlyMap<number, UniqueFetchAdd>,
  pair: ThreadPair,
  [first, second]: Roots,
): Cond[] {
  if (fetchAdds.size === 0) return [];
  const lemmas: Cond[] = [];
  for (const [a, mine] of resultsIn(terms, fetchAdds, first)) {
    for (const [b, yours] of resultsIn(terms, fetchAdds, second)) {
      if (mine.object !== yours.object || (mine.object.space === 'shared' && !pair.isOfOneBlock)) continue;
      const [x, y] = [pair.first.int(a), pair.second.int(b)];
      const unrelated = mayBeUnrelated(terms, pair, mine, yours);
      const apart =
        mine.limit === null
          ? terms.or(
              terms.le(terms.add(x, pair.first.int(mine.adds)), y),
              terms.le(terms.add(y, pair.second.int(yours.adds)), x),
            )
          : terms.ne(x, y);
      lemmas.push(
        terms.or(...unrelated, apart),
        withinType(terms, pair.first, a, mine),
        withinType(terms, pair.second, b, yours),
      );
    }
  }
  return lemmas;
}

/** Conditions under which two results of counters of one object need not differ. */
function mayBeUnrelated(terms: Terms, pair: ThreadPair, mine: UniqueFetchAdd, yours: UniqueFetchAdd): Cond[] {
  const equal = (x: readonly Int[], y: readonly Int[]) =>
    terms.and(...x.map((term, i) => terms.eq(pair.first.int(term), pair.second.int(y[i] ?? term))));
  const conditions = [terms.not(equal([mine.offset, ...mine.base], [yours.offset, ...yours.base]))];
  if (mine.isOfInterval || yours.isOfInterval) {
    const width = mine.object.space === 'shared' ? 'block' : 'grid';
    conditions.push(terms.not(equal([mine.interval[width]], [yours.interval[width]])));
  }
  if (pair.isOfOneBlock && mine.operation === yours.operation && (mine.holder || yours.holder)) {
    // A result that one thread got and that both know is one result.
    const holders = [
      mine.holder?.thread.map((index) => pair.first.int(index)) ?? pair.threads[0].threadIdx,
      yours.holder?.thread.map((index) => pair.second.int(index)) ?? pair.threads[1].threadIdx,
    ] as const;
    const isSame = holders[0].map((index, axis) => terms.eq(index, holders[1][axis]!));
    if (mine.holder && yours.holder) isSame.push(equal(mine.holder.iterations, yours.holder.iterations));
    conditions.push(terms.and(...isSame));
  }
  return conditions;
}

/** The counter does not overflow. */
function withinType(terms: Terms, thread: Substitution, result: Int, { adds }: UniqueFetchAdd): Cond {
  const { high } = result.range;
  return high === null ? terms.true : terms.le(thread.int(terms.add(result, adds)), terms.constant(high));
}

function resultsIn(
  terms: Terms,
  fetchAdds: ReadonlyMap<number, UniqueFetchAdd>,
  roots: readonly (Cond | Int)[],
): [Int, UniqueFetchAdd][] {
  const found: [Int, UniqueFetchAdd][] = [];
  visitAtoms(roots, (atom) => {
    const fetchAdd = fetchAdds.get(atom.id);
    if (fetchAdd) found.push([terms.ofAtom(atom), fetchAdd]);
  });
  return found;
}
