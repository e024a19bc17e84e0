/** OpenCL's built-in functions against their definitions, written down again with exact integers and in double. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ArgumentValue, simulate } from '../../src/simulate/index.ts';
import { program, symbol } from './programs.ts';

const INTEGERS = ['char', 'uchar', 'short', 'ushort', 'int', 'uint', 'long', 'ulong'] as const;
type Integer = (typeof INTEGERS)[number];

const BITS = { char: 8, uchar: 8, short: 16, ushort: 16, int: 32, uint: 32, long: 64, ulong: 64 } as const;
const isSigned = (type: Integer) => !type.startsWith('u');
const wrap = (type: Integer, value: bigint) =>
  isSigned(type) ? BigInt.asIntN(BITS[type], value) : BigInt.asUintN(BITS[type], value);
const lowest = (type: Integer) => (isSigned(type) ? -(1n << BigInt(BITS[type] - 1)) : 0n);
const highest = (type: Integer) => lowest(type) + (1n << BigInt(BITS[type])) - 1n;
const clamp = (type: Integer, value: bigint) =>
  value < lowest(type) ? lowest(type) : value > highest(type) ? highest(type) : value;
const floorHalf = (value: bigint) => (value - (((value % 2n) + 2n) % 2n)) / 2n;

const BINARY: Record<string, (type: Integer, x: bigint, y: bigint) => bigint> = {
  add_sat: (type, x, y) => clamp(type, x + y),
  sub_sat: (type, x, y) => clamp(type, x - y),
  hadd: (_, x, y) => floorHalf(x + y),
  rhadd: (_, x, y) => floorHalf(x + y + 1n),
  max: (_, x, y) => (x - y > 0n ? x : y),
  min: (_, x, y) => (x - y < 0n ? x : y),
  mul_hi: (type, x, y) => (x * y) >> BigInt(BITS[type]),
  rotate: (type, x, y) => {
    const by = BigInt(Number(((y % BigInt(BITS[type])) + BigInt(BITS[type])) % BigInt(BITS[type])));
    const bits = BigInt.asUintN(BITS[type], x);
    return wrap(type, (bits << by) | (bits >> (BigInt(BITS[type]) - by)));
  },
};

const TERNARY: Record<string, (type: Integer, x: bigint, y: bigint, z: bigint) => bigint> = {
  mad_hi: (type, x, y, z) => wrap(type, ((x * y) >> BigInt(BITS[type])) + z),
  mad_sat: (type, x, y, z) => clamp(type, x * y + z),
  bitselect: (type, x, y, z) => wrap(type, (x & ~z) | (y & z)),
};

/** Values that lie near where something changes, and some without pattern. */
function samples(type: Integer): bigint[] {
  const some = [lowest(type), lowest(type) + 1n, -1n, 0n, 1n, 2n, 7n, highest(type) - 1n, highest(type)];
  let state = 12345n;
  for (let i = 0; i < 7; i++) {
    state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
    some.push(wrap(type, state >> 7n));
  }
  return some.map((value) => wrap(type, value));
}

function bytesOf(type: Integer, values: readonly bigint[]): Uint8Array {
  const size = BITS[type] / 8;
  const bytes = new Uint8Array(values.length * size);
  values.forEach((value, i) => {
    for (let k = 0; k < size; k++) bytes[i * size + k] = Number((value >> BigInt(8 * k)) & 255n);
  });
  return bytes;
}

function valuesOf(type: Integer, bytes: Uint8Array): bigint[] {
  const size = BITS[type] / 8;
  return Array.from({ length: bytes.length / size }, (_, i) => {
    let value = 0n;
    for (let k = 0; k < size; k++) value |= BigInt(bytes[i * size + k]!) << BigInt(8 * k);
    return wrap(type, value);
  });
}

const buffer = (bytes: Uint8Array): ArgumentValue => ({
  kind: 'region',
  size: bytes.length,
  contents: [{ offset: 0, bytes }],
});

const HALVES = '#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n';

function run(source: string, threads: number, args: readonly ArgumentValue[], output: number, bytes: number) {
  const code = program(HALVES + source, 'opencl');
  const result = simulate(code, {
    kernel: symbol(code, 'k'),
    gridDim: [1, 1, 1],
    blockDim: [threads, 1, 1],
    arguments: new Map(args.entries()),
  });
  assert.equal(result.error, null);
  return result.buffer(output, 0, bytes)!.slice();
}

