import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gitTree, openTree, refusal } from '../../src/source/index.ts';
import { temporaryRepository } from '../git/repository.ts';

const repository = temporaryRepository(
  { after },
  {
    'src/a.cu': 'old a\r\n',
    'src/lib/h.h': 'old h',
    'ümlaut "x".cu': 'u',
    'node_modules/m/h.h': 'not ours',
    '.gitignore': 'generated\n',
  },
);
symlinkSync('/etc/passwd', join(repository.folder, 'link.h'));
const commit = repository.commit();
repository.write({ 'src/a.cu': 'new a', 'src/lib/h.h': null, 'generated/config.h': 'made', 'src/later.h': 'later' });
repository.git('add', 'src/later.h');
const description = { kind: 'git', repository: repository.folder, commit, untracked: null } as const;
const tree = gitTree(description);

test('a revision is read from objects, byte by byte, whatever the checkout holds', () => {
  assert.equal(Buffer.from(tree.read('src/a.cu') ?? []).toString(), 'old a\r\n');
  assert.equal(Buffer.from(openTree(description).read('src/lib/h.h') ?? []).toString(), 'old h');
  assert.equal(Buffer.from(tree.read('ümlaut "x".cu') ?? []).toString(), 'u');
  assert.equal(tree.read('src/later.h'), undefined);
  assert.deepEqual(
    [tree.isDirectory('src/lib'), tree.isDirectory(''), tree.isDirectory('src/a.cu')],
    [true, true, false],
  );
  assert.deepEqual(tree.findBySuffix('h.h'), ['src/lib/h.h']);
});

test('links are no files, and no path leaves the tree', () => {
  for (const path of ['link.h', '../x', '/etc/passwd', 'src/../src/a.cu', 'src', '']) {
    assert.equal(tree.read(path), undefined, path);
  }
});

test('many files are read by one process', () => {
  const other = gitTree(description);
  other.preload(other.files);
  assert.equal(Buffer.from(other.read('src/lib/h.h') ?? []).toString(), 'old h');
});

test('what git does not track comes from the checkout when asked for; what it tracks never does', () => {
  const beside = gitTree({ ...description, untracked: repository.folder });
  assert.equal(Buffer.from(beside.read('generated/config.h') ?? []).toString(), 'made');
  assert.deepEqual(beside.findBySuffix('config.h'), ['generated/config.h']);
  assert.equal(beside.read('src/later.h'), undefined);
  assert.equal(Buffer.from(beside.read('src/a.cu') ?? []).toString(), 'old a\r\n');
  assert.equal(tree.read('generated/config.h'), undefined);
});

test('names of a hand-made tree that would leave it are left out', () => {
  const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: repository.folder, input: 'x' });
  const entry = Buffer.concat([Buffer.from('100644 ..\0'), Buffer.from(blob.toString().trim(), 'hex')]);
  writeFileSync(join(repository.folder, '.git', 'entry'), entry);
  const id = repository.git('hash-object', '-w', '--literally', '-t', 'tree', '.git/entry');
  const made = repository.git('commit-tree', '-m', 'x', id);
  assert.deepEqual(gitTree({ ...description, commit: made }).files, []);
});

test('a file that is too large says so, and an unknown commit is an error', () => {
  writeFileSync(join(repository.folder, 'huge.cu'), Buffer.alloc((16 << 20) + 1, 'x'));
  const large = gitTree({ ...description, commit: repository.commit() });
  assert.equal(large.read('huge.cu'), undefined);
  assert.match(refusal(large, 'huge.cu') ?? '', /16\.0 MiB large/);
  assert.throws(() => gitTree({ ...description, commit: '--help' }), /is no commit id/);
  assert.throws(() => gitTree({ ...description, commit: '1'.repeat(40) }), /git ls-tree/);
});
