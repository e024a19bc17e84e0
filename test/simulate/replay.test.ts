import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Program, SourceLocation } from '../../src/ir/program.ts';
import { type ArgumentValue, type ReplayOutcome, type ReplayRequest, replay } from '../../src/simulate/index.ts';
import { program, symbol } from './programs.ts';

type Kind = 'read' | 'write' | 'atomic';
/** Kind and line, e.g. `write 7`. */
type Where = readonly [Kind, number];

/** The place of the n-th access of this kind on a line, as the IR has it. */
function place(of: Program, [kind, line]: Where): SourceLocation {
  for (const fn of of.functions.values()) {
    for (const block of fn.blocks) {
      for (const instruction of block.instructions) {
        if (instruction.location?.line !== line) continue;
        const { op } = instruction;
        const is =
          op === 'load' ? 'read' : op === 'store' ? 'write' : op === 'atomicrmw' || op === 'cmpxchg' ? 'atomic' : '';
        if (is !== kind) continue;
        // Locals are loaded and stored on the same line; their addresses are allocas.
        if ((op === 'load' || op === 'store') && instruction.pointer.kind === 'register') {
          const register = instruction.pointer.register;
          const made = fn.blocks.flatMap((b) => b.instructions).find((i) => i.result === register);
          if (made?.op === 'alloca') continue;
        }
        return instruction.location;
      }
    }
  }
  // Through a library function: any instruction of the line that calls it.
  for (const fn of of.functions.values()) {
    for (const block of fn.blocks) {
      for (const { op, location } of block.instructions) if (op === 'call' && location?.line === line) return location;
    }
  }
  throw new Error(`no ${kind} on line ${line}`);
}

interface Witness {
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly threads: readonly [readonly [number, number], readonly [number, number]];
  readonly accesses: readonly [Where, Where];
  readonly args?: readonly (ArgumentValue | undefined)[];
  readonly warpModel?: 'its' | 'lockstep';
  readonly language?: 'cuda' | 'opencl';
}

/** Replays a witness; threads are (block, thread) along x. */
function run(source: string, witness: Witness, more: Partial<ReplayRequest> = {}): ReplayOutcome {
  const compiled = program(source, witness.language);
  const kernel = [...compiled.functions.values()].find((fn) => fn.isKernel && fn.isDefinition)!;
  const args = new Map<number, ArgumentValue>();
  witness.args?.forEach((value, i) => {
    if (value !== undefined) args.set(i, value);
  });
  return replay(compiled, {
    kernel: symbol(compiled, kernel.sourceName),
    gridDim: witness.grid,
    blockDim: witness.block,
    arguments: args,
    warpModel: witness.warpModel ?? 'its',
    threads: [thread(witness.threads[0]), thread(witness.threads[1])],
    accesses: [access(compiled, witness.accesses[0]), access(compiled, witness.accesses[1])],
    ...more,
  });
}

function thread([block, index]: readonly [number, number]) {
  return { block: [block, 0, 0], thread: [index, 0, 0] } as const;
}

function access(compiled: Program, where: Where) {
  return { location: place(compiled, where), kind: where[0] };
}

function expectReplayed(outcome: ReplayOutcome, name: string, offset: number, sameValue = false): void {
  assert.equal(outcome.outcome, 'replayed', outcome.outcome === 'not-reproduced' ? outcome.reason : '');
  if (outcome.outcome !== 'replayed') return;
  assert.equal(outcome.address.name, name);
  assert.equal(outcome.address.offset, offset);
  assert.equal(outcome.sameValue, sameValue);
}

function expectRefuted(outcome: ReplayOutcome, reason: RegExp, line?: number): void {
  assert.equal(outcome.outcome, 'not-reproduced');
  if (outcome.outcome !== 'not-reproduced') return;
  assert.match(outcome.reason, reason);
  if (line !== undefined) assert.equal(outcome.location?.line, line);
}

const neighbours = (barrier: string) => `
__global__ void k(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  ${barrier}
  out[threadIdx.x] = s[(threadIdx.x + 1) % 64];
}`;

