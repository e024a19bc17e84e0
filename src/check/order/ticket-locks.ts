/**
 * Ticket locks: each thread draws a number by an atomic addition, waits until a second place holds that number, and adds
 * one to it when it is done. Each number is drawn once, so it is the turn of one thread at a time.
 */
import type { KernelAccess } from '../../kernel/index.ts';
import { type Int, isConstant, type Terms } from '../../terms/index.ts';
import type { Lock, LockSite } from './locks.ts';

export function ticketLocks(site: LockSite): Lock[] {
  const { terms, object, modifications: gives, accesses } = site;
  const takes = accesses.filter(
    (x) => x.object.key === object && x.found !== null && (x.kind === 'read' || x.update?.kind === 'keep'),
  );
  if (takes.length === 0) return [];
  for (const [other, draws] of site.modificationsByObject) {
    if (other === object || !draws.every((draw) => draw.found !== null && addsOne(terms, draw))) continue;
    if (![...takes, ...gives].every((x) => draws.every((draw) => areParallel(terms, x, draw)))) continue;
    if (!gives.every((give) => addsOne(terms, give) || callsNext(site, give, draws))) continue;
    const notTaken: Lock['notTaken'] = (take, thread) =>
      terms.and(...draws.map((draw) => terms.ne(thread.int(take.found!), thread.int(draw.found!))));
    return [{ object, takes, gives, draws, values: null, notTaken }];
  }
  return [];
}

function addsOne(terms: Terms, { update }: KernelAccess): boolean {
  return update?.kind === 'add' && update.value === terms.one;
}

/** True for a store of the next number, which does what adding one does. */
function callsNext({ terms, contradict }: LockSite, give: KernelAccess, draws: readonly KernelAccess[]): boolean {
  const stored: Int | null = give.update?.kind === 'replace' ? give.update.value : give.value;
  if (stored === null || (give.kind !== 'write' && give.update?.kind !== 'replace')) return false;
  const others = draws.map((draw) => terms.ne(stored, terms.add(draw.found!, terms.one)));
  return contradict([give.path, give.facts, ...others]);
}

/** Two arrays are indexed alike: equal places in one are equal places in the other. */
function areParallel(terms: Terms, a: KernelAccess, b: KernelAccess): boolean {
  return a.base.length === 0 && b.base.length === 0 && isConstant(terms.sub(a.offset, b.offset));
}
