/** What one lane of a warp hands to the others: `base = __shfl_sync(mask, base, 0)`. */
import type { Type } from '../ir/program.ts';
import { type Int, isConstant, type Substitution, single } from '../terms/index.ts';
import type { Executor } from './execute.ts';
import type { Value } from './memory.ts';
import { asOtherThread } from './other-threads.ts';
import { isOfBlock } from './pinned-threads.ts';
import type { State } from './state.ts';

/** PTX's operand of a shuffle by index: which bits of the lane's number stay its own, above the limit's byte. */
const SEGMENT_SHIFT = 8n;

/** @param segment PTX's operand, where there is one. @returns the value, as `lane` of the thread's warp has it. */
export function laneValue(
  executor: Executor,
  state: State,
  value: Value,
  lane: Value,
  segment: Value | null,
  type: Type,
): Value {
  const t = executor.terms;
  const unknown = executor.unknownOf(type, 'unknown', 'lane');
  if (lane.kind !== 'int' || (value.kind !== 'int' && value.kind !== 'opaque')) return unknown;
  // Exchanges in which each lane names another (sums over the warp) are not followed.
  const { iterations } = executor;
  const rounds = new Set(iterations.map((k) => single(k)));
  const ofRound = t.substitution((atom) => (rounds.has(atom) ? t.zero : undefined));
  if (!isOfBlock([ofRound.int(lane.term)])) return unknown;
  const warpSize = BigInt(executor.input.program.warpSize);
  let width = warpSize;
  if (segment !== null) {
    if (segment.kind !== 'int' || !isConstant(segment.term)) return unknown;
    width = warpSize - (segment.term.constant >> SEGMENT_SHIFT);
    if (width < 1n || width > warpSize || (width & (width - 1n)) !== 0n) return unknown;
  }
  const [x, y, z] = executor.input.threadIdx;
  const [dx, dy, dz] = executor.input.launch.blockDim;
  const thread = t.add(x, t.mul(dx, t.add(y, t.mul(dy, z))));
  const first = t.scale(t.div(thread, t.constant(width)), width);
  const source = t.add(first, t.mod(executor.machine.signed(lane), t.constant(width)));
  const index: [Int, Int, Int] =
    dy === t.one && dz === t.one
      ? [source, t.zero, t.zero]
      : [t.mod(source, dx), t.mod(t.div(source, dx), dy), t.div(source, t.mul(dx, dy))];
  const theirs = asOtherThread(executor.others, index, iterations);
  // A lane that does not take part hands on nothing.
  const takesPart = t.and(t.lt(source, t.mul(dx, t.mul(dy, dz))), theirs.cond(state.path));
  return executor.choose(takesPart, under(value, theirs), unknown);
}

function under(value: Value & { kind: 'int' | 'opaque' }, substitution: Substitution): Value {
  return { ...value, term: substitution.int(value.term) };
}
