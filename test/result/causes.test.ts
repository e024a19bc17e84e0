/**
 * What findings have in common: kernels with one mistake each have one cause each, however many pairs of accesses it makes
 * race.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';
import type { Fix, Result } from '../../src/model/result.ts';
import { causesOf } from '../../src/result/causes/index.ts';

const TILED = `__global__ void tiled(const float *a, const float *b, float *c, int n) {
  __shared__ float left[16][16];
  __shared__ float right[16][16];
  int row = blockIdx.y * 16 + threadIdx.y;
  int col = blockIdx.x * 16 + threadIdx.x;
  float sum = 0.0f;
  for (int k0 = 0; k0 < n; k0 += 16) {
    left[threadIdx.y][threadIdx.x] = a[row * n + k0 + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(k0 + threadIdx.y) * n + col];
    __syncthreads();
    for (int k = 0; k < 16; k++) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
  }
  c[row * n + col] = sum;
}
void launch(const float *a, const float *b, float *c, int n) {
  tiled<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
}
`;

const LAST_WARP = `__global__ void lastWarp(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
void launch(const int *in, int *out, int n) { lastWarp<<<n, 64>>>(in, out); }
`;

const STENCIL = `__global__ void smooth(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i + 1 < n) x[i] = x[i - 1] + x[i + 1];
}
void launch(float *x, int n) { smooth<<<(n + 255) / 256, 256>>>(x, n); }
`;

const TWO_MISSING = `__global__ void twice(int *out) {
  __shared__ int a[64];
  __shared__ int b[64];
  int t = threadIdx.x;
  a[t] = t;
  int x = a[63 - t];
  __syncthreads();
  b[t] = x;
  out[blockIdx.x * 64 + t] = b[63 - t];
}
void launch(int *out) { twice<<<4, 64>>>(out); }
`;

/** A helper that leaves out a barrier makes one mistake, however often it is called. */
const HELPER = `__device__ int neighbour(int *s, int x) {
  s[threadIdx.x] = x;
  int y = s[63 - threadIdx.x];
  __syncthreads();
  return y;
}
__global__ void called(int *out) {
  __shared__ int s[64];
  int x = neighbour(s, threadIdx.x);
  int y = neighbour(s, x + 1);
  out[blockIdx.x * 64 + threadIdx.x] = x + y;
}
void launch(int *out) { called<<<4, 64>>>(out); }
`;

const FIVE = `__global__ void counted(int *count) { *count += 1; }
__global__ void chosen(int *winner) { *winner = threadIdx.x; }
__global__ void turned(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void shifted(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) x[i] = x[i + 1];
}
__global__ void left(int *out) {
  if (threadIdx.x == 0) return;
  __syncthreads();
  out[threadIdx.x] = 1;
}
void launch(int *p, int n) {
  counted<<<2, 64>>>(p);
  chosen<<<1, 64>>>(p);
  turned<<<1, 64>>>(p);
  shifted<<<(n + 63) / 64, 64>>>(p, n);
  left<<<1, 64>>>(p);
}
`;

/** One early return keeps threads from all barriers behind it; two conditions of their own are two mistakes. */
const EARLY_RETURN = `__global__ void early(int *p, int n) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  s[threadIdx.x] = p[i];
  __syncthreads();
  p[i] = s[0];
  __syncthreads();
}
void launch(int *p, int n) { early<<<(n + 255) / 256, 256>>>(p, n); }
`;

const TWO_BRANCHES = `__global__ void apart(int *p) {
  if (threadIdx.x < 3) __syncthreads();
  p[blockIdx.x * 64 + threadIdx.x] = 1;
  if (threadIdx.x > 9) __syncthreads();
}
void launch(int *p) { apart<<<4, 64>>>(p); }
`;

/** Two kernels call the helper without a barrier; a third one has a mistake of its own as well. */
const SHARED_HELPER = `__device__ int neighbour(int *s, int x) {
  s[threadIdx.x] = x;
  int y = s[63 - threadIdx.x];
  __syncthreads();
  return y;
}
__global__ void mirrored(int *out) {
  __shared__ int s[64];
  out[blockIdx.x * 64 + threadIdx.x] = neighbour(s, threadIdx.x);
}
template <int N> __global__ void scaled(float *out) {
  __shared__ int t[64];
  out[blockIdx.x * 64 + threadIdx.x] = N * 0.5f * neighbour(t, threadIdx.x);
}
__global__ void twice(int *out) {
  __shared__ int u[64];
  __shared__ int v[64];
  int y = neighbour(u, threadIdx.x);
  v[threadIdx.x] = y;
  out[blockIdx.x * 64 + threadIdx.x] = v[63 - threadIdx.x];
}
void launch(int *p, float *q) {
  mirrored<<<4, 64>>>(p);
  scaled<1><<<4, 64>>>(q);
  scaled<2><<<4, 64>>>(q);
  twice<<<4, 64>>>(p);
}
`;

