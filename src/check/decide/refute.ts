/**
 * Shows that conditions cannot hold together, without a solver: bounds propagation (`linear-facts.ts`), delinearisation,
 * elimination of equalities and a bounded case split, repeated until nothing new follows. What is found is a proof for
 * all sizes; what is not found stays open.
 */
import {
  type ChoiceAtom,
  type Cond,
  conjuncts,
  type Int,
  recomposed,
  type Substitution,
  type Terms,
  visitAtoms,
} from '../../terms/index.ts';
import { isOfLaunch } from '../symbols.ts';
import { equalBesideQuotients } from './beside-quotients.ts';
import { delinearise } from './delinearise.ts';
import { eliminateEqualities } from './eliminate-equalities.ts';
import { equalByDigits } from './equal-digits.ts';
import { equalByRemainders } from './equal-remainders.ts';
import { zeroWhere } from './equal-terms.ts';
import { equalByExchange } from './exchange.ts';
import { LinearFacts } from './linear-facts.ts';
import { rowsBelow } from './rows-below.ts';
import { withSplitExtremes } from './split-extremes.ts';
import { withDividendsApart } from './take-apart.ts';

/** What a step rests on; `docs/internals/explain.md` describes each. */
export type Rule =
  /** Bounds, and sums of known inequalities, leave no value. */
  | 'interval'
  /** A number divides all of an equality but a rest that is smaller than it. */
  | 'gcd'
  /** Rows and columns are equal separately. */
  | 'delinearisation'
  /** What is left of whole rows is no negative row. */
  | 'rows'
  /** Quotient and remainder are equal, and so is what was divided; or the remainders alone, of what is less than the divisor apart. */
  | 'digits'
  /** Each of two indices is the other one's partner in an exchange. */
  | 'exchange'
  /** Only these of several alternatives are left. */
  | 'cases'
  /** The two threads would be one thread, or two conditions are opposites. */
  | 'contradiction';

export interface Step {
  readonly rule: Rule;
  /** What follows; null for a contradiction. */
  readonly implied: Cond | null;
}

/** How often the conclusions are added and the whole is looked at again. */
const PASSES = 8;
/** Alternatives of one disjunction that a case split takes on, and how many splits are nested. */
const CASES = 4;
const CASE_DEPTH = 3;

/** What came of it, by condition and depth: much is asked again, of another pair and under other facts. */
const KNOWN = new WeakMap<Terms, Map<Cond, Map<number, readonly Step[] | null>>>();

/** The steps that lead to a contradiction, or null when none was found. */
export function refute(terms: Terms, whole: Cond, depth = CASE_DEPTH): readonly Step[] | null {
  const known = KNOWN.get(terms) ?? new Map<Cond, Map<number, readonly Step[] | null>>();
  KNOWN.set(terms, known);
  const byDepth = known.get(whole) ?? new Map<number, readonly Step[] | null>();
  known.set(whole, byDepth);
  const before = byDepth.get(depth);
  if (before !== undefined) return before;
  const steps = refutation(terms, whole, depth);
  byDepth.set(depth, steps);
  return steps;
}

