import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type ArgumentValue, type Simulation, simulate } from '../../src/simulate/index.ts';
import { program, symbol } from './programs.ts';

const compute = program(readFileSync(new URL('kernels/compute.cu', import.meta.url), 'utf8'));

type Elements = Float32Array | Float64Array | Int32Array | Uint32Array | Uint8Array | Int16Array | BigInt64Array;

function buffer(of: Elements): ArgumentValue {
  const bytes = new Uint8Array(of.buffer, of.byteOffset, of.byteLength);
  return { kind: 'region', size: of.byteLength, contents: [{ offset: 0, bytes }] };
}

interface Run {
  readonly grid?: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly dynamicShared?: number;
  readonly seed?: number;
}

function launch(kernel: string, run: Run, ...args: (Elements | number | ArgumentValue)[]): Simulation {
  const list = args.map((a): ArgumentValue => (ArrayBuffer.isView(a) ? buffer(a) : a));
  const result = simulate(compute, {
    kernel: symbol(compute, kernel),
    gridDim: run.grid ?? [1, 1, 1],
    blockDim: run.block,
    ...(run.dynamicShared === undefined ? {} : { dynamicShared: run.dynamicShared }),
    seed: run.seed ?? null,
    arguments: new Map(list.entries()),
  });
  assert.equal(result.error, null);
  return result;
}

function read<T extends Elements>(result: Simulation, index: number, like: T): T {
  const bytes = result.buffer(index, 0, like.byteLength)!;
  return new (like.constructor as new (buffer: ArrayBufferLike) => T)(bytes.buffer);
}

/** Values without pattern, the same every time. */
function noise(n: number, seed = 1): number[] {
  let state = seed;
  return Array.from({ length: n }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state;
  });
}

test('vector addition in float', () => {
  const n = 1000;
  const a = Float32Array.from(noise(n, 1), (v) => v / 7e5);
  const b = Float32Array.from(noise(n, 2), (v) => v / 3e7);
  const result = launch('vector_add', { grid: [8, 1, 1], block: [128, 1, 1] }, a, b, new Float32Array(n), n);
  assert.deepEqual(
    read(result, 2, a),
    a.map((v, i) => Math.fround(v + b[i]!)),
  );
});

test('reduction in shared memory', () => {
  const input = Int32Array.from(noise(1000));
  const result = launch('reduction', { grid: [8, 1, 1], block: [128, 1, 1] }, input, new Int32Array(8), 1000);
  const expected = new Int32Array(8);
  input.forEach((v, i) => {
    expected[i >> 7]! += v;
  });
  assert.deepEqual(read(result, 1, expected), expected);
});

test('inclusive scan in dynamic shared memory', () => {
  const input = Uint32Array.from(noise(64));
  const result = launch('scan', { block: [64, 1, 1], dynamicShared: 512 }, input, new Uint32Array(64));
  const expected = new Uint32Array(64);
  let sum = 0;
  input.forEach((v, i) => {
    sum += v;
    expected[i] = sum;
  });
  assert.deepEqual(read(result, 1, expected), expected);
});

test('transpose of doubles through a padded tile', () => {
  const [w, h] = [40, 25];
  const input = Float64Array.from(noise(w * h), (v) => v / 3);
  const result = launch('transpose', { grid: [3, 2, 1], block: [16, 16, 1] }, input, new Float64Array(w * h), w, h);
  const expected = new Float64Array(w * h);
  for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) expected[x * h + y] = input[y * w + x]!;
  assert.deepEqual(read(result, 1, expected), expected);
});

