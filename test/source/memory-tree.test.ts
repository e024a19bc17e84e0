import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryTree, overlay, whyUnreadable } from '../../src/source/index.ts';

const tree = memoryTree(
  new Map<string, string | Uint8Array>([
    ['src/a.cu', 'a'],
    ['src/lib/h.h', new Uint8Array([0xff])],
    ['h.h', ''],
  ]),
);

test('files and directories', () => {
  assert.deepEqual(tree.read('src/a.cu'), Buffer.from('a'));
  assert.deepEqual(tree.read('src/lib/h.h'), new Uint8Array([0xff]));
  assert.equal(tree.read('src'), undefined);
  assert.equal(tree.isDirectory('src/lib'), true);
  assert.equal(tree.isDirectory(''), true);
  assert.equal(tree.isDirectory('src/a.cu'), false);
});

test('files by suffix: whole path segments, sorted', () => {
  assert.deepEqual(tree.findBySuffix('h.h'), ['h.h', 'src/lib/h.h']);
  assert.deepEqual(tree.findBySuffix('lib/h.h'), ['src/lib/h.h']);
  assert.deepEqual(tree.findBySuffix('ib/h.h'), []);
});

test('an overlay replaces files and keeps the rest', () => {
  const over = overlay(tree, new Map([['src/a.cu', Buffer.from('b')]]));
  assert.deepEqual(over.read('src/a.cu'), Buffer.from('b'));
  assert.deepEqual(over.read('h.h'), Buffer.from(''));
  assert.equal(whyUnreadable(over, 'nothing'), null);
});
