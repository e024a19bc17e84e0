/** The measure of `bench/repair-fixes.ts`: our edit of a text against the maintainers'. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Likeness, likenessOf } from '../../bench/same-edit.ts';

const PARENT = `__global__ void k(int *out, int n) {
  __shared__ int row[64];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    row[t] = i;
    int j = 63 - t;
    out[t] += row[j];
    n -= j;
  }
}
`;

/** The text with lines put before others. */
function put(...lines: readonly (readonly [before: string, line: string])[]): string {
  return lines.reduce((text, [before, line]) => text.replace(before, `${line}\n    ${before}`), PARENT);
}

const SYNC = '__syncthreads();';

const CASES: readonly (readonly [name: string, ours: string, theirs: string, Likeness])[] = [
  ['the same line', put(['int j', SYNC]), put(['int j', '__syncthreads(); // wait']), 'same'],
  ['theirs does more', put(['int j', SYNC]), put(['int j', SYNC], ['n -= j', SYNC], ['int t', 'int u;']), 'same'],
  ['beside it, over what does not touch the memory', put(['int j', SYNC]), put(['out[t]', SYNC]), 'equivalent'],
  ['on the other side of an access', put(['row[t] =', SYNC]), put(['out[t]', SYNC]), 'other'],
  ['around the loop', put(['n -= j', SYNC]), put(['row[t] =', SYNC]), 'equivalent'],
  ['of the warp where theirs is of the block', put(['int j', '__syncwarp();']), put(['int j', SYNC]), 'equivalent'],
  ['of the block where theirs is of the warp', put(['int j', SYNC]), put(['int j', '__syncwarp();']), 'other'],
  ['one more than theirs', put(['int j', SYNC], ['n -= j', SYNC]), put(['int j', SYNC]), 'more'],
  [
    'theirs, and a statement taken apart',
    put(['int j', SYNC]).replace('out[t] += row[j];', `int next = out[t] + row[j];\n    ${SYNC}\n    out[t] = next;`),
    put(['int j', SYNC]),
    'more',
  ],
  [
    'a guard in other words',
    PARENT.replace('row[t] = i;', 'if (threadIdx.x == 0) row[t] = i;'),
    PARENT.replace('row[t] = i;', 'if (t == 0)\n      row[t] = i;'),
    'equivalent',
  ],
  [
    'something else in the same place',
    PARENT.replace('row[t] = i;', 'atomicAdd(&row[t], i);'),
    PARENT.replace('row[t] = i;', 'if (t == 0) row[t] = i;'),
    'other',
  ],
  [
    'one of two lines that theirs changes',
    PARENT.replace('row[t] = i;', 'atomicAdd(&row[t], i);'),
    PARENT.replace('row[t] = i;', 'atomicAdd(&row[t], i);').replace('int j = 63 - t;', 'int j = 64 - t;'),
    'same',
  ],
  [
    'the other of two lines that theirs changes',
    PARENT.replace('int j = 63 - t;', 'int j = 62 - t;'),
    PARENT.replace('row[t] = i;', 'atomicAdd(&row[t], i);').replace('int j = 63 - t;', 'int j = 64 - t;'),
    'other',
  ],
  ['nothing', PARENT, put(['int j', SYNC]), 'other'],
];

for (const [name, ours, theirs, expected] of CASES) {
  test(name, () => assert.equal(likenessOf({ parent: PARENT, ours, theirs }, ['row']), expected));
}

test('the access moved behind a barrier that was there is a barrier before the access', () => {
  const parent = put(['n -= j', SYNC]);
  const theirs = put(['out[t]', SYNC]);
  const ours = parent.replace('out[t]', `${SYNC}\n    out[t]`);
  assert.equal(likenessOf({ parent, ours, theirs }, ['row']), 'same');
});

const PARTED = `__global__ void k(int *out, int n) {
  __shared__ int row[64];
  int t = threadIdx.x;
  if (t < n) {
    int own = out[t];
    row[t] = own;
    __syncthreads();
    out[t] = row[63 - t] + own;
  }
}
`;
/** The branch in two parts, in our words. */
const OURS = PARTED.replace('  if (t < n) {\n', '  int own;\n  if (t < n) {\n')
  .replace('int own = out', 'own = out')
  .replace('    __syncthreads();\n', '  }\n  __syncthreads();\n  if (t < n) {\n');
const THEIRS = PARTED.replace(
  '  if (t < n) {\n    int own = out[t];\n',
  '  bool isIn = t < n;\n  int own = isIn ? out[t] : 0;\n  if (isIn)\n',
)
  .replace('    __syncthreads();\n    out', '  __syncthreads();\n  if (isIn) out')
  .replace('  }\n}', '}');

test('a divergent barrier: conditions in other words are as good, and a barrier elsewhere is not', () => {
  const likeness = (ours: string, isOfDivergence = true) =>
    likenessOf({ parent: PARTED, ours, theirs: THEIRS }, ['row'], isOfDivergence);
  assert.equal(likeness(OURS), 'equivalent');
  assert.equal(likeness(OURS, false), 'other');
  assert.equal(likeness(PARTED), 'other', 'nothing is changed');
  const before = PARTED.replace('    __syncthreads();\n', '').replace(
    '  if (t < n) {',
    '  __syncthreads();\n  if (t < n) {',
  );
  assert.equal(likeness(before), 'other', 'it stands before the store');
  assert.equal(likeness(OURS.replace('row[t] = own;', 'row[t] = own + 1;')), 'other', 'a statement is another one');
});
