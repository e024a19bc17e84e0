/** Kernels that a unit has only by what it includes, or behind a macro: they are in the result, analysed or with a reason. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';

async function kernels(files: Record<string, string>, asked: readonly string[]) {
  const tree = {
    kind: 'memory' as const,
    files: new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
  };
  const around = () => Object.keys(files);
  const result = await analyse(tree, asked, { ...DEFAULT_CHECK_OPTIONS, around }, SILENT);
  return result.kernels.map(({ kernel, file, line, reasons }) => [
    kernel,
    `${file}:${line}`,
    reasons.some(({ kind }) => kind === 'not-analysed') ? reasons.map(({ text }) => text).join('; ') : 'analysed',
  ]);
}

test('a template of a header whose user does not compile is instantiated with stand-ins', async () => {
  const files = {
    'k.cuh':
      'template <class T> __global__ void scale(T *a) { a[threadIdx.x] = 1; }\ntemplate <class T> void launch(T *a) { scale<T><<<1, 32>>>(a); }\n',
    'main.cu': '#include "k.cuh"\nvoid run(float *a) { launch<float>(a) $ ; }\n',
  };
  assert.deepEqual(await kernels(files, ['main.cu']), [['scale<float>', 'k.cuh:1', 'analysed']]);
});

test('one that cannot be instantiated so is listed with the reason', async () => {
  const files = {
    'k.cuh': 'template <class P> __global__ void apply(P p, typename P::type *a) { a[threadIdx.x] = p(); }\n',
    'main.cu': '#include "k.cuh"\nvoid run(int *a) { apply<Policy><<<1, 32>>>(Policy(), a) $ ; }\n',
  };
  const [[name, place, why] = []] = await kernels(files, ['main.cu']);
  assert.deepEqual([name, place], ['apply', 'k.cuh:1']);
  assert.match(why!, /^what uses it does not compile: /);
});

test('a macro of a header that stands for __global__', async () => {
  const files = {
    'config.h': '#define LIB_KERNEL static __global__\n',
    'a.cu':
      '#include "config.h"\nLIB_KERNEL void good(int *a) { a[threadIdx.x] = 1; }\ntemplate <class T, template <class> class C> LIB_KERNEL void nobody(C<T> *a) { }\n',
  };
  assert.deepEqual(await kernels(files, ['a.cu']), [
    ['good', 'a.cu:2', 'analysed'],
    ['nobody', 'a.cu:3', 'a template, and no use of it with known arguments was found'],
  ]);
});

test('a kernel that a macro of the build lets in', async () => {
  const files = { 'a.cl': '#ifdef STEP\nkernel void step(global int *a) { a[get_local_id(0)] = 1; }\n#endif\n' };
  assert.deepEqual(await kernels(files, ['a.cl']), [['step', 'a.cl:2', 'analysed']]);
});

test('a definition of host code comes before any guess', async () => {
  const files = {
    'a.cl': 'kernel void k(global T *a) { local T s[TILE]; s[get_local_id(0)] = a[0]; }\n',
    'host.cpp': 'const char *options = "-D T=short -DTILE=64";\n',
  };
  const tree = {
    kind: 'memory' as const,
    files: new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
  };
  const options = { ...DEFAULT_CHECK_OPTIONS, around: () => Object.keys(files) };
  const { kernels } = await analyse(tree, ['a.cl'], options, SILENT);
  assert.deepEqual(
    kernels[0]!.assumptions.filter(({ definition }) => definition !== undefined),
    [
      { kind: 'build-definition', text: 'T = short', place: { file: 'host.cpp', line: 1 }, definition: 'T=short' },
      { kind: 'build-definition', text: 'TILE = 64', place: { file: 'host.cpp', line: 1 }, definition: 'TILE=64' },
    ],
  );
});

test('what it took to compile the host side is said too', async () => {
  const text =
    '__global__ void k(int *a) { a[threadIdx.x] = 1; }\n#ifndef __CUDA_ARCH__\nvoid run(int *a, lib::queue q) { k<<<1, 32, 0, q.native()>>>(a); }\n#endif\n';
  const tree = { kind: 'memory' as const, files: new Map([['a.cu', Buffer.from(text)]]) };
  const { kernels } = await analyse(tree, ['a.cu'], DEFAULT_CHECK_OPTIONS, SILENT);
  assert.equal(kernels[0]!.launches.length, 1);
  assert.deepEqual(
    kernels[0]!.assumptions.filter(({ kind }) => kind === 'macro').map(({ text: said }) => said),
    ['lib is taken for a namespace of which only names are known'],
  );
});

test('a source is compiled behind those that host code puts before it', async () => {
  const files = {
    'cl/ops.cl': 'T twice(T x) { return x + x; }\n#define WIDTH 64\n',
    'cl/scan.cl': 'kernel void scan(global T *a) { local T s[WIDTH]; s[get_local_id(0)] = twice(a[0]); }\n',
    'host.cpp': 'auto k = build("scan", {{ops_cl_src, scan_cl_src}}, "-D T=int");\n',
  };
  const tree = {
    kind: 'memory' as const,
    files: new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
  };
  const options = { ...DEFAULT_CHECK_OPTIONS, around: () => Object.keys(files) };
  const { kernels: found } = await analyse(tree, ['cl/scan.cl'], options, SILENT);
  assert.deepEqual(
    found.map(({ kernel, verdict, assumptions }) => [
      kernel,
      verdict,
      assumptions.filter(({ place }) => place?.file === 'host.cpp').map(({ text }) => text),
    ]),
    [['scan', 'race-free', ['T = int', 'cl/ops.cl stands before it, as the host code puts them together']]],
  );
});
