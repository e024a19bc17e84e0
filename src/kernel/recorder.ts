/**
 * The record of an execution: everything that it logs, in nested transactions. A pass that only explores (what one round of
 * a loop changes) keeps nothing of it; an attempt (to unroll a loop) keeps it if it succeeds. What is aborted has never
 * happened: not its accesses, and not what was refused or assumed on the way either. What a term stands for is no event:
 * it is known from then on, as the term may outlive the pass that made it.
 */
import type { SourceLocation } from '../ir/program.ts';
import type { Assumption } from '../model/assumption.ts';
import { Distinct } from '../model/distinct.ts';
import type { Reason } from '../model/reason.ts';
import type { Bound, Cond, Int, Terms } from '../terms/index.ts';
import type { Execution, LoadPlace } from './execution.ts';
import type { CopyCall, CopyWait } from './group-copies.ts';
import type {
  GroupCopy,
  GroupUse,
  KernelAccess,
  KernelBarrier,
  KernelFence,
  KernelLoop,
  Ticket,
} from './kernel-model.ts';
import type { MemoryObject } from './memory.ts';

export class Recorder {
  readonly #terms: Terms;
  /** How many passes that keep nothing are under way, one within the other. */
  #explorations = 0;
  #attempts = 0;
  /** What takes back, last one first, what was logged since the outermost attempt began. */
  readonly #undo: (() => void)[] = [];
  /** Accesses, fences and barriers so far. */
  #events = 0;
  /** The path to the code that is being executed. */
  here: Cond;

  readonly #accesses: KernelAccess[] = [];
  readonly #barriers: KernelBarrier[] = [];
  readonly #fences: KernelFence[] = [];
  readonly #groupUses: GroupUse[] = [];
  readonly #copyCalls: CopyCall[] = [];
  readonly #copyWaits: CopyWait[] = [];
  readonly #loops: KernelLoop[] = [];
  readonly #refusals = new Distinct<Reason>();
  readonly #assumptions = new Distinct<Assumption>();
  readonly #bounds = new Map<string, Bound>();
  readonly #tickets = new Map<number, Ticket>();
  readonly #loadPlaces = new Map<number, LoadPlace>();
  readonly #parameters = new Map<string, Int>();
  /** Where pointers were stored, by the object of shared or global memory that holds them. */
  readonly #pointersIn = new Map<number, SourceLocation | null>();
  /** The objects of shared or global memory that pointers were loaded from. */
  readonly #pointersFrom = new Map<number, MemoryObject>();
  #hidesOrder = false;

  constructor(terms: Terms) {
    this.#terms = terms;
    this.here = terms.true;
  }

  // ---- transactions ------------------------------------------------------------------------------------------------

  /** Runs a pass that only explores: a transaction that is aborted whatever comes of it, so that nothing is logged at all. */
  explore<T>(pass: () => T): T {
    this.#explorations++;
    try {
      return pass();
    } finally {
      this.#explorations--;
    }
  }

  /** Runs an attempt, and commits what it logs unless it fails, which it says by returning null. */
  attempt<T>(pass: () => T | null): T | null {
    const mark = this.#begin();
    let result: T | null = null;
    let isOver = false;
    try {
      result = pass();
      isOver = true;
      return result;
    } finally {
      // An execution that is cut short keeps what it has come to.
      if (isOver && result === null) this.#abort(mark);
      else this.#commit();
    }
  }

