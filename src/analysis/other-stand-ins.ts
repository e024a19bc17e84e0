/**
 * Errors that rest on a number which stands in for a macro that the sources do not define: the check is made again with a number that is
 * far larger, and an error that is none there is only possible. As rows may be as far apart as there are threads, one that takes as many
 * threads as the larger number is none.
 */
import type { Assumption } from '../model/assumption.ts';
import { Distinct } from '../model/distinct.ts';
import { isOfFindings, possibleFinding, type Reason } from '../model/reason.ts';
import type { Finding, KernelResult } from '../model/result.ts';
import { makesRacy } from '../model/rules.ts';

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
  if (verdict === 'inconclusive' && !reasons.every(isOfFindings)) return answer;
  const errors = new Set(other.findings.filter((one) => makesRacy(one) && threadsOf(one) < LARGE).map(placesOf));
  const doubt = `it rests on ${names.join(' and ')}, for which a number stands in: the sources do not define it`;
  const open = new Distinct<Reason>(answer.result.reasons);
  const findings = answer.findings.map((finding) => {
    if (!makesRacy(finding) || errors.has(placesOf(finding))) return finding;
    const { file, line } = finding.accesses[0]!;
    open.add(possibleFinding(finding.rule, { file, line }));
    return { ...finding, evidence: 'possible' as const, doubt };
  });
  const result: KernelResult = {
    ...answer.result,
    verdict: findings.some(makesRacy) ? 'racy' : 'inconclusive',
    reasons: [...open],
  };
  return { ...answer, result, findings };
}

function threadsOf({ witness }: Finding): bigint {
  return [...(witness?.gridDim ?? []), ...(witness?.blockDim ?? [])].reduce((all, size) => all * BigInt(size), 1n);
}

function placesOf({ rule, accesses }: Finding): string {
  return JSON.stringify([rule, accesses.map(({ file, line, kind }) => [file, line, kind]).sort()]);
}
