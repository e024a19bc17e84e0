import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathFilter, selectAll, selectChanged } from '../../src/compare/select-units.ts';
import type { ChangedFile } from '../../src/diff/changed-file.ts';

function sourcesOf(files: Readonly<Record<string, string>>) {
  return { files: Object.keys(files).sort(), read: (file: string) => files[file] };
}

const change = (path: string, more: Partial<ChangedFile> = {}): ChangedFile => ({
  path,
  previousPath: null,
  status: 'modified',
  lines: null,
  ...more,
});
const everything = () => true;

function changed(files: Readonly<Record<string, string>>, ...changes: ChangedFile[]): string[] {
  return selectChanged(sourcesOf(files), changes, everything).units.map(({ file, throughHeaders }) =>
    [file, ...throughHeaders].join(' < '),
  );
}

const TREE = {
  'src/a.cu': '#include "../include/tile.h"\n',
  'src/b.cu': '  #  include <tile.h> // by suffix\n',
  'src/c.cl': '#include "other/tile.h"\n',
  'include/tile.h': '#include "detail/loop.h"\n',
  'include/detail/loop.h': '#include "../tile.h"\n',
  'src/host.cpp': 'int main() {}\n',
};

test('a C++ file is a unit when it defines a kernel, or launches one as HIP does', () => {
  const files = {
    'own.cpp': '__global__ void k() {}\n',
    'main.cpp': '#include "kernels.h"\nvoid run() { hipLaunchKernelGGL(k, 1, 64, 0, 0); }\n',
    'kernels.h': '__global__ void k() {}\n',
    'host.cpp': 'void run() { hipDeviceSynchronize(); }\n',
  };
  assert.deepEqual(
    selectAll(sourcesOf(files), everything).units.map(({ file }) => file),
    ['main.cpp', 'own.cpp'],
  );
  assert.deepEqual(changed(files, change('kernels.h')), ['main.cpp < kernels.h']);
});

test('a header leads to what includes it: relative, by suffix, through others, and in circles', () => {
  assert.deepEqual(changed(TREE, change('include/tile.h')), ['src/a.cu < include/tile.h', 'src/b.cu < include/tile.h']);
  assert.deepEqual(changed(TREE, change('include/detail/loop.h')), [
    'src/a.cu < include/detail/loop.h',
    'src/b.cu < include/detail/loop.h',
  ]);
});

test('a suffix is whole path segments', () => {
  assert.deepEqual(changed({ 'a.cu': '#include "tile.h"' }, change('big_tile.h')), []);
  assert.deepEqual(changed({ 'a.cu': '#include "x/tile.h"' }, change('lib/x/tile.h')), ['a.cu < lib/x/tile.h']);
  assert.deepEqual(changed({ 'a.cu': '#include "x/tile.h"' }, change('lib/ax/tile.h')), []);
});

test('a removed or renamed header leads to what still includes the old name', () => {
  assert.deepEqual(changed(TREE, change('include/tile.h', { status: 'removed' })), [
    'src/a.cu < include/tile.h',
    'src/b.cu < include/tile.h',
  ]);
  const renamed = change('include/tile2.h', { status: 'renamed', previousPath: 'include/tile.h' });
  assert.deepEqual(changed(TREE, renamed), ['src/a.cu < include/tile2.h', 'src/b.cu < include/tile2.h']);
});

test('a kernel header is a unit of its own only when no program includes it', () => {
  const kernels = {
    'k.cuh': '__global__ void k() {}',
    'lone.cuh': '__global__ void l() {}',
    'a.cu': '#include "k.cuh"',
  };
  assert.deepEqual(changed(kernels, change('k.cuh'), change('lone.cuh')), ['a.cu < k.cuh', 'lone.cuh']);
  assert.deepEqual(
    selectAll(sourcesOf(kernels), everything).units.map(({ file }) => file),
    ['a.cu', 'lone.cuh'],
  );
});

test('C++ sources and headers count when they define a kernel', () => {
  const files = { 'a.cpp': '__global__ void k() {}', 'b.cpp': 'int x;', 'c.hpp': '__global__ void c() {}', 'd.h': '' };
  assert.deepEqual(
    selectAll(sourcesOf(files), everything).units.map(({ file }) => file),
    ['a.cpp', 'c.hpp'],
  );
});

test('a changed kernel source that is not there is missing, a removed one is not', () => {
  const { units, missing } = selectChanged(
    sourcesOf({}),
    [change('gone.cu'), change('old.cu', { status: 'removed' }), change('gone.md')],
    everything,
  );
  assert.deepEqual([units, missing], [[], ['gone.cu']]);
});

test('filters: globs, folders, exclude wins', () => {
  const wanted = pathFilter(['src', '*.cl'], ['src/**/gen/**', 'src/x.cu']);
  const files = ['src/a.cu', 'src/deep/b.cu', 'src/deep/gen/c.cu', 'src/x.cu', 'k.cl', 'lib/k.cl', 'srcs/a.cu'];
  assert.deepEqual(files.filter(wanted), ['src/a.cu', 'src/deep/b.cu', 'k.cl']);
  assert.deepEqual(files.filter(pathFilter([], [])), files);
});

