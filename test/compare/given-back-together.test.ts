/**
 * Barriers that were taken out of several kernels of one file, where only the order from one iteration to the next is lost: each
 * of them is put back, and what the base had as well is said.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { causesOf } from '../../src/result/causes/index.ts';
import { temporaryRepository } from '../git/repository.ts';
import { diff } from './revisions-told.ts';

const BASE = `template <typename T>
__global__ void sums(const T *in, T *out) {
  __shared__ T part[64];
  int t = threadIdx.x;
  part[t] = in[t];
  part[t + 32] = in[t + 32];
  __syncwarp();
  for (int step = 32; step > 0; step /= 2) {
    part[t] += part[t + step];
    __syncwarp();
  }
  if (t == 0) *out = part[0];
}

__global__ void peaks(const int *in, int *out) {
  __shared__ int part[64];
  int t = threadIdx.x;
  part[t] = in[t];
  part[t + 32] = in[t + 32];
  __syncwarp();
  for (int step = 32; step > 0; step /= 2) {
    part[t] = max(part[t], part[t + step]);
    __syncwarp(); // before the next step
  }
  if (t == 0) *out = part[0];
}

void launch(const float *a, float *b, const int *c, int *d) {
  sums<<<1, 32>>>(a, b);
  peaks<<<1, 32>>>(c, d);
}
`;
const HEAD = BASE.replaceAll(/\n {4}__syncwarp\(\);.*/g, '');

const repository = temporaryRepository({ after });

test('the order from one iteration to the next is given back in both kernels', async () => {
  const commit = (text: string) => {
    repository.write({ 'a.cu': text });
    return repository.commit('a side');
  };
  const [base, head] = [commit(BASE), commit(HEAD)];
  const { result } = await diff(repository, base, head);
  const causes = causesOf(result);
  assert.deepEqual(
    causes.map(({ kernel, status }) => `${kernel} ${status}`),
    ['sums<float> new', 'peaks new'],
  );
  for (const { fix, explains } of causes) {
    assert.ok(explains.every(({ orderLost }) => orderLost?.isAcrossIterations));
    assert.equal(fix?.kind, 'restore-line');
    assert.match(fix.diff, /^\+ {4}__syncwarp\(\);/m);
    assert.equal(fix.edits.length, 1);
    assert.match(fix.note ?? '', /from one iteration to the next .* Within one iteration nothing orders the two/);
  }
});
