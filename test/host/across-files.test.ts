/** Host facts that stand in other files than the launch: callers of a wrapper, and functions that do not come back. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';
import type { Finding, KernelResult } from '../../src/model/result.ts';
import { assumptionsOf } from '../texts.ts';

const MIRROR = `__global__ void mirror(float *m, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c < r && r < rows) m[r * cols + c] = m[c * cols + r];
}
`;
const WRAPPER = `${MIRROR}extern "C" void launchMirror(dim3 grid, dim3 block, float *m, int rows, int cols) {
  mirror<<<grid, block>>>(m, rows, cols);
}
`;
const CALLER = `#include <cassert>
#include <cuda_runtime.h>
extern "C" void launchMirror(dim3 grid, dim3 block, float *m, int rows, int cols);
void go(float *m, int rows, int cols) {
  assert(rows == cols);
  launchMirror(dim3((rows + 15) / 16, (rows + 15) / 16), dim3(16, 16), m, rows, cols);
}
`;
const GUARDED = `${MIRROR}void failed(const char *what);
#define REQUIRE(c) do { if (!(c)) failed(#c); } while (0)
void go(float *m, int rows, int cols) {
  REQUIRE(rows == cols);
  mirror<<<dim3((rows + 15) / 16, (rows + 15) / 16), dim3(16, 16)>>>(m, rows, cols);
}
`;

/** What is said of \`mirror\` when \`file\` is checked in a tree with others around it. */
async function check(
  file: string,
  sources: Record<string, string>,
): Promise<{ kernel: KernelResult; findings: readonly Finding[]; problems: readonly string[] }> {
  const files = new Map(Object.entries(sources).map(([name, text]) => [name, Buffer.from(text)]));
  const options = { ...DEFAULT_CHECK_OPTIONS, around: () => [...files.keys()] };
  const { kernels, findings, problems } = await analyse({ kind: 'memory', files }, [file], options, SILENT);
  return {
    kernel: kernels.find((k) => k.file === file)!,
    findings,
    problems: problems.map(({ message }) => message),
  };
}

