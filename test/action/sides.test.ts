/** Which commits a run compares, and how much of the history a shallow clone fetches for that. */
// slow: a repository by git for each case
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { findSides, type Sides } from '../../src/action/sides.ts';
import type { BaseRevision, Revisions } from '../../src/github/revisions.ts';
import { type Repository, repositoryIn, temporaryRepository } from '../git/repository.ts';

const origin = temporaryRepository({ after }, { 'a.cu': '0\n' });
// What GitHub allows: any commit by its id.
origin.git('config', 'uploadpack.allowAnySHA1InWant', 'true');

/** Commits on the current branch; ids from the oldest on. */
function grow(count: number, text: string): string[] {
  return Array.from({ length: count }, (_, i) => {
    origin.write({ 'a.cu': `${text} ${i}\n` });
    return origin.commit(`${text} ${i}`);
  });
}

const start = grow(1, 'start')[0]!;
origin.git('checkout', '--quiet', '-b', 'near');
const near = grow(3, 'near').at(-1)!;
origin.git('checkout', '--quiet', '-b', 'far', start);
const far = grow(100, 'far').at(-1)!;
origin.git('checkout', '--quiet', 'main');
origin.write({ 'b.cu': 'main\n' });
const main = origin.commit('main');
origin.git('checkout', '--quiet', '--detach', main);
origin.git('merge', '--quiet', '--no-ff', '-m', 'merge', '-X', 'ours', 'near');
const merge = origin.git('rev-parse', 'HEAD');

const REMOTE = { server: 'https://github.com', token: '' };

function clone(t: Parameters<typeof temporaryRepository>[0], commit: string, depth: number): Repository {
  const folder = temporaryRepository(t).folder;
  const shallow = repositoryIn(`${folder}/clone`);
  shallow.git('remote', 'add', 'origin', `file://${origin.folder}`);
  shallow.git('fetch', '--quiet', '--no-tags', `--depth=${depth}`, 'origin', commit);
  shallow.git('checkout', '--quiet', '--detach', commit);
  return shallow;
}

const commitsIn = ({ git }: Repository): number =>
  git('cat-file', '--batch-check', '--batch-all-objects').match(/ commit /g)?.length ?? 0;

function revisions(base: BaseRevision, head: string | null, more: Partial<Revisions> = {}): Revisions {
  return {
    base,
    head,
    checkedOut: true,
    pullNumber: null,
    isProposal: false,
    fork: false,
    owner: 'o',
    repo: 'r',
    ...more,
  };
}

type Row = readonly [
  what: string,
  checkout: string,
  depth: number,
  asked: Revisions,
  base: string | null,
  /** Commits in the clone afterwards. */
  commits: number,
];
const mergeBase = (commit: string): BaseRevision => ({ kind: 'merge-base', with: commit });
const TABLE: readonly Row[] = [
  ['a pull request with fetch-depth 2: nothing is fetched', merge, 2, revisions(mergeBase(main), near), main, 3],
  ['a pull request with fetch-depth 1: its base alone', merge, 1, revisions(mergeBase(main), near), main, 2],
  ['a push: the commit before, alone', far, 1, revisions({ kind: 'commit', commit: start }, far), start, 2],
  ['a merge queue: its base, alone', merge, 1, revisions({ kind: 'commit', commit: main }, merge), main, 2],
  ['the tip of a pull request near its base', near, 1, revisions(mergeBase(main), near), start, 5],
  ['the tip of one that is far from it', far, 1, revisions(mergeBase(main), far), start, 102],
  ['a new branch', near, 1, revisions(mergeBase('refs/heads/main'), near), start, 5],
  [
    'pull_request_target: the change is fetched, and not checked out',
    main,
    1,
    revisions(mergeBase(main), near, { checkedOut: false }),
    start,
    5,
  ],
  ['a schedule', main, 1, revisions({ kind: 'none', why: 'x' }, null), null, 1],
];
for (const [what, checkout, depth, asked, base, commits] of TABLE) {
  test(what, (t) => {
    const shallow = clone(t, checkout, depth);
    const sides = findSides(shallow.folder, asked, null, REMOTE);
    assert.equal(sides.kind === 'both' ? sides.base : null, base);
    assert.equal(commitsIn(shallow), commits);
    assert.equal(shallow.git('rev-parse', 'HEAD'), checkout, 'the checkout is as it was');
  });
}

test('a history that is too long to find the common ancestor: the tip of the base, and it is said', (t) => {
  const other = temporaryRepository(t, { 'a.cu': '1\n' });
  other.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  const unrelated = other.commit('unrelated');
  const shallow = clone(t, near, 1);
  shallow.git('fetch', '--quiet', `file://${other.folder}`, unrelated);
  const sides: Sides = findSides(shallow.folder, revisions(mergeBase(unrelated), near), null, REMOTE);
  assert.ok(sides.kind === 'both');
  assert.equal(sides.base, unrelated);
  assert.match(sides.note ?? '', /no common ancestor/);
});

test('a force push whose old tip is gone: nothing is compared, and it is said', (t) => {
  const gone = '1'.repeat(40);
  const sides = findSides(clone(t, near, 1).folder, revisions({ kind: 'commit', commit: gone }, near), null, REMOTE);
  assert.ok(sides.kind === 'head');
  assert.match(sides.why, /The base \(111111111111\) is not in the checkout and cannot be fetched/);
});
