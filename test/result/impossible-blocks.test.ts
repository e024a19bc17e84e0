import assert from 'node:assert/strict';
import { test } from 'node:test';
import { impossibleBlocks } from '../../src/result/impossible-blocks.ts';
import { misspeltRules } from '../../src/result/misspelt-rules.ts';
import { kernel } from '../report/sample-result.ts';

const launched = (language: 'cuda' | 'opencl', ...blockDim: string[]) =>
  kernel({ language, launches: [{ file: 'a.cu', line: 7, gridDim: ['1', '1', '1'], blockDim }] });

test('blocks that no GPU runs are told with their launch', () => {
  assert.deepEqual(
    impossibleBlocks([launched('cuda', '64', '32', '1')], []).map(({ file, line, message }) => [file, line, message]),
    [['a.cu', 7, 'the block has 2048 threads, and no GPU runs more than 1024: the launch fails']],
  );
  assert.deepEqual(impossibleBlocks([launched('cuda', '32', '32', '1')], []), []);
  assert.deepEqual(impossibleBlocks([launched('cuda', 'n', '2048', '1')], []), []);
  // What a work-group may have is the device's to say.
  assert.deepEqual(impossibleBlocks([launched('opencl', '2048', '1', '1')], [[2048, 1, 1]]), []);
  assert.equal(impossibleBlocks([launched('cuda', '1', '1', '1')], [null, [2048, 1, 1]])[0]?.file, null);
});

test('a rule that there is not is told with the one that may be meant', () => {
  const told = (text: string) => misspeltRules('a.cu', text).map(({ line, message }) => [line, message]);
  assert.deepEqual(told('\n// gpurace: ignore[intra-blok-race] meant\n'), [
    [2, 'ignore[intra-blok-race]: there is no such rule; did you mean intra-block-race?'],
  ]);
  assert.deepEqual(told('// gpurace: ignore[xyz]'), [[1, 'ignore[xyz]: there is no such rule']]);
  assert.deepEqual(
    told('// gpurace: ignore[intra-block-race] a\n// gpurace: ignore all\n// gpurace: assume n > 0'),
    [],
  );
});
