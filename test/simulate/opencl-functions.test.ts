import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulate } from '../../src/simulate/index.ts';
import { program, symbol } from './programs.ts';

const code = program(
  `kernel void differences(global uint *out) {
  out[0] = abs_diff(-2000000000, 2000000000);
  out[1] = abs_diff(3u, 4000000000u);
  out[2] = abs_diff((char)-128, (char)127);
  out[3] = abs_diff((int2)(1, -5), (int2)(5, 1)).y;
}
kernel void circle(global float2 *out) {
  float2 cosines;
  out[0] = sincos((float2)(0.0f, 1.0f), &cosines);
  out[1] = cosines;
}
`,
  'opencl',
);

function run(name: string): Uint8Array<ArrayBuffer> {
  const one = [1, 1, 1] as const;
  const result = simulate(code, {
    kernel: symbol(code, name),
    gridDim: one,
    blockDim: one,
    arguments: new Map([[0, { kind: 'region', size: 16 }]]),
  });
  assert.equal(result.error, null);
  return result.buffer(0, 0, 16)!.slice();
}

test('abs_diff does not overflow', () => {
  assert.deepEqual([...new Uint32Array(run('differences').buffer)], [4000000000, 3999999997, 255, 6]);
});

test('sincos returns the sine and stores the cosine', () => {
  const [sine0, sine1, cosine0, cosine1] = new Float32Array(run('circle').buffer);
  assert.deepEqual([sine0, cosine0], [0, 1]);
  assert.deepEqual([sine1, cosine1], [Math.fround(Math.sin(1)), Math.fround(Math.cos(1))]);
});
