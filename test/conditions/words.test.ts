/** What can be stated of the contents of memory, and what follows from it: no more than what is stated. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { analyse, WorkerReserve } from '../../src/analysis/index.ts';
import { assumptionMistake } from '../../src/host/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';

const INDEX = 'int i = blockIdx.x * blockDim.x + threadIdx.x;';

/** Kernels `k`, each with what is stated and whether that is enough. */
const CASES: readonly (readonly [name: string, body: string, stated: string, isRaceFree: boolean])[] = [
  ['a permutation', 'if (i < n) out[p[i]] = i;', 'distinct(p)', true],
  ['another pointer', 'if (i < n) out[p[i]] = i;', 'distinct(q)', false],
  ['two elements in one place', 'if (i < n) out[p[i] / 2] = i;', 'distinct(p)', false],
  ['pairs of places', 'if (i < n) { out[2 * p[i]] = i; out[2 * p[i] + 1] = i; }', 'distinct(p)', true],
  ['places that overlap', 'if (i < n) { out[p[i]] = i; out[p[i] + 1] = i; }', 'distinct(p)', false],
  ['one element for several threads', 'if (i < n) out[p[i % 4]] = i;', 'distinct(p)', false],
  ['an element that is written', 'if (i < n) { p[i] = 0; out[p[i]] = i; }', 'distinct(p)', false],
  ['in ascending order', 'if (i < n) out[p[i]] = i;', 'monotone(p)', false],
  ['rows', 'if (i < n) for (int k = p[i]; k < p[i + 1]; k++) out[k] = i;', 'monotone(p)', true],
  ['rows and one more', 'if (i < n) for (int k = p[i]; k <= p[i + 1]; k++) out[k] = i;', 'monotone(p)', false],
  ['two halves', 'if (i < n) { out[n + i] = q[p[i]]; if (p[i] == i) q[p[i]] = out[p[i]]; }', 'p[i] < n', false],
  ['below and above a bound', 'if (i < n) { out[n + i] = 1; if (i == 3) out[p[i]] = 0; }', 'p[i] < n', true],
  ['a bound that is no bound', 'if (i < n) { out[n + i] = 1; if (i == 3) out[p[i]] = 0; }', 'p[i] <= n', false],
  ['two facts', 'if (i < n) { out[n + i] = 1; out[p[i]] = 0; }', 'distinct(p) && p[i] < n', true],
  ['one of two facts', 'if (i < n) { out[n + i] = 1; out[p[i]] = 0; }', 'p[i] < n', false],
  ['a bound by the index', 'if (i < n) out[p[i]] = i;', 'p[i] == i', true],
  ['a bound by the index that leaves two', 'if (i < n) out[p[i]] = i;', 'p[i] >= i', false],
];

describe('words about contents', () => {
  const reserve = new WorkerReserve();
  after(() => reserve.close());
  const verdictOf = async (body: string, assume: string[], comment = '') => {
    const source = `${comment}__global__ void k(int *p, int *q, int *out, int n) { ${INDEX} ${body} }\n`;
    const tree = { kind: 'memory', files: new Map([['k.cu', Buffer.from(source)]]) } as const;
    const options = { ...DEFAULT_CHECK_OPTIONS, assume, reserve, timeoutMs: 120_000 };
    return (await analyse(tree, ['k.cu'], options, SILENT)).kernels[0]?.verdict;
  };

  for (const [name, body, stated, isRaceFree] of CASES) {
    test(`${name}: ${stated}`, async () => {
      assert.notEqual(await verdictOf(body, []), 'race-free', 'it takes something');
      const verdict = await verdictOf(body, [stated]);
      if (isRaceFree) assert.equal(verdict, 'race-free');
      else assert.notEqual(verdict, 'race-free');
    });
  }

  test('in a comment', async () => {
    const comment = '// gpurace: assume distinct(p) && p[i] < n\n';
    assert.equal(await verdictOf('if (i < n) { out[n + i] = 1; out[p[i]] = 0; }', [], comment), 'race-free');
  });

  test('what is no word is said to be none', () => {
    for (const text of ['distinct(p)', ' monotone( begin ) ', 'p[i] < n * 4', 'p[i] >= 0 && n > 3'])
      assert.equal(assumptionMistake(text), null, text);
    for (const text of ['distinct(p, q)', 'unique(p)', 'p[j] < n', 'p[i] <', 'distinct(p) || n > 3', 'p[i] < p[n]'])
      assert.notEqual(assumptionMistake(text), null, text);
  });
});
