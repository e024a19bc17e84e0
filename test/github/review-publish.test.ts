/** The executor against a pull request that behaves as GitHub does. */
// slow: publishes again after every request that can fail
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyOf, withMarker } from '../../src/github/comment-marker.ts';
import type { ReviewCause } from '../../src/github/review-plan.ts';
import { type Published, publishReview } from '../../src/github/review-publish.ts';
import { MAX_BODY_LENGTH } from '../../src/model/platform-limits.ts';
import type { Anchor } from '../../src/model/result.ts';
import { impatientClient } from './stand-in/client.ts';
import { BAD_GATEWAY, primaryLimit, secondaryLimit } from './stand-in/faults.ts';
import { lacking } from './stand-in/lacking.ts';
import { FORBIDDEN } from './stand-in/pull-request.ts';
import { PullRequestStandIn } from './stand-in/review.ts';
import { type Answer, type Answers, startStandIn } from './stand-in/server.ts';

const LINES = Array.from({ length: 40 }, (_, index) => `+line ${index + 1}`);
const FILES = [{ filename: 'a.cu', status: 'added', patch: `@@ -0,0 +1,40 @@\n${LINES.join('\n')}` }] as const;

function cause(line: number, more: Partial<Anchor> = {}): ReviewCause {
  const anchor: Anchor = { file: 'a.cu', side: 'head', line, text: `line ${line}`, kind: 'written-access', ...more };
  const key = keyOf({ causeId: `cause-${line}`, findings: [`race-${line}`], kernel: 'k' }, false);
  return { key, anchor, title: `race ${line}`, suggested: null, body: () => `Race at ${line}` };
}

const HEAD = '6dcb09b5b57875f334f61aebed695e2e4193db5e';

async function publish(
  pull: PullRequestStandIn,
  causes: readonly ReviewCause[],
  answers: Answers = pull.answers,
): Promise<Published> {
  const github = await startStandIn(answers);
  const client = impatientClient({ apiUrl: github.url, token: 't', userAgent: 'test', log: () => {} });
  try {
    return await publishReview(
      client,
      { owner: 'octo-org', repo: 'kernels', pullNumber: 7 },
      {
        causes,
        words: (shown) => `${shown.length} causes`,
        present: causes.map(({ key }) => key),
        decided: () => true,
        head: HEAD,
        category: '',
      },
    );
  } finally {
    await github.close();
  }
}

const counts = (published: Published) =>
  published.kind === 'done'
    ? [published.created, published.updated, published.resolved, published.spilled.length]
    : published.kind === 'refused'
      ? published.why
      : published.by;

test('one review; the same again does nothing; what is gone is marked', async () => {
  const pull = new PullRequestStandIn(FILES);
  assert.deepEqual(counts(await publish(pull, [cause(1), cause(2), cause(3, { line: null })])), [3, 0, 0, 0]);
  assert.equal(pull.reviews, 1);
  assert.deepEqual(
    pull.comments.map(({ line, side }) => [line, side]),
    [
      [1, 'RIGHT'],
      [2, 'RIGHT'],
      [null, 'RIGHT'],
    ],
  );
  const all = [cause(1), cause(2), cause(3, { line: null })];
  assert.deepEqual(counts(await publish(pull, all)), [0, 0, 0, 0]);
  assert.deepEqual(counts(await publish(pull, [cause(2)])), [0, 0, 2, 0]);
  assert.equal(pull.comments.length, 3);
  assert.match(pull.comments[0]?.body ?? '', /Fixed in 6dcb09b/);
});

test('a fix of several lines stands at all of them, and is left alone by the next run', async () => {
  const pull = new PullRequestStandIn(FILES);
  const wide: ReviewCause = { ...cause(5), suggested: { above: ['line 3', 'line 4'], below: ['line 6'] } };
  const places = { ...wide, body: (place: string) => `Race at its ${place}` };
  assert.deepEqual(counts(await publish(pull, [places])), [1, 0, 0, 0]);
  assert.deepEqual(
    pull.comments.map(({ startLine, line, side, body }) => [startLine, line, side, /at its lines/.test(body)]),
    [[3, 6, 'RIGHT', true]],
  );
  assert.deepEqual(counts(await publish(pull, [places])), [0, 0, 0, 0]);
  // What it suggests now may be other lines.
  const other = { ...places, body: (place: string) => (place === 'lines' ? 'another fix' : 'a diff') };
  assert.deepEqual(counts(await publish(pull, [other])), [0, 1, 0, 0]);
  assert.match(pull.comments[0]?.body ?? '', /a diff/);
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
    [1, 2, 3, 9, 4].map((line) => cause(line)),
  );
  assert.deepEqual(counts(published), [5, 0, 0, 0]);
  assert.deepEqual(
    narrow.comments.map(({ line }) => line),
    [1, 2, 3, 4, null],
  );
});

