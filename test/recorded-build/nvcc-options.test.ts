/** The command line of nvcc, read for a build without it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type NvccOptions, readNvccOptions } from '../../src/recorded-build/nvcc-options.ts';

function read(line: string, files: Readonly<Record<string, string>> = {}): NvccOptions {
  return readNvccOptions(line.split(' '), (path) => files[path] ?? '');
}

describe('options of nvcc', () => {
  test('what both compilers have is passed on', () => {
    const options = read(
      '-c a.cu -o a.o -Iinc -I more -DX=1 --define-macro Y -UZ -std=c++14 -isystem sys -include p.h -w',
    );
    assert.deepEqual([options.mode, options.output, options.includes], ['compile', 'a.o', ['inc', 'more']]);
    assert.deepEqual(options.compile, [
      '-DX=1',
      '-DY',
      '-UZ',
      '-std=c++14',
      '-isystem',
      'sys',
      '-include',
      'p.h',
      '-w',
    ]);
    assert.deepEqual(options.inputs, [{ path: 'a.cu', kind: 'cuda' }]);
  });

  test('what only a GPU has is left out, with its value', () => {
    const options = read(
      'a.cu -gencode arch=compute_70,code=sm_70 --generate-code=arch=compute_86,code=[compute_86,sm_86] -Xptxas -v --use_fast_math -rdc=true -maxrregcount 32 -lineinfo -ccbin g++-9 -lcudart -lcuda --ptxas-options=-v --expt-relaxed-constexpr',
    );
    assert.deepEqual([options.compile, options.both, options.link], [[], [], []]);
    assert.deepEqual(options.inputs, [{ path: 'a.cu', kind: 'cuda' }]);
    assert.equal(options.architecture, 860);
    assert.equal(read('a.cu').architecture, 800);
  });

  test('what goes to the compiler and the linker', () => {
    const options = read(
      'a.cu b.o lib.a -lm -Llib -Xcompiler -fopenmp,-Wall --compiler-options=-fPIC -Xlinker -rpath,/x -shared',
    );
    assert.deepEqual(options.both, ['-fopenmp', '-fPIC']);
    assert.deepEqual(options.compile, ['-Wall']);
    assert.deepEqual(options.link, ['-Llib', '-shared']);
    assert.deepEqual(
      options.inputs.map(({ path }) => path),
      ['a.cu', 'b.o', 'lib.a', '-lm', '-Wl,-rpath', '-Wl,/x'],
    );
  });

  test('languages, optimisation, dependencies', () => {
    const options = read('-x cu a.cpp -O3 -g -MD -MF a.d -dc');
    assert.deepEqual(options.inputs, [{ path: 'a.cpp', kind: 'cuda' }]);
    assert.deepEqual([options.optimisation, options.dependencies, options.mode], ['-O3', true, 'compile']);
    assert.deepEqual(options.compile, ['-MD', '-MF', 'a.d']);
    assert.equal(read('a.cu -O 2').optimisation, '-O2');
    assert.deepEqual(
      read('-x cu a.h -x none b.cpp').inputs.map(({ kind }) => kind),
      ['cuda', 'cpp'],
    );
  });

  test('files of options, also of such files', () => {
    const options = read('--options-file one.rsp a.cu', {
      'one.rsp': '-I"with blank" @two.rsp',
      'two.rsp': '-DNAME=\'"x"\'',
    });
    assert.deepEqual([options.includes, options.compile], [['with blank'], ['-DNAME="x"']]);
    assert.throws(() => read('@me.rsp', { 'me.rsp': '@me.rsp' }), /without end/);
  });

  test('warnings as errors: those of nvcc, and those of the compiler', () => {
    assert.deepEqual(read('-Werror all-warnings a.cu').inputs, [{ path: 'a.cu', kind: 'cuda' }]);
    assert.deepEqual(read('-Werror a.cu').inputs, [{ path: 'a.cu', kind: 'cuda' }]);
  });

  test('what only nvcc can do is refused', () => {
    for (const option of ['-ptx', '--cubin', '-fatbin', '--dryrun'])
      assert.throws(() => read(`${option} a.cu`), /is for nvcc alone/);
    assert.throws(() => read('a.cu -o'), /-o wants a value/);
  });
});
