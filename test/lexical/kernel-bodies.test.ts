import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutKernelBodies } from '../../src/lexical/kernel-bodies.ts';

/** Words of the text that are left. */
const left = (text: string) => withoutKernelBodies(text).match(/\S+/g)?.join(' ');

test('kernels keep their heads, and other functions their bodies', () => {
  const text = `__device__ int one() { return 1; }
template <int N> __global__ void __launch_bounds__(N) k(int *a) {
  // {
  if (N) { a[0] = one(); }
}
void run(int *a) { k<3><<<1, 3>>>(a); }`;
  const short = withoutKernelBodies(text);
  assert.equal(short.length, text.length);
  assert.equal(
    left(text),
    '__device__ int one() { return 1; } template <int N> __global__ void __launch_bounds__(N) k(int *a) { } void run(int *a) { k<3><<<1, 3>>>(a); }',
  );
});

test('lines and lines of the preprocessor stay, but for pragmas', () => {
  const text =
    '__global__ void k(int *a) {\n#define ONE \\\n  1\n  a[0] = ONE;\n#pragma unroll\n  for (;;) {}\n}\nint x = ONE;';
  assert.equal(withoutKernelBodies(text).split('\n').length, text.split('\n').length);
  assert.equal(left(text), '__global__ void k(int *a) { #define ONE \\ 1 } int x = ONE;');
});

test('a kernel within a namespace, and one within a class', () => {
  const text =
    'namespace n { __global__ void k(int *a) { a[0] = 1; } struct S { static __global__ void l(int *a) { a[0] = 1; } int x; }; }';
  assert.equal(
    left(text),
    'namespace n { __global__ void k(int *a) { } struct S { static __global__ void l(int *a) { } int x; }; }',
  );
});

test('a body whose end depends on what the preprocessor leaves out', () => {
  const branches = (inner: string) => `__global__ void k(int *a) {${inner}}\nvoid run(int *a) { k<<<1, 1>>>(a); }`;
  const whole = branches('\n#ifdef A\n if (a) { a[0] = 1; }\n#else\n if (!a) { }\n#endif\n');
  assert.equal(left(whole), '__global__ void k(int *a) { #ifdef A #else #endif } void run(int *a) { k<<<1, 1>>>(a); }');
  const open = branches('\n#ifdef A\n if (a) {\n#else\n if (!a) {\n#endif\n }\n');
  assert.equal(withoutKernelBodies(open), open);
});
