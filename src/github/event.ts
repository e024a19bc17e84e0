/**
 * The event that started the workflow, as the runner stores it. The schemas name only what is used: GitHub adds keys
 * all the time, and none of them may break a run.
 */
import { z } from 'zod';
import { ConfigurationError } from '../model/errors.ts';
import { parseJsonText } from './json-text.ts';

/** A full commit id. */
export const Sha = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, 'must be a full commit id');

const Repository = z.looseObject({
  name: z.string().min(1),
  owner: z.looseObject({ login: z.string().min(1) }),
  default_branch: z.string().optional(),
});

/** Null when the fork was deleted. */
const RepositoryOfBranch = z.looseObject({ full_name: z.string() }).nullish();

const Revision = z.looseObject({ sha: Sha, ref: z.string(), repo: RepositoryOfBranch });

export const PullRequestEvent = z.looseObject({
  action: z.string(),
  number: z.int().min(1),
  repository: Repository,
  pull_request: z.looseObject({ number: z.int().min(1), base: Revision, head: Revision }),
});
export type PullRequestPayload = z.infer<typeof PullRequestEvent>;

/** `before` and `after` are zeros when the branch did not exist, or exists no more. */
export const PushEvent = z.looseObject({
  ref: z.string(),
  before: Sha,
  after: Sha,
  deleted: z.boolean().default(false),
  repository: Repository,
});

export const MergeGroupEvent = z.looseObject({
  merge_group: z.looseObject({ head_sha: Sha, base_sha: Sha }),
});

export const WorkflowRunEvent = z.looseObject({
  workflow_run: z.looseObject({
    head_sha: Sha,
    /** The event that had started that run. */
    event: z.string().default('pull_request'),
    pull_requests: z
      .array(
        z.looseObject({
          number: z.int().min(1),
          head: z.looseObject({ sha: Sha }),
          base: z.looseObject({ sha: Sha }),
        }),
      )
      .default([]),
  }),
});

/** Reads the text of the event file. `file` is named when it is not JSON. */
export function readEvent(text: string, file: string): unknown {
  return parseJsonText(text, file);
}

/** Checks a payload against the schema of its event; the first missing or wrong key is named. */
export function payloadOf<T>(schema: z.ZodType<T>, payload: unknown, eventName: string): T {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const key = issue?.path.join('.') || 'the payload';
  throw new ConfigurationError(`The ${eventName} event cannot be read: ${key}: ${issue?.message ?? 'unknown problem'}`);
}
