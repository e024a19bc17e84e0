import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/config/index.ts';
import { configFor } from '../../src/config/sections.ts';

const config = readConfig(
  `define: [A]
std: c++17
severity: { redundant-barrier: off, intra-warp-race: note }
launch: [{ kernel: k, block-dim: 32 }]
overrides:
  - paths: ['legacy/**', old.cu]
    exclude: ['legacy/new/**']
    define: B
    std: c++14
    severity: { intra-warp-race: error }
  - paths: ./legacy/fft
    define: [C, D]
    std: c++20
    launch: [{ kernel: k, block-dim: 64 }]
`,
  '.gpurace.yml',
);

test('a file that no section is for has what stands at the top', () => {
  for (const file of ['src/a.cu', 'legacy.cu', 'legacy/new/a.cu']) {
    assert.deepEqual(configFor(config, file).define, ['A'], file);
    assert.equal(configFor(config, file).std, 'c++17', file);
  }
});

test('lists add up, levels are replaced rule by rule', () => {
  for (const file of ['legacy/a.cu', 'old.cu', 'legacy/.hidden/a.cu']) {
    const merged = configFor(config, file);
    assert.deepEqual(merged.define, ['A', 'B'], file);
    assert.equal(merged.std, 'c++14', file);
    assert.deepEqual(merged.severity, { 'redundant-barrier': 'off', 'intra-warp-race': 'error' }, file);
    assert.equal(merged.launch?.length, 1);
  }
});

test('of several sections the last one wins single values; a folder stands for everything in it', () => {
  const merged = configFor(config, 'legacy/fft/deep/a.cu');
  assert.deepEqual(merged.define, ['A', 'B', 'C', 'D']);
  assert.equal(merged.std, 'c++20');
  assert.deepEqual(
    merged.launch?.map((launch) => launch['block-dim']),
    [
      [32, 1, 1],
      [64, 1, 1],
    ],
  );
});
