/** Places where not all threads get to, as a check has shown: what diverges is a clause of the choice of barriers as well. */
import type { Finding } from '../model/result.ts';
import type { Candidate } from './candidate.ts';
import type { Change } from './change.ts';
import type { SourceTexts } from './source-text.ts';

/** Offsets of a text before an edit: behind `from`, up to `to`. */
export interface BarredRange {
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

/** True for a point in the range. */
export function isBarred(file: string, at: number, range: BarredRange): boolean {
  return range.file === file && range.from < at && at <= range.to;
}

/**
 * From the branch where threads parted up to the barrier; from right before the barrier where that branch is not known.
 * @param texts with the candidate
 * @param divergent what its check found
 */
export function barredRanges(
  { points = [], changes }: Candidate,
  texts: SourceTexts,
  divergent: readonly Finding[],
): BarredRange[] {
  return points.flatMap(({ at, changes: own }) =>
    own.flatMap((change): BarredRange[] => {
      const finding = divergent.find((one) => isOf(one, change, changes, texts));
      if (finding === undefined) return [];
      const { file } = change;
      const branch = branchOf(finding, file, texts);
      const before = branch === null ? at : branch - shiftBefore(branch, file, changes);
      return [{ file, from: before < at ? before : at - 1, to: at }];
    }),
  );
}

/** Where the branch begins at which threads parted; null: not in this file, or nobody knows. */
function branchOf({ otherWay }: Finding, file: string, texts: SourceTexts): number | null {
  const source = texts.get(file);
  const parted = otherWay?.parted;
  if (source === null || parted == null || parted.file !== file) return null;
  const line = source.offsetAt(parted.line, 1);
  return line + source.indentAt(line).length;
}

/** True when the barrier of a finding is what a change put there. */
function isOf({ accesses: [at] }: Finding, change: Change, all: readonly Change[], texts: SourceTexts): boolean {
  const source = texts.get(change.file);
  if (source === null || at === undefined || at.file !== change.file) return false;
  const before = all.filter(({ file, start }) => file === change.file && start < change.start);
  const start = change.start + before.reduce((sum, one) => sum + grown(one), 0);
  const offset = source.offsetAt(at.line, at.column);
  return start <= offset && offset < start + change.text.length;
}

/** By how much the changes before an offset of the edited text moved it. */
function shiftBefore(offset: number, file: string, changes: readonly Change[]): number {
  const inOrder = changes.filter((one) => one.file === file).sort((a, b) => a.start - b.start);
  return inOrder.reduce((shift, one) => (one.start + shift < offset ? shift + grown(one) : shift), 0);
}

function grown({ start, end, text }: Change): number {
  return text.length - (end - start);
}
