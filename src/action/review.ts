/** From a compared result to the comments of the pull request. */

import {
  type CauseKey,
  type GitHubClient,
  keyOf,
  markedKernel,
  markedKernels,
  type Published,
  publishReview,
  type ReviewCause,
  type Spilled,
} from '../github/index.ts';
import type { Anchor, Finding, KernelResult, Result } from '../model/result.ts';
import type { ReportContext } from '../report/index.ts';
import { codeSpan, headlineText, prose, renderReviewComment, suggestedLines } from '../report/index.ts';
import {
  type CauseWithFindings,
  causesInWords,
  causesOf,
  kernelOfCause,
  levelOfCause,
} from '../result/causes/index.ts';
import { kernelOf, plural } from '../result/kernels.ts';
import { atLeast } from '../result/level.ts';
import { isSource } from '../source/index.ts';
import type { Category } from './category.ts';
import type { ActionInputs } from './inputs.ts';
import type { Outcome } from './outcome.ts';
import type { PublishedRange } from './publication.ts';

interface ReviewRequest {
  readonly client: GitHubClient;
  readonly range: PublishedRange;
  readonly result: Result;
  readonly outcome: Outcome;
  readonly context: ReportContext;
  readonly review: ActionInputs['review'];
  readonly category: Category;
}

type ReviewOutcome =
  /** Nothing was to be done, and why; null when nobody needs to know. */
  { readonly kind: 'skipped'; readonly why: string | null } | Published;

/**
 * Brings the review up to date when the run is about a pull request.
 * @throws PlatformError when GitHub fails
 */
export async function reviewPullRequest(request: ReviewRequest): Promise<ReviewOutcome> {
  const { client, range, review, category } = request;
  const { revisions, compared } = range;
  if (review === 'never' || revisions.pullNumber === null || revisions.head === null) {
    const why = review === 'always' ? 'There is no pull request to review: the event does not belong to one' : null;
    return { kind: 'skipped', why };
  }
  const commented = new Map<ReviewCause, CauseWithFindings>();
  for (const cause of causesToComment(request)) {
    const anchor = anchorOf(cause);
    if (anchor !== undefined) commented.set(reviewCause(cause, anchor, request), cause);
  }
  const causes = [...commented.keys()];
  if (compared === null) {
    // Without a base nothing can be called new, and nothing fixed.
    const why = `No review comments: ${range.comparison}`;
    return { kind: 'skipped', why: review === 'always' || causes.length > 0 ? why : null };
  }
  const pull = { owner: revisions.owner, repo: revisions.repo, pullNumber: revisions.pullNumber };
  return publishReview(client, pull, {
    causes,
    words: (shown) =>
      `gpurace: this change introduces ${causesInWords(shown.flatMap((cause) => commented.get(cause) ?? []))}.`,
    present: causesOf(request.result)
      .filter(({ status }) => status !== 'fixed')
      .map((cause) => keyOf(cause, isTraceOnly(cause), category.label)),
    decided: decidedTest(request),
    head: revisions.head,
    category: category.label,
  });
}

/**
 * The new causes that are more than a note. Every kernel has its first before any has its second, so that one kernel with
 * many pushes no other out of the places there are; of equals the best known come first.
 */
export function causesToComment({ result, context }: Pick<ReviewRequest, 'result' | 'context'>): CauseWithFindings[] {
  const turns = new Map<string, number>();
  return causesOf(result)
    .filter((cause) => cause.status === 'new' && levelOfCause(cause, context.minEvidence) !== 'note')
    .map((cause) => ({ cause, isKnown: cause.explains.some(({ evidence }) => atLeast(evidence, 'predicted')) }))
    .sort((a, b) => Number(b.isKnown) - Number(a.isKnown))
    .map((one) => {
      const keys = kernelsOf(one.cause, result);
      const turn = Math.min(...keys.map((key) => turns.get(key) ?? 0));
      for (const key of keys) turns.set(key, (turns.get(key) ?? 0) + 1);
      return { ...one, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ cause }) => cause);
}

