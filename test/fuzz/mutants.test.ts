/**
 * Mutants of race-free kernels: a smoke run of what `npm run fuzz` does for longer, and what the mutations do to a text.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fuzzMutants } from '../../scripts/fuzz/fuzz-mutants.ts';
import { type MutationKind, mutantsOf } from '../../scripts/fuzz/mutations.ts';
import { tableOf } from '../../scripts/fuzz/table.ts';
import { startEngines } from '../check/oracle/checker.ts';
import { Random } from '../check/oracle/random.ts';
import { headerOf } from '../kernel-header.ts';

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

/** What pipelines rest on, and other code does not have. */
const OF_PIPELINES: ReadonlySet<MutationKind> = new Set([
  ...(['barrier removed', 'fence removed', 'wait removed', 'wait changed', 'phase not flipped'] as const),
  ...(['arrival moved', 'arrival counted', 'bytes expected'] as const),
]);
/** Their constructs, as our kernels write them. */
const PIPELINE =
  /mbarrier\.cuh|cluster-ptx\.cuh|cuda\/(?:barrier|pipeline|ptx)|cuda_pipeline|memcpy_async|__cluster_dims__/;

/**
 * Waits that are dropped or let one group more in flight, fences on the other side of their barrier, phases that are not flipped,
 * counts of one lane too few: of a few kernels here, of as many as `GPURACE_PIPELINE_MUTANTS` says where somebody asks.
 */
test('mutants of pipelines: none that can race stays race-free', async (t) => {
  const wanted = Number(process.env.GPURACE_PIPELINE_MUTANTS ?? 12);
  const seed = Number(process.env.GPURACE_PIPELINE_SEED ?? 1);
  const random = new Random(seed);
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
  const all = globSync('test/kernels/*.cu', { cwd: ROOT })
    .filter(
      (file) =>
        !/-racy\.cu$/.test(file) &&
        PIPELINE.test(read(file)) &&
        headerOf(read(file)).expectations.join() === 'race-free',
    )
    .sort();
  assert.ok(all.length >= 30, 'our kernels write pipelines in other ways now');
  const files = wanted >= all.length ? all : Array.from({ length: 6 }, () => random.pick(all));
  const report = fuzzMutants(
    await startEngines(),
    read,
    { files: [...new Set(files)], mutants: wanted, seed, mutations: OF_PIPELINES, untilMs: Infinity },
    random,
  );
  for (const line of tableOf(report).trim().split('\n')) t.diagnostic(line);
  assert.deepEqual(report.wrong, []);
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
