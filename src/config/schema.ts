/** The keys of `.gpurace.yml`. Each option of `gpurace check` may stand in it under its own name. */
import { z } from 'zod';
import { assumptionMistake } from '../host/index.ts';
import { WarpModel } from '../model/options.ts';
import { type Dim3, Language } from '../model/result.ts';
import { LAUNCH_SIZE_FORM, parseLaunchSize } from './launch-size.ts';

export const FailOn = z.enum(['new', 'any', 'none']);
export type FailOn = z.infer<typeof FailOn>;

/** What can be asked to be shown as more than a note. */
export const MinEvidence = z.enum(['predicted', 'witness', 'possible']);
export type MinEvidence = z.infer<typeof MinEvidence>;

const LaunchSize = z.unknown().transform((value, context): Dim3 => {
  const known = typeof value === 'string' || typeof value === 'number' || Array.isArray(value);
  const size = known ? parseLaunchSize(value) : null;
  if (size !== null) return size;
  context.addIssue({ code: 'custom', message: `must be ${LAUNCH_SIZE_FORM}` });
  return z.NEVER;
});

const Text = z.string('must be text').min(1, 'must not be empty');

/** One entry or a list of them. */
const Texts = z.unknown().transform((value, context): string[] => {
  const parsed = z.array(Text).safeParse(Array.isArray(value) ? value : [value]);
  if (parsed.success) return parsed.data;
  context.addIssue({ code: 'custom', message: 'must be text or a list of texts' });
  return z.NEVER;
});

/** Conditions in C syntax over kernel parameters and launch sizes. */
const Assumptions = Texts.superRefine((texts, context) => {
  for (const text of texts) {
    const mistake = assumptionMistake(text);
    if (mistake !== null) context.addIssue({ code: 'custom', message: `is no condition: ${mistake}` });
  }
});

/** Seconds, which may have a fraction. */
export const Timeout = z
  .number('must be a number of seconds')
  .gt(0, 'must be more than 0')
  .max(86_400, 'must be at most 86400 seconds');

export const Jobs = z.int('must be a whole number').min(1, 'must be at least 1').max(1_024, 'must be at most 1024');

export const ConfigFile = z.strictObject({
  'grid-dim': LaunchSize.optional(),
  'block-dim': LaunchSize.optional(),
  kernel: Texts.optional(),
  assume: Assumptions.optional(),
  include: Texts.optional(),
  define: Texts.optional(),
  std: Text.optional(),
  lang: Language.optional(),
  'warp-model': WarpModel.optional(),
  timeout: Timeout.optional(),
  jobs: Jobs.optional(),
  paths: Texts.optional(),
  exclude: Texts.optional(),
  'fail-on': FailOn.optional(),
  'min-evidence': MinEvidence.optional(),
});
export type ConfigFile = z.infer<typeof ConfigFile>;

export const CONFIG_KEYS: readonly string[] = Object.keys(ConfigFile.shape);