/** The kernels that a cause is of, each as one word; instances of one template are one. */
function kernelsOf({ explains, anchor }: CauseWithFindings, result: Result): readonly string[] {
  const keyOfKernel = (finding: Finding) =>
    JSON.stringify([markedKernel(finding.kernel), kernelOf(finding, result)?.file ?? anchor.file]);
  return [...new Set(explains.map(keyOfKernel))];
}

function reviewCause(
  cause: CauseWithFindings,
  anchor: Anchor,
  { result, context, category }: ReviewRequest,
): ReviewCause {
  const kernel = kernelOfCause(cause, result);
  return {
    key: keyOf(cause, isTraceOnly(cause), category.label),
    anchor,
    title: titleOf(cause),
    suggested: suggestedLines(cause, context.source),
    body: (place) => renderReviewComment(cause, kernel, context, place),
  };
}

/** Where the comment stands: at the changed line or, without one, where the pair that explains most is shown. */
function anchorOf({ explains, anchor: { file, line } }: CauseWithFindings): Anchor | undefined {
  const anchors = explains.flatMap(({ anchor }) => anchor ?? []);
  return anchors.find((anchor) => anchor.file === file && anchor.line === line) ?? anchors[0];
}

function isTraceOnly({ explains }: CauseWithFindings): boolean {
  return explains.every(({ traceOnly }) => traceOnly === true);
}

function titleOf(cause: CauseWithFindings): string {
  const [first] = cause.explains[0]!.accesses;
  return `${headlineText(cause)}, in ${cause.kernel}${first === undefined ? '' : ` at ${first.file}:${first.line}`}`;
}

/** A cause that is missing is gone only when everything was analysed in which it could be. */
function decidedTest({ result, outcome }: ReviewRequest): (key: CauseKey) => boolean {
  // A trace that could not be read says nothing about what was found without it.
  const wholeFiles = outcome.notAnalysed.some(
    ({ subject, file }) => file === null || (subject === file && isSource(file)),
  );
  const open = new Set(
    result.kernels
      .filter((kernel: KernelResult) =>
        outcome.notAnalysed.some(({ subject, file }) => subject === kernel.kernel && file === kernel.file),
      )
      .map(({ kernel }) => markedKernel(kernel)),
  );
  const isProved = (name: string) => {
    const kernels = result.kernels.filter(({ kernel }) => markedKernel(kernel) === name);
    return kernels.length > 0 && kernels.every(({ verdict }) => verdict === 'race-free');
  };
  // A race that one run showed is not gone because the next did not show it.
  const isGone = (key: CauseKey) => key.traceOnly === undefined || markedKernels(key).every(isProved);
  return (key) => !wholeFiles && !markedKernels(key).some((kernel) => open.has(kernel)) && isGone(key);
}

/** One line for the log; null when nothing happened. */
export function reviewInWords(review: ReviewOutcome): string | null {
  if (review.kind === 'skipped') return review.why;
  if (review.kind === 'refused') return `No review comments: ${review.why}.`;
  if (review.kind === 'overtaken') {
    return `Review: left to the run on ${review.by.slice(0, 12)}, to which the pull request has moved on.`;
  }
  const { created, updated, resolved, spilled } = review;
  if (created + updated + resolved + spilled.length === 0) return null;
  return `Review: ${plural(created, 'comment')} made, ${updated} brought up to date, ${resolved} marked as fixed, ${spilled.length} left to the job summary.`;
}

/** For the job summary: causes without a comment, and why, in at most `maxBytes`. Empty when there are none. */
export function reviewSummary(review: ReviewOutcome, maxBytes: number): string {
  if (review.kind === 'skipped') return review.why === null ? '' : prose(review.why);
  if (review.kind === 'overtaken') return '';
  const lines = review.kind === 'refused' ? [prose(review.why)] : review.spilled.map(line);
  if (lines.length === 0) return '';
  let room = maxBytes;
  const kept = lines.filter((text) => {
    room -= Buffer.byteLength(text) + 1;
    return room >= 0;
  });
  const more = lines.length - kept.length;
  return ['## Without a review comment', '', ...kept, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

function line({ cause, why }: Spilled): string {
  return `- ${codeSpan(cause.title)}: ${prose(why)}`;
}
