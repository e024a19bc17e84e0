/** The members of the structs of an array, and the numbers in memory that they name. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { columnCell, columnName, columnsOf, type StructType } from '../../src/ir/columns.ts';
import type { Type } from '../../src/ir/program.ts';

const SHORT: Type = { kind: 'int', bits: 16 };
const INT: Type = { kind: 'int', bits: 32 };
const LONG: Type = { kind: 'int', bits: 64 };
const FLOAT: Type = { kind: 'float', format: 'float' };

function structOf(...fields: Type[]): StructType {
  return { kind: 'struct', name: null, packed: false, fields };
}

function arrayOf(length: number, element: Type): Type {
  return { kind: 'array', length, element };
}

/** `short tag; int keys[3]; float weight; struct { int x; long y; } at; int last;` */
const NODE = structOf(SHORT, arrayOf(3, INT), FLOAT, structOf(INT, LONG), INT);
const NAMES = ['tag', 'keys', 'weight', 'at', 'last'];

describe('columns', () => {
  test('are the whole numbers of a struct, by the names of its members or by their places', () => {
    const named = columnsOf(NODE, NAMES);
    assert.deepEqual(
      named.map(({ member, start, size, length }) => [member, start, size, length]),
      [
        ['tag', 0, 2, null],
        ['keys', 4, 4, 3],
        ['@24', 24, 4, null],
        ['@32', 32, 8, null],
        ['last', 40, 4, null],
      ],
    );
    assert.ok(named.every(({ stride }) => stride === 48));
    assert.deepEqual(
      columnsOf(NODE, null).map((column) => columnName('nodes', column)),
      ['nodes@0', 'nodes@4', 'nodes@24', 'nodes@32', 'nodes@40'],
    );
    assert.equal(columnName('nodes', named[1]!), 'nodes.keys');
  });

  test('names that are not those of all members are none', () => {
    assert.deepEqual(columnsOf(NODE, ['tag', 'keys']), columnsOf(NODE, null));
  });

  test('every number is a cell of its own', () => {
    const columns = columnsOf(NODE, NAMES);
    const cells = [0, 1, 5].flatMap((index) =>
      columns.flatMap(({ member, start, size, length }) =>
        Array.from({ length: length ?? 1 }, (_, i) => ({
          offset: BigInt(48 * index + start + size * i),
          size,
          cell: { index: BigInt(index), member: length === null ? member : `${member}[${i}]` },
        })),
      ),
    );
    for (const { offset, size, cell } of cells) assert.deepEqual(columnCell(columns, offset, size), cell);
    assert.equal(new Set(cells.map(({ cell }) => `${cell.index} ${cell.member}`)).size, cells.length);
  });

  test('bytes that are no member go by their place', () => {
    const columns = columnsOf(NODE, NAMES);
    assert.deepEqual(columnCell(columns, 48n + 16n, 4), { index: 1n, member: '@16' });
    assert.deepEqual(columnCell(columns, 6n, 4), { index: 0n, member: '@6' });
    assert.deepEqual(columnCell(columns, 4n, 8), { index: 0n, member: '@4' });
  });
});
