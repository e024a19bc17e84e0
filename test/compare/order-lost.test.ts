/**
 * What a change did to the order of two accesses: kernels in pairs of revisions, compared in both directions by
 * `gpurace diff` and the real engine. All of them lie in one repository, each in a file of its own.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Finding, Result } from '../../src/model/result.ts';
import { isDefect } from '../../src/model/rules.ts';
import { exitCode } from '../../src/result/exit-code.ts';
import { temporaryRepository } from '../git/repository.ts';
import { bothWays, fileOf } from './revisions-told.ts';

interface Case {
  readonly base: string;
  readonly head: string;
  /** `side line text` of each order that is lost, and the evidence of the finding. */
  readonly lost?: readonly string[];
  /** Rules of other findings that are new, with their evidence. */
  readonly added?: readonly string[];
  /** Exit code of the file by itself. */
  readonly code: 0 | 1 | 3;
  /** The same of the way back. */
  readonly back: {
    readonly lost?: readonly string[];
    readonly added?: readonly string[];
    readonly code: 0 | 1 | 3;
    /** Rules of what is gone; left out: whatever. */
    readonly fixed?: readonly string[];
  };
}

/** The rest of the kernel stays open: nobody knows what the function does with the pointer. */
const HANDED_ON = `__device__ void publish(int *all);

__global__ void turned(int *out, int *log) {
  __shared__ int s[256];
  int i = threadIdx.x;
  s[i] = out[blockIdx.x * 256 + i];
  __syncthreads();
  out[blockIdx.x * 256 + i] = s[255 - i];
  publish(log);
}

void launch(int *out, int *log) {
  turned<<<64, 256>>>(out, log);
}
`;

/** Each step is racy in itself: a lane adds what another one is about to change. The steps come one after the other. */
const STEPS = `__global__ void steps(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  if (t < 32) {
    for (int shift = 16; shift > 0; shift >>= 1) {
      s[t] += s[t + shift];
      __syncwarp();
    }
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

void launch(const int *in, int *out) {
  steps<<<64, 64>>>(in, out);
}
`;

/** The index is loaded from memory that the kernel itself writes: nobody knows it. */
const GATHER = `__global__ void gather(int *out, int *next) {
  __shared__ int s[256];
  int i = threadIdx.x;
  s[i] = out[blockIdx.x * 256 + i];
  __syncthreads();
  int j = next[blockIdx.x * 256 + i] & 255;
  next[blockIdx.x * 256 + i] = j + 1;
  for (int k = 0; k < 4; k++) j = next[blockIdx.x * 256 + i] & 255;
  out[blockIdx.x * 256 + i] = s[j];
}

void launch(int *out, int *next) {
  gather<<<64, 256>>>(out, next);
}
`;
const SEED = `__global__ void scan(int *out) {
  __shared__ int seed;
  if (threadIdx.x == 0) seed = 0;
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = seed + threadIdx.x;
}

void launch(int *out) {
  scan<<<64, 256>>>(out);
}
`;
const OWN = `__global__ void own(int *out) {
  __shared__ int s[256];
  int i = threadIdx.x;
  s[i] = out[blockIdx.x * 256 + i];
  __syncthreads();
  out[blockIdx.x * 256 + i] = s[i] + 1;
}

void launch(int *out) {
  own<<<64, 256>>>(out);
}
`;

