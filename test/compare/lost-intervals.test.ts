/**
 * Kernels that are too large to be decided in the time that they have, in pairs of revisions: what a change did to the order of
 * two accesses is known by control flow alone.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Finding, Result } from '../../src/model/result.ts';
import { temporaryRepository } from '../git/repository.ts';
import { bothWays, fileOf } from './revisions-told.ts';

/** More paths than anybody follows in a second. */
function endless(depth: number): string {
  if (depth === 0) return 'in[x & 255] = x;';
  const i = `i${depth}`;
  return `for (int ${i} = 0; ${i} < n; ${i}++) { x += in[x & 255] * ${i}; y ^= x; if (y > ${depth}) x -= y; ${endless(depth - 1)} }`;
}

const FLAG = `struct State { int error; int left; int table[64]; };

__device__ void next(State *s) {
  s->left = s->left - 1;
}

__global__ void decode(int *in, int *out, int n) {
  __shared__ State state;
  __shared__ int buffer[256];
  State *s = &state;
  int t = threadIdx.x;
  int x = 0, y = 1;
  ${endless(9)}
  if (t == 0) s->left = n;
  __syncthreads();
  while (s->left > 0) {
    int left = s->left;
    __syncthreads();
    if (!t) {
      next(s);
    }
    buffer[t] = in[left];
    __syncthreads();
    out[left * 256 + t] = buffer[255 - t];
    s->table[t & 63] = left;
  }
}
`;

const OWN = `__global__ void own(int *in, int *out, int n) {
  __shared__ int s[256];
  __shared__ int first;
  int t = threadIdx.x;
  int x = 0, y = 1;
  ${endless(9)}
  s[t] = x;
  if (t == 0) first = x;
  __syncthreads();
  s[t] = s[t] + 1;
  if (t == 0) first = first + 1;
  __syncthreads();
  out[t] = s[255 - t];
}
`;

const LANES = `__global__ void lanes(int *in, int *out, int n) {
  __shared__ int s[32];
  int t = threadIdx.x;
  int x = 0, y = 1;
  ${endless(9)}
  s[t & 31] = x;
  __syncwarp();
  out[t] = s[(t + 1) & 31];
}
`;

const MASKED = `#include <cassert>

__global__ void masked(int *in, int *out, const bool *masks, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  int x = 0, y = 1;
  ${endless(9)}
  bool inside = t < n && x > 0;
  if (masks != nullptr && !masks[blockIdx.x]) {
    if (inside) out[t] = 0;
    return;
  }
  for (int i = t; i < n; i += 256) {
    x += in[i];
  }
  assert(x > t);
  s[t] = x;
  __syncthreads();
  out[t] = s[255 - t];
}
`;

const COPIES = `__global__ void copies(int *in, char *out, int n) {
  int t = threadIdx.x;
  int x = 0, y = 1;
  ${endless(9)}
  while (x > 0) {
    int length = in[x];
    if (length < 32) {
      char moved = 0;
      __syncwarp();
      if (t < length) moved = out[t - in[x + 1]];
      if (t < length) out[t] = moved;
    } else {
      if (t < length) out[t] = (char)in[x + t];
    }
    out += length;
    x -= length;
  }
}
`;

const LEADER = `__global__ void leader(int *in, int *out, int n) {
  __shared__ int sum;
  int t = threadIdx.x;
  int x = 0, y = 1;
  ${endless(9)}
  __syncthreads();
  if (t == 0) sum = x;
  __syncthreads();
  out[t] = sum;
}
`;

const REDUCED = `#include <cub/block/block_reduce.cuh>

__global__ void reduced(int *in, int *out, int n) {
  using Reduce = cub::BlockReduce<int, 256>;
  __shared__ typename Reduce::TempStorage storage;
  __shared__ int sum;
  int t = threadIdx.x;
  int x = 0, y = 1;
  ${endless(9)}
  int total = Reduce(storage).Sum(x);
  if (t == 0) {
    sum = total;
    out[blockIdx.x] = sum;
  }
}
`;

