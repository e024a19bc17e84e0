/**
 * Tables that a program never changes: `const` variables of integers whose values stand in the source (`__constant__ const
 * int step[4] = {…}`), and those of PTX, which only the host could change. What a load from one yields is known, or at least lies between its least and its greatest value.
 */
import { fieldOffset, strideOf } from '../ir/layout.ts';
import type { GlobalVariable, Operand, Type } from '../ir/program.ts';
import { type Int, isConstant as isConstantTerm, type Range, type Terms } from '../terms/index.ts';

interface Entry {
  /** Bytes from the start of the table. */
  readonly at: number;
  readonly value: bigint;
}

/** Of a longer table only the range is known: a choice among all its values would cost more than it tells. */
const MAX_CHOICE = 16;
/** Longer tables are not looked through at each load. */
const MAX_ENTRIES = 4_096;

/** The value at an offset, as far as it is known. */
export type TableContent =
  | { readonly kind: 'term'; readonly term: Int }
  | { readonly kind: 'range'; readonly range: Range };

/** @returns null when the variable is no such table, or the load takes something else than one of its entries */
export function tableContent(terms: Terms, variable: GlobalVariable, offset: Int, type: Type): TableContent | null {
  const { initializer, isConstant, isExternal, isTable = false } = variable;
  if (!(isConstant || isTable) || isExternal || initializer === null || type.kind !== 'int') return null;
  if (isConstantTerm(offset) && initializer.kind !== 'bytes') {
    const value = valueAt(initializer, variable.type, Number(offset.constant), type.bits);
    return value === null ? null : { kind: 'term', term: terms.constant(value) };
  }
  const entries =
    initializer.kind === 'bytes'
      ? entriesOfBytes(initializer.bytes, type.bits)
      : entriesOf(initializer, variable.type, type.bits, 0);
  const last = entries?.at(-1);
  if (entries === null || last === undefined || entries.length > MAX_ENTRIES) return null;
  const asked = isConstantTerm(offset) ? entries.find(({ at }) => BigInt(at) === offset.constant) : undefined;
  if (asked !== undefined) return { kind: 'term', term: terms.constant(asked.value) };
  if (entries.length > MAX_CHOICE) {
    const sorted = entries.map(({ value }) => value).sort((a, b) => (a < b ? -1 : 1));
    return { kind: 'range', range: { low: sorted[0]!, high: sorted.at(-1)! } };
  }
  const term = entries
    .slice(0, -1)
    .reduceRight(
      (rest, { at, value }) => terms.ite(terms.eq(offset, terms.constant(at)), terms.constant(value), rest),
      terms.constant(last.value),
    );
  return { kind: 'term', term };
}

/** The integer of that width at a place in what may have members of several types; null where none begins there. */
function valueAt(initializer: Operand, type: Type, at: number, bits: number): bigint | null {
  if (type.kind === 'int') {
    if (at !== 0 || type.bits !== bits) return null;
    return initializer.kind === 'zero'
      ? 0n
      : initializer.kind === 'int'
        ? BigInt.asIntN(bits, initializer.value)
        : null;
  }
  if (type.kind !== 'array' && type.kind !== 'struct') return null;
  if (initializer.kind !== 'aggregate' && initializer.kind !== 'zero') return null;
  const index = type.kind === 'array' ? Math.floor(at / strideOf(type.element)) : fieldAt(type, at);
  const member = type.kind === 'array' ? type.element : type.fields[index];
  if (member === undefined || index < 0 || (type.kind === 'array' && index >= type.length)) return null;
  const inside = at - (type.kind === 'array' ? index * strideOf(type.element) : fieldOffset(type, index));
  const part = initializer.kind === 'zero' ? initializer : initializer.elements[index];
  return part === undefined ? null : valueAt(part, member, inside, bits);
}

/** The last field that begins at a byte or before it; empty ones begin where the next one does. */
function fieldAt(type: Type & { kind: 'struct' }, at: number): number {
  return type.fields.findLastIndex((_, i) => fieldOffset(type, i) <= at);
}

/** Null: not all of it are integers of that width. */
function entriesOf(initializer: Operand, type: Type, bits: number, at: number): Entry[] | null {
  if (type.kind === 'int') {
    if (type.bits !== bits || initializer.kind !== 'int') return null;
    return [{ at, value: BigInt.asIntN(bits, initializer.value) }];
  }
  if (type.kind !== 'array' || type.length > MAX_ENTRIES || initializer.kind !== 'aggregate') return null;
  const stride = strideOf(type.element);
  const entries: Entry[] = [];
  for (const [i, element] of initializer.elements.entries()) {
    const inside = entriesOf(element, type.element, bits, at + i * stride);
    if (inside === null || entries.length + inside.length > MAX_ENTRIES + 1) return null;
    entries.push(...inside);
  }
  return entries;
}

/** Words of a table that is given by its bytes: loads lie at multiples of their size. */
function entriesOfBytes(bytes: Uint8Array, bits: number): Entry[] | null {
  const size = bits / 8;
  if (![1, 2, 4, 8].includes(size) || bytes.length % size !== 0 || bytes.length / size > MAX_ENTRIES) return null;
  return Array.from({ length: bytes.length / size }, (_, i) => {
    let value = 0n;
    for (let byte = size - 1; byte >= 0; byte--) value = (value << 8n) | BigInt(bytes[i * size + byte]!);
    return { at: i * size, value: BigInt.asIntN(bits, value) };
  });
}
