/** `gpurace diff --repair`: new causes get a fix: what the change deleted first, else what else is verified. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { causesOf } from '../../src/result/causes/index.ts';
import { temporaryRepository } from '../git/repository.ts';
import { diff } from './revisions-told.ts';

const kernel = (body: string) => `__global__ void swap(int *out, const int *in) {
  __shared__ int row[64];
  int i = threadIdx.x;
${body}}

void launch(int *out, const int *in) {
  swap<<<1, 64>>>(out, in);
}
`;
const ORDERED = kernel('  row[i] = in[i];\n  __syncthreads();\n  out[i] = row[63 - i];\n');
const DELETED = kernel('  row[i] = in[i];\n  out[i] = row[63 - i];\n');
const WRITTEN = kernel(
  '  row[i] = in[i];\n  __syncthreads();\n  out[i] = row[63 - i];\n  row[63 - i] = out[0];\n  out[i] += row[i];\n',
);

async function kindsOf(
  t: Parameters<typeof temporaryRepository>[0],
  head: string,
  ...more: string[]
): Promise<unknown[]> {
  const repository = temporaryRepository(t);
  const commit = (text: string) => {
    repository.write({ 'a.cu': text });
    return repository.commit('a change');
  };
  const [base, changed] = [commit(ORDERED), commit(head)];
  const { result } = await diff(repository, base, changed, more);
  return causesOf(result)
    .filter(({ status }) => status === 'new')
    .map(({ fix }) => fix && [fix.kind, ...fix.edits.map(({ startLine, text }) => `${startLine}: ${text.trim()}`)]);
}

test('a deleted barrier is put back, with and without --repair', async (t) => {
  const restored = [['restore-line', '5: __syncthreads();']];
  assert.deepEqual(await kindsOf(t, DELETED), restored);
  assert.deepEqual(await kindsOf(t, DELETED, '--repair'), restored);
});

test('what the change wrote gets a barrier when it is asked for', async (t) => {
  assert.deepEqual(await kindsOf(t, WRITTEN), [null, null]);
  assert.deepEqual(await kindsOf(t, WRITTEN, '--repair'), [
    ['add-block-barrier', '7: __syncthreads();'],
    ['add-block-barrier', '8: __syncthreads();'],
  ]);
});

/** Base and head of a kernel whose synchronisation the change makes narrower, and the line that is given back. */
const NARROWED: readonly (readonly [name: string, base: string, head: string, restored: unknown])[] = [
  [
    'the scope of an atomic operation',
    'atomicAdd(sum, in[blockIdx.x * blockDim.x + threadIdx.x]);',
    'atomicAdd_block(sum, in[blockIdx.x * blockDim.x + threadIdx.x]);',
    ['restore-line', '2: atomicAdd(sum, in[blockIdx.x * blockDim.x + threadIdx.x]);'],
  ],
  [
    'a guard',
    'if (blockIdx.x == 0 && threadIdx.x == 0) sum[0] = in[threadIdx.x];',
    'if (threadIdx.x == 0) sum[0] = in[blockIdx.x];',
    ['restore-line', '2: if (blockIdx.x == 0 && threadIdx.x == 0) sum[0] = in[threadIdx.x];'],
  ],
];

for (const [name, before, after, restored] of NARROWED) {
  test(`what the change made narrower comes first: ${name}`, async (t) => {
    const text = (line: string) =>
      `__global__ void total(int *sum, const int *in) {\n  ${line}\n}\n\nvoid launch(int *sum, const int *in) {\n  total<<<4, 64>>>(sum, in);\n}\n`;
    const repository = temporaryRepository(t);
    const [base, head] = [before, after].map((line) => {
      repository.write({ 'a.cu': text(line) });
      return repository.commit('a change');
    }) as [string, string];
    const { result } = await diff(repository, base, head, ['--repair']);
    const fixes = causesOf(result)
      .filter(({ status }) => status === 'new')
      .map(({ fix }) => fix && [fix.kind, ...fix.edits.map((edit) => `${edit.startLine}: ${edit.text.trim()}`)]);
    assert.deepEqual(fixes, [restored]);
  });
}

test('a barrier that became one of the warp', async (t) => {
  const narrower = kernel('  row[i] = in[i];\n  __syncwarp();\n  out[i] = row[63 - i];\n');
  assert.deepEqual(await kindsOf(t, narrower, '--repair'), [['restore-line', '5: __syncthreads();']]);
});
