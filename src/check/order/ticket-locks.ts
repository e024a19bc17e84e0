/**
 * Ticket locks: each thread draws a number by an atomic addition, waits until a second place holds that number, and adds
 * one to it when it is done. What is drawn is drawn once, so only one thread's turn it is.
 */

import type { KernelAccess } from '../../kernel/index.ts';
import { type Cond, type Int, isConstant, type Terms } from '../../terms/index.ts';
import type { Lock } from './locks.ts';

/**
 * @param writers of each object, by its key
 * @param contradict true when the conditions, over one thread, cannot hold together
 */
export function ticketLocks(
  terms: Terms,
  accesses: readonly KernelAccess[],
  writers: ReadonlyMap<string, readonly KernelAccess[]>,
  contradict: (conditions: readonly Cond[]) => boolean,
): Lock[] {
  const locks: Lock[] = [];
  const drawn = [...writers].filter(([, list]) => list.every((x) => x.found !== null && addsOne(terms, x)));
  for (const [object, gives] of writers) {
    const takes = accesses.filter(
      (x) => x.object.key === object && x.found !== null && (x.kind === 'read' || x.update?.kind === 'keep'),
    );
    if (takes.length === 0) continue;
    for (const [other, draws] of drawn) {
      if (other === object || ![...takes, ...gives].every((x) => draws.every((draw) => goTogether(terms, x, draw)))) {
        continue;
      }
      if (!gives.every((give) => addsOne(terms, give) || callsNext(terms, give, draws, contradict))) continue;
      locks.push({ object, kind: { name: 'tickets', draws }, takes, gives });
      break;
    }
  }
  return locks;
}

function addsOne(terms: Terms, { update }: KernelAccess): boolean {
  return update?.kind === 'add' && update.value === terms.one;
}

/** Who stores the next number instead of adding one. */
function callsNext(
  terms: Terms,
  give: KernelAccess,
  draws: readonly KernelAccess[],
  contradict: (conditions: readonly Cond[]) => boolean,
): boolean {
  const stored: Int | null = give.update?.kind === 'replace' ? give.update.value : give.value;
  if (stored === null || (give.kind !== 'write' && give.update?.kind !== 'replace')) return false;
  const others = draws.map((draw) => terms.ne(stored, terms.add(draw.found!, terms.one)));
  return contradict([give.path, give.facts, ...others]);
}

/** Two arrays are indexed alike: equal places in one are equal places in the other. */
function goTogether(terms: Terms, a: KernelAccess, b: KernelAccess): boolean {
  return a.base.length === 0 && b.base.length === 0 && isConstant(terms.sub(a.offset, b.offset));
}
