/** Which causes are shown beside the code, and how. */
import { messageOf } from '../model/finding-message.ts';
import type { Access, Evidence, Finding, KernelResult, Language, Problem, Result } from '../model/result.ts';
import { vocabularyOf } from '../model/vocabulary.ts';
import {
  accessInWords,
  changeInWords,
  conditionText,
  dim3,
  evidenceInWords,
  headlineText,
  meetingInWords,
  pairRows,
  pairsInWords,
  placeOf,
  witnessLaunch,
} from '../report/index.ts';
import { type CauseWithFindings, causesOf, kernelOfCause, levelOfCause } from '../result/causes/index.ts';
import { isSilenced } from '../result/level.ts';
import type { NotAnalysed, Outcome } from './outcome.ts';
import type { Annotation, AnnotationLevel } from './runner.ts';

interface AnnotationPlan {
  readonly annotations: readonly Annotation[];
  /** One line that counts those that the runner would not show; null when it shows all. */
  readonly rest: string | null;
}

interface AnnotationSettings {
  readonly minEvidence: Evidence;
  readonly touched: (access: Access) => boolean;
}

/**
 * Everything that is to be shown beside the code: each new cause with strong enough evidence at the level of its
 * rule, a notice for each weaker one, a warning for what was not analysed. Causes elsewhere, and those that a comment
 * or the configuration silences, are left to the summary.
 */
export function annotationsOf(result: Result, outcome: Outcome, settings: AnnotationSettings): Annotation[] {
  return [
    ...causesOf(result)
      .filter(({ status, explains }) => status === 'new' && !explains.every(isSilenced))
      .map((cause) => causeAnnotation(cause, kernelOfCause(cause, result), settings)),
    ...outcome.notAnalysed.map(notAnalysedAnnotation),
    ...outcome.mistakes.map(mistakeAnnotation),
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
    ['error', 'cause of races'],
    ['notice', 'cause with weaker evidence'],
    ['warning', 'lesser cause, kernel or file that was not analysed, or input mistake'],
  ] as const) {
    const room = Math.max(0, roomFor(level) - (level === 'error' ? 1 : 0));
    const ofLevel = wanted.filter((annotation) => annotation.level === level);
    kept.push(...ofLevel.slice(0, room));
    const more = ofLevel.length - room;
    if (more > 0) left.push(`${more} × ${noun}`);
  }
  return {
    annotations: kept,
    rest:
      left.length === 0 ? null : `Not annotated, because the runner shows only ten of each kind: ${left.join(', ')}.`,
  };
}

const ANNOTATION_LEVEL = { error: 'error', warning: 'warning', note: 'notice' } as const;

function causeAnnotation(
  cause: CauseWithFindings,
  kernel: KernelResult | undefined,
  { minEvidence, touched }: AnnotationSettings,
): Annotation {
  const condition = conditionText(cause, kernel);
  const finding = cause.explains[0]!;
  const primary = finding.accesses.find(touched) ?? finding.accesses[0]!;
  const others = finding.accesses.filter((access) => access !== primary);
  const change = changeInWords(finding);
  const oneLine = primary.line === primary.endLine;
  return {
    level: ANNOTATION_LEVEL[levelOfCause(cause, minEvidence)],
    title: `${finding.rule} in ${finding.kernel}`,
    message: [
      `${headlineText(cause)}.`,
      messageOf(finding),
      ...others.map((access) => `The other access: ${accessInWords(access)} at ${placeOf(access)}`),
      ...(change === null ? [] : [change]),
      ...(condition === null ? [] : [condition]),
      ...pairLines(cause),
      ...witnessLines(finding, kernel?.language ?? null),
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

/** Pairs of a message: the check run and the summary have them all. */
const MAX_PAIRS = 5;

function pairLines(cause: CauseWithFindings): string[] {
  if (cause.explains.length < 2) return [];
  const rows = pairRows(cause).rows.slice(1, MAX_PAIRS);
  const more = cause.explains.length - 1 - rows.length;
  return [
    `${pairsInWords(cause)}. The others:`,
    ...rows.map(({ memory, first, second, rule }) => `  ${memory}: ${first}, ${second} (${rule})`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function witnessLines(finding: Finding, language: Language | null): string[] {
  const { witness } = finding;
  if (witness === null) return [];
  const launch = witnessLaunch(witness, language).map(({ name, value }) => `${name} = ${value}`);
  const words = vocabularyOf(language);
  const threads = witness.threads.map(
    ({ block, thread }) => `${words.thread} ${dim3(thread)} of ${words.block} ${dim3(block)}`,
  );
  return [`Witness: ${launch.join(', ')}; ${meetingInWords(witness, threads)}`];
}

function notAnalysedAnnotation(item: NotAnalysed): Annotation {
  return {
    level: 'warning',
    title: 'Not analysed',
    message: [`${item.subject} could not be analysed: races in it are possible.`, ...item.reasons].join('\n'),
    place: placeOfLine(item.file, item.line),
  };
}

function mistakeAnnotation({ file, line, message }: Problem): Annotation {
  return { level: 'warning', title: 'Input mistake', message, place: placeOfLine(file, line) };
}

/** A whole line; of a file without one its first. */
function placeOfLine(file: string | null, line: number | null): Annotation['place'] {
  const at = line ?? 1;
  return file === null ? null : { file, line: at, endLine: at, column: null, endColumn: null };
}
