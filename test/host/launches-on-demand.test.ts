/** Launches to which no execution from an entry comes, or that stand beside code that does not compile. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';
import type { Result } from '../../src/model/result.ts';
import { assumptionsOf } from '../texts.ts';

const FILL = `__global__ void fill(int *a, int stride, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i * stride] = i;
}
`;
/** Host code of more steps than are executed. */
const HEAVY = `static unsigned mix(unsigned x) {
  for (int i = 0; i < 32; i++) { if (x & 1) x = x >> 1 ^ 0xedb88320u; else x >>= 1; for (int j = 0; j < 8; j++) x = x * 5 + (x >> j); }
  return x;
}
static unsigned seed(unsigned x) { for (int i = 0; i < 40; i++) x += mix(x + i); return x; }
static unsigned heavy(unsigned x) { for (int i = 0; i < 64; i++) x += seed(x); for (int i = 0; i < 64; i++) x += seed(i); return x; }
`;

/** More than is executed, with a launch at its end. */
const manySums = (launch: string) => `static void sums(int *a, int argc) {
  std::vector<int> one(argc), two(argc), three(argc), four(argc);
  ${`for (int i = 0; i < argc; i++) {
    one[i] = two[i] + three[i];
    for (int j = 0; j < argc; j++) {
      two[j] += four[i];
      for (int k = 0; k < argc; k++) { three[k] = one[i] + two[j]; for (int l = 0; l < k; l++) four[l] += three[k]; }
    }
  }
  `.repeat(34)}
  ${launch}
}
`;
/** The last block adds up what all have stored; the counter is not put back. */
const TOTAL = `__global__ void total(int *sums, int *count, int *sum) {
  sums[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicAdd(count, 1) != gridDim.x - 1) return;
  __threadfence();
  int all = 0;
  for (int i = 0; i < gridDim.x; i++) all += sums[i];
  *sum = all;
}
`;

interface Expected {
  readonly source: string;
  /** By the kernel's name: its verdict, the threads of the blocks that it is launched with, and the evidence of its findings. */
  readonly kernels: Readonly<Record<string, readonly [verdict: string, blocks: readonly string[], evidence?: string]>>;
  /** What the result says of it. */
  readonly said?: RegExp;
}

