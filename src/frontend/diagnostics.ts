/** clang's messages, read from its text output. */

export interface Diagnostic {
  /** A path of the tree, or of our own headers (`/.gpurace/…`); null when the message names no file. */
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
}

const PLACED = /^(.+?):(\d+):(?:(\d+):)? (fatal error|error|warning|note): (.*)$/;
const UNPLACED = /^(fatal error|error|warning|note): (.*)$/;

/**
 * @param placeOf From clang's spelling of a file name, and a line, to what to report.
 */
export function parseDiagnostics(
  text: string,
  placeOf: (name: string, line: number) => Pick<Diagnostic, 'file' | 'line'>,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const line of text.split('\n')) {
    const placed = PLACED.exec(line);
    if (placed !== null) {
      const [, file = '', row = '', column, severity = '', message = ''] = placed;
      found.push({
        ...placeOf(file, Number(row)),
        column: column === undefined ? null : Number(column),
        severity: severityOf(severity),
        message,
      });
      continue;
    }
    const unplaced = UNPLACED.exec(line);
    if (unplaced !== null) {
      const [, severity = '', message = ''] = unplaced;
      found.push({ file: null, line: null, column: null, severity: severityOf(severity), message });
    }
  }
  return found;
}

function severityOf(word: string): Diagnostic['severity'] {
  if (word === 'warning' || word === 'note') return word;
  return 'error';
}
