import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changeBlocks, headLine, parsePatch, touches, touchesOutside } from '../../src/diff/patch.ts';
import { reversedChange } from '../../src/diff/reversed.ts';

test('an edited line is a deletion and an addition at one place', () => {
  const changes = parsePatch('@@ -3,3 +3,3 @@ void f()\n a\n-b\n+B\n c');
  assert.deepEqual(changes, {
    hunks: [{ start: 3, end: 5 }],
    added: [{ start: 4, end: 4 }],
    deletedAfter: [3],
    additions: 1,
    deletions: 1,
    lines: [
      { base: 3, head: 3, text: 'a' },
      { base: 4, head: null, text: 'b' },
      { base: null, head: 4, text: 'B' },
      { base: 5, head: 5, text: 'c' },
    ],
  });
});

test('edits: what was deleted and added together, behind which line', () => {
  const changes = parsePatch('@@ -1,4 +1,4 @@\n-a\n b\n c\n+x\n d\n@@ -9,3 +9,2 @@\n i\n-j\n k');
  const blocks = changeBlocks(changes).map(({ deleted, added, after }) => [
    after,
    ...deleted.map(({ base, text }) => `-${base} ${text}`),
    ...added.map(({ head, text }) => `+${head} ${text}`),
  ]);
  assert.deepEqual(blocks, [
    [0, '-1 a'],
    [2, '+3 x'],
    [9, '-10 j'],
  ]);
});

test('lines of the base are followed to the head; with or without context', () => {
  const edited = parsePatch('@@ -3,3 +3,4 @@\n c\n-d\n+D\n+E\n e\n@@ -20 +21,0 @@\n-t');
  assert.deepEqual(
    [1, 3, 4, 5, 9, 20, 30].map((line) => headLine(edited, line)),
    [1, 3, null, 6, 10, null, 30],
  );
  const bare = parsePatch('@@ -5,0 +6,2 @@\n+x\n+y\n');
  assert.deepEqual(
    [4, 5, 6].map((line) => headLine(bare, line)),
    [4, 5, 8],
  );
  assert.equal(headLine(null, 1), null);
});

test('a hunk without a length has one line, and neighbouring added lines are one range', () => {
  const changes = parsePatch('@@ -0,0 +1 @@\n+only\n@@ -9,2 +10,4 @@\n x\n+y\n+z\n w\n\\ No newline at end of file');
  assert.deepEqual(changes.hunks, [
    { start: 1, end: 1 },
    { start: 10, end: 13 },
  ]);
  assert.deepEqual(changes.added, [
    { start: 1, end: 1 },
    { start: 11, end: 12 },
  ]);
});

test('a deleted barrier touches the kernel around it, and no line', () => {
  const changes = parsePatch('@@ -8,3 +8,2 @@\n s[i] = x;\n-  __syncthreads();\n y = s[i + 1];');
  assert.deepEqual(changes.deletedAfter, [8]);
  assert.equal(touches(changes, { start: 5, end: 12 }), true);
  assert.equal(touches(changes, { start: 8, end: 8 }), false);
  assert.equal(touches(changes, { start: 9, end: 12 }), false);
});

test('a hunk that deletes the whole file has no head lines', () => {
  const changes = parsePatch('@@ -1,2 +0,0 @@\n-a\n-b');
  assert.deepEqual(changes.hunks, []);
  assert.deepEqual(changes.deletedAfter, [0]);
});

test('a line of content that looks like a file header counts', () => {
  const changes = parsePatch('@@ -1,2 +1,2 @@\n---i;\n+++i;\n x');
  assert.deepEqual([changes.additions, changes.deletions], [1, 1]);
});

test('outside: what lies in none of the ranges', () => {
  const changes = parsePatch('@@ -1,3 +1,4 @@\n a\n+b\n c\n d');
  assert.equal(touchesOutside(changes, [{ start: 1, end: 3 }]), false);
  assert.equal(touchesOutside(changes, [{ start: 3, end: 9 }]), true);
});

