/**
 * The situations of the listings in "GPURepair: Automated Repair of GPU Kernels" (Joshi, Muduganti, VMCAI 2021), in kernels of
 * our own: what is repaired, and how.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { changesOf, Repairer } from './repaired.ts';

const repairer = new Repairer();
after(() => repairer.close());

interface Listing {
  readonly name: string;
  readonly text: string;
  readonly status: string;
  /** Lines of all fixes together. */
  readonly changes: readonly string[];
}

const LISTINGS: readonly Listing[] = [
  {
    name: '1.1: a race between two lines',
    text: `__global__ void shift(int *cells) {
  int right = cells[threadIdx.x + 1];
  cells[threadIdx.x] = right;
}
`,
    status: 'repaired',
    changes: ['+ __syncthreads();'],
  },
  {
    name: '1.2: a barrier that half of the threads reach',
    text: `__global__ void halves(int *cells) {
  if (threadIdx.x % 2 == 0) {
    int right = cells[threadIdx.x + 2];
    __syncthreads();
    cells[threadIdx.x] = right;
  }
}
`,
    status: 'repaired',
    changes: [
      '+ int right;',
      '- int right = cells[threadIdx.x + 2];',
      '- __syncthreads();',
      '+ right = cells[threadIdx.x + 2];',
      '+ }',
      '+ __syncthreads();',
      '+ if (threadIdx.x % 2 == 0) {',
    ],
  },
  {
    name: '1.3: a call in a branch: the barrier stands before it, where all threads are',
    text: `__device__ void put(int *cells, int at) {
  cells[at] = 50;
}

__global__ void capped(int *cells) {
  int right = cells[threadIdx.x + 1];
  if (right < 50) {
    put(cells, threadIdx.x);
  }
}
`,
    status: 'repaired',
    changes: ['+ __syncthreads();'],
  },
  {
    name: '1.4: a race in a branch, where a barrier would diverge: the branch is parted',
    text: `__global__ void few(int *cells) {
  if (threadIdx.x < 40) {
    int right = cells[threadIdx.x + 1];
    cells[threadIdx.x] = right;
  }
}
`,
    status: 'repaired',
    changes: [
      '+ int right;',
      '- int right = cells[threadIdx.x + 1];',
      '+ right = cells[threadIdx.x + 1];',
      '+ }',
      '+ __syncthreads();',
      '+ if (threadIdx.x < 40) {',
    ],
  },
  {
    name: '1.5: one statement reads and writes',
    text: `__global__ void slide(int *cells) {
  cells[threadIdx.x] = cells[threadIdx.x + 1];
}
`,
    status: 'repaired',
    changes: [
      '- cells[threadIdx.x] = cells[threadIdx.x + 1];',
      '+ const int next = cells[threadIdx.x + 1];',
      '+ __syncthreads();',
      '+ cells[threadIdx.x] = next;',
    ],
  },
  {
    name: '1.6: all threads write to one place: no barrier helps, one thread is enough',
    text: `__global__ void flag(int *cells, int value) {
  cells[0] = value;
}
`,
    status: 'repaired',
    changes: ['- cells[0] = value;', '+ if (threadIdx.x == 0) cells[0] = value;'],
  },
  {
    name: '1.6: threads write to one place that a counter names: refused',
    text: `__global__ void append(int *cells, int *count) {
  int at = atomicAdd(count, 0);
  cells[at] = threadIdx.x;
}
`,
    status: 'refused',
    changes: [],
  },
  {
    name: '1.7: a race between two calls',
    text: `__device__ void put(int *cells, int at, int value) {
  cells[at] = value;
}

__device__ int get(int *cells, int at) {
  return cells[at + 1];
}

__global__ void pass(int *cells) {
  int at = threadIdx.x;
  int right = get(cells, at);
  put(cells, at, right);
}
`,
    status: 'repaired',
    changes: ['+ __syncthreads();'],
  },
  {
    name: '1.8: a function pointer and an assertion: the kernel is in order, and nothing is done',
    text: `__device__ int twice(int i) { return i * 2; }
__device__ int half(int i) { return i / 2; }

__global__ void choose(int *cells) {
  int at = threadIdx.x;
  int (*f)(int) = at != 0 ? twice : half;
  cells[at] = f(at);
}
`,
    status: 'clean',
    changes: [],
  },
];

describe('the listings of GPURepair', () => {
  for (const { name, text, status, changes } of LISTINGS) {
    test(name, async () => {
      const { repairs, result } = await repairer.repair({ 'a.cu': text }, { gridDim: [1, 1, 1], blockDim: [64, 1, 1] });
      const [repair] = repairs;
      const diffs = new Set(result.findings.flatMap(({ fixes }) => fixes.map(({ diff }) => diff)));
      assert.equal(repair?.status, status, repair?.reason ?? '');
      assert.deepEqual([...diffs].flatMap(changesOf), changes);
    });
  }
});
