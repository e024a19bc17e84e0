/**
 * Random expressions, as the simulator computes them and as exact arithmetic says: integers as bigints that wrap around,
 * floats of all four formats as fractions of bigints that are rounded once. Nothing of the simulator's arithmetic is used.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Program } from '../../src/ir/program.ts';
import { type ArgumentValue, simulate } from '../../src/simulate/index.ts';
import { program, symbol } from './programs.ts';

/** Numbers below a bound, the same every time. */
function generator(seed: number): (bound: number) => number {
  let state = BigInt(seed) * 2654435761n + 88172645463325252n;
  return (bound) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
    return Number((state >> 33n) % BigInt(bound));
  };
}

function launch(code: Program, args: readonly ArrayBufferView[], threads: number, output: number): ArrayBuffer {
  const buffers = args.map((view): ArgumentValue => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    return { kind: 'region', size: bytes.length, contents: [{ offset: 0, bytes }] };
  });
  const result = simulate(code, {
    kernel: symbol(code, 'k'),
    gridDim: [1, 1, 1],
    blockDim: [threads, 1, 1],
    arguments: new Map(buffers.entries()),
  });
  assert.equal(result.error, null);
  return result.buffer(output, 0, args[output]!.byteLength)!.slice().buffer;
}

// ---- integers --------------------------------------------------------------------------------------------------------------

const TYPES = {
  'signed char': { bits: 8, signed: true },
  'unsigned char': { bits: 8, signed: false },
  short: { bits: 16, signed: true },
  'unsigned short': { bits: 16, signed: false },
  int: { bits: 32, signed: true },
  unsigned: { bits: 32, signed: false },
  'long long': { bits: 64, signed: true },
  'unsigned long long': { bits: 64, signed: false },
} as const;
type TypeName = keyof typeof TYPES;
const TYPE_NAMES = Object.keys(TYPES) as TypeName[];

/** An expression, its C text and its value. Types are those that C's rules give. */
interface Expression {
  readonly text: string;
  readonly type: TypeName;
  readonly value: (variables: readonly bigint[]) => bigint;
}

function wrap(type: TypeName, value: bigint): bigint {
  const { bits, signed } = TYPES[type];
  return signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
}

function promoted({ text, type, value }: Expression): Expression {
  return TYPES[type].bits < 32 ? { text: `(int)(${text})`, type: 'int', value } : { text, type, value };
}

/** C's usual arithmetic conversions. */
function common(a: TypeName, b: TypeName): TypeName {
  if (TYPES[a].bits !== TYPES[b].bits) return TYPES[a].bits > TYPES[b].bits ? a : b;
  return TYPES[a].signed ? b : a;
}

