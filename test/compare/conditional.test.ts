/** A change after which a kernel needs a fact that nobody states: a note that names it, and quiet once it is stated. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { annotationsOf } from '../../src/action/annotations.ts';
import { judge } from '../../src/action/outcome.ts';
import type { Result } from '../../src/model/result.ts';
import { temporaryRepository } from '../git/repository.ts';
import { diff as compare } from './revisions-told.ts';

const DENSE = `__global__ void scale(float *a, int rows, int columns, float by) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) a[row * columns + column] *= by;
}
`;
const WITH_STRIDE = DENSE.replace('int columns, float', 'int columns, int stride, float').replace(
  'row * columns',
  'row * stride',
);

describe('a change brings a condition', () => {
  const repository = temporaryRepository({ after });
  const commit = (source: string, name: string) => {
    repository.write({ 'scale.cu': source });
    return repository.commit(name);
  };
  const dense = commit(DENSE, 'dense');
  const strided = commit(WITH_STRIDE, 'with a stride');
  const stated = commit(`// gpurace: assume stride >= columns\n${WITH_STRIDE}`, 'stated');
  // What is found, and not how fast: the machine may be busy.
  const diff = (repo: typeof repository, base: string, head: string) =>
    compare(repo, base, head, ['--timeout', '120', '--budget', '600']);
  const verdicts = ({ kernels }: Result) => kernels.map(({ verdict }) => verdict);

  test('it is a note with the line to write, gates nothing, and leaves nothing incomplete', async () => {
    const { code, result } = await diff(repository, dense, strided);
    assert.equal(code, 0);
    assert.deepEqual(verdicts(result), ['conditional']);
    assert.deepEqual(
      result.kernels[0]?.conditions.map(({ text, line }) => [text, line]),
      [['stride >= columns', 1]],
    );
    assert.deepEqual(result.problems, []);
    const outcome = judge(result, [], [], { failOn: 'any', minEvidence: 'predicted' });
    assert.equal(outcome.conclusion, 'success');
    const annotations = annotationsOf(result, outcome, { minEvidence: 'predicted', touched: () => true });
    assert.deepEqual(
      annotations.map(({ level }) => level),
      ['notice'],
    );
    assert.match(annotations[0]?.message ?? '', /write \/\/ gpurace: assume stride >= columns above it\./);
  });

  test('once it is stated, the kernel is race-free', async () => {
    const { code, result } = await diff(repository, strided, stated);
    assert.equal(code, 0);
    assert.deepEqual(verdicts(result), ['race-free']);
    assert.deepEqual(
      result.findings.map(({ status }) => status),
      ['fixed'],
    );
  });

  test('what has it on both sides is not new', async () => {
    const { result } = await diff(repository, strided, commit(WITH_STRIDE.replace('*= by', '*= by * by'), 'squared'));
    assert.deepEqual(verdicts(result), ['conditional']);
    assert.ok(result.findings.every(({ status }) => status !== 'new'));
  });
});
