/** What host code says about launches, seen in the results of whole units. */

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';
import type { Finding, KernelResult, Result } from '../../src/model/result.ts';
import { assumptionsOf } from '../texts.ts';

const SHIFT =
  '__global__ void shift(int *to, const int *from, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) to[i] = from[i + 1];\n}\n';
const TRANSPOSE =
  '__global__ void transpose(float *a, int rows, int cols) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  int j = blockIdx.y * blockDim.y + threadIdx.y;\n  if (i < cols && j <= i && i < rows) a[j * cols + i] = i;\n}\n';

const SOURCES: Record<string, string> = {
  'through-a-wrapper.cu': `${SHIFT}
const int kBlock = 128;
static void run(int *to, int *from, int n) { shift<<<(n + kBlock - 1) / kBlock, kBlock>>>(to, from, n); }
int main() { int *a, *b; cudaMalloc(&a, 4000); cudaMalloc(&b, 4004); run(a, b, 1000); }
`,
  'entry-point.cu': `${SHIFT}
void run(int *to, int *from, int n) {
  if (n <= 0) return;
  dim3 grid((n + 255) / 256), block(256);
  shift<<<grid, block>>>(to, from, n);
}
`,
  'same-memory.cu': `${SHIFT}
int main() { int *a; cudaMalloc(&a, 4004); shift<<<8, 128>>>(a, a, 1000); }
`,
  'allocated-by-a-wrapper.cu': `${SHIFT}
static int *ints(int n) { int *p; cudaMalloc(&p, n * sizeof(int)); return p; }
int main() { int *a = ints(1000), *b = ints(1001); shift<<<8, 128>>>(a, b, 1000); }
`,
  'in-place-at-last.cu': `${SHIFT}
static void run(int *to, int *from, int n) { shift<<<8, 128>>>(to, from, n); }
int main() {
  int *a, *b;
  cudaMalloc(&a, 4004);
  cudaMalloc(&b, 4004);
  run(a, b, 100); run(a, b, 200); run(a, b, 300); run(a, b, 400);
  run(a, a, 500);
}
`,
  'asserted.cu': `#include <assert.h>
${TRANSPOSE}
void run(float *a, int rows, int cols) {
  assert(rows == cols);
  dim3 block(16, 16), grid((cols + 15) / 16, (rows + 15) / 16);
  transpose<<<grid, block>>>(a, rows, cols);
}
`,
  'two-launches.cu': `__global__ void fill(int *a, int stride) { a[(blockIdx.x * blockDim.x + threadIdx.x) * stride] = threadIdx.x; }
int main() {
  int *a;
  cudaMalloc(&a, 1 << 20);
  fill<<<4, 64>>>(a, 2);
  fill<<<4, 64>>>(a, 0);
}
`,
  'in-a-loop.cu': `__global__ void fill(int *a, int from) { a[from + blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }
int main() {
  int *a;
  cudaMalloc(&a, 1 << 20);
  for (int i = 0; i < 10; i++) fill<<<4, 64>>>(a, 256 * i);
}
`,
  'global-size.cu': `${SHIFT}
int size;
int *a, *b;
void read(const char *name) { sscanf(name, "%d", &size); }
int main(int argc, char **argv) {
  read(argv[1]);
  cudaMalloc(&a, size * sizeof(int));
  cudaMalloc(&b, size * sizeof(int));
  dim3 block(64), grid((size + 63) / 64);
  for (int t = 0; t < size - 1; t++) shift<<<grid, block>>>(a, b, size - t);
}
`,
  'changed-by-a-detour.cu': `__global__ void fill(int *a, int stride) { a[threadIdx.x * stride] = threadIdx.x; }
struct Holder { int *stride; };
static void adjust(Holder *h, float *reference) {
  for (int i = 0; i < 4096; i++) reference[i] *= 2;
  *h->stride -= 1;
}
int main() {
  static float reference[4096];
  int *a, stride = 1;
  Holder h = {&stride};
  cudaMalloc(&a, 1 << 20);
  adjust(&h, reference);
  fill<<<1, 64>>>(a, stride);
}
`,
  'initial-values.cu': `${SHIFT}
dim3 block(128), grid(8);
static int n = 1000;
static void report(const int *values) { for (int i = 0; i < 10; i++) printf("%d", values[i]); }
int main() {
  int *a, *b, values[10] = {};
  cudaMalloc(&a, 4004);
  cudaMalloc(&b, 4004);
  report(values);
  shift<<<grid, block>>>(a, b, n);
}
`,
  'changed-before-main.cu': `__global__ void fill(int *a, int stride) { a[threadIdx.x * stride] = threadIdx.x; }
static int stride = 1;
struct Reset { Reset() { stride = 0; } };
static Reset reset;
int main() {
  int *a;
  cudaMalloc(&a, 1 << 20);
  fill<<<1, 64>>>(a, stride);
}
`,
  'changed-through-a-pointer.cu': `__global__ void fill(int *a, int stride) { a[threadIdx.x * stride] = threadIdx.x; }
static int stride = 1;
static int *kept;
static void keep(int *p) { kept = p; }
static void clear() { for (int i = 0; i < 10; i++) *kept = 0; }
int main() {
  int *a;
  cudaMalloc(&a, 1 << 20);
  keep(&stride);
  clear();
  fill<<<1, 64>>>(a, stride);
}
`,
  'changed-by-unreadable.cu': `__global__ void fill(int *a, int stride) { a[threadIdx.x * stride] = threadIdx.x; }
static int first = 1;
static void read(int *stride) { *stride = no_such_function(); }
static void readFirst() { first = no_such_function(); }
int main() {
  int *a, stride = 1;
  cudaMalloc(&a, 1 << 20);
  read(&stride);
  fill<<<1, 64>>>(a, stride);
  readFirst();
  fill<<<1, 64>>>(a, first);
}
`,
  'changed-by-a-c-function.cu': `__global__ void fill(int *a, int stride) { a[threadIdx.x * stride] = threadIdx.x; }
static int stride = 1;
extern "C" void setup(void) { for (int i = 0; i < 10; i++) stride = 0; }
int main() {
  int *a;
  cudaMalloc(&a, 1 << 20);
  setup();
  fill<<<1, 64>>>(a, stride);
}
`,
  'changed-through-a-kept-local.cu': `__global__ void fill(int *a, int stride) { a[threadIdx.x * stride] = threadIdx.x; }
static int *kept;
static void keep(int *p) { kept = p; }
static void clear() { for (int i = 0; i < 10; i++) *kept = 0; }
int main() {
  int *a, stride = 1;
  cudaMalloc(&a, 1 << 20);
  keep(&stride);
  clear();
  fill<<<1, 64>>>(a, stride);
}
`,
  'changed-at-the-second-call.cu': `__global__ void fill(int *a, int stride) { a[threadIdx.x * stride] = threadIdx.x; }
struct Holder { int *stride; };
static void lower(Holder *h) { for (int i = 0; i < 10; i++) *h->stride -= 1; }
int main() {
  int *a, stride = 1;
  Holder h = {&stride};
  cudaMalloc(&a, 1 << 20);
  lower(&h);
  stride = 1;
  lower(&h);
  fill<<<1, 64>>>(a, stride);
}
`,
  'left-alone.cu': `${SHIFT}
static void report(const int *values, int n) { for (int i = 0; i < n; i++) printf("%d", values[i]); }
int main() {
  int *a, *b, values[10] = {}, n = 1000;
  cudaMalloc(&a, 4004);
  cudaMalloc(&b, 4004);
  report(values, 10);
  shift<<<8, 128>>>(a, b, n);
}
`,
  'changed-by-a-callback.cu': `__global__ void fill(int *a, int stride) { a[threadIdx.x * stride] = threadIdx.x; }
static int stride = 1;
static void clear() { stride = 0; }
void (*chosen)() = clear;
int main() {
  int *a;
  cudaMalloc(&a, 1 << 20);
  chosen();
  fill<<<1, 64>>>(a, stride);
}
`,
  'recursive.cu': `__global__ void fill(int *a, int stride) { a[threadIdx.x * stride] = threadIdx.x; }
static void go(int *a, int depth, int stride) {
  fill<<<1, 64>>>(a, stride);
  if (depth > 0) go(a, depth - 1, stride - 1);
}
int main() {
  int *a;
  cudaMalloc(&a, 1 << 20);
  go(a, 60, 40);
}
`,
  'unreadable-host.cu': `${SHIFT}
void run(int *to, int *from, int n) { shift<<<8, 128>>>(to, from, n = ); }
`,
};

