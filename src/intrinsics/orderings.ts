/** Memory orderings of atomic operations and fences: what each of them promises. */
import type { Ordering } from '../ir/program.ts';

/** By their numbers in C and OpenCL. Consume is taken for relaxed: nobody tells data dependencies apart. */
const ORDERINGS: readonly Ordering[] = ['monotonic', 'monotonic', 'acquire', 'release', 'acq_rel', 'seq_cst'];

/** The ordering of this number (`__ATOMIC_ACQUIRE`, `memory_order_acquire`); null when there is none. */
export function orderingNumbered(number: bigint): Ordering | null {
  return ORDERINGS[Number(number)] ?? null;
}

/** What the thread did before becomes visible to who acquires. Null is an access that is not atomic. */
export function releases(ordering: Ordering | null): boolean {
  return ordering === 'release' || ordering === 'acq_rel' || ordering === 'seq_cst';
}

/** What was released becomes visible to the thread. */
export function acquires(ordering: Ordering | null): boolean {
  return ordering === 'acquire' || ordering === 'acq_rel' || ordering === 'seq_cst';
}