function randomInteger(random: (bound: number) => number, depth: number): Expression {
  if (depth === 0 || random(8) === 0) {
    const which = random(3);
    if (random(4) > 0) return { text: 'xyz'[which]!, type: 'long long', value: (v) => v[which]! };
    const constant = BigInt([0, 1, 2, 3, 31, 32, 33, 63, 64, 255, 65535, -1, -128][random(13)]!);
    return { text: `(${constant}ll)`, type: 'long long', value: () => constant };
  }
  const kind = random(12);
  const a = promoted(randomInteger(random, depth - 1));
  if (kind < 3) {
    const type = TYPE_NAMES[random(TYPE_NAMES.length)]!;
    return { text: `(${type})(${a.text})`, type, value: (v) => wrap(type, a.value(v)) };
  }
  if (kind === 3) return { text: `(~(${a.text}))`, type: a.type, value: (v) => wrap(a.type, ~a.value(v)) };
  const b = promoted(randomInteger(random, depth - 1));
  if (kind === 4) {
    // A shift by the width or more gives 0 or the sign, as on GPUs; the amount is taken without its sign.
    const left = random(2) === 0;
    const { bits } = TYPES[a.type];
    const value = (v: readonly bigint[]) => {
      const by = BigInt.asUintN(bits, wrap(a.type, b.value(v)));
      const x = a.value(v);
      if (by >= BigInt(bits)) return left || x >= 0n ? 0n : -1n;
      return wrap(a.type, left ? x << by : x >> by);
    };
    return { text: `((${a.text}) ${left ? '<<' : '>>'} (${a.type})(${b.text}))`, type: a.type, value };
  }
  const type = common(a.type, b.type);
  const both = (v: readonly bigint[]) => [wrap(type, a.value(v)), wrap(type, b.value(v))] as const;
  if (kind === 5) {
    const [text, holds] = (
      [
        ['<', (x: bigint, y: bigint) => x < y],
        ['<=', (x: bigint, y: bigint) => x <= y],
        ['==', (x: bigint, y: bigint) => x === y],
        ['>', (x: bigint, y: bigint) => x > y],
      ] as const
    )[random(4)]!;
    return { text: `((${a.text}) ${text} (${b.text}))`, type: 'int', value: (v) => (holds(...both(v)) ? 1n : 0n) };
  }
  if (kind === 6) {
    const c = randomInteger(random, depth - 1);
    const value = (v: readonly bigint[]) => wrap(type, c.value(v) === 0n ? b.value(v) : a.value(v));
    return { text: `((${c.text}) != 0 ? (${a.text}) : (${b.text}))`, type, value };
  }
  if (kind === 7) {
    // Never by zero, and never the one quotient that does not fit.
    const rest = random(2) === 0;
    const value = (v: readonly bigint[]) => {
      const [x, y] = both(v);
      const by = y === 0n || y === -1n ? 7n : y;
      return wrap(type, rest ? x % by : x / by);
    };
    const y = `(${type})(${b.text})`;
    const by = TYPES[type].signed ? `(${y} == 0 || ${y} == -1 ? (${type})7 : ${y})` : `(${y} == 0 ? (${type})7 : ${y})`;
    const safe = TYPES[type].signed
      ? value
      : (v: readonly bigint[]) => {
          const [x, y0] = both(v);
          const divisor = y0 === 0n ? 7n : y0;
          return wrap(type, rest ? x % divisor : x / divisor);
        };
    return { text: `((${type})(${a.text}) ${rest ? '%' : '/'} ${by})`, type, value: safe };
  }
  const [text, compute] = (
    [
      ['+', (x: bigint, y: bigint) => x + y],
      ['-', (x: bigint, y: bigint) => x - y],
      ['*', (x: bigint, y: bigint) => x * y],
      [
        ['&', '|', '^'][kind % 3]!,
        [(x: bigint, y: bigint) => x & y, (x: bigint, y: bigint) => x | y, (x: bigint, y: bigint) => x ^ y][kind % 3]!,
      ],
    ] as const
  )[random(4)]!;
  return { text: `((${a.text}) ${text} (${b.text}))`, type, value: (v) => wrap(type, compute(...both(v))) };
}

describe('integers', () => {
  for (let seed = 1; seed <= 6; seed++) {
    test(`expressions ${seed}`, () => {
      const random = generator(seed);
      const expressions = Array.from({ length: 40 }, () => randomInteger(random, 4));
      const threads = 24;
      const edges = [
        0n,
        1n,
        -1n,
        127n,
        -128n,
        2n ** 31n - 1n,
        -(2n ** 31n),
        2n ** 32n - 1n,
        2n ** 63n - 1n,
        -(2n ** 63n),
      ];
      const number = () =>
        random(3) === 0
          ? edges[random(edges.length)]!
          : BigInt.asIntN(64, (BigInt(random(2 ** 31)) << 33n) ^ (BigInt(random(2 ** 31)) << 5n)) >> BigInt(random(60));
      const inputs = [0, 1, 2].map(() => BigInt64Array.from({ length: threads }, number));
      const lines = expressions.map(({ text }, i) => `  o[${expressions.length} * i + ${i}] = (long long)(${text});`);
      const code =
        program(`__global__ void k(const long long *xs, const long long *ys, const long long *zs, long long *o) {
  int i = threadIdx.x;
  long long x = xs[i], y = ys[i], z = zs[i];
${lines.join('\n')}
}`);
      const out = new BigInt64Array(threads * expressions.length);
      const got = new BigInt64Array(launch(code, [...inputs, out], threads, 3));
      for (let i = 0; i < threads; i++) {
        const variables = inputs.map((input) => input[i]!);
        expressions.forEach(({ text, value }, k) => {
          const expected = BigInt.asIntN(64, value(variables));
          assert.equal(got[i * expressions.length + k], expected, `${text} of ${variables.join(', ')}`);
        });
      }
    });
  }
});

// ---- floats ----------------------------------------------------------------------------------------------------------------

