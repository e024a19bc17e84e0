/**
 * Terms as SMT-LIB over linear integer arithmetic with uninterpreted functions. A product of unknowns becomes a fresh
 * integer with lemmas that hold of every product (incremental linearisation, with a fixed set of lemmas; the stride lemma
 * below is ours). So `unsat` is a proof for all sizes, while a model is a candidate only: `query.ts` evaluates it exactly.
 */
import {
  type Atom,
  type Cond,
  content,
  gcd,
  type Int,
  isConnective,
  isConstant,
  type Monomial,
  type Terms,
} from '../../terms/index.ts';

export interface Encoding {
  readonly script: string;
  /** SMT names of the atoms whose values make a model, with the atoms. */
  readonly atoms: ReadonlyMap<string, Atom>;
}

/** Widest operands of `and/or/xor` that are split into bits; of wider ones only bounds are encoded. */
const BIT_SPLIT_LIMIT = 16;
/** Shift amounts that are distinguished one by one. */
const SHIFT_CASES = 32n;
/** Pairs of products with a common factor that get a monotonicity lemma. */
const PRODUCT_PAIRS = 48;
/** Strides that are tried for one address. */
const STRIDES = 3;

/** Powers of two that are told one by one, of a start that is a number: what is larger fits into no register. */
const POWERS = 64;

/**
 * What is said of a product of unknowns, and of a number that is shifted by one: `lemmas` alone, of a number's `powers` which it is for each
 * step, or `all`, with products as they are: Z3 may take very long over those.
 */
export type Precision = 'lemmas' | 'powers' | 'all';

/**
 * Encodes a condition.
 * @param equalities terms that the query sets to zero (addresses): they get the stride lemma.
 */
export function encodeInSmtLib(
  terms: Terms,
  condition: Cond,
  equalities: readonly Int[],
  precision: Precision = 'lemmas',
): Encoding {
  const encoder = new Encoder(terms, precision);
  encoder.assert(encoder.cond(condition));
  for (const e of equalities) encoder.strideLemma(e, 0);
  return encoder.finish();
}

type GeometricAtom = Atom & { readonly kind: 'geometric' };

class Encoder {
  readonly #terms: Terms;
  readonly #precision: Precision;
  readonly #lines: string[] = [];
  readonly #names = new Map<number, string>();
  readonly #atoms = new Map<string, Atom>();
  readonly #functions = new Map<string, string>();
  readonly #products = new Map<string, { name: string; atoms: readonly Atom[] }>();
  readonly #families = new Map<string, GeometricAtom[]>();
  readonly #split = new Set<string>();
  #fresh = 0;

  constructor(terms: Terms, precision: Precision) {
    this.#terms = terms;
    this.#precision = precision;
  }

  assert(formula: string): void {
    this.#lines.push(`(assert ${formula})`);
  }

  finish(): Encoding {
    this.#orderProducts();
    return { script: this.#lines.join('\n'), atoms: this.#atoms };
  }

  cond(c: Cond): string {
    if (c.kind === 'true' || c.kind === 'false') return c.kind;
    const known = this.#names.get(c.id);
    if (known) return known;
    if (isConnective(c)) {
      const parts = c.parts.map((p) => this.cond(p)).join(' ');
      const name = `c${c.id}`;
      this.#lines.push(`(define-fun ${name} () Bool (${c.kind} ${parts}))`);
      this.#names.set(c.id, name);
      return name;
    }
    // A comparison of products is helped by the same lemma as an address equality.
    if (c.term.monomials.some((m) => m.atoms.length > 1)) this.strideLemma(c.term, 0);
    const term = this.int(c.term);
    const formula = c.kind === 'le' ? `(<= ${term} 0)` : c.kind === 'eq' ? `(= ${term} 0)` : `(not (= ${term} 0))`;
    this.#names.set(c.id, formula);
    return formula;
  }

  int(term: Int): string {
    const parts: string[] = [];
    for (const m of term.monomials) {
      const name = this.#product(m.atoms);
      parts.push(m.coefficient === 1n ? name : `(* ${literal(m.coefficient)} ${name})`);
    }
    if (term.constant !== 0n || parts.length === 0) parts.push(literal(term.constant));
    return parts.length === 1 ? parts[0]! : `(+ ${parts.join(' ')})`;
  }

  #declare(name: string): void {
    this.#lines.push(`(declare-const ${name} Int)`);
  }

