/**
 * What atomic operations that count return. As long as a place is only ever added to, every addition returns another
 * value, so `out[atomicAdd(&n, 1)] = x` writes to another place in every thread.
 */

import { counted, type KernelAccess, pinnedThread, type Ticket } from '../kernel/index.ts';
import { type Cond, type Int, isConstant, type Substitution, type Terms, visitAtoms } from '../terms/index.ts';
import type { Queries } from './query.ts';
import type { LaunchTerms, ThreadPair } from './thread-pair.ts';
import { changesMemory } from './writers.ts';

/** A ticket that differs from the others of its place. */
export interface ReliableTicket extends Ticket {
  /** Other writes of the counter are in other barrier intervals: only tickets of one interval differ. */
  readonly isOfInterval: boolean;
}

interface Counters {
  readonly terms: Terms;
  readonly launch: LaunchTerms;
  /** Facts of the launch. */
  readonly facts: readonly Cond[];
  readonly queries: Queries;
  readonly accesses: readonly KernelAccess[];
  /** True for a write that comes when nobody counts any more. */
  readonly isReset: (access: KernelAccess) => boolean;
}

/** The tickets that can be relied upon: their place is only counted in, and does not begin again within a launch. */
export function reliableTickets(tickets: ReadonlyMap<number, Ticket>, counters: Counters): Map<number, ReliableTicket> {
  const reliable = new Map<number, ReliableTicket>();
  const differs = new Map<KernelAccess, boolean>();
  for (const [id, ticket] of tickets) {
    const { terms } = counters;
    const changes = counters.accesses.filter(
      (a) => changesMemory(a) && a.object === ticket.object && !isElsewhere(terms, a, ticket),
    );
    const countOf = (a: KernelAccess) => counted(terms, a.update);
    const plain = changes.filter((a) => countOf(a) === null && !counters.isReset(a));
    const isOfInterval = plain.length > 0;
    if (!plain.every((a) => a.kind === 'write' && a.copy === null && isInAnotherInterval(terms, a, ticket))) continue;
    const counting = changes.filter((a) => countOf(a) !== null);
    if (ticket.limit === null ? counting.some((a) => countOf(a)?.limit) : !neverRepeats(counters, counting, differs))
      continue;
    reliable.set(id, { ...ticket, isOfInterval });
  }
  return reliable;
}

/** True when an access never touches the place that the ticket's operation counts in. */
function isElsewhere(terms: Terms, access: KernelAccess, ticket: Ticket): boolean {
  if (!isConstant(access.offset) || !isConstant(ticket.offset)) return false;
  // The counter has the size of what counts in it: eight bytes at most.
  const { low, high } = terms.sub(access.offset, ticket.offset).range;
  return low !== null && high !== null && (low >= 8n || high <= -BigInt(access.size));
}

/** True when no thread writes there in the barrier interval in which another counts. */
function isInAnotherInterval(terms: Terms, write: KernelAccess, ticket: Ticket): boolean {
  // Blocks have no intervals in common but those of the grid.
  const width = ticket.object.space === 'shared' ? 'block' : 'grid';
  // The rounds in which the two happen are not the same.
  const elsewhen = terms.substitution((atom) =>
    atom.kind === 'symbol' && atom.sharing === 'thread'
      ? terms.symbol(`${atom.name} of the write`, 'thread', atom.origin, atom.range)
      : undefined,
  );
  return terms.ne(elsewhen.int(write.phase[width]), ticket.phase[width]).kind === 'true';
}

/**
 * A counter that begins again at 0 behind its limit returns as many different values as that, and one: enough when no
 * more threads count.
 */
function neverRepeats(
  { terms, launch, facts, queries }: Counters,
  counting: readonly KernelAccess[],
  known: Map<KernelAccess, boolean>,
): boolean {
  const [access] = counting;
  if (!access || counting.length > 1 || access.iterations.length > 0) return false;
  const old = known.get(access);
  if (old !== undefined) return old;
  const limit = counted(terms, access.update)?.limit ?? null;
  let answer = false;
  if (limit && isOfLaunch(limit)) {
    const pinned = pinnedThread(terms, access.path, launch.threadIdx);
    let threads = terms.one;
    pinned.forEach((index, axis) => {
      if (index === null) threads = terms.mul(threads, launch.blockDim[axis]!);
    });
    if (access.object.space !== 'shared') for (const size of launch.gridDim) threads = terms.mul(threads, size);
    const repeats = terms.lt(terms.add(limit, terms.one), threads);
    answer = repeats.kind === 'false' || queries.solve([...facts, repeats], []).status === 'unsat';
  }
  known.set(access, answer);
  return answer;
}

