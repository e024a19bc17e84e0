/** Exchanges within HIP's wavefronts, of 64 threads and of 32, against what the definitions say. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { simulate } from '../../src/simulate/index.ts';
import { program, symbol } from './programs.ts';

const SOURCE = `
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>
__global__ void lanes(int *o) {
  int t = threadIdx.x;
  o[8 * t] = __lane_id();
  o[8 * t + 1] = warpSize;
  o[8 * t + 2] = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
  o[8 * t + 3] = __shfl(t, 5);
  o[8 * t + 4] = __shfl_down(t, 3);
  o[8 * t + 5] = __shfl_up(t, 3, 16);
  o[8 * t + 6] = __shfl_xor(t, 33);
  o[8 * t + 7] = __builtin_amdgcn_readfirstlane(t + 7);
}
__global__ void votes(unsigned long long *o) {
  int t = threadIdx.x;
  o[4 * t] = __ballot(t % 3 == 0);
  o[4 * t + 1] = __any(t == 40) * 2 + __all(t != 40);
  o[4 * t + 2] = __activemask();
  o[4 * t + 3] = __popcll(__lanemask_lt());
}
__global__ void sum(int *o) {
  int value = threadIdx.x;
  for (int delta = warpSize / 2; delta > 0; delta /= 2) value += __shfl_down(value, delta);
  if (threadIdx.x % warpSize == 0) o[threadIdx.x / warpSize] = value;
}
__global__ void tiles(int *o) {
  auto wave = cooperative_groups::tiled_partition<warpSize>(cooperative_groups::this_thread_block());
  __shared__ int s[128];
  s[threadIdx.x] = threadIdx.x;
  wave.sync();
  o[threadIdx.x] = s[threadIdx.x ^ (warpSize - 1)] + wave.shfl_xor((int)threadIdx.x, 1);
}
`;
const THREADS = 128;

for (const size of [64, 32]) {
  describe(`wavefronts of ${size}`, () => {
    const compiled = program(SOURCE, 'hip', size === 64 ? [] : [`__AMDGCN_WAVEFRONT_SIZE=${size}`]);
    const run = (kernel: string, bytes: number): ArrayBuffer => {
      const result = simulate(compiled, {
        kernel: symbol(compiled, kernel),
        gridDim: [1, 1, 1],
        blockDim: [THREADS, 1, 1],
        arguments: new Map([[0, { kind: 'region', size: bytes, contents: [] }]]),
      });
      assert.equal(result.error, null);
      return Uint8Array.from(result.buffer(0, 0, bytes)!).buffer;
    };

    test('lanes and shuffles', () => {
      const found = new Int32Array(run('lanes', THREADS * 32));
      for (let t = 0; t < THREADS; t++) {
        const lane = t % size;
        const first = t - lane;
        const down = lane + 3 < size ? t + 3 : t;
        const up = t % 16 >= 3 ? t - 3 : t;
        const xor = (lane ^ 33) < size ? first + (lane ^ 33) : t;
        assert.deepEqual(
          [...found.subarray(8 * t, 8 * t + 8)],
          [lane, size, lane, first + 5, down, up, xor, first + 7],
          `thread ${t}`,
        );
      }
    });

    test('votes are masks of all lanes', () => {
      const found = new BigUint64Array(run('votes', THREADS * 32));
      for (let t = 0; t < THREADS; t++) {
        const first = t - (t % size);
        const threads = Array.from({ length: size }, (_, lane) => first + lane);
        const mask = (yes: (thread: number) => boolean) =>
          threads.reduce((bits, thread, lane) => (yes(thread) ? bits | (1n << BigInt(lane)) : bits), 0n);
        assert.deepEqual(
          [...found.subarray(4 * t, 4 * t + 4)],
          [mask((x) => x % 3 === 0), threads.includes(40) ? 2n : 1n, mask(() => true), BigInt(t % size)],
          `thread ${t}`,
        );
      }
    });

    test('a sum by shuffles', () => {
      const found = new Int32Array(run('sum', 4 * (THREADS / size)));
      assert.deepEqual(
        [...found],
        Array.from({ length: THREADS / size }, (_, wave) => (size * (size - 1)) / 2 + wave * size * size),
      );
    });

    test('a tile as wide as the wavefront', () => {
      const found = new Int32Array(run('tiles', 4 * THREADS));
      assert.deepEqual(
        [...found],
        Array.from({ length: THREADS }, (_, t) => (t ^ (size - 1)) + (t ^ 1)),
      );
    });
  });
}
