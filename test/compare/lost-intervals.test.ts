/**
 * Kernels that are too large to be decided in the time that they have, in pairs of revisions: what a change did to the order of
 * two accesses is known by control flow alone.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Result } from '../../src/model/result.ts';
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
    test(`${name}: nothing is lost on the way back`, () => assert.deepEqual(lostIn(back, fileOf(name)), []));
  }
});
