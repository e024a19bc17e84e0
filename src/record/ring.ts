/** The layout of the ring that instrumented modules write to; `docs/recording.md` describes it. All numbers are little-endian. */

/** Offsets in the header, to which `gpurace_buffer` points. */
export const Header = {
  /** u64: entries that were asked for so far, in all. */
  next: 0,
  /** u64: entries that the host has taken, in all. */
  taken: 8,
  /** u64: entries that the ring has, a power of two. */
  capacity: 16,
  /** u64: the address of the first entry. */
  entries: 24,
  /** u32: 1 where the device waits for room; 0: what finds none is left out, and `next` tells how much. */
  waits: 36,
  /** u64: the address of the stamps, one for each entry of the ring. */
  stamps: 40,
} as const;
export const HEADER_BYTES = 64;

/** Offsets in an entry. It is whole when its stamp is there: a u64 beside the entries, its number and 1. */
export const Entry = {
  /** u32: the number of the site. */
  site: 0,
  /** u32: the lanes that take part. */
  mask: 4,
  /** u64: the first thread of the warp, counted over the grid. */
  thread: 8,
  /** s32: how far the addresses of neighbouring lanes are apart; `OWN_ADDRESSES` where that differs. */
  stride: 16,
  /** u32: of a compare-and-swap the lanes that swapped. */
  success: 20,
  /** u64 for each lane; where there is a stride, only the first one, which is that of the first lane that takes part. */
  addresses: 32,
} as const;
export const OWN_ADDRESSES = -(2 ** 31);
export const LANES = 32;
export const ENTRY_BYTES = Entry.addresses + 8 * LANES;
export const STAMP_BYTES = 8;

/** Bits of an address that say in which memory it is; without them it is a generic one. */
export const SHARED_BIT = 1n << 63n;
export const LOCAL_BIT = 1n << 62n;
/** Shared memory of a block of the cluster: its number in the grid, and behind it the offset. */
export const CLUSTER_BIT = 1n << 61n;
/** Bits of an offset in shared memory. */
export const OFFSET_BITS = 24n;
