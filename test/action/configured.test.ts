/** The configuration and the build of a checkout, on both sides of a comparison. */

import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { temporaryRepository } from '../git/repository.ts';
import { type Finished, runStep, SCRIPTED } from './runner-stand-in.ts';

/** From the sources, with the real engine. */
const SOURCE = fileURLToPath(new URL('../../src/action/main.ts', import.meta.url));
const resultOf = ({ workspace }: Finished) =>
  parseStoredResult(readFileSync(join(workspace, 'gpurace.json'), 'utf8'), 'the result');

const OWNER = { repository: { name: 'kernels', owner: { login: 'octo-org' }, default_branch: 'main' } };
const BY_HAND = JSON.stringify(OWNER);

const RACY = '__global__ void k(int *s) {\n  s[0] = 1; // race 1 write\n  int x = s[0]; // race 1 read\n}\n';

for (const [level, annotation, sarif, exitCode] of [
  ['error', 'error', 'error', 1],
  ['warning', 'warning', 'warning', 1],
  ['note', 'notice', 'note', 0],
  // Beside the code and in code scanning it would only be in the way; the result and the summary have it.
  ['off', null, null, 0],
] as const) {
  test(`severity ${level}: annotation, SARIF and outcome, where the section says so`, async (t) => {
    const config = `overrides:\n  - paths: legacy\n    severity: { intra-block-race: ${level} }\n`;
    const files = { 'legacy/a.cu': RACY, '.gpurace.yml': config };
    const run = await runStep(t, {
      entry: SCRIPTED,
      files,
      inputs: { review: 'never' },
      eventName: 'workflow_dispatch',
      event: BY_HAND,
    });
    assert.equal(run.exitCode, exitCode, run.stderr);
    const [finding] = resultOf(run).findings;
    assert.equal(finding?.severity, level);
    assert.equal(run.outputs.conclusion, exitCode === 1 ? 'failure' : 'success');
    const annotations = run.commands.filter(({ properties }) => properties.title !== 'gpurace');
    assert.deepEqual(
      annotations.map(({ name, properties }) => [name, properties.file]),
      annotation === null ? [] : [[annotation, 'legacy/a.cu']],
    );
    const log = JSON.parse(readFileSync(join(run.workspace, 'gpurace.sarif'), 'utf8'));
    assert.equal(log.runs[0].results[0]?.level ?? null, sarif);
    assert.match(run.summary, /intra-block-race in `k`/);
  });
}

test('sections hold for both sides, each with its own file; the build is that of the checkout', async (t) => {
  const section = (step: number) =>
    `grid-dim: 1\nblock-dim: 32\noverrides:\n  - { paths: 'legacy/**', define: STEP=${step} }\n`;
  const database = [{ directory: '/ci/p', file: '/ci/p/legacy/a.cu', arguments: ['nvcc', '-DFACTOR=1'] }];
  const repository = temporaryRepository(t, {
    'legacy/a.cu': '__global__ void k(int *p) { p[threadIdx.x * STEP * FACTOR] = threadIdx.x; }\n',
    '.gpurace.yml': section(1),
    'compile_commands.json': JSON.stringify(database),
  });
  const before = repository.commit('start');
  repository.write({ '.gpurace.yml': section(0) });
  const after = repository.commit('STEP is 0');
  const run = await runStep(t, {
    entry: SOURCE,
    files: {},
    eventName: 'push',
    event: JSON.stringify({
      ref: 'refs/heads/main',
      before,
      after,
      ...OWNER,
    }),
    prepare: (workspace) => cpSync(repository.folder, workspace, { recursive: true }),
  });
  assert.equal(run.exitCode, 1, run.log.join('\n') + run.stderr);
  assert.deepEqual(
    resultOf(run).findings.map(({ rule, status }) => `${rule} ${status}`),
    ['intra-warp-race new'],
  );
  assert.deepEqual(resultOf(run).problems, []);
});

test('an input mistake is reported where it stands, and the run is no success', async (t) => {
  const run = await runStep(t, {
    entry: SOURCE,
    files: {
      'a.cu':
        '__global__ void k(int *p, int n) {\n  // gpurace: ignore[inter-blok-race] it is meant\n  if (blockIdx.x < n) p[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n}\n',
      '.gpurace.yml': 'grid-dim: 4\nblock-dim: 2048\nassume: rows == cols\n',
    },
    inputs: { paths: 'a.cu\nkernels/**', review: 'never' },
    eventName: 'workflow_dispatch',
    event: BY_HAND,
  });
  assert.deepEqual(
    [run.exitCode, run.outputs.conclusion, run.outputs['not-analysed']],
    [0, 'neutral', '0'],
    run.stderr,
  );
  const warnings = run.commands.map(({ name, properties, message }) => [name, properties.file, message]);
  assert.deepEqual(warnings, [
    ['warning', undefined, '`kernels/**` in `paths` matches no source'],
    ['warning', undefined, 'the block that is stated has 2048 threads, and no GPU runs more than 1024'],
    ['warning', 'a.cu', 'ignore[inter-blok-race]: there is no such rule; did you mean inter-block-race?'],
  ]);
  assert.match(run.summary, /3 mistakes in options, configuration or comments/);
  assert.ok(run.log.some((line) => line.includes('gpurace: 3 mistakes in options, configuration or comments')));
});

test('an assumption that no kernel makes use of counts where every kernel is analysed', async (t) => {
  const files = {
    'a.cu': '__global__ void k(int *p, int n) {\n  if (threadIdx.x < n) p[threadIdx.x] = 1;\n}\n',
    '.gpurace.yml': 'grid-dim: 1\nblock-dim: 64\nassume: rows == cols\n',
  };
  const step = { entry: SOURCE, files, eventName: 'workflow_dispatch', event: BY_HAND };
  const whole = await runStep(t, step);
  assert.deepEqual([whole.exitCode, whole.outputs.conclusion], [0, 'neutral'], whole.stderr);
  assert.deepEqual(
    whole.commands.map(({ name, message }) => [name, message]),
    [['warning', 'the assumption `rows == cols` uses parameters that no analysed kernel has']],
  );
  // Another file may have the kernel that it is meant for.
  const part = await runStep(t, { ...step, inputs: { paths: 'a.cu' } });
  assert.deepEqual([part.exitCode, part.outputs.conclusion, part.commands], [0, 'success', []], part.stderr);
});
