/**
 * Code on whose way the threads of a block part by their index. Whether a thread comes to a segment hangs on the branches
 * that it is control dependent on (Ferrante, Ottenstein, Warren: "The Program Dependence Graph and Its Use in Optimization"), and
 * on those that these hang on. Where a branch goes in a run is not asked.
 */
import { immediateDominators, reversePostorder } from '../ir/dominators.ts';
import type { Edge, Flow } from './flow.ts';
import type { OutlineValues } from './values.ts';

type Branch = NonNullable<Edge['taken']>;

/** Segments of a kernel that is looked at. */
const SEGMENT_LIMIT = 20_000;

/** Segments in all that are looked at for where the branches of a kernel lead. */
const STEP_LIMIT = 4_000_000;

/**
 * @returns for each segment that some threads of a block may stay away from the branches by which they part; null of a kernel
 * that is too large to look at
 */
export function partedSegments(
  { edges, end }: Flow,
  values: OutlineValues,
): ReadonlyMap<number, readonly Branch[]> | null {
  if (edges.length > SEGMENT_LIMIT) return null;
  const parted = new Map<number, Branch[]>();
  const dependent = dependentSegments(
    edges.map((out) => out.map(({ to }) => to)),
    end,
  );
  let steps = 0;
  for (const [first, [edge]] of edges.entries()) {
    const taken = edge?.taken ?? null;
    if (taken === null || !dependent.has(first) || !values.dependsOnThread(taken.frame, taken.condition)) continue;
    const divergent = new Set<number>();
    const open = [first];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const segment of dependent.get(at) ?? []) {
        if (++steps > STEP_LIMIT) return null;
        if (divergent.has(segment)) continue;
        divergent.add(segment);
        open.push(segment);
      }
    }
    for (const segment of divergent) {
      const known = parted.get(segment);
      if (known === undefined) parted.set(segment, [taken]);
      else known.push(taken);
    }
  }
  return parted;
}

/** Branches that depend on the thread, one side of which leads to a piece of code and the other never does. */
export class CutOff {
  readonly #branches: readonly { readonly branch: Branch; readonly to: readonly number[] }[];
  readonly #back: readonly (readonly number[])[];
  #steps = 0;

  constructor({ edges }: Pick<Flow, 'edges'>, values: OutlineValues) {
    const back: number[][] = edges.map(() => []);
    for (const [at, out] of edges.entries()) for (const { to } of out) back[to]!.push(at);
    this.#back = back;
    this.#branches = edges.flatMap((out) => {
      const taken = out[0]?.taken ?? null;
      if (out.length < 2 || taken === null || !values.dependsOnThread(taken.frame, taken.condition)) return [];
      return [{ branch: taken, to: out.map(({ to }) => to) }];
    });
  }

  /** None where there is too much to look at. */
  from(segment: number): readonly Branch[] {
    const leads = new Set([segment]);
    const open = [segment];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const one of this.#back[at]!) {
        if (++this.#steps > STEP_LIMIT) return [];
        if (leads.has(one)) continue;
        leads.add(one);
        open.push(one);
      }
    }
    return this.#branches.flatMap(({ branch, to }) =>
      to.some((one) => leads.has(one)) && !to.every((one) => leads.has(one)) ? branch : [],
    );
  }
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