const SCATTER = `__global__ void scatter(int *in, float *out, int n) {
  int t = threadIdx.x;
  int x = 0, y = 1;
  ${endless(9)}
  int at = in[t];
  atomicAdd(&out[at], (float)x);
}
`;

const ROWS = `__global__ void rows(const float *in, float *out, int n, int width) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int x = 0, y = 1;
  ${endless(9).replaceAll('in[x & 255]', '((int *)out)[x & 255]')}
  for (int i = 0; i < width; i++) {
    float c = 0;
    float p = in[t * width + i];
    if (p > 0) c = sqrtf(p);
    __syncthreads();
    if (p > 0 && t < 128) s[t] = c;
    __syncthreads();
    out[t] += s[255 - t];
  }
}
`;

const INSIDE = `__global__ void inside(const float *image, float *out, int *in, int n, int width) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int f = blockIdx.x * blockDim.x + t;
  int x = 0, y = 1;
  ${endless(9)}
  float sum = 0;
  if (f < n) {
    if (in[f] > width) return;
    sum = image[f];
  }
  s[t] = sum;
  __syncthreads();
  if (f < n) out[f] = s[255 - t];
}
`;

const BATCHES = `__global__ void batches(const float *colors, float *out, int *in, int n, int size) {
  __shared__ float batch[256];
  int t = threadIdx.x;
  int x = 0, y = 1;
  ${endless(9)}
  for (int b = 0; b < n; b++) {
    __syncthreads();
    batch[t] = colors[b * 256 + t];
    __syncthreads();
    for (int i = 0; i < size; i++) {
      float far = out[t] * i;
      out[t] += batch[i] * far;
    }
  }
}
`;

interface Case {
  readonly base: string;
  readonly head: string;
  /** `line side text`, and the texts of the two accesses. */
  readonly lost: readonly string[];
}

