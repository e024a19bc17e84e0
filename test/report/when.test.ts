/** When two accesses happen, and by which way: kernels whose races look like none in their lines. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { messageOf } from '../../src/model/finding-message.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';
import type { Finding } from '../../src/model/result.ts';
import { excerpts } from '../../src/report/excerpt.ts';
import { interleaving } from '../../src/report/interleaving.ts';
import { linesBeside, marksOf } from '../../src/report/text.ts';
import { whenOf } from '../../src/report/witness.ts';

async function onlyFinding(source: string): Promise<Finding> {
  const tree = { kind: 'memory', files: new Map([['a.cu', Buffer.from(source)]]) } as const;
  const { findings } = await analyse(tree, ['a.cu'], { ...DEFAULT_CHECK_OPTIONS, jobs: 1 }, SILENT);
  assert.equal(findings.length, 1, JSON.stringify(findings));
  return findings[0]!;
}

/** Without the sentence that the solver's choice of threads and addresses is in. */
const said = (finding: Finding) => messageOf(finding).slice(finding.message.length).trim();

const shown = (finding: Finding, source: string) =>
  excerpts(marksOf(finding), (_, line) => source.split('\n')[line - 1], { also: linesBeside(finding) })
    .flatMap(({ rows }) => rows)
    .flatMap(({ kind, line }) => (kind === 'source' ? line : kind === 'gap' ? '...' : []));

const ROUND = `__global__ void windows(const int *in, int *out, int n) {
  __shared__ int s[64];
  int sum = 0;
  for (int d0 = 0; d0 < n; d0 += 64) {
    s[threadIdx.x] = in[d0 + threadIdx.x];


    __syncthreads();


    sum += s[63 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}
void launch(const int *in, int *out, int n) { windows<<<1, 64>>>(in, out, n); }
`;

test('a race with the next iteration', async () => {
  const finding = await onlyFinding(ROUND);
  assert.equal(
    said(finding),
    'The write in line 5 is in the next iteration of the loop in line 4 (d0 = 64), while the read in line 11 is still in this one (d0 = 0). The barrier in line 8 orders the two within one iteration only.',
  );
  assert.deepEqual(shown(finding, ROUND), [5, '...', 8, '...', 11]);
  assert.deepEqual(
    interleaving(finding)?.filter((line) => /barrier in line(?: |<br\/>)8|d0 #61; 64|d0 = 64|d0 = 0/.test(line)).length,
    3,
  );
});

const CALLED_TWICE = `__device__ int turned(int *s, int x) {
  s[threadIdx.x] = x;
  __syncthreads();
  return s[63 - threadIdx.x];
}
__global__ void both(int *out) {
  __shared__ int s[64];
  int x = turned(s, threadIdx.x);
  int y = turned(s, x + 1);
  out[threadIdx.x] = x + y;
}
void launch(int *out) { both<<<1, 64>>>(out); }
`;

const BARRIER_IN_A_HELPER = `__device__ void put(int *s, int x) { s[threadIdx.x] = x; }
__device__ int take(const int *s) { return s[63 - threadIdx.x]; }



__device__ int handedOver(int *s, int x) {
  put(s, x);
  __syncthreads();
  return take(s);
}
__global__ void rounds(int *out, int n) {
  __shared__ int s[64];
  int x = threadIdx.x;
  for (int i = 0; i < n; i++) x = handedOver(s, x + 1);
  out[threadIdx.x] = x;
}
void launch(int *out, int n) { rounds<<<1, 64>>>(out, n); }
`;

test('a barrier between the two that no line between them shows', async () => {
  const finding = await onlyFinding(BARRIER_IN_A_HELPER);
  assert.equal(
    said(finding),
    'The write in line 1 is in the next iteration of the loop in line 14 (i = 1), while the read in line 2 is still in this one (i = 0). The barrier in line 8 orders the two within one iteration only.',
  );
  assert.deepEqual(shown(finding, BARRIER_IN_A_HELPER), [1, 2, '...', 8]);
  assert.ok(finding.accesses.every((access) => whenOf(access).at(-1)?.endsWith(', from line 14')));
});

const BEFORE_THE_LOOP = `__global__ void shifted(int *out, int n) {
  __shared__ int s[65];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int i = 0; i < n; i++) {
    int x = s[threadIdx.x + 1];
    s[threadIdx.x] = x + i;
  }
  out[threadIdx.x] = s[threadIdx.x];
}
void launch(int *out, int n) { shifted<<<1, 64>>>(out, n); }
`;

test('a barrier before the loop is none between the two', async () => {
  const tree = { kind: 'memory', files: new Map([['a.cu', Buffer.from(BEFORE_THE_LOOP)]]) } as const;
  const { findings } = await analyse(tree, ['a.cu'], { ...DEFAULT_CHECK_OPTIONS, jobs: 1 }, SILENT);
  assert.ok(findings.length > 0);
  for (const finding of findings) assert.equal(finding.gap?.sinceIsBetween, undefined);
});

test('a race between two calls of a helper', async () => {
  const finding = await onlyFinding(CALLED_TWICE);
  assert.equal(
    said(finding),
    'The write in line 2 is in the later call of turned (line 9), while the read in line 4 is still in the earlier one (line 8). The barrier in line 3 orders the two within one call only.',
  );
  assert.deepEqual(shown(finding, CALLED_TWICE), [2, 3, 4]);
  assert.deepEqual(finding.accesses.map(({ calls }) => calls.map((call) => `${call.function}:${call.line}`)).sort(), [
    ['turned:8'],
    ['turned:9'],
  ]);
});

const UNROLLED = `__global__ void steps(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  for (int i = 1; i < 4; i <<= 1) {
    int x = s[(t + i) % 64];
    __syncthreads();
    s[t] = x;
  }
  out[t] = s[t];
}
void launch(int *out) { steps<<<1, 64>>>(out); }
`;

test('a race between passes of a loop that is run pass by pass', async () => {
  const finding = await onlyFinding(UNROLLED);
  assert.equal(
    said(finding),
    'The read in line 7 is in the next iteration of the loop in line 6 (i = 2), while the write in line 9 is still in this one (i = 1). The barrier in line 8 orders the two within one iteration only.',
  );
});

test('a race in straight code needs no more words', async () => {
  const source = ROUND.replace('    __syncthreads();\n', '').replace(
    'for (int d0 = 0; d0 < n; d0 += 64)',
    'int d0 = n;',
  );
  assert.equal(said(await onlyFinding(source)), '');
});
