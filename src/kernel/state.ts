/** One symbolic state of the thread that is executed: where it may be, and what it has in its own memory. */

import { type Cond, conjuncts, type Terms } from '../terms/index.ts';
import { LayeredMap } from './layered-map.ts';
import { EMPTY_CONTENT, HAVOCKED_CONTENT, type LocalContent, sameBase, type Target, type Value } from './memory.ts';
import { joinTables, type PointerTable, tableOf } from './pointer-table.ts';
import { joinStores, NO_STORES, type RecentStores } from './store-forwarding.ts';

/** In `State.written`: the thread has fenced, and may see what others wrote in this interval, which not all of its block do. */
const WHAT_OTHERS_WROTE = -1;

/** The state behind anything that may order the thread with others: what it stored need not be what it loads. */
export function afterSynchronisation(state: State): State {
  return { ...state, stores: NO_STORES };
}

/** The state in which any iteration starts: another one has stored at other places than this one will. */
export function beforeAnyIteration(state: State): State {
  const stale = [...state.memory].filter(([, { last }]) => last !== null);
  if (stale.length === 0) return afterSynchronisation(state);
  const memory = new Map(state.memory);
  for (const [object, content] of stale) memory.set(object, { ...content, last: null });
  return afterSynchronisation({ ...state, memory });
}

/** The state behind a fence, or an operation that acquires. */
export function afterFence(state: State): State {
  return { ...state, stores: NO_STORES, written: new Set([...state.written, WHAT_OTHERS_WROTE]) };
}

/** The state behind a barrier of the whole block that orders all memory: everybody sees what was written before. */
export function afterBlockBarrier(state: State): State {
  return { ...state, written: new Set() };
}

/** May the thread find something else in an object than other threads of its block do in the same barrier interval? */
export function findsItsOwn({ written }: State, object: number): boolean {
  return written.has(object) || written.has(WHAT_OTHERS_WROTE);
}

export interface State {
  /** The branches taken to get here. */
  readonly path: Cond;
  /** What else is known here: how loops that are over have ended. */
  readonly facts: Cond;
  /** Content of local objects by object id. */
  readonly memory: ReadonlyMap<number, LocalContent>;
  /** Global and shared objects that this thread may have written since its last block barrier. */
  readonly written: ReadonlySet<number>;
  /** What it stored there since it last synchronised with anybody. */
  readonly stores: RecentStores;
  /** How many accesses had been recorded when it last waited for its own of shared memory (`Recorder.accessesMet`). */
  readonly ldsWait: number | null;
}

/** The state in which a thread begins. */
export function stateAtEntry(terms: Terms, memory: State['memory']): State {
  return { path: terms.true, facts: terms.true, memory, written: new Set(), stores: NO_STORES, ldsWait: null };
}

export function contentOf(state: State, object: number): LocalContent {
  return state.memory.get(object) ?? EMPTY_CONTENT;
}

export function withContent(state: State, object: number, content: LocalContent): State {
  return { ...state, memory: LayeredMap.with(state.memory, object, content) };
}

/** What becomes of values that two paths have in common and that no one term says. */
export interface Joining {
  /** One of two values of different kinds. */
  readonly either: (a: Value, b: Value) => Value;
  /** The pointer to one of these; of too many, an unknown one that may lead to each of them. */
  readonly pointerTo: (targets: readonly Target[]) => Value;
}

/** Joins two states that exclude each other. */
export function joinStates(terms: Terms, a: State, b: State, joining: Joining): State {
  if (a.path.kind === 'false') return b;
  if (b.path.kind === 'false') return a;
  const selector = selectorOf(terms, a.path, b.path);
  const contents = (left: LocalContent, right: LocalContent) => joinContents(terms, selector, left, right, joining);
  const memory = a.memory === b.memory ? a.memory : joinMemories(a.memory, b.memory, contents);
  let written = a.written;
  if (a.written !== b.written) written = new Set([...a.written, ...b.written]);
  return {
    path: terms.join(a.path, b.path),
    facts: joinFacts(terms, a, b),
    memory,
    written,
    stores: joinStores(a.stores, b.stores),
    ldsWait: a.ldsWait === b.ldsWait ? a.ldsWait : null,
  };
}

function joinMemories(
  a: State['memory'],
  b: State['memory'],
  contents: (left: LocalContent, right: LocalContent) => LocalContent,
): State['memory'] {
  const memory = new Map(a);
  for (const [object, right] of b) {
    const left = a.get(object);
    if (left === undefined) memory.set(object, right);
    else if (left !== right) memory.set(object, contents(left, right));
  }
  return memory;
}

