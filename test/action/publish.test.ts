/** Everything that a run publishes, by the whole action as a process, against a GitHub that keeps what it is told. */
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { after, test } from 'node:test';
import { readMarker } from '../../src/github/comment-marker.ts';
import { MAX_REVIEW_COMMENTS, MAX_SUMMARY_BYTES } from '../../src/model/platform-limits.ts';
import { temporaryRepository } from '../git/repository.ts';
import { ALL_PERMISSIONS, BAD_GATEWAY, FORK_PERMISSIONS } from '../github/stand-in/faults.ts';
import type { FileOfPull } from '../github/stand-in/pull-request.ts';
import { PullRequestStandIn } from '../github/stand-in/review.ts';
import { ACTION, type Finished, runStep, SCRIPTED, type Step } from './runner-stand-in.ts';

const CLEAN = `__global__ void scan(int *s) {
  s[0] = 1;
  __syncthreads();
  s[1] = 2;
}
`;
const repository = temporaryRepository({ after }, { 'src/scan.cu': CLEAN });
const base = repository.commit('base');

/** A kernel for each finding, one behind the other; the file is new in the pull request. */
function kernels(count: number, from = 0): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `__global__ void k${from + index}(int *s) {\n  s[0] = ${index}; // race ${from + index} write\n  s[0] = 2; // race ${from + index} write\n}\n`,
  ).join('');
}

