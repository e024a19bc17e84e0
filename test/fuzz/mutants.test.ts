/**
 * Mutants of race-free kernels: a smoke run of what `npm run fuzz` does for longer, and what the mutations do to a text.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fuzzMutants } from '../../scripts/fuzz/fuzz-mutants.ts';
import { mutantsOf } from '../../scripts/fuzz/mutations.ts';
import { tableOf } from '../../scripts/fuzz/table.ts';
import { startEngines } from '../check/oracle/checker.ts';
import { Random } from '../check/oracle/random.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FILES = ['affine-1d.cu', 'block-atomic.cu', 'uniform-barrier.cu', 'warp-sync.cu', 'flag-opencl-fence.cl'];

test('60 mutants of five kernels: none that can race stays race-free, none that means the same becomes racy', async (t) => {
  const wanted = { files: FILES.map((file) => `test/kernels/${file}`), mutants: 60, seed: 1, untilMs: Infinity };
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
  const report = fuzzMutants(await startEngines(), read, wanted, new Random(wanted.seed));
  for (const line of tableOf(report).trim().split('\n')) t.diagnostic(line);
  assert.deepEqual(report.wrong, []);
  const total = (name: string) =>
    [...report.counts.values()].reduce(
      (sum, row) => sum + ([...row].find(([outcome]) => outcome === name)?.[1] ?? 0),
      0,
    );
  assert.ok(total('killed') >= 15, 'most mutants that mean something else are no longer race-free');
  assert.ok(total('kept') >= 3);
});

test('what is changed, and what is not', () => {
  const text = `// if (x) __syncthreads();
#define N 64
__global__ void k(int *a, int n) {
  if (threadIdx.x < n) a[threadIdx.x] = 1;
  __syncthreads();
  atomicAdd(&a[0], 2);
}`;
  const changes = mutantsOf(text)
    .filter(({ isSame }) => !isSame)
    .map(({ kind, change }) => `${kind}, ${change}`);
  assert.deepEqual(changes, [
    'barrier removed, 5: __syncthreads(); → ;',
    'atomic made plain, 6: atomicAdd(&a[0], 2); → a[0] += 2;',
    'scope narrowed, 6: atomicAdd( → atomicAdd_block(',
    'guard dropped, 4: if ( → if (true || ',
    'index changed, 4: [threadIdx.x] → [(threadIdx.x) / 2]',
    'index changed, 4: [threadIdx.x] → [(threadIdx.x) + 1]',
    'index changed, 4: [threadIdx.x] → [(threadIdx.x) & ~1]',
    'id changed, 4: threadIdx.x → (threadIdx.x / 2)',
    'id changed, 4: threadIdx.x → (threadIdx.x % 32)',
    'id changed, 4: threadIdx.x → threadIdx.y',
    'id changed, 4: threadIdx.x → (threadIdx.x / 2)',
    'id changed, 4: threadIdx.x → (threadIdx.x % 32)',
    'id changed, 4: threadIdx.x → threadIdx.y',
    'number changed, 6: 2 → (2 - 1)',
    'number changed, 6: 2 → (2 + 1)',
    'number changed, 6: 2 → (2 / 2)',
    'operator changed, 4: < → <=',
    'operator changed, 4: < → >',
  ]);
  assert.ok(mutantsOf(text).every((mutant) => mutant.text.startsWith('// if (x) __syncthreads();\n#define N 64\n')));
});
