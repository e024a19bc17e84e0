/** How scalars lie in memory, as numbers in the code: what loads and stores of several scalars say of each. */
import { type Scalar, Unsupported } from './scalars.ts';

/** Eight bytes are a pair of words, or a pointer, which registers hold as a double. */
export const SCALAR_CODES = { byte: 0, short: 1, word: 2, pair: 3, pointer: 4 } as const;

export type ScalarCode = (typeof SCALAR_CODES)[keyof typeof SCALAR_CODES];

/** Bytes in memory, by code. */
export const SCALAR_BYTES = [1, 2, 4, 8, 8] as const;

export function scalarCode({ representation, size }: Scalar): ScalarCode {
  if (representation === 'pointer') return SCALAR_CODES.pointer;
  switch (size) {
    case 1:
      return SCALAR_CODES.byte;
    case 2:
      return SCALAR_CODES.short;
    case 4:
      return SCALAR_CODES.word;
    case 8:
      return SCALAR_CODES.pair;
    default:
      throw new Unsupported(`a memory access of ${size} bytes`);
  }
}
