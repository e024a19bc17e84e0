/** Branches around a place, from the text alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { branchReader } from '../../src/report/branches.ts';

const TEXT = `__device__ int half(int n) { return n / 2; }
__global__ void k(int *a, int n) {
  if (threadIdx.x < n) { // if (never)
    for (int i = 0; i < n; i++)
      if (i
          > 3) a[i] = 1;
      else
        a[i] = 2;
  } else a[0] = 3;
  if (a[1] == 0) return;
  a[2] = 4;
}
`;
const branches = branchReader((file) => (file === 'a.cu' ? TEXT : undefined));
const around = (line: number, column?: number) =>
  branches({ file: 'a.cu', line, ...(column === undefined ? {} : { column }) }).map(
    (one) => `${one.line} ${one.holds ? 'if' : 'else'} ${one.condition}`,
  );

test('the conditions that lead to a place, outermost first', () => {
  assert.deepEqual(around(6, 16), ['3 if threadIdx.x < n', '5 if i > 3']);
  assert.deepEqual(around(8), ['3 if threadIdx.x < n', '5 else i > 3']);
  assert.deepEqual(around(9, 10), ['3 else threadIdx.x < n']);
});

test('none in a condition itself, behind a branch, outside of functions, and where there is no text', () => {
  assert.deepEqual(around(10, 7), []);
  assert.deepEqual(around(11), []);
  assert.deepEqual(around(1, 1), []);
  assert.deepEqual(around(99), []);
  assert.deepEqual(branches({ file: 'b.cu', line: 1 }), []);
});

test('a long condition is cut', () => {
  const text = `__global__ void k(int *a) {\n  if (${'a[0] + '.repeat(50)}1 > 0)\n    a[1] = 1;\n}\n`;
  const [one] = branchReader(() => text)({ file: 'a.cu', line: 3 });
  assert.equal(one?.condition.length, 80);
});
