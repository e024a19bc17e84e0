import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { compileUnit } from '../../src/analysis/compile-unit.ts';
import { createEngines, loadEngineParts } from '../../src/analysis/engines.ts';
import type { Clang } from '../../src/frontend/index.ts';
import { withTemplateWords } from '../../src/frontend/template-words.ts';
import { memoryTree } from '../../src/source/index.ts';

let clang: Clang;
before(async () => {
  clang = createEngines(await loadEngineParts()).clang;
});

function compile(text: string) {
  const files = new Map([['a.cu', text]]);
  const options = { includeDirs: [], defines: [], std: null };
  return compileUnit(clang, { language: 'cuda', side: 'device', file: 'a.cu', tree: memoryTree(files), options });
}

const CAST = `template <class T> struct Cast {
  template <int N> __device__ static void apply(T *a) { a[N] = N; }
};
`;

test('a call with arguments of a template, of a class that depends on one', () => {
  const text = `${CAST}template <class T> __global__ void k(T *a) { Cast<T>::apply<3>(a); }
void run(int *a) { k<int><<<1, 1>>>(a); }
`;
  const unit = compile(text);
  assert.deepEqual(unit.removals, []);
  assert.match(unit.result.ir ?? '', /define .*@_ZN4CastIiE5applyILi3EEEvPi/);
});

test('two in one line', () => {
  const text = `${CAST}template <class T> __global__ void k(T *a) { Cast<T>::apply<3>(a); Cast<T>::apply<4>(a); }
void run(int *a) { k<int><<<1, 1>>>(a); }
`;
  const unit = compile(text);
  assert.deepEqual(unit.removals, []);
  assert.match(unit.result.ir ?? '', /define .*@_ZN4CastIiE5applyILi4EEEvPi/);
});

test('other uses of an overloaded function stay as they are', () => {
  const error = {
    file: 'a.cu',
    line: 1,
    column: 1,
    severity: 'error',
    message: 'reference to overloaded function could not be resolved; did you mean to call it?',
  } as const;
  const { files, rest } = withTemplateWords([error], () => 'f;\n');
  assert.equal(files.size, 0);
  assert.deepEqual(rest, [error]);
});
