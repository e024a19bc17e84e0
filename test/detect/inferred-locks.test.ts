/** Locks that are inferred from compare-and-swaps, fences and exchanges. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TraceEvent, TraceHeader } from '../../src/trace/index.ts';
import { run } from './run.ts';

const header = TraceHeader.parse({
  format: 'gpurace-trace',
  version: 1,
  kernel: 'k',
  grid: [2, 1, 1],
  block: [1, 1, 1],
});
const [LOW, HIGH, CELL, POINTER] = [64, 128, 4096, 8192];

const atomic = (rmw: 'cas' | 'exch', thread: number, addr: number, success = true): TraceEvent => ({
  op: 'atomic',
  rmw,
  thread,
  space: 'global',
  addr,
  size: 4,
  scope: 'device',
  site: 100,
  ...(rmw === 'cas' ? { success } : {}),
});
const fence = (thread: number): TraceEvent => ({ op: 'fence', thread, scope: 'device' });
const plain = (op: 'read' | 'write', thread: number, addr: number, site: number): TraceEvent => ({
  op,
  thread,
  space: 'global',
  addr,
  size: 4,
  site,
});
test('one fence takes two locks, and one gives both back', () => {
  const section = (thread: number): TraceEvent[] => [
    atomic('cas', thread, LOW),
    atomic('cas', thread, HIGH, false),
    atomic('cas', thread, HIGH),
    fence(thread),
    plain('write', thread, CELL, thread + 1),
    fence(thread),
    atomic('exch', thread, HIGH),
    atomic('exch', thread, LOW),
  ];
  const result = run(header, [...section(0), ...section(1)]);
  assert.deepEqual(result.findings, []);
  assert.deepEqual(result.detectors, { gwcp: [], 'scoped-hb': [], scord: [], predict: [] });
});

const pointer = (thread: number, addr: number): TraceEvent => ({
  op: 'read',
  thread,
  space: 'global',
  addr,
  size: 8,
  site: 9,
});
/** A critical section, and what is read between its last fence and the exchange that ends it. */
const section = (thread: number, last: readonly TraceEvent[]): TraceEvent[] => [
  pointer(thread, POINTER),
  atomic('cas', thread, LOW, false),
  pointer(thread, POINTER),
  atomic('cas', thread, LOW),
  fence(thread),
  plain('write', thread, CELL, thread + 1),
  fence(thread),
  ...last,
  atomic('exch', thread, LOW),
];

test('the pointer to the lock is read again between the fence and the exchange', () => {
  const result = run(
    header,
    [0, 1].flatMap((thread) => section(thread, [pointer(thread, POINTER)])),
  );
  assert.deepEqual(result.findings, []);
  assert.deepEqual(result.detectors, { gwcp: [], 'scoped-hb': [], scord: [], predict: [] });
});

test('another read, or a write, between the fence and the exchange undoes the release', () => {
  for (const last of [pointer(0, POINTER + 8), plain('read', 0, POINTER, 9), plain('write', 0, CELL + 64, 9)]) {
    const { detectors } = run(header, [...section(0, [last]), ...section(1, [])], ['scoped-hb']);
    assert.deepEqual(detectors, { 'scoped-hb': [[1, 2]] });
  }
});

test('each of the two locks orders by itself', () => {
  const both: TraceEvent[] = [atomic('cas', 0, LOW), atomic('cas', 0, HIGH), fence(0), plain('write', 0, CELL, 1)];
  const back: TraceEvent[] = [fence(0), atomic('exch', 0, HIGH), atomic('exch', 0, LOW)];
  for (const one of [LOW, HIGH]) {
    const other: TraceEvent[] = [atomic('cas', 1, one), fence(1), plain('write', 1, CELL, 2)];
    const { detectors } = run(header, [...both, ...back, ...other, fence(1), atomic('exch', 1, one)], ['scoped-hb']);
    assert.deepEqual(detectors, { 'scoped-hb': [] });
  }
});

test('an exchange after the release of a lock is a release of nothing else', () => {
  const events = [
    atomic('cas', 0, LOW),
    fence(0),
    plain('write', 0, CELL, 1),
    fence(0),
    atomic('exch', 0, LOW),
    atomic('exch', 0, HIGH),
    atomic('cas', 1, HIGH),
    fence(1),
    plain('write', 1, CELL, 2),
  ];
  assert.deepEqual(run(header, events, ['scoped-hb']).detectors, { 'scoped-hb': [[1, 2]] });
});
