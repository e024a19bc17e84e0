/**
 * Counterexample-guided refinement. The terms over-approximate the program: they do not say that arithmetic stays within
 * its type, nor that a loop reaches the iteration of which they speak. A model that makes use of that is spurious; the
 * condition that it violates is added, and the query is solved again.
 */
import type { BarrierInterval, ContentFact, KernelAccess, KernelLoop } from '../kernel/index.ts';
import { type Cond, type Evaluator, type Int, type NoOverflow, type Terms, visitTerms } from '../terms/index.ts';
import { contentLemmas } from './content-lemmas.ts';
import { doubtfulIterations, iterationRefinements, loopsIn } from './feasible-iterations.ts';
import type { AccessPair, Side } from './order/index.ts';
import type { Queries, QueryAnswer } from './smt/query.ts';
import { isMadeOf, isSubset, symbolsOf } from './symbols.ts';

/** How often a spurious model is refined away. */
const REFINEMENTS = 8;

export type Solved = Exclude<QueryAnswer, { status: 'sat' }> | Model;

export interface Model {
  readonly status: 'sat';
  readonly values: Evaluator;
  /** The condition that the model satisfies: the query with all refinements. */
  readonly condition: Cond;
  /** True when it is not known that the loops get to the iterations that the model picked. */
  readonly isDoubtful: boolean;
}

interface FeasibilityContext {
  readonly terms: Terms;
  readonly queries: Queries;
  /** Values that are assumed to stay in range. */
  readonly bounds: readonly NoOverflow[];
  readonly loops: readonly KernelLoop[];
  /** What is stated of memory. */
  readonly contents: readonly ContentFact[];
}

/**
 * Solves a condition about two accesses, and rejects models that no run of the program has.
 * @param example what else holds in the model that is looked for; no part of the condition that comes with it
 */
export function solveFeasible(
  context: FeasibilityContext,
  { first, second }: AccessPair,
  condition: Cond,
  equalities: readonly Int[],
  example: readonly Cond[] = [],
): Solved {
  const { terms, queries } = context;
  const sides = [first, second].map((side) => ({ side, loops: loopsIn(context.loops, rootsOf(side.access)) }));
  let refined = terms.and(condition, ...contentLemmas(terms, context.contents, [condition, ...equalities]));
  if (isRefutedByBounds()) return { status: 'unsat' };
  for (let refinements = 0; ; refinements++) {
    const answer = queries.solve([refined, ...example], equalities);
    if (answer.status !== 'sat') return answer;
    const { values } = answer;
    const violated = [
      ...sides.flatMap(({ side, loops }) => iterationRefinements(terms, loops, side.terms, values)),
      ...sides.flatMap(({ side }) => violatedBounds(context, side, values)),
    ];
    if (violated.length === 0) return preferCertain(refined, values);
    if (refinements === REFINEMENTS) return { ...answer, condition: refined, isDoubtful: true };
    refined = terms.and(refined, ...violated);
  }

  /** What the assumptions rule out needs no models that break them one by one. */
  function isRefutedByBounds(): boolean {
    if (queries.isOver || queries.isRefuted(refined)) return false;
    const bounded = terms.and(refined, ...sides.flatMap(({ side }) => boundsOf(context, side)));
    return bounded !== refined && queries.isRefuted(bounded, 'told');
  }

  /** Prefers a model in which every loop is in an iteration that it is known to reach. */
  function preferCertain(found: Cond, values: Evaluator): Model {
    const doubtful = sides.flatMap(({ side, loops }) => doubtfulIterations(loops, side.terms, values));
    if (doubtful.length === 0) return { status: 'sat', values, condition: found, isDoubtful: false };
    const certain = terms.and(found, ...doubtful.map((iteration) => terms.le(iteration, terms.zero)));
    const answer = queries.solveOnce([certain, ...example], equalities);
    if (answer.status !== 'sat') return { status: 'sat', values, condition: found, isDoubtful: true };
    return { status: 'sat', values: answer.values, condition: certain, isDoubtful: false };
  }
}

/** Assumptions on ranges that the model breaks, of values on which the access depends. */
function violatedBounds(context: FeasibilityContext, side: Side, values: Evaluator): Cond[] {
  return boundsOf(context, side, (holds) => !values.cond(holds));
}

/** @param isAsked which of them count */
function boundsOf(
  { terms, bounds }: FeasibilityContext,
  { access, terms: thread }: Side,
  isAsked: (holds: Cond) => boolean = () => true,
): Cond[] {
  const found: Cond[] = [];
  const relevant = symbolsOf([access.path, access.offset]);
  for (const bound of bounds) {
    if (!isSubset(symbolsOf([bound.term]), relevant)) continue;
    const elsewhere = terms.not(thread.cond(bound.path));
    const term = thread.int(bound.term);
    const inRange = terms.and(terms.le(terms.constant(bound.low), term), terms.le(term, terms.constant(bound.high)));
    const holds = terms.or(elsewhere, inRange);
    if (!isAsked(holds)) continue;
    if (!bound.mayWrap || isMadeOf(placesOf(access), bound.term)) found.push(holds);
  }
  return found;
}

const PLACES = new WeakMap<KernelAccess, readonly Int[]>();

/** The numbers that say where and when an access takes place; kept, as each model that breaks a bound is asked about. */
function placesOf(access: KernelAccess): readonly Int[] {
  const known = PLACES.get(access);
  if (known !== undefined) return known;
  const found: Int[] = [];
  visitTerms(rootsOf(access), (term) => found.push(term));
  PLACES.set(access, found);
  return found;
}

/** All that says where and when an access takes place. */
function rootsOf({ path, facts, offset, interval, base }: KernelAccess): (Cond | Int)[] {
  return [path, facts, offset, ...countsOf(interval), ...base];
}

/** The barrier counts that order threads of a block. */
function countsOf({ block, warp, partialBarriers }: BarrierInterval): Int[] {
  return [block, warp, ...[...partialBarriers.values()].flatMap(({ arrived, waited }) => [arrived, waited])];
}
