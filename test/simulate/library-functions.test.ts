/** Functions of C and CUDA that stay calls, clocks, memory that a thread asks for, and what is refused. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Program } from '../../src/ir/program.ts';
import {
  type ArgumentValue,
  type ReplayOutcome,
  type ReplayRequest,
  replay,
  simulate,
} from '../../src/simulate/index.ts';
import { program, symbol } from './programs.ts';

const FRAGMENT =
  'nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> c; nvcuda::wmma::store_matrix_sync(o, c, 16, nvcuda::wmma::mem_row_major);';

function run(body: string, size: number, type = 'double', includes = '', threads = 1) {
  const code = program(`${includes}\n__global__ void k(${type} *o, int one) { ${body} }`);
  const result = simulate(code, {
    kernel: symbol(code, 'k'),
    gridDim: [1, 1, 1],
    blockDim: [threads, 1, 1],
    arguments: new Map<number, ArgumentValue>([
      [0, { kind: 'region', size }],
      [1, 1],
    ]),
    stepBudget: 1_000_000,
  });
  return { error: result.error, bytes: result.buffer(0, 0, size)!.slice() };
}

function doubles(body: string, count: number): number[] {
  const { error, bytes } = run(body, count * 8);
  assert.equal(error, null);
  return [...new Float64Array(bytes.buffer)];
}

test('functions of floats that give integers, neighbours, classes', () => {
  const got = doubles(
    `int e; double x = one;
    o[0] = frexp(12.5 * x, &e); o[1] = e; o[2] = frexp(-1e-310 * x, &e); o[3] = e; o[4] = frexpf(0.75f * one, &e); o[5] = e;
    o[6] = llrint(2.5 * x); o[7] = lround(-2.5 * x); o[8] = lrintf(3.5f * one); o[9] = ilogb(1000.0 * x);
    o[10] = nextafter(1.0, 2.0 * x); o[11] = nextafterf(1.0f, 0.0f);
    o[12] = isnan(nan("") * x) + 10 * isinf(1.0 / (x - 1)) + 100 * isfinite(x) + 1000 * isnan(x) + 10000 * __builtin_isnormal(1e-310 * x);
    o[13] = norm3d(2.0 * x, 3.0, 6.0); o[14] = rnorm3d(2.0 * x, 3.0, 6.0);
    o[15] = erf(0.5 * x); o[16] = normcdf(0.0 * x); o[17] = erff(0.5f * one);`,
    18,
  );
  const tiny = -1e-310 * 2 ** 1000 * 2 ** 29;
  assert.deepEqual(got.slice(0, 10), [0.78125, 4, tiny, -1029, 0.75, 0, 2, -3, 4, 9]);
  assert.deepEqual(got.slice(10, 15), [1 + 2 ** -52, 1 - 2 ** -24, 111, 7, 1 / 7]);
  assert.ok(Math.abs(got[15]! - 0.5204998778130465) < 1e-15);
  assert.equal(got[16], 0.5);
  assert.equal(got[17], Math.fround(0.5204998778130465));
});

test('the high half of products of 64 bits', () => {
  const pairs = [
    [-1n, -1n],
    [2n ** 63n - 1n, -(2n ** 63n)],
    [0x123456789abcdef0n, -0x0fedcba987654321n],
    [5n, 7n],
  ] as const;
  const constant = (n: bigint) => `(long long)0x${BigInt.asUintN(64, n).toString(16)}ull * one`;
  const lines = pairs.map(
    ([a, b], i) =>
      `o[${2 * i}] = __mul64hi(${constant(a)}, ${constant(b)}); o[${2 * i + 1}] = __umul64hi(${constant(a)}, ${constant(b)});`,
  );
  const { error, bytes } = run(lines.join('\n'), 64, 'long long');
  assert.equal(error, null);
  const unsigned = (n: bigint) => BigInt.asUintN(64, n);
  assert.deepEqual(
    [...new BigInt64Array(bytes.buffer)],
    pairs.flatMap(([a, b]) => [(a * b) >> 64n, BigInt.asIntN(64, (unsigned(a) * unsigned(b)) >> 64n)]),
  );
});

test('clocks go on', () => {
  const { error } = run('long long start = clock64(); while (clock64() - start < 2000) {} o[0] = clock() > 0;', 8);
  assert.equal(error, null);
});

describe('memory that a thread asks for', () => {
  test('is its own', () => {
    const body = `int *p = (int *)malloc(64); int *q = new int[4];
    p[15] = threadIdx.x; q[3] = 100; __syncthreads(); o[threadIdx.x] = p[15] + q[3]; free(p); delete[] q;`;
    const { error, bytes } = run(body, 128, 'int', '', 32);
    assert.equal(error, null);
    assert.deepEqual(
      [...new Int32Array(bytes.buffer)],
      Array.from({ length: 32 }, (_, i) => i + 100),
    );
  });

  test('has an end', () => {
    const { error } = run('int *p = (int *)malloc(64); p[16] = 1; o[0] = p[16];', 8);
    assert.equal(error?.kind, 'out-of-bounds');
    assert.match(error?.message ?? '', /'memory that thread 0 has asked for', which has 64 bytes/);
  });

  test('is not there where there is too little', () => {
    const { error, bytes } = run('o[0] = malloc(1ull << 40) == nullptr;', 8);
    assert.equal(error, null);
    assert.equal(new Float64Array(bytes.buffer)[0], 1);
  });
});

interface Stores {
  readonly unknowns: NonNullable<ReplayRequest['unknowns']>;
  readonly line: number;
  readonly column: number;
  /** Of the one block. */
  readonly threads: number;
}

