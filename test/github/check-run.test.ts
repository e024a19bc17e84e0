/** The check run: one for each commit, however often it is published and wherever that was cut off. */
// slow: publishes again after every request that can fail
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CheckAnnotation, type CheckRun, publishCheckRun } from '../../src/github/check-run.ts';
import { MAX_ANNOTATIONS_PER_REQUEST } from '../../src/model/platform-limits.ts';
import { impatientClient } from './stand-in/client.ts';
import { BAD_GATEWAY, FORK_PERMISSIONS, secondaryLimit } from './stand-in/faults.ts';
import { lacking } from './stand-in/lacking.ts';
import { PullRequestStandIn } from './stand-in/review.ts';
import { type Answers, startStandIn } from './stand-in/server.ts';

const HEAD = '6dcb09b5b57875f334f61aebed695e2e4193db5e';

function annotations(count: number, text = 'race'): CheckAnnotation[] {
  return Array.from({ length: count }, (_, index) => ({
    path: 'a.cu',
    start_line: index + 1,
    end_line: index + 1,
    start_column: 3,
    end_column: 9,
    annotation_level: 'failure',
    title: 'intra-block-race in k',
    message: `${text} ${index}`,
  }));
}

function check(count: number, more: Partial<CheckRun> = {}): CheckRun {
  return {
    name: 'gpurace',
    externalId: 'gpurace',
    commit: HEAD,
    conclusion: 'failure',
    title: `${count} findings`,
    summary: 'A summary.',
    annotations: annotations(count),
    detailsUrl: null,
    ...more,
  };
}

async function publish(github: PullRequestStandIn, wanted: CheckRun, answers: Answers = github.answers) {
  const server = await startStandIn(answers);
  const client = impatientClient({ apiUrl: server.url, token: 't', userAgent: 'test', log: () => {} });
  try {
    const published = await publishCheckRun(client, { owner: 'octo-org', repo: 'kernels' }, wanted);
    return { published, operations: server.requests.map(({ request }) => request.operationId) };
  } finally {
    await server.close();
  }
}

const state = ({ checks }: PullRequestStandIn) =>
  checks.runs.map(({ status, conclusion, title, annotations: there }) => [status, conclusion, title, there.length]);

test('it is made once, found again, and brought up to date', async () => {
  const github = new PullRequestStandIn([]);
  assert.deepEqual((await publish(github, check(2))).operations, ['checks/list-for-ref', 'checks/create']);
  assert.deepEqual(state(github), [['completed', 'failure', '2 findings', 2]]);
  assert.deepEqual((await publish(github, check(2))).operations, ['checks/list-for-ref', 'checks/list-annotations']);
  const changed = check(2, { conclusion: 'success', title: 'nothing fails' });
  assert.deepEqual((await publish(github, changed)).operations.at(-1), 'checks/update');
  assert.deepEqual(state(github), [['completed', 'success', 'nothing fails', 2]]);
});

for (const [count, requests] of [
  [0, 1],
  [MAX_ANNOTATIONS_PER_REQUEST, 1],
  [MAX_ANNOTATIONS_PER_REQUEST + 1, 2],
  [500, 10],
] as const) {
  test(`${count} annotations: ${requests} requests, and it is completed by the last of them`, async () => {
    const github = new PullRequestStandIn([]);
    const { operations } = await publish(github, check(count));
    assert.equal(operations.length - 1, requests);
    assert.deepEqual(state(github), [['completed', 'failure', `${count} findings`, count]]);
    const lines = github.checks.runs[0]?.annotations.map(({ start_line }) => start_line);
    assert.deepEqual(
      lines,
      annotations(count).map(({ start_line }) => start_line),
    );
  });
}

test('an answer that lacks the count of annotations: they are asked for, and nothing is made twice', async () => {
  const github = new PullRequestStandIn([]);
  await publish(github, check(2));
  const answers = lacking(github.answers, 'checks/list-for-ref', 'annotations_count');
  await publish(github, check(2), answers);
  assert.deepEqual(state(github), [['completed', 'failure', '2 findings', 2]]);
});

test('another check run of the same name, as the job has one, is left alone', async () => {
  const github = new PullRequestStandIn([]);
  const job = { name: 'gpurace', head_sha: HEAD, external_id: '9f8e', status: 'in_progress', conclusion: null };
  github.checks.add({ ...job, title: '', summary: '', annotations: [] });
  await publish(github, check(1));
  await publish(github, check(1, { name: 'gpurace (2/4)', externalId: 'gpurace/shard-2-of-4' }));
  assert.deepEqual(state(github), [
    ['in_progress', null, '', 0],
    ['completed', 'failure', '1 findings', 1],
    ['completed', 'failure', '1 findings', 1],
  ]);
});

test('annotations that do not hold any more: a new check run takes the place of the old one, once', async () => {
  const github = new PullRequestStandIn([]);
  await publish(github, check(3));
  await publish(github, check(2));
  assert.equal(github.checks.runs.length, 2);
  const { operations } = await publish(github, check(2));
  assert.equal(github.checks.runs.length, 2);
  assert.ok(!operations.includes('checks/create'));
  // One more finding is only added.
  await publish(github, check(3));
  assert.deepEqual(state(github).at(-1), ['completed', 'failure', '3 findings', 3]);
  assert.equal(github.checks.runs.length, 2);
});

test('cut off behind any request and run again: one check run with every annotation once', async () => {
  for (const operation of ['checks/create', 'checks/update']) {
    for (const kind of ['fails', 'loses'] as const) {
      for (let at = 1; at <= 2; at += 1) {
        const github = new PullRequestStandIn([]);
        github[kind] = (name, count) => (name === operation && count === at ? BAD_GATEWAY : null);
        await publish(github, check(130));
        assert.deepEqual(state(github), [['completed', 'failure', '130 findings', 130]], `${operation} ${kind} ${at}`);
      }
    }
  }
});

test('a missing permission is a value that says what to add', async () => {
  for (const permissions of [FORK_PERMISSIONS, { ...FORK_PERMISSIONS, checks: 'none' as const }]) {
    const github = new PullRequestStandIn([]);
    github.permissions = permissions;
    const { published } = await publish(github, check(1));
    assert.ok(published.kind === 'refused' && published.isPermission);
    assert.match(published.why, /403 Resource not accessible by integration.*add `checks: write` to the job's/);
  }
});

test('a server that fails for good is a platform error; a limit for an hour is a refusal', async () => {
  const down = new PullRequestStandIn([]);
  down.fails = (operation) => (operation === 'checks/create' ? BAD_GATEWAY : null);
  await assert.rejects(publish(down, check(1)), /GitHub did not take the check run: 502/);
  const limited = new PullRequestStandIn([]);
  limited.fails = (operation) => (operation === 'checks/create' ? secondaryLimit(3_600) : null);
  const { published } = await publish(limited, check(1));
  assert.ok(published.kind === 'refused' && !published.isPermission);
});
