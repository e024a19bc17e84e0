/**
 * What orders two threads: barriers of the whole block, warp or grid (`barrier-intervals.ts`; those of the warp if both lanes
 * come to all of them: `warp-barriers.ts`), barriers of some threads (`partial-barriers.ts`), and idioms through memory (`memory-order.ts`, with the table of them): locks, flags and
 * counters. Copies that go on beside their thread begin and end at different moments (`flights.ts`). And what keeps two threads apart without ordering them: each atomic addition to a place returns another value
 * (`unique-fetch-add.ts`), and each lane that a ballot is for has another rank (`warp-ranks.ts`).
 */

export { anotherMoment } from './another-moment.ts';
export { unorderedByBarriers } from './barrier-intervals.ts';
export { LENIENT, STRICT, type Strictness, UNFENCED_READER } from './fences.ts';
export { crossesProxies, type FlightOrder, flightOrder, isFlight, isLaterStore, isOfWarpgroup } from './flights.ts';
export { MemoryOrder, type MissingOrder } from './memory-order.ts';
export { type PartialBarrierOrder, partialBarrierOrder } from './partial-barriers.ts';
export { type AccessPair, accessPair, type Side } from './sides.ts';
export { fetchAddAssumptions, fetchAddLemmas, type UniqueFetchAdd, uniqueFetchAdds } from './unique-fetch-add.ts';
export { type WarpBarrierOrder, warpBarrierOrder } from './warp-barriers.ts';
export { rankLemmas } from './warp-ranks.ts';
