/**
 * Loops. A loop is executed once for an arbitrary round `k`: first its body is explored with every carried variable
 * replaced by a fresh symbol, to see what a round does to each; variables with a closed form in `k` (unchanged, affine,
 * geometric, swapped) get it, all others stay unknown. Then the body is run for good. A loop that closed forms do not
 * describe is unrolled when its rounds are few and its exits are decided.
 */
import { effectOf } from '../intrinsics/index.ts';
import type { Operand } from '../ir/program.ts';
import type { MachineInt } from '../terms/index.ts';
import {
  type Atom,
  type Cond,
  conjuncts,
  type Int,
  isConstant,
  single,
  someAtom,
  type Terms,
  visitAtoms,
} from '../terms/index.ts';
import type { Loop } from './control-flow.ts';
import type { Executor } from './execute.ts';
import type { Edge, Frame, Passed, Return } from './execution.ts';
import { EMPTY_CONTENT, type Slot, type Target, type Value, withSlot } from './memory.ts';
import { NO_OWN_WRITES } from './own-writes.ts';
import { contentOf, PHASE_OBJECT, type State, withContent } from './state.ts';

const UNROLL_LIMIT = 40;
/** Symbolic steps that one unrolling may cost before it is given up. */
const UNROLL_STEPS = 40_000;
/** The same for host code, where launches in many rounds of a loop become one launch in the end. */
const HOST_UNROLL_STEPS = 600;
/** Rounds of discovery after which no variable counts as never negative any more, and after which it is given up. */
const DISCOVERY_ROUNDS = 8;
const DISCOVERY_LIMIT = 32;

/** A variable that the loop changes: a slot of a local object. */
interface Carried {
  readonly object: number;
  readonly offset: number;
  readonly size: number;
  /** The value before the loop, or undefined when there is none. */
  readonly entry: Value | undefined;
  /** What stands for it at the start of a round. */
  start: Value;
  /** Assumed not negative; kept only while a round preserves it. */
  nonNegative: boolean;
  /** A number that is an address, and stays one within the same memory; kept only while a round preserves it. */
  isAddress: boolean;
}

interface Pass extends Passed {
  /** The state that goes round, or null when none does. */
  readonly next: State | null;
}

/** Runs a whole loop. */
export function runLoop(executor: Executor, frame: Frame, loop: Loop, incoming: readonly Edge[]): Passed {
  const phis = headerPhis(frame, loop);
  const phiObject = -1 - loop.header - 10_000 * (frame.callSites.length + 1);
  const entry = enter(executor, frame, incoming, phis, phiObject);
  const round = (start: State): Pass => runRound(executor, frame, loop, start, phis, phiObject);

  const symbols = executor.symbolCount;
  const discovery = discover(executor, frame, entry, round);
  if (discovery === null) return leave(executor, frame, entry, round(entry));

  const learned = executor.symbolCount;
  const k = executor.iterationSymbol();
  executor.varyWith(k, symbols, learned);
  const closed = closedForms(executor, discovery.carried, discovery.next, k);
  if (closed.inexact) {
    const unrolled = unroll(executor, frame, entry, round);
    if (unrolled) return unrolled;
  }
  const before = wentOn(executor, entry, discovery, closed, k);
  let start = entry;
  for (const [carried, value] of closed.values) {
    const content = contentOf(start, carried.object);
    start = withContent(start, carried.object, withSlot(content, carried.offset, carried.size, value));
  }
  for (const object of discovery.smeared) {
    start = withContent(start, object, { slots: contentOf(start, object).slots, smeared: true });
  }
  start = {
    ...start,
    written: new Set([...entry.written, ...discovery.next.written]),
    own: NO_OWN_WRITES,
    path: executor.terms.and(entry.path, before.condition),
  };
  executor.iterations.push(k);
  try {
    const pass = round(start);
    const t = executor.terms;
    executor.recorder.loop({
      round: k,
      entered: entry.path,
      goesOn: before.goesOn,
      isPartial: before.isPartial,
      left: t.or(...pass.exits.map((e) => t.and(e.state.path, e.state.facts))),
    });
    return leave(executor, frame, entry, pass);
  } finally {
    executor.iterations.pop();
  }
}

