import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInputs } from '../../src/action/inputs.ts';
import { mergeSettings, type Settings } from '../../src/action/settings.ts';
import { checkOptions } from '../../src/config/index.ts';
import { ConfigurationError } from '../../src/model/errors.ts';

test('lists, numbers, switches and shards become what they stand for', () => {
  const inputs = readInputs({
    'INPUT_GITHUB-TOKEN': ' ghs_x ',
    INPUT_PATHS: '\n src/**\r\n\n  lib/*.cu\n',
    INPUT_DETECTORS: 'gwcp, scord\npredict',
    INPUT_SHARD: '2/4',
    INPUT_TIMEOUT: '0.5',
    INPUT_JOBS: '3',
    INPUT_CACHE: 'false',
    'INPUT_UNKNOWN-INPUT': 'left to the runner, which warns',
  });
  assert.equal(inputs['github-token'], 'ghs_x');
  assert.deepEqual(inputs.paths, ['src/**', 'lib/*.cu']);
  assert.deepEqual(inputs.detectors, ['gwcp', 'scord', 'predict']);
  assert.deepEqual(inputs.shard, { index: 2, count: 4 });
  assert.deepEqual([inputs.timeout, inputs.jobs, inputs.cache], [0.5, 3, false]);
});

const REFUSED: readonly (readonly [input: string, value: string, message: string])[] = [
  ['fail-on', 'New', 'input fail-on: "New" is not one of new, any, none'],
  ['min-evidence', 'trace', 'input min-evidence: "trace" is not one of predicted, witness, possible'],
  ['review', 'yes', 'input review: "yes" is not one of auto, always, never'],
  ['check-run', 'always', 'input check-run: "always" is not one of auto, never'],
  ['upload-sarif', 'no', 'input upload-sarif: "no" is not one of auto, always, never'],
  ['cache', 'yes', 'input cache: "yes" is not one of true, false'],
  ['mode', 'analyze', 'input mode: "analyze" is not one of run, analyse, publish'],
  ['detectors', 'gwcp,tsan', 'input detectors: "gwcp,tsan" is not one of gwcp, scoped-hb, scord, predict'],
  ['shard', '0/4', 'input shard: "0/4" must be between 1/N and N/N'],
  ['shard', '5/4', 'input shard: "5/4" must be between 1/N and N/N'],
  ['shard', 'first', 'input shard: "first" must read like 1/4'],
  ['timeout', '-3', 'input timeout: "-3" must be a number of seconds'],
  ['timeout', '0', 'input timeout: "0" must be more than 0'],
  ['jobs', '1.5', 'input jobs: "1.5" must be a whole number'],
  ['jobs', '0', 'input jobs: "0" must be at least 1'],
];
for (const [input, value, message] of REFUSED) {
  test(`refused: ${input}: ${value}`, () => {
    assert.throws(() => readInputs({ [`INPUT_${input.toUpperCase()}`]: value }), new ConfigurationError(message));
  });
}

test('several mistakes are told at once', () => {
  assert.throws(() => readInputs({ INPUT_MODE: 'x', INPUT_CACHE: 'y' }), /input cache.*; input mode/);
});

test('a job of a matrix analyses its shard, and the last one has the rest', () => {
  const refused = (env: Record<string, string>, message: RegExp) =>
    assert.throws(() => readInputs({ INPUT_SHARD: '1/4', ...env }), message);
  refused({ INPUT_RESULTS: '*.json' }, /shard and results/);
  refused({ INPUT_TRACES: '*.trace' }, /shard and traces/);
});

test('an input wins over the configuration file, unless it stands at its default', () => {
  const config = {
    'fail-on': 'any',
    'min-evidence': 'witness',
    timeout: 5,
    jobs: 7,
    paths: ['a'],
    exclude: ['b'],
  } as const;
  const file = { ...config, paths: [...config.paths], exclude: [...config.exclude] };
  const options = ({ config, given }: Settings) => checkOptions(config, given);
  const plain = mergeSettings(readInputs({}), file);
  assert.deepEqual(
    [plain.failOn, plain.minEvidence, options(plain).timeoutMs, options(plain).jobs, plain.paths, plain.exclude],
    ['any', 'witness', 5_000, 7, ['a'], ['b']],
  );
  const given = mergeSettings(
    readInputs({
      'INPUT_FAIL-ON': 'none',
      'INPUT_MIN-EVIDENCE': 'possible',
      INPUT_TIMEOUT: '1',
      INPUT_JOBS: '1',
      INPUT_PATHS: 'c',
      INPUT_EXCLUDE: 'd',
    }),
    file,
  );
  assert.deepEqual(
    [given.failOn, given.minEvidence, options(given).timeoutMs, options(given).jobs, given.paths, given.exclude],
    ['none', 'possible', 1_000, 1, ['c'], ['b', 'd']],
  );
});