for (const seed of [undefined, 1, 2]) {
  test(`tiled matrix product in float, schedule ${seed ?? 'in order'}`, () => {
    const n = 32;
    const a = Float32Array.from(noise(n * n, 3), (v) => v / 1e9);
    const b = Float32Array.from(noise(n * n, 4), (v) => v / 1e8);
    const run = { grid: [2, 2, 1], block: [16, 16, 1], ...(seed === undefined ? {} : { seed }) } as const;
    const result = launch('matmul', run, a, b, new Float32Array(n * n), n);
    const expected = new Float32Array(n * n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        let sum = 0;
        for (let k = 0; k < n; k++) sum = Math.fround(sum + Math.fround(a[i * n + k]! * b[k * n + j]!));
        expected[i * n + j] = sum;
      }
    }
    assert.deepEqual(read(result, 2, expected), expected);
  });
}

test('histogram with atomics in shared and global memory', () => {
  const input = Uint8Array.from(noise(5000), (v) => v >>> 24);
  const result = launch('histogram', { grid: [4, 1, 1], block: [96, 1, 1] }, input, new Uint32Array(256), 5000);
  const expected = new Uint32Array(256);
  for (const v of input) expected[v]!++;
  assert.deepEqual(read(result, 1, expected), expected);
});

test('bitonic sort of shorts', () => {
  const values = Int16Array.from(noise(256), (v) => v >> 16);
  const result = launch('bitonic', { block: [256, 1, 1] }, values);
  assert.deepEqual(read(result, 0, values), values.toSorted());
});

test('reduction, ballot and exchange within warps', () => {
  const input = Int32Array.from(noise(128));
  const result = launch(
    'warp_sum',
    { grid: [2, 1, 1], block: [64, 1, 1] },
    input,
    new Int32Array(4),
    new Uint32Array(4),
  );
  const sums = new Int32Array(4);
  const ballots = new Uint32Array(4);
  for (let w = 0; w < 4; w++) {
    const lanes = input.subarray(w * 32, w * 32 + 32);
    sums[w] = lanes.reduce((a, b) => (a + b) | 0, 0) + lanes[1]!;
    lanes.forEach((v, i) => {
      if (v & 1) ballots[w]! |= 1 << i;
    });
  }
  assert.deepEqual(read(result, 1, sums), sums);
  assert.deepEqual(read(result, 2, ballots), ballots);
});

test('reductions of half warps, signed and unsigned', () => {
  // Narrow values, so that "and" and "or" leave something to see; of both signs.
  const input = Int32Array.from(noise(64, 18), (v) => (v >> 12) | 5);
  const result = launch('warp_reductions', { block: [64, 1, 1] }, input, new Int32Array(64 * 9));
  const expected = Int32Array.from({ length: 64 * 9 }, (_, at) => {
    const first = Math.floor(at / 9 / 16) * 16;
    const lanes = [...input.subarray(first, first + 16)];
    const words = lanes.map((v) => v >>> 0);
    return [
      lanes.reduce((a, b) => a + b),
      Math.min(...lanes),
      Math.max(...lanes),
      words.reduce((a, b) => a + b),
      Math.min(...words),
      Math.max(...words),
      lanes.reduce((a, b) => a & b),
      lanes.reduce((a, b) => a | b),
      lanes.reduce((a, b) => a ^ b),
    ][at % 9]!;
  });
  assert.deepEqual(read(result, 1, expected), expected);
});