/** What each side knew holds only on that side, unless both knew it. */
function joinFacts(terms: Terms, a: State, b: State): Cond {
  if (a.facts === b.facts) return a.facts;
  return terms.join(terms.and(a.facts, a.path), terms.and(b.facts, b.path));
}

/** A condition that holds on the first path and not on the second. */
export function selectorOf(terms: Terms, a: Cond, b: Cond): Cond {
  const left = conjuncts(a);
  const right = conjuncts(b);
  const leftOnly = left.filter((x) => !right.includes(x));
  const rightOnly = right.filter((x) => !left.includes(x));
  for (const x of leftOnly) if (rightOnly.includes(terms.not(x))) return x;
  return leftOnly.length > 0 && (leftOnly.length <= rightOnly.length || rightOnly.length === 0)
    ? terms.and(...leftOnly)
    : terms.not(terms.and(...rightOnly));
}

function joinContents(terms: Terms, selector: Cond, a: LocalContent, b: LocalContent, joining: Joining): LocalContent {
  const table = a.table === null && b.table === null ? null : joinedTable(a, b);
  if (table !== null) return { ...HAVOCKED_CONTENT, table };
  const slots = new Map(a.slots);
  for (const [offset, right] of b.slots) {
    const left = a.slots.get(offset);
    if (left === undefined) {
      // Stored on one side only: on the other it is undefined, or unknown when that side was havocked.
      if (a.isHavocked) slots.delete(offset);
      else slots.set(offset, right);
    } else if (left !== right) {
      if (left.size !== right.size) slots.delete(offset);
      else slots.set(offset, { size: left.size, value: joinValues(terms, selector, left.value, right.value, joining) });
    }
  }
  if (b.isHavocked) for (const offset of a.slots.keys()) if (!b.slots.has(offset)) slots.delete(offset);
  return { slots, isHavocked: a.isHavocked || b.isHavocked, table: null, last: null };
}

/** What two paths know of pointers that were stored by index: on one of them they may have been stored at places that are constant. */
function joinedTable(a: LocalContent, b: LocalContent): PointerTable | null {
  const [left, right] = [tableOf(a, b.table?.name ?? ''), tableOf(b, a.table?.name ?? '')];
  return left && right && joinTables(left, right);
}

/** The value that is `a` where `selector` holds and `b` elsewhere. */
export function joinValues(terms: Terms, selector: Cond, a: Value, b: Value, joining: Joining): Value {
  if (a === b || b.kind === 'undefined') return a;
  if (a.kind === 'undefined') return b;
  if (a.kind === 'int' && b.kind === 'int' && a.width === b.width) {
    return {
      kind: 'int',
      width: a.width,
      term: terms.ite(selector, a.term, b.term),
      signedExact: a.signedExact && b.signedExact,
    };
  }
  if (a.kind === 'bool' && b.kind === 'bool') {
    if (a.cond === b.cond) return a;
    const cond = terms.or(terms.and(selector, a.cond), terms.and(terms.not(selector), b.cond));
    return { kind: 'bool', cond };
  }
  if (a.kind === 'opaque' && b.kind === 'opaque') return { kind: 'opaque', term: terms.ite(selector, a.term, b.term) };
  if (a.kind === 'function' && b.kind === 'function' && a.name === b.name) return a;
  if (isCode(a) && isCode(b)) return { kind: 'choice', condition: selector, ifTrue: a, ifFalse: b };
  if (a.kind === 'pointer' && b.kind === 'pointer') {
    return joining.pointerTo(joinTargets(terms, selector, a.targets, b.targets));
  }
  if (a.kind === 'aggregate' && b.kind === 'aggregate' && a.elements.length === b.elements.length) {
    return {
      kind: 'aggregate',
      elements: a.elements.map((x, i) => joinValues(terms, selector, x, b.elements[i]!, joining)),
    };
  }
  return joining.either(a, b);
}

function isCode(value: Value): boolean {
  return value.kind === 'function' || value.kind === 'choice';
}

function joinTargets(terms: Terms, selector: Cond, a: readonly Target[], b: readonly Target[]): Target[] {
  const result: Target[] = [];
  const rest = [...b];
  for (const x of a) {
    const at = rest.findIndex((y) => y.object === x.object && sameBase(x.base, y.base));
    if (at >= 0) {
      const y = rest.splice(at, 1)[0]!;
      const guard =
        x.guard === y.guard ? x.guard : terms.or(terms.and(selector, x.guard), terms.and(terms.not(selector), y.guard));
      result.push({ guard, object: x.object, base: x.base, offset: terms.ite(selector, x.offset, y.offset) });
    } else result.push({ ...x, guard: terms.and(selector, x.guard) });
  }
  for (const y of rest) result.push({ ...y, guard: terms.and(terms.not(selector), y.guard) });
  return result;
}
