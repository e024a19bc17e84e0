/** Verified fixes in SARIF: for readers that offer to make them. */

import { offsetOfColumn } from '../lexical/columns.ts';
import type { LineReader } from '../lexical/lines.ts';
import type { Edit, Fix } from '../model/result.ts';
import { visible } from './untrusted.ts';

/** Of the standard (3.55 to 3.57); the package of its types leaves them out. */
type SarifFix = {
  readonly description: { readonly text: string };
  readonly artifactChanges: ArtifactChange[];
};
type ArtifactChange = {
  readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string };
  readonly replacements: {
    readonly deletedRegion: {
      readonly startLine: number;
      readonly startColumn: number;
      readonly endLine: number;
      readonly endColumn: number;
    };
    readonly insertedContent?: { readonly text: string };
  }[];
};

/** The fixes of a cause; nothing without any. @param artifact how SARIF calls a file */
export function sarifFixes(
  fixes: readonly Fix[],
  readLine: LineReader,
  artifact: (file: string) => ArtifactChange['artifactLocation'],
): { readonly fixes?: SarifFix[] } {
  const told = fixes.map((fix) => sarifFix(fix, readLine, artifact));
  return told.length === 0 ? {} : { fixes: told };
}

function sarifFix(
  { kind, edits, note }: Fix,
  readLine: LineReader,
  artifact: (file: string) => ArtifactChange['artifactLocation'],
): SarifFix {
  const files = [...new Set(edits.map(({ file }) => file))];
  return {
    description: { text: visible(`Verified fix (${kind})${note === undefined ? '' : `. ${note}`}`) },
    artifactChanges: files.map((file) => ({
      artifactLocation: artifact(file),
      replacements: edits.filter((edit) => edit.file === file).map((edit) => replacement(edit, readLine)),
    })),
  };
}

/** SARIF counts columns in UTF-16 code units. */
function replacement(
  { file, startLine, startColumn, endLine, endColumn, text }: Edit,
  readLine: LineReader,
): ArtifactChange['replacements'][number] {
  const column = (line: number, at: number) => offsetOfColumn(readLine(file, line) ?? '', at) + 1;
  return {
    deletedRegion: {
      startLine,
      startColumn: column(startLine, startColumn),
      endLine,
      endColumn: column(endLine, endColumn),
    },
    ...(text === '' ? {} : { insertedContent: { text } }),
  };
}
