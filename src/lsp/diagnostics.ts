/** What a result has to say, as diagnostics of its files, each with the verified fixes that go with it. */
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import { type Evidence, type Fix, type Result, RuleId } from '../model/result.ts';
import { accessInWords, type Issue, issuesOf, rulePageUrl } from '../report/index.ts';
import { type Files, lineRange, locationOf, rangeOf } from './places.ts';

export interface ToldIssue {
  readonly diagnostic: Diagnostic;
  readonly fixes: readonly Fix[];
}

const SEVERITY = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
} as const;

/** By the address of the file. */
export function diagnosticsOf(
  result: Result,
  minEvidence: Evidence,
  files: Files,
): ReadonlyMap<string, readonly ToldIssue[]> {
  const byFile = new Map<string, ToldIssue[]>();
  for (const issue of issuesOf(result, { minEvidence })) {
    const uri = files.uriOf(issue.place.file);
    byFile.set(uri, [...(byFile.get(uri) ?? []), { diagnostic: diagnosticOf(issue, files), fixes: issue.fixes }]);
  }
  return byFile;
}

function diagnosticOf({ kind, level, text, place, other }: Issue, files: Files): Diagnostic {
  const { file, line, endLine, columns } = place;
  const range =
    columns === null
      ? lineRange(file, line, files)
      : rangeOf({ file, startLine: line, startColumn: columns.column, endLine, endColumn: columns.endColumn }, files);
  const rule = RuleId.safeParse(kind);
  const related =
    other === null
      ? []
      : [{ location: locationOf(other, files), message: `The other access: ${accessInWords(other)}` }];
  return {
    range,
    severity: SEVERITY[level],
    source: 'gpurace',
    code: kind,
    ...(rule.success ? { codeDescription: { href: rulePageUrl(rule.data) } } : {}),
    message: text,
    ...(related.length === 0 ? {} : { relatedInformation: related }),
  };
}
