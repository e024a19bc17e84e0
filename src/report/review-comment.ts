/** One cause as the text of a review comment. */
import { lineReader } from '../lexical/lines.ts';
import { assumptionText } from '../model/assumption.ts';
import { messageOf } from '../model/finding-message.ts';
import type { Anchor, Edit, Finding, KernelResult } from '../model/result.ts';
import { type CauseWithFindings, levelOfCause } from '../result/causes/index.ts';
import { isOpenOrder } from '../result/level.ts';
import { fixesOf, headlineMarkdown } from './cause.ts';
import type { ReportContext } from './context.ts';
import { evidenceInWords } from './evidence.ts';
import { excerpts } from './excerpt.ts';
import { interleaving } from './interleaving.ts';
import { pairsTable, witnessSection } from './markdown.ts';
import { BoundedText } from './size-bound.ts';
import { gutter, marksOf, visibleDiff } from './text.ts';
import { codeSpan, escapeMarkup, fenced, prose } from './untrusted.ts';
import { accessInWords, loadedInWords, placeOf } from './witness.ts';

/** GitHub takes 65,536 characters; the rest is for the marker and the words around a fixed finding. */
export const MAX_COMMENT_BYTES = 60_000;

const ICON = { error: '🛑', warning: '⚠️', note: 'ℹ️' } as const;
/** Why the comment stands where it stands, unless it stands at an access. */
const ANCHOR_WORDS: Partial<Record<Anchor['kind'], string>> = {
  'deleted-line': 'The change deletes this line. The accesses below did not change, and race now.',
  'written-line': 'The change wrote this line. The accesses below did not change, and race now.',
  file: 'The diff has no line to show this at; the change makes the accesses below race all the same.',
};

/** The same where the order of the accesses is lost, and it is open whether they race. */
const LOST_WORDS: Partial<Record<Anchor['kind'], string>> = {
  'deleted-line': 'The change deletes this line, which kept the accesses below apart.',
  'written-line': 'The change wrote this line, which no longer keeps the accesses below apart.',
  file: 'The diff has no line to show this at; the change took away what kept the accesses below apart.',
};

function anchorWords(finding: Finding, kind: Anchor['kind']): string | undefined {
  return (isOpenOrder(finding) ? LOST_WORDS : ANCHOR_WORDS)[kind];
}

/**
 * Renders a cause for a review, at most `MAX_COMMENT_BYTES` long.
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
  const { anchor } = finding;
  out.add(`${ICON[levelOfCause(cause, context.minEvidence)]} **${headlineMarkdown(cause)}**`);
  out.add(`${finding.rule} in ${codeSpan(finding.kernel)}. ${prose(messageOf(finding))}`);
  const words = anchor === undefined ? undefined : anchorWords(finding, anchored ? anchor.kind : 'file');
  if (words !== undefined) out.add(words);
  out.add(
    finding.accesses.map((access) => `- ${codeSpan(accessInWords(access))} at ${codeSpan(placeOf(access))}`).join('\n'),
  );
  for (const { file, rows } of excerpts(marksOf(finding), readLine)) {
    out.add(`${codeSpan(file)}\n${fenced(gutter(rows), '')}`);
  }
  const suggestion = anchored ? suggestionOf(finding, readLine) : null;
  if (suggestion !== null) out.add(suggestion);
  if (finding.witness !== null) out.add(witnessSection(finding));
  const diagram = interleaving(finding);
  if (diagram !== null) out.add(folded('How the two threads meet', fenced(diagram, 'mermaid')));
  if (cause.explains.length > 1) out.add(pairsTable(cause));
  out.add(`Evidence: ${evidenceInWords(finding)}.`);
  const loaded = loadedInWords(finding);
  if (loaded !== null) out.add(loaded);
  // That pointers lead to different memory can only hide races: this one does not rest on it.
  const rests = kernel?.assumptions.filter(({ kind }) => kind !== 'aliasing') ?? [];
  if (kernel !== undefined && rests.length + kernel.launches.length > 0) {
    const launches = kernel.launches.map(({ file, line }) => `- launched at ${codeSpan(`${file}:${line}`)}`);
    const assumptions = rests.map((assumption) => `- assumed: ${codeSpan(assumptionText(assumption))}`);
    out.add(folded('What this rests on', [...launches, ...assumptions].join('\n')));
  }
  for (const fix of suggestion === null ? fixesOf(cause.explains) : []) {
    out.add(`Verified fix (${codeSpan(fix.kind)}):\n\n${fenced(visibleDiff(fix.diff), 'diff')}`);
  }
  if (context.provenance !== undefined) out.add(prose(context.provenance));
  return out.text(out.leftOut === 0 ? '' : 'The result file has the rest.').trimEnd();
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
  const [fixed] = fixes.flatMap(({ edits: [edit, ...more] }) =>
    edit === undefined || edit.file !== file || more.length > 0 ? [] : (editedLine(edit, line, text) ?? []),
  );
  if (fixed === undefined) return null;
  // What a click commits must be what is seen.
  const lines = fixed.replace(/\n$/, '').split('\n');
  if (fixed === text || visibleDiff(lines.join('\n')).join('\n') !== lines.join('\n').replaceAll('\t', '    '))
    return null;
  return `Verified fix:\n\n${fenced(lines, 'suggestion')}`;
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
