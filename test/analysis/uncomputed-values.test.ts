/** Stores of values that the simulator does not compute: they look equal in a replay, and the finding says why. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';

const SOURCE = `__global__ void fetched(float *out, cudaTextureObject_t t) { out[0] = tex3D<float>(t, threadIdx.x, 0, 0); }
__global__ void elements(float *out, cudaTextureObject_t t) { out[0] = tex1Dfetch<float>(t, threadIdx.x); }
__global__ void same(float *out) { out[0] = 1; }
__global__ void different(float *out) { out[0] = threadIdx.x; }
void go(float *out, cudaTextureObject_t t) {
  fetched<<<1, 64>>>(out, t);
  elements<<<1, 64>>>(out, t);
  same<<<1, 64>>>(out);
  different<<<1, 64>>>(out);
}
`;

test('a replay that knows no value says what zero stood for', async () => {
  const files = new Map([['a.cu', Buffer.from(SOURCE)]]);
  const { findings } = await analyse({ kind: 'memory', files }, ['a.cu'], DEFAULT_CHECK_OPTIONS, SILENT);
  const of = (name: string) => findings.filter(({ kernel }) => kernel === name);
  const [fetched, elements, same, different] = [of('fetched'), of('elements'), of('same'), of('different')];
  assert.ok(fetched.length > 0 && elements.length > 0 && different.length > 0);
  for (const { evidence, replay } of fetched) {
    assert.equal(evidence, 'possible');
    assert.match(replay?.text ?? '', /store the same value there, but zero stands for a value \(of a texture/);
  }
  for (const { evidence, replay } of same) {
    assert.equal(evidence, 'possible');
    assert.doesNotMatch(replay?.text ?? '', /zero stands for/);
  }
  // Elements of linear memory differ in another run, as those of a buffer do.
  assert.ok([...elements, ...different].every(({ evidence }) => evidence === 'replayed'));
});
