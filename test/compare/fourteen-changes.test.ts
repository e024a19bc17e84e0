/**
 * A repository with fourteen changes, each compared with its base by `gpurace diff` and the real engine. The golden file
 * says for each change what is new, unchanged and fixed, and where in the diff the new findings stand.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { temporaryRepository } from '../git/repository.ts';
import { assertGolden } from '../golden.ts';
import { diff, told } from './revisions-told.ts';

const SHIFT = `#include "tile.cuh"

__global__ void shift(int *out, const int *in) {
  __shared__ int s[64];
  int i = threadIdx.x;
  s[slot(i) % TILE] = in[blockIdx.x * 64 + i];
  __syncthreads();
  out[blockIdx.x * 64 + i] = s[(i + 1) % 64];
}

void launch(int *out, const int *in) {
  shift<<<16, 64>>>(out, in);
}
`;
const RACY = `/* Sums neighbours. */
static int unused_on_the_host(int a)
{ return a+1; }

__global__ void neighbours(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = a[i + 1];
}

void launch_neighbours(int *a) {
  neighbours<<<8, 64>>>(a);
}
`;
const NEIGHBOURS = /__global__[\s\S]*?\n\}\n\n/;
const FILL = `#include <cassert>

__global__ void fill(int *a) {
  a[threadIdx.x] = blockIdx.x;
}

void launch_fill(int *a, int blocks) {
  assert(blocks == 1);
  fill<<<blocks, 64>>>(a);
}
`;
const COUNT = `__global__ void count(int *total) {
  atomicAdd(&total[0], 1);
}

void launch_count(int *total) {
  count<<<8, 64>>>(total);
}
`;
const FILES = {
  'README.md': '# Kernels\n',
  'src/tile.cuh': '#pragma once\n#define TILE 64\n\n__device__ inline int slot(int i) {\n  return i;\n}\n',
  'src/shift.cu': SHIFT,
  'src/racy.cu': RACY,
  'src/fill.cu': FILL,
  'src/count.cu': COUNT,
  'src/stage.cuh': '#pragma once\n__global__ void stage(int *out) {\n  out[threadIdx.x] = blockIdx.x;\n}\n',
  'src/main.cu': '#include "stage.cuh"\n\nvoid launch_stage(int *out) {\n  stage<<<1, 64>>>(out);\n}\n',
};

const CHANGES: readonly (readonly [name: string, files: Readonly<Record<string, string | null>>])[] = [
  ['barrier deleted', { 'src/shift.cu': SHIFT.replace('  __syncthreads();\n', '') }],
  [
    'access added',
    { 'src/shift.cu': SHIFT.replace('  out[', '  if (i < 63) s[i] = s[i] + s[i + 1];\n  __syncthreads();\n  out[') },
  ],
  ['file renamed with a race inside', { 'src/racy.cu': null, 'lib/neighbours.cu': RACY.replace('Sums', 'Adds') }],
  [
    'code above a race reformatted',
    { 'src/racy.cu': RACY.replace('(int a)\n{ return a+1; }', '(int a) {\n  // Never called.\n  return a + 1;\n}') },
  ],
  ['race fixed', { 'src/racy.cu': RACY.replace('a[i] = a[i + 1]', 'a[i] = a[i] + 1') }],
  ['scope narrowed', { 'src/count.cu': COUNT.replace('atomicAdd(', 'atomicAdd_block(') }],
  ['launch enlarged in another file', { 'src/main.cu': FILES['src/main.cu'].replace('<<<1, 64>>>', '<<<2, 64>>>') }],
  ['assert removed', { 'src/fill.cu': FILL.replace('  assert(blocks == 1);\n', '') }],
  ['header changed', { 'src/tile.cuh': FILES['src/tile.cuh'].replace('return i;', 'return i / 2;') }],
  [
    'kernel moved',
    {
      'src/racy.cu': RACY.replace(NEIGHBOURS, '__global__ void neighbours(int *a);\n\n'),
      'src/moved.cu': `// Sums.\n${NEIGHBOURS.exec(RACY)?.[0]}void launch_moved(int *a) {\n  neighbours<<<8, 64>>>(a);\n}\n`,
    },
  ],
  ['macro changed', { 'src/tile.cuh': FILES['src/tile.cuh'].replace('TILE 64', 'TILE 32') }],
  [
    'new kernel, clean',
    { 'src/new.cu': '__global__ void ones(int *a) {\n  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n}\n' },
  ],
  [
    'new kernel, racy',
    {
      'src/new.cu':
        '__global__ void last(int *a, int *out) {\n  out[0] = a[blockIdx.x * blockDim.x + threadIdx.x];\n}\n\nvoid go(int *a, int *out) {\n  last<<<2, 64>>>(a, out);\n}\n',
    },
  ],
  ['only a README', { 'README.md': '# Kernels\n\nOf many kinds.\n' }],
];

const text: string[] = [];
const repository = temporaryRepository({ after }, FILES);
const base = repository.commit('base');

for (const [name, files] of CHANGES) {
  test(name, async () => {
    repository.git('checkout', '--quiet', '--detach', base);
    repository.write(files);
    const head = repository.commit(name);
    // What lies in the checkout is of no concern: both revisions are read from git's objects.
    repository.git('checkout', '--quiet', '--detach', base);
    const { code, result } = await diff(repository, base, head);
    assert.ok(code === 0 || code === 1);
    text.push(`## ${name}: exit code ${code}`, '', ...told(result), '');
    assert.equal(code, result.findings.some(({ status }) => status === 'new') ? 1 : 0);
  });
}

test('the right findings are new, unchanged or fixed, at the right anchors', () => {
  assertGolden('compare/fourteen-changes.md', `# Fourteen changes\n\n${text.join('\n')}`);
});
