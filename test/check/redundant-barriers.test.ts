/** A redundant barrier is a note everywhere: never more than advice, whatever the strength of its proof. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { type CheckOptions, DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';
import type { Result } from '../../src/model/result.ts';
import { BARE_CONTEXT } from '../../src/report/context.ts';
import { render } from '../../src/report/index.ts';
import { exitCode } from '../../src/result/exit-code.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FILE = 'test/kernels/redundant-barrier.cu';

const run = (options: Partial<CheckOptions> = {}) =>
  analyse({ kind: 'disk', root: ROOT }, [FILE], { ...DEFAULT_CHECK_OPTIONS, ...options }, SILENT);

describe('redundant barriers', () => {
  let result: Result;
  before(async () => {
    result = await run();
  });

  test('the kernels stay race-free and nothing gates', () => {
    assert.deepEqual(
      result.kernels.map(({ verdict }) => verdict),
      ['race-free', 'race-free', 'race-free'],
    );
    assert.equal(exitCode(result, { failOn: 'any', minEvidence: 'possible', isUncompared: true }), 0);
    for (const { accesses, evidence, witness } of result.findings) {
      assert.deepEqual(
        accesses.map(({ kind, text }) => [kind, text]),
        [['barrier', '__syncthreads()']],
      );
      assert.equal(evidence, 'witness');
      assert.equal(witness, null);
    }
  });

  test('reports show notes, also where a witness is as much as is asked for', () => {
    const context = { ...BARE_CONTEXT, minEvidence: 'witness' } as const;
    assert.match(render(result, 'text', context), /redundant-barrier\.cu:8:3: note: redundant-barrier in kernel scale/);
    const sarif = JSON.parse(render(result, 'sarif', context)) as {
      runs: { results: { ruleId: string; level: string }[] }[];
    };
    assert.deepEqual(
      sarif.runs[0]!.results.map(({ ruleId, level }) => [ruleId, level]),
      [
        ['redundant-barrier', 'note'],
        ['redundant-barrier', 'note'],
      ],
    );
    const markdown = render(result, 'markdown', context);
    assert.match(markdown, /redundant-barrier/);
    assert.doesNotMatch(markdown, /the solver found this launch/);
  });

  test('nothing is advised under sizes from the command line', async () => {
    const { findings, kernels } = await run({ gridDim: [4, 1, 1], blockDim: [256, 1, 1] });
    assert.ok(kernels.every(({ verdict }) => verdict === 'race-free'));
    assert.deepEqual(findings, []);
  });
});
