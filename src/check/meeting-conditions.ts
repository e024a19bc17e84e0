/** Two threads that were found to meet, going through all threads of a block, as a condition. */
import type { Cond, Terms } from '../terms/index.ts';
import type { Meeting, Visit } from './decide/shapes/index.ts';
import type { AccessPair, Side } from './order/index.ts';
import type { RaceContext } from './race-context.ts';
import type { LaunchTerms } from './thread-pair.ts';

/** That the block has these sizes, and that the two threads are these, in these iterations. */
export function meetingConditions(
  terms: Terms,
  launch: LaunchTerms,
  { first, second }: AccessPair,
  meeting: Meeting,
): Cond[] {
  if (meeting.status === 'never') return [terms.false];
  const { block, numbers, visits } = meeting;
  const visitOf = ({ terms: ofThread, indices }: Side, { thread, iterations }: Visit) => [
    ...indices.threadIdx.map((index, axis) => terms.eq(index, terms.constant(thread[axis]!))),
    ...[...iterations].map(([iteration, k]) => terms.eq(ofThread.int(terms.ofAtom(iteration)), terms.constant(k))),
  ];
  return [
    ...launch.blockDim.map((size, axis) => terms.eq(size, terms.constant(block[axis]!))),
    ...[...numbers].map(([number, value]) => terms.eq(terms.ofAtom(number), terms.constant(value))),
    ...visitOf(first, visits[0]),
    ...visitOf(second, visits[1]),
  ];
}

/**
 * What holds of two threads that meet in a block of these sizes.
 * @param sizes those that are open, by their axes
 * @returns null when that is not known
 */
export function meetingIn(
  { terms, launch, enumerated }: RaceContext,
  accesses: AccessPair,
  sizes: readonly number[],
): readonly Cond[] | 'never' | null {
  const { distance, first, second } = accesses;
  if (enumerated === null || distance === 'inter-block' || distance === 'same-thread') return null;
  const meeting = enumerated.meetingIn(sizes, distance, first.access, second.access);
  if (meeting?.status === 'never') return 'never';
  return meeting && meetingConditions(terms, launch, accesses, meeting);
}
