/**
 * Every kernel file of `test/kernels/` and `examples/` says at its top what must be found: `// expect: RULE line N with
 * line M`, `// expect: barrier-divergence line N`, `// expect: race-free`, `// expect: conditional: FACT; FACT`, under `// launch: grid X block Y` when the
 * file has no host code. Nothing more may be found, nothing less, and nothing left open.
 */

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { analyse, WorkerReserve } from '../../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';
import type { Result } from '../../src/model/result.ts';
import { headerOf } from '../kernel-header.ts';
import { reasonsOf } from '../texts.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FILES = globSync('{test/kernels,examples}/*.{cu,cl,hip}', { cwd: ROOT }).sort();

/** What a result says of one file, in the words of the header. */
function found(result: Result, file: string): string[] {
  const kernels = result.kernels.filter((k) => k.file === file);
  const open = kernels
    .filter((k) => k.verdict === 'inconclusive')
    .map((k) => `inconclusive: ${reasonsOf(k).join('; ')}`);
  const conditional = kernels
    .filter((k) => k.verdict === 'conditional')
    .map((k) => `conditional: ${k.conditions.map(({ text }) => text).join('; ')}`);
  const findings = result.findings
    .filter((f) => f.accesses[0]!.file === file)
    .map((f) => {
      const lines = f.accesses.map((a) => a.line).sort((a, b) => a - b);
      const strength = f.evidence === 'possible' ? 'possible ' : '';
      return `${strength}${f.rule} line ${lines.join(' with line ')}`;
    });
  if (open.length + conditional.length + findings.length === 0 && kernels.length > 0) return ['race-free'];
  return [...new Set([...open, ...conditional, ...findings])].sort();
}

/** Workers are shared: they start once, and a test that a name pattern leaves out costs nothing. */
describe('kernels with expectations', { concurrency: availableParallelism() }, () => {
  const reserve = new WorkerReserve();
  after(() => reserve.close());

  for (const file of FILES) {
    test(file, async () => {
      const { expectations, gridDim, blockDim } = headerOf(readFileSync(join(ROOT, file), 'utf8'));
      assert.ok(expectations.length > 0, 'the file says what to expect');
      // What is found, and not how fast: the machine may be busy.
      const options = { ...DEFAULT_CHECK_OPTIONS, gridDim, blockDim, reserve, timeoutMs: 120_000 };
      const result = await analyse({ kind: 'disk', root: ROOT }, [file], options, SILENT);
      assert.deepEqual(found(result, file), expectations);
    });
  }
});
