/** Which lines of two texts differ: the longest common subsequence, by dynamic programming on what is not the same at both ends. */

/** Lines of the old text in the place of which lines of the new one stand; from 0, ends exclusive, either may be empty. */
export interface Run {
  readonly from: number;
  readonly to: number;
  readonly nowFrom: number;
  readonly nowTo: number;
}

/** Beyond so many cells of the table the lines between the first and the last that changed are one run. */
const MAX_CELLS = 4_000_000;

/** In the order of the text. */
export function changedRuns(old: readonly string[], now: readonly string[]): Run[] {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const [a, b] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  if (a.length === 0 && b.length === 0) return [];
  const runs =
    a.length * b.length > MAX_CELLS || a.length === 0 || b.length === 0
      ? [{ from: 0, to: a.length, nowFrom: 0, nowTo: b.length }]
      : runsOf(a, b, commonLengths(a, b));
  return runs.map(({ from, to, nowFrom, nowTo }) => ({
    from: from + head,
    to: to + head,
    nowFrom: nowFrom + head,
    nowTo: nowTo + head,
  }));
}

/** For each pair of ends: how many lines they have in common, in order. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? 1 + lengths[(i + 1) * width + j + 1]!
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  return lengths;
}

function runsOf(a: readonly string[], b: readonly string[], lengths: Uint32Array): Run[] {
  const width = b.length + 1;
  const runs: Run[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [from, nowFrom] = [i, j];
    while (i < a.length || j < b.length) {
      if (i < a.length && j < b.length && a[i] === b[j]) break;
      const isOld = j === b.length || (i < a.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!);
      if (isOld) i++;
      else j++;
    }
    if (i > from || j > nowFrom) runs.push({ from, to: i, nowFrom, nowTo: j });
    while (i < a.length && j < b.length && a[i] === b[j]) {
      i++;
      j++;
    }
  }
  return runs;
}
