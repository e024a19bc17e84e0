import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { compileUnit } from '../../src/analysis/compile-unit.ts';
import { createEngines, loadEngineParts } from '../../src/analysis/engines.ts';
import type { Clang } from '../../src/frontend/index.ts';
import { assumptionText } from '../../src/model/assumption.ts';
import type { Language } from '../../src/model/result.ts';
import { memoryTree } from '../../src/source/index.ts';

let clang: Clang;
before(async () => {
  clang = createEngines(await loadEngineParts()).clang;
});

function compile(text: string | Record<string, string>, language: Language = 'cuda') {
  const main = language === 'opencl' ? 'a.cl' : 'a.cu';
  const files = typeof text === 'string' ? { [main]: text } : text;
  const options = { includeDirs: [], defines: [], std: null };
  const unit = compileUnit(clang, {
    language,
    side: 'device',
    file: main,
    tree: memoryTree(new Map(Object.entries(files))),
    options,
  });
  return {
    compiles: unit.result.ir !== null,
    removals: unit.removals.map(({ name }) => name),
    said: unit.additions.map(assumptionText),
    kernels: Array.from(
      (unit.result.ir ?? '').matchAll(/^define (?:dso_local )?(?:ptx_kernel|spir_kernel)[^@]*@(\w+)/gm),
      (match) => match[1],
    ),
  };
}

interface Case {
  readonly what: string;
  readonly text: string | Record<string, string>;
  readonly language?: Language;
  readonly said: readonly string[];
}

const STAND_IN = 'a stand-in: the sources do not define it';