test('structs, vectors, functions that take and return them', () => {
  const n = 5;
  const bytes = new Uint8Array(n * 32);
  const view = new DataView(bytes.buffer);
  const random = noise(n * 7);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 4; k++) view.setFloat32(i * 32 + k * 4, random[i * 7 + k]! / 1e8, true);
    view.setInt16(i * 32 + 16, random[i * 7 + 4]!, true);
    view.setInt16(i * 32 + 18, random[i * 7 + 5]!, true);
    view.setFloat64(i * 32 + 24, random[i * 7 + 6]! / 3, true);
  }
  const seed = [0.25, -1.5, 3.125, 1] as const;
  const result = launch(
    'particles',
    { block: [8, 1, 1] },
    bytes,
    new Float32Array(n * 3),
    { kind: 'struct', fields: [...seed, 1, 2, 0.5] },
    n,
  );
  const expected = bytes.slice();
  const out = new DataView(expected.buffer);
  const crosses = new Float32Array(n * 3);
  const f = Math.fround;
  for (let i = 0; i < n; i++) {
    const [x, y, z] = [0, 4, 8].map((at) => view.getFloat32(i * 32 + at, true)) as [number, number, number];
    out.setFloat32(i * 32, f(x + seed[1]), true);
    out.setInt16(i * 32 + 18, view.getInt16(i * 32 + 18, true) * 3 - 1, true);
    out.setFloat64(i * 32 + 24, view.getFloat64(i * 32 + 24, true) * 0.5, true);
    const [sx, sy, sz] = seed;
    crosses.set([f(f(y * sz) - f(z * sy)), f(f(z * sx) - f(x * sz)), f(f(x * sy) - f(y * sx))], i * 3);
  }
  assert.deepEqual(read(result, 0, bytes), expected);
  assert.deepEqual(read(result, 1, crosses), crosses);
});

test('edges of integer arithmetic', () => {
  const edges = [1, -1, 2, -2, 7, -7, 31, 32, 0x7fffffff, -0x80000000, 0x12345678, -0x1234567, 0x80, -0x80, 0xffff];
  const pairs = edges.flatMap((x) => edges.map((y) => [x, y] as const));
  // The quotient of the smallest number by -1 does not exist.
  const words = pairs.filter(([x, y]) => !(x === -0x80000000 && y === -1)).slice(0, 200);
  const n = words.length;
  const widen = (v: number, k: number) => BigInt.asIntN(64, (BigInt(v) << BigInt(k % 33)) ^ BigInt(v));
  const a = Int32Array.from(words, (p) => p[0]);
  const b = Int32Array.from(words, (p) => p[1]);
  const c = BigInt64Array.from(words, (p, i) => widen(p[0], i));
  const d = BigInt64Array.from(words, (p, i) => widen(p[1], i * 7) || 1n);
  const result = launch(
    'integers',
    { block: [n, 1, 1] },
    a,
    b,
    c,
    d,
    new Int32Array(n * 12),
    new BigInt64Array(n * 12),
  );
  const w = new Int32Array(n * 12);
  const v = new BigInt64Array(n * 12);
  const u32 = (x: number) => x >>> 0;
  const bits = (x: bigint) => x.toString(2).replaceAll('0', '').length;
  for (let i = 0; i < n; i++) {
    const [x, y, p, q] = [a[i]!, b[i]!, c[i]!, d[i]!];
    const [up, uq] = [BigInt.asUintN(64, p), BigInt.asUintN(64, q)];
    w.set(
      [
        x / y,
        x % y,
        u32(x) / u32(y),
        u32(x) % u32(y),
        x >> (y & 31),
        x >>> (y & 31),
        x << (y & 31),
        Math.imul(x, y),
        ((x << 24) >> 24) * ((y << 16) >> 16),
        ((x + y) & 255) | (((x - y) & 0xffff) << 8),
        Math.clz32(x) * 10000 + bits(BigInt(u32(y))) * 100 + (x === 0 ? 0 : 32 - Math.clz32(x & -x)),
        Math.max(x, y) ^ Math.min(u32(x), u32(y)),
      ],
      i * 12,
    );
    const shift = BigInt(Number(q & 63n));
    const clz = up === 0n ? 64 : 64 - up.toString(2).length;
    v.set(
      [
        p / q,
        p % q,
        up / uq,
        up % uq,
        p >> shift,
        up >> shift,
        p << shift,
        p * q,
        p + q - BigInt(x),
        BigInt(Number(p < q) + 2 * Number(up < uq) + 4 * Number(p <= q) + 8 * Number(p === q) + 16 * Number(up >= uq)),
        saturated(BigInt(nearestFloat(p))) ^ saturated(BigInt(Number(up))),
        BigInt(clz * 1000 + bits(uq)),
      ].map((value) => BigInt.asIntN(64, value)),
      i * 12,
    );
  }
  assert.deepEqual(read(result, 4, w), w);
  assert.deepEqual(read(result, 5, v), v);
});

