/** What single instructions do to memory. */
import type { Effect } from '../intrinsics/index.ts';
import { storeSizeOf } from '../ir/layout.ts';
import type { Operand } from '../ir/program.ts';
import type { OutlineStep } from './flow.ts';
import type { OutlineValues } from './values.ts';

/** What an instruction does to memory. */
export interface Touch {
  readonly kind: 'read' | 'write' | 'atomic';
  readonly pointer: Operand;
  /** Null: as many as there are. */
  readonly size: number | null;
  /** What is written, where it is one value. */
  readonly value?: Operand;
}

export function touchesOf({ frame, instruction, effect }: OutlineStep, values: OutlineValues): Touch[] {
  switch (instruction.op) {
    case 'load':
      return [
        {
          kind: instruction.ordering === null ? 'read' : 'atomic',
          pointer: instruction.pointer,
          size: storeSizeOf(instruction.type),
        },
      ];
    case 'store':
      return [
        {
          kind: instruction.ordering === null ? 'write' : 'atomic',
          pointer: instruction.pointer,
          size: storeSizeOf(instruction.value.type),
          value: instruction.value,
        },
      ];
    case 'atomicrmw':
      return [{ kind: 'atomic', pointer: instruction.pointer, size: storeSizeOf(instruction.value.type) }];
    case 'cmpxchg':
      return [{ kind: 'atomic', pointer: instruction.pointer, size: storeSizeOf(instruction.expected.type) }];
    case 'call': {
      const sizeOf = (operand: Operand | undefined) => {
        const size = operand === undefined ? null : values.constant(frame, operand);
        return size === null ? null : Number(size);
      };
      return effect === null ? [] : touchesOfCall(effect, instruction.arguments, sizeOf);
    }
    default:
      return [];
  }
}

function touchesOfCall(
  effect: Effect,
  [first, second, third]: readonly Operand[],
  sizeOf: (operand: Operand | undefined) => number | null,
): Touch[] {
  const touch = (kind: Touch['kind'], pointer: Operand | undefined, size: number | null): Touch[] =>
    pointer === undefined ? [] : [{ kind, pointer, size }];
  switch (effect.kind) {
    case 'memcpy':
      return [...touch('write', first, sizeOf(third)), ...touch('read', second, sizeOf(third))];
    case 'memset':
      return touch('write', first, sizeOf(third));
    case 'atomic':
    case 'atomic-compare-exchange':
    case 'atomic-store':
      return touch('atomic', first, second === undefined ? 4 : storeSizeOf(second.type));
    case 'atomic-load':
      return touch('atomic', first, 4);
    case 'vector-load':
      return touch('read', second, null);
    case 'vector-store':
      return touch('write', third, null);
    default:
      return [];
  }
}
