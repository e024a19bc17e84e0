/** Control flow of one function: reverse postorder, dominators, and the forest of natural loops. */
import { immediateDominators, reversePostorder } from '../ir/dominators.ts';
import type { ProgramFunction, Terminator } from '../ir/program.ts';

export interface Loop {
  readonly header: number;
  /** All blocks of the loop, inner loops included. */
  readonly blocks: ReadonlySet<number>;
  readonly parent: Loop | null;
}

export interface ControlFlow {
  /** Reachable blocks in reverse postorder; entry first. */
  readonly order: readonly number[];
  readonly successors: readonly (readonly number[])[];
  /** The innermost loop of each block, or null. */
  readonly innermost: ReadonlyMap<number, Loop | null>;
  readonly loopOf: ReadonlyMap<number, Loop>;
  /** A retreating edge whose target does not dominate its source (a jump into the middle of a loop), if any. */
  readonly irreducible: boolean;
}

/** The blocks that may follow, each once. */
export function successorsOf(terminator: Terminator): number[] {
  switch (terminator.op) {
    case 'br':
      return [terminator.target];
    case 'condbr':
      return terminator.ifTrue === terminator.ifFalse ? [terminator.ifTrue] : [terminator.ifTrue, terminator.ifFalse];
    case 'switch':
      return [...new Set([terminator.defaultTarget, ...terminator.cases.map((c) => c.target)])];
    default:
      return [];
  }
}

export function controlFlowOf(fn: ProgramFunction): ControlFlow {
  const successors = fn.blocks.map((b) => successorsOf(b.terminator));
  const order = reversePostorder(successors, 0);
  const position = new Map(order.map((b, i) => [b, i]));
  const predecessors = new Map<number, number[]>(order.map((b) => [b, []]));
  for (const b of order) for (const s of successors[b]!) predecessors.get(s)!.push(b);
  const dominator = immediateDominators(order, predecessors);
  const dominates = (a: number, b: number): boolean => {
    for (let x: number | undefined = b; x !== undefined; x = x === order[0] ? undefined : dominator.get(x)) {
      if (x === a) return true;
    }
    return false;
  };

  let irreducible = false;
  const bodies = new Map<number, Set<number>>();
  for (const b of order) {
    for (const s of successors[b]!) {
      if (position.get(s)! > position.get(b)!) continue;
      if (!dominates(s, b)) {
        irreducible = true;
        continue;
      }
      const body = bodies.get(s) ?? new Set([s]);
      bodies.set(s, body);
      const stack = [b];
      while (stack.length > 0) {
        const x = stack.pop()!;
        if (body.has(x)) continue;
        body.add(x);
        stack.push(...predecessors.get(x)!);
      }
    }
  }
  // Larger loops first, so that a loop's parent exists before it.
  const headers = [...bodies.keys()].sort((a, b) => bodies.get(b)!.size - bodies.get(a)!.size || a - b);
  const loopOf = new Map<number, Loop>();
  for (const header of headers) {
    let parent: Loop | null = null;
    for (const other of loopOf.values()) {
      if (other.blocks.has(header) && (parent === null || other.blocks.size < parent.blocks.size)) parent = other;
    }
    loopOf.set(header, { header, blocks: bodies.get(header)!, parent });
  }
  const innermost = new Map<number, Loop | null>();
  for (const b of order) {
    let best: Loop | null = null;
    for (const loop of loopOf.values()) {
      if (loop.blocks.has(b) && (best === null || loop.blocks.size < best.blocks.size)) best = loop;
    }
    innermost.set(b, best);
  }
  return { order, successors, innermost, loopOf, irreducible };
}
