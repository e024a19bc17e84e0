/** Bytes, characters and code units of one line. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessSpan } from '../../src/lexical/access-span.ts';
import { columnOfOffset, offsetOfByte, offsetOfColumn } from '../../src/lexical/columns.ts';

const LINE = 'aö€😀b';

test('each character by its bytes, its column and its offset', () => {
  const bytes = [1, 2, 4, 7, 11, 12];
  assert.deepEqual(
    bytes.map((byte) => offsetOfByte(LINE, byte)),
    [0, 1, 2, 3, 5, 6],
  );
  assert.deepEqual(
    [0, 1, 2, 3, 5, 6].map((offset) => columnOfOffset(LINE, offset)),
    [1, 2, 3, 4, 5, 6],
  );
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6].map((column) => offsetOfColumn(LINE, column)),
    [0, 1, 2, 3, 5, 6],
  );
});

test('behind the line, and a byte that is no UTF-8', () => {
  assert.deepEqual([offsetOfByte(LINE, 20), columnOfOffset(LINE, 8), offsetOfColumn(LINE, 9)], [14, 8, 9]);
  assert.equal(offsetOfColumn('', 2 ** 31), 2 ** 31 - 1);
  assert.equal(offsetOfByte('/* \ufffd */ a', 10), 9);
});

for (const [what, line, byteColumn, expected] of [
  ['two bytes before', '/* größer */ a[i / 2] = 1;', 16, { column: 14, endColumn: 22, text: 'a[i / 2]' }],
  ['four bytes before', '/* 😀 */ a[i] += 1;', 12, { column: 9, endColumn: 13, text: 'a[i]' }],
  ['a name', 'größe[i] = 1;', 1, { column: 1, endColumn: 9, text: 'größe[i]' }],
  ['the assignment', 'größe[i] = 1;', 12, { column: 1, endColumn: 9, text: 'größe[i]' }],
] as const) {
  test(`the text of an access: ${what}`, () => {
    assert.deepEqual(accessSpan(line, byteColumn), expected);
  });
}
