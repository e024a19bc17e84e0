import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { EngineParts } from '../../src/analysis/engines.ts';
import { DEFAULT_LIMITS, type PoolLimits, type PoolSettings, runUnits } from '../../src/analysis/pool.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { type Progress, SILENT } from '../../src/model/progress.ts';
import type { UnitOutcome } from '../../src/unit/outcome.ts';
import { timeNow } from '../../src/unit/time.ts';
import { reasonsOf } from '../texts.ts';

/** The scripted worker asks for no engines. */
const NO_ENGINES = Promise.resolve({} as EngineParts);

function run(
  files: readonly string[],
  more: {
    limits?: Partial<PoolLimits>;
    timeoutMs?: number;
    progress?: Progress;
    settings?: Partial<PoolSettings>;
  } = {},
): Promise<UnitOutcome[]> {
  const options = { ...DEFAULT_CHECK_OPTIONS, timeoutMs: more.timeoutMs ?? 60_000 };
  return runUnits(
    files.map((file) => ({ file, language: 'cuda', options, skip: new Map() })),
    {
      script: join(import.meta.dirname, 'scripted-worker.ts'),
      tree: { kind: 'memory', files: new Map() },
      workers: 2,
      engines: NO_ENGINES,
      limits: { ...DEFAULT_LIMITS, graceMs: 0, ...more.limits },
      definitions: () => [{ kernel: 'by-text', file: 'f', line: 9 }],
      ...more.settings,
    },
    more.progress ?? SILENT,
  );
}

const unit = (name: string, ...steps: string[]) => [name, ...steps].join('\n');
const GOOD = unit('good', 'found a', 'begin a', 'kernel a');

/** Each kernel as `name verdict: reasons`. */
function told(outcome: UnitOutcome | undefined): string[] {
  return (outcome?.kernels ?? []).map(
    (kernel) =>
      `${kernel.kernel} ${kernel.verdict}${reasonsOf(kernel)
        .map((text) => `: ${text}`)
        .join('')}`,
  );
}

describe('units that end', () => {
  test('outcomes come in the order of the jobs', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `k${index}`);
    const outcomes = await run(names.map((name) => unit('u', `found ${name}`, `begin ${name}`, `kernel ${name}`)));
    assert.deepEqual(
      outcomes.map(told),
      names.map((name) => [`${name} race-free`]),
    );
  });

  test('a kernel that was found and never answered is inconclusive', async () => {
    const [outcome] = await run([unit('u', 'found a b', 'begin a', 'kernel a')]);
    assert.deepEqual(told(outcome), [
      'a race-free',
      'b inconclusive: the analysis gave no answer (u\nfound a b\nbegin a\nkernel a)',
    ]);
  });

  test('progress tells each file and kernel once', async () => {
    const heard: string[] = [];
    const progress: Progress = {
      ...SILENT,
      fileFound: (_file, kernels) => heard.push(`found ${kernels}`),
      kernelBegun: (_file, kernel) => heard.push(`begin ${kernel}`),
      kernelDone: (_file, { kernel, verdict }) => heard.push(`${kernel} ${verdict}`),
      fileDone: () => heard.push('done'),
    };
    await run([unit('u', 'found a b', 'begin a', 'kernel a', 'begin b', 'exit? b', 'kernel b')], { progress });
    assert.deepEqual(heard, ['found 2', 'begin a', 'a race-free', 'begin b', 'b inconclusive', 'done']);
  });
});

describe('a kernel that its worker does not survive is inconclusive, the others are answered', () => {
  const around = (step: string) =>
    unit('u', 'found a b c', 'problem p', 'begin a', 'kernel a', 'begin b', step, 'kernel b', 'begin c', 'kernel c');
  const CASES: readonly (readonly [step: string, reason: string])[] = [
    ['exit? b', 'analysis stopped: the worker ended with code 7 (f:2)'],
    ['throw? b', 'analysis stopped: Error: step: throw? b (f:2)'],
    ['memory? b', 'analysis stopped: more than 40 MiB of memory (f:2)'],
  ];
  for (const [step, reason] of CASES) {
    test(step, async () => {
      const [lost, good] = await run([around(step), GOOD], { limits: { heapMib: 40 } });
      assert.deepEqual(told(lost), ['a race-free', `b inconclusive: ${reason}`, 'c race-free']);
      assert.deepEqual(
        lost?.problems.map(({ message }) => message),
        ['p'],
      );
      assert.deepEqual(told(good), ['a race-free']);
    });
  }

  test('what was decided stays decided', async () => {
    const [outcome] = await run([
      unit(
        'u',
        'found a b c',
        'begin a',
        'settled a',
        'exit? a',
        'begin b',
        'racy b',
        'exit? b',
        'begin c',
        'kernel c',
      ),
    ]);
    const reason = 'analysis stopped: the worker ended with code 7 (f:2)';
    assert.deepEqual(told(outcome), ['a race-free', `b racy: ${reason}`, 'c race-free']);
  });

  test('of a kernel that is left half done nobody says that it is race-free', async () => {
    const [outcome] = await run([unit('u', 'found a', 'begin a', 'so-far a', 'exit? a', 'kernel a')]);
    assert.deepEqual(told(outcome), ['a inconclusive: analysis stopped: the worker ended with code 7 (f:1)']);
  });

  test('hang? b', async () => {
    const [lost, good] = await run([around('hang? b'), GOOD], { timeoutMs: 1500 });
    assert.deepEqual(told(lost), ['a race-free', 'b inconclusive: ran out of its 1.5 s budget (f:2)', 'c race-free']);
    assert.deepEqual(told(good), ['a race-free']);
    assert.deepEqual(
      lost?.kernels.flatMap(({ reasons }) => reasons.map(({ kind }) => kind)),
      ['cut-short'],
    );
  });

  test('two of one unit', async () => {
    const [lost] = await run([
      unit('u', 'found a b', 'begin a', 'exit? a', 'kernel a', 'begin b', 'exit? b', 'kernel b'),
    ]);
    assert.deepEqual(told(lost), [
      'a inconclusive: analysis stopped: the worker ended with code 7 (f:1)',
      'b inconclusive: analysis stopped: the worker ended with code 7 (f:2)',
    ]);
  });

  test('one that is begun again although it is to be skipped ends the unit', async () => {
    const [lost] = await run([unit('u', 'found a b', 'begin a', 'exit', 'kernel a', 'begin b', 'kernel b')]);
    const reason = 'analysis stopped: the worker ended with code 7';
    assert.equal(told(lost)[0], `a inconclusive: ${reason} (f:1)`);
    assert.equal(lost?.kernels.length, 2);
    assert.equal(lost?.kernels[1]?.verdict, 'inconclusive');
    assert.equal(lost?.problems.length, 1);
  });
});

