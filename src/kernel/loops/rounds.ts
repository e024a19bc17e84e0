/** What people are told of a pass of a loop: which loop it is, and what its variable holds. */
import type { Int } from '../../terms/index.ts';
import type { Loop } from '../control-flow.ts';
import type { Frame } from '../frame.ts';
import type { Round } from '../kernel-model.ts';
import type { State } from '../state.ts';
import { type Carried, valueIn } from './carried.ts';

export interface LoopRounds {
  readonly frame: Frame;
  /** @param start the state in which the pass begins */
  readonly roundOf: (iteration: Int, start: State) => Round;
}

/** A number that a loop changes, and what it is where an iteration starts. */
export type LoopVariable = Pick<Carried, 'object' | 'offset' | 'start'>;

/** Nobody will be told of the pass. */
export const nameless: LoopRounds['roundOf'] = (iteration) => ({ loop: null, depth: 0, iteration, variable: null });

/** @param carried what the loop changes */
export function loopRounds(frame: Frame, { header }: Loop, carried: readonly LoopVariable[]): LoopRounds {
  const block = frame.fn.blocks[header]!;
  const located = [...block.instructions, block.terminator].find(
    ({ location }) => location !== null && location.line > 0,
  );
  const looked = variableLookedAt(frame, header, carried);
  return {
    frame,
    roundOf: (iteration, start) => {
      const value = looked === null ? undefined : valueIn(start, looked);
      const variable = value?.kind === 'int' ? value.term : null;
      return { loop: located?.location ?? null, depth: frame.callSites.length, iteration, variable };
    },
  };
}

/** The first variable that the header loads, of those that the loop changes. */
function variableLookedAt(frame: Frame, header: number, carried: readonly LoopVariable[]): LoopVariable | null {
  for (const instruction of frame.fn.blocks[header]!.instructions) {
    if (instruction.op !== 'load' || instruction.pointer.kind !== 'register') continue;
    const pointer = frame.registers[instruction.pointer.register];
    const [target, other] = pointer?.kind === 'pointer' ? pointer.targets : [];
    if (target === undefined || other !== undefined) continue;
    const found = carried.find(
      ({ object, offset, start }) =>
        object === target.object.id && start.kind === 'int' && isNumber(target.offset, offset),
    );
    if (found !== undefined) return found;
  }
  return null;
}

function isNumber({ monomials, constant }: Int, value: number): boolean {
  return monomials.length === 0 && constant === BigInt(value);
}
