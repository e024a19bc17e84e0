/**
 * The action as users run it (the bundle when it is built) with the real engine, as a process of its own: the event of
 * a pull request in, exit code, commands, files and outputs back.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { VERSION } from '../../src/model/version.ts';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { type FileOfPull, listFiles } from '../github/stand-in/pull-request.ts';
import { ACTION, runStep } from './runner-stand-in.ts';

const SHIFT = `#include "tile.cuh"

__global__ void shift(int *out, const int *in) {
  __shared__ int s[TILE];
  int i = threadIdx.x;
  s[i] = in[blockIdx.x * TILE + i];
  out[blockIdx.x * TILE + i] = s[(i + 1) % TILE];
}
`;
const CONFIG = 'grid-dim: 16\nblock-dim: 64\n';
const TILE = '#pragma once\n#define TILE 64\n';
/** The pull request took the barrier out of SHIFT; no line of it was added or edited. */
const BARRIER_DELETED =
  '@@ -4,7 +4,6 @@ __global__ void shift(int *out, const int *in) {\n   __shared__ int s[TILE];\n   int i = threadIdx.x;\n   s[i] = in[blockIdx.x * TILE + i];\n-  __syncthreads();\n   out[blockIdx.x * TILE + i] = s[(i + 1) % TILE];\n }\n \n';
const FIXED = SHIFT.replace('TILE + i];\n  out', 'TILE + i];\n  __syncthreads();\n  out');

const pull = (...files: FileOfPull[]) => ({ 'pulls/list-files': listFiles(files) });
const Sarif = z.looseObject({
  version: z.literal('2.1.0'),
  runs: z.tuple([
    z.looseObject({
      tool: z.looseObject({ driver: z.looseObject({ name: z.literal('gpurace'), version: z.literal(VERSION) }) }),
      results: z.array(z.looseObject({ ruleId: z.string() })),
    }),
  ]),
});

test('a racy pull request: exit code, annotation, SARIF, result, outputs, summary', async (t) => {
  const run = await runStep(t, {
    entry: ACTION,
    files: { 'src/shift.cu': SHIFT, 'src/tile.cuh': TILE, '.gpurace.yml': CONFIG },
    inputs: { 'min-evidence': 'witness' },
    answers: pull({ filename: 'src/shift.cu', patch: BARRIER_DELETED }),
  });
  assert.equal(run.exitCode, 1, run.stderr + run.log.join('\n'));
  assert.equal(run.stderr, '');
  const [finding] = run.commands;
  assert.deepEqual(
    [finding?.name, finding?.properties.title, finding?.properties.file, finding?.properties.line],
    ['error', 'intra-block-race in shift', 'src/shift.cu', '6'],
  );
  assert.match(finding?.message ?? '', /at src\/shift\.cu:7:/);
  assert.deepEqual([run.outputs.new, run.outputs.conclusion], ['1', 'failure']);
  const result = parseStoredResult(readFileSync(join(run.workspace, 'gpurace.json'), 'utf8'), 'the result');
  assert.deepEqual(
    result.findings.map(({ rule, status }) => [rule, status]),
    [['intra-block-race', 'new']],
  );
  const sarif = Sarif.parse(JSON.parse(readFileSync(join(run.workspace, 'gpurace.sarif'), 'utf8')));
  assert.deepEqual(
    sarif.runs[0].results.map(({ ruleId }) => ruleId),
    ['intra-block-race'],
  );
  assert.match(run.summary, /^# gpurace: 1 data race fails the job\n/);
});

const Matcher = z.object({
  problemMatcher: z.tuple([z.object({ pattern: z.tuple([z.object({ regexp: z.string() })]) })]),
});

/** How the runner reads a line of a later step. */
function matcherOf(text: string): RegExp {
  return new RegExp(Matcher.parse(JSON.parse(text)).problemMatcher[0].pattern[0].regexp);
}

test('the same kernel with its barrier passes', async (t) => {
  const run = await runStep(t, {
    entry: ACTION,
    files: { 'src/shift.cu': FIXED, 'src/tile.cuh': TILE, '.gpurace.yml': CONFIG },
    inputs: { 'min-evidence': 'witness' },
    answers: pull({ filename: 'src/shift.cu', status: 'added' }),
  });
  assert.equal(run.exitCode, 0, run.stderr + run.log.join('\n'));
  assert.deepEqual([run.outputs.new, run.outputs['not-analysed'], run.outputs.conclusion], ['0', '0', 'success']);
  assert.deepEqual(run.commands, []);
  const [matcher = ''] = run.matchers;
  assert.deepEqual(matcherOf(readFileSync(matcher, 'utf8')).exec('src/a.cu:4:3: error: a race in k')?.slice(1), [
    'src/a.cu',
    '4',
    '3',
    'error',
    'a race in k',
  ]);
});

test('a changed header fails through the source that includes it', async (t) => {
  const run = await runStep(t, {
    entry: ACTION,
    files: { 'src/shift.cu': SHIFT, 'src/tile.cuh': TILE, '.gpurace.yml': CONFIG },
    inputs: { 'min-evidence': 'witness' },
    answers: pull({ filename: 'src/tile.cuh', patch: '@@ -2 +2 @@\n-#define TILE 32\n+#define TILE 64' }),
  });
  assert.equal(run.exitCode, 1, run.stderr + run.log.join('\n'));
  assert.ok(run.log.includes('  src/shift.cu, because of src/tile.cuh'));
});

test('a README only: nothing is analysed', async (t) => {
  const run = await runStep(t, {
    entry: ACTION,
    files: { 'src/shift.cu': SHIFT, 'src/tile.cuh': TILE, '.gpurace.yml': CONFIG },
    answers: pull({ filename: 'README.md', patch: '@@ -1 +1 @@\n-a\n+b' }),
  });
  assert.equal(run.exitCode, 0, run.stderr + run.log.join('\n'));
  assert.equal(run.outputs.conclusion, 'success');
});

test('a source that does not compile is neutral, never clean', async (t) => {
  const run = await runStep(t, {
    entry: ACTION,
    files: { 'a.cu': '__global__ void broken(int *a) { a[0] = undeclared_thing(; }\n' },
    answers: pull({ filename: 'a.cu', status: 'added' }),
  });
  assert.equal(run.exitCode, 0, run.stderr + run.log.join('\n'));
  assert.equal(run.outputs.conclusion, 'neutral');
  assert.equal(run.commands[0]?.name, 'warning');
});

test('an event file that is not JSON, and an unknown input value: exit code 2', async (t) => {
  const broken = await runStep(t, { entry: ACTION, files: {}, event: '<html>' });
  assert.equal(broken.exitCode, 2);
  assert.match(broken.commands[0]?.message ?? '', /event\.json:1:1 is not JSON/);
  const unknown = await runStep(t, { entry: ACTION, files: {}, inputs: { review: 'maybe' } });
  assert.equal(unknown.exitCode, 2);
  assert.match(unknown.commands[0]?.message ?? '', /"maybe" is not one of auto, always, never/);
});