const CASES: readonly Case[] = [
  {
    what: 'a type without more is a float, or what its name speaks of',
    text: 'extern "C" __global__ void k(real *a, index_t n, flag_t *f) { a[n] = a[0] * 2; f[n] = true; }',
    said: [
      `real is taken for float (${STAND_IN}, a.cu:1)`,
      `index_t is taken for int (${STAND_IN}, a.cu:1)`,
      `flag_t is taken for bool (${STAND_IN}, a.cu:1)`,
    ],
  },
  {
    what: 'a type whose values are subscripts is an integer',
    text: 'extern "C" __global__ void k(int *a, const KEY *b) { KEY key = b[threadIdx.x]; a[key] = 1; }',
    said: [`KEY is taken for int (${STAND_IN}, a.cu:1)`],
  },
  {
    what: 'a class template, with parameters that are values where the arguments are',
    text: 'extern "C" __global__ void k(int *a) { lib<int, 3> f; mix<2, int, 3> g; a[0] = f(a[1]) + g(1); if (f(1) == 2) a[1] += g(3); }',
    said: [
      `lib is taken for a class template of which nothing is known (${STAND_IN}, a.cu:1)`,
      `mix is taken for a class template of which nothing is known (${STAND_IN}, a.cu:1)`,
    ],
  },
  {
    what: 'a vector by its members and the number in its name, and the function that makes it',
    text: 'extern "C" __global__ void k(real4 *a, V *b) { real4 r = make_real4(1, 2, 3, 4); a[threadIdx.x] = r; V v = b[0]; v.z = 1; b[1] = v; }',
    said: [
      `make_real4 is taken for make_float4 (${STAND_IN}, a.cu:1)`,
      `real4 is taken for float4 (${STAND_IN}, a.cu:1)`,
      `V is taken for float4 (${STAND_IN}, a.cu:1)`,
    ],
  },
  {
    what: 'any other members make a struct',
    text: 'kernel void k(global int *a, Shape s) { a[s.offset] = s.rows; }',
    language: 'opencl',
    said: [`Shape is taken for a struct with offset, rows (${STAND_IN}, a.cl:1)`],
  },
  {
    what: 'what is declared for newer versions of the sources, of which nobody says the version',
    text: {
      'a.cu': '#include "kinds.h"\nextern "C" __global__ void k(int *a) { a[threadIdx.x] = short_kind + narrow_kind; }',
      'kinds.h': [
        '#ifndef LIB_VERSION',
        '#define LIB_VERSION LIB_VERSION_CURRENT',
        '#endif',
        'enum kind {',
        '  int_kind,',
        '#if LIB_VERSION >= 32',
        '  short_kind,',
        '#endif',
        '#if LIB_VERSION >= 34',
        '  narrow_kind,',
        '#endif',
        '};',
      ].join('\n'),
    },
    said: [`LIB_VERSION = 34, the newest version that the sources ask for (${STAND_IN}, kinds.h:6)`],
  },
  {
    what: "boost's shared pointers are the standard's",
    text: [
      '#include <boost/scoped_ptr.hpp>',
      '#include <boost/shared_ptr.hpp>',
      'using boost::shared_ptr;',
      'struct Node { shared_ptr<Node> next; };',
      'void f() { boost::scoped_ptr<int> p(new int); shared_ptr<Node> n; *p = n ? 1 : 0; }',
      'extern "C" __global__ void k(int *a) { a[threadIdx.x] = 1; }',
    ].join('\n'),
    said: [],
  },
  {
    what: 'a constant; labels are different ones',
    text: 'extern "C" __global__ void k(int *a, int m) { switch (m) { case MODE_A: a[0] = WIDTH; break; case MODE_B: a[1] = width; } }',
    said: [
      `MODE_A = 1 (${STAND_IN}, a.cu:1)`,
      `WIDTH = 16 (${STAND_IN}, a.cu:1)`,
      `MODE_B = 2 (${STAND_IN}, a.cu:1)`,
      `width = 16 (${STAND_IN}, a.cu:1)`,
    ],
  },
  {
    what: 'a macro that asks for a feature says no',
    text: '#if HAS_FEATURE(SHUFFLE)\n#error\n#endif\nextern "C" __global__ void k(int *a) { a[0] = 1; }',
    said: [`HAS_FEATURE(…) = 0 (${STAND_IN}, a.cu:1)`],
  },
  {
    what: 'a configuration that was not made is passed over',
    text: '#ifndef CONFIGURED\n#error "run configure first"\n#endif\nextern "C" __global__ void k(int *a) { a[0] = 1; }',
    said: ['an #error was ignored: "run configure first" (a.cu:2)'],
  },
  {
    what: 'words before a declaration are specifiers',
    text: 'FORCE_INLINE int twice(int x) { return 2 * x; }\nMY_DEVICE int thrice(int x) { return 3 * x; }\nextern "C" __global__ void k(int *a) { a[0] = thrice(1); }',
    said: [
      `FORCE_INLINE is taken for nothing (${STAND_IN}, a.cu:1)`,
      `MY_DEVICE is taken for __device__ (${STAND_IN}, a.cu:2)`,
    ],
  },
  {
    what: 'functions without a body',
    text: 'extern "C" __global__ void k(int *a) { a[0] = transformed(a[1]); }',
    said: [`transformed is taken for a function that is not known (${STAND_IN}, a.cu:1)`],
  },
  {
    what: 'a namespace of a library',
    text: 'void run(lib::stream s, const lib::buffer<int> &b) { lib::log(s); use(b.data(), lib::mr::current()); }\nextern "C" __global__ void k(int *a) { a[0] = 1; }',
    said: [
      `lib is taken for a namespace of which only names are known (${STAND_IN}, a.cu:1)`,
      `use is taken for a function that is not known (${STAND_IN}, a.cu:1)`,
    ],
  },
  {
    what: 'what one of our headers declares',
    text: 'extern "C" __global__ void k(int *a) { a[0] = std::is_same<int, float>::value; }',
    said: ['std::is_same is the one of <type_traits>, which is not included (a.cu:1)'],
  },
  {
    what: 'a function of one of our headers that gives a reference',
    text: 'template <class F, class... A> void timed(F f, A &&...a) { f(std::forward<A>(a)...); }\nvoid run(int n) { timed([](int) {}, n); }\nextern "C" __global__ void k(int *a) { a[0] = 1; }',
    said: ['std::forward is the one of <utility>, which is not included (a.cu:1)'],
  },
  {
    what: 'operators of vectors',
    text: 'extern "C" __global__ void k(float3 *a) { a[0] = a[1] + 2.0f * a[2]; }',
    said: [`operators of vectors are taken for those of <helper_math.h> (${STAND_IN}, a.cu:1)`],
  },
  {
    what: 'operators of vectors of doubles',
    text: 'extern "C" __global__ void k(double3 *a) { a[0] = 1 / 2.0 * a[1] - make_double3(0); }',
    said: [`operators of vectors are taken for those of <helper_math.h> (${STAND_IN}, a.cu:1)`],
  },
  {
    what: 'a macro that makes functions those of the device',
    text: '#ifdef BUILT_BY_NVCC\n#define DEVICE __device__\n#else\n#define DEVICE\n#endif\nDEVICE inline int one() { return 1; }\nextern "C" __global__ void k(int *a) { a[0] = one(); }',
    said: [`BUILT_BY_NVCC is defined, as DEVICE stands for __device__ then (${STAND_IN}, a.cu:1)`],
  },
  {
    what: 'what the sources say behind an #if',
    text: '#ifdef SINGLE\n#define REAL float\n#elif defined(DOUBLE)\n#define REAL double\n#endif\nkernel void k(global REAL *a) { a[0] = 1; }',
    language: 'opencl',
    said: ['REAL = float (a.cl:2)'],
  },
];

