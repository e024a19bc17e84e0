/** From a result to everything that people see of a run: job summary, annotations, review. */
import { PlatformError } from '../errors.ts';
import type { GitHubClient } from '../github/index.ts';
import type { Result } from '../model/result.ts';
import type { ReportContext } from '../report/index.ts';
import { planAnnotations } from './annotations.ts';
import type { ActionInputs } from './inputs.ts';
import type { Outcome } from './outcome.ts';
import { touchedBy } from './reach.ts';
import { type ReviewOutcome, type ReviewRequest, reviewInWords, reviewPullRequest, reviewSummary } from './review.ts';
import type { Runner } from './runner.ts';
import type { ShownScope } from './scope.ts';
import { headline, renderSummary } from './summary.ts';

export interface Publication {
  readonly runner: Runner;
  readonly client: GitHubClient;
  readonly scope: ShownScope;
  readonly result: Result;
  readonly outcome: Outcome;
  readonly context: ReportContext;
  readonly review: ActionInputs['review'];
  readonly eventName: string;
}

/**
 * Shows a result: job summary, annotations, review. GitHub's failures cost what they concern and nothing else.
 * @returns the exit code of the action
 */
export async function publish(publication: Publication): Promise<0 | 1> {
  const { runner, scope, result, outcome, context } = publication;
  runner.appendSummary(renderSummary({ result, outcome, scope, context }));
  const plan = planAnnotations(result, outcome, {
    minEvidence: context.minEvidence,
    touched: touchedBy(scope.change),
    room: (level) => runner.left(level),
  });
  for (const annotation of plan.annotations) runner.annotate(annotation);
  if (plan.rest !== null) runner.info(plan.rest);
  const review = await reviewOrWhyNot(publication);
  const told = reviewInWords(review);
  if (told !== null && review.kind !== 'done' && (publication.review === 'always' || review.kind === 'refused')) {
    runner.annotate({ level: 'warning', title: 'gpurace', message: told, place: null });
  } else if (told !== null) runner.info(told);
  runner.appendSummary(reviewSummary(review));
  const verdict = `gpurace: ${headline(outcome, result.summary.kernels)}`;
  if (outcome.conclusion !== 'failure') {
    runner.info(verdict);
    return 0;
  }
  runner.annotate({ level: 'error', title: 'gpurace', message: verdict, place: null });
  return 1;
}

/** A GitHub that fails costs the comments and nothing else: everything they say is in the summary already. */
async function reviewOrWhyNot(request: ReviewRequest): Promise<ReviewOutcome> {
  try {
    return await reviewPullRequest(request);
  } catch (error) {
    if (error instanceof PlatformError) return { kind: 'refused', why: error.message, spilled: [] };
    throw error;
  }
}
