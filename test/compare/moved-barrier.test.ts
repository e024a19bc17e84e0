/** The line that is told of an order that went with a barrier which moved: the one where it stood. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Anchors } from '../../src/compare/anchor.ts';
import type { ChangedFile } from '../../src/diff/changed-file.ts';
import { parsePatch } from '../../src/diff/patch.ts';
import type { Finding, Result } from '../../src/model/result.ts';

const FILE = 'a.cu';
const HEAD = `__device__ void steps(int *row, int n, int t) {
  for (int i = 0; i < n; i++) {
    if (n > i) {
      int own = row[t + 1];
      n -= own;
      SYNC_LANES();
    } else {
      row[t] = i;
    }
  }
}
__device__ void other(int *row) {
  row[0] = 1;
}
`;

function linesOf(patch: readonly string[], accessLines: readonly number[]) {
  const changed: ChangedFile[] = [
    { path: FILE, previousPath: null, status: 'modified', lines: parsePatch(patch.join('\n')) },
  ];
  const none = { kernels: [], findings: [], problems: [] } as unknown as Result;
  const anchors = new Anchors({
    changed,
    base: none,
    head: none,
    source: () => HEAD,
    baseSource: () => undefined,
    partsWith: () => new Set([FILE]),
  });
  const accesses = accessLines.map((line) => ({
    file: FILE,
    line,
    column: 1,
    kind: 'read',
    text: 'row[t]',
    calls: [],
  }));
  return anchors.orderLost({ kernel: 'k', rule: 'intra-warp-race', accesses } as unknown as Finding, 'warp-barrier');
}

const MOVED = [
  '@@ -2,7 +2,7 @@',
  '   for (int i = 0; i < n; i++) {',
  '     if (n > i) {',
  '-      SYNC_LANES();',
  '       int own = row[t + 1];',
  '       n -= own;',
  '+      SYNC_LANES();',
  '     } else {',
  '       row[t] = i;',
];

test('a barrier that moved within a function is told where it stood', () => {
  assert.deepEqual(linesOf(MOVED, [4, 8]), { file: FILE, line: 4, side: 'LEFT', text: 'SYNC_LANES();' });
});

test('one that only is new is told where it is, and not where another function lost one', () => {
  const written = MOVED.filter((row) => !row.startsWith('-')).with(0, '@@ -2,6 +2,7 @@');
  assert.equal(linesOf(written, [4, 8])?.side, 'RIGHT');
  const ofOther = [
    ...written,
    '@@ -11,3 +12,2 @@',
    ' __device__ void other(int *row) {',
    '-  SYNC_LANES();',
    '   row[0] = 1;',
  ];
  assert.equal(linesOf(ofOther, [4, 8])?.side, 'RIGHT');
});