function isOfLaunch(term: Int): boolean {
  let shared = true;
  visitAtoms([term], (atom) => {
    if ((atom.kind === 'symbol' || atom.kind === 'apply') && atom.sharing !== 'launch') shared = false;
  });
  return shared;
}

/** What is taken for granted of the counters whose tickets decide where or when something is accessed. */
export function ticketAssumptions(tickets: ReadonlyMap<number, Ticket>, roots: readonly (Cond | Int)[]): Set<string> {
  const assumptions = new Set<string>();
  visitAtoms(roots, (atom) => {
    const ticket = tickets.get(atom.id);
    if (!ticket) return;
    assumptions.add(`the counter in ${ticket.object.name} is not negative and does not overflow within a launch`);
  });
  return assumptions;
}

/** That tickets of one place which the two threads hold differ by what was added in between. */
export function distinctTickets(
  terms: Terms,
  tickets: ReadonlyMap<number, ReliableTicket>,
  pair: ThreadPair,
  first: readonly (Cond | Int)[],
  second: readonly (Cond | Int)[],
): Cond[] {
  if (tickets.size === 0) return [];
  const facts: Cond[] = [];
  const withinType = (s: Substitution, x: Int, ticket: ReliableTicket) => {
    const { high } = x.range;
    return high === null ? terms.true : terms.le(s.int(terms.add(x, ticket.adds)), terms.constant(high));
  };
  const same = (x: readonly Int[], y: readonly Int[]) =>
    terms.and(...x.map((term, i) => terms.eq(pair.first.int(term), pair.second.int(y[i] ?? term))));
  const holderOf = (ticket: ReliableTicket, side: 0 | 1): readonly Int[] => {
    const s = side === 0 ? pair.first : pair.second;
    return (ticket.holder?.thread ?? []).map((index) => s.int(index));
  };
  for (const [a, mine] of held(terms, tickets, first)) {
    for (const [b, yours] of held(terms, tickets, second)) {
      if (mine.object !== yours.object) continue;
      const isShared = mine.object.space === 'shared';
      if (isShared && !pair.isOfOneBlock) continue;
      const [x, y] = [pair.first.int(a), pair.second.int(b)];
      const conditions = [terms.not(same([mine.offset, ...mine.base], [yours.offset, ...yours.base]))];
      if (mine.isOfInterval || yours.isOfInterval) {
        const width = isShared ? 'block' : 'grid';
        conditions.push(terms.not(same([mine.phase[width]], [yours.phase[width]])));
      }
      if (pair.isOfOneBlock && mine.operation === yours.operation) {
        // One thread's ticket that both know is one ticket.
        const [p, q] = [holderOf(mine, 0), holderOf(yours, 1)];
        const [one, other] = [
          p.length > 0 ? p : pair.threads[0].threadIdx,
          q.length > 0 ? q : pair.threads[1].threadIdx,
        ];
        const isSame = [...one.map((index, axis) => terms.eq(index, other[axis]!))];
        if (mine.holder && yours.holder) isSame.push(same(mine.holder.rounds, yours.holder.rounds));
        if (mine.holder || yours.holder) conditions.push(terms.and(...isSame));
      }
      const apart =
        mine.limit === null
          ? terms.or(
              terms.le(terms.add(x, pair.first.int(mine.adds)), y),
              terms.le(terms.add(y, pair.second.int(yours.adds)), x),
            )
          : terms.ne(x, y);
      facts.push(terms.or(...conditions, apart), withinType(pair.first, a, mine), withinType(pair.second, b, yours));
    }
  }
  return facts;
}

function held(
  terms: Terms,
  tickets: ReadonlyMap<number, ReliableTicket>,
  roots: readonly (Cond | Int)[],
): [Int, ReliableTicket][] {
  const found: [Int, ReliableTicket][] = [];
  visitAtoms(roots, (atom) => {
    const ticket = tickets.get(atom.id);
    if (ticket) found.push([terms.ofAtom(atom), ticket]);
  });
  return found;
}
