/** From a compared result to the comments of the pull request. */

import {
  type FindingKey,
  type GitHubClient,
  keysOf,
  markedKernel,
  type Published,
  publishReview,
  type ReviewFinding,
  type Spilled,
} from '../github/index.ts';
import type { Finding, KernelResult, Result } from '../model/result.ts';
import type { ReportContext } from '../report/index.ts';
import { codeSpan, prose, renderReviewComment } from '../report/index.ts';
import { kernelOf, plural } from '../result/kernels.ts';
import { atLeast, levelOf } from '../result/level.ts';
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
    const why = review === 'always' ? 'There is no pull request to review: the event is about none' : null;
    return { kind: 'skipped', why };
  }
  const findings = reviewFindings(request);
  if (compared === null) {
    // Without a base nothing can be called new, and nothing fixed.
    const why = `No review comments: ${range.comparison}`;
    return { kind: 'skipped', why: review === 'always' || findings.length > 0 ? why : null };
  }
  const pull = { owner: revisions.owner, repo: revisions.repo, pullNumber: revisions.pullNumber };
  return publishReview(client, pull, {
    findings,
    present: keysOf(
      request.result.findings.filter(({ status }) => status !== 'fixed'),
      category.label,
    ),
    decided: decidedTest(request),
    head: revisions.head,
    category: category.label,
  });
}

/** The new findings that are more than a note, the best known first. */
function reviewFindings({ result, context, category }: ReviewRequest): ReviewFinding[] {
  const present = result.findings.filter(({ status }) => status !== 'fixed');
  const keys = keysOf(present, category.label);
  return present
    .map((finding, index) => ({ finding, key: keys[index] }))
    .filter(({ finding }) => finding.status === 'new' && levelOf(finding, context.minEvidence) !== 'note')
    .sort((a, b) => Number(atLeast(b.finding.evidence, 'predicted')) - Number(atLeast(a.finding.evidence, 'predicted')))
    .flatMap(({ finding, key }) => {
      const { anchor } = finding;
      if (anchor === undefined || key === undefined) return [];
      const kernel = kernelOf(finding, result);
      const body = (anchored: boolean) => renderReviewComment(finding, kernel, context, anchored);
      return [{ key, anchor, title: titleOf(finding), body }];
    });
}

function titleOf(finding: Finding): string {
  const [first] = finding.accesses;
  return `${finding.rule} in ${finding.kernel}${first === undefined ? '' : ` at ${first.file}:${first.line}`}`;
}

/** A finding that is missing is gone only when everything was analysed in which it could be. */
function decidedTest({ result, outcome }: ReviewRequest): (key: FindingKey) => boolean {
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
  const isGone = ({ traceOnly, kernel }: FindingKey) => traceOnly === undefined || isProved(kernel);
  return (key) => !wholeFiles && !open.has(key.kernel) && isGone(key);
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

/** For the job summary: findings without a comment, and why, in at most `maxBytes`. Empty when there are none. */
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

function line({ finding, why }: Spilled): string {
  return `- ${codeSpan(finding.title)}: ${prose(why)}`;
}
