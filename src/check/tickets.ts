/**
 * What atomic additions return. As long as a place is only ever added to, every addition returns another value, so
 * `out[atomicAdd(&n, 1)] = x` writes to another place in every thread.
 */
import type { Cond, Int, KernelAccess, Terms, Ticket } from '../kernel/index.ts';
import type { ThreadPair } from './thread-pair.ts';

/** The tickets that can be relied upon: nothing but additions changes the object they count in. */
export function reliableTickets(
  tickets: ReadonlyMap<number, Ticket>,
  accesses: readonly KernelAccess[],
): Map<number, Ticket> {
  const spoilt = new Set(accesses.filter((a) => a.kind !== 'read' && a.adds === null).map((a) => a.object.key));
  return new Map([...tickets].filter(([, ticket]) => !spoilt.has(ticket.object)));
}

/** That tickets of one place which the two threads hold differ by what was added in between. */
export function distinctTickets(
  terms: Terms,
  tickets: ReadonlyMap<number, Ticket>,
  pair: ThreadPair,
  first: readonly (Cond | Int)[],
  second: readonly (Cond | Int)[],
): Cond[] {
  if (tickets.size === 0) return [];
  const facts: Cond[] = [];
  for (const [a, mine] of held(terms, tickets, first)) {
    for (const [b, yours] of held(terms, tickets, second)) {
      if (mine.object !== yours.object) continue;
      const [x, y] = [pair.first.int(a), pair.second.int(b)];
      const elsewhere = [
        terms.ne(pair.first.int(mine.offset), pair.second.int(yours.offset)),
        ...mine.base.map((term, i) => terms.ne(pair.first.int(term), pair.second.int(yours.base[i] ?? term))),
      ];
      facts.push(
        terms.or(
          ...elsewhere,
          terms.le(terms.add(x, terms.constant(mine.adds)), y),
          terms.le(terms.add(y, terms.constant(yours.adds)), x),
        ),
      );
    }
  }
  return facts;
}

function held(terms: Terms, tickets: ReadonlyMap<number, Ticket>, roots: readonly (Cond | Int)[]): [Int, Ticket][] {
  const found: [Int, Ticket][] = [];
  terms.visit(roots, (atom) => {
    const ticket = tickets.get(atom.id);
    if (ticket) found.push([terms.ofAtom(atom), ticket]);
  });
  return found;
}
