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
kernel void conversions(global int *out) {
  out[0] = convert_uchar_sat(300.7f);
  out[1] = convert_char_sat_rte(-2.5f);
  out[2] = convert_short_sat(-70000);
  out[3] = convert_uchar_sat((uint)7) + convert_ushort_sat(-1) + convert_uchar2_sat((int2)(-5, 999)).y * 1000;
  out[4] = convert_int_rtp(2.25f) + 10 * convert_int_rtn(-2.25f) + 100 * convert_int(2.9f);
  out[5] = convert_int_sat((long)1 << 40);
  out[6] = convert_char_sat((uchar)200) + convert_uchar_sat((char)-3);
  out[7] = convert_int_sat(1e20);
}
`,
  'opencl',
);

function run(name: string, bytes = 16): Uint8Array<ArrayBuffer> {
  const one = [1, 1, 1] as const;
  const result = simulate(code, {
    kernel: symbol(code, name),
    gridDim: one,
    blockDim: one,
    arguments: new Map([[0, { kind: 'region', size: bytes }]]),
  });
  assert.equal(result.error, null);
  return result.buffer(0, 0, bytes)!.slice();
}

test('abs_diff does not overflow', () => {
  assert.deepEqual([...new Uint32Array(run('differences').buffer)], [4000000000, 3999999997, 255, 6]);
});

test('conversions round and saturate as they say', () => {
  const found = [...new Int32Array(run('conversions', 32).buffer)];
  assert.deepEqual(found, [255, -2, -32768, 255_007, 3 - 30 + 200, 2147483647, 127, 2147483647]);
});

test('sincos returns the sine and stores the cosine', () => {
  const [sine0, sine1, cosine0, cosine1] = new Float32Array(run('circle').buffer);
  assert.deepEqual([sine0, cosine0], [0, 1]);
  assert.deepEqual([sine1, cosine1], [Math.fround(Math.sin(1)), Math.fround(Math.cos(1))]);
});
