/** Functions of the runtime that allocate, copy, set and read textures mean what their siblings mean. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';
import type { KernelResult } from '../../src/model/result.ts';

/** @param read which memory the texture lies over */
const pool = (read: 'image' | 'source') => `
__global__ void blur(cudaTextureObject_t t, float *image, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) image[i] = tex1DGrad<float>(t, i + 0.5f, 1.0f, 1.0f);
}
void run(cudaMemPool_t pool, cudaStream_t stream, int n) {
  float *image, *source;
  cudaMallocFromPoolAsync(&image, n * 4, pool, stream);
  cudaMallocFromPoolAsync(&source, n * 4, pool, stream);
  cudaResourceDesc d;
  d.resType = cudaResourceTypeLinear;
  d.res.linear.devPtr = ${read};
  cudaTextureDesc how;
  cudaTextureObject_t t;
  cudaCreateTextureObject(&t, &d, &how, nullptr);
  blur<<<(n + 255) / 256, 256>>>(t, image, n);
}
`;

/** @param value of every byte of the counter */
const rows = (value: number) => `
__global__ void last(unsigned int *done, int *out) {
  __shared__ bool isLast;
  out[blockIdx.x] = 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) isLast = atomicAdd(done, 1) == gridDim.x - 1;
  __syncthreads();
  if (isLast) out[threadIdx.x] = 2;
}
int main() {
  unsigned int *done;
  int *out;
  size_t pitch;
  cudaMallocPitch(&done, &pitch, 4, 1);
  cudaMalloc(&out, 4096);
  cudaMemset2DAsync(done, pitch, ${value}, 4, 1, 0);
  last<<<64, 64>>>(done, out);
}
`;

const SOURCES: Readonly<Record<string, string>> = {
  'pool.cu': pool('source'),
  'pool-twin.cu': pool('image'),
  'rows-zero.cu': rows(0),
  'rows-one.cu': rows(1),
};

describe('names with the same meaning', () => {
  const results = new Map<string, KernelResult>();
  const rules = new Set<string>();
  before(async () => {
    const files = new Map(Object.entries(SOURCES).map(([name, text]) => [name, Buffer.from(text)]));
    const run = await analyse({ kind: 'memory', files }, [...files.keys()], DEFAULT_CHECK_OPTIONS, SILENT);
    for (const kernel of run.kernels) results.set(kernel.file, kernel);
    for (const { rule, accesses } of run.findings) rules.add(`${accesses[0]?.file}: ${rule}`);
  });

  test('memory of a pool is memory of its own, and a texture lies over it', () => {
    assert.equal(results.get('pool.cu')!.verdict, 'race-free');
    assert.notEqual(results.get('pool-twin.cu')!.verdict, 'race-free');
  });
  test('what is set row by row is the value, not the pitch', () => {
    // A counter that begins with zero tells the last block, which only lacks a fence; of another one nothing is known.
    assert.ok(rules.has('rows-zero.cu: scoped-fence-race') && !rules.has('rows-zero.cu: inter-block-race'));
    assert.ok(rules.has('rows-one.cu: inter-block-race'));
    assert.notEqual(results.get('rows-one.cu')!.verdict, 'race-free');
    assert.notEqual(results.get('rows-zero.cu')!.verdict, 'racy');
  });
});
