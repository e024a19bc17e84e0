import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { functionAsBefore, restoringEdits } from '../../src/compare/restoring-edits.ts';
import type { ChangedFile } from '../../src/diff/changed-file.ts';
import { parsePatch } from '../../src/diff/patch.ts';
import { diffOf, edited } from '../../src/lexical/text-edits.ts';
import type { Edit } from '../../src/model/result.ts';
import type { CauseWithFindings } from '../../src/result/causes/index.ts';
import { temporaryRepository } from '../git/repository.ts';

const FILE = 'a.cu';

function changedBy(patch: readonly string[]): ChangedFile {
  return { path: FILE, previousPath: null, status: 'modified', lines: parsePatch(patch.join('\n')) };
}

/** A cause of which the change of these lines is known. */
function causeOf(...changedLines: CauseWithFindings['changedLines']): CauseWithFindings {
  return {
    causeId: 'c',
    kernel: 'k',
    headline: '',
    anchor: { file: FILE, line: 1, side: 'RIGHT' },
    missing: 'none',
    findings: ['r'],
    status: 'new',
    fix: null,
    fixes: [],
    phrases: [],
    explains: [],
    changedLines,
  };
}

const at = (side: 'LEFT' | 'RIGHT', line: number) => ({ file: FILE, line, side, text: '' });

/** What the head becomes with each of the edits that are tried. */
function tried(head: string, patch: readonly string[], ...lines: CauseWithFindings['changedLines']): string[] {
  return restoringEdits(causeOf(...lines), [changedBy(patch)], () => head).map((edits) => edited(head, edits));
}

test('a deleted line is put back where it stood', () => {
  const patch = ['@@ -1,3 +1,2 @@', ' write;', '-__syncthreads();', ' read;'];
  assert.deepEqual(tried('write;\nread;\n', patch, at('LEFT', 2)), ['write;\n__syncthreads();\nread;\n']);
});

test('a deleted atomic operation is not put in beside the store that took its place', () => {
  const patch = ['@@ -1,2 +1,2 @@', ' write;', '-atomicAdd(x, 1);', '+store;'];
  const orderLost = { ...at('LEFT', 2), keptApartBy: 'atomic' } as const;
  const explains = [{ orderLost }] as unknown as CauseWithFindings['explains'];
  const cause = { ...causeOf(at('LEFT', 2)), explains };
  assert.deepEqual(
    restoringEdits(cause, [changedBy(patch)], () => 'write;\nstore;\n'),
    [],
  );
});

test('a deleted line is tried before and behind what was written in its place', () => {
  const patch = ['@@ -1,3 +1,3 @@', ' write;', '-__syncthreads();', '+x++;', ' read;'];
  const [before, behind] = ['write;\n__syncthreads();\nx++;\nread;\n', 'write;\nx++;\n__syncthreads();\nread;\n'];
  assert.deepEqual(tried('write;\nx++;\nread;\n', patch, at('LEFT', 2)), [before, behind]);
});

test('a way out that the change wrote, and nothing else, is taken back where threads part by it', () => {
  const head = 'void f() {\n  x;\n  if (i >= n) return; // beyond\n  sync();\n}\n';
  const patch = ['@@ -1,4 +1,5 @@', ' void f() {', '   x;', '+  if (i >= n) return; // beyond', '   sync();', ' }'];
  const editsOf = (rule: string, text = head) => {
    const cause = { ...causeOf(at('RIGHT', 3)), explains: [{ rule }] as unknown[] as CauseWithFindings['explains'] };
    const lines = patch.map((line) =>
      line.replace('if (i >= n) return; // beyond', text === head ? 'if (i >= n) return; // beyond' : 'w;'),
    );
    return restoringEdits(cause, [changedBy(lines)], () => text).map((edits) => edited(text, edits));
  };
  assert.deepEqual(editsOf('barrier-divergence'), ['void f() {\n  x;\n  sync();\n}\n']);
  assert.deepEqual(editsOf('intra-block-race'), []);
  assert.deepEqual(editsOf('barrier-divergence', head.replace('if (i >= n) return; // beyond', 'w;')), []);
});

