/**
 * Satisfiability of conditions, decided in stages: equality elimination, taking apart what shares no symbols, refutation by arithmetic, a search for a small
 * model, a model with one value for each function that is made up, then Z3 on a linear abstraction, then Z3 again with sizes fixed so that the
 * abstraction is exact, then with products as they are. `unsat` is a proof. A model of `sat` was evaluated exactly, so it cannot be an artefact
 * of what the encoding abstracted (products, geometric variables).
 */
import { isNullSymbol, isOperation } from '../../kernel/index.ts';
import type { ReasonKind } from '../../model/reason.ts';
import {
  type Atom,
  type ChoiceAtom,
  type Cond,
  conjuncts,
  Evaluator,
  type Int,
  isConnective,
  someAtom,
  type Terms,
  visitAtoms,
} from '../../terms/index.ts';
import { type Application, appliedValues } from '../applied-values.ts';
import { eliminateEqualities } from '../decide/eliminate-equalities.ts';
import { refute, type Step, sidesOfChoice } from '../decide/refute.ts';
import { searchSmall, searchSmallWithLoads } from '../decide/search.ts';
import { isOfLaunch } from '../symbols.ts';
import { nearestTo, smallAssignments } from './fixed-sizes.ts';
import { type IndependentPart, IndependentParts, valuesTogether } from './independent-parts.ts';
import { type Encoding, encodeInSmtLib, type Precision } from './smt-lib.ts';
import type { Solver } from './solver.ts';

/** A query without an answer. */
export interface Open {
  readonly status: 'open';
  /** `cut-short`: the time was over before it was asked. */
  readonly kind: Extract<ReasonKind, 'undecided' | 'cut-short'>;
  readonly reason: string;
}

export type QueryAnswer = { readonly status: 'unsat' } | { readonly status: 'sat'; readonly values: Evaluator } | Open;

/** What one call of the solver may take, a few times what its budget comes to; and one question with all its calls. */
const CALL_MS = 5_000;
const QUESTION_MS = 10_000;
/** A model that is only easier to read may take this part of it. */
const OTHER_MODELS = 5;
/** Of a launch's time, what may come to nothing for such models. */
const SHARE_OF_OTHER_MODELS = 0.1;
/** One call with products as they are may take this part of the time that there is, and this in any case, in milliseconds. */
const SHARE_OF_PRODUCTS = 0.13;
const LEAST_OF_PRODUCTS = 1_000;
/** How many of these may come to nothing. */
const PRODUCTS_TRIED = 2;

/** Alternatives among which made-up functions choose: so many are no longer taken one by one. */
const MANY_MADE_UP = 4;

/** How the solver is asked: until when, by `performance.now()`, and within which of its own limits. */
interface Asking {
  readonly until: number;
  readonly precision: Precision;
  readonly budget: number;
}

/** How a query was decided; for explanations and counts. */
export type Decision =
  /** The conditions contradict each other, as the terms stand or after a few steps. */
  | { readonly by: 'arithmetic'; readonly status: 'unsat'; readonly steps: readonly Step[] }
  /** Small values that satisfy them were found by trying. */
  | { readonly by: 'search'; readonly status: 'sat' }
  | {
      readonly by: 'solver';
      readonly status: QueryAnswer['status'];
      readonly reason: string | null;
      readonly encoding: Encoding;
      readonly elapsedMs: number;
    };

const OUT_OF_TIME: Open = { status: 'open', kind: 'cut-short', reason: 'out of time' };
const UNREFUTED = 'not refuted by arithmetic';

export class Queries {
  readonly #terms: Terms;
  readonly #solver: () => Solver;
  readonly #budget: number;
  #deadline: number;
  readonly #parts: IndependentParts;
  /** What is known of parts, by the condition's id. */
  readonly #answers = new Map<number, Exclude<QueryAnswer, Open>>();
  /** What arithmetic and small values say of conditions, by their ids. */
  readonly #refutations = new Map<number, readonly Step[] | null>();
  readonly #small = new Map<number, Evaluator | null>();
  readonly #smallBeside = new Map<number, Evaluator | null>();
  readonly #productsMs: number;
  /** What is left for models that are only easier to read, in milliseconds. */
  #brieflyMs: number;
  /** Calls of the solver. */
  calls = 0;
  /** Questions with products as they are that may still come to nothing. */
  #productsLeft = PRODUCTS_TRIED;
  #isSolverAllowed = true;
  /** Without the solver. */
  #isSearchAllowed = false;
  /** Told of every query that is decided. */
  listener: ((decision: Decision) => void) | null = null;

