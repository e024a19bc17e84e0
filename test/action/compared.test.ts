/** The action on a checkout with history: both revisions analysed, findings by status, a scripted engine. */

import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { type Repository, repositoryIn, temporaryRepository } from '../git/repository.ts';
import { listFiles } from '../github/stand-in/pull-request.ts';
import { type Finished, runStep, SCRIPTED, type Step } from './runner-stand-in.ts';

const OLD = '__global__ void old(int *s) {\n  s[0] = 1; // race 1 write\n  s[0] = 2; // race 1 write\n}\n';
const BARRIER = '__global__ void scan(int *s) {\n  s[0] = 1;\n  __syncthreads();\n  int x = s[0];\n}\n';
/** The scripted engine finds a race where the barrier is gone. */
const RACY = '__global__ void scan(int *s) {\n  s[0] = 1; // race 2 write\n  int x = s[0]; // race 2 read\n}\n';

const event = (base: string, head: string, more: object = {}) =>
  JSON.stringify({
    action: 'synchronize',
    number: 7,
    repository: { name: 'kernels', owner: { login: 'octo-org' }, default_branch: 'main' },
    pull_request: {
      number: 7,
      base: { sha: base, ref: 'main', repo: { full_name: 'octo-org/kernels' } },
      head: { sha: head, ref: 'topic', repo: { full_name: 'octo-org/kernels' } },
    },
    ...more,
  });

interface History {
  readonly repository: Repository;
  readonly base: string;
  readonly head: string;
}

/** `main` goes on while a topic changes a.cu; the merge of both is checked out, as GitHub makes it. */
function history(t: Parameters<typeof temporaryRepository>[0], change: Record<string, string | null>): History {
  const repository = temporaryRepository(t, { 'a.cu': `${OLD}${BARRIER}`, 'b.cu': '__global__ void b(int *s) {\n}\n' });
  repository.commit('start');
  repository.git('checkout', '--quiet', '-b', 'topic');
  repository.write(change);
  const head = repository.commit('topic');
  repository.git('checkout', '--quiet', 'main');
  repository.write({ 'b.cu': OLD.replace('old', 'b') });
  const base = repository.commit('main goes on');
  repository.git('merge', '--quiet', '--no-ff', '-m', 'merge', 'topic');
  return { repository, base, head };
}

function checkout(repository: Repository, depth: number | null): NonNullable<Step['prepare']> {
  return (workspace) => {
    if (depth === null) {
      cpSync(repository.folder, workspace, { recursive: true });
      return;
    }
    const clone = repositoryIn(workspace);
    clone.git('remote', 'add', 'origin', `file://${repository.folder}`);
    clone.git('fetch', '--quiet', `--depth=${depth}`, 'origin', 'HEAD');
    clone.git('checkout', '--quiet', 'FETCH_HEAD');
  };
}

const NO_REVIEW = { review: 'never', 'check-run': 'never', 'upload-sarif': 'never' };
const statuses = ({ workspace }: Finished) =>
  parseStoredResult(readFileSync(join(workspace, 'gpurace.json'), 'utf8'), 'the result').findings.map(
    ({ kernel, status }) => `${kernel} ${status}`,
  );

for (const [what, depth] of [
  ['the whole history', null],
  ['fetch-depth 2', 2],
  ['fetch-depth 1: the base is fetched alone', 1],
] as const) {
  test(`a pull request, ${what}`, async (t) => {
    const { repository, base, head } = history(t, { 'a.cu': `${OLD}${RACY}` });
    const prepare = checkout(repository, depth);
    const run = await runStep(t, { entry: SCRIPTED, files: {}, event: event(base, head), inputs: NO_REVIEW, prepare });
    assert.equal(run.exitCode, 1, run.stderr + JSON.stringify(run.commands));
    assert.deepEqual(statuses(run), ['old unchanged', 'scan new']);
    assert.deepEqual([run.outputs.new, run.outputs.unchanged, run.outputs.fixed], ['1', '1', '0']);
    assert.ok(run.log.includes('Pull request 7 changes 1 file; 1 kernel source depends on that.'), run.log.join('\n'));
    assert.match(run.summary, new RegExp(`Compared with ${base.slice(0, 12)}: 1 new, 1 unchanged, 0 fixed`));
    // Only the new one stands beside the code.
    assert.equal(run.commands.filter(({ properties }) => properties.title !== 'gpurace').length, 1);
    assert.deepEqual(run.requests, []);
  });
}

