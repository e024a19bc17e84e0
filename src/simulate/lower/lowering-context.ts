/** What the lowering of a function offers to the parts that lower its instructions. */
import type { CastOperator, Operand, ProgramFunction, Type } from '../../ir/program.ts';
import type { Builder } from '../bytecode/builder.ts';
import type { AccessSite } from './access-sites.ts';
import type { ProgramContext } from './program-context.ts';

export interface LoweringContext {
  readonly context: ProgramContext;
  readonly builder: Builder;
  /** Registers of an operand's scalars. */
  value(operand: Operand): readonly number[];
  /** The registers of the promoted alloca that `pointer` names, or null when it is an address. */
  variableAt(pointer: Operand): readonly number[] | null;
  /** For an index that is an extended word: the word itself, so that address arithmetic can extend on its own. */
  wordIndex(index: Operand): { readonly register: number; readonly signed: boolean } | null;
  /** The operand cast to `type`, for calls that are casts. */
  castTo(operator: CastOperator, operand: Operand, type: Type): readonly number[];
  /** The number of an access at the place that is being lowered. */
  site(site: AccessSite): number;
  /** Emits an error, which stops the thread that comes there. */
  trap(kind: Parameters<ProgramContext['trap']>[0], message: string): void;
  /** Reserves local memory in the function's frame; its offset in bytes. */
  localSpace(bytes: number, align: number): number;
  /** Lowers a call of `fn` in place when it is small and straight-line; null when it must be called. */
  inline(fn: ProgramFunction, args: readonly (readonly number[])[]): readonly number[] | null;
  /** Notes that the function calls this one; null: any whose address is taken. */
  calls(callee: number | null): void;
}