/** Conversions to `long long` saturate. */
function saturated(value: bigint): bigint {
  const limit = 1n << 63n;
  return value >= limit ? limit - 1n : value < -limit ? -limit : value;
}

/** The float nearest to an integer, found between its neighbours so that nothing is rounded twice. */
function nearestFloat(value: bigint): number {
  const rough = Math.fround(Number(value));
  const around = new Float32Array([rough]);
  const words = new Int32Array(around.buffer);
  const distance = (f: number) => {
    const d = BigInt(f) - value;
    return d < 0n ? -d : d;
  };
  let best = rough;
  for (const step of [-1, 2]) {
    words[0]! += step;
    const other = around[0]!;
    if (!Number.isFinite(other) || !Number.isInteger(other)) continue;
    const even = (new Int32Array(new Float32Array([other]).buffer)[0]! & 1) === 0;
    if (distance(other) < distance(best) || (distance(other) === distance(best) && even)) best = other;
  }
  return best;
}

test('floats and doubles round once', () => {
  const x = [0, -0, 1.1, -2.5, 3.5, 1e10, -1e10, 5e-42, 12345.678, Number.NaN, 0.1, -0.75];
  const a = Float32Array.from(x);
  const b = Float64Array.from(x, (v) => v * 1.23456789 + 1e-9);
  const n = x.length;
  const result = launch(
    'floats',
    { block: [n, 1, 1] },
    a,
    b,
    new Float32Array(n * 4),
    new Float64Array(n * 3),
    new Int32Array(n * 3),
  );
  const f = new Float32Array(n * 4);
  const d = new Float64Array(n * 3);
  const w = new Int32Array(n * 3);
  const r = Math.fround;
  const even = (v: number) => {
    const down = Math.floor(v);
    return v - down > 0.5 || (v - down === 0.5 && down % 2 !== 0) ? down + 1 : down;
  };
  const bits = new Int32Array(a.buffer);
  for (let i = 0; i < n; i++) {
    const [p, q] = [a[i]!, b[i]!];
    f.set(
      [r(r(Math.sqrt(Math.abs(p))) / 3), q, r(Math.floor(p) + r(even(p) * r(0.1))), exact(p, p, r(-1e-3), true)],
      i * 4,
    );
    d.set([p * q, exact(q, q, -q, false), q % 0.7], i * 3);
    const saturate = (v: number, low: number, high: number) =>
      Number.isNaN(v) ? 0 : Math.min(Math.max(Math.trunc(v), low), high);
    w.set(
      [
        saturate(p, -(2 ** 31), 2 ** 31 - 1),
        saturate(p, 0, 2 ** 32 - 1),
        bits[i]! + Number(p < q) + Number(Number.isNaN(p)),
      ],
      i * 3,
    );
  }
  // As lists: which bits a NaN has is left open.
  assert.deepEqual([...read(result, 2, f)], [...f]);
  assert.deepEqual([...read(result, 3, d)], [...d]);
  assert.deepEqual(read(result, 4, w), w);
});

