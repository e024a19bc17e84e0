// slow: waits between the requests, as GitHub asks for
/** The client: where it sends requests, how far apart, and how long it waits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../../src/github/client.ts';
import { ConfigurationError } from '../../src/model/errors.ts';
import { impatientClient } from './stand-in/client.ts';
import { secondaryLimit } from './stand-in/faults.ts';
import { listFiles } from './stand-in/pull-request.ts';
import { PullRequestStandIn } from './stand-in/review.ts';
import { startStandIn } from './stand-in/server.ts';

const SETTINGS = { token: 't', userAgent: 'test', log: () => {} };
const PULL = { owner: 'octo-org', repo: 'kernels', pull_number: 7 };

test('GraphQL goes where GITHUB_GRAPHQL_URL says, also on an Enterprise server', async () => {
  const github = await startStandIn(new PullRequestStandIn([]).answers);
  // The REST address of such a server ends in /api/v3; octokit would guess /api/graphql from it.
  const client = createClient({
    ...SETTINGS,
    apiUrl: 'http://127.0.0.1:1/api/v3',
    graphqlUrl: `${github.url}/graphql`,
  });
  const answer = await client.graphql(
    'query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { __typename } }',
    { owner: 'octo-org', repo: 'kernels' },
  );
  assert.deepEqual(answer, { repository: { __typename: 'Repository' } });
  await github.close();
  for (const graphqlUrl of ['', 'file:///etc/passwd', 'graphql']) {
    assert.throws(() => createClient({ ...SETTINGS, apiUrl: github.url, graphqlUrl }), ConfigurationError);
  }
});

test('writes are a second apart', async () => {
  const pull = new PullRequestStandIn([]);
  const place = { path: 'a.cu', line: 1, side: 'RIGHT', author: 'Bot', association: 'NONE' } as const;
  for (const body of ['a', 'b']) pull.add({ ...place, body });
  const github = await startStandIn(pull.answers);
  const client = createClient({ ...SETTINGS, apiUrl: github.url });
  const from = Date.now();
  for (const { id } of pull.comments) {
    await client.rest.pulls.updateReviewComment({ owner: 'octo-org', repo: 'kernels', comment_id: id, body: 'c' });
  }
  assert.ok(Date.now() - from >= 950);
  await github.close();
});

test('the patience of a run is a minute in all', async () => {
  let asked = 0;
  const github = await startStandIn({
    'pulls/list-files': (request) => {
      asked += 1;
      return asked === 1 ? secondaryLimit(1) : asked === 3 ? secondaryLimit(60) : listFiles([])(request);
    },
  });
  const said: string[] = [];
  const client = impatientClient({ ...SETTINGS, apiUrl: github.url, log: (line) => said.push(line) });
  await client.rest.pulls.listFiles(PULL);
  // A second of it is gone.
  await assert.rejects(client.rest.pulls.listFiles(PULL), /secondary rate limit/);
  assert.match(said[0] ?? '', /asks to wait 1 s\.$/);
  assert.match(said[1] ?? '', /asks to wait 60 s, which is not waited for\.$/);
  await github.close();
});
