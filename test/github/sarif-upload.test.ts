import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { awaitProcessing, translate, uploadSarif } from '../../src/github/sarif-upload.ts';
import { MAX_RESULTS } from '../../src/model/platform-limits.ts';
import { impatientClient } from './stand-in/client.ts';
import { BAD_GATEWAY, FORK_PERMISSIONS } from './stand-in/faults.ts';
import { PullRequestStandIn } from './stand-in/review.ts';
import { type Answer, startStandIn } from './stand-in/server.ts';

const TARGET = { commit: '6dcb09b5b57875f334f61aebed695e2e4193db5e', ref: 'refs/pull/7/merge' };
const REPOSITORY = { owner: 'octo-org', repo: 'kernels' };

function sarif(results: number, more = ''): string {
  const location = {
    physicalLocation: { artifactLocation: { uri: 'a.cu' }, region: { startLine: 1 } },
  };
  const run = {
    automationDetails: { id: 'gpurace/static/' },
    results: Array.from({ length: results }, () => ({ ruleId: 'intra-block-race', locations: [location] })),
    more,
  };
  return JSON.stringify({ version: '2.1.0', runs: [run] });
}

async function upload(github: PullRequestStandIn, text: string, waits = [0, 0, 0]) {
  const server = await startStandIn(github.answers);
  const client = impatientClient({ apiUrl: server.url, token: 't', userAgent: 'test', log: () => {} });
  try {
    const uploaded = await uploadSarif(client, REPOSITORY, TARGET, text);
    if (uploaded.kind === 'refused') return uploaded;
    return await awaitProcessing(client, REPOSITORY, uploaded.id, waits);
  } finally {
    await server.close();
  }
}

test('the file is taken, read later, and replaces what was there', async () => {
  const github = new PullRequestStandIn([]);
  github.scanning.pending = 2;
  assert.deepEqual(await upload(github, sarif(2)), { kind: 'complete' });
  assert.deepEqual(await upload(github, sarif(1)), { kind: 'complete' });
  assert.deepEqual(
    [...github.scanning.analyses.values()],
    [{ ...TARGET, category: 'gpurace/static', alerts: ['intra-block-race a.cu:1'] }],
  );
});

test('a file that takes longer is left to GitHub', async () => {
  const github = new PullRequestStandIn([]);
  github.scanning.pending = 3;
  assert.deepEqual(await upload(github, sarif(1)), { kind: 'pending' });
});

test('a status that cannot be had says nothing about the file', async () => {
  const github = new PullRequestStandIn([]);
  github.fails = (operation, count) =>
    operation === 'code-scanning/get-sarif' && count === 1 ? { status: 404, body: undefined } : null;
  assert.deepEqual(await upload(github, sarif(1)), { kind: 'complete' });
});

test('25,000 results are taken, one more is not, and the reason is in plain words', async () => {
  const github = new PullRequestStandIn([]);
  assert.deepEqual(await upload(github, sarif(MAX_RESULTS)), { kind: 'complete' });
  const refused = await upload(github, sarif(MAX_RESULTS + 1));
  assert.match(JSON.stringify(refused), /"failed".*it has more results than code scanning takes \(rejecting SARIF/);
});

test('more than 10 MB when packed are not even sent', async () => {
  const github = new PullRequestStandIn([]);
  // Base64 packs to some 3/4 of its length.
  const refused = await upload(github, sarif(1, randomBytes(10_500_000).toString('base64')));
  assert.match(JSON.stringify(refused), /bytes when packed, and code scanning takes 10 MB/);
  assert.equal(github.scanning.analyses.size, 0);
});

test('a missing permission is told from code scanning that is off', async () => {
  const github = new PullRequestStandIn([]);
  github.permissions = FORK_PERMISSIONS;
  assert.match(JSON.stringify(await upload(github, sarif(1))), /403 Resource.*add `security-events: write`/);
  const off: Answer = {
    status: 403,
    body: { message: 'Advanced Security must be enabled for this repository to use code scanning.' },
  };
  const without = new PullRequestStandIn([]);
  without.fails = () => off;
  const refused = await upload(without, sarif(1));
  assert.match(JSON.stringify(refused), /"code scanning is not switched on.*upload-sarif: never/);
  assert.doesNotMatch(JSON.stringify(refused), /security-events/);
});

test('a server that fails once is asked again', async () => {
  const github = new PullRequestStandIn([]);
  github.loses = (operation, count) => (operation === 'code-scanning/upload-sarif' && count === 1 ? BAD_GATEWAY : null);
  assert.deepEqual(await upload(github, sarif(1)), { kind: 'complete' });
  assert.equal(github.scanning.analyses.size, 1);
});

const WORDS: readonly (readonly [said: string, meant: RegExp | null])[] = [
  ['Code scanning is not enabled for this repository. Please enable code scanning', /not switched on/],
  ['ref refs/heads/gh-readonly-queue/main/pr-7 not found in this repository', /merge queue/],
  ['commit not found', /does not have the commit/],
  ['rejecting SARIF, as there are more runs than allowed (21 > 20)', /more results than/],
  ['A delivery cannot contain multiple runs with the same category.', /two uploads of one workflow run/],
  ['locationFromSarifResult: expected artifact location', /a bug in gpurace/],
  ['an invalid URI was provided as a SARIF location', /a bug in gpurace/],
  ['something that nobody has heard of', null],
];
for (const [said, meant] of WORDS) {
  test(`in plain words: ${said}`, () => {
    if (meant === null) assert.equal(translate(said), null);
    else assert.match(translate(said) ?? '', meant);
  });
}
