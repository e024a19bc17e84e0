/** Code for newer devices is not seen where the compilation is for an older one; a verdict says so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { architectureAssumptions, architectureOf, withoutArchitecture } from '../../src/frontend/architecture.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';

/** The branch for compute capability 9.0 lacks its barrier. */
const KERNEL = `__global__ void turn(float *data) {
  __shared__ float tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 900
  __syncthreads();
#endif
  data[threadIdx.x] = tile[63 - threadIdx.x];
}
#ifdef __CUDA_ARCH__
static_assert(__CUDA_ARCH__ == ARCH, "");
#endif
void run(float *data) { turn<<<1, 64>>>(data); }
`;

async function verdict(...defines: string[]) {
  const tree = { kind: 'memory', files: new Map([['a.cu', Buffer.from(KERNEL)]]) } as const;
  const { kernels } = await analyse(tree, ['a.cu'], { ...DEFAULT_CHECK_OPTIONS, defines }, SILENT);
  const said = kernels.flatMap(({ assumptions }) => assumptions.map(({ text }) => text));
  return { verdicts: kernels.map((kernel) => kernel.verdict), said: said.filter((text) => text.includes('compute')) };
}

test('a newer device has other code: assumed when it is not asked for, and seen when it is', async () => {
  assert.deepEqual(await verdict('ARCH=800'), {
    verdicts: ['race-free'],
    said: ['compiled for compute capability 8.0 (-D__CUDA_ARCH__=900 for a newer one)'],
  });
  assert.deepEqual(await verdict('ARCH=900', '__CUDA_ARCH__=900'), { verdicts: ['racy'], said: [] });
});

test('what names the architecture', () => {
  assert.equal(architectureOf([]).cpu, 'sm_80');
  assert.equal(architectureOf(['N=1', '__CUDA_ARCH__=860', '__CUDA_ARCH__=900']).cpu, 'sm_90');
  assert.equal(architectureOf(['__CUDA_ARCH__=900', '__CUDA_ARCH_FEAT_SM90_ALL']).cpu, 'sm_90a');
  for (const text of ['', 'x', '1', '1e9', '-900'])
    assert.equal(architectureOf([`__CUDA_ARCH__=${text}`]).cpu, 'sm_80');
  assert.deepEqual(withoutArchitecture(['N=1', '__CUDA_ARCH__=900', '__CUDA_ARCH_FEAT_SM90_ALL=1', 'M']), ['N=1', 'M']);
});

test('which sources have code for a newer one', () => {
  const newest = (text: string, ...defines: string[]) =>
    /__=(\d+)/.exec(architectureAssumptions('cuda', defines, [text])[0]?.text ?? '')?.[1] ?? null;
  assert.equal(newest('#if __CUDA_ARCH__ >= 700\n'), null);
  assert.equal(newest('#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900)\n'), '900');
  assert.equal(newest('#  ifdef __CUDA_ARCH_FEAT_SM100_ALL\n'), '1000');
  assert.equal(newest('#  ifdef __CUDA_ARCH_FEAT_SM90_ALL\n', '__CUDA_ARCH__=900'), null);
  assert.equal(newest('// #if __CUDA_ARCH__ >= 900\nint x = __CUDA_ARCH__ >= 900;\n'), null);
  assert.deepEqual(architectureAssumptions('hip', [], ['#if __CUDA_ARCH__ >= 900\n']), []);
});
