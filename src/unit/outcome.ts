import type { KernelExplanation } from '../model/explanation.ts';
import type { KernelOutline } from '../model/outline.ts';
import type { KernelPairs, PairAnswer } from '../model/pairs.ts';
import type { Finding, KernelResult, Problem } from '../model/result.ts';
import type { KernelFingerprint, SettledKernel } from '../model/same-kernels.ts';
import type { Observation } from './recorded-read.ts';

export interface FoundKernel {
  readonly kernel: string;
  readonly file: string;
  readonly line: number;
}

export interface UnitOutcome {
  readonly kernels: readonly KernelResult[];
  readonly findings: readonly Finding[];
  readonly problems: readonly Problem[];
  /** Those of the kernels that host code of the unit could launch and does not. */
  readonly unlaunched?: ReadonlySet<KernelResult>;
  /** Of the kernels that were analysed, when they were asked for. */
  readonly explanations?: readonly KernelExplanation[];
  /** Of the kernels that were analysed, when a comparison asked for them. */
  readonly pairs?: readonly KernelPairs[];
  /** Of the kernels that were to be decided, when a comparison asked for them. */
  readonly outlines?: readonly KernelOutline[];
  /** To the job's questions. */
  readonly answers?: readonly PairAnswer[];
  /** When the job asked for them. */
  readonly fingerprints?: readonly KernelFingerprint[];
  /** What became of the kernels that the change does not touch. */
  readonly untouched?: readonly SettledKernel[];
  /** True when the time of the run was over before the unit was done. */
  readonly isLeft?: true;
  /** What the analysis asked for, when it came to its end at the first try; what it said then follows from that alone. */
  readonly observations?: readonly Observation[] | null;
}
