/** Floating constants: decimal, and the hexadecimal bit patterns that LLVM prints when a decimal would not be exact. */

import type { Type } from '../../ir/program.ts';
import { Unreadable } from './scanner.ts';

const view = new DataView(new ArrayBuffer(8));

/**
 * The value of a floating literal of `type`: `1.5e+00`, `0x<double>`, `0xH<half>`, `0xR<bfloat>`, `0xK<x86_fp80>`,
 * `0xL<fp128>`, `f0x<bits of the type>`, `+inf`, `+qnan`.
 */
export function parseFloating(literal: string, type: Type): number {
  if (literal.startsWith('0x')) {
    switch (literal.charAt(2)) {
      case 'H':
        return fromBits(hexadecimal(literal, 3), 5, 10);
      case 'R':
        return fromBits(hexadecimal(literal, 3), 8, 7);
      case 'K': {
        // Unlike the others, this format stores the leading 1 of the significand.
        const bits = hexadecimal(literal, 3);
        return fromBits(((bits >> 64n) << 63n) | (bits & 0x7fff_ffff_ffff_ffffn), 15, 63);
      }
      case 'L': {
        // Printed low half first.
        const bits = hexadecimal(literal, 3);
        return fromBits(((bits & 0xffff_ffff_ffff_ffffn) << 64n) | (bits >> 64n), 15, 112);
      }
      case 'M':
        // A pair of doubles; the first one is the value to within its precision.
        return double(hexadecimal(literal, 3) >> 64n);
      default:
        return double(hexadecimal(literal, 2));
    }
  }
  if (literal.startsWith('f0x') && type.kind === 'float') {
    const bits = hexadecimal(literal, 3);
    switch (type.format) {
      case 'half':
        return fromBits(bits, 5, 10);
      case 'bfloat':
        return fromBits(bits, 8, 7);
      case 'float':
        return fromBits(bits, 8, 23);
      case 'double':
        return double(bits);
      default:
        throw new Unreadable('a floating literal of unusual width');
    }
  }
  const sign = literal.startsWith('-') ? -1 : 1;
  const body = literal.replace(/^[+-]/, '');
  if (body === 'inf') return sign * Number.POSITIVE_INFINITY;
  if (/^(q|s)?nan/.test(body)) return Number.NaN;
  const value = body.length === 0 ? Number.NaN : Number(body);
  if (Number.isNaN(value)) throw new Unreadable(`'${literal.slice(0, 40)}' is no floating constant`);
  return sign * value;
}

function hexadecimal(literal: string, from: number): bigint {
  const digits = literal.slice(from);
  if (digits.length === 0 || digits.length > 32 || !/^[0-9a-fA-F]+$/.test(digits)) {
    throw new Unreadable(`'${literal.slice(0, 40)}' is no floating constant`);
  }
  return BigInt(`0x${digits}`);
}

function double(bits: bigint): number {
  view.setBigUint64(0, BigInt.asUintN(64, bits));
  return view.getFloat64(0);
}

/** The value of an IEEE-like bit pattern: sign, `exponentBits`, `fractionBits`. Wider formats are rounded. */
function fromBits(bits: bigint, exponentBits: number, fractionBits: number): number {
  const width = BigInt(fractionBits);
  const sign = (bits >> (width + BigInt(exponentBits))) & 1n ? -1 : 1;
  const exponentMask = 2 ** exponentBits - 1;
  const exponent = Number((bits >> width) & BigInt(exponentMask));
  const fraction = Number(bits & ((1n << width) - 1n)) / 2 ** fractionBits;
  if (exponent === exponentMask) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  const bias = 2 ** (exponentBits - 1) - 1;
  if (exponent === 0) return sign * fraction * 2 ** (1 - bias);
  return sign * (1 + fraction) * 2 ** (exponent - bias);
}