/** `a * b + c` with one rounding, through rationals. */
function exact(a: number, b: number, c: number, toFloat: boolean): number {
  if (![a, b, c].every(Number.isFinite)) return Number.NaN;
  const scale = 2n ** 1100n;
  const rational = (v: number) => {
    let shift = 0;
    let m = v;
    while (!Number.isInteger(m)) {
      m *= 2;
      shift++;
    }
    return (BigInt(m) * scale) / 2n ** BigInt(shift);
  };
  const sum = rational(a) * rational(b) + rational(c) * scale;
  if (sum === 0n) return a * b + c;
  // Nearest of the candidates around the rounded sum.
  const rough = a * b + c;
  const view = new DataView(new ArrayBuffer(8));
  const neighbours: number[] = [];
  for (let step = -3n; step <= 3n; step++) {
    if (toFloat) {
      view.setFloat32(0, rough);
      view.setInt32(0, view.getInt32(0) + Number(step));
      neighbours.push(view.getFloat32(0));
    } else {
      view.setFloat64(0, rough);
      view.setBigInt64(0, view.getBigInt64(0) + step);
      neighbours.push(view.getFloat64(0));
    }
  }
  const distance = (v: number) => {
    const difference = rational(v) * scale - sum;
    return difference < 0n ? -difference : difference;
  };
  return neighbours.filter(Number.isFinite).reduce((best, v) => (distance(v) < distance(best) ? v : best));
}

test('calls, recursion, calls through pointers, local arrays, switches', () => {
  const result = launch('calls', { block: [16, 1, 1] }, new Int32Array(16), 9);
  const expected = new Int32Array(16);
  const fibonacci = (n: number): number => (n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2));
  for (let t = 0; t < 16; t++) {
    const stack = Array.from({ length: 8 }, (_, i) => (t % 2 ? 2 : 3) * i + 9);
    let sum = 0;
    for (let i = 7; i >= 0; i--) sum = sum * 3 + stack[(i + t) % 8]!;
    if (t % 5 === 0) sum += fibonacci(9);
    else if (t % 5 === 3) sum = (sum - 7) ^ 0x55;
    else if (t % 5 === 4) sum ^= 0x55;
    else sum = ~sum;
    expected[t] = sum;
  }
  assert.deepEqual(read(result, 0, expected), expected);
});

test('the last block to come sums up; constants and device variables', () => {
  const input = Int32Array.from(noise(10), (v) => v >> 12);
  const result = launch(
    'last_block_sum',
    { grid: [10, 1, 1], block: [4, 1, 1] },
    input,
    new Int32Array(10),
    new Int32Array(1),
  );
  const total = input.reduce((sum, v, i) => sum + v * [1, -2, 3, -4][i % 4]!, 0);
  assert.deepEqual(read(result, 2, new Int32Array(1)), Int32Array.of(total));
  assert.deepEqual(result.global('last_block'), Uint8Array.of(10, 0, 0, 0));
});

for (const seed of [undefined, 5]) {
  test(`a spin lock among threads of several blocks, schedule ${seed ?? 'in order'}`, () => {
    const run = { grid: [3, 1, 1], block: [40, 1, 1], ...(seed === undefined ? {} : { seed }) } as const;
    const result = launch('locked', run, new Int32Array(1), new Int32Array(1), 3);
    assert.deepEqual(read(result, 1, new Int32Array(1)), Int32Array.of(360));
  });
}

test('grid barriers', () => {
  const n = 64;
  const result = launch('grid_rounds', { grid: [4, 1, 1], block: [16, 1, 1] }, new Int32Array(n), new Int32Array(n));
  const b = Int32Array.from({ length: n }, (_, i) => ((i + 1) % n) + ((i + n / 2) % n));
  assert.deepEqual(read(result, 0, b), b.toReversed());
});

