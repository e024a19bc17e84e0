/**
 * Each sentence with which `kernel/` or `check/` leaves a kernel open is reached by a kernel of `test/kernels/`, which
 * expects it (`// expect: inconclusive: …`; `kernels.test.ts` holds that). The list of those that none reaches only
 * shrinks.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { modulesIn } from '../../scripts/structure/modules.ts';
import { reachedRefusals } from '../../scripts/structure/refusals.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const UNREACHED: readonly string[] = [
  // More than fifty findings, or more than thirty seconds.
  '… of … access pairs were not decided (…)',
  'a loop with too many variables that depend on each other',
];

test('every refusal has a kernel that reaches it', () => {
  const refusals = reachedRefusals(ROOT, modulesIn(ROOT, 'src/{kernel,check}/**/*.ts'));
  assert.ok(refusals.size > 30, 'the calls that refuse have another name now: scripts/structure/refusals.ts');
  const unreached = [...refusals].flatMap(([refusal, kernels]) => (kernels.length === 0 ? refusal : []));
  assert.deepEqual(
    [...new Set(unreached.map(({ text }) => text))].sort(),
    [...UNREACHED].sort(),
    unreached.map(({ place, text }) => `${place}: ${text}`).join('\n'),
  );
});
