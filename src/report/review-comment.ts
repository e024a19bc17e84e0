/** One cause as the text of a review comment. */
import { type LineReader, lineReader } from '../lexical/lines.ts';
import { addedSentences } from '../model/finding-message.ts';
import { type Finding, type Fix, type KernelResult, RESTORE_LINE } from '../model/result.ts';
import { type CauseWithFindings, levelOfCause } from '../result/causes/index.ts';
import { plural } from '../result/kernels.ts';
import { assumptionLines } from './assumption-lines.ts';
import { headlineMarkdown } from './cause.ts';
import { conditionMarkdown } from './condition.ts';
import type { ReportContext } from './context.ts';
import { excerpts } from './excerpt.ts';
import { interleaving } from './interleaving.ts';
import { FALSE_ALARM_URL, type Links, markdownLink, rulePageUrl } from './links.ts';
import { pairsTable } from './markdown.ts';
import { BoundedText } from './size-bound.ts';
import { proofMarkdown, storyMarkdown } from './story.ts';
import { type Suggestion, suggestionOf } from './suggestion.ts';
import { gutter, linesBeside, marksOf, visibleDiff } from './text.ts';
import { codeSpan, escapeMarkup, fenced, prose } from './untrusted.ts';
import { loadedInWords } from './witness.ts';

/** Where a comment stands: at the anchor's file, at its line, or at all the lines that a suggestion takes the place of. */
export type CommentPlace = 'file' | 'line' | 'lines';

/** GitHub takes 65,536 characters; the rest is for the marker and the words around a fixed finding. */
export const MAX_COMMENT_BYTES = 60_000;

const ICON = { error: '🛑', warning: '⚠️', note: 'ℹ️' } as const;

/**
 * Renders a cause for a review, at most `MAX_COMMENT_BYTES` long: what is wrong, what happens, where, and how that is known
 * within a screen; the rest is folded away.
 * @param place where the comment stands
 */
export function renderReviewComment(
  cause: CauseWithFindings,
  kernel: KernelResult | undefined,
  context: ReportContext,
  place: CommentPlace,
): string {
  const out = new BoundedText(MAX_COMMENT_BYTES);
  const readLine = lineReader(context.source);
  const finding = cause.explains[0]!;
  const links = context.links ?? null;
  out.add(`### ${ICON[levelOfCause(cause, context.minEvidence)]} ${headlineMarkdown(cause)}`);
  if (finding.anchor !== undefined && (place === 'file' || finding.anchor.line === null)) {
    out.add('The diff has no line to show this on.');
  }
  out.add(storyMarkdown(finding, kernel?.language ?? null, cause.missing));
  for (const { file, rows } of excerpts(marksOf(finding), readLine, { also: linesBeside(finding) })) {
    out.add(`${placeMarkdown(file, finding, links)}\n${fenced(gutter(rows), '')}`);
  }
  out.add(proofMarkdown(finding, kernel, { links, readLine }));
  const condition = conditionMarkdown(cause, kernel);
  if (condition !== null) out.add(condition);
  const suggestion = place === 'file' ? null : suggestionFor(cause, readLine);
  const isSuggested = suggestion !== null && (place === 'lines' || isOfOneLine(suggestion));
  const fix = isSuggested ? suggestion.fix : cause.fixes[0];
  if (fix !== undefined) {
    out.add(`${fixWords(fix)}\n\n${isSuggested ? fenced(suggestion.lines, 'suggestion') : diffOf(fix)}`);
  }
  out.add(folded(foldTitle(cause), foldedParts(cause, kernel, context, fix).join('\n\n')));
  if (context.provenance !== undefined) out.add(prose(context.provenance));
  return out.text(out.leftOut === 0 ? '' : 'The result file has the rest.').trimEnd();
}

/** The lines above and below the anchor that the fix of a cause takes the place of, too; null: there is none that does. */
export function suggestedLines(
  cause: CauseWithFindings,
  source: ReportContext['source'],
): { readonly above: readonly string[]; readonly below: readonly string[] } | null {
  const suggestion = suggestionFor(cause, lineReader(source));
  if (suggestion === null || isOfOneLine(suggestion)) return null;
  const { old, startLine } = suggestion;
  const at = (cause.anchor.line ?? startLine) - startLine;
  return { above: old.slice(0, at), below: old.slice(at + 1) };
}