for (const seed of [undefined, 3, 4]) {
  test(`a list under a spin lock, pushed to by several blocks, schedule ${seed ?? 'in order'}`, () => {
    const [threads, each] = [60, 3];
    const n = threads * each;
    const result = launch(
      'locked_list',
      { grid: [3, 1, 1], block: [threads / 3, 1, 1], ...(seed === undefined ? {} : { seed }) },
      new Uint8Array(n * 16),
      new Int32Array(n),
      new Int32Array(2),
      each,
    );
    const expected = Int32Array.from({ length: n }, (_, i) => Math.floor(i / each) * 1000 + (i % each));
    const walked = read(result, 1, expected);
    assert.deepEqual(read(result, 2, new Int32Array(2)), Int32Array.of(n, n));
    assert.deepEqual(walked.toSorted(), expected);
    // What a thread pushed last stands first.
    for (let t = 0; t < threads; t++) {
      const own = [...walked].filter((v) => Math.floor(v / 1000) === t);
      assert.deepEqual(
        own,
        own.toSorted((a, b) => b - a),
      );
    }
  });

  test(`reduction in float over passes of the whole grid, schedule ${seed ?? 'in order'}`, () => {
    const n = 1024;
    const data = Float32Array.from(noise(n, 8), (v) => v / 3e5);
    const run = { grid: [4, 1, 1], block: [32, 1, 1], ...(seed === undefined ? {} : { seed }) } as const;
    const result = launch('grid_reduction', run, data, n);
    const expected = data.slice();
    for (let half = n / 2; half >= 1; half /= 2) {
      for (let i = 0; i < half; i++) expected[i]! += expected[i + half]!;
    }
    assert.deepEqual(read(result, 0, expected), expected);
  });

  test(`exclusive scan over blocks with a barrier of the grid, schedule ${seed ?? 'in order'}`, () => {
    const [n, blocks, threads] = [300, 5, 64];
    const input = Uint32Array.from(noise(n, 9));
    const result = launch(
      'grid_scan',
      {
        grid: [blocks, 1, 1],
        block: [threads, 1, 1],
        dynamicShared: threads * 4,
        ...(seed === undefined ? {} : { seed }),
      },
      input,
      new Uint32Array(n),
      new Uint32Array(blocks),
      n,
    );
    const expected = new Uint32Array(n);
    const sums = new Uint32Array(blocks);
    let sum = 0;
    input.forEach((v, i) => {
      expected[i] = sum;
      sum += v;
      sums[Math.floor(i / threads)]! += v;
    });
    assert.deepEqual(read(result, 1, expected), expected);
    assert.deepEqual(read(result, 2, sums), sums);
  });

  test(`stencil in float with two buffers, schedule ${seed ?? 'in order'}`, () => {
    const [w, h, rounds] = [19, 13, 5];
    const start = Float32Array.from(noise(w * h, 10), (v) => v / 1e7);
    const run = { grid: [3, 2, 1], block: [8, 8, 1], ...(seed === undefined ? {} : { seed }) } as const;
    const result = launch('stencil', run, start, new Float32Array(w * h), w, h, rounds);
    const f = Math.fround;
    let [from, to] = [start.slice(), new Float32Array(w * h)];
    for (let round = 0; round < rounds; round++) {
      for (let y = 0; y < h; y++) {
        for (let x = 0; x < w; x++) {
          const i = y * w + x;
          const own = from[i]!;
          to[i] = own;
          if (x === 0 || y === 0 || x === w - 1 || y === h - 1) continue;
          const around = f(f(f(from[i - 1]! + from[i + 1]!) + from[i - w]!) + from[i + w]!);
          to[i] = own + f(f(0.1) * f(around - f(4 * own)));
        }
      }
      [from, to] = [to, from];
    }
    // After an odd number of rounds the newest values are in the second buffer.
    assert.deepEqual(read(result, 1, from), from);
    assert.deepEqual(read(result, 0, to), to);
  });
}

test('transpose of integers without a tile', () => {
  const [w, h] = [37, 21];
  const input = Int32Array.from(noise(w * h, 11));
  const run = { grid: [5, 6, 1], block: [8, 4, 1] } as const;
  const result = launch('transpose_naive', run, input, new Int32Array(w * h), w, h);
  const expected = Int32Array.from({ length: w * h }, (_, i) => input[(i % h) * w + Math.floor(i / h)]!);
  assert.deepEqual(read(result, 1, expected), expected);
});