test('what an unknown function gives to a vector that the repository states is that vector', () => {
  const text = 'extern "C" __global__ void k(double4 *p) { real3 q = trim(p[0]); q += trim(p[1]); p[0].x = q.x; }';
  const request = {
    language: 'cuda',
    side: 'device',
    file: 'a.cu',
    tree: memoryTree(new Map([['a.cu', text]])),
    options: { includeDirs: [], defines: [], std: null },
  } as const;
  const stated = { value: 'double3', parameters: '', file: 'build.cpp', line: 1 };
  const { result, removals } = compileUnit(clang, request, {
    stated: (name) => (name === 'real3' ? stated : null),
    before: [],
  });
  assert.deepEqual(removals, []);
  assert.notEqual(result.ir, null);
});

test('an #error that wants one of several macros gets the one that the build defines', () => {
  const text =
    '#if defined SINGLE\ntypedef float real;\n#elif defined DOUBLE\ntypedef double real;\n#else\n#error "SINGLE or DOUBLE"\n#endif\nextern "C" __global__ void k(real *a) { a[0] = sizeof(real); }';
  const request = {
    language: 'cuda',
    side: 'device',
    file: 'a.cu',
    tree: memoryTree(new Map([['a.cu', text]])),
    options: { includeDirs: [], defines: [], std: null },
  } as const;
  const stated = { value: '1', parameters: '', file: 'Makefile', line: 3 };
  const { result, removals, additions } = compileUnit(clang, request, {
    stated: (name) => (name === 'DOUBLE' ? stated : null),
    before: [],
  });
  assert.deepEqual(removals, []);
  assert.deepEqual(additions.map(assumptionText), ['DOUBLE = 1 (Makefile:3)']);
  assert.match(result.ir ?? '', /store double 8/);
});