const CASES: Readonly<Record<string, Expected>> = {
  'by a function that is handed on.cu': {
    source: `${FILL}
void one(int *a, int n, int threads) { fill<<<(n + threads - 1) / threads, threads>>>(a, 1, n); }
template <class F> void repeated(int times, F f, int *a, int n, int threads) {
  for (int i = 0; i < times; i++) f(a, n, threads);
}
void chosen(int which, int *a, int n, int threads) {
  switch (which) {
    case 1: repeated(100, one, a, n, threads); break;
    default: return;
  }
}
int main(int argc, char **argv) {
  int *a;
  cudaMalloc(&a, 4000);
  int sizes[] = {32, 64, 128};
  for (int i = 0; i < 3; i++) chosen(argc, a, 1000, sizes[i]);
}
`,
    kernels: { fill: ['race-free', ['128', '32', '64']] },
  },
  'by a function that is handed on, and called otherwise.cu': {
    source: `${FILL}
void one(int *a, int n, int stride) { fill<<<8, 128>>>(a, stride, n); }
template <class F> void once(F f, int *a, int n) { f(a, n, 1); }
struct Job { void (*run)(int *, int, int); int stride; };
void later(Job *job, int *a) { job->run(a, 1000, job->stride); }
int main(int argc, char **argv) {
  int *a;
  cudaMalloc(&a, 4000);
  once(one, a, 1000);
  Job job;
  later((Job *)argv, a);
}
`,
    kernels: { fill: ['conditional', ['128', '128'], 'possible'] },
  },
  'of one of two kernels.cu': {
    source: `${FILL}
__global__ void all(int *a, int stride, int n) { a[threadIdx.x] = n; }
int main(int argc, char **argv) {
  int *a;
  cudaMalloc(&a, 4000);
  auto kernel = argc > 1 ? fill : all;
  kernel<<<argc > 1 ? 8 : 1, 128>>>(a, 1, 1000);
}
`,
    kernels: { fill: ['race-free', ['128']], all: ['race-free', ['128']] },
  },
  'of one of two kernels, with a grid for the other.cu': {
    source: `${FILL}
__global__ void all(int *a, int stride, int n) { a[threadIdx.x] = blockIdx.x; }
int main(int argc, char **argv) {
  int *a;
  cudaMalloc(&a, 4000);
  auto kernel = argc > 1 ? all : fill;
  kernel<<<argc > 1 ? 8 : 1, 128>>>(a, 1, 1000);
}
`,
    kernels: { all: ['racy', ['128'], 'replayed'] },
  },
  'behind code that is too large.cu': {
    source: `${FILL}${HEAVY}
template <int kBlock> static void run(int *a, int n) { fill<<<(n + kBlock - 1) / kBlock, kBlock>>>(a, 1, n); }
int main(int argc, char **argv) {
  int *a;
  cudaMalloc(&a, 1 << 20);
  unsigned s = heavy(argc);
  switch (argc) {
    case 1: run<64>(a, 1000); break;
    default: run<256>(a, s);
  }
}
`,
    kernels: { fill: ['race-free', ['256', '64']] },
  },
  'below a function that is too large itself.cu': {
    source: `#include <vector>
${FILL}
static void run(int *a, int n, int stride) { fill<<<(n + 127) / 128, 128>>>(a, stride, n); }
int main(int argc, char **argv) {
  int *a;
  cudaMalloc(&a, 1 << 20);
  std::vector<int> one(argc), two(argc), three(argc), four(argc);
  ${`for (int i = 0; i < argc; i++) {
    one[i] = two[i] + three[i];
    for (int j = 0; j < argc; j++) {
      two[j] += four[i];
      for (int k = 0; k < argc; k++) { three[k] = one[i] + two[j]; for (int l = 0; l < k; l++) { four[l] += three[k]; run(a, one[i], 1); } }
    }
  }
  `.repeat(20)}
}
`,
    kernels: { fill: ['conditional', ['128', '128'], 'possible'] },
    said: /the arguments of the function that launches it are not known: checked for all arguments/,
  },
  'beside a function that launches and is too large.cu': {
    source: `#include <vector>
${FILL}__global__ void other(int *a, int stride) { a[threadIdx.x * stride] = 1; }
const dim3 threads(128);
${manySums('other<<<1, threads>>>(a, 1);')}
void all(int *a, int n, int argc) {
  for (int i = 0; i < n; i++) {
    fill<<<8, threads>>>(a, 1, 1000);
    sums(a, argc);
  }
}
`,
    kernels: { fill: ['race-free', ['128']], other: ['conditional', ['blockDim.x'], 'possible'] },
  },
  'with a counter that a function too large has used.cu': {
    source: `#include <vector>
${TOTAL}static int *count, *results;
${manySums('total<<<8, 1>>>(results, count, a);')}
void all(int *a, int argc) {
  cudaMalloc(&count, 4);
  cudaMalloc(&results, 32);
  cudaMemset(count, 0, 4);
  sums(a, argc);
  total<<<8, 1>>>(results, count, a);
}
`,
    kernels: { total: ['inconclusive', ['1', '1'], 'possible'] },
  },
  'only where the runtime fails.cu': {
    source: `__global__ void one(int *a) { a[threadIdx.x] = 1; }
__global__ void two(int *a, int stride) { extern __shared__ int s[]; s[threadIdx.x] = a[threadIdx.x]; a[threadIdx.x * stride] = s[threadIdx.x]; }
void go(int *a) {
  if (cudaFuncSetAttribute(two, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536) == cudaSuccess) two<<<1, 64, 65536>>>(a, 1);
  else one<<<1, 128>>>(a);
}
`,
    kernels: { one: ['race-free', ['128']], two: ['race-free', ['64']] },
  },
  'a launch of known arguments beside one that is made only where the runtime fails.cu': {
    source: `${FILL}
__global__ void one(int *a) { a[threadIdx.x] = 1; }
static void run(int *a, int n, int stride) {
  if (cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536) == cudaSuccess)
    fill<<<(n + 127) / 128, 128, 65536>>>(a, stride, n);
  else one<<<1, 96>>>(a);
}
int main() {
  int *a;
  cudaMalloc(&a, 1 << 20);
  run(a, 1000, 1);
}
`,
    kernels: { fill: ['race-free', ['128']], one: ['race-free', ['96']] },
  },
  'beside statements that do not compile.cu': {
    source: `${FILL}
struct Config { int n; };
int main(int argc, char **argv) {
  int *a;
  int n = 1000;
  const int block = 256;
  Config config;
  cudaMalloc(&a, 1 << 20);
  config.start(argc, block);
  if (config.failed()) { return 1; }
  fill<<<(n + block - 1) / block, block>>>(a, 1, n);
}
`,
    kernels: { fill: ['race-free', ['256']] },
    said: /a statement of host function main was left out: no member named 'start' in 'Config'/,
  },
  'what a statement that does not compile names may be anything.cu': {
    source: `${FILL}
struct Config { int n; };
int main() {
  int *a;
  int n = 1000, stride = 1;
  Config config;
  cudaMalloc(&a, 1 << 20);
  config.choose(stride);
  fill<<<(n + 255) / 256, 256>>>(a, stride, n);
}
`,
    kernels: { fill: ['conditional', ['256'], 'possible'] },
  },
  'memory that the runtime has put into a variable of the program stays there.cu': {
    source: `__global__ void copy(int *to, const int *from) { to[threadIdx.x] = from[threadIdx.x + 1]; }
struct Config { int n; };
static int *to;
static int seen;
static void look(int *at) { for (int i = 0; i < seen; i++) at[i] += seen; }
int main() {
  int *from, here[4];
  cudaMalloc(&to, 1 << 20);
  cudaMalloc(&from, 1 << 20);
  look(here);
  copy<<<1, 256>>>(to, from);
}
`,
    kernels: { copy: ['race-free', ['256']] },
  },
  'what a macro in such a statement names too.cu': {
    source: `${FILL}
#define PLAN(of) of.choose(stride)
struct Config { int n; };
int main() {
  int *a;
  int n = 1000, stride = 1;
  Config config;
  cudaMalloc(&a, 1 << 20);
  PLAN(config);
  fill<<<(n + 255) / 256, 256>>>(a, stride, n);
}
`,
    kernels: { fill: ['conditional', ['256'], 'possible'] },
  },
  'of a template that nothing instantiates.cu': {
    source: `#define BLOCK 64
const int kRows = 4 * BLOCK;
__global__ void one(int *a) { a[threadIdx.x] = threadIdx.x; }
__global__ void many(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void halves(int *a) { a[blockIdx.x * BLOCK + threadIdx.x] = threadIdx.x; }
__global__ void other(int *a) { a[blockIdx.x * BLOCK + threadIdx.x] = threadIdx.x; }
template <class T> struct Runner {
  void go(int *a, int n) {
    one<<<1, kRows>>>(a);
    many<<<(n + 3) / 4, dim3(BLOCK)>>>(a);
    halves<<<n, kRows>>>(a);
    int rows = BLOCK;
    other<<<n, rows>>>(a);
  }
};
`,
    kernels: {
      one: ['race-free', ['256']],
      many: ['race-free', ['64']],
      halves: ['racy', ['256'], 'replayed'],
      other: ['conditional', ['blockDim.x'], 'possible'],
    },
    said: /only the text of its launch was read: checked for all arguments/,
  },
  'called where it does not compile.cu': {
    source: `${FILL}
struct Config { int n; };
static void run(int *a, int n, int stride) { fill<<<(n + 127) / 128, 128>>>(a, stride, n); }
int main() {
  int *a;
  Config config;
  cudaMalloc(&a, 1 << 20);
  run(a, 1000, 1);
  run(a, 1000, config.stride);
}
`,
    kernels: { fill: ['conditional', ['128', '128'], 'possible'] },
    said: /the arguments of the function that launches it are not known/,
  },
  'a race that hangs on no argument of a function whose callers are not known.cu': {
    source: `#include <vector>
__global__ void one(int *a, int n) { if (threadIdx.x < 1) a[0] = blockIdx.x + n; }
__global__ void own(int *a, int stride, int n) { if (threadIdx.x == 0) a[blockIdx.x * stride] = blockIdx.x + n; }
__global__ void some(int *a, int n) { if (threadIdx.x < n) a[0] = blockIdx.x; }
static void run(int *a, int n, int stride) {
  one<<<2, 32>>>(a, n);
  own<<<2, 32>>>(a, stride, n);
  some<<<2, 32>>>(a, n);
}
${manySums('run(a, one[0], two[0]);')}
void all(int *a, int argc) { sums(a, argc); }
`,
    kernels: {
      one: ['racy', ['32'], 'replayed'],
      own: ['conditional', ['32'], 'possible'],
      some: ['inconclusive', ['32'], 'possible'],
    },
    said: /the arguments of the function that launches it are not known/,
  },
  'a barrier that parts threads in a launch whose callers are not known: seen in a run, and in one that takes too long.cu':
    {
      source: `#include <vector>
__global__ void soon(int *a, int n) {
  if ((threadIdx.x + n) % 2 == 0) __syncthreads();
  a[blockIdx.x * 32 + threadIdx.x] = n;
}
__global__ void late(int *a, int n) {
  int sum = 0;
  for (int i = 0; i < 1 << 26; i++) sum = (sum ^ i) * 5;
  if ((threadIdx.x + n) % 2 == 0) __syncthreads();
  a[blockIdx.x * 32 + threadIdx.x] = sum;
}
static void run(int *a, int n) {
  soon<<<2, 32>>>(a, n);
  late<<<2, 32>>>(a, n);
}
${manySums('run(a, one[0]);')}
void all(int *a, int argc) { sums(a, argc); }
`,
      kernels: {
        soon: ['racy', ['32'], 'witness'],
        late: ['inconclusive', ['32'], 'possible'],
      },
      said: /the arguments of the function that launches it are not known/,
    },
};