describe('launches', () => {
  let result: Result;
  before(async () => {
    const files = new Map(Object.entries(SOURCES).map(([name, text]) => [name, Buffer.from(text)]));
    result = await analyse({ kind: 'memory', files }, [...files.keys()], DEFAULT_CHECK_OPTIONS, SILENT);
  });
  const kernel = (file: string): KernelResult => result.kernels.find((k) => k.file === file)!;
  const findings = (file: string): Finding[] => result.findings.filter((f) => f.accesses[0]!.file === file);

  test('sizes and arguments through a wrapper, from constants', () => {
    const { verdict, launches } = kernel('through-a-wrapper.cu');
    assert.equal(verdict, 'race-free');
    assert.deepEqual(launches, [
      { file: 'through-a-wrapper.cu', line: 7, gridDim: ['8', '1', '1'], blockDim: ['128', '1', '1'] },
    ]);
  });

  test('symbolic sizes of an entry point, and the early return before the launch', () => {
    const { verdict, launches, ...rest } = kernel('entry-point.cu');
    const assumptions = assumptionsOf(rest);
    assert.equal(verdict, 'race-free');
    assert.deepEqual(launches, [
      { file: 'entry-point.cu', line: 9, gridDim: ['(n+255)/256', '1', '1'], blockDim: ['256', '1', '1'] },
    ]);
    assert.ok(assumptions.includes('n >= 1 (branch, entry-point.cu:7)'), assumptions.join('\n'));
  });

  test('one allocation passed twice', () => {
    assert.equal(kernel('same-memory.cu').verdict, 'racy');
    const [finding] = findings('same-memory.cu');
    assert.deepEqual(
      finding!.accesses.map((a) => [a.line, a.kind, a.text]),
      [
        [3, 'read', 'from[i + 1]'],
        [3, 'write', 'to[i]'],
      ],
    );
    assert.equal(finding!.evidence, 'replayed');
  });

  test('a wrapper that allocates gives other memory at each call', () => {
    assert.equal(kernel('allocated-by-a-wrapper.cu').verdict, 'race-free');
    assert.deepEqual(findings('allocated-by-a-wrapper.cu'), []);
  });

  test('an in-place launch is not hidden by many others of its place', () => {
    const [finding] = findings('in-place-at-last.cu');
    assert.deepEqual(
      finding?.accesses.map((a) => [a.line, a.kind, a.text]),
      [
        [3, 'read', 'from[i + 1]'],
        [3, 'write', 'to[i]'],
      ],
    );
    assert.equal(finding?.witness?.arguments.n, 500);
  });

  test('an assert before the launch', () => {
    const { verdict, ...rest } = kernel('asserted.cu');
    const assumptions = assumptionsOf(rest);
    assert.equal(verdict, 'race-free');
    assert.ok(assumptions.includes('rows == cols (assert, asserted.cu:9)'), assumptions.join('\n'));
  });

  test('what a function that is not executed can reach is unknown after it', () => {
    assert.notEqual(kernel('changed-by-a-detour.cu').verdict, 'race-free');
    assert.equal(findings('changed-by-a-detour.cu')[0]?.witness?.arguments.stride, 0);
  });

  test('main begins with the initial values of variables, and code that cannot change them does not', () => {
    const { verdict, launches } = kernel('initial-values.cu');
    assert.equal(verdict, 'race-free');
    assert.deepEqual(
      launches.map(({ gridDim, blockDim }) => [gridDim[0], blockDim[0]]),
      [['8', '128']],
    );
  });

  test('a variable that is changed before main, or through a pointer that is kept, is not what it began with', () => {
    assert.notEqual(kernel('changed-before-main.cu').verdict, 'race-free');
    assert.notEqual(kernel('changed-through-a-pointer.cu').verdict, 'race-free');
    assert.notEqual(kernel('changed-by-a-callback.cu').verdict, 'race-free');
  });

  test('a C function of the program, and addresses that were kept for others, count as well', () => {
    for (const file of [
      'changed-by-a-c-function.cu',
      'changed-through-a-kept-local.cu',
      'changed-at-the-second-call.cu',
    ]) {
      assert.notEqual(kernel(file).verdict, 'race-free', file);
      assert.equal(findings(file)[0]?.witness?.arguments.stride, 0, file);
    }
    assert.equal(kernel('left-alone.cu').verdict, 'race-free');
    assert.deepEqual(kernel('left-alone.cu').assumptions, []);
  });

  test('what a function that does not compile could change is unknown after it', () => {
    assert.notEqual(kernel('changed-by-unreadable.cu').verdict, 'race-free');
    assert.deepEqual(
      kernel('changed-by-unreadable.cu').launches.map(({ line }) => line),
      [9, 11],
    );
  });

  test('of a recursion the launches that were not seen count', () => {
    assert.notEqual(kernel('recursive.cu').verdict, 'race-free');
    assert.equal(findings('recursive.cu')[0]?.witness?.arguments.stride, 0);
  });

  test('a race under one of two launches is a race, with its witness', () => {
    assert.equal(kernel('two-launches.cu').launches.length, 2);
    assert.deepEqual(
      findings('two-launches.cu').map((f) => [f.rule, f.witness?.arguments.stride]),
      [['inter-block-race', 0]],
    );
  });

  test('many launches of one place become one with open arguments', () => {
    const { verdict, assumptions, launches } = kernel('in-a-loop.cu');
    assert.equal(verdict, 'race-free');
    assert.equal(launches.length, 1);
    assert.deepEqual(launches[0]!.blockDim, ['64', '1', '1']);
    assert.ok(assumptions.length > 0);
  });

  test('sizes in variables of the program, read once and used in several places', () => {
    const { verdict, launches } = kernel('global-size.cu');
    assert.equal(verdict, 'race-free');
    assert.deepEqual(launches[0]!.blockDim, ['64', '1', '1']);
    assert.match(launches[0]!.gridDim[0]!, /^\((size\S*)\+63\)\/64$/);
  });

  test('a launch in code that does not compile leaves the sizes open, and is told', () => {
    const { launches, ...rest } = kernel('unreadable-host.cu');
    const assumptions = assumptionsOf(rest);
    // Its sizes are constants.
    assert.deepEqual(launches, [
      { file: 'unreadable-host.cu', line: 6, gridDim: ['8', '1', '1'], blockDim: ['128', '1', '1'] },
    ]);
    assert.ok(
      assumptions.includes('only the text of its launch was read: checked for all arguments (unreadable-host.cu:6)'),
    );
    assert.ok(
      assumptions.some((a) =>
        /^a launch in code that does not compile was not read: .* \(unreadable-host\.cu:6\)$/.test(a),
      ),
      assumptions.join('\n'),
    );
  });
});
