/** The scope, the order and the memory that a call asks for: said by its name, or in its arguments. */
import {
  type MemoryScope,
  type OrderedMemory,
  openclMemory,
  openclScope,
  orderingNumbered,
  ordersImages,
} from '../../intrinsics/index.ts';
import type { Ordering } from '../../ir/program.ts';
import { isConstant } from '../../terms/index.ts';
import { argument, type CallSite } from '../call-site.ts';

/** @returns null for one that is not known. */
export function scopeOf(
  site: CallSite,
  { scope, scopeArgument }: { readonly scope: MemoryScope; readonly scopeArgument: number | null },
): MemoryScope | null {
  if (scopeArgument === null) return scope;
  const value = argument(site, scopeArgument);
  return value.kind === 'int' && isConstant(value.term) ? openclScope(value.term.constant) : null;
}

/** An order that is not known counts as none. */
export function orderOf(
  site: CallSite,
  { order, orderArgument }: { readonly order: Ordering; readonly orderArgument: number | null },
): Ordering {
  if (orderArgument === null) return order;
  const value = argument(site, orderArgument);
  if (value.kind !== 'int' || !isConstant(value.term)) return 'monotonic';
  return orderingNumbered(value.term.constant) ?? 'monotonic';
}

/** The memory that OpenCL's flags name: all of it where a call has none. @returns null for flags that are not known. */
export function memoryOf(site: CallSite, fencesArgument: number | null): OrderedMemory | null {
  if (fencesArgument === null) return 'all';
  const value = argument(site, fencesArgument);
  return value.kind === 'int' && isConstant(value.term) ? openclMemory(value.term.constant) : null;
}

/** Whether OpenCL's flags name images. */
export function orderImages(site: CallSite, fencesArgument: number | null): boolean {
  if (fencesArgument === null) return false;
  const value = argument(site, fencesArgument);
  return value.kind === 'int' && isConstant(value.term) && ordersImages(value.term.constant);
}
