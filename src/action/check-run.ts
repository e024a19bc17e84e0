/** The check run of a result: its text, and its annotations. */
import type { CheckAnnotation, CheckRun } from '../github/index.ts';
import {
  MAX_CHECK_ANNOTATIONS,
  MAX_CHECK_MESSAGE_BYTES,
  MAX_CHECK_TEXT,
  MAX_CHECK_TITLE,
} from '../model/platform-limits.ts';
import { visible, visibleLines } from '../report/index.ts';
import { plural } from '../result/kernels.ts';
import type { Category } from './category.ts';
import type { Annotation, AnnotationLevel } from './runner.ts';
import { headline, renderSummary, type SummaryFacts } from './summary.ts';

export interface CheckFacts {
  readonly summary: SummaryFacts;
  readonly annotations: readonly Annotation[];
  readonly commit: string;
  /** With the event's name: one commit may be analysed for a pull request and for a push, each with its own check run. */
  readonly pullNumber: number | null;
  readonly eventName: string;
  readonly category: Category;
  readonly detailsUrl: string | null;
}

/** Most severe first, so that the least severe are left out. */
const LEVELS = ['error', 'warning', 'notice'] as const;
const CHECK_LEVEL = { error: 'failure', warning: 'warning', notice: 'notice' } as const satisfies Record<
  AnnotationLevel,
  CheckAnnotation['annotation_level']
>;

export function checkRunOf(facts: CheckFacts): CheckRun {
  const { summary, annotations, commit, category, detailsUrl } = facts;
  const { outcome, result } = summary;
  const { pullNumber, eventName } = facts;
  // Rules that require a check know it by its name, which is the same in a pull request and in the merge queue.
  const isPlain = pullNumber !== null || eventName === 'merge_group' || eventName === '';
  const qualifier = [...(isPlain ? [] : [eventName]), ...(category.label === '' ? [] : [category.label])].join(', ');
  const subject = pullNumber === null ? eventName : `pull/${pullNumber}`;
  // Annotations without a place cannot be given to the API; the summary has them.
  const placed = LEVELS.flatMap((level) => annotations.filter((each) => each.level === level)).flatMap(checkAnnotation);
  const kept = placed.slice(0, MAX_CHECK_ANNOTATIONS);
  const more = placed.length - kept.length;
  const ending =
    more === 0
      ? ''
      : `\n\n${plural(more, 'more annotation')} did not fit beside the code; the result file has them all.`;
  return {
    name: qualifier === '' ? 'gpurace' : `gpurace (${visible(qualifier)})`,
    externalId: ['gpurace', subject, category.slug].filter((text) => text !== '').join('/'),
    commit,
    conclusion: outcome.conclusion,
    title: headline(outcome, result.summary.kernels),
    summary: `${renderSummary(summary, MAX_CHECK_TEXT - ending.length).trimEnd()}${ending}`,
    annotations: kept,
    detailsUrl,
  };
}

function checkAnnotation({ level, title, message, place }: Annotation): CheckAnnotation[] {
  if (place === null || place.file.startsWith('/') || place.file.startsWith('../')) return [];
  const { file, line, endLine, column, endColumn } = place;
  return [
    {
      path: file,
      start_line: line,
      end_line: endLine,
      ...(column === null || endColumn === null ? {} : { start_column: column, end_column: endColumn }),
      annotation_level: CHECK_LEVEL[level],
      title: cutTo(visible(title), MAX_CHECK_TITLE, (text) => text.length),
      message: cutTo(visibleLines(message).join('\n'), MAX_CHECK_MESSAGE_BYTES, Buffer.byteLength),
    },
  ];
}

/** Text of at most that size; `…` shows where it was cut. Never cuts through a character. */
function cutTo(text: string, limit: number, sizeOf: (text: string) => number): string {
  if (sizeOf(text) <= limit) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sizeOf(text.slice(0, middle)) <= limit - 3) low = middle;
    else high = middle - 1;
  }
  return `${text.slice(0, low).replace(/[\ud800-\udbff]$/, '')}…`;
}
