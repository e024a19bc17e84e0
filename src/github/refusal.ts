/** What a failed request was: a refusal, which is a value, or a failure, which ends what was being done. */
import { z } from 'zod';
import { PlatformError } from '../errors.ts';

/** What octokit throws when the answer is not a good one, or none came (it says 500 then). */
const FailedRequest = z.looseObject({ name: z.literal('HttpError'), status: z.int(), message: z.string() });

/** Refused, gone, or hidden: 404 is how GitHub answers about a private repository to a token without the permission. */
const REFUSED = new Set([401, 403, 404, 410]);

export interface Refusal {
  readonly status: number;
  readonly message: string;
}

/**
 * What GitHub refused.
 * @param what Ends "GitHub did not …" when it is a failure.
 * @throws PlatformError for a failure, and whatever was no answer of GitHub's
 */
export function refusalOf(error: unknown, what: string): Refusal {
  const failed = FailedRequest.safeParse(error).data;
  if (failed === undefined) throw error;
  const { status, message } = failed;
  if (REFUSED.has(status)) return { status, message };
  throw new PlatformError(`GitHub did not ${what}: ${status} ${message}`, { cause: error });
}

/**
 * Reads an answer.
 * @param what Names it, in "GitHub's … cannot be read".
 * @throws PlatformError when it is not what its description says
 */
export function answerOf<T>(schema: z.ZodType<T>, data: unknown, what: string): T {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new PlatformError(`GitHub's ${what} cannot be read: ${issue?.path.join('.')}: ${issue?.message}`);
}