describe('names that nobody declares', () => {
  for (const { what, text, language, said } of CASES) {
    test(what, () => {
      const unit = compile(text, language);
      assert.deepEqual(unit.said.toSorted(), said.toSorted());
      assert.deepEqual(unit.removals, []);
      assert.deepEqual(unit.kernels, ['k']);
    });
  }

  test('a statement that is not known may be a barrier: it stays behind as what cannot be read', () => {
    const text = 'extern "C" __global__ void k(int *a) {\n  a[0] = 1;\n  SYNC_ALL;\n  a[1] = 1;\n}';
    const unit = compile(text);
    assert.deepEqual(unit.said, [`SYNC_ALL is taken for a statement that is not known (${STAND_IN}, a.cu:3)`]);
    assert.deepEqual(unit.kernels, ['k']);
  });

  test('a made-up number in host code could only mislead: it is a value of which nothing is known', () => {
    const unit = compile('int rows() { return ROWS_OF_HOST; }\nextern "C" __global__ void k(int *a) { a[0] = 1; }');
    assert.deepEqual(unit.said, [`ROWS_OF_HOST is taken for a value of which nothing is known (${STAND_IN}, a.cu:1)`]);
    assert.deepEqual(unit.removals, []);
    assert.deepEqual(unit.kernels, ['k']);
  });

  test('host code in C has no such values', () => {
    const files = new Map([['a.c', 'int rows(void) { return ROWS_OF_HOST; }\nint main(void) { return 0; }']]);
    const options = { includeDirs: [], defines: [], std: 'gnu17' };
    const unit = compileUnit(clang, { language: 'cuda', side: 'host', file: 'a.c', tree: memoryTree(files), options });
    assert.notEqual(unit.result.ir, null);
    assert.deepEqual(
      unit.removals.map(({ name }) => name),
      ['rows'],
    );
    assert.deepEqual(unit.additions, []);
  });

  test('one that has to be a constant is taken out with what needs it', () => {
    const text =
      'void f(int x) { switch (x) { case OF_HOST: break; } }\nextern "C" __global__ void k(int *a) { a[0] = 1; }';
    const unit = compile(text);
    assert.deepEqual(unit.removals, ['f']);
    assert.deepEqual(unit.kernels, ['k']);
  });

  test('a check that a text is given to is no number', () => {
    const check = (use: string) => `void f(int x) { ${use} }\nextern "C" __global__ void k(int *a) { a[0] = 1; }`;
    for (const use of [
      'CHECK_IT(x > (1)) << "so " << x << "!";',
      'auto s = static_cast<cudaStream_t>(stream_of(x));',
    ]) {
      assert.deepEqual(compile(check(use)).removals, [], use);
    }
  });

  test('a template that is brought from a namespace of which only names are known', () => {
    const text =
      'using lib::Maybe;\nvoid f(Maybe<int> x) { int y = x.value(); }\nextern "C" __global__ void k(int *a) { a[0] = 1; }';
    assert.deepEqual(compile(text).removals, []);
  });

  test('values that tell cases apart differ, where two of them would be one case', () => {
    const text = `struct Code { int code; };
constexpr Code half = {kHalf}, whole = {kWhole};
constexpr int tile[kSize * 2] = {};
void f(int x) {
  switch (x) {
    case half.code: break;
    case whole.code: break;
  }
}
extern "C" __global__ void k(int *a) { a[0] = 1; }`;
    const unit = compile(text);
    assert.deepEqual(unit.removals, []);
    const values = unit.said.map((line) => line.replace(/ \(.*/, ''));
    assert.deepEqual(values, ['kHalf = 17', 'kWhole = 18', 'kSize = 16']);
  });

  test('what an error before it took away is not made up', () => {
    const text = 'extern "C" __global__ void k(int *a) { missing::type<int> found = 1 +; a[0] = found; }';
    assert.deepEqual(
      compile(text).said.filter((line) => line.startsWith('found')),
      [],
    );
  });

  test('a name that the program declares further down is withdrawn', () => {
    const unit = compile({
      'a.cu':
        '#ifdef NEVER\nstruct late;\n#endif\nextern "C" __global__ void k(late *a) { }\nstruct late { int x; };\n',
    });
    assert.deepEqual(unit.said, []);
  });
});
