/**
 * Races that people had to fix in public repositories, reduced and in our own words: the change that brings each of them is
 * told with an error or a lost order at the right accesses, the fix is told as one, with nothing new, and what `--repair` offers is
 * that fix or as good. `docs/internals/real-bugs.md` has
 * the real ones.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { likenessOf } from '../../bench/same-edit.ts';
import { edited } from '../../src/lexical/text-edits.ts';
import type { Finding, Result } from '../../src/model/result.ts';
import { isDefect } from '../../src/model/rules.ts';
import { causesOf } from '../../src/result/causes/index.ts';
import { levelOf } from '../../src/result/level.ts';
import { temporaryRepository } from '../git/repository.ts';
import { bothWays, fileOf } from './revisions-told.ts';

interface Bug {
  readonly fixed: string;
  /** What stands in the fixed text, and what stands there with the bug. */
  readonly change: readonly (readonly [string, string])[];
  /** The rules of what is loud, each with the texts of its accesses. One of them has to be told. */
  readonly loud: readonly string[];
}

const BUGS: Readonly<Record<string, Bug>> = {
  'the result of a reduction is read while the next one starts': {
    fixed: `__global__ void softmax(const float *in, float *out, int n) {
  extern __shared__ float shared[];
  int tid = threadIdx.x;
  float highest = -3.4e38f;
  for (int i = tid; i < n; i += blockDim.x) highest = fmaxf(highest, in[blockIdx.x * n + i]);
  shared[tid] = highest;
  for (int step = blockDim.x / 2; step >= 1; step /= 2) {
    __syncthreads();
    if (tid < step) shared[tid] = fmaxf(shared[tid], shared[tid + step]);
  }
  __syncthreads();
  float offset = shared[0];
  __syncthreads();
  shared[tid] = offset;
  __syncthreads();
  out[blockIdx.x * blockDim.x + tid] = shared[tid] - offset;
}

void launch(const float *in, float *out, int rows, int n) {
  softmax<<<rows, 256, 256 * sizeof(float)>>>(in, out, n);
}
`,
    change: [['  float offset = shared[0];\n  __syncthreads();\n', '  float offset = shared[0];\n']],
    loud: ['shared[0] with shared[tid]'],
  },
  'the barrier before an update moves behind it, and all lanes store the total': {
    fixed: `__global__ void positions(const int *counts, int *out, int *total, int n) {
  __shared__ int sums[32];
  __shared__ int carried;
  if (threadIdx.x == 0 && threadIdx.y == 0) carried = 0;
  int width = blockDim.x * blockDim.y;
  for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < n; i += width) {
    __syncthreads();
    int own = counts[i];
    int before = __shfl_up_sync(0xffffffff, own, 1);
    if (threadIdx.x == 31) sums[threadIdx.y] = before + own;
    __syncthreads();
    int all = 0;
    if (threadIdx.y == 0) all = sums[threadIdx.x];
    __syncthreads();
    out[i] = carried + sums[threadIdx.y] + before;
    __syncthreads();
    if (threadIdx.y == 0 && threadIdx.x == 31) {
      carried += all;
    }
  }
  if (threadIdx.y == 0 && threadIdx.x == 31) {
    *total = carried;
  }
}

void launch(const int *counts, int *out, int *total) {
  positions<<<1, dim3(32, 32)>>>(counts, out, total, 4096);
}
`,
    change: [
      [
        `    __syncthreads();
    if (threadIdx.y == 0 && threadIdx.x == 31) {
      carried += all;
    }
`,
        `    if (threadIdx.y == 0 && threadIdx.x == 31) {
      carried += all;
    }
    __syncthreads();
`,
      ],
      [
        `  if (threadIdx.y == 0 && threadIdx.x == 31) {
    *total`,
        `  if (threadIdx.y == 0) {
    carried = __shfl_sync(0xffffffff, carried, 31);
    *total`,
      ],
    ],
    loud: ['carried with carried'],
  },
  'one thread carries a seed from tile to tile': {
    fixed: `__global__ void tiles(const int *in, int *out, int tiles) {
  __shared__ int seed;
  __shared__ int sums[128];
  int t = threadIdx.x;
  if (t == 0) seed = 0;
  __syncthreads();
  for (int tile = 0; tile < tiles; tile++) {
    sums[t] = in[tile * 128 + t];
    __syncthreads();
    int carried = seed;
    out[(blockIdx.x * tiles + tile) * 128 + t] = carried + sums[t];
    __syncthreads();
    if (t == 127) seed = carried + sums[127];
    __syncthreads();
  }
}

void launch(const int *in, int *out) {
  tiles<<<32, 128>>>(in, out, 16);
}
`,
    change: [['    __syncthreads();\n    if (t == 127)', '    if (t == 127)']],
    loud: ['seed with seed'],
  },
  'a histogram is counted into before it is cleared': {
    fixed: `__global__ void histogram(const unsigned char *bins, int *out, int n) {
  __shared__ int counts[64];
  int t = threadIdx.x;
  if (t < 64) counts[t] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) atomicAdd(&counts[bins[i] & 63], 1);
  __syncthreads();
  if (t < 64) atomicAdd(&out[t], counts[t]);
}

void launch(const unsigned char *bins, int *out, int n) {
  histogram<<<16, 256>>>(bins, out, n);
}
`,
    change: [['  if (t < 64) counts[t] = 0;\n  __syncthreads();\n', '  if (t < 64) counts[t] = 0;\n']],
    loud: ['counts[t] with atomicAdd(&counts[bins[i] & 63], 1)'],
  },
  'threads beyond the end leave before the barrier': {
    fixed: `__global__ void diagonal(const float *m, float *out, int n) {
  __shared__ float part[64];
  int row = blockIdx.x * 4 + threadIdx.x / 16;
  int lane = threadIdx.x % 16;
  float sum = 0;
  if (row < n) {
    for (int i = lane; i < n; i += 16) sum += m[row * n + i];
  }
  part[threadIdx.x] = sum;
  __syncthreads();
  if (row < n && lane == 0) {
    for (int i = 1; i < 16; i++) sum += part[threadIdx.x + i];
    out[row] = sum;
  }
}

void launch(const float *m, float *out, int n) {
  diagonal<<<(n + 3) / 4, 64>>>(m, out, n);
}
`,
    change: [['  float sum = 0;\n', '  float sum = 0;\n  if (row >= n) return;\n']],
    loud: ['__syncthreads()'],
  },
  'a barrier within the shrinking half of a reduction': {
    fixed: `__global__ void nearest(const float *distance, float *out) {
  __shared__ float best[128];
  int t = threadIdx.x;
  best[t] = distance[blockIdx.x * 128 + t];
  __syncthreads();
  for (int i = 64; i > 0; i >>= 1) {
    if (t < i) {
      best[t] = fminf(best[t], best[t + i]);
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = best[0];
}

void launch(const float *distance, float *out, int blocks) {
  nearest<<<blocks, 128>>>(distance, out);
}
`,
    change: [['    }\n    __syncthreads();\n', '      __syncthreads();\n    }\n']],
    loud: ['__syncthreads()'],
  },
  'the last warp of a reduction goes on without waiting': {
    fixed: `__global__ void trace(const float *m, float *out, int n) {
  __shared__ float sums[32];
  int t = threadIdx.x;
  sums[t] = m[blockIdx.x * 32 + t];
  __syncwarp();
  for (int shift = 16; shift > 0; shift >>= 1) {
    float other = t < shift ? sums[t + shift] : 0;
    __syncwarp();
    if (t < shift) sums[t] += other;
    __syncwarp();
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}

void launch(const float *m, float *out, int n) {
  trace<<<n, 32>>>(m, out, n);
}
`,
    change: [['    if (t < shift) sums[t] += other;\n    __syncwarp();\n', '    if (t < shift) sums[t] += other;\n']],
    loud: ['sums[t] with sums[t + shift]'],
  },
  'one lane announces where its warp writes': {
    fixed: `__global__ void compact(const int *sizes, int *next, int *out) {
  __shared__ int places[4];
  int warp = threadIdx.x / 32;
  int lane = threadIdx.x % 32;
  if (lane == 0) places[warp] = atomicAdd(next, sizes[blockIdx.x * 4 + warp]);
  __syncwarp();
  int place = places[warp];
  out[(blockIdx.x * 4 + warp) * 32 + lane] = place + lane;
}

void launch(const int *sizes, int *next, int *out, int blocks) {
  compact<<<blocks, 128>>>(sizes, next, out);
}
`,
    change: [['  __syncwarp();\n', '']],
    loud: ['places[warp] with places[warp]'],
  },
  'one scratch array for two reductions': {
    fixed: `__device__ int total(int value, int *scratch) {
  scratch[threadIdx.x] = value;
  __syncthreads();
  for (int i = 64; i > 0; i >>= 1) {
    if (threadIdx.x < i) scratch[threadIdx.x] += scratch[threadIdx.x + i];
    __syncthreads();
  }
  return scratch[0];
}

__global__ void fragments(const int *rows, const int *sizes, int *out) {
  __shared__ int storage[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  int all_rows = total(rows[i], storage);
  __syncthreads();
  int all_sizes = total(sizes[i], storage);
  if (threadIdx.x == 0) out[blockIdx.x] = all_rows + all_sizes;
}

void launch(const int *rows, const int *sizes, int *out, int blocks) {
  fragments<<<blocks, 128>>>(rows, sizes, out);
}
`,
    change: [['  __syncthreads();\n  int all_sizes', '  int all_sizes']],
    loud: ['scratch[threadIdx.x] with scratch[0]', 'scratch[0] with scratch[threadIdx.x]'],
  },
  'a value that one thread has is stored by all': {
    fixed: `__device__ float largest(float value, float *scratch) {
  scratch[threadIdx.x] = value;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < 64; i++) value = fmaxf(value, scratch[i]);
  }
  return value;
}

__global__ void sample(const float *logits, float *out) {
  __shared__ float scratch[64];
  __shared__ float s_max;
  float highest = largest(logits[blockIdx.x * 64 + threadIdx.x], scratch);
  if (threadIdx.x == 0) {
    s_max = highest;
  }
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = logits[blockIdx.x * 64 + threadIdx.x] - s_max;
}

void launch(const float *logits, float *out, int blocks) {
  sample<<<blocks, 64>>>(logits, out);
}
`,
    change: [['  if (threadIdx.x == 0) {\n    s_max = highest;\n  }\n', '  s_max = highest;\n']],
    loud: ['s_max with s_max'],
  },
  'parameters are copied together and read at once': {
    fixed: `struct Field { float at[24]; };

__global__ void forces(const Field *field, const float *x, float *out, int n) {
  __shared__ Field s_field;
  int *to = (int *)&s_field;
  const int *from = (const int *)field;
  for (unsigned i = threadIdx.x; i < sizeof(Field) / 4; i += blockDim.x) to[i] = from[i];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = x[i] * s_field.at[3];
}

void launch(const Field *field, const float *x, float *out, int n) {
  forces<<<(n + 63) / 64, 64>>>(field, x, out, n);
}
`,
    change: [['to[i] = from[i];\n  __syncthreads();\n', 'to[i] = from[i];\n']],
    loud: ['to[i] with s_field.at[3]'],
  },
  'all are gathered before any is scattered': {
    fixed: `__global__ void penalty(float *logits, const int *ids, int words) {
  float *row = logits + blockIdx.x * words;
  int id = ids[blockIdx.x * blockDim.x + threadIdx.x];
  float value = row[id];
  value = value > 0 ? value / 2 : value * 2;
  __syncthreads();
  row[id] = value;
}

void launch(float *logits, const int *ids, int rows, int words) {
  penalty<<<rows, 128>>>(logits, ids, words);
}
`,
    change: [['  __syncthreads();\n', '']],
    loud: ['row[id] with row[id]'],
  },
  'a loop goes on by what one thread sets': {
    fixed: `struct State { int error; int left; };

__global__ void blocks(const int *in, int *out) {
  __shared__ State state;
  State *s = &state;
  int t = threadIdx.x;
  if (!t) {
    s->error = 0;
    s->left = in[blockIdx.x];
  }
  __syncthreads();
  while (!s->error) {
    __syncthreads();
    if (!t) {
      if (s->left <= 0) s->error = 1;
      else s->left -= 64;
    }
    __syncthreads();
    out[blockIdx.x * 64 + t] = s->left;
  }
}

void launch(const int *in, int *out, int n) {
  blocks<<<n, 64>>>(in, out);
}
`,
    change: [['  while (!s->error) {\n    __syncthreads();\n', '  while (!s->error) {\n']],
    loud: ['error with error'],
  },
  'two views of one dynamic array': {
    fixed: `__global__ void tally(const float *gammas, const float *work, float *out, int types) {
  extern __shared__ float data[];
  float *s_gammas = data;
  for (int i = threadIdx.x; i < types; i += blockDim.x) s_gammas[i] = gammas[i];
  __syncthreads();
  float mine = work[blockIdx.x * blockDim.x + threadIdx.x] * s_gammas[threadIdx.x % types];
  __syncthreads();
  float *sums = data;
  sums[threadIdx.x] = mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < blockDim.x; i++) mine += sums[i];
    out[blockIdx.x] = mine;
  }
}

void launch(const float *gammas, const float *work, float *out, int types) {
  tally<<<64, 64, 64 * sizeof(float)>>>(gammas, work, out, types);
}
`,
    change: [['  __syncthreads();\n  float *sums', '  float *sums']],
    loud: ['s_gammas[threadIdx.x % types] with sums[threadIdx.x]', 'data[threadIdx.x % types] with sums[threadIdx.x]'],
  },
};