  /** The name of an uninterpreted function of integers. */
  #function(key: string, arity: number): string {
    const known = this.#functions.get(key);
    if (known) return known;
    const name = `f${this.#functions.size}`;
    this.#functions.set(key, name);
    this.#lines.push(`(declare-fun ${name} (${Array(arity).fill('Int').join(' ')}) Int)`);
    return name;
  }

  #bound(name: string, low: bigint | null, high: bigint | null): void {
    if (low !== null) this.assert(`(<= ${literal(low)} ${name})`);
    if (high !== null) this.assert(`(<= ${name} ${literal(high)})`);
  }

  #atom(atom: Atom): string {
    const known = this.#names.get(atom.id);
    if (known) return known;
    const name = `a${atom.id}`;
    this.#names.set(atom.id, name);
    switch (atom.kind) {
      case 'symbol':
        this.#declare(name);
        this.#atoms.set(name, atom);
        break;
      case 'apply': {
        const args = atom.args.map((a) => this.int(a));
        const fn = this.#function(`${atom.name}/${args.length}`, args.length);
        this.#declare(name);
        this.assert(`(= ${name} ${args.length === 0 ? fn : `(${fn} ${args.join(' ')})`})`);
        this.#atoms.set(name, atom);
        break;
      }
      case 'div':
      case 'mod': {
        this.#declare(name);
        const t = this.#terms;
        const quotient = t.div(atom.dividend, atom.divisor);
        const remainder = t.sub(atom.dividend, t.mul(quotient, atom.divisor));
        const rest = this.int(remainder);
        const divisor = this.int(atom.divisor);
        // A divisor that is zero or less (a loop variable before the first iteration) is never divided by: nothing follows.
        const { low } = atom.divisor.range;
        const given = low !== null && low >= 1n ? 'true' : `(>= ${divisor} 1)`;
        this.assert(`(=> ${given} (and (<= 0 ${rest}) (< ${rest} ${divisor})))`);
        if (atom.kind === 'mod') this.assert(`(=> ${given} (= ${name} ${rest}))`);
        if (!isConstant(atom.divisor)) this.strideLemma(remainder, 0);
        break;
      }
      case 'ite':
        this.#declare(name);
        this.assert(
          `(= ${name} (ite ${this.cond(atom.condition)} ${this.int(atom.then)} ${this.int(atom.otherwise)}))`,
        );
        break;
      case 'bits':
        this.#declare(name);
        this.#bits(name, atom);
        break;
      case 'geometric':
        this.#declare(name);
        this.#geometric(name, atom);
        break;
    }
    this.#bound(name, atom.range.low, atom.range.high);
    return name;
  }

  // ---- products --------------------------------------------------------------------------------------------------

  /** The name of a product of atoms; with two or more factors, a fresh integer with lemmas that hold of every product. */
  #product(atoms: readonly Atom[]): string {
    if (atoms.length === 1) return this.#atom(atoms[0]!);
    const key = atoms.map((a) => a.id).join('_');
    const known = this.#products.get(key);
    if (known) return known.name;
    const name = `m${key}`;
    this.#products.set(key, { name, atoms });
    this.#declare(name);
    const x = this.#product(atoms.slice(0, -1));
    const y = this.#atom(atoms[atoms.length - 1]!);
    const square = atoms.length === 2 && atoms[0] === atoms[1];
    if (this.#precision === 'all') this.assert(`(= ${name} (* ${x} ${y}))`);
    this.assert(`(=> (or (= ${x} 0) (= ${y} 0)) (= ${name} 0))`);
    this.assert(`(=> (= ${y} 1) (= ${name} ${x}))`);
    this.assert(`(=> (= ${x} 1) (= ${name} ${y}))`);
    this.assert(`(=> (and (>= ${x} 1) (>= ${y} 1)) (and (>= ${name} ${x}) (>= ${name} ${y})))`);
    if (square) {
      this.assert(`(>= ${name} 0)`);
    } else {
      this.assert(`(=> (and (<= ${x} (- 1)) (>= ${y} 1)) (and (<= ${name} ${x}) (<= ${name} (- ${y}))))`);
      this.assert(`(=> (and (>= ${x} 1) (<= ${y} (- 1))) (and (<= ${name} ${y}) (<= ${name} (- ${x}))))`);
      this.assert(`(=> (and (<= ${x} (- 1)) (<= ${y} (- 1))) (and (>= ${name} (- ${x})) (>= ${name} (- ${y}))))`);
    }
    return name;
  }

  /**
   * The stride lemma, for `E = N·Q + R`: what always holds of `N·Q` when `Q` is zero, positive or negative. It decides
   * delinearised indices (`y·w + x`) without an assumption. Recursion on Q covers arrays of more dimensions.
   */
  strideLemma(term: Int, depth: number): void {
    if (depth > 4) return;
    // Several factors may stand in as many products; for an address each is tried, since any could be the row's length.
    for (const factor of commonFactors(term.monomials).slice(0, depth === 0 ? STRIDES : 1)) {
      this.#strideLemmaFor(term, factor, depth);
    }
  }

  #strideLemmaFor(term: Int, factor: Atom, depth: number): void {
    const t = this.#terms;
    let quotient = t.zero;
    let whole = t.zero;
    for (const m of term.monomials) {
      const at = m.atoms.indexOf(factor);
      if (at < 0) continue;
      const rest = [...m.atoms.slice(0, at), ...m.atoms.slice(at + 1)];
      quotient = t.add(quotient, t.ofProduct({ ...m, atoms: rest }));
      whole = t.add(whole, t.ofProduct(m));
    }
    const key = `${factor.id}:${quotient.id}`;
    if (this.#split.has(key)) return;
    this.#split.add(key);
    // A common coefficient of Q (strides in bytes) is moved to N: N·(4·q) = (4·N)·q.
    const { constant } = quotient;
    const unit = gcd(content(quotient), constant);
    const q = this.int(unit === 1n ? quotient : divideExactly(t, quotient, unit));
    const n = this.#atom(factor);
    const s = this.int(whole);
    const times = (k: bigint) => `(* ${literal(k * unit)} ${n})`;
    this.assert(`(=> (= ${q} 0) (= ${s} 0))`);
    this.assert(`(=> (= ${n} 0) (= ${s} 0))`);
    for (const k of [1n, 2n]) {
      this.assert(`(=> (and (>= ${q} ${k}) (>= ${n} 1)) (>= ${s} ${times(k)}))`);
      this.assert(`(=> (and (<= ${q} (- ${k})) (>= ${n} 1)) (<= ${s} (- ${times(k)})))`);
    }
    const scaled = unit === 1n ? q : `(* ${literal(unit)} ${q})`;
    this.assert(`(=> (and (>= ${q} 1) (>= ${n} 1)) (>= ${s} ${scaled}))`);
    this.assert(`(=> (and (<= ${q} (- 1)) (>= ${n} 1)) (<= ${s} ${scaled}))`);
    this.assert(`(=> (= ${q} 1) (= ${s} ${times(1n)}))`);
    this.assert(`(=> (= ${q} (- 1)) (= ${s} (- ${times(1n)})))`);
    this.strideLemma(quotient, depth + 1);
  }

  /** Monotonicity: products with a common factor are ordered as their other factors: `x < y ⇒ x·n + n ≤ y·n` for `n ≥ 1`. */
  #orderProducts(): void {
    const products = [...this.#products.values()].filter((p) => p.atoms.length === 2);
    let budget = PRODUCT_PAIRS;
    for (let i = 0; i < products.length; i++) {
      for (let j = i + 1; j < products.length; j++) {
        const a = products[i]!;
        const b = products[j]!;
        const shared = a.atoms.find((x) => b.atoms.includes(x));
        if (!shared || budget-- <= 0) continue;
        const x = this.#atom(a.atoms[0] === shared ? a.atoms[1]! : a.atoms[0]!);
        const y = this.#atom(b.atoms[0] === shared ? b.atoms[1]! : b.atoms[0]!);
        const n = this.#atom(shared);
        this.assert(`(=> (and (< ${x} ${y}) (>= ${n} 1)) (<= (+ ${a.name} ${n}) ${b.name}))`);
        this.assert(`(=> (and (< ${y} ${x}) (>= ${n} 1)) (<= (+ ${b.name} ${n}) ${a.name}))`);
        this.assert(`(=> (= ${x} ${y}) (= ${a.name} ${b.name}))`);
      }
    }
  }

  // ---- bits ------------------------------------------------------------------------------------------------------

  #bits(name: string, atom: Atom & { kind: 'bits' }): void {
    switch (atom.operator) {
      case 'and':
      case 'or':
      case 'xor':
        this.#bitwise(name, atom.operator, atom);
        break;
      default:
        this.#shift(name, atom.operator, atom);
    }
  }

  /** Bit by bit where the operands are narrow; else an uninterpreted function with the bounds of its result. */
  #bitwise(name: string, operator: 'and' | 'or' | 'xor', { left, right, width }: Atom & { kind: 'bits' }): void {
    const bits = Math.max(bitLength(left), bitLength(right));
    const a = this.int(left);
    const b = this.int(right);
    if (bits <= BIT_SPLIT_LIMIT) {
      const xs = this.#bitsOf(left, bits);
      const ys = this.#bitsOf(right, bits);
      const parts = xs.map((x, i) => `(ite (${operator} ${x} ${ys[i]!}) ${1 << i} 0)`);
      this.assert(`(= ${name} (+ 0 ${parts.join(' ')}))`);
      return;
    }
    this.assert(`(= ${name} (${this.#function(`${operator}${width}`, 2)} ${a} ${b}))`);
    if (operator === 'and') this.assert(`(and (<= ${name} ${a}) (<= ${name} ${b}))`);
    else {
      this.assert(`(<= ${name} (+ ${a} ${b}))`);
      if (operator === 'or') this.assert(`(and (>= ${name} ${a}) (>= ${name} ${b}))`);
    }
  }

  /** One case for each amount; an arithmetic shift by an amount that is not known well keeps only its range. */
  #shift(name: string, operator: 'shl' | 'lshr' | 'ashr', { left, right, width }: Atom & { kind: 'bits' }): void {
    const t = this.#terms;
    const { low, high } = right.range;
    const caseOf = (amount: string, by: bigint) => {
      const value = t.bits(operator, left, t.constant(by), width);
      this.assert(`(=> (= ${amount} ${by}) (= ${name} ${this.int(value)}))`);
    };
    if (low !== null && high !== null && low >= 0n && high - low <= SHIFT_CASES) {
      const amount = this.int(right);
      for (let by = low; by <= high; by++) caseOf(amount, by);
      return;
    }
    if (width > 64) return;
    const amount = this.int(right);
    if (operator === 'ashr') return;
    for (let by = 0n; by < BigInt(width); by++) caseOf(amount, by);
    // Shifting by the width or more is undefined; on paths that do not shift the amount may still be anything.
    this.assert(`(=> (or (< ${amount} 0) (>= ${amount} ${width})) (= ${name} 0))`);
  }

  #bitNames = new Map<string, string[]>();

  /** Boolean names of the low bits of a term. */
  #bitsOf(term: Int, count: number): string[] {
    if (isConstant(term))
      return Array.from({ length: count }, (_, i) => ((term.constant >> BigInt(i)) & 1n ? 'true' : 'false'));
    const key = `${term.id}:${count}`;
    const known = this.#bitNames.get(key);
    if (known) return known;
    const names = Array.from({ length: count }, () => `b${this.#fresh++}`);
    for (const n of names) this.#lines.push(`(declare-const ${n} Bool)`);
    this.assert(`(= ${this.int(term)} (+ 0 ${names.map((n, i) => `(ite ${n} ${1 << i} 0)`).join(' ')}))`);
    this.#bitNames.set(key, names);
    return names;
  }

  // ---- geometric -------------------------------------------------------------------------------------------------

  #geometric(name: string, atom: GeometricAtom): void {
    const family = `${atom.direction}:${atom.start.id}:${atom.shift}`;
    const start = this.int(atom.start);
    const step = this.int(atom.step);
    const factor = 1n << BigInt(atom.shift);
    this.assert(`(=> (= ${step} 0) (= ${name} ${start}))`);
    if (atom.direction === 'down') {
      this.assert(`(=> (and (>= ${start} 0) (>= ${step} 1)) (<= (* ${factor} ${name}) ${start}))`);
      this.assert(`(=> (>= ${start} 0) (and (<= 0 ${name}) (<= ${name} ${start})))`);
    } else this.assert(`(=> (and (>= ${start} 0) (>= ${step} 1)) (>= ${name} (* ${factor} ${start})))`);
    const others = this.#families.get(family) ?? [];
    for (const other of others) {
      const otherName = this.#atom(other);
      const otherStep = this.int(other.step);
      this.assert(`(=> (= ${step} ${otherStep}) (= ${name} ${otherName}))`);
      const order = (k1: string, v1: string, k2: string, v2: string) =>
        atom.direction === 'down'
          ? `(=> (and (>= ${start} 0) (<= 0 ${k1}) (< ${k1} ${k2})) (<= (* ${factor} ${v2}) ${v1}))`
          : `(=> (and (>= ${start} 0) (<= 0 ${k1}) (< ${k1} ${k2})) (>= ${v2} (* ${factor} ${v1})))`;
      this.assert(order(step, name, otherStep, otherName));
      this.assert(order(otherStep, otherName, step, name));
    }
    others.push(atom);
    this.#families.set(family, others);
    if (this.#precision !== 'lemmas' && isConstant(atom.start)) this.#powers(name, atom, atom.start.constant, step);
  }

  /** Which number it is after each number of steps. Of the round before a loop begins nothing is said: no path leads there. */
  #powers(name: string, { direction, shift, step: { range } }: GeometricAtom, start: bigint, step: string): void {
    const after = (k: bigint): string => {
      const by = BigInt(shift) * k;
      return literal(direction === 'up' ? start << by : start >> by);
    };
    const most = BigInt(Math.ceil(POWERS / shift));
    const last = range.high !== null && range.high < most ? range.high : most;
    for (let k = 0n; k <= last; k++) this.assert(`(=> (= ${step} ${k}) (= ${name} ${after(k)}))`);
    // It grows on, or comes nearer to nothing, whichever side of zero it starts on.
    const beyond = (direction === 'up') === start >= 0n ? '>=' : '<=';
    this.assert(`(=> (> ${step} ${last}) (${beyond} ${name} ${after(last)}))`);
  }
}

function literal(value: bigint): string {
  return value < 0n ? `(- ${-value})` : `${value}`;
}

function divideExactly(t: Terms, term: Int, by: bigint): Int {
  return t.div(term, t.constant(by));
}

/** The atoms that are factors of most products of the sum: the likely strides. */
function commonFactors(monomials: readonly Monomial[]): Atom[] {
  const counts = new Map<Atom, number>();
  for (const m of monomials) {
    if (m.atoms.length < 2) continue;
    for (const atom of new Set(m.atoms)) counts.set(atom, (counts.get(atom) ?? 0) + 1);
  }
  // A stride is usually a size; indices are the second choice.
  const weight = (a: Atom) => counts.get(a)! * 2 + (a.kind === 'symbol' && a.sharing === 'launch' ? 1 : 0);
  const most = Math.max(...[...counts.keys()].map(weight));
  return [...counts.keys()].filter((atom) => weight(atom) === most);
}

function bitLength(term: Int): number {
  if (term.range.low === null || term.range.low < 0n || term.range.high === null) return Number.POSITIVE_INFINITY;
  return term.range.high.toString(2).length;
}