  /**
   * @param solver made only when a query needs it
   * @param budget Z3's rlimit per query
   * @param deadline by `performance.now()`: after it every question is open
   */
  constructor(terms: Terms, solver: () => Solver, budget: number, deadline: number) {
    this.#terms = terms;
    this.#solver = solver;
    this.#parts = new IndependentParts(terms);
    this.#budget = budget;
    this.#deadline = deadline;
    this.#brieflyMs = SHARE_OF_OTHER_MODELS * Math.max(0, deadline - performance.now());
    this.#productsMs = Math.max(LEAST_OF_PRODUCTS, SHARE_OF_PRODUCTS * (deadline - performance.now()));
  }

  /** The time is over: every question is left open. */
  get isOver(): boolean {
    return performance.now() > this.#deadline;
  }

  /** False where questions are left open that only the solver answers. */
  get mayAskSolver(): boolean {
    return this.#isSolverAllowed;
  }

  /**
   * Queries made by `ask` are left open unless arithmetic refutes them.
   * @param told whether the listener hears of them
   */
  withoutSolver<T>(ask: () => T, told: 'told' | 'silently' = 'silently'): T {
    const { listener } = this;
    if (told === 'silently') this.listener = null;
    this.#isSolverAllowed = false;
    try {
      return ask();
    } finally {
      this.listener = listener;
      this.#isSolverAllowed = true;
    }
  }