const CASES: Readonly<Record<string, Case>> = {
  'a barrier deleted that kept readers from the writer': {
    base: FLAG,
    head: FLAG.replace('    int left = s->left;\n    __syncthreads();\n', '    int left = s->left;\n'),
    // The condition of the loop, and the line behind it.
    lost: ['18 LEFT __syncthreads(); left with left', '18 LEFT __syncthreads(); left with left'],
  },
  'the last barrier of a loop deleted': {
    base: FLAG.replace('[t & 63] = left;\n', '[t & 63] = left;\n    __syncthreads();\n').replace(
      '    int left = s->left;\n    __syncthreads();\n',
      '    int left = s->left;\n',
    ),
    head: FLAG.replace('    int left = s->left;\n    __syncthreads();\n', '    int left = s->left;\n'),
    lost: ['25 LEFT __syncthreads(); buffer[t] with buffer[255 - t]'],
  },
  'one barrier of two deleted': {
    base: FLAG.replace('    __syncthreads();\n    if (!t)', '    __syncthreads();\n    __syncthreads();\n    if (!t)'),
    head: FLAG,
    lost: [],
  },
  'a barrier deleted between accesses of one thread': {
    base: OWN,
    head: OWN.replace('  __syncthreads();\n  s[t] = s[t] + 1;', '  s[t] = s[t] + 1;'),
    lost: [],
  },
  'a barrier deleted between neighbours': {
    base: OWN,
    head: OWN.replace('  __syncthreads();\n  out[t]', '  out[t]'),
    lost: ['12 LEFT __syncthreads(); s[t] with s[255 - t]'],
  },
  'a barrier is compiled for one platform only': {
    base: OWN,
    head: OWN.replace('  __syncthreads();\n  out[t]', '#if ON_ONE_PLATFORM\n  __syncthreads();\n#endif\n  out[t]'),
    lost: ['12 RIGHT #if ON_ONE_PLATFORM s[t] with s[255 - t]'],
  },
  'a barrier of the warp deleted': {
    base: LANES,
    head: LANES.replace('  __syncwarp();\n', ''),
    lost: ['7 LEFT __syncwarp(); s[t & 31] with s[(t + 1) & 31]'],
  },
  'a barrier of the warp deleted where a comment says that it is known': {
    base: LANES,
    head: LANES.replace('  __syncwarp();\n', '  // gpurace: ignore the lanes wait elsewhere\n'),
    lost: ['7 LEFT __syncwarp(); s[t & 31] with s[(t + 1) & 31], ignored: the lanes wait elsewhere'],
  },
  'some threads return before a barrier where a comment says that it is known': {
    base: MASKED,
    head: MASKED.replace(
      '!masks[blockIdx.x]) {\n    if (inside) out[t] = 0;',
      'inside && !masks[blockIdx.x]) {\n    out[t] = 0;',
    ).replace('  __syncthreads();', '  __syncthreads(); // gpurace: ignore[barrier-divergence] all are inside'),
    lost: ['9 RIGHT if (masks != nullptr && inside && !masks[blockIdx.x]) { __syncthreads(), ignored: all are inside'],
  },
  'some threads return before a barrier': {
    base: MASKED,
    head: MASKED.replace(
      '!masks[blockIdx.x]) {\n    if (inside) out[t] = 0;',
      'inside && !masks[blockIdx.x]) {\n    out[t] = 0;',
    ),
    lost: ['9 RIGHT if (masks != nullptr && inside && !masks[blockIdx.x]) { __syncthreads()'],
  },
  'all threads return before a barrier, and part elsewhere': {
    base: MASKED,
    head: MASKED.replace('!masks[blockIdx.x]) {', '!masks[blockIdx.x] && n > 3) {').replace('i < n;', 'i < 2 * n;'),
    lost: [],
  },
  'a barrier of a loop moved behind what it stood in front of': {
    base: COPIES,
    head: COPIES.replace('      __syncwarp();\n', '').replace('= moved;\n', '= moved;\n      __syncwarp();\n'),
    lost: ['9 LEFT __syncwarp(); in[x & 255] with in[x + 1]', '9 LEFT __syncwarp(); out[t - in[x + 1]] with out[t]'],
  },
  'a condition of one thread deleted': {
    base: LEADER,
    head: LEADER.replace('if (t == 0) sum', 'sum'),
    lost: ['7 RIGHT sum = x; sum with sum'],
  },
  'a condition of one thread deleted behind a reduction of a library': {
    base: REDUCED,
    head: REDUCED.replace('  if (t == 0) {\n    sum = total;\n', '  sum = total;\n  if (t == 0) {\n'),
    lost: ['11 RIGHT sum = total; sum with sum', '11 RIGHT sum = total; sum with sum'],
  },
  'a condition of one thread put in other words': {
    base: LEADER,
    head: LEADER.replace('t == 0', 't < 1'),
    lost: [],
  },
  'a condition deleted where all threads write the same': {
    base: LEADER.replace('sum = x', 'sum = n'),
    head: LEADER.replace('if (t == 0) sum = x', 'sum = n'),
    lost: [],
  },
  'an atomic addition made plain': {
    base: SCATTER,
    head: SCATTER.replace('atomicAdd(&out[at], (float)x)', 'out[at] = out[at] + (float)x'),
    lost: ['6 RIGHT out[at] = out[at] + (float)x; out[at] with out[at]'],
  },
  'an atomic addition made plain where each thread has its own': {
    base: SCATTER.replace('in[t]', 'blockIdx.x * 256 + t'),
    head: SCATTER.replace('in[t]', 'blockIdx.x * 256 + t').replace(
      'atomicAdd(&out[at], (float)x)',
      'out[at] = out[at] + (float)x',
    ),
    lost: [],
  },
  'threads go on without a barrier by what each has loaded': {
    base: ROWS,
    head: ROWS.replace('if (p > 0) c =', 'if (p <= 0) continue;\n    c =').replace('p > 0 && t', 't'),
    lost: ['9 RIGHT if (p <= 0) continue; __syncthreads()'],
  },
  'a barrier moved into a condition, in which some return as before': {
    base: INSIDE,
    head: INSIDE.replace('    sum = image[f];\n  }\n', '    sum = image[f];\n').replace(
      '  if (f < n) out[f] = s[255 - t];\n',
      '  out[f] = s[255 - t];\n  }\n',
    ),
    lost: ['14 LEFT if (f < n) out[f] = s[255 - t]; __syncthreads()'],
  },
  'a condition that threads return by turned round': {
    base: INSIDE.replace('  s[t] = sum;\n', '  if (f >= n) return;\n  s[t] = sum;\n'),
    head: INSIDE.replace('  s[t] = sum;\n', '  if (!(f < n)) return;\n  s[t] = sum;\n'),
    lost: [],
  },
  'each thread writes where all of them read': {
    base: BATCHES,
    head: BATCHES.replace('float far = out[t] * i;', 'batch[i] = out[t] * i;').replace('batch[i] * far', 'batch[i]'),
    lost: ['11 RIGHT batch[i] = out[t] * i; batch[i] with batch[i]'],
  },
  'each thread writes what it alone reads': {
    base: BATCHES.replace('batch[i] * far', 'batch[t] * far'),
    head: BATCHES.replace('float far = out[t] * i;', 'batch[t] = out[t] * i;').replace('batch[i] * far', 'batch[t]'),
    lost: [],
  },
};

