import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineReader, linesOf } from '../../src/lexical/lines.ts';

test('lines end as editors and compilers have it', () => {
  assert.deepEqual(linesOf('a\nb\r\nc\rd'), ['a', 'b', 'c', 'd']);
  assert.deepEqual(linesOf('a\n\r\nb\n'), ['a', '', 'b', '']);
});

test('a reader of lines asks for each text once, also when there is none', () => {
  const asked: string[] = [];
  const line = lineReader((file) => {
    asked.push(file);
    return file === 'a.cu' ? 'x\r\ny' : undefined;
  });
  assert.deepEqual(
    [line('a.cu', 1), line('a.cu', 2), line('a.cu', 3), line('a.cu', 0)],
    ['x', 'y', undefined, undefined],
  );
  assert.deepEqual([line('b.cu', 1), line('b.cu', 2)], [undefined, undefined]);
  assert.deepEqual(asked, ['a.cu', 'b.cu']);
});
