/** Which conditions of one thread hold in each segment, whichever way a thread has come. */
import type { Edge, Flow } from './flow.ts';
import type { OutlineValues } from './values.ts';

/** Conditions that are remembered in one segment. */
const GUARD_LIMIT = 32;

/** @returns for each segment the texts of the conditions, in order */
export function guardsOf({ entry, edges }: Flow, values: OutlineValues): (readonly string[])[] {
  const known: (ReadonlySet<string> | null)[] = edges.map(() => null);
  known[entry] = new Set();
  const byEdge = new Map<Edge, string | null>();
  const guardOf = (edge: Edge): string | null => {
    if (edge.taken === null) return null;
    let guard = byEdge.get(edge);
    if (guard === undefined) {
      guard = values.guard(edge.taken.frame, edge.taken.condition, edge.taken.isTrue);
      byEdge.set(edge, guard);
    }
    return guard;
  };
  const open = [entry];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const here = known[at]!;
    for (const edge of edges[at]!) {
      const guard = guardOf(edge);
      const before = known[edge.to] ?? null;
      // Sets only shrink, so that this comes to an end.
      const come = guard === null || here.size >= GUARD_LIMIT ? [...here] : [...here, guard];
      const now = new Set(before === null ? come : come.filter((text) => before.has(text)));
      if (before !== null && now.size === before.size) continue;
      known[edge.to] = now;
      open.push(edge.to);
    }
  }
  return known.map((guards) => [...(guards ?? [])].sort());
}
