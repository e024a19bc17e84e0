/** Whether an edit makes of a kernel what it was at the base, by the texts alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AsAtBase } from '../../src/compare/as-at-base.ts';
import type { ChangedFile } from '../../src/diff/changed-file.ts';
import { parsePatch } from '../../src/diff/patch.ts';
import { changedRuns } from '../../src/lexical/line-diff.ts';
import { linesOf } from '../../src/lexical/lines.ts';
import { editsBetween } from '../../src/lexical/text-edits.ts';
import type { KernelResult } from '../../src/model/result.ts';
import type { Sources } from '../../src/source/index.ts';

const sources = (files: Readonly<Record<string, string>>): Sources => ({
  files: Object.keys(files),
  read: (file) => files[file],
});

interface Sides {
  readonly base: Readonly<Record<string, string>>;
  readonly head: Readonly<Record<string, string>>;
  /** The text of `a.cu` with the edit. */
  readonly edited: string;
  readonly headers?: readonly string[];
}

function isAsAtBase({ base, head, edited, headers = [] }: Sides): boolean {
  const changed = [...new Set([...Object.keys(base), ...Object.keys(head)])]
    .filter((path) => base[path] !== head[path])
    .map((path): ChangedFile => {
      const status = base[path] === undefined ? 'added' : head[path] === undefined ? 'removed' : 'modified';
      return { path, previousPath: null, status, lines: linesBetween(base[path] ?? '', head[path] ?? '') };
    });
  const units = [{ file: 'a.cu', throughHeaders: headers }];
  const asAtBase = new AsAtBase({ base: sources(base), head: sources(head), changed, units });
  const kernel = { file: 'a.cu', kernel: 'k' } as KernelResult;
  return asAtBase.of(kernel, editsBetween('a.cu', head['a.cu']!, edited));
}

function linesBetween(before: string, now: string): ChangedFile['lines'] {
  const hunks = changedRuns(linesOf(before), linesOf(now)).map(({ from, to, nowFrom, nowTo }) => {
    const [old, fresh] = [linesOf(before).slice(from, to), linesOf(now).slice(nowFrom, nowTo)];
    const header = `@@ -${from + 1},${old.length} +${nowFrom + 1},${fresh.length} @@`;
    return [header, ...old.map((line) => `-${line}`), ...fresh.map((line) => `+${line}`)].join('\n');
  });
  return parsePatch(hunks.join('\n'));
}

const k = (barrier = '  __syncthreads();\n') =>
  `__global__ void k(int *row) {\n  row[threadIdx.x] = 1;\n${barrier}  row[0]++;\n}\n`;
const other = (name: string, value: number) => `__global__ void ${name}(int *row) {\n  *row = ${value};\n}\n`;

test('the text is that of the base, but for remarks', () => {
  assert.equal(isAsAtBase({ base: { 'a.cu': k() }, head: { 'a.cu': k('') }, edited: k() }), true);
  const edited = `// a remark\n${k()}`;
  assert.equal(isAsAtBase({ base: { 'a.cu': k() }, head: { 'a.cu': `// a remark\n${k('')}` }, edited }), true);
  assert.equal(isAsAtBase({ base: { 'a.cu': k() }, head: { 'a.cu': k('') }, edited: k('  __syncwarp();\n') }), false);
});

test('what differs besides stands in another kernel', () => {
  const sides = (around: (value: number) => string, end = '') => ({
    base: { 'a.cu': `${around(1)}${k()}${end}` },
    head: { 'a.cu': `${around(2)}${k('')}${end}` },
    edited: `${around(2)}${k()}${end}`,
  });
  assert.equal(isAsAtBase(sides((value) => other('l', value))), true);
  // A host may launch it.
  assert.equal(isAsAtBase(sides((value) => other('l', value), 'void f(int *p) {\n  l<<<1, 1>>>(p);\n}\n')), true);
  assert.equal(isAsAtBase(sides((value) => other('l', value), '__device__ void f() {\n  // as l\n}\n')), true);
  const unrolled = (value: number) => other('l', value).replace('  *row', `#pragma unroll ${value}\n  *row`);
  assert.equal(isAsAtBase(sides(unrolled)), true);
  // The kernel may come by it.
  assert.equal(isAsAtBase(sides((value) => other('l', value), '__device__ void f() {\n  l<<<1, 1>>>(0);\n}\n')), false);
  assert.equal(isAsAtBase(sides((value) => other('l', value), '#define CALL l\n')), false);
  assert.equal(isAsAtBase(sides((value) => `#define SIZE ${value}\n`)), false);
  assert.equal(isAsAtBase(sides((value) => `__device__ int f() {\n  return ${value};\n}\n`)), false);
  assert.equal(isAsAtBase(sides((value) => `void f(int *p) {\n  k<<<1, ${value}>>>(p);\n}\n`)), false);
  assert.equal(isAsAtBase(sides((value) => other('k', value))), false, 'another one of its name');
  const directive = (value: number) => other('l', value).replace('  *row', `#define SIZE ${value}\n  *row`);
  assert.equal(isAsAtBase(sides(directive)), false);
});

test('what else the change wrote has nothing to say of the kernel', () => {
  const sides = (file: string, before: string, now: string, headers: readonly string[] = []) => ({
    base: { 'a.cu': k(), [file]: before },
    head: { 'a.cu': k(''), [file]: now },
    edited: k(),
    headers,
  });
  assert.equal(isAsAtBase(sides('README.md', 'one', 'two')), true);
  assert.equal(
    isAsAtBase(sides('b.cu', 'int x;\n', 'int  x; // what it is\n')),
    false,
    'blanks within a line may be code',
  );
  assert.equal(isAsAtBase(sides('b.cu', 'int x;\n', 'int x; // what it is\n')), true);
  assert.equal(isAsAtBase(sides('b.cu', other('l', 1), other('l', 2))), true);
  assert.equal(isAsAtBase(sides('b.cuh', other('l', 1), other('l', 2), ['b.cuh'])), false, 'a header of the program');
  assert.equal(isAsAtBase(sides('b.cpp', 'int size = 1;\n', 'int size = 2;\n')), false);
  assert.equal(isAsAtBase(sides('CMakeLists.txt', 'set(A 1)\n', 'set(A 2)\n')), false);
});
