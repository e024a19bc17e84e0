import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFlags } from '../../src/compilation/build-flags.ts';
import { readCompileCommands } from '../../src/compilation/compile-commands.ts';
import { compilerFlags } from '../../src/compilation/compiler-flags.ts';
import { splitCommand } from '../../src/compilation/split-command.ts';
import { memoryTree } from '../../src/source/index.ts';

const tree = memoryTree(
  new Map([
    ['src/a.cu', ''],
    ['src/deep/a.cu', ''],
    ['include/x.h', ''],
    ['third_party/lib/include/y.h', ''],
    ['config.h', ''],
  ]),
);

function flagsOf(entries: unknown, file = 'src/a.cu') {
  const { commands, problem } = readCompileCommands(JSON.stringify(entries), 'compile_commands.json');
  assert.equal(problem, null);
  return buildFlags(commands, tree, file, 'cuda');
}

test('words as a shell makes them', () => {
  const text = `nvcc -DA='a b' "-DB=\\"q\\"" -D\\ C  -DE\\=1 '' "a\\b"\t-DF="$HOME"`;
  assert.deepEqual(splitCommand(text, false), ['nvcc', '-DA=a b', '-DB="q"', '-D C', '-DE=1', '', 'a\\b', '-DF=$HOME']);
  assert.deepEqual(splitCommand('cl -I C:\\a\\b "-DQ=\\"x\\"" it\'s', true), [
    'cl',
    '-I',
    'C:\\a\\b',
    '-DQ="x"',
    "it's",
  ]);
  assert.equal(splitCommand('nvcc "-DA', false), null);
  assert.equal(splitCommand('x'.repeat((1 << 20) + 1), false), null);
  assert.equal(splitCommand('a '.repeat(30_000), false), null);
});

test('every spelling of an option', () => {
  const flags = compilerFlags(
    '-Ia -I b -I=c --include-path=d,e --include-path f -isystem g -isystem=h -isystemi --system-include j -iquote k -idirafter l -DA -D B=1 -D=C --define-macro=D=2 --define-macro E -UF -U G --undefine-macro=A -include m --pre-include=n --std=c++17 -Xcompiler=-DH,-fPIC -Xcompiler -Io @p --options-file q -optf=r -o -c x.cu'.split(
      ' ',
    ),
  );
  assert.deepEqual(flags, {
    includeDirs: ['a', 'b', 'c', 'd', 'e', 'f', 'o'],
    systemDirs: ['g', 'h', 'i', 'j', 'l'],
    quoteDirs: ['k'],
    defines: ['B=1', 'C', 'D=2', 'E', 'H'],
    undefines: ['F', 'G', 'A'],
    preIncludes: ['m', 'n'],
    std: 'c++17',
    responseFiles: ['p', 'q', 'r'],
  });
});

test('the last word on a macro counts; what is no macro, or ours to say, does not', () => {
  const { defines, undefines } = compilerFlags([
    '-DA=1',
    '-UA',
    '-UB',
    '-DB',
    '-D1X',
    '-D__CUDA_ARCH__=900',
    '-DF(x)=x',
  ]);
  assert.deepEqual([defines, undefines], [['B', 'F(x)=x'], ['A']]);
});

test('the newest architecture counts, from 9.0 on', () => {
  const defines = (text: string) => compilerFlags(text.split(' ')).defines;
  assert.deepEqual(defines('-arch=sm_90a'), ['__CUDA_ARCH__=900', '__CUDA_ARCH_FEAT_SM90_ALL']);
  assert.deepEqual(defines('-arch sm_90 x.cu'), ['__CUDA_ARCH__=900']);
  assert.deepEqual(
    defines('-gencode arch=compute_80,code=sm_80 -gencode=arch=compute_100a,code=[compute_100a,sm_100a]'),
    ['__CUDA_ARCH__=1000', '__CUDA_ARCH_FEAT_SM100_ALL'],
  );
  assert.deepEqual(defines('--generate-code=arch=compute_86,code=sm_86 --offload-arch=gfx90a -arch=native'), []);
});

