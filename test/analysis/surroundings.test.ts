import assert from 'node:assert/strict';
import { test } from 'node:test';
import { surroundingsOf } from '../../src/analysis/surroundings.ts';
import { memoryTree } from '../../src/source/index.ts';

const KERNEL = '__global__ void k(int *p) { p[0] = 1; }\n';

function around(files: Readonly<Record<string, string>>, asked: readonly string[]) {
  const texts = new Map(Object.entries(files));
  let calls = 0;
  const found = surroundingsOf(memoryTree(texts), asked, () => {
    calls += 1;
    return [...texts.keys()];
  });
  return { ...found, calls };
}

test('a program with its own launch needs no other program; who names its functions is looked up', () => {
  const files = {
    'a.cu': `${KERNEL}void f() { k<<<1, 1>>>(0); }`,
    'b.cu': '#include "a.cu"\n',
    'c.cc': 'void f();\nint main() { f(); }\n',
  };
  const found = around(files, ['a.cu']);
  assert.deepEqual(found.helpers, []);
  assert.deepEqual(found.mentions.get('a.cu')?.get('f'), ['c.cc']);
});

test('who includes a function of that name calls that one, and is no caller', () => {
  const files = {
    'a.cu': `${KERNEL}void f() { k<<<1, 1>>>(0); }`,
    'caller.cc': 'void f();\nvoid g() { f(); }\n',
    'copy.cc': '#include "a.cu"\nint main() { f(); }\n',
    'other.cc': '#include "other.h"\nint main() { f(); }\n',
    'other.h': 'inline void f() {}\n',
    'definer.cc': 'void f() {}\n',
  };
  const found = around(files, ['a.cu']).mentions.get('a.cu')?.get('f');
  assert.deepEqual([...(found ?? [])].sort(), ['caller.cc', 'definer.cc']);
});

test('a file without a launch that needs nothing has nothing looked up', () => {
  assert.equal(around({ 'a.cu': 'void f() {}\n', 'c.cc': 'void f();\n' }, ['a.cu']).calls, 0);
});

test('programs that include a header through another header; no program of another folder with its own', () => {
  const files = {
    'lib/k.cuh': KERNEL,
    'lib/all.h': '#include "k.cuh"\n',
    'app/main.cu': '#include "../lib/all.h"\n',
    'app/host.cpp': '#include "../lib/all.h"\nint x;\n',
    'app/hip.cpp': '#include "../lib/all.h"\nvoid f() { k<<<1, 1>>>(0); }\n',
    'copy/k.cuh': KERNEL,
    'copy/main.cu': '#include "k.cuh"\n',
  };
  const found = around(files, ['lib/k.cuh']);
  assert.deepEqual(found.helpers, ['app/hip.cpp', 'app/main.cu']);
  assert.deepEqual([...found.parts], ['lib/k.cuh']);
});

test('of many programs the nearest are taken, and it is said', () => {
  const files: Record<string, string> = { 'lib/k.cuh': KERNEL };
  for (let i = 0; i < 20; i++)
    files[`${i < 5 ? 'lib' : 'far/away'}/p${i}.cu`] = '#include <lib/k.cuh>\n#include <k.cuh>\n';
  const found = around(files, ['lib/k.cuh']);
  assert.equal(found.helpers.length, 8);
  assert.deepEqual(found.helpers.filter((file) => file.startsWith('lib/')).length, 5);
  assert.deepEqual(
    found.problems.map(({ file, severity, message }) => `${severity} ${file}: ${message}`),
    ['warning lib/k.cuh: 20 files include it; it was analysed with the 8 nearest'],
  );
});

test('files that include each other are both analysed', () => {
  const found = around({ 'a.cu': `#include "b.cu"\n${KERNEL}`, 'b.cu': '#include "a.cu"\n' }, ['a.cu', 'b.cu']);
  assert.deepEqual([...found.parts], []);
});

test('no text costs more than its length', () => {
  const files = {
    'k.cu': KERNEL,
    'spaces.cu': `k${' '.repeat(4_000_000)}<<`,
    'names.cu': 'k '.repeat(1_000_000),
    'angles.cu': `${'k<'.repeat(1_000_000)}<<<`,
    'includes.cu': '#include "k.cuh"\n'.repeat(200_000),
    'templates.cu': 'template < '.repeat(500_000),
  };
  // The processor's time: the machine may be busy. A text that costs its square takes hours.
  const began = process.cpuUsage();
  around(files, ['k.cu']);
  around(files, ['templates.cu', 'k.cu']);
  assert.ok(process.cpuUsage(began).user < 20_000_000);
});

test('what a caller calls is looked up as well, in other files than the one that it calls', () => {
  const files = {
    'sort.cu': `${KERNEL}void sort() { k<<<1, 1>>>(0); }`,
    'main.cc': 'void sort();\nvoid merge();\nint main() { sort(); merge(); }\n',
    'merge.cc': 'void merge() {}\n',
  };
  const mentions = around(files, ['sort.cu']).mentions.get('sort.cu');
  assert.deepEqual(mentions?.get('sort'), ['main.cc']);
  assert.deepEqual(
    mentions?.get('merge'),
    ['main.cc', 'merge.cc'].filter((file) => mentions?.get('merge')?.includes(file)),
  );
  assert.ok(mentions?.get('merge')?.includes('merge.cc'));
});
