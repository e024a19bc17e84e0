/**
 * What NVIDIA's matrix units find memory by, for all who execute them: descriptors of matrices in shared memory (PTX ISA, Matrix Descriptor
 * Format and Shared Memory Matrix Layout), and tensor memory.
 */

/** Threads that do a `wgmma` together. */
export const WARPGROUP = 128;

/** Addresses in shared memory are below this number. */
export const SHARED_WINDOW = 2 ** 18;
/** Addresses and distances in a descriptor are in units of so many bytes. */
export const DESCRIPTOR_UNIT = 16;
/** Rows that lie together. */
export const ROWS_OF_GROUP = 8;
/** Bytes of a row within which pieces are swapped, by the last two bits of a descriptor; 16: none are. */
export const ROW_WIDTHS = [16, 128, 64, 32] as const;
/** Of a descriptor, Blackwell's: distances that are addresses, and pieces of 32 bytes that are swapped. */
export const OF_BLACKWELL = (1n << 52n) | (1n << 61n);

/** Bytes that a field of a descriptor says: the address at bit 0, the leading distance at 16, the stride at 32. */
export function descriptorField(descriptor: bigint, at: bigint): number {
  return Number((descriptor >> at) & 0x3fffn) * DESCRIPTOR_UNIT;
}

/** Tensor memory of a block, whose columns are of 32 bits. An address has the lane in its upper half and the column in its lower one. */
export const TENSOR_LANES = 128;
export const TENSOR_COLUMNS = 512;
export const COLUMN_BYTES = 4;
export const LANE_BYTES = TENSOR_COLUMNS * COLUMN_BYTES;