const inBlock = {
  grid: [1, 1, 1],
  block: [64, 1, 1],
  threads: [
    [0, 33],
    [0, 32],
  ],
  accesses: [
    ['write', 4],
    ['read', 6],
  ],
} as const satisfies Witness;

test('a missing block barrier is replayed, and with the barrier it is not', () => {
  expectReplayed(run(neighbours(''), inBlock), 's', 33 * 4);
  expectRefuted(run(neighbours('__syncthreads();'), inBlock), /synchronisation orders them/);
});

test('a warp barrier orders lanes, not warps', () => {
  expectRefuted(run(neighbours('__syncwarp();'), inBlock), /synchronisation orders them/);
  expectReplayed(
    run(neighbours('__syncwarp();'), {
      ...inBlock,
      threads: [
        [0, 32],
        [0, 31],
      ],
    }),
    's',
    32 * 4,
  );
});

test('a shuffle orders no memory', () => {
  expectReplayed(run(neighbours('__shfl_sync(~0u, 1, 2);'), inBlock), 's', 33 * 4);
});

test('lanes in lockstep are ordered except within one instruction', () => {
  expectRefuted(
    run(neighbours(''), { ...inBlock, warpModel: 'lockstep' }),
    /one after the other, as their warp runs in lockstep/,
  );
  const source = `
__global__ void k(int *a) {
  a[threadIdx.x / 2] = threadIdx.x;
}`;
  const witness: Witness = {
    grid: [1, 1, 1],
    block: [32, 1, 1],
    threads: [
      [0, 4],
      [0, 5],
    ],
    accesses: [
      ['write', 3],
      ['write', 3],
    ],
    warpModel: 'lockstep',
  };
  expectReplayed(run(source, witness), 'a', 8);
});

test('in place transposition races between blocks', () => {
  const source = (target: string) => `
__global__ void k(float *A, float *B, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * cols) ${target}[i % cols * rows + i / cols] = A[i];
}`;
  const witness: Witness = {
    grid: [4, 1, 1],
    block: [32, 1, 1],
    threads: [
      [0, 1],
      [1, 0],
    ],
    accesses: [
      ['write', 4],
      ['read', 4],
    ],
    args: [undefined, undefined, 32, 4],
  };
  expectReplayed(run(source('A'), witness), 'A', 128);
  expectRefuted(run(source('B'), witness), /never touch the same bytes/);
  // The same buffer given twice.
  const aliased = { ...witness, args: [undefined, { kind: 'region', alias: 0 } as const, 32, 4] };
  expectReplayed(run(source('B'), aliased), 'A', 128);
});

test('writes of one value are a race of one value', () => {
  const source = (value: string) => `
__global__ void k(int *flag, int n) {
  if (threadIdx.x < n) *flag = ${value};
}`;
  const witness: Witness = {
    grid: [2, 1, 1],
    block: [8, 1, 1],
    threads: [
      [0, 1],
      [1, 2],
    ],
    accesses: [
      ['write', 3],
      ['write', 3],
    ],
    args: [undefined, 8],
  };
  expectReplayed(run(source('1'), witness), 'flag', 0, true);
  expectReplayed(run(source('threadIdx.x'), witness), 'flag', 0, false);
  expectRefuted(run(source('1'), { ...witness, args: [undefined, 1] }), /never reaches the access$/, 3);
});

test('a loop with one barrier too few', () => {
  const source = (second: string) => `
__global__ void k(const float *in, float *out, int n) {
  __shared__ float tile[256];
  float sum = 0;
  for (int t = 0; t < n; t++) {
    tile[threadIdx.x] = in[t * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; i++) sum += tile[i];
    ${second}
  }
  out[threadIdx.x] = sum;
}`;
  const witness: Witness = {
    grid: [1, 1, 1],
    block: [256, 1, 1],
    threads: [
      [0, 7],
      [0, 200],
    ],
    accesses: [
      ['write', 6],
      ['read', 8],
    ],
    args: [undefined, undefined, 3],
  };
  expectReplayed(run(source(''), witness), 'tile', 28);
  expectRefuted(run(source('__syncthreads();'), witness), /synchronisation orders them/);
});

