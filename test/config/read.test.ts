import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONFIG_KEYS, checkOptions, readConfig } from '../../src/config/index.ts';
import { ConfigurationError } from '../../src/model/errors.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { RuleId } from '../../src/model/result.ts';

function refused(text: string): string {
  try {
    readConfig(text, '.gpurace.yml');
  } catch (error) {
    assert.ok(error instanceof ConfigurationError, String(error));
    assert.equal(error.exitCode, 2);
    return error.message;
  }
  assert.fail('was accepted');
}

test('every key', () => {
  const config = readConfig(
    `# all of them
grid-dim: 4,2
block-dim: [32, 8]
kernel: [transpose, 'ns::reduce<256>']
assume: rows == cols && n > 0
launch:
  - kernel: reduce
    grid-dim: 64
    block-dim: 256
    assume: n == 16384
instantiate: ['scale<float, 4>', 'ns::sum<double>']
include: [include, third_party]
define: [NDEBUG, N=4]
std: c++17
lang: hip
warp-model: lockstep
timeout: 2.5
severity: { redundant-barrier: note, intra-warp-race: warning }
compile-commands: out/compile_commands.json
jobs: 3
budget: 90
paths: src
exclude: ['src/generated/**']
fail-on: any
min-evidence: witness
overrides:
  - paths: ['legacy/**']
    define: OLD
`,
    '.gpurace.yml',
  );
  assert.deepEqual(Object.keys(config).sort(), [...CONFIG_KEYS].sort());
  assert.deepEqual(checkOptions(config), {
    gridDim: [4, 2, 1],
    blockDim: [32, 8, 1],
    kernels: ['transpose', 'ns::reduce<256>'],
    assume: ['rows == cols && n > 0'],
    launches: [{ kernel: 'reduce', gridDim: [64, 1, 1], blockDim: [256, 1, 1], assume: ['n == 16384'] }],
    instantiate: ['scale<float, 4>', 'ns::sum<double>'],
    build: null,
    includeDirs: ['include', 'third_party'],
    defines: ['NDEBUG', 'N=4'],
    std: 'c++17',
    language: 'hip',
    warpModel: 'lockstep',
    timeoutMs: 2500,
    jobs: 3,
  });
  assert.deepEqual(config.paths, ['src']);
});

test('an empty file asks for nothing', () => {
  assert.deepEqual(readConfig('', '.gpurace.yml'), {});
  assert.deepEqual(readConfig('# only a comment\n', '.gpurace.yml'), {});
  assert.deepEqual(checkOptions({}), DEFAULT_CHECK_OPTIONS);
});

test('the command line replaces values and kernels and adds to the other lists', () => {
  const config = readConfig('kernel: a\nassume: n > 0\ndefine: A\nblock-dim: 32\njobs: 2', '.gpurace.yml');
  const options = checkOptions(config, { kernels: ['b'], assume: ['m > 0'], defines: ['B'], blockDim: [64, 1, 1] });
  assert.deepEqual(options.kernels, ['b']);
  assert.deepEqual(options.assume, ['n > 0', 'm > 0']);
  assert.deepEqual(options.defines, ['A', 'B']);
  assert.deepEqual(options.blockDim, [64, 1, 1]);
  assert.equal(options.jobs, 2);
});

test('an unknown key is named with its place and the key that may be meant', () => {
  assert.equal(refused('jobs: 2\n  \nasume: n > 0\n'), '.gpurace.yml:3:1: unknown key "asume"; did you mean assume?');
});

test('all mistakes are told at once', () => {
  assert.deepEqual(refused('jobs: 0\nlang: metal\ngrid-dim: [1,2,3,4]\n').split('\n'), [
    '.gpurace.yml:1:7: jobs: 0 must be at least 1',
    '.gpurace.yml:2:7: lang: "metal" is not one of cuda, opencl, hip',
    '.gpurace.yml:3:11: grid-dim: must be X[,Y[,Z]] with whole numbers above 0',
  ]);
});

