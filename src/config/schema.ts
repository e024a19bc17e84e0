/**
 * The keys of `.gpurace.yml`. Each option of `gpurace check` may stand in it under its own name; what holds for some
 * files only stands in a section of `overrides`.
 */
import { z } from 'zod';
import { assumptionMistake } from '../host/index.ts';
import { FailOn, MinEvidence, WarpModel } from '../model/options.ts';
import { type Dim3, Language, RuleId, Severity } from '../model/result.ts';
import { LAUNCH_SIZE_FORM, parseLaunchSize } from './launch-size.ts';

/** What the JSON Schema for editors says of values that are read by hand. */
const WHOLE = { type: 'integer', minimum: 1 } as const;
const SIZE_IN_JSON = { anyOf: [WHOLE, { type: 'string' }, { type: 'array', items: WHOLE, minItems: 1, maxItems: 3 }] };
const TEXT_IN_JSON = { type: 'string', minLength: 1 } as const;
const TEXTS_IN_JSON = { anyOf: [TEXT_IN_JSON, { type: 'array', items: TEXT_IN_JSON }] };

const LaunchSize = z
  .unknown()
  .transform((value, context): Dim3 => {
    const known = typeof value === 'string' || typeof value === 'number' || Array.isArray(value);
    const size = known ? parseLaunchSize(value) : null;
    if (size !== null) return size;
    context.addIssue({ code: 'custom', message: `must be ${LAUNCH_SIZE_FORM}` });
    return z.NEVER;
  })
  .meta(SIZE_IN_JSON);

const Text = z.string('must be text').min(1, 'must not be empty');

/** One entry or a list of them. */
const Texts = z
  .unknown()
  .transform((value, context): string[] => {
    const parsed = z.array(Text).safeParse(Array.isArray(value) ? value : [value]);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: 'must be text or a list of texts' });
    return z.NEVER;
  })
  .meta(TEXTS_IN_JSON);

/** Texts that are held against a rule of their own, each at its place. */
function textsThat(mistakeOf: (text: string) => string | null) {
  return Texts.superRefine((texts, context) => {
    for (const [index, text] of texts.entries()) {
      const mistake = mistakeOf(text);
      // A text that stands alone has no place of its own in a list; `read.ts` falls back to where it stands.
      if (mistake !== null) context.addIssue({ code: 'custom', message: mistake, path: [index] });
    }
  }).meta(TEXTS_IN_JSON);
}

/** Conditions in C syntax over kernel parameters and launch sizes. */
const Assumptions = textsThat((text) => {
  const mistake = assumptionMistake(text);
  return mistake === null ? null : `is no condition: ${mistake}`;
});

/** They become one line of C++ each, so nothing may stand in them that ends an expression. */
const Instantiations = textsThat((text) =>
  /^[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*\s*<[^;{}"#\\\n\r]{1,500}>$/.test(text)
    ? null
    : 'must be a kernel with its template arguments, such as scale<float, 4>',
);

const Launch = z
  .strictObject(
    {
      /** With or without namespace and template arguments. */
      kernel: Text,
      'grid-dim': LaunchSize.optional(),
      'block-dim': LaunchSize.optional(),
      assume: Assumptions.optional(),
    },
    'must be a list of `key: value`',
  )
  .refine(
    (launch) => launch['grid-dim'] !== undefined || launch['block-dim'] !== undefined || launch.assume !== undefined,
    'needs grid-dim, block-dim or assume',
  );

const Launches = z.array(Launch, 'must be a list of launches');

/** By rule; a misspelt rule is refused like a misspelt key. */
const Severities = z.strictObject(
  Object.fromEntries(RuleId.options.map((rule) => [rule, Severity.optional()])) as Record<
    RuleId,
    z.ZodOptional<typeof Severity>
  >,
  'must be a list of `rule: level`',
);

/** Seconds, which may have a fraction. */
export const Timeout = z
  .number('must be a number of seconds')
  .gt(0, 'must be more than 0')
  .max(86_400, 'must be at most 86400 seconds');

export const Jobs = z.int('must be a whole number').min(1, 'must be at least 1').max(1_024, 'must be at most 1024');

/** What can differ from file to file. */
const OF_FILES = {
  'grid-dim': LaunchSize.optional(),
  'block-dim': LaunchSize.optional(),
  kernel: Texts.optional(),
  assume: Assumptions.optional(),
  launch: Launches.optional(),
  instantiate: Instantiations.optional(),
  include: Texts.optional(),
  define: Texts.optional(),
  std: Text.optional(),
  lang: Language.optional(),
  'warp-model': WarpModel.optional(),
  timeout: Timeout.optional(),
  severity: Severities.optional(),
};

const Override = z.strictObject(
  {
    /** Which files it is for. */
    paths: Texts,
    /** Which of them it is not for. */
    exclude: Texts.optional(),
    ...OF_FILES,
  },
  'must be a list of `key: value`',
);
export type Override = z.infer<typeof Override>;

export const ConfigFile = z.strictObject({
  ...OF_FILES,
  'compile-commands': Text.optional(),
  jobs: Jobs.optional(),
  budget: Timeout.optional(),
  paths: Texts.optional(),
  exclude: Texts.optional(),
  'fail-on': FailOn.optional(),
  'min-evidence': MinEvidence.optional(),
  overrides: z.array(Override, 'must be a list of sections, each with its paths').optional(),
});
export type ConfigFile = z.infer<typeof ConfigFile>;

export const CONFIG_KEYS: readonly string[] = Object.keys(ConfigFile.shape);

/** The keys that may stand at a place of the file, by the way that leads there. */
export function keysAt(path: readonly PropertyKey[]): readonly string[] {
  switch (path.filter((part) => typeof part === 'string').at(-1)) {
    case 'launch':
      return Object.keys(Launch.shape);
    case 'severity':
      return RuleId.options;
    case 'overrides':
      return Object.keys(Override.shape);
    default:
      return CONFIG_KEYS;
  }
}