test('atomics: both atomic is no race, a plain access beside one is, a narrow scope is', () => {
  const source = (operation: string) => `
__global__ void k(int *counter, int *out) {
  ${operation};
  out[blockIdx.x * blockDim.x + threadIdx.x] = *counter;
}`;
  const witness: Witness = {
    grid: [2, 1, 1],
    block: [32, 1, 1],
    threads: [
      [0, 3],
      [1, 3],
    ],
    accesses: [
      ['atomic', 3],
      ['atomic', 3],
    ],
  };
  expectRefuted(run(source('atomicAdd(counter, 1)'), witness), /both are atomic at a sufficient scope/);
  expectReplayed(run(source('atomicAdd_block(counter, 1)'), witness), 'counter', 0);
  const mixed: Witness = {
    ...witness,
    accesses: [
      ['atomic', 3],
      ['read', 4],
    ],
  };
  expectReplayed(run(source('atomicAdd(counter, 1)'), mixed), 'counter', 0);
});

const handOver = (release: string, scope = '') => `
__global__ void k(int *data, int *flag, int *out) {
  if (blockIdx.x == 0) {
    data[0] = 42;
    ${release}
    atomicExch${scope}(flag, 1);
  } else {
    while (atomicAdd${scope}(flag, 0) == 0) {}
    __threadfence();
    out[0] = data[0];
  }
}`;
const handOverWitness: Witness = {
  grid: [2, 1, 1],
  block: [1, 1, 1],
  threads: [
    [0, 0],
    [1, 0],
  ],
  accesses: [
    ['write', 4],
    ['read', 10],
  ],
};

test('a flag handed over behind a fence orders; without the fence, or with one for the block only, it does not', () => {
  expectRefuted(run(handOver('__threadfence();'), handOverWitness), /synchronisation orders them/);
  expectReplayed(run(handOver(''), handOverWitness), 'data', 0);
  expectReplayed(run(handOver('__threadfence_block();'), handOverWitness), 'data', 0);
});

test('a lock orders its critical sections; without fences it does not', () => {
  const source = (fence: string) => `
__global__ void k(int *lock, int *counter) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      ${fence}
      *counter = *counter + 1;
      ${fence}
      atomicExch(lock, 0);
      done = true;
    }
  }
}`;
  const witness: Witness = {
    grid: [2, 1, 1],
    block: [4, 1, 1],
    threads: [
      [0, 1],
      [1, 2],
    ],
    accesses: [
      ['write', 7],
      ['read', 7],
    ],
  };
  expectRefuted(run(source('__threadfence();'), witness), /synchronisation orders them/);
  expectReplayed(run(source(''), witness), 'counter', 0);
});

test('values that flow from other threads of the block are there', () => {
  const source = `
__global__ void k(int *a, int n) {
  __shared__ int index[64];
  index[63 - threadIdx.x] = threadIdx.x / 2;
  __syncthreads();
  a[index[threadIdx.x]] = threadIdx.x;
}`;
  const witness: Witness = {
    grid: [1, 1, 1],
    block: [64, 1, 1],
    threads: [
      [0, 10],
      [0, 11],
    ],
    accesses: [
      ['write', 6],
      ['write', 6],
    ],
  };
  expectReplayed(run(source, witness), 'a', 26 * 4);
  expectRefuted(
    run(source, {
      ...witness,
      threads: [
        [0, 11],
        [0, 12],
      ],
    }),
    /never touch the same bytes/,
  );
});

test('an access beyond all memory ends the run', () => {
  const source = `
__global__ void through(long *places, int *out) {
  int *to = (int *)places[0];
  to[0] = threadIdx.x;
  out[0] = threadIdx.x;
}`;
  const far = { offset: 0, bytes: new Uint8Array(new BigInt64Array([2n ** 62n]).buffer) };
  const witness: Witness = {
    grid: [1, 1, 1],
    block: [64, 1, 1],
    threads: [
      [0, 0],
      [0, 40],
    ],
    accesses: [
      ['write', 4],
      ['write', 4],
    ],
    args: [{ kind: 'region', contents: [far] }],
  };
  for (const anyThreads of [false, true]) expectRefuted(run(source, witness, { anyThreads }), /the run ended before/);
});

