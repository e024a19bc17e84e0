/** Launches that fail on every GPU, because their blocks are too large: what is said of the kernel is said of no run. */
import type { Dim3, KernelResult, Problem } from '../model/result.ts';

/** What CUDA and HIP allow, for every device there is. OpenCL leaves it to the device. */
const MOST_THREADS = 1024n;

/** @param stated the blocks that the user states */
export function impossibleBlocks(kernels: readonly KernelResult[], stated: readonly (Dim3 | null)[]): Problem[] {
  const limited = kernels.filter(({ language }) => language !== 'opencl');
  if (limited.length === 0) return [];
  const places = limited.flatMap(({ launches }) =>
    launches.map(({ file, line, blockDim }) => ({ file, line: line > 0 ? line : null, block: numbers(blockDim) })),
  );
  const given = stated.map((block) => ({ file: null, line: null, block: block && numbers(block.map(String)) }));
  return [...places, ...given].flatMap(({ file, line, block }): Problem[] => {
    const threads = block?.reduce((product, size) => product * size, 1n) ?? 0n;
    if (threads <= MOST_THREADS) return [];
    const what = file === null ? 'the block that is stated' : 'the block';
    const message = `${what} has ${threads} threads, and no GPU runs more than ${MOST_THREADS}: the launch fails`;
    return [{ file, line, column: null, severity: 'warning', message }];
  });
}

/** Null where a size is no number. */
function numbers(sizes: readonly string[]): bigint[] | null {
  return sizes.every((size) => /^\d{1,18}$/.test(size)) ? sizes.map(BigInt) : null;
}