const EXPECTED = {
  includeDirs: ['include', 'third_party/lib/include'],
  defines: ['N=4'],
  std: 'c++14',
  build: { quoteDirs: ['src'], systemDirs: [], undefines: ['M'], preIncludes: ['config.h'] },
};
const WORDS =
  '-I/b/ci/proj/include -I../../vendor/third_party/lib/include -iquote ../src -isystem /usr/local/cuda/include -DN=4 -UM -std=c++14 -include ../config.h -c ../src/a.cu';

test('arguments and command say the same', () => {
  const rest = { directory: '/b/ci/proj/build', file: '/b/ci/proj/src/a.cu' };
  for (const entry of [
    { ...rest, arguments: ['nvcc', ...WORDS.split(' ')] },
    { ...rest, command: `/usr/local/cuda/bin/nvcc ${WORDS}` },
    { ...rest, file: '../src/a.cu', command: `nvcc ${WORDS}` },
  ]) {
    const found = flagsOf([entry]);
    assert.deepEqual(found?.flags, EXPECTED);
    assert.equal(found?.problem, null);
  }
});

test('a build on Windows', () => {
  const found = flagsOf([
    {
      directory: 'C:\\ci\\proj\\build',
      file: 'C:\\ci\\proj\\src\\a.cu',
      command: 'nvcc.exe -IC:\\ci\\proj\\include -I..\\third_party\\lib\\include',
    },
  ]);
  assert.deepEqual(found?.flags.includeDirs, ['include', 'third_party/lib/include']);
});

test('the entry that shares most with the file; none when that is the name alone', () => {
  const entry = (file: string) => ({ directory: '/b', file, arguments: ['nvcc', `-DF="${file}"`] });
  const entries = [entry('/b/deep/a.cu'), entry('/b/src/a.cu'), entry('/b/src/deep/a.cu')];
  assert.deepEqual(flagsOf(entries)?.flags.defines, ['F="/b/src/a.cu"']);
  assert.deepEqual(flagsOf(entries, 'src/deep/a.cu')?.flags.defines, ['F="/b/src/deep/a.cu"']);
  assert.equal(flagsOf([entry('/b/tests/a.cu')]), null);
  assert.equal(flagsOf(entries, 'src/b.cu'), null);
});

test('what is not in the tree is named once, whatever it is', () => {
  const words = '-I/b/gen -I../../../../../../etc -include /etc/passwd -I/usr/include @more.rsp -I/b/gen2';
  const found = flagsOf([{ directory: '/b', file: '/b/src/a.cu', command: `nvcc ${words}` }]);
  assert.deepEqual(found?.flags.includeDirs, []);
  assert.deepEqual(found?.flags.build.preIncludes, []);
  assert.deepEqual(found?.problem, {
    file: 'src/a.cu',
    line: null,
    column: null,
    severity: 'warning',
    message:
      'of its compile command, what is not in the tree was left out: @more.rsp (not opened), /b/gen, ../../../../../../etc and 2 more',
  });
});

for (const [text, message, line] of [
  ['{\n "a" 1}', 'is not JSON; it was not used', 2],
  ['{"directory": "/"}', 'is not a list of compilations; it was not used', 1],
  [
    '[1, {"directory": "/b", "file": "a.cu"}]',
    '2 of 2 entries are not used: entry 0 (counted from 0) : Invalid input: expected object, received number',
    null,
  ],
] as const) {
  test(`broken: ${text.slice(0, 20)}`, () => {
    const { commands, problem } = readCompileCommands(text, 'build/compile_commands.json');
    assert.equal(commands.entryOf('a.cu'), null);
    assert.deepEqual(problem, {
      file: 'build/compile_commands.json',
      line,
      column: null,
      severity: 'warning',
      message,
    });
  });
}

test('a hundred thousand entries are read in a moment', () => {
  const entries = Array.from({ length: 100_000 }, (_, i) => ({
    directory: '/b',
    file: `/b/gen/${i % 300}/a.cu`,
    command: `nvcc -DI=${i} -c a.cu`,
  }));
  entries.push({ directory: '/b', file: '/b/src/a.cu', command: 'nvcc -DLAST' });
  const began = performance.now();
  assert.deepEqual(flagsOf(entries)?.flags.defines, ['LAST']);
  assert.ok(performance.now() - began < 5_000);
});
