/** What the threads of a block or of a warp compute together (OpenCL's `work_group_…` and `sub_group_…` functions). */
import type { CollectiveOperation } from '../../intrinsics/index.ts';
import { halfToNumber, highWord, lowWord, numberToHalf, toBigInt, toUnsignedBigInt } from '../arithmetic.ts';

/** The operation, on numbers of this format. */
export interface Collective extends CollectiveOperation {
  readonly format: 'word' | 'pair' | 'half' | 'float' | 'double';
}

/** What one thread brings along. */
export interface Share {
  /** Its number in the group. */
  readonly number: number;
  readonly low: number;
  readonly high: number;
  /** The thread whose value it wants, or how far away that is. */
  readonly index: number;
}

type Words = readonly [number, number];
type Value = number | bigint;

const view = new DataView(new ArrayBuffer(8));

/** What each thread gets, in the order of `shares`, which are sorted by number. */
export function collect(collective: Collective, shares: readonly Share[]): readonly Words[] {
  const { what } = collective;
  const same = (value: Words) => shares.map(() => value);
  const of = (number: number, otherwise: Share): Words => {
    const { low, high } = shares.find((share) => share.number === number) ?? otherwise;
    return [low, high];
  };
  switch (what) {
    case 'all':
      return same([shares.every(({ low }) => low !== 0) ? 1 : 0, 0]);
    case 'any':
      return same([shares.some(({ low }) => low !== 0) ? 1 : 0, 0]);
    case 'elect':
      return shares.map((_, i) => [i === 0 ? 1 : 0, 0]);
    case 'ballot':
      return same(lanes(shares.filter(({ low }) => low !== 0)));
    case 'broadcast':
      return same(of(shares[0]!.index, shares[0]!));
    case 'shuffle':
      return shares.map((share) => of(share.index, share));
    case 'shuffle_xor':
      return shares.map((share) => of(share.number ^ share.index, share));
    case 'shuffle_up':
      return shares.map((share) => of(share.number - share.index, share));
    case 'shuffle_down':
      return shares.map((share) => of(share.number + share.index, share));
    default:
      return scan(collective, shares);
  }
}

function lanes(shares: readonly Share[]): Words {
  const word = (upper: number) =>
    shares.reduce((bits, { number }) => (number >> 5 === upper ? bits | (1 << (number & 31)) : bits), 0);
  return [word(0), word(1)];
}

function scan(collective: Collective, shares: readonly Share[]): readonly Words[] {
  let sum: Value | null = null;
  const before: Words[] = [];
  const after: Words[] = [];
  for (const share of shares) {
    before.push(sum === null ? identity(collective) : encode(collective, sum));
    const value = decode(collective, share);
    sum = sum === null ? value : decoded(collective, combine(collective, sum, value));
    after.push(encode(collective, sum));
  }
  if (collective.what === 'scan_inclusive') return after;
  return collective.what === 'scan_exclusive' ? before : shares.map(() => after.at(-1)!);
}

/** Rounded to the format, or wrapped around, as after each step. */
function decoded(collective: Collective, value: Value): Value {
  const [low, high] = encode(collective, value);
  return decode(collective, { low, high });
}

function combine({ operator }: Collective, x: Value, y: Value): Value {
  if (operator === 'add') return typeof x === 'bigint' ? x + (y as bigint) : x + (y as number);
  return (operator === 'min') === y < x ? y : x;
}

function decode({ format, signed }: Collective, { low, high }: Pick<Share, 'low' | 'high'>): Value {
  switch (format) {
    case 'word':
      return signed ? low : low >>> 0;
    case 'pair':
      return signed ? toBigInt(low, high) : toUnsignedBigInt(low, high);
    case 'half':
      return halfToNumber(low);
    case 'float':
      view.setInt32(0, low);
      return view.getFloat32(0);
    case 'double':
      view.setInt32(0, high);
      view.setInt32(4, low);
      return view.getFloat64(0);
  }
}

function encode({ format }: Collective, value: Value): Words {
  switch (format) {
    case 'word':
      return [Number(value) | 0, 0];
    case 'pair':
      return [lowWord(BigInt(value)), highWord(BigInt(value))];
    case 'half':
      return [numberToHalf(Number(value)), 0];
    case 'float':
      view.setFloat32(0, Number(value));
      return [view.getInt32(0), 0];
    case 'double':
      view.setFloat64(0, Number(value));
      return [view.getInt32(4), view.getInt32(0)];
  }
}

/** What nothing comes to. */
function identity(collective: Collective): Words {
  const { operator, format, signed } = collective;
  if (operator === 'add') return [0, 0];
  const most = operator === 'min';
  if (format === 'word') return [signed ? (most ? 0x7fffffff : -0x80000000) : most ? -1 : 0, 0];
  if (format === 'pair') {
    const largest: Words = signed ? [-1, 0x7fffffff] : [-1, -1];
    return most ? largest : [0, signed ? -0x80000000 : 0];
  }
  return encode(collective, most ? Infinity : -Infinity);
}