/** A helper that adds without an atomic operation is wrong; one that stores where it is told is not, its callers are. */
const SHARED_UPDATE = `__device__ void count(int *c) { c[0] += 1; }
__device__ void put(int *p, int i, int x) { p[i] = x; }
__global__ void inputs(const int *x, int *c) { if (x[threadIdx.x] > 0) count(c); }
__global__ void outputs(const int *x, int *d) { if (x[threadIdx.x] < 0) count(d); }
__global__ void tiles(int *p) { put(p, threadIdx.x / 2, threadIdx.x); }
__global__ void rows(int *p) { put(p, threadIdx.x / 4, threadIdx.x); }
void launch(int *x, int *c, int *d, int *p, int *q) {
  inputs<<<1, 64>>>(x, c);
  outputs<<<1, 64>>>(x, d);
  tiles<<<1, 64>>>(p);
  rows<<<1, 64>>>(q);
}
`;

/** A helper with a barrier is in order: each kernel that calls it for some threads only has its own branch. */
const SHARED_BARRIER = `__device__ void together() { __syncthreads(); }
__global__ void low(int *p) {
  if (threadIdx.x < 7) together();
  p[blockIdx.x * 64 + threadIdx.x] = 1;
}
__global__ void high(int *p) {
  if (threadIdx.x > 7) together();
  p[blockIdx.x * 64 + threadIdx.x] = 1;
}
void launch(int *p) {
  low<<<4, 64>>>(p);
  high<<<4, 64>>>(p);
}
`;

const CASES: readonly { name: string; source: string; causes: readonly string[] }[] = [
  {
    name: 'a tiled loop without the barrier at its end',
    source: TILED,
    causes: [
      'block-barrier: No barrier at the end of the loop in line 7: threads of one block race on `left` and `right`',
    ],
  },
  {
    name: 'an unrolled reduction of a warp without __syncwarp()',
    source: LAST_WARP,
    causes: ['warp-barrier: No warp barrier between lines 7 and 10: threads of one warp race on `s`'],
  },
  { name: 'a stencil in place', source: STENCIL, causes: ['grid-barrier: Different blocks race on `x`'] },
  {
    name: 'two barriers that are missing',
    source: TWO_MISSING,
    causes: [
      'block-barrier: No barrier between lines 5 and 6: threads of one block race on `a`',
      'block-barrier: No barrier between lines 8 and 9: threads of one block race on `b`',
    ],
  },
  {
    name: 'a helper without a barrier, called twice',
    source: HELPER,
    causes: ['block-barrier: No barrier between lines 2 and 3: threads of one block race on `s`'],
  },
  {
    name: 'five racy kernels',
    source: FIVE,
    causes: [
      'atomic: Different blocks update `count` at once without an atomic operation',
      'guard: Threads of one block write `winner` at once',
      'block-barrier: No barrier between lines 5 and 6: threads of one block race on `s`',
      'grid-barrier: Different blocks race on `x`',
      'none: `__syncthreads()` in line 14 is not reached by all threads',
    ],
  },
  {
    name: 'two barriers behind one early return',
    source: EARLY_RETURN,
    causes: ['none: The barriers in lines 6 and 8 are not reached by all threads, because of the branch in line 4'],
  },
  {
    name: 'two barriers behind branches of their own',
    source: TWO_BRANCHES,
    causes: [
      'none: `__syncthreads()` in line 2 is not reached by all threads',
      'none: `__syncthreads()` in line 4 is not reached by all threads',
    ],
  },
  {
    name: 'a helper without a barrier that several kernels call',
    source: SHARED_HELPER,
    causes: [
      'block-barrier: No barrier between lines 2 and 3: threads of one block race on `s`, `t` and `u`, in kernels `mirrored`, `scaled` and `twice`',
      'block-barrier: No barrier between lines 19 and 20: threads of one block race on `v`',
    ],
  },
  {
    name: 'helpers that update, and that store where they are told',
    source: SHARED_UPDATE,
    causes: [
      'atomic: Threads of one block update `c` and `d` at once without an atomic operation, in kernels `inputs` and `outputs`',
      'guard: Threads of one warp write `p` at once',
      'guard: Threads of one warp write `p` at once',
    ],
  },
  {
    name: 'a helper with a barrier that kernels call behind branches of their own',
    source: SHARED_BARRIER,
    causes: [
      'none: `__syncthreads()` in line 1 is not reached by all threads',
      'none: `__syncthreads()` in line 1 is not reached by all threads',
    ],
  },
];

