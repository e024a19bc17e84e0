/** What a run is asked to do, after the command line, the configuration file and the action's inputs are merged. */
import { z } from 'zod';
import { Dim3, Language } from './result.ts';

export const WarpModel = z.enum(['its', 'lockstep']);
export type WarpModel = z.infer<typeof WarpModel>;

export const CheckOptions = z.strictObject({
  /** A fixed launch for every kernel; either half may stand alone. */
  gridDim: Dim3.nullable(),
  blockDim: Dim3.nullable(),
  /** Kernels to analyse by name (with or without namespace and template arguments); empty means all. */
  kernels: z.array(z.string()),
  /** Facts over kernel parameters, gridDim and blockDim, in C syntax. */
  assume: z.array(z.string()),
  includeDirs: z.array(z.string()),
  /** `NAME` or `NAME=VALUE`. */
  defines: z.array(z.string()),
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

export const DEFAULT_CHECK_OPTIONS: CheckOptions = {
  gridDim: null,
  blockDim: null,
  kernels: [],
  assume: [],
  includeDirs: [],
  defines: [],
  std: null,
  language: null,
  warpModel: 'its',
  timeoutMs: 30_000,
  jobs: 2,
};
