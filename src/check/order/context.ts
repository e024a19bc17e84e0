/** What the idioms of synchronisation are given, and what they answer. */
import type { Execution, KernelAccess } from '../../kernel/index.ts';
import type { Assumption } from '../../model/assumption.ts';
import type { Cond, Int, Terms } from '../../terms/index.ts';
import type { LaunchTerms } from '../thread-pair.ts';
import type { FenceOrder } from './fences.ts';
import type { OtherThreads } from './sides.ts';
import type { Signals } from './signals.ts';

/** One execution of a kernel, and queries about one thread or two. */
export interface OrderContext {
  readonly terms: Terms;
  readonly launch: LaunchTerms;
  /** Facts of the launch. */
  readonly facts: readonly Cond[];
  readonly execution: Execution;
  /** True when the conditions, over one thread, cannot hold together. */
  readonly contradict: (conditions: readonly Cond[]) => boolean;
  /** True when two threads of a block can both meet the condition. */
  readonly twice: (condition: Cond) => boolean;
  /** What the place of an access holds when the kernel starts; null where nobody knows. */
  readonly initial: (access: KernelAccess) => Int | null;
}

/** The same with what all idioms share. */
export interface IdiomContext extends OrderContext {
  readonly fences: FenceOrder;
  readonly signals: Signals;
  readonly others: OtherThreads;
}

/** The answer of an idiom for two accesses. */
export interface Unordered {
  /** They hold whenever the idiom orders neither access before the other. */
  readonly conditions: readonly Cond[];
  /** What was taken for granted. */
  readonly assumptions: readonly Assumption[];
}

/** What the memory of a lock, a flag or a counter is assumed to hold. @param values `0`, or `0 or 1` */
export function holdsAtStart({ object }: KernelAccess, values: string): Assumption {
  return { kind: 'synchronisation', text: `${object.name} holds ${values} when the kernel starts`, place: null };
}
