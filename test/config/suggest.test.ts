import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig, suggestedConfig } from '../../src/config/index.ts';
import type { KernelResult } from '../../src/model/result.ts';

const kernel = (name: string, file: string, definitions: readonly string[], isLaunched = true): KernelResult => ({
  kernel: name,
  file,
  line: 1,
  language: 'cuda',
  verdict: 'race-free',
  conditions: [],
  reasons: [],
  assumptions: definitions.map((definition) => ({ kind: 'macro', text: definition, place: null, definition })),
  launches: isLaunched ? [{ file, line: 9, gridDim: ['1', '1', '1'], blockDim: ['1', '1', '1'] }] : [],
  accessPairs: 0,
  solverCalls: 0,
  elapsedMs: 0,
});

test('what was guessed can be read back', () => {
  const text = suggestedConfig({
    kernels: [
      kernel('k', 'a.cu', ['WIDTH=16', 'T=float']),
      kernel('m', 'a.cu', ['T=float', 'HAS(...)=0']),
      kernel('k', 'b.cu', ['T=int']),
      kernel('n', 'c.cu', ['T=int']),
    ],
  });
  assert.deepEqual(readConfig(text, '.gpurace.yml'), {
    overrides: [
      { paths: ['a.cu'], define: ['HAS(...)=0', 'T=float', 'WIDTH=16'] },
      { paths: ['b.cu', 'c.cu'], define: ['T=int'] },
    ],
  });
});

test('kernels without a launch stand in a comment, as sizes are not guessed', () => {
  const text = suggestedConfig({ kernels: [kernel('ns::k<int>', 'a.cu', [], false)] });
  assert.deepEqual(readConfig(text, '.gpurace.yml'), {});
  assert.match(text, /# {3}- kernel: k\n# {5}grid-dim: 64\n# {5}block-dim: 256\n$/);
});

test('nothing to guess', () => {
  assert.match(suggestedConfig({ kernels: [] }), /\n# Nothing was guessed\.\n$/);
});
