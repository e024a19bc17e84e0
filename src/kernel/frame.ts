/** One activation of a function that is executed. */
import type { Instruction, ProgramFunction, SourceLocation } from '../ir/program.ts';
import type { ControlFlow } from './control-flow.ts';
import type { Value } from './memory.ts';
import type { NamedValues } from './named-values.ts';

export interface Frame {
  readonly fn: ProgramFunction;
  readonly flow: ControlFlow;
  /** What of the function is executed. */
  readonly code: NamedValues;
  readonly registers: (Value | undefined)[];
  /** Which instruction defines a register: where an address was computed. */
  readonly definitions: ReadonlyMap<number, Instruction>;
  /** Call sites from the kernel down to here, outermost first. */
  readonly callSites: readonly (SourceLocation | null)[];
  /** The functions that they call, by the names that people know. */
  readonly called: readonly string[];
  /** The function and the call sites: the same for each activation by the same way. */
  readonly key: string;
  readonly stackObjects: number[];
}
