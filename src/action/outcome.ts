/** What a result means for the job. */

import { reasonText } from '../model/reason.ts';
import type { Finding, KernelResult, Problem, Result } from '../model/result.ts';
import { type CauseWithFindings, causesOf } from '../result/causes/index.ts';
import { isIncomplete } from '../result/exit-code.ts';
import { type Gate, isGated } from '../result/gate.ts';
import { findingsOf } from '../result/kernels.ts';
import { isOpenOrder } from '../result/level.ts';
import type { Relaxation } from './relaxations.ts';

export interface Outcome {
  readonly conclusion: 'success' | 'failure' | 'neutral';
  /** The causes that fail the job: some finding of theirs does. */
  readonly gated: readonly CauseWithFindings[];
  /** Of causes. */
  readonly counts: { readonly new: number; readonly fixed: number; readonly unchanged: number };
  /** What had to be analysed and was not: kernels, and files of which not even the kernels are known. */
  readonly notAnalysed: readonly NotAnalysed[];
  /** Causes with an order that the change lost, where it is open whether the accesses race: the conclusion is not `success`. */
  readonly ordersLost: readonly CauseWithFindings[];
  /** What the change brings along to be judged more mildly: with any of it the conclusion is never `success`. */
  readonly relaxations: readonly Relaxation[];
  /** What people state and got wrong, such as a rule that there is none of. It means nothing, so nothing reads as clean. */
  readonly mistakes: readonly Problem[];
}

export interface NotAnalysed {
  /** A kernel's name, or the file's when the file as a whole could not be analysed. */
  readonly subject: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly reasons: readonly string[];
}

/**
 * Judges a result whose findings are marked.
 * @param missing Files that should have been analysed and are not there.
 */
export function judge(
  result: Result,
  missing: readonly string[],
  relaxations: readonly Relaxation[],
  setting: Pick<Gate, 'failOn' | 'minEvidence'>,
): Outcome {
  // Where there is no base, the lines of the change have said which findings can be new.
  const gate: Gate = { ...setting, isUncompared: false };
  const causes = causesOf(result);
  const gated = causes.filter(({ explains }) => explains.some((finding) => isGated(finding, gate)));
  const notAnalysed = [...kernelsNotAnalysed(result), ...filesNotAnalysed(result), ...missing.map(missingFile)];
  const ordersLost = causes.filter((cause) => cause.explains.some(isOpenOrder) && !gated.includes(cause));
  const mistakes = result.problems.filter(({ isMistake }) => isMistake === true);
  const open = notAnalysed.length + ordersLost.length + relaxations.length + mistakes.length;
  const count = (status: Finding['status']) => causes.filter((cause) => cause.status === status).length;
  return {
    conclusion: gated.length > 0 ? 'failure' : open > 0 ? 'neutral' : 'success',
    gated,
    counts: { new: count('new'), fixed: count('fixed'), unchanged: count('unchanged') },
    notAnalysed,
    ordersLost,
    relaxations,
    mistakes,
  };
}

function kernelsNotAnalysed(result: Result): NotAnalysed[] {
  return result.kernels
    .filter((kernel) => !wasAnalysed(kernel, result))
    .map((kernel) => ({
      subject: kernel.kernel,
      file: kernel.file,
      line: kernel.line === 0 ? null : kernel.line,
      reasons: kernel.reasons.map(reasonText),
    }));
}

/** Asked kernel by kernel; the command line asks the same of the whole result, for exit code 3. */
function wasAnalysed(kernel: KernelResult, result: Result): boolean {
  return !isIncomplete({
    ...result,
    kernels: [kernel],
    findings: findingsOf(kernel, result).filter((finding) => !isOpenOrder(finding)),
    problems: [],
  });
}

/** Files with an error of their own; where a kernel already stands for the file, it is not counted twice. */
function filesNotAnalysed(result: Result): NotAnalysed[] {
  const named = new Set(result.kernels.filter((kernel) => !wasAnalysed(kernel, result)).map((kernel) => kernel.file));
  const byFile = new Map<string | null, Problem[]>();
  for (const problem of result.problems) {
    if (problem.severity !== 'error' || (problem.file !== null && named.has(problem.file))) continue;
    byFile.set(problem.file, [...(byFile.get(problem.file) ?? []), problem]);
  }
  return [...byFile].map(([file, problems]) => ({
    subject: file ?? 'the run',
    file,
    line: problems[0]?.line ?? null,
    reasons: problems.map((problem) => problem.message),
  }));
}

/** A file that the change names and the checkout does not have. */
export function missingFile(file: string): NotAnalysed {
  return { subject: file, file, line: null, reasons: ['the pull request changes it, but it is not in the checkout'] };
}
