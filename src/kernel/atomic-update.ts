import type { AtomicOperator } from '../frontend/program.ts';
import type { Update } from './kernel-model.ts';
import type { Int, Terms } from './terms.ts';

/** What an atomic read-modify-write operation does, where it is one whose outcome is followed. */
export function updateOf(terms: Terms, operator: AtomicOperator, value: Int): Update | null {
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
      return { kind: 'increment', bound: value };
    default:
      return null;
  }
}
