/** What a GitHub that fails does to a run. In a file of its own because the waiting between retries is real. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFiles, SERVER_ERROR } from '../github/stand-in/pull-request.ts';
import { runStep, SCRIPTED } from './runner-stand-in.ts';

const CLEAN = '__global__ void fill(int *a) {\n  a[threadIdx.x] = 1;\n}\n';

test('GitHub fails once: the request is repeated', async (t) => {
  let calls = 0;
  const run = await runStep(t, {
    entry: SCRIPTED,
    files: { 'a.cu': CLEAN },
    answers: {
      'pulls/list-files': (request) => {
        calls += 1;
        return calls === 1 ? SERVER_ERROR : listFiles([{ filename: 'a.cu' }])(request);
      },
    },
  });
  assert.equal(run.exitCode, 0, run.stderr);
  assert.equal(calls, 2);
  assert.equal(run.outputs.conclusion, 'success');
});

test('GitHub goes on failing: exit code 4, and nothing reads as clean', async (t) => {
  const run = await runStep(t, {
    entry: SCRIPTED,
    files: { 'a.cu': CLEAN },
    answers: { 'pulls/list-files': () => SERVER_ERROR },
  });
  assert.equal(run.exitCode, 4);
  assert.equal(run.requests.length, 4);
  assert.match(run.commands.at(-1)?.message ?? '', /GitHub did not list the changed files: 500/);
  assert.equal(run.outputs.conclusion, undefined);
});
