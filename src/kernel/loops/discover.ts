/** Which variables a loop changes: its body is explored until no more turn up. */
import { single, someAtom } from '../../terms/index.ts';
import type { Loop } from '../control-flow.ts';
import type { Frame } from '../frame.ts';
import { EMPTY_CONTENT, type LocalContent, type Slot, type Target, type Value } from '../memory.ts';
import { betweenIterations, isSameTable, joinTables, type PointerTable } from '../pointer-table.ts';
import { beforeAnyIteration, contentOf, type State } from '../state.ts';
import type { Thread } from '../thread.ts';
import { type Carried, type Havocked, newCarried, startValue, valueIn, withHavocked, withValues } from './carried.ts';
import type { Iterate } from './iteration.ts';
import { geometricShape, isNeverNegative } from './series.ts';

/** Passes after which no variable counts as never negative any more, and after which the loop is given up. */
const NON_NEGATIVE_PASSES = 8;
const PASS_LIMIT = 32;

export interface Discovery {
  readonly carried: readonly Carried[];
  /** The state after one iteration, in terms of the carried variables' start symbols. */
  readonly next: State;
  /** Objects that are stored to at unknown places. */
  readonly havocked: ReadonlyMap<number, Havocked>;
  /** Is it known that the first iteration may leave the loop as well as go round? */
  readonly mayLeaveAtOnce: boolean;
  /** Ways out of an iteration. */
  readonly exits: number;
}

/** @param iterate runs the loop's body once. @returns null when nothing goes round */
export function discover(
  thread: Thread,
  frame: Frame,
  { header }: Loop,
  entry: State,
  iterate: Iterate,
): Discovery | null {
  const { terms, recorder, symbols, loops } = thread;
  const search = new Search(thread, entry);
  // In a pass that only explores, what the loop was once seen to change is taken for what it changes: that saves passes, whose
  // number multiplies from loop to loop within it.
  const key = `${frame.key}@${header}@${symbols.passes.join()}`;
  if (recorder.journal.isExploring) search.expect(loops.get(key) ?? []);
  // What is known of the first iteration is all there before anything is taken for changed.
  const isFirst = search.carried.length === 0 && entry.stores.size === 0;
  let mayLeaveAtOnce = false;
  for (let pass = 0; ; pass++) {
    const start = search.start;
    const { next, exits, returns } = recorder.journal.explore(() =>
      symbols.within(terms.zero, null, () => iterate(start)),
    );
    if (next === null) return null;
    if (pass === 0) mayLeaveAtOnce = isFirst && exits.length > 0;
    const isStable = search.learn(start, next, pass < NON_NEGATIVE_PASSES);
    if (!isStable && pass < PASS_LIMIT) continue;
    if (!isStable) {
      recorder.refuse('a loop with too many variables that depend on each other', frame.fn.location);
    }
    loops.set(key, search.carried);
    return {
      carried: search.carried,
      next,
      havocked: search.havocked,
      mayLeaveAtOnce,
      exits: exits.length + returns.length,
    };
  }
}

class Search {
  readonly havocked = new Map<number, Havocked>();
  readonly #thread: Thread;
  readonly #entry: State;
  readonly #carried = new Map<string, Carried>();
  #written: ReadonlySet<number>;
  /** Objects from this number on were made by iterations. */
  readonly #firstOfLoop: number;

  constructor(thread: Thread, entry: State) {
    this.#firstOfLoop = thread.objects.next;
    this.#thread = thread;
    this.#entry = entry;
    this.#written = entry.written;
  }

