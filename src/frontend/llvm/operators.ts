/** What instructions and constant expressions share: operator names, flags, and the types of results. */

import type { BinaryOperator, CastOperator, IntPredicate, Operand, Type } from '../../ir/program.ts';
import { type Cursor, Unreadable } from './scanner.ts';
import { atType, integerType } from './types.ts';

/** The words of a closed set, to be looked up with {@link oneOf}. */
export function names<T extends string>(...words: readonly T[]): ReadonlyMap<string, T> {
  return new Map(words.map((word) => [word, word]));
}

/** The word as one of the known ones; raises `Unreadable` for any other. */
export function oneOf<T extends string>(known: ReadonlyMap<string, T>, word: string): T {
  const found = known.get(word);
  if (found === undefined) throw new Unreadable(`unexpected '${word.slice(0, 40)}'`);
  return found;
}

export const BINARY = names<BinaryOperator>(
  'add',
  'sub',
  'mul',
  'udiv',
  'sdiv',
  'urem',
  'srem',
  'shl',
  'lshr',
  'ashr',
  'and',
  'or',
  'xor',
  'fadd',
  'fsub',
  'fmul',
  'fdiv',
  'frem',
);

export const CASTS = names<CastOperator>(
  'trunc',
  'zext',
  'sext',
  'fptrunc',
  'fpext',
  'fptoui',
  'fptosi',
  'uitofp',
  'sitofp',
  'ptrtoint',
  'inttoptr',
  'bitcast',
  'addrspacecast',
  'ptrtoaddr',
);

export const INT_PREDICATES = names<IntPredicate>('eq', 'ne', 'ugt', 'uge', 'ult', 'ule', 'sgt', 'sge', 'slt', 'sle');

interface Flags {
  readonly noUnsignedWrap: boolean;
  readonly noSignedWrap: boolean;
  readonly exact: boolean;
  readonly nonNegative: boolean;
}

const NO_FLAGS: Flags = { noUnsignedWrap: false, noSignedWrap: false, exact: false, nonNegative: false };

/** Reads the flags between an operator's name and its first type or parenthesis. */
export function readBinaryFlags(cursor: Cursor): Flags {
  if (atType(cursor) || cursor.peek() === 40) return NO_FLAGS;
  const flags = { ...NO_FLAGS };
  do {
    const word = cursor.word();
    switch (word) {
      case 'nuw':
        flags.noUnsignedWrap = true;
        break;
      case 'nsw':
        flags.noSignedWrap = true;
        break;
      // `or disjoint` promises as much as `exact` does: no bit is lost.
      case 'disjoint':
      case 'exact':
        flags.exact = true;
        break;
      case 'nneg':
        flags.nonNegative = true;
        break;
      default:
        if (!FAST_MATH.has(word)) throw new Unreadable(`'${word.slice(0, 40)}' is no flag`);
    }
  } while (!atType(cursor) && cursor.peek() !== 40);
  return flags;
}

const FAST_MATH = new Set(['fast', 'nnan', 'ninf', 'nsz', 'arcp', 'contract', 'afn', 'reassoc']);

/** Skips fast-math flags; they do not change which memory is touched. */
export function skipFastMath(cursor: Cursor): void {
  for (;;) {
    const before = cursor.position;
    if (!FAST_MATH.has(cursor.word())) {
      cursor.position = before;
      return;
    }
  }
}

/** The type of a comparison of operands of `type`: `i1`, or a vector of it. */
export function compareType(type: Type): Type {
  return type.kind === 'vector' ? { kind: 'vector', length: type.length, element: integerType(1) } : integerType(1);
}

/** The type of a `getelementptr`: its base pointer's, or a vector of pointers as soon as one operand is a vector. */
export function getelementptrType(pointer: Operand, indices: readonly Operand[]): Type {
  if (pointer.type.kind === 'vector') return pointer.type;
  for (const index of indices) {
    if (index.type.kind === 'vector') return { kind: 'vector', length: index.type.length, element: pointer.type };
  }
  return pointer.type;
}

/** The type of member `indices` of an aggregate of `type`. */
export function memberType(type: Type, indices: readonly number[]): Type {
  let at = type;
  for (const index of indices) {
    const next =
      at.kind === 'struct'
        ? at.fields[index]
        : (at.kind === 'array' || at.kind === 'vector') && index < at.length
          ? at.element
          : undefined;
    if (!next) throw new Unreadable('an index that is no member');
    at = next;
  }
  return at;
}
