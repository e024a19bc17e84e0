/** What can be asked of the reasons of a kernel; it is decided by their kinds, and never by their texts. */
import type { KernelResult } from '../model/result.ts';

type Reasons = Pick<KernelResult, 'reasons'>;

/** True when nothing is known of a kernel but that it is there. */
export function isNotAnalysed({ reasons }: Reasons): boolean {
  return reasons.length > 0 && reasons.every(({ kind }) => kind === 'not-analysed');
}

/** True when more would be known of a kernel if it had been compiled, or given more time. */
export function wasCut({ reasons }: Reasons): boolean {
  return reasons.some(({ kind }) => kind === 'not-analysed' || kind === 'cut-short' || kind === 'untouched');
}

/** True when the kernel was given less time, as the change does not touch it, and more is open of it for that. */
export function wasLeft({ reasons }: Reasons): boolean {
  return reasons.some(({ kind }) => kind === 'untouched');
}

/** True when something is open of a kernel that had to be decided, and that is none of its possible findings. */
export function isUndecided({ verdict, reasons }: Pick<KernelResult, 'verdict' | 'reasons'>): boolean {
  if (reasons.length === 0) return verdict === 'inconclusive';
  return reasons.some(({ kind }) => kind !== 'possible-finding' && kind !== 'untouched');
}