test('no line is taken: it is not tried for each, and every finding is at its file or named', async () => {
  const listed = new PullRequestStandIn(FILES).answers['pulls/list-files'];
  assert.ok(listed !== undefined);
  const empty = new PullRequestStandIn([{ ...FILES[0], patch: '@@ -0,0 +1 @@\n+something else' }]);
  Object.defineProperty(empty, 'answers', { value: { ...empty.answers, 'pulls/list-files': listed } });
  let tries = 0;
  empty.fails = (operation) => {
    if (operation === 'pulls/create-review') tries += 1;
    return null;
  };
  const findings = Array.from({ length: 25 }, (_, index) => cause(index + 2));
  const published = await publish(empty, findings);
  assert.deepEqual([counts(published), tries], [[10, 0, 0, 15], 16]);
});

test('the answer to a review is lost: it is found, and not posted again', async () => {
  const pull = new PullRequestStandIn(FILES);
  pull.loses = (operation, count) => (operation === 'pulls/create-review' && count === 1 ? BAD_GATEWAY : null);
  await publish(pull, [cause(1), cause(2)]);
  assert.deepEqual([pull.comments.length, pull.reviews], [2, 1]);
});

test('a review fails once: it is posted the second time', async () => {
  const pull = new PullRequestStandIn(FILES);
  pull.fails = (operation, count) => (operation === 'pulls/create-review' && count === 1 ? BAD_GATEWAY : null);
  assert.deepEqual(counts(await publish(pull, [cause(1)])), [1, 0, 0, 0]);
});

test('too many requests: GitHub says when, and it is done then', async () => {
  for (const limit of [secondaryLimit, primaryLimit]) {
    const pull = new PullRequestStandIn(FILES);
    pull.fails = (operation, count) => (operation === 'pulls/create-review' && count === 1 ? limit(1) : null);
    const from = Date.now();
    assert.deepEqual(counts(await publish(pull, [cause(1)])), [1, 0, 0, 0]);
    assert.ok(Date.now() - from >= 900, 'it waited');
  }
});

test('a limit that holds for an hour is not waited for, and every finding without a comment is handed back', async () => {
  for (const limit of [secondaryLimit(3_600), primaryLimit(3_600)]) {
    const pull = new PullRequestStandIn(FILES);
    pull.fails = (operation) => (operation === 'pulls/create-review-comment' ? limit : null);
    const published = await publish(pull, [cause(1), cause(2), cause(3, { line: null })]);
    assert.match(String(counts(published)), /limits the rate of requests/);
    // The two on lines went out as a review before it.
    assert.deepEqual(published.kind === 'refused' && published.spilled.map((spilled) => spilled.cause.title), [
      'race 3',
    ]);
  }
});

test('"submitted too quickly" is a limit, and halving the review would only make it worse', async () => {
  const pull = new PullRequestStandIn(FILES);
  let tries = 0;
  pull.fails = (operation) => {
    if (operation !== 'pulls/create-review') return null;
    tries += 1;
    return {
      status: 422,
      body: { message: 'was submitted too quickly', errors: [], documentation_url: 'https://docs.github.com/rest' },
    };
  };
  assert.match(String(counts(await publish(pull, [cause(1), cause(2)]))), /limits the rate of requests/);
  assert.equal(tries, 1);
});

test('a missing permission is named, with what to add, and every finding is handed back', async () => {
  const pull = new PullRequestStandIn(FILES);
  pull.fails = (operation) => (operation === 'pulls/create-review' ? FORBIDDEN : null);
  const published = await publish(pull, [cause(1), cause(2)]);
  assert.match(String(counts(published)), /403 Resource not accessible.*add `pull-requests: write`/);
  assert.equal(published.kind === 'refused' && published.spilled.length, 2);
});

test('the thread of what is gone is resolved, and opened again when it is back', async () => {
  const pull = new PullRequestStandIn(FILES);
  pull.head = HEAD;
  await publish(pull, [cause(1), cause(2)]);
  const resolved = () => pull.comments.map(({ isResolved }) => isResolved === true);
  await publish(pull, [cause(2)]);
  assert.deepEqual(resolved(), [true, false]);
  await publish(pull, [cause(1), cause(2)]);
  assert.deepEqual(resolved(), [false, false]);
});

test('what people do with a thread stays, as long as the finding is what it was', async () => {
  const pull = new PullRequestStandIn(FILES);
  await publish(pull, [cause(1), cause(2)]);
  const [first, second] = pull.comments;
  assert.ok(first !== undefined && second !== undefined);
  first.isResolved = true;
  await publish(pull, [cause(1), cause(2)]);
  assert.equal(first.isResolved, true);
  await publish(pull, [cause(1)]);
  assert.equal(second.isResolved, true);
  second.isResolved = false;
  await publish(pull, [cause(1)]);
  assert.equal(second.isResolved, false);
});

test('without the permission to resolve threads only that is left out, and said once', async () => {
  const pull = new PullRequestStandIn(FILES);
  pull.permissions = { ...pull.permissions, contents: 'read' };
  await publish(pull, [cause(1), cause(2), cause(3)]);
  const published = await publish(pull, [cause(3)]);
  assert.deepEqual(counts(published), [0, 0, 2, 0]);
  assert.equal(
    published.kind === 'done' && published.threads,
    "Threads of comments are not resolved (Resource not accessible by integration); that needs `contents: write` in the job's `permissions`",
  );
  assert.deepEqual(
    pull.comments.map(({ body, isResolved }) => [/Fixed in/.test(body), isResolved === true]),
    [
      [true, false],
      [true, false],
      [false, false],
    ],
  );
});