test('a launch in which some thread faults at a misaligned address shows no race', () => {
  const source = `
__global__ void rows(float4 *out, int *first, int columns) {
  *first = threadIdx.x;
  float *to = (float *)out + threadIdx.x * columns;
  *(float4 *)to = make_float4(0, 0, 0, 0);
}`;
  const witness: Witness = {
    grid: [1, 1, 1],
    block: [64, 1, 1],
    threads: [
      [0, 0],
      [0, 40],
    ],
    accesses: [
      ['write', 3],
      ['write', 3],
    ],
  };
  const columns = (count: number) => [undefined, undefined, count];
  expectReplayed(run(source, { ...witness, args: columns(8) }), 'first', 0);
  expectRefuted(run(source, { ...witness, args: columns(6) }), /the run faults: .* not a multiple of 16/, 5);
});

test('contents of a buffer decide', () => {
  const source = `
__global__ void k(const int *index, float *a) {
  a[index[threadIdx.x]] = threadIdx.x;
}`;
  const index = Int32Array.of(3, 1, 4, 1);
  const witness: Witness = {
    grid: [1, 1, 1],
    block: [4, 1, 1],
    threads: [
      [0, 1],
      [0, 3],
    ],
    accesses: [
      ['write', 3],
      ['write', 3],
    ],
    args: [{ kind: 'region', contents: [{ offset: 0, bytes: new Uint8Array(index.buffer) }] }],
  };
  expectReplayed(run(source, witness), 'a', 4);
  expectRefuted(
    run(source, {
      ...witness,
      threads: [
        [0, 0],
        [0, 3],
      ],
    }),
    /never touch the same bytes/,
  );
});

test('an access inside a device function is found by its own place and by the place of its call', () => {
  const source = `
__device__ void put(int *a, int i) {
  for (int k = 0; k < 2; k++)
    a[i] = k;
}
__global__ void k(int *a) {
  put(a, threadIdx.x / 2);
}`;
  const compiled = program(source);
  const witness: Witness = {
    grid: [1, 1, 1],
    block: [8, 1, 1],
    threads: [
      [0, 6],
      [0, 7],
    ],
    accesses: [
      ['write', 4],
      ['write', 4],
    ],
  };
  expectReplayed(run(source, witness), 'a', 12);
  const call: SourceLocation = { file: 0, line: 7, column: 3 };
  const byCall = { location: place(compiled, ['read', 7]), kind: 'write' } as const;
  assert.equal(byCall.location.line, call.line);
  expectReplayed(run(source, witness, { accesses: [byCall, byCall] }), 'a', 12);
});

test('a column that differs falls back to the line', () => {
  const shifted = { location: { file: 0, line: 4, column: 99 }, kind: 'write' } as const;
  const compiled = program(neighbours(''));
  const read = { location: place(compiled, ['read', 6]), kind: 'read' } as const;
  expectReplayed(run(neighbours(''), inBlock, { accesses: [shifted, read] }), 's', 33 * 4);
});

test('pointers in structs have buffers; pointers in memory that nobody wrote are null', () => {
  const source = `
struct P { float *a; int n; };
__global__ void k(P p) {
  p.a[threadIdx.x % p.n] = threadIdx.x;
}`;
  const witness: Witness = {
    grid: [1, 1, 1],
    block: [8, 1, 1],
    threads: [
      [0, 1],
      [0, 5],
    ],
    accesses: [
      ['write', 4],
      ['write', 4],
    ],
    args: [{ kind: 'struct', fields: ['region', 4] }],
  };
  expectReplayed(run(source, witness), 'p.0', 4);
  expectRefuted(
    run(
      `
__global__ void k(float **a) {
  a[3][0] = threadIdx.x;
}`,
      {
        ...witness,
        accesses: [
          ['write', 3],
          ['write', 3],
        ],
        args: [],
      },
    ),
    /the run ended before: .*null pointer /,
    3,
  );
});

