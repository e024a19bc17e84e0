/**
 * How virtual addresses are laid out. An address is a JavaScript number below 2^53, so that pointer arithmetic is plain
 * double arithmetic. Objects stand so far apart that index arithmetic from one does not land in another by accident;
 * blocks and threads have shared and local memory at addresses of their own, so that a pointer that escapes is seen.
 */
import { LANE_BYTES, TENSOR_LANES } from '../intrinsics/index.ts';

/** Distance of two regions (arguments, global variables): 64 GiB. */
export const REGION_STRIDE = 2 ** 36;
/** Regions have numbers from 1 (below is the null page) to this, exclusive. */
export const MAX_REGIONS = 2 ** 14;

/** "Addresses" of functions: `FUNCTION_BASE + 16 * index`. */
export const FUNCTION_BASE = 2 ** 50;
export const FUNCTION_STRIDE = 16;

/** Shared memory of block `b`: from `SHARED_BASE + b * SHARED_STRIDE`. */
export const SHARED_BASE = 2 ** 51;
export const SHARED_STRIDE = 2 ** 24;
/**
 * Where dynamic shared memory (`extern __shared__`) starts within a block's shared memory. Of the address some instructions have the
 * low 18 bits only: by them, too, it is none of what other variables are at.
 */
export const DYNAMIC_SHARED_OFFSET = 2 ** 23 + 2 ** 17;

/** Tensor memory, within a block's shared memory. */
export const TENSOR_OFFSET = 2 ** 22;
export const TENSOR_BYTES = TENSOR_LANES * LANE_BYTES;

/** Local memory of thread `t` of the grid: from `LOCAL_BASE + t * LOCAL_STRIDE`. */
export const LOCAL_BASE = 2 ** 52;
export const LOCAL_STRIDE = 2 ** 20;

export const MAX_BLOCKS = 2 ** 25;
export const MAX_THREADS = 2 ** 31;

const WORD = 2 ** 32;

/** The low and the high word of an address, as a 64-bit integer has them. */
export function lowWordOf(address: number): number {
  return address | 0;
}

export function highWordOf(address: number): number {
  return Math.floor(address / WORD) | 0;
}

/** The address that a 64-bit integer is; its high word is signed. */
export function addressOf(low: number, high: number): number {
  return high * WORD + (low >>> 0);
}

/** A number of bytes or elements from its two words, both unsigned. */
export function countOf(low: number, high: number): number {
  return (high >>> 0) * WORD + (low >>> 0);
}