  #begin(): number {
    this.#attempts++;
    return this.#undo.length;
  }

  #commit(): void {
    if (--this.#attempts === 0) this.#undo.length = 0;
  }

  #abort(mark: number): void {
    while (this.#undo.length > mark) this.#undo.pop()!();
    this.#attempts--;
  }

  /** Adds to a log of the execution. @param make asked only if it is kept; null: there is nothing to add */
  append<T>(log: T[], make: () => T | null): void {
    const entry = this.#explorations > 0 ? null : make();
    if (entry === null) return;
    log.push(entry);
    if (this.#attempts > 0) this.#undo.push(() => log.pop());
  }

  #add<T extends Reason | Assumption>(log: Distinct<T>, statement: T): void {
    if (this.#explorations > 0 || !log.add(statement)) return;
    if (this.#attempts > 0) this.#undo.push(() => log.delete(statement));
  }

  #set<K, V>(log: Map<K, V>, key: K, value: V): void {
    if (this.#explorations > 0) return;
    const old = log.get(key);
    if (this.#attempts > 0) this.#undo.push(() => (old === undefined ? log.delete(key) : log.set(key, old)));
    log.set(key, value);
  }

  // ---- what threads do to each other -------------------------------------------------------------------------------

  access(make: () => Omit<KernelAccess, 'index'> | null): void {
    this.append(this.#accesses, () => {
      const access = make();
      return access && { index: this.#events++, ...access };
    });
  }

  barrier(make: () => Omit<KernelBarrier, 'index'>): void {
    this.append(this.#barriers, () => ({ index: this.#events++, ...make() }));
  }

  fence(make: () => Omit<KernelFence, 'index'>): void {
    this.hideOrder();
    this.append(this.#fences, () => ({ index: this.#events++, ...make() }));
  }

  groupUse(make: () => GroupUse): void {
    this.append(this.#groupUses, make);
  }

  /** @returns the copy, for its accesses */
  copyCall(make: (id: number) => CopyCall): GroupCopy {
    const call = make(this.#copyCalls.length);
    this.append(this.#copyCalls, () => call);
    return call.copy;
  }

  copyWait(make: () => CopyWait): void {
    this.append(this.#copyWaits, make);
  }

  loop(loop: KernelLoop): void {
    this.append(this.#loops, () => loop);
  }

  /** Something may order threads or hand values over without being an access. */
  hideOrder(): void {
    if (this.#hidesOrder || this.#explorations > 0) return;
    this.#hidesOrder = true;
    if (this.#attempts > 0) this.#undo.push(() => (this.#hidesOrder = false));
  }

  // ---- what the outcome rests on -----------------------------------------------------------------------------------

  refuse(reason: Reason): void {
    this.#add(this.#refusals, reason);
  }

  assume(assumption: Assumption): void {
    this.#add(this.#assumptions, assumption);
  }

  /** A value is taken not to overflow where the execution stands. */
  assumeNoOverflow(width: number, bound: Omit<Bound, 'path'>): void {
    this.assume({ kind: 'arithmetic', text: `${width}-bit index arithmetic does not overflow`, place: null });
    const key = `${bound.term.id}:${bound.low}`;
    const known = this.#bounds.get(key);
    this.#set(this.#bounds, key, { ...bound, path: known ? this.#terms.or(known.path, this.here) : this.here });
  }

  /** A scalar argument that the kernel looks at. */
  parameter(name: string, value: Int): void {
    this.#set(this.#parameters, name, value);
  }

  /** A pointer is stored in an object of shared or global memory. */
  pointerStored(object: MemoryObject, place: SourceLocation | null): void {
    this.#set(this.#pointersIn, object.id, place);
  }

  /** A pointer is loaded from an object of shared or global memory. */
  pointerLoaded(object: MemoryObject): void {
    this.#set(this.#pointersFrom, object.id, object);
  }

  /** The objects that pointers were stored in and loaded from, and where they were stored. */
  get pointersKept(): { readonly name: string; readonly place: SourceLocation | null }[] {
    return [...this.#pointersFrom].flatMap(([id, { name }]) => {
      const place = this.#pointersIn.get(id);
      return place === undefined ? [] : { name, place };
    });
  }

  // ---- what terms stand for ----------------------------------------------------------------------------------------

  ticket(ticket: Ticket): void {
    this.#tickets.set(ticket.operation, ticket);
  }

  /** Where a value is loaded that only the load itself stands for; of several places the first counts. */
  loadPlace(atom: number, place: LoadPlace): void {
    if (!this.#loadPlaces.has(atom)) this.#loadPlaces.set(atom, place);
  }

  // ---- the record --------------------------------------------------------------------------------------------------

  get tickets(): Map<number, Ticket> {
    return this.#tickets;
  }

  get copyCalls(): readonly CopyCall[] {
    return this.#copyCalls;
  }

  get copyWaits(): readonly CopyWait[] {
    return this.#copyWaits;
  }

  /** All that was recorded. */
  get log(): Log {
    return {
      accesses: this.#accesses,
      barriers: this.#barriers,
      fences: this.#fences,
      groupUses: this.#groupUses,
      hidesOrder: this.#hidesOrder,
      refusals: [...this.#refusals],
      assumptions: [...this.#assumptions],
      bounds: [...this.#bounds.values()],
      loops: this.#loops,
      tickets: this.#tickets,
      loadPlaces: this.#loadPlaces,
      parameters: this.#parameters,
    };
  }
}

export type Log = Pick<
  Execution,
  | 'accesses'
  | 'barriers'
  | 'fences'
  | 'groupUses'
  | 'hidesOrder'
  | 'refusals'
  | 'assumptions'
  | 'bounds'
  | 'loops'
  | 'tickets'
  | 'loadPlaces'
  | 'parameters'
>;
