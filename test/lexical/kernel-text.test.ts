import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { launchedKernels, launchesKernel } from '../../src/lexical/kernel-text.ts';

const LAUNCHES: Readonly<Record<string, readonly string[]>> = {
  'k<<<1, 32>>>(a);': ['k'],
  'ns::k<float, (N > 2 ? 1 : 0)><<<g, b, 0, s>>>(a);': ['k'],
  'k<vec<float>, 2><<<1, 32>>>(a);': ['k'],
  'scale<float> <<<grid, block>>>(a, 2);': ['scale'],
  'hipLaunchKernelGGL(k, dim3(1), dim3(64), 0, 0, a);': ['k'],
  'hipLaunchKernelGGL((scale<float, 2>), 1, 64, 0, 0, a);': ['scale'],
  'hipLaunchKernelGGL(HIP_KERNEL_NAME(ns::k<2>), 1, 64, 0, 0, a);': ['k'],
  'cudaLaunchKernel((void *)k, grid, block, args, 0, s);': ['k'],
  'cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(&k), grid, block, args);': ['k'],
  '<<<<<<<<': [],
  'int a = 1 << 3; f(a < b);': [],
};

describe('the kernels that a text launches', () => {
  for (const [text, names] of Object.entries(LAUNCHES)) {
    test(text, () => {
      assert.deepEqual([...launchedKernels(text)], names);
      assert.equal(launchesKernel(text), text.includes('<<<') || names.length > 0);
    });
  }
});
