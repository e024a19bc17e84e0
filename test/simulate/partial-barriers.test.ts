/**
 * Barriers of some threads of a block: named barriers, barrier objects, tiles of several warps. They are executed, and a
 * trace says what they order: what the detectors find in it is what the kernels of `test/kernels/` say at their tops.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { DETECT_DEFAULTS, detectTrace, traceResult } from '../../src/detect/index.ts';
import type { Language } from '../../src/model/result.ts';
import { type ArgumentValue, recordTrace, simulate } from '../../src/simulate/index.ts';
import { createNdjsonWriter, createTraceReader } from '../../src/trace/index.ts';
import { program, symbol } from './programs.ts';

const buffer: ArgumentValue = { kind: 'region', size: 65_536 };

interface Case {
  readonly file: string;
  readonly kernel: string;
  readonly threads: number;
  readonly args: readonly ArgumentValue[];
}

const CASES: readonly Case[] = [
  { file: 'named-barrier', kernel: 'halves', threads: 128, args: [buffer] },
  { file: 'named-barrier-arrive', kernel: 'specialised', threads: 128, args: [buffer, buffer, 4] },
  { file: 'named-barrier-arrive-early', kernel: 'specialised', threads: 128, args: [buffer, buffer, 4] },
  { file: 'named-barrier-one-way', kernel: 'handOver', threads: 128, args: [buffer, buffer, 4] },
  { file: 'named-barrier-other-half', kernel: 'halves', threads: 128, args: [buffer] },
  { file: 'named-barrier-two-places', kernel: 'handOver', threads: 128, args: [buffer, buffer, 4] },
  { file: 'barrier-object', kernel: 'reverse', threads: 256, args: [buffer, 4] },
  { file: 'barrier-object-early', kernel: 'reverse', threads: 256, args: [buffer] },
  { file: 'barrier-object-split', kernel: 'reverse', threads: 256, args: [buffer] },
];

/** Pairs of lines that race in a run, by every detector that knows an order of this kind. */
function racesOf(
  source: string,
  { kernel, threads, args }: Omit<Case, 'file'>,
  seed: number | null,
  language: Language = 'cuda',
): string[] {
  const code = program(source, language);
  const detection = detectTrace(['gwcp', 'scoped-hb', 'predict']);
  const reader = createTraceReader(detection.sink);
  const recording = recordTrace(
    code,
    {
      kernel: symbol(code, kernel),
      name: kernel,
      fileName: (file) => file,
      gridDim: [1, 1, 1],
      blockDim: [threads, 1, 1],
      arguments: new Map(args.entries()),
      seed,
      eventLimit: 1_000_000,
    },
    createNdjsonWriter((text) => void reader.write(Buffer.from(text))),
  );
  reader.end();
  assert.equal(recording.error, null);
  const result = traceResult(detection, {
    file: 't.ndjson',
    detectors: ['gwcp', 'scoped-hb', 'predict'],
    bounds: DETECT_DEFAULTS.bounds,
    sourceLine: () => undefined,
    elapsedMs: 0,
  });
  const pairs = result.findings.map(({ accesses }) => accesses.map(({ line }) => line).sort((a, b) => a - b));
  return [...new Set(pairs.map(([a, b]) => `line ${a} with line ${b ?? a}`))];
}

for (const { file, ...launch } of CASES) {
  test(file, () => {
    const source = readFileSync(new URL(`../kernels/${file}.cu`, import.meta.url), 'utf8');
    const expected = /\/\/ expect: (?:race-free|\S+ (line \d+ with line \d+))/.exec(source);
    assert.ok(expected, 'the kernel says what is expected');
    // At random another thread may come before the one that makes the object: an error, and it is the race.
    for (const seed of file === 'barrier-object-early' ? [null] : [null, 1]) {
      assert.deepEqual(racesOf(source, launch, seed), expected[1] === undefined ? [] : [expected[1]]);
    }
  });
}

