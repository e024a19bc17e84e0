/**
 * A change of a helper in a header: a barrier moves behind the update that it stood before, and a branch lets more threads in. Each
 * of the two takes an order away, and is told with its own line; what `--repair` offers gives back what stood there.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { edited } from '../../src/lexical/text-edits.ts';
import type { Result } from '../../src/model/result.ts';
import { causesOf } from '../../src/result/causes/index.ts';
import { temporaryRepository } from '../git/repository.ts';
import { diff } from './revisions-told.ts';

const USE = `#include "scan.h"

struct Counts {
  const int *counts;
  __device__ int get(int i) const { return counts[i]; }
};
struct Places {
  int *places;
  __device__ void set(int i, int value) { places[i] = value; }
};
struct Sum {
  int *sum;
  __device__ void set(int value) { *sum = value; }
};

__global__ void positions(const int *counts, int *places, int *sum, int n) {
  Counts in{counts};
  Places out{places};
  Sum all{sum};
  Positions<Counts, Places, Sum> scan(n, in, out, all);
}

void launch(const int *counts, int *places, int *sum, int n) {
  positions<<<1, dim3(32, 32)>>>(counts, places, sum, n);
}
`;

const BASE = `#pragma once
template <class Reader, class Writer, class Total> class Positions {
  Reader &reader;
  Writer &writer;
  Total &total;
  const int n;

public:
  __device__ Positions(int count, Reader &r, Writer &w, Total &t) : reader(r), writer(w), total(t), n(count) { sum(); }

private:
  __device__ void sum() {
    __shared__ int sums[32];
    __shared__ int carried;
    if (threadIdx.x == 0 && threadIdx.y == 0) {
      carried = 0;
    }
    const int first = threadIdx.y * blockDim.x + threadIdx.x;
    const int width = blockDim.x * blockDim.y;
    for (int i = first; i < n; i += width) {
      __syncthreads();
      int own = reader.get(i);
      int before = __shfl_up_sync(0xffffffff, own, 1);
      if (threadIdx.x == 31) {
        sums[threadIdx.y] = before + own;
      }
      __syncthreads();
      int all = 0;
      if (threadIdx.y == 0) {
        all = sums[threadIdx.x];
      }
      __syncthreads();
      writer.set(i, carried + sums[threadIdx.y] + before);
      __syncthreads();
      if (threadIdx.y == 0 && threadIdx.x == 31) {
        carried += all;
      }
    }
    if (threadIdx.y == 0 && threadIdx.x == 31) {
      total.set(carried);
    }
  }
};
`;

const MOVED: readonly [string, string] = [
  `      __syncthreads();
      if (threadIdx.y == 0 && threadIdx.x == 31) {
        carried += all;
      }
`,
  `      if (threadIdx.y == 0 && threadIdx.x == 31) {
        carried += all;
      }
      __syncthreads();
`,
];
const LET_IN: readonly [string, string] = [
  `    if (threadIdx.y == 0 && threadIdx.x == 31) {
      total`,
  `    if (threadIdx.y == 0) {
      carried = __shfl_sync(0xffffffff, carried, 31);
      total`,
];
const HEAD = BASE.replace(...MOVED).replace(...LET_IN);

const repository = temporaryRepository({ after }, {});
let result: Result;

before(async () => {
  repository.write({ 'scan.h': BASE, 'use.cu': USE });
  const base = repository.commit('base');
  repository.write({ 'scan.h': HEAD, 'use.cu': USE });
  const head = repository.commit('head');
  ({ result } = await diff(repository, base, head, ['--repair', '--jobs', '1']));
});

/** What the file is with the fix of the cause that has a line; undefined: there is no such cause, or no fix. */
function repaired(isMeant: (line: string) => boolean): string | undefined {
  const cause = causesOf(result).find(({ status, headline }) => status === 'new' && isMeant(headline));
  return cause?.fix == null ? undefined : edited(HEAD, cause.fix.edits);
}

test('the barrier is put back before the update', () => {
  const [moved] = MOVED;
  const text = repaired((line) => line.includes('__syncthreads'));
  assert.ok(text?.includes(moved), text);
});

test('what the change stores anew is put down to the branch, and not to the barrier that moved', () => {
  const text = repaired((line) => line.includes('__shfl_sync'));
  assert.equal(text, BASE.replace(...MOVED));
});

test('each of the two is told with what is true of it', () => {
  const lines = result.findings.flatMap(({ orderLost, accesses }) =>
    orderLost == null ? [] : [[orderLost.text, accesses.map(({ line }) => HEAD.split('\n')[line - 1]!.trim())]],
  );
  for (const [text, accesses] of lines) {
    const isOfShuffle = (accesses as string[]).some((one) => one.includes('__shfl_sync'));
    assert.equal(isOfShuffle, String(text).includes('__shfl_sync'), `${text}: ${accesses}`);
  }
  assert.ok(lines.length >= 2);
});
