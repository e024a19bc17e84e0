/** What a change touches is decided first. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nearestFirst } from '../../src/check/nearest-first.ts';
import { parsePatch, touchedLines } from '../../src/diff/patch.ts';

const PATCH = `@@ -8,6 +8,5 @@
 int a;
-__syncthreads();
 int b;
 int c;
-int d;
+int e;
 int f;`;

describe('lines that a change touches', () => {
  test('at the base: what it deleted, and where something was added', () => {
    assert.deepEqual(touchedLines(parsePatch(PATCH), 'base'), [9, 12, 13]);
  });

  test('at the head: what it wrote, and where something was deleted', () => {
    assert.deepEqual(touchedLines(parsePatch(PATCH), 'head'), [9, 11]);
  });
});

describe('what is near such lines', () => {
  const at = (index: number, file: number, line: number) => ({ index, location: { file, line, column: 1 } });
  const program = { files: ['other.cuh', 'kernel.cu'] };
  const pairs = [
    [at(0, 1, 203), at(1, 1, 204)],
    [at(2, 1, 8), at(9, 1, 30)],
    [at(3, 0, 10), at(4, 1, 10)],
    [at(5, 1, 9), at(6, 1, 31)],
  ] as const;

  test('comes first, and of that what follows each other at once', () => {
    const near = new Map([['kernel.cu', [10, 40]]]);
    const found = nearestFirst({ near, program }, pairs, (pair) => pair);
    assert.deepEqual(found, [pairs[3], pairs[1], pairs[0], pairs[2]]);
  });

  test('is left in order when nothing changed', () => {
    assert.equal(
      nearestFirst({ near: new Map(), program }, pairs, (pair) => pair),
      pairs,
    );
  });
});
