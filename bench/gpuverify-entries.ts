/** The list of GPUVerify's kernels whose verdicts are known, and the options that each entry is checked with. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type CheckOptions, DEFAULT_CHECK_OPTIONS } from '../src/model/options.ts';
import type { Dim3 } from '../src/model/result.ts';

const Sizes = z.array(z.int()).min(1).max(3);
export const Entry = z.object({
  path: z.string(),
  lang: z.enum(['cuda', 'opencl']),
  kernels: z.array(z.string()),
  launch: z.object({
    gridDim: Sizes.optional(),
    blockDim: Sizes.optional(),
    num_groups: Sizes.optional(),
    global_size: Sizes.optional(),
    local_size: Sizes.optional(),
  }),
  expect: z.enum(['pass', 'race', 'divergence']),
});
export type Entry = z.infer<typeof Entry>;
const Suite = z.object({ root: z.string(), entries: z.array(Entry) });

/** Reads the list. */
export function readSuite(path: string): z.infer<typeof Suite> {
  return Suite.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** The launch of an entry, and its kernels. */
export function optionsOf({ launch, kernels }: Entry, timeoutMs: number): CheckOptions {
  const blockDim = dim3(launch.blockDim ?? launch.local_size);
  const global = dim3(launch.global_size);
  const gridDim = dim3(launch.gridDim ?? launch.num_groups) ?? (global === null ? null : groupsOf(global, blockDim));
  return { ...DEFAULT_CHECK_OPTIONS, gridDim, blockDim, kernels, timeoutMs };
}

function groupsOf(global: Dim3, blockDim: Dim3 | null): Dim3 {
  const of = (axis: 0 | 1 | 2) => Math.ceil(global[axis] / (blockDim?.[axis] ?? 1));
  return [of(0), of(1), of(2)];
}

function dim3(sizes: readonly number[] | undefined): Dim3 | null {
  return sizes === undefined ? null : [sizes[0] ?? 1, sizes[1] ?? 1, sizes[2] ?? 1];
}
