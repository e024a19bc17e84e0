/**
 * Each sentence with which `kernel/` or `check/` leaves a kernel open is reached by a kernel of `test/kernels/`, which
 * expects it (`// expect: inconclusive: …`; `kernels.test.ts` holds that). The list of those that none reaches only
 * shrinks.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { modulesIn } from '../../scripts/structure/modules.ts';
import { refusalsIn } from '../../scripts/structure/refusals.ts';
import { headerOf } from '../kernel-header.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const UNREACHED: readonly string[] = [
  // More than fifty findings, or more than thirty seconds.
  '… of … access pairs were not decided (…)',
  'a loop with too many variables that depend on each other',
];

test('every refusal has a kernel that reaches it', () => {
  const kernels = globSync('test/kernels/*.{cu,cl,hip}', { cwd: ROOT });
  const expected = kernels.flatMap((file) => headerOf(readFileSync(join(ROOT, file), 'utf8')).expectations);
  const reasons = expected.flatMap((text) => /^inconclusive: (.*)$/.exec(text)?.[1]?.split('; ') ?? []);
  const refusals = refusalsIn(modulesIn(ROOT, 'src/{kernel,check}/**/*.ts'));
  assert.ok(refusals.length > 30, 'the calls that refuse have another name now: scripts/structure/refusals.ts');
  const unreached = refusals.filter(({ pattern }) => !reasons.some((reason) => pattern.test(reason)));
  assert.deepEqual(
    [...new Set(unreached.map(({ text }) => text))].sort(),
    [...UNREACHED].sort(),
    unreached.map(({ place, text }) => `${place}: ${text}`).join('\n'),
  );
});
