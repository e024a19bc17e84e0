import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linePages, pagesAround } from '../../src/git/index.ts';
import { temporaryRepository } from './repository.ts';

for (const [remote, page] of [
  ['https://github.com/o/r.git', 'https://github.com/o/r/blob/c0ffee/src/a%20b.cu#L7'],
  ['https://user:secret@github.com/o/r', 'https://github.com/o/r/blob/c0ffee/src/a%20b.cu#L7'],
  ['git@github.com:o/r.git', 'https://github.com/o/r/blob/c0ffee/src/a%20b.cu#L7'],
  ['ssh://git@gitlab.example.org:2222/g/h/r.git', 'https://gitlab.example.org/g/h/r/-/blob/c0ffee/src/a%20b.cu#L7'],
  ['git@bitbucket.org:o/r.git', 'https://bitbucket.org/o/r/src/c0ffee/src/a%20b.cu#lines-7'],
  ['https://codeberg.org/o/r/', 'https://codeberg.org/o/r/src/commit/c0ffee/src/a%20b.cu#L7'],
  ['https://example.org/o/r.git', null],
  ['/srv/git/r.git', null],
  ['file:///srv/github.com/o/r', null],
  ['https://github.com/../r', null],
  ['javascript:alert(1)//github.com/o/r', null],
] as const) {
  test(`pages of ${remote}`, () => assert.equal(linePages(remote, 'c0ffee')?.('src/a b.cu', 7) ?? null, page));
}

test('a file has a page where the commit is on the remote and the file is as it is there', (t) => {
  const repository = temporaryRepository(t, { 'a.cu': 'one\n', 'b.cu': 'two\n' });
  const commit = repository.commit('start');
  assert.equal(pagesAround(repository.folder, null), null);
  repository.git('remote', 'add', 'origin', 'git@github.com:o/r.git');
  assert.equal(pagesAround(repository.folder, null), null);
  repository.git('update-ref', 'refs/remotes/origin/main', commit);
  repository.write({ 'b.cu': 'changed\n' });
  const around = pagesAround(repository.folder, null);
  assert.equal(around?.page('a.cu', 3), `https://github.com/o/r/blob/${commit}/a.cu#L3`);
  assert.equal(around?.page('b.cu', 1), null);
  assert.equal(
    pagesAround(repository.folder, commit)?.page('b.cu', 1),
    `https://github.com/o/r/blob/${commit}/b.cu#L1`,
  );
  const later = repository.commit('not pushed');
  assert.equal(pagesAround(repository.folder, later), null);
});
