/**
 * Barriers on whose way the threads of a block part by their index. Whether a thread comes to a segment hangs on the branches
 * that it is control dependent on (Ferrante, Ottenstein, Warren: "The Program Dependence Graph and Its Use in Optimization"), and
 * on those that these hang on. Where a branch goes in a run is not asked.
 */
import { immediateDominators, reversePostorder } from '../ir/dominators.ts';
import type { BarrierStep, Flow } from './flow.ts';
import type { OutlineValues } from './values.ts';

/** Segments of a kernel that is looked at. */
const SEGMENT_LIMIT = 20_000;

/**
 * @returns the barriers that some threads of a block may stay away from; none of a kernel that is too large to look at
 */
export function divergentIn({ edges, end, barriers }: Flow, values: OutlineValues): ReadonlySet<BarrierStep> {
  if (barriers.length === 0 || edges.length > SEGMENT_LIMIT) return new Set();
  const dependent = dependentSegments(
    edges.map((out) => out.map(({ to }) => to)),
    end,
  );
  const open = edges.flatMap(([edge], at) => {
    const taken = edge?.taken ?? null;
    return taken !== null && dependent.has(at) && values.dependsOnThread(taken.frame, taken.condition) ? [at] : [];
  });
  const divergent = new Set<number>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const segment of dependent.get(at) ?? []) {
      if (divergent.has(segment)) continue;
      divergent.add(segment);
      open.push(segment);
    }
  }
  return new Set(barriers.filter(({ segment }) => divergent.has(segment)));
}

/** For each branch the segments that hang on where it goes. What never comes to the end, as a failed assertion, is left out. */
function dependentSegments(
  successors: readonly (readonly number[])[],
  end: number,
): ReadonlyMap<number, readonly number[]> {
  const back: number[][] = successors.map(() => []);
  for (const [at, next] of successors.entries()) for (const to of next) back[to]!.push(at);
  const order = reversePostorder(back, end);
  const isLive = new Set(order);
  const live = new Map(order.map((at) => [at, successors[at]!.filter((to) => isLive.has(to))]));
  const postDominator = immediateDominators(order, live);
  const dependent = new Map<number, number[]>();
  for (const [at, next] of live) {
    if (next.length < 2) continue;
    const found: number[] = [];
    const join = postDominator.get(at);
    for (const to of next) {
      for (let one: number | undefined = to; one !== undefined && one !== join; one = postDominator.get(one)) {
        found.push(one);
        if (one === end) break;
      }
    }
    dependent.set(at, found);
  }
  return dependent;
}
