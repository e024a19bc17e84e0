/** Blocks that the user states and that no GPU runs: what is said of the kernel is said of no run. */
import { BLOCK_THREADS } from '../model/launch-limits.ts';
import type { Dim3, KernelResult, Problem } from '../model/result.ts';

/** @param stated the blocks that the user states */
export function impossibleBlocks(
  kernels: readonly Pick<KernelResult, 'language'>[],
  stated: readonly (Dim3 | null)[],
): Problem[] {
  // OpenCL leaves it to the device.
  if (kernels.every(({ language }) => language === 'opencl')) return [];
  return stated.flatMap((block): Problem[] => {
    const threads = block?.reduce((product, size) => product * BigInt(size), 1n) ?? 0n;
    if (threads <= BLOCK_THREADS) return [];
    const message = `the block that is stated has ${threads} threads, and no GPU runs more than ${BLOCK_THREADS}`;
    return [{ file: null, line: null, column: null, severity: 'warning', message, isMistake: true }];
  });
}