function refutation(terms: Terms, whole: Cond, depth: number): readonly Step[] | null {
  let condition = whole;
  const steps: Step[] = [];
  let isPatient = false;
  for (let pass = 0; pass < PASSES; pass++) {
    condition = withSplitExtremes(terms, withWholeNumbers(terms, condition));
    if (condition.kind === 'false') return [...steps, { rule: 'contradiction', implied: null }];
    const facts = new LinearFacts(terms, condition);
    if (facts.isContradictory()) return [...steps, { rule: 'interval', implied: null }];
    if (isPatient) facts.searchFurther();
    const found: Cond[] = [];
    const idle = new Set<Cond>();
    for (const part of conjuncts(condition)) {
      const strict = part.kind === 'ne' ? strictly(terms, facts, part.term) : null;
      if (strict === null) continue;
      if (facts.excludes(strict)) return [...steps, { rule: 'interval', implied: null }];
      idle.add(part);
      found.push(strict);
    }
    let isSplit = false;
    for (const equality of facts.equalities) {
      const split = delinearise(terms, facts, equality);
      if (split === null) continue;
      if (split.implied.kind === 'false') return [...steps, { rule: split.rule, implied: null }];
      if (conjuncts(split.implied).every((part) => conjuncts(condition).includes(part))) continue;
      steps.push({ rule: split.rule, implied: split.implied });
      found.push(split.implied);
      isSplit = true;
    }
    // Rows and columns that are known to be equal say more than how far rows are apart.
    const areRowsOpen = !isSplit && !isPatient && hasProducts(condition);
    for (const implied of areRowsOpen ? rowsBelow(terms, facts, condition) : []) {
      steps.push({ rule: 'rows', implied });
      found.push(implied);
    }
    for (const implied of withDividendsApart(terms, condition)) {
      steps.push({ rule: 'digits', implied });
      found.push(implied);
    }
    for (const implied of equalByDigits(terms, terms.and(condition, ...found))) {
      steps.push({ rule: 'digits', implied });
      found.push(implied);
    }
    for (const implied of equalByRemainders(terms, facts, condition)) {
      steps.push({ rule: 'digits', implied });
      found.push(implied);
    }
    for (const implied of equalBesideQuotients(terms, facts, condition)) {
      steps.push({ rule: 'digits', implied });
      found.push(implied);
    }
    for (const implied of equalByExchange(terms, condition)) {
      if (implied.kind === 'false') return [...steps, { rule: 'exchange', implied: null }];
      steps.push({ rule: 'exchange', implied });
      found.push(implied);
    }
    for (const alternative of facts.alternatives) {
      if (alternative.parts.some((part) => facts.excludes(terms.not(part)))) {
        idle.add(alternative);
        continue;
      }
      const left = alternative.parts.filter((part) => !facts.excludes(part));
      if (left.length === 0) return [...steps, { rule: 'interval', implied: null }];
      if (left.length === alternative.parts.length) continue;
      const implied = terms.or(...left);
      steps.push({ rule: 'cases', implied });
      found.push(implied);
    }
    if (hasEqualLoads(terms, terms.and(condition, ...found)))
      return [...steps, { rule: 'contradiction', implied: null }];
    // A disjunction that holds anyway needs no case split, nor does an `x ? y : z` of which the facts say which it is.
    const rest = conjuncts(condition).filter((part) => !idle.has(part));
    const chosen = withKnownChoices(terms, facts, terms.and(...rest, ...found));
    const isIdle = found.length + idle.size === 0 && chosen === condition;
    const next = isIdle ? condition : eliminateEqualities(terms, chosen).condition;
    if (next === condition && (isPatient || !hasProducts(condition))) break;
    // Rows and columns are worth a longer search, where nothing else is left to do.
    isPatient = next === condition;
    condition = next;
  }
  if (hasProducts(condition) && new LinearFacts(terms, condition).isContradictoryByProducts()) {
    return [...steps, { rule: 'interval', implied: null }];
  }
  return byCases(terms, condition, steps, depth);
}

/** Is it said that two values differ which are loaded from one place? */
function hasEqualLoads(terms: Terms, condition: Cond): boolean {
  const differences = conjuncts(condition).flatMap((part) =>
    part.kind === 'ne' && hasTwoLoads(part.term) ? part.term : [],
  );
  return differences.length > 0 && differences.some(zeroWhere(terms, condition));
}

function hasTwoLoads({ monomials }: Int): boolean {
  return monomials.filter(({ atoms }) => atoms.some(({ kind }) => kind === 'apply')).length > 1;
}

/** What is not zero and not above zero is below it; null where it may be either. */
function strictly(terms: Terms, facts: LinearFacts, term: Int): Cond | null {
  if (facts.isAtMost(term, 0n)) return terms.lt(term, terms.zero);
  return facts.isAtMost(terms.negate(term), 0n) ? terms.lt(terms.zero, term) : null;
}