// ---- one round ------------------------------------------------------------------------------------------------------

interface HeaderPhi {
  readonly register: number;
  readonly incoming: readonly { readonly value: Operand; readonly block: number }[];
}

function headerPhis(frame: Frame, loop: Loop): HeaderPhi[] {
  const phis: HeaderPhi[] = [];
  for (const i of frame.fn.blocks[loop.header]!.instructions) {
    if (i.op !== 'phi' || i.result === null) break;
    phis.push({ register: i.result, incoming: i.incoming });
  }
  return phis;
}

/** The state before the first round; header phis become slots of a pseudo object, so that they are carried like variables. */
function enter(
  executor: Executor,
  frame: Frame,
  incoming: readonly Edge[],
  phis: readonly HeaderPhi[],
  phiObject: number,
): State {
  const states = incoming.map((edge) => withPhis(executor, frame, edge, phis, phiObject));
  let state = states[0]!;
  for (let i = 1; i < states.length; i++) state = executor.join(state, states[i]!);
  return state;
}

function withPhis(executor: Executor, frame: Frame, edge: Edge, phis: readonly HeaderPhi[], phiObject: number): State {
  if (phis.length === 0) return edge.state;
  let content = EMPTY_CONTENT;
  for (const phi of phis) {
    const operand = phi.incoming.find((x) => x.block === edge.from)?.value;
    const value: Value = operand ? executor.evaluate(frame, edge.state, operand) : { kind: 'undefined' };
    content = withSlot(content, phi.register * 16, 16, value);
  }
  return withContent(edge.state, phiObject, content);
}

function runRound(
  executor: Executor,
  frame: Frame,
  loop: Loop,
  start: State,
  phis: readonly HeaderPhi[],
  phiObject: number,
): Pass {
  for (const phi of phis) {
    frame.registers[phi.register] = contentOf(start, phiObject).slots.get(phi.register * 16)?.value ?? {
      kind: 'undefined',
    };
  }
  const { exits, latches, returns } = executor.runRegion(frame, loop, loop.header, [
    { from: -1, to: loop.header, state: start },
  ]);
  let next: State | null = null;
  for (const edge of latches) {
    const state = withPhis(executor, frame, edge, phis, phiObject);
    next = next ? executor.join(next, state) : state;
  }
  return { exits, returns, next };
}

// ---- discovery ------------------------------------------------------------------------------------------------------

interface Discovery {
  readonly carried: readonly Carried[];
  /** The state after one round, in terms of the carried variables' start symbols. */
  readonly next: State;
  readonly smeared: ReadonlySet<number>;
}

/** Finds the variables that a round changes, until no more turn up. @returns null when nothing goes round. */
function discover(executor: Executor, frame: Frame, entry: State, round: (start: State) => Pass): Discovery | null {
  const carried = new Map<string, Carried>();
  const smeared = new Set<number>();
  let written = entry.written;
  for (let attempt = 0; ; attempt++) {
    let start: State = { ...entry, written, own: NO_OWN_WRITES };
    for (const c of carried.values()) {
      start = withContent(start, c.object, withSlot(contentOf(start, c.object), c.offset, c.size, c.start));
    }
    for (const object of smeared) {
      start = withContent(start, object, { slots: contentOf(start, object).slots, smeared: true });
    }
    const next = executor.recorder.explore(() => {
      executor.iterations.push(executor.terms.zero);
      try {
        return round(start).next;
      } finally {
        executor.iterations.pop();
      }
    });
    if (next === null) return null;
    let settled = true;
    for (const [object, content] of next.memory) {
      const before = start.memory.get(object);
      if (before === content) continue;
      if (content.smeared && !before?.smeared) {
        smeared.add(object);
        settled = false;
      }
      for (const [offset, slot] of content.slots) {
        const key = `${object}:${offset}`;
        if (before?.slots.get(offset)?.value === slot.value || carried.has(key)) continue;
        carried.set(key, newCarried(executor, entry, object, offset, slot));
        settled = false;
      }
      for (const [offset, slot] of before?.slots ?? []) {
        // A slot that a round destroys (overlapping store): unknown from the second round on.
        const key = `${object}:${offset}`;
        if (content.slots.has(offset) || carried.has(key)) continue;
        carried.set(key, newCarried(executor, entry, object, offset, slot));
        settled = false;
      }
    }
    for (const c of carried.values()) {
      const after = contentOf(next, c.object).slots.get(c.offset)?.value;
      const objects = newTargets(c.start, after);
      if (objects.length > 0) {
        c.start = pointerAmong(executor, [...targetsOf(c.start), ...objects]);
        settled = false;
      }
      if (c.isAddress && !staysInMemory(executor, c.start, after)) {
        c.isAddress = false;
        c.start = startValue(executor, c);
        settled = false;
      }
      if (!c.nonNegative) continue;
      if (attempt < DISCOVERY_ROUNDS && staysNonNegative(executor, c.start, after)) continue;
      c.nonNegative = false;
      c.start = startValue(executor, c);
      settled = false;
    }
    if (next.written.size > written.size) {
      written = new Set([...written, ...next.written]);
      settled = false;
    }
    if (!settled && attempt >= DISCOVERY_LIMIT) {
      executor.refuse('a loop with too many variables that depend on each other', frame.fn.location);
      settled = true;
    }
    if (settled) return { carried: [...carried.values()], next, smeared };
  }
}

