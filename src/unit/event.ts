import type { KernelExplanation } from '../model/explanation.ts';
import type { KernelOutline } from '../model/outline.ts';
import type { KernelPairs, PairAnswer } from '../model/pairs.ts';
import type { Finding, KernelResult, Problem } from '../model/result.ts';
import type { KernelFingerprint } from '../model/same-kernels.ts';

/** What a unit tells the pool as it goes, so that what is already known survives a crash. */
export type UnitEvent =
  /** Every kernel definition of the unit; each one is answered by a `kernel` event later. */
  | { readonly type: 'found'; readonly kernels: readonly { kernel: string; file: string; line: number }[] }
  /** The kernel that is being worked on from now; its own time budget starts here. */
  | {
      readonly type: 'begin';
      readonly kernel: string;
      /** Milliseconds, of a kernel that the change does not touch; without it: what the job's options say. */
      readonly timeLimit?: number;
    }
  /** The fingerprints that the job asks for: of all kernels, or of those that the other side has in the same form. */
  | { readonly type: 'fingerprints'; readonly kernels: readonly KernelFingerprint[] }
  /** For a comparison: of kernels that are to be decided, before any of them is. */
  | { readonly type: 'outlines'; readonly outlines: readonly KernelOutline[] }
  | {
      readonly type: 'kernel';
      readonly result: KernelResult;
      readonly findings: readonly Finding[];
      /** True when all host code of the unit was read, and nothing in it launches the kernel. */
      readonly isUnlaunched?: boolean;
      /** When it was asked for. */
      readonly explanation?: KernelExplanation;
      readonly pairs?: KernelPairs;
      readonly answers?: readonly PairAnswer[];
    }
  /**
   * What stands of the kernel that is being worked on, should it not be answered. `isComplete`: so does the verdict, and only
   * what comes beside it is missing; else a race was found, and not everything was decided.
   */
  | {
      readonly type: 'settled';
      readonly isComplete: boolean;
      readonly result: KernelResult;
      readonly findings: readonly Finding[];
      readonly pairs?: KernelPairs;
    }
  | { readonly type: 'problem'; readonly problem: Problem };
