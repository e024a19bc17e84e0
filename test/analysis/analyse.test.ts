/** The whole way with the real compiler and solver; what the analysis finds is the business of other tests. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { DEFAULT_LIMITS } from '../../src/analysis/pool.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';
import { Result } from '../../src/model/result.ts';

const GOOD = '__global__ void good(int *a) { a[threadIdx.x] = 1; }\nvoid run(int *a) { good<<<1, 32>>>(a); }\n';
/** Some hundred seconds of constant evaluation. */
const STUCK = `template <int N> constexpr unsigned f() { unsigned s = N; for (unsigned i = 0; i < 300000; ++i) s += i; return s; }
${Array.from({ length: 2000 }, (_, index) => `static_assert(f<${index}>() > 0, "");`).join('\n')}
__global__ void stuck() {}
`;

function inMemory(files: Record<string, string>) {
  const bytes = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  return { kind: 'memory', files: new Map<string, Uint8Array>(bytes) } as const;
}

describe('analyse', () => {
  test('a file that never compiles is a problem, and the others are answered', async () => {
    const tree = inMemory({ 'a.cu': STUCK, 'b.cu': GOOD, 'c.cu': GOOD.replaceAll('good', 'fine') });
    const limits = { ...DEFAULT_LIMITS, frontEndMs: 10_000 };
    const result = await analyse(tree, ['c.cu', 'a.cu', 'b.cu'], DEFAULT_CHECK_OPTIONS, SILENT, limits);
    assert.deepEqual(Result.parse(result), result);
    assert.deepEqual(
      result.problems.filter(({ severity }) => severity === 'error'),
      [
        {
          file: 'a.cu',
          line: null,
          column: null,
          severity: 'error',
          message: 'the compiler ran out of its 10 s budget',
        },
      ],
    );
    assert.deepEqual(
      result.kernels.map(({ file, kernel }) => `${file} ${kernel}`),
      ['a.cu stuck', 'b.cu good', 'c.cu fine'],
    );
    assert.equal(result.summary.files, 3);
  });

  test('a huge file is refused with its size, and the others are answered', async () => {
    const root = mkdtempSync(join(tmpdir(), 'gpurace-'));
    try {
      writeFileSync(join(root, 'huge.cu'), Buffer.alloc(20 << 20, '/'));
      writeFileSync(join(root, 'good.cu'), GOOD);
      const result = await analyse(
        { kind: 'disk', root },
        ['huge.cu', 'good.cu', 'no.cu'],
        DEFAULT_CHECK_OPTIONS,
        SILENT,
      );
      assert.deepEqual(
        result.problems.filter(({ severity }) => severity === 'error').map(({ file, message }) => `${file} ${message}`),
        [
          'huge.cu not read: is 20.0 MiB large; files above 16 MiB are not read',
          'no.cu not read: there is no such file',
        ],
      );
      assert.deepEqual(
        result.kernels.map(({ file }) => file),
        ['good.cu'],
      );
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  test('nothing to do starts nothing', async () => {
    const result = await analyse(inMemory({}), [], DEFAULT_CHECK_OPTIONS, SILENT);
    assert.deepEqual(result.kernels, []);
    assert.equal(result.summary.files, 0);
  });

  test('a root that is no directory is an error', async () => {
    const root = join(tmpdir(), 'gpurace-no-such-folder');
    await assert.rejects(analyse({ kind: 'disk', root }, ['a.cu'], DEFAULT_CHECK_OPTIONS, SILENT), /no-such-folder/);
  });
});
