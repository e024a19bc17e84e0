/**
 * Bounds propagation with a bounded Fourier–Motzkin search. The comparisons of a conjunction become linear inequalities
 * `term ≤ 0`, together with the defining inequalities of the divisions in them; a few passes of interval propagation bound
 * each atom, and a goal `term ≤ 0` is then proved by adding inequalities that cancel its largest products. A product of
 * atoms counts as an unknown of its own, within the range that its factors leave; an inequality may be multiplied by a product
 * that is not negative (Handelman, "Representing polynomials by positive linear functions", 1988, for one factor). Everything
 * here is implied by the conjunction, so a contradiction is a proof.
 */
import {
  type Atom,
  type Cond,
  combined,
  compareAtoms,
  conjuncts,
  floorDiv,
  gcd,
  hashOfSum,
  type Int,
  isConstant,
  type Monomial,
  type Range,
  type Sum,
  sameAtoms,
  single,
  type Terms,
  visitAtoms,
  withoutAtoms,
} from '../../terms/index.ts';
import { ApproximateSums } from './approximate-sums.ts';
import { picks } from './split-extremes.ts';

/** Passes of propagation, which need not come to an end by itself (`x < y < x`). */
const PASSES = 4;
/** Inequalities that one search tries to add, and that one does which goes further. */
const STEPS = 64;
const MORE_STEPS = 1024;
/** Products of a sum that a search tries to cancel. */
const CHOICES = 2;
/** Inequalities that are added up for one bound. */
const DEPTH = 4;
/** Factors of a product that inequalities are multiplied to. */
const FACTORS = 5;

/** Whether facts contradict each other, by the facts and how it was asked: conditions often differ in what is no inequality. */
const CONTRADICTIONS = new WeakMap<Terms, Map<string, boolean>>();

/** A fact, and the coefficient of a product in it. */
interface Addend {
  readonly fact: Int;
  readonly coefficient: bigint;
}

/** A fact times a product. */
interface Multiple {
  /** Of the product that is looked for. */
  readonly coefficient: bigint;
  readonly multiple: () => Sum;
}

export class LinearFacts {
  readonly #terms: Terms;
  /** Each is ≤ 0. */
  readonly #facts: Int[] = [];
  readonly #remainders: Int[] = [];
  readonly #ranges = new Map<number, Range>();
  /** Of products of several atoms, as far as they were asked for: sums that are made of others share theirs. */
  readonly #productRanges = new Map<readonly Atom[], Range>();
  /** The facts with a product in them, by that product and the sign of its coefficient. */
  readonly #byProduct = new Map<string, Addend[]>();
  /** By product and sign, as they were asked for. */
  readonly #multiples = new Map<string, readonly Multiple[]>();
  readonly equalities: readonly Int[];
  readonly alternatives: readonly (Cond & { kind: 'or' })[];
  #sums = this.#newSums();
  #empty = false;
  #steps = 0;
  #mostSteps = STEPS;
  /** Whether facts are multiplied, which takes its time. */
  #multiplies = false;

