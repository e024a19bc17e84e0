/**
 * From a result to everything that people see of a run: job summary, check run, annotations, code scanning, review. Each
 * is done on its own: when GitHub refuses one or fails, the others are still done, and one line says what is missing.
 */

import { awaitProcessing, publishCheckRun, uploadSarif } from '../github/index.ts';
import { PlatformError } from '../model/errors.ts';
import { MAX_SUMMARY_BYTES } from '../model/platform-limits.ts';
import { prose } from '../report/index.ts';
import { annotationsOf, planAnnotations } from './annotations.ts';
import { checkRunOf } from './check-run.ts';
import { decideUpload } from './code-scanning.ts';
import type { Publication } from './publication.ts';
import { touchedBy } from './reach.ts';
import { relaxationsInWords } from './relaxations.ts';
import { reviewInWords, reviewPullRequest, reviewSummary } from './review.ts';
import type { Annotation, Runner } from './runner.ts';
import { headline, renderSummary, type SummaryFacts } from './summary.ts';

/** Room in the job summary for what is known only after everything else was published. */
const TAIL_BYTES = 64 * 1024;

/**
 * Shows a result.
 * @returns the exit code of the action
 */
export async function publish(publication: Publication): Promise<0 | 1> {
  const { runner, range, result, outcome, context } = publication;
  const summary: SummaryFacts = { result, outcome, range, context };
  // Before anything that can fail.
  runner.appendSummary(renderSummary(summary, MAX_SUMMARY_BYTES - TAIL_BYTES));
  const annotations = annotationsOf(result, outcome, {
    minEvidence: context.minEvidence,
    touched: touchedBy(range.change),
  });
  const relaxed = relaxationsInWords(outcome.relaxations);
  if (relaxed.length > 0) tell(runner, 'warning', relaxed.join(' '));
  const tail: string[] = [];
  if (publication.readOnly !== null) tail.push(...tellReadOnly(publication, publication.readOnly));
  const { isShownElsewhere = false } = publication;
  const isShown = await publishCheck(publication, summary, isShownElsewhere ? [] : annotations);
  annotate(runner, annotations, isShown || isShownElsewhere);
  const finishUpload = await startUpload(publication);
  tail.push(await publishReview(publication));
  tail.push(...(await finishUpload()));
  const rest = tail.filter((block) => block !== '').join('\n\n');
  if (rest !== '') runner.appendSummary(`\n${rest}\n`);

  const verdict = `gpurace: ${headline(outcome, result.summary.kernels)}`;
  if (outcome.conclusion !== 'failure') {
    runner.info(verdict);
    return 0;
  }
  runner.annotate({ level: 'error', title: 'gpurace', message: verdict, place: null });
  return 1;
}

/** One line for everything that is not tried; none when there would have been nothing to publish. */
function tellReadOnly({ runner, show, outcome, range }: Publication, readOnly: string): string[] {
  const isWanted = show.review !== 'never' || show['check-run'] !== 'never' || show['upload-sarif'] !== 'never';
  const isDemanded = show.review === 'always' || show['upload-sarif'] === 'always';
  if (!isWanted || (!isDemanded && outcome.counts.new === 0)) return [];
  const way = range.revisions.fork
    ? '; the two halves `mode: analyse` and `mode: publish` still show them on the pull request'
    : '';
  const line = `No check run, review comments or upload: ${readOnly}. The findings are in the annotations and in the job summary${way}.`;
  tell(runner, isDemanded ? 'warning' : 'info', line);
  return [prose(line)];
}

/** @returns true when the annotations stand in a check run of ours */
async function publishCheck(
  { runner, client, range, show, category, readOnly, run }: Publication,
  summary: SummaryFacts,
  annotations: readonly Annotation[],
): Promise<boolean> {
  const { revisions } = range;
  const commit = revisions.head ?? range.analysed ?? run.commit;
  if (show['check-run'] === 'never' || readOnly !== null || commit === '' || revisions.owner === '') return false;
  try {
    const { pullNumber } = revisions;
    const { eventName, url: detailsUrl } = run;
    const check = checkRunOf({ summary, annotations, commit, pullNumber, eventName, category, detailsUrl });
    const published = await publishCheckRun(client, revisions, check);
    if (published.kind === 'done') return true;
    tell(runner, published.isPermission ? 'info' : 'warning', `No check run: ${published.why}.`);
  } catch (error) {
    tell(runner, 'warning', `No check run: ${platformWords(error)}.`);
  }
  return false;
}