async function resultOf(source: string): Promise<Result> {
  const tree = { kind: 'memory', files: new Map([['a.cu', Buffer.from(source)]]) } as const;
  return analyse(tree, ['a.cu'], { ...DEFAULT_CHECK_OPTIONS, jobs: 1 }, SILENT);
}

for (const { name, source, causes } of CASES) {
  test(`causes of ${name}`, async () => {
    const found = await resultOf(source);
    const all = causesOf(found);
    assert.deepEqual(
      all.map(({ missing, headline }) => `${missing}: ${headline}`),
      causes,
    );
    // Nothing is dropped, and nothing is said twice.
    assert.deepEqual(all.flatMap(({ explains }) => explains).length, found.findings.length);
    assert.deepEqual(new Set(all.flatMap(({ explains }) => explains)), new Set(found.findings));
    assert.equal(new Set(all.map(({ causeId }) => causeId)).size, all.length);
  });
}

const FIX: Fix = { kind: 'add-block-barrier', edits: [], diff: 'one', verified: true };

/** @param fixOf the fix of the finding with this number */
async function headlinesWith(source: string, fixOf: (i: number) => Fix | null): Promise<string[]> {
  const found = await resultOf(source);
  const findings = found.findings.map((finding, i) => {
    const fix = fixOf(i);
    return fix === null ? finding : { ...finding, fixes: [fix] };
  });
  return causesOf({ ...found, findings }).map(({ headline, fix }) => `${headline} [${fix?.diff}]`);
}

test('what one fix mends is one cause, and each fix has its own', async () => {
  const first = 'No barrier between lines 5 and 6: threads of one block race on `a`';
  const second = 'No barrier between lines 8 and 9: threads of one block race on `b`';
  assert.deepEqual(await headlinesWith(TWO_MISSING, () => FIX), [
    'No barrier between lines 5 and 9: threads of one block race on `a` and `b` [one]',
  ]);
  assert.deepEqual(
    (await headlinesWith(TWO_MISSING, (i) => (i === 0 ? FIX : { ...FIX, diff: 'two' }))).map((one) => one.slice(0, -6)),
    [first, second],
  );
  assert.deepEqual(await headlinesWith(TWO_MISSING, () => null), [`${first} [undefined]`, `${second} [undefined]`]);
});

test('a fix that several kernels share, and fixes that they do not share', async () => {
  const shared = 'No barrier between lines 2 and 3: threads of one block race on';
  const own = 'No barrier between lines 19 and 20: threads of one block race on `v`';
  const kernelOf = (await resultOf(SHARED_HELPER)).findings.map(
    ({ kernel, accesses: [at] }) => `${kernel} ${at?.line}`,
  );
  const fixFor = (fixes: Readonly<Record<string, string>>) => (i: number) => {
    const diff = Object.entries(fixes).find(([start]) => kernelOf[i]?.startsWith(start))?.[1];
    return diff === undefined ? null : { ...FIX, diff };
  };
  // Where one edit orders what is a kernel's own as well, there is one mistake.
  assert.deepEqual(await headlinesWith(SHARED_HELPER, () => FIX), [
    'No barrier between lines 2 and 20: threads of one block race on `s`, `t`, `u` and 1 more, in kernels `mirrored`, `scaled` and `twice` [one]',
  ]);
  // What takes another edit in each kernel is none that they share.
  assert.deepEqual(await headlinesWith(SHARED_HELPER, fixFor({ mirrored: 'a', scaled: 'b' })), [
    `${shared} \`s\` and \`u\`, in kernels \`mirrored\` and \`twice\` [a]`,
    `${shared} \`t\` [b]`,
    `${own} [undefined]`,
  ]);
});

test('a fix that was not checked for all of its kernels says so', async () => {
  const found = await resultOf(SHARED_HELPER);
  const findings = found.findings.map((one) => (one.kernel === 'twice' ? one : { ...one, fixes: [FIX] }));
  const [cause] = causesOf({ ...found, findings });
  assert.equal(
    cause?.fix?.note,
    'It was checked for mirrored and scaled; whether it is enough for twice as well was not shown.',
  );
  assert.deepEqual(cause.alsoIn, ['scaled<1>', 'twice']);
});

test('a fix of a race that also brings all threads to a barrier', async () => {
  const source = `__global__ void k(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  if (t < 32) {
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = s[63 - t];
}
void launch(int *out) { k<<<4, 64>>>(out); }
`;
  assert.equal((await headlinesWith(source, () => null)).length, 2);
  assert.deepEqual(await headlinesWith(source, () => FIX), [
    'No barrier between lines 4 and 8: threads of one block race on `s`, and `__syncthreads()` in line 6 is not reached by all threads [one]',
  ]);
});