function added(filename: string, text: string): FileOfPull {
  const lines = text.replace(/\n$/, '').split('\n');
  return {
    filename,
    status: 'added',
    patch: `@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}`).join('\n')}`,
  };
}

interface Change {
  readonly head: string;
  readonly files: readonly FileOfPull[];
}

function change(files: Readonly<Record<string, string>>): Change {
  repository.git('checkout', '--quiet', '--detach', base);
  repository.write(files);
  const head = repository.commit('a change');
  return { head, files: Object.entries(files).map(([name, text]) => added(name, text)) };
}

function run(
  t: Parameters<typeof runStep>[0],
  { head }: Change,
  pull: PullRequestStandIn,
  more: Partial<Step> & { readonly fork?: boolean } = {},
): Promise<Finished> {
  pull.head = head;
  const branch = (sha: string, name: string) => ({ sha, ref: 'x', repo: { full_name: name } });
  const { fork = false, ...step } = more;
  return runStep(t, {
    entry: SCRIPTED,
    files: {},
    prepare: (workspace) => {
      repository.git('checkout', '--quiet', '--detach', head);
      cpSync(repository.folder, workspace, { recursive: true });
    },
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
    ...step,
  });
}

/** All that is there for people to see, without what only counts up. */
function state(pull: PullRequestStandIn) {
  return {
    comments: pull.comments
      .map(({ path, line, side, body, isResolved }) => ({ path, line, side, body, isResolved: isResolved === true }))
      .sort((a, b) => (a.body < b.body ? -1 : 1)),
    checks: pull.checks.runs.map(({ id: _, ...each }) => each),
    alerts: [...pull.scanning.analyses.values()],
  };
}

const writes = ({ requests }: Finished) =>
  requests.map(({ request }) => request.operationId).filter((operation) => /create|update|upload/.test(operation));
const warnings = ({ commands }: Finished) =>
  commands.filter(({ name }) => name === 'warning').map(({ message }) => message);

const THREE = change({ 'src/new.cu': kernels(2), 'src/more.cu': kernels(1, 2) });

test('new findings: a check run, a review and alerts; in the code each stands once', async (t) => {
  const pull = new PullRequestStandIn(THREE.files);
  const finished = await run(t, THREE, pull);
  assert.equal(finished.exitCode, 1, finished.stderr + finished.log.join('\n'));
  const [check, ...moreChecks] = pull.checks.runs;
  assert.deepEqual(moreChecks, []);
  assert.deepEqual(
    [check?.name, check?.head_sha, check?.status, check?.conclusion, check?.title],
    ['gpurace', THREE.head, 'completed', 'failure', '3 data races fail the job'],
  );
  assert.deepEqual(
    check?.annotations.map(({ path, start_line, annotation_level, title }) => [
      path,
      start_line,
      annotation_level,
      title,
    ]),
    [
      ['src/more.cu', 2, 'failure', 'intra-block-race in k2'],
      ['src/new.cu', 2, 'failure', 'intra-block-race in k0'],
      ['src/new.cu', 6, 'failure', 'intra-block-race in k1'],
    ],
  );
  assert.match(check?.summary ?? '', /^# gpurace: 3 data races fail the job/);
  // The runner gets the line that says why the job failed, and no second copy of the annotations.
  assert.deepEqual(
    finished.commands.map(({ message }) => message),
    ['gpurace: 3 data races fail the job'],
  );
  assert.equal(finished.log.filter((line) => line.includes('error: intra-block-race in k')).length, 3);
  assert.deepEqual([pull.reviews, pull.comments.length], [1, 3]);
  assert.deepEqual(
    [...pull.scanning.analyses.values()].map(({ ref, commit, category, alerts }) => [
      ref,
      commit,
      category,
      alerts.length,
    ]),
    [['refs/pull/7/head', THREE.head, 'gpurace/static', 3]],
  );
  assert.ok(finished.log.some((line) => /^Uploaded to code scanning for refs\/pull\/7\/head at/.test(line)));
});

test('the same again: nothing is made, and nothing is changed', async (t) => {
  const pull = new PullRequestStandIn(THREE.files);
  await run(t, THREE, pull);
  const before = state(pull);
  const again = await run(t, THREE, pull);
  assert.deepEqual(state(pull), before);
  // The same category of the same commit replaces itself.
  assert.deepEqual(writes(again), ['code-scanning/upload-sarif']);
});

test('killed before or behind any request, and run again: the same end', async (t) => {
  // Two findings are gone, one stays, one is new; the check run takes two requests.
  const before = change({ 'src/new.cu': kernels(3) });
  const text = `${kernels(1)}${kernels(60, 10)}`;
  const now = change({ 'src/new.cu': text, 'src/more.cu': kernels(1, 2) });
  const first = new PullRequestStandIn(before.files);
  await run(t, before, first);
  // The pull request moves on, and its diff with it.
  const start = (): PullRequestStandIn => {
    const next = new PullRequestStandIn(now.files);
    for (const { id: _, ...comment } of first.comments) next.add({ ...comment });
    return next;
  };
  const undisturbed = start();
  const requests = (await run(t, now, undisturbed)).requests.map(({ request }) => request.operationId);
  const wanted = state(undisturbed);
  assert.ok(requests.length >= 12, requests.join(' '));
  for (const name of [
    'graphql',
    'checks/create',
    'checks/update',
    'pulls/create-review',
    'pulls/update-review-comment',
  ]) {
    assert.ok(requests.includes(name), `${name} is among the requests`);
  }
  // Behind the effect of one request is before the next one.
  const kills = [
    ...requests.map((_, index) => ({ request: index + 1, when: 'before it has an effect' as const })),
    { request: requests.length, when: 'after it had one' as const },
  ];
  for (const kill of kills) {
    const pull = start();
    const killed = await run(t, now, pull, { kill });
    assert.equal(killed.exitCode, null, 'it was killed');
    await run(t, now, pull);
    assert.deepEqual(state(pull), wanted, `killed at request ${kill.request} (${requests[kill.request - 1]})`);
  }
});

test('what is fixed is marked, its thread resolved, and open again when it is back', async (t) => {
  const pull = new PullRequestStandIn(THREE.files);
  await run(t, THREE, pull);
  const fixed = change({ 'src/new.cu': kernels(1), 'src/more.cu': kernels(1, 2) });
  const finished = await run(t, fixed, pull);
  assert.ok(finished.log.some((line) => line.startsWith('Review: 0 comments made, 0 brought up to date, 1 marked')));
  const states = () =>
    pull.comments.map(({ body, isResolved }) => [readMarker(body)?.key.kernel, readMarker(body)?.state, isResolved]);
  assert.deepEqual(
    states().filter(([, kept]) => kept === 'fixed'),
    [['k1', 'fixed', true]],
  );
  await run(t, THREE, pull);
  assert.deepEqual(
    states().filter(([kernel]) => kernel === 'k1'),
    [['k1', 'open', false]],
  );
  assert.equal(pull.comments.length, 3);
});

test('a clean pull request: silence, and a green check', async (t) => {
  const clean = change({ 'src/new.cu': CLEAN.replace('scan', 'fine') });
  const pull = new PullRequestStandIn(clean.files);
  const finished = await run(t, clean, pull);
  assert.equal(finished.exitCode, 0, finished.stderr);
  assert.deepEqual([pull.comments.length, pull.reviews, finished.commands.length], [0, 0, 0]);
  assert.deepEqual(
    pull.checks.runs.map(({ conclusion, title, annotations }) => [conclusion, title, annotations.length]),
    [['success', 'nothing found in 1 kernel', 0]],
  );
});

const MISSING: readonly (readonly [permission: keyof typeof ALL_PERMISSIONS, told: RegExp, left: string[]])[] = [
  ['checks', /No check run: .*add `checks: write`/, ['comments', 'alerts']],
  ['pull-requests', /No review comments: .*add `pull-requests: write`/, ['checks', 'alerts']],
  ['security-events', /Not in code scanning: .*add `security-events: write`/, ['checks', 'comments']],
];
for (const [permission, told, left] of MISSING) {
  test(`without ${permission}: write the rest is published, and one line says what to add`, async (t) => {
    const pull = new PullRequestStandIn(THREE.files);
    pull.permissions = { ...ALL_PERMISSIONS, [permission]: 'read' };
    const finished = await run(t, THREE, pull);
    assert.equal(finished.exitCode, 1, finished.stderr);
    const lines = [...finished.log, ...warnings(finished)];
    assert.equal(lines.filter((line) => told.test(line)).length, 1, lines.join('\n'));
    assert.equal(lines.filter((line) => /to the job's `permissions`/.test(line)).length, 1);
    const there = {
      checks: pull.checks.runs.length,
      comments: pull.comments.length,
      alerts: pull.scanning.analyses.size,
    };
    assert.deepEqual(
      Object.entries(there).flatMap(([what, count]) => (count > 0 ? [what] : [])),
      left.sort((a, b) => ['checks', 'comments', 'alerts'].indexOf(a) - ['checks', 'comments', 'alerts'].indexOf(b)),
    );
    // Without the check run the runner's commands stand in.
    const commands = finished.commands.filter(({ properties }) => properties.file !== undefined);
    assert.equal(commands.length, permission === 'checks' ? 3 : 0);
  });
}

test('a fork: nothing is asked of GitHub, and one line says why; what was demanded is missed in a warning', async (t) => {
  const pull = new PullRequestStandIn(THREE.files);
  pull.permissions = FORK_PERMISSIONS;
  const finished = await run(t, THREE, pull, { fork: true });
  assert.deepEqual(finished.requests, []);
  assert.deepEqual(warnings(finished), []);
  assert.equal(finished.log.filter((line) => /from a fork, and its token may only read/.test(line)).length, 1);
  assert.match(finished.summary, /from a fork, and its token may only read/);
  assert.equal(finished.commands.filter(({ properties }) => properties.file !== undefined).length, 3);
  const demanded = await run(t, THREE, pull, { fork: true, inputs: { 'upload-sarif': 'always' } });
  assert.match(warnings(demanded)[0] ?? '', /from a fork, and its token may only read/);
});

test('inputs that say never are not asked for', async (t) => {
  const pull = new PullRequestStandIn(THREE.files);
  const inputs = { review: 'never', 'check-run': 'never', 'upload-sarif': 'never' };
  const finished = await run(t, THREE, pull, { inputs });
  assert.deepEqual(finished.requests, []);
  assert.equal(finished.commands.filter(({ properties }) => properties.file !== undefined).length, 3);
});

test('500 findings: 25 comments, every annotation in the check run, and the rest is named', async (t) => {
  const many = change({ 'src/new.cu': kernels(500) });
  const pull = new PullRequestStandIn(many.files);
  const finished = await run(t, many, pull);
  assert.equal(finished.exitCode, 1, finished.stderr);
  assert.deepEqual([pull.reviews, pull.comments.length], [1, MAX_REVIEW_COMMENTS]);
  assert.equal(pull.checks.runs[0]?.annotations.length, 500);
  assert.ok(Buffer.byteLength(finished.summary) <= MAX_SUMMARY_BYTES);
  assert.ok((pull.checks.runs[0]?.summary.length ?? 0) <= 65_535);
  const named = finished.summary.split('there are 25 comments already').length - 1;
  const more = Number(/^- and (\d+) more$/m.exec(finished.summary)?.[1]);
  assert.equal(named + more, 500 - MAX_REVIEW_COMMENTS);
  const again = await run(t, many, pull);
  assert.deepEqual(writes(again), ['code-scanning/upload-sarif']);
});

test('3,000 changed files: GitHub may not list them all, and the findings are elsewhere', async (t) => {
  const files = Array.from({ length: 3_000 }, (_, index) => ({
    filename: `doc/${index}.txt`,
    patch: '@@ -1 +1 @@\n-a\n+b',
  }));
  const pull = new PullRequestStandIn(files);
  const finished = await run(t, THREE, pull);
  assert.equal(finished.exitCode, 1, finished.stderr);
  assert.match(warnings(finished)[0] ?? '', /No review comments: GitHub lists no more than 3000 files/);
  assert.equal(pull.checks.runs[0]?.annotations.length, 3);
});

test('GitHub fails: the run says what is missing and judges the kernels all the same', async (t) => {
  const pull = new PullRequestStandIn(THREE.files);
  pull.fails = (operation) => (/create|upload/.test(operation) ? BAD_GATEWAY : null);
  const finished = await run(t, THREE, pull);
  assert.equal(finished.exitCode, 1);
  assert.deepEqual(
    warnings(finished).map((message) => message.split(':')[0]),
    ['No check run', 'Not in code scanning', 'No review comments'],
  );
  assert.equal(finished.outputs.conclusion, 'failure');
});

test('every kind of request fails once, those that write behind their effect: the same end', async (t) => {
  const whole = new PullRequestStandIn(THREE.files);
  await run(t, THREE, whole);
  const pull = new PullRequestStandIn(THREE.files);
  const isWrite = (operation: string) => /create|update|upload/.test(operation);
  pull.fails = (operation, count) => (count === 1 && !isWrite(operation) ? BAD_GATEWAY : null);
  pull.loses = (operation, count) => (count === 1 && isWrite(operation) ? BAD_GATEWAY : null);
  const finished = await run(t, THREE, pull);
  assert.deepEqual(warnings(finished), []);
  assert.deepEqual(state(pull), state(whole));
});

test('alerts of a branch: a run that looked at everything speaks for it, one that looked at a push does not', async (t) => {
  const onBranch = { GITHUB_REF: 'refs/heads/main', GITHUB_SHA: THREE.head };
  const pull = new PullRequestStandIn(THREE.files);
  const push = JSON.stringify({
    ref: 'refs/heads/main',
    before: base,
    after: THREE.head,
    repository: { name: 'kernels', owner: { login: 'octo-org' }, default_branch: 'main' },
  });
  const pushed = await run(t, THREE, pull, { eventName: 'push', event: push, env: onBranch });
  assert.equal(pull.scanning.analyses.size, 0);
  assert.ok(pushed.log.some((line) => /would close every other alert of the branch/.test(line)));
  assert.equal(pull.checks.runs[0]?.head_sha, THREE.head);
  const scheduled = await run(t, THREE, pull, { eventName: 'schedule', event: '{}', env: onBranch });
  assert.equal(scheduled.exitCode, 1, scheduled.stderr);
  assert.deepEqual(
    [...pull.scanning.analyses.values()].map(({ ref, commit }) => [ref, commit]),
    [['refs/heads/main', THREE.head]],
  );
});

test('two shards: each has its check run, its comments and its alerts', async (t) => {
  const pull = new PullRequestStandIn(THREE.files);
  for (const paths of ['src/new.cu', 'src/more.cu']) {
    await run(t, THREE, pull, { inputs: { paths } });
    await run(t, THREE, pull, { inputs: { paths } });
  }
  assert.deepEqual(
    pull.checks.runs.map(({ name, annotations }) => [name, annotations.length]),
    [
      ['gpurace (src/new.cu)', 2],
      ['gpurace (src/more.cu)', 1],
    ],
  );
  assert.deepEqual(
    pull.comments.map(({ body }) => readMarker(body)?.state),
    ['open', 'open', 'open'],
  );
  assert.equal(pull.scanning.analyses.size, 2);
});

test('the action as it is shipped, with its own engine: twice on one head is once', async (t) => {
  const shift = `__global__ void shift(int *out, const int *in) {
  __shared__ int s[64];
  int i = threadIdx.x;
  s[i] = in[blockIdx.x * 64 + i];
  out[blockIdx.x * 64 + i] = s[(i + 1) % 64];
}

void launch(int *out, const int *in) {
  shift<<<16, 64>>>(out, in);
}
`;
  const racy = change({ 'src/shift.cu': shift });
  const pull = new PullRequestStandIn(racy.files);
  const first = await run(t, racy, pull, { entry: ACTION });
  assert.equal(first.exitCode, 1, first.stderr + first.log.join('\n'));
  assert.deepEqual(
    pull.comments.map(({ path, line, side }) => [path, line, side]),
    [['src/shift.cu', 4, 'RIGHT']],
  );
  assert.deepEqual([pull.checks.runs.length, pull.scanning.analyses.size], [1, 1]);
  const { comments, alerts } = state(pull);
  const again = await run(t, racy, pull, { entry: ACTION });
  assert.equal(again.exitCode, 1);
  assert.deepEqual([state(pull).comments, state(pull).alerts], [comments, alerts]);
  assert.deepEqual([pull.checks.runs.length, pull.checks.runs[0]?.annotations.length], [1, 1]);
  // The summary of the check run tells how long it took; all else is as it was.
  assert.ok(writes(again).every((operation) => ['checks/update', 'code-scanning/upload-sarif'].includes(operation)));
});
