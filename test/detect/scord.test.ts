/** ScoRD's granularities and its cache of metadata: what each finds that another misses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DETECT_DEFAULTS } from '../../src/detect/index.ts';
import type { ScordOptions } from '../../src/detect/scord.ts';
import { type TraceEvent, TraceHeader } from '../../src/trace/index.ts';
import { run } from './run.ts';

const header = TraceHeader.parse({
  format: 'gpurace-trace',
  version: 1,
  kernel: 'k',
  grid: [2, 1, 1],
  block: [64, 1, 1],
});
const X = 4096;
type Scope = 'block' | 'device';
const access = (op: 'read' | 'write', thread: number, site: number, addr = X): TraceEvent => ({
  op,
  thread,
  space: 'global',
  addr,
  size: 4,
  site,
  volatile: true,
});
const weak = (op: 'read' | 'write', thread: number, site: number): TraceEvent => ({
  op,
  thread,
  space: 'global',
  addr: X,
  size: 4,
  site,
});
const add = (thread: number, site: number, scope: Scope): TraceEvent => ({
  op: 'atomic',
  rmw: 'add',
  thread,
  space: 'global',
  addr: X,
  size: 4,
  scope,
  site,
});
const fence = (thread: number, scope: Scope): TraceEvent => ({ op: 'fence', thread, scope });
const lock = (op: 'acquire' | 'release', thread: number, name: number, scope: Scope): TraceEvent => ({
  op,
  thread,
  lock: name,
  scope,
});
const pairs = (events: readonly TraceEvent[], scord: Partial<ScordOptions> = {}) =>
  run(header, events, ['scord'], { ...DETECT_DEFAULTS, scord: { ...DETECT_DEFAULTS.scord, ...scord } }).detectors
    ?.scord;

test('Table III: what is trivially free of races', () => {
  // (a) The first access; (b) program order of a warp.
  assert.deepEqual(pairs([access('write', 0, 1), access('read', 0, 2), access('write', 5, 3)]), []);
  // (c) A barrier of the block, which orders nothing for another block.
  const barrier: TraceEvent = { op: 'barrier', block: 0 };
  assert.deepEqual(pairs([access('write', 0, 1), barrier, access('write', 40, 2)]), []);
  assert.deepEqual(pairs([access('write', 0, 1), barrier, access('write', 64, 2)]), [[1, 2]]);
});

test('Table IV: conditions for races', () => {
  // (a) No fence within the block; a fence of either scope will do.
  assert.deepEqual(pairs([access('write', 0, 1), access('read', 40, 2)]), [[1, 2]]);
  assert.deepEqual(pairs([access('write', 0, 1), fence(0, 'block'), access('read', 40, 2)]), []);
  assert.deepEqual(pairs([access('write', 0, 1), fence(0, 'device'), access('read', 40, 2)]), []);
  // Loads that meet loads are no race, a store after a load is one.
  assert.deepEqual(pairs([access('read', 0, 1), access('read', 40, 2)]), []);
  assert.deepEqual(pairs([access('read', 0, 1), access('write', 40, 2)]), [[1, 2]]);
  // (b) Another block needs a fence for the device.
  assert.deepEqual(pairs([access('write', 0, 1), fence(0, 'block'), access('read', 64, 2)]), [[1, 2]]);
  assert.deepEqual(pairs([access('write', 0, 1), fence(0, 'device'), access('read', 64, 2)]), []);
  // (c) A fence orders strong accesses only, where the trace knows of them at all.
  const known = access('read', 0, 9, 8192);
  assert.deepEqual(pairs([known, weak('write', 0, 1), fence(0, 'device'), weak('read', 64, 2)]), [[1, 2]]);
  assert.deepEqual(pairs([weak('write', 0, 1), fence(0, 'device'), weak('read', 64, 2)]), []);
  // (d) Atomics of block scope, met from another block.
  assert.deepEqual(pairs([add(0, 1, 'block'), add(64, 2, 'device')]), [[1, 2]]);
  assert.deepEqual(pairs([add(0, 1, 'block'), add(40, 2, 'block')]), []);
  assert.deepEqual(pairs([add(0, 1, 'device'), add(64, 2, 'device')]), []);
  // (e) and (f) No common lock, although fences are there.
  const under = (thread: number, name: number, one: TraceEvent) => [
    lock('acquire', thread, name, 'device'),
    one,
    lock('release', thread, name, 'device'),
  ];
  assert.deepEqual(pairs([...under(0, 64, access('write', 0, 1)), ...under(64, 65, access('read', 64, 2))]), [[1, 2]]);
  assert.deepEqual(pairs([...under(0, 64, access('write', 0, 1)), ...under(64, 65, access('write', 64, 2))]), [[1, 2]]);
  assert.deepEqual(pairs([...under(0, 64, access('write', 0, 1)), ...under(64, 64, access('write', 64, 2))]), []);
});

test('granularity: warps, lanes of one instruction, threads', () => {
  const oneInstruction = [access('write', 0, 1), access('write', 1, 1)];
  const twoInstructions = [access('write', 0, 1), access('read', 1, 2)];
  const synchronised: TraceEvent[] = [
    access('write', 0, 1),
    { op: 'warp-barrier', block: 0, warp: 0, mask: 0xffffffff },
    access('read', 1, 2),
  ];
  const found = (events: readonly TraceEvent[]) =>
    (['warp', 'lane', 'thread'] as const).map((granularity) => pairs(events, { granularity })?.length);
  assert.deepEqual(found(oneInstruction), [0, 1, 1]);
  assert.deepEqual(found(twoInstructions), [0, 0, 1]);
  assert.deepEqual(found(synchronised), [0, 0, 0]);
  assert.deepEqual(found([access('write', 0, 1), access('read', 40, 2)]), [1, 1, 1]);
  // Earlier traffic of other warps, over at a barrier, does not matter within a warp.
  assert.deepEqual(found([access('write', 40, 3), { op: 'barrier', block: 0 }, ...synchronised]), [0, 0, 0]);
});

test('the cache: a word that comes in drives out the history of another', () => {
  // A cache for 4 KiB has 64 entries: words 64 words apart share one.
  const cachedBytes = 4096;
  const race = [access('write', 0, 1), access('write', 64, 2)];
  const between = (addr: number) => [access('write', 0, 1), access('write', 0, 9, addr), access('write', 64, 2)];
  assert.deepEqual(pairs(race, { cachedBytes }), [[1, 2]]);
  assert.deepEqual(pairs(between(X + 4 * 64)), [[1, 2]]);
  assert.deepEqual(pairs(between(X + 4 * 64), { cachedBytes }), []);
  assert.deepEqual(pairs(between(X + 4 * 63), { cachedBytes }), [[1, 2]]);
  // Aliasing alone invents nothing: the tag tells the words apart.
  assert.deepEqual(pairs([access('write', 0, 1), access('write', 64, 2, X + 4 * 64)], { cachedBytes }), []);
});
