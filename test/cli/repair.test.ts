/** `gpurace repair` with the real engine: what it says, what it writes, and what it refuses to write. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { temporaryRepository } from '../git/repository.ts';
import { workbench } from './harness.ts';

const RACY = `__global__ void shift(int *cells) {
  int right = cells[threadIdx.x + 1];
  cells[threadIdx.x] = right;
}
`;
const REPAIRED = RACY.replace('  cells[threadIdx.x] =', '  __syncthreads();\n  cells[threadIdx.x] =');
/** The counter says where each thread writes: nothing of the text can be put right. */
const UNREPAIRABLE = `__global__ void append(int *cells, int *count) {
  int at = atomicAdd(count, 0);
  cells[at] = threadIdx.x;
}
`;
const SIZES = ['--grid-dim', '1', '--block-dim', '64'];
const DIFF = `--- a/src/a.cu
+++ b/src/a.cu
@@ -1,4 +1,5 @@
 __global__ void shift(int *cells) {
   int right = cells[threadIdx.x + 1];
+  __syncthreads();
   cells[threadIdx.x] = right;
 }
`;

test('text: each cause with its diff, and what is not repaired with the reason', async (t) => {
  const bench = workbench(t, { 'src/a.cu': RACY, 'src/b.cu': UNREPAIRABLE });
  const { code, stdout } = await bench.run(['repair', 'src', ...SIZES], { analyse });
  assert.equal(code, 1);
  assert.ok(stdout.includes(DIFF.trimEnd().replaceAll(/^/gm, '    ')), stdout);
  assert.match(stdout, /^append is not repaired: threads write to the same place in one statement/m);
  assert.match(stdout, /^2 kernels: 1 repaired, 1 not repaired; 1 check of edited texts$/m);
  assert.equal(readFileSync(join(bench.cwd, 'src/a.cu'), 'utf8'), RACY);
});

test('colours of the diff, where a terminal reads', async (t) => {
  const bench = workbench(t, { 'src/a.cu': RACY });
  const { code, stdout } = await bench.run(['repair', 'src/a.cu', ...SIZES], { analyse, tty: true });
  assert.equal(code, 0);
  assert.ok(stdout.includes('\u001b[32m+  __syncthreads();\u001b[39m'), stdout);
});

test('patch: git applies it', async (t) => {
  const bench = workbench(t, { 'src/a.cu': RACY });
  const { code, stdout } = await bench.run(['repair', 'src/a.cu', '--format', 'patch', ...SIZES], { analyse });
  assert.equal(code, 0);
  assert.equal(stdout, DIFF);
  const { status, stderr } = spawnSync('git', ['apply', '-'], { cwd: bench.cwd, input: stdout, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.equal(readFileSync(join(bench.cwd, 'src/a.cu'), 'utf8'), REPAIRED);
});

test('json: fixes of findings and causes, and what became of each kernel', async (t) => {
  const bench = workbench(t, { 'src/a.cu': RACY });
  const { stdout } = await bench.run(['repair', 'src/a.cu', '--format', 'json', ...SIZES], { analyse });
  const stored = JSON.parse(stdout);
  const edit = {
    file: 'src/a.cu',
    startLine: 3,
    startColumn: 1,
    endLine: 3,
    endColumn: 1,
    text: '  __syncthreads();\n',
  };
  const fix = { kind: 'add-block-barrier', edits: [edit], diff: DIFF, verified: true };
  assert.deepEqual(stored.causes[0].fix, fix);
  assert.deepEqual(stored.findings[0].fixes, [fix]);
  const [{ elapsedMs, ...repair }] = stored.repairs;
  assert.ok(elapsedMs >= 0);
  assert.deepEqual(repair, { kernel: 'shift', status: 'repaired', reason: null, verifierCalls: 1 });
  assert.equal(parseStoredResult(stdout, 'the result').repairs?.length, 1);
});

test('check --repair: the fixes stand in every report', async (t) => {
  const bench = workbench(t, { 'a.cu': RACY });
  const { stdout } = await bench.run(['check', 'a.cu', '--repair', ...SIZES], { analyse });
  assert.match(stdout, /Verified fix \(add-block-barrier\):/);
  const plain = await bench.run(['check', 'a.cu', ...SIZES], { analyse });
  assert.doesNotMatch(plain.stdout, /Verified fix/);
});

test('--apply: only what git can bring back, unless it is forced', async (t) => {
  const repository = temporaryRepository(t);
  const bench = { ...workbench(t, {}), cwd: repository.folder };
  const path = join(repository.folder, 'a.cu');
  const apply = (...more: string[]) =>
    bench.run(['repair', 'a.cu', '--apply', ...SIZES, ...more], { analyse, cwd: repository.folder });
  repository.write({ 'a.cu': RACY });
  const untracked = await apply();
  assert.equal(untracked.code, 2);
  assert.match(untracked.stderr, /--apply: a\.cu has uncommitted changes; --force edits it anyway/);
  repository.commit('racy');
  const done = await apply();
  assert.equal(done.code, 0, done.stderr);
  assert.equal(readFileSync(path, 'utf8'), REPAIRED);
  writeFileSync(path, `// mine\n${RACY}`);
  assert.equal((await apply()).code, 2);
  assert.equal(readFileSync(path, 'utf8'), `// mine\n${RACY}`);
  assert.equal((await apply('--force')).code, 0);
  assert.equal(readFileSync(path, 'utf8'), `// mine\n${REPAIRED}`);
  assert.equal((await bench.run(['repair', 'a.cu', '--force'], { cwd: repository.folder })).code, 2);
});
