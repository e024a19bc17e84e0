/** CUDA's limits on the sizes of a launch, by axis: a launch beyond them fails and runs no thread. */
export const GRID_LIMITS = [2n ** 31n - 1n, 65_535n, 65_535n] as const;
export const BLOCK_LIMITS = [1024n, 1024n, 64n] as const;
/** Of a block, along all axes together. */
export const BLOCK_THREADS = 1024n;