describe('integers', () => {
  for (const type of INTEGERS) {
    test(type, () => {
      const xs = samples(type);
      const all = xs.flatMap((x) => xs.map((y) => [x, y] as const));
      const zs = all.map((_, i) => xs[(i * 7 + 3) % xs.length]!);
      const names = [...Object.keys(BINARY), ...Object.keys(TERNARY)];
      const calls = names.map((name, i) => {
        const z = Object.hasOwn(TERNARY, name) ? ', z[i]' : '';
        return `out[${names.length} * i + ${i}] = ${name}(x[i], y[i]${z});`;
      });
      const p = `global ${type} *`;
      const source = `kernel void k(${p}x, ${p}y, ${p}z, ${p}out) { int i = get_local_id(0); ${calls.join(' ')} }`;
      const size = (all.length * names.length * BITS[type]) / 8;
      const args = [all.map(([x]) => x), all.map(([, y]) => y), zs].map((values) => buffer(bytesOf(type, values)));
      const got = valuesOf(type, run(source, all.length, [...args, { kind: 'region', size }], 3, size));
      all.forEach(([x, y], i) => {
        names.forEach((name, k) => {
          const expected = Object.hasOwn(BINARY, name)
            ? wrap(type, BINARY[name]!(type, x, y))
            : TERNARY[name]!(type, x, y, zs[i]!);
          assert.equal(got[i * names.length + k], expected, `${name}(${x}, ${y}, ${zs[i]})`);
        });
      });
    });
  }

  test('halves of a number joined, choices, elements by number', () => {
    const source = `kernel void k(global long *o, global int4 *v) {
  o[0] = upsample((char)-1, (uchar)2);
  o[1] = upsample((ushort)0xffff, (ushort)1);
  o[2] = upsample(-3, 4u);
  o[3] = any((int2)(1, -1)) + 10 * any((int2)(1, 2)) + 100 * all((int2)(-1, -2)) + 1000 * all((char2)(-1, 2));
  o[4] = select(5, 6, 1) + 10 * select(5, 6, 0) + 100 * select((int2)(5, 7), (int2)(6, 8), (int2)(1, -1)).y;
  v[0] = shuffle((int4)(10, 20, 30, 40), (uint4)(3, 6, 1, 0));
  v[1] = shuffle2((int4)(10, 20, 30, 40), (int4)(50, 60, 70, 80), (uint4)(3, 6, 12, 0));
  v[2] = select((int4)(1, 2, 3, 4), (int4)(5, 6, 7, 8), (int4)(-1, 0, 1, -5));
}`;
    const args: ArgumentValue[] = [
      { kind: 'region', size: 40 },
      { kind: 'region', size: 48 },
    ];
    const numbers = new BigInt64Array(run(source, 1, args, 0, 40).buffer);
    assert.deepEqual([...numbers], [-254n, 4294901761n, -12884901884n, 101n, 6n + 50n + 800n]);
    const elements = [...new Int32Array(run(source, 1, args, 1, 48).buffer)];
    assert.deepEqual(elements, [40, 30, 20, 10, 40, 70, 50, 10, 5, 2, 3, 8]);
  });
});

const FLOATS = [0, -0, 1, -1, 0.5, 2.5, -2.5, 3.75, 1e-40, -1e-45, 3e38, Infinity, -Infinity, Number.NaN, 0.1, 1e10];

