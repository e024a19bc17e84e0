/**
 * What pull requests do to kernels that have races already, and to kernels that have none: refactorings that must not
 * read as new, and races that must, each compared with its base by `gpurace diff` and the real engine.
 */
import { after, test } from 'node:test';
import { temporaryRepository } from '../git/repository.ts';
import { assertGolden } from '../golden.ts';
import { diff, told } from './revisions-told.ts';

/** Neighbours are read while they are written: a race with itself, and one more of the same further down. */
const SMOOTH = `#define STEP 1

__global__ void smooth(int *a, int *sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = a[i + STEP];
  sums[0] = a[i];
}

void launch_smooth(int *a, int *sums) {
  smooth<<<8, 64>>>(a, sums);
}
`;
const TILES = `__global__ void tiles(int *out, const int *in) {
  __shared__ int s[64];
  int i = threadIdx.x;
  s[i] = in[blockIdx.x * 64 + i];
  __syncthreads();
  int next = s[(i + 1) % 64];
  int sum = next * 2;
  out[blockIdx.x * 64 + i] = sum;
}

void launch_tiles(int *out, const int *in) {
  tiles<<<16, 64>>>(out, in);
}
`;
/** The launch takes its size from a caller in another file. */
const SIZED = `__global__ void sized(int *out) {
  out[threadIdx.x] = blockIdx.x;
}

void launch_sized(int *out, int blocks) {
  sized<<<blocks, 64>>>(out);
}
`;
const MAIN = `void launch_sized(int *out, int blocks);

int main() {
  int *out = 0;
  launch_sized(out, 1);
}
`;
/** Two programs with a kernel of the same name; the first one is racy. */
const twin = (index: string) =>
  `__global__ void twin(int *v) {\n  v[${index}] = blockIdx.x;\n}\n\nvoid launch_twin(int *v) {\n  twin<<<4, 64>>>(v);\n}\n`;
const RACY_TWIN = twin('threadIdx.x');
const RIGHT_TWIN = twin('blockIdx.x * 64 + threadIdx.x');

const FILES = {
  'smooth.cu': SMOOTH,
  'tiles.cu': TILES,
  'sized.cu': SIZED,
  'main.cpp': MAIN,
  'first/twin.cu': RACY_TWIN,
  'second/twin.cu': RIGHT_TWIN,
};