describe('races that people really had', () => {
  const repository = temporaryRepository({ after }, {});
  const names = Object.keys(BUGS);
  const withBug = ({ fixed, change }: Bug) =>
    change.reduce((text, [from, to]) => {
      assert.equal(text.split(from).length, 2, `once: ${from}`);
      return text.replace(from, to);
    }, fixed);
  let brought: Result;
  let mended: Result;

  before(async () => {
    const sides = (bug: Bug) => ({ base: bug.fixed, head: withBug(bug) });
    const cases = new Map(Object.entries(BUGS).map(([name, bug]) => [name, sides(bug)]));
    ({ there: brought, back: mended } = await bothWays(repository, cases, ['--repair']));
  });

  const loudIn = ({ findings }: Result, file: string): Finding[] =>
    findings.filter(
      (finding) =>
        finding.status === 'new' &&
        finding.accesses[0]?.file === file &&
        isDefect(finding) &&
        levelOf(finding, 'predicted') !== 'note',
    );
  const textOf = ({ accesses }: Finding) => accesses.map(({ text }) => text).join(' with ');

  for (const name of names) {
    test(`${name}: the change that brings it`, () => {
      const told = loudIn(brought, fileOf(name)).map(textOf);
      const { loud } = BUGS[name]!;
      assert.ok(
        told.some((text) => loud.includes(text)),
        `told: ${told.join('; ') || 'nothing'}`,
      );
    });
    test(`${name}: the fix that is offered is the one that was made, or as good`, () => {
      const { fixed } = BUGS[name]!;
      const causes = causesOf(brought).filter(
        ({ status, explains }) =>
          status === 'new' && explains.some((one) => loudIn(brought, fileOf(name)).includes(one)),
      );
      const likenesses = causes.map(({ fix, explains }) => {
        if (fix === null) return 'none';
        const texts = explains.flatMap(({ memory, accesses }) => [
          memory?.object ?? '',
          ...accesses.map((one) => one.text),
        ]);
        const words = new Set(texts.flatMap((text) => /[A-Za-z_]\w*/.exec(text)?.[0] ?? []));
        const parent = withBug(BUGS[name]!);
        const isOfDivergence = explains.every(({ rule }) => rule === 'barrier-divergence');
        return likenessOf({ parent, ours: edited(parent, fix.edits), theirs: fixed }, [...words], isOfDivergence);
      });
      assert.notEqual(likenesses.length, 0);
      for (const likeness of likenesses) assert.match(likeness, /^(?:same|equivalent)$/);
    });
    test(`${name}: the fix`, () => {
      assert.deepEqual(loudIn(mended, fileOf(name)).map(textOf), []);
      const fixed = mended.findings.filter(
        ({ status, accesses }) => status === 'fixed' && accesses[0]?.file === fileOf(name),
      );
      const told = fixed.map(textOf);
      const { loud } = BUGS[name]!;
      assert.ok(
        told.some((text) => loud.includes(text)),
        `fixed: ${told.join('; ') || 'nothing'}`,
      );
    });
  }
});
