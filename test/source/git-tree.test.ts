import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { GitError } from '../../src/git/index.ts';
import { diskSources } from '../../src/source/disk-sources.ts';
import { diskTree, gitTree, openTree, whyUnreadable } from '../../src/source/index.ts';
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
  assert.match(whyUnreadable(large, 'huge.cu') ?? '', /16\.0 MiB large/);
  assert.throws(() => gitTree({ ...description, commit: '--help' }), /is no commit id/);
  assert.throws(() => gitTree({ ...description, commit: '1'.repeat(40) }), /git ls-tree/);
});

test('Git LFS: the content where the clone has it, else a reason', (t) => {
  const content = '__global__ void k() {}\n';
  const id = createHash('sha256').update(content).digest('hex');
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${id}\nsize ${content.length}\n`;
  const repository = temporaryRepository(t, {
    'a.cu': pointer,
    'b.cu': '// version https://git-lfs.github.com/spec/v1\n',
  });
  const commit = repository.commit();
  const open = () => gitTree({ repository: repository.folder, commit, untracked: null });
  const without = open();
  assert.equal(without.read('a.cu'), undefined);
  assert.equal(without.whyUnreadable('a.cu'), 'it is kept by Git LFS, and its content is not in the clone');
  assert.ok(without.read('b.cu') !== undefined);
  assert.match(diskTree(repository.folder).whyUnreadable('a.cu') ?? '', /the checkout needs `lfs: true`/);
  const store = join(repository.folder, '.git/lfs/objects', id.slice(0, 2), id.slice(2, 4));
  mkdirSync(store, { recursive: true });
  writeFileSync(join(store, id), content);
  assert.equal(Buffer.from(open().read('a.cu') ?? []).toString(), content);
});

test('names that are no UTF-8, submodules and links are no reason to fail', (t) => {
  const repository = temporaryRepository(t, { 'a.cu': 'a\n' });
  writeFileSync(
    Buffer.concat([Buffer.from(`${repository.folder}/caf`), Buffer.from([0xe9]), Buffer.from('.cu')]),
    'x\n',
  );
  const blob = repository.git('hash-object', '-w', 'a.cu');
  repository.git('add', '--all');
  repository.git('update-index', '--add', '--cacheinfo', `120000,${blob},link.cu`);
  repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},module`);
  repository.git('commit', '--quiet', '-m', 'all kinds');
  const commit = repository.git('rev-parse', 'HEAD');
  const tree = gitTree({ repository: repository.folder, commit, untracked: repository.folder });
  // The name as text is another one; nothing on the disk answers to it, which the analysis tells.
  assert.deepEqual([...tree.files], ['a.cu', 'caf\ufffd.cu']);
  assert.equal(tree.read('link.cu'), undefined);
  assert.equal(tree.read('module'), undefined);
  assert.equal(Buffer.from(tree.read('caf\ufffd.cu') ?? []).toString(), 'x\n');
  assert.deepEqual(diskSources(repository.folder).read('caf\ufffd.cu'), undefined);
});

test('a snapshot answers without git', (t) => {
  const repository = temporaryRepository(t, { 'a.cu': 'a\n', 'b.cu': 'b\n' });
  const commit = repository.commit();
  const tree = gitTree({ repository: repository.folder, commit, untracked: null });
  tree.preload(['a.cu']);
  const again = gitTree({ ...tree.snapshot(), repository: '/nowhere' });
  assert.deepEqual(again.files, ['a.cu', 'b.cu']);
  assert.equal(Buffer.from(again.read('a.cu') ?? []).toString(), 'a\n');
  assert.throws(() => again.read('b.cu'), GitError);
});
