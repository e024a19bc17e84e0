import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerLine } from '../../src/lexical/header-line.ts';

test('sizes in every spelling', () => {
  const launch = (text: string) => {
    const read = headerLine(text);
    return read && [read.gridDim, read.blockDim, read.line];
  };
  assert.deepEqual(launch('//pass\n//--blockDim=64 --gridDim=2 --no-inline\n'), [[2, 1, 1], [64, 1, 1], 2]);
  assert.deepEqual(launch('//--gridDim=[2,3] --blockDim=[4,5,6]'), [[2, 3, 1], [4, 5, 6], 1]);
  assert.deepEqual(launch('//pass\r\n//--local_size=8,4 --num_groups=2,2\r\n'), [[2, 2, 1], [8, 4, 1], 2]);
  assert.deepEqual(launch('//--local_size=64 --global_size=256'), [[4, 1, 1], [64, 1, 1], 1]);
  assert.deepEqual(launch('//--local_size=64'), [null, [64, 1, 1], 1]);
});

test('what is no header line, or no size', () => {
  for (const text of [
    '',
    'int x;\n//--blockDim=64 --gridDim=2',
    '// blockDim=64',
    '//--no-inline',
    '//--blockDim=0 --gridDim=99999999999',
    '//--blockDim=[64 --gridDim=',
    '/* --blockDim=64 */',
  ])
    assert.equal(headerLine(text), null, text);
  assert.deepEqual(headerLine('//--local_size=64 --global_size=100')?.gridDim, null);
});

test('macros', () => {
  assert.deepEqual(headerLine('//--blockDim=64 --gridDim=16 -DWIDTH=256 -D FAST --no-inline')?.defines, [
    'WIDTH=256',
    'FAST',
  ]);
});
