import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Diagnostic } from '../../src/frontend/diagnostics.ts';
import { standIns } from '../../src/frontend/stand-ins.ts';
import { assumptionText } from '../../src/model/assumption.ts';

const SOURCE = [
  'int *buffer;', // 1
  '__global__ void k(int *p) {', // 2
  '  p[threadIdx.x % WIDTH] = buffer[0];', // 3
  '}', // 4
  'void run() { int n = HOST_SIZE; }', // 5
  'static int tile[ROWS];', // 6
].join('\n');

const error = (line: number, message: string): Diagnostic => ({
  file: 'a.cu',
  line,
  column: 1,
  severity: 'error',
  message,
});
const note = (line: number, message: string): Diagnostic => ({ ...error(line, message), severity: 'note' });
const read = (file: string) => (file === 'a.cu' ? SOURCE : undefined);

test('what was tried before is not tried again', () => {
  const tried = new Set<string>();
  const diagnostics = [
    error(3, "reference to __host__ variable 'buffer' in __global__ function"),
    note(1, 'host variable declared here'),
  ];
  assert.equal(standIns(diagnostics, read, tried).assumptions.length, 1);
  const again = standIns(diagnostics, read, tried);
  assert.deepEqual(again.assumptions, []);
  assert.deepEqual(again.rest, diagnostics);
});

test('a host variable in device code gets __device__ where it is declared', () => {
  const diagnostics = [
    error(3, "reference to __host__ variable 'buffer' in __global__ function"),
    note(1, 'host variable declared here'),
  ];
  const { files, assumptions } = standIns(diagnostics, read, new Set());
  assert.equal(files.get('a.cu')!.split('\n')[0], '__device__ int *buffer;');
  assert.deepEqual(assumptions.map(assumptionText), [
    'buffer is a __device__ variable, which its declaration does not say (a.cu:1)',
  ]);
});

test('a variable whose declaration is not ours to change stays an error', () => {
  const diagnostics = [error(3, "reference to __host__ variable 'x' in __device__ function")];
  assert.deepEqual(standIns(diagnostics, read, new Set()).rest, diagnostics);
});

/** A text, what clang says of its lines, and what becomes of it. */
const STRICTER: Record<
  string,
  { text: string; said: readonly (readonly [line: number, message: string, column?: number])[]; becomes: string }
> = {
  'a member that is a template of a class that hangs on a parameter says that it is one': {
    text: 'template <class A, class B> void all(A *a, B *b) {\n  Convert<A, B>::rows<4>(a, b), Convert<B, A>::rows<2>(b, a);\n}\n',
    said: [[2, "missing 'template' keyword prior to dependent template name 'rows'"]],
    becomes:
      'template <class A, class B> void all(A *a, B *b) {\n  Convert<A, B>::template rows<4>(a, b), Convert<B, A>::template rows<2>(b, a);\n}\n',
  },
  'a pointer to void is moved by bytes': {
    text: 'void *at(void *p, int n) {\n  return p + n * 4;\n  p -= n;\n}\n',
    said: [
      [2, 'arithmetic on a pointer to void', 12],
      [3, 'arithmetic on a pointer to void', 5],
    ],
    becomes: 'void *at(void *p, int n) {\n  return p + __gpurace_bytes{} + n * 4;\n  p -= __gpurace_bytes{} + n;\n}\n',
  },
  'a constexpr variable whose value is reached through a reference is const': {
    text: 'void f(S &s) {\n  constexpr float k = 1.f / s.SCALE;\n}\n',
    said: [[2, "constexpr variable 'k' must be initialized by a constant expression"]],
    becomes: 'void f(S &s) {\n  const     float k = 1.f / s.SCALE;\n}\n',
  },
  'a specialisation in a macro is for both sides, as its template is': {
    text: '__host__ __device__ constexpr int id() { return 0; }\n#define ID(T) \\\n  template <> \\\n  constexpr int id<T>() { return 1; }\nID(int)\n',
    said: [
      [5, "no function template matches function template specialization 'id'"],
      [4, "note: expanded from macro 'ID'"],
      [1, 'note: candidate template ignored: target attributes do not match'],
    ],
    becomes:
      '__host__ __device__ constexpr int id() { return 0; }\n#define ID(T) \\\n  template <> \\\n  __host__ __device__ constexpr int id<T>() { return 1; }\nID(int)\n',
  },
  'a specialisation over two lines is constexpr, as its template is': {
    text: 'template <>\nHash<bool>::result __device__ inline\nHash<bool>::operator()(bool k) const { return k; }\n',
    said: [[3, "non-constexpr declaration of 'operator()' follows constexpr declaration"]],
    becomes:
      'template <>\nconstexpr Hash<bool>::result __device__ inline\nHash<bool>::operator()(bool k) const { return k; }\n',
  },
  'a __shared__ variable with a constructor is memory under its name': {
    text: '__global__ void k() {\n  __shared__ __align__(16) State s[2];\n}\n',
    said: [[2, 'initialization is not supported for __shared__ variables']],
    becomes:
      '__global__ void k() {\n  auto &s = []() __device__ -> auto & { __shared__ __align__(16) __gpurace_raw<State[2]> s; return reinterpret_cast<State (&)[2]>(s); }();\n}\n',
  },
};
for (const [name, { text, said, becomes }] of Object.entries(STRICTER)) {
  test(name, () => {
    const diagnostics = said.map(([line, message, column = 1]) => ({
      ...(message.startsWith('note: ') ? note(line, message.slice(6)) : error(line, message)),
      column,
    }));
    const { files, rest } = standIns(diagnostics, (file) => (file === 'a.cu' ? text : undefined), new Set());
    assert.equal(files.get('a.cu'), becomes);
    assert.deepEqual(
      rest.filter(({ severity }) => severity === 'error'),
      [],
    );
  });
}
