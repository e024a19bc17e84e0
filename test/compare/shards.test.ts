import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planShards } from '../../src/compare/shards.ts';
import type { ChangedFile } from '../../src/diff/changed-file.ts';

type Files = Readonly<Record<string, string>>;
const kernel = (name: string, lines = 1) => `__global__ void ${name}() {\n${'  // …\n'.repeat(lines)}}\n`;
const changed = (path: string, more: Partial<ChangedFile> = {}): ChangedFile => ({
  path,
  previousPath: null,
  status: 'modified',
  lines: null,
  ...more,
});

function plan(head: Files, base: Files | null, changes: readonly ChangedFile[], count: number): string[] {
  const side = (files: Files) => ({ files: Object.keys(files), read: (file: string) => files[file] });
  const units = (files: Files) => Object.keys(files).filter((file) => file.endsWith('.cu'));
  const { shards } = planShards(
    { sources: side(head), units: units(head).map((file) => ({ file, throughHeaders: [] })) },
    base === null ? null : { sources: side(base), units: units(base) },
    changes,
    count,
  );
  return shards.map((shard) => [...shard.head.map(({ file }) => file), '|', ...shard.base].join(' '));
}

test('the dearest first, each to the shard that has least', () => {
  const files = {
    'a.cu': kernel('a', 900),
    'b.cu': kernel('b', 500),
    'c.cu': kernel('c', 400),
    'd.cu': kernel('d', 300),
  };
  assert.deepEqual(plan(files, null, [], 2), ['a.cu d.cu |', 'b.cu c.cu |']);
  assert.deepEqual(plan(files, null, [], 1), ['a.cu b.cu c.cu d.cu |']);
  assert.deepEqual(plan({ 'a.cu': kernel('a') }, null, [], 3), ['a.cu |', '|', '|']);
});

test('both sides of a unit are in one shard, also when it was renamed or removed', () => {
  const base = { 'a.cu': kernel('a'), 'b.cu': kernel('b'), 'c.cu': kernel('c') };
  const head = { 'a.cu': kernel('a'), 'z.cu': kernel('b') };
  const changes = [
    changed('z.cu', { status: 'renamed', previousPath: 'b.cu' }),
    changed('c.cu', { status: 'removed' }),
  ];
  assert.deepEqual(plan(head, base, changes, 3), ['a.cu | a.cu', 'z.cu | b.cu', '| c.cu']);
});

test('units that share a kernel of a header, or between which a kernel moved, stay together', () => {
  const base = {
    'k.cuh': kernel('shared'),
    'a.cu': '#include "k.cuh"\n',
    'b.cu': '#include "k.cuh"\n',
    'c.cu': kernel('moves'),
    'd.cu': kernel('d'),
  };
  const head = { ...base, 'c.cu': '// nothing left\n', 'd.cu': kernel('d') + kernel('moves') };
  assert.deepEqual(plan(head, base, [changed('c.cu'), changed('d.cu')], 4), [
    'c.cu d.cu | c.cu d.cu',
    'a.cu b.cu | a.cu b.cu',
    '|',
    '|',
  ]);
});

test('a plan is known again, and one of other work is another', () => {
  const side = (files: Files) => ({ sources: { files: Object.keys(files), read: (file: string) => files[file] } });
  const id = (files: Files, count = 2) => {
    const units = Object.keys(files).map((file) => ({ file, throughHeaders: [] }));
    return planShards({ ...side(files), units }, null, [], count).id;
  };
  assert.equal(id({ 'a.cu': kernel('a') }), id({ 'a.cu': kernel('a') }));
  assert.notEqual(id({ 'a.cu': kernel('a') }), id({ 'a.cu': kernel('b') }));
  assert.notEqual(id({ 'a.cu': kernel('a') }), id({ 'a.cu': kernel('a') }, 3));
});
