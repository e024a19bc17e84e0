/** Code that a thread may come to again, and what it passes on the way. */
import { Repeats } from '../model/outline.ts';
import type { Crossing, Flow } from './flow.ts';

type Space = 'shared' | 'global';

/** Segments from each of which some way leads to each other one, with those that come behind them in front. */
export interface Components {
  readonly inOrder: readonly (readonly number[])[];
  /** For each segment whether some way leads from it back to it. */
  readonly isRepeated: readonly boolean[];
  /** For each segment where a thread may go next. */
  readonly next: readonly (readonly number[])[];
}

/** The components of a flow without the crossings that end a way. */
export class FlowComponents {
  readonly atAll: Components;
  readonly #known: Record<Space, Record<'block' | 'warp', Components>>;

  constructor(flow: Pick<Flow, 'edges'>) {
    const of = (space: Space) => ({
      block: componentsOf(flow, ({ level, orders }) => level === 'block' && orders[space]),
      warp: componentsOf(flow, ({ orders }) => orders[space]),
    });
    this.atAll = componentsOf(flow, () => false);
    const shared = of('shared');
    this.#known = { shared, global: ordersAlike(flow) ? shared : of('global') };
  }

  in(space: Space, level: 'block' | 'warp'): Components {
    return this.#known[space][level];
  }
}

/** Whether every barrier orders shared memory where it orders global memory. */
export function ordersAlike({ edges }: Pick<Flow, 'edges'>): boolean {
  return edges.every((out) => out.every(({ crossing }) => crossing?.orders.shared === crossing?.orders.global));
}

/** For each segment what stands on the way from it back to it, as far as memory of this space goes. */
export function repeatsIn(components: FlowComponents, space: Space): readonly Repeats[] {
  const withinBlock = components.in(space, 'block').isRepeated;
  const withinWarp = components.in(space, 'warp').isRepeated;
  return components.atAll.isRepeated.map((isRepeated, segment) => {
    if (withinWarp[segment]) return 'freely';
    if (withinBlock[segment]) return 'behind-warp-barrier';
    return isRepeated ? 'behind-block-barrier' : 'never';
  });
}

/** The one that asks for less. */
export function leastOf(a: Repeats, b: Repeats): Repeats {
  return Repeats.options.indexOf(a) > Repeats.options.indexOf(b) ? a : b;
}

/**
 * Strongly connected components by Tarjan's algorithm, without recursion: flows have tens of thousands of segments.
 * @param cuts which crossings end a way
 */
function componentsOf({ edges }: Pick<Flow, 'edges'>, cuts: (crossing: Crossing) => boolean): Components {
  const next = edges.map((all) => all.flatMap(({ to, crossing }) => (crossing !== null && cuts(crossing) ? [] : to)));
  const isRepeated = next.map((ways, segment) => ways.includes(segment));
  const inOrder: number[][] = [];
  const order = new Array<number>(next.length).fill(-1);
  const low = new Array<number>(next.length).fill(0);
  const isOpen = new Array<boolean>(next.length).fill(false);
  const open: number[] = [];
  let count = 0;
  const enter = (segment: number) => {
    order[segment] = low[segment] = count++;
    open.push(segment);
    isOpen[segment] = true;
    return { segment, way: 0 };
  };
  const leave = (segment: number) => {
    if (low[segment] !== order[segment]) return;
    const component = open.splice(open.lastIndexOf(segment));
    inOrder.push(component);
    for (const one of component) {
      isOpen[one] = false;
      if (component.length > 1) isRepeated[one] = true;
    }
  };
  for (const first of next.keys()) {
    if (order[first] !== -1) continue;
    const path = [enter(first)];
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const { segment } = at;
      const to = next[segment]![at.way++];
      if (to === undefined) {
        leave(segment);
        path.pop();
        const caller = path.at(-1)?.segment;
        if (caller !== undefined) low[caller] = Math.min(low[caller]!, low[segment]!);
      } else if (order[to] === -1) path.push(enter(to));
      else if (isOpen[to]) low[segment] = Math.min(low[segment]!, order[to]!);
    }
  }
  return { inOrder, isRepeated, next };
}
