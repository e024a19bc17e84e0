/** Statements as the text shows them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { functionsOf, pathTo, type TreeStatement } from '../../src/lexical/statement-tree.ts';

function shown(text: string): string[] {
  const lines = (statement: TreeStatement, depth: number): string[] => [
    `${'  '.repeat(depth)}${statement.kind}: ${text.slice(statement.start, statement.end).split('\n')[0]}`,
    ...statement.parts.flatMap((part) => lines(part, depth + 1)),
  ];
  return functionsOf(text).flatMap(({ name, isKernel, body }) => [
    `${name}${isKernel ? ' (kernel)' : ''}`,
    ...body.parts.flatMap((part) => lines(part, 1)),
  ]);
}

const CASES: readonly { readonly name: string; readonly text: string; readonly expected: readonly string[] }[] = [
  {
    name: 'branches and loops, with braces and without',
    text: `__global__ void k(int *a, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] > 0) a[i]--; else { a[i] = 0; }
  do { n--; } while (n > 0);
  while (a[0] == 0);
}
`,
    expected: [
      'k (kernel)',
      '  for: for (int i = 0; i < n; i++)',
      '    if: if (a[i] > 0) a[i]--; else { a[i] = 0; }',
      '      simple: a[i]--;',
      '      block: { a[i] = 0; }',
      '        simple: a[i] = 0;',
      '  do: do { n--; } while (n > 0);',
      '    block: { n--; }',
      '      simple: n--;',
      '  while: while (a[0] == 0);',
      '    simple: ;',
    ],
  },
  {
    name: 'labels, switches, initialisers, lambdas and what is no code',
    text: `namespace n { struct S { __device__ int get() const { return 1; } }; }
__device__ void f(int x) {
  int a[] = {1, 2}; // ; }
  auto g = [&](int y) { return y; };
#pragma unroll
  switch (x) { case 1: a[0] = 1; break; default: g(2); }
again:
  if constexpr (true) goto again;
  const char *s = "}";
}
`,
    expected: [
      'get',
      '  simple: return 1;',
      'f',
      '  simple: int a[] = {1, 2};',
      '  simple: auto g = [&](int y) { return y; };',
      '  switch: switch (x) { case 1: a[0] = 1; break; default: g(2); }',
      '    block: { case 1: a[0] = 1; break; default: g(2); }',
      '      label: case 1:',
      '      simple: a[0] = 1;',
      '      simple: break;',
      '      label: default:',
      '      simple: g(2);',
      '  label: again:',
      '  if: if constexpr (true) goto again;',
      '    simple: goto again;',
      '  simple: const char *s = "}";',
    ],
  },
  {
    name: 'kernels of OpenCL, and a text that ends early',
    text: 'kernel void a(global int *p) { p[0] = 1; }\n__kernel void b() { if (',
    expected: ['a (kernel)', '  simple: p[0] = 1;', 'b (kernel)', '  if: if', '    simple:'],
  },
];

for (const { name, text, expected } of CASES) {
  test(name, () =>
    assert.deepEqual(
      shown(text).map((line) => line.trimEnd()),
      expected,
    ),
  );
}

test('the way to a statement', () => {
  const text = '__global__ void k(int *a) { if (a[0]) { a[1] = 2; } }';
  const [fn] = functionsOf(text);
  const kinds = (at: string) => pathTo(fn!, text.indexOf(at)).map(({ kind }) => kind);
  assert.deepEqual(kinds('a[1]'), ['block', 'if', 'block', 'simple']);
  assert.deepEqual(kinds('a[0]'), ['block', 'if']);
  assert.deepEqual(kinds('__global__'), []);
});