const FORMATS = {
  half: { type: '_Float16', precision: 11, least: -14, most: 15 },
  bfloat: { type: '__bf16', precision: 8, least: -126, most: 127 },
  float: { type: 'float', precision: 24, least: -126, most: 127 },
  double: { type: 'double', precision: 53, least: -1022, most: 1023 },
} as const;
type FormatName = keyof typeof FORMATS;

/** A finite number as a fraction. */
function fraction(x: number): { readonly n: bigint; readonly d: bigint } {
  let d = 1n;
  let n = x;
  while (!Number.isInteger(n)) {
    n *= 2;
    d *= 2n;
  }
  return { n: BigInt(n), d };
}

/** A fraction rounded to a format, ties to even. */
function rounded(n: bigint, d: bigint, name: FormatName): number {
  if (n === 0n) return 0;
  const { precision, least, most } = FORMATS[name];
  const negative = n < 0n;
  const size = negative ? -n : n;
  let exponent = size.toString(2).length - d.toString(2).length - precision;
  const scaled = (e: number) => (e >= 0 ? [size, d << BigInt(e)] : [size << BigInt(-e), d]) as [bigint, bigint];
  const isBelow = (e: number) => {
    const [top, bottom] = scaled(e);
    return top < bottom << BigInt(precision);
  };
  while (!isBelow(exponent)) exponent++;
  while (isBelow(exponent - 1)) exponent--;
  exponent = Math.max(exponent, least - precision + 1);
  const [top, bottom] = scaled(exponent);
  let mantissa = top / bottom;
  const rest = top % bottom;
  if (rest * 2n > bottom || (rest * 2n === bottom && mantissa % 2n === 1n)) mantissa++;
  const length = mantissa.toString(2).length;
  const value =
    length + exponent - 1 > most
      ? Infinity
      : Number(mantissa) * 2 ** Math.trunc(exponent / 2) * 2 ** (exponent - Math.trunc(exponent / 2));
  return negative ? -value : value;
}

type Operation = '+' | '-' | '*' | '/' | 'fma';

/** The exact result of an operation on finite numbers, rounded once. */
function exactly(operation: Operation, [x, y, z]: readonly number[], name: FormatName): number {
  const a = fraction(x!);
  const b = fraction(y!);
  const c = fraction(z!);
  switch (operation) {
    case '+':
    case '-': {
      const sign = operation === '+' ? 1n : -1n;
      const n = a.n * b.d + sign * b.n * a.d;
      return n === 0n ? (operation === '+' ? x! + y! : x! - y!) : rounded(n, a.d * b.d, name);
    }
    case '*': {
      const value = rounded(a.n * b.n, a.d * b.d, name);
      return value === 0 ? x! * y! * 0 : value;
    }
    case '/': {
      if (b.n === 0n) return x! / y!;
      const value = b.n < 0n ? rounded(-a.n * b.d, a.d * -b.n, name) : rounded(a.n * b.d, a.d * b.n, name);
      return value === 0 ? Math.sign(x! || 1 / x!) * Math.sign(y!) * 0 : value;
    }
    case 'fma': {
      const n = a.n * b.n * c.d + c.n * a.d * b.d;
      return n === 0n ? x! * y! + z! : rounded(n, a.d * b.d * c.d, name);
    }
  }
}

/** Equal, zeros of two signs being one here: the sign of an underflow is looked at by itself. */
function assertSame(actual: number, expected: number, what: string): void {
  assert.ok(
    actual === expected || (Number.isNaN(actual) && Number.isNaN(expected)),
    `${what}: ${actual}, not ${expected}`,
  );
}

const OPERATIONS: readonly Operation[] = ['+', '-', '*', '/', 'fma'];

