/** The inputs of the action: `action.yml` describes the same ones, and a test holds the two together. */
import { z } from 'zod';
import { Jobs, Timeout } from '../config/index.ts';
import { ConfigurationError } from '../model/errors.ts';
import { FailOn, MinEvidence } from '../model/options.ts';

/** One entry a line; empty lines and spaces around an entry do not count. */
const Lines = z.string().transform((text) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
);

const Text = z.string().trim();
const OptionalText = Text.transform((text) => (text === '' ? null : text));

const Detector = z.enum(['gwcp', 'scoped-hb', 'scord', 'predict']);

const Detectors = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((name) => name !== ''))
  .pipe(z.array(Detector));

/** https://docs.github.com/actions/reference/limits: "A job matrix can generate a maximum of 256 jobs per workflow run". */
const MAX_SHARDS = 256;

const Shard = z
  .string()
  .regex(/^\d+\/\d+$/, 'must read like 1/4')
  .transform((text) => {
    const [index = 0, count = 0] = text.split('/').map(Number);
    return { index, count };
  })
  .refine(({ index, count }) => index >= 1 && index <= count, 'must be between 1/N and N/N')
  .refine(({ count }) => count <= MAX_SHARDS, `must be of at most ${MAX_SHARDS}`);

const Switch = z.enum(['true', 'false']).transform((text) => text === 'true');

const Seconds = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a number of seconds')
  .transform(Number)
  .pipe(Timeout);

const Workers = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(Jobs);

/** Inputs by name. What stands in `prefault` is the default text, the same as in `action.yml`. */
export const ActionInputs = z.strictObject({
  'github-token': Text.prefault(''),
  paths: Lines.prefault(''),
  exclude: Lines.prefault(''),
  config: OptionalText.prefault(''),
  base: OptionalText.prefault(''),
  'fail-on': FailOn.prefault('new'),
  'min-evidence': MinEvidence.prefault('predicted'),
  review: z.enum(['auto', 'always', 'never']).prefault('auto'),
  'check-run': z.enum(['auto', 'never']).prefault('auto'),
  'upload-sarif': z.enum(['auto', 'always', 'never']).prefault('auto'),
  'sarif-file': Text.prefault('gpurace.sarif'),
  'result-file': Text.prefault('gpurace.json'),
  traces: Lines.prefault(''),
  detectors: Detectors.prefault(''),
  cache: Switch.prefault('true'),
  shard: Shard.nullable().prefault(null),
  results: Lines.prefault(''),
  timeout: Seconds.nullable().prefault(null),
  budget: Seconds.nullable().prefault(null),
  jobs: Workers.nullable().prefault(null),
  mode: z.enum(['run', 'analyse', 'publish']).prefault('run'),
  artifact: Text.prefault('gpurace'),
});
export type ActionInputs = z.infer<typeof ActionInputs>;

/** The names of all inputs, as they stand in a workflow. */
export const INPUT_NAMES = Object.keys(ActionInputs.shape) as readonly (keyof ActionInputs)[];

/**
 * Reads the inputs from the environment the runner sets: `fail-on` arrives as `INPUT_FAIL-ON`. An input that is empty
 * or missing has its default.
 * @throws ConfigurationError naming the input, its value and what is allowed
 */
export function readInputs(env: Readonly<Record<string, string | undefined>>): ActionInputs {
  const given: Record<string, string> = {};
  for (const name of INPUT_NAMES) {
    const value = env[`INPUT_${name.toUpperCase()}`]?.trim();
    if (value !== undefined && value !== '') given[name] = value;
  }
  const parsed = ActionInputs.safeParse(given);
  if (parsed.success && parsed.data.shard !== null && parsed.data.results.length > 0) {
    throw new ConfigurationError(
      'inputs shard and results: a job analyses a shard, or puts the results of all together',
    );
  }
  if (parsed.success && parsed.data.shard !== null && parsed.data.traces.length > 0) {
    throw new ConfigurationError('inputs shard and traces: the job that puts the results together takes the traces');
  }
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => describeIssue(issue, given));
  throw new ConfigurationError(problems.join('; '));
}

function describeIssue(issue: z.core.$ZodIssue, given: Readonly<Record<string, string>>): string {
  const name = String(issue.path[0] ?? 'input');
  const value = JSON.stringify(given[name] ?? '');
  if (issue.code === 'invalid_value') return `input ${name}: ${value} is not one of ${issue.values.join(', ')}`;
  return `input ${name}: ${value} ${issue.message}`;
}
