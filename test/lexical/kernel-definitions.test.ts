import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { kernelDefinitions } from '../../src/lexical/kernel-definitions.ts';

const seen = (text: string, language: 'cuda' | 'opencl' = 'cuda') =>
  kernelDefinitions(text, language).map((d) => `${d.line} ${d.name}${d.isTemplate ? ' template' : ''}`);

describe('kernel definitions in the text', () => {
  test('plain, templated, with attributes, over several lines', () => {
    const text = [
      '__global__ void a(int *p) { }',
      'template <typename T, int N>',
      '__global__ void __launch_bounds__(N, 2)',
      '  b(T *p)',
      '{ }',
      'extern "C" __global__ __attribute__((used)) void c(void (*f)(int), int n) { }',
      'static __global__ void d(dim3 x = dim3(1, 2)) {',
      '}',
    ].join('\n');
    assert.deepEqual(seen(text), ['1 a', '4 b template', '6 c', '7 d']);
  });

  test('for the arguments of a template, by its own name', () => {
    const text = [
      'template <typename T> __global__ void a(T *p);',
      'template <>',
      '__global__ void a<float>(float *p,',
      '                         int n) { }',
      'template <> __global__ void b<pair<int, 2>>(int *p) { }',
      'template <typename T> __global__ enable_if_t<is_float<T>, void> c(T *p) { }',
    ].join('\n');
    assert.deepEqual(seen(text), ['3 a', '5 b', '6 c template']);
  });

  test('declarations, comments and strings are none', () => {
    const text = [
      '__global__ void declared(int *p);',
      '// __global__ void comment() { }',
      '/* __global__ void block() { } */',
      'const char *s = "__global__ void text() { }";',
      '#define KERNEL __global__',
    ].join('\n');
    assert.deepEqual(seen(text), []);
  });

  test('arguments of a macro that do not end hide no kernel, nor does the end of the file', () => {
    const open = '#define F(a) a\nF(\n# 3 "other.cu"\n';
    assert.deepEqual(seen(`${open}__global__ void foo(int *p) { }`), ['4 foo']);
    assert.deepEqual(seen(`${open}__global__ void foo(int *p)`), ['4 foo']);
    assert.deepEqual(seen(`${open}__global__ void foo(int *p`), ['4 foo']);
    assert.deepEqual(seen(`${open}__global__ void foo`), ['4 foo']);
    assert.deepEqual(seen('#define F(a) a\n__global__ F(\n# 3 "other.cu"\nvoid foo(int *p) { }'), ['4 foo']);
    assert.deepEqual(seen('#define KERNEL __global__ void'), []);
  });

  test('OpenCL, both spellings', () => {
    const text =
      '__kernel void a(__global int *p) {}\nkernel __attribute__((reqd_work_group_size(64,1,1))) void b() {}';
    assert.deepEqual(seen(text, 'opencl'), ['1 a', '2 b']);
  });

  test('any text at all', () => {
    const text = 'template <int B> __global__ void k(int *p) { p[0] = "\\"" [1]; /* ';
    for (let n = 0; n <= text.length; n++) kernelDefinitions(text.slice(0, n), 'cuda');
  });
});
