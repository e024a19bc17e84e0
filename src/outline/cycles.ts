/** Code that a thread may come to again, and what it passes on the way. */
import { Repeats } from '../model/outline.ts';
import type { Crossing, Flow } from './flow.ts';

type Space = 'shared' | 'global';

/** For each segment what stands on the way from it back to it, as far as memory of this space goes. */
export function repeatsIn(flow: Pick<Flow, 'edges'>, space: Space): readonly Repeats[] {
  const atAll = repeatedIn(flow, () => false);
  const withinBlock = repeatedIn(flow, ({ level, orders }) => level === 'block' && orders[space]);
  const withinWarp = repeatedIn(flow, ({ orders }) => orders[space]);
  return flow.edges.map((_, segment) => {
    if (withinWarp[segment]) return 'freely';
    if (withinBlock[segment]) return 'behind-warp-barrier';
    return atAll[segment] ? 'behind-block-barrier' : 'never';
  });
}

/** The one that asks for less. */
export function leastOf(a: Repeats, b: Repeats): Repeats {
  return Repeats.options.indexOf(a) > Repeats.options.indexOf(b) ? a : b;
}

/**
 * Strongly connected components by Tarjan's algorithm, without recursion: flows have tens of thousands of segments.
 * @param cuts which crossings end a way
 * @returns for each segment whether some way leads from it back to it
 */
function repeatedIn({ edges }: Pick<Flow, 'edges'>, cuts: (crossing: Crossing) => boolean): readonly boolean[] {
  const next = edges.map((all) => all.flatMap(({ to, crossing }) => (crossing !== null && cuts(crossing) ? [] : to)));
  const repeated = next.map((ways, segment) => ways.includes(segment));
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
    for (const one of component) {
      isOpen[one] = false;
      if (component.length > 1) repeated[one] = true;
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
  return repeated;
}