/** Is the value after a round, as a number of its width, not negative if the one before was not? */
function staysNonNegative(executor: Executor, start: Value, after: Value | undefined): boolean {
  if (after?.kind !== 'int' || start.kind !== 'int') return false;
  const { low, high } = after.term.range;
  if (low === null || low < 0n) return false;
  if (after.signedExact || (high !== null && high < 1n << BigInt(after.width - 1))) return true;
  // Unsigned: counters are sizes, and taken to stay below 2^31; what is mixed and hashed is not.
  if (after.width < 32) return false;
  if (geometricShape(after.term, start.term) !== null) return true;
  const atom = single(start.term);
  let mixes = false;
  visitAtoms([executor.terms.sub(after.term, start.term)], (a) => {
    if (a === atom || a.kind === 'bits' || a.kind === 'mod') mixes = true;
  });
  return !mixes;
}

/** Is a number after a round the one before it and something that is no address? */
function staysInMemory(executor: Executor, start: Value, after: Value | undefined): boolean {
  if (after?.kind !== 'int' || start.kind !== 'int') return false;
  return !executor.holdsAddress(executor.terms.sub(after.term, start.term));
}

function targetsOf(value: Value | undefined): readonly Target[] {
  return value?.kind === 'pointer' ? value.targets : [];
}

/** Where a pointer points after a round, as far as it could not point there before. */
function newTargets(start: Value, after: Value | undefined): Target[] {
  if (start.kind !== 'pointer') return [];
  const known = new Set(start.targets.map((t) => t.object));
  return targetsOf(after).filter((t) => !known.has(t.object));
}

/** A pointer to somewhere in one of the targets' objects. */
function pointerAmong(executor: Executor, targets: readonly Target[]): Value {
  const t = executor.terms;
  let none = t.true;
  return {
    kind: 'pointer',
    targets: targets.map((target, i) => {
      const here = i === targets.length - 1 ? t.true : executor.unknownCondition();
      const guard = t.and(none, here);
      none = t.and(none, t.not(here));
      const offset = executor.unknown('approximate', { low: null, high: null }, 'carried');
      return { ...target, guard, offset };
    }),
  };
}

function newCarried(executor: Executor, entry: State, object: number, offset: number, slot: Slot): Carried {
  const before = contentOf(entry, object).slots.get(offset)?.value;
  const isAddress = before?.kind === 'int' && executor.recoveredPointer(before) !== null;
  const nonNegative =
    !isAddress && before?.kind === 'int' && before.term.range.low !== null && before.term.range.low >= 0n;
  const carried: Carried = {
    object,
    offset,
    size: slot.size,
    entry: before ?? undefined,
    start: { kind: 'undefined' },
    nonNegative,
    isAddress,
  };
  carried.start = startValue(executor, { ...carried, start: slot.value });
  return carried;
}

