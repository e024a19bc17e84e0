/** The ways out of a loop. */
import { effectOf } from '../../intrinsics/index.ts';
import { conjuncts } from '../../terms/index.ts';
import type { Frame } from '../frame.ts';
import type { Passed } from '../regions.ts';
import type { State } from '../state.ts';
import type { Thread } from '../thread.ts';

/**
 * After the loop all threads are back on the path that led to it (it ends), unless its exits lead to different places.
 * How it ended stays known as a fact.
 */
export function leave({ terms: t, values }: Thread, frame: Frame, entry: State, { exits, returns }: Passed): Passed {
  const places = new Set(exits.map((e) => landing(frame, e.to)));
  const [to] = places;
  if (places.size !== 1 || to === undefined) return { exits, returns };
  const hasPhi = frame.fn.blocks[to]!.instructions[0]?.op === 'phi';
  if (hasPhi && (exits.length > 1 || exits[0]!.to !== to)) return { exits, returns };
  const onPath = new Set(conjuncts(entry.path));
  const state = exits.map((edge) => edge.state).reduce((joined, next) => values.join(joined, next));
  const learned = conjuncts(state.path).filter((c) => !onPath.has(c));
  // A return inside the loop means that not everyone comes out of it.
  const after = { ...state, path: entry.path, facts: t.and(state.facts, ...learned) };
  return { exits: [{ from: exits[0]!.from, to, state: after }], returns };
}

/** Skips blocks that only end lifetimes: clang gives each exit of a loop its own. */
function landing(frame: Frame, block: number): number {
  for (let hops = 0; hops < 4; hops++) {
    const b = frame.fn.blocks[block]!;
    if (b.terminator.op !== 'br') return block;
    const trivial = b.instructions.every(
      (i) => i.op === 'call' && i.callee.kind === 'global' && effectOf(i.callee.name)?.kind === 'lifetime',
    );
    if (!trivial || frame.flow.loopOf.has(b.terminator.target)) return block;
    block = b.terminator.target;
  }
  return block;
}
