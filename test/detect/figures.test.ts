/** The paper's figures as traces: what the detectors say of each. Sites are the event numbers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TraceEvent, TraceHeader } from '../../src/trace/index.ts';
import { run } from './run.ts';

const shape = (grid: number, block: number): TraceHeader =>
  TraceHeader.parse({
    format: 'gpurace-trace',
    version: 1,
    kernel: 'figure',
    grid: [grid, 1, 1],
    block: [block, 1, 1],
  });
const X = 4096;
const Y = 4100;
const Z = 4104;
const write = (thread: number, addr: number, site: number): TraceEvent => ({
  op: 'write',
  thread,
  space: 'global',
  addr,
  size: 4,
  site,
  volatile: true,
});
const acquire = (thread: number, lock: number, scope: 'block' | 'device' = 'device'): TraceEvent => ({
  op: 'acquire',
  thread,
  lock,
  scope,
});
const release = (thread: number, lock: number, scope: 'block' | 'device' = 'device'): TraceEvent => ({
  op: 'release',
  thread,
  lock,
  scope,
});

test('Figure 3: found by GWCP and by locksets, not by happens-before', () => {
  const events = [write(0, X, 1), acquire(0, 64), write(0, Y, 3), release(0, 64)];
  const result = run(shape(2, 1), [...events, acquire(1, 64), write(1, X, 6), write(1, Y, 7), release(1, 64)]);
  assert.deepEqual(result.detectors, { gwcp: [[1, 6]], 'scoped-hb': [], scord: [[1, 6]], predict: [[1, 6]] });
  assert.deepEqual(
    result.findings.map(({ evidence, rule }) => [evidence, rule]),
    [['predicted', 'inter-block-race']],
  );
});

test('Figure 4: a fence alone orders nothing, and ScoRD accepts it within a block', () => {
  const events: TraceEvent[] = [write(0, X, 1), { op: 'fence', thread: 0, scope: 'block' }, write(32, X, 3)];
  const result = run(shape(1, 33), events);
  assert.deepEqual(result.detectors, { gwcp: [[1, 3]], 'scoped-hb': [[1, 3]], scord: [], predict: [[1, 3]] });
  assert.equal(result.findings[0]?.evidence, 'trace');
});

test('Figure 5: sections of block scope in two blocks order nothing', () => {
  const events = [
    ...[write(0, X, 1), acquire(0, 64), write(0, Y, 3), release(0, 64)],
    ...[acquire(1, 64), write(1, Y, 6), release(1, 64)],
    ...[acquire(1, 65, 'block'), write(1, Z, 9), release(1, 65, 'block')],
    ...[acquire(2, 65, 'block'), write(2, Z, 12), release(2, 65, 'block'), write(2, X, 14)],
  ];
  const result = run(shape(2, 2), events);
  const expected = [
    [1, 14],
    [9, 12],
  ];
  assert.deepEqual(result.detectors?.gwcp, expected);
  // Found under the paper's own scoped happens-before too, though its text says otherwise.
  assert.deepEqual(result.detectors?.['scoped-hb'], expected);
  assert.deepEqual(result.detectors?.predict, expected);
});

test('Figure 10: every order, both first threads', () => {
  const one = [acquire(0, 64), write(0, X, 2), release(0, 64)];
  const two = [acquire(1, 64), write(1, X, 5), release(1, 64), write(1, X, 7)];
  const first = run(shape(2, 1), [...one, ...two]);
  assert.deepEqual(first.detectors, { gwcp: [], 'scoped-hb': [], scord: [[2, 7]], predict: [[2, 7]] });
  assert.equal(first.findings[0]?.evidence, 'predicted');
  const second = run(shape(2, 1), [...two, ...one]);
  assert.deepEqual(second.detectors?.gwcp, [[2, 7]]);
  assert.deepEqual(second.detectors?.['scoped-hb'], [[2, 7]]);
  assert.deepEqual(second.detectors?.predict, [[2, 7]]);
});

test('Figure 11: the stencil, one thread after the other', () => {
  const threads = 8;
  const rows = 4;
  const CURRENT = 0;
  const LOCK = 4;
  const cell = (row: number, column: number) => 65_536 + 8 * (row * (threads + 2) + column);
  const events: TraceEvent[] = [];
  const section = (thread: number, ...body: TraceEvent[]): void => {
    const lock = { thread, space: 'shared', addr: LOCK, size: 4, scope: 'device', site: 10 } as const;
    events.push(
      { op: 'atomic', rmw: 'cas', success: true, ...lock },
      { op: 'fence', thread, scope: 'device' },
      ...body,
    );
    events.push({ op: 'fence', thread, scope: 'device' }, { op: 'atomic', rmw: 'exch', ...lock });
  };
  const mark = (addr: number, thread: number): TraceEvent => ({
    op: 'write',
    thread,
    space: 'shared',
    addr,
    size: 4,
    site: 21,
    volatile: true,
  });
  for (let row = 1; row <= rows; row++) {
    events.push(mark(CURRENT, 0), { op: 'barrier', block: 0 });
    for (let thread = 0; thread < threads; thread++) {
      section(thread, mark(CURRENT, thread));
      for (let dr = -1; dr <= 1; dr++) {
        for (let dc = -1; dc <= 1; dc++) {
          const addr = cell(row + dr, thread + 1 + dc);
          events.push({ op: 'read', thread, space: 'global', addr, size: 8, site: 27, volatile: true });
        }
      }
      section(thread, {
        op: 'write',
        thread,
        space: 'global',
        addr: cell(row, thread + 1),
        size: 8,
        site: 33,
        volatile: true,
      });
    }
    events.push({ op: 'barrier', block: 0 });
  }
  // What the paper counts are pairs of one kind: reads of a row against the writes of the same row.
  const result = run(shape(1, threads), events);
  assert.ok(result.detectors?.gwcp?.some(([a, b]) => a === 27 && b === 33));
  assert.ok(result.detectors?.predict?.some(([a, b]) => a === 27 && b === 33));
  assert.ok(
    !result.detectors?.['scoped-hb']?.some(([a, b]) => a === 27 && b === 33),
    'hidden by the lock of `current`',
  );
  const race = result.findings.find(({ accesses }) => accesses.some(({ kind }) => kind === 'read'));
  assert.equal(race?.evidence, 'predicted');
});

test('launches are apart, and damage is told', () => {
  const result = run(shape(2, 1), [write(0, X, 1), { op: 'grid-barrier' }, write(1, X, 2)]);
  assert.deepEqual(result.detectors?.['scoped-hb'], []);
  assert.equal(result.kernels[0]?.verdict, 'race-free');
  const cut = run(shape(2, 1), [write(0, X, 1), { op: 'cut' }]);
  assert.equal(cut.kernels[0]?.verdict, 'inconclusive');
  assert.equal(cut.problems[0]?.severity, 'error');
});
