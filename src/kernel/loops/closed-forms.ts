/** The values of a loop's variables at the start of an arbitrary iteration, as functions of its number. */
import { type Atom, type Cond, type Int, isConstant, type Substitution, single, someAtom } from '../../terms/index.ts';
import { BARRIER_COUNTERS, countsBarriers } from '../barrier-counters.ts';
import type { LoopSum } from '../meanings.ts';
import { sameBase, type Target, type Value } from '../memory.ts';
import { isOfBlock } from '../single-thread-guards.ts';
import type { Thread } from '../thread.ts';
import { type Carried, newestSymbol, sameValue, startAtoms, startsToTerms, termsOf, valueIn } from './carried.ts';
import { countOf, flipOf, flipsOf, phaseAfter, type Ring, ringOf, roundsIn } from './cycles.ts';
import type { Discovery } from './discover.ts';
import { Repeated, repeatedFunctions } from './repeated.ts';
import { geometricShape, isNeverNegative, namedSum, openSum, summed } from './series.ts';
import { stoppingOf } from './stopping.ts';

/** So many variables may change places in turn. */
const TURNS = 4;

export interface ClosedForms {
  /** The value of each carried variable at the start of iteration k. */
  readonly values: readonly (readonly [Carried, Value])[];
  /** True when an integer or pointer has no affine form: unrolling would know more. */
  readonly isInexact: boolean;
}

/** @param k the number of the iteration */
export function closedForms(thread: Thread, { carried, next }: Discovery, k: Int): ClosedForms {
  const after = new Map(carried.map((c) => [c, valueIn(next, c)]));
  return new ClosedFormSearch(thread, carried, after, k).run();
}

type After = ReadonlyMap<Carried, Value | undefined>;

class ClosedFormSearch {
  readonly #thread: Thread;
  readonly #carried: readonly Carried[];
  /** What an iteration leaves, in terms of the start symbols. */
  readonly #after: After;
  readonly #k: Int;
  /** Who the start symbols stand for, by their ids. */
  readonly #owners: ReadonlyMap<number, Carried>;
  readonly #newest: number;
  readonly #unchanged: ReadonlySet<Carried>;
  /** Puts what they had before the loop in the place of variables that it does not change. */
  readonly #withUnchanged: Substitution;
  readonly #values = new Map<Carried, Value>();
  /** Variables that go round in rings: what stands for them, where they began, and how often they have moved. */
  readonly #rings: { readonly ring: Ring; readonly start: Int; readonly entry: Int; readonly steps: Int }[] = [];
  /** Those of which unrolling would know more. */
  readonly #loose = new Set<Carried>();

