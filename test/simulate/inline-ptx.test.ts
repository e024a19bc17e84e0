/** Kernels with inline PTX, executed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ArgumentValue, simulate } from '../../src/simulate/index.ts';
import { program, symbol } from './programs.ts';

const SOURCE = `
__device__ int loadAcquire(const int *p) {
  int value;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
  return value;
}
__device__ void storeRelease(int *p, int value) {
  asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(p), "r"(value) : "memory");
}
// Block 0 hands a number to the others.
__global__ void handOver(int *flag, int *data, int *out) {
  if (blockIdx.x == 0) {
    data[0] = 42;
    storeRelease(flag, 1);
    return;
  }
  while (loadAcquire(flag) == 0) {}
  out[blockIdx.x] = data[0];
}
__global__ void operations(int *n, unsigned *old, float *f) {
  asm volatile("atom.global.add.s32 %0, [%1], %2;" : "=r"(old[0]) : "l"(n), "r"(5) : "memory");
  asm volatile("red.global.add.s32 [%0], %1;" ::"l"(n), "n"(2) : "memory");
  asm volatile("atom.global.exch.b32 %0, [%1], %2;" : "=r"(old[1]) : "l"(n + 1), "r"(9) : "memory");
  asm volatile("atom.acq_rel.gpu.global.cas.b32 %0, [%1], %2, %3;" : "=r"(old[2]) : "l"(n + 1), "r"(9), "r"(11) : "memory");
  asm volatile("atom.global.cas.b32 %0, [%1+4], %2, %3;" : "=r"(old[3]) : "l"(n), "r"(9), "r"(13) : "memory");
  asm volatile("red.global.min.s32 [%0+8], -3;" ::"l"(n) : "memory");
  asm volatile("red.global.max.u32 [%0+12], %1;" ::"l"(n), "r"(-3) : "memory");
  asm volatile("atom.global.inc.u32 %0, [%1], 1;" : "=r"(old[4]) : "l"(n + 4) : "memory");
  asm volatile("red.global.add.f32 [%0], %1;" ::"l"(f), "f"(1.5f) : "memory");
}
// Shared memory by 32-bit addresses; each thread reads what its neighbour wrote.
__global__ void shift(int *out) {
  __shared__ int before[3];
  __shared__ int tile[32];
  before[0] = 7;
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(tile)) + 4 * threadIdx.x;
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(threadIdx.x + 100) : "memory");
  asm volatile("barrier.sync 0;" ::: "memory");
  unsigned next = static_cast<unsigned>(__cvta_generic_to_shared(&tile[(threadIdx.x + 1) % 32]));
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(out[blockIdx.x * 32 + threadIdx.x]) : "r"(next) : "memory");
}
__global__ void vectors(const float *in, float *out, unsigned char *bytes, unsigned *wide) {
  float a, b, c, d;
  asm("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "l"(in));
  asm volatile("st.global.v4.f32 [%0+16], {%1, %2, %3, %4};" ::"l"(out), "f"(d), "f"(c), "f"(b), "f"(a) : "memory");
  asm volatile("ld.global.u8 %0, [%1];" : "=r"(wide[0]) : "l"(bytes));
  asm volatile("ld.global.s8 %0, [%1];" : "=r"(wide[1]) : "l"(bytes));
  asm volatile("st.global.u8 [%0], %1;" ::"l"(bytes + 1), "r"(0x1234) : "memory");
}
__global__ void lanes(unsigned *out) {
  unsigned less, greater, lane, ballot, above;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(less));
  asm("mov.u32 %0, %%lanemask_gt;" : "=r"(greater));
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm volatile("{ .reg .pred p; mov.pred p, 1; vote.sync.ballot.b32 %0, p, -1; }" : "=r"(ballot));
  asm volatile("shfl.sync.down.b32 %0, %1, 1, 31, -1;" : "=r"(above) : "r"(lane));
  unsigned *mine = out + 4 * threadIdx.x;
  mine[0] = less;
  mine[1] = greater;
  mine[2] = ballot;
  mine[3] = above;
}
__global__ void refused(int *out) {
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[0] = 1;
}
`;

const compiled = program(SOURCE);

function run(kernel: string, grid: number, block: number, ...buffers: (Int32Array | Float32Array | Uint8Array)[]) {
  const list = buffers.map((of): ArgumentValue => {
    const bytes = new Uint8Array(of.buffer, of.byteOffset, of.byteLength);
    return { kind: 'region', size: of.byteLength, contents: [{ offset: 0, bytes }] };
  });
  const result = simulate(compiled, {
    kernel: symbol(compiled, kernel),
    gridDim: [grid, 1, 1],
    blockDim: [block, 1, 1],
    seed: 1,
    arguments: new Map(list.entries()),
  });
  const ints = (index: number) => new Int32Array(result.buffer(index, 0, buffers[index]!.byteLength)!.buffer);
  const floats = (index: number) => new Float32Array(result.buffer(index, 0, buffers[index]!.byteLength)!.buffer);
  return { error: result.error, ints, floats };
}

test('an acquiring load sees what a releasing store hands over', () => {
  const { error, ints } = run('handOver', 3, 1, new Int32Array(1), new Int32Array(1), new Int32Array(3));
  assert.equal(error, null);
  assert.deepEqual([...ints(2)], [0, 42, 42]);
});

test('atomic operations', () => {
  const n = Int32Array.from([10, 1, 4, 4, 1]);
  const { error, ints, floats } = run('operations', 1, 1, n, new Int32Array(5), Float32Array.from([1]));
  assert.equal(error, null);
  assert.deepEqual([...ints(0)], [17, 11, -3, -3, 0]);
  assert.deepEqual([...ints(1)], [10, 1, 9, 11, 1]);
  assert.deepEqual([...floats(2)], [2.5]);
});

test('shared memory by 32-bit addresses', () => {
  const { error, ints } = run('shift', 3, 32, new Int32Array(96));
  assert.equal(error, null);
  assert.deepEqual(
    [...ints(0)],
    Array.from({ length: 96 }, (_, i) => 100 + ((i + 1) % 32)),
  );
});

test('vectors and bytes', () => {
  const bytes = Uint8Array.from([0x80, 0, 3, 3]);
  const buffers = [Float32Array.from([1, 2, 3, 4]), new Float32Array(8), bytes, new Int32Array(2)] as const;
  const { error, ints, floats } = run('vectors', 1, 1, ...buffers);
  assert.equal(error, null);
  assert.deepEqual([...floats(1)], [0, 0, 0, 0, 4, 3, 2, 1]);
  assert.deepEqual([...ints(3)], [128, -128]);
  assert.equal(ints(2)[0]! >>> 0, 0x03033480);
});

test('lanes', () => {
  const { error, ints } = run('lanes', 1, 32, new Int32Array(128));
  assert.equal(error, null);
  assert.deepEqual(
    Array.from(ints(0), (x) => x >>> 0),
    Array.from({ length: 32 }, (_, lane) => [
      2 ** lane - 1,
      2 ** 32 - 2 ** (lane + 1),
      0xffffffff,
      Math.min(lane + 1, 31),
    ]).flat(),
  );
});

test('what has no model ends the run', () => {
  const { error } = run('refused', 1, 1, new Int32Array(1));
  assert.match(error?.message ?? '', /inline assembly: 'cp\.async\.wait_all' is not modelled/);
});
