/**
 * How GitHub's answers are judged, for every request in one way: which ones are asked for again, what a request that
 * failed means, and whether an answer is what GitHub's description says. A refusal is a value further up, because a run
 * goes on without the feature that it concerns; a failure of GitHub's is a `PlatformError`.
 */
import { z } from 'zod';
import { PlatformError } from '../model/errors.ts';

/**
 * The client does not repeat requests with these answers: they are the same the next time. For 429 the throttling plugin
 * knows how long to wait.
 */
export const NOT_WORTH_REPEATING: readonly number[] = [400, 401, 403, 404, 410, 413, 422, 429, 451];

/** How often something is tried whose answer is lost, when it has to be looked up first what came of it. */
const ATTEMPTS = 3;

/** What octokit throws when the answer is not a good one, or none came: the status is 500 then. */
const FailedRequest = z.looseObject({
  name: z.literal('HttpError'),
  status: z.int(),
  message: z.string(),
  response: z.looseObject({ headers: z.record(z.string(), z.unknown()).default({}) }).optional(),
});
type FailedRequest = z.infer<typeof FailedRequest>;

/** What octokit throws when a GraphQL query is answered with errors. The status of such an answer is 200. */
const FailedQuery = z.looseObject({
  name: z.literal('GraphqlResponseError'),
  errors: z.array(z.looseObject({ type: z.string().optional(), message: z.string() })).min(1),
});

/** What the throttling plugin throws when the limit of GraphQL is used up. */
const ExhaustedQuery = z.looseObject({
  message: z.string(),
  data: z.looseObject({ errors: z.array(z.looseObject({ type: z.string().optional() })) }),
});

/** A request that GitHub understood and did not carry out. */
export interface Refusal {
  readonly kind: 'refused';
  /**
   * 401 and 403: the token may not. 404: there is no such thing, or the token may not know of it. 410: it is gone.
   * GraphQL has no numbers; what it calls `FORBIDDEN` is a 403 here.
   */
  readonly status: number;
  /** GitHub's words, with the status where there was one. */
  readonly why: string;
}

type Failure =
  | Refusal
  /** Too many requests; the answer asks to wait longer than a run waits. */
  | { readonly kind: 'limited'; readonly why: string }
  /** GitHub does not take the request as it is. */
  | { readonly kind: 'invalid'; readonly why: string }
  /** No answer, or one that says that GitHub failed: the request may have had its effect or not. */
  | { readonly kind: 'lost'; readonly why: string };

const REFUSED = new Set([401, 403, 404, 410]);

/**
 * What an error that was thrown for a request means.
 * @throws the error itself when it is none of a request
 */
export function failureOf(error: unknown): Failure {
  const request = FailedRequest.safeParse(error).data;
  if (request !== undefined) return failureOfRequest(request);
  const [problem] = FailedQuery.safeParse(error).data?.errors ?? [];
  if (problem !== undefined) {
    const why = problem.message;
    return problem.type === 'FORBIDDEN' ? { kind: 'refused', status: 403, why } : { kind: 'invalid', why };
  }
  const exhausted = ExhaustedQuery.safeParse(error).data;
  if (exhausted?.data.errors.some(({ type }) => type === 'RATE_LIMITED')) {
    return { kind: 'limited', why: exhausted.message };
  }
  throw error;
}

function failureOfRequest(failed: FailedRequest): Failure {
  const { status, message, response } = failed;
  // Octokit adds where GitHub documents the operation, which helps nobody.
  const words = message.replace(/ - https:\/\/docs\.github\.com\/\S*$/, '');
  const why = response === undefined ? words : `${status} ${words}`;
  if (isLimit(failed)) return { kind: 'limited', why };
  if (REFUSED.has(status)) return { kind: 'refused', status, why };
  return { kind: status >= 400 && status < 500 ? 'invalid' : 'lost', why };
}

/** GitHub answers "too fast" with 403, 429 and, where content is made, 422, all of which mean other things too. */
function isLimit({ status, message, response }: FailedRequest): boolean {
  if (status === 429) return true;
  if (status === 422) return /too quickly|abuse|rate limit/i.test(message);
  const { headers } = response ?? {};
  return (
    status === 403 &&
    (headers?.['x-ratelimit-remaining'] === '0' ||
      headers?.['retry-after'] !== undefined ||
      /rate limit/i.test(message))
  );
}

/** The innermost cause of a request that got no answer: what the network or a proxy said. */
export function lastCause(error: unknown): unknown {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause;
}

/**
 * The refusal of a request that can do without.
 * @param action Ends "GitHub did not …" when the request failed in another way.
 * @throws PlatformError for every other failure; the error itself when it is none of a request
 */
export function refusalOf(error: unknown, action: string): Refusal {
  const failure = failureOf(error);
  if (failure.kind === 'refused') return failure;
  throw new PlatformError(`GitHub did not ${action}: ${failure.why}`, { cause: error });
}

/**
 * A refusal in words, the same for every feature.
 * @param feature Ends "GitHub refused …".
 * @param permission The line of a job's `permissions` that the feature needs. What is gone needs none.
 */
export function refusalInWords(feature: string, { status, why }: Refusal, permission: string): string {
  const advice = status === 410 ? '' : `; add \`${permission}\` to the job's \`permissions\``;
  return `GitHub refused ${feature} (${why})${advice}`;
}

/**
 * Does something again while answers are lost. Whatever `work` does has to look first for what it did the last time.
 * @param subject Ends "GitHub did not take …" when it is lost each time.
 * @throws PlatformError when it is, and whatever else `work` throws
 */
export async function repeatWhileLost<T>(subject: string, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind !== 'lost') throw error;
      if (attempt === ATTEMPTS) {
        throw new PlatformError(`GitHub did not take ${subject}: ${failure.why}`, { cause: error });
      }
    }
  }
}

/**
 * Refuses an answer that is no JSON: something between GitHub and us, such as a proxy with a page of its own, may call
 * it a good one, and octokit would take a list without content for an empty one.
 * @throws PlatformError
 */
export function requireJson({ status, url, data }: { status: number; url: string; data: unknown }): void {
  if (status >= 300 || (typeof data === 'object' && data !== null)) return;
  throw new PlatformError(`${new URL(url).origin} answers with something else than JSON, so it is not GitHub's API`);
}

/**
 * Reads an answer.
 * @param subject Names it, in "GitHub's … cannot be read".
 * @throws PlatformError when it is not what its description says
 */
export function answerOf<T>(schema: z.ZodType<T>, data: unknown, subject: string): T {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const key = issue?.path.join('.') || 'the answer';
  throw new PlatformError(`GitHub's ${subject} cannot be read: ${key}: ${issue?.message}`);
}
