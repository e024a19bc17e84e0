import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type StatedDefinition, statedIn, statedNear } from '../../src/lexical/stated-definitions.ts';

function stated(text: string): [string, string, number][] {
  const found = new Map<string, StatedDefinition[]>();
  statedIn(text, 'host.cpp', found);
  return [...found].map(([name, [first]]) => [name, first!.value, first!.line]);
}

const CASES: readonly (readonly [string, string, readonly (readonly [string, string])[]])[] = [
  [
    'options of a JIT compiler',
    'const char *o = "-D T=float -DTILE=16 -DFAST";',
    [
      ['T', 'float'],
      ['TILE', '16'],
      ['FAST', '1'],
    ],
  ],
  ['a value that is put together', 'options << " -D T=" << name << " -D N=8";', [['N', '8']]],
  ['a value in quotes', 'o += "-DTYPE=\\"unsigned int\\"";', [['TYPE', 'unsigned int']]],
  ['a map of definitions', 'defines["real4"] = "float4";\nwords["x"] = "y";', [['real4', 'float4']]],
  [
    'a text before the kernels',
    'src << "typedef float real;\\n";\nsrc += "#define WARP 32\\n";',
    [
      ['real', 'float'],
      ['WARP', '32'],
    ],
  ],
  [
    'CMake',
    'add_definitions(-DUSE_CUDA=1)\ntarget_compile_definitions(app PUBLIC TILE=8 FAST)',
    [
      ['USE_CUDA', '1'],
      ['TILE', '8'],
      ['FAST', '1'],
    ],
  ],
  [
    'a Makefile',
    'FLAGS += -O3 -DNBLOCKS=64 \\\n  -DCHECK',
    [
      ['NBLOCKS', '64'],
      ['CHECK', '1'],
    ],
  ],
  ['what is no option', 'x = a-D; y = "--DEPTH=3"; z = b -Dx;', [['x', '1']]],
];

for (const [what, text, expected] of CASES) {
  test(what, () => {
    assert.deepEqual(
      stated(text).map(([name, value]) => [name, value]),
      expected,
    );
  });
}

test('lines are those of the definition, and the nearest file is asked first', () => {
  const table = new Map<string, StatedDefinition[]>();
  statedIn('\n\nf("-DT=double");', 'other/host.cpp', table);
  statedIn('\nf("-DT=float");', 'app/host/run.cpp', table);
  assert.deepEqual(statedNear(table, 'app/kernels/a.cl')('T'), {
    value: 'float',
    parameters: '',
    file: 'app/host/run.cpp',
    line: 2,
  });
  assert.equal(statedNear(table, 'app/kernels/a.cl')('U'), null);
});

test('no text costs more than its length', () => {
  const startedAt = performance.now();
  for (const part of [
    '-D',
    '-D A',
    'defines["',
    '"typedef ',
    '" # define ',
    'add_compile_definitions(',
    '-DA=b(',
    '"\\',
  ]) {
    statedIn(part.repeat(100_000), 'a.cpp', new Map());
  }
  assert.ok(performance.now() - startedAt < 20_000);
});