  get carried(): readonly Carried[] {
    return [...this.#carried.values()];
  }

  /** Takes variables for changed by the loop. */
  expect(variables: readonly Carried[]): void {
    for (const { object, offset, size, start, nonNegative } of variables) {
      const before = valueIn(this.#entry, { object, offset });
      // Each call on the host has its own locals: those of a call before are no variables of this one.
      const isGone = before === undefined && this.#thread.input.host !== null;
      if (isGone || (before && before.kind !== start.kind)) continue;
      const carried = newCarried(this.#thread, this.#entry, object, offset, { size, value: before ?? start });
      if (carried.nonNegative && !nonNegative) {
        carried.nonNegative = false;
        carried.start = startValue(this.#thread, carried);
      }
      this.#carried.set(`${object}:${offset}`, carried);
    }
  }

  /** The state in which an iteration starts, as far as is known what others leave. */
  get start(): State {
    const before = beforeAnyIteration({ ...this.#entry, written: this.#written, ldsWait: null });
    const carried = [...this.#carried.values()].map((one) => [one, one.start] as const);
    return withHavocked(withValues(before, carried), this.havocked);
  }

  /** @param next the state after an iteration. @returns whether it does what was known before */
  learn(start: State, next: State, mayBeNonNegative: boolean): boolean {
    const known = new Set(this.#carried.values());
    let isStable = this.#learnChanges(start, next);
    for (const carried of this.#carried.values()) {
      const after = valueIn(next, carried);
      // What the iteration did to a variable of which nobody knew was done to its value before the loop: the next pass tells.
      const mayTurnOut = !known.has(carried) && after?.kind === 'int' && isNeverNegative(after.term);
      if (this.#learnKind(carried, after, mayBeNonNegative, mayTurnOut)) isStable = false;
    }
    if (next.written.size > this.#written.size) {
      this.#written = new Set([...this.#written, ...next.written]);
      isStable = false;
    }
    return isStable;
  }

  /** Finds the variables that an iteration changes. @returns whether there are none that were not known */
  #learnChanges(start: State, next: State): boolean {
    let isStable = true;
    const kept = new Set([...this.#carried.values()].flatMap((carried) => objectsOf(carried.start)));
    for (const [object, content] of next.memory) {
      const before = start.memory.get(object);
      if (before === content || (this.#isOfIteration(object) && !kept.has(object))) continue;
      if (content.isHavocked && this.#learnHavoc(object, before ?? EMPTY_CONTENT, content)) isStable = false;
      for (const [offset, slot] of changedSlots(before, content)) {
        const key = `${object}:${offset}`;
        if (this.#carried.has(key) || this.havocked.get(object)?.lost.has(offset)) continue;
        const carried = newCarried(this.#thread, this.#entry, object, offset, slot);
        this.#carried.set(key, carried);
        this.#havocMade(objectsOf(carried.start));
        isStable = false;
      }
    }
    return isStable;
  }

  /** @returns whether an iteration leaves less known of an object than was known before */
  #learnHavoc(object: number, before: LocalContent, after: LocalContent): boolean {
    const lost = [...before.slots].flatMap(([offset, { value }]) =>
      leadsSomewhere(value) && !after.slots.has(offset) ? offset : [],
    );
    const known = this.havocked.get(object);
    // What the first iteration is known to have stored at constant places says little: the next pass tells what iterations do to the table.
    const table = known
      ? this.#tableBetween(known.table, after.table)
      : this.#thread.memory.local.asTable(object, contentOf(this.#entry, object));
    if (known && lost.length === 0 && isSameTable(table, known.table)) return false;
    // What was a table before the loop, and is one still, need not be looked at again.
    if (!known && before.isHavocked && lost.length === 0 && isSameTable(after.table, before.table)) return false;
    for (const offset of lost) this.#carried.delete(`${object}:${offset}`);
    this.havocked.set(object, { lost: new Set([...(known?.lost ?? []), ...lost]), table });
    return true;
  }

  /** What is known of the pointers in an object at the beginning of any iteration. */
  #tableBetween(before: PointerTable | null, after: PointerTable | null): PointerTable | null {
    const table = before && after && joinTables(before, after);
    return table && betweenIterations(table, this.#thread.symbols.iterations.length);
  }

  /** On the host, what an iteration makes is another object each time: nothing of it goes round, but what a pointer leads to. */
  #isOfIteration(object: number): boolean {
    if (this.#thread.input.host === null || object < this.#firstOfLoop) return false;
    // A variable was there before, whenever it is first heard of.
    const kind = this.#thread.objects.numbered(object)?.origin.kind;
    return kind === 'stack' || kind === 'allocation' || kind === 'element';
  }

  /**
   * Host code that asks for memory in a loop has other memory in each iteration, and the exploration in each pass: one piece, of which
   * nothing is known what is in it, stands for what earlier iterations have made.
   */
  #unlikeOthers(start: Value, targets: readonly Target[]): readonly Target[] {
    const isMade = ({ object }: Target) => object.origin.kind === 'stack' && this.#isOfIteration(object.id);
    return targetsOf(start).some(isMade) ? targets.filter((target) => !isMade(target)) : targets;
  }

  /** Where a pointer points after an iteration, as far as it could not point there before. */
  #newTargets(start: Value, after: Value | undefined): Target[] {
    if (start.kind !== 'pointer') return [];
    const known = new Set(start.targets.map((t) => t.object));
    return targetsOf(after)
      .filter((t) => !known.has(t.object))
      .map((target) => this.#ofAnyIteration(target))
      .filter((t) => !known.has(t.object));
  }

  /** What an iteration has found in a table of pointers is something of that table for the next one. */
  #ofAnyIteration(target: Target): Target {
    const { origin, id } = target.object;
    if (origin.kind !== 'element' || !this.#isOfIteration(id)) return target;
    return { ...target, object: this.#thread.objects.anyLike(origin) };
  }

  /** Of what an earlier iteration has made, it is not known which one did, and so neither what is in it. */
  #havocMade(objects: readonly number[]): void {
    for (const object of objects) {
      if (this.#isOfIteration(object) && !this.havocked.has(object))
        this.havocked.set(object, { lost: new Set(), table: null });
    }
  }

  /**
   * Gives up what an iteration does not preserve.
   * @param isEarly whether the variable stays non-negative is left to the next pass
   * @returns whether there was anything to give up
   */
  #learnKind(carried: Carried, after: Value | undefined, mayBeNonNegative: boolean, isEarly: boolean): boolean {
    let isNew = false;
    const targets = this.#unlikeOthers(carried.start, this.#newTargets(carried.start, after));
    if (targets.length > 0) {
      carried.start = pointerAmong(this.#thread, [...targetsOf(carried.start), ...targets]);
      this.#havocMade(targets.map(({ object }) => object.id));
      isNew = true;
    }
    if (carried.isAddress && !staysInMemory(this.#thread, carried.start, after)) {
      carried.isAddress = false;
      carried.start = startValue(this.#thread, carried);
      isNew = true;
    }
    const { nonNegative } = carried;
    if (nonNegative && !isEarly && !(mayBeNonNegative && staysNonNegative(this.#thread, carried.start, after))) {
      carried.nonNegative = false;
      carried.start = startValue(this.#thread, carried);
      isNew = true;
    }
    return isNew;
  }
}

/** The slots that an iteration stored to, and those that it destroyed by a store that overlaps. */
function changedSlots(before: LocalContent | undefined, after: LocalContent): [number, Slot][] {
  const stored = [...after.slots].filter(([offset, slot]) => before?.slots.get(offset)?.value !== slot.value);
  const destroyed = [...(before?.slots ?? [])].filter(([offset]) => !after.slots.has(offset));
  return [...stored, ...destroyed];
}

/** Is the value after an iteration, as a number of its width, not negative if the one before was not? */
function staysNonNegative({ terms }: Thread, start: Value, after: Value | undefined): boolean {
  if (after?.kind !== 'int' || start.kind !== 'int') return false;
  if (!isNeverNegative(after.term)) return false;
  const { high } = after.term.range;
  if (after.signedExact || (high !== null && high < 1n << BigInt(after.width - 1))) return true;
  // Unsigned: counters are sizes, and taken to stay below 2^31; what is mixed and hashed is not.
  if (after.width < 32) return false;
  if (geometricShape(after.term, start.term) !== null) return true;
  const atom = single(start.term);
  return !someAtom([terms.sub(after.term, start.term)], (a) => a === atom || a.kind === 'bits' || a.kind === 'mod');
}

/** Is a number after an iteration the one before it and something that is no address? */
function staysInMemory({ terms, objects }: Thread, start: Value, after: Value | undefined): boolean {
  if (after?.kind !== 'int' || start.kind !== 'int') return false;
  return !objects.holdsAddress(terms.sub(after.term, start.term));
}

function objectsOf(value: Value): readonly number[] {
  if (value.kind === 'aggregate') return value.elements.flatMap(objectsOf);
  return targetsOf(value).map(({ object }) => object.id);
}

function targetsOf(value: Value | undefined): readonly Target[] {
  return value?.kind === 'pointer' ? value.targets : [];
}

/** Does a value lead to memory, or to a function? */
function leadsSomewhere(value: Value): boolean {
  if (value.kind === 'aggregate') return value.elements.some(leadsSomewhere);
  return value.kind === 'pointer' || value.kind === 'function' || value.kind === 'choice';
}

/** A pointer to somewhere in one of the targets' objects. */
function pointerAmong({ terms: t, symbols }: Thread, targets: readonly Target[]): Value {
  let none = t.true;
  return {
    kind: 'pointer',
    targets: targets.map((target, i) => {
      const here = i === targets.length - 1 ? t.true : symbols.condition();
      const guard = t.and(none, here);
      none = t.and(none, t.not(here));
      return { ...target, guard, offset: symbols.unknown('approximate', { low: null, high: null }, 'carried') };
    }),
  };
}