/** A fresh symbol of the kind of the variable's value. */
function startValue(executor: Executor, carried: Carried): Value {
  const like = carried.entry && carried.entry.kind !== 'undefined' ? carried.entry : carried.start;
  const fresh = (low: bigint | null, high: bigint | null) => executor.unknown('approximate', { low, high }, 'carried');
  switch (like.kind) {
    case 'int': {
      if (carried.isAddress) {
        return executor.machine.make(like.width, executor.terms.add(like.term, fresh(null, null)));
      }
      const half = 1n << BigInt(like.width - 1);
      const term = fresh(carried.nonNegative ? 0n : -half, half - 1n);
      return executor.machine.make(like.width, term, true);
    }
    case 'bool':
      return { kind: 'bool', cond: executor.terms.ne(fresh(0n, 1n), executor.terms.zero) };
    case 'pointer':
      return {
        kind: 'pointer',
        targets: like.targets.map((t) => ({ ...t, offset: fresh(null, null) })),
      };
    case 'aggregate':
      return {
        kind: 'aggregate',
        elements: like.elements.map((e) =>
          startValue(executor, { ...carried, entry: e, start: e, nonNegative: false, isAddress: false }),
        ),
      };
    case 'function':
      return like;
    default:
      return { kind: 'opaque', term: fresh(null, null) };
  }
}

// ---- closed forms ---------------------------------------------------------------------------------------------------

interface ClosedForms {
  /** The value of each carried variable at the start of round k. */
  readonly values: readonly (readonly [Carried, Value])[];
  /** True when an integer or pointer has no affine form: unrolling would know more. */
  readonly inexact: boolean;
}

function closedForms(executor: Executor, carried: readonly Carried[], next: State, k: Int): ClosedForms {
  const t = executor.terms;
  const after = (c: Carried): Value | undefined => contentOf(next, c.object).slots.get(c.offset)?.value;
  const startAtoms = new Map<number, Carried>();
  const register = (value: Value, c: Carried) => {
    for (const term of termsOf(value)) for (const m of term.monomials) for (const a of m.atoms) startAtoms.set(a.id, c);
  };
  for (const c of carried) register(c.start, c);
  const unchanged = new Set(carried.filter((c) => sameValue(after(c), c.start)));
  const replaceUnchanged = t.substitution((atom) => {
    const owner = startAtoms.get(atom.id);
    if (!owner || !unchanged.has(owner) || !owner.entry) return undefined;
    return matchingTerm(owner.start, owner.entry, atom);
  });
  const newest = newestSymbol(carried);
  const varies = (term: Int): boolean =>
    someAtom([term], (atom) => {
      if (startAtoms.has(atom.id)) return true;
      if (atom.kind === 'apply') return atom.origin === 'unknown';
      // Symbols made in the round (loads, inner rounds) differ from round to round.
      return atom.kind === 'symbol' && atom.sharing === 'thread' && atom.origin !== 'input' && atom.id > newest;
    });
  const values = new Map<Carried, Value>();
  /** Those of which unrolling would know more. */
  const loose = new Set<Carried>();
  for (const c of carried) {
    if (unchanged.has(c) && c.entry) {
      values.set(c, c.entry);
      continue;
    }
    const now = after(c);
    if (!now || !c.entry) continue;
    const form = closedForm(executor, carried, after, c, c.entry, now, k, (x) => replaceUnchanged.int(x), varies);
    if (form) values.set(c, form.value);
    if (form?.geometric) loose.add(c);
  }
  // What is left may step by something that the closed forms make a function of the round alone.
  const known = startsToTerms(values);
  const close = t.substitution((atom) => known.get(atom.id));
  const kAtom = single(k);
  for (const c of carried) {
    const now = after(c);
    if (values.has(c) || c.entry?.kind !== 'int' || c.start.kind !== 'int' || now?.kind !== 'int') continue;
    const step = close.int(t.sub(now.term, c.start.term));
    if (variesIn(t, step, (atom) => atom === kAtom, varies)) continue;
    const exact = summed(executor, step, k);
    const sum = exact ?? namedSum(executor, step, k);
    if (sum) values.set(c, executor.machine.make(c.entry.width, t.add(c.entry.term, sum), true));
    if (sum && !exact) loose.add(c);
  }
  // What a round leaves is what the next one finds.
  for (let found = true; found; ) {
    found = false;
    const known = startsToTerms(values);
    const settled = t.substitution((atom) => known.get(atom.id));
    const before = t.substitution((atom) => (atom === kAtom ? t.sub(k, t.one) : undefined));
    for (const c of carried) {
      const now = after(c);
      if (values.has(c) || !c.entry || !now || now.kind !== c.entry.kind) continue;
      const left = leftByRound(executor, now, (x) => settled.int(x));
      if (
        left === null ||
        termsOf(left).some((x) => variesIn(t, x, (atom) => atom === kAtom || isOfBlock(atom), varies))
      )
        continue;
      const value = leftByRound(executor, left, (x) => before.int(x))!;
      values.set(c, executor.choose(t.le(k, t.zero), c.entry, value));
      found = true;
    }
  }
  for (const c of sharedByBlock(executor, carried, after, values, k)) {
    values.set(c, executor.sharedValue(c.start as MachineInt, k));
    loose.add(c);
  }
  const inexact = carried.some((c) => {
    const kind = c.entry?.kind ?? after(c)?.kind;
    const matters =
      c.object === PHASE_OBJECT || (c.entry !== undefined && (kind === 'int' || kind === 'pointer' || kind === 'bool'));
    return matters && (!values.has(c) || loose.has(c));
  });
  return { values: carried.map((c) => [c, values.get(c) ?? c.start]), inexact };
}

