/** Values and launches that host code makes in ways that were once not followed, and what is said where they are not. */

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';
import type { Finding, KernelResult, Result } from '../../src/model/result.ts';
import { assumptionsOf } from '../texts.ts';

const FILL = '__global__ void fill(int *a, int stride) { a[threadIdx.x * stride] = threadIdx.x; }\n';
const MIRROR = `__global__ void mirror(float *m, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c < r && r < rows) m[r * cols + c] = m[c * cols + r];
}
`;
const SIZES = 'dim3((rows + 15) / 16, (rows + 15) / 16), dim3(16, 16)';

const SOURCES: Record<string, string> = {
  'in-a-handler.cu': `${FILL}
void other();
void go(int *a) {
  fill<<<1, 64>>>(a, 1);
  try { other(); } catch (int) { fill<<<1, 64>>>(a, 0); }
}
`,
  'computed-sizes.cu': `${FILL}
__global__ void fillAll(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}
void handOn(int *a, int threads) { fill<<<1, threads>>>(a, 1); }
void round(int *a, int n) { fillAll<<<(n + 255) / 256, 256>>>(a, n); }
`,
  'two-pointers.cu': `${FILL}
struct Choice { int stride; };
Choice *chosen;
void one(int *a, Choice *p) { p->stride = 1; fill<<<1, 64>>>(a, p->stride); }
void set(Choice *p) { chosen = p; }
`,
  'two-pointers-that-may-be-one.cu': `${FILL}
struct Choice { int stride; };
Choice *chosen;
void both(int *a, Choice *p) { chosen->stride = 1; p->stride = 0; fill<<<1, 64>>>(a, chosen->stride); }
void set(Choice *p) { chosen = p; }
`,
  'through-a-pointer.cu': `${FILL}
__global__ void fillUp(int *a, int stride) { a[threadIdx.x * stride] = threadIdx.x + 1; }
int main() {
  int *a;
  cudaMalloc(&a, 4096);
  void (*kernel)(int *, int);
  for (int i = 0; i < 2; i++) {
    switch (i) { case 0: kernel = &fill; break; default: kernel = &fillUp; }
    kernel<<<1, 64>>>(a, 1);
  }
}
`,
  'through-a-pointer-too.cu': `${FILL}
void (*chosen)(int *, int) = fill;
int main() {
  int *a;
  cudaMalloc(&a, 4096);
  fill<<<1, 64>>>(a, 1);
  chosen<<<1, 64>>>(a, 0);
}
`,
  'by-value-through-a-pointer.cu': `${FILL}
void go(int *a, bool isFull) {
  fill<<<1, 64>>>(a, 1);
  const void *kernel = 0;
  if (isFull) kernel = (const void *)fill;
  int stride = 0;
  void *args[] = {&a, &stride};
  cudaLaunchKernel(kernel, dim3(1), dim3(64), args, 0, 0);
}
`,
  'handed-on.cu': `${FILL}
void elsewhere(void (*)(int *, int));
void go(int *a) { fill<<<1, 64>>>(a, 1); elsewhere(fill); }
`,
  'cases-of-a-number.cu': `
template <int size> __global__ void fill(int *a, int stride) { a[threadIdx.x * stride] = threadIdx.x; }
void go(int *a, int n, int most) {
  int number = n < most ? n : most;
  switch (number) {
    case 0: fill<0><<<1, 64>>>(a, number); break;
    case 1: fill<1><<<1, 64>>>(a, number); break;
    case 32: fill<32><<<n, number>>>(a, 1); break;
  }
}
`,
  'rounded.cu': `#include <cmath>
__global__ void map(int *out, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * width + x] = x;
}
void go(int *out, int width, int height) {
  dim3 block(16, 16), grid((int)floor(width / 16.0), (unsigned)ceilf(height / 16.0f));
  map<<<grid, block>>>(out, width);
}
`,
  'from-a-vector.cu': `#include <vector>
${FILL}
void go(int *a, std::vector<int> &strides, int k) { fill<<<1, 64>>>(a, strides[k]); }
`,
  'from-a-reader.cu': `#include <iostream>
__global__ void together(int *a) { a[threadIdx.x] = blockIdx.x; }
int main() {
  int *a, n;
  std::cin >> n;
  cudaMalloc(&a, n * sizeof(int));
  together<<<(n + 255) / 256, 256>>>(a);
}
`,
  'members.cu': `${MIRROR}
template <class T> class Matrix {
 public:
  Matrix(T *data, int rows, int cols) : data_(data), rows(rows), cols_(cols), grid_(1), block_(16, 16) {
    grid_ = dim3((rows + 15) / 16, (rows + 15) / 16);
  }
  void mirrorDown() {
    if (rows != cols_) throw 1;
    mirror<<<grid_, block_>>>(data_, rows, cols_);
  }
 private:
  T *data_;
  const int rows;
  int cols_;
  dim3 grid_, block_;
};
void go(float *data, int rows, int cols) { Matrix<float>(data, rows, cols).mirrorDown(); }
`,
  'written-through-a-parameter.cu': `${MIRROR}
struct Matrix { float *data; int rows, cols; };
void go(Matrix *matrix, int rows, bool isTall) {
  matrix->rows = rows;
  matrix->cols = rows;
  if (isTall) matrix->cols = matrix->rows + 8;
  mirror<<<${SIZES}>>>(matrix->data, matrix->rows, matrix->cols);
}
`,
  'forgotten-through-a-parameter.cu': `${MIRROR}
struct Matrix { float *data; int rows, cols; };
void resize(Matrix *matrix);
void go(Matrix *matrix) {
  if (matrix->rows != matrix->cols) return;
  resize(matrix);
  int rows = matrix->rows;
  mirror<<<${SIZES}>>>(matrix->data, rows, matrix->cols);
}
`,
  'one-side.cu': `${MIRROR}
struct Matrix { float *data; int rows, cols; };
void go(Matrix *matrix, int rows, bool isNew) {
  if (isNew) { matrix->rows = rows; matrix->cols = rows; }
  mirror<<<${SIZES}>>>(matrix->data, matrix->rows, matrix->cols);
}
`,
  'api.cu': `${MIRROR}
void go(float *m, int rows, int cols) {
  if (rows != cols) exit(1);
  void *args[] = {&m, &rows, &cols};
  cudaLaunchKernel((const void *)mirror, ${SIZES}, args, 0, 0);
  cudaLaunchCooperativeKernel((void *)mirror, ${SIZES}, args, 0, 0);
}
`,
  'occupancy.cu': `__global__ void fill(float *m, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) m[i] = i;
}
void go(float *m, int n) {
  int grid, block;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, fill, 0, 0);
  fill<<<grid, block>>>(m, n);
}
`,
};

