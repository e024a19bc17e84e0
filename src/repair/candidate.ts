/** Something that may repair a cause. */

import type { Finding, KernelResult } from '../model/result.ts';
import type { CauseWithFindings } from '../result/causes/index.ts';
import type { Change } from './change.ts';
import type { SourceTexts } from './source-text.ts';

/** What an edit does; it stands in the result. */
export type FixKind =
  | 'add-block-barrier'
  | 'add-grid-barrier'
  | 'add-warp-barrier'
  | 'widen-barrier'
  | 'move-barrier'
  | 'remove-barrier'
  | 'widen-scope'
  | 'add-fence'
  | 'add-wait'
  | 'make-atomic'
  | 'add-guard';

export interface Candidate {
  readonly kind: FixKind;
  readonly changes: readonly Change[];
  /** What whoever takes it should know. */
  readonly note?: string;
  /** The places of barriers of the plan, each with its part of the changes. */
  readonly points?: readonly { readonly at: number; readonly changes: readonly Change[] }[];
}

/** What candidates are made from. */
export interface CandidateContext {
  /** What is found in the kernel by all of its causes: one barrier may serve several of them. */
  readonly findings: readonly Finding[];
  readonly cause: CauseWithFindings;
  readonly kernel: KernelResult;
  readonly sources: SourceTexts;
}