/** Do threads 0 and 1 of kernel `k` meet at their stores there? */
function replayedStores(code: Program, { unknowns, line, column, threads }: Stores): ReplayOutcome {
  const store = { location: { file: 0, line, column }, kind: 'write' } as const;
  return replay(code, {
    kernel: symbol(code, 'k'),
    gridDim: [1, 1, 1],
    blockDim: [threads, 1, 1],
    arguments: new Map(),
    warpModel: 'its',
    unknowns,
    threads: [
      { block: [0, 0, 0], thread: [0, 0, 0] },
      { block: [0, 0, 0], thread: [1, 0, 0] },
    ],
    accesses: [store, store],
  });
}

describe('what is not computed', () => {
  for (const [what, body, include, message, kind = 'unsupported'] of [
    ['textures', 'o[0] = tex1Dfetch<float>((cudaTextureObject_t)one, 1);', '', /a value \(of a texture, a library\)/],
    [
      'surfaces',
      'surf1Dwrite(1.f, (cudaSurfaceObject_t)one, 0);',
      '#include <surface_functions.h>',
      /a write to a surface of what is no integer/,
      'uncomputed-element',
    ],
    ['fragments', FRAGMENT, '#include <mma.h>', /the store of a matrix/, 'uncomputed-element'],
    [
      'pipelines',
      'auto p = cuda::make_pipeline(); p.consumer_wait_for(1);',
      '#include <cuda/pipeline>',
      /a pipeline of asynchronous copies/,
    ],
  ] as const) {
    test(`${what} are refused with their place`, () => {
      const { error } = run(body, 4096, 'float', include, 32);
      assert.equal(error?.kind, kind);
      assert.match(error?.message ?? '', message);
      assert.equal(error?.location?.line, 2);
    });
  }

  test('in a replay such a value is zero, unless the finding may hang on it', () => {
    const code = program(`__global__ void k(float *a, cudaTextureObject_t t) {
  a[0] = tex1Dfetch<float>(t, threadIdx.x);
}`);
    const replayed = (unknowns: 'refuse' | 'zero') =>
      replayedStores(code, { unknowns, line: 2, column: 8, threads: 2 });
    const zero = replayed('zero');
    assert.ok(zero.outcome === 'replayed');
    // The two stored values are equal only because nobody computes them, which the outcome says.
    assert.equal(zero.sameValue, true);
    assert.match(zero.uncomputed ?? '', /of a texture/);
    const refused = replayed('refuse');
    assert.ok(refused.outcome === 'not-reproduced');
    assert.match(refused.reason, /that is not computed$/);
    assert.equal(refused.location?.line, 2);
  });

  test('elements of matrices are zeros, or differ, where others are refused', () => {
    const replayed = (where: string, unknowns: 'elements-zero' | 'elements-apart') => {
      const code = program(`__global__ void k(int *a, cudaTextureObject_t t) {
  __shared__ uint4 row[32];
  row[threadIdx.x] = make_uint4(1, 2, 3, 4);
  __syncwarp();
  unsigned r;
  unsigned at = (unsigned)__cvta_generic_to_shared(&row[threadIdx.x]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"(at));
  a[${where}] = threadIdx.x;
}`);
      return replayedStores(code, { unknowns, line: 8, column: 1, threads: 32 });
    };
    const outcomes = (where: string) =>
      (['elements-zero', 'elements-apart'] as const).map((unknowns) => replayed(where, unknowns).outcome);
    assert.deepEqual(outcomes('0'), ['replayed', 'replayed']);
    assert.deepEqual(outcomes('r % 1024'), ['replayed', 'not-reproduced']);
    const refused = replayed('(int)tex1Dfetch<float>(t, 0)', 'elements-zero');
    assert.match(refused.outcome === 'replayed' ? '' : refused.reason, /that is not computed$/);
  });
});
