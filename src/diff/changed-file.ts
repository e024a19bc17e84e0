import type { LineChanges } from './patch.ts';

/** One file of a change. */
export interface ChangedFile {
  /** At the head; at the base when the change removes the file. */
  readonly path: string;
  /** Where the file was before, when it was renamed or copied. */
  readonly previousPath: string | null;
  readonly status: 'added' | 'modified' | 'removed' | 'renamed';
  /** Null: there is no (whole) patch, so every line counts as changed. */
  readonly lines: LineChanges | null;
}

/** Where the file lies at the base, or null when it is new. */
export function pathAtBase(file: ChangedFile): string | null {
  if (file.status === 'added') return null;
  return file.previousPath ?? file.path;
}
