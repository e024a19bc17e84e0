/** What a failed request was: a refusal, which is a value, or a failure, which ends what was being done. */
import type { z } from 'zod';
import { PlatformError } from '../model/errors.ts';
import { FailedRequest, failureOf } from './failures.ts';

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
  if (REFUSED.has(status) && failureOf(error)?.kind !== 'limited') return { status, message };
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