describe('launches on demand', () => {
  let result: Result;
  before(async () => {
    const files = Object.keys(CASES);
    const contents = files.map((file) => [file, Buffer.from(CASES[file]!.source)] as const);
    result = await analyse(
      { kind: 'memory', files: new Map(contents) },
      files,
      { ...DEFAULT_CHECK_OPTIONS, jobs: 2 },
      SILENT,
    );
  });

  for (const [file, { kernels, said }] of Object.entries(CASES)) {
    test(file.replace(/\.cu$/, ''), () => {
      for (const [name, [verdict, blocks, evidence]] of Object.entries(kernels)) {
        const kernel = result.kernels.find((one) => one.file === file && one.kernel === name);
        assert.ok(kernel, name);
        assert.deepEqual(kernel.launches.map(({ blockDim }) => blockDim[0]).sort(), blocks);
        assert.equal(kernel.verdict, verdict);
        const findings = result.findings.filter(
          ({ accesses, kernel: of }) => accesses[0]!.file === file && of === name,
        );
        assert.deepEqual([...new Set(findings.map((one) => one.evidence))], evidence === undefined ? [] : [evidence]);
      }
      if (said === undefined) return;
      const texts = [
        ...result.kernels.filter((one) => one.file === file).flatMap(assumptionsOf),
        ...result.problems.filter((one) => one.file === file).map(({ message }) => message),
      ];
      assert.ok(
        texts.some((text) => said.test(text)),
        texts.join('\n'),
      );
    });
  }

  test('a proof for any caller holds for those in sight, whose pairs are not asked about', async () => {
    const file = 'test/kernels/launcher-in-a-table.cu';
    const files = new Map([[file, readFileSync(new URL(`../../${file}`, import.meta.url))]]);
    const { kernels } = await analyse({ kind: 'memory', files }, [file], DEFAULT_CHECK_OPTIONS, SILENT);
    const [{ verdict, launches, accessPairs } = assert.fail('no kernel')] = kernels;
    assert.deepEqual([verdict, launches.length, accessPairs], ['race-free', 2, 1]);
  });
});