test('a launch in another file, a caller and what is called lead to the kernels that they concern', () => {
  const files = {
    'src/k.cu':
      '__global__ void k() {}\nvoid run(int n) { k<<<n, 32>>>(); }\nint size();\nvoid go() { run(size()); }\n',
    'src/kernel.cu': '__global__ void lonely() {}\n',
    'src/launch.cpp': 'void lonely();\nvoid start() { cudaLaunchKernel((void *)lonely, 1, 32, 0, 0); }\n',
    'src/main.cpp': '#include "blocks.h"\nvoid run(int);\nint main() { run(BLOCKS); }\n',
    'src/blocks.h': '#define BLOCKS 1\n',
    'src/size.cpp': 'int size() { return 2; }\n',
    'other/k.cu': '__global__ void k() {}\nvoid run(int n) { k<<<n, 64>>>(); }\n',
    'src/apart.cpp': 'int apart() { return 2; }\n',
  };
  assert.deepEqual(changed(files, change('src/launch.cpp')), ['src/kernel.cu < src/launch.cpp']);
  assert.deepEqual(changed(files, change('src/main.cpp')), ['src/k.cu < src/main.cpp']);
  assert.deepEqual(changed(files, change('src/blocks.h')), ['src/k.cu < src/blocks.h']);
  assert.deepEqual(changed(files, change('src/size.cpp')), ['src/k.cu < src/size.cpp']);
  assert.deepEqual(changed(files, change('src/apart.cpp')), []);
});

test('a script concerns no program that has functions of the same names; what a program includes is code', () => {
  const files = {
    'rows.cu': '__global__ void k() {}\nvoid run() { k<<<1, 32>>>(); }\n',
    'test_rows.py': 'def test_run():\n    run()\n    k()\n',
    'rows.tbl': 'inline void all() { run(); }\n',
    'main.cpp': '#include "rows.tbl"\nvoid run();\nint main() { all(); }\n',
  };
  assert.deepEqual(changed(files, change('test_rows.py')), []);
  assert.deepEqual(changed(files, change('rows.tbl')), ['rows.cu < rows.tbl']);
});

test('who calls by way of an inline function of a header concerns the kernels behind it', () => {
  const files = {
    'k.cu': '__global__ void k() {}\nvoid runFloat(int n) { k<<<n, 32>>>(); }\n',
    'wrappers.h': 'void runFloat(int);\ninline void run(int n) { runFloat(n); }\ninline int none() { return 0; }\n',
    'matrix.h': '#include "wrappers.h"\n',
    'matrix.cc': '#include "matrix.h"\nvoid go() { run(2); }\n',
    'other.cc': '#include "matrix.h"\nint also() { return none(); }\n',
  };
  assert.deepEqual(changed(files, change('matrix.cc')), ['k.cu < matrix.cc']);
  assert.deepEqual(changed(files, change('other.cc')), []);
});

test('a program that has a function of its own is not concerned by one of the same name', () => {
  const files = {
    'tool.cu': '#include "layer.h"\nint main() { forward(2); }\n',
    'layer.h': '__global__ void k() {}\ninline void forward(int n) { k<<<n, 32>>>(); }\n',
    // A copy of its own, in the file or in a header of it.
    'study/forward.cu': '__global__ void s() {}\nvoid forward(int n) { s<<<n, 32>>>(); }\nint main() { forward(1); }\n',
    'study/other.cu': '#include "mine.h"\n__global__ void s() {}\nint main() { s<<<1, 1>>>(); forward(1); }\n',
    'study/mine.h': 'inline void forward(int n) {}\n',
    // It only declares the function: the one of the changed header may be meant.
    'lib/user.cu': '__global__ void u() {}\nvoid forward(int);\nvoid go() { u<<<1, 1>>>(); forward(1); }\n',
  };
  assert.deepEqual(changed(files, change('layer.h')), ['lib/user.cu < layer.h', 'tool.cu < layer.h']);
});

test('an OpenCL file is reached by the host files that launch its kernels, and by those that call them', () => {
  const files = {
    'a/rows.cl': '__kernel void rows(__global float *m) { m[0] = 1; }\n',
    'a/main.c': '#include <CL/cl.h>\nint main() { go("rows"); }\n',
    'a/go.c':
      '#include <CL/cl.h>\nvoid go(const char *name) { clEnqueueNDRangeKernel(q, k(name), 1, 0, g, l, 0, 0, 0); }\n',
    'a/other.c': 'int other() { return 0; }\n',
    'b/rows.cl': '__kernel void rows(__global float *m) { m[0] = 2; }\n',
  };
  assert.deepEqual(changed(files, change('a/go.c')), ['a/rows.cl < a/go.c']);
  assert.deepEqual(changed(files, change('a/main.c')), ['a/rows.cl < a/main.c']);
  assert.deepEqual(changed(files, change('a/other.c')), []);
});
