/** One statement of a function's body while it is read: what it may refer to, and what comes of it. */

import type { Instruction, SourceLocation, Terminator } from '../../ir/program.ts';
import type { OperandScope } from './values.ts';

/** What an instruction can refer to inside its function. */
export interface BodyScope extends OperandScope {
  /** The provisional index of the block called `label`. */
  block(label: string): number;
  /** The place that the location node `id` stands for. */
  location(id: string): SourceLocation | null;
}

type Mutable<T> = T extends unknown ? { -readonly [K in keyof T]: T[K] } : never;
/** While a function is read its blocks are provisional, so terminators and phis are patched afterwards. */
export type MutableTerminator = Mutable<Terminator>;
export type MutableInstruction = Mutable<Instruction>;

/** An instruction, a terminator, or (for `invoke`) both. */
export interface Statement {
  readonly instruction: MutableInstruction | null;
  readonly terminator: MutableTerminator | null;
}