  constructor(terms: Terms, condition: Cond) {
    this.#terms = terms;
    const equalities: Int[] = [];
    const alternatives: (Cond & { kind: 'or' })[] = [];
    for (const part of conjuncts(condition)) {
      if (part.kind === 'eq') equalities.push(part.term);
      else if (part.kind === 'le') this.#facts.push(part.term);
      else if (part.kind === 'or') alternatives.push(part as Cond & { kind: 'or' });
    }
    // `t ≤ 0` and `-t ≤ 0`
    const known = new Set(this.#facts);
    for (const fact of this.#facts) {
      const opposite = terms.negate(fact);
      if (fact.id < opposite.id && known.has(opposite)) equalities.push(fact);
    }
    this.equalities = equalities;
    this.alternatives = alternatives;
    for (const e of [...equalities, ...this.#divisions(condition)]) this.#facts.push(e, terms.negate(e));
    this.#facts.push(...this.#remainders);
    this.#boundByPairs();
    this.#propagate();
    this.#index(this.#facts);
    if (this.#boundChoices(condition)) this.#propagate();
    const more = this.#symbolicDivisions(condition);
    if (more.length === 0) return;
    this.#facts.push(...more);
    this.#propagate();
    this.#index(more);
  }

  #newSums(): ApproximateSums {
    return new ApproximateSums((atoms) => this.#productRange(atoms));
  }

  #index(facts: readonly Int[]): void {
    this.#multiples.clear();
    for (const fact of facts) {
      for (const m of fact.monomials) {
        const key = keyOf(m.atoms, m.coefficient > 0n);
        const list = this.#byProduct.get(key);
        const addend = { fact, coefficient: m.coefficient };
        if (list) list.push(addend);
        else this.#byProduct.set(key, [addend]);
      }
    }
  }

  /**
   * What is known of divisions by a size, where that is known to be positive: `x mod d < d`, `d·(x div d) ≤ x`, and the digits
   * of a number in mixed radix: `(x mod k·d) div d < k`.
   */
  #symbolicDivisions(condition: Cond): Int[] {
    const t = this.#terms;
    const found: Int[] = [];
    const isPositive = (term: Int) => this.isAtMost(t.negate(term), -1n);
    visitAtoms(comparisonsOf(condition), (atom) => {
      if ((atom.kind !== 'div' && atom.kind !== 'mod') || isConstant(atom.divisor) || !isPositive(atom.divisor)) return;
      const { dividend, divisor } = atom;
      if (atom.kind === 'mod') {
        found.push(t.add(t.sub(t.ofAtom(atom), divisor), t.one));
        return;
      }
      found.push(t.sub(t.mul(divisor, t.ofAtom(atom)), dividend));
      if (this.isAtMost(t.negate(dividend), 0n)) found.push(t.negate(t.ofAtom(atom)));
      const inner = single(dividend);
      if (inner?.kind !== 'mod' || !isPositive(inner.divisor)) return;
      const [digits, rest] = t.splitFactor(inner.divisor, divisor);
      if (rest === t.zero) found.push(t.add(t.sub(t.ofAtom(atom), digits), t.one));
    });
    return found;
  }

  /** `x mod d = x - d·(x div d)`, which is in 0 … d-1; for constant divisors. */
  #divisions(condition: Cond): Int[] {
    const t = this.#terms;
    const equalities: Int[] = [];
    visitAtoms(comparisonsOf(condition), (atom) => {
      if ((atom.kind !== 'div' && atom.kind !== 'mod') || !isConstant(atom.divisor)) return;
      const d = atom.divisor.constant;
      if (d < 1n) return;
      const rest = t.combine(atom.dividend, -d, t.div(atom.dividend, atom.divisor));
      if (atom.kind === 'mod') equalities.push(t.sub(t.ofAtom(atom), rest));
      else this.#remainders.push(t.negate(rest), t.sub(rest, t.constant(d - 1n)));
    });
    return equalities;
  }

  rangeOf(atom: Atom): Range {
    return this.#ranges.get(atom.id) ?? atom.range;
  }

  /** The range of a sum, from the bounds of its atoms alone. */
  range(term: Int): Range {
    return { low: this.#end(term, false), high: this.#end(term, true) };
  }

  #end(term: Sum, high: boolean): bigint | null {
    let sum = term.constant;
    for (const m of term.monomials) {
      const range = this.#productRange(m.atoms);
      const end = m.coefficient > 0n === high ? range.high : range.low;
      if (end === null) return null;
      sum += m.coefficient * end;
    }
    return sum;
  }

  #productRange(atoms: readonly Atom[]): Range {
    if (atoms.length === 1) return this.rangeOf(atoms[0]!);
    const known = this.#productRanges.get(atoms);
    if (known !== undefined) return known;
    const range = this.#terms.monomialRange(atoms, (atom) => this.rangeOf(atom));
    this.#productRanges.set(atoms, range);
    return range;
  }