test('what the change fixes passes, and is counted', async (t) => {
  const { repository, base, head } = history(t, { 'a.cu': BARRIER });
  const prepare = checkout(repository, null);
  const run = await runStep(t, { entry: SCRIPTED, files: {}, event: event(base, head), inputs: NO_REVIEW, prepare });
  assert.equal(run.exitCode, 0, run.stderr);
  assert.deepEqual([run.outputs.new, run.outputs.unchanged, run.outputs.fixed], ['0', '0', '1']);
  assert.deepEqual(run.commands, []);
});

test('a base that cannot be fetched: the head alone, and one line says why', async (t) => {
  const { repository, base, head } = history(t, { 'a.cu': `${OLD}${RACY}` });
  const clone = checkout(repository, 1);
  const run = await runStep(t, {
    entry: SCRIPTED,
    files: {},
    event: event(base, head),
    inputs: NO_REVIEW,
    prepare: (workspace) => {
      clone(workspace);
      repositoryIn(workspace).git('remote', 'set-url', 'origin', 'file:///nowhere');
    },
    answers: { 'pulls/list-files': listFiles([{ filename: 'a.cu' }]) },
  });
  assert.equal(run.exitCode, 1);
  assert.equal(
    run.log.filter((line) => /is not in the checkout and cannot be fetched.*fetch-depth: 2/.test(line)).length,
    1,
  );
  assert.match(run.summary, /Not compared: The base/);
  assert.equal(run.outputs.new, '2');
});

test('push, merge_group, and a new branch', async (t) => {
  const { repository, base } = history(t, { 'a.cu': `${OLD}${RACY}` });
  const tip = repository.git('rev-parse', 'HEAD');
  const prepare = checkout(repository, 1);
  const owner = { repository: { name: 'kernels', owner: { login: 'octo-org' }, default_branch: 'main' } };
  const zeros = '0'.repeat(40);
  const start = repository.git('rev-parse', 'main~1^');
  repository.git('branch', 'default', start);
  for (const [eventName, payload] of [
    ['push', { ref: 'refs/heads/main', before: base, after: tip, ...owner }],
    ['merge_group', { merge_group: { base_sha: base, head_sha: tip }, ...owner }],
    [
      'push',
      {
        ref: 'refs/heads/new',
        before: zeros,
        after: tip,
        repository: { ...owner.repository, default_branch: 'default' },
      },
    ],
  ] as const) {
    const run = await runStep(t, { entry: SCRIPTED, files: {}, eventName, event: JSON.stringify(payload), prepare });
    assert.equal(run.exitCode, 1, run.log.join('\n') + JSON.stringify(run.commands));
    assert.ok(statuses(run).includes('scan new') && statuses(run).includes('old unchanged'), run.log.join('\n'));
  }
});

test('pull_request_target: the change is read from objects, nothing of it is checked out', async (t) => {
  const { repository, base, head } = history(t, { 'a.cu': `${OLD}${RACY}` });
  repository.git('checkout', '--quiet', '--detach', base);
  const run = await runStep(t, {
    entry: SCRIPTED,
    files: {},
    eventName: 'pull_request_target',
    event: event(base, head),
    inputs: NO_REVIEW,
    prepare: checkout(repository, null),
  });
  assert.equal(run.exitCode, 1, run.stderr + JSON.stringify(run.commands));
  assert.deepEqual(statuses(run), ['old unchanged', 'scan new']);
});

test('the input base wins over the event, and must exist', async (t) => {
  const { repository, base, head } = history(t, { 'a.cu': `${OLD}${RACY}` });
  const prepare = checkout(repository, null);
  const step = { entry: SCRIPTED, files: {}, event: event(base, head), prepare };
  const run = await runStep(t, { ...step, inputs: { ...NO_REVIEW, base: 'topic' } });
  assert.deepEqual(statuses(run), ['b new']);
  const wrong = await runStep(t, { ...step, inputs: { base: 'nope' } });
  assert.equal(wrong.exitCode, 2);
  assert.match(wrong.commands[0]?.message ?? '', /input base: "nope" is no revision/);
});
