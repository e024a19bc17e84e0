/**
 * Barriers of AMD's processors. `s_barrier` joins the threads of a block, as `s_barrier_signal` and `s_barrier_wait` do one
 * after the other, `wave_barrier` those of a wavefront, and none of them orders memory: the fences around them do. In: a
 * program as read. Out: the same with a barrier that stands between a fence that releases and one that acquires, both at least
 * as wide as the barrier, as one call that means all three. A barrier without them stays as it is.
 */
import {
  acquires,
  covers,
  type Effect,
  type EffectOf,
  effectOf,
  openclScope,
  orderingNumbered,
  releases,
} from '../intrinsics/index.ts';
import type { Instruction, Ordering, Program, ProgramFunction } from '../ir/program.ts';

type Call = Instruction & { op: 'call' };

export function withFencedBarriers(program: Program): Program {
  const bare = [...program.functions.values()].flatMap((fn) => {
    const barrier = fn.isDefinition ? null : barrierOf(effectOf(fn.name));
    return barrier === null ? [] : [{ fn, barrier }];
  });
  if (bare.length === 0) return program;
  const functions = new Map([...program.functions].map(([name, fn]) => [name, fenced(fn)]));
  for (const { fn, barrier } of bare) functions.set(barrier.fenced, { ...fn, name: barrier.fenced });
  return { ...program, functions };
}

function fenced(fn: ProgramFunction): ProgramFunction {
  const blocks = fn.blocks.map((block) => ({
    ...block,
    instructions: block.instructions.map((instruction, i, all) => fencedOr(instruction, all[i - 1], all[i + 1])),
  }));
  return { ...fn, blocks };
}

function fencedOr(instruction: Instruction, before?: Instruction, behind?: Instruction): Instruction {
  if (instruction.op !== 'call' || instruction.callee.kind !== 'global') return instruction;
  const barrier = barrierOf(effectOfCall(instruction));
  if (barrier === null) return instruction;
  const isFence = (neighbour: Instruction | undefined, orders: (ordering: Ordering) => boolean) => {
    const ordering = neighbour?.op === 'call' ? fenceOrdering(neighbour, barrier.level) : null;
    return ordering !== null && orders(ordering);
  };
  if (barrier.half !== 'wait' && !isFence(before, releases)) return instruction;
  if (barrier.half !== 'arrive' && !isFence(behind, acquires)) return instruction;
  // Other numbers are those of named barriers.
  if (!instruction.arguments.every((number) => number.kind === 'int' && isOfBlock(number.value))) return instruction;
  return { ...instruction, callee: { ...instruction.callee, name: barrier.fenced } };
}

/** -1, of 16 bits or more. */
function isOfBlock(number: bigint): boolean {
  return BigInt.asIntN(16, number) === -1n;
}

/** The ordering of a fence that is at least as wide as the barrier's `level`; null when the call is none. */
function fenceOrdering(call: Call, level: 'block' | 'warp'): Ordering | null {
  const effect = effectOfCall(call);
  if (effect?.kind !== 'fence') return null;
  const constant = (at: number) => {
    const given = call.arguments[at];
    return given?.kind === 'int' ? given.value : -1n;
  };
  const scope = effect.scopeArgument === null ? effect.scope : openclScope(constant(effect.scopeArgument));
  if (scope === null || !covers(scope, level)) return null;
  return effect.orderArgument === null ? effect.order : orderingNumbered(constant(effect.orderArgument));
}

function barrierOf(effect: Effect | undefined): EffectOf<'unfenced-barrier'> | null {
  return effect?.kind === 'unfenced-barrier' ? effect : null;
}

function effectOfCall({ callee }: Call): Effect | undefined {
  return callee.kind === 'global' ? effectOf(callee.name) : undefined;
}