  /** What a product times a number is at most; null: there is no bound. */
  #most(coefficient: bigint, atoms: readonly Atom[]): bigint | null {
    const { low, high } = this.#productRange(atoms);
    const end = coefficient > 0n ? high : low;
    return end === null ? null : coefficient * end;
  }

  #propagate(): void {
    for (let pass = 0; pass < PASSES; pass++) {
      let changed = false;
      for (const fact of this.#facts) if (this.#tighten(fact)) changed = true;
      if (this.#empty || !changed) return;
    }
  }

  /** `a - b ≤ j` and `a + b ≤ k` bound a, by half of j + k (Miné, "The octagon abstract domain", 2006). */
  #boundByPairs(): void {
    const tightest = new Map<string, Int>();
    for (const fact of this.#facts) {
      if (fact.monomials.length !== 2 || !fact.monomials.every(isPlain)) continue;
      const key = signed(fact.monomials, []);
      const other = tightest.get(key);
      if (other === undefined || other.constant < fact.constant) tightest.set(key, fact);
    }
    for (const fact of tightest.values()) {
      for (const turned of fact.monomials) {
        const other = tightest.get(signed(fact.monomials, [turned]));
        if (other !== undefined) this.#tighten(this.#terms.add(fact, other));
      }
    }
  }

  /** `x ? y : z` is no less than the lesser of the two: where neither is negative, it is a size; `min(y, z)` is no more than either. */
  #boundChoices(condition: Cond): boolean {
    const t = this.#terms;
    let changed = false;
    const least = (side: Int) => [1n, 0n].find((low) => this.isAtMost(t.negate(side), -low)) ?? null;
    visitAtoms(comparisonsOf(condition), (atom) => {
      if (atom.kind !== 'ite') return;
      const { low, high } = this.rangeOf(atom);
      if (low !== null && low >= 0n) return;
      const [a, b] = [least(atom.then), least(atom.otherwise)];
      if (a === null || b === null) return;
      const highs = picks(t, atom, false) ? [atom.then, atom.otherwise].map((side) => this.range(side).high) : [];
      const lowest = [high, ...highs].reduce((x, y) => (x === null || (y !== null && y < x) ? y : x));
      this.#set(atom, { low: a === 0n ? a : b, high: lowest });
      changed = true;
    });
    return changed;
  }

  /** From `Σ c·m + k ≤ 0`: `c·m ≤ -k - Σ min` of the others. */
  #tighten(fact: Int): boolean {
    let sum = fact.constant;
    let open = -1;
    const ends: (bigint | null)[] = [];
    for (const [i, m] of fact.monomials.entries()) {
      const range = this.#productRange(m.atoms);
      const end = m.coefficient > 0n ? range.low : range.high;
      ends.push(end === null ? null : m.coefficient * end);
      if (end !== null) sum += m.coefficient * end;
      else if (open >= 0) return false;
      else open = i;
    }
    if (open < 0 && sum > 0n) {
      this.#empty = true;
      return false;
    }
    let changed = false;
    for (const [i, m] of fact.monomials.entries()) {
      if (open >= 0 && open !== i) continue;
      const most = -(sum - (ends[i] ?? 0n));
      if (m.atoms.length !== 1) {
        if (m.coefficient < 0n && most < 0n && this.#tightenFactors(m.atoms)) changed = true;
        continue;
      }
      const { low, high } = this.rangeOf(m.atoms[0]!);
      if (m.coefficient > 0n) {
        const bound = floorDiv(most, m.coefficient);
        if (high !== null && high <= bound) continue;
        this.#set(m.atoms[0]!, { low, high: bound });
      } else {
        const bound = -floorDiv(most, -m.coefficient);
        if (low !== null && low >= bound) continue;
        this.#set(m.atoms[0]!, { low: bound, high });
      }
      changed = true;
    }
    return changed;
  }

  /** Of a product that is positive: a factor is, too, where all others are not negative. */
  #tightenFactors(atoms: readonly Atom[]): boolean {
    const lowOf = (atom: Atom) => this.rangeOf(atom).low ?? -1n;
    const open = atoms.filter((atom) => lowOf(atom) < 0n);
    if (open.length > 1) return false;
    const least = atoms.filter((atom) => lowOf(atom) < 1n);
    for (const atom of least) this.#set(atom, { low: 1n, high: this.rangeOf(atom).high });
    return least.length > 0;
  }

  #set(atom: Atom, range: Range): void {
    this.#ranges.set(atom.id, range);
    this.#productRanges.clear();
    this.#sums = this.#newSums();
    if (range.low !== null && range.high !== null && range.low > range.high) this.#empty = true;
  }

  /** The bounds of some atom leave no value. */
  get isEmpty(): boolean {
    return this.#empty;
  }

  /** True when bounds alone, or sums of a few facts, contradict each other. */
  isContradictory(): boolean {
    if (this.#empty) return true;
    const known = CONTRADICTIONS.get(this.#terms) ?? new Map<string, boolean>();
    CONTRADICTIONS.set(this.#terms, known);
    const key = [this.#multiplies, this.#mostSteps, ...this.#facts.map(({ id }) => id)].join();
    const before = known.get(key);
    if (before !== undefined) return before;
    const isContradictory = this.#facts.some((fact) => {
      this.#steps = this.#mostSteps;
      // `1 - fact ≤ 0`
      return this.#proves(combined(ONE, -1n, fact), DEPTH, new Map());
    });
    known.set(key, isContradictory);
    return isContradictory;
  }

  /** The same where facts may be multiplied by products that are not negative. */
  isContradictoryByProducts(): boolean {
    this.#multiplies = true;
    const isContradictory = this.isContradictory();
    this.#multiplies = false;
    return isContradictory;
  }

  /** From now on, searches take longer. */
  searchFurther(): void {
    this.#mostSteps = MORE_STEPS;
  }

  /** True when `term ≤ most` follows. */
  isAtMost(term: Int, most: bigint): boolean {
    if (this.#empty) return true;
    this.#steps = this.#mostSteps;
    return this.#proves({ constant: term.constant - most, monomials: term.monomials }, DEPTH, new Map());
  }

  /** The same where facts may be multiplied by products that are not negative, if searches take longer: rows within planes. */
  isAtMostByProducts(term: Int, most: bigint): boolean {
    if (this.isAtMost(term, most)) return true;
    if (this.#mostSteps < MORE_STEPS) return false;
    this.#multiplies = true;
    const isAtMost = this.isAtMost(term, most);
    this.#multiplies = false;
    return isAtMost;
  }

  /**
   * Proves `term ≤ 0`: from ranges, or as a fact (times k) plus something that is proved to be ≤ 0.
   * @param seen by hash, how many facts were left for what was looked at before: two sums with one hash are taken for the same; at worst a
   *   proof is not found
   */
  #proves(term: Sum, depth: number, seen: Map<number, number>): boolean {
    return this.#isLow(term) || this.#provesBySum(term, depth, seen);
  }

  /** The same of what the ranges do not show. */
  #provesBySum(term: Sum, depth: number, seen: Map<number, number>): boolean {
    if (depth === 0) return false;
    const isLast = depth === 1;
    if (isLast) this.#sums.start(term);
    for (const m of this.#greatest(term)) {
      const left: Sum[] = [];
      for (const { fact, coefficient: divisor } of this.#byProduct.get(keyOf(m.atoms, m.coefficient > 0n)) ?? []) {
        if (this.#steps-- <= 0) return false;
        // `t ≤ 0` and `s·t ≤ s - 1` are the same for integers.
        const scale = absolute(divisor) / gcd(absolute(divisor), absolute(m.coefficient));
        const factor = -((m.coefficient * scale) / divisor);
        // Nothing more is added: the sum need not be made to be bounded.
        if (isLast && this.#sums.exceeds(Number(scale), Number(factor), fact)) continue;
        const scaled = scale === 1n ? term : combined({ constant: 1n - scale, monomials: [] }, scale, term);
        const next = combined(scaled, factor, fact);
        const hash = hashOfSum(next);
        if ((seen.get(hash) ?? 0) >= depth) continue;
        seen.set(hash, depth);
        if (this.#isLow(next)) return true;
        if (!isLast) left.push(next);
      }
      // What little is left is shown most easily.
      left.sort((a, b) => a.monomials.length - b.monomials.length);
      if (left.some((next) => this.#provesBySum(next, depth - 1, seen))) return true;
      if (this.#multiplies && m.atoms.length > 1 && this.#provesByProduct(term, m, depth, seen)) return true;
    }
    return false;
  }

  /** Is it never above zero, by the bounds of its atoms alone? */
  #isLow(term: Sum): boolean {
    const high = this.#end(term, true);
    return high !== null && high <= 0n;
  }

  /** The same with a fact times a product that is not negative. */
  #provesByProduct(term: Sum, m: Monomial, depth: number, seen: Map<number, number>): boolean {
    for (const { coefficient, multiple } of this.#multiplesWith(m)) {
      if (this.#steps-- <= 0) return false;
      if (m.coefficient % coefficient !== 0n) continue;
      const next = combined(term, -(m.coefficient / coefficient), multiple());
      const hash = hashOfSum(next);
      if ((seen.get(hash) ?? 0) >= depth) continue;
      seen.set(hash, depth);
      if (this.#proves(next, depth - 1, seen)) return true;
    }
    return false;
  }

  /** Facts times a product that is not negative, in which there is this product with its sign; and with which coefficient. */
  #multiplesWith({ atoms, coefficient: sign }: Monomial): readonly Multiple[] {
    const key = keyOf(atoms, sign > 0n);
    const known = this.#multiples.get(key);
    if (known !== undefined) return known;
    const found = partsOf(atoms).flatMap((part): Multiple[] => {
      const facts = this.#byProduct.get(keyOf(part, sign > 0n)) ?? [];
      const factor = withoutAtoms(atoms, part)!;
      if (facts.length === 0 || (this.#productRange(factor).low ?? -1n) < 0n) return [];
      return facts.map(({ fact, coefficient }) => {
        let made: Sum | null = null;
        const multiple = () => {
          made ??= times(fact, factor);
          return made;
        };
        return { coefficient, multiple };
      });
    });
    this.#multiples.set(key, found);
    return found;
  }

  /** The products that contribute most to the sum's upper bound: they have to be cancelled first. */
  #greatest(term: Sum): readonly Monomial[] {
    const ends = term.monomials.map((m) => ({ m, end: this.#most(m.coefficient, m.atoms) }));
    const unbounded = ends.find(({ end }) => end === null);
    if (unbounded !== undefined) return [unbounded.m];
    return ends
      .sort((a, b) => (a.end! > b.end! ? -1 : a.end! < b.end! ? 1 : 0))
      .slice(0, CHOICES)
      .map(({ m }) => m);
  }

  /** True when the condition cannot hold beside the facts. */
  excludes(c: Cond): boolean {
    if (this.#empty) return true;
    switch (c.kind) {
      case 'true':
        return false;
      case 'false':
        return true;
      case 'le':
        return this.isAtMost(this.#terms.negate(c.term), -1n);
      case 'eq':
        return this.isAtMost(this.#terms.negate(c.term), -1n) || this.isAtMost(c.term, -1n);
      case 'ne':
        return this.isAtMost(c.term, 0n) && this.isAtMost(this.#terms.negate(c.term), 0n);
      case 'and':
        return c.parts.some((p) => this.excludes(p));
      case 'or':
        return c.parts.every((p) => this.excludes(p));
    }
  }
}

function comparisonsOf(condition: Cond): Cond[] {
  return conjuncts(condition).filter((part) => part.kind === 'eq' || part.kind === 'le' || part.kind === 'ne');
}

/** An atom, or an atom with a minus. */
function isPlain({ coefficient, atoms }: Monomial): boolean {
  return atoms.length === 1 && absolute(coefficient) === 1n;
}

/** The atoms with their signs, some of which are turned round. */
function signed(monomials: readonly Monomial[], turned: readonly Monomial[]): string {
  return monomials.map((m) => `${m.coefficient > 0n === turned.includes(m) ? '-' : '+'}${m.atoms[0]!.id}`).join();
}

const ONE: Sum = { constant: 1n, monomials: [] };

/** The products of some of the factors but not of all, the longest first. */
function partsOf(atoms: readonly Atom[]): Atom[][] {
  if (atoms.length > FACTORS) return [];
  const parts: Atom[][] = [];
  for (let chosen = 1; chosen < (1 << atoms.length) - 1; chosen++) {
    const part = atoms.filter((_, i) => (chosen & (1 << i)) !== 0);
    if (!parts.some((other) => sameAtoms(other, part))) parts.push(part);
  }
  return parts.sort((a, b) => b.length - a.length);
}

/** A sum times a product, in the order in which sums have their products. */
function times({ constant, monomials }: Sum, factors: readonly Atom[]): Sum {
  const product = (atoms: readonly Atom[]) => [...atoms, ...factors].sort((a, b) => a.id - b.id);
  const all = monomials.map(({ coefficient, atoms }) => ({ coefficient, atoms: product(atoms) }));
  if (constant !== 0n) all.push({ coefficient: constant, atoms: product([]) });
  return { constant: 0n, monomials: all.sort((a, b) => compareAtoms(a.atoms, b.atoms)) };
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function keyOf(atoms: readonly Atom[], positive: boolean): string {
  return `${positive ? '+' : '-'}${atoms.map((a) => a.id).join('.')}`;
}
