/** Variables of a module as those of a `Program`. */
import { AddressSpace, type GlobalVariable, type Operand, type Type } from '../../../ir/program.ts';
import { variableName } from '../../llvm/names.ts';
import { pointerType } from '../../llvm/types.ts';
import { i8, int, ptxType } from '../types.ts';
import type { PtxVariable, Space } from './model.ts';

const SPACES: Readonly<Record<Space, number>> = {
  global: AddressSpace.global,
  tex: AddressSpace.global,
  const: AddressSpace.constant,
  shared: AddressSpace.shared,
  local: AddressSpace.generic,
  param: AddressSpace.generic,
  reg: AddressSpace.generic,
};

/** The type of what a variable holds. */
export function typeOfVariable({ type, lanes, length }: PtxVariable): Type {
  // Handles of textures and surfaces are numbers.
  const element = ptxType(type)?.type ?? ({ kind: 'int', bits: 64 } as const);
  const vector: Type = lanes > 1 ? { kind: 'vector', length: lanes, element } : element;
  return length === null ? vector : { kind: 'array', length, element: vector };
}

/** @param name its name in the program, which is not that in the text where functions have variables of one name */
export function globalVariable(variable: PtxVariable, name: string): GlobalVariable {
  const type = typeOfVariable(variable);
  return {
    name,
    sourceName: variableName(variable.name.replace(/#\d+$/, '')),
    type,
    space: SPACES[variable.space],
    // The host may write all of them: PTX has no variables that nobody does.
    isConstant: false,
    isTable: variable.space === 'const' && variable.length !== null && holdsNumbers(variable),
    isExternal: variable.isExternal || (variable.space === 'shared' && variable.length === 0),
    initializer: initializerOf(variable, type),
    align: variable.align || 1,
  };
}

/** Numbers stand in the text, and not zeros alone, which are as good as nothing: such a variable waits for the host to fill it. */
function holdsNumbers({ initializer, isExternal }: PtxVariable): boolean {
  return !isExternal && initializer !== null && initializer.some((value) => value !== 0n && value !== 0);
}

/** The address of a variable as operands have it. */
export function addressOfVariable(name: string, space: Space): Operand {
  const target = space === 'shared' ? AddressSpace.shared : AddressSpace.generic;
  return { kind: 'global', name, type: pointerType(target) };
}

function initializerOf({ initializer, space, isExternal }: PtxVariable, type: Type): Operand | null {
  if (isExternal || space === 'shared') return null;
  if (initializer === null) return { kind: 'zero', type };
  if (type.kind !== 'array' || type.element.kind === 'vector') {
    return type.kind === 'vector' ? { kind: 'zero', type } : (scalar(initializer[0], type) ?? { kind: 'zero', type });
  }
  const { element, length } = type;
  if (element === i8 || (element.kind === 'int' && element.bits === 8)) {
    const bytes = new Uint8Array(Math.min(length, 1 << 24));
    initializer.forEach((value, i) => {
      if (typeof value === 'bigint' && i < bytes.length) bytes[i] = Number(BigInt.asUintN(8, value));
    });
    return bytes.length === length ? { kind: 'bytes', bytes, type } : { kind: 'zero', type };
  }
  if (length > 1 << 16) return { kind: 'zero', type };
  const elements = Array.from(
    { length },
    (_, i): Operand => scalar(initializer[i], element) ?? { kind: 'zero', type: element },
  );
  return { kind: 'aggregate', elements, type };
}

function isWord(type: Type): boolean {
  return type.kind === 'int' && type.bits === 64;
}

/** The address of another variable, as the number that the variable holds. */
function addressAsNumber(name: string, type: Type): Operand {
  const operand = addressOfVariable(name, 'global');
  const cast = { op: 'cast', operator: 'ptrtoint', operand, nonNegative: false } as const;
  return { kind: 'expression', instruction: { ...cast, result: null, type, location: null }, type };
}

function scalar(value: bigint | number | string | undefined, type: Type): Operand | null {
  if (typeof value === 'bigint') {
    if (type.kind === 'int') return int(value, type);
    return type.kind === 'float' ? { kind: 'float', value: Number(value), type } : null;
  }
  if (typeof value === 'string') return isWord(type) ? addressAsNumber(value, type) : null;
  if (typeof value === 'number') return type.kind === 'float' ? { kind: 'float', value, type } : null;
  return null;
}
