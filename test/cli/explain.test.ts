/** `gpurace check --explain`, with the real analysis in its workers. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { separateExplained } from '../../src/cli/explain.ts';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { assertGolden } from '../golden.ts';
import { workbench } from './harness.ts';

/** A barrier, a guarded copy, a row-major store with its width from the host, and an index out of memory. */
const KERNELS = `#include <cassert>
__global__ void reverse(float *A, int n) {
  __shared__ float s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = A[i];
  __syncthreads();
  if (i < n) A[i] = s[63 - threadIdx.x];
}
__global__ void rows(float *B, int w) {
  int x = threadIdx.x, y = blockIdx.x;
  if (x < w) B[y * w + x] = x;
}
__global__ void scatter(float *C, const int *to) {
  C[to[threadIdx.x]] = threadIdx.x;
}
void go(float *A, float *B, float *C, int *to, int n, int w) {
  assert(w > 0);
  reverse<<<4, 64>>>(A, n);
  rows<<<4, 256>>>(B, w);
  scatter<<<1, 64>>>(C, to);
}
`;
const HEADING = /^.*?\nHow it was decided.*?\n\n/s;

/** What stands behind the report, without times, and with terms numbered as they come. */
function explained(stdout: string): string {
  assert.match(stdout, HEADING);
  const numbers = new Map<string, number>();
  const numbered = (name: string): string => {
    if (!numbers.has(name)) numbers.set(name, numbers.size + 1);
    return `${name[0]}${numbers.get(name)}`;
  };
  const text = stdout.replace(HEADING, '').replace(/\d+\.\d ms/g, 'N ms');
  return text.replace(/\b[acm]\d+(?:_\d+)*\b/g, numbered);
}

describe('check --explain', () => {
  test('every pair and barrier, what was asked and how it was decided', async (t) => {
    const bench = workbench(t, { 'src/k.cu': KERNELS });
    const { code, stdout } = await bench.run(['check', '--explain', 'src/k.cu'], { analyse });
    assert.equal(code, 0);
    assertGolden('cli/explain.txt', explained(stdout));
  });

  test('only the pairs on two lines, named as the user names files', async (t) => {
    const bench = workbench(t, { 'src/k.cu': KERNELS });
    const { stdout } = await bench.run(['check', '--explain', 'src/k.cu:7,src/k.cu:5', 'src'], { analyse });
    const text = explained(stdout);
    const pairs = text.split('\n').filter((line) => /^ {4}\w+: /.test(line) && !line.startsWith('    known'));
    assert.deepEqual(pairs, [
      '    safe: A: read A[i] (src/k.cu:5:20) and write A[i] (src/k.cu:7:14)',
      '    safe: s: write s[threadIdx.x] (src/k.cu:5:3) and read s[63 - threadIdx.x] (src/k.cu:7:21)',
    ]);
    assert.doesNotMatch(text, /rows|scatter/);
  });

  test('lines without a pair are said to have none', async (t) => {
    const bench = workbench(t, { 'k.cu': KERNELS });
    const { stdout } = await bench.run(['check', 'k.cu', '--explain=k.cu:3'], { analyse });
    assert.match(explained(stdout), /^no pair of accesses and no barrier at k\.cu:3/);
  });

  test('a result on standard output stays a result; the explanation goes to standard error', async (t) => {
    const bench = workbench(t, { 'k.cu': KERNELS });
    const { stdout, stderr } = await bench.run(['check', 'k.cu', '--explain', '--format', 'json'], { analyse });
    const { kernels } = parseStoredResult(stdout, 'the result');
    const ofRows = kernels.find(({ kernel }) => kernel === 'rows');
    assert.deepEqual([ofRows?.accessPairs, ofRows?.solverPairs, ofRows?.solverCalls], [1, 0, 0]);
    assert.match(stderr, /rows \(k\.cu:9\): race-free; 1 of 1 pair decided without the solver/);
    assert.match(stderr, /delinearisation: blockIdx\.x'1 == blockIdx\.x'2 && threadIdx\.x'1 == threadIdx\.x'2/);
  });

  test('nothing of a hostile source reaches the terminal as a command', async (t) => {
    const bench = workbench(t, {
      'k.cu':
        '__global__ void k(int *a) { a[/*\u001b[31m::error::\u202e*/0] = threadIdx.x; }\nvoid f(int *a) { k<<<1, 2>>>(a); }\n',
    });
    const { stdout } = await bench.run(['check', 'k.cu', '--explain'], { analyse, env: { GITHUB_ACTIONS: 'true' } });
    assert.match(stdout, /How it was decided/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    assert.doesNotMatch(stdout, /[\u001b\u202e]|^\s*::/m);
  });

  test('a value that names no lines is a usage error', async (t) => {
    const bench = workbench(t, { 'k.cu': KERNELS });
    const { code, stderr } = await bench.run(['check', '--explain=k.cu', 'k.cu'], { analyse });
    assert.equal(code, 2);
    assert.equal(stderr, 'gpurace: --explain: k.cu is not FILE:LINE or FILE:LINE,FILE:LINE\n');
  });

  test('a path behind the option is a path, lines behind it are its value', () => {
    assert.deepEqual(separateExplained(['check', '--explain', 'a.cu']), ['check', '--explain=', 'a.cu']);
    assert.deepEqual(separateExplained(['check', '--explain', 'a.cu:3', 'a.cu']), [
      'check',
      '--explain=a.cu:3',
      'a.cu',
    ]);
    assert.deepEqual(separateExplained(['--explain', '--jobs', '1']), ['--explain', '--jobs', '1']);
    assert.deepEqual(separateExplained(['--', '--explain', 'x']), ['--', '--explain', 'x']);
  });
});