  /** What `ask` asks may take a part of the time that is left, so that the rest is there for others. */
  withinShare<T>(share: number, ask: () => T): T {
    const now = performance.now();
    return this.before(now + share * Math.max(0, this.#deadline - now), ask);
  }

  /** What `ask` asks is left open from then on, by `performance.now()`. */
  before<T>(until: number, ask: () => T): T {
    const deadline = this.#deadline;
    this.#deadline = Math.min(deadline, until);
    try {
      return ask();
    } finally {
      this.#deadline = deadline;
    }
  }

  /**
   * Can the conditions hold together?
   * @param equalities terms that the conditions set to zero because two addresses are equal
   */
  solve(conditions: readonly Cond[], equalities: readonly Int[]): QueryAnswer {
    if (this.isOver) return OUT_OF_TIME;
    return this.#solveApart(conditions, equalities, (condition, equal) => this.#solveExactly(condition, equal));
  }

  /** Do small values satisfy the conditions? No question at all: nothing is looked for but them. */
  holdForSmallValues(conditions: readonly Cond[]): boolean {
    const { condition } = eliminateEqualities(this.#terms, this.#terms.and(...conditions));
    if (condition.kind === 'false') return false;
    return this.#parts.of(condition).every((part) => this.#smallValues(part.condition, false) !== null);
  }

  /** @param exactly asks the solver, of what nothing else decides */
  #solveApart(
    conditions: readonly Cond[],
    equalities: readonly Int[],
    exactly: (condition: Cond, equalities: readonly Int[]) => QueryAnswer,
  ): QueryAnswer {
    const { condition, replace, undo } = eliminateEqualities(this.#terms, this.#terms.and(...conditions));
    const parts = this.#parts.of(condition);
    const equal = equalities.map((e) => replace.int(e));
    if (parts.length < 2) {
      const answer = this.#solveQuickly(condition) ?? exactly(condition, equal);
      return answer.status === 'sat' ? modelOf(conditions, undo(answer.values)) : answer;
    }
    const found: (IndependentPart & { readonly values: Evaluator })[] = [];
    let open: Open | null = null;
    for (const [at, part] of parts.entries()) {
      const solve = () =>
        this.#solveQuickly(part.condition, at > 0) ??
        exactly(
          part.condition,
          equal.filter((e) => this.#parts.mentions(e, part)),
        );
      const answer = this.#answers.get(part.condition.id) ?? (at === 0 ? solve() : this.#besides(solve));
      if (answer.status === 'open') {
        open ??= answer;
        continue;
      }
      this.#answers.set(part.condition.id, answer);
      if (answer.status === 'unsat') return answer;
      found.push({ ...part, values: answer.values });
    }
    return open ?? modelOf(conditions, undo(valuesTogether(found)));
  }

  /** What is no more than beside the question is told of only where it decides it. */
  #besides(solve: () => QueryAnswer): QueryAnswer {
    const { listener } = this;
    const told: Decision[] = [];
    if (listener !== null) this.listener = (decision) => told.push(decision);
    try {
      const answer = solve();
      if (answer.status !== 'sat') for (const decision of told) listener?.(decision);
      return answer;
    } finally {
      this.listener = listener;
    }
  }

  /**
   * Queries made by `ask` are left open unless arithmetic refutes them, or small values make them true.
   * @param told whether the listener hears of them
   */
  quickly<T>(ask: () => T, told: 'told' | 'silently' = 'silently'): T {
    this.#isSearchAllowed = true;
    try {
      return this.withoutSolver(ask, told);
    } finally {
      this.#isSearchAllowed = false;
    }
  }

  /**
   * Does arithmetic alone show that the condition cannot hold?
   * @param told whether the listener hears of it
   */
  isRefuted(whole: Cond, told: 'told' | 'silently' = 'silently'): boolean {
    const { condition } = eliminateEqualities(this.#terms, whole);
    for (const part of this.#parts.of(condition)) {
      const steps = this.#refutation(part.condition);
      if (steps === null) continue;
      if (told === 'told') this.listener?.({ by: 'arithmetic', status: 'unsat', steps });
      return true;
    }
    return false;
  }

  /** Decides by arithmetic on the terms, or by trying small values; null when neither succeeds. */
  #solveQuickly(whole: Cond, isBeside = false): QueryAnswer | null {
    const steps = this.#refutation(whole);
    if (steps !== null) {
      this.listener?.({ by: 'arithmetic', status: 'unsat', steps });
      return { status: 'unsat' };
    }
    if (!this.#isSolverAllowed && !this.#isSearchAllowed) return undecided(UNREFUTED);
    const values = this.#smallValues(whole, isBeside);
    if (values === null) return this.#isSolverAllowed ? null : undecided(UNREFUTED);
    this.listener?.({ by: 'search', status: 'sat' });
    return { status: 'sat', values };
  }

  /** Most questions are asked more than once: without the solver first, and with it where that is not enough. */
  #refutation(whole: Cond): readonly Step[] | null {
    let known = this.#refutations.get(whole.id);
    if (known === undefined) {
      known = whole.kind === 'false' ? [] : this.#refute(whole);
      this.#refutations.set(whole.id, known);
    }
    return known;
  }

  #refute(whole: Cond): readonly Step[] | null {
    const parts = conjuncts(whole);
    const left = parts.filter((part) => !isConnective(part) || !someAtom([part], isOperation));
    const isManyFold = parts.length - left.length >= MANY_MADE_UP;
    if (!isManyFold) return refute(this.#terms, whole) ?? this.#refuteWithoutLoads(whole);
    // Nothing tells which of the cases holds: what they leave together is looked at, and not one by one.
    const rest = this.#terms.and(...left);
    return refute(this.#terms, rest) ?? this.#refuteWithoutLoads(rest) ?? refute(this.#terms, whole, 0);
  }

  #smallValues(whole: Cond, isBeside: boolean): Evaluator | null {
    const found = isBeside ? this.#smallBeside : this.#small;
    let known = found.get(whole.id);
    if (known === undefined) {
      known = searchSmall(this.#terms, whole, isBeside);
      found.set(whole.id, known);
    }
    return known;
  }

  /**
   * Where two threads go seldom hangs on what they find in memory, and a path that does brings cases by the dozen: what is left of it
   * without them may do.
   */
  #refuteWithoutLoads(whole: Cond): readonly Step[] | null {
    const parts = conjuncts(whole);
    const left = parts.filter((part) => !hangsOnLoad(part));
    const isSmaller = parts.some((part) => isConnective(part) && !left.includes(part));
    return isSmaller && left.length > 0 ? refute(this.#terms, this.#terms.and(...left)) : null;
  }

  /** Asks the solver; a spurious model is not accepted. */
  #solveExactly(whole: Cond, equalities: readonly Int[]): QueryAnswer {
    const bySides = this.#solveBySides(whole, equalities);
    if (bySides !== null) return bySides;
    const until = Math.min(this.#deadline, performance.now() + QUESTION_MS);
    const plain = this.#withConstants(whole, equalities, { until });
    if (plain !== null) return plain;
    const first = this.#ask(whole, equalities, { until });
    if (first.status === 'unsat') return first;
    if (first.status === 'sat' && first.values.cond(whole)) return first;
    const fixed = this.#withFixedSizes(whole, equalities, until) ?? this.#withFreeLoads(whole);
    if (fixed !== null || first.status === 'open') return fixed ?? first;
    return this.#withProducts(whole, equalities);
  }

  /**
   * Where a number that the launch was given chooses between two ways to compute, a product of sizes in one of them and what is loaded in the
   * other hide each other from the solver: each way is looked at by itself, and the solver is asked of one at most.
   * @returns null where nothing chooses, and where neither way is decided without the solver
   */
  #solveBySides(whole: Cond, equalities: readonly Int[]): QueryAnswer | null {
    const chosen = new Set<Atom>();
    const equal = conjuncts(whole).filter(({ kind }) => kind === 'eq');
    visitAtoms([...equal, ...equalities], (atom) => chosen.add(atom));
    const isMeant = (choice: ChoiceAtom) => chosen.has(choice) && isOfLaunch([choice.condition]);
    const sides = sidesOfChoice(this.#terms, whole, isMeant) ?? [];
    const steps: Step[] = [];
    const left = [];
    for (const side of sides) {
      const { condition, replace, undo } = eliminateEqualities(this.#terms, side);
      const refuted = this.#refutation(condition);
      if (refuted !== null) {
        steps.push(...refuted);
        continue;
      }
      const values = this.#smallValues(condition, false) ?? searchSmallWithLoads(this.#terms, condition);
      if (values !== null) {
        this.listener?.({ by: 'search', status: 'sat' });
        return { status: 'sat', values: undo(values) };
      }
      left.push({ condition, replace, undo });
    }
    const [only] = left;
    if (left.length === sides.length) return null;
    if (only === undefined) {
      this.listener?.({ by: 'arithmetic', status: 'unsat', steps });
      return { status: 'unsat' };
    }
    const answer = this.#solveExactly(
      only.condition,
      equalities.map((term) => only.replace.int(term)),
    );
    return answer.status === 'sat' ? { status: 'sat', values: only.undo(answer.values) } : answer;
  }

  /** Small values where what is loaded may be any: of products a solver often says nothing. */
  #withFreeLoads(whole: Cond): QueryAnswer | null {
    const values = searchSmallWithLoads(this.#terms, whole);
    if (values === null) return null;
    this.listener?.({ by: 'search', status: 'sat' });
    return { status: 'sat', values };
  }

  /** Asks with products as they are. Z3 may answer then, or take all the time that it gets: a few such questions are enough. */
  #withProducts(whole: Cond, equalities: readonly Int[]): QueryAnswer {
    const open = undecided('the solver answers only for an approximation of products');
    if (this.#productsLeft <= 0) return open;
    const until = Math.min(this.#deadline, performance.now() + this.#productsMs);
    const answer = this.#ask(whole, equalities, { until, precision: 'all' });
    if (answer.status === 'unsat') return answer;
    if (answer.status === 'sat' && answer.values.cond(whole)) return answer;
    this.#productsLeft--;
    return open;
  }

  /** Like `solve`, with at most one call of the solver: for a second model, that makes sure of what the first one leaves in doubt. */
  solveOnce(conditions: readonly Cond[], equalities: readonly Int[]): QueryAnswer {
    return this.#solvedOnce(conditions, equalities, this.#budget);
  }

  /** The same for a model that would be easier to read, or to execute, and is worth a part of what the question itself is. */
  solveBriefly(conditions: readonly Cond[], equalities: readonly Int[]): QueryAnswer {
    if (this.#brieflyMs <= 0) return OUT_OF_TIME;
    const startedAt = performance.now();
    const answer = this.#solvedOnce(conditions, equalities, this.#budget / OTHER_MODELS);
    // Those that are found cost the next ones nothing.
    if (answer.status === 'open') this.#brieflyMs -= performance.now() - startedAt;
    return answer;
  }

  #solvedOnce(conditions: readonly Cond[], equalities: readonly Int[], budget: number): QueryAnswer {
    return this.#solveApart(conditions, equalities, (condition, equal) => {
      const plain = this.#withConstants(condition, equal, { budget });
      if (plain !== null) return plain;
      const answer = this.#ask(condition, equal, { budget });
      return answer.status === 'sat' && !answer.values.cond(condition) ? undecided('approximated') : answer;
    });
  }

  #ask(
    condition: Cond,
    equalities: readonly Int[],
    { until = this.#deadline, precision = 'lemmas', budget = this.#budget }: Partial<Asking> = {},
  ): QueryAnswer {
    if (performance.now() > until) return OUT_OF_TIME;
    const encoding = encodeInSmtLib(this.#terms, condition, equalities, precision);
    this.calls++;
    const startedAt = performance.now();
    const limitMs =
      precision === 'all' ? until - startedAt : Math.min((CALL_MS * budget) / this.#budget, until - startedAt);
    const answer = this.#solver().check(encoding.script, [...encoding.atoms.keys()], budget, limitMs);
    this.listener?.({
      by: 'solver',
      status: answer.status === 'unknown' ? 'open' : answer.status,
      reason: answer.status === 'unknown' ? answer.reason : null,
      encoding,
      elapsedMs: performance.now() - startedAt,
    });
    if (answer.status === 'unsat') return { status: 'unsat' };
    if (answer.status === 'unknown') return undecided(answer.reason);
    return { status: 'sat', values: valuesOf(encoding, answer.model) };
  }

  /**
   * With one value for each function that is made up: paths through arithmetic of fractions are choices among hundreds of these, and where
   * two threads meet seldom hangs on one.
   * @returns null where that has no model
   */
  #withConstants(whole: Cond, equalities: readonly Int[], asking: Partial<Asking>): QueryAnswer | null {
    if (!someAtom([whole], isOperation)) return null;
    const constants = this.#terms.substitution((atom) =>
      isOperation(atom) ? this.#terms.constant(defaultOf(atom)) : undefined,
    );
    const condition = constants.cond(whole);
    if (condition.kind === 'false') return null;
    const equal = equalities.map((term) => constants.int(term));
    const values = this.#smallValues(condition, false);
    const answer: QueryAnswer = values === null ? this.#ask(condition, equal, asking) : { status: 'sat', values };
    if (answer.status !== 'sat') return null;
    const combined: Evaluator = new Evaluator({
      symbol: (atom) => answer.values.atom(atom),
      apply: (atom, args) => (isOperation(atom) ? defaultOf(atom) : answer.values.apply(atom, args)),
    });
    return combined.cond(whole) ? { status: 'sat', values: combined } : null;
  }

  /** With the symbols that make the query nonlinear at small values it is linear. */
  #withFixedSizes(whole: Cond, equalities: readonly Int[], until: number): QueryAnswer | null {
    for (const values of smallAssignments(this.#terms, [whole, ...equalities])) {
      if (performance.now() > until) return null;
      const fixed = this.#terms.substitution((atom) => {
        const value = values.get(atom.id);
        return value === undefined ? undefined : this.#terms.constant(value);
      });
      const condition = fixed.cond(whole);
      if (refute(this.#terms, eliminateEqualities(this.#terms, condition).condition) !== null) continue;
      const answer = this.#ask(
        condition,
        equalities.map((e) => fixed.int(e)),
        { until, precision: 'powers' },
      );
      if (answer.status !== 'sat') continue;
      const combined = new Evaluator({
        symbol: (atom) => values.get(atom.id) ?? answer.values.atom(atom),
        apply: (atom, args) => answer.values.apply(atom, args),
      });
      if (answer.values.cond(condition) && combined.cond(whole)) return { status: 'sat', values: combined };
    }
    return null;
  }
}

function modelOf(conditions: readonly Cond[], values: Evaluator): QueryAnswer {
  return { status: 'sat', values: leadingSomewhere(conditions, values) };
}

/** The same values with pointers that lead somewhere, where nothing asks that they be null: no run gets far with one that is. */
function leadingSomewhere(conditions: readonly Cond[], values: Evaluator): Evaluator {
  const nulls = new Set<Atom>();
  visitAtoms(conditions, (atom) => {
    if (isNullSymbol(atom) && values.atom(atom) !== 0n) nulls.add(atom);
  });
  if (nulls.size === 0) return values;
  const others = new Evaluator({
    symbol: (atom) => (nulls.has(atom) ? 0n : values.atom(atom)),
    apply: (atom, args) => values.apply(atom, args),
  });
  return conditions.every((condition) => others.cond(condition)) ? others : values;
}

function hangsOnLoad(part: Cond): boolean {
  return someAtom([part], (atom) => {
    return atom.kind === 'apply' && (atom.origin === 'input-memory' || atom.origin === 'unknown');
  });
}

function undecided(reason: string): Open {
  return { status: 'open', kind: 'undecided', reason };
}

/** The solver's model as an evaluator of terms. */
function valuesOf(encoding: Encoding, model: ReadonlyMap<string, bigint>): Evaluator {
  const byAtom = new Map<number, bigint>();
  const applied = new Map<Application, bigint>();
  for (const [name, atom] of encoding.atoms) {
    const value = model.get(name) ?? 0n;
    byAtom.set(atom.id, value);
    if (atom.kind === 'apply') applied.set(atom, value);
  }
  return appliedValues((atom) => byAtom.get(atom.id) ?? defaultOf(atom), applied, defaultOf).values;
}

/** The value of a symbol that the query does not mention: the one nearest to zero. */
function defaultOf(atom: Atom): bigint {
  return nearestTo(atom, 0n);
}
