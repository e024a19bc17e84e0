/** The functions that clang and our headers put in the place of kernels and their launches in host code. */

/** Sets the sizes of the launch to come: `(grid, block, …)`. */
export const PUSH = '__cudaPushCallConfiguration';
/** What is said of the launch to come: `(attributes, how many)`. */
export const ATTRIBUTES = '__gpurace_launch_attributes';
/** A launch by a function of the runtime: `(kernel, sizes of grid and block by reference, pointers to the arguments, …)`. */
export const LAUNCH = '__gpurace_launch_kernel';
/** The runtime's own function takes sizes by value, two registers each: `(kernel, x and y, z, x and y, z, arguments, …)`. */
export const LAUNCH_BY_VALUE = 'cudaLaunchKernel';

/** `_Z18__device_stub__scalePfi` → `_Z5scalePfi`; null for what is no stub. */
export function kernelOfStub(name: string): string | null {
  if (!name.includes('__device_stub__')) return null;
  // An anonymous namespace is called `_GLOBAL__N_1`: its digit is not the length's.
  return name
    .replace(
      /(_GLOBAL__N_1)?(\d+)__device_stub__/,
      (_, space: string | undefined, n: string) => `${space ?? ''}${Number(n) - 15}`,
    )
    .replace(/^__device_stub__/, '');
}