describe('floats', () => {
  test('relations are 1 of scalars and -1 of elements', () => {
    const names = ['isequal', 'isnotequal', 'isgreater', 'isgreaterequal', 'isless', 'islessequal', 'islessgreater'];
    const more = ['isordered', 'isunordered'];
    const single = ['isnan', 'isinf', 'isfinite', 'isnormal', 'signbit'];
    const calls = [
      ...names.map((n) => `${n}(x, y)`),
      ...more.map((n) => `${n}(x, y)`),
      ...single.map((n) => `${n}(x)`),
    ];
    const pairs = FLOATS.flatMap((x) => FLOATS.map((y) => [x, y] as const));
    const source = (type: string, get: string) => `kernel void k(global float *xs, global float *ys, global int *out) {
  int i = get_local_id(0);
  ${type} x = xs[i], y = ys[i];
  ${calls.map((call, k) => `out[${calls.length} * i + ${k}] = ${call}${get};`).join('\n')}
}`;
    const xs = Float32Array.from(pairs, ([x]) => x);
    const ys = Float32Array.from(pairs, ([, y]) => y);
    const bytes = pairs.length * calls.length * 4;
    const args = [new Uint8Array(xs.buffer), new Uint8Array(ys.buffer)].map(buffer);
    for (const [type, get, yes] of [
      ['float', '', 1],
      ['float4', '.z', -1],
    ] as const) {
      const out = run(source(type, get), pairs.length, [...args, { kind: 'region', size: bytes }], 2, bytes);
      const got = new Int32Array(out.buffer);
      xs.forEach((x, i) => {
        const y = ys[i]!;
        const nan = Number.isNaN(x) || Number.isNaN(y);
        const expected = [
          x === y,
          x !== y,
          x > y,
          x >= y,
          x < y,
          x <= y,
          x < y || x > y,
          !nan,
          nan,
          Number.isNaN(x),
          Math.abs(x) === Infinity,
          Number.isFinite(x),
          Number.isFinite(x) && Math.abs(x) >= 2 ** -126,
          new Int32Array(Float32Array.of(x).buffer)[0]! < 0,
        ];
        expected.forEach((truth, k) => {
          assert.equal(got[i * calls.length + k], truth ? yes : 0, `${calls[k]} of ${x}, ${y}`);
        });
      });
    }
  });

  test('with a second result', () => {
    const source = `kernel void k(global float *o, global int *n) {
  float t; int e; int4 es; float4 ts;
  o[0] = fract(-1.25f, &t); o[1] = t;
  o[2] = modf(-3.75f, &t); o[3] = t;
  o[4] = frexp(-12.0f, &e); n[0] = e;
  o[5] = frexp(1e-40f, &e); n[1] = e;
  o[6] = remquo(29.0f, 4.0f, &e); n[2] = e;
  o[7] = lgamma_r(-0.5f, &e); n[3] = e;
  o[8] = frexp((float4)(1, 2, 3, 0), &es).z; n[4] = es.x + 10 * es.y + 100 * es.z + 1000 * es.w;
  o[9] = modf((float4)(1.5f, -INFINITY, 2.0f, 0.0f), &ts).y; o[10] = ts.y;
  o[11] = fract(-1e-30f, &t);
  n[5] = ilogb(12.0f); n[6] = ilogb(1e-40f); n[7] = ilogb(0.0f); n[8] = ilogb(INFINITY);
}`;
    const args: ArgumentValue[] = [
      { kind: 'region', size: 48 },
      { kind: 'region', size: 36 },
    ];
    const floats = [...new Float32Array(run(source, 1, args, 0, 48).buffer)];
    const small = Math.fround(1e-40) * 2 ** 132;
    const gamma = Math.fround(Math.log(2 * Math.sqrt(Math.PI)));
    assert.deepEqual(floats.slice(0, 7), [0.75, -2, -0.75, -3, -0.75, small, 1]);
    assert.ok(Math.abs(floats[7]! - gamma) < 2e-7);
    assert.deepEqual(floats.slice(8), [0.75, -0, -Infinity, Math.fround(1 - 2 ** -24)]);
    const words = [...new Int32Array(run(source, 1, args, 1, 36).buffer)];
    assert.deepEqual(words, [4, -132, 7, -1, 1 + 20 + 200, 3, -133, -0x7fffffff, 0x7fffffff]);
  });

  test('geometry', () => {
    const source = `kernel void k(global float *o, float4 a, float4 b) {
  o[0] = dot(a, b); o[1] = length(a); o[2] = distance(a, b); o[3] = cross(a, b).y; o[4] = normalize(a).w;
  o[5] = dot(2.0f, 3.0f); o[6] = normalize((float2)(0.0f, 0.0f)).x; o[7] = fast_length((float2)(3.0f, 4.0f));
}`;
    const a = [1, 2, 3, 4];
    const b = [-2, 0.5, 7, 1];
    const args: ArgumentValue[] = [
      { kind: 'region', size: 32 },
      { kind: 'struct', fields: a },
      { kind: 'struct', fields: b },
    ];
    const got = [...new Float32Array(run(source, 1, args, 0, 32).buffer)];
    const size = (v: readonly number[]) => Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
    const apart = size(a.map((x, i) => x - b[i]!));
    const expected = [24, size(a), apart, 3 * -2 - 1 * 7, 4 / size(a), 6, 0, 5].map(Math.fround);
    assert.deepEqual(got, expected);
  });

  test('neighbours, magnitudes, parts of a circle, special functions', () => {
    const source = `kernel void k(global float *o) {
  o[0] = nextafter(1.0f, 2.0f); o[1] = nextafter(0.0f, -1.0f); o[2] = nextafter(1.0f, 1.0f);
  o[3] = maxmag(-3.0f, 2.0f); o[4] = minmag(-3.0f, 2.0f);
  o[5] = acospi(-1.0f); o[6] = atan2pi(1.0f, 0.0f); o[7] = tanpi(0.25f); o[8] = rootn(-27.0f, 3);
  o[9] = erf(0.5f); o[10] = erfc(3.0f); o[11] = tgamma(5.5f); o[12] = lgamma(100.5f); o[13] = erf(-4.0f);
}`;
    const got = [...new Float32Array(run(source, 1, [{ kind: 'region', size: 56 }], 0, 56).buffer)];
    assert.deepEqual(got.slice(0, 7), [1 + 2 ** -23, -(2 ** -149), 1, -3, 2, 1, 0.5]);
    // From tables, to more digits than a float has.
    const tables = [1, -3, 0.5204998778130465, 2.209049699858544e-5, 52.34277778455352, 361.4355404677776];
    tables.push(-0.9999999845827421);
    tables.forEach((expected, i) => {
      assert.ok(Math.abs(got[7 + i]! - expected) <= Math.abs(expected) * 1.2e-7, `${got[7 + i]} for ${expected}`);
    });
  });
});