/** The terms that stand for the start symbols of variables with a closed form. */
function startsToTerms(values: ReadonlyMap<Carried, Value>): Map<number, Int> {
  const known = new Map<number, Int>();
  for (const [c, value] of values) {
    const to = termsOf(value);
    termsOf(c.start).forEach((term, i) => {
      const atom = single(term);
      if (atom && to[i]) known.set(atom.id, to[i]);
    });
  }
  return known;
}

/** Does a term vary from round to round in more than the atoms allowed? */
function variesIn(t: Terms, term: Int, allowed: (atom: Atom) => boolean, varies: (term: Int) => boolean): boolean {
  return someAtom(
    [term],
    (atom) => !allowed(atom) && (atom.kind === 'symbol' || atom.kind === 'apply') && varies(t.ofAtom(atom)),
  );
}

/**
 * The variables without a closed form that start the same for all threads of a block and change in ways that all threads
 * share: whatever they hold in a round, threads in the same round hold the same.
 */
function sharedByBlock(
  executor: Executor,
  carried: readonly Carried[],
  after: (c: Carried) => Value | undefined,
  values: ReadonlyMap<Carried, Value>,
  k: Int,
): Carried[] {
  const t = executor.terms;
  const known = startsToTerms(values);
  const close = t.substitution((atom) => known.get(atom.id));
  const left = new Map<Carried, Int>();
  for (const c of carried) {
    const now = after(c);
    if (values.has(c) || c.entry?.kind !== 'int' || c.start.kind !== 'int' || now?.kind !== 'int') continue;
    if (executor.isOfBlock(c.entry.term, executor.iterations)) left.set(c, close.int(now.term));
  }
  for (let settled = false; !settled; ) {
    settled = true;
    const starts = [...left.keys()].flatMap((c) => termsOf(c.start));
    for (const [c, now] of left) {
      if (executor.isOfBlock(now, [k, ...executor.iterations, ...starts])) continue;
      left.delete(c);
      settled = false;
    }
  }
  return [...left.keys()];
}

/** Values that are read in a round and told apart by what they are applied to: barrier counts among it. */
function isOfBlock(atom: Atom): boolean {
  return atom.kind === 'apply' && atom.sharing === 'block' && atom.origin === 'unknown';
}

/** The value with all its terms replaced; null for a kind that is not followed from round to round. */
function leftByRound(executor: Executor, value: Value, replace: (term: Int) => Int): Value | null {
  if (value.kind !== 'int') return null;
  // Carried variables count as the signed numbers that they are.
  return executor.machine.make(value.width, replace(executor.machine.signed(value)), true);
}

