/** Sources made to hurt: bounded, reported, and the other files unharmed. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { DEFAULT_LIMITS } from '../../src/analysis/pool.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';
import type { Result } from '../../src/model/result.ts';
import { reasonsOf } from '../texts.ts';

const KERNEL = (name: string) =>
  `__global__ void ${name}(int *a) { a[threadIdx.x] = 1; }\nvoid run_${name}(int *a) { ${name}<<<1, 32>>>(a); }\n`;
const LIMITS = { ...DEFAULT_LIMITS, frontEndMs: 20_000 };

async function check(files: Readonly<Record<string, string>>): Promise<Result> {
  const tree = {
    kind: 'memory' as const,
    files: new Map<string, Uint8Array>(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
  };
  return analyse(tree, Object.keys(files), DEFAULT_CHECK_OPTIONS, SILENT, LIMITS);
}

const HOSTILE: Readonly<Record<string, string>> = {
  'template recursion without end': `template <int N> struct D { static const int v = D<N + 1>::v; };\nint x = D<0>::v;\n`,
  'template recursion to the limit': `template <int N> struct D { static const int v = D<N - 1>::v + 1; };\ntemplate <> struct D<0> { static const int v = 0; };\nint x = D<1000>::v;\n`,
  'a loop without end in a constant': `constexpr long f() { long s = 0; for (long i = 0; i >= 0; i++) s ^= i; return s; }\nconstexpr long x = f();\n`,
  'nested parentheses': `int x = ${'('.repeat(20_000)}1${')'.repeat(20_000)};\n`,
  'a great many initialisers': `int x[] = {${'1,'.repeat(300_000)}};\n`,
  'a macro that grows without measure': `#define A 1,1,1,1,1,1,1,1,1,1\n${Array.from({ length: 7 }, (_, i) => `#define ${'BCDEFGH'[i]} ${Array(10).fill('ABCDEFGH'[i]).join(',')}`).join('\n')}\nint x[] = {H};\n`,
  'NUL bytes': `int x\0 = 1;\0\0\n/* \0 */\n`,
  'includes of devices and of paths above the tree': `#include "/dev/zero"\n#include "/etc/passwd"\n#include "../../../../etc/passwd"\n#include </proc/self/environ>\n`,
};

for (const [what, text] of Object.entries(HOSTILE)) {
  test(what, { timeout: 120_000 }, async () => {
    const result = await check({ 'bad.cu': text + KERNEL('bad'), 'good.cu': KERNEL('good') });
    assert.deepEqual(
      result.kernels.map(({ kernel }) => kernel),
      ['bad', 'good'],
    );
    assert.equal(result.kernels[1]!.verdict, 'race-free');
    const [bad] = result.kernels;
    // Either it could be read all the same, or it says why not.
    assert.ok(bad!.verdict === 'race-free' || bad!.reasons.length > 0, what);
    assert.ok(result.kernels.every(({ verdict }) => verdict !== 'racy'));
  });
}

test('nothing outside the tree is read', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'gpurace-'));
  try {
    mkdirSync(join(outside, 'tree'));
    writeFileSync(join(outside, 'secret.h'), '#error secret\nint secret;\n');
    const includes = (names: readonly string[]) => names.map((name) => `#include ${name}\n`).join('');
    const above = includes(['"../secret.h"', '"a/../../secret.h"']);
    const absolute = includes([`"${outside}/secret.h"`, `<${outside}/secret.h>`]);
    writeFileSync(join(outside, 'tree', 'above.cu'), above + KERNEL('above'));
    writeFileSync(join(outside, 'tree', 'absolute.cu'), absolute + KERNEL('absolute'));
    const tree = { kind: 'disk' as const, root: join(outside, 'tree') };
    const result = await analyse(tree, ['above.cu', 'absolute.cu'], DEFAULT_CHECK_OPTIONS, SILENT, LIMITS);
    assert.deepEqual(
      result.kernels.map((kernel) => [kernel.kernel, ...reasonsOf(kernel)]),
      [['above'], ['absolute', `not analysed: does not compile: '${outside}/secret.h' file not found (absolute.cu:1)`]],
    );
    assert.deepEqual(
      result.problems.filter(({ file }) => file === 'above.cu').map(({ message }) => message),
      [
        '#include of ../secret.h: no such file, read as empty',
        '#include of a/../../secret.h: no such file, read as empty',
      ],
    );
  } finally {
    rmSync(outside, { recursive: true });
  }
});
