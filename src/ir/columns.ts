/** The members of the structs of an array: what facts about memory speak of, and witnesses name. */
import { elementType } from './element-type.ts';
import { fieldOffset, sizeOf, strideOf } from './layout.ts';
import type { GlobalVariable, Program, ProgramFunction, Type } from './program.ts';

/** A struct with more numbers than this is a table: those behind them have no name. */
const MOST_COLUMNS = 32;
const LEAST_BITS = 8;

export type StructType = Extract<Type, { kind: 'struct' }>;

/** One member of all the structs of an array. */
export interface Column {
  /** As the source names the member, `number`; or by its place, `@24`, where that is not known. */
  readonly member: string;
  /** Bytes from the start of a struct. */
  readonly start: number;
  /** Bytes of one number. */
  readonly size: number;
  /** Numbers that it has in each struct: null where it is no array. */
  readonly length: number | null;
  /** Bytes from one struct to the next. */
  readonly stride: number;
}

/** What a pointer parameter leads to an array of; null where these are no structs. */
export function structsBehind(program: Program, kernel: ProgramFunction, parameter: number): StructType | null {
  const type = elementType(program, kernel, parameter);
  return type.kind === 'struct' ? type : null;
}

/** What a variable is an array of; null where these are no structs. */
export function structsOf({ type }: GlobalVariable): StructType | null {
  return type.kind === 'array' && type.element.kind === 'struct' ? type.element : null;
}

/**
 * The whole numbers among the members.
 * @param names of the members, in the order of the fields; null where they are not known
 */
export function columnsOf(struct: StructType, names: readonly string[] | null): Column[] {
  const found: Column[] = [];
  const stride = sizeOf(struct);
  const add = (member: string | undefined, type: Type, start: number): void => {
    if (found.length >= MOST_COLUMNS) return;
    if (type.kind === 'struct')
      for (const [i, field] of type.fields.entries()) add(undefined, field, start + fieldOffset(type, i));
    const isArray = type.kind === 'array' || type.kind === 'vector';
    const number = isArray ? type.element : type;
    if (number.kind !== 'int' || number.bits < LEAST_BITS) return;
    const length = isArray ? type.length : null;
    found.push({ member: member ?? `@${start}`, start, size: strideOf(number), length, stride });
  };
  const areNamed = names?.length === struct.fields.length;
  for (const [i, field] of struct.fields.entries()) add(areNamed ? names[i] : undefined, field, fieldOffset(struct, i));
  return found;
}

/** `boxes.number`, or `boxes@24`. */
export function columnName(memory: string, { member }: Pick<Column, 'member'>): string {
  return member.startsWith('@') ? `${memory}${member}` : `${memory}.${member}`;
}

/** A number in an array: in the struct of that index, in one of its columns. */
export interface ColumnCell {
  readonly index: bigint;
  /** `number`; `keys[3]` for one of several; the place `@24` where no number of that size begins. */
  readonly member: string;
}

/**
 * @param columns of structs of one kind, one at least
 * @param offset bytes, not before the first struct
 */
export function columnCell(columns: readonly Column[], offset: bigint, size: number): ColumnCell {
  const stride = BigInt(columns[0]!.stride);
  const [index, at] = [offset / stride, Number(offset % stride)];
  const column = columns.find(({ start, size: unit, length }) => {
    return unit === size && at >= start && (at - start) % unit === 0 && at < start + unit * (length ?? 1);
  });
  if (column === undefined) return { index, member: `@${at}` };
  const { member, start, length } = column;
  return { index, member: length === null ? member : `${member}[${(at - start) / size}]` };
}