/** The index comes from a function of which only the declaration is there: nothing can be executed. */
const SLOTS = `__device__ int slot(int i);

__global__ void slots(int *out) {
  __shared__ int s[256];
  int i = threadIdx.x;
  s[i] = out[blockIdx.x * 256 + i];
  __syncthreads();
  out[blockIdx.x * 256 + i] = s[slot(i) & 255];
}

void launch(int *out) {
  slots<<<64, 256>>>(out);
}
`;
const WARP = `__device__ int slot(int i);

__global__ void lanes(int *out) {
  __shared__ int s[32];
  int i = threadIdx.x;
  s[i] = out[blockIdx.x * 32 + i];
  __syncwarp();
  out[blockIdx.x * 32 + i] = s[slot(i) & 31];
}

void launch(int *out) {
  lanes<<<64, 32>>>(out);
}
`;
const FLAG = `__global__ void handOver(int *data, volatile int *flag, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    data[0] = 7;
    __threadfence();
    *flag = 1;
  }
  if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (*flag == 0) {
    }
    __threadfence();
    out[0] = data[0];
  }
}

void launch(int *data, int *flag, int *out) {
  cudaMemset(flag, 0, 4);
  handOver<<<2, 32>>>(data, flag, out);
}
`;
const COUNT = `__device__ int slot(int i);

__global__ void count(int *bins) {
  int b = slot(threadIdx.x + blockIdx.x * blockDim.x) & 63;
  atomicAdd(&bins[b], 1);
}

void launch(int *bins) {
  count<<<64, 256>>>(bins);
}
`;
const GUARDED = `__device__ int slot(int i);

__global__ void publish(int *out) {
  __shared__ int s[256];
  int j = slot(threadIdx.x) & 255;
  if (threadIdx.x == 0) {
    s[j] = out[blockIdx.x];
    out[blockIdx.x] = s[j] + 1;
  }
}

void launch(int *out) {
  publish<<<64, 256>>>(out);
}
`;
const SIZED = `__device__ int slot(int i);

__global__ void single(int *out) {
  __shared__ int s[256];
  int j = slot(threadIdx.x) & 255;
  s[j] = out[blockIdx.x * 256 + threadIdx.x];
}

void launch(int *out) {
  single<<<64, 1>>>(out);
}
`;
/** No barrier on either side: it is open whether the two meet. */
const OPEN = `__device__ int slot(int i);

__global__ void open(int *out) {
  __shared__ int s[256];
  int i = threadIdx.x;
  s[i] = out[blockIdx.x * 256 + i];
  out[blockIdx.x * 256 + i] = s[slot(i) & 255];
}

void launch(int *out) {
  open<<<64, 256>>>(out);
}
`;
/** Racy on both sides in its last line; the barrier above is of other memory. */
const RACY = `__global__ void racy(int *out, int *sums) {
  __shared__ int s[256];
  int i = threadIdx.x;
  s[i] = out[blockIdx.x * 256 + i];
  __syncthreads();
  out[blockIdx.x * 256 + i] = s[255 - i];
  sums[0] = i;
}

void launch(int *out, int *sums) {
  racy<<<64, 256>>>(out, sums);
}
`;
/** All blocks write the same row: a race between blocks on both sides, and within a block on one. */
const ROW = `__global__ void row(int *out, int *total) {
  int i = threadIdx.x;
  out[i] = blockIdx.x;
  __syncthreads();
  total[blockIdx.x * 256 + i] = out[255 - i];
}

void launch(int *out, int *total) {
  row<<<64, 256>>>(out, total);
}
`;
const TWO_BARRIERS = `__device__ int slot(int i);

__global__ void twice(int *out) {
  __shared__ int s[256];
  int i = threadIdx.x;
  s[i] = out[blockIdx.x * 256 + i];
  __syncthreads();
  __syncthreads();
  out[blockIdx.x * 256 + i] = s[slot(i) & 255];
}

void launch(int *out) {
  twice<<<64, 256>>>(out);
}
`;

const without = (text: string, line: string | RegExp) => {
  assert.ok(line instanceof RegExp ? line.test(text) : text.includes(line));
  return text.replace(line, '');
};
const edited = (text: string, before: string, now: string) => {
  assert.ok(text.includes(before));
  return text.replaceAll(before, now);
};