test('an endless loop ends with its place', () => {
  const source = `
__global__ void k(int *a, volatile int *stop) {
  while (*stop == 0) {}
  a[0] = threadIdx.x;
}`;
  const witness: Witness = {
    grid: [1, 1, 1],
    block: [2, 1, 1],
    threads: [
      [0, 0],
      [0, 1],
    ],
    accesses: [
      ['write', 4],
      ['write', 4],
    ],
  };
  expectRefuted(
    run(source, witness, { stepBudget: 200_000 }),
    /loops forever: no thread is left that could change what it reads/,
    3,
  );
});

test('threads that are not in the launch', () => {
  expectRefuted(
    run(neighbours(''), {
      ...inBlock,
      threads: [
        [0, 64],
        [0, 1],
      ],
    }),
    /thread \(64, 0, 0\) is not in the block/,
  );
  expectRefuted(
    run(neighbours(''), {
      ...inBlock,
      threads: [
        [0, 3],
        [0, 3],
      ],
    }),
    /never touch the same bytes/,
  );
});

test('grid barriers order blocks', () => {
  const source = (barrier: string) => `
#include <cooperative_groups.h>
__global__ void k(int *a) {
  a[blockIdx.x] = 1;
  ${barrier}
  a[(blockIdx.x + 1) % gridDim.x] = 2;
}`;
  const witness: Witness = {
    grid: [5, 1, 1],
    block: [1, 1, 1],
    threads: [
      [2, 0],
      [1, 0],
    ],
    accesses: [
      ['write', 4],
      ['write', 6],
    ],
  };
  expectReplayed(run(source(''), witness), 'a', 8);
  expectRefuted(run(source('cooperative_groups::this_grid().sync();'), witness), /synchronisation orders them/);
});

test('OpenCL: local memory arguments, work-group barriers', () => {
  const source = (barrier: string) => `
__kernel void k(__global int *out, __local int *s) {
  int t = get_local_id(0);
  s[t] = t;
  ${barrier}
  out[get_global_id(0)] = s[(t + 1) % 64];
}`;
  const witness: Witness = { ...inBlock, language: 'opencl' };
  expectReplayed(run(source(''), witness), 's', 33 * 4);
  expectRefuted(run(source('barrier(CLK_LOCAL_MEM_FENCE);'), witness), /synchronisation orders them/);
  // The barrier has to be for the memory that is accessed.
  expectReplayed(run(source('barrier(CLK_GLOBAL_MEM_FENCE);'), witness), 's', 33 * 4);
});

test('two blocks of 1,024 threads, far apart in the grid', () => {
  const source = `
__global__ void k(const float *in, float *out, int n) {
  __shared__ float s[1024];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = in[i];
  __syncthreads();
  for (int k = 512; k > 0; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  out[0] = s[0];
}`;
  const compiled = program(source);
  const write = { location: place(compiled, ['write', 11]), kind: 'write' } as const;
  const outcome = replay(compiled, {
    kernel: symbol(compiled, 'k'),
    gridDim: [1000, 1, 1],
    blockDim: [1024, 1, 1],
    arguments: new Map(),
    warpModel: 'its',
    threads: [thread([0, 1023]), thread([999, 1])],
    accesses: [write, write],
  });
  // With zeros in all buffers both blocks have the same sum; with others they have not.
  expectReplayed(outcome, 'out', 0, false);
});

test('what is the same whatever the buffers hold stays the same', () => {
  const compiled = program('__global__ void k(const float *in, float *out) { out[0] = in[0] * 2; }');
  const write = { location: place(compiled, ['write', 1]), kind: 'write' } as const;
  const outcome = replay(compiled, {
    kernel: symbol(compiled, 'k'),
    gridDim: [2, 1, 1],
    blockDim: [32, 1, 1],
    arguments: new Map(),
    warpModel: 'its',
    threads: [thread([0, 3]), thread([1, 1])],
    accesses: [write, write],
    anyThreads: true,
  });
  expectReplayed(outcome, 'out', 0, true);
});

test('a long loop over one address comes to its end', () => {
  const source = `
__global__ void k(int *a, int *b, int n) {
  for (int i = 0; i < n; i++) {
    a[threadIdx.x] = i;
    __syncthreads();
    b[i % 3 + threadIdx.x * 4] = a[(threadIdx.x + 1) % 64];
    __syncthreads();
  }
}`;
  const witness: Witness = {
    ...inBlock,
    accesses: [
      ['write', 4],
      ['read', 6],
    ],
    args: [undefined, undefined, 3000],
  };
  expectRefuted(run(source, witness), /synchronisation orders them/);
});

