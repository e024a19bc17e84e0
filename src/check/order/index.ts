/**
 * What orders threads besides barriers of the whole block or grid: barriers of some threads (`partial-barriers.ts`,
 * `counted-barriers.ts`), and idioms through memory (`memory-order.ts`, with a table of them): locks, flags and counters.
 * Beside them, which places two threads cannot both get because an atomic addition gives each its own
 * (`unique-fetch-add.ts`).
 */
export { LENIENT, STRICT, type Strictness, UNFENCED_READER } from './fences.ts';
export { MemoryOrder, type MissingOrder } from './memory-order.ts';
export { type PartialBarrierOrder, partialBarrierOrder } from './partial-barriers.ts';
export { fetchAddLemmas, ticketAssumptions, type UniqueFetchAdd, uniqueFetchAdds } from './unique-fetch-add.ts';