/** Longest period of a step that is summed up exactly. */
const LONGEST_PERIOD = 4n;

/** `Σ step(j)` for `j = 0 … k-1`, when the step is linear in the round or repeats; null otherwise. */
function summed(executor: Executor, step: Int, k: Int): Int | null {
  const t = executor.terms;
  const kAtom = single(k);
  const at = (round: Int): Int => t.substitution((atom) => (atom === kAtom ? round : undefined)).int(step);
  const slope = t.sub(at(t.add(k, t.one)), step);
  if (isConstant(slope)) {
    // a·j + b sums to a·k(k-1)/2 + b·k; the product of neighbours is even.
    const triangle = t.div(t.mul(k, t.sub(k, t.one)), t.constant(2));
    return t.add(t.scale(triangle, slope.constant), t.mul(at(t.zero), k));
  }
  for (let period = 2n; period <= LONGEST_PERIOD; period++) {
    if (at(t.add(k, t.constant(period))) !== step) continue;
    const steps = Array.from({ length: Number(period) }, (_, i) => at(t.constant(i)));
    const rest = t.mod(k, t.constant(period));
    let sum = t.mul(
      steps.reduce((a, b) => t.add(a, b)),
      t.div(k, t.constant(period)),
    );
    for (let i = 0; i < steps.length - 1; i++) {
      sum = t.add(sum, t.ite(t.lt(t.constant(i), rest), steps[i]!, t.zero));
    }
    return sum;
  }
  return null;
}

/**
 * `Σ step(j)` for `j = 0 … k-1` as a function of its own, for a step that all threads of the block share: what is known of
 * it is that it grows by the step (`check/loop-sum-lemmas.ts`).
 */
function namedSum(executor: Executor, step: Int, k: Int): Int | null {
  const rounds = [k, ...executor.iterations];
  const { low } = step.range;
  if (low === null || low < 0n || !executor.isOfBlock(step, rounds)) return null;
  return executor.sumOf(step, k);
}

function closedForm(
  executor: Executor,
  carried: readonly Carried[],
  after: (c: Carried) => Value | undefined,
  c: Carried,
  entry: Value,
  now: Value,
  k: Int,
  settle: (term: Int) => Int,
  varies: (term: Int) => boolean,
): { value: Value; geometric: boolean } | null {
  const t = executor.terms;
  const { start } = c;
  if (entry.kind === 'int' && start.kind === 'int' && now.kind === 'int') {
    const step = settle(t.sub(now.term, start.term));
    if (!varies(step)) {
      // Within the loop's own bounds the variable does not overflow (signed), or it is a plain counter.
      const term = t.add(entry.term, t.mul(step, k));
      return { value: executor.machine.make(entry.width, term, true), geometric: false };
    }
    // x' = c - x: the variable has two values, in turns.
    const turned = settle(t.add(now.term, start.term));
    if (!varies(turned)) {
      const even = t.eq(t.mod(k, t.constant(2)), t.zero);
      const term = t.ite(even, entry.term, t.sub(turned, entry.term));
      return { value: executor.machine.make(entry.width, term, entry.signedExact), geometric: false };
    }
    const shape = geometricShape(now.term, start.term);
    if (shape && entry.term.range.low !== null && entry.term.range.low >= 0n) {
      const term = t.geometric(shape.direction, entry.term, shape.shift, k);
      return { value: executor.machine.make(entry.width, term, true), geometric: true };
    }
  }
  if (entry.kind === 'pointer' && start.kind === 'pointer' && now.kind === 'pointer') {
    const moved = movedPointer(executor, entry.targets, start.targets, now.targets, k, settle, varies);
    if (moved) return { value: moved, geometric: false };
  }
  // Two variables that change places every round (ping-pong buffers).
  for (const other of carried) {
    if (other === c || !other.entry) continue;
    const partner = after(other);
    if (!sameValue(now, other.start) || !sameValue(partner, start)) continue;
    const even = t.eq(t.mod(k, t.constant(2)), t.zero);
    return { value: executor.choose(even, entry, other.entry), geometric: false };
  }
  return null;
}

