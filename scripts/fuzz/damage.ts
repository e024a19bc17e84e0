/** Damage to bytes, as a stranger or a full disk does it: bits, ranges, lengths, and texts that readers trip over. */
import type { Random } from '../../test/check/oracle/random.ts';

/** What is put into the middle of things. */
const TROUBLE: readonly string[] = [
  '\0',
  '"',
  '\\',
  '{',
  '}',
  '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[',
  '((((((((((((((((((((((((((((((((',
  '-1',
  '0',
  '4294967296',
  '99999999999999999999999',
  '1e308',
  'null',
  '/*',
  '*/',
  '#line 1 "other.cu"\n',
  '#define for while\n',
  '__global__ void lost(int *p) { p[0] = 1; }\n',
  '__proto__',
  '\u00fc\u{1f600}\u202e',
  '\ud800',
  '\r\n',
  '\u001b[31m',
];

/** As long as the text or longer by little; larger inputs have tests of their own. */
const LONGEST_RANGE = 400;

/** @returns a copy of `bytes` with one to five places changed; `other` is a text of the same kind to take pieces from */
export function damaged(bytes: Uint8Array, other: Uint8Array, random: Random): Buffer {
  let text: Buffer = Buffer.from(bytes);
  for (let changes = random.between(1, 5); changes > 0; changes--) text = damagedOnce(text, other, random);
  return text;
}

function damagedOnce(text: Buffer, other: Uint8Array, random: Random): Buffer {
  const { from, to } = rangeIn(text, random);
  const replaced = (middle: Uint8Array | string) =>
    Buffer.concat([text.subarray(0, from), Buffer.from(middle), text.subarray(to)]);
  switch (random.between(0, 6)) {
    case 0:
      return replaced('');
    case 1:
      return replaced(Buffer.concat([text.subarray(from, to), text.subarray(from, to)]));
    case 2:
      return replaced(random.pick(TROUBLE));
    case 3: {
      const piece = rangeIn(other, random);
      return replaced(other.subarray(piece.from, piece.to));
    }
    case 4:
      return text.subarray(0, to);
    case 5: {
      const flipped = Buffer.from(text);
      if (from < flipped.length) flipped[from]! ^= 1 << random.between(0, 7);
      return flipped;
    }
    default:
      return Buffer.concat([text.subarray(0, from), Buffer.from(random.pick(TROUBLE)), text.subarray(from)]);
  }
}

function rangeIn(text: Uint8Array, random: Random): { readonly from: number; readonly to: number } {
  const from = random.between(0, text.length);
  // Most ranges are short: a reader gets further with them.
  const longest = random.chance(0.7) ? 12 : LONGEST_RANGE;
  return { from, to: Math.min(text.length, from + random.between(0, longest)) };
}