  constructor(thread: Thread, carried: readonly Carried[], after: After, k: Int) {
    this.#thread = thread;
    this.#carried = carried;
    this.#after = after;
    this.#k = k;
    this.#owners = new Map(carried.flatMap((c) => startAtoms(c).map((atom) => [atom.id, c])));
    this.#newest = newestSymbol(carried);
    this.#unchanged = new Set(carried.filter((c) => sameValue(after.get(c), c.start)));
    this.#withUnchanged = thread.terms.substitution((atom) => {
      const owner = this.#owners.get(atom.id);
      if (!owner || !this.#unchanged.has(owner) || !owner.entry) return undefined;
      return matchingTerm(owner.start, owner.entry, atom);
    });
  }

  run(): ClosedForms {
    for (const c of this.#carried) this.#findForm(c);
    for (const c of this.#carried) this.#goRound(c);
    for (const c of this.#carried) this.#flip(c);
    for (const c of this.#carried) this.#stop(c);
    for (const c of this.#carried) this.#settle(c);
    for (const c of this.#carried) this.#suppose(c);
    this.#sumUp();
    while (this.#findPrevious());
    this.#share();
    const repeated = repeatedFunctions(this.#thread, {
      carried: this.#carried.filter((c) => !this.#values.has(c)),
      after: this.#after,
      k: this.#k,
      close: this.#close().int,
      isVarying: (atom) => this.#isVarying(atom),
    });
    const values = this.#carried.map((c) => [c, this.#values.get(c) ?? repeated.get(c) ?? c.start] as const);
    return { values, isInexact: this.#carried.some((c) => this.#wouldGain(c)) };
  }

  /** Would unrolling know more of a variable that matters? */
  #wouldGain(c: Carried): boolean {
    if (this.#values.has(c) && !this.#loose.has(c)) return false;
    if (c.object === BARRIER_COUNTERS) return countsBarriers(c);
    return c.entry?.kind === 'int' || c.entry?.kind === 'pointer' || c.entry?.kind === 'bool';
  }

  /** Does a term vary from iteration to iteration, other than by its number? */
  #varies(root: Int | Cond): boolean {
    return someAtom([root], (atom) => this.#isVarying(atom));
  }

  #isVarying(atom: Atom): boolean {
    if (this.#owners.has(atom.id)) return true;
    if (atom.kind === 'apply') return atom.origin === 'unknown' || atom.of instanceof Repeated;
    if (atom.kind !== 'symbol' || atom.sharing !== 'thread' || atom.origin === 'input') return false;
    // Symbols made in the iteration (loads, inner iterations) differ from one to the next. One that an earlier execution with these terms
    // has made under the same name is older than they are.
    return atom.id > this.#newest || this.#thread.symbols.isMadeIn(atom.id, this.#k);
  }

  // ---- each variable by itself -----------------------------------------------------------------------------------------

  #findForm(c: Carried): void {
    const now = this.#after.get(c);
    if (!c.entry) return;
    if (this.#unchanged.has(c)) this.#values.set(c, c.entry);
    else if (now) {
      const value = this.#formOf(c, c.entry, now) ?? this.#geometric(c, c.entry, now) ?? this.#swapped(c);
      if (value) this.#values.set(c, value);
    }
  }

  /** A variable that steps by the same in each iteration, or has two values in turns. */
  #formOf({ start, object }: Carried, entry: Value, now: Value): Value | null {
    const { terms: t, machine } = this.#thread;
    if (entry.kind === 'pointer' && start.kind === 'pointer' && now.kind === 'pointer') {
      return this.#movedPointer(entry.targets, start.targets, now.targets);
    }
    if (entry.kind !== 'int' || start.kind !== 'int' || now.kind !== 'int') return null;
    const step = this.#withUnchanged.int(t.sub(now.term, start.term));
    // A product with the length of another loop is more than the solver can do: of a sum it knows enough.
    if (object === BARRIER_COUNTERS && hasLengthOfLoop(step)) return null;
    if (!this.#varies(step)) {
      // Within the loop's own bounds the variable does not overflow (signed), or it is a plain counter.
      return machine.make(entry.width, t.add(entry.term, t.mul(step, this.#k)), true);
    }
    // x' = c - x
    const turned = this.#withUnchanged.int(t.add(now.term, start.term));
    if (this.#varies(turned)) return null;
    const isEven = t.eq(t.mod(this.#k, t.constant(2)), t.zero);
    return machine.make(entry.width, t.ite(isEven, entry.term, t.sub(turned, entry.term)), entry.signedExact);
  }

  #movedPointer(entry: readonly Target[], start: readonly Target[], now: readonly Target[]): Value | null {
    const t = this.#thread.terms;
    if (entry.length !== start.length || now.length !== start.length) return null;
    const targets: Target[] = [];
    for (let i = 0; i < start.length; i++) {
      const [e, s, n] = [entry[i]!, start[i]!, now[i]!];
      if (e.object !== s.object || s.object !== n.object) return null;
      const step = this.#withUnchanged.int(t.sub(n.offset, s.offset));
      if (this.#varies(step)) return null;
      targets.push({ ...e, offset: t.add(e.offset, t.mul(step, this.#k)) });
    }
    return { kind: 'pointer', targets };
  }

  /** A variable that is halved or doubled. */
  #geometric(c: Carried, entry: Value, now: Value): Value | null {
    const { terms: t, machine } = this.#thread;
    if (entry.kind !== 'int' || c.start.kind !== 'int' || now.kind !== 'int') return null;
    const shape = geometricShape(now.term, c.start.term);
    if (!shape || entry.term.range.low === null || entry.term.range.low < 0n) return null;
    this.#loose.add(c);
    return machine.make(entry.width, t.geometric(shape.direction, entry.term, shape.shift, this.#k), true);
  }

  /** Variables that change places in each iteration: two of them (ping-pong buffers), or a few in turn. */
  #swapped(c: Carried): Value | null {
    const { terms: t, values } = this.#thread;
    /** What the variable holds after 0, 1, 2, … iterations, until it is its own again. */
    const inTurn: Value[] = [];
    for (let at = c; inTurn.length === 0 || at !== c; ) {
      const { entry } = at;
      const now = this.#after.get(at);
      const next = this.#carried.find((other) => now !== undefined && sameValue(now, other.start));
      if (!entry || !next || inTurn.length === TURNS) return null;
      inTurn.push(entry);
      at = next;
    }
    const turn = t.mod(this.#k, t.constant(inTurn.length));
    return inTurn.reduceRight((rest, value, i) => values.choose(t.eq(turn, t.constant(i)), value, rest));
  }

  // ---- variables by what is known of the others ------------------------------------------------------------------------

  /** Puts closed forms in the place of start symbols. */
  #close(): Substitution {
    const known = startsToTerms(this.#values);
    return this.#thread.terms.substitution((atom) => known.get(atom.id));
  }

  /** A variable that goes round in a ring, perhaps not in each iteration. */
  #goRound(c: Carried): void {
    const { terms: t, machine } = this.#thread;
    const [{ start, entry }, now] = [c, this.#after.get(c)];
    if (this.#values.has(c) || entry?.kind !== 'int' || start.kind !== 'int' || now?.kind !== 'int') return;
    const ring = ringOf(t, this.#withUnchanged.int(now.term), start.term);
    const { low, high } = entry.term.range;
    if (ring === null || low === null || high === null || low < 0n || high >= ring.length) return;
    const step = this.#close().int(ring.step);
    if (this.#variesBeyond(step, (atom) => atom === single(this.#k))) return;
    const steps = step === t.one ? this.#k : summed(t, step, this.#k);
    if (steps === null) return;
    this.#rings.push({ ring, start: start.term, entry: entry.term, steps });
    const place = t.mod(t.combine(entry.term, ring.stride, steps), t.constant(ring.length));
    this.#values.set(c, machine.make(entry.width, place, true));
  }

  /** A variable that is 0 or 1 in turns, perhaps not in each iteration, or a word of several such. */
  #flip(c: Carried): void {
    const { terms: t, machine } = this.#thread;
    const [{ start, entry }, now] = [c, this.#after.get(c)];
    if (this.#values.has(c) || entry?.kind !== 'int' || start.kind !== 'int' || now?.kind !== 'int') return;
    const { low, high } = entry.term.range;
    const next = this.#withUnchanged.int(now.term);
    if (low !== null && high !== null && low >= 0n && high <= 1n) {
      const flip = flipOf(t, next, start.term);
      const term = flip === null ? null : this.#flipped(entry.term, flip);
      if (term !== null) this.#values.set(c, machine.make(entry.width, term, true));
      return;
    }
    const term = isConstant(entry.term) ? this.#flippedBits(entry.term.constant, next, start.term) : null;
    if (term !== null) this.#values.set(c, machine.make(entry.width, term, true));
  }

  /** A variable that steps by the same in each iteration until it stops at a value. Which it is in an iteration is left open. */
  #stop(c: Carried): void {
    const { terms: t, machine } = this.#thread;
    const now = this.#after.get(c);
    if (this.#values.has(c) || !c.entry || !now) return;
    const [entry, start, next] = [c.entry, c.start, now].map((value) => numberIn(value, c.start));
    if (!entry || !start || !next) return;
    const stopping = stoppingOf(t, this.#withUnchanged.int(next), start, (root) => this.#varies(root));
    if (stopping === null) return;
    const { step, end } = stopping;
    const moves = t.and(t.ne(start, t.zero), t.ne(entry, end));
    const term = t.ite(moves, t.add(entry, t.mul(step, this.#k)), end);
    if (c.start.kind === 'int') this.#values.set(c, machine.make(c.start.width, term, true));
    if (c.start.kind === 'pointer') {
      this.#values.set(c, { kind: 'pointer', targets: c.start.targets.map((target) => ({ ...target, offset: term })) });
    }
  }

  /** A word in which bits are phases, each of its own ring. */
  #flippedBits(entry: bigint, next: Int, start: Int): Int | null {
    const t = this.#thread.terms;
    const flips = flipsOf(t, next, start, entry);
    if (flips === null) return null;
    let word = t.constant(entry);
    for (const { weight, step } of flips) {
      const before = t.constant((entry & weight) === 0n ? 0 : 1);
      const bit = this.#flipped(before, step);
      if (bit === null) return null;
      word = t.combine(word, weight, t.sub(bit, before));
    }
    return word;
  }

  /** What 0 or 1 becomes where a step of 0 or 1 turns it around; null where it is not known how often that happened. */
  #flipped(before: Int, step: Int): Int | null {
    const t = this.#thread.terms;
    for (const { ring, start, entry, steps } of this.#rings) {
      const stride = roundsIn(t, step, start, ring);
      if (stride !== null) return phaseAfter(t, before, entry, t.scale(steps, stride), t.constant(ring.length));
    }
    const count = countOf(t, this.#close().int(step), this.#k);
    return count === null ? null : t.mod(t.add(before, count), t.constant(2));
  }

  /** A count of barriers or copies that an iteration leaves as all that come after it would. */
  #settle(c: Carried): void {
    const { terms: t, machine } = this.#thread;
    const [{ start, entry, object }, now] = [c, this.#after.get(c)];
    if (object !== BARRIER_COUNTERS || this.#values.has(c)) return;
    if (entry?.kind !== 'int' || start.kind !== 'int' || now?.kind !== 'int') return;
    const atom = single(start.term);
    const where = (value: Int) => t.substitution((one) => (one === atom ? value : undefined)).int(now.term);
    if (!atom || !isSettled(now.term, atom) || this.#varies(where(entry.term))) return;
    const term = t.ite(t.le(this.#k, t.zero), entry.term, where(entry.term));
    this.#values.set(c, machine.make(entry.width, term, true));
  }

  /**
   * A variable whose step is decided by itself and by others: if it has been right up to here that it steps by as much as in the
   * first iteration, it is right from here on.
   */
  #suppose(c: Carried): void {
    const { terms: t, machine } = this.#thread;
    const [{ start, entry }, now] = [c, this.#after.get(c)];
    if (this.#values.has(c) || entry?.kind !== 'int' || start.kind !== 'int' || now?.kind !== 'int') return;
    const atom = single(start.term);
    if (!atom) return;
    const step = this.#close().int(t.sub(now.term, start.term));
    const kAtom = single(this.#k);
    const withStart = (term: Int, k: Int): Int =>
      t.substitution((one) => (one === atom ? term : one === kAtom ? k : undefined)).int(step);
    const first = withStart(entry.term, t.zero);
    if (!isConstant(first)) return;
    const supposed = t.add(entry.term, t.mul(first, this.#k));
    if (withStart(supposed, this.#k) === first) this.#values.set(c, machine.make(entry.width, supposed, true));
  }

  /** What is left may step by something that the closed forms make a function of the iteration alone. */
  #sumUp(): void {
    const { terms: t, machine } = this.#thread;
    const close = this.#close();
    const kAtom = single(this.#k);
    for (const c of this.#carried) {
      const now = this.#after.get(c);
      if (this.#values.has(c) || c.entry?.kind !== 'int' || c.start.kind !== 'int' || now?.kind !== 'int') continue;
      const step = close.int(t.sub(now.term, c.start.term));
      if (this.#variesBeyond(step, (atom) => atom === kAtom)) continue;
      const exact = hasLengthOfLoop(step) ? null : summed(t, step, this.#k);
      const sum = exact ?? namedSum(this.#thread, step, this.#k);
      if (sum) this.#values.set(c, machine.make(c.entry.width, t.add(c.entry.term, sum), true));
      if (sum && !exact) this.#loose.add(c);
    }
  }

  /** What an iteration leaves is what the next one finds. @returns whether that is known of another variable now */
  #findPrevious(): boolean {
    const { terms: t, values } = this.#thread;
    const close = this.#close();
    const kAtom = single(this.#k);
    const toPrevious = t.substitution((atom) => (atom === kAtom ? t.sub(this.#k, t.one) : undefined));
    let isNew = false;
    for (const c of this.#carried) {
      const now = this.#after.get(c);
      if (this.#values.has(c) || !c.entry || !now || now.kind !== c.entry.kind) continue;
      const left = this.#rewritten(now, close);
      if (left === null) continue;
      if (termsOf(left).some((x) => this.#variesBeyond(x, (atom) => atom === kAtom || isReadByBlock(atom)))) continue;
      const value = this.#rewritten(left, toPrevious)!;
      this.#values.set(c, values.choose(t.le(this.#k, t.zero), c.entry, value));
      isNew = true;
    }
    return isNew;
  }

  /** Does a term vary from iteration to iteration in more than the atoms allowed? */
  #variesBeyond(term: Int, isAllowed: (atom: Atom) => boolean): boolean {
    const t = this.#thread.terms;
    return someAtom(
      [term],
      (atom) => !isAllowed(atom) && (atom.kind === 'symbol' || atom.kind === 'apply') && this.#varies(t.ofAtom(atom)),
    );
  }

  /** The value with its term replaced; null for a kind that is not followed from one iteration to the next. */
  #rewritten(value: Value, { int }: Substitution): Value | null {
    if (value.kind !== 'int') return null;
    const { machine } = this.#thread;
    // Carried variables count as the signed numbers that they are.
    return machine.make(value.width, int(machine.signed(value)), true);
  }

  /**
   * The variables without a closed form that start the same for all threads of a block and change in ways that all threads
   * share: whatever they hold in an iteration, threads in the same one hold the same.
   */
  #share(): void {
    const { terms: t, machine, symbols } = this.#thread;
    const sums: { readonly sum: LoopSum; readonly added: Int }[] = [];
    for (const c of this.#sharedByBlock()) {
      const { start, entry } = c;
      const now = this.#after.get(c);
      this.#loose.add(c);
      if (start.kind === 'pointer') {
        const offset = symbols.sharedByBlock({ low: null, high: null }, this.#k);
        this.#values.set(c, { kind: 'pointer', targets: start.targets.map((target) => ({ ...target, offset })) });
        continue;
      }
      if (start.kind !== 'int' || entry?.kind !== 'int' || now?.kind !== 'int') continue;
      const added = t.sub(now.term, start.term);
      if (c.object === BARRIER_COUNTERS && isNeverNegative(added)) {
        const { sum, value } = openSum(this.#thread, this.#k);
        sums.push({ sum, added });
        this.#values.set(c, machine.make(entry.width, t.add(entry.term, value), true));
      } else {
        this.#values.set(c, machine.make(start.width, symbols.sharedByBlock(start.term.range, this.#k), true));
      }
    }
    // What is added may depend on the sums themselves: on what is read in a barrier interval.
    const close = this.#close();
    for (const { sum, added } of sums) sum.adds(close.int(added));
  }

  #sharedByBlock(): Carried[] {
    const { iterations } = this.#thread.symbols;
    const close = this.#close();
    const left = new Map<Carried, Int>();
    for (const c of this.#carried) {
      const now = this.#after.get(c);
      if (this.#values.has(c) || !c.entry || !now) continue;
      const [entry, next] = [numberIn(c.entry, c.start), numberIn(now, c.start)];
      if (entry && next && isOfBlock([entry], iterations)) left.set(c, close.int(next));
    }
    for (let isStable = false; !isStable; ) {
      isStable = true;
      const starts = [...left.keys()].flatMap((c) => termsOf(c.start));
      for (const [c, now] of left) {
        if (isOfBlock([now], [this.#k, ...iterations, ...starts])) continue;
        left.delete(c);
        isStable = false;
      }
    }
    return [...left.keys()];
  }
}

/** Is a term, depending on conditions, either the variable itself or something in which the variable is not? */
function isSettled(term: Int, variable: Atom): boolean {
  const isIn = (part: Int | Cond) => someAtom([part], (atom) => atom === variable);
  const atom = single(term);
  if (atom === variable || !isIn(term)) return true;
  if (atom?.kind !== 'ite' || isIn(atom.condition)) return false;
  return isSettled(atom.then, variable) && isSettled(atom.otherwise, variable);
}

/** What tells the values of a variable that is like `start` apart: a number, or an offset within one object. Null for others. */
function numberIn(value: Value, start: Value): Int | null {
  if (value.kind === 'int' && start.kind === 'int') return value.term;
  if (value.kind !== 'pointer' || start.kind !== 'pointer') return null;
  const [[target, ...others], [like, ...more]] = [value.targets, start.targets];
  if (!target || !like || others.length + more.length > 0) return null;
  const isSame = target.object === like.object && target.guard === like.guard && sameBase(target.base, like.base);
  return isSame ? target.offset : null;
}

function hasLengthOfLoop(term: Int): boolean {
  return someAtom([term], (atom) => atom.kind === 'apply' && atom.origin === 'iteration');
}

/** Values that are read in an iteration and told apart by what they are applied to: barrier counts among it. */
function isReadByBlock(atom: Atom): boolean {
  return atom.kind === 'apply' && atom.sharing === 'block' && atom.origin === 'unknown';
}

/** The term of `entry` that stands where `atom` stands in `start`. */
function matchingTerm(start: Value, entry: Value, atom: Atom): Int | undefined {
  const to = termsOf(entry);
  return to[termsOf(start).findIndex((term) => single(term) === atom)];
}
