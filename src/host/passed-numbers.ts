/** Numbers among the arguments of a launch, as the kernel's parameters have them. */

import type { ProgramFunction } from '../ir/program.ts';
import { pointerKey } from '../kernel/index.ts';
import type { Int } from '../terms/index.ts';
import { numbersIn } from './launch-arguments.ts';
import type { HostLaunch } from './launch-collector.ts';
import { scalarsPassed } from './passed-pointers.ts';

/** A number that the kernel is handed, as its parameters have it. */
export interface NumberOfKernel {
  readonly parameter: number;
  /** Bytes into the parameter. */
  readonly offset: number;
  /** As terms of the kernel name it. */
  readonly name: string;
  readonly bits: number;
  readonly term: Int;
  /** See `numberKey`. */
  readonly key: string;
}

/** The numbers that a launch passes and that the kernel reads as such: scalars, and members of structs. */
export function passedNumbers({ args }: HostLaunch, { parameters }: ProgramFunction): NumberOfKernel[] {
  return parameters.flatMap(({ name, type, byValue }, parameter): NumberOfKernel[] => {
    const numbers = numbersIn(args[parameter]);
    if (numbers.length === 0) return [];
    if (type.kind === 'int') {
      const whole = numbers.find(({ at, bits }) => at === 0 && (bits === null || bits === type.bits));
      if (whole === undefined) return [];
      const key = numberKey(parameter, 0, whole.bits);
      return [{ parameter, offset: 0, name, bits: type.bits, term: whole.term, key }];
    }
    const members = byValue ? scalarsPassed(byValue) : [];
    return members.flatMap(({ offset, type: member }): NumberOfKernel[] => {
      const number = numbers.find(({ at, bits }) => at === offset && member.kind === 'int' && bits === member.bits);
      if (number === undefined || number.bits === null) return [];
      const key = numberKey(parameter, offset, number.bits);
      return [{ parameter, offset, name: `${name}@${offset}`, bits: number.bits, term: number.term, key }];
    });
  });
}

/** A number by its place in an argument: what the launches of one place have in common is kept by it. */
export function numberKey(parameter: number, at: number, bits: number | null): string {
  return `${pointerKey(parameter, at)}:${bits}`;
}
