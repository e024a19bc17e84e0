/**
 * Barriers of the whole block, warp or grid: two accesses can run at the same time only in one barrier interval, that is
 * when both threads have passed equally many barriers of the width that joins them.
 */
import type { BarrierInterval, KernelAccess } from '../../kernel/index.ts';
import type { WarpModel } from '../../model/options.ts';
import type { Cond, Int, Terms } from '../../terms/index.ts';
import { type LaunchTerms, linearThread } from '../thread-pair.ts';
import { type FlightOrder, isFlight } from './flights.ts';
import type { PartialBarrierOrder } from './partial-barriers.ts';
import type { AccessPair, Side } from './sides.ts';
import type { WarpBarrierOrder } from './warp-barriers.ts';

interface BarrierOrders {
  readonly terms: Terms;
  readonly launch: LaunchTerms;
  readonly flights: FlightOrder;
  readonly partialBarriers: PartialBarrierOrder;
  readonly warpBarriers: WarpBarrierOrder;
  readonly warpModel: WarpModel;
}

/** Conditions under which no barrier orders the two accesses, or null when one always does. */
export function unorderedByBarriers(orders: BarrierOrders, accesses: AccessPair): Cond[] | null {
  const { terms, flights, partialBarriers, warpBarriers, warpModel } = orders;
  const { pair, distance, first, second } = accesses;
  if (isFlight(first.access) || isFlight(second.access)) {
    return flights.unordered(accesses, partialBarriers);
  }
  const [a, b] = [first.access, second.access];
  const isCopy = a.copy !== null || b.copy !== null;
  const conditions: Cond[] = [];
  if (distance !== 'inter-block' && a.copy !== null && b.copy !== null && a.copy.id === b.copy.id) {
    // Both threads speak of one copy, unless the call is made in another iteration.
    const iterations = a.copy.iterations.map((iteration) =>
      terms.ne(first.terms.int(iteration), second.terms.int(iteration)),
    );
    conditions.push(terms.or(...iterations));
  }
  if (pair.isOfOneBlock) conditions.push(...notOneCall(orders, first, second));
  conditions.push(inOneInterval(terms, distance === 'inter-block' ? 'grid' : 'block', first, second));
  if (!isCopy) conditions.push(...partialBarriers.unordered(pair, first, second));
  if (distance === 'intra-warp') {
    // In lockstep the lanes of a warp execute each instruction together: only an instruction and itself are concurrent.
    if (warpModel === 'lockstep' && a.index !== b.index && !isCopy) return null;
    conditions.push(isCopy ? inOneInterval(terms, 'warp', first, second) : warpBarriers.unordered(first, second));
  }
  return conditions.some((c) => c.kind === 'false') ? null : conditions;
}

/** What the lanes of a warp do together in one call is done by one of them. */
function notOneCall({ terms, launch }: BarrierOrders, first: Side, second: Side): Cond[] {
  const [a, b] = [first.access.together, second.access.together];
  if (a === null || a.id !== b?.id) return [];
  const iterations = a.iterations.map((iteration) => terms.ne(first.terms.int(iteration), second.terms.int(iteration)));
  const warp = ({ indices }: Side) => terms.div(linearThread(terms, launch, indices), terms.constant(launch.warpSize));
  return [terms.or(...iterations, terms.ne(warp(first), warp(second)))];
}

type Width = 'block' | 'warp' | 'grid';

function inOneInterval(terms: Terms, width: Width, first: Side, second: Side): Cond {
  if (first.access.copy === null && second.access.copy === null) {
    const [a, b] = [first, second].map(({ access, terms }) => terms.int(access.interval[width])) as [Int, Int];
    return terms.eq(a, b);
  }
  return terms.and(beginsBeforeEnd(terms, width, first, second), beginsBeforeEnd(terms, width, second, first));
}

/** A copy takes place anywhere between its call and the wait for it: it begins before the other access is over. */
function beginsBeforeEnd(terms: Terms, width: Width, first: Side, second: Side): Cond {
  const { interval, copy }: KernelAccess = second.access;
  const end = copy?.end.kind === 'event' ? copy.end.until : interval;
  if (end === null) return terms.true;
  const ends = second.terms.int(passed(terms, end, width));
  return terms.le(first.terms.int(passed(terms, first.access.interval, width)), ends);
}

/** What came before and what after is told by all barriers of the warp, and those of its block are such. */
function passed(terms: Terms, interval: BarrierInterval, width: Width): Int {
  return width === 'warp' ? terms.add(interval.block, interval.warp) : interval[width];
}
