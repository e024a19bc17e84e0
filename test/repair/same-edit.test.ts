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
  ['one more than theirs', put(['int j', SYNC], ['n -= j', SYNC]), put(['int j', SYNC]), 'other'],
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
