/** Which units come first when there is not time for all. */
import type { ChangedFile } from '../diff/changed-file.ts';
import type { Unit } from './select-units.ts';

/**
 * Units that changed themselves, then those that most of the changed files reach, then the short ones.
 * @returns the files of the units
 */
export function byRelevance(
  units: readonly Unit[],
  changed: readonly ChangedFile[],
  textOf: (file: string) => string | undefined,
): string[] {
  const isChanged = new Set(changed.map(({ path }) => path));
  return units
    .map(({ file, throughHeaders }) => ({
      file,
      own: isChanged.has(file) ? 0 : 1,
      reached: -throughHeaders.length,
      length: textOf(file)?.length ?? 0,
    }))
    .sort((a, b) => a.own - b.own || a.reached - b.reached || a.length - b.length || (a.file < b.file ? -1 : 1))
    .map(({ file }) => file);
}
