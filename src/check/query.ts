/**
 * One question to the solver: can these conditions hold together? `unsat` is a proof; `sat` comes with a model that was
 * evaluated exactly, so nothing that the encoding abstracted (products, geometric variables) can make it up.
 */
import { type Atom, type Cond, Evaluator, type Int, type Terms, visitAtoms, visitTerms } from '../terms/index.ts';
import { refute, type Step } from './decide/refute.ts';
import { searchSmall } from './decide/search.ts';
import { type Encoding, encode } from './encode.ts';
import type { Solver } from './solver.ts';
import { unify } from './unify.ts';

export type QueryAnswer =
  | { readonly status: 'unsat' }
  | { readonly status: 'sat'; readonly values: Evaluator }
  | { readonly status: 'open'; readonly reason: string };

/** Values tried for sizes and strides when a model of the abstraction does not hold up: small, odd, and warp-like. */
const SMALL_VALUES = [2n, 4n, 1n, 3n, 32n, 16n, 64n, 8n, 0n] as const;
const ROUNDS = [0n, 1n, 2n] as const;

/** How a question was decided; for explanations and counts. */
export type Decision =
  /** The conditions cannot hold together, which the terms show as they stand or in a few steps. */
  | { readonly by: 'arithmetic'; readonly status: 'unsat'; readonly steps: readonly Step[] }
  /** Small values were found by trying them. */
  | { readonly by: 'search'; readonly status: 'sat' }
  | {
      readonly by: 'solver';
      readonly status: QueryAnswer['status'];
      readonly reason: string | null;
      readonly encoding: Encoding;
      readonly elapsedMs: number;
    };

export class Queries {
  readonly #terms: Terms;
  readonly #solver: () => Solver;
  readonly #budget: number;
  readonly #deadline: number;
  /** Calls of the solver. */
  calls = 0;
  #isPlain = false;
  /** Told of every question that is decided. */
  listener: ((decision: Decision) => void) | null = null;

  /**
   * @param solver made only when a query needs it
   * @param budget Z3's rlimit per query
   * @param deadline by `performance.now()`: the solver is not called after it
   */
  constructor(terms: Terms, solver: () => Solver, budget: number, deadline: number) {
    this.#terms = terms;
    this.#solver = solver;
    this.#budget = budget;
    this.#deadline = deadline;
  }

  /** What `ask` asks is left open unless arithmetic refutes it. */
  withoutSolver<T>(ask: () => T): T {
    const { listener } = this;
    this.listener = null;
    this.#isPlain = true;
    try {
      return ask();
    } finally {
      this.listener = listener;
      this.#isPlain = false;
    }
  }

  /** @param equalities the terms among the conditions that are addresses set equal. */
  solve(conditions: readonly Cond[], equalities: readonly Int[]): QueryAnswer {
    const unified = unify(this.#terms, this.#terms.and(...conditions));
    const quick = this.#withoutSolver(unified.condition);
    if (quick !== null) return quick.status === 'sat' ? { status: 'sat', values: unified.undo(quick.values) } : quick;
    const answer = this.#solve(
      unified.condition,
      equalities.map((e) => unified.replace.int(e)),
    );
    return answer.status === 'sat' ? { status: 'sat', values: unified.undo(answer.values) } : answer;
  }

