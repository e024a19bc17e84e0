/** Parts of an instruction that several opcodes have: further operands, labels, orderings, and what may follow them. */

import type { Operand, Ordering, SourceLocation } from '../../ir/program.ts';
import { names, oneOf } from './operators.ts';
import { Char, isDigit, Unreadable } from './scanner.ts';
import type { BodyScope } from './statement.ts';
import { readAddressSpace } from './types.ts';
import { readTypedValue, registerName, skipMetadata } from './values.ts';

/** Reads `, type value`. */
export function readNextValue(scope: BodyScope): Operand {
  scope.cursor.expect(Char.comma);
  return readTypedValue(scope);
}

/** Takes a comma when an operand follows it, not metadata or an alignment. */
export function acceptOperand(scope: BodyScope): boolean {
  const { cursor } = scope;
  if (cursor.peek() !== Char.comma) return false;
  const before = cursor.position++;
  if (cursor.peek() !== Char.bang) return true;
  cursor.position = before;
  return false;
}

/** Reads `, 1, 0`, at least one. */
export function readIndices(scope: BodyScope): number[] {
  const indices: number[] = [];
  while (acceptOperand(scope)) indices.push(scope.cursor.natural());
  if (indices.length === 0) throw new Unreadable('expected an index');
  return indices;
}

/** Reads `label %name`; answers the block's provisional index. */
export function readLabel(scope: BodyScope): number {
  scope.cursor.expectWord('label');
  return readLabelName(scope);
}

/** Reads `%name`; answers the block's provisional index. */
export function readLabelName(scope: BodyScope): number {
  scope.cursor.expect(Char.percent);
  return scope.block(registerName(scope.cursor));
}

export function readSyncScope({ cursor }: BodyScope): string | null {
  if (!cursor.acceptWord('syncscope')) return null;
  cursor.expect(Char.open);
  const name = cursor.quoted();
  cursor.expect(Char.close);
  // LLVM's name for "every thread of the system" is the empty string, which it leaves out.
  return name === '' ? null : name;
}

const ORDERINGS = names<Ordering>('unordered', 'monotonic', 'acquire', 'release', 'acq_rel', 'seq_cst');

export function readOrdering({ cursor }: BodyScope): Ordering {
  return oneOf(ORDERINGS, cursor.word());
}

/** What may follow the operands of an instruction. */
interface Trailer {
  align: number;
  space: number;
  location: SourceLocation | null;
}

/**
 * Reads what may follow an instruction's operands: alignment, address space, metadata. Nothing else may be left on the
 * line: an unknown clause could change the instruction's meaning.
 */
export function readTrailer(scope: BodyScope): Readonly<Trailer> {
  const { cursor } = scope;
  const trailer: Trailer = { align: 0, space: 0, location: null };
  while (cursor.accept(Char.comma)) {
    if (cursor.peek() === Char.bang) {
      cursor.position++;
      const kind = cursor.name();
      if (kind === 'dbg' && cursor.peek() === Char.bang && isDigit(cursor.text.charCodeAt(cursor.position + 1))) {
        cursor.position++;
        trailer.location = scope.location(cursor.word());
      } else {
        cursor.peek();
        skipMetadata(cursor);
      }
    } else if (cursor.acceptWord('align')) trailer.align = cursor.natural();
    else if (cursor.acceptWord('addrspace')) trailer.space = readAddressSpace(cursor);
    else throw new Unreadable('an unknown clause');
  }
  if (!cursor.atLineEnd()) throw new Unreadable('unexpected text after the instruction');
  return trailer;
}
