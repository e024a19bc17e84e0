/** The judge must be able to say no: what is not in GitHub's description never passes the stand-in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GitHubDescription } from './stand-in/openapi.ts';
import { listFiles } from './stand-in/pull-request.ts';
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
