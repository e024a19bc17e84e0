/**
 * Barrier intervals by control flow: an interval begins at the kernel's entry or behind a barrier, and goes on until the next
 * barrier on any way. Threads of a block that meet at every barrier are in the same interval at the same time; so two pieces of
 * code can run at once only if they share one.
 */
import type { Crossing, Flow } from './flow.ts';

/** Steps over edges in all: what takes more is not told apart. */
const STEP_LIMIT = 4_000_000;

/**
 * @param cuts which crossings end an interval
 * @returns for each segment the numbers of its intervals, in order; null when there are too many
 */
export function intervalsOf(
  { entry, edges }: Pick<Flow, 'entry' | 'edges'>,
  cuts: (crossing: Crossing) => boolean,
): (readonly number[])[] | null {
  const found: number[][] = edges.map(() => []);
  const begins = [entry];
  const isBegin = new Set(begins);
  let steps = 0;
  for (let interval = 0; interval < begins.length; interval++) {
    const stack = [begins[interval]!];
    const seen = new Set(stack);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      found[at]!.push(interval);
      for (const { to, crossing } of edges[at]!) {
        if (++steps > STEP_LIMIT) return null;
        if (crossing !== null && cuts(crossing)) {
          if (!isBegin.has(to)) {
            isBegin.add(to);
            begins.push(to);
          }
        } else if (!seen.has(to)) {
          seen.add(to);
          stack.push(to);
        }
      }
    }
  }
  return found;
}
