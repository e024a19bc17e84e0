/** Messages are in the words of the kernel's language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';

const KERNELS: Readonly<Record<string, string>> = {
  'a.cl': `__kernel void near(__global int *out) {
  __local int s[64];
  int i = get_local_id(0);
  s[i] = i;
  out[i] = s[i ^ 1];
}
__kernel void far(__global int *out) {
  out[get_local_id(0)] = get_group_id(0);
}
__kernel void stay(__global int *out) {
  if (get_local_id(0) < 3) barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = 1;
}
`,
  'a.hip': `#include <hip/hip_runtime.h>
__global__ void near(int *out) {
  __shared__ int s[64];
  int i = threadIdx.x;
  s[i] = i;
  out[i] = s[(i + 1) % 64];
}
`,
};

test('OpenCL has work-items and work-groups, HIP has wavefronts', async () => {
  const files = new Map(Object.entries(KERNELS).map(([name, text]) => [name, Buffer.from(text)]));
  const options = { ...DEFAULT_CHECK_OPTIONS, jobs: 1, blockDim: [64, 1, 1] as [number, number, number] };
  const { findings } = await analyse({ kind: 'memory', files }, [...files.keys()], options, SILENT);
  const messages = findings.map(({ kernel, accesses, message }) => `${accesses[0]!.file} ${kernel}: ${message}`);
  const said = (start: string, pattern: RegExp) =>
    assert.ok(
      messages.some((message) => message.startsWith(start) && pattern.test(message)),
      `${start} ${pattern}\n${messages.join('\n')}`,
    );
  said('a.cl near', /Two work-items of one sub-group .*with no sub_group_barrier\(\) or barrier\(\) between them/);
  said('a.cl far', /Two work-items of different work-groups .*nothing orders the work-groups of one NDRange/);
  said('a.cl stay', /not reached by all work-items of the work-group/);
  said('a.hip near', /Two threads of one wavefront .*with no barrier between them/);
  assert.deepEqual(
    messages.filter((message) => message.startsWith('a.cl') && /\b(threads?|warps?|blocks?)\b|__sync/.test(message)),
    [],
  );
});