/**
 * Beside the code a finding stands once: in the check run when there is one, which has room for all of them, else as a
 * command to the runner. In the log it stands in both cases.
 */
function annotate(runner: Runner, annotations: readonly Annotation[], isShown: boolean): void {
  if (isShown) {
    for (const { level, title, message, place } of annotations) {
      const where = place === null ? '' : `${place.file}:${place.line}: `;
      runner.info(`${where}${level}: ${title}: ${message}`);
    }
    return;
  }
  const plan = planAnnotations(annotations, (level) => runner.left(level));
  for (const annotation of plan.annotations) runner.annotate(annotation);
  if (plan.rest !== null) runner.info(plan.rest);
}

/**
 * Hands the SARIF file over. The function that comes back waits until it is processed, and gives lines for the summary.
 */
async function startUpload(publication: Publication): Promise<() => Promise<string[]>> {
  const { runner, client, range, show, readOnly, run, sarif } = publication;
  const { revisions } = range;
  const mode = show['upload-sarif'];
  const nothing = async () => [];
  const decision = decideUpload({
    mode,
    eventName: run.eventName,
    revisions,
    analysed: range.analysed,
    isComplete: range.isComplete,
    commit: run.commit,
    ref: run.ref,
  });
  if (mode === 'never' || readOnly !== null || revisions.owner === '') return nothing;
  const failed = (level: 'info' | 'warning', why: string): string[] => {
    const line = `Not in code scanning: ${why}.`;
    const isLoud = level === 'warning' || mode === 'always';
    tell(runner, isLoud ? 'warning' : 'info', line);
    return isLoud ? [prose(line)] : [];
  };
  if (decision.kind === 'skip') {
    if (decision.why === null) return nothing;
    const lines = failed('info', decision.why);
    return async () => lines;
  }
  const { target } = decision;
  try {
    const uploaded = await uploadSarif(client, revisions, target, sarif.text);
    if (uploaded.kind === 'refused') {
      const lines = failed(uploaded.isPermission ? 'info' : 'warning', uploaded.why);
      return async () => lines;
    }
    return async () => {
      const processed = await awaitProcessing(client, revisions, uploaded.id);
      if (processed.kind === 'failed') return failed('warning', processed.why);
      const state = processed.kind === 'pending' ? ', which still reads it' : '';
      runner.info(`Uploaded to code scanning for ${target.ref} at ${target.commit.slice(0, 12)}${state}.`);
      for (const notice of sarif.notices) runner.info(notice);
      return sarif.notices.map((notice) => prose(`Code scanning: ${notice}`));
    };
  } catch (error) {
    const lines = failed('warning', platformWords(error));
    return async () => lines;
  }
}

/** @returns what the summary says about the review: findings without a comment, and why */
async function publishReview(publication: Publication): Promise<string> {
  const { runner, show, readOnly } = publication;
  if (readOnly !== null) return '';
  try {
    const review = await reviewPullRequest({ ...publication, review: show.review });
    const told = reviewInWords(review);
    const isLoss = review.kind === 'refused' && review.spilled.length > 0;
    const isMissing = show.review === 'always' && (review.kind === 'skipped' || review.kind === 'refused');
    if (told !== null) tell(runner, isLoss || isMissing ? 'warning' : 'info', told);
    if (review.kind === 'done' && review.threads !== null) runner.info(review.threads);
    return reviewSummary(review, TAIL_BYTES / 2);
  } catch (error) {
    const line = `No review comments: ${platformWords(error)}.`;
    tell(runner, 'warning', line);
    return prose(line);
  }
}

/**
 * The message of a failure of GitHub's, which costs only what was to be published there.
 * @throws the error itself when it is none
 */
function platformWords(error: unknown): string {
  if (error instanceof PlatformError) return error.message;
  throw error;
}

function tell(runner: Runner, level: 'info' | 'warning', message: string): void {
  if (level === 'info') runner.info(message);
  else runner.annotate({ level, title: 'gpurace', message, place: null });
}
