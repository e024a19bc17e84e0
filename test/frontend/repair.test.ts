import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Diagnostic } from '../../src/frontend/diagnostics.ts';
import { repair } from '../../src/frontend/repair.ts';
import { declarationsOf } from '../../src/lexical/declarations.ts';

const error = (
  line: number,
  message = 'bad',
  file: string | null = 'a.cu',
  column: number | null = null,
): Diagnostic => ({
  file,
  line,
  column,
  severity: 'error',
  message,
});

const SOURCE = [
  '#include "x.h"', // 1
  'namespace ns {', // 2
  'template <int B> __global__ void __launch_bounds__(B) k(int *p) {', // 3
  '  p[threadIdx.x] = 1;', // 4
  '}', // 5
  '} // namespace ns', // 6
  'static std::string name() {__gpurace_unreadable();', // 7
  '#if 1', // 8
  '  return std::string("}");', // 9
  '#endif', // 10
  '}', // 11
  'struct S { int a; };', // 12
  'int table[] = { 1, 2 };', // 13
  '__device__ float f(float x) { return x; }', // 14
  'extern "C" { void g(int a) { ns::k<4><<<1, 4>>>(0); } }', // 15
].join('\n');

describe('declarations', () => {
  test('functions, with their kinds, and everything else', () => {
    const seen = declarationsOf(SOURCE).map((d) => [d.kind, d.name, SOURCE.slice(0, d.start).split('\n').length]);
    assert.deepEqual(seen, [
      ['kernel', 'k', 3],
      ['host', 'name', 7],
      ['other', '', 12],
      ['other', '', 13],
      ['device', 'f', 14],
      ['host', 'g', 15],
    ]);
  });

  test('text that does not balance ends where it ends', () => {
    for (let n = 0; n < SOURCE.length; n++) declarationsOf(SOURCE.slice(0, n));
    assert.equal(declarationsOf('void f() { {{{').length, 1);
  });
});

