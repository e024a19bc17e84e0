import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdsKernels, isProgram, isSource, languageOfName } from '../../src/source/index.ts';

const KERNEL = '__global__ void k() {}';

test('what the name of a file says of its language', () => {
  const languages = {
    'a.cu': null,
    'a.cpp': null,
    'A.HIP': 'hip',
    'a.hip.cpp': 'hip',
    'hip.cpp': null,
    'a.cl': 'opencl',
    'a.clh': 'opencl',
    'a.cl/b': null,
    cl: null,
  };
  for (const [file, language] of Object.entries(languages)) assert.equal(languageOfName(file), language, file);
});

test('a text is read only where the extension leaves it open', () => {
  const unread = () => assert.fail('read');
  assert.equal(holdsKernels('a.cu', unread), true);
  assert.equal(holdsKernels('a.cuh', unread), true);
  assert.equal(holdsKernels('a.txt', unread), false);
  assert.equal(isProgram('a.cuh', unread), false);
  assert.equal(isProgram('a.hpp', unread), false);
});

test('a program is compiled on its own, a header is not', () => {
  const says = (text: string | undefined) => (file: string) => [
    isProgram(file, () => text),
    holdsKernels(file, () => text),
  ];
  assert.deepEqual(['a.cu', 'a.cpp', 'a.h', 'a.c'].map(says(KERNEL)), [
    [true, true],
    [true, true],
    [false, true],
    [false, false],
  ]);
  assert.deepEqual(['a.cu', 'a.cpp', 'a.h'].map(says(undefined)), [
    [true, true],
    [false, false],
    [false, false],
  ]);
  // HIP's programs often launch what a header of theirs defines.
  assert.deepEqual(says('hipLaunchKernelGGL(k, 1, 32, 0, 0);')('a.cpp'), [true, true]);
  assert.deepEqual(says('hipLaunchKernelGGL(k, 1, 32, 0, 0);')('a.h'), [false, false]);
});

test('sources are what an analysis may read', () => {
  const files = ['a.cu', 'dir.cu/a.inl', 'a.C', 'a.def', 'a.py', '.cu', 'cu', 'a.cu~'];
  assert.deepEqual(files.filter(isSource), ['a.cu', 'dir.cu/a.inl', 'a.C', 'a.def', '.cu']);
});
