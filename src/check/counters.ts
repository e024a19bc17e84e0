/**
 * Counters of those that are done: every block (or every thread) of the launch adds one, once, and whoever finds that all
 * have added comes after all of them (CUDA's `threadFenceReduction`, barriers of a grid made by hand).
 */

import type { Execution, KernelAccess } from '../kernel/index.ts';
import { type Cond, type Int, isConstant, single, type Terms, visitAtoms } from '../terms/index.ts';
import type { Lock } from './locks.ts';
import type { LaunchTerms } from './thread-pair.ts';
import { writersByObject } from './writers.ts';

export interface Counter {
  readonly step: KernelAccess;
  /** Who has added last sets it back. */
  readonly resets: readonly KernelAccess[];
  /** How many add. */
  readonly total: Int;
  /** One thread adds for its block; else every thread of the launch does. */
  readonly isPerBlock: boolean;
}

/**
 * @param contradict true when the conditions, over one thread, cannot hold together
 * @param twice true when two threads of a block can both meet the condition
 */
export function countersOf(
  terms: Terms,
  launch: LaunchTerms,
  execution: Execution,
  locks: ReadonlyMap<string, Lock>,
  contradict: (conditions: readonly Cond[]) => boolean,
  twice: (condition: Cond) => boolean,
): Map<string, Counter> {
  const [gx, gy, gz] = launch.gridDim;
  const [bx, by, bz] = launch.blockDim;
  const blocks = terms.mul(gx, terms.mul(gy, gz));
  const threads = terms.mul(blocks, terms.mul(bx, terms.mul(by, bz)));
  const counters = new Map<string, Counter>();
  for (const [object, list] of writersByObject(execution.accesses)) {
    if (locks.has(object)) continue;
    const steps = list.filter((x) => x.update?.kind === 'increment' || (x.update?.kind === 'add' && x.found !== null));
    const [step] = steps;
    if (steps.length !== 1 || !step?.update || step.found === null || step.iterations.length > 0) continue;
    if (step.update.kind === 'add' && step.update.value !== terms.one) continue;
    if (!isOnePlace(step)) continue;
    const isPerBlock = !twice(terms.and(step.path, step.facts));
    if (!isPerBlock && step.path.kind !== 'true') continue;
    const total = isPerBlock ? blocks : threads;
    if (step.update.kind === 'increment' && !contradict([terms.lt(terms.add(step.update.bound, terms.one), total)]))
      continue;
    // Who sets it back is the last to have added.
    const isLast = (x: KernelAccess) =>
      stores(x, 0n) &&
      numbersFound(terms, execution, step, x).some((found) =>
        contradict([x.path, x.facts, terms.lt(terms.add(found, terms.one), total)]),
      );
    const resets = list.filter((x) => x !== step);
    if (resets.every(isLast)) counters.set(object, { step, resets, total, isPerBlock });
  }
  return counters;
}

/** What the step found, as the thread knows it at an access: its own number, or one that another thread handed on. */
function numbersFound(terms: Terms, execution: Execution, step: KernelAccess, access: KernelAccess): Int[] {
  const operation = single(step.found!)?.id;
  const numbers: Int[] = [];
  visitAtoms([access.path, access.facts], (atom) => {
    const ticket = execution.tickets.get(atom.id);
    if (ticket?.operation === operation) numbers.push(terms.ofAtom(atom));
  });
  return numbers;
}

/** All threads count in the same place. */
function isOnePlace({ base, offset }: KernelAccess): boolean {
  let isOne = true;
  visitAtoms([...base, offset], (atom) => {
    if ((atom.kind === 'symbol' || atom.kind === 'apply') && atom.sharing !== 'launch') isOne = false;
  });
  return isOne;
}

function stores({ update, kind, value }: KernelAccess, number: bigint): boolean {
  const stored = update?.kind === 'replace' ? update.value : kind === 'write' ? value : null;
  return stored !== null && isConstant(stored) && stored.constant === number;
}