  /** Decides before it asks: by arithmetic on the terms, and by trying small values. */
  #withoutSolver(whole: Cond): QueryAnswer | null {
    const steps = whole.kind === 'false' ? [] : refute(this.#terms, whole);
    if (steps !== null) {
      this.listener?.({ by: 'arithmetic', status: 'unsat', steps });
      return { status: 'unsat' };
    }
    if (this.#isPlain) return { status: 'open', reason: 'not refuted by arithmetic' };
    const values = searchSmall(this.#terms, whole);
    if (values === null) return null;
    this.listener?.({ by: 'search', status: 'sat' });
    return { status: 'sat', values };
  }

  #solve(whole: Cond, equalities: readonly Int[]): QueryAnswer {
    const first = this.#ask([whole], equalities);
    if (first.status === 'unsat') return first;
    if (first.status === 'sat' && first.values.cond(whole)) return first;
    const reason = first.status === 'open' ? first.reason : 'the solver answers only for an approximation of products';
    return this.#withFixedSizes(whole, equalities) ?? { status: 'open', reason };
  }

  /** Like `solve`, for a second, nicer model: no effort beyond one call. */
  solveOnce(conditions: readonly Cond[], equalities: readonly Int[]): QueryAnswer {
    const { condition, replace, undo } = unify(this.#terms, this.#terms.and(...conditions));
    const quick = this.#withoutSolver(condition);
    if (quick !== null) return quick.status === 'sat' ? { status: 'sat', values: undo(quick.values) } : quick;
    const answer = this.#ask(
      [condition],
      equalities.map((e) => replace.int(e)),
    );
    if (answer.status !== 'sat') return answer;
    if (!answer.values.cond(condition)) return { status: 'open', reason: 'approximated' };
    return { status: 'sat', values: undo(answer.values) };
  }

  #ask(conditions: readonly Cond[], equalities: readonly Int[]): QueryAnswer {
    if (performance.now() > this.#deadline) return { status: 'open', reason: 'out of time' };
    const encoding = encode(this.#terms, conditions, equalities);
    this.calls++;
    const begun = performance.now();
    const answer = this.#solver().check(encoding.script, [...encoding.atoms.keys()], this.#budget);
    this.listener?.({
      by: 'solver',
      status: answer.status === 'unknown' ? 'open' : answer.status,
      reason: answer.status === 'unknown' ? answer.reason : null,
      encoding,
      elapsedMs: performance.now() - begun,
    });
    if (answer.status === 'unsat') return { status: 'unsat' };
    if (answer.status === 'unknown') return { status: 'open', reason: answer.reason };
    return { status: 'sat', values: valuesOf(encoding, answer.model) };
  }

  /** Fixes the symbols that make the question nonlinear to small values; it is then exactly linear. */
  #withFixedSizes(whole: Cond, equalities: readonly Int[]): QueryAnswer | null {
    const culprits = nonlinearSymbols(this.#terms, [whole, ...equalities]);
    if (culprits.sizes.size + culprits.rounds.size === 0) return null;
    const rounds = culprits.rounds.size === 0 ? [0n] : ROUNDS;
    for (const size of SMALL_VALUES) {
      for (const round of rounds) {
        const values = new Map<number, bigint>();
        for (const atom of culprits.sizes) values.set(atom.id, size);
        for (const atom of culprits.rounds) values.set(atom.id, round);
        const fixed = this.#terms.substitution((atom) => {
          const value = values.get(atom.id);
          return value === undefined ? undefined : this.#terms.constant(value);
        });
        const condition = fixed.cond(whole);
        if (refute(this.#terms, unify(this.#terms, condition).condition) !== null) continue;
        const answer = this.#ask(
          [condition],
          equalities.map((e) => fixed.int(e)),
        );
        if (answer.status !== 'sat') continue;
        const combined = new Evaluator({
          symbol: (atom) => values.get(atom.id) ?? answer.values.atom(atom),
          apply: (atom, args) => answer.values.apply(atom, args),
        });
        if (answer.values.cond(condition) && combined.cond(whole)) return { status: 'sat', values: combined };
      }
    }
    return null;
  }
}

function valuesOf(encoding: Encoding, model: ReadonlyMap<string, bigint>): Evaluator {
  const byAtom = new Map<number, bigint>();
  const byCall = new Map<string, bigint>();
  const applications: (Atom & { kind: 'apply' })[] = [];
  for (const [name, atom] of encoding.atoms) {
    const value = model.get(name) ?? 0n;
    byAtom.set(atom.id, value);
    if (atom.kind === 'apply') applications.push(atom);
  }
  const values: Evaluator = new Evaluator({
    symbol: (atom) => byAtom.get(atom.id) ?? defaultOf(atom),
    // An application outside the query (a memory content that only the report asks for) reads as its default.
    apply: (atom, args) => byAtom.get(atom.id) ?? byCall.get(`${atom.name}:${args.join(',')}`) ?? defaultOf(atom),
  });
  for (const atom of applications) {
    byCall.set(`${atom.name}:${atom.args.map((a) => values.int(a)).join(',')}`, byAtom.get(atom.id)!);
  }
  return values;
}

/** The value of a symbol that the query does not mention: the one nearest to zero. */
function defaultOf(atom: Atom): bigint {
  const { low, high } = atom.range;
  if (low !== null && low > 0n) return low;
  if (high !== null && high < 0n) return high;
  return 0n;
}

interface Culprits {
  readonly sizes: Set<Atom>;
  readonly rounds: Set<Atom>;
}

/** Symbols whose fixing makes products, symbolic divisors and geometric variables linear. */
function nonlinearSymbols(terms: Terms, roots: readonly (Cond | Int)[]): Culprits {
  const culprits: Culprits = { sizes: new Set(), rounds: new Set() };
  const blame = (term: Int) => {
    visitAtoms([term], (atom) => {
      if (atom.kind !== 'symbol') return;
      if (atom.origin === 'iteration') culprits.rounds.add(atom);
      else if (atom.sharing === 'launch') culprits.sizes.add(atom);
    });
  };
  const onTerm = (term: Int) => {
    for (const m of term.monomials) {
      if (m.atoms.length < 2) continue;
      const sizes = m.atoms.filter((a) => a.kind === 'symbol' && a.sharing === 'launch');
      if (sizes.length >= m.atoms.length - 1) for (const a of sizes.slice(0, m.atoms.length - 1)) culprits.sizes.add(a);
      else for (const a of m.atoms.slice(0, -1)) blame(terms.ofAtom(a));
    }
  };
  for (const root of roots) visitTerms([root], onTerm);
  visitAtoms(roots, (atom) => {
    if ((atom.kind === 'div' || atom.kind === 'mod') && atom.divisor.monomials.length > 0) blame(atom.divisor);
    if (atom.kind === 'geometric') {
      blame(atom.start);
      blame(atom.step);
    }
  });
  return culprits;
}
