/**
 * slow: kernels as people write them, each in `test/everyday/` with the host code that launches it. All are right, and none may be
 * shown as an error. Each has a racy twin in the same file: lines that end with `// twin:` are replaced by what stands behind that
 * (nothing: the line is left out). The twin is an error.
 *
 * `// expect: race-free`, `conditional: FACT` or `inconclusive` stands at the top, and `// twin is a note` where only contents of
 * memory decide whether the twin races, or arguments that few choose.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { analyse, WorkerReserve } from '../../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';
import type { Finding } from '../../src/model/result.ts';
import { headerOf } from '../kernel-header.ts';
import { reasonsOf } from '../texts.ts';

const ROOT = join(import.meta.dirname, '..', 'everyday');
const FILES = globSync('*.{cu,cl,hip}', { cwd: ROOT }).sort();
const SHOWN_AS_ERROR: ReadonlySet<string> = new Set(['trace', 'replayed', 'predicted']);
const TWIN = /\/\/ twin:(.*)$/;

describe('everyday kernels', { concurrency: 2 }, () => {
  const reserve = new WorkerReserve();
  after(() => reserve.close());

  const checked = async (file: string, text: string) => {
    const { gridDim, blockDim } = headerOf(text);
    const tree = { kind: 'memory', files: new Map([[file, Buffer.from(text)]]) } as const;
    const options = { ...DEFAULT_CHECK_OPTIONS, gridDim, blockDim, reserve, timeoutMs: 120_000 };
    return analyse(tree, [file], options, SILENT);
  };
  const errorsIn = (findings: readonly Finding[]) =>
    findings.filter(({ evidence }) => SHOWN_AS_ERROR.has(evidence)).map(({ message }) => message);

  for (const file of FILES) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const lines = text.split('\n');

    test(basename(file), async () => {
      const { kernels, findings } = await checked(file, text);
      assert.deepEqual(errorsIn(findings), []);
      const [kernel] = kernels;
      assert.ok(kernel !== undefined && kernels.length === 1);
      const said = kernel.conditions.map((condition) => condition.text).join('; ');
      const verdict = kernel.verdict === 'conditional' ? `conditional: ${said}` : kernel.verdict;
      assert.deepEqual([verdict], headerOf(text).expectations, reasonsOf(kernel).join('; '));
    });

    test(`${basename(file)}, its racy twin`, async () => {
      assert.ok(lines.some((line) => TWIN.test(line)));
      const twin = lines.map((line) => TWIN.exec(line)?.[1] ?? line).join('\n');
      const { kernels, findings } = await checked(file, twin);
      assert.ok(
        kernels.every(({ verdict }) => verdict !== 'race-free'),
        'not race-free',
      );
      if (lines.includes('// twin is a note')) assert.ok(findings.length > 0, 'it is told');
      else assert.ok(errorsIn(findings).length > 0, `an error: ${kernels.flatMap(reasonsOf).join('; ')}`);
    });
  }
});
