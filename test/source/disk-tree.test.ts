import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { SourceTree } from '../../src/model/source-tree.ts';
import { diskTree, MAX_FILE_BYTES } from '../../src/source/disk-tree.ts';

let outside: string;
let root: string;
before(() => {
  outside = mkdtempSync(join(tmpdir(), 'gpurace-'));
  root = join(outside, 'root');
  for (const folder of ['src/x', '.git', 'node_modules/p', 'lib']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(outside, 'secret.h'), 'secret');
  writeFileSync(join(root, 'src/a.cu'), 'a');
  writeFileSync(join(root, 'src/x/h.h'), 'src');
  writeFileSync(join(root, 'lib/h.h'), 'lib');
  writeFileSync(join(root, '.git/h.h'), 'git');
  writeFileSync(join(root, 'node_modules/p/h.h'), 'package');
  writeFileSync(join(root, 'big.h'), '');
  truncateSync(join(root, 'big.h'), MAX_FILE_BYTES + 1);
  writeFileSync(join(root, 'limit.h'), '');
  truncateSync(join(root, 'limit.h'), MAX_FILE_BYTES);
  symlinkSync('src/a.cu', join(root, 'inside.cu'));
  symlinkSync('../secret.h', join(root, 'outside.h'));
  symlinkSync('..', join(root, 'up'));
  symlinkSync('loop', join(root, 'loop'));
  execFileSync('mkfifo', [join(root, 'pipe.h')]);
});
after(() => rmSync(outside, { recursive: true }));

const text = (tree: SourceTree, path: string) => {
  const bytes = tree.read(path);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString();
};

describe('a tree on disk', () => {
  test('reads files below its root, links inside it included', () => {
    const tree = diskTree(root);
    assert.equal(text(tree, 'src/a.cu'), 'a');
    assert.equal(text(tree, 'inside.cu'), 'a');
    assert.equal(tree.read('src'), undefined);
    assert.equal(tree.read('nothing.h'), undefined);
    assert.equal(tree.isDirectory('src/x'), true);
    assert.equal(tree.isDirectory(''), true);
    assert.equal(tree.isDirectory('src/a.cu'), false);
  });

  test('never leaves its root', () => {
    const tree = diskTree(root);
    const escapes = [
      '../secret.h',
      'src/../../secret.h',
      'outside.h',
      'up/secret.h',
      join(outside, 'secret.h'),
      'loop',
      'a\0b',
    ];
    for (const path of escapes) assert.equal(tree.read(path), undefined, path);
    for (const path of ['..', 'up', '/', '/etc']) assert.equal(tree.isDirectory(path), false, path);
  });

  test('says why it does not read a file that is there', () => {
    const tree = diskTree(root);
    assert.equal(tree.read('big.h'), undefined);
    assert.equal(tree.whyUnreadable('big.h'), 'is 16.0 MiB large; files above 16 MiB are not read');
    assert.equal(tree.read('limit.h')?.byteLength, MAX_FILE_BYTES);
    assert.equal(tree.read('pipe.h'), undefined);
    assert.equal(tree.whyUnreadable('pipe.h'), 'is not a regular file');
    assert.equal(tree.whyUnreadable('nothing.h'), null);
    assert.equal(tree.whyUnreadable('src/a.cu'), null);
  });

  test('finds files by suffix, without what is not source and without following links', () => {
    const tree = diskTree(root);
    assert.deepEqual(tree.findBySuffix('h.h'), ['lib/h.h', 'src/x/h.h']);
    assert.deepEqual(tree.findBySuffix('x/h.h'), ['src/x/h.h']);
    assert.deepEqual(tree.findBySuffix('.h'), []);
    assert.deepEqual(tree.findBySuffix('secret.h'), []);
  });

  test('a root that is not a directory throws', () => {
    assert.throws(() => diskTree(join(root, 'src/a.cu')), /is not a directory/);
    assert.throws(() => diskTree(join(root, 'nothing')), /ENOENT/);
  });
});
