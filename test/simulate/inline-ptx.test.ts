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
#define THREE(NAME, ASM) \\
  __global__ void NAME(const int *in, int *out) { \\
    int i = threadIdx.x; \\
    asm(ASM : "=r"(out[i]) : "r"(in[3 * i]), "r"(in[3 * i + 1]), "r"(in[3 * i + 2])); \\
  }
THREE(madHigh, "mad.hi.s32 %0, %1, %2, %3;")
THREE(product24, "mad24.lo.s32 %0, %1, %2, %3;")
THREE(difference, "sad.s32 %0, %1, %2, %3;")
THREE(shiftLeft, "shl.b32 %0, %1, %2;")
THREE(shiftRight, "shr.s32 %0, %1, %2;")
THREE(choice, "lop3.b32 %0, %1, %2, %3, 0xCA;")
THREE(odd, "lop3.b32 %0, %1, %2, %3, 0x2D;")
THREE(funnel, "shf.r.wrap.b32 %0, %1, %2, %3;")
THREE(field, "bfe.s32 %0, %1, 5, 9;")
THREE(insert, "bfi.b32 %0, %1, %2, 5, 9;")
THREE(highest, "bfind.u32 %0, %1;")
THREE(highestSigned, "bfind.s32 %0, %1;")
THREE(count, "popc.b32 %0, %1;")
THREE(bytes, "prmt.b32 %0, %1, %2, 0x7531;")
THREE(guarded, "{ .reg .pred p; setp.lt.s32 p, %1, %2; mov.u32 %0, %3; @p add.s32 %0, %1, 1; }")
THREE(packed, "{ .reg .b64 w; .reg .b32 h; mov.b64 w, {%1, %2}; shr.u64 w, w, 16; mov.b64 {%0, h}, w; }")
// The high word of the sum of two numbers of 64 bits.
THREE(carried, "{ .reg .u32 low; add.cc.u32 low, %1, %2; addc.u32 %0, %3, 7; }")
THREE(borrowed, "{ .reg .u32 low; sub.cc.u32 low, %1, %2; subc.u32 %0, %3, 7; }")
THREE(rounded, "{ .reg .f32 x; cvt.rn.f32.s32 x, %1; mul.f32 x, x, 0f3F000000; cvt.rmi.s32.f32 %0, x; }")

__global__ void refused(int *out) {
  asm volatile("tcgen05.shift.cta_group::1.down [0];" ::: "memory");
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

const INPUTS: readonly (readonly [number, number, number])[] = [
  [5, 3, 100],
  [-1, 1, 0],
  [0x12345678, 31, 7],
  [-0x12345678, 32, -7],
  [0, 33, 64],
  [0x7fffffff, 0x7fffffff, 0x0f0f0f0f],
  [-0x80000000, -0x80000000, 3],
  [-9, 200, 0x55555555],
];

/** Bit by bit the function of three bits that `table` holds. */
const logic = (table: number) => (a: number, b: number, c: number) => {
  let result = 0;
  for (let i = 0; i < 32; i++) {
    const at = ((a >>> i) & 1) * 4 + ((b >>> i) & 1) * 2 + ((c >>> i) & 1);
    result |= ((table >> at) & 1) << i;
  }
  return result;
};
const wide = (low: number, high: number) => (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);

const EXPECTED: Readonly<Record<string, (a: number, b: number, c: number) => number | bigint>> = {
  madHigh: (a, b, c) => ((BigInt(a) * BigInt(b)) >> 32n) + BigInt(c),
  product24: (a, b, c) => BigInt((a << 8) >> 8) * BigInt((b << 8) >> 8) + BigInt(c),
  difference: (a, b, c) => Math.abs(a - b) + c,
  shiftLeft: (a, b) => (b >>> 0 < 32 ? a << b : 0),
  shiftRight: (a, b) => a >> Math.min(b >>> 0, 31),
  choice: logic(0xca),
  odd: logic(0x2d),
  funnel: (a, b, c) => wide(a, b) >> BigInt(c & 31),
  field: (a) => (a << 18) >> 23,
  insert: (a, b) => (b & ~0x3fe0) | ((a & 0x1ff) << 5),
  highest: (a) => 31 - Math.clz32(a),
  highestSigned: (a) => 31 - Math.clz32(a < 0 ? ~a : a),
  count: (a) => [...(a >>> 0).toString(2)].filter((bit) => bit === '1').length,
  bytes: (a, b) => ((a >>> 8) & 0xff) | ((a >>> 24) << 8) | (((b >>> 8) & 0xff) << 16) | ((b >>> 24) << 24),
  guarded: (a, b, c) => (a < b ? a + 1 : c),
  packed: (a, b) => wide(a, b) >> 16n,
  carried: (a, b, c) => c + 7 + ((a >>> 0) + (b >>> 0) > 0xffffffff ? 1 : 0),
  borrowed: (a, b, c) => c - 7 - (a >>> 0 < b >>> 0 ? 1 : 0),
  rounded: (a) => Math.floor(Math.fround(Math.fround(a) * 0.5)),
};

for (const [kernel, expected] of Object.entries(EXPECTED)) {
  test(`arithmetic: ${kernel}`, () => {
    const { error, ints } = run(
      kernel,
      1,
      INPUTS.length,
      Int32Array.from(INPUTS.flat()),
      new Int32Array(INPUTS.length),
    );
    assert.equal(error, null);
    const word = (x: number | bigint) => Number(BigInt.asIntN(32, BigInt(x)));
    assert.deepEqual(
      [...ints(1)],
      INPUTS.map(([a, b, c]) => word(expected(a, b, c))),
    );
  });
}

test('what has no model ends the run', () => {
  const { error } = run('refused', 1, 1, new Int32Array(1));
  assert.match(error?.message ?? '', /inline assembly: 'tcgen05\.shift\.cta_group::1\.down' is not modelled/);
});