test('reading the patch of any edit finds exactly the head lines that were added', () => {
  const Line = fc.record({ kind: fc.constantFrom(' ', '+', '-'), text: fc.constantFrom('x', '+', '-', '@@', '') });
  fc.assert(
    fc.property(fc.array(Line, { minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 500 }), (lines, start) => {
      const head = lines.filter(({ kind }) => kind !== '-').length;
      const base = lines.filter(({ kind }) => kind !== '+').length;
      const from = head === 0 ? start - 1 : start;
      const patch = [`@@ -${start},${base} +${from},${head} @@`, ...lines.map(({ kind, text }) => kind + text)];
      let at = start - 1;
      const expected: number[] = [];
      for (const { kind } of lines) {
        if (kind !== '-') at += 1;
        if (kind === '+') expected.push(at);
      }
      const found = parsePatch(patch.join('\n')).added.flatMap(({ start: first, end }) =>
        Array.from({ length: end - first + 1 }, (_, index) => first + index),
      );
      assert.deepEqual(found, expected);
    }),
  );
});

test('following lines through the patch of any edit, whole or cut into hunks without context', () => {
  const Kinds = fc.array(fc.constantFrom(' ', '+', '-'), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(Kinds, (kinds) => {
      const patch: string[] = [];
      const bare: string[] = [];
      const expected = new Map<number, number | null>();
      let base = 0;
      let head = 0;
      for (const [index, kind] of kinds.entries()) {
        patch.push(`${kind}x`);
        if (kind !== ' ') {
          if (index === 0 || kinds[index - 1] === ' ') {
            const end = kinds.findIndex((other, at) => at > index && other === ' ');
            const run = kinds.slice(index, end < 0 ? undefined : end);
            const gone = run.filter((other) => other === '-').length;
            const made = run.length - gone;
            bare.push(`@@ -${base + (gone > 0 ? 1 : 0)},${gone} +${head + (made > 0 ? 1 : 0)},${made} @@`);
          }
          bare.push(`${kind}x`);
        }
        if (kind !== '+') base += 1;
        if (kind !== '-') head += 1;
        if (kind !== '+') expected.set(base, kind === ' ' ? head : null);
      }
      const whole = parsePatch([`@@ -1,${base} +1,${head} @@`, ...patch].join('\n'));
      for (const [line, at] of expected) {
        assert.equal(headLine(whole, line), at);
        assert.equal(headLine(parsePatch(bare.join('\n')), line), at);
      }
      const edits = changeBlocks(whole).flatMap(({ deleted, added }) => [...deleted, ...added]);
      assert.equal(edits.length, kinds.filter((kind) => kind !== ' ').length);
    }),
  );
});

test('a change turned round and back is the change', () => {
  const Hunk = fc.record({
    skipped: fc.integer({ min: 1, max: 9 }),
    // Each run of edits between two lines that stay: so many lines are deleted, and so many are written.
    runs: fc.array(fc.tuple(fc.nat(2), fc.nat(2)), { minLength: 1, maxLength: 4 }),
  });
  fc.assert(
    fc.property(fc.array(Hunk, { minLength: 1, maxLength: 4 }), (hunks) => {
      let [base, head] = [1, 1];
      const patch = hunks.flatMap(({ skipped, runs }) => {
        const lines = runs.flatMap(([gone, made], i) => [
          ...Array.from({ length: gone }, (_, at) => `-gone ${i} ${at}`),
          ...Array.from({ length: made }, (_, at) => `+made ${i} ${at}`),
          ' stays',
        ]);
        const count = (kind: string) => lines.filter((line) => line.startsWith(kind) || line.startsWith(' ')).length;
        const [ofBase, ofHead] = [count('-'), count('+')];
        const header = `@@ -${base + skipped},${ofBase} +${head + skipped},${ofHead} @@`;
        base += skipped + ofBase;
        head += skipped + ofHead;
        return [header, ...lines];
      });
      const lines = parsePatch(patch.join('\n'));
      const change = { path: 'new.cu', previousPath: 'old.cu', status: 'renamed', lines } as const;
      const back = reversedChange(change);
      assert.deepEqual([back.path, back.previousPath, back.status], ['old.cu', 'new.cu', 'renamed']);
      const edits = ({ lines: all }: typeof lines) => all.filter((line) => line.base === null || line.head === null);
      assert.deepEqual(
        new Set(edits(back.lines!).map(({ base: b, head: h, text }) => `${h} ${b} ${text}`)),
        new Set(edits(lines).map(({ base: b, head: h, text }) => `${b} ${h} ${text}`)),
      );
      assert.deepEqual(reversedChange(back), change);
    }),
  );
});