test('a tile of two warps', () => {
  const source = (sync: string) => `#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void tiles(int *a) {
  __shared__ int s[128];
  __shared__ cg::block_tile_memory<128> memory;
  auto block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<64>(block);
  s[threadIdx.x] = a[threadIdx.x];
  ${sync};
  a[threadIdx.x] = s[threadIdx.x ^ 63];
}
`;
  const launch = { kernel: 'tiles', threads: 128, args: [buffer] };
  assert.deepEqual(racesOf(source('tile.sync()'), launch, null), []);
  assert.deepEqual(racesOf(source(''), launch, null), ['line 8 with line 10']);
});

test('a wavefront of 64', () => {
  const source = (sync: string) => `#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>
__global__ void waves(int *a) {
  auto wave = cooperative_groups::tiled_partition<64>(cooperative_groups::this_thread_block());
  __shared__ int s[128];
  s[threadIdx.x] = a[threadIdx.x];
  ${sync};
  a[threadIdx.x] = s[threadIdx.x ^ 63] + wave.size();
}
`;
  const launch = { kernel: 'waves', threads: 128, args: [buffer] };
  assert.deepEqual(racesOf(source('wave.sync()'), launch, null, 'hip'), []);
  assert.deepEqual(racesOf(source(''), launch, null, 'hip'), ['line 6 with line 8']);
});

describe('barrier objects', () => {
  const SOURCE = `#include <cuda/barrier>
using bar = cuda::barrier<cuda::thread_scope_block>;
__global__ void pass_on(int *a, int rounds) {
  __shared__ bar full, empty;
  __shared__ int s[32];
  if (threadIdx.x == 0) { init(&full, 64); init(&empty, 64); }
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int i = 0; i < rounds; i++) {
      empty.arrive_and_wait();
      s[threadIdx.x] = i * 100 + threadIdx.x;
      (void)full.arrive();
    }
  } else {
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
      (void)empty.arrive();
      full.arrive_and_wait();
      sum += s[63 - threadIdx.x];
    }
    a[threadIdx.x - 32] = sum;
  }
}
__global__ void forgotten(int *a) {
  __shared__ bar b;
  if (threadIdx.x == 0) init(&b, blockDim.x + 1);
  __syncthreads();
  b.arrive_and_wait();
  a[threadIdx.x] = 1;
}
__global__ void not_made(int *a) {
  __shared__ bar b;
  b.arrive_and_wait();
}
`;
  const code = program(SOURCE);
  const launch = (kernel: string, args: readonly ArgumentValue[], seed: number | null, warpModel?: 'lockstep') =>
    simulate(code, {
      kernel: symbol(code, kernel),
      gridDim: [1, 1, 1],
      blockDim: [64, 1, 1],
      arguments: new Map(args.entries()),
      seed,
      ...(warpModel ? { warpModel } : {}),
    });

  for (const seed of [null, 1, 2]) {
    test(`hand values on in phases, schedule ${seed ?? 'in order'}`, () => {
      for (const model of [undefined, 'lockstep'] as const) {
        const result = launch('pass_on', [buffer, 5], seed, model);
        assert.equal(result.error, null);
        const sums = [...new Int32Array(result.buffer(0, 0, 128)!.buffer)];
        assert.deepEqual(
          sums,
          Array.from({ length: 32 }, (_, t) => 1000 + 5 * (31 - t)),
        );
      }
    });
  }

  test('for more threads than come are deadlocks', () => {
    const { error } = launch('forgotten', [buffer], null);
    assert.equal(error?.kind, 'deadlock');
    assert.equal(error?.location?.line, 28);
  });

  test('that nobody has made are errors', () => {
    const { error } = launch('not_made', [buffer], null);
    assert.equal(error?.kind, 'trap');
    assert.equal(error?.location?.line, 33);
    assert.match(error?.message ?? '', /uses a barrier that nobody has made/);
  });
});
