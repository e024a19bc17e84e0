/**
 * The facts of a launch have to hold together: of a launch that cannot be, everything can be proved. In: what host code,
 * options and comments state of the launch, and the kernel of its threads. Out: the facts that contradict each other.
 */
import type { KernelLaunch, StatedFact } from '../kernel/index.ts';
import { type Assumption, assumptionText } from '../model/assumption.ts';
import type { Reason } from '../model/reason.ts';
import { type Cond, printCond, type Terms } from '../terms/index.ts';
import type { Queries } from './smt/query.ts';
import { anyThread, cornerThread, type LaunchTerms } from './thread-pair.ts';

interface LaunchFacts {
  readonly terms: Terms;
  readonly launch: Pick<KernelLaunch, 'facts' | 'stated' | 'evaluated' | 'choice' | 'source'>;
  readonly launchTerms: LaunchTerms;
  /** What the kernel states of every thread. */
  readonly ofThreads: readonly StatedFact[];
  readonly queries: Queries;
}

export interface Contradiction {
  /**
   * Stated facts that exclude each other, or the launch; without any one of them they do not. None where the pointers of the
   * launch never share memory in its way.
   */
  readonly facts: readonly StatedFact[];
  /** One for each of them. */
  readonly reasons: readonly Reason[];
  /** There is no such launch: the host's own conditions exclude each other, whatever else is taken for granted. */
  readonly isNeverMade: boolean;
}

/**
 * Of the time that is left: long sizes of the host have products that the solver does not come to an end with, and what arithmetic is
 * needed to prove of such a launch shows its contradictions as well.
 */
const SHARE_OF_FACTS = 0.1;

/** Facts that the user states, and that the analysis can do without. */
const BY_USER: ReadonlySet<Assumption['kind']> = new Set(['given', 'comment']);

/** @returns null where the facts can hold together, or nobody can tell */
export function contradictionIn({ terms, launch, launchTerms, ofThreads, queries }: LaunchFacts): Contradiction | null {
  const facts = [...launch.stated, ...ofThreads];
  if (facts.length === 0) return null;
  const threads = [
    anyThread(terms, launchTerms, "'any"),
    cornerThread(terms, launchTerms, 'first', "'first"),
    cornerThread(terms, launchTerms, 'last', "'last"),
  ];
  const stated = new Set(launch.stated.map(({ condition }) => condition));
  const always = [...launch.facts.filter((fact) => !stated.has(fact)), ...threads.flatMap((one) => one.conditions)];
  const instances = (fact: StatedFact): Cond[] => threads.map((one) => one.terms.cond(fact.condition));
  const canHold = (some: readonly StatedFact[], given: readonly Cond[] = always) =>
    queries.solve([...given, ...some.flatMap(instances)], []).status !== 'unsat';
  // Most can, and values are found sooner than it is seen that nothing speaks against them.
  const isPlain = queries.holdForSmallValues([...always, ...facts.flatMap(instances)]);
  if (isPlain || queries.withinShare(SHARE_OF_FACTS, () => canHold(facts))) return null;
  const { choice } = launch;
  const others = always.filter((fact) => fact !== choice);
  if (choice !== null && canHold(facts, others)) {
    const sharing: StatedFact = {
      condition: choice,
      assumption: { kind: 'on-the-way', text: printCond(choice), place: null },
    };
    return { facts: [], reasons: reasonsOf([sharing], launch.source, true), isNeverMade: true };
  }
  const canComeThere = (some: readonly StatedFact[]) =>
    queries.solve(
      some.map(({ condition }) => condition),
      [],
    ).status !== 'unsat';
  const isNeverMade = launch.evaluated.length > 0 && !canComeThere(launch.evaluated);
  const core = isNeverMade ? coreOf(launch.evaluated, canComeThere) : coreOf(facts, canHold);
  // A launch of nothing, or beyond the limits, fails whatever is stated, and runs no thread.
  return core.length === 0 ? null : { facts: core, reasons: reasonsOf(core, launch.source, isNeverMade), isNeverMade };
}

/** Of facts that cannot hold together some without any one of which the others can. */
function coreOf(
  facts: readonly StatedFact[],
  canHold: (some: readonly StatedFact[]) => boolean,
): readonly StatedFact[] {
  let core = facts;
  // What the user states comes last, and so is what is left of facts that exclude each other.
  for (const fact of [...facts].sort((a, b) => Number(isOfUser(a)) - Number(isOfUser(b)))) {
    const rest = core.filter((other) => other !== fact);
    if (!canHold(rest)) core = rest;
  }
  return core;
}

function reasonsOf(core: readonly StatedFact[], source: KernelLaunch['source'], isNeverMade: boolean): Reason[] {
  const launchPlace = source && { file: source.file, line: source.line };
  const several =
    core.length === 1
      ? 'not every thread of the launch satisfies'
      : 'facts about the launch contradict each other, one of them';
  const what = isNeverMade ? 'the host never reaches this launch, which requires' : several;
  return core.map(({ assumption: { place, ...words } }) => {
    const text = `${what}: ${assumptionText({ ...words, place: null })}`;
    return { kind: 'contradicting-facts', text, place: place ?? launchPlace };
  });
}

/** The launch without those of the facts that it can do without; they are listed all the same. */
export function withoutFacts(launch: KernelLaunch, { facts }: Contradiction): KernelLaunch {
  const conditions = new Set(facts.filter(isOfUser).map(({ condition }) => condition));
  return { ...launch, facts: launch.facts.filter((fact) => !conditions.has(fact)) };
}

/** Stated by options, configuration or a comment, and not by the code. */
export function isOfUser({ assumption }: StatedFact): boolean {
  return BY_USER.has(assumption.kind);
}
