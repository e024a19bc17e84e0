/** The reasons and assumptions of a kernel as people read them. */
import { assumptionText } from '../src/model/assumption.ts';
import { reasonText } from '../src/model/reason.ts';
import type { KernelResult } from '../src/model/result.ts';

export function reasonsOf({ reasons }: Pick<KernelResult, 'reasons'>): string[] {
  return reasons.map(reasonText);
}

export function assumptionsOf({ assumptions }: Pick<KernelResult, 'assumptions'>): string[] {
  return assumptions.map(assumptionText);
}
