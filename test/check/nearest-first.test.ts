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
  const at = (file: number, line: number) => ({ location: { file, line, column: 1 } });
  const program = { files: ['other.cuh', 'kernel.cu'] };
  const pairs = [
    [at(1, 3), at(1, 4)],
    [at(1, 8), at(1, 30)],
    [at(0, 10), at(1, 10)],
    [at(1, 9), at(1, 11)],
  ] as const;

  test('comes first', () => {
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