test('product of a matrix and a vector in float', () => {
  const [rows, columns] = [50, 37];
  const matrix = Float32Array.from(noise(rows * columns, 12), (v) => v / 1e9);
  const x = Float32Array.from(noise(columns, 13), (v) => v / 1e7);
  const y = Float32Array.from(noise(rows, 14), (v) => v / 1e6);
  const run = { grid: [4, 1, 1], block: [16, 1, 1] } as const;
  const result = launch('matvec', run, matrix, x, y, rows, columns, 0.7, -1.3);
  const f = Math.fround;
  const expected = y.map((old, row) => {
    let sum = 0;
    for (let k = 0; k < columns; k++) sum = f(sum + f(matrix[row * columns + k]! * x[k]!));
    return f(f(f(0.7) * sum) + f(f(-1.3) * old));
  });
  assert.deepEqual(read(result, 2, expected), expected);
});

test('inclusive scan with shuffles, of warps and of eight lanes', () => {
  const [n, block] = [192, 96];
  const input = Int32Array.from(noise(n, 15));
  const run = { grid: [n / block, 1, 1], block: [block, 1, 1] } as const;
  const result = launch('warp_scan', run, input, new Int32Array(n), new Int32Array(n));
  const scanned = (length: number) => {
    let sum = 0;
    return input.map((v, i) => {
      sum = i % length === 0 ? v : (sum + v) | 0;
      return sum;
    });
  };
  assert.deepEqual(read(result, 1, input), scanned(block));
  assert.deepEqual(read(result, 2, input), scanned(8));
});

test('odd-even sort of unsigned 64-bit keys', () => {
  const n = 75;
  const high = noise(n, 16);
  // Pairs that only their low words tell apart; upper bits set, which a signed comparison would take for negative.
  const keys = BigInt64Array.from(noise(n, 17), (v, i) => (BigInt(high[i >> 1]!) << 32n) | BigInt(v >>> 0));
  const result = launch('odd_even', { block: [38, 1, 1], dynamicShared: n * 8 }, keys, n);
  const unsigned = (v: bigint) => BigInt.asUintN(64, v);
  const expected = keys.toSorted((a, b) => (unsigned(a) < unsigned(b) ? -1 : 1));
  assert.deepEqual(read(result, 0, keys), expected);
});

test('saxpy in half precision', () => {
  // Every number from 0 that a half can hold, by its bits; the first after them stands for infinity.
  const halves = Float64Array.from({ length: 0x7c01 }, (_, bits) => {
    const exponent = bits >> 10;
    return exponent === 0 ? bits * 2 ** -24 : (1024 + (bits & 1023)) * 2 ** (exponent - 25);
  });
  const value = (bits: number) => (bits & 0x8000 ? -1 : 1) * halves[bits & 0x7fff]!;
  const rounded = (v: number) => {
    const sign = v < 0 || Object.is(v, -0) ? 0x8000 : 0;
    const size = Math.abs(v);
    const above = halves.findIndex((h) => h >= size);
    if (above === -1) return sign | 0x7c00;
    if (above === 0) return sign;
    const [down, up] = [size - halves[above - 1]!, halves[above]! - size];
    return sign | (up < down || (up === down && above % 2 === 0) ? above : above - 1);
  };
  // Finite ones of all sizes, below the normal ones and with either sign; two sums leave the range.
  const bits = (seed: number) => noise(400, seed).map((v) => (v >>> 16) & 0xf7ff);
  const x = Int16Array.of(...bits(18), 0x0001, 0x8001, 0x7800, 0xf800, 0x7bff, 0x0000, 0x8000);
  const y = Int16Array.of(...bits(19), 0x0001, 0x0001, 0x7bff, 0xfbff, 0x8400, 0x8000, 0x8000);
  const n = x.length;
  const a = 1.2001953125;
  const result = launch('half_saxpy', { grid: [7, 1, 1], block: [64, 1, 1] }, a, x, y, n);
  const expected = y.map((old, i) => {
    const product = rounded(value(rounded(a)) * value(x[i]! & 0xffff));
    return rounded(value(product) + value(old & 0xffff));
  });
  assert.deepEqual(read(result, 2, expected), expected);
});
