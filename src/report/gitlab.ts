/** GitLab's code quality report: https://docs.gitlab.com/ci/testing/code_quality/ */

import { createHash } from 'node:crypto';
import type { Result } from '../model/result.ts';
import type { ReportContext } from './context.ts';
import { type Issue, issuesOf } from './issues.ts';
import { jsonText } from './untrusted.ts';

interface GitlabIssue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: 'info' | 'minor' | 'major' | 'critical' | 'blocker';
  readonly location: { readonly path: string; readonly lines: { readonly begin: number; readonly end: number } };
}

/** Renders a result as code quality issues. */
export function renderGitlab(result: Result, context: ReportContext): string {
  const fingerprint = fingerprints();
  const issues = issuesOf(result, context).map((issue): GitlabIssue => {
    const { kind, text, place, identity } = issue;
    return {
      description: text,
      check_name: kind,
      fingerprint: fingerprint(identity),
      severity: severityOf(issue),
      location: { path: place.file, lines: { begin: place.line, end: place.endLine } },
    };
  });
  return jsonText(issues);
}

function severityOf({ kind, level }: Issue): GitlabIssue['severity'] {
  if (kind === 'not-proved') return 'minor';
  if (level === 'error') return 'critical';
  return level === 'warning' ? 'major' : 'info';
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