describe('floats', () => {
  for (const name of Object.keys(FORMATS) as FormatName[]) {
    test(`${name}: each operation rounds once`, () => {
      const { type, precision, least, most } = FORMATS[name];
      const random = generator(precision);
      const threads = 512;
      const number = () => {
        const special = [
          0,
          -0,
          1,
          -1,
          2 ** least,
          -(2 ** (least - precision + 1)),
          2 ** most * (2 - 2 ** (1 - precision)),
        ];
        if (random(6) === 0) return special[random(special.length)]!;
        const mantissa = 2 ** (precision - 1) + random(2 ** Math.min(precision - 1, 31));
        const narrow = random(2) === 0;
        const range = narrow ? 6 : Math.min(most - least, 200);
        const exponent = (narrow ? 0 : Math.max(least, -100)) + random(range) - precision;
        const value = rounded(BigInt(mantissa), 1n, name) * 2 ** exponent;
        const exact = fraction(value);
        return (random(2) === 0 ? 1 : -1) * rounded(exact.n, exact.d, name);
      };
      const inputs = [0, 1, 2].map(() => Float64Array.from({ length: threads }, number));
      // Ties and near ties: a sum whose last bit is half of what the format holds.
      for (let i = 0; i < 64; i++) {
        inputs[0]![i] = 1 + random(2) * 2 ** (1 - precision);
        inputs[1]![i] = 2 ** -precision * (1 + (random(3) - 1) * 2 ** (1 - precision));
        inputs[2]![i] = (random(2) ? 1 : -1) * 2 ** Math.max(least, -2 * precision);
      }
      const calls = OPERATIONS.map((operation) => {
        if (operation !== 'fma') return `x ${operation} y`;
        if (name === 'half') return `__hfma(__half(x), __half(y), __half(z))`;
        if (name === 'bfloat') return `__hfma(__nv_bfloat16(x), __nv_bfloat16(y), __nv_bfloat16(z))`;
        return name === 'float' ? 'fmaf(x, y, z)' : 'fma(x, y, z)';
      });
      const shown = (call: string) =>
        call.startsWith('__hfma')
          ? `(double)(float)${call.replace(/\((x|y|z)\)/g, '((float)$1)')}`
          : `(double)(${type})(${call})`;
      const code = program(`#include <cuda_fp16.h>
#include <cuda_bf16.h>
__global__ void k(const double *xs, const double *ys, const double *zs, double *o) {
  int i = threadIdx.x;
  ${type} x = (${type})xs[i], y = (${type})ys[i], z = (${type})zs[i];
${calls.map((call, k) => `  o[${calls.length} * i + ${k}] = ${shown(call)};`).join('\n')}
}`);
      const out = new Float64Array(threads * calls.length);
      const got = new Float64Array(launch(code, [...inputs, out], threads, 3));
      for (let i = 0; i < threads; i++) {
        const operands = inputs.map((input) => input[i]!);
        OPERATIONS.forEach((operation, k) => {
          const expected = exactly(operation, operands, name);
          assertSame(got[i * calls.length + k]!, expected, `${operation} of ${operands.join(', ')}`);
        });
      }
    });

    test(`${name}: from doubles, integers, and back`, () => {
      const { type, precision, least, most } = FORMATS[name];
      const random = generator(precision + 100);
      const threads = 256;
      const doubles = Float64Array.from({ length: threads }, () => {
        const scale = 2 ** (Math.max(least, -300) - 3 + random(Math.min(most - least, 600) + 4));
        return (random(2) === 0 ? 1 : -1) * (1 + random(2 ** 31) / 2 ** 31 + random(2) * 2 ** -52) * scale;
      });
      const longs = BigInt64Array.from({ length: threads }, () => {
        const value = (BigInt(random(2 ** 31)) << 32n) ^ BigInt(random(2 ** 31)) ^ (BigInt(random(2)) << 31n);
        return (random(2) === 0 ? value : -value) >> BigInt(random(63));
      });
      const code = program(`__global__ void k(const double *xs, const long long *ns, double *o, long long *p) {
  int i = threadIdx.x;
  o[4 * i] = (double)(${type})xs[i];
  o[4 * i + 1] = (double)(${type})ns[i];
  o[4 * i + 2] = (double)(${type})(unsigned long long)ns[i];
  o[4 * i + 3] = (double)(${type})(int)ns[i];
  p[4 * i] = (long long)(${type})xs[i];
  p[4 * i + 1] = (long long)(int)(${type})xs[i];
  p[4 * i + 2] = (long long)(unsigned long long)(${type})xs[i];
  p[4 * i + 3] = (long long)(unsigned char)(${type})xs[i];
}`);
      const out = [new Float64Array(threads * 4), new BigInt64Array(threads * 4)];
      const floats = new Float64Array(launch(code, [doubles, longs, ...out], threads, 2));
      const integers = new BigInt64Array(launch(code, [doubles, longs, ...out], threads, 3));
      const limited = (x: number, low: bigint, high: bigint) => {
        if (!Number.isFinite(x)) return x > 0 ? high : low;
        const whole = BigInt(Math.trunc(x));
        return whole < low ? low : whole > high ? high : whole;
      };
      for (let i = 0; i < threads; i++) {
        const { n, d } = fraction(doubles[i]!);
        const x = rounded(n, d, name);
        assertSame(floats[4 * i]!, x, `${doubles[i]}`);
        assertSame(floats[4 * i + 1]!, rounded(longs[i]!, 1n, name), `${longs[i]}`);
        assertSame(floats[4 * i + 2]!, rounded(BigInt.asUintN(64, longs[i]!), 1n, name), `unsigned ${longs[i]}`);
        assertSame(floats[4 * i + 3]!, rounded(BigInt.asIntN(32, longs[i]!), 1n, name), `int ${longs[i]}`);
        // Saturating, as GPUs convert.
        const expected = [
          limited(x, -(2n ** 63n), 2n ** 63n - 1n),
          limited(x, -(2n ** 31n), 2n ** 31n - 1n),
          BigInt.asIntN(64, limited(x, 0n, 2n ** 64n - 1n)),
          limited(x, 0n, 255n),
        ];
        expected.forEach((value, k) => {
          assert.equal(integers[4 * i + k], value, `${x} as an integer, ${k}`);
        });
      }
    });
  }

  test('smallest and largest with what is not a number, signs of zero', () => {
    const code = program(`__global__ void k(float *o, float nan) {
  o[0] = fminf(nan, 3.0f); o[1] = fmaxf(3.0f, nan); o[2] = fminf(nan, nan);
  o[3] = fminf(-0.0f, 0.0f); o[4] = fmaxf(-0.0f, 0.0f);
  o[5] = 1.0f / (-1e-30f * 1e-30f); o[6] = fabsf(-0.0f); o[7] = copysignf(2.0f, -0.0f);
  o[8] = sqrtf(-0.0f); o[9] = rintf(-0.4f); o[10] = truncf(-0.9f); o[11] = floorf(-0.0f);
}`);
    const got = [...new Float32Array(launchWith(code, 48, Number.NaN))];
    assert.deepEqual(got, [3, 3, Number.NaN, -0, 0, -Infinity, 0, -2, -0, -0, -0, -0]);
  });
});