function movedPointer(
  executor: Executor,
  entry: readonly Target[],
  start: readonly Target[],
  now: readonly Target[],
  k: Int,
  settle: (term: Int) => Int,
  varies: (term: Int) => boolean,
): Value | null {
  const t = executor.terms;
  if (entry.length !== start.length || now.length !== start.length) return null;
  const targets: Target[] = [];
  for (let i = 0; i < start.length; i++) {
    const [e, s, n] = [entry[i]!, start[i]!, now[i]!];
    if (e.object !== s.object || s.object !== n.object) return null;
    const step = settle(t.sub(n.offset, s.offset));
    if (varies(step)) return null;
    targets.push({ ...e, offset: t.add(e.offset, t.mul(step, k)) });
  }
  return { kind: 'pointer', targets };
}

/** `now` is `start` divided (floor) or multiplied by a power of two. */
function geometricShape(now: Int, start: Int): { direction: 'down' | 'up'; shift: number } | null {
  const atom = single(now);
  if (atom?.kind === 'div' && atom.dividend === start && isConstant(atom.divisor)) {
    const shift = powerOfTwo(atom.divisor.constant);
    return shift === null ? null : { direction: 'down', shift };
  }
  const startAtom = single(start);
  const m = now.monomials[0];
  if (now.constant === 0n && now.monomials.length === 1 && m && m.atoms.length === 1 && m.atoms[0] === startAtom) {
    const shift = powerOfTwo(m.coefficient);
    return shift === null || shift === 0 ? null : { direction: 'up', shift };
  }
  return null;
}

function powerOfTwo(value: bigint): number | null {
  if (value <= 0n || (value & (value - 1n)) !== 0n) return null;
  return value.toString(2).length - 1;
}

function sameValue(a: Value | undefined, b: Value): boolean {
  if (a === undefined || a.kind !== b.kind) return false;
  if (a === b) return true;
  if (a.kind === 'int' && b.kind === 'int') return a.term === b.term;
  if (a.kind === 'opaque' && b.kind === 'opaque') return a.term === b.term;
  if (a.kind === 'bool' && b.kind === 'bool') return a.cond === b.cond;
  if (a.kind === 'function' && b.kind === 'function') return a.name === b.name;
  if (a.kind === 'pointer' && b.kind === 'pointer') {
    return (
      a.targets.length === b.targets.length &&
      a.targets.every((x, i) => {
        const y = b.targets[i]!;
        return x.object === y.object && x.offset === y.offset && x.guard === y.guard;
      })
    );
  }
  if (a.kind === 'aggregate' && b.kind === 'aggregate') {
    return a.elements.length === b.elements.length && a.elements.every((x, i) => sameValue(x, b.elements[i]!));
  }
  return false;
}

function termsOf(value: Value): Int[] {
  switch (value.kind) {
    case 'int':
    case 'opaque':
      return [value.term];
    case 'bool':
      return value.cond.kind === 'ne' || value.cond.kind === 'eq' || value.cond.kind === 'le' ? [value.cond.term] : [];
    case 'pointer':
      return value.targets.map((x) => x.offset);
    case 'aggregate':
      return value.elements.flatMap(termsOf);
    default:
      return [];
  }
}

/** The term of `entry` that stands where `atom` stands in `start`. */
function matchingTerm(start: Value, entry: Value, atom: Atom): Int | undefined {
  const from = termsOf(start);
  const to = termsOf(entry);
  for (let i = 0; i < from.length; i++) if (single(from[i]!) === atom) return to[i];
  return undefined;
}

/** The id of the newest start symbol: what is newer was made inside the round. */
function newestSymbol(carried: readonly Carried[]): number {
  let newest = 0;
  for (const c of carried) {
    for (const term of termsOf(c.start)) {
      for (const m of term.monomials) for (const a of m.atoms) if (a.id > newest) newest = a.id;
    }
  }
  return newest;
}

interface WentOn {
  /** That round k is reached, as far as the round before it tells. */
  readonly condition: Cond;
  /** That the loop goes on after round k, as far as is known. */
  readonly goesOn: Cond;
  /** True when that is not all there is to know. */
  readonly isPartial: boolean;
}

