/** What the text alone says of the sizes of launches. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mayLaunch, type SpeltSizes, speltLaunches } from '../../src/lexical/spelt-launches.ts';

const OPEN: SpeltSizes = [null, null, null];
const CASES: readonly (readonly [text: string, grid: SpeltSizes, block: SpeltSizes])[] = [
  ['k<<<4, 64>>>(a);', [4, 1, 1], [64, 1, 1]],
  ['k<<<dim3(2, 3), dim3(8, 8, 2)>>>(a);', [2, 3, 1], [8, 8, 2]],
  ['#define B 0x20u\nk<<<n, B * (1 + 1)>>>(a);', OPEN, [64, 1, 1]],
  ['const int rows = 8;\nconstexpr unsigned all = rows << 2;\nk<<<(n + 1) / 2, all>>>(a);', [null, 1, 1], [32, 1, 1]],
  ['k<<<grid(n), dim3(32, n)>>>(a);', OPEN, [32, null, 1]],
  ['const int grid = up(n); int block = n; k<<<grid, block>>>(a);', [null, 1, 1], [null, 1, 1]],
  ['void f(size_t grid, dim3 block) { k<<<grid, block>>>(a); }', [null, 1, 1], OPEN],
  ['int grid = 4; void f() { dim3 block(8, 8), grid(n, n); k<<<grid, block>>>(a); }', OPEN, OPEN],
  ['int grid; void f() { auto grid = of(n); return grid; k<<<grid, of(n)>>>(a); }', OPEN, OPEN],
  ['k<<<(n + 255) / 256, up(n + 1)>>>(a);', [null, 1, 1], OPEN],
  ['k<<<up(n) * 2, n ? 1 : 2>>>(a);', [null, 1, 1], OPEN],
  // A name that means more than one thing, or changes, is none of a constant.
  ['#define B 32\n#undef B\n#define B 64\nk<<<1, B>>>(a);', [1, 1, 1], OPEN],
  ['const int b = 32;\nvoid f(int b) { k<<<1, b>>>(a); }', [1, 1, 1], [null, 1, 1]],
  ['int b = 32;\nk<<<1, b>>>(a);', [1, 1, 1], [null, 1, 1]],
  ['const int b = read();\nk<<<1, b>>>(a);', [1, 1, 1], [null, 1, 1]],
  ['const int *b = 0;\nk<<<1, b>>>(a);', [1, 1, 1], OPEN],
  // What no launch can have.
  ['k<<<0, 32 - 64>>>(a);', OPEN, [null, 1, 1]],
  ['k<<<1, 010>>>(a);', [1, 1, 1], OPEN],
  ['k<<<1, 8 8>>>(a);', [1, 1, 1], OPEN],
  [`k<<<1, ${'('.repeat(5_00)}1>>>(a);`, [1, 1, 1], OPEN],
];

describe('spelt launches', () => {
  for (const [text, gridDim, blockDim] of CASES) {
    test(text.slice(0, 80).replaceAll('\n', ' '), () => {
      const [launch, ...others] = speltLaunches(text);
      assert.deepEqual(others, []);
      const expected = { kernel: 'k', templateArguments: [], line: 0, lastLine: 0, gridDim, blockDim };
      assert.deepEqual({ ...launch, line: 0, lastLine: 0 }, expected);
    });
  }

  test('the lines of each, and the kernel without its namespace and arguments', () => {
    const found = speltLaunches('// x<<<1, 1>>>()\nlib::copy<float, 4><<<\n  1,\n  64>>>(a);\nlast<<<2, 2>>>();\n');
    assert.deepEqual(
      found.map(({ kernel, line, lastLine }) => [kernel, line, lastLine]),
      [
        ['copy', 2, 4],
        ['last', 5, 5],
      ],
    );
  });
});

test('a launch of an instance is none of others', () => {
  const [launch] = speltLaunches('k<true, 32u, T, N><<<1, 64>>>(a);');
  assert.deepEqual(launch?.templateArguments, ['true', '32', null, null]);
  const ofInstance = (name: string) => mayLaunch(launch!, name);
  assert.ok(ofInstance('k<true, 32, float, 8>'));
  assert.ok(ofInstance('ns::k<true, 32U, float, 8>'));
  assert.ok(!ofInstance('k<false, 32, float, 8>'));
  assert.ok(!ofInstance('k<true, 64, float, 8>'));
  assert.ok(!ofInstance('other<true, 32, float, 8>'));
  assert.ok(mayLaunch(speltLaunches('k<2, true><<<1, 64>>>(a);')[0]!, 'k<true, 1>'));
  assert.ok(!mayLaunch(speltLaunches('k<0><<<1, 64>>>(a);')[0]!, 'k<true>'));
  assert.ok(mayLaunch(speltLaunches('k<-1><<<1, 64>>>(a);')[0]!, 'k<4294967295U>'));
  // What stands in other templates is not compared, nor what the text leaves out.
  assert.ok(ofInstance('k<false, pair<int, 4>>'));
  assert.ok(mayLaunch(speltLaunches('k<<<1, 64>>>(a);')[0]!, 'k<false, 64>'));
  assert.deepEqual(speltLaunches('k<pair<int, 4>, 8><<<1, 64>>>(a);')[0]?.templateArguments, []);
});
