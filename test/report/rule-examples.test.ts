/** What the rule pages claim of their kernels, asked of the engine. */

import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';
import { isDefect } from '../../src/model/rules.ts';
import { RULES } from '../../src/report/rules.ts';

test('a racy example is found under its rule, a corrected one is free of races', async () => {
  const files = new Map(
    RULES.flatMap(({ id, racy, corrected }) => [
      [`${id}.racy.cu`, Buffer.from(`${racy}\n`)],
      [`${id}.corrected.cu`, Buffer.from(`${corrected}\n`)],
    ]),
  );
  const options = { ...DEFAULT_CHECK_OPTIONS, jobs: availableParallelism() };
  const result = await analyse({ kind: 'memory', files }, [...files.keys()], options, SILENT);
  assert.deepEqual(result.problems, []);
  for (const { id } of RULES) {
    const verdict = (file: string) => result.kernels.find((kernel) => kernel.file === file)?.verdict;
    assert.equal(verdict(`${id}.corrected.cu`), 'race-free', id);
    // Advice is no race.
    assert.equal(verdict(`${id}.racy.cu`), isDefect({ rule: id }) ? 'racy' : 'race-free', id);
    const rules = result.findings
      .filter(({ accesses: [first] }) => first?.file === `${id}.racy.cu`)
      .map(({ rule }) => rule);
    assert.ok(rules.includes(id), `${id}: ${rules}`);
    const left = result.findings.filter(({ accesses: [first] }) => first?.file === `${id}.corrected.cu`);
    assert.deepEqual(left, [], id);
  }
});