/** Of the finding that the comment is about, where the comment stands at its anchor. */
function suggestionFor({ explains, anchor, fixes }: CauseWithFindings, readLine: LineReader): Suggestion | null {
  const finding = explains[0]!;
  const isThere = finding.anchor?.file === anchor.file && finding.anchor.line === anchor.line;
  return isThere ? suggestionOf({ anchor: finding.anchor, fixes }, readLine) : null;
}

function isOfOneLine({ startLine, endLine }: Suggestion): boolean {
  return startLine === endLine;
}

/** The file of an excerpt, with a link to the first line that is marked there. */
function placeMarkdown(file: string, { accesses }: Finding, links: Links | null): string {
  const line = Math.min(...accesses.filter((access) => access.file === file).map((access) => access.line));
  return links === null ? codeSpan(file) : markdownLink(codeSpan(file), links.line(file, line));
}

function fixWords({ kind, note }: Fix): string {
  if (kind === RESTORE_LINE)
    return `**Put it back**: ${note === undefined ? 'the edit was checked, and removes the race.' : prose(note)}`;
  return `**Verified fix** (${codeSpan(kind)}): the edit was checked, and removes the race.${note === undefined ? '' : ` ${prose(note)}`}`;
}

function diffOf({ diff }: Fix): string {
  return fenced(visibleDiff(diff), 'diff');
}

function foldTitle({ explains }: CauseWithFindings): string {
  const pairs = explains.length > 1 ? [plural(explains.length, 'pair of accesses', 'pairs of accesses')] : [];
  return [...pairs, 'interleaving', 'assumptions', 'not a race?'].join(' · ');
}

/** What a reader may want to know beyond the first screen. */
function foldedParts(
  cause: CauseWithFindings,
  kernel: KernelResult | undefined,
  context: ReportContext,
  shown: Fix | undefined,
): string[] {
  const finding = cause.explains[0]!;
  const diagram = interleaving(finding, kernel?.language);
  const loaded = loadedInWords(finding);
  // That pointers lead to different memory can only hide races: this one does not rest on it.
  const rests = kernel?.assumptions.filter(({ kind }) => kind !== 'aliasing') ?? [];
  return [
    ...(cause.explains.length > 1 ? [pairsTable(cause).join('\n')] : []),
    ...(diagram === null ? [] : [fenced(diagram, 'mermaid')]),
    ...(finding.replay === undefined ? [] : [prose(addedSentences({ replay: finding.replay, accesses: [] }).trim())]),
    ...(loaded === null ? [] : [loaded]),
    ...(rests.length === 0
      ? []
      : [['Assumptions:', ...assumptionLines(rests).map((line) => `- ${codeSpan(line)}`)].join('\n')]),
    ...cause.fixes.filter((fix) => fix.diff !== shown?.diff).map((fix) => `${fixWords(fix)}\n\n${diffOf(fix)}`),
    furtherMarkdown(cause, context.links ?? null),
  ];
}

/** Where to go on from here: the rule, the run, how to see it again, how to silence it, whom to tell. */
function furtherMarkdown({ explains }: CauseWithFindings, links: Links | null): string {
  const rules = [...new Set(explains.map(({ rule }) => rule))];
  const [first] = rules;
  const base = links?.base ?? null;
  return [
    `Rule: ${rules.map((rule) => markdownLink(rule, rulePageUrl(rule))).join(', ')}.`,
    ...(base === null ? [] : [`Reproduce: \`npx gpurace diff --base ${base.slice(0, 12)}\`.`]),
    ...(links?.run == null ? [] : [`${markdownLink('The run', links.run)} has the whole report.`]),
    `Not a race? Write \`// gpurace: ignore[${first}] why\` above the line, or ${markdownLink('tell us', FALSE_ALARM_URL)}.`,
  ].join(' ');
}

function folded(title: string, text: string): string {
  return `<details><summary>${escapeMarkup(title)}</summary>\n\n${text}\n\n</details>`;
}
