/** The functions of a module as a program calls them: their parameters, and what they give. */
import { fieldOffset, sizeOf } from '../../../ir/layout.ts';
import { AddressSpace, type Parameter, type Type } from '../../../ir/program.ts';
import { pointerType, voidType } from '../../llvm/types.ts';
import { bitsOf, i8, ptxType } from '../types.ts';
import type { PtxFunction, PtxVariable } from './model.ts';
import type { PointerFacts } from './pointers.ts';
import { typeOfVariable } from './variables.ts';

export interface Signature {
  readonly returnType: Type;
  /** An array that the function fills through a pointer of its caller, in front of all others. */
  readonly filled: Type | null;
  readonly parameters: readonly Parameter[];
}

const GENERIC = pointerType(AddressSpace.generic);

export function signatureOf(fn: PtxFunction, facts: PointerFacts | undefined): Signature {
  const [result] = fn.results;
  const filled = result !== undefined && result.length !== null ? typeOfVariable(result) : null;
  const parameters = fn.parameters.map((parameter, i) =>
    parameterOf(fn, parameter, facts?.parameters.has(i) ?? false, facts),
  );
  const first: Parameter[] =
    filled === null ? [] : [{ name: 'result', type: GENERIC, byValue: null, structReturn: filled, noAlias: false }];
  const returnType =
    result === undefined || filled !== null ? voidType : facts?.yields ? GENERIC : typeOfVariable(result);
  return { returnType, filled, parameters: [...first, ...parameters] };
}

function parameterOf(
  fn: PtxFunction,
  variable: PtxVariable,
  isPointer: boolean,
  facts: PointerFacts | undefined,
): Parameter {
  const name = shortName(fn, variable);
  const plain = { name, structReturn: null, noAlias: false };
  if (variable.length !== null) {
    const byValue = fn.isEntry ? structOf(fn, variable, facts) : typeOfVariable(variable);
    return { ...plain, type: GENERIC, byValue };
  }
  if (!isPointer) return { ...plain, type: typeOfVariable(variable), byValue: null };
  const space = variable.pointsTo === 'shared' ? AddressSpace.shared : AddressSpace.generic;
  return { ...plain, type: pointerType(space), byValue: null };
}

/** `param_0` for `_Z3addPf_param_0`: compilers put the function's name in front, and sources call them otherwise anyway. */
function shortName({ name }: PtxFunction, variable: PtxVariable): string {
  return variable.name.startsWith(`${name}_`) ? variable.name.slice(name.length + 1) : variable.name;
}

/** A structure that was handed over by value, as far as its members are read: PTX says no more of it than its size. */
function structOf(fn: PtxFunction, variable: PtxVariable, facts: PointerFacts | undefined): Type {
  const size = sizeOf(typeOfVariable(variable));
  const members = [...membersRead(fn, variable, facts)].sort(([a], [b]) => a - b);
  const fields: Type[] = [];
  let end = 0;
  for (const [offset, type] of members) {
    if (offset < end || offset + sizeOf(type) > size) continue;
    if (offset > end) fields.push({ kind: 'array', length: offset - end, element: i8 });
    fields.push(type);
    end = offset + sizeOf(type);
  }
  if (end < size) fields.push({ kind: 'array', length: size - end, element: i8 });
  const struct = { kind: 'struct', name: null, packed: true, fields } as const;
  return fieldOffset(struct, fields.length - 1) < size ? struct : typeOfVariable(variable);
}

function membersRead(fn: PtxFunction, { name }: PtxVariable, facts: PointerFacts | undefined): Map<number, Type> {
  const members = new Map<number, Type>();
  for (const item of fn.items) {
    if (item.kind !== 'instruction' || item.words[0] !== 'ld' || item.words[1] !== 'param') continue;
    const [to, address] = item.operands;
    if (address?.kind !== 'address' || address.base.kind !== 'symbol' || address.base.name !== name) continue;
    const element = ptxType(item.words.at(-1))?.type;
    if (to === undefined || element === undefined || address.offsets.length > 0) continue;
    const bytes = (bitsOf(element) ?? 8) / 8;
    for (const [i, part] of (to.kind === 'vector' ? to.elements : [to]).entries()) {
      const isPointer = part.kind === 'register' && facts?.registers[part.register] != null && bytes === 8;
      members.set(Number(address.displacement) + i * bytes, isPointer ? GENERIC : element);
    }
  }
  return members;
}