test('all that the change did in a function is taken back, where an order is lost', () => {
  const head = 'void f() {\n  if (i >= n) return;\n  x;\n  y;\n}\nvoid g() {\n  z;\n}\n';
  const patch = [
    '@@ -1,9 +1,8 @@',
    ' void f() {',
    '-  if (i < n) {',
    '+  if (i >= n) return;',
    '   x;',
    '-  }',
    '   y;',
    ' }',
    ' void g() {',
    '-  w;',
    '+  z;',
    ' }',
  ];
  const orderLost = { file: FILE, line: 2, side: 'RIGHT', text: '', keptApartBy: 'guard' } as const;
  const cause = causeOf(at('RIGHT', 2));
  const asBefore = (explains: unknown[]) =>
    functionAsBefore({ ...cause, explains: explains as CauseWithFindings['explains'] }, [changedBy(patch)], () => head);
  assert.deepEqual(
    asBefore([{ orderLost }]).map((edits) => edited(head, edits)),
    ['void f() {\n  if (i < n) {\n  x;\n  }\n  y;\n}\nvoid g() {\n  z;\n}\n'],
  );
  assert.deepEqual(asBefore([{}]), [], 'what is new is not taken back');
});

test('what was only set in otherwise is no change of a function', () => {
  const rows = Array.from({ length: 60 }, (_, i) => `  out[${i}] = ${i};`);
  const textOf = (texts: readonly string[], more: string) =>
    `void f(int *out, bool is) {\n${more}${texts.join('\n')}\n}\n`;
  const setIn = rows.map((row) => `  ${row}`);
  const asBefore = (old: readonly string[], now: readonly string[]) => {
    const head = textOf(now, '  if (is) {\n').replace(/\n}\n$/, '\n  }\n}\n');
    const patch = [
      `@@ -1,${old.length + 2} +1,${now.length + 4} @@`,
      ' void f(int *out, bool is) {',
      ...old.map((row) => `-${row}`),
      '+  if (is) {',
      ...now.map((row) => `+${row}`),
      '+  }',
      ' }',
    ];
    const line = { file: FILE, line: 2, side: 'RIGHT' as const, text: 'if (is) {' };
    const orderLost = { file: FILE, line: 2, side: 'RIGHT', text: 'if (is) {' };
    const explains = [{ orderLost }] as unknown as CauseWithFindings['explains'];
    return functionAsBefore({ ...causeOf(line), explains }, [changedBy(patch)], () => head).map((edits) =>
      edited(head, edits),
    );
  };
  assert.deepEqual(asBefore(rows, setIn), [textOf(rows, '')]);
  assert.deepEqual(
    asBefore(
      rows,
      setIn.map((row) => row.replace('=', '+=')),
    ),
    [],
    'each of them is another one',
  );
});

test('an edited line becomes what it was', () => {
  const patch = ['@@ -1,2 +1,2 @@', ' write;', '-atomicAdd(x, 1);', '+*x += 1;'];
  assert.deepEqual(tried('write;\n*x += 1;\n', patch, at('RIGHT', 2)), ['write;\natomicAdd(x, 1);\n']);
});

test('what ordered nothing is what the author wanted to change', () => {
  const patch = ['@@ -1,2 +1,2 @@', ' write;', '-x[2 * i] = 1;', '+x[i] = 1;'];
  assert.deepEqual(tried('write;\nx[i] = 1;\n', patch, at('RIGHT', 2)), []);
});

test('lines that went with one mistake are put back together', () => {
  const patch = ['@@ -1,5 +1,3 @@', ' a;', '-__syncwarp();', ' b;', '-__syncwarp();', ' c;'];
  const whole = 'a;\n__syncwarp();\nb;\n__syncwarp();\nc;\n';
  assert.deepEqual(tried('a;\nb;\nc;\n', patch, at('LEFT', 2), at('LEFT', 4)), [whole]);
});

test('git makes of the diff what the edits make', (t) => {
  const repository = temporaryRepository(t);
  const line = fc.constantFrom('a', 'b', '', '}', '  c');
  const texts = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => `${lines.join('\n')}\n`);
  const insertions = fc.array(fc.tuple(fc.nat(12), fc.constantFrom('new\n', 'a\nb\n')), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(texts, insertions, (text, wanted) => {
      const count = text.split('\n').length - 1;
      const places = new Map(wanted.map(([place, added]) => [Math.min(place, count) + 1, added]));
      const edits: Edit[] = [...places]
        .sort(([a], [b]) => b - a)
        // Hunks that share context are git's to join, and nobody's here.
        .filter(([place], i, all) => i === 0 || all[i - 1]![0] - place > 4)
        .map(([place, added]) => ({
          file: FILE,
          startLine: place,
          startColumn: 1,
          endLine: place,
          endColumn: 1,
          text: added,
        }));
      writeFileSync(join(repository.folder, FILE), text);
      writeFileSync(join(repository.folder, 'a.diff'), diffOf(text, edits));
      repository.git('apply', 'a.diff');
      assert.equal(readFileSync(join(repository.folder, FILE), 'utf8'), edited(text, edits));
    }),
    { numRuns: 40 },
  );
});
