/** How a finding is known, in words: of one that is only possible, what is open. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';
import type { Finding } from '../../src/model/result.ts';
import { evidenceInWords } from '../../src/report/evidence.ts';

async function findingsOf(source: string): Promise<readonly Finding[]> {
  const tree = { kind: 'memory', files: new Map([['a.cu', Buffer.from(source)]]) } as const;
  return (await analyse(tree, ['a.cu'], { ...DEFAULT_CHECK_OPTIONS, jobs: 1 }, SILENT)).findings;
}

test('an element that says where the write goes is named', async () => {
  const [finding] = await findingsOf(
    'void __global__ scatter(float *out, const int *order) { out[order[threadIdx.x]] = threadIdx.x; }\n' +
      'void run(float *out, const int *order) { scatter<<<1, 64>>>(out, order); }\n',
  );
  assert.equal(evidenceInWords(finding!), 'possible: not proved: it depends on what order holds');
});

test('one value, and sizes that nobody states', async () => {
  const [same] = await findingsOf(
    '__global__ void seen(int *flag) { *flag = 1; }\nvoid run(int *flag) { seen<<<2, 64>>>(flag); }\n',
  );
  assert.equal(evidenceInWords(same!), 'possible: not proved: both threads write the same value');
  const [large] = await findingsOf(
    '__global__ void parts(float *out) { out[blockIdx.x * 256 + threadIdx.x] = threadIdx.x; }\n',
  );
  assert.equal(
    evidenceInWords(large!),
    'possible: not proved: no launch is in sight, and not every usual one shows it',
  );
});

test('a witness without a launch has a usual block, and large sizes', async () => {
  const [finding] = await findingsOf(
    '__global__ void shift(float *a, int n) {\n' +
      '  int i = blockIdx.x * blockDim.x + threadIdx.x;\n' +
      '  if (i < n) a[i] = a[i + 1];\n' +
      '}\n',
  );
  const { blockDim, arguments: passed } = finding!.witness!;
  assert.ok([32, 64, 128, 256].includes(blockDim[0]), `${blockDim}`);
  assert.ok(Number(passed.n) >= 32, `n = ${passed.n}`);
  assert.equal(finding!.evidence, 'replayed');
});

test('a result of another tool, that says nothing of it, has general words', async () => {
  const [finding] = await findingsOf(
    '__global__ void seen(int *flag) { *flag = 1; }\nvoid run(int *flag) { seen<<<2, 64>>>(flag); }\n',
  );
  const { doubt: _doubt, replay: _replay, ...bare } = finding!;
  assert.match(evidenceInWords(bare), /^possible: not proved: it depends on values that the code does not determine/);
});
