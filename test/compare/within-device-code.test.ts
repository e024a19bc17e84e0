/** Which programs a change of one line reaches that does not include the file. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { selectBoth } from '../../src/compare/compare-revisions.ts';
import { parsePatch } from '../../src/diff/patch.ts';

const CALLER =
  '#include "rows.h"\n__global__ void zero(int *m) { m[threadIdx.x] = 0; }\nvoid go(int *m) { zero<<<1, 32>>>(m); sortRows(m, 32); }\n';
const ROWS = `#include "rows.h"
#define WIDTH 64
__device__ int next(int i) {
  return i + 1;
}
class Row {
 public:
  __device__ int last() {
    return WIDTH - 1;
  }
  int blocks() {
    return WIDTH / 64;
  }
};
__host__ __device__ int rounded(int n) {
  return (n + 31) / 32;
}
template <class T>
__global__ void rows(T *m) {
  __shared__ T s[WIDTH];
  s[threadIdx.x] = m[threadIdx.x];
  __syncthreads();
  m[threadIdx.x] = s[next(threadIdx.x) % WIDTH];
}
KERNEL(128) void first(int *m) {
  __shared__ int s[1];
  s[0] = 1;
  m[0] = s[0];
}
void sortRows(int *m, int n) {
  rows<<<rounded(n), WIDTH>>>(m);
  first<<<1, 1>>>(m);
}
`;

/** The programs that are analysed when the line with a text is gone, or is another one. */
function reached(old: string, now: string | null): readonly string[] {
  const lines = ROWS.split('\n');
  const at = lines.findIndex((line) => line.includes(old));
  const changed = now === null ? [] : [lines[at]!.replace(old, now)];
  const head = lines.toSpliced(at, 1, ...changed).join('\n');
  const patch = [
    `@@ -${at + 1} +${at + 1},${changed.length} @@`,
    `-${lines[at]}`,
    ...changed.map((line) => `+${line}`),
  ];
  const files = { 'caller.cu': CALLER, 'rows.h': 'void sortRows(int *m, int n);\n' };
  const sourcesOf = (all: Readonly<Record<string, string>>) => ({
    files: Object.keys(all).sort(),
    read: (file: string) => all[file],
  });
  const { head: selected, base } = selectBoth(
    { base: sourcesOf({ ...files, 'rows.cu': ROWS }), head: sourcesOf({ ...files, 'rows.cu': head }) },
    [{ path: 'rows.cu', previousPath: null, status: 'modified', lines: parsePatch(patch.join('\n')) }],
    () => true,
    false,
  );
  assert.deepEqual(
    selected.units.map(({ file }) => file),
    base,
  );
  return base;
}

describe('a change within', () => {
  test('a kernel reaches no other program', () => {
    assert.deepEqual(reached('  __syncthreads();', null), ['rows.cu']);
    assert.deepEqual(reached('s[next(threadIdx.x) % WIDTH]', 's[threadIdx.x]'), ['rows.cu']);
  });

  test('a kernel that a macro declares reaches none', () => {
    assert.deepEqual(reached('  s[0] = 1;', null), ['rows.cu']);
  });

  test('a function of the device reaches none', () => {
    assert.deepEqual(reached('i + 1', 'i + 2'), ['rows.cu']);
  });

  test('a function of a class reaches none where the device alone calls it', () => {
    assert.deepEqual(reached('WIDTH - 1', 'WIDTH - 2'), ['rows.cu']);
    assert.deepEqual(reached('WIDTH / 64', 'WIDTH / 32'), ['caller.cu', 'rows.cu']);
  });

  test('a function that the host calls as well reaches callers', () => {
    assert.deepEqual(reached('n + 31', 'n + 63'), ['caller.cu', 'rows.cu']);
  });

  test('the head of a kernel, host code and macros reach callers', () => {
    assert.deepEqual(reached('void rows(T *m)', 'void rows(T * m, int n = 0)'), ['caller.cu', 'rows.cu']);
    assert.deepEqual(reached('rounded(n), WIDTH', '1, WIDTH'), ['caller.cu', 'rows.cu']);
    assert.deepEqual(reached('WIDTH 64', 'WIDTH 32'), ['caller.cu', 'rows.cu']);
    assert.deepEqual(reached('  __shared__ T s[WIDTH];', '#define LEFT 1'), ['caller.cu', 'rows.cu']);
  });
});