describe('conversions with a direction', () => {
  const view = new DataView(new ArrayBuffer(8));

  /** All floats around an exact number: the largest not above and the smallest not below. */
  function around(exact: bigint | number): [number, number] {
    let low = Math.fround(Number(exact));
    const step = (x: number, by: number) => {
      if (x === 0) return by * 2 ** -149;
      view.setFloat32(0, x);
      view.setInt32(0, view.getInt32(0) + (x > 0 ? by : -by));
      return view.getFloat32(0);
    };
    while (low > exact) low = step(low, -1);
    let high = low;
    while (high < exact) high = step(high, 1);
    return [low, high];
  }

  for (const [type, exact] of [
    ['long', [0n, 1n, -1n, 16777217n, -16777217n, 9007199254740993n, -9007199254740995n, 2n ** 63n - 1n, -(2n ** 63n)]],
    ['double', [0.1, -0.1, 1 / 3, 1e-46, -1e-46, 16777217, 1.0000000596046448]],
  ] as const) {
    test(`${type} to float`, () => {
      const p = `global ${type} *x, global float *o`;
      const source = `kernel void k(${p}) {
  int i = get_local_id(0);
  o[3 * i] = convert_float_rtn(x[i]); o[3 * i + 1] = convert_float_rtp(x[i]); o[3 * i + 2] = convert_float_rtz(x[i]);
}`;
      const data =
        type === 'long'
          ? BigInt64Array.from(exact as readonly bigint[])
          : Float64Array.from(exact as readonly number[]);
      const size = exact.length * 12;
      const args = [buffer(new Uint8Array(data.buffer)), { kind: 'region', size } as const];
      const got = new Float32Array(run(source, exact.length, args, 1, size).buffer);
      exact.forEach((value, i) => {
        const [low, high] = around(value);
        assert.deepEqual([...got.slice(3 * i, 3 * i + 3)], [low, high, value < 0 ? high : low], `${value}`);
      });
    });
  }

  test('to halves in memory and back', () => {
    const source = `kernel void k(global half *h, global float *o) {
  vstore_half(1.0009765625f * 1.0001f, 0, h); vstore_half_rtp(1.0f + 0x1p-20f, 1, h);
  vstore_half_rtn(1.0f + 0x1p-10f - 0x1p-20f, 2, h); vstore_half_rtz(-1.0f - 0x1p-20f, 3, h);
  vstore_half_rtp(70000.0f, 4, h); vstore_half_rtz(70000.0f, 5, h); vstore_half_rtp(0x1p-30f, 6, h);
  vstore_half4((float4)(0.5f, -2.0f, 65504.0f, 0.1f), 2, h);
  vstorea_half3((float3)(1.0f, 2.0f, 3.0f), 3, h);
  for (int i = 0; i < 7; i++) o[i] = vload_half(i, h);
  vstore4(vload_half4(2, h), 0, o + 8);
  o[12] = vloada_half3(3, h).z;
  o[13] = convert_int_sat_rte((half)2.5h) + 100 * convert_uchar_sat((half)-3.0h) + 1000 * convert_char_sat(h[10]);
}`;
    const args: ArgumentValue[] = [
      { kind: 'region', size: 64 },
      { kind: 'region', size: 56 },
    ];
    const got = [...new Float32Array(run(source, 1, args, 1, 56).buffer)];
    const ulp = 2 ** -10;
    assert.deepEqual(got.slice(0, 7), [1 + ulp, 1 + ulp, 1, -1, Infinity, 65504, 2 ** -24]);
    assert.deepEqual(got.slice(8), [0.5, -2, 65504, 0.0999755859375, 3, 2 + 127_000]);
  });
});

