/**
 * Copies that a phase of a barrier object waits for as bytes (`cp.async.bulk` with `complete_tx`). Which phase that is follows
 * from the call by which the same thread expects the bytes, before or behind the copy; all bytes that are copied for a phase
 * have to be expected in it, or some of the copies may come later than its end.
 */
import type { PartialBarrierUse } from '../../kernel/index.ts';
import { conjuncts, type Int } from '../../terms/index.ts';
import { anyThread } from '../thread-pair.ts';
import type { Refuse } from './barrier-objects.ts';
import type { BarrierContext } from './joined-threads.ts';

/** Is the phase of this round the current one of the object, when the thread gets there? */
type IsInTime = (use: PartialBarrierUse, round: Int) => boolean;

interface Expected {
  readonly expects: PartialBarrierUse;
  readonly round: Int;
}

/**
 * @param uses of one barrier object, or of a ring of them
 * @returns by the number of the copy: which phase is not over before it is, from 0
 */
export function copiedBytes(
  context: BarrierContext,
  uses: readonly PartialBarrierUse[],
  isInTime: IsInTime,
  refuse: Refuse,
): ReadonlyMap<number, Int> {
  const { terms: t, launch, facts, queries } = context;
  const copies = uses.filter(({ kind }) => kind === 'copy');
  const rounds = new Map<number, Int>();
  if (copies.length === 0) return rounds;
  const bytesOf = new Map<PartialBarrierUse, Int>();
  for (const copy of copies) {
    const found = expectedFor(context, uses, copy);
    const text = 'a copy whose bytes are expected in an unknown phase of its barrier object';
    if (!found || copy.count === null) {
      refuse(text, copy.location);
      return new Map();
    }
    // The kernel stays open; what races even if the phase is the right one is worth a look.
    if (!isInTime(copy, found.round) || !isInTime(found.expects, found.round)) refuse(text, copy.location);
    bytesOf.set(found.expects, t.add(bytesOf.get(found.expects) ?? t.zero, copy.count));
    rounds.set(copy.copy!, found.round);
  }
  for (const [{ count, path, facts: known }, bytes] of bytesOf) {
    if (count === bytes) continue;
    const one = anyThread(t, launch, '');
    const isShort = count === null ? t.true : t.lt(count, bytes);
    // Then some of the copies may still be under way: none of them is known to be over.
    if (queries.solve([...one.conditions, ...facts, path, known, isShort], []).status !== 'unsat') return new Map();
  }
  return rounds;
}

/** The call that expects a copy's bytes, and the phase that it does so in. */
function expectedFor(
  { terms: t }: BarrierContext,
  uses: readonly PartialBarrierUse[],
  copy: PartialBarrierUse,
): Expected | null {
  const arrivedAt = (use: PartialBarrierUse) => use.before.get(use.barrier)?.arrived ?? t.zero;
  const mine = arrivedAt(copy);
  const candidates = uses.filter(
    (use) => use.kind === 'expect' && isAlwaysWith(use, copy) && arrives(uses, use, arrivedAt),
  );
  const before = candidates.filter(({ order }) => order < copy.order).at(-1);
  if (before) {
    const theirs = arrivedAt(before);
    // Between the two the thread has arrived, or it will.
    if (theirs === mine) return { expects: before, round: mine };
    if (t.add(theirs, t.one) === mine) return { expects: before, round: theirs };
  }
  const after = candidates.find(({ order }) => order > copy.order);
  return after && arrivedAt(after) === mine ? { expects: after, round: mine } : null;
}

/** Where a thread comes to. */
type Moment = Pick<PartialBarrierUse, 'iterations' | 'path'>;

/** Does the thread, whenever it comes to one of the two, come to the other in the same iterations? */
export function isAlwaysWith(use: Moment, other: Moment): boolean {
  const { iterations } = use;
  if (iterations.length !== other.iterations.length || iterations.some((x, i) => x !== other.iterations[i]))
    return false;
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
      use.order > expects.order &&
      arrivedAt(use) === arrivedAt(expects) &&
      isAlwaysWith(use, expects),
  );
}
