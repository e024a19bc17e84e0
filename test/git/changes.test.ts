import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import {
  changesBetween,
  fetchCommits,
  isShallow,
  mergeBase,
  parentsOf,
  resolveCommit,
  topLevel,
} from '../../src/git/index.ts';
import { repositoryIn, temporaryRepository } from './repository.ts';

const LONG = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n');

test('added, modified, removed and renamed files, with their lines', (t) => {
  const repository = temporaryRepository(t, {
    'a.cu': 'a\nb\nc\n',
    'old.cu': LONG,
    'gone.h': 'x\n',
    'b.bin': '\0\x01',
  });
  const base = repository.commit();
  repository.write({
    'a.cu': 'a\nc\n',
    'old.cu': null,
    'new dir/ü"q.cu': `${LONG}\nmore\n`,
    'gone.h': null,
    'b.bin': '\0\x02',
  });
  repository.write({ 'added.h': '++i;\n--- a/x\n' });
  const head = repository.commit();
  const seen = changesBetween(repository.folder, base, head).map(({ path, previousPath, status, lines }) => [
    path,
    previousPath,
    status,
    lines === null ? null : [lines.additions, lines.deletions, lines.deletedAfter],
  ]);
  assert.deepEqual(seen, [
    ['a.cu', null, 'modified', [0, 1, [1]]],
    ['added.h', null, 'added', [2, 0, []]],
    ['b.bin', null, 'modified', null],
    ['gone.h', null, 'removed', [0, 1, [0]]],
    ['new dir/ü"q.cu', 'old.cu', 'renamed', [2, 1, [29]]],
  ]);
});

test('the checkout counts as a head, with files that git does not know yet', (t) => {
  const repository = temporaryRepository(t, { 'a.cu': 'a\n', '.gitignore': 'build\n' });
  const base = repository.commit();
  assert.deepEqual(changesBetween(repository.folder, base, null), []);
  repository.write({ 'a.cu': 'b\n', 'new.cu': 'n\n', 'build/x.cu': 'ignored\n' });
  const seen = changesBetween(repository.folder, base, null).map(({ path, status }) => [path, status]);
  assert.deepEqual(seen, [
    ['a.cu', 'modified'],
    ['new.cu', 'added'],
  ]);
});

test('a file that becomes a link has two patches; the lines of the others stay right', (t) => {
  const repository = temporaryRepository(t, { 'a.cu': 'a\n', 'b.cu': 'b\n' });
  const base = repository.commit();
  repository.write({ 'a.cu': null, 'b.cu': 'b\nc\n' });
  repository.git('update-index', '--add', '--cacheinfo', `120000,${repository.git('hash-object', '-w', 'b.cu')},a.cu`);
  repository.git('add', 'b.cu');
  repository.git('commit', '--quiet', '-m', 'link');
  const [a, b] = changesBetween(repository.folder, base, repository.git('rev-parse', 'HEAD'));
  assert.deepEqual([a?.path, a?.lines], ['a.cu', null]);
  assert.equal(b?.lines?.additions, 1);
});

test('names that users give reach no option of git', (t) => {
  const repository = temporaryRepository(t, { a: '1' });
  const commit = repository.commit();
  assert.equal(resolveCommit(repository.folder, 'main'), commit);
  for (const name of ['--all', '-n1', 'nope', '', 'a b', 'main\0']) {
    assert.equal(resolveCommit(repository.folder, name), null, name);
  }
  assert.throws(() => changesBetween(repository.folder, '--output=/tmp/x', null), /is no commit id/);
  assert.match(
    fetchCommits(repository.folder, ['--upload-pack=touch x'], 1, { server: '', token: '' }) ?? '',
    /cannot/,
  );
});

test('a shallow clone is deepened by what is asked for', (t) => {
  const origin = temporaryRepository(t, { a: '1' });
  const first = origin.commit();
  origin.write({ a: '2' });
  const second = origin.commit();
  origin.write({ a: '3' });
  const third = origin.commit();
  const clone = repositoryIn(`${origin.folder}/.git/clone`);
  clone.git('remote', 'add', 'origin', `file://${origin.folder}`);
  clone.git('fetch', '--quiet', '--depth=1', 'origin', 'main');
  clone.git('checkout', '--quiet', 'FETCH_HEAD');
  assert.equal(topLevel(clone.folder), clone.folder);
  assert.equal(isShallow(clone.folder), true);
  assert.equal(resolveCommit(clone.folder, second), null);
  assert.deepEqual(parentsOf(clone.folder, third), [second]);
  const remote = { server: 'https://github.com', token: 'secret' };
  assert.equal(fetchCommits(clone.folder, [second], 1, remote), null);
  assert.equal(resolveCommit(clone.folder, second), second);
  assert.equal(resolveCommit(clone.folder, first), null);
  assert.equal(mergeBase(clone.folder, second, third), null);
  assert.equal(fetchCommits(clone.folder, [third], 3, remote), null);
  assert.equal(mergeBase(clone.folder, second, third), second);
  assert.match(fetchCommits(clone.folder, ['1'.repeat(40)], 1, remote) ?? '', /git fetch/);
});

test('comparing the checkout starts no filter that the user has configured', (t) => {
  const repository = temporaryRepository(t, {
    'a.cu': 'a\n',
    'b.cu': 'b\n',
    '.gitattributes': '*.cu filter=odd=name\n',
  });
  const base = repository.commit();
  const trace = `${repository.folder}/.git/started`;
  for (const key of ['clean', 'smudge', 'process']) {
    repository.git('config', `filter.odd=name.${key}`, `sh -c 'echo ${key} >> "${trace}"; cat'`);
  }
  repository.git('config', 'filter.odd=name.required', 'true');
  repository.write({ 'a.cu': 'changed\n', 'b.cu': 'b\n' });
  assert.deepEqual(
    changesBetween(repository.folder, base, null).map(({ path, lines }) => [path, lines?.additions]),
    [['a.cu', 1]],
  );
  assert.equal(existsSync(trace), false);
});