describe('host facts across files', () => {
  test('an assert of the caller of a wrapper, with sizes that are passed by value', async () => {
    const { kernel } = await check('wrapper.cu', { 'wrapper.cu': WRAPPER, 'caller.cc': CALLER });
    assert.equal(kernel.verdict, 'race-free');
    assert.ok(assumptionsOf(kernel).includes('rows == cols (assert, caller.cc:5)'), assumptionsOf(kernel).join('\n'));
    assert.ok(assumptionsOf(kernel).includes('launchMirror is called by one file only (caller.cc)'));
  });

  test('a caller that asserts nothing counts beside one that does', async () => {
    const other = CALLER.replace('  assert(rows == cols);\n', '').replace('void go', 'void goOn');
    const { kernel, findings } = await check('wrapper.cu', {
      'wrapper.cu': WRAPPER,
      'caller.cc': CALLER,
      'other.cc': other,
    });
    assert.notEqual(kernel.verdict, 'race-free');
    assert.ok(findings.length > 0);
    // The one that knows less answers both.
    assert.equal(kernel.launches.length, 1);
  });

  test('of callers that cannot all be read none counts', async () => {
    const calls = 'launchMirror(dim3(1, 1), dim3(16, 16), m, 16, nothing_of_this_name);';
    const other = `${CALLER.replace('void go', 'void goOn')}int broken(float *m) { ${calls} return nothing(m); }\n`;
    const { kernel } = await check('wrapper.cu', { 'wrapper.cu': WRAPPER, 'caller.cc': CALLER, 'other.cc': other });
    assert.notEqual(kernel.verdict, 'race-free');
  });

  test('what is left out of a caller, and has nothing to do with the call, costs nothing', async () => {
    const other = `${CALLER.replace('void go', 'void goOn')}int broken() { return nothing_of_this_name; }\n`;
    const { kernel } = await check('wrapper.cu', { 'wrapper.cu': WRAPPER, 'caller.cc': CALLER, 'other.cc': other });
    assert.equal(kernel.verdict, 'race-free');
  });

  test('a caller by way of inline functions of headers', async () => {
    const header = `void launchMirrorF(dim3 grid, dim3 block, float *m, int rows, int cols);
inline void mirror(dim3 grid, dim3 block, float *m, int rows, int cols) { launchMirrorF(grid, block, m, rows, cols); }
`;
    const inner =
      '#include <cuda_runtime.h>\n#include "wrappers.h"\nclass Matrix { public: void mirror(); float *m; int rows; };\n';
    const caller = `#include "matrix.h"
void Matrix::mirror() { ::mirror(dim3((rows + 15) / 16, (rows + 15) / 16), dim3(16, 16), m, rows, rows); }
`;
    const wrapper = WRAPPER.replace('extern "C" void launchMirror', 'void launchMirrorF');
    const sources = { 'wrapper.cu': wrapper, 'wrappers.h': header, 'matrix.h': inner, 'matrix.cc': caller };
    const { kernel } = await check('wrapper.cu', sources);
    assert.equal(kernel.verdict, 'race-free');
    assert.ok(assumptionsOf(kernel).includes('launchMirrorF is called by one file only (matrix.cc)'));
    const far = { ...sources, 'matrix.cc': caller.replace('m, rows, rows)', 'm, rows, rows - 1)') };
    assert.notEqual((await check('wrapper.cu', far)).kernel.verdict, 'race-free');
  });

  test('of functions with many callers those count of which all are read', async () => {
    const second = 'extern "C" void launchAgain(float *m, int n) { mirror<<<1, dim3(16, 16)>>>(m, 16, n); }\n';
    const often = 'extern "C" void launchAgain(float *m, int n);\n';
    const callers = Array.from({ length: 8 }, (_, i) => [
      `often${i}.cc`,
      `${often}void f${i}(float *m) { launchAgain(m, 16); }\n`,
    ]);
    const sources = { 'wrapper.cu': WRAPPER, 'caller.cc': CALLER };
    const all = { ...sources, 'wrapper.cu': WRAPPER + second, ...Object.fromEntries(callers) };
    const { kernel } = await check('wrapper.cu', all);
    assert.ok(assumptionsOf(kernel).includes('launchMirror is called by one file only (caller.cc)'));
    assert.ok(!assumptionsOf(kernel).some((text) => text.startsWith('launchAgain')));
    assert.notEqual(kernel.verdict, 'race-free');
  });

  test('one caller that happens to be read does not speak for the many that are not', async () => {
    const once = 'extern "C" void launchOnce(float *m) { mirror<<<1, dim3(16, 16)>>>(m, 16, 16); }\n';
    const both = CALLER.replace('void go', 'extern "C" void launchOnce(float *m);\nvoid go').replace(
      '  launchMirror',
      '  launchOnce(m);\n  launchMirror',
    );
    const far = CALLER.replace('  assert(rows == cols);\n', '');
    const others = Array.from({ length: 8 }, (_, i) => [`far${i}.cc`, far.replace('void go', `void go${i}`)]);
    const sources = { 'wrapper.cu': WRAPPER + once, 'caller.cc': both, ...Object.fromEntries(others) };
    const { kernel, problems } = await check('wrapper.cu', sources);
    assert.ok(assumptionsOf(kernel).includes('launchOnce is called by one file only (caller.cc)'));
    assert.notEqual(kernel.verdict, 'race-free');
    assert.deepEqual(problems, [
      'what other files pass to launches here was not read: many files that name launchMirror; those launches are checked for any arguments',
    ]);
  });

  test('callers that cannot be read are named, where no other file is read either', async () => {
    const broken = `${CALLER}#if 1\n`;
    const { kernel, problems } = await check('wrapper.cu', { 'wrapper.cu': WRAPPER, 'broken.cc': broken });
    assert.notEqual(kernel.verdict, 'race-free');
    assert.deepEqual(problems, [
      'what other files pass to launches here was not read: broken.cc; those launches are checked for any arguments',
    ]);
  });

  test('a function of the same name that is another one is no caller', async () => {
    const other = `extern "C" void launchMirror(int) {}\nint main() { launchMirror(1); }\n`;
    const { kernel } = await check('wrapper.cu', { 'wrapper.cu': WRAPPER, 'caller.cc': CALLER, 'other.cc': other });
    assert.equal(kernel.verdict, 'race-free');
  });

  test('a function of another file that never returns makes its condition a fact', async () => {
    const fatal = '#include <cstdlib>\nvoid failed(const char *) { exit(1); }\n';
    const { kernel } = await check('guarded.cu', { 'guarded.cu': GUARDED, 'fatal.cc': fatal });
    assert.equal(kernel.verdict, 'race-free');
    assert.ok(assumptionsOf(kernel).some((text) => text.startsWith('rows == cols (branch, guarded.cu:')));
  });

  test('one that returns does not', async () => {
    const warning = '#include <cstdio>\nvoid failed(const char *what) { puts(what); }\n';
    assert.notEqual(
      (await check('guarded.cu', { 'guarded.cu': GUARDED, 'log.cc': warning })).kernel.verdict,
      'race-free',
    );
    assert.notEqual((await check('guarded.cu', { 'guarded.cu': GUARDED })).kernel.verdict, 'race-free');
  });

  test('files that keep things of one name to themselves stay apart', async () => {
    const wrapper = WRAPPER.replace('extern "C"', 'static int stride = 1;\nextern "C"').replace(
      '(m, rows, cols);',
      '(m, rows, cols * stride);',
    );
    const caller = CALLER.replace(
      'void go',
      'static int stride = 2;\nint use() { return ++stride; }\nint main(int argc, char **) {\n  float *m = nullptr; int rows = argc, cols = argc;',
    ).replace(/\(float \*m, int rows, int cols\) \{\n/, '\n');
    const { kernel } = await check('wrapper.cu', { 'wrapper.cu': wrapper, 'caller.cc': caller });
    assert.equal(kernel.verdict, 'race-free');
  });
});
