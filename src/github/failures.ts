/**
 * What a request that failed means. Waiting and repeating are over by then: the client's plugins do both. A refusal is a
 * value further up, because a run goes on without the feature that it concerns.
 */
import { z } from 'zod';

/** What octokit throws when the answer is not a good one, or none came (it says 500 then). */
export const FailedRequest = z.looseObject({
  name: z.literal('HttpError'),
  status: z.int(),
  message: z.string(),
  response: z
    .looseObject({ headers: z.record(z.string(), z.unknown()).default({}), data: z.unknown().optional() })
    .optional(),
});
export type FailedRequest = z.infer<typeof FailedRequest>;

export type Failure =
  /** The token may not do it. 404 is how GitHub says so about private repositories. */
  | { readonly kind: 'forbidden'; readonly status: number; readonly why: string }
  /** Too many requests; what the answer asks to wait is more than a run waits. */
  | { readonly kind: 'limited'; readonly why: string }
  /** The request is not taken as it is. */
  | { readonly kind: 'invalid'; readonly why: string }
  /** No answer, or one that says that GitHub failed: the request may have had its effect or not. */
  | { readonly kind: 'lost'; readonly why: string };

/** What a thrown error says about a request, or null when it is none of a request. */
export function failureOf(error: unknown): Failure | null {
  const failed = FailedRequest.safeParse(error).data;
  if (failed === undefined) return null;
  const { status, message } = failed;
  // Octokit adds where GitHub documents the operation, which helps nobody.
  const why = `${status} ${message.replace(/ - https:\/\/docs\.github\.com\/\S*$/, '')}`;
  if (isLimit(failed)) return { kind: 'limited', why };
  if (status === 401 || status === 403 || status === 404) return { kind: 'forbidden', status, why };
  return { kind: status >= 400 && status < 500 ? 'invalid' : 'lost', why };
}

/** GitHub has one number for "too fast" and others: 403, 429, and for content 422. */
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

/** The words for a missing permission, the same for every feature. */
export function missingPermission(feature: string, why: string, permission: string): string {
  return `GitHub refused ${feature} (${why}); add \`${permission}\` to the job's \`permissions\``;
}
