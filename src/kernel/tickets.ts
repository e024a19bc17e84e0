/** Atomic operations that count: `atomicAdd` of what is not negative, and `atomicInc`. */
import type { AtomicOperator } from '../frontend/program.ts';
import type { Ticket } from './kernel-model.ts';
import type { MachineIntegers } from './machine-integers.ts';
import type { Value } from './memory.ts';
import { isConstant, type Terms } from './terms.ts';

/** A limit that no launch gets to: the counter never begins again. */
const NO_LIMIT = (1n << 32n) - 1n;

/** What an operation counts, or null for one that does something else. */
export function counted(
  terms: Terms,
  machine: MachineIntegers,
  operator: AtomicOperator,
  value: Value,
): Pick<Ticket, 'adds' | 'limit'> | null {
  if (value.kind !== 'int') return null;
  if (operator === 'add') {
    const adds = machine.signed(value);
    return adds.range.low !== null && adds.range.low >= 0n ? { adds, limit: null } : null;
  }
  if (operator !== 'uinc_wrap') return null;
  const limit = machine.unsigned(value);
  return { adds: terms.one, limit: isConstant(limit) && limit.constant >= NO_LIMIT ? null : limit };
}
