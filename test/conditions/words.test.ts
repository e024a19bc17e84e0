/** What can be stated of the contents of memory, and what follows from it: no more than what is stated. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { analyse, WorkerReserve } from '../../src/analysis/index.ts';
import { assumptionMistake } from '../../src/host/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';

const INDEX = 'int i = blockIdx.x * blockDim.x + threadIdx.x;';

const LOCK = 'if (threadIdx.x == 0) { while (atomicCAS(q, 0, 1)); __threadfence();';
const UNLOCK = '__threadfence(); atomicExch(q, 0);';

const SUM = 'const float *f = (const float *)p; float *g = (float *)out, x = 0; for (int k = 0; k < n; k++)';
const LAST = 'q[i] = i; __threadfence(); if (atomicAdd(p, 1) == gridDim.x * blockDim.x - 1)';

/** Kernels `k`, each with what is stated and whether that is enough. */
const CASES: readonly (readonly [name: string, body: string, stated: string, isRaceFree: boolean])[] = [
  ['a permutation', 'if (i < n) out[p[i]] = i;', 'distinct(p)', true],
  ['another pointer', 'if (i < n) out[p[i]] = i;', 'distinct(q)', false],
  ['two elements in one place', 'if (i < n) out[p[i] / 2] = i;', 'distinct(p)', false],
  ['pairs of places', 'if (i < n) { out[2 * p[i]] = i; out[2 * p[i] + 1] = i; }', 'distinct(p)', true],
  ['places that overlap', 'if (i < n) { out[p[i]] = i; out[p[i] + 1] = i; }', 'distinct(p)', false],
  ['one element for several threads', 'if (i < n) out[p[i % 4]] = i;', 'distinct(p)', false],
  ['an element that is written', 'if (i < n) { p[i] = 0; out[p[i]] = i; }', 'distinct(p)', false],
  ['those that are kept', 'if (i < n && q[i]) out[p[i]] = i;', 'distinct(p if q)', true],
  ['those that are kept by more than that', 'if (i < n && q[i] > 3) out[p[i]] = i;', 'distinct(p if q)', true],
  ['those that are not kept', 'if (i < n && !q[i]) out[p[i]] = i;', 'distinct(p if q)', false],
  ['all of those that may be kept', 'if (i < n) out[p[i]] = i;', 'distinct(p if q)', false],
  ['kept by their neighbours', 'if (i < n && q[i + 1]) out[p[i]] = i;', 'distinct(p if q)', false],
  ['kept by what is written', 'if (i < n && q[i]) { q[i] = 0; out[p[i]] = i; }', 'distinct(p if q)', false],
  ['in ascending order', 'if (i < n) out[p[i]] = i;', 'monotone(p)', false],
  ['rows', 'if (i < n) for (int k = p[i]; k < p[i + 1]; k++) out[k] = i;', 'monotone(p)', true],
  ['rows and one more', 'if (i < n) for (int k = p[i]; k <= p[i + 1]; k++) out[k] = i;', 'monotone(p)', false],
  ['segments', 'if (i < n) for (int k = 0; k < q[i]; k++) out[p[i] + k] = i;', 'segments(p, q)', true],
  ['segments that have an element', 'if (i < n && q[i] > 0) out[p[i]] = i;', 'segments(p, q)', true],
  ['segments and one more', 'if (i < n) for (int k = 0; k <= q[i]; k++) out[p[i] + k] = i;', 'segments(p, q)', false],
  ['segments that may be empty', 'if (i < n && q[i] >= 0) out[p[i]] = i;', 'segments(p, q)', false],
  ['lengths of others', 'if (i < n) for (int k = 0; k < q[i + 1]; k++) out[p[i] + k] = i;', 'segments(p, q)', false],
  ['lengths for starts', 'if (i < n) for (int k = 0; k < q[i]; k++) out[p[i] + k] = i;', 'segments(q, p)', false],
  ['lengths that are written', 'if (i < n && q[i] > 0) { q[i] = 1; out[p[i]] = i; }', 'segments(p, q)', false],
  ['two halves', 'if (i < n) { out[n + i] = q[p[i]]; if (p[i] == i) q[p[i]] = out[p[i]]; }', 'p[i] < n', false],
  ['below and above a bound', 'if (i < n) { out[n + i] = 1; if (i == 3) out[p[i]] = 0; }', 'p[i] < n', true],
  ['a bound that is no bound', 'if (i < n) { out[n + i] = 1; if (i == 3) out[p[i]] = 0; }', 'p[i] <= n', false],
  ['two facts', 'if (i < n) { out[n + i] = 1; out[p[i]] = 0; }', 'distinct(p) && p[i] < n', true],
  ['one of two facts', 'if (i < n) { out[n + i] = 1; out[p[i]] = 0; }', 'p[i] < n', false],
  ['a bound by the index', 'if (i < n) out[p[i]] = i;', 'p[i] == i', true],
  ['a bound by the index that leaves two', 'if (i < n) out[p[i]] = i;', 'p[i] >= i', false],
  ['one value in one place', 'out[0] = 5;', 'idempotent(out)', true],
  ['one value of a scalar', 'out[3] = 2 * n + 1;', 'idempotent(out)', true],
  ['one value for each warp', 'out[i / 32] = i / 32;', 'idempotent(out)', true],
  ['one float', '((float *)out)[0] = 0.1f * n;', 'idempotent(out)', true],
  ['one element of memory that is only read', 'out[0] = q[3];', 'idempotent(out)', true],
  ['one value in a variable', 'total = n;', 'idempotent(total)', true],
  ['one value in a tile', '__shared__ int s; s = n; __syncthreads(); out[i] = s;', 'idempotent(s)', true],
  ['one value in other memory', 'out[0] = 5;', 'idempotent(p)', false],
  ['another value for each lane', 'out[0] = threadIdx.x;', 'idempotent(out)', false],
  ['another value for each block', 'out[0] = blockIdx.x;', 'idempotent(out)', false],
  ['another value in one lane', 'out[0] = i == 7 ? n : 5;', 'idempotent(out)', false],
  ['one value that another thread reads', 'out[0] = 5; p[i] = out[0];', 'idempotent(out)', false],
  ['one value and an atomic one', 'out[0] = 5; atomicAdd(out, 0);', 'idempotent(out)', false],
  ['one value in two sizes', 'out[0] = 0; ((char *)out)[1] = 0;', 'idempotent(out)', false],
  ['what others read early', '__shared__ int s; s = n; out[i] = s;', 'idempotent(s)', false],
  ['another element for each lane', 'out[0] = q[i];', 'idempotent(out)', false],
  ['an element that races', 'q[3] = i; out[0] = q[3];', 'idempotent(out)', false],
  ['an element that every thread changes', 'out[0] = p[0]++;', 'idempotent(out)', false],
  ['the old value of an atomic', 'out[0] = atomicAdd(q, 1);', 'idempotent(out)', false],
  ['a volatile element', 'out[0] = *(volatile int *)q;', 'idempotent(out)', false],
  ['the time', 'out[0] = clock();', 'idempotent(out)', false],
  ['what a lane is handed', 'out[0] = __shfl_xor_sync(~0u, i, 1);', 'idempotent(out)', false],
  ['what a lock keeps', `${LOCK} int v = p[0]; p[0] = v + 1; ${UNLOCK} out[0] = v; }`, 'idempotent(out)', false],
  ['a sum that all have', `${SUM} x += f[k]; g[0] = x;`, 'idempotent(out)', true],
  ['a sum from where each thread begins', `${SUM} x += f[k + i]; g[0] = x;`, 'idempotent(out)', false],
  ['a sum that begins with each own', `${SUM} x += f[k]; g[0] = x + f[i];`, 'idempotent(out)', false],
  [
    'a sum of as many as each has',
    'float x = 0; for (int k = i; k < n; k++) x += p[k]; out[0] = x;',
    'idempotent(out)',
    false,
  ],
  [
    'a sum of what a lane is handed',
    `${SUM} x += __shfl_xor_sync(~0u, f[k + i], 1); g[0] = x;`,
    'idempotent(out)',
    false,
  ],
  [
    'a sum of its own array',
    `float a[9]; for (int k = 0; k < 9; k++) a[k] = i * k; ${SUM} x += a[k]; g[0] = x;`,
    'idempotent(out)',
    false,
  ],
  ['a sum that each leaves', `${SUM} { x += f[k]; if (f[k + i] < 0) break; } g[0] = x;`, 'idempotent(out)', false],
  ['a sum that some leave out', `${SUM} if (i < k) x += f[k]; g[0] = x;`, 'idempotent(out)', false],
  ['a sum along a list', `int at = i; ${SUM} { x += f[at]; at = q[at]; } g[0] = x;`, 'idempotent(out)', false],
  [
    'a sum along a list of the block',
    `int at = blockIdx.x; ${SUM} { x += f[at]; at = q[at]; } g[at] = x;`,
    'idempotent(out)',
    false,
  ],
  [
    'a sum by steps of the block',
    `int at = 0; ${SUM} { x += f[at]; at += q[k * gridDim.x + blockIdx.x]; } g[at] = x;`,
    'idempotent(out)',
    false,
  ],
  ['a sum of own sums', `${SUM} for (int j = i; j < n; j++) x += f[j]; g[0] = x;`, 'idempotent(out)', false],
  ['a sum of what is written', `${SUM} { x += g[1]; g[1] = x; } g[0] = x;`, 'idempotent(out)', false],
  ['what the last has to see', `${LAST} out[0] = q[0];`, 'fresh(q)', true],
  ['what the last has to see elsewhere', `${LAST} out[0] = q[0];`, 'fresh(p)', false],
  ['what the first reads', 'q[i] = i; __threadfence(); if (atomicAdd(p, 1) == 0) out[0] = q[0];', 'fresh(q)', false],
  [
    'what nobody hands over',
    'q[i] = i; if (atomicAdd(p, 1) == gridDim.x * blockDim.x - 1) out[0] = q[0];',
    'fresh(q)',
    false,
  ],
];

