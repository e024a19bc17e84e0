/** The executor against a pull request that behaves as GitHub does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../../src/github/client.ts';
import { keysOf } from '../../src/github/comment-marker.ts';
import type { ReviewFinding } from '../../src/github/review-plan.ts';
import { type Published, publishReview } from '../../src/github/review-publish.ts';
import type { Anchor } from '../../src/model/result.ts';
import { FORBIDDEN } from './stand-in/pull-request.ts';
import { PullRequestStandIn } from './stand-in/review.ts';
import { type Answer, startStandIn } from './stand-in/server.ts';

const LINES = Array.from({ length: 40 }, (_, index) => `+line ${index + 1}`);
const FILES = [{ filename: 'a.cu', status: 'added', patch: `@@ -0,0 +1,40 @@\n${LINES.join('\n')}` }] as const;

function finding(line: number, more: Partial<Anchor> = {}): ReviewFinding {
  const anchor: Anchor = { file: 'a.cu', side: 'head', line, text: `line ${line}`, kind: 'written-access', ...more };
  const [key] = keysOf([{ raceId: `race-${line}`, kernel: 'k' }]);
  assert.ok(key !== undefined);
  return { key, anchor, title: `race ${line}`, body: () => `Race at ${line}` };
}

async function publish(pull: PullRequestStandIn, findings: readonly ReviewFinding[]): Promise<Published> {
  const github = await startStandIn(pull.answers);
  const client = createClient({ apiUrl: github.url, token: 't', userAgent: 'test', log: () => {} });
  try {
    return await publishReview(
      client,
      { owner: 'octo-org', repo: 'kernels', pullNumber: 7 },
      {
        findings,
        present: findings.map(({ key }) => key),
        decided: () => true,
        head: '6dcb09b5b57875f334f61aebed695e2e4193db5e',
      },
    );
  } finally {
    await github.close();
  }
}

const counts = (published: Published) =>
  published.kind === 'done'
    ? [published.created, published.updated, published.resolved, published.spilled.length]
    : published.why;

test('one review; the same again does nothing; what is gone is marked', async () => {
  const pull = new PullRequestStandIn(FILES);
  assert.deepEqual(counts(await publish(pull, [finding(1), finding(2), finding(3, { line: null })])), [3, 0, 0, 0]);
  assert.equal(pull.reviews, 1);
  assert.deepEqual(
    pull.comments.map(({ line, side }) => [line, side]),
    [
      [1, 'RIGHT'],
      [2, 'RIGHT'],
      [null, 'RIGHT'],
    ],
  );
  const all = [finding(1), finding(2), finding(3, { line: null })];
  assert.deepEqual(counts(await publish(pull, all)), [0, 0, 0, 0]);
  assert.deepEqual(counts(await publish(pull, [finding(2)])), [0, 0, 2, 0]);
  assert.equal(pull.comments.length, 3);
  assert.match(pull.comments[0]?.body ?? '', /Fixed in 6dcb09b/);
});

test('a clean pull request: one request, nothing posted', async () => {
  const pull = new PullRequestStandIn(FILES);
  pull.fails = (operation) => (operation === 'pulls/list-review-comments' ? null : FORBIDDEN);
  assert.deepEqual(counts(await publish(pull, [])), [0, 0, 0, 0]);
});

test('a line that GitHub does not take: the others stay in reviews, it goes to the file', async () => {
  // The diff was listed with 40 lines; when the review arrives it has 5.
  const listed = new PullRequestStandIn(FILES).answers['pulls/list-files'];
  assert.ok(listed !== undefined);
  const cut = [{ ...FILES[0], patch: '@@ -0,0 +1,5 @@\n+line 1\n+line 2\n+line 3\n+line 4\n+line 5' }];
  const narrow = new PullRequestStandIn(cut);
  Object.defineProperty(narrow, 'answers', { value: { ...narrow.answers, 'pulls/list-files': listed } });
  const published = await publish(
    narrow,
    [1, 2, 3, 9, 4].map((line) => finding(line)),
  );
  assert.deepEqual(counts(published), [5, 0, 0, 0]);
  assert.deepEqual(
    narrow.comments.map(({ line }) => line),
    [1, 2, 3, 4, null],
  );
});

test('the answer to a review is lost: it is found, and not posted again', async () => {
  const pull = new PullRequestStandIn(FILES);
  const lost: Answer = { status: 502, body: { message: 'Bad Gateway' } };
  pull.loses = (operation, count) => (operation === 'pulls/create-review' && count === 1 ? lost : null);
  await publish(pull, [finding(1), finding(2)]);
  assert.deepEqual([pull.comments.length, pull.reviews], [2, 1]);
});

test('a review fails once: it is posted the second time', async () => {
  const pull = new PullRequestStandIn(FILES);
  const down: Answer = { status: 502, body: { message: 'Bad Gateway' } };
  pull.fails = (operation, count) => (operation === 'pulls/create-review' && count === 1 ? down : null);
  assert.deepEqual(counts(await publish(pull, [finding(1)])), [1, 0, 0, 0]);
});

test('too many requests: GitHub says when, and it is done then', async () => {
  const pull = new PullRequestStandIn(FILES);
  const limited: Answer = {
    status: 403,
    body: { message: 'You have exceeded a secondary rate limit' },
    headers: { 'retry-after': '0' },
  };
  pull.fails = (operation, count) => (operation === 'pulls/create-review' && count === 1 ? limited : null);
  assert.deepEqual(counts(await publish(pull, [finding(1)])), [1, 0, 0, 0]);
  const later = { ...limited, headers: { 'retry-after': '3600' } };
  const stopped = new PullRequestStandIn(FILES);
  stopped.fails = (operation) => (operation === 'pulls/create-review' ? later : null);
  assert.match(String(counts(await publish(stopped, [finding(1)]))), /limits the rate of requests/);
});

test('a missing permission is named, with what to add, and every finding is handed back', async () => {
  const pull = new PullRequestStandIn(FILES);
  pull.fails = (operation) => (operation === 'pulls/create-review' ? FORBIDDEN : null);
  const published = await publish(pull, [finding(1), finding(2)]);
  assert.match(String(counts(published)), /403 Resource not accessible.*add `pull-requests: write`/);
  assert.equal(published.spilled.length, 2);
});

test('comments of strangers are not believed, nor rewritten', async () => {
  const pull = new PullRequestStandIn(FILES);
  await publish(pull, [finding(1)]);
  const [mine] = pull.comments.splice(0);
  assert.ok(mine !== undefined);
  pull.add({ ...mine, author: 'User', association: 'CONTRIBUTOR' });
  assert.deepEqual(counts(await publish(pull, [finding(1)])), [1, 0, 0, 0]);
  assert.deepEqual(counts(await publish(pull, [])), [0, 0, 1, 0]);
  assert.doesNotMatch(pull.comments[0]?.body ?? '', /Fixed/);
});

test('killed behind any request and run again: the same comments, each once', async () => {
  const findings = [...[1, 2].map((line) => finding(line)), finding(3, { line: null }), finding(4, { line: null })];
  const whole = new PullRequestStandIn(FILES);
  await publish(whole, findings);
  const texts = (pull: PullRequestStandIn) => pull.comments.map(({ body }) => body).sort();
  const killed: Answer = { status: 401, body: { message: 'the run ends here' } };
  for (let alive = 0; alive < 5; alive += 1) {
    const pull = new PullRequestStandIn(FILES);
    let requests = 0;
    pull.fails = () => {
      requests += 1;
      return requests > alive ? killed : null;
    };
    await publish(pull, findings).catch(() => {});
    pull.fails = () => null;
    await publish(pull, findings);
    assert.deepEqual(texts(pull), texts(whole), `after ${alive} requests`);
  }
});