test("GraphQL's own limit, and an answer that cannot be read, cost only the threads", async () => {
  const limited = { data: null, errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] };
  for (const body of [
    limited,
    { data: { repository: null } },
    { data: null, errors: [{ message: 'Something else' }] },
  ]) {
    const pull = new PullRequestStandIn(FILES);
    await publish(pull, [cause(1)]);
    pull.fails = (operation) => (operation === 'graphql' ? { ...primaryLimit(3_600), status: 200, body } : null);
    const published = await publish(pull, []);
    assert.deepEqual(counts(published), [0, 0, 1, 0]);
    assert.match((published.kind === 'done' && published.threads) || '', /^Threads of comments are not resolved: /);
  }
});

test('a run that was overtaken by a push says nothing', async () => {
  const pull = new PullRequestStandIn(FILES);
  pull.head = 'e5bd3914e2e596debea16f433f57875b5b90bcd6';
  assert.equal(counts(await publish(pull, [cause(1)])), pull.head);
  assert.deepEqual(pull.comments, []);
});

test('comments of two parts of a repository do not touch each other', async () => {
  const one = cause(1);
  const pull = new PullRequestStandIn(FILES);
  await publish(pull, [one]);
  const [mine] = pull.comments;
  assert.ok(mine !== undefined);
  const other = keyOf({ causeId: 'cause-1', findings: ['race-1'], kernel: 'k' }, false, '2/4');
  // Of another shard: our run knows nothing of its findings, and must not call them fixed.
  pull.add({ ...mine, body: withMarker({ key: other, state: 'open' }, 'of another shard') });
  assert.deepEqual(counts(await publish(pull, [])), [0, 0, 1, 0]);
  assert.deepEqual(
    pull.comments.map(({ body }) => /Fixed in/.test(body)),
    [true, false],
  );
});

test('a text of the longest length is taken, a longer one is not, and costs only itself', async () => {
  const pull = new PullRequestStandIn(FILES);
  const of = (line: number, length: number): ReviewCause => {
    const bare = cause(line);
    const marker = withMarker({ key: bare.key, state: 'open' }, '').length;
    return { ...bare, body: () => 'y'.repeat(length - marker) };
  };
  const published = await publish(pull, [of(1, MAX_BODY_LENGTH), of(2, MAX_BODY_LENGTH + 1), of(3, 1_000)]);
  assert.deepEqual(counts(published), [2, 0, 0, 1]);
  assert.equal(published.kind === 'done' && published.spilled[0]?.why, 'GitHub takes no comment on a.cu');
});

test('comments of strangers are not believed, nor rewritten', async () => {
  const pull = new PullRequestStandIn(FILES);
  await publish(pull, [cause(1)]);
  const [mine] = pull.comments.splice(0);
  assert.ok(mine !== undefined);
  pull.add({ ...mine, author: 'User', association: 'CONTRIBUTOR' });
  assert.deepEqual(counts(await publish(pull, [cause(1)])), [1, 0, 0, 0]);
  assert.deepEqual(counts(await publish(pull, [])), [0, 0, 1, 0]);
  assert.doesNotMatch(pull.comments[0]?.body ?? '', /Fixed/);
});

test('an answer that lacks a field: our own comments are known by their author, and those of others are not believed', async () => {
  const pull = new PullRequestStandIn(FILES);
  await publish(pull, [cause(1)]);
  const answers = lacking(pull.answers, 'pulls/list-review-comments', 'author_association');
  assert.deepEqual(counts(await publish(pull, [cause(1), cause(2)], answers)), [1, 0, 0, 0]);
  for (const comment of pull.comments) Object.assign(comment, { author: 'User' });
  assert.deepEqual(counts(await publish(pull, [cause(1)], answers)), [1, 0, 0, 0]);
});

test('an answer that lacks what there is no doing without is told in one plain line', async () => {
  const pull = new PullRequestStandIn(FILES);
  await publish(pull, [cause(1)]);
  const answers = lacking(pull.answers, 'pulls/list-review-comments', 'body');
  await assert.rejects(publish(pull, [cause(1)], answers), ({ message }: Error) => {
    assert.match(message, /^GitHub's .* cannot be read: \S+: [^\n{[]+$/);
    return true;
  });
});

test('killed behind any request and run again: the same comments, each once', async () => {
  const findings = [...[1, 2].map((line) => cause(line)), cause(3, { line: null }), cause(4, { line: null })];
  const whole = new PullRequestStandIn(FILES);
  await publish(whole, findings);
  const texts = (pull: PullRequestStandIn) => pull.comments.map(({ body }) => body).sort();
  const killed: Answer = { status: 401, body: { message: 'the run ends here' } };
  for (let alive = 0; alive < 6; alive += 1) {
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
