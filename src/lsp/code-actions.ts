/** Verified fixes as quick fixes of an editor. */
import { type CodeAction, CodeActionKind, type Range, type TextEdit } from 'vscode-languageserver/node';
import type { Fix } from '../model/result.ts';
import type { ToldIssue } from './diagnostics.ts';
import { type Files, rangeOf } from './places.ts';

/** The fixes of those issues that the range touches. */
export function codeActionsFor(issues: readonly ToldIssue[], range: Range, files: Files): CodeAction[] {
  return issues
    .filter(({ diagnostic }) => touches(diagnostic.range, range))
    .flatMap(({ diagnostic, fixes }) =>
      fixes.map(
        (fix): CodeAction => ({
          title: titleOf(fix),
          kind: CodeActionKind.QuickFix,
          diagnostics: [diagnostic],
          isPreferred: true,
          edit: { changes: editsOf(fix, files) },
        }),
      ),
    );
}

/** `Insert __syncthreads(); (verified)` where it is one line, else what kind of fix it is. */
function titleOf({ kind, edits: [edit, ...more] }: Fix): string {
  const text = edit?.text.trim() ?? '';
  const isShort = more.length === 0 && text !== '' && !text.includes('\n');
  return `gpurace: ${isShort ? `write ${text}` : kind.replaceAll('-', ' ')} (verified)`;
}

function editsOf({ edits }: Fix, files: Files): Record<string, TextEdit[]> {
  const changes: Record<string, TextEdit[]> = {};
  for (const edit of edits) {
    const uri = files.uriOf(edit.file);
    changes[uri] = [...(changes[uri] ?? []), { range: rangeOf(edit, files), newText: edit.text }];
  }
  return changes;
}

function touches(one: Range, other: Range): boolean {
  return one.start.line <= other.end.line && other.start.line <= one.end.line;
}
