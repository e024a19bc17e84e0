/** What atomic read-modify-writes compute. Operators are numbers in `NUMBERED_OPERATORS`. */
import { ATOMIC_OPERATORS } from '../ir/program.ts';
import {
  bfloatToNumber,
  halfToNumber,
  highWord,
  lowWord,
  numberToBfloat,
  numberToHalf,
  toBigInt,
} from './arithmetic.ts';

/** By the number that the code has for them; `bfloat` is a format of its own. */
export const NUMBERED_OPERATORS = [
  ...ATOMIC_OPERATORS,
  'xchg:bfloat',
  'fadd:bfloat',
  'fsub:bfloat',
  'fmax:bfloat',
  'fmin:bfloat',
  'fmaximum:bfloat',
  'fminimum:bfloat',
] as const;

/** Scratch, to read words as floats. Nothing is kept in it between two calls. */
const view = new DataView(new ArrayBuffer(8));

/** The new value of an object of up to 32 bits. */
export function atomicWord(operator: number, old: number, value: number, bits: number): number {
  const mask = bits === 32 ? -1 : (1 << bits) - 1;
  const signed = (x: number) => (bits === 32 ? x : (x << (32 - bits)) >> (32 - bits));
  const name = NUMBERED_OPERATORS[operator]!;
  switch (name) {
    case 'xchg':
      return value;
    case 'add':
      return (old + value) & mask;
    case 'sub':
      return (old - value) & mask;
    case 'and':
      return old & value;
    case 'nand':
      return ~(old & value) & mask;
    case 'or':
      return old | value;
    case 'xor':
      return old ^ value;
    case 'max':
      return signed(old) > signed(value) ? old : value;
    case 'min':
      return signed(old) < signed(value) ? old : value;
    case 'umax':
      return old >>> 0 > value >>> 0 ? old : value;
    case 'umin':
      return old >>> 0 < value >>> 0 ? old : value;
    case 'uinc_wrap':
      return old >>> 0 >= value >>> 0 ? 0 : (old + 1) & mask;
    case 'udec_wrap':
      return old === 0 || old >>> 0 > value >>> 0 ? value : (old - 1) & mask;
    case 'usub_cond':
      return old >>> 0 >= value >>> 0 ? (old - value) & mask : old;
    case 'usub_sat':
      return old >>> 0 >= value >>> 0 ? (old - value) & mask : 0;
    case 'xchg:bfloat':
      return value;
    default: {
      if (bits === 16) return narrow(name, old, value);
      view.setInt32(0, old);
      const x = view.getFloat32(0);
      view.setInt32(0, value);
      view.setFloat32(0, floating(name, x, view.getFloat32(0)));
      return view.getInt32(0);
    }
  }
}

/** Numbers of 16 bits: of a sum in double nothing is lost but what rounding would lose anyway. */
function narrow(name: string, old: number, value: number): number {
  const [operation, format] = name.split(':');
  const [read, write] = format === 'bfloat' ? [bfloatToNumber, numberToBfloat] : [halfToNumber, numberToHalf];
  return write(floating(operation!, read(old), read(value)));
}

/** The new value of a 64-bit object. */
export function atomicPair(
  operator: number,
  low: number,
  high: number,
  valueLow: number,
  valueHigh: number,
): { low: number; high: number } {
  const name = NUMBERED_OPERATORS[operator]!;
  if (name.startsWith('f')) {
    view.setInt32(0, high);
    view.setInt32(4, low);
    const x = view.getFloat64(0);
    view.setInt32(0, valueHigh);
    view.setInt32(4, valueLow);
    view.setFloat64(0, floating(name, x, view.getFloat64(0)));
    return { low: view.getInt32(4), high: view.getInt32(0) };
  }
  const old = toBigInt(low, high);
  const value = toBigInt(valueLow, valueHigh);
  const result = wide(name, old, value);
  return { low: lowWord(result), high: highWord(result) };
}

function wide(name: string, old: bigint, value: bigint): bigint {
  const unsignedOld = BigInt.asUintN(64, old);
  const unsignedValue = BigInt.asUintN(64, value);
  switch (name) {
    case 'xchg':
      return value;
    case 'add':
      return old + value;
    case 'sub':
      return old - value;
    case 'and':
      return old & value;
    case 'nand':
      return ~(old & value);
    case 'or':
      return old | value;
    case 'xor':
      return old ^ value;
    case 'max':
      return old > value ? old : value;
    case 'min':
      return old < value ? old : value;
    case 'umax':
      return unsignedOld > unsignedValue ? old : value;
    case 'umin':
      return unsignedOld < unsignedValue ? old : value;
    case 'uinc_wrap':
      return unsignedOld >= unsignedValue ? 0n : old + 1n;
    case 'udec_wrap':
      return old === 0n || unsignedOld > unsignedValue ? value : old - 1n;
    case 'usub_cond':
      return unsignedOld >= unsignedValue ? old - value : old;
    default:
      return unsignedOld >= unsignedValue ? old - value : 0n;
  }
}

function floating(name: string, old: number, value: number): number {
  switch (name) {
    case 'fadd':
      return old + value;
    case 'fsub':
      return old - value;
    case 'fmax':
      return Number.isNaN(old) ? value : Number.isNaN(value) ? old : Math.max(old, value);
    case 'fmin':
      return Number.isNaN(old) ? value : Number.isNaN(value) ? old : Math.min(old, value);
    case 'fmaximum':
      return Math.max(old, value);
    default:
      return Math.min(old, value);
  }
}
