/** Checkstyle's XML, which Jenkins' warnings plugin, reviewdog and many others read. */
import type { Result } from '../model/result.ts';
import type { ReportContext } from './context.ts';
import { issuesOf } from './issues.ts';
import { escapeMarkup } from './untrusted.ts';

const SEVERITY = { error: 'error', warning: 'warning', note: 'info' } as const;

/** Renders a result as Checkstyle XML: one `file` for each file that something is said of, in the order of the result. */
export function renderCheckstyle(result: Result, context: ReportContext): string {
  const files = new Map<string, string[]>();
  for (const { kind, level, text, place } of issuesOf(result, context)) {
    const column = place.columns === null ? '' : ` column="${place.columns.column}"`;
    const what = `severity="${SEVERITY[level]}" message="${escapeMarkup(text)}" source="gpurace.${kind}"`;
    const lines = files.get(place.file) ?? [];
    lines.push(`    <error line="${place.line}"${column} ${what}/>`);
    files.set(place.file, lines);
  }
  const body = [...files].flatMap(([file, lines]) => [`  <file name="${escapeMarkup(file)}">`, ...lines, '  </file>']);
  return `${['<?xml version="1.0" encoding="UTF-8"?>', '<checkstyle version="4.3">', ...body, '</checkstyle>'].join('\n')}\n`;
}
