/** Circles in a graph: its strongly connected components with more than one member (Tarjan 1972). */

/** @param edges From each node to those that it points to. @returns each circle sorted, the largest first */
export function circlesIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const found: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.get(node)!);
    open.push(node);
    isOpen.add(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (isOpen.has(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const members = open.splice(open.indexOf(node));
    for (const member of members) isOpen.delete(member);
    if (members.length > 1 || edges.get(node)?.has(node)) found.push(members.sort());
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return found.sort((a, b) => b.length - a.length);
}
