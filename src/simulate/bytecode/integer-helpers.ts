/** Helpers for integers: wide division, saturating and overflowing arithmetic, bit tricks. A pair is two words. */
import { highWord, lowWord, toBigInt, toUnsignedBigInt } from '../arithmetic.ts';
import { DIVISION_BY_ZERO, type Helper } from './helper.ts';

// ---- pairs ---------------------------------------------------------------------------------------------------------------

/** A pair from two; null is a division by zero. */
function pairs(signed: boolean, compute: (x: bigint, y: bigint) => bigint | null): Helper {
  const read = signed ? toBigInt : toUnsignedBigInt;
  return (I, _X, _F, b, code, at) => {
    const d = b + code[at]!;
    const x = b + code[at + 1]!;
    const y = b + code[at + 2]!;
    const result = compute(read(I[x]!, I[x + 1]!), read(I[y]!, I[y + 1]!));
    if (result === null) return DIVISION_BY_ZERO;
    I[d] = lowWord(result);
    I[d + 1] = highWord(result);
    return 0;
  };
}

function clampBig(value: bigint, low: bigint, high: bigint): bigint {
  return value < low ? low : value > high ? high : value;
}

/** The least and the greatest integer of so many bits. */
function bounds(bits: number, signed: boolean): [bigint, bigint] {
  return signed ? [-(1n << BigInt(bits - 1)), (1n << BigInt(bits - 1)) - 1n] : [0n, (1n << BigInt(bits)) - 1n];
}

/** A word from a pair. */
function pairToWord(compute: (low: number, high: number) => number): Helper {
  return (I, _X, _F, b, code, at) => {
    const x = b + code[at + 1]!;
    I[b + code[at]!] = compute(I[x]!, I[x + 1]!);
    return 0;
  };
}

/** A pair whose words are those of another one, exchanged, and changed each by itself. */
function crossed(compute: (word: number) => number): Helper {
  return (I, _X, _F, b, code, at) => {
    const x = b + code[at + 1]!;
    const d = b + code[at]!;
    const low = I[x]!;
    I[d] = compute(I[x + 1]!);
    I[d + 1] = compute(low);
    return 0;
  };
}

/** A pair from its low and high word. */
const join: Helper = (I, _X, _F, b, code, at) => {
  const low = I[b + code[at + 1]!]!;
  const high = I[b + code[at + 2]!]!;
  const d = b + code[at]!;
  I[d] = low;
  I[d + 1] = high;
  return 0;
};

// ---- words ---------------------------------------------------------------------------------------------------------------

function word(compute: (x: number) => number): Helper {
  return (I, _X, _F, b, code, at) => {
    I[b + code[at]!] = compute(I[b + code[at + 1]!]!);
    return 0;
  };
}

function words(compute: (x: number, y: number) => number): Helper {
  return (I, _X, _F, b, code, at) => {
    I[b + code[at]!] = compute(I[b + code[at + 1]!]!, I[b + code[at + 2]!]!);
    return 0;
  };
}

