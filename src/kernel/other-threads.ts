/**
 * A term of the thread that is executed, as another thread of its block has it: what a leader wrote for all, what a lane
 * handed on. Symbols of the thread become functions of who the other thread is, and of the rounds they were made in.
 */

import { type Atom, type Int, type Substitution, single, type Terms, type Uninterpreted } from '../terms/index.ts';
import type { Ticket } from './kernel-model.ts';
import { phaseUnder } from './phases.ts';

export interface OtherThreads {
  readonly terms: Terms;
  readonly threadIdx: readonly [Int, Int, Int];
  /** See `Symbols.iterationsOf`. */
  readonly symbolRounds: ReadonlyMap<number, readonly Int[]>;
  /** Tickets that other threads hold are added here. */
  readonly tickets: Map<number, Ticket>;
}

/**
 * @param thread the other thread's index, as a term of the thread that is executed or of its block.
 * @param common rounds of loops in which the two are together.
 */
export function asOtherThread(
  { terms: t, threadIdx, symbolRounds, tickets }: OtherThreads,
  thread: readonly [Int, Int, Int],
  common: readonly Int[],
): Substitution {
  const index = new Map(threadIdx.map((axis, i) => [single(axis)?.id, thread[i]!]));
  const shared = new Set(common.map((round) => single(round)?.id));
  const result: Substitution = t.substitution((atom) => {
    if (atom.kind === 'apply') {
      if (atom.sharing !== 'thread') return rebuiltTicket(t, tickets, atom, result);
      const args = [...thread, ...atom.args.map((a) => result.int(a))];
      return t.apply(renamed(atom), args);
    }
    if (atom.kind !== 'symbol' || atom.sharing !== 'thread') return undefined;
    const axis = index.get(atom.id);
    if (axis) return axis;
    if (shared.has(atom.id)) return undefined;
    const rounds = (symbolRounds.get(atom.id) ?? []).map((round) => result.int(round));
    const theirs = t.apply(renamed(atom), [...thread, ...rounds]);
    passOn(tickets, atom, theirs, result, { thread, rounds });
    return theirs;
  });
  return result;
}

/** What is another value in each thread, as a function of who the thread is. */
function renamed(of: Uninterpreted): Uninterpreted {
  return { name: `${of.name}@`, sharing: 'block', origin: of.origin, range: of.range };
}

/** An application under a substitution; one that is a ticket stays one. */
export function rebuiltTicket(
  t: Terms,
  tickets: Map<number, Ticket>,
  atom: Atom & { kind: 'apply' },
  substitution: Substitution,
): Int | undefined {
  const holder = tickets.get(atom.id)?.holder;
  if (!holder) return undefined;
  const args = atom.args.map((a) => substitution.int(a));
  const rebuilt = t.apply(atom, args);
  const [x, y, z] = holder.thread;
  passOn(tickets, atom, rebuilt, substitution, {
    thread: [substitution.int(x), substitution.int(y), substitution.int(z)],
    rounds: holder.rounds.map((round) => substitution.int(round)),
  });
  return rebuilt;
}

function passOn(
  tickets: Map<number, Ticket>,
  from: Atom,
  to: Int,
  substitution: Substitution,
  holder: NonNullable<Ticket['holder']>,
): void {
  const ticket = tickets.get(from.id);
  const id = single(to)?.id;
  if (ticket && id !== undefined && !tickets.has(id)) tickets.set(id, { ...ticketUnder(ticket, substitution), holder });
}

/** A ticket with other terms; whose it is stays. */
export function ticketUnder(ticket: Ticket, substitution: Substitution): Ticket {
  const { phase } = ticket;
  return {
    ...ticket,
    base: ticket.base.map((term) => substitution.int(term)),
    offset: substitution.int(ticket.offset),
    adds: substitution.int(ticket.adds),
    limit: ticket.limit && substitution.int(ticket.limit),
    phase: phaseUnder(phase, substitution),
  };
}
