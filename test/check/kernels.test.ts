/**
 * Every kernel file of `test/kernels/` and `examples/` says at its top what must be found: `// expect: RULE line N with
 * line M`, `// expect: barrier-divergence line N`, `// expect: race-free`, under `// launch: grid X block Y` when the
 * file has no host code. Nothing more may be found, nothing less, and nothing left open.
 */

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';
import type { Dim3, Result } from '../../src/model/result.ts';
import { reasonsOf } from '../texts.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FILES = globSync('{test/kernels,examples}/*.{cu,cl,hip}', { cwd: ROOT }).sort();

interface Header {
  readonly expectations: readonly string[];
  readonly launch: string;
}

function headerOf(file: string): Header {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
  const all = (word: string) => lines.flatMap((line) => new RegExp(`^// ${word}: (.*?)\\s*$`).exec(line)?.[1] ?? []);
  return { expectations: all('expect').sort(), launch: all('launch')[0] ?? '' };
}

function dimensions(launch: string, word: string): Dim3 | null {
  const numbers = new RegExp(`\\b${word} ([\\d,]+)`).exec(launch)?.[1]?.split(',').map(Number);
  return numbers ? [numbers[0] ?? 1, numbers[1] ?? 1, numbers[2] ?? 1] : null;
}

/** What a result says of one file, in the words of the header. */
function found(result: Result, file: string): string[] {
  const kernels = result.kernels.filter((k) => k.file === file);
  const open = kernels
    .filter((k) => k.verdict === 'inconclusive')
    .map((k) => `inconclusive: ${reasonsOf(k).join('; ')}`);
  const findings = result.findings
    .filter((f) => f.accesses[0]!.file === file)
    .map((f) => {
      const lines = f.accesses.map((a) => a.line).sort((a, b) => a - b);
      const strength = f.evidence === 'possible' ? 'possible ' : '';
      return `${strength}${f.rule} line ${lines.join(' with line ')}`;
    });
  if (open.length + findings.length === 0 && kernels.length > 0) return ['race-free'];
  return [...new Set([...open, ...findings])].sort();
}

describe('kernels with expectations', () => {
  const headers = new Map(FILES.map((file) => [file, headerOf(file)]));
  const results = new Map<string, Result>();

  before(async () => {
    // One run for all files that share a launch.
    for (const launch of new Set([...headers.values()].map((h) => h.launch))) {
      const files = FILES.filter((f) => headers.get(f)!.launch === launch);
      const options = {
        ...DEFAULT_CHECK_OPTIONS,
        gridDim: dimensions(launch, 'grid'),
        blockDim: dimensions(launch, 'block'),
      };
      const result = await analyse({ kind: 'disk', root: ROOT }, files, options, SILENT);
      for (const file of files) results.set(file, result);
    }
  });

  for (const [file, header] of headers) {
    test(file, () => {
      assert.ok(header.expectations.length > 0, 'the file says what to expect');
      assert.deepEqual(found(results.get(file)!, file), header.expectations);
    });
  }
});