const body = '  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  a[i] = a[i + STEP];\n';
const CHANGES: readonly (readonly [name: string, files: Readonly<Record<string, string | null>>])[] = [
  [
    'a function goes into a header',
    {
      'smooth.cuh':
        '#pragma once\n#define STEP 1\n__device__ inline void step(int *a, int i) {\n  a[i] = a[i + STEP];\n}\n',
      'smooth.cu': SMOOTH.replace('#define STEP 1', '#include "smooth.cuh"').replace(
        'a[i] = a[i + STEP];',
        'step(a, i);',
      ),
    },
  ],
  [
    'a kernel split in two',
    {
      'smooth.cu': SMOOTH.replace(
        '  sums[0] = a[i];\n}',
        '}\n\n__global__ void total(int *a, int *sums) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  sums[0] = a[i];\n}',
      ).replace('(a, sums);\n}', '(a, sums);\n  total<<<8, 64>>>(a, sums);\n}'),
    },
  ],
  [
    'a template parameter more',
    {
      'smooth.cu': SMOOTH.replace('__global__', 'template <int N>\n__global__').replace('smooth<<<', 'smooth<4><<<'),
    },
  ],
  [
    'a parameter more',
    {
      'smooth.cu': SMOOTH.replace('int *sums) {\n  int', 'int *sums, int n) {\n  if (n < 0) return;\n  int').replace(
        '(a, sums);',
        '(a, sums, 3);',
      ),
    },
  ],
  ['an array renamed', { 'smooth.cu': SMOOTH.replace(/\ba\b/g, 'values') }],
  ['an index and a macro renamed', { 'smooth.cu': SMOOTH.replace(/\bi\b/g, 'index').replace(/STEP/g, 'STRIDE') }],
  ['one of two races fixed', { 'smooth.cu': SMOOTH.replace('sums[0] = a[i]', 'atomicAdd(&sums[0], a[i])') }],
  ['one of two races fixed, another one made', { 'smooth.cu': SMOOTH.replace('a[i] = a[i + STEP];', 'sums[1] = i;') }],
  ['a kernel renamed', { 'smooth.cu': SMOOTH.replace(/\bsmooth\b/g, 'blur') }],
  [
    'a barrier moved by two lines',
    { 'tiles.cu': TILES.replace('  __syncthreads();\n', '').replace('  out[', '  __syncthreads();\n  out[') },
  ],
  [
    'a file split',
    {
      'smooth.cu': null,
      'common.h': '#define STEP 1\n__global__ void smooth(int *a, int *sums);\n',
      'kernels/smooth.cu': `#include "../common.h"\n\n__global__${SMOOTH.split('__global__')[1]?.split('void launch')[0]}`,
      'host/launch.cu': `#include "../common.h"\n\nvoid launch${SMOOTH.split('void launch')[1]}`,
    },
  ],
  [
    'a formatter over all of it',
    {
      'smooth.cu': SMOOTH.replace(/^ {2}/gm, '\t')
        .replace(/ = /g, '=')
        .replace(/\) \{/g, ')\n{')
        .replace('a[i + STEP]', 'a[ i+STEP ]'),
    },
  ],
  ['other line ends', { 'smooth.cu': SMOOTH.replaceAll('\n', '\r\n') }],
  [
    'a condition of the preprocessor',
    { 'tiles.cu': TILES.replace('  __syncthreads();\n', '#ifdef SAFE\n  __syncthreads();\n#endif\n') },
  ],
  [
    'a launch in another function',
    {
      'smooth.cu': SMOOTH.replace(
        /void launch_smooth[\s\S]*/,
        'static void go(int *a, int *sums, int blocks) {\n  smooth<<<blocks, 64>>>(a, sums);\n}\n\nvoid launch_smooth(int *a, int *sums) {\n  go(a, sums, 8);\n}\n',
      ),
    },
  ],
  ['a caller in another file asks for more', { 'main.cpp': MAIN.replace('(out, 1)', '(out, 2)') }],
  ['a file copied with its race', { 'copy.cu': SMOOTH.replace('launch_smooth', 'launch_copy') }],
  ['a race of one namesake goes, the other one gets it', { 'first/twin.cu': RIGHT_TWIN, 'second/twin.cu': RACY_TWIN }],
  ['a racy file deleted', { 'smooth.cu': null }],
  ['the head does not compile', { 'smooth.cu': SMOOTH.replace(body, '  a[i] = ;\n') }],
];

const text: string[] = [];
const repository = temporaryRepository({ after }, FILES);
const base = repository.commit('base');

for (const [name, files] of CHANGES) {
  test(name, async () => {
    repository.git('checkout', '--quiet', '--detach', base);
    repository.write(files);
    const { code, result } = await diff(repository, base, repository.commit(name));
    text.push(`## ${name}: exit code ${code}`, '', ...told(result), '');
  });
}

test('the base does not compile', async () => {
  repository.git('checkout', '--quiet', '--detach', base);
  repository.write({
    'smooth.cu': SMOOTH.replace(body, `  a[i] = ;\n${body}`),
    'tiles.cu': TILES.replace('int next', 'int 1next'),
  });
  const broken = repository.commit('broken');
  repository.write({ 'smooth.cu': SMOOTH, 'tiles.cu': TILES.replace('  __syncthreads();\n', '') });
  const { code, result } = await diff(repository, broken, repository.commit('mended'));
  text.push(`## the base does not compile: exit code ${code}`, '', ...told(result), '');
});

test('what is new, unchanged and fixed', () => {
  assertGolden('compare/real-changes.md', `# What pull requests do\n\n${text.join('\n')}`);
});
