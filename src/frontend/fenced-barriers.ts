/**
 * Barriers of AMD's processors. `s_barrier` joins the threads of a block, `wave_barrier` those of a wavefront, and neither
 * orders memory: the fences around them do. In: a program as read. Out: the same with a barrier that stands between a
 * fence that releases and one that acquires, both at least as wide as the barrier, as one call that means all three. A
 * barrier without them stays as it is, and is refused (`effects.ts`).
 */
import type { Instruction, Program, ProgramFunction } from '../ir/program.ts';

interface Barrier {
  readonly fenced: string;
  /** The fences that are wide enough. */
  readonly fences: readonly string[];
}

const BLOCK_FENCES = ['__gpurace_fence_block', '__gpurace_fence_device', '__gpurace_fence_system'];

const BARRIERS: ReadonlyMap<string, Barrier> = new Map([
  ['__builtin_amdgcn_s_barrier', { fenced: '__gpurace_fenced_block_barrier', fences: BLOCK_FENCES }],
  [
    '__builtin_amdgcn_wave_barrier',
    { fenced: '__gpurace_fenced_wave_barrier', fences: ['__gpurace_fence_warp', ...BLOCK_FENCES] },
  ],
]);

/** C's numbers for memory orders, as far as a fence with them does what is asked. */
const RELEASES = [3n, 4n, 5n];
const ACQUIRES = [2n, 4n, 5n];

export function withFencedBarriers(program: Program): Program {
  const bare = [...BARRIERS].filter(([name]) => program.functions.has(name));
  if (bare.length === 0) return program;
  const functions = new Map([...program.functions].map(([name, fn]) => [name, fenced(fn)]));
  for (const [name, barrier] of bare) {
    functions.set(barrier.fenced, { ...program.functions.get(name)!, name: barrier.fenced });
  }
  return { ...program, functions };
}

function fenced(fn: ProgramFunction): ProgramFunction {
  const calls = (i: Instruction) => BARRIERS.has(calledBy(i) ?? '');
  if (!fn.blocks.some((block) => block.instructions.some(calls))) return fn;
  const blocks = fn.blocks.map((block) => ({
    ...block,
    instructions: block.instructions.map((instruction, i, all) => fencedOr(instruction, all[i - 1], all[i + 1])),
  }));
  return { ...fn, blocks };
}

function fencedOr(instruction: Instruction, before?: Instruction, behind?: Instruction): Instruction {
  if (instruction.op !== 'call' || instruction.callee.kind !== 'global') return instruction;
  const barrier = BARRIERS.get(instruction.callee.name);
  if (barrier === undefined) return instruction;
  const isFence = (neighbour: Instruction | undefined, orders: readonly bigint[]) => {
    if (neighbour?.op !== 'call' || !barrier.fences.includes(calledBy(neighbour) ?? '')) return false;
    const order = neighbour.arguments[0];
    return order?.kind === 'int' && orders.includes(order.value);
  };
  if (!isFence(before, RELEASES) || !isFence(behind, ACQUIRES)) return instruction;
  return { ...instruction, callee: { ...instruction.callee, name: barrier.fenced } };
}

function calledBy(instruction: Instruction): string | null {
  return instruction.op === 'call' && instruction.callee.kind === 'global' ? instruction.callee.name : null;
}