describe('other threads than the witness names', () => {
  const tickets = `
__global__ void k(int *out, int *count) {
  int at = 3;
  if (threadIdx.x != 5) at = atomicAdd(count, 1);
  out[at] = threadIdx.x;
}`;
  // Thread 5 does without a ticket; which thread gets number 3 depends on the run.
  const witness = {
    grid: [1, 1, 1],
    block: [32, 1, 1],
    threads: [
      [0, 5],
      [0, 20],
    ],
    accesses: [
      ['write', 5],
      ['write', 5],
    ],
  } as const satisfies Witness;

  test('are looked for when asked', () => {
    const outcome = run(tickets, witness, { anyThreads: true });
    expectReplayed(outcome, 'out', 12);
    const threads = outcome.outcome === 'replayed' ? outcome.accesses.map((a) => a.thread.thread[0]) : [];
    assert.ok(threads.includes(5) && !threads.includes(20), `threads ${threads.join()}`);
  });

  test('do not count otherwise', () => {
    expectRefuted(run(tickets, witness), /never touch the same bytes/);
  });

  test('have to stand as far apart', () => {
    const apart = {
      ...witness,
      block: [64, 1, 1],
      threads: [
        [0, 5],
        [0, 40],
      ],
    } as const;
    const outcome = run(tickets, apart, { anyThreads: true });
    // The third ticket goes to a thread of the first warp whenever the threads run in order, and in reverse of blocks.
    assert.equal(outcome.outcome, 'not-reproduced');
  });
});

test('where only others are looked for, what meets in a block instead is told', () => {
  const source = `
__global__ void k(int *a, int *b) {
  int own = b[threadIdx.x];
  a[threadIdx.x] = own;
  int next = a[(threadIdx.x + 1) % 64];
  __syncthreads();
  b[threadIdx.x] = next;
}`;
  const witness: Witness = {
    ...inBlock,
    accesses: [
      ['read', 3],
      ['write', 7],
    ],
  };
  const outcome = run(source, witness, { anyThreads: true, onlyOthers: true });
  assert.equal(outcome.outcome, 'not-reproduced');
  const lines = outcome.meetings.map((pair) => pair.map(({ line }) => line).sort());
  assert.deepEqual(lines, [[4, 5]]);
  const asked: Witness = {
    ...inBlock,
    accesses: [
      ['write', 4],
      ['read', 5],
    ],
  };
  expectReplayed(run(source, asked, { anyThreads: true, onlyOthers: true }), 'a', 4);
});

test('a launch in which one of the two goes past the end of an array is none', () => {
  const source = `
__global__ void k(int *a) {
  __shared__ int s[32];
  int next = a[(threadIdx.x + 1) % 64];
  a[threadIdx.x] = next;
  s[threadIdx.x] = next;
}`;
  const between = (reader: number): Witness => ({
    grid: [1, 1, 1],
    block: [64, 1, 1],
    threads: [
      [0, reader],
      [0, reader + 1],
    ],
    accesses: [
      ['read', 4],
      ['write', 5],
    ],
  });
  expectRefuted(run(source, between(40)), /behind the end of 's'/);
  expectReplayed(run(source, between(3)), 'a', 16);
  // Where what memory holds was changed, nobody may.
  expectRefuted(run(source, between(3), { anyThreads: true, onlyOthers: true }), /no two threads meet there/);
});

test('numbers that fill memory are no pointers', () => {
  const source = `
__global__ void k(int *a, int **rows) {
  int next = a[(threadIdx.x + 1) % 64];
  a[threadIdx.x] = next + rows[1][threadIdx.x];
}`;
  const witness: Witness = {
    ...inBlock,
    accesses: [
      ['read', 3],
      ['write', 4],
    ],
  };
  const outcome = run(source, witness, { anyThreads: true, filling: 'indices', zerosBehindNull: true });
  assert.equal(outcome.outcome, 'replayed', outcome.outcome === 'replayed' ? '' : outcome.reason);
});
