import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Directives } from '../../src/lexical/directives.ts';

const TEXT = [
  '// gpurace: assume n > 0', // 1
  'template <int B>', // 2
  '__global__ void k(int *p, int n) {', // 3
  '  p[0] = n; // gpurace: ignore[inter-block-race] every block writes the same', // 4
  '  // gpurace: ignore[]', // 5
  '  p[1] = n;', // 6
  '  p[2] = n;', // 7
  '}', // 8
  'void run() { k<1><<<1, 1>>>(0, 1); } // gpurace: assume n == 1', // 9
  '// not gpurace', // 10
].join('\n');

test('comments stand at their line and at the statement that follows', () => {
  const directives = new Directives(TEXT);
  const at = (line: number, kind: 'assume' | 'ignore') => directives.at(line, kind).map((d) => [d.rule, d.text]);
  assert.deepEqual(at(3, 'assume'), [[null, 'n > 0']]);
  assert.deepEqual(at(4, 'assume'), []);
  assert.deepEqual(at(4, 'ignore'), [['inter-block-race', 'every block writes the same']]);
  assert.deepEqual(at(6, 'ignore'), [[null, '']]);
  assert.deepEqual(at(7, 'ignore'), []);
  assert.deepEqual(at(9, 'assume'), [[null, 'n == 1']]);
  assert.equal(directives.all.length, 4);
});
