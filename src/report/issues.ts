/**
 * What a result has to say, as a flat list of issues with a place each: for formats that know nothing of kernels. Kernels that
 * were not proved either way and files that were not analysed are issues too, because such formats have no other place to say so.
 */
import { messageOf } from '../model/finding-message.ts';
import { reasonText } from '../model/reason.ts';
import type { Access, Fix, Result, RuleId } from '../model/result.ts';
import { type CauseWithFindings, causesOf, levelOfCause } from '../result/causes/index.ts';
import type { Level } from '../result/level.ts';
import { headlineText, pairsInWords } from './cause.ts';
import { conditionInWords } from './condition.ts';
import type { ReportContext } from './context.ts';
import { evidenceInWords } from './evidence.ts';
import { changeInWords } from './explaining-line.ts';
import { visible } from './untrusted.ts';
import { accessInWords, placeOf } from './witness.ts';

export interface Issue {
  readonly kind: RuleId | 'not-proved' | 'conditional' | 'not-analysed';
  readonly level: Level;
  readonly text: string;
  readonly place: Pick<Access, 'file' | 'line' | 'endLine'> & {
    /** Null: the whole line. */
    readonly columns: Pick<Access, 'column' | 'endColumn'> | null;
  };
  /** What stays the same of it from run to run. */
  readonly identity: string;
  /** Verified fixes. */
  readonly fixes: readonly Fix[];
  /** The other access of a race. */
  readonly other: Access | null;
}

/** Causes first, then kernels and files that nobody knows of; without what the change fixed. */
export function issuesOf(result: Result, { minEvidence }: Pick<ReportContext, 'minEvidence'>): Issue[] {
  const causes = causesOf(result).flatMap((cause) =>
    cause.status === 'fixed' ? [] : issueOf(cause, levelOfCause(cause, minEvidence)),
  );
  return [...causes, ...kernelIssues(result), ...problemIssues(result)];
}

function issueOf(cause: CauseWithFindings, level: Level): Issue[] {
  const finding = cause.explains[0]!;
  const [first, second] = finding.accesses;
  if (first === undefined) return [];
  const change = changeInWords(finding);
  const pairs = cause.explains.length < 2 ? '' : ` ${pairsInWords(cause)}.`;
  const other = second === undefined ? '' : ` The other access: ${accessInWords(second)} at ${placeOf(second)}.`;
  const what = `${finding.rule} in ${finding.kernel}: ${headlineText(cause)}. ${messageOf(finding)}${other}${pairs}${change === null ? '' : ` ${change}`}`;
  const { file, line, endLine, column, endColumn } = first;
  return [
    {
      kind: finding.rule,
      level,
      text: visible(`${what} Evidence: ${evidenceInWords(finding)}.`),
      place: { file, line, endLine, columns: { column, endColumn } },
      identity: finding.raceId,
      fixes: cause.fixes,
      other: second ?? null,
    },
  ];
}

function kernelIssues({ kernels }: Result): Issue[] {
  return kernels.flatMap((kernel): Issue[] => {
    const { verdict, file } = kernel;
    const open = `is not proved either way: ${kernel.reasons.map(reasonText).join('; ')}`;
    const free = `is race-free if ${kernel.conditions.map(conditionInWords).join(', and ')}`;
    if (verdict !== 'inconclusive' && verdict !== 'conditional') return [];
    const kind = verdict === 'conditional' ? 'conditional' : 'not-proved';
    return [
      {
        ...withoutFixes(file, kernel.line),
        kind,
        level: 'note',
        text: visible(`Kernel ${kernel.kernel} ${verdict === 'conditional' ? free : open}`),
        identity: `${kind} ${file} ${kernel.kernel}`,
      },
    ];
  });
}

function problemIssues({ problems }: Result): Issue[] {
  return problems.flatMap(({ file, line, severity, message }): Issue[] =>
    file === null || severity !== 'error'
      ? []
      : [
          {
            ...withoutFixes(file, line ?? 1),
            kind: 'not-analysed',
            level: 'warning',
            text: visible(message),
            identity: `problem ${file} ${message}`,
          },
        ],
  );
}

function withoutFixes(file: string, at: number): Pick<Issue, 'place' | 'fixes' | 'other'> {
  const line = Math.max(1, at);
  return { place: { file, line, endLine: line, columns: null }, fixes: [], other: null };
}
