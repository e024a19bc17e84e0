/** One row per event: what is compared with what. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Revisions, resolveRevisions } from '../../src/github/revisions.ts';
import { repositoryOf } from '../../src/github/workflow.ts';
import { ConfigurationError } from '../../src/model/errors.ts';

const pullRequest: unknown = JSON.parse(
  readFileSync(new URL('../fixtures/events/pull_request.json', import.meta.url), 'utf8'),
);
const BASE = 'a10867b14bb761a232cd80139fbd4c0d33264240';
const HEAD = '6dcb09b5b57875f334f61aebed695e2e4193db5e';
const ZEROS = '0'.repeat(40);
const repository = { name: 'kernels', owner: { login: 'octo-org' }, default_branch: 'main' };
const push = { ref: 'refs/heads/topic', before: BASE, after: HEAD, deleted: false, repository };
const run = { head_sha: HEAD, event: 'pull_request', pull_requests: [] as unknown[] };
const pullOfRun = { number: 9, head: { sha: HEAD }, base: { sha: BASE } };

type Row = readonly [what: string, event: string, payload: unknown, base: Revisions['base'], rest: Partial<Revisions>];
const none = (why: string): Revisions['base'] => ({ kind: 'none', why });
const OF_NO_PULL = none(
  'The run that started this one belongs to no pull request of this repository; one from a fork is found by `mode: publish`',
);
const atMergeBase: Revisions['base'] = { kind: 'merge-base', with: BASE };
const atCommit: Revisions['base'] = { kind: 'commit', commit: BASE };

const TABLE: readonly Row[] = [
  ['the merge is checked out', 'pull_request', pullRequest, atMergeBase, { head: HEAD, pullNumber: 7 }],
  [
    'the default branch is checked out, not the change',
    'pull_request_target',
    pullRequest,
    atMergeBase,
    { head: HEAD, pullNumber: 7, checkedOut: false },
  ],
  ['what was there before the push', 'push', push, atCommit, { head: HEAD }],
  [
    'a new branch: where it left the default branch',
    'push',
    { ...push, before: ZEROS },
    { kind: 'merge-base', with: 'refs/heads/main' },
    { head: HEAD },
  ],
  [
    'the first push to the default branch',
    'push',
    { ...push, before: ZEROS, ref: 'refs/heads/main' },
    none('The branch is new'),
    { head: HEAD },
  ],
  [
    'a tag',
    'push',
    { ...push, before: ZEROS, ref: 'refs/tags/v1' },
    none('A new tag has nothing before it'),
    { head: HEAD },
  ],
  ['a deleted branch', 'push', { ...push, after: ZEROS, deleted: true }, none('The push deletes its branch'), {}],
  [
    'the queue says both',
    'merge_group',
    { action: 'checks_requested', merge_group: { base_sha: BASE, head_sha: HEAD }, repository },
    atCommit,
    { head: HEAD },
  ],
  [
    'of a pull request of this repository',
    'workflow_run',
    { workflow_run: { ...run, pull_requests: [pullOfRun] }, repository },
    atMergeBase,
    { head: HEAD, pullNumber: 9, checkedOut: false },
  ],
  [
    'of a fork, which is not named',
    'workflow_run',
    { workflow_run: run, repository },
    OF_NO_PULL,
    { head: HEAD, checkedOut: false },
  ],
  [
    'of a push',
    'workflow_run',
    { workflow_run: { ...run, event: 'push', pull_requests: [pullOfRun] }, repository },
    none('The run that started this one was started by push, and is about no pull request'),
    { head: HEAD, checkedOut: false },
  ],
  [
    'of `pull_request_target`',
    'workflow_run',
    { workflow_run: { ...run, event: 'pull_request_target', pull_requests: [pullOfRun] }, repository },
    atMergeBase,
    { head: HEAD, pullNumber: 9, checkedOut: false },
  ],
  [
    'of a pull request that went on since',
    'workflow_run',
    { workflow_run: { ...run, pull_requests: [{ ...pullOfRun, head: { sha: BASE } }] }, repository },
    OF_NO_PULL,
    { head: HEAD, checkedOut: false },
  ],
  [
    'of a commit with two pull requests',
    'workflow_run',
    { workflow_run: { ...run, pull_requests: [pullOfRun, { ...pullOfRun, number: 10 }] }, repository },
    none('The run that started this one belongs to more than one pull request of this repository'),
    { head: HEAD, checkedOut: false },
  ],
  ['the whole tree', 'schedule', { schedule: '0 3 * * 1' }, none('A scheduled run looks at the whole tree'), {}],
  ['the whole tree', 'workflow_dispatch', { inputs: null }, none('A run by hand looks at the whole tree'), {}],
  ['nothing is known of it', 'release', {}, none('The event release names nothing to compare with'), {}],
  ['a name of every object', 'constructor', {}, none('The event constructor names nothing to compare with'), {}],
  ['no event at all', '', null, none('The event (none) names nothing to compare with'), {}],
];
function revisionsOf(eventName: string, payload: unknown): Revisions {
  return resolveRevisions({ eventName, payload, repository: { owner: 'octo-org', repo: 'kernels' } });
}

for (const [what, event, payload, base, rest] of TABLE) {
  test(`${event || 'no event'}: ${what}`, () => {
    assert.deepEqual(revisionsOf(event, payload), {
      base,
      head: null,
      checkedOut: true,
      pullNumber: null,
      isProposal: rest.pullNumber !== undefined || event === 'merge_group',
      fork: false,
      owner: 'octo-org',
      repo: 'kernels',
      ...rest,
    });
  });
}

test('a pull request from a fork, also from one that is gone', () => {
  const payload = structuredClone(pullRequest) as { pull_request: { head: { repo: { full_name: string } | null } } };
  payload.pull_request.head.repo = { full_name: 'mona/kernels' };
  assert.equal(revisionsOf('pull_request', payload).fork, true);
  payload.pull_request.head.repo = null;
  assert.equal(revisionsOf('pull_request', payload).fork, true);
  assert.equal(revisionsOf('pull_request', pullRequest).fork, false);
});

test('the repository comes from the environment, else from the payload', () => {
  const named = repositoryOf({ GITHUB_REPOSITORY: 'mona/fork.of_kernels' }, pullRequest);
  assert.deepEqual([named.owner, named.repo], ['mona', 'fork.of_kernels']);
  const found = repositoryOf({}, pullRequest);
  assert.deepEqual([found.owner, found.repo], ['octo-org', 'kernels']);
  assert.deepEqual(repositoryOf({}, null), { owner: '', repo: '' });
});

test('a commit that is none is refused for every event', () => {
  const evil = '--upload-pack=x';
  const payloads: readonly (readonly [event: string, payload: unknown])[] = [
    ['push', { ...push, before: evil }],
    ['merge_group', { merge_group: { base_sha: evil, head_sha: HEAD } }],
    ['workflow_run', { workflow_run: { ...run, head_sha: evil } }],
  ];
  for (const [event, payload] of payloads) {
    assert.throws(() => revisionsOf(event, payload), ConfigurationError);
  }
});