const CASES: Readonly<Record<string, Case>> = {
  'the barrier between the steps of a loop, each of which is racy': {
    base: STEPS,
    head: STEPS.replace('      __syncwarp();\n', ''),
    lost: ['LEFT 9 __syncwarp(); replayed'],
    code: 1,
    back: { code: 0 },
  },
  'barrier deleted, contents are made up, and the old code has no race with them': {
    base: GATHER,
    head: without(GATHER, '  __syncthreads();\n'),
    lost: ['LEFT 5 __syncthreads(); replayed'],
    code: 1,
    back: { code: 0 },
  },
  'barrier deleted, the index is not known': {
    base: SLOTS,
    head: without(SLOTS, '  __syncthreads();\n'),
    lost: ['LEFT 7 __syncthreads(); possible'],
    code: 3,
    back: { code: 0 },
  },
  'barrier deleted, each thread has its own': {
    base: OWN,
    head: without(OWN, '  __syncthreads();\n'),
    code: 0,
    back: { code: 0 },
  },
  'one of two barriers deleted': {
    base: TWO_BARRIERS,
    head: without(TWO_BARRIERS, '  __syncthreads();\n'),
    code: 0,
    back: { code: 0 },
  },
  'barrier of the warp deleted': {
    base: WARP,
    head: without(WARP, '  __syncwarp();\n'),
    lost: ['LEFT 7 __syncwarp(); possible'],
    code: 3,
    back: { code: 0 },
  },
  'barrier of the block made one of the warp': {
    base: SLOTS,
    head: edited(SLOTS, '__syncthreads', '__syncwarp'),
    lost: ['RIGHT 7 __syncwarp(); possible'],
    code: 3,
    back: { code: 0 },
  },
  'fence before a flag deleted': {
    base: FLAG,
    head: without(FLAG, '    __threadfence();\n'),
    lost: ['LEFT 4 __threadfence(); replayed'],
    code: 1,
    back: { code: 0 },
  },
  'fence narrowed': {
    base: FLAG,
    head: edited(FLAG, '__threadfence();\n    *', '__threadfence_block();\n    *'),
    lost: ['RIGHT 4 __threadfence_block(); replayed'],
    code: 1,
    back: { code: 0 },
  },
  'atomic made plain': {
    base: COUNT,
    head: edited(COUNT, 'atomicAdd(&bins[b], 1)', 'bins[b] += 1'),
    lost: ['RIGHT 5 bins[b] += 1; possible'],
    code: 3,
    back: { code: 0 },
  },
  'scope narrowed': {
    base: COUNT,
    head: edited(COUNT, 'atomicAdd', 'atomicAdd_block'),
    lost: ['RIGHT 5 atomicAdd_block(&bins[b], 1); possible'],
    code: 3,
    back: { code: 0 },
  },
  'guard removed': {
    base: GUARDED,
    head: edited(GUARDED, 'if (threadIdx.x == 0) {', '{'),
    lost: ['LEFT 6 if (threadIdx.x == 0) { possible', 'LEFT 6 if (threadIdx.x == 0) { witness'],
    code: 3,
    back: { code: 0 },
  },
  'block enlarged': {
    base: SIZED,
    head: edited(SIZED, '<<<64, 1>>>', '<<<64, 32>>>'),
    lost: ['RIGHT 10 single<<<64, 32>>>(out); possible'],
    code: 3,
    back: { code: 0 },
  },
  'open before and after': {
    base: OPEN,
    head: edited(OPEN, 's[slot(i) & 255]', '1 + s[slot(i) & 255]'),
    code: 0,
    back: { code: 0 },
  },
  'open before, a barrier added': {
    base: OPEN,
    head: edited(OPEN, '  out[', '  __syncthreads();\n  out['),
    code: 0,
    back: { lost: ['LEFT 7 __syncthreads(); possible'], code: 3 },
  },
  'open, a variable renamed': {
    base: OPEN,
    head: OPEN.replaceAll(/\bi\b(?!\))/g, 'lane').replaceAll('slot(i)', 'slot(lane)'),
    code: 0,
    back: { code: 0 },
  },
  'open, lines moved down': {
    base: OPEN,
    head: edited(OPEN, '  int i = threadIdx.x;\n', '  // One element for each thread.\n\n  int i = threadIdx.x;\n'),
    code: 0,
    back: { code: 0 },
  },
  'open, a helper extracted': {
    base: OPEN,
    head: edited(
      edited(
        OPEN,
        '__global__',
        '__device__ void fill(int *s, const int *out, int at) {\n  s[at] = out[blockIdx.x * 256 + at];\n}\n\n__global__',
      ),
      '  s[i] = out[blockIdx.x * 256 + i];\n',
      '  fill(s, out, i);\n',
    ),
    code: 0,
    back: { code: 0 },
  },
  'in order, a helper extracted': {
    base: SLOTS,
    head: edited(
      edited(
        SLOTS,
        '__global__',
        '__device__ void fill(int *s, const int *out, int at) {\n  s[at] = out[blockIdx.x * 256 + at];\n  __syncthreads();\n}\n\n__global__',
      ),
      '  s[i] = out[blockIdx.x * 256 + i];\n  __syncthreads();\n',
      '  fill(s, out, i);\n',
    ),
    code: 0,
    back: { code: 0 },
  },
  'barrier deleted in a kernel of which the rest is open': {
    base: HANDED_ON,
    head: without(HANDED_ON, '  __syncthreads();\n'),
    lost: ['LEFT 7 __syncthreads(); possible'],
    code: 3,
    back: { code: 3, fixed: ['intra-block-race'] },
  },
  'racy before, another pair lost its order': {
    base: RACY,
    head: without(RACY, '  __syncthreads();\n'),
    lost: ['LEFT 5 __syncthreads(); replayed'],
    code: 1,
    back: { code: 0 },
  },
  'a guard is gone, and all threads write the same': {
    base: SEED,
    head: SEED.replace('if (threadIdx.x == 0) seed = 0;', 'seed = 0;'),
    added: ['intra-block-race possible'],
    code: 0,
    back: { code: 0 },
  },
  'a guard is gone, and each thread writes its own': {
    base: SEED,
    head: SEED.replace('if (threadIdx.x == 0) seed = 0;', 'seed = threadIdx.x;'),
    lost: ['RIGHT 3 seed = threadIdx.x; replayed'],
    code: 1,
    back: { code: 0 },
  },
  'racy between blocks, and now within one': {
    base: ROW,
    head: without(ROW, '  __syncthreads();\n'),
    lost: ['LEFT 4 __syncthreads(); replayed'],
    code: 1,
    back: { code: 0 },
  },
};

