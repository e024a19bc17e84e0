/** A comparison whose time is over says what it left, and nothing of it is called new or fixed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, describe, test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { run } from '../../src/cli/program.ts';
import { ComparisonTime } from '../../src/compare/comparison-time.ts';
import { byRelevance } from '../../src/compare/relevance.ts';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { temporaryRepository } from '../git/repository.ts';
import { reasonsOf } from '../texts.ts';

const RACY = '__global__ void racy(int *out) {\n  out[0] = threadIdx.x;\n}\n';
const SAFE = '__global__ void safe(int *out) {\n  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n}\n';

const repository = temporaryRepository({ after });
repository.write({ 'a.cu': RACY, 'b.cu': SAFE });
const base = repository.commit();
repository.write({ 'a.cu': `// Changed.\n${RACY}`, 'b.cu': RACY });
const head = repository.commit();
repository.write({ 'a.cu': `// Mended.\n${SAFE}`, 'b.cu': `// Changed.\n${SAFE}` });
const fixed = repository.commit();

/** @param isOver which of the analyses find their time over */
async function compared(isOver: (call: number) => boolean, more: readonly string[] = ['--head', head]) {
  const report = join(repository.folder, '.git', 'report.json');
  const limits: (number | undefined)[] = [];
  const stderr = new PassThrough();
  const code = await run(['diff', '--base', base, ...more, '--format', 'json', '--output', report], {
    cwd: repository.folder,
    env: {},
    stdout: new PassThrough(),
    stderr,
    analyse: (tree, files, options, progress) => {
      const { time } = options;
      limits.push(time?.until);
      const until = isOver(limits.length - 1) ? 0 : Number.MAX_SAFE_INTEGER;
      return analyse(
        tree,
        files,
        { ...options, ...(time === undefined ? {} : { time: { ...time, until } }) },
        progress,
      );
    },
  });
  assert.notEqual(code, 2, String(stderr.read()));
  const result = parseStoredResult(readFileSync(report, 'utf8'), 'the result');
  return {
    code,
    limits,
    statuses: result.findings
      .map(({ status, kernel, accesses: [first] }) => `${status} ${kernel} ${first?.file}`)
      .sort(),
    errors: result.problems.flatMap(({ severity, message }) => (severity === 'error' ? message : [])),
    kernels: result.kernels.map((kernel) => [kernel.kernel, kernel.verdict, ...reasonsOf(kernel)].join(' ')).sort(),
  };
}

const LEFT = 'the time of the run was over before 2 of 2 files were analysed: a.cu, b.cu';
const OVER = 'inconclusive the time of the run was over before it was decided';

describe('a change that makes one kernel of two racy', () => {
  test('with time', async () => {
    const { code, statuses, errors } = await compared(() => false);
    assert.deepEqual([code, statuses, errors], [1, ['new racy b.cu', 'unchanged racy a.cu'], []]);
  });

  test('the time is over at the head', async () => {
    const { code, statuses, errors, kernels } = await compared((call) => call === 0);
    assert.deepEqual([code, statuses, errors], [3, [], [LEFT]]);
    assert.deepEqual(kernels, [`racy ${OVER}`, `racy ${OVER}`]);
  });

  test('the time is over at the base', async () => {
    const { code, statuses, errors } = await compared((call) => call === 1);
    // The one stands on lines that the change wrote; of the other nobody knows.
    assert.deepEqual([code, statuses], [1, ['new racy b.cu', 'null racy a.cu']]);
    assert.match(errors[0] ?? '', /^kernel racy has 1 finding.* at the base it was not analysed to its end/);
    assert.deepEqual(errors.slice(1), [`at the base, ${LEFT}`]);
  });

  test('the time is over at the base, and the head leaves nothing open', async () => {
    const { code, statuses, errors } = await compared((call) => call === 1, ['--head', fixed]);
    assert.deepEqual([code, statuses, errors], [0, [], []]);
  });

  test('both sides have about the same time, and all of it is the budget', async () => {
    for (const [jobs, between] of [
      ['1', 280],
      ['2', 0],
    ] as const) {
      const { limits } = await compared(() => false, ['--head', head, '--budget', '1000', '--jobs', jobs]);
      const [ofHead, ofBase] = limits as [number, number];
      assert.equal(Math.round((ofBase - ofHead) / 1000), between);
    }
  });
});

test('the passes of a comparison end one after the other', () => {
  const time = new ComparisonTime(500, 1000);
  const ends = (['fingerprints', 'head', 'together', 'base', 'answers', 'repairs', 'fixes'] as const).map((pass) =>
    time.until(pass),
  );
  assert.deepEqual(ends, [800, 1100, 1300, 1380, 1430, 1460, 1500]);
  assert.deepEqual([time.stop('fingerprints'), time.stop('head')], [1000, null]);
});

test('units that changed come first, then those that most of the change reaches, then the short ones', () => {
  const texts = new Map([
    ['long.cu', 'xxxx'],
    ['short.cu', 'x'],
    ['both.cu', 'xxxxxxxx'],
    ['own.cu', 'xxxxxxxxxxxx'],
  ]);
  const units = [...texts.keys()].map((file) => ({
    file,
    throughHeaders: file === 'both.cu' ? ['a.h', 'b.h'] : file === 'own.cu' ? [] : ['a.h'],
  }));
  const changed = ['own.cu', 'a.h', 'b.h'].map((path) => {
    return { path, previousPath: null, status: 'modified', lines: null } as const;
  });
  const order = byRelevance(units, changed, (file) => texts.get(file));
  assert.deepEqual(order, ['own.cu', 'both.cu', 'short.cu', 'long.cu']);
});
