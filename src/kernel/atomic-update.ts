/** What atomic read-modify-write operations do, where it is followed. */
import type { AtomicOperator } from '../ir/program.ts';
import type { MachineIntegers } from '../terms/index.ts';
import { isConstant, type Terms } from '../terms/index.ts';
import type { Ticket, Update } from './kernel-model.ts';
import type { Value } from './memory.ts';

/** A limit that no launch gets to: the counter never begins again. */
const NO_LIMIT = (1n << 32n) - 1n;

export function updateOf(
  terms: Terms,
  machine: MachineIntegers,
  operator: AtomicOperator,
  operand: Value,
): Update | null {
  if (operand.kind !== 'int') return null;
  const value = machine.signed(operand);
  switch (operator) {
    case 'xchg':
      return { kind: 'replace', value };
    case 'add':
    case 'sub':
      if (value === terms.zero) return { kind: 'keep' };
      return { kind: 'add', value: operator === 'add' ? value : terms.negate(value) };
    case 'or':
    case 'xor':
      return value === terms.zero ? { kind: 'keep' } : null;
    case 'and':
      return value === terms.constant(-1) ? { kind: 'keep' } : null;
    case 'uinc_wrap':
      return { kind: 'increment', bound: machine.unsigned(operand) };
    default:
      return null;
  }
}

/** What an operation counts (see `Ticket`), or null for one that does something else. */
export function counted(terms: Terms, update: Update | null): Pick<Ticket, 'adds' | 'limit'> | null {
  if (update?.kind === 'add') {
    const { low } = update.value.range;
    return low !== null && low >= 0n ? { adds: update.value, limit: null } : null;
  }
  if (update?.kind !== 'increment') return null;
  const { bound } = update;
  return { adds: terms.one, limit: isConstant(bound) && bound.constant >= NO_LIMIT ? null : bound };
}
