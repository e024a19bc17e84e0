/** Parts of functions that are run: what takes the way into them and out of them. */
import type { ProgramFunction, SourceLocation } from '../ir/program.ts';
import type { Loop } from './control-flow.ts';
import type { Frame } from './frame.ts';
import type { Value } from './memory.ts';
import type { State } from './state.ts';
import type { Thread } from './thread.ts';

/** An edge of the control flow with the state that takes it. */
export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly state: State;
}

/** A return from a function. */
export interface Return {
  readonly state: State;
  readonly value: Value | null;
}

/** What is left of a pass through the blocks of a loop or of a function. */
export interface Passed {
  /** The edges that leave it. */
  readonly exits: readonly Edge[];
  readonly returns: readonly Return[];
}

/** Runs code, block by block. */
export interface Regions {
  readonly thread: Thread;
  /** Symbolic steps so far. */
  readonly steps: number;
  /** A new activation of a function. @param caller and where in it the call stands; null for the kernel */
  activate(fn: ProgramFunction, caller: Frame | null, callSite?: SourceLocation | null): Frame;
  /** Runs a function from its entry on. */
  runBody(frame: Frame, state: State): Passed;
  /** Runs a loop's body once. @returns besides what leaves it, the edges that go back to the header */
  runIteration(frame: Frame, loop: Loop, state: State): Passed & { readonly latches: readonly Edge[] };
}
