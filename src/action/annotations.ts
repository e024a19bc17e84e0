/** Which findings are shown beside the code, and how. */
import { messageOf } from '../model/finding-message.ts';
import type { Access, Evidence, Finding, Result } from '../model/result.ts';
import { accessInWords, dim3, evidenceInWords, meetingInWords, placeOf, witnessLaunch } from '../report/index.ts';
import { levelOf } from '../result/level.ts';
import type { NotAnalysed, Outcome } from './outcome.ts';
import type { Annotation, AnnotationLevel } from './runner.ts';

interface AnnotationPlan {
  readonly annotations: readonly Annotation[];
  /** One line that counts those that the runner would not show; null when it shows all. */
  readonly rest: string | null;
}

/**
 * Everything that is to be shown beside the code: each new finding with strong enough evidence at the level of its
 * rule, a notice for each weaker one, a warning for what was not analysed. Findings elsewhere, and those that a comment
 * or the configuration silences, are left to the summary.
 */
export function annotationsOf(
  result: Result,
  outcome: Outcome,
  settings: { readonly minEvidence: Evidence; readonly touched: (access: Access) => boolean },
): Annotation[] {
  return [
    ...result.findings
      .filter(({ status, suppressed, severity }) => status === 'new' && !suppressed && severity !== 'off')
      .map((finding) => findingAnnotation(finding, settings.minEvidence, settings.touched)),
    ...outcome.notAnalysed.map(notAnalysedAnnotation),
  ];
}

/**
 * Those that the runner shows as commands. `room` says how many of each level it still takes; one error is kept back
 * for the line that says why the job failed.
 */
export function planAnnotations(
  wanted: readonly Annotation[],
  roomFor: (level: AnnotationLevel) => number,
): AnnotationPlan {
  const kept: Annotation[] = [];
  const left: string[] = [];
  for (const [level, noun] of [
    ['error', 'finding'],
    ['notice', 'finding with weaker evidence'],
    ['warning', 'lesser finding, kernel or file that was not analysed'],
  ] as const) {
    const room = Math.max(0, roomFor(level) - (level === 'error' ? 1 : 0));
    const ofLevel = wanted.filter((annotation) => annotation.level === level);
    kept.push(...ofLevel.slice(0, room));
    const more = ofLevel.length - room;
    if (more > 0) left.push(`${more} × ${noun}`);
  }
  return {
    annotations: kept,
    rest: left.length === 0 ? null : `Not annotated, because the runner shows ten of a kind: ${left.join(', ')}.`,
  };
}

const ANNOTATION_LEVEL = { error: 'error', warning: 'warning', note: 'notice' } as const;

function findingAnnotation(finding: Finding, minEvidence: Evidence, touched: (access: Access) => boolean): Annotation {
  const primary = finding.accesses.find(touched) ?? finding.accesses[0]!;
  const others = finding.accesses.filter((access) => access !== primary);
  const oneLine = primary.line === primary.endLine;
  return {
    level: ANNOTATION_LEVEL[levelOf(finding, minEvidence)],
    title: `${finding.rule} in ${finding.kernel}`,
    message: [
      messageOf(finding),
      ...others.map((access) => `The other access: ${accessInWords(access)} at ${placeOf(access)}`),
      ...orderLines(finding),
      ...witnessLines(finding),
      `Evidence: ${evidenceInWords(finding)}`,
    ].join('\n'),
    place: {
      file: primary.file,
      line: primary.line,
      endLine: primary.endLine,
      column: oneLine ? primary.column : null,
      // Ours points behind the last character, GitHub's at it.
      endColumn: oneLine ? Math.max(primary.column, primary.endColumn - 1) : null,
    },
  };
}

function orderLines({ orderLost }: Finding): string[] {
  if (orderLost == null) return [];
  const { file, line, side, text } = orderLost;
  return [`The change ${side === 'LEFT' ? 'deletes' : 'wrote'} ${file}:${line}: ${text}`];
}

function witnessLines(finding: Finding): string[] {
  const { witness } = finding;
  if (witness === null) return [];
  const launch = witnessLaunch(witness).map(({ name, value }) => `${name} = ${value}`);
  const threads = witness.threads.map(({ block, thread }) => `thread ${dim3(thread)} of block ${dim3(block)}`);
  return [`Witness: ${launch.join(', ')}; ${meetingInWords(witness, threads)}`];
}

function notAnalysedAnnotation(item: NotAnalysed): Annotation {
  return {
    level: 'warning',
    title: 'Not analysed',
    message: [`${item.subject} was not analysed, which says nothing about races in it.`, ...item.reasons].join('\n'),
    place:
      item.file === null
        ? null
        : { file: item.file, line: item.line ?? 1, endLine: item.line ?? 1, column: null, endColumn: null },
  };
}
