/** Reviewdog's diagnostic format: https://github.com/reviewdog/reviewdog/tree/master/proto/rdf */
import { offsetOfColumn } from '../lexical/columns.ts';
import { lineReader } from '../lexical/lines.ts';
import { type Access, type Edit, type Result, RuleId } from '../model/result.ts';
import type { ReportContext } from './context.ts';
import { type Issue, issuesOf } from './issues.ts';
import { PROJECT, rulePageUrl } from './links.ts';
import { jsonText } from './untrusted.ts';
import { accessInWords } from './witness.ts';

/** Lines and columns count from 1, columns in bytes of UTF-8; the end is exclusive. */
interface Position {
  readonly line: number;
  readonly column?: number;
}

interface Range {
  readonly start: Position;
  readonly end?: Position;
}

interface Location {
  readonly path: string;
  readonly range: Range;
}

interface Diagnostic {
  readonly message: string;
  readonly location: Location;
  readonly severity: 'ERROR' | 'WARNING' | 'INFO';
  readonly code: { readonly value: string; readonly url?: string };
  readonly suggestions?: readonly { readonly range: Range; readonly text: string }[];
  readonly related_locations?: readonly { readonly message: string; readonly location: Location }[];
}

type Region = Pick<Edit, 'file' | 'startLine' | 'startColumn' | 'endLine' | 'endColumn'>;

const SEVERITY = { error: 'ERROR', warning: 'WARNING', note: 'INFO' } as const;

/** Renders a result as `rdjson`: one diagnostic for each issue. */
export function renderRdjson(result: Result, context: ReportContext): string {
  const lineOf = lineReader(context.source);
  const position = (file: string, line: number, column: number): Position => {
    const text = lineOf(file, line);
    // Columns of a line that cannot be had are left out: its bytes are not known.
    if (text === undefined) return { line };
    return { line, column: Buffer.byteLength(text.slice(0, offsetOfColumn(text, column)), 'utf8') + 1 };
  };
  const rangeOf = ({ file, startLine, startColumn, endLine, endColumn }: Region): Range => ({
    start: position(file, startLine, startColumn),
    end: position(file, endLine, endColumn),
  });
  const rangeOfAccess = ({ file, line, column, endLine, endColumn }: Access) =>
    rangeOf({ file, startLine: line, startColumn: column, endLine, endColumn });
  const diagnostic = ({ kind, level, text, place, fixes, other }: Issue): Diagnostic => {
    const { file, line, endLine, columns } = place;
    const range =
      columns === null
        ? { start: { line } }
        : rangeOf({ file, startLine: line, startColumn: columns.column, endLine, endColumn: columns.endColumn });
    // Edits that belong together would be offered one by one, and were checked together.
    const suggestions = fixes.flatMap(({ edits: [edit, ...more] }) =>
      edit === undefined || more.length > 0 || edit.file !== file || lineOf(file, edit.startLine) === undefined
        ? []
        : { range: rangeOf(edit), text: edit.text },
    );
    const rule = RuleId.safeParse(kind);
    return {
      message: text,
      location: { path: file, range },
      severity: SEVERITY[level],
      code: rule.success ? { value: rule.data, url: rulePageUrl(rule.data) } : { value: kind },
      ...(suggestions.length === 0 ? {} : { suggestions }),
      ...(other === null
        ? {}
        : {
            related_locations: [
              {
                message: accessInWords(other),
                location: { path: other.file, range: rangeOfAccess(other) },
              },
            ],
          }),
    };
  };
  const diagnostics = issuesOf(result, context).map(diagnostic);
  return jsonText({ source: { name: 'gpurace', url: PROJECT }, diagnostics });
}
