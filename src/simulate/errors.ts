/** What can go wrong in a run. Errors are values: nothing in this room throws to its caller. */
import type { SourceLocation } from '../ir/program.ts';

export type SimulationErrorKind =
  | 'out-of-bounds'
  | 'null-pointer'
  | 'misaligned'
  | 'division-by-zero'
  | 'stack-overflow'
  | 'step-budget'
  | 'memory-budget'
  | 'deadlock'
  | 'livelock'
  | 'barrier-divergence'
  | 'trap'
  | 'unsupported'
  /** An element of a matrix, or one that goes to a surface: nobody computes it. */
  | 'uncomputed-element'
  | 'request'
  | 'internal';

export interface SimulationError {
  readonly kind: SimulationErrorKind;
  /** One sentence without place. */
  readonly message: string;
  /** The innermost place in the user's files, or null. */
  readonly location: SourceLocation | null;
  /** From the innermost place to the kernel: where each function was called. Our headers' places are in it. */
  readonly callStack: readonly SourceLocation[];
  /** The linear thread of the grid, or null where the error is nobody's in particular. */
  readonly thread: number | null;
}

/** Where a micro-operation comes from: an instruction, and the calls through which it was inlined. */
export interface Place {
  readonly location: SourceLocation | null;
  readonly functionName: string;
  /** The call that was inlined, or null in a function's own code. */
  readonly inlinedAt: Place | null;
}