/** True for `a·b`: what is known of `b` says something of it. */
function hasProducts(condition: Cond): boolean {
  return conjuncts(condition).some(
    (part) => 'term' in part && part.term.monomials.some(({ atoms }) => atoms.length > 1),
  );
}

/** The condition with the side of each `x ? y : z` that the facts leave, and numbers of which they leave one value. */
function withKnownChoices(terms: Terms, facts: LinearFacts, condition: Cond): Cond {
  const known = new Map<number, Int>();
  visitAtoms([condition], (atom) => {
    if (atom.kind === 'symbol') {
      const { low, high } = facts.rangeOf(atom);
      if (low !== null && low === high) known.set(atom.id, terms.constant(low));
    }
    if (atom.kind !== 'ite') return;
    if (facts.excludes(atom.condition)) known.set(atom.id, atom.otherwise);
    else if (facts.excludes(terms.not(atom.condition))) known.set(atom.id, atom.then);
  });
  if (known.size === 0) return condition;
  const substitution: Substitution = terms.substitution((atom) => {
    const side = known.get(atom.id);
    return side && substitution.int(side);
  });
  return substitution.cond(condition);
}

/** Equalities with quotients and remainders put together: `n·(x / n) + x % n` is `x`. */
function withWholeNumbers(terms: Terms, condition: Cond): Cond {
  const parts = conjuncts(condition);
  if (!parts.some((part) => part.kind === 'eq' && recomposed(terms, part.term) !== part.term)) return condition;
  return terms.and(
    ...parts.map((part) => (part.kind === 'eq' ? terms.eq(recomposed(terms, part.term), terms.zero) : part)),
  );
}

/** Case split: refutes both sides of an `x ? y : z`, or each alternative of the smallest disjunction. */
function byCases(terms: Terms, condition: Cond, steps: readonly Step[], depth: number): Step[] | null {
  if (depth === 0) return null;
  const cases = alternativesOf(terms, condition);
  if (cases === null) return null;
  const all: Step[] = [...steps];
  for (const one of cases) {
    const refuted = refute(terms, eliminateEqualities(terms, one).condition, depth - 1);
    if (refuted === null) return null;
    all.push(...refuted);
  }
  return all;
}

/** Conditions at least one of which holds when the whole does. */
function alternativesOf(terms: Terms, condition: Cond): Cond[] | null {
  // Sizes that the host computes are often an `x ? y : z`, and nothing is known of them until it is decided. What differs between
  // threads comes first.
  const sides = sidesOfChoice(terms, condition, isOfThread) ?? sidesOfChoice(terms, condition);
  if (sides !== null) return sides;
  let smallest: readonly Cond[] | null = null;
  for (const part of conjuncts(condition)) {
    if (part.kind !== 'or' || part.parts.length > CASES) continue;
    if (smallest === null || part.parts.length < smallest.length) smallest = part.parts;
  }
  return smallest?.map((part) => terms.and(condition, part)) ?? null;
}

function isOfThread({ condition, then, otherwise }: ChoiceAtom): boolean {
  return !isOfLaunch([condition, then, otherwise]);
}

/**
 * What the condition becomes on the two sides of the first `x ? y : z` in it, and of all others with that `x`.
 * @param isMeant which of them count
 * @returns null when there is none
 */
export function sidesOfChoice(
  terms: Terms,
  condition: Cond,
  isMeant: (choice: ChoiceAtom) => boolean = () => true,
): Cond[] | null {
  const choices: ChoiceAtom[] = [];
  visitAtoms([condition], (atom) => {
    if (atom.kind === 'ite' && isMeant(atom)) choices.push(atom);
  });
  const [choice] = choices;
  if (choice === undefined) return null;
  const sideOf = (holds: Cond, side: 'then' | 'otherwise') => {
    const chosen: Substitution = terms.substitution((atom) =>
      atom.kind === 'ite' && atom.condition === choice.condition ? chosen.int(atom[side]) : undefined,
    );
    return terms.and(holds, chosen.cond(condition));
  };
  return [sideOf(choice.condition, 'then'), sideOf(terms.not(choice.condition), 'otherwise')];
}