/**
 * That the loop went on after round k-1 (or k is the first round): the back edge's condition, one round earlier.
 * Parts that depend on what a round alone knows are left out, which only weakens it.
 */
function wentOn(executor: Executor, entry: State, discovery: Discovery, closed: ClosedForms, k: Int): WentOn {
  const t = executor.terms;
  const before = t.sub(k, t.one);
  const known = startsToTerms(new Map(closed.values.filter(([c, value]) => value !== c.start)));
  const toClosed = t.substitution((atom) => known.get(atom.id));
  const kAtom = single(k);
  const toPrevious = t.substitution((atom) => (atom === kAtom ? before : undefined));
  const newest = newestSymbol(discovery.carried);
  const entryParts = new Set(conjuncts(entry.path));
  const parts: Cond[] = [];
  let isPartial = false;
  for (const part of conjuncts(discovery.next.path)) {
    if (entryParts.has(part)) continue;
    const atRound = toClosed.cond(part);
    let stable = true;
    visitAtoms([atRound], (atom) => {
      if (atom === kAtom) return;
      if (atom.kind === 'symbol' && (atom.origin === 'approximate' || (atom.id > newest && atom.sharing === 'thread')))
        stable = false;
      if (atom.kind === 'apply' && atom.origin === 'unknown') stable = false;
    });
    if (stable) parts.push(atRound);
    else isPartial = true;
  }
  const goesOn = t.and(...parts);
  return { condition: t.or(t.le(k, t.zero), toPrevious.cond(goesOn)), goesOn, isPartial };
}

// ---- unrolling ------------------------------------------------------------------------------------------------------

/** Runs the loop round by round while its exits are decided. @returns null when they are not. */
function unroll(executor: Executor, frame: Frame, entry: State, round: (start: State) => Pass): Passed | null {
  const begun = executor.steps;
  const limit = executor.isHost ? HOST_UNROLL_STEPS : UNROLL_STEPS;
  return executor.recorder.attempt(() => {
    const returns: Return[] = [];
    let state = entry;
    for (let i = 0; i < UNROLL_LIMIT; i++) {
      const pass = round(state);
      returns.push(...pass.returns);
      if (pass.next === null) return leave(executor, frame, entry, { ...pass, returns });
      if (pass.exits.length > 0 || executor.steps - begun > limit) break;
      state = pass.next;
    }
    return null;
  });
}

// ---- leaving --------------------------------------------------------------------------------------------------------

/**
 * After the loop all threads are back on the path that led to it (it ends), unless its exits lead to different places.
 * How it ended stays known as a fact.
 */
function leave(executor: Executor, frame: Frame, entry: State, { exits, returns }: Passed): Passed {
  const t = executor.terms;
  const places = new Set(exits.map((e) => landing(frame, e.to)));
  const [to] = places;
  if (places.size !== 1 || to === undefined) return { exits, returns };
  const hasPhi = frame.fn.blocks[to]!.instructions[0]?.op === 'phi';
  if (hasPhi && (exits.length > 1 || exits[0]!.to !== to)) return { exits, returns };
  const onPath = new Set(conjuncts(entry.path));
  const state = exits.map((edge) => edge.state).reduce((joined, next) => executor.join(joined, next));
  const learned = conjuncts(state.path).filter((c) => !onPath.has(c));
  // A return inside the loop means that not everyone comes out of it.
  const after = { ...state, path: entry.path, facts: t.and(state.facts, ...learned) };
  return { exits: [{ from: exits[0]!.from, to, state: after }], returns };
}

/** Skips blocks that only end lifetimes: clang gives each exit of a loop its own. */
function landing(frame: Frame, block: number): number {
  for (let hops = 0; hops < 4; hops++) {
    const b = frame.fn.blocks[block]!;
    if (b.terminator.op !== 'br') return block;
    const trivial = b.instructions.every(
      (i) => i.op === 'call' && i.callee.kind === 'global' && effectOf(i.callee.name)?.kind === 'lifetime',
    );
    if (!trivial || frame.flow.loopOf.has(b.terminator.target)) return block;
    block = b.terminator.target;
  }
  return block;
}
