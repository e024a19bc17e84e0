/**
 * A number that is read as unsigned, or divided by, is taken not to be negative. Where the path or what is stated of the launch
 * leaves only negative ones, nothing would be left to check, and everything would be proved. In: an execution and the facts
 * of its launch. Out: why nothing can be said.
 */
import type { Execution, KernelLaunch } from '../kernel/index.ts';
import type { Place } from '../model/place.ts';
import type { Reason } from '../model/reason.ts';
import { type Cond, isNonNegativeOn, type NoOverflow, printInt, type Terms } from '../terms/index.ts';
import type { Queries } from './smt/query.ts';
import { anyThread, type LaunchTerms } from './thread-pair.ts';

interface TakenForGranted {
  readonly terms: Terms;
  readonly launch: Pick<KernelLaunch, 'facts'>;
  readonly launchTerms: LaunchTerms;
  readonly execution: Pick<Execution, 'bounds' | 'stated' | 'accesses' | 'barriers'>;
  readonly queries: Queries;
  readonly place: Place | null;
}

/** By arithmetic alone: that a chain of facts excludes a number is seen, and what only the solver sees is not. */
export function excludedBound(given: TakenForGranted): Reason | null {
  const { terms, launch, launchTerms, execution, queries, place } = given;
  const bounds = execution.bounds.filter(
    ({ term, low }) => low >= 0n && (term.range.low === null || term.range.low < low),
  );
  if (bounds.length === 0) return null;
  const reason = (kind: Reason['kind'], { term, low }: NoOverflow): Reason => {
    const text = `${printInt(term)} is taken to be ${low} or more, and where it is used it can only be less`;
    return { kind, text, place };
  };
  const facts = [...launch.facts, ...execution.stated.map(({ condition }) => condition)];
  const threads = anyThread(terms, launchTerms, '').conditions;
  const isRefuted = (...conditions: readonly Cond[]) =>
    queries.withoutSolver(() => queries.solve([...facts, ...threads, ...conditions], []).status === 'unsat');
  for (const bound of bounds) {
    const within = terms.le(terms.constant(bound.low), bound.term);
    if (!isRefuted(bound.path, within) || isRefuted(bound.path)) continue;
    return reason(isRefuted(within) ? 'contradicting-facts' : 'unsupported', bound);
  }
  // The path may say so only behind the place where the number is read.
  const paths = new Set([...execution.accesses, ...execution.barriers].map(({ path }) => path));
  const isBelow = ({ term, low }: NoOverflow, path: Cond) =>
    isNonNegativeOn(terms, path, terms.sub(terms.constant(low - 1n), term));
  const late = bounds.find((bound) => [...paths].some((path) => isBelow(bound, path)));
  return late === undefined ? null : reason('unsupported', late);
}
