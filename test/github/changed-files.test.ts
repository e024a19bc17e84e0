// slow: waits between the attempts of a request
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedFile } from '../../src/diff/changed-file.ts';
import { type ChangedFiles, listChangedFiles } from '../../src/github/changed-files.ts';
import { createClient } from '../../src/github/client.ts';
import { PlatformError } from '../../src/model/errors.ts';
import { type FileOfPull, FORBIDDEN, listFiles, SERVER_ERROR } from './stand-in/pull-request.ts';
import { type Answers, type StandIn, startStandIn } from './stand-in/server.ts';

async function list(
  answers: Answers,
  token = 'ghs_x',
): Promise<{ changed: ChangedFiles; requests: StandIn['requests'] }> {
  const github = await startStandIn(answers);
  try {
    const client = createClient({ apiUrl: github.url, token, userAgent: 'gpurace/test', log: () => {} });
    const changed = await listChangedFiles(client, { owner: 'octo-org', repo: 'kernels', pullNumber: 7 });
    return { changed, requests: github.requests };
  } finally {
    await github.close();
  }
}

async function files(...entries: FileOfPull[]): Promise<readonly ChangedFile[]> {
  const { changed } = await list({ 'pulls/list-files': listFiles(entries) });
  assert.ok(changed.kind === 'listed');
  return changed.files;
}

test('statuses, former names and lines', async () => {
  const [modified, added, removed, renamed, moved, copied] = await files(
    { filename: 'a.cu', patch: '@@ -1 +1 @@\n-a\n+b' },
    { filename: 'b.cu', status: 'added', patch: '@@ -0,0 +1 @@\n+b' },
    { filename: 'c.cu', status: 'removed', patch: '@@ -1 +0,0 @@\n-c' },
    { filename: 'd.cu', status: 'renamed', previous_filename: 'old/d.cu', patch: '@@ -1 +1 @@\n-d\n+D' },
    { filename: 'e.cu', status: 'renamed', previous_filename: 'old/e.cu' },
    { filename: 'f.cu', status: 'copied', previous_filename: 'a.cu' },
  );
  assert.deepEqual([modified?.status, modified?.lines?.added], ['modified', [{ start: 1, end: 1 }]]);
  assert.equal(added?.status, 'added');
  assert.equal(removed?.status, 'removed');
  assert.deepEqual([renamed?.status, renamed?.previousPath], ['renamed', 'old/d.cu']);
  assert.deepEqual(moved?.lines?.added, []);
  assert.deepEqual([copied?.status, copied?.lines], ['added', null]);
});

test('no patch, or one that GitHub cut, means the whole file', async () => {
  const [without, cut, binary] = await files(
    { filename: 'big.cu', additions: 40_000 },
    { filename: 'cut.cu', patch: '@@ -1 +1 @@\n-a\n+b', additions: 900, deletions: 1 },
    { filename: 'binary.cu' },
  );
  assert.equal(without?.lines, null);
  assert.equal(cut?.lines, null);
  assert.equal(binary?.lines, null);
});

test('pages are read to the end', async () => {
  const entries = Array.from({ length: 250 }, (_, index) => ({ filename: `k${index}.cu`, patch: '@@ -0,0 +1 @@\n+x' }));
  const { changed, requests } = await list({ 'pulls/list-files': listFiles(entries) });
  assert.ok(changed.kind === 'listed');
  assert.equal(changed.files.length, 250);
  assert.deepEqual(
    requests.map(({ request }) => request.parameters.page ?? 1),
    [1, 2, 3],
  );
});

test('2,999 files are a list, 3,000 are too many to know', async () => {
  const entries = (count: number) => Array.from({ length: count }, (_, index) => ({ filename: `k${index}.cu` }));
  const { changed: most } = await list({ 'pulls/list-files': listFiles(entries(2_999)) });
  assert.equal(most.kind, 'listed');
  const { changed: more, requests } = await list({ 'pulls/list-files': listFiles(entries(3_200)) });
  assert.deepEqual(more, { kind: 'unavailable', reason: 'GitHub lists no more than 3000 files of a pull request' });
  assert.equal(requests.length, 30);
});

test('what cannot be read is never an empty list', async () => {
  // Each of these octokit would take for a page without files, or stumble over.
  for (const body of [null, undefined, '<html>Sign in to the network</html>', 0]) {
    await assert.rejects(
      list({ 'pulls/list-files': () => ({ status: 200, body, isNotGitHub: true }) }),
      (error) => error instanceof PlatformError && /answers with something else than JSON/.test(error.message),
    );
  }
  for (const body of [{ total_count: 1 }, { total_count: 1, files: {} }, { message: 'ok' }, [{ filename: 7 }]]) {
    await assert.rejects(
      list({ 'pulls/list-files': () => ({ status: 200, body, isNotGitHub: true }) }),
      (error) => error instanceof PlatformError && /^GitHub's list of changed files cannot be read/.test(error.message),
    );
  }
  const conflict = { status: 409, body: { message: 'Git Repository is empty.' }, isNotGitHub: true };
  await assert.rejects(list({ 'pulls/list-files': () => conflict }), /answered with 409/);
});

test('a next page on another server is not asked for: the token would go there', async () => {
  const link = '<http://127.0.0.1:1/repos/octo-org/kernels/pulls/7/files?page=2>; rel="next"';
  const first = listFiles([{ filename: 'a.cu' }]);
  await assert.rejects(
    list({ 'pulls/list-files': (request) => ({ ...first(request), headers: { link } }) }),
    (error) => error instanceof PlatformError && /another server: http:\/\/127\.0\.0\.1:1$/.test(error.message),
  );
});

test('the token is sent, and no header without one', async () => {
  const answers = { 'pulls/list-files': listFiles([]) };
  assert.equal((await list(answers)).requests[0]?.authorization, 'token ghs_x');
  assert.equal((await list(answers, '')).requests[0]?.authorization, null);
});

test('a token that may not read pull requests is no failure', async () => {
  const { changed, requests } = await list({ 'pulls/list-files': () => FORBIDDEN });
  assert.ok(changed.kind === 'unavailable');
  assert.match(changed.reason, /403 Resource not accessible by integration/);
  assert.equal(requests.length, 1);
});

test('a server error is tried again', async () => {
  let calls = 0;
  const { changed, requests } = await list({
    'pulls/list-files': (request) => {
      calls += 1;
      return calls === 1 ? SERVER_ERROR : listFiles([{ filename: 'a.cu' }])(request);
    },
  });
  assert.equal(changed.kind, 'listed');
  assert.equal(requests.length, 2);
});

test('a bad token is a platform error', async () => {
  const answers = { 'pulls/list-files': () => ({ status: 401, body: { message: 'Bad credentials' } }) };
  await assert.rejects(
    list(answers),
    (error) => error instanceof PlatformError && /401 Bad credentials/.test(error.message),
  );
});