describe('what groups compute together', () => {
  const source = (call: string, type: string) => `kernel void k(global ${type} *x, global ${type} *o) {
  int i = get_local_id(0) + get_local_size(0) * get_local_id(1);
  o[i] = ${call};
}`;
  const input = Int32Array.from({ length: 48 }, (_, i) => Math.imul(i + 1, 0x9e3779b9) >> 8);

  function ints(call: string): number[] {
    const args = [buffer(new Uint8Array(input.slice().buffer)), { kind: 'region', size: 192 } as const];
    return [...new Int32Array(run(source(call, 'int'), 48, args, 1, 192).buffer)];
  }

  const warpOf = (i: number) => [...input].slice(i & ~31, (i & ~31) + 32);
  const sum = (list: readonly number[]) => list.reduce((a, b) => (a + b) | 0, 0);

  test('reductions, scans, votes', () => {
    const all = [...input];
    assert.deepEqual(ints('work_group_reduce_add(x[i])'), Array(48).fill(sum(all)));
    assert.deepEqual(ints('work_group_reduce_max(x[i])'), Array(48).fill(Math.max(...all)));
    assert.deepEqual(
      ints('work_group_scan_inclusive_add(x[i])'),
      all.map((_, i) => sum(all.slice(0, i + 1))),
    );
    assert.deepEqual(
      ints('work_group_scan_exclusive_min(x[i])'),
      all.map((_, i) => (i === 0 ? 0x7fffffff : Math.min(...all.slice(0, i)))),
    );
    assert.deepEqual(ints('work_group_broadcast(x[i], 5)'), Array(48).fill(input[5]));
    assert.deepEqual(
      ints('work_group_all(i < 47) + 2 * work_group_any(i == 47) + 4 * work_group_all(1)'),
      Array(48).fill(6),
    );
    assert.deepEqual(
      ints('sub_group_reduce_add(x[i])'),
      all.map((_, i) => sum(warpOf(i))),
    );
    assert.deepEqual(
      ints('sub_group_scan_exclusive_add(x[i])'),
      all.map((_, i) => sum(warpOf(i).slice(0, i & 31))),
    );
    assert.deepEqual(
      ints('sub_group_broadcast(x[i], 3)'),
      all.map((_, i) => warpOf(i)[3]),
    );
    assert.deepEqual(
      ints('sub_group_all(i < 32) + 2 * sub_group_any(i == 40)'),
      all.map((_, i) => (i < 32 ? 1 : 2)),
    );
  });

  test('floats are added in order, and rounded at each step; long integers wrap', () => {
    const floats = Float32Array.from({ length: 48 }, (_, i) => 1 / (i + 3));
    const args = [buffer(new Uint8Array(floats.buffer)), { kind: 'region', size: 192 } as const];
    const got = new Float32Array(run(source('work_group_reduce_add(x[i])', 'float'), 48, args, 1, 192).buffer);
    assert.equal(
      got[7],
      floats.reduce((a, b) => Math.fround(a + b)),
    );
    const longs = BigInt64Array.from({ length: 48 }, (_, i) => BigInt(i) << 58n);
    const wide = [buffer(new Uint8Array(longs.buffer)), { kind: 'region', size: 384 } as const];
    const sums = new BigInt64Array(run(source('work_group_reduce_add(x[i])', 'long'), 48, wide, 1, 384).buffer);
    assert.equal(
      sums[0],
      BigInt.asIntN(
        64,
        longs.reduce((a, b) => a + b),
      ),
    );
  });

  test('atomic flags', () => {
    const code = `kernel void k(global int *x, global int *o) {
  volatile global atomic_flag *f = (volatile global atomic_flag *)x;
  o[0] = atomic_flag_test_and_set(f);
  o[1] = atomic_flag_test_and_set(f);
  atomic_flag_clear(f);
  o[2] = atomic_flag_test_and_set(f);
  o[3] = get_num_sub_groups() + 10 * get_sub_group_id();
}`;
    const args: ArgumentValue[] = [
      { kind: 'region', size: 4 },
      { kind: 'region', size: 16 },
    ];
    assert.deepEqual([...new Int32Array(run(code, 1, args, 1, 16).buffer)], [0, 1, 0, 1]);
  });
});