describe('what host code computes', () => {
  let result: Result;
  before(async () => {
    const files = new Map(Object.entries(SOURCES).map(([name, text]) => [name, Buffer.from(text)]));
    result = await analyse({ kind: 'memory', files }, [...files.keys()], DEFAULT_CHECK_OPTIONS, SILENT);
  });
  const kernels = (file: string): KernelResult[] => result.kernels.filter((k) => k.file === file);
  const findings = (file: string): Finding[] => result.findings.filter((f) => f.accesses[0]!.file === file);
  const verdicts = (file: string): string[] => kernels(file).map(({ verdict }) => verdict);

  test('a launch in a handler is a launch', () => {
    assert.notEqual(verdicts('in-a-handler.cu')[0], 'race-free');
  });

  test('that host arithmetic does not overflow is said where sizes are computed, and where they are handed on it is not', () => {
    const said = kernels('computed-sizes.cu').map((kernel) =>
      assumptionsOf(kernel).includes('host arithmetic does not overflow'),
    );
    assert.deepEqual(verdicts('computed-sizes.cu'), ['race-free', 'race-free']);
    assert.deepEqual(said, [false, true]);
  });

  test('where two pointers that code is handed are taken to lead to different memory, the verdict says so', () => {
    const said = (name: string) =>
      kernels(name).flatMap(assumptionsOf).includes('pointers that host code is handed lead to different memory');
    assert.equal(said('two-pointers.cu'), false);
    assert.equal(said('two-pointers-that-may-be-one.cu'), true);
    assert.deepEqual(verdicts('two-pointers.cu'), ['race-free']);
  });

  test('a launch through a pointer is one of every kernel whose address is taken', () => {
    assert.deepEqual(verdicts('through-a-pointer.cu'), ['race-free', 'race-free']);
    assert.deepEqual(
      kernels('through-a-pointer.cu').map(({ launches }) => launches.map(({ line }) => line)),
      [[10], [10]],
    );
    assert.notEqual(verdicts('through-a-pointer-too.cu')[0], 'race-free');
    assert.equal(findings('through-a-pointer-too.cu')[0]?.witness?.arguments.stride, 0);
  });

  test('a kernel that is handed to code which is not seen, or to the runtime as a pointer, may be launched in any way', () => {
    assert.notEqual(verdicts('by-value-through-a-pointer.cu')[0], 'race-free');
    assert.notEqual(verdicts('handed-on.cu')[0], 'race-free');
  });

  test('rounded quotients of whole numbers are whole numbers', () => {
    assert.deepEqual(verdicts('rounded.cu'), ['race-free']);
    const [kernel] = kernels('rounded.cu');
    assert.ok(
      assumptionsOf(kernel!).includes('height <= 16777216 (float, rounded.cu:7)'),
      assumptionsOf(kernel!).join('\n'),
    );
  });

  test('in a case of a switch, sizes and arguments are its number, whatever that was computed from', () => {
    const [none, one, blocks] = kernels('cases-of-a-number.cu');
    assert.deepEqual([none?.verdict, one?.verdict], ['racy', 'race-free']);
    assert.deepEqual(blocks?.launches[0]?.blockDim, ['32', '1', '1']);
    const fact = '(most <= n ? most : n) == 1 (on the way to the launch, cases-of-a-number.cu:7)';
    assert.ok(assumptionsOf(one!).includes(fact), assumptionsOf(one!).join('; '));
  });

  test('a finding that rests on what was not understood is possible, one that rests on input is shown', () => {
    assert.deepEqual(
      findings('from-a-vector.cu').map(({ evidence }) => evidence),
      ['possible'],
    );
    assert.deepEqual(
      findings('from-a-reader.cu').map(({ evidence }) => evidence),
      ['replayed'],
    );
  });

  test('members, constant ones too, of a class template, and a throw', () => {
    assert.deepEqual(verdicts('members.cu'), ['race-free']);
    assert.ok(assumptionsOf(kernels('members.cu')[0]!).includes('rows == cols (branch, members.cu:12)'));
  });

  test('what is written behind a parameter is what stands there, on the paths that write it', () => {
    assert.deepEqual(verdicts('written-through-a-parameter.cu'), ['race-free']);
    assert.notEqual(verdicts('one-side.cu')[0], 'race-free');
    assert.notEqual(verdicts('forgotten-through-a-parameter.cu')[0], 'race-free');
  });

  test('launches by functions of the runtime, and sizes that the runtime proposes', () => {
    assert.deepEqual(verdicts('api.cu'), ['race-free']);
    assert.equal(kernels('api.cu')[0]!.launches.length, 2);
    assert.deepEqual(verdicts('occupancy.cu'), ['race-free']);
  });
});
