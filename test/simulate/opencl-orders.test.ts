/** Fences and barriers of OpenCL in traces: a run shows the races of the memory that they do not order. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DETECT_DEFAULTS, detectTrace, traceResult } from '../../src/detect/index.ts';
import { type ArgumentValue, recordTrace } from '../../src/simulate/index.ts';
import { createBinaryWriter, createTraceReader } from '../../src/trace/index.ts';
import { program, symbol } from './programs.ts';

const DETECTORS = ['gwcp', 'scoped-hb', 'scord'] as const;

/** Lines that race in a run of two groups of 64, with the evidence and the detectors that saw it. */
function racesOf(source: string): string[] {
  const code = program(source, 'opencl');
  const detection = detectTrace(DETECTORS);
  const reader = createTraceReader(detection.sink);
  const buffer: ArgumentValue = { kind: 'region', size: 4096 };
  const recording = recordTrace(
    code,
    {
      kernel: symbol(code, 'k'),
      name: 'k',
      fileName: (file) => file,
      gridDim: [2, 1, 1],
      blockDim: [64, 1, 1],
      arguments: new Map([
        [0, buffer],
        [1, buffer],
      ]),
      seed: null,
      eventLimit: 1_000_000,
    },
    createBinaryWriter((bytes) => void reader.write(bytes)),
  );
  reader.end();
  assert.equal(recording.error, null);
  const { findings } = traceResult(detection, {
    file: 't.bin',
    detectors: DETECTORS,
    bounds: DETECT_DEFAULTS.bounds,
    sourceLine: () => undefined,
    elapsedMs: 0,
  });
  return findings.map(({ accesses, evidence }) => `${accesses.map(({ line }) => line).join(' ')} ${evidence}`);
}

/** A lock that the groups share. */
const locked = (taken: string, given: string) => `kernel void k(global int *sum, global int *lock) {
  if (get_local_id(0) != 0) return;
  while (atomic_cmpxchg(lock, 0, 1) != 0) {
  }
  ${taken};
  sum[0] += 1;
  ${given};
  atomic_xchg(lock, 0);
}
`;

const fence = (flags: string) => `atomic_work_item_fence(${flags}, memory_order_acq_rel, memory_scope_device)`;

describe('a lock', () => {
  const [local, global] = [fence('CLK_LOCAL_MEM_FENCE'), fence('CLK_GLOBAL_MEM_FENCE')];
  const both = fence('CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE');
  for (const [name, source, expected] of [
    ['with fences of its data', locked(global, global), []],
    ['with fences of all memory', locked(both, both), []],
    ['taken with a fence of other memory', locked(local, global), ['6 6 trace']],
    ['given back with a fence of other memory', locked(global, local), ['6 6 trace']],
    ['with fences of images', locked(fence('CLK_IMAGE_MEM_FENCE'), fence('CLK_IMAGE_MEM_FENCE')), ['6 6 trace']],
  ] as const) {
    test(name, () => assert.deepEqual(racesOf(source), expected));
  }
});

describe('a barrier', () => {
  const across = (space: string, flags: string) => `kernel void k(global int *a, global int *b) {
  ${space === 'local' ? 'local int s[64]' : 'global int *s = b + 64 * get_group_id(0)'};
  int t = get_local_id(0);
  s[t] = a[t];
  barrier(${flags});
  a[64 + get_global_id(0)] = s[63 - t];
}
`;
  for (const [space, flags, expected] of [
    ['local', 'CLK_LOCAL_MEM_FENCE', []],
    ['local', 'CLK_GLOBAL_MEM_FENCE', ['4 6 trace']],
    ['global', 'CLK_GLOBAL_MEM_FENCE', []],
    ['global', 'CLK_LOCAL_MEM_FENCE', ['4 6 trace']],
    ['global', 'CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE', []],
    ['local', '0', ['4 6 trace']],
  ] as const) {
    test(`of ${flags}, between accesses to ${space} memory`, () =>
      assert.deepEqual(racesOf(across(space, flags)), expected));
  }
});
