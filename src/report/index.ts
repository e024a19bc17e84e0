/**
 * Report: a stored result in, text out, one file per format. Nothing here reads files, knows a clock or prints;
 * source lines come through the context. Every text of the repository passes `untrusted.ts` on its way out.
 */
import type { Result } from '../model/result.ts';
import { renderCheckstyle } from './checkstyle.ts';
import type { ReportContext } from './context.ts';
import type { Format } from './format.ts';
import { renderGitlab } from './gitlab.ts';
import { renderHtml } from './html.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { renderRdjson } from './rdjson.ts';
import { renderSarif } from './sarif.ts';
import { renderText } from './text.ts';

export { headlineText, pairRows, pairsInWords } from './cause.ts';
export { conditionInWords, conditionText } from './condition.ts';
export { BARE_CONTEXT, type ReportContext, type Verbosity } from './context.ts';
export { evidenceInWords } from './evidence.ts';
export { displayWidth } from './excerpt.ts';
export { changeInWords } from './explaining-line.ts';
export { renderExplanations } from './explanation.ts';
export { EXTENSION, Format } from './format.ts';
export { DEFINITIONS, STYLE } from './html/style.ts';
export { htmlSections } from './html.ts';
export { type Issue, issuesOf } from './issues.ts';
export { CORRECTED, type Links, PROJECT, rulePageUrl } from './links.ts';
export { renderMarkdown } from './markdown.ts';
export { renderRepairs } from './repairs.ts';
export { type CommentPlace, renderReviewComment, suggestedLines } from './review-comment.ts';
export { RULES, ruleById } from './rules.ts';
export { sarifFile } from './sarif.ts';
export { summaryLine } from './text.ts';
export { codeSpan, prose, visible, visibleLines, withoutCommands } from './untrusted.ts';
export { accessInWords, dim3, meetingInWords, placeOf, witnessLaunch } from './witness.ts';

const RENDERERS: Record<Format, (result: Result, context: ReportContext) => string> = {
  text: renderText,
  json: renderJson,
  sarif: renderSarif,
  markdown: renderMarkdown,
  junit: renderJunit,
  gitlab: renderGitlab,
  html: renderHtml,
  rdjson: renderRdjson,
  checkstyle: renderCheckstyle,
};

/** Renders a result; the text ends with a newline. */
export function render(result: Result, format: Format, context: ReportContext): string {
  return RENDERERS[format](result, context);
}
