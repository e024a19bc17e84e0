/** HIP programs on the command line, with the real analysis: from a `.cpp` to the verdict. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import type { Result } from '../../src/model/result.ts';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { assumptionsOf } from '../texts.ts';
import { workbench } from './harness.ts';

const PROGRAM = `#include "kernels.h"
int main() {
  int *d;
  if (hipMalloc(&d, 256 * sizeof(int)) != hipSuccess) return 1;
  hipLaunchKernelGGL(reverse, dim3(2), dim3(64), 0, 0, d);
  return hipDeviceSynchronize() != hipSuccess;
}
`;
/** Right where 64 threads are one wavefront. */
const KERNELS = `#include <hip/hip_runtime.h>
__global__ void reverse(int *d) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = d[i];
  __syncwarp();
  d[i] = s[63 - threadIdx.x];
}
`;

test('a C++ file that includes HIP is checked as HIP, with wavefronts of 64 or of 32', async (t) => {
  const bench = workbench(t, { 'main.cpp': PROGRAM, 'kernels.h': KERNELS });
  const check = async (...more: string[]): Promise<{ code: number; result: Result }> => {
    const { code, stdout } = await bench.run(['check', 'main.cpp', '--format', 'json', ...more], { analyse });
    return { code, result: parseStoredResult(stdout, 'the result') };
  };
  const wide = await check();
  assert.equal(wide.code, 0);
  assert.deepEqual(
    wide.result.kernels.map(({ kernel, file, language, verdict }) => ({ kernel, file, language, verdict })),
    [{ kernel: 'reverse', file: 'kernels.h', language: 'hip', verdict: 'race-free' }],
  );
  const [kernel] = wide.result.kernels;
  assert.ok(assumptionsOf(kernel!).includes('wavefront size 64 (HIP; -D__AMDGCN_WAVEFRONT_SIZE=32 for the other)'));
  assert.deepEqual(
    kernel!.launches.map(({ file, line }) => `${file}:${line}`),
    ['main.cpp:5'],
  );

  const narrow = await check('-D__AMDGCN_WAVEFRONT_SIZE=32');
  assert.equal(narrow.code, 1);
  assert.deepEqual(
    narrow.result.findings.map(({ rule, evidence }) => `${rule} ${evidence}`),
    ['intra-block-race replayed'],
  );
  assert.ok(
    assumptionsOf(narrow.result.kernels[0]!).includes(
      'wavefront size 32 (HIP; -D__AMDGCN_WAVEFRONT_SIZE=64 for the other)',
    ),
  );
});

test('macros of the platform are those of AMD', async (t) => {
  const bench = workbench(t, {
    'k.hip': `#include <hip/hip_runtime.h>
#if !defined(__HIP__) || !defined(__HIPCC__) || !defined(__HIP_PLATFORM_AMD__) || !defined(__HIP_DEVICE_COMPILE__)
#error "not HIP"
#endif
#if defined(__CUDACC__) || defined(__CUDA_ARCH__) || defined(__CUDA__)
#error "CUDA"
#endif
static_assert(__AMDGCN_WAVEFRONT_SIZE == 64 && __AMDGCN_WAVEFRONT_SIZE__ == warpSize, "");
__global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
`,
  });
  const { stdout } = await bench.run(['check', 'k.hip', '--format', 'json'], { analyse });
  const result = parseStoredResult(stdout, 'the result');
  assert.deepEqual(result.problems, []);
  assert.equal(result.kernels[0]?.verdict, 'race-free');
});

test('a fragment has what the runtime declares without including it', async (t) => {
  const bench = workbench(t, {
    'part.hip': `__global__ void k(int *a) {
  int i = hipBlockIdx_x * warpSize + hipThreadIdx_x;
  if (hipThreadIdx_x < warpSize) a[i] = __shfl_xor(i, 1);
}
`,
  });
  const { stdout } = await bench.run(['check', 'part.hip', '--format', 'json'], { analyse });
  const result = parseStoredResult(stdout, 'the result');
  assert.deepEqual(result.problems, []);
  assert.equal(result.kernels[0]?.verdict, 'race-free');
});

test('a trace says how wide the wavefronts are; those of 64 are two warps that a barrier joins', async (t) => {
  const bench = workbench(t, { 'k.cpp': KERNELS });
  const line = 'simulate k.cpp --kernel reverse --grid-dim 1 --block-dim 64 --arg d=iota:64 -o t.ndjson'.split(' ');
  const narrow = await bench.run([...line, '-D__AMDGCN_WAVEFRONT_SIZE=32']);
  assert.equal(narrow.code, 0, narrow.stderr);
  const [header, ...events] = readFileSync(join(bench.cwd, 't.ndjson'), 'utf8').trimEnd().split('\n');
  assert.equal(JSON.parse(header!).warpSize, 32);
  const barriers = events.map((event) => JSON.parse(event)).filter(({ op }) => op === 'warp-barrier');
  assert.deepEqual(
    barriers.map(({ warp, mask }) => [warp, mask]),
    [
      [0, 0xffffffff],
      [1, 0xffffffff],
    ],
  );
  const wide = await bench.run(line);
  assert.equal(wide.code, 0, wide.stderr);
  assert.match(wide.stderr, /note: wavefronts of 64 threads are warps of 32 in the trace/);
  const wideEvents = readFileSync(join(bench.cwd, 't.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(wideEvents[0].warpSize, 32);
  const joins = wideEvents.filter(({ op }) => op === 'atomic').map(({ order, thread }) => `${order} ${thread}`);
  const threads = Array.from({ length: 64 }, (_, thread) => thread);
  assert.deepEqual(joins, [...threads.map((t) => `release ${t}`), ...threads.map((t) => `acquire ${t}`)]);
  const { code, stdout } = await bench.run(['trace', 't.ndjson', '--format', 'json']);
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(stdout).findings, []);
});
