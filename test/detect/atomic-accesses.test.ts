/** Reads and writes that say an order are atomic, at their scope: what they race with, by every detector. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MemoryOrder, ScopeName, TraceEvent } from '../../src/trace/index.ts';
import { TraceHeader } from '../../src/trace/index.ts';
import { run } from './run.ts';

const header = TraceHeader.parse({
  format: 'gpurace-trace',
  version: 1,
  kernel: 'k',
  grid: [2, 1, 1],
  block: [2, 1, 1],
});
const FOUND_BY = ['gwcp', 'scoped-hb', 'scord', 'predict'] as const;

type Access = readonly [op: 'read' | 'write' | 'add', order: MemoryOrder | null, scope?: ScopeName];

function event([op, order, scope = 'device']: Access, thread: number): TraceEvent {
  const where = { thread, space: 'global', addr: 4096, size: 4, site: thread } as const;
  if (op === 'add') return { op: 'atomic', rmw: 'add', ...where, scope };
  return order === null ? { op, ...where } : { op, ...where, order, scope };
}

const PLAIN_READ: Access = ['read', null];
const PLAIN_WRITE: Access = ['write', null];
const LOAD: Access = ['read', 'relaxed'];
const STORE: Access = ['write', 'relaxed'];
const BLOCK_LOAD: Access = ['read', 'relaxed', 'block'];
const BLOCK_STORE: Access = ['write', 'relaxed', 'block'];

/** Two accesses of threads of two blocks, and the rule that they break. */
const BETWEEN_BLOCKS: readonly (readonly [string, Access, Access, string | null])[] = [
  ['two relaxed stores', STORE, STORE, null],
  ['a relaxed store and a relaxed load', STORE, LOAD, null],
  ['a relaxed store and an atomic addition', STORE, ['add', null], null],
  ['a relaxed load and an atomic addition', LOAD, ['add', null], null],
  ['two relaxed loads', LOAD, LOAD, null],
  ['a relaxed load and a plain read', LOAD, PLAIN_READ, null],
  ['an acquire load and a plain read', ['read', 'acquire'], PLAIN_READ, null],
  ['two loads of block scope', BLOCK_LOAD, BLOCK_LOAD, null],
  ['a load of block scope and a plain read', BLOCK_LOAD, PLAIN_READ, null],
  ['a relaxed store and a plain write', STORE, PLAIN_WRITE, 'inter-block-race'],
  ['a relaxed store and a plain read', STORE, PLAIN_READ, 'inter-block-race'],
  ['a relaxed load and a plain write', LOAD, PLAIN_WRITE, 'inter-block-race'],
  ['two stores of block scope', BLOCK_STORE, BLOCK_STORE, 'scoped-atomic-race'],
  ['a store and a load of block scope', BLOCK_STORE, BLOCK_LOAD, 'scoped-atomic-race'],
  ['a store and an addition of block scope', BLOCK_STORE, ['add', null, 'block'], 'scoped-atomic-race'],
];

const EVERYWHERE = { gwcp: [[0, 2]], 'scoped-hb': [[0, 2]], scord: [[0, 2]], predict: [[0, 2]] };
const NOWHERE = { gwcp: [], 'scoped-hb': [], scord: [], predict: [] };

describe('accesses with an order, by threads of two blocks', () => {
  for (const [name, first, second, rule] of BETWEEN_BLOCKS) {
    for (const [a, b] of first === second
      ? [[first, second]]
      : [
          [first, second],
          [second, first],
        ]) {
      test(`${name}${a === first ? '' : ', the other way round'}`, () => {
        const result = run(header, [event(a!, 0), event(b!, 2)], FOUND_BY);
        assert.deepEqual(result.detectors, rule === null ? NOWHERE : EVERYWHERE);
        assert.deepEqual(
          result.findings.map((finding) => finding.rule),
          rule === null ? [] : [rule],
        );
      });
    }
  }
});

test('within a block, accesses of block scope are atomic to each other', () => {
  const result = run(header, [event(BLOCK_STORE, 0), event(BLOCK_LOAD, 1), event(BLOCK_STORE, 1)], FOUND_BY);
  assert.deepEqual(result.detectors, NOWHERE);
});

test('a relaxed load orders nothing', () => {
  const data = (op: 'read' | 'write', thread: number, site: number): TraceEvent => {
    return { op, thread, space: 'global', addr: 8192, size: 4, site };
  };
  const events = [data('write', 0, 10), event(STORE, 0), event(LOAD, 2), data('read', 2, 11)];
  assert.deepEqual(run(header, events, ['scoped-hb', 'predict']).detectors, {
    'scoped-hb': [[10, 11]],
    predict: [[10, 11]],
  });
});

test('volatile accesses are plain ones', () => {
  const events = [PLAIN_WRITE, PLAIN_WRITE].map((access, i) => ({ ...event(access, 2 * i), volatile: true }));
  assert.deepEqual(run(header, events as TraceEvent[], ['scoped-hb']).detectors, { 'scoped-hb': [[0, 2]] });
});

test('a message says how the word was accessed', () => {
  const [finding] = run(header, [event(BLOCK_STORE, 0), event(BLOCK_LOAD, 2)], ['scoped-hb']).findings;
  assert.match(finding!.message, /atomically updates it at block scope.*atomically reads it at block scope/);
  assert.deepEqual(
    finding!.accesses.map(({ kind, scope }) => [kind, scope]),
    [
      ['atomic', 'block'],
      ['atomic', 'block'],
    ],
  );
});
