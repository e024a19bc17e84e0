import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { remembering } from '../../src/analysis/remembered-runs.ts';
import type { Clang, ClangRequest, ClangResult } from '../../src/frontend/index.ts';
import { memoryTree } from '../../src/source/index.ts';

const RESULT: ClangResult = { ir: 'define', diagnostics: [], includes: [], guesses: [], trapped: null };

/** A compiler that reads its file and `a.h`, looks for `b.h` in vain, and counts its runs. */
function counting(result: ClangResult = RESULT) {
  const ran: string[] = [];
  const clang: Clang = {
    headerOf: () => null,
    isLibraryFunction: () => false,
    run({ file, tree }) {
      ran.push(file);
      for (const path of [file, 'a.h', 'b.h']) tree.read(path);
      tree.isDirectory('lib');
      tree.findBySuffix('c.h');
      return result;
    },
  };
  return { clang, ran };
}

const FILES = { 'k.cu': 'kernel', 'a.h': 'one', 'other.h': 'x' };

function request(files: Readonly<Record<string, string>>, more: Partial<ClangRequest> = {}): ClangRequest {
  const options = { includeDirs: [], defines: [], std: null };
  return {
    language: 'cuda',
    side: 'device',
    file: 'k.cu',
    tree: memoryTree(new Map(Object.entries(files))),
    options,
    ...more,
  };
}

describe('a run that was made before', () => {
  const same: readonly (readonly [string, ClangRequest])[] = [
    ['of the same files', request(FILES)],
    ['beside another file that it does not ask for', request({ ...FILES, 'other.h': 'y', 'new.h': 'z' })],
  ];
  for (const [what, again] of same) {
    test(what, () => {
      const { clang, ran } = counting();
      const memory = remembering(clang);
      memory.run(request(FILES));
      assert.equal(memory.run(again), RESULT);
      assert.deepEqual(ran, ['k.cu']);
    });
  }

  test('each of two revisions', () => {
    const { clang, ran } = counting();
    const memory = remembering(clang);
    for (const header of ['one', 'two', 'one', 'two']) memory.run(request({ ...FILES, 'a.h': header }));
    assert.deepEqual(ran, ['k.cu', 'k.cu']);
  });
});

describe('a run that may come to something else is made', () => {
  const others: readonly (readonly [string, ClangRequest])[] = [
    ['the file changed', request({ ...FILES, 'k.cu': 'kernel2' })],
    ['an include changed', request({ ...FILES, 'a.h': 'two' })],
    ['an include is gone', request({ 'k.cu': 'kernel' })],
    ['an include that was looked for in vain is there', request({ ...FILES, 'b.h': 'three' })],
    ['a folder is there', request({ ...FILES, 'lib/x.h': '' })],
    ['a file of that name is there', request({ ...FILES, 'deep/c.h': '' })],
    ['the other side', request(FILES, { side: 'host' })],
    ['another macro', request(FILES, { options: { includeDirs: [], defines: ['N'], std: null } })],
    ['more text', request(FILES, { extraText: 'template void k<1>();' })],
  ];
  for (const [what, other] of others) {
    test(what, () => {
      const { clang, ran } = counting();
      const memory = remembering(clang);
      memory.run(request(FILES));
      memory.run(other);
      assert.equal(ran.length, 2);
    });
  }

  test('a trap', () => {
    const { clang, ran } = counting({ ...RESULT, ir: null, trapped: 'out of memory' });
    const memory = remembering(clang);
    for (let i = 0; i < 2; i++) memory.run(request(FILES));
    assert.equal(ran.length, 2);
  });

  test('what is more than it holds', () => {
    const { clang, ran } = counting({ ...RESULT, ir: 'x'.repeat(2000) });
    const memory = remembering(clang, 4000);
    for (const header of ['one', 'two', 'one', 'two']) memory.run(request({ ...FILES, 'a.h': header }));
    assert.equal(ran.length, 3);
  });
});