describe('repair', () => {
  const repaired = (...errors: Diagnostic[]) =>
    repair(errors, (file) => (file === 'a.cu' ? SOURCE : undefined), 'cuda');
  const lines = (...errors: Diagnostic[]) =>
    repaired(...errors)!
      .files.get('a.cu')!
      .split('\n');

  test('a host body becomes a mark, directives and lines stay', () => {
    const text = lines(error(9));
    assert.equal(text.length, 15);
    assert.deepEqual(
      text.slice(6, 11).map((l) => l.trimEnd()),
      ['static std::string name() {__gpurace_unreadable();', '#if 1', '', '#endif', '}'],
    );
    assert.deepEqual(text.slice(0, 6), SOURCE.split('\n').slice(0, 6));
  });

  test('a pragma goes with its loop', () => {
    const source = '__device__ void f() {\n# pragma unroll\n  for (;;) bad;\n#ifdef A\n#endif\n}\n';
    const text = repair([error(3)], () => source, 'cuda')!.files.get('a.cu')!;
    assert.deepEqual(
      text.split('\n').map((line) => line.trim()),
      ['__device__ void f() {__gpurace_unreadable();', '', '', '#ifdef A', '#endif', '}', ''],
    );
  });

  test('an error in the head, on the line where the body begins, takes the function out', () => {
    const source = 'void f(int a,\n       Unknown<int> b) {\n  a = 1;\n}\nint g();\n';
    const at = (column: number) =>
      repair([error(2, "expected ')'", 'a.cu', column)], () => source, 'cuda')!
        .files.get('a.cu')!
        .split('\n')
        .map((line) => line.trim());
    assert.deepEqual(at(15), ['', '', '', '', 'int g();', '']);
  });

  test('of a device function, assembly that clang does not take is a statement', () => {
    const source = '__device__ void f(int *a) {\n  if (1) asm volatile("x %3;"\n    :: "r"(a[0]));\n  asm("y;");\n}\n';
    const at = (message: string) =>
      repair([error(2, message)], () => source, 'cuda')!
        .files.get('a.cu')!
        .split('\n');
    assert.deepEqual(
      at('invalid operand number in inline asm string').map((line) => line.trimEnd()),
      ['__device__ void f(int *a) {', '  if (1) __gpurace_unreadable();', '', '  asm("y;");', '}', ''],
    );
    assert.equal(at('bad')[3], '            ');
  });

  test('a device body becomes a mark', () => {
    assert.equal(
      lines(error(4))[2],
      'template <int B> __global__ void __launch_bounds__(B) k(int *p) {__gpurace_unreadable();',
    );
    assert.equal(lines(error(4))[3]!.trim(), '');
  });

  test('an error in a head takes the whole declaration', () => {
    assert.equal(lines(error(12))[11]!.trim(), '');
    // On one line with the body, the body goes first.
    const emptied = lines(error(14)).join('\n');
    assert.equal(emptied.split('\n')[13], '__device__ float f(float x) {__gpurace_unreadable();           }');
    const gone = repair([error(14)], () => emptied, 'cuda')!.files.get('a.cu')!;
    assert.equal(gone.split('\n')[13]!.trim(), '');
  });

  test('what was taken out is told, with the first error', () => {
    const { removals } = repaired(error(9, 'first'), error(9, 'second'), error(4, 'third'))!;
    assert.deepEqual(
      removals.map(({ line, kind, name, error: why }) => [line, kind, name, why]),
      [
        [3, 'kernel', 'k', 'third'],
        [7, 'host', 'name', 'first'],
      ],
    );
  });

  test('of a class the member with the error goes, unless it takes room in the objects', () => {
    const source = [
      'template <class T> struct alignas(8) Box : Base<T> {', // 1
      '  T value;', // 2
      ' public: constexpr operator int() const {', // 3
      '    return value.bad;', // 4
      '  }', // 5
      '  struct Part { __device__ void go() { value.bad(); } int n; };', // 6
      '  using type = typename T::bad;', // 7
      '  int bad(unknown x) const;', // 8
      '  unknown field;', // 9
      '};', // 10
    ].join('\n');
    const after = (...lines: number[]) =>
      repair(
        lines.map((line) => error(line)),
        () => source,
        'cuda',
      )!
        .files.get('a.cu')!
        .split('\n')
        .map((line) => line.trim());
    assert.deepEqual(after(4, 6, 7, 8), [
      'template <class T> struct alignas(8) Box : Base<T> {',
      'T value;',
      'public: inline __host__ __device__ operator int() const {__gpurace_unreadable();',
      '',
      '}',
      'struct Part { __device__ void go() {__gpurace_unreadable();              } int n; };',
      '',
      '',
      'unknown field;',
      '};',
    ]);
    assert.deepEqual(after(4, 9).join(''), '');
    assert.deepEqual(after(1).join(''), '');
  });

  test("in OpenCL every function is the device's, and `kernel` is a keyword", () => {
    const source = 'float f(float x) {\n  return y;\n}\nkernel void k(global int *p) {\n  *p = q;\n}\n';
    const { removals, files } = repair([error(2), error(5)], () => source, 'opencl')!;
    assert.deepEqual(
      removals.map(({ kind, name }) => [kind, name]),
      [
        ['device', 'f'],
        ['kernel', 'k'],
      ],
    );
    assert.equal(files.get('a.cu')!.split('__gpurace_unreadable').length, 3);
  });

  test('an error in our headers counts where the user led to it', () => {
    const note: Diagnostic = { ...error(9), severity: 'note', message: 'in instantiation' };
    assert.equal(repaired(error(1, 'inner', '/.gpurace/x.h'), note)!.removals[0]!.name, 'name');
    assert.equal(repaired(error(1, 'inner', '/.gpurace/x.h')), null);
  });
});
