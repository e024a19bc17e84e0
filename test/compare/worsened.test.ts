/** Changes to kernels with races that nobody minds: what takes away the reason for that brings a race. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { temporaryRepository } from '../git/repository.ts';
import { diff } from './revisions-told.ts';

const FLAG = `__global__ void found(int *seen, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0) *seen = 1;
}
void find(int *seen, const float *x, int n) { found<<<(n + 255) / 256, 256>>>(seen, x, n); }
`;

const SCATTER = `__global__ void scatter(float *out, const int *places, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[places[i]] = blockIdx.x;
}
void run(float *out, const int *places, int n) { scatter<<<(n + 255) / 256, 256>>>(out, places, n); }
`;

const PART = `__global__ void mark(unsigned char *pixels, int n, int part) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  pixels[4 * i] = 255;
  pixels[4 * i + part] = i;
}
void run(unsigned char *pixels, int n, int part) { mark<<<(n + 255) / 256, 256>>>(pixels, n, part); }
`;

/** The reader never had a fence of its own. */
const LAST_BLOCK = `__global__ void total(const float *x, float *part, unsigned *count, float *sum) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = x[blockIdx.x];
    __threadfence();
    isLast = atomicAdd(count, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0) {
    float all = 0;
    for (int b = 0; b < gridDim.x; b++) all += part[b];
    *sum = all;
  }
}
void run(const float *x, float *part, unsigned *count, float *sum) { total<<<64, 32>>>(x, part, count, sum); }
`;

const FLAG_BETWEEN_BLOCKS = `__device__ volatile int ready;
__global__ void publish(float *data, float *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    ready = 1;
  }
  if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (ready == 0) {}
    __threadfence();
    out[0] = data[0];
  }
}
void run(float *data, float *out) { publish<<<2, 32>>>(data, out); }
`;

describe('a race that nobody minds becomes one', () => {
  const repository = temporaryRepository({ after });
  const compared = async (base: string, head: string) => {
    repository.write({ 'a.cu': base });
    const before = repository.commit('before');
    repository.write({ 'a.cu': head });
    const { code, result } = await diff(repository, before, repository.commit('after'), [
      ...['--timeout', '120', '--budget', '600'],
    ]);
    return { code, findings: result.findings };
  };

  test('all threads wrote one value, and each writes its own now', async () => {
    const { code, findings } = await compared(FLAG, FLAG.replace('*seen = 1', '*seen = i'));
    assert.deepEqual(
      findings.map(({ status, evidence, anchor }) => [status, evidence, anchor?.line]),
      [['new', 'replayed', 3]],
    );
    assert.equal(code, 1);
  });

  test('only the reader had no fence, and the writer has none either now', async () => {
    const { code, findings } = await compared(LAST_BLOCK, LAST_BLOCK.replace('    __threadfence();\n', ''));
    assert.deepEqual(
      findings.map(({ status, evidence, orderLost }) => [status, evidence, orderLost?.text.trim(), orderLost?.line]),
      [['new', 'replayed', '__threadfence();', 5]],
    );
    const [fix] = findings[0]?.fixes ?? [];
    assert.match(fix?.diff ?? '', /^\+ {4}__threadfence\(\);$/m);
    assert.match(fix?.note ?? '', /The reader still has no fence of its own\.$/);
    assert.equal(code, 1);
  });

  test('whatever memory holds, two blocks get to one place now', async () => {
    const { findings } = await compared(
      SCATTER,
      SCATTER.replace('blockIdx.x * blockDim.x + threadIdx.x', 'threadIdx.x'),
    );
    assert.deepEqual(
      findings.flatMap(({ rule, status, evidence }) => (rule === 'inter-block-race' ? [[status, evidence]] : [])),
      [['new', 'replayed']],
    );
  });

  test('the host passes a part that is none of the element', async () => {
    const { findings } = await compared(PART, PART.replace('(pixels, n, part)', '(pixels, n, 16)'));
    assert.deepEqual(
      findings.map(({ status, evidence }) => [status, evidence]),
      [['new', 'replayed']],
    );
  });

  test('a flag that is volatile no more is named, and put back', async () => {
    const { findings } = await compared(FLAG_BETWEEN_BLOCKS, FLAG_BETWEEN_BLOCKS.replace('volatile ', ''));
    assert.ok(findings.length >= 2);
    for (const { status, orderLost, fixes } of findings) {
      assert.deepEqual([status, orderLost?.line, orderLost?.side], ['new', 1, 'RIGHT']);
      assert.match(fixes[0]?.diff ?? '', /^\+__device__ volatile int ready;$/m);
    }
  });

  test('it stays what it was where the change leaves the reason alone', async () => {
    const { code, findings } = await compared(FLAG, FLAG.replace('x[i] > 0', 'x[i] > 1'));
    assert.deepEqual(
      findings.map(({ status, evidence }) => [status, evidence]),
      [['unchanged', 'possible']],
    );
    assert.equal(code, 0);
  });
});
