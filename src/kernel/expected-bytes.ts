/** Which call expects the bytes of a copy that a phase of a barrier object waits for. */
import { conjuncts, type Int, type Terms } from '../terms/index.ts';
import type { PartialBarrierUse } from './kernel-model.ts';

interface Expected {
  readonly expects: PartialBarrierUse;
  readonly round: Int;
  /** The copy is in a loop of its own: there may be several for the one call. */
  readonly isRepeated: boolean;
}

/** The call that expects a copy's bytes, by the same thread, and the phase that it does so in; null where it is not known. */
export function expectedFor(t: Terms, uses: readonly PartialBarrierUse[], copy: PartialBarrierUse): Expected | null {
  const arrivedAt = (use: PartialBarrierUse) => use.before.get(use.barrier)?.arrived ?? t.zero;
  const mine = arrivedAt(copy);
  const candidates = uses.filter(
    (use) =>
      use.kind === 'expect' &&
      use.counter === copy.barrier &&
      isAlwaysAround(use, copy) &&
      arrives(uses, use, arrivedAt),
  );
  const found = (expects: PartialBarrierUse, round: Int) => {
    return { expects, round, isRepeated: expects.iterations.length < copy.iterations.length };
  };
  const before = candidates.filter(({ order }) => order < copy.order).at(-1);
  if (before) {
    const theirs = arrivedAt(before);
    // Between the two the thread has arrived, or it will.
    if (theirs === mine) return found(before, mine);
    if (t.add(theirs, t.one) === mine) return found(before, theirs);
  }
  const after = candidates.find(({ order }) => order > copy.order);
  return after && arrivedAt(after) === mine ? found(after, mine) : null;
}

/** Where a thread comes to. */
type Moment = Pick<PartialBarrierUse, 'iterations' | 'path'>;

/** Does the thread, whenever it comes to one of the two, come to the other in the same iterations? */
export function isAlwaysWith(use: Moment, other: Moment): boolean {
  return use.iterations.length === other.iterations.length && isAlwaysAround(use, other);
}

/** Does the thread, whenever it comes to `other`, come to `use` as well, in the same iterations of the loops around `use`? */
function isAlwaysAround(use: Moment, other: Moment): boolean {
  if (use.iterations.some((x, i) => x !== other.iterations[i])) return false;
  const known = new Set(conjuncts(other.path));
  return conjuncts(use.path).every((part) => known.has(part));
}

/** Does the thread arrive in the phase in which it expects bytes, or holds it for its copies? */
export function arrives(
  uses: readonly PartialBarrierUse[],
  expects: PartialBarrierUse,
  arrivedAt: (use: PartialBarrierUse) => Int,
): boolean {
  return uses.some(
    (use) =>
      use.kind === 'arrive' &&
      use.counter === expects.barrier &&
      use.order > expects.order &&
      arrivedAt(use) === arrivedAt(expects) &&
      isAlwaysWith(use, expects),
  );
}