describe('words about contents', () => {
  const reserve = new WorkerReserve();
  after(() => reserve.close());
  const verdictOf = async (body: string, assume: string[], comment = '') => {
    const source = `__device__ int total;\n${comment}__global__ void k(int *p, int *q, int *out, int n) { ${INDEX} ${body} }\n`;
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

  test('stores of one value are a condition that names their race: idempotent(out)', async () => {
    const source = '__global__ void k(int *out) { out[0] = 5; }\nvoid run(int *out) { k<<<2, 64>>>(out); }\n';
    const tree = { kind: 'memory', files: new Map([['k.cu', Buffer.from(source)]]) } as const;
    const { kernels, findings } = await analyse(tree, ['k.cu'], { ...DEFAULT_CHECK_OPTIONS, reserve }, SILENT);
    const conditions = kernels.flatMap((kernel) => kernel.conditions);
    assert.deepEqual(
      conditions.map(({ kind, text, line }) => [kind, text, line]),
      [['relation', 'idempotent(out)', 1]],
    );
    const race = findings.find(({ raceId }) => raceId === conditions[0]?.raceId);
    assert.equal(race?.evidence, 'possible');
    assert.match(
      race.message,
      /both write out\[0\].*Both write the same value, so the memory ends up the same either way\.$/,
    );
  });

  describe('pointers that the host passes', () => {
    const kernel = `__global__ void shift(int *in, int *out, int n) {
  ${INDEX}
  if (i < n) out[i] = in[i + 1];
}
struct Holder { int *a; int *b; };
Holder *holder();
void unknown(int n) { Holder *h = holder(); shift<<<(n + 255) / 256, 256>>>(h->a, h->b, n); }
`;
    const same = `#include <cuda_runtime.h>
void same(int n) { int *p; cudaMalloc(&p, (n + 1) * 4); shift<<<(n + 255) / 256, 256>>>(p, p, n); }
`;
    const checked = async (source: string, assume: string[]) => {
      const tree = { kind: 'memory', files: new Map([['k.cu', Buffer.from(source)]]) } as const;
      const options = { ...DEFAULT_CHECK_OPTIONS, assume, reserve, timeoutMs: 120_000 };
      const { kernels, problems } = await analyse(tree, ['k.cu'], options, SILENT);
      return { verdict: kernels[0]?.verdict, problems: problems.map(({ line, message }) => [line, message]) };
    };

    test('that nobody followed are different memory where that is stated', async () => {
      assert.equal((await checked(kernel, [])).verdict, 'conditional');
      assert.equal((await checked(kernel, ['disjoint(out, in)'])).verdict, 'race-free');
      assert.equal((await checked(kernel, ['disjoint(out, n)'])).verdict, 'conditional');
    });

    test('a launch that passes one memory for both breaks it', async () => {
      const { verdict, problems } = await checked(kernel + same, ['disjoint(in, out)']);
      assert.equal(verdict, 'racy');
      assert.deepEqual(problems, [[9, 'this launch of shift breaks an assumption: disjoint(in, out) (given)']]);
    });

    const vectors = `#include <cuda_runtime.h>
#include <cstdint>
__global__ void edges(float *x, int n) {
  float4 *whole = (float4 *)((uintptr_t)x & ~(uintptr_t)15);
  ${INDEX}
  if (i == 0)
    for (int k = 0; k < 4; k++) x[k] = 0;
  else if (i < n)
    whole[i] = make_float4(1, 1, 1, 1);
}
`;
    const passing = (pointer: string, given = '') =>
      `${vectors}void run(int n${given}) { float *p; cudaMalloc(&p, n * 16 + 64); edges<<<4, 64>>>(${pointer}, n); }\n`;

    test('are aligned as the host has them: where it asks for memory nothing has to be stated', async () => {
      assert.equal((await checked(passing('p'), [])).verdict, 'race-free');
      assert.equal((await checked(passing('p + 4'), [])).verdict, 'race-free');
      assert.equal((await checked(passing('p + 1'), [])).verdict, 'racy');
      assert.equal((await checked(passing('p + 4 * at', ', int at'), [])).verdict, 'race-free');
      assert.equal((await checked(passing('p + at', ', int at'), [])).verdict, 'conditional');
    });

    test('of which somebody states how they are aligned', async () => {
      assert.equal((await checked(vectors, ['aligned(x, 16)'])).verdict, 'race-free');
      assert.notEqual((await checked(vectors, ['aligned(x, 4)'])).verdict, 'race-free');
      assert.notEqual((await checked(passing('p + 1'), ['aligned(x, 16)'])).verdict, 'race-free');
      assert.deepEqual((await checked(passing('p + 1'), ['aligned(x, 16)'])).problems, [
        [11, 'this launch of edges breaks an assumption: aligned(x, 16) (given)'],
      ]);
      assert.deepEqual((await checked(passing('p + 4'), ['aligned(x, 16)'])).problems, []);
      assert.equal((await checked(passing('p + at', ', int at'), ['aligned(x, 16)'])).verdict, 'race-free');
    });

    test('with strides that are arguments: all of them have to be numbers of the kernel', async () => {
      const planes = `__global__ void k(int *out, int *in, int n, int row, int plane) {
  ${INDEX}
  if (i < n) out[blockIdx.z * plane + blockIdx.y * row + i] = in[i];
}
`;
      const { verdict, problems } = await checked(planes, ['strided(out, row, plane)']);
      assert.deepEqual([verdict, problems], ['race-free', []]);
      const text = 'uses parameters that no analysed kernel has';
      for (const fact of ['strided(out, row, in)', 'strided(out, row, depth)']) {
        const stated = await checked(planes, [fact]);
        assert.deepEqual(
          [stated.verdict, stated.problems],
          ['conditional', [[null, `the assumption \`${fact}\` ${text}`]]],
        );
      }
      // Planes may still lie in each other: they count single elements there.
      assert.equal((await checked(planes, ['strided(out, row)'])).verdict, 'conditional');
    });

    test('of memory that two pointers lead to nothing follows from distinct elements of one', async () => {
      const source = `__global__ void k(int *p, int *q, int *out, int n) { ${INDEX}
  if (i < n) { out[p[i]] = i; if (q[i] < n) out[q[i]] = i; }
}
#include <cuda_runtime.h>
void parts(int n, int *out) { int *p; cudaMalloc(&p, 8 * n); k<<<n / 256, 256>>>(p, p + n, out, n); }
`;
      assert.notEqual((await checked(source, ['distinct(p)'])).verdict, 'race-free');
    });
  });

  test('in a comment', async () => {
    const comment = '// gpurace: assume distinct(p) && p[i] < n\n';
    assert.equal(await verdictOf('if (i < n) { out[n + i] = 1; out[p[i]] = 0; }', [], comment), 'race-free');
  });

  test('what is no word is said to be none', () => {
    for (const text of [
      'distinct(p)',
      ' monotone( begin ) ',
      'p[i] < n * 4',
      'p[i] >= 0 && n > 3',
      'disjoint(p, q)',
      'distinct(p if q)',
      'aligned(p, 16)',
      'segments(p, q)',
      'strided(p)',
      'strided(p, n, v.stride)',
      'disjoint(v.data, w.data)',
      'disjoint(v@0, v@8)',
      'disjoint(*p)',
      'disjoint(* v.data) && n > 3',
      'strided(v@8, v@16)',
      'disjoint(p, q) || gridDim.x == 1',
      '(disjoint(p, q) || powerOfTwo(n)) && n > 3',
    ])
      assert.equal(assumptionMistake(text), null, text);
    for (const text of [
      'distinct(p, q)',
      'disjoint(p)',
      'disjoint(*p, q)',
      'disjoint(**p)',
      'aligned(p)',
      'segments(p)',
      'strided(p,)',
      'strided(p, 4)',
      'aligned(p, 12)',
      'aligned(p, 512)',
      'aligned(p, n)',
      'distinct(p if)',
      'distinct(p if q[i])',
      'monotone(p if q)',
      'unique(p)',
      'p[j] < n',
      'p[i] <',
      'distinct(p) || n > 3',
      'disjoint(p, q) || n > 3 && n < 9',
      'disjoint(p, q) || n >',
      'n > 3 || disjoint(p, q)',
      'p[i] < p[n]',
    ])
      assert.notEqual(assumptionMistake(text), null, text);
  });
});
