/** What the text alone tells to be the kernel of the base is given back to every cause, however many there are. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { run } from '../../src/cli/program.ts';
import { RESTORE_LINE } from '../../src/model/result.ts';
import { causesOf } from '../../src/result/causes/index.ts';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { temporaryRepository } from '../git/repository.ts';

const KERNELS = 23;

const kernel = (barrier: string) => (_: unknown, i: number) =>
  `__global__ void k${i}(int *out) {
  __shared__ int row[64];
  row[threadIdx.x] = ${i};
${barrier}  out[blockIdx.x * 64 + threadIdx.x] = row[63 - threadIdx.x];
}
void launch${i}(int *out) { k${i}<<<4, 64>>>(out); }
`;
const file = (barrier: string) => Array.from({ length: KERNELS }, kernel(barrier)).join('\n');

test('more causes than are checked again each get their line back', async () => {
  const repository = temporaryRepository({ after });
  repository.write({ 'a.cu': file('  __syncthreads();\n') });
  const base = repository.commit();
  repository.write({ 'a.cu': file('') });
  const head = repository.commit();
  const report = join(repository.folder, '.git', 'report.json');
  const stderr = new PassThrough();
  const code = await run(['diff', '--base', base, '--head', head, '--format', 'json', '--output', report], {
    cwd: repository.folder,
    env: {},
    stdout: new PassThrough(),
    stderr,
    analyse,
  });
  assert.equal(code, 1, String(stderr.read()));
  const causes = causesOf(parseStoredResult(readFileSync(report, 'utf8'), 'the result'));
  assert.equal(causes.length, KERNELS);
  assert.deepEqual(
    new Set(causes.map(({ status, fix }) => `${status} ${fix?.kind}`)),
    new Set([`new ${RESTORE_LINE}`]),
  );
});
