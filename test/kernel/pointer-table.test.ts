import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EMPTY_CONTENT, HAVOCKED_CONTENT, type MemoryObject, type Value, withSlot } from '../../src/kernel/memory.ts';
import {
  betweenIterations,
  isSameTable,
  joinTables,
  mayHold,
  type PointerTable,
  tableOf,
  withOther,
  withPointer,
} from '../../src/kernel/pointer-table.ts';
import { type Int, Terms } from '../../src/terms/index.ts';

const t = new Terms();
const [i, j] = ['i', 'j'].map((name) => t.symbol(name, 'thread', 'iteration', { low: 0n, high: null })) as [Int, Int];
const at = (index: Int, stride: number, past = 0) => t.combine(t.constant(past), BigInt(stride), index);

let next = 1;
function allocation(site: string, ...iterations: Int[]): MemoryObject {
  const key = `${site}@${iterations.map(({ id }) => id).join()}`;
  return { id: next++, key, space: 'global', name: site, origin: { kind: 'allocation', site, iterations } };
}

function pointerTo(object: MemoryObject, offset = t.zero): Value {
  return { kind: 'pointer', targets: [{ guard: t.true, object, base: [], offset }] };
}

const EMPTY = tableOf(EMPTY_CONTENT, 'table')!;

function stored(object: MemoryObject, around: readonly Int[], table: PointerTable | null = EMPTY): PointerTable | null {
  return table && withPointer(table, at(i, 8), pointerTo(object), around);
}

describe('tables of pointers', () => {
  test('memory that is stored a second time is in two places', () => {
    const memory = allocation('a');
    const once = stored(memory, []);
    assert.deepEqual([...once!.sites], ['a']);
    assert.equal(stored(memory, [], once), null);
  });

  test('each iteration has memory of its own', () => {
    const between = betweenIterations(stored(allocation('a', i), [i])!, 0);
    assert.notEqual(stored(allocation('a', i), [i], between), null);
    // What another iteration has asked for, and what a loop around it has, may be there already.
    assert.equal(stored(allocation('a', i), [j], between), null);
    assert.equal(stored(allocation('a', i), [i, j], between), null);
  });

  test('memory from before the loop is there already in the second iteration', () => {
    const memory = allocation('a');
    assert.equal(stored(memory, [i], betweenIterations(stored(memory, [i])!, 0)), null);
  });

  test('only the beginning of memory that was asked for', () => {
    assert.equal(withPointer(EMPTY, at(i, 8), pointerTo(allocation('a'), t.constant(16)), []), null);
    const held: MemoryObject = { ...allocation('b'), origin: { kind: 'held' } };
    assert.equal(stored(held, []), null);
    assert.equal(withPointer(EMPTY, at(i, 8), { kind: 'undefined' }, []), null);
    assert.notEqual(withPointer(EMPTY, at(i, 8), { kind: 'pointer', targets: [] }, []), null);
  });

  test('numbers go beside pointers, or over them', () => {
    const members = withPointer(EMPTY, at(i, 24, 8), pointerTo(allocation('a')), [])!;
    assert.equal(withOther(members, at(j, 24), 8), members);
    assert.equal(withOther(members, at(j, 24, 16), 8), members);
    assert.equal(withOther(members, at(j, 24, 4), 8), null);
    assert.equal(withOther(members, at(j, 24, 12), 4), null);
    assert.equal(withOther(members, at(j, 8), 4), null);
    assert.equal(withOther(members, t.constant(24), 4), members);
    assert.equal(withOther(members, t.constant(32), 4), null);
    assert.ok(mayHold(members, t.constant(56)));
    assert.ok(!mayHold(members, t.constant(64)));
  });

  test('what stood at constant places, unless it is not known or stood there twice', () => {
    const [a, b] = [pointerTo(allocation('a')), pointerTo(allocation('b'))];
    const two = withSlot(withSlot(EMPTY_CONTENT, 0, 8, a), 8, 8, b);
    assert.deepEqual([...tableOf(two, 'table')!.sites], ['a', 'b']);
    assert.equal(tableOf(withSlot(two, 16, 8, a), 'table'), null);
    assert.equal(tableOf(HAVOCKED_CONTENT, 'table'), null);
  });

  test('after either of two paths', () => {
    const [a, b] = [stored(allocation('a'), [])!, stored(allocation('b'), [])!];
    const joined = joinTables(a, b)!;
    assert.deepEqual([...joined.sites], ['a', 'b']);
    assert.ok(isSameTable(joined, joinTables(b, a)));
    assert.ok(!isSameTable(joined, a));
    assert.ok(!isSameTable(joined, null));
  });
});
