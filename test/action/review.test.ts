/** The action, from its sources and with the real engine, on a pull request that takes comments. */
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryRepository } from '../git/repository.ts';
import { FORBIDDEN } from '../github/stand-in/pull-request.ts';
import { PullRequestStandIn } from '../github/stand-in/review.ts';
import { assertGolden } from '../golden.ts';
import { DELETED, PATCH, SHIFT } from './deleted-barrier.ts';
import { type Finished, runStep } from './runner-stand-in.ts';

const ENTRY = fileURLToPath(new URL('../../src/action/main.ts', import.meta.url));
const repository = temporaryRepository({ after }, { 'src/shift.cu': SHIFT });
const base = repository.commit('base');

interface Push {
  readonly head: string;
  readonly pull: PullRequestStandIn;
  readonly fork?: boolean;
}

function push(source: string): string {
  repository.git('checkout', '--quiet', '--detach', base);
  repository.write({ 'src/shift.cu': source });
  return repository.commit('a change');
}

function runOn(t: Parameters<typeof runStep>[0], { head, pull, fork = false }: Push): Promise<Finished> {
  repository.git('checkout', '--quiet', '--detach', head);
  const branch = (sha: string, name: string) => ({ sha, ref: 'x', repo: { full_name: name } });
  return runStep(t, {
    entry: ENTRY,
    files: {},
    prepare: (workspace) => cpSync(repository.folder, workspace, { recursive: true }),
    answers: pull.answers,
    event: JSON.stringify({
      action: 'synchronize',
      number: 7,
      repository: { name: 'kernels', owner: { login: 'octo-org' } },
      pull_request: {
        number: 7,
        base: branch(base, 'octo-org/kernels'),
        head: branch(head, fork ? 'mona/kernels' : 'octo-org/kernels'),
      },
    }),
  });
}

const FILES = [{ filename: 'src/shift.cu', patch: PATCH }];

test('a deleted barrier: a comment on the deleted line, once, and "fixed" when it is back', async (t) => {
  const pull = new PullRequestStandIn(FILES);
  const racy = push(DELETED);
  const first = await runOn(t, { head: racy, pull });
  assert.equal(first.exitCode, 1, first.stderr + first.log.join('\n'));
  assert.deepEqual(
    pull.comments.map(({ path, line, side }) => [path, line, side]),
    [['src/shift.cu', 5, 'LEFT']],
  );
  assertGolden('action/review-comment.md', `${pull.comments[0]?.body}\n`);
  assert.ok(
    first.log.includes('Review: 1 comment made, 0 brought up to date, 0 marked as fixed, 0 left to the job summary.'),
  );

  const again = await runOn(t, { head: racy, pull });
  assert.equal(again.exitCode, 1);
  assert.deepEqual([pull.comments.length, pull.reviews], [1, 1]);

  const fixed = await runOn(t, { head: push(SHIFT.replace('__syncthreads()', '__syncthreads( )')), pull });
  assert.equal(fixed.exitCode, 0, fixed.log.join('\n'));
  assert.deepEqual([pull.comments.length, pull.reviews], [1, 1]);
  assert.match(pull.comments[0]?.body ?? '', /✅ \*\*Fixed in [0-9a-f]{40}\*\*/);
});

test('no permission: one line says what to add, and the findings are elsewhere', async (t) => {
  const pull = new PullRequestStandIn(FILES);
  pull.fails = () => FORBIDDEN;
  const run = await runOn(t, { head: push(DELETED), pull });
  assert.equal(run.exitCode, 1);
  const [warning, ...more] = run.commands.filter(({ name }) => name === 'warning');
  assert.match(warning?.message ?? '', /403 Resource not accessible.*add `pull-requests: write`/);
  assert.deepEqual(more, []);
  assert.match(run.summary, /## Without a review comment/);
  assert.match(run.summary, /## 🛑 intra-block-race in `shift` \(new\)/);
});

test('a fork: nothing is asked of GitHub, and one line says why', async (t) => {
  const run = await runOn(t, { head: push(DELETED), pull: new PullRequestStandIn(FILES), fork: true });
  assert.equal(run.exitCode, 1);
  assert.deepEqual(run.requests, []);
  assert.equal(run.log.filter((line) => /comes from a fork, and its token may only read/.test(line)).length, 1);
});
