import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Assembly, assembledIn, sourcesBefore } from '../../src/lexical/assembled-sources.ts';

const CASES: readonly (readonly [what: string, text: string, found: readonly (readonly [string, string])[]])[] = [
  [
    'a list of constants that a build makes of files',
    'get("k", {{ops_cl_src, scan_cl_src}}, args);',
    [['scan', 'ops']],
  ],
  [
    'a sum of members of a class of sources',
    'make(Sources::vectors+KernelSources::grid + cu.replace(Sources::ewald, words));',
    [
      ['grid', 'vectors'],
      ['ewald', 'vectors grid'],
    ],
  ],
  [
    'files that are read',
    'src = read("cl/common.cl") + "\\n"; src = read("a.cl")\n  + read("k/b.cl");',
    [['b.cl', 'a.cl']],
  ],
  ['files in a list', 'const char *all[] = { "common.cl", "sort.cl" };', [['sort.cl', 'common.cl']]],
  ['arguments are no list', 'swap(a_src, b_src); f("a.cl", "b.cl");', []],
  ['a call, a class and a sum of values', 'Kernel::run() + Kernel::size; a + b_count', []],
];
for (const [what, text, found] of CASES) {
  test(what, () => {
    const table = new Map<string, Assembly[]>();
    assembledIn(text, 'host.cpp', table);
    assert.deepEqual(
      [...table].map(([name, [first]]) => [name, first!.before.join(' ')]),
      found,
    );
  });
}

test('the nearest host code says which, and files of the same kind are meant', () => {
  const table = new Map<string, Assembly[]>();
  assembledIn('\n{{far_src, scan_src}}', 'old/host.cpp', table);
  assembledIn('\n{{ops_src, gone_src, scan_src}}', 'cl/host.cpp', table);
  const paths = ['cl/ops.h', 'cl/ops.cl', 'old/ops.cl', 'old/far.cl', 'cl/k/scan.cl'];
  const found = sourcesBefore(table, 'cl/k/scan.cl', (suffix) => paths.filter((path) => path.endsWith(`/${suffix}`)));
  assert.deepEqual(found, [{ source: 'cl/ops.cl', file: 'cl/host.cpp', line: 2 }]);
});

test('no text takes long', () => {
  const table = new Map<string, Assembly[]>();
  for (const piece of ['a_src + ', 'a_src ((((', '"a.cl" , ', 'Sources::a(', '{'.repeat(40), 'x::']) {
    const start = performance.now();
    assembledIn(piece.repeat(200_000), 'host.cpp', table);
    assert.ok(performance.now() - start < 3000, piece);
  }
});
