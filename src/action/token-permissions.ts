/** What the token may do, as far as the event tells before anything is written. */

interface TokenFacts {
  readonly eventName: string;
  /** The pull request comes from another repository. */
  readonly fork: boolean;
  readonly token: string;
}

/** Events that run with the token of the fork; `pull_request_target` and `workflow_run` do not. */
const OF_THE_FORK = new Set(['pull_request', 'pull_request_review', 'pull_request_review_comment']);

/**
 * Why nothing can be written, as half a sentence, or null when it can be tried. Dependabot is none of these: its runs
 * may only read by default, but `permissions` of the workflow gives them more. What those leave out shows in the first
 * refusal of each feature.
 */
export function readOnlyToken({ eventName, fork, token }: TokenFacts): string | null {
  if (token === '') return 'there is no token';
  if (fork && OF_THE_FORK.has(eventName)) return 'the pull request comes from a fork, and its token may only read';
  return null;
}
