/** The judge must be able to say no: what is not in GitHub's description never passes the stand-in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORK_PERMISSIONS } from './stand-in/faults.ts';
import { GitHubDescription } from './stand-in/openapi.ts';
import { listFiles } from './stand-in/pull-request.ts';
import { PullRequestStandIn } from './stand-in/review.ts';
import { startStandIn } from './stand-in/server.ts';

const description = new GitHubDescription();
const files = (query = '', number = '7') =>
  description.request('GET', new URL(`http://x/repos/o/r/pulls/${number}/files${query}`), undefined);

test('a right request is known by its operation, with parameters as values', () => {
  const request = files('?per_page=100&page=2');
  assert.ok(typeof request === 'object');
  assert.equal(request.operationId, 'pulls/list-files');
  assert.deepEqual(request.parameters, { owner: 'o', repo: 'r', pull_number: 7, per_page: 100, page: 2 });
});

test('wrong requests are named', () => {
  assert.match(String(files('?perpage=100')), /must NOT have additional properties/);
  assert.match(String(files('', 'seven')), /pull_number must be integer/);
  assert.match(String(description.request('POST', new URL('http://x/repos/o/r/pulls/7/files'), {})), /none of the/);
  assert.match(String(description.request('GET', new URL('http://x/user'), undefined)), /none of the operations/);
});

test('answers are held against the description too', () => {
  assert.equal(description.answer('pulls/list-files', 403, { message: 'no' }), null);
  assert.match(String(description.answer('pulls/list-files', 200, [{ filename: 'a' }])), /required property/);
  assert.match(String(description.answer('pulls/list-files', 418, {})), /never answers 418/);
});

test('closing throws what went wrong', async () => {
  const github = await startStandIn({ 'pulls/list-files': listFiles([]) });
  await fetch(`${github.url}/repos/o/r/pulls/7/files?surprise=1`);
  await assert.rejects(github.close(), /surprise|additional properties/);
});

/** What a stand-in answers to one request, and what it minds. */
async function ask(
  pull: PullRequestStandIn,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown; minds: string }> {
  const github = await startStandIn(pull.answers);
  const response = await fetch(`${github.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const minds = await github.close().then(
    () => '',
    (error: unknown) => String(error),
  );
  return { status: response.status, body: text === '' ? null : JSON.parse(text), minds };
}

const PULL = '/repos/octo-org/kernels/pulls/7';
const CHECKS = '/repos/octo-org/kernels/check-runs';
const SHA = '6dcb09b5b57875f334f61aebed695e2e4193db5e';
const DIFF = [{ filename: 'a.cu', patch: '@@ -1,2 +1,2 @@\n context\n-old\n+new' }];

test('a review with one line outside the diff is refused as a whole, and not a word says which', async () => {
  const pull = new PullRequestStandIn(DIFF);
  const comment = (line: number, side: string) => ({ path: 'a.cu', line, side, body: 'text' });
  const review = (...comments: object[]) =>
    ask(pull, 'POST', `${PULL}/reviews`, { event: 'COMMENT', body: 'x', commit_id: SHA, comments });
  const refused = await review(comment(2, 'RIGHT'), comment(3, 'RIGHT'));
  assert.equal(refused.status, 422);
  assert.doesNotMatch(JSON.stringify(refused.body), /3|a\.cu/);
  assert.deepEqual(pull.comments, []);
  // Context is on the right side only; the deleted line is on the left.
  assert.equal((await review(comment(1, 'LEFT'))).status, 422);
  assert.equal((await review(comment(1, 'RIGHT'), comment(2, 'LEFT'))).status, 200);
  assert.equal(pull.comments.length, 2);
});

test('a request with more annotations, fields or text than the description allows never passes', async () => {
  const annotation = { path: 'a.cu', start_line: 1, end_line: 1, annotation_level: 'notice', message: 'm' };
  const check = (more: object) =>
    ask(new PullRequestStandIn([]), 'POST', CHECKS, {
      name: 'gpurace',
      head_sha: SHA,
      status: 'completed',
      conclusion: 'success',
      output: { title: 't', summary: 's', ...more },
    });
  assert.equal((await check({ annotations: Array(50).fill(annotation) })).status, 201);
  assert.match((await check({ annotations: Array(51).fill(annotation) })).minds, /more than 50 items/);
  assert.match((await check({ summary: 'x'.repeat(65_536) })).minds, /more than 65535 characters/);
  const upload = await ask(new PullRequestStandIn([]), 'POST', '/repos/octo-org/kernels/code-scanning/sarifs', {
    commit_sha: SHA,
    ref: 'refs/heads/main',
    sarif: 'x',
    base_sha: SHA,
  });
  assert.match(upload.minds, /additional properties/);
});

test('GraphQL is held against its schema, and needs more than the permission for pull requests', async () => {
  const pull = new PullRequestStandIn(DIFF);
  pull.add({ path: 'a.cu', line: 2, side: 'RIGHT', body: 'text', author: 'Bot', association: 'NONE' });
  const query = (text: string, variables: object) => ask(pull, 'POST', '/graphql', { query: text, variables });
  const wrong = await query('mutation ($id: ID!) { resolveThread(input: { threadId: $id }) { clientMutationId } }', {});
  assert.match(wrong.minds, /Cannot query field \\"resolveThread\\"|resolveThread/);
  const resolve = 'mutation ($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { isResolved } } }';
  const id = `PRRT_${pull.comments[0]?.id}`;
  pull.permissions = { ...pull.permissions, contents: 'read' };
  const refused = await query(resolve, { id });
  assert.match(JSON.stringify(refused.body), /"type":"FORBIDDEN".*Resource not accessible by integration/);
  assert.notEqual(pull.comments[0]?.isResolved, true);
  pull.permissions = { ...pull.permissions, contents: 'write' };
  const done = await query(resolve, { id });
  assert.deepEqual(done.body, { data: { resolveReviewThread: { thread: { isResolved: true } } } });
  assert.equal(pull.comments[0]?.isResolved, true);
});

test('the token of a fork reads and writes nothing', async () => {
  const pull = new PullRequestStandIn(DIFF);
  pull.permissions = FORK_PERMISSIONS;
  assert.equal((await ask(pull, 'GET', `${PULL}/files`)).status, 200);
  assert.equal((await ask(pull, 'POST', CHECKS, { name: 'x', head_sha: SHA })).status, 403);
  assert.equal((await ask(pull, 'POST', `${PULL}/reviews`, { event: 'COMMENT', body: 'x' })).status, 403);
});
