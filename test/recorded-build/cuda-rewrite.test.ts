/** CUDA C++ as C++: what each construct becomes, and that every line stays where it is, whatever the text. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { kernelNamesIn, kernelWordsIn, rewriteCuda } from '../../src/recorded-build/cuda-rewrite.ts';
import { tokensOf } from '../../src/recorded-build/cuda-tokens.ts';

function rewritten(text: string, include: (name: string, isQuoted: boolean) => string | null = () => null): string {
  const kernelWords = new Set(['__global__', ...kernelWordsIn(text)]);
  const kernelNames = new Set(kernelNamesIn(text, kernelWords));
  return rewriteCuda(text, { kernelWords, kernelNames, architecture: 700, include });
}

const CASES: readonly (readonly [what: string, from: string, to: string])[] = [
  ['a launch', 'k<<<g, b>>>(x);', 'gpurace::configure(g, b) ? (void)0 : k(x);'],
  [
    'arguments of templates, names of namespaces, an expression',
    'if (c) ns::k<int, f(3)><<<dim3(n / 2), b, s >> 1, st>>>(x);',
    'if (c) gpurace::configure(dim3(n / 2), b, s >> 1, st) ? (void)0 : ns::k<int, f(3)>(x);',
  ],
  [
    'blanks in the marks',
    'k<< <g, b>> >(x); k << < f(1), b >>> (x);',
    'gpurace::configure(g, b) ? (void)0 : k(x); gpurace::configure( f(1), b ) ? (void)0 : k  (x);',
  ],
  ['a pointer', '(*table[i])<<<1, n>>>(x);', 'gpurace::configure(1, n) ? (void)0 : (*table[i])(x);'],
  ['a member', 'return this->k <<<1, n>>>(x);', 'return gpurace::configure(1, n) ? (void)0 : this->k (x);'],
  [
    'kernels by their addresses, and other addresses',
    '__global__ void __launch_bounds__(64) k(int); p = (void *)k; p = reinterpret_cast<const void*>(&ns::k<int>); q = (void *)m; f(sizeof(void *) * k);',
    '__global__ void __launch_bounds__(64) k(int); p = gpurace::erased->*k; p = gpurace::erased->*(&ns::k<int>); q = (void *)m; f(sizeof(void *) * k);',
  ],
  ['lines', 'k<<<g, // blocks\n  b>>>(\n  x);', 'gpurace::configure(g, // blocks\n  b) ? (void)0 : k(\n  x);'],
  [
    'a macro',
    '#define RUN(K, ...) K<<<1, 2>>>(__VA_ARGS__)',
    '#define RUN(K, ...) gpurace::configure(1, 2) ? (void)0 : K(__VA_ARGS__)',
  ],
  ['no launch', 'a = b << c; // k<<<1, 2>>>(x)\ns = "k<<<1, 2>>>(x)"; v<v<v<int>>> w; operator<<<T>(x);', ''],
  [
    'a kernel',
    '__global__ void k(int *a) { a[0] = 1; }',
    '__global__ void k(int *a) { gpurace::kernel([=]() mutable { a[0] = 1; }); }',
  ],
  ['a declaration', 'template <class T> __global__ void k(T *a, int n = f({1}));', ''],
  [
    'bounds, and branches of the preprocessor',
    '__global__ void __launch_bounds__(64) k(int n) {\n#ifdef A\n  for (;;) {\n#else\n  while (n) {\n#endif\n  }\n}\n',
    '__global__ void __launch_bounds__(64) k(int n) { gpurace::kernel([=]() mutable {\n#ifdef A\n  for (;;) {\n#else\n  while (n) {\n#endif\n  }\n}); }\n',
  ],
  [
    'a word for kernels',
    '#define KERNEL extern "C" __global__ void\nKERNEL k(int n) { n++; }',
    '#define KERNEL extern "C" __global__ void\nKERNEL k(int n) { gpurace::kernel([=]() mutable { n++; }); }',
  ],
  [
    'dynamic shared memory in a function',
    'void f() { extern __shared__ __align__(16) float s[][32]; s[0][0] = 1; }',
    'void f() { typedef  __align__(16) float gpurace_type_s[][32]; gpurace_type_s &s = *reinterpret_cast<gpurace_type_s *>(gpurace_dynamic_shared); s[0][0] = 1; }',
  ],
  [
    'dynamic shared memory of a file',
    'namespace n { extern volatile __shared__ int s[]; }',
    'namespace n { typedef volatile  int gpurace_type_s[]; static gpurace_type_s &s = *reinterpret_cast<gpurace_type_s *>(gpurace_dynamic_shared); }',
  ],
  [
    'alignment behind the word for shared memory',
    'void f() { __shared__ alignas(alignof(int)) int s[32]; alignas(8) int t; }',
    'void f() { __shared__ __attribute__((aligned(alignof(int)))) int s[32]; alignas(8) int t; }',
  ],
  ['shared memory that is not dynamic', 'extern int x; void f() { __shared__ int s[32]; }', ''],
  [
    'a kernel that is handed over',
    'cudaLaunchCooperativeKernel((void *)k<int>, g, b, args); cudaLaunchKernel(reinterpret_cast<const void *>(&k), g, b, args);',
    'cudaLaunchCooperativeKernel(k<int>, g, b, args); cudaLaunchKernel((&k), g, b, args);',
  ],
  [
    'the architecture, in code for the device',
    '__device__ int f() {\n#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 600\n  return 1;\n#endif\n}\n#if __CUDA_ARCH__ < 600\n#endif\n',
    '__device__ int f() {\n#if defined(__GPURACE_CPU__) && 700 >= 600\n  return 1;\n#endif\n}\n#if 700 < 600\n#endif\n',
  ],
  [
    'inline PTX, in a function for the device and in a macro; other assembly stays',
    '__device__ int f() {\n  asm volatile("{ a \\"b\\";"\n    "c }" : "=r"(r));\n  asm("" ::: "memory"); }\n#define F() asm("fence.acq_rel.gpu;")\nvoid g() { asm("pause"); }',
    '__device__ int f() {\n  ({ void gpurace_inline_ptx_11() __attribute__((error("gpurace c++: builds for the CPU do not have inline PTX: { a b ;c }"))); gpurace_inline_ptx_11(); })\n;\n  asm("" ::: "memory"); }\n#define F() ({ void gpurace_inline_ptx_50() __attribute__((error("gpurace c++: builds for the CPU do not have inline PTX: fence.acq_rel.gpu;"))); gpurace_inline_ptx_50(); })\nvoid g() { asm("pause"); }',
  ],
  [
    'the architecture, in code for both',
    '__host__ __device__ int f() {\n#ifdef __CUDA_ARCH__\n  return 1;\n#endif\n}\n',
    '',
  ],
];

describe('CUDA as C++', () => {
  for (const [what, from, to] of CASES) test(what, () => assert.equal(rewritten(from), to || from));

  test('includes', () => {
    const text = '#include "a.cuh" // first\n#  include <b.h>\n#include NAME\n';
    const made = rewritten(text, (name, isQuoted) => (name === 'a.cuh' && isQuoted ? '"/copy/a.cuh"' : null));
    assert.equal(made, '#include "/copy/a.cuh"// first\n#  include <b.h>\n#include NAME\n');
  });

  test('tokens are the text, and lines stay, also of texts that are cut or mixed up', () => {
    const folder = join(import.meta.dirname, 'cpu');
    const texts = ['groups.cu', 'templates.cu', 'graph.cu', 'transpose.cu'].map((name) =>
      readFileSync(join(folder, name), 'utf8'),
    );
    let seed = 1;
    const next = (n: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % n;
    };
    for (let round = 0; round < 400; round++) {
      const [one, other] = [texts[next(texts.length)]!, texts[next(texts.length)]!];
      const [from, length, at] = [next(one.length), next(300), next(other.length)];
      const mixed = other.slice(0, at) + one.slice(from, from + length) + (round % 3 === 0 ? '' : other.slice(at));
      assert.equal(
        tokensOf(mixed)
          .map(({ text }) => text)
          .join(''),
        mixed,
      );
      assert.equal(rewritten(mixed).split('\n').length, mixed.split('\n').length);
    }
  });
});