function popcount(value: number): number {
  let v = value - ((value >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function trailingZeros(value: number): number {
  return value === 0 ? 32 : 31 - Math.clz32(value & -value);
}

function reverseBits(value: number): number {
  let v = value;
  v = ((v >>> 1) & 0x55555555) | ((v & 0x55555555) << 1);
  v = ((v >>> 2) & 0x33333333) | ((v & 0x33333333) << 2);
  v = ((v >>> 4) & 0x0f0f0f0f) | ((v & 0x0f0f0f0f) << 4);
  return swapBytes(v);
}

function swapBytes(v: number): number {
  return (v << 24) | ((v & 0xff00) << 8) | ((v >>> 8) & 0xff00) | (v >>> 24);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** PTX's `fns(mask, base, offset)`: the n-th set bit from `base`. */
const nthSetBit: Helper = (I, _X, _F, b, code, at) => {
  const mask = I[b + code[at + 1]!]!;
  const base = I[b + code[at + 2]!]!;
  const offset = I[b + code[at + 3]!]!;
  let result = -1;
  if (offset === 0) result = (mask >>> base) & 1 ? base : -1;
  else {
    const step = offset > 0 ? 1 : -1;
    let left = Math.abs(offset);
    for (let i = base; i >= 0 && i < 32; i += step) {
      if ((mask >>> i) & 1 && --left === 0) {
        result = i;
        break;
      }
    }
  }
  I[b + code[at]!] = result;
  return 0;
};

/** PTX's `prmt(a, b, selector)`: four bytes of two words. */
const permuteBytes: Helper = (I, _X, _F, b, code, at) => {
  const words = [I[b + code[at + 1]!]!, I[b + code[at + 2]!]!];
  const selector = I[b + code[at + 3]!]!;
  let result = 0;
  for (let i = 0; i < 4; i++) {
    const which = (selector >>> (i * 4)) & 15;
    let byte = (words[(which & 7) >> 2]! >>> ((which & 3) * 8)) & 255;
    if (which & 8) byte = byte & 128 ? 255 : 0;
    result |= byte << (i * 8);
  }
  I[b + code[at]!] = result;
  return 0;
};

// ---- overflow and saturation -------------------------------------------------------------------------------------------------

type Exact = (x: bigint, y: bigint) => bigint;

const add: Exact = (x, y) => x + y;
const subtract: Exact = (x, y) => x - y;
const multiply: Exact = (x, y) => x * y;

/** Two results: the word, and whether it overflowed. */
function overflow32(signed: boolean, compute: Exact): Helper {
  const read = signed ? BigInt : (x: number) => BigInt(x >>> 0);
  const wrap = signed ? BigInt.asIntN : BigInt.asUintN;
  return (I, _X, _F, b, code, at) => {
    const exact = compute(read(I[b + code[at + 2]!]!), read(I[b + code[at + 3]!]!));
    I[b + code[at]!] = lowWord(exact);
    I[b + code[at + 1]!] = wrap(32, exact) === exact ? 0 : 1;
    return 0;
  };
}

function overflow64(signed: boolean, compute: Exact): Helper {
  const read = signed ? toBigInt : toUnsignedBigInt;
  const wrap = signed ? BigInt.asIntN : BigInt.asUintN;
  return (I, _X, _F, b, code, at) => {
    const x = b + code[at + 2]!;
    const y = b + code[at + 3]!;
    const exact = compute(read(I[x]!, I[x + 1]!), read(I[y]!, I[y + 1]!));
    I[b + code[at]!] = lowWord(exact);
    I[b + code[at]! + 1] = highWord(exact);
    I[b + code[at + 1]!] = wrap(64, exact) === exact ? 0 : 1;
    return 0;
  };
}

/** OpenCL's `mad_sat(x, y, z)` of integers of so many bits, the fourth operand. */
function multiplyAddSaturated32(signed: boolean): Helper {
  return (I, _X, _F, b, code, at) => {
    const bits = I[b + code[at + 4]!]!;
    const read = (i: number) => {
      const value = BigInt(I[b + code[at + i]!]!);
      return signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
    };
    const result = clampBig(read(1) * read(2) + read(3), ...bounds(bits, signed));
    I[b + code[at]!] = Number(BigInt.asIntN(32, BigInt.asUintN(bits, result)));
    return 0;
  };
}

function multiplyAddSaturated64(signed: boolean): Helper {
  return (I, _X, _F, b, code, at) => {
    const read = (i: number) => {
      const x = b + code[at + i]!;
      return signed ? toBigInt(I[x]!, I[x + 1]!) : toUnsignedBigInt(I[x]!, I[x + 1]!);
    };
    const result = clampBig(read(1) * read(2) + read(3), ...bounds(64, signed));
    const d = b + code[at]!;
    I[d] = lowWord(result);
    I[d + 1] = highWord(result);
    return 0;
  };
}

export const INTEGER_HELPERS = {
  sdiv64: pairs(true, (x, y) => (y === 0n ? null : x / y)),
  udiv64: pairs(false, (x, y) => (y === 0n ? null : x / y)),
  srem64: pairs(true, (x, y) => (y === 0n ? null : x % y)),
  urem64: pairs(false, (x, y) => (y === 0n ? null : x % y)),
  smulhi64: pairs(true, (x, y) => (x * y) >> 64n),
  umulhi64: pairs(false, (x, y) => (x * y) >> 64n),
  saddsat64: pairs(true, (x, y) => clampBig(x + y, ...bounds(64, true))),
  ssubsat64: pairs(true, (x, y) => clampBig(x - y, ...bounds(64, true))),
  uaddsat64: pairs(false, (x, y) => clampBig(x + y, ...bounds(64, false))),
  usubsat64: pairs(false, (x, y) => clampBig(x - y, ...bounds(64, false))),
  popcount64: pairToWord((low, high) => popcount(low) + popcount(high)),
  clz64: pairToWord((low, high) => (high === 0 ? 32 + Math.clz32(low) : Math.clz32(high))),
  ctz64: pairToWord((low, high) => (low === 0 ? 32 + trailingZeros(high) : trailingZeros(low))),
  bitreverse64: crossed(reverseBits),
  bswap64: crossed(swapBytes),
  join,
  popcount32: word(popcount),
  clz32: word(Math.clz32),
  ctz32: word(trailingZeros),
  bitreverse32: word(reverseBits),
  bswap32: word(swapBytes),
  smulhi32: words((x, y) => Number((BigInt(x) * BigInt(y)) >> 32n)),
  umulhi32: words((x, y) => Number(BigInt.asIntN(32, (BigInt(x >>> 0) * BigInt(y >>> 0)) >> 32n))),
  saddsat32: words((x, y) => clamp(x + y, -2147483648, 2147483647)),
  ssubsat32: words((x, y) => clamp(x - y, -2147483648, 2147483647)),
  uaddsat32: words((x, y) => clamp((x >>> 0) + (y >>> 0), 0, 4294967295)),
  usubsat32: words((x, y) => clamp((x >>> 0) - (y >>> 0), 0, 4294967295)),
  fns: nthSetBit,
  prmt: permuteBytes,
  saddoverflow32: overflow32(true, add),
  saddoverflow64: overflow64(true, add),
  uaddoverflow32: overflow32(false, add),
  uaddoverflow64: overflow64(false, add),
  ssuboverflow32: overflow32(true, subtract),
  ssuboverflow64: overflow64(true, subtract),
  usuboverflow32: overflow32(false, subtract),
  usuboverflow64: overflow64(false, subtract),
  smuloverflow32: overflow32(true, multiply),
  smuloverflow64: overflow64(true, multiply),
  umuloverflow32: overflow32(false, multiply),
  umuloverflow64: overflow64(false, multiply),
  smadsat32: multiplyAddSaturated32(true),
  umadsat32: multiplyAddSaturated32(false),
  smadsat64: multiplyAddSaturated64(true),
  umadsat64: multiplyAddSaturated64(false),
} satisfies Record<string, Helper>;