describe('a unit that its worker does not survive outside of a kernel is a problem', () => {
  test('before its kernels are known', async () => {
    const [lost, good] = await run([unit('u', 'hang'), GOOD], { limits: { frontEndMs: 1500 } });
    const reason = 'the compiler ran out of its 1.5 s budget';
    assert.deepEqual(told(lost), [`by-text inconclusive: ${reason} (u\nhang)`]);
    assert.deepEqual(lost?.problems, [
      { file: 'u\nhang', line: null, column: null, severity: 'error', message: reason },
    ]);
    assert.deepEqual(told(good), ['a race-free']);
  });

  test('afterwards its kernels are inconclusive', async () => {
    const file = unit('u', 'found a b', 'begin a', 'kernel a', 'exit');
    const [lost] = await run([file]);
    const reason = 'analysis stopped: the worker ended with code 7';
    assert.deepEqual(told(lost), ['a race-free', `b inconclusive: ${reason} (${file})`]);
    assert.deepEqual(
      lost?.problems.map(({ message }) => message),
      [reason],
    );
  });
});

describe('the time of a run', () => {
  const inMs = (ms: number, order: readonly string[] = []) => ({ time: { until: timeNow() + ms, order }, workers: 1 });
  const OVER = 'the time of the run was over before it was decided';

  test('what matters most comes first, and outcomes in the order of the jobs', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => unit(name, `found ${name}`, `begin ${name}`, `kernel ${name}`)) as [
      string,
      string,
      string,
    ];
    const heard: string[] = [];
    const progress: Progress = { ...SILENT, fileDone: (file) => heard.push(file) };
    const outcomes = await run([a, b, c], { progress, settings: inMs(60_000, [c, b]) });
    assert.deepEqual(heard, [c, b, a]);
    assert.deepEqual(outcomes.map(told), [['a race-free'], ['b race-free'], ['c race-free']]);
    assert.deepEqual(
      outcomes.map(({ isLeft }) => isLeft),
      [undefined, undefined, undefined],
    );
  });

  test('what has no turn is listed by its text', async () => {
    const outcomes = await run([GOOD, GOOD], { settings: inMs(0) });
    for (const outcome of outcomes) {
      assert.deepEqual(told(outcome), [`by-text inconclusive: ${OVER}`]);
      assert.equal(outcome.isLeft, true);
      assert.equal(outcome.observations, null);
    }
  });

  test('who works on is stopped, and keeps what was decided', async () => {
    const slow = unit(
      'u',
      'found a b c',
      'begin a',
      'kernel a',
      'begin b',
      'hang? b',
      'kernel b',
      'begin c',
      'kernel c',
    );
    const startedAt = performance.now();
    const [lost, left] = await run([slow, GOOD], { settings: inMs(1500) });
    assert.deepEqual(told(lost), ['a race-free', `b inconclusive: ${OVER}`, `c inconclusive: ${OVER}`]);
    assert.deepEqual([lost?.isLeft, left?.isLeft], [true, true]);
    assert.ok(performance.now() - startedAt < 20_000);
  });
});

describe('what cannot work fails and leaves no worker behind', () => {
  test('engines that cannot be loaded', async () => {
    await assert.rejects(run([GOOD], { settings: { engines: Promise.reject(new Error('no clang')) } }), /no clang/);
  });

  test('a worker that cannot start', async () => {
    const [outcome] = await run([GOOD], { settings: { script: join(import.meta.dirname, 'no-such-worker.ts') } });
    assert.equal(outcome?.kernels[0]?.verdict, 'inconclusive');
    assert.match(outcome?.problems[0]?.message ?? '', /^analysis stopped: Cannot find module/);
  });
});
