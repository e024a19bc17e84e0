/** What a run is asked to do, after the command line, the configuration file and the action's inputs are merged. */
import { z } from 'zod';
import type { ExplainRequest, KernelExplanation } from './explanation.ts';
import type { KernelOutline } from './outline.ts';
import type { KernelPairs, KernelQuestions, LinesByFile, PairAnswer } from './pairs.ts';
import { Dim3, Language } from './result.ts';

export const WarpModel = z.enum(['its', 'lockstep']);
export type WarpModel = z.infer<typeof WarpModel>;

/** A launch that the configuration states, for a kernel that no host code launches. */
export const StatedLaunch = z.strictObject({
  /** With or without namespace and template arguments. */
  kernel: z.string(),
  gridDim: Dim3.nullable(),
  blockDim: Dim3.nullable(),
  /** Facts of this launch, in C syntax. */
  assume: z.array(z.string()),
});
export type StatedLaunch = z.infer<typeof StatedLaunch>;

/** What a build's command line says beyond `includeDirs` and `defines`; folders and files are paths of the tree. */
export const BuildOptions = z.strictObject({
  /** `-iquote`: searched for `#include "…"` only. */
  quoteDirs: z.array(z.string()),
  /** `-isystem`: searched after all others, and after our own headers. */
  systemDirs: z.array(z.string()),
  undefines: z.array(z.string()),
  /** `-include`: read before the file. */
  preIncludes: z.array(z.string()),
});
export type BuildOptions = z.infer<typeof BuildOptions>;

export const CheckOptions = z.strictObject({
  /** A fixed launch for every kernel; either half may stand alone. */
  gridDim: Dim3.nullable(),
  blockDim: Dim3.nullable(),
  /** Kernels to analyse by name (with or without namespace and template arguments); empty means all. */
  kernels: z.array(z.string()),
  /** Facts over kernel parameters, gridDim and blockDim, in C syntax. */
  assume: z.array(z.string()),
  /** Several for one kernel are all considered. */
  launches: z.array(StatedLaunch),
  /** Kernel templates with their arguments, e.g. `ns::scale<float, 4>`. */
  instantiate: z.array(z.string()),
  includeDirs: z.array(z.string()),
  /** `NAME` or `NAME=VALUE`. */
  defines: z.array(z.string()),
  /** Null: no build was asked. */
  build: BuildOptions.nullable(),
  std: z.string().nullable(),
  /** Null: by file extension. */
  language: Language.nullable(),
  warpModel: WarpModel,
  /** Budget per kernel, milliseconds. */
  timeoutMs: z.int().min(1),
  /** Worker count. */
  jobs: z.int().min(1),
});
export type CheckOptions = z.infer<typeof CheckOptions>;

/** The options of a run with several files. */
export interface RunOptions extends CheckOptions {
  /** The options of one file, by its path in the tree; without it every file has the run's own. */
  readonly optionsOf?: (file: string) => CheckOptions;
  /**
   * Lists other sources of the tree. They are read, within bounds, for who includes and who launches what is analysed;
   * asked only when that matters.
   */
  readonly around?: () => readonly string[];
  /** Who takes what a comparison has to know of pairs, when all is analysed. */
  readonly pairs?: {
    readonly take: (kernels: readonly KernelPairs[], outlines: readonly KernelOutline[]) => void;
    /** Lines that the change touches: pairs near them come first. */
    readonly near?: LinesByFile;
  };
  /** Asked instead of verdicts. */
  readonly questions?: {
    readonly asked: readonly KernelQuestions[];
    readonly take: (answers: readonly PairAnswer[]) => void;
  };
  /** Which pairs to explain, and who takes the explanations when all is analysed. */
  readonly explain?: ExplainRequest & { readonly take: (kernels: readonly KernelExplanation[]) => void };
}

export const DEFAULT_CHECK_OPTIONS: CheckOptions = {
  gridDim: null,
  blockDim: null,
  kernels: [],
  assume: [],
  launches: [],
  instantiate: [],
  includeDirs: [],
  defines: [],
  build: null,
  std: null,
  language: null,
  warpModel: 'its',
  timeoutMs: 30_000,
  jobs: 2,
};

export const FailOn = z.enum(['new', 'any', 'none']);

export type FailOn = z.infer<typeof FailOn>;

/** What can be asked to be shown as more than a note. */
export const MinEvidence = z.enum(['predicted', 'witness', 'possible']);

export type MinEvidence = z.infer<typeof MinEvidence>;
