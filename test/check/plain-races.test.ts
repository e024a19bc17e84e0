/** Which pairs are asked about before all others, and which paths are known to be of different blocks. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ExclusivePaths } from '../../src/check/exclusive-paths.ts';
import { plainRaces } from '../../src/check/plain-races.ts';
import type { KernelAccess, MemoryObject } from '../../src/kernel/index.ts';
import { type Cond, type Int, Terms } from '../../src/terms/index.ts';

const t = new Terms();
const INDEX = { low: 0n, high: 1023n };
const thread = t.symbol('t', 'thread', 'input', INDEX);
const block = t.symbol('b', 'block', 'input', INDEX);
const n = t.symbol('n', 'launch', 'input', INDEX);

interface Shape {
  readonly kind?: KernelAccess['kind'];
  readonly space?: MemoryObject['space'];
  readonly offset?: Int;
  readonly path?: Cond;
  readonly interval?: Int;
}

function accessesOf(...shapes: Shape[]): KernelAccess[] {
  return shapes.map(
    ({ kind = 'write', space = 'shared', offset = t.zero, path = t.true, interval = t.zero }, index) =>
      ({
        index,
        kind,
        object: { id: 1, key: space, name: 'o', space },
        base: [],
        offset,
        size: 4,
        path,
        interval: { block: interval, warp: interval, grid: t.zero },
        copy: null,
        together: null,
      }) as unknown as KernelAccess,
  );
}

function racesOf(...shapes: Shape[]): string[] {
  return [...plainRaces(accessesOf(...shapes))].map(([a, b]) => `${a.index}-${b.index}`);
}

describe('races that are there to be seen', () => {
  test('a place that all threads write, with what else goes there: reads first', () => {
    assert.deepEqual(racesOf({ kind: 'read' }, {}, {}, { kind: 'read' }), ['0-1', '1-3', '1-1', '1-2']);
  });

  test('where the block decides who gets there, and where', () => {
    assert.deepEqual(racesOf({ offset: block, path: t.lt(block, n) }), ['0-0']);
  });

  test('not where the thread does', () => {
    assert.deepEqual(racesOf({ offset: thread }, { path: t.eq(thread, t.zero) }), []);
  });

  test('not on both sides of a barrier, or of reads alone', () => {
    assert.deepEqual(racesOf({ kind: 'read' }, { kind: 'read' }), []);
    assert.deepEqual(racesOf({}, { kind: 'read', interval: t.one }), ['0-0']);
  });

  test('in global memory the block counts as well', () => {
    assert.deepEqual(racesOf({ space: 'global', path: t.lt(block, n) }, { space: 'global', offset: block }), []);
    assert.deepEqual(racesOf({ space: 'global', path: t.lt(t.zero, n) }), ['0-0']);
  });
});

describe('paths that no two threads of a block take', () => {
  const paths = new ExclusivePaths(t);
  const [isRim, isSmall, isFirst] = [t.lt(n, block), t.lt(n, t.constant(7)), t.eq(thread, t.zero)];

  test('where the block or the launch parts them', () => {
    assert.ok(paths.areExclusive(t.and(isRim, isFirst), t.not(isRim)));
    assert.ok(paths.areExclusive(t.and(isRim, isSmall), t.and(isRim, t.not(isSmall))));
  });

  test('not where the thread does, or nothing', () => {
    assert.ok(!paths.areExclusive(isFirst, t.not(isFirst)));
    assert.ok(!paths.areExclusive(isRim, isRim));
    assert.ok(!paths.areExclusive(isRim, t.and(isSmall, isFirst)));
  });
});
