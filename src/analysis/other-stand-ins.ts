/**
 * Errors that rest on a number which stands in for a macro that the sources do not define: the check is made again with a number that is
 * far larger, and an error that is none there is only possible. As rows may be as far apart as there are threads, one that takes as many
 * threads as the larger number is none.
 */
import type { Assumption } from '../model/assumption.ts';
import type { Finding, KernelResult } from '../model/result.ts';
import { isDefect } from '../model/rules.ts';

/** More than a usual launch has threads, and small enough for products of it to be indices. */
const LARGE = 1n << 20n;

/** Not of a version, or of what need only be defined. */
const NUMBER = /^(\w+) = \d+$/;

/** Macros that a number stands in for. */
export function namesOfStandIns(assumptions: readonly Assumption[]): string[] {
  return assumptions.flatMap(({ kind, text }) => (kind === 'macro' ? (NUMBER.exec(text)?.[1] ?? []) : []));
}

/** The definitions of these macros, with a larger number; none where there is no such macro. */
export function otherStandIns(assumptions: readonly Assumption[]): string[] {
  return namesOfStandIns(assumptions).map((name) => `${name}=${LARGE}`);
}

interface Answer {
  readonly result: KernelResult;
  readonly findings: readonly Finding[];
}

/**
 * @param other the same kernel with larger numbers
 * @returns the answer with what is no error there as possible; as it was where nothing was decided there
 */
export function withOtherStandIns<T extends Answer>(answer: T, other: Answer, names: readonly string[]): T {
  const { verdict, reasons } = other.result;
  if (verdict === 'inconclusive' && !reasons.every(({ kind }) => kind === 'possible-finding')) return answer;
  const errors = new Set(
    other.findings.filter((finding) => isError(finding) && threadsOf(finding) < LARGE).map(placesOf),
  );
  const doubt = `it rests on ${names.join(' and ')}, for which a number stands in: the sources do not define it`;
  const findings = answer.findings.map((finding) =>
    isError(finding) && !errors.has(placesOf(finding)) ? { ...finding, evidence: 'possible' as const, doubt } : finding,
  );
  if (findings.some(isError) || findings.every((finding, i) => finding === answer.findings[i])) {
    return { ...answer, findings };
  }
  const open = findings.flatMap(({ rule, accesses: [first] }): KernelResult['reasons'] =>
    first === undefined
      ? []
      : [
          {
            kind: 'possible-finding',
            text: `a possible ${rule} was neither proved nor ruled out`,
            place: { file: first.file, line: first.line },
          },
        ],
  );
  const result = {
    ...answer.result,
    verdict: 'inconclusive' as const,
    reasons: [...answer.result.reasons, ...open],
  };
  return { ...answer, result, findings };
}

function isError(finding: Finding): boolean {
  return isDefect(finding) && finding.evidence !== 'possible';
}

function threadsOf({ witness }: Finding): bigint {
  return [...(witness?.gridDim ?? []), ...(witness?.blockDim ?? [])].reduce((all, size) => all * BigInt(size), 1n);
}

function placesOf({ rule, accesses }: Finding): string {
  return JSON.stringify([rule, accesses.map(({ file, line, kind }) => [file, line, kind]).sort()]);
}
