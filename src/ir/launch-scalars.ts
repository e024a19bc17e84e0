/** The whole numbers and the pointers that a launch hands to a kernel, by the names that the source gives them. */
import { fieldOffset } from './layout.ts';
import type { ProgramFunction } from './program.ts';

export interface LaunchScalar {
  /** As the source names it: `n`, or `dim.stride` for a member of a struct that is passed by value. */
  readonly name: string;
  /** As terms and witnesses name it: `n`, or `dim@8`. */
  readonly key: string;
  readonly bits: number;
  /** The index of the parameter that it is, or is a member of. */
  readonly parameter: number;
  /** Bytes into the parameter: 0 for one that is a number itself. */
  readonly offset: number;
}

/** A pointer that the launch passes, by itself or in a struct. The one pointer of a struct whose members are not known has its name. */
export type LaunchPointer = Pick<LaunchScalar, 'name' | 'parameter' | 'offset'>;

export function launchPointers(kernel: Pick<ProgramFunction, 'parameters'>): LaunchPointer[] {
  return kernel.parameters.flatMap(({ name, type, byValue, members }, parameter): LaunchPointer[] => {
    if (byValue === null) return type.kind === 'pointer' ? [{ name, parameter, offset: 0 }] : [];
    if (byValue.kind !== 'struct') return [];
    const pointers = [...byValue.fields.entries()].filter(([, field]) => field.kind === 'pointer');
    const areNamed = members?.length === byValue.fields.length;
    if (!areNamed && pointers.length > 1) return [];
    return pointers.map(([i]) => {
      const inSource = areNamed ? `${name}.${members[i]}` : name;
      return { name: inSource, parameter, offset: fieldOffset(byValue, i) };
    });
  });
}

export function launchScalars(kernel: Pick<ProgramFunction, 'parameters'>): LaunchScalar[] {
  return kernel.parameters.flatMap(({ name, type, byValue, members }, parameter): LaunchScalar[] => {
    if (type.kind === 'int') return [{ name, key: name, bits: type.bits, parameter, offset: 0 }];
    if (byValue?.kind !== 'struct' || members?.length !== byValue.fields.length) return [];
    return byValue.fields.flatMap((field, i) => {
      if (field.kind !== 'int' || field.bits < 2) return [];
      const offset = fieldOffset(byValue, i);
      return [{ name: `${name}.${members[i]}`, key: `${name}@${offset}`, bits: field.bits, parameter, offset }];
    });
  });
}