describe('orders that are lost in kernels that nobody decides in time', () => {
  const repository = temporaryRepository({ after }, {});
  const names = Object.keys(CASES);
  let there: Result;
  let back: Result;

  before(async () => {
    ({ there, back } = await bothWays(repository, new Map(Object.entries(CASES)), ['--timeout', '1']));
  });

  const lostIn = ({ findings }: Result, file: string) =>
    findings
      .filter(({ accesses, orderLost }) => accesses[0]?.file === file && orderLost != null)
      .map(({ orderLost, accesses, status, evidence, suppressed }) => {
        assert.deepEqual([status, evidence], ['new', 'possible']);
        const texts = accesses.map(({ text }) => text).join(' with ');
        const ignored = suppressed == null ? '' : `, ignored: ${suppressed.reason}`;
        return `${orderLost!.line} ${orderLost!.side} ${orderLost!.text} ${texts}${ignored}`;
      })
      .sort();

  for (const name of names) {
    test(name, () => {
      const { kernels } = there;
      assert.deepEqual(
        kernels.filter(({ file }) => file === fileOf(name)).map(({ verdict }) => verdict),
        ['inconclusive'],
      );
      assert.deepEqual(lostIn(there, fileOf(name)), CASES[name]!.lost);
    });
    test(`${name}: on the way back nothing is lost, and what was lost is given`, () => {
      assert.deepEqual(lostIn(back, fileOf(name)), []);
      const { lost } = CASES[name]!;
      const given = back.findings.filter(
        ({ accesses, status }) => accesses[0]?.file === fileOf(name) && status === 'fixed',
      );
      const textOf = ({ accesses }: Finding) => accesses.map(({ text }) => text).join(' with ');
      assert.equal(given.length, lost.length);
      for (const one of given) assert.ok(lost.some((text) => text.replace(/, ignored.*/, '').endsWith(textOf(one))));
    });
  }

  test('what orders two accesses now is said with its line', () => {
    const said = (name: string) =>
      back.findings.find(({ accesses, status }) => accesses[0]?.file === fileOf(name) && status === 'fixed')?.message;
    assert.equal(
      said('a barrier deleted between neighbours'),
      'Before the change nothing ordered these two; now a barrier does (line 12: __syncthreads();). Whether they met in a real run could not be decided.',
    );
    assert.equal(
      said('an atomic addition made plain'),
      'Before the change nothing ordered these two; now both are atomic (line 6 of the old code: out[at] = out[at] + (float)x;). Whether they met in a real run could not be decided.',
    );
    assert.equal(
      said('each thread writes where all of them read'),
      'Before the change nothing ordered these two; the write is gone now. Whether they met in a real run could not be decided.',
    );
    assert.equal(
      said('some threads return before a barrier'),
      'Before the change, threads could diverge on the way to __syncthreads(); now they cannot. Whether some of them missed it in a real run could not be decided.',
    );
  });
});
