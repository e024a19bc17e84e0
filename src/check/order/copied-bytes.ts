/**
 * Copies that a phase of a barrier object waits for as bytes (`cp.async.bulk` with `complete_tx`). Which phase that is follows
 * from the call by which the same thread expects the bytes, before or behind the copy; all bytes that are copied for a phase
 * have to be expected in it, or some of the copies may come later than its end.
 */
import { expectedFor, type PartialBarrierUse } from '../../kernel/index.ts';
import type { Int } from '../../terms/index.ts';
import { anyThread } from '../thread-pair.ts';
import type { Refuse } from './barrier-objects.ts';
import type { BarrierContext } from './joined-threads.ts';

/** Is the phase of this round the current one of the object, when the thread gets there? */
export type IsInTime = (use: PartialBarrierUse, round: Int) => boolean;

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
  const copies = uses.filter(({ kind }) => kind === 'copy' || kind === 'box');
  const rounds = new Map<number, Int>();
  if (copies.length === 0) return rounds;
  const bytesOf = new Map<PartialBarrierUse, Int>();
  for (const copy of copies) {
    const found = expectedFor(t, uses, copy);
    const text = 'a copy whose bytes are expected in an unknown phase of its barrier object';
    // Boxes are taken to be as large as what is expected of all of them.
    const times = !found || copy.kind === 'box' ? 1 : mostTimes(context, copy, found.expects);
    if (!found || copy.count === null || times === null) {
      refuse(text, copy.location);
      return new Map();
    }
    // The kernel stays open; what races even if the phase is the right one is worth a look.
    if (!isInTime(copy, found.round) || !isInTime(found.expects, found.round)) refuse(text, copy.location);
    const own = copy.kind === 'box' ? t.zero : t.mul(t.constant(times), copy.count);
    bytesOf.set(found.expects, t.add(bytesOf.get(found.expects) ?? t.zero, own));
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

/** How often loops may copy for one call that is counted. */
const MOST_TIMES = 16;

/** How often a thread copies at most, for one call that expects the bytes; null: more often than is counted. */
function mostTimes(
  { terms: t, launch, facts, queries }: BarrierContext,
  copy: PartialBarrierUse,
  expects: PartialBarrierUse,
): number | null {
  const { conditions } = anyThread(t, launch, '');
  const premises = [...conditions, ...facts, copy.path, copy.facts];
  const isBelow = (iteration: Int, most: number) =>
    queries.solve([...premises, t.le(t.constant(most), iteration)], []).status === 'unsat';
  let times = 1;
  for (const iteration of copy.iterations.slice(expects.iterations.length)) {
    let most = 1;
    while (most <= MOST_TIMES && !isBelow(iteration, most)) most++;
    times *= most;
    if (times > MOST_TIMES) return null;
  }
  return times;
}
