/** Graphs of control flow: an order of their nodes, and dominators. Nodes are numbers. */

/** The nodes that can be reached from `entry`, each before those that follow it, but for cycles. */
export function reversePostorder(successors: readonly (readonly number[])[], entry: number): number[] {
  const seen = new Set<number>([entry]);
  const done: number[] = [];
  const stack: { block: number; next: number }[] = [{ block: entry, next: 0 }];
  while (stack.length > 0) {
    const top = stack[stack.length - 1]!;
    const s = successors[top.block]![top.next++];
    if (s === undefined) {
      done.push(top.block);
      stack.pop();
    } else if (!seen.has(s)) {
      seen.add(s);
      stack.push({ block: s, next: 0 });
    }
  }
  return done.reverse();
}

/**
 * Cooper, Harvey, Kennedy: "A Simple, Fast Dominance Algorithm".
 *
 * @param order as `reversePostorder` has it
 * @returns for each node the last that all ways to it pass; the entry's is itself
 */
export function immediateDominators(
  order: readonly number[],
  predecessors: ReadonlyMap<number, readonly number[]>,
): Map<number, number> {
  const entry = order[0]!;
  const position = new Map(order.map((b, i) => [b, i]));
  const idom = new Map<number, number>([[entry, entry]]);
  const intersect = (a: number, b: number): number => {
    while (a !== b) {
      while (position.get(a)! > position.get(b)!) a = idom.get(a)!;
      while (position.get(b)! > position.get(a)!) b = idom.get(b)!;
    }
    return a;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const b of order) {
      if (b === entry) continue;
      let best: number | undefined;
      for (const p of predecessors.get(b)!) {
        if (!idom.has(p)) continue;
        best = best === undefined ? p : intersect(p, best);
      }
      if (best !== undefined && idom.get(b) !== best) {
        idom.set(b, best);
        changed = true;
      }
    }
  }
  return idom;
}
