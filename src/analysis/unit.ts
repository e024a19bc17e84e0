/**
 * One translation unit, start to end: source → IR → Program → kernels → verdicts. Runs inside a worker; the pool in
 * `pool.ts` owns the time budget and replaces a worker that is stuck or trapped.
 */
import type { TemplateLaunches } from '../frontend/instantiations.ts';
import type { ExplainRequest, KernelExplanation } from '../model/explanation.ts';
import type { CheckOptions } from '../model/options.ts';
import type { Finding, KernelResult, Language, Problem } from '../model/result.ts';
import type { Mentions } from './linked-host.ts';

export interface Launcher {
  readonly file: string;
  readonly options: CheckOptions;
}

export interface UnitJob {
  /** The file to analyse, relative to the tree's root. */
  readonly file: string;
  readonly language: Language;
  readonly options: CheckOptions;
  /** Kernels that an earlier attempt did not survive, with the reason to give for each: they are not tried again. */
  readonly skip: ReadonlyMap<string, string>;
  /** Template arguments of launches anywhere in the sources, for templates that this file does not instantiate. */
  readonly templateLaunches?: TemplateLaunches;
  /** Other programs that launch a kernel of this name without defining it: asked when the file itself has no launch. */
  readonly launchers?: readonly Launcher[];
  /** Other files that speak of the functions of this one. */
  readonly mentions?: Mentions;
  /**
   * Set for a program that was not asked for itself, but is the way to a header that was: kernels that are defined in
   * other files than these are left out.
   */
  readonly kernelsOf?: ReadonlySet<string>;
  /** Which pairs to explain; places are paths of the tree. */
  readonly explain?: ExplainRequest;
  /** Set when the cache wants to know what the analysis asked of the tree and of the tables above. */
  readonly observe?: true;
}

/** What a unit tells the pool as it goes, so that what is already known survives a crash. */
export type UnitEvent =
  /** Every kernel definition of the unit; each one is answered by a `kernel` event later. */
  | { readonly type: 'found'; readonly kernels: readonly { kernel: string; file: string; line: number }[] }
  /** The kernel that is being worked on from now; its own time budget starts here. */
  | { readonly type: 'begin'; readonly kernel: string }
  | {
      readonly type: 'kernel';
      readonly result: KernelResult;
      readonly findings: readonly Finding[];
      /** True when all host code of the unit was read, and nothing in it launches the kernel. */
      readonly isUnlaunched?: boolean;
      /** When it was asked for. */
      readonly explanation?: KernelExplanation;
    }
  | { readonly type: 'problem'; readonly problem: Problem };
