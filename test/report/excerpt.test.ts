import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Access } from '../../src/model/result.ts';
import { displayWidth, excerpts } from '../../src/report/excerpt.ts';
import { access } from './sample-result.ts';

/** One file; `marks` as `line:column-endColumn` or `line:column-endLine:endColumn`. */
function draw(source: string, ...marks: string[]): string[] {
  const lines = source.split('\n');
  const made = marks.map((mark, index) => {
    const [start = '', end = ''] = mark.split('-');
    const [line = 1, column = 1] = start.split(':').map(Number);
    const ends = end.split(':').map(Number);
    const endLine = ends.length === 2 ? (ends[0] ?? line) : line;
    const place: Partial<Access> = { file: 'a.cu', line, column, endLine, endColumn: ends.at(-1) ?? column };
    return { access: access(place), label: String(index + 1) };
  });
  const [excerpt, ...more] = excerpts(made, (_file, line) => lines[line - 1]);
  assert.deepEqual(more, []);
  return (excerpt?.rows ?? []).map(({ kind, line, text }) => (kind === 'gap' ? '...' : `${line ?? ''}|${text}`));
}

test('carets stand under exact ranges', () => {
  assert.deepEqual(draw('  a[i] = b[j];', '1:3-7', '1:10-14'), ['1|  a[i] = b[j];', '|  ^^^^ 1', '|         ^^^^ 2']);
});

test('a line is shown once, lines in order, gaps marked', () => {
  assert.deepEqual(draw('one\ntwo\nthree\nfour', '4:1-5', '1:1-4'), ['1|one', '|^^^ 2', '...', '4|four', '|^^^^ 1']);
  assert.deepEqual(draw('one\ntwo', '1:1-4', '2:1-4'), ['1|one', '|^^^ 1', '2|two', '|^^^ 2']);
});

test('tabs are spaces to the next stop, in the line and under it', () => {
  assert.deepEqual(draw('\ta\t= b;', '1:2-3', '1:6-7'), ['1|    a   = b;', '|    ^ 1', '|          ^ 2']);
});

test('wide, combining, hidden and control characters do not shift the carets', () => {
  assert.deepEqual(draw('/* 漢字 */ x', '1:10-11'), ['1|/* 漢字 */ x', '|           ^ 1']);
  assert.deepEqual(draw('/* e\u0301 */ x', '1:10-11'), ['1|/* e\u0301 */ x', '|        ^ 1']);
  assert.deepEqual(draw('🙂 x', '1:3-4'), ['1|🙂 x', '|   ^ 1']);
  assert.deepEqual(draw('\u001b[2J x', '1:6-7'), ['1|␛[2J x', '|     ^ 1']);
  assert.deepEqual(draw('\u202e x', '1:3-4'), ['1|<U+202E> x', '|         ^ 1']);
});

test('an access over several lines is marked on each', () => {
  assert.deepEqual(draw('x = a[\n  i +\n  j\n];', '1:5-4:2'), [
    '1|x = a[',
    '|    ^^',
    '2|  i +',
    '|  ^^^',
    '3|  j',
    '|  ^',
    '4|];',
    '|^ 1',
  ]);
});

test('an access over very many lines is cut', () => {
  const rows = draw(Array(50).fill('x').join('\n'), '1:1-50:2');
  assert.deepEqual(rows, ['1|x', '|^', '2|x', '|^', '3|x', '|^', '4|x', '|^ 1']);
});

test('a very long line is cut around the carets', () => {
  const [line = '', carets = ''] = draw(`${'a'.repeat(1000)}X${'b'.repeat(1000)}`, '1:1001-1002');
  assert.equal(line, `1|…${'a'.repeat(40)}X${'b'.repeat(119)}…`);
  assert.equal(carets, `|${' '.repeat(41)}^ 1`);
  const [start = ''] = draw('y'.repeat(500), '1:1-2');
  assert.equal(start, `1|${'y'.repeat(160)}…`);
});

test('columns outside the line do not break it', () => {
  assert.deepEqual(draw('ab', '1:9-12'), ['1|ab', '|  ^ 1']);
  assert.deepEqual(draw('', '1:1-2'), ['1|', '|^ 1']);
});

test('without a source the access is its own text', () => {
  const [excerpt] = excerpts([{ access: access({ text: 'A[\u001b]' }), label: 'write' }], () => undefined);
  assert.deepEqual(excerpt?.rows, [{ kind: 'source', line: 7, text: 'A[␛]  <- write' }]);
});

test('two files make two excerpts', () => {
  const marks = ['b.cu', 'a.cu', 'b.cu'].map((file) => ({ access: access({ file }), label: '' }));
  assert.deepEqual(
    excerpts(marks, () => 'x').map(({ file }) => file),
    ['b.cu', 'a.cu'],
  );
});

test('display width', () => {
  assert.equal(displayWidth('abc'), 3);
  assert.equal(displayWidth('漢e\u0301🙂'), 5);
});
