/** The whole numbers and the pointers that a launch hands to a kernel, by the names that the source gives them. */
import { fieldOffset, strideOf } from './layout.ts';
import type { Parameter, ProgramFunction, Type } from './program.ts';

/** A struct or a member with more numbers than this is a table: those behind them have no name. */
const MOST_UNNAMED = 32;
/** A class without members takes a byte, and no number. */
const LEAST_BITS = 16;
/** `cudaTextureObject_t`. */
const HANDLE_BITS = 64;

export interface LaunchScalar {
  /**
   * As the source names it: `n`, or `dim.stride` for a member of a struct that is passed by value. Where the names of members are
   * not known, as in classes of templates, it goes by its place: `dim@8` is the number at byte 8.
   */
  readonly name: string;
  /** As terms and witnesses name it: `n`, or `dim@8`. */
  readonly key: string;
  readonly bits: number;
  /** The index of the parameter that it is, or is a member of. */
  readonly parameter: number;
  /** Bytes into the parameter: 0 for one that is a number itself. */
  readonly offset: number;
}

/**
 * A pointer that the launch passes, by itself or in a struct. The one pointer of a struct whose members are not known has its name; of
 * several, each goes by its place, like numbers.
 */
export type LaunchPointer = Pick<LaunchScalar, 'name' | 'parameter' | 'offset'>;

export function launchPointers(kernel: Pick<ProgramFunction, 'parameters'>): LaunchPointer[] {
  return kernel.parameters.flatMap(({ name, type, byValue, members }, parameter): LaunchPointer[] => {
    if (byValue === null) return type.kind === 'pointer' ? [{ name, parameter, offset: 0 }] : [];
    if (byValue.kind !== 'struct') return [];
    const pointers = [...byValue.fields.entries()].filter(([, field]) => field.kind === 'pointer');
    const areNamed = members?.length === byValue.fields.length;
    return pointers.map(([i]) => {
      const offset = fieldOffset(byValue, i);
      const byPlace = pointers.length > 1 ? `${name}@${offset}` : name;
      return { name: areNamed ? `${name}.${members[i]}` : byPlace, parameter, offset };
    });
  });
}

/** What may share memory with a pointer: other pointers, and numbers that may be handles of textures. */
export function launchMemory(kernel: Pick<ProgramFunction, 'parameters'>): LaunchPointer[] {
  const handles = kernel.parameters.flatMap(({ name, type, byValue }, parameter) => {
    const isHandle = byValue === null && type.kind === 'int' && type.bits === HANDLE_BITS;
    return isHandle ? [{ name, parameter, offset: 0 }] : [];
  });
  return [...launchPointers(kernel), ...handles];
}

export function launchScalars(kernel: Pick<ProgramFunction, 'parameters'>): LaunchScalar[] {
  return kernel.parameters.flatMap(({ name, type, byValue, members }, parameter): LaunchScalar[] => {
    if (type.kind === 'int') return [{ name, key: name, bits: type.bits, parameter, offset: 0 }];
    if (byValue?.kind !== 'struct') return [];
    if (members?.length !== byValue.fields.length) return unnamed(name, byValue, 0, parameter);
    return byValue.fields.flatMap((field, i) => {
      const offset = fieldOffset(byValue, i);
      if (field.kind !== 'int') return unnamed(name, field, offset, parameter);
      if (field.bits < 2) return [];
      return [{ name: `${name}.${members[i]}`, key: `${name}@${offset}`, bits: field.bits, parameter, offset }];
    });
  });
}

/** The numbers of a struct, or of a member that is no number, at whatever depth, by their places. */
function unnamed(name: Parameter['name'], of: Type, at: number, parameter: number): LaunchScalar[] {
  const found: LaunchScalar[] = [];
  const walk = (type: Type, offset: number): void => {
    if (found.length >= MOST_UNNAMED) return;
    if (type.kind === 'struct')
      for (const [i, field] of type.fields.entries()) walk(field, offset + fieldOffset(type, i));
    if (type.kind === 'array') {
      const length = Math.min(type.length, MOST_UNNAMED);
      for (let i = 0; i < length; i++) walk(type.element, offset + i * strideOf(type.element));
    }
    if (type.kind !== 'int' || type.bits < LEAST_BITS) return;
    const key = `${name}@${offset}`;
    found.push({ name: key, key, bits: type.bits, parameter, offset });
  };
  walk(of, at);
  return found;
}
