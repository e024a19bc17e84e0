import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { replay, simulate } from '../../src/simulate/index.ts';
import { program, symbol } from './programs.ts';

const SOURCE = `kernel void reverse(global const int *in, global int *out) {
  local int part[8];
  event_t done = async_work_group_copy(part, in + 8 * get_group_id(0), 8, 0);
  wait_group_events(1, &done);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[8 * get_group_id(0) + 7 - get_local_id(0)] = part[get_local_id(0)];
}
kernel void column(global const int2 *in, global int2 *out) {
  local int2 part[4];
  event_t done = async_work_group_strided_copy(part, in + 1, 4, 3, 0);
  wait_group_events(1, &done);
  barrier(CLK_LOCAL_MEM_FENCE);
  done = async_work_group_strided_copy(out, part, 4, 2, 0);
  wait_group_events(1, &done);
}
kernel void differ(global const int *in) {
  local int part[8];
  event_t done = async_work_group_copy(part, in + get_local_id(0), 4, 0);
  wait_group_events(1, &done);
}
kernel void outside(global const int *in) {
  local int part[8];
  event_t done = async_work_group_copy(part, in, 9, 0);
  wait_group_events(1, &done);
}
kernel void waits(global const int *in, global int *out, int early) {
  local int part[8];
  event_t done = async_work_group_copy(part, in, 8, 0);
  if (!early) {
    wait_group_events(1, &done);
    barrier(CLK_LOCAL_MEM_FENCE);
  } else
    barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(0)] = part[get_local_id(0)];
  if (early) wait_group_events(1, &done);
}
`;

const code = program(SOURCE, 'opencl');

function run(name: string, threads: number, blocks: number, input: readonly number[]) {
  const bytes = new Uint8Array(Int32Array.from(input).buffer);
  return simulate(code, {
    kernel: symbol(code, name),
    gridDim: [blocks, 1, 1],
    blockDim: [threads, 1, 1],
    arguments: new Map([
      [0, { kind: 'region', size: bytes.length, contents: [{ offset: 0, bytes }] }],
      [1, { kind: 'region' }],
    ]),
  });
}

function words(bytes: Uint8Array | null): number[] {
  return [...new Int32Array(bytes!.slice().buffer)];
}

describe('asynchronous copies', () => {
  test('bring the elements over', () => {
    const input = Array.from({ length: 16 }, (_, i) => i * i);
    const result = run('reverse', 8, 2, input);
    assert.equal(result.error, null);
    assert.deepEqual(words(result.buffer(1, 0, 64)), [...input.slice(0, 8).reverse(), ...input.slice(8).reverse()]);
  });

  test('with strides on the global side', () => {
    const result = run(
      'column',
      4,
      1,
      Array.from({ length: 24 }, (_, i) => i),
    );
    assert.equal(result.error, null);
    assert.deepEqual(words(result.buffer(1, 0, 56)), [2, 3, 0, 0, 8, 9, 0, 0, 14, 15, 0, 0, 20, 21]);
  });

  test('with arguments that differ are errors', () => {
    const { error } = run('differ', 8, 1, new Array(16).fill(0));
    assert.equal(error?.kind, 'trap');
    assert.equal(error.location?.line, 18);
  });

  test('out of bounds are errors', () => {
    const { error } = run('outside', 8, 1, new Array(16).fill(0));
    assert.equal(error?.kind, 'out-of-bounds');
    assert.equal(error.location?.line, 23);
  });

  test('are over at a barrier behind the wait, not before', () => {
    const outcome = (early: number) =>
      replay(code, {
        kernel: symbol(code, 'waits'),
        gridDim: [1, 1, 1],
        blockDim: [8, 1, 1],
        arguments: new Map([[2, early]]),
        warpModel: 'its',
        threads: [
          { block: [0, 0, 0], thread: [3, 0, 0] },
          { block: [0, 0, 0], thread: [5, 0, 0] },
        ],
        accesses: [
          { location: { file: 0, line: 28, column: 18 }, kind: 'write' },
          { location: { file: 0, line: 34, column: 26 }, kind: 'read' },
        ],
      });
    const raced = outcome(1);
    assert.equal(raced.outcome, 'replayed', JSON.stringify(raced));
    const ordered = outcome(0);
    assert.ok(ordered.outcome === 'not-reproduced' && ordered.reason.includes('orders them'), JSON.stringify(ordered));
  });
});
