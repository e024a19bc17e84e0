/** One cause as the text of a review comment. */
import { lineReader } from '../lexical/lines.ts';
import { assumptionText } from '../model/assumption.ts';
import { addedSentences } from '../model/finding-message.ts';
import { type Edit, type Finding, type Fix, type KernelResult, RESTORE_LINE } from '../model/result.ts';
import { type CauseWithFindings, levelOfCause } from '../result/causes/index.ts';
import { plural } from '../result/kernels.ts';
import { fixesOf, headlineMarkdown } from './cause.ts';
import { conditionMarkdown } from './condition.ts';
import type { ReportContext } from './context.ts';
import { excerpts } from './excerpt.ts';
import { interleaving } from './interleaving.ts';
import { FALSE_ALARM_URL, type Links, markdownLink, rulePageUrl } from './links.ts';
import { pairsTable } from './markdown.ts';
import { BoundedText } from './size-bound.ts';
import { proofMarkdown, storyMarkdown } from './story.ts';
import { gutter, marksOf, visibleDiff } from './text.ts';
import { codeSpan, escapeMarkup, fenced, prose } from './untrusted.ts';
import { loadedInWords } from './witness.ts';

/** GitHub takes 65,536 characters; the rest is for the marker and the words around a fixed finding. */
export const MAX_COMMENT_BYTES = 60_000;

const ICON = { error: '🛑', warning: '⚠️', note: 'ℹ️' } as const;

/**
 * Renders a cause for a review, at most `MAX_COMMENT_BYTES` long: what is wrong, what happens, where, and how that is known
 * within a screen; the rest is folded away.
 * @param anchored true when the comment stands at the cause's anchor, and not at its file
 */
export function renderReviewComment(
  cause: CauseWithFindings,
  kernel: KernelResult | undefined,
  context: ReportContext,
  anchored: boolean,
): string {
  const out = new BoundedText(MAX_COMMENT_BYTES);
  const readLine = lineReader(context.source);
  const finding = cause.explains[0]!;
  const links = context.links ?? null;
  out.add(`### ${ICON[levelOfCause(cause, context.minEvidence)]} ${headlineMarkdown(cause)}`);
  if (finding.anchor !== undefined && !(anchored && finding.anchor.line !== null)) {
    out.add('The diff has no line to show this on.');
  }
  out.add(storyMarkdown(finding, kernel?.language ?? null, cause.missing));
  for (const { file, rows } of excerpts(marksOf(finding), readLine)) {
    out.add(`${placeMarkdown(file, finding, links)}\n${fenced(gutter(rows), '')}`);
  }
  out.add(proofMarkdown(finding, kernel, { links, readLine }));
  const condition = conditionMarkdown(cause, kernel);
  if (condition !== null) out.add(condition);
  const suggestion = anchored ? suggestionOf(finding, readLine) : null;
  if (suggestion !== null) out.add(suggestion);
  else for (const fix of fixesOf(cause.explains).slice(0, 1)) out.add(`${fixWords(fix)}\n\n${diffOf(fix)}`);
  out.add(folded(foldTitle(cause), foldedParts(cause, kernel, context).join('\n\n')));
  if (context.provenance !== undefined) out.add(prose(context.provenance));
  return out.text(out.leftOut === 0 ? '' : 'The result file has the rest.').trimEnd();
}

/** The file of an excerpt, with a link to the first line that is marked there. */
function placeMarkdown(file: string, { accesses }: Finding, links: Links | null): string {
  const line = Math.min(...accesses.filter((access) => access.file === file).map((access) => access.line));
  return links === null ? codeSpan(file) : markdownLink(codeSpan(file), links.line(file, line));
}

function fixWords({ kind, note }: Fix): string {
  if (kind === RESTORE_LINE)
    return `**Put it back**: ${note === undefined ? 'checked, the race is gone with it.' : prose(note)}`;
  return `**Verified fix** (${codeSpan(kind)}): checked, the race is gone with it.${note === undefined ? '' : ` ${prose(note)}`}`;
}

function diffOf({ diff }: Fix): string {
  return fenced(visibleDiff(diff), 'diff');
}

function foldTitle({ explains }: CauseWithFindings): string {
  const pairs = explains.length > 1 ? [plural(explains.length, 'pair of accesses', 'pairs of accesses')] : [];
  return [...pairs, 'interleaving', 'assumptions', 'not a race?'].join(' · ');
}

/** What a reader may want to know beyond the first screen. */
function foldedParts(cause: CauseWithFindings, kernel: KernelResult | undefined, context: ReportContext): string[] {
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
      : [['Assumptions:', ...rests.map((one) => `- ${codeSpan(assumptionText(one))}`)].join('\n')]),
    ...fixesOf(cause.explains)
      .slice(1)
      .map((fix) => `${fixWords(fix)}\n\n${diffOf(fix)}`),
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

/**
 * A verified fix of exactly the line that the comment stands at, in the form that GitHub offers to commit: it takes the
 * place of that line and of no other, so a fix that edits more is shown as a diff.
 */
function suggestionOf(
  { anchor, fixes }: Finding,
  readLine: (file: string, line: number) => string | undefined,
): string | null {
  if (anchor === undefined || anchor.line === null || anchor.side !== 'head') return null;
  const { file, line } = anchor;
  const text = readLine(file, line);
  if (text === undefined) return null;
  const [found] = fixes.flatMap((one) => {
    const [edit, ...more] = one.edits;
    const edited = edit === undefined || edit.file !== file || more.length > 0 ? null : editedLine(edit, line, text);
    return edited === null ? [] : [{ fix: one, fixed: edited }];
  });
  if (found === undefined) return null;
  const { fix, fixed } = found;
  // What a click commits must be what is seen.
  const lines = fixed.replace(/\n$/, '').split('\n');
  if (fixed === text || visibleDiff(lines.join('\n')).join('\n') !== lines.join('\n').replaceAll('\t', '    '))
    return null;
  return `${fixWords(fix)}\n\n${fenced(lines, 'suggestion')}`;
}

/** What stands in the place of a line behind an edit of it, or of the gap between it and the next one; else null. */
function editedLine(
  { startLine, startColumn, endLine, endColumn, text }: Edit,
  line: number,
  old: string,
): string | null {
  if (startLine === line && endLine === line) {
    return `${old.slice(0, startColumn - 1)}${text}${old.slice(endColumn - 1)}`;
  }
  const isGap = startLine === line + 1 && endLine === line + 1 && startColumn === 1 && endColumn === 1;
  return isGap && text.endsWith('\n') ? `${old}\n${text}` : null;
}

function folded(title: string, text: string): string {
  return `<details><summary>${escapeMarkup(title)}</summary>\n\n${text}\n\n</details>`;
}
