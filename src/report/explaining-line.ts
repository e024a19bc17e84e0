/** The line of a change that explains why accesses which nobody touched race now. */
import type { Finding } from '../model/result.ts';

export interface ExplainingLine {
  /** What the change did with the line. */
  readonly did: 'deletes' | 'wrote';
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Null when the change wrote an access itself, when no line of it explains the finding, and where nothing was compared. */
export function explainingLine({ anchor }: Finding): ExplainingLine | null {
  if (anchor === undefined || anchor.line === null) return null;
  if (anchor.kind !== 'deleted-line' && anchor.kind !== 'written-line') return null;
  const did = anchor.kind === 'deleted-line' ? 'deletes' : 'wrote';
  return { did, file: anchor.file, line: anchor.line, text: anchor.text.trim() };
}
