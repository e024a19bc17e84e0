/** The steps of nvcc as words, without a shell. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dependencyArguments } from '../../src/recorded-build/dependencies.ts';
import { readDryRun, UnreadableStep, wordsOf } from '../../src/recorded-build/dry-run.ts';
import { recordingStub } from '../../src/recorded-build/stub.ts';

const NONE = new Map<string, string>();

test('variables and commands', () => {
  const { variables, steps } = readDryRun(
    ['#$ TOP=/opt/cuda', '#$ _SPACE_= ', 'a warning', '#$ "$TOP/bin/cicc" -o "a b.ptx"', '#$ rm x', ''].join('\n'),
  );
  assert.equal(variables.get('TOP'), '/opt/cuda');
  assert.deepEqual(steps, [
    ['/opt/cuda/bin/cicc', '-o', 'a b.ptx'],
    ['rm', 'x'],
  ]);
});

test('quotes, backslashes and nothing', () => {
  assert.deepEqual(wordsOf(String.raw`g++ -DF="\"a b.c\"" '-DX=$Y "' a\ b "" -Dp=`, NONE), [
    'g++',
    '-DF="a b.c"',
    '-DX=$Y "',
    'a b',
    '',
    '-Dp=',
  ]);
  assert.deepEqual(wordsOf('gcc -D__X__= $NOTHING', NONE), ['gcc', '-D__X__=', '']);
});

test('what needs a shell is refused', () => {
  for (const command of ['a | b', 'a > b', 'a; b', 'a && b', 'a `b`', 'a "b']) {
    assert.throws(() => wordsOf(command, NONE), UnreadableStep);
  }
});

test('a stub that registers in another way is left alone', () => {
  assert.equal(recordingStub('static void other(void **p) {}', []), null);
  const stub = recordingStub('static void __nv_cudaEntityRegisterCallback( void **__T4) {  f(__T4); }', []);
  assert.match(stub ?? '', /\( void \*\*__T4\) \{ gpurace_register\(__T4, gpurace_modules, 0u\); {3}f\(__T4\); \}$/);
});

test('dependencies are asked for alone', () => {
  const { steps, hasDependencies } = readDryRun('#$ -- Filter Dependencies -- > a.d\n#$ gcc a.c\n');
  assert.deepEqual([steps, hasDependencies], [[['gcc', 'a.c']], true]);
  const asked = (words: string) => dependencyArguments(words.split(' ')).join(' ');
  assert.equal(asked('-MD -MT t -MF d -x cu -c a.cu -o a.o'), '-M -MT t -MF d -x cu a.cu');
  assert.equal(asked('-MMD -dc a.cu -o b/a.o'), '-MM -rdc=true a.cu -MT b/a.o -MF b/a.d');
  assert.equal(asked('-MD -c a.cu'), '-M a.cu');
});
