/** Sources that are adapted before they compile: what was assumed is told with each kernel. */

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { analyseUnit } from '../../src/analysis/analyse-unit.ts';
import { createEngines, type Engines, loadEngineParts } from '../../src/analysis/engines.ts';
import { languageOf } from '../../src/analysis/language.ts';
import { type CheckOptions, DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import type { KernelResult } from '../../src/model/result.ts';
import { memoryTree } from '../../src/source/index.ts';
import type { UnitEvent } from '../../src/unit/event.ts';
import { assumptionsOf, reasonsOf } from '../texts.ts';

let engines: Engines;
before(async () => {
  engines = createEngines(await loadEngineParts());
});

function kernels(
  files: Readonly<Record<string, string>>,
  file: string,
  options: Partial<CheckOptions> = {},
  templateLaunches: ReadonlyMap<string, readonly string[]> = new Map(),
): KernelResult[] {
  const events: UnitEvent[] = [];
  const tree = memoryTree(new Map(Object.entries(files)));
  const job = {
    file,
    language: languageOf(tree, file, null),
    options: { ...DEFAULT_CHECK_OPTIONS, ...options },
    skip: new Map(),
    templateLaunches,
  };
  analyseUnit(job, tree, engines, (event) => events.push(event));
  return events.flatMap((event) => (event.type === 'kernel' ? [event.result] : []));
}

test('pointers to void are moved by bytes', () => {
  const text = (packet: string) => `template <int SIZE> struct Packets {
  void *first;
  __device__ void *at(int i) { return first + i * SIZE; }
  __device__ void skip(int n) {
    first += n * SIZE;
    first -= SIZE;
  }
};
__global__ void fill(int *out) {
  Packets<4> packets{out};
  packets.skip(1 + blockIdx.x * blockDim.x);
  *static_cast<int *>(packets.at(${packet})) = threadIdx.x;
}
void launch(int *out) { fill<<<4, 64>>>(out); }
`;
  const verdictOf = (packet: string) => kernels({ 'k.cu': text(packet) }, 'k.cu').map(({ verdict }) => verdict);
  assert.deepEqual(verdictOf('threadIdx.x'), ['race-free']);
  assert.deepEqual(verdictOf('threadIdx.x / 2'), ['racy']);
});

test('of a value that nobody declares in host code nothing is assumed, and launches beside it are seen', () => {
  const text = (width: string) => `__global__ void spread(int *a, int width) {
  a[threadIdx.x * width] = threadIdx.x;
}
void run(int *a, lib::Device device) {
  CHECK_EQ(device.kind, kGpu) << "wrong device";
  if (device.kind == kGpu) spread<<<1, 64>>>(a, ${width});
}
`;
  const ofWidth = (width: string) => kernels({ 'k.cu': text(width) }, 'k.cu').map(({ verdict }) => verdict);
  assert.deepEqual(ofWidth('1'), ['race-free']);
  assert.deepEqual(ofWidth('0'), ['racy']);
  assert.deepEqual(ofWidth('kWidth'), ['conditional']);
});

describe('header lines', () => {
  const CUDA =
    '//pass\n//--blockDim=64 --gridDim=1 -DSTEP=2\n__global__ void k(int *p) { p[threadIdx.x * STEP] = 1; p[blockIdx.x] = 1; }\n';

  test('give the launch and the macros', () => {
    const [kernel] = kernels({ 'k.cu': CUDA }, 'k.cu');
    assert.ok(assumptionsOf(kernel!).includes('gridDim = 1 (k.cu:2)'));
    assert.ok(assumptionsOf(kernel!).includes('blockDim = 64 (k.cu:2)'));
    assert.ok(assumptionsOf(kernel!).includes('STEP = 2 (k.cu:2)'));
    assert.ok(!assumptionsOf(kernel!).some((a) => a.startsWith('launch sizes are not known')));
  });

  test('for OpenCL too', () => {
    const text =
      '//pass\n//--local_size=16 --global_size=64\n__kernel void k(__global int *p) { p[get_global_id(0)] = 1; }\n';
    const [kernel] = kernels({ 'k.cl': text }, 'k.cl');
    assert.equal(kernel!.verdict, 'race-free');
    assert.ok(assumptionsOf(kernel!).includes('gridDim = 4 (k.cl:2)'));
  });

  test('yield to options and to host code', () => {
    const [given] = kernels({ 'k.cu': CUDA }, 'k.cu', { gridDim: [2, 1, 1], blockDim: [32, 1, 1] });
    assert.ok(!assumptionsOf(given!).some((a) => /^(grid|block)Dim = /.test(a)));
    const [launched] = kernels({ 'k.cu': `${CUDA}void run(int *p) { k<<<3, 32>>>(p); }\n` }, 'k.cu');
    assert.deepEqual(launched!.launches[0]!.gridDim, ['3', '1', '1']);
    assert.ok(!assumptionsOf(launched!).some((a) => /^(grid|block)Dim = /.test(a)));
  });
});

test('what compiles of a class is kept, and who reaches the rest is told the first error', () => {
  const text = [
    'struct Row {',
    '  int *at;',
    '  __device__ int first() const { return at[0]; }',
    '  __device__ int broken(int i) const {',
    '    struct Pair q = i;',
    '    return at[i];',
    '  }',
    '};',
    '__global__ void good(Row r, int *a) { if (blockIdx.x + threadIdx.x == 0) a[0] = r.first(); }',
    '__global__ void bad(Row r, int *a) { if (blockIdx.x + threadIdx.x == 0) a[0] = r.broken(1); }',
  ].join('\n');
  assert.deepEqual(
    kernels({ 'row.cu': text }, 'row.cu').map((one) => [one.kernel, one.verdict, ...reasonsOf(one)]),
    [
      ['good', 'race-free'],
      ['bad', 'inconclusive', "code that does not compile: variable has incomplete type 'struct Pair' (row.cu:5)"],
    ],
  );
});

test('a host variable in device code and a macro of nobody are assumptions', () => {
  const text = 'int *buffer;\n__global__ void k(int n) { buffer[blockIdx.x * WIDTH + threadIdx.x] = n; }\n';
  const [kernel] = kernels({ 'k.cu': text }, 'k.cu');
  assert.deepEqual(
    assumptionsOf(kernel!).filter((a) => /stand-in|__device__/.test(a)),
    [
      'buffer is a __device__ variable, which its declaration does not say (k.cu:1)',
      'WIDTH = 16 (a stand-in: the sources do not define it, k.cu:2)',
    ],
  );
  assert.ok(!reasonsOf(kernel!).some((r) => r.startsWith('not analysed')));
});

test('kernels that launch kernels, in an anonymous namespace as well', () => {
  const text = `namespace { __global__ void inner(int *p) { p[threadIdx.x] = 1; } }
__global__ void outer(int *p) { inner<<<1, 32>>>(p); }
void run(int *p) { inner<<<1, 64>>>(p); outer<<<1, 1>>>(p); }
`;
  const answers = kernels({ 'k.cu': text }, 'k.cu');
  assert.deepEqual(
    answers.map(({ verdict, launches }) => [verdict, launches[0]?.blockDim[0]]),
    [
      ['race-free', '64'],
      ['inconclusive', '1'],
    ],
  );
});

test('a kernel parameter of type size_t', () => {
  const [kernel] = kernels(
    { 'k.cl': '__kernel void k(__global int *p, size_t n) { p[get_global_id(0)] = n; }' },
    'k.cl',
  );
  assert.equal(kernel!.verdict, 'race-free');
});

describe('what clang is stricter about than nvcc', () => {
  const SHARED = (barrier: string) => `struct State {
  __host__ __device__ constexpr State() noexcept {}
  int first{};
};
__global__ void k(int *out, const int *in) {
  __shared__ State s;
  if (threadIdx.x == 0) s.first = in[blockIdx.x];
  ${barrier}
  out[blockIdx.x * blockDim.x + threadIdx.x] = s.first;
}
`;

  test('a shared object with a constructor', () => {
    const [kernel] = kernels({ 'k.cu': SHARED('__syncthreads();') }, 'k.cu');
    assert.equal(kernel!.verdict, 'race-free');
    assert.ok(
      assumptionsOf(kernel!).includes(
        's is left as it is: the constructor of a __shared__ variable does nothing (k.cu:6)',
      ),
    );
    assert.equal(kernels({ 'k.cu': SHARED('') }, 'k.cu')[0]!.verdict, 'racy');
  });

  test('specialisations that do not say what their templates say', () => {
    const text = `template <class T> __host__ __device__ constexpr int id() { return 0; }
#define ID(T, N) template <> constexpr int id<T>() { return N; }
ID(float, 1)
template <class T> struct Hash { __device__ constexpr int operator()(T) const { return 0; } };
template <>
__device__ inline int Hash<bool>::operator()(bool) const { return 1; }
__global__ void k(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = id<float>() + Hash<bool>()(true); }
`;
    assert.equal(kernels({ 'k.cu': text }, 'k.cu')[0]!.verdict, 'race-free');
  });
});

describe('templates that the file does not instantiate', () => {
  const TEXT = `namespace ns {
template <typename T, int N, bool Fast = false> __global__ void k(T *p) { p[blockIdx.x * N + threadIdx.x % N] = T(Fast); }
}
template <class Op> __global__ void needs(Op op, int *p) { op.apply(p); }
`;

  test('with the arguments of launches elsewhere', () => {
    const launches = new Map([['k', ['double, 32', 'no_such_type, 1']]]);
    const answers = kernels({ 'k.cuh': TEXT }, 'k.cuh', {}, launches);
    assert.deepEqual(
      answers.map(({ kernel, reasons }) => [kernel, reasons.some(({ kind }) => kind === 'not-analysed')]),
      [
        ['needs', true],
        ['ns::k<double, 32, false>', false],
      ],
    );
    assert.ok(!assumptionsOf(answers[1]!).some((a) => a.includes('stand-in')));
  });

  test('with the arguments that stand in host code which does not compile', () => {
    const text = `namespace ns {
static constexpr int width = 32;
enum class Mode { FLAT, NESTED };
template <typename T, int W, Mode M> __global__ void k(T *p) { p[blockIdx.x * W + threadIdx.x % W] = T(M == Mode::FLAT); }
void run(Queue &q) { q.take<nothing>(k<float, width, Mode::FLAT>, 3 + ); k<float, width, Mode::FLAT><<<1, 32>>>(q.p); }
}
`;
    const answers = kernels({ 'k.cu': text }, 'k.cu');
    assert.deepEqual(
      answers.map(({ kernel, reasons }) => [kernel, reasons.some(({ kind }) => kind === 'not-analysed')]),
      [['ns::k<float, 32, (ns::Mode)0>', false]],
    );
    assert.ok(!assumptionsOf(answers[0]!).some((a) => a.startsWith('analysed as')), assumptionsOf(answers[0]!).join());
  });

  test('else with stand-ins, marked as such', () => {
    const answers = kernels({ 'k.cuh': TEXT }, 'k.cuh');
    const k = answers.find(({ kernel }) => kernel === 'ns::k<float, 16, false>')!;
    assert.ok(
      assumptionsOf(k).includes(
        'analysed as ns::k<float, 16>: nothing instantiates the template, its arguments are stand-ins',
      ),
    );
    assert.deepEqual(reasonsOf(answers.find(({ kernel }) => kernel === 'needs')!), [
      'not analysed: a template, and no use of it with known arguments was found (k.cuh:4)',
    ]);
  });
});

describe('comments in the source', () => {
  function events(text: string): UnitEvent[] {
    const found: UnitEvent[] = [];
    const job = {
      file: 'k.cu',
      language: 'cuda' as const,
      options: DEFAULT_CHECK_OPTIONS,
      skip: new Map(),
    };
    analyseUnit(job, memoryTree(new Map([['k.cu', text]])), engines, (event) => found.push(event));
    return found;
  }
  const answer = (text: string) => events(text).find((event) => event.type === 'kernel')!;

  test('an assumption at the kernel, and at the launch', () => {
    const body = '__global__ void k(int *p, int n) { p[threadIdx.x + blockIdx.x * n] = threadIdx.x; }\n';
    assert.notEqual(answer(body).result.verdict, 'race-free');
    const stated = answer(`// gpurace: assume n == blockDim.x && blockDim.x == 64 && gridDim.x < 100\n${body}`).result;
    assert.equal(stated.verdict, 'race-free');
    assert.ok(
      assumptionsOf(stated).includes(
        'n == blockDim.x && blockDim.x == 64 && gridDim.x < 100 (stated in a comment, k.cu:1)',
      ),
    );
    const launched = `${body}void run(int *p, int n) {\n  // gpurace: assume n == 64\n  k<<<4, 64>>>(p, n);\n}\n`;
    assert.equal(answer(launched).result.verdict, 'race-free');
  });

  test('one that says nothing here is told', () => {
    const problems = events('// gpurace: assume rows > 0\n__global__ void k(int *p) { p[threadIdx.x] = 1; }').flatMap(
      (e) => (e.type === 'problem' ? [[e.problem.line, e.problem.message]] : []),
    );
    assert.deepEqual(problems, [
      [1, 'the assumption is not used: it is no condition over what a kernel or launch here has (rows > 0)'],
    ]);
  });

  test('a finding that is to be ignored is marked, and stays', () => {
    const race = (comment: string) =>
      answer(`__global__ void k(int *p) {\n  p[0] = threadIdx.x; ${comment}\n}\nvoid run(int *p) { k<<<2, 64>>>(p); }`);
    const marks = (comment: string) => race(comment).findings.map(({ rule, suppressed }) => [rule, suppressed?.reason]);
    assert.ok(marks('').every(([, reason]) => reason === undefined));
    const marked = marks('// gpurace: ignore[inter-block-race] any writer will do');
    assert.ok(marked.some(([rule, reason]) => rule === 'inter-block-race' && reason === 'any writer will do'));
    assert.ok(marked.every(([rule, reason]) => rule === 'inter-block-race' || reason === undefined));
    assert.equal(race('// gpurace: ignore any').result.verdict, 'racy');
  });
});

test('__requires at the start of a kernel is an assumption, in both languages', () => {
  const body = '__requires(n == 64); p[get] = get; }';
  const cuda = body.replaceAll('get', 'threadIdx.x + blockIdx.x * n');
  const text = `//--blockDim=64 --gridDim=4\n__global__ void k(int *p, int n) { ${cuda}`;
  assert.equal(kernels({ 'k.cu': text }, 'k.cu')[0]!.verdict, 'race-free');
  assert.notEqual(kernels({ 'k.cu': text.replace('64);', '63);') }, 'k.cu')[0]!.verdict, 'race-free');
  const opencl = body.replaceAll('get', 'get_local_id(0) + get_group_id(0) * n');
  const kernel = `//--local_size=64 --num_groups=4\n__kernel void k(__global int *p, int n) { ${opencl}`;
  assert.equal(kernels({ 'k.cl': kernel }, 'k.cl')[0]!.verdict, 'race-free');
  assert.notEqual(kernels({ 'k.cl': kernel.replace('64);', '63);') }, 'k.cl')[0]!.verdict, 'race-free');
});
