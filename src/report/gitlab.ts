/** GitLab's code quality report: https://docs.gitlab.com/ci/testing/code_quality/ */

import { createHash } from 'node:crypto';
import { messageOf } from '../model/finding-message.ts';
import { reasonText } from '../model/reason.ts';
import type { Result } from '../model/result.ts';
import { causesOf, levelOfCause } from '../result/causes/index.ts';
import type { Level } from '../result/level.ts';
import { headlineText, pairsInWords } from './cause.ts';
import { conditionInWords } from './condition.ts';
import type { ReportContext } from './context.ts';
import { evidenceInWords } from './evidence.ts';
import { changeInWords } from './explaining-line.ts';
import { jsonText, visible } from './untrusted.ts';
import { accessInWords, placeOf } from './witness.ts';

interface Issue {
  description: string;
  check_name: string;
  fingerprint: string;
  severity: 'info' | 'minor' | 'major' | 'critical' | 'blocker';
  location: { path: string; lines: { begin: number; end: number } };
}

const SEVERITY: Record<Level, Issue['severity']> = { error: 'critical', warning: 'major', note: 'info' };

/**
 * Renders a result as code quality issues. Kernels that were not proved either way and files that were not analysed are
 * issues too, because the format has no other place to say so.
 */
export function renderGitlab(result: Result, context: ReportContext): string {
  const fingerprint = fingerprints();
  const issues: Issue[] = [];
  for (const cause of causesOf(result)) {
    if (cause.status === 'fixed') continue;
    const finding = cause.explains[0]!;
    const [first, second] = finding.accesses;
    if (first === undefined) continue;
    const change = changeInWords(finding);
    const pairs = cause.explains.length < 2 ? '' : ` ${pairsInWords(cause)}.`;
    const other = second === undefined ? '' : ` The other access: ${accessInWords(second)} at ${placeOf(second)}.`;
    const what = `${finding.rule} in ${finding.kernel}: ${headlineText(cause)}. ${messageOf(finding)}${other}${pairs}${change === null ? '' : ` ${change}`}`;
    issues.push({
      description: visible(`${what} Evidence: ${evidenceInWords(finding)}.`),
      check_name: finding.rule,
      fingerprint: fingerprint(finding.raceId),
      severity: SEVERITY[levelOfCause(cause, context.minEvidence)],
      location: { path: first.file, lines: { begin: first.line, end: first.endLine } },
    });
  }
  for (const kernel of result.kernels) {
    if (kernel.verdict !== 'inconclusive') continue;
    const line = Math.max(1, kernel.line);
    issues.push({
      description: visible(
        `Kernel ${kernel.kernel} is not proved either way: ${kernel.reasons.map(reasonText).join('; ')}`,
      ),
      check_name: 'not-proved',
      fingerprint: fingerprint(`not-proved ${kernel.file} ${kernel.kernel}`),
      severity: 'minor',
      location: { path: kernel.file, lines: { begin: line, end: line } },
    });
  }
  for (const kernel of result.kernels) {
    if (kernel.verdict !== 'conditional') continue;
    const line = Math.max(1, kernel.line);
    issues.push({
      description: visible(
        `Kernel ${kernel.kernel} is race-free if ${kernel.conditions.map(conditionInWords).join(', and ')}`,
      ),
      check_name: 'conditional',
      fingerprint: fingerprint(`conditional ${kernel.file} ${kernel.kernel}`),
      severity: 'info',
      location: { path: kernel.file, lines: { begin: line, end: line } },
    });
  }
  for (const problem of result.problems) {
    if (problem.file === null || problem.severity !== 'error') continue;
    const line = problem.line ?? 1;
    issues.push({
      description: visible(problem.message),
      check_name: 'not-analysed',
      fingerprint: fingerprint(`problem ${problem.file} ${problem.message}`),
      severity: 'major',
      location: { path: problem.file, lines: { begin: line, end: line } },
    });
  }
  return jsonText(issues);
}

/** GitLab wants fingerprints to be unique within a report; equal identities get an ordinal. */
function fingerprints(): (identity: string) => string {
  const seen = new Map<string, number>();
  return (identity) => {
    const ordinal = seen.get(identity) ?? 0;
    seen.set(identity, ordinal + 1);
    return createHash('sha256').update(`${identity}\0${ordinal}`).digest('hex').slice(0, 32);
  };
}