function launchWith(code: Program, bytes: number, value: number): ArrayBuffer {
  const result = simulate(code, {
    kernel: symbol(code, 'k'),
    gridDim: [1, 1, 1],
    blockDim: [1, 1, 1],
    arguments: new Map<number, ArgumentValue>([
      [0, { kind: 'region', size: bytes }],
      [1, value],
    ]),
  });
  assert.equal(result.error, null);
  return result.buffer(0, 0, bytes)!.slice().buffer;
}

// ---- atomic additions ---------------------------------------------------------------------------------------------------------

for (const [header, type, name] of [
  ['cuda_fp16.h', '__half', 'half'],
  ['cuda_bf16.h', '__nv_bfloat16', 'bfloat'],
] as const) {
  test(`atomicAdd of ${type} and of two of them`, () => {
    const two = type === '__half' ? '__half2' : '__nv_bfloat162';
    const code = program(`#include <${header}>
__global__ void k(const double *xs, double *o, ${type} *sum, ${two} *sums) {
  int i = threadIdx.x;
  ${type} x(xs[i]);
  o[i] = (double)(float)atomicAdd(sum, x);
  atomicAdd(sums, ${two}(x, ${type}(-1.5f)));
  __syncthreads();
  if (i == 0) { o[64] = (double)(float)*sum; o[65] = (double)(float)sums->x; o[66] = (double)(float)sums->y; }
}`);
    const random = generator(7);
    const xs = Float64Array.from({ length: 64 }, () => (random(2000) - 900) / 64);
    const out = new Float64Array(67);
    const got = new Float64Array(launch(code, [xs, out, new Uint16Array(1), new Uint16Array(2)], 64, 1));
    let sum = 0;
    let other = 0;
    const round = (x: number) => rounded(fraction(x).n, fraction(x).d, name);
    xs.forEach((x, i) => {
      assert.equal(got[i], sum);
      sum = round(sum + round(x));
      other = round(other - 1.5);
    });
    assert.deepEqual([...got.slice(64)], [sum, sum, other]);
  });
}
