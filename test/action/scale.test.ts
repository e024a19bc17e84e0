/** A change of 3,000 kernel files with 500 new findings, through the action: nothing fails, nothing is lost in silence. */

import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { temporaryRepository } from '../git/repository.ts';
import { PullRequestStandIn } from '../github/stand-in/review.ts';
import { runStep, SCRIPTED } from './runner-stand-in.ts';

/** With the header. */
const FILES = 2_999;
const RACES = 500;
/** Generous: the machines of tests are slow, and shared. */
const SECONDS = 120;

const name = (i: number) => `src/part${i % 50}/k${i}.cu`;
const clean = (i: number) => `#include "common.h"\n__global__ void k${i}(int *s) {\n  s[0] = 1;\n}\n`;
const racy = (i: number) =>
  clean(i).replace('  s[0] = 1;', `  s[0] = 1; // race ${i} write\n  int x = s[0]; // race ${i} read`);
const all = (of: (i: number) => string) =>
  Object.fromEntries(Array.from({ length: FILES }, (_, i) => [name(i), of(i)]));

const repository = temporaryRepository({ after }, { 'src/common.h': '#define N 1\n', ...all(clean) });
const base = repository.commit('base');
repository.write({
  'src/common.h': '#define N 2\n',
  ...all((i) => (i < RACES ? racy(i) : `${clean(i)}// Touched.\n`)),
});
const head = repository.commit('head');

test(`${FILES + 1} changed files, ${RACES} findings`, async (t) => {
  const patch =
    '@@ -1,4 +1,5 @@\n #include "common.h"\n __global__ void k(int *s) {\n-  s[0] = 1;\n+  s[0] = 1;\n+  int x = s[0];\n }\n ';
  const files = [
    { filename: 'src/common.h', patch: '@@ -1 +1 @@\n-#define N 1\n+#define N 2' },
    ...Array.from({ length: FILES }, (_, i) => ({ filename: name(i), patch })),
  ];
  const pull = new PullRequestStandIn(files);
  const branch = (sha: string) => ({ sha, ref: 'x', repo: { full_name: 'octo-org/kernels' } });
  const began = performance.now();
  const run = await runStep(t, {
    entry: SCRIPTED,
    files: {},
    prepare: (workspace) => cpSync(repository.folder, workspace, { recursive: true }),
    answers: pull.answers,
    event: JSON.stringify({
      action: 'synchronize',
      number: 7,
      repository: { name: 'kernels', owner: { login: 'octo-org' } },
      pull_request: { number: 7, base: branch(base), head: branch(head) },
    }),
  });
  const seconds = (performance.now() - began) / 1000;
  t.diagnostic(`${seconds.toFixed(1)} s`);
  assert.equal(run.exitCode, 1, run.stderr + run.log.slice(-5).join('\n'));
  assert.deepEqual([run.outputs.new, run.outputs['not-analysed']], [String(RACES), '0']);
  const result = parseStoredResult(readFileSync(join(run.workspace, 'gpurace.json'), 'utf8'), 'the result');
  assert.equal(result.summary.kernels, FILES);
  assert.equal(result.findings.filter(({ status }) => status === 'new').length, RACES);
  assert.ok(result.findings.every(({ anchor }) => anchor?.line != null));
  // 25 comments and no more, and where GitHub does not tell what may be commented on, a line that says so.
  const why = run.commands.filter(({ message }) =>
    /^No review comments: GitHub lists no more than 3000 files/.test(message),
  );
  assert.ok(pull.comments.length <= 25 && (pull.comments.length > 0 || why.length === 1), run.log.slice(-3).join('\n'));
  assert.match(run.summary, /500 data races fail the job/);
  assert.ok(Buffer.byteLength(run.summary) <= 1024 * 1024);
  const sarif = JSON.parse(readFileSync(join(run.workspace, 'gpurace.sarif'), 'utf8'));
  assert.equal(sarif.runs[0].results.length, RACES);
  assert.ok(seconds < SECONDS, `${seconds} s`);
});
