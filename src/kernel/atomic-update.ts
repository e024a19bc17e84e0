/** What atomic read-modify-write operations do, where it is followed, and what they return. */
import type { AtomicOperator, Type } from '../ir/program.ts';
import { integerRange, isConstant, type MachineIntegers, single, type Terms } from '../terms/index.ts';
import type { FetchAdd, Update } from './kernel-model.ts';
import type { Value } from './memory.ts';
import type { State } from './state.ts';
import type { Thread } from './thread.ts';

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

/** What an operation counts (see `FetchAdd`), or null for one that does something else. */
export function counted(terms: Terms, update: Update | null): Pick<FetchAdd, 'adds' | 'limit'> | null {
  if (update?.kind === 'add') {
    const { low } = update.value.range;
    return low !== null && low >= 0n ? { adds: update.value, limit: null } : null;
  }
  if (update?.kind !== 'increment') return null;
  const { bound } = update;
  return { adds: terms.one, limit: isConstant(bound) && bound.constant >= NO_LIMIT ? null : bound };
}

/** What an atomic operation on that address finds: a value that is known to be its own when it counts in one place. */
export function fetched(
  { terms, symbols, machine, values, counters, recorder }: Thread,
  state: State,
  address: Value,
  { type, update, hint }: { readonly type: Type; readonly update: Update | null; readonly hint: string },
): Value {
  const [target, ...others] = address.kind === 'pointer' ? address.targets : [];
  const counts = counted(terms, update);
  if (!target || others.length > 0 || type.kind !== 'int' || type.bits === 1 || counts === null) {
    return values.unknown(type, 'unknown', hint);
  }
  // Counters are sizes: that they begin at no less than zero is an assumption of whoever relies on it.
  const { high } = integerRange(type.bits);
  const term = symbols.unknown('unknown', { low: 0n, high }, hint);
  const { object, base, offset } = target;
  const interval = counters.interval(state, object.space);
  recorder.fetchAdd({ operation: single(term)!.id, object, base, offset, ...counts, interval, holder: null });
  return machine.make(type.bits, term, true);
}