for (const [text, message] of [
  ['timeout: soon', '.gpurace.yml:1:10: timeout: "soon" must be a number of seconds'],
  ['timeout: 0', '.gpurace.yml:1:10: timeout: 0 must be more than 0'],
  ['timeout: .inf', '.gpurace.yml:1:10: timeout: Infinity must be a number of seconds'],
  ['jobs: 1.5', '.gpurace.yml:1:7: jobs: 1.5 must be a whole number'],
  ['block-dim: 0', '.gpurace.yml:1:12: block-dim: 0 must be X[,Y[,Z]] with whole numbers above 0'],
  ['block-dim: 32x8', '.gpurace.yml:1:12: block-dim: "32x8" must be X[,Y[,Z]] with whole numbers above 0'],
  ['define: {A: 1}', '.gpurace.yml:1:9: define: must be text or a list of texts'],
  ['define: [1]', '.gpurace.yml:1:9: define: must be text or a list of texts'],
  ['fail-on: never', '.gpurace.yml:1:10: fail-on: "never" is not one of new, any, none'],
  ['- jobs', '.gpurace.yml:1:1: must be a list of `key: value`'],
  ['jobs: [', '.gpurace.yml:1:8: Flow sequence in block collection must be sufficiently indented and end with a ]'],
  ['jobs: 1\njobs: 2', '.gpurace.yml:2:1: Map keys must be unique'],
  ['launch: {kernel: k}', '.gpurace.yml:1:9: launch: must be a list of launches'],
  ['launch:\n  - grid-dim: 4', '.gpurace.yml:2:5: launch[0].kernel: is missing'],
  ['launch:\n  - kernel: k', '.gpurace.yml:2:5: launch[0]: needs grid-dim, block-dim or assume'],
  [
    'launch:\n  - kernel: k\n    block-dim: [0]',
    '.gpurace.yml:3:16: launch[0].block-dim: must be X[,Y[,Z]] with whole numbers above 0',
  ],
  [
    'launch:\n  - kernel: k\n    assume: n > 0\n    gird-dim: 4',
    '.gpurace.yml:4:5: unknown key "gird-dim"; did you mean grid-dim?',
  ],
  ["assume: [n > 0, 'n >']", '.gpurace.yml:1:17: assume[1]: "n >" is no condition: the expression ends too early'],
  ["assume: 'n >'", '.gpurace.yml:1:9: assume: "n >" is no condition: the expression ends too early'],
  [
    "instantiate: ['a<1>', 'b<1>; }']",
    '.gpurace.yml:1:23: instantiate[1]: "b<1>; }" must be a kernel with its template arguments, such as scale<float, 4>',
  ],
  [
    'severity: {redundant-barrier: loud}',
    '.gpurace.yml:1:31: severity.redundant-barrier: "loud" is not one of error, warning, note, off',
  ],
  ['severity: {races: off}', `.gpurace.yml:1:12: unknown key "races"; allowed: ${RuleId.options.join(', ')}`],
  ['overrides:\n  - define: A', '.gpurace.yml:2:5: overrides[0].paths: is missing'],
  ['overrides: a', '.gpurace.yml:1:12: overrides: "a" must be a list of sections, each with its paths'],
  [
    'overrides:\n  - paths: a\n    launch:\n      - kernel: k\n        assume: 1 +',
    '.gpurace.yml:5:17: overrides[0].launch[0].assume: "1 +" is no condition: the expression ends too early',
  ],
  [
    'overrides:\n  - paths: a\n    jobs: 2',
    '.gpurace.yml:3:5: unknown key "jobs"; allowed: paths, exclude, grid-dim, block-dim, kernel, assume, launch, instantiate, include, define, std, lang, warp-model, timeout, severity',
  ],
  ['__proto__: 1', `.gpurace.yml:1:1: unknown key "__proto__"; allowed: ${CONFIG_KEYS.join(', ')}`],
] as const) {
  test(`refuses ${JSON.stringify(text)}`, () => assert.equal(refused(text), message));
}

test('aliases cannot blow up', () => {
  const levels = Array.from({ length: 20 }, (_, i) => `a${i}: &a${i} [${i === 0 ? 'x' : `*a${i - 1}, *a${i - 1}`}]`);
  assert.match(refused(levels.join('\n')), /^\.gpurace\.yml: .*alias/i);
});

test('lists in lists in lists are a mistake with a name', () => {
  for (const text of ['['.repeat(20_000), `exclude: ${'['.repeat(20_000)}${']'.repeat(20_000)}`, '- '.repeat(20_000)]) {
    assert.throws(
      () => readConfig(text, '.gpurace.yml'),
      (error) => error instanceof ConfigurationError && !/call stack/.test(error.message),
    );
  }
});