const repository = temporaryRepository({ after }, {});
const names = Object.keys(CASES);

let there: Result;
let back: Result;

before(async () => {
  ({ there, back } = await bothWays(repository, new Map(Object.entries(CASES))));
});

/** What one file's part of a comparison says. */
function toldOf(result: Result, file: string) {
  const kernels = result.kernels.filter((kernel) => kernel.file === file);
  const findings = result.findings.filter(({ accesses }) => accesses[0]?.file === file);
  const problems = result.problems.filter((problem) => problem.file === file);
  const lost = ({ orderLost, evidence }: Finding) =>
    orderLost == null ? [] : `${orderLost.side} ${orderLost.line} ${orderLost.text} ${evidence}`;
  const isAdded = (finding: Finding) => finding.status === 'new' && finding.orderLost == null && isDefect(finding);
  return {
    lost: [...new Set(findings.flatMap(lost))].sort(),
    added: findings.filter(isAdded).map(({ rule, evidence }) => `${rule} ${evidence}`),
    code: exitCode(
      { ...result, kernels, findings, problems },
      { failOn: 'new', minEvidence: 'predicted', isUncompared: false },
    ),
  };
}

for (const name of names) {
  const { lost = [], added = [], code, back: reversed } = CASES[name]!;
  test(name, () => assert.deepEqual(toldOf(there, fileOf(name)), { lost, added, code }));
  test(`${name}: the way back`, () => {
    const { lost: lostAgain = [], added: addedAgain = [], code: codeAgain, fixed } = reversed;
    assert.deepEqual(toldOf(back, fileOf(name)), { lost: lostAgain, added: addedAgain, code: codeAgain });
    const gone = back.findings.filter(
      ({ status, accesses: [access] }) => status === 'fixed' && access?.file === fileOf(name),
    );
    if (fixed !== undefined) assert.deepEqual([...new Set(gone.map(({ rule }) => rule))].sort(), fixed);
  });
}
