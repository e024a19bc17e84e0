/** The whole numbers that a launch hands to a kernel, by the names that the source gives them. */
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
