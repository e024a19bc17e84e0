import assert from 'node:assert/strict';
import { test } from 'node:test';
import { impossibleBlocks } from '../../src/result/impossible-blocks.ts';
import { misspeltRules } from '../../src/result/misspelt-rules.ts';
import { kernel } from '../report/sample-result.ts';

test('blocks that the user states and that no GPU runs are told', () => {
  const told = (language: 'cuda' | 'opencl', ...block: [number, number, number]) =>
    impossibleBlocks([kernel({ language })], [null, block]).map(({ message }) => message);
  assert.deepEqual(told('cuda', 64, 32, 1), [
    'the block that is stated has 2048 threads, and no GPU runs more than 1024',
  ]);
  assert.deepEqual(told('cuda', 32, 32, 1), []);
  // What a work-group may have is the device's to say.
  assert.deepEqual(told('opencl', 2048, 1, 1), []);
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
