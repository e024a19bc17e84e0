/** A call that is executed: where it stands, and the thread that it acts on. */
import type { Instruction, SourceLocation } from '../ir/program.ts';
import type { Frame } from './frame.ts';
import type { Value } from './memory.ts';
import type { State } from './state.ts';
import type { Thread } from './thread.ts';

export type Call = Instruction & { readonly op: 'call' };

/** @typeParam Name null where the function is not known that is called */
export interface CallSite<Name extends string | null = string> {
  readonly thread: Thread;
  readonly frame: Frame;
  readonly call: Call;
  /** The symbol of the callee. */
  readonly name: Name;
  /** Where the call stands for the user. */
  readonly place: SourceLocation | null;
}

type AnyCallSite = CallSite<string | null>;

/**
 * Executes calls of interest in the place of the executor.
 * @returns the state after the call, or null when it does not return; undefined when the call is an ordinary one
 */
export type CallHandler = (site: AnyCallSite, state: State) => State | null | undefined;

export function argument({ thread, frame, call }: AnyCallSite, i: number): Value {
  const operand = call.arguments[i];
  return operand ? thread.evaluator.evaluate(frame, operand) : { kind: 'undefined' };
}

export function allArguments(site: AnyCallSite): Value[] {
  return site.call.arguments.map((_, i) => argument(site, i));
}

/** Says what the call returns. */
export function define({ frame, call }: AnyCallSite, value: Value): void {
  if (call.result !== null) frame.registers[call.result] = value;
}

/** The kernel is not understood at this call. */
export function refuseAt({ thread, place }: AnyCallSite, text: string): void {
  thread.recorder.refuse(text, place);
}
