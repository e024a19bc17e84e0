/** Which runs speak for which branch, as a table. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideUpload, type UploadFacts } from '../../src/action/code-scanning.ts';
import { readOnlyToken } from '../../src/action/token-permissions.ts';

const MERGE = 'e5bd3914e2e596debea16f433f57875b5b90bcd6';
const HEAD = '6dcb09b5b57875f334f61aebed695e2e4193db5e';

const PULL: UploadFacts = {
  mode: 'auto',
  eventName: 'pull_request',
  revisions: { head: HEAD, pullNumber: 7 },
  analysed: MERGE,
  isComplete: false,
  commit: MERGE,
  ref: 'refs/pull/7/merge',
};
const BRANCH: UploadFacts = {
  mode: 'auto',
  eventName: 'schedule',
  revisions: { head: null, pullNumber: null },
  analysed: MERGE,
  isComplete: true,
  commit: MERGE,
  ref: 'refs/heads/main',
};

const ROWS: readonly (readonly [what: string, facts: UploadFacts, decided: string | RegExp])[] = [
  ['the merge that actions/checkout brings', PULL, `refs/pull/7/merge ${MERGE}`],
  ['a checkout without history', { ...PULL, analysed: null }, `refs/pull/7/merge ${MERGE}`],
  ['a checkout of the head itself', { ...PULL, analysed: HEAD }, `refs/pull/7/head ${HEAD}`],
  [
    'pull_request_target, whose ref is the base branch',
    { ...PULL, eventName: 'pull_request_target', ref: 'refs/heads/main' },
    `refs/pull/7/head ${HEAD}`,
  ],
  [
    'workflow_run, which publishes for a fork',
    { ...PULL, eventName: 'workflow_run', ref: 'refs/heads/main', analysed: null },
    `refs/pull/7/head ${HEAD}`,
  ],
  ['never', { ...PULL, mode: 'never' }, 'null'],
  ['a scheduled run', BRANCH, `refs/heads/main ${MERGE}`],
  ['a run by hand', { ...BRANCH, eventName: 'workflow_dispatch' }, `refs/heads/main ${MERGE}`],
  ['a push of a branch that is new', { ...BRANCH, eventName: 'push' }, `refs/heads/main ${MERGE}`],
  ['a push', { ...BRANCH, eventName: 'push', isComplete: false }, /would close every other alert/],
  ['a push, always', { ...BRANCH, eventName: 'push', isComplete: false, mode: 'always' }, /would close every other/],
  ['another commit than the branch is at', { ...BRANCH, analysed: HEAD }, /another commit than that of refs\/heads/],
  ['no ref', { ...BRANCH, ref: '' }, /names no branch/],
  ['no commit', { ...BRANCH, commit: '', analysed: null }, /names no branch/],
  [
    'a merge queue',
    { ...BRANCH, eventName: 'merge_group', isComplete: false, ref: 'refs/heads/gh-readonly-queue/main/pr-7' },
    /`upload-sarif: always` uploads anyway/,
  ],
  [
    'a merge queue, always',
    {
      ...BRANCH,
      mode: 'always',
      eventName: 'merge_group',
      isComplete: false,
      ref: 'refs/heads/gh-readonly-queue/main/pr-7',
    },
    `refs/heads/gh-readonly-queue/main/pr-7 ${MERGE}`,
  ],
];
for (const [what, facts, wanted] of ROWS) {
  test(`the upload of ${what}`, () => {
    const decision = decideUpload(facts);
    const words =
      decision.kind === 'upload' ? `${decision.target.ref} ${decision.target.commit}` : String(decision.why);
    if (typeof wanted === 'string') assert.equal(words, wanted);
    else assert.match(words, wanted);
  });
}

test('which tokens can only read is known before anything is tried', () => {
  const of = (eventName: string, fork: boolean, token = 'ghs_x') => readOnlyToken({ eventName, fork, token });
  assert.match(of('pull_request', true) ?? '', /comes from a fork/);
  assert.match(of('push', false, '') ?? '', /no token/);
  assert.equal(of('pull_request', false), null);
  // These run with the token of the repository itself.
  assert.equal(of('pull_request_target', true), null);
  assert.equal(of('workflow_run', true), null);
});
