import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest, sharedFolders } from '../../src/lexical/nearest.ts';

test('folders that two files share', () => {
  const cases: [string, string, number][] = [
    ['a.cu', 'b.cu', 0],
    ['src/a.cu', 'src/b.cu', 1],
    ['src/x/a.cu', 'src/y/a.cu', 1],
    ['src/x/a.cu', 'src/x/y/b.cu', 2],
    ['src', 'src/b.cu', 0],
    ['src/a', 'src/a/b.cu', 1],
    ['x/src/a.cu', 'src/a.cu', 0],
  ];
  for (const [a, b, shared] of cases) {
    assert.equal(sharedFolders(a, b), shared, `${a} ${b}`);
    assert.equal(sharedFolders(b, a), shared, `${b} ${a}`);
  }
});

test('the nearest files share the most folders', () => {
  assert.deepEqual(nearest('src/x/a.cu', ['src/b.cu', 'src/x/b.cu', 'src/x/y/b.cu', 'b.cu']), [
    'src/x/b.cu',
    'src/x/y/b.cu',
  ]);
  assert.deepEqual(nearest('a.cu', ['x/b.cu', 'y/b.cu']), ['x/b.cu', 'y/b.cu']);
  assert.deepEqual(nearest('a.cu', ['x/b.cu']), ['x/b.cu']);
  assert.deepEqual(nearest('a.cu', []), []);
});
