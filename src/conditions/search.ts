/**
 * What nobody states of a launch, and a kernel needs to be free of races: the weakest simple fact that proves it. A fact is tried
 * only when every launch seen to race breaks it, so that each failure rules out many others. It is needed (the race without it
 * was executed) and not empty (with it threads still get to both accesses).
 */
import {
  type CheckedKernel,
  checkKernel,
  isReachable,
  type KeptExecution,
  type KernelCheck,
  type LaunchMaker,
  LONG_ROWS,
  type Overlap,
  type PlacingNames,
  QUIET,
  withTwins,
} from '../check/index.ts';
import { statedFacts, usedBy } from '../host/index.ts';
import { columnName } from '../ir/columns.ts';
import { type LaunchPointer, launchMemory, launchPointers, launchScalars } from '../ir/launch-scalars.ts';
import { AddressSpace, type Type } from '../ir/program.ts';
import {
  isOnePointer,
  type KernelLaunch,
  type PointerKey,
  passedObjectKey,
  pointerKey,
  separationOf,
} from '../kernel/index.ts';
import type { Assumption } from '../model/assumption.ts';
import { Distinct } from '../model/distinct.ts';
import { lineKey } from '../model/pairs.ts';
import { cellName, type FindingWithoutId } from '../model/result.ts';
import { isDefect } from '../model/rules.ts';
import { type Cond, type Int, isConstant, single, Terms } from '../terms/index.ts';
import {
  alignmentLadders,
  arraysAmong,
  type Candidate,
  contentLadders,
  countedInShort,
  disjoint,
  dividedBy,
  elementsWithin,
  fits,
  fresh,
  halfOf,
  idempotent,
  ifEqual,
  ifPassed,
  isOfMemory,
  isPowerOfTwo,
  isSize,
  isSmall,
  isStrided,
  type Ladder,
  ladderPairs,
  ladders,
  longRow,
  mayBeBrokenBy,
  monotone,
  oneBlock,
  oneBlockWhereShared,
  partLadders,
  partsOfRow,
  powersOfTwo,
  type StatedArray,
  smallElements,
  strided,
  strideLadders,
  threadsWithin,
  tileLadders,
  tileRowLadders,
  within,
} from './candidates.ts';
import { type OwnMemory, ownMemory } from './own-memory.ts';
import type { FoundCondition, ProvedBySearch } from './proved-under.ts';
import { TriedFacts } from './tried-facts.ts';

/** Facts that a kernel may need at once. */
const MOST_FACTS = 4;
/** Races that are looked for beside those of the check, each under the facts that were found by then. */
const MOST_OTHERS = 3;
/** Checks under a fact, for one finding; and as many under two facts where no single one will do. */
const TRIES = 24;
/** The same where all threads store one value: that they may is a fact in any case. */
const TRIES_OF_ONE_VALUE = 8;
/** Forms that are only tried by arithmetic, and the part of the time that this may take. */
const PLAIN_TRIES = 64;
const SHARE_OF_PLAIN = 0.3;
/** The part of the time in which rows are tried that are read off the address. */
const SHARE_OF_ROWS = 0.3;
/** The part of what is left for a proof with facts that settle each race. */
const SHARE_OF_PROOF = 0.75;
/** What is looked for with a proof at hand must not cost what it takes to show that its facts are needed. */
const HALF = 0.5;
/** What the kernel asks of the launch: a long `switch` has more than is worth trying. */
const MOST_ASKED = 4;
/** Known numbers of threads that rows may be as long as. */
const MOST_LENGTHS = 8;
/** Pairs of forms that are looked at. */
const MOST_PAIRS = 5000;
/** Calls of the solver that it may take, beside twice those of the kernel itself: that does not depend on how busy the machine is. */
const SOLVER_CALLS = 100;
/** Sizes of shared arrays with two axes that a block may be made for. */
const MOST_TILES = 3;
/** A block has 1024 threads at most. */
const LARGEST_SQUARE = 32;
/** What most tiles have elements of. */
const PTX_ELEMENT_BYTES = 4;
/** Bytes that the distance of two pointers is a multiple of in a launch that is executed, so that no access is at an address that faults. */
const APART = 16n;
/** The largest distance of two pointers, in either direction: no memory is larger. */
const FARTHEST = 1n << 45n;
/** Arguments above this are taken for what makes an index wrap around. */
const LARGE = 1n << 20n;

type Tried =
  | { readonly status: 'proved'; readonly facts: readonly Candidate[] }
  /** With launches that race all the same, as far as some were found, and the memory to which the two threads store one value there. */
  | {
      readonly status: 'failed';
      readonly models: readonly ReadonlyMap<string, bigint>[];
      readonly oneValueIn: string | null;
      /** What the kernel asks on the way to the first of these races, answered in one way or the other. */
      readonly asked: readonly Candidate[];
    }
  /** No launch is left, or none that comes to the race. */
  | { readonly status: 'too-strong' };

/** Two of those that the launch passes. */
type Pointers = readonly [LaunchPointer, LaunchPointer];

/** What has to lead apart. */
interface Shared {
  readonly pairs: readonly Pointers[];
  readonly own: readonly OwnMemory[];
}

const NOTHING_SHARED: Shared = { pairs: [], own: [] };

/** A multiple of `step`, in bytes, up to `farthest`. */
function anyDistance(terms: Terms, step: bigint, farthest: bigint): Int {
  const range = { low: -farthest / step, high: farthest / step };
  return terms.scale(terms.symbol('distance', 'launch', 'input', range), step);
}

function apartBy({ pairs, own }: Shared): Candidate[] {
  return [...pairs.map(([a, b]) => disjoint(a.name, b.name)), ...own.map(({ fact }) => fact)];
}

/** How a race is looked for. */
interface Looking {
  /** The check ends with the first one. */
  readonly isFirstEnough?: boolean;
  /** There should be one: what is safe is not looked for. */
  readonly expectsRace?: boolean;
  /** Only accesses on these; null: all. */
  readonly lines?: ReadonlySet<string> | null;
  /**
   * Only in one size of each launch, in which products of sizes are none: that there is no race in it says nothing of others. What the kernel
   * did in launches without shared memory is looked at: it need not be executed again for a race that is replayed.
   */
  readonly hasShownSizes?: boolean;
  /** Only in launches with these: the same holds of them. */
  readonly values?: readonly Candidate[];
  /** What is found is not executed, as the same was seen elsewhere, and neither is the kernel. */
  readonly isSeenElsewhere?: boolean;
}

/** In one size of a launch a race is found soonest. The first one will do; where that one is not seen, all of them are looked at. */
const LOOKS: readonly Looking[] = [{ isFirstEnough: true, hasShownSizes: true }, { isFirstEnough: true }, {}];

/** Blocks and threads of a launch in which a race is looked for, where nothing says how many there are: along axes that the kernel asks for. */
const SHOWN_SIZES = { gridDim: [4n, 2n, 2n], blockDim: [64n, 4n, 2n] } as const;

interface Checked {
  /** Every launch that was made without the facts can be made with them. */
  readonly isMade: boolean;
  readonly outcome: CheckedKernel;
}

export class Search {
  readonly #check: KernelCheck;
  readonly #answer: CheckedKernel;
  #until: number;
  readonly #untilProved: number;
  readonly #triedFacts: TriedFacts;
  /** Of the solver, that are left. */
  #calls: number;
  readonly #names: readonly string[];
  readonly #pointers: readonly LaunchPointer[];
  /** One for each, so that a pointer of two pairs is seen to be the same. */
  readonly #memory: readonly LaunchPointer[];
  readonly #used: ReturnType<typeof usedBy>;
  /** Sizes of the block along whose axes the kernel tells threads apart. */
  readonly #apart: ReadonlySet<string>;
  /** Threads along an axis, in a block and in all, where the launches say how many. */
  readonly #lengths: readonly bigint[];
  /** What the user states of the launches. */
  readonly #stated: readonly string[];
  /** Of each launch: which pointers share memory. */
  readonly #aliases: readonly KernelLaunch['aliases'][];
  readonly #memories: readonly KernelLaunch['memory'][];
  /** Which pointers do not lead to the same memory: stated in all checks. */
  #separate: readonly Candidate[] = [];
  /** That the whole kernel has no race, by the facts that it has none under. */
  readonly #proofs = new Map<string, Checked>();
  /** By facts that are part of the execution: those of the launches. */
  readonly #executedWith = new Map<string, ReadonlyMap<LaunchMaker, KeptExecution>>();
  /** Facts with which a race was found. */
  readonly #racing = new Set<string>();
  /** Findings whose accesses threads still get to, by the facts that they do under. */
  readonly #reached = new Map<FindingWithoutId, Set<string>>();
  /** Races that were found with some facts, by the check that they are of. */
  readonly #others = new Map<FindingWithoutId, CheckedKernel>();
  /** By fact: a launch that races without it, and those that it keeps. */
  readonly #racesWithout = new Map<
    Candidate,
    { readonly facts: readonly Candidate[]; readonly model: ReadonlyMap<string, bigint> }
  >();
  /** Facts that were found for a race with other facts, and that the launch which shows it need not break. */
  readonly #notShown = new Set<Candidate>();
  /** What it rests on that no race comes of pointers that lead to the same memory. */
  readonly #ofShared: Assumption[] = [];

  /**
   * @param until when it is over, by `performance.now()`
   * @param untilProved the same, where it is known by then that there are facts which leave no race
   * @param tried what earlier searches of the kernel have found, and grows
   */
  constructor(
    check: KernelCheck,
    answer: CheckedKernel,
    until: number,
    untilProved = until,
    tried: TriedFacts = new TriedFacts(),
  ) {
    this.#check = check;
    this.#answer = answer;
    this.#until = until;
    this.#untilProved = untilProved;
    this.#triedFacts = tried;
    this.#calls = SOLVER_CALLS + 2 * answer.solverCalls;
    const launches = answer.launches.map((make) => make(new Terms()));
    this.#names = openNames(check, launches);
    this.#pointers = launchPointers(check.kernel);
    this.#memory = launchMemory(check.kernel);
    this.#used = usedBy(check.program, check.kernel);
    this.#lengths = knownLengths(launches);
    this.#stated = statedIn(launches);
    this.#aliases = launches.map(({ aliases }) => aliases);
    this.#memories = launches.map(({ memory }) => memory);
    this.#apart = new Set([...'xyz'].flatMap((axis, i) => (this.#used.block[i] ? [`blockDim.${axis}`] : [])));
  }

  /**
   * The check in one size of each launch and with small arguments, in which a race may be plain to see that is lost among large products.
   * That there is none there says nothing of others. Pointers that may lead to one memory lead apart here: what comes of them is asked later.
   */
  inSmall(): CheckedKernel {
    const { overlaps, launches, executions, covered } = this.#answer;
    this.#separate = apartBy((overlaps && this.#apartFrom(overlaps)) ?? NOTHING_SHARED);
    return { ...this.#checkedInSmall(null), overlaps, launches, executions, covered };
  }

  #checkedInSmall(lines: ReadonlySet<string> | null): CheckedKernel {
    const under = this.#under(this.#names.flatMap((name) => (isSize(name) ? [] : isSmall(name))));
    const inSmall = withLaunches(under, (terms, launch) => {
      return { ...launch, facts: [...launch.facts, ...shownSizes(terms, launch, this.#used)] };
    });
    return checkKernel({ ...inSmall, confirm: this.#check.confirm, whether: { lines } });
  }

  conditions(findings: readonly FindingWithoutId[], overlaps: readonly Overlap[]): ProvedBySearch | null {
    const shared = this.#apartFrom(overlaps);
    if (shared === null) return null;
    this.#separate = apartBy(shared);
    let found: FoundCondition[] = [];
    const facts = () => found.map(({ fact }) => fact);
    let proof: CheckedKernel | null = null;
    let tried = '';
    const all = [...findings];
    for (let i = 0; i < all.length && proof === null; i++) {
      const finding = all[i]!;
      const isLast = i === all.length - 1;
      const under = found.length === 0 ? null : this.#checked(facts(), linesOf(finding)).outcome;
      if (under?.verdict === 'race-free') {
        // One check of all takes less time than one for each finding that is left, and one of all behind these.
        if (tried !== textOf(facts()) && !isLast) proof = this.#proof(facts());
        tried = textOf(facts());
      } else {
        const stronger = this.#stronger(found, finding);
        const more = stronger === null ? this.#neededFor(finding, found, under) : [];
        if (more === null) return null;
        found = [...(stronger ?? found), ...more];
      }
      if (!isLast || proof !== null || this.#isOver()) continue;
      const { isMade, outcome } = this.#toTheEnd(() => this.#checked(facts(), null));
      if (isMade && outcome.verdict === 'race-free') proof = outcome;
      const isTried = proof !== null || all.length === findings.length + MOST_OTHERS;
      const other = isTried ? null : this.#otherRace(outcome);
      if (other === null) continue;
      this.#others.set(other, outcome);
      all.push(other);
    }
    // Where something else races all the same, what comes of pointers need not be looked for.
    if (proof === null && findings.length > 0) return null;
    this.#until = Math.max(this.#until, this.#untilProved);
    // What races all the same shows nothing of pointers.
    const separate = this.#separation(shared, facts());
    if (separate === null) return null;
    // Nothing else was open, and nothing comes of it.
    if (findings.length + separate.length === 0) return this.#proved(this.#answer, [], []);
    if (findings.length === 0) return this.#proved(this.#proof([]), separate, []);
    for (const one of found.length > 1 ? [...found] : []) {
      const rest = found.filter((other) => other !== one);
      const others = rest.map(({ fact }) => fact);
      if (this.#isKnownToRace(one.fact, others)) continue;
      const isProved = () => (this.#isSettled(others, one.finding) ? this.#proof(others) : null);
      const smaller = proof && this.#within(HALF, isProved);
      if (smaller) [found, proof] = [rest, smaller];
    }
    if (found.length === 0 || this.#leaveLittle(facts())) return null;
    const shown = found.flatMap((one) => this.#shown(one, found, all) ?? []);
    return shown.length === found.length ? this.#proved(proof, separate, shown) : null;
  }

  /**
   * The same with facts that are known, of another instance of the template, or with stronger ones: here rows may be a little longer. Pointers
   * of which only this instance knows no better may have to lead apart as well.
   * @returns null where they do not prove the kernel, where none of its races is seen to break one of them, or where they leave no launch
   *   that comes to it; `outcome` is that of the proof
   */
  proofLike(
    known: readonly FoundCondition[],
  ): { readonly outcome: CheckedKernel; readonly proved: ProvedBySearch } | null {
    const shared = this.#sharedLike(known);
    if (shared === null) return null;
    this.#separate = apartBy(shared);
    const others = known.filter(({ fact }) => fact.kind !== 'disjoint');
    const seen = others.flatMap((one) => this.#raceThatBreaks(one) ?? []);
    let found: readonly FoundCondition[] | null = seen.length === others.length ? seen : null;
    while (found !== null && !this.#isOver()) {
      const facts = found.map(({ fact }) => fact);
      if (this.#leaveLittle(facts)) return null;
      const { isMade, outcome } = this.#checked(facts, null);
      if (!isMade) return null;
      if (outcome.verdict !== 'race-free') {
        const [finding] = outcome.findings;
        found = finding === undefined ? null : this.#stronger(found, finding);
        continue;
      }
      const isNeeded = ({ fact, finding }: FoundCondition) =>
        fact.isBrokenBy(valuesOf(finding)) && this.#isReached(facts, finding);
      const separate = found.every(isNeeded) ? this.#separation(shared, facts, known) : null;
      const proved = separate && this.#proved(outcome, separate, found);
      return proved && { outcome, proved };
    }
    return null;
  }

  /** Pointers that have to lead apart: those that it takes in the other instance, and those that may not in this one. */
  #sharedLike(known: readonly FoundCondition[]): Shared | null {
    const { overlaps } = this.#answer;
    const shared = overlaps && this.#apartFrom(overlaps);
    if (shared === null) return null;
    const { pairs } = shared;
    const textOfPair = ([a, b]: Pointers) => disjoint(a.name, b.name).text;
    const own = new Set(pairs.map(textOfPair));
    const all = this.#memory.flatMap((a) => this.#memory.map((b): Pointers => [a, b]));
    const more = known.filter(({ fact }) => fact.kind === 'disjoint' && !own.has(fact.text));
    // The other one may have pointers that this one lacks.
    const others = all.filter((pair) => more.some(({ fact }) => fact.text === textOfPair(pair)));
    return { ...shared, pairs: [...pairs, ...others] };
  }

  /** What the launch that shows a race has where this kernel's launches leave it open. */
  #valuesOf(finding: FindingWithoutId): Candidate[] {
    const values = valuesOf(finding);
    return this.#names.flatMap((name) => (values.has(name) ? ifEqual(name, values.get(name)!, true) : []));
  }

  /**
   * A race of this kernel for one of another instance, of a launch that breaks the fact as well: of the same one, in small, or any. What the
   * other one was seen to do in that launch, this one need not be seen to do.
   */
  #raceThatBreaks({ fact, finding }: FoundCondition): FoundCondition | null {
    const lines = linesOf(finding);
    const same = this.#valuesOf(finding);
    const inAny = (facts: readonly Candidate[], confirm = this.#check.confirm) =>
      checkKernel({ ...this.#under(facts), whether: { lines }, confirm });
    const inSame = () => inAny(same, null);
    for (const look of [inSame, () => inAny(same), () => this.#checkedInSmall(lines), () => inAny([])]) {
      const outcome = look();
      const { verdict, reasons, findings } = outcome;
      const isPossible = verdict === 'inconclusive' && reasons.every(({ kind }) => kind === 'possible-finding');
      const areRaces = findings.every((one) => isDefect(one) && one.witness !== null);
      const race = isPossible && areRaces ? findings.find((one) => fact.isBrokenBy(valuesOf(one))) : undefined;
      if (race === undefined || !(look === inSame || outcome.isShown(race))) continue;
      this.#others.set(race, outcome);
      return { fact, finding: race };
    }
    return null;
  }

  /**
   * What it takes for a race, beside what was found; null where it is not known.
   * @param under the check of its lines with what was found; null: nothing was
   */
  #neededFor(
    finding: FindingWithoutId,
    found: readonly FoundCondition[],
    under: CheckedKernel | null,
  ): FoundCondition[] | null {
    const unfenced = this.#unfenced(finding);
    if (unfenced !== null) return [{ fact: fresh(unfenced), finding }];
    const memory = this.#memoryOf(finding);
    const facts = found.map(({ fact }) => fact);
    // The launch that shows it may break what was found, and then it tells nothing of what is missing.
    const isOfOther = facts.some((fact) => fact.isBrokenBy(valuesOf(finding)));
    const withFacts = isOfOther ? under?.findings.find(({ witness }) => witness !== null) : undefined;
    // Which memory may hold one value for several threads is said of each.
    const isEnough = facts.filter((fact) => !isOfMemory(fact)).length >= MOST_FACTS;
    const model = valuesOf(withFacts ?? finding);
    const other = isEnough ? null : this.#factsFor(facts, finding, model, memory !== null);
    const keepsFacts = !isOfOther || withFacts !== undefined;
    if (keepsFacts && other?.length === 1) this.#racesWithout.set(other[0]!, { facts, model });
    const isShownByOther = withFacts === undefined && !this.#others.has(finding);
    for (const fact of isShownByOther ? [] : (other ?? [])) if (!isOfMemory(fact)) this.#notShown.add(fact);
    const needed = other ?? (memory === null ? [] : [idempotent(memory)]);
    return needed.length === 0 ? null : needed.map((fact) => ({ fact, finding }));
  }

  /** Is the launch that races without a fact, with those that were found before, one that keeps the others too? */
  #isKnownToRace(fact: Candidate, others: readonly Candidate[]): boolean {
    const known = this.#racesWithout.get(fact);
    const isKept = (other: Candidate) => known!.facts.includes(other) || !other.isBrokenBy(known!.model);
    return known !== undefined && others.every(isKept);
  }

  /** A race that there is with the facts, where the check was not done with all pairs: whether it is an error is asked when all is proved. */
  #otherRace({ verdict, findings }: CheckedKernel): FindingWithoutId | null {
    const [other] = findings;
    const isRace = other?.accesses.length === 2 && other.witness !== null && isDefect(other);
    return verdict === 'race-free' || !isRace || this.#isOver() ? null : other;
  }

  /** The check that a finding is of. */
  #checkOf(finding: FindingWithoutId): CheckedKernel {
    return this.#others.get(finding) ?? this.#answer;
  }

  #placedBy(finding: FindingWithoutId): PlacingNames {
    return this.#checkOf(finding).placedBy(finding);
  }

  /** A fact with a race that was shown on a launch which breaks it: another one than it was found for where that was not. */
  #shown(
    one: FoundCondition,
    found: readonly FoundCondition[],
    findings: readonly FindingWithoutId[],
  ): FoundCondition | null {
    const { fact } = one;
    const facts = found.map((other) => other.fact);
    const rest = facts.filter((other) => other !== fact);
    if (this.#notShown.has(fact)) return this.#shownElsewhere(one, facts, rest);
    const isNeededFor = (finding: FindingWithoutId) =>
      finding === one.finding || (fact.isBrokenBy(valuesOf(finding)) && !this.#isSettled(rest, finding));
    const inOrder = [one.finding, ...findings.filter((finding) => finding !== one.finding)];
    const isOfUse = (finding: FindingWithoutId) => isNeededFor(finding) && this.#isReached(facts, finding);
    const isShown = (finding: FindingWithoutId) => isOfUse(finding) && this.#checkOf(finding).isShown(finding);
    // Who sets a flag by what nobody computes cannot be executed, and that it may be set by several is no less a fact.
    const shown = inOrder.find(isShown) ?? (isOfMemory(fact) ? inOrder.find(isOfUse) : undefined);
    if (shown !== undefined) return { fact, finding: shown };
    const usual = this.#usualContents(one.finding, fact);
    return usual.length === 0 ? null : this.#shownElsewhere(one, facts, rest);
  }

  /** The solver takes any numbers for what memory holds: those that indices are show a race more often. */
  #shownElsewhere(
    { fact, finding }: FoundCondition,
    facts: readonly Candidate[],
    rest: readonly Candidate[],
  ): FoundCondition | null {
    const usual = this.#usualContents(finding, fact);
    for (const contents of usual.length === 0 ? [[]] : [usual, []]) {
      const race = this.#raceWithout(fact, [...rest, ...contents], finding);
      if (race !== null && this.#isReached(facts, race)) return { fact, finding: race };
    }
    return null;
  }

  /** That what a race finds in memory are small numbers, and sorted where the fact does not say so of them. */
  #usualContents(finding: FindingWithoutId, fact: Candidate): Candidate[] {
    const arrays = this.#arraysOf(finding);
    const sorted = arrays.map(({ name }) => monotone(name)).filter(({ text }) => text !== fact.text);
    return [...arrays.map(smallElements), ...sorted];
  }

  /** The same race in a launch that breaks the fact, and none of the rest, whether or not its sizes are usual; null where none is seen. */
  #raceWithout(fact: Candidate, rest: readonly Candidate[], finding: FindingWithoutId): FindingWithoutId | null {
    const under = this.#under(rest);
    const ofUser = withLaunches(under, (_, launch) => ({ ...launch, knownFrom: 'user' }));
    const whether = { lines: linesOf(finding) };
    const outcome = checkKernel({ ...ofUser, whether, confirm: this.#check.confirm });
    const isRace = (one: FindingWithoutId) => isDefect(one) && one.witness !== null && fact.isBrokenBy(valuesOf(one));
    const isSeen = (one: FindingWithoutId) => one.evidence === 'replayed' || outcome.isShown(one);
    const seen = outcome.findings.find((one) => isRace(one) && isSeen(one));
    if (seen === undefined) return null;
    const doubt = finding.doubt ?? `only a launch that breaks ${fact.text} has it`;
    const race: FindingWithoutId = { ...seen, evidence: 'possible', doubt };
    this.#others.set(race, outcome);
    return race;
  }

  #proved(
    proof: CheckedKernel | null,
    separate: readonly FoundCondition[],
    found: readonly FoundCondition[],
  ): ProvedBySearch | null {
    if (proof === null) return null;
    const ofOthers = found.flatMap(({ finding }) => (this.#others.has(finding) ? [finding] : []));
    const findings = [...separate.map(({ finding }) => finding), ...new Set(ofOthers)];
    const assumptions = [...new Distinct([...proof.assumptions, ...this.#ofShared])];
    return { conditions: [...separate, ...found], assumptions, findings };
  }

  /** Which memory the two threads of a finding store one value to; null where they do not, or where it has no plain name. */
  #memoryOf(finding: FindingWithoutId): string | null {
    return this.#namedOf(this.#checkOf(finding).sameValueIn(finding));
  }

  /** The memory of a finding that lacks nothing but a fence of the reader. */
  #unfenced(finding: FindingWithoutId): string | null {
    return this.#namedOf(this.#checkOf(finding).unfencedIn(finding));
  }

  #namedOf(memory: string | null): string | null {
    const { parameters } = this.#check.kernel;
    const isNamed = this.#used.variables.has(memory ?? '') || parameters.some(({ name }) => name === memory);
    return isNamed ? memory : null;
  }

  /** What has to lead apart; null where the source has no name for some of it. */
  #apartFrom(overlaps: readonly Overlap[]): Shared | null {
    const passed = overlaps.flatMap((one) => (one.kind === 'passed' ? one : []));
    const pairs = passed.flatMap(({ pointers }) => this.#named(pointers) ?? []);
    const nameOf = (keeper: string) => {
      const pointer = this.#pointers.find(({ parameter, offset }) => pointerKey(parameter, offset) === keeper);
      return pointer?.name ?? (this.#used.variables.has(keeper) ? keeper : null);
    };
    const own = ownMemory(overlaps, nameOf);
    return own === null || pairs.length < passed.length ? null : { pairs, own };
  }

  /** Null where the source has no name for one of them. */
  #named(pair: readonly [PointerKey, PointerKey]): readonly [Pointers] | null {
    const all = this.#memory;
    const [a, b] = pair.map((key) => all.find(({ parameter, offset }) => pointerKey(parameter, offset) === key));
    return a === undefined || b === undefined ? null : [[a, b]];
  }

  /**
   * That pointers do not lead to the same memory, each with the race that there is where they do. Where none comes of a single pair, nothing
   * is asked of the two; null where that is not known, or where there are several such pairs.
   * @param beside without which there are other races
   * @param known where others race that share the memory of two: it is only looked there
   */
  #separation(
    { pairs, own }: Shared,
    beside: readonly Candidate[],
    known: readonly FoundCondition[] = [],
  ): readonly FoundCondition[] | null {
    const facts = pairs.map(([a, b]) => disjoint(a.name, b.name));
    const ofOwn = own.map(({ fact }) => fact);
    const anyApart = known.find(({ fact }) => fact.kind === 'disjoint');
    const found: FoundCondition[] = [];
    const withoutRace: { readonly pair: Pointers; readonly separate: readonly Candidate[] }[] = [];
    for (const [i, pair] of pairs.entries()) {
      // What is not the memory of the second is not that of the first then.
      const [kept, lost] = pair;
      const besideLost = pairs.flatMap((other) => (other !== pair && other.includes(lost) ? other : []));
      const others = besideLost.filter((one) => one !== kept && one !== lost);
      this.#separate = [
        ...facts.filter((_, other) => other !== i),
        ...others.map((one) => disjoint(kept.name, one.name)),
        ...ofOwn,
        ...beside,
      ];
      const like = known.find(({ fact }) => fact.text === facts[i]!.text);
      // This instance may get to what the two lead to at other lines.
      const finding = (like && this.#raceLike(pair, like)) ?? this.#raceOfShared(pair, like ?? anyApart);
      if (finding === null || (finding === 'none' && like !== undefined)) return null;
      if (finding === 'none') withoutRace.push({ pair, separate: this.#separate });
      else found.push({ fact: facts[i]!, finding });
    }
    // What each of several does by itself says nothing of all of them together.
    if (withoutRace.length > 1) return null;
    for (const { pair, separate } of withoutRace) {
      this.#separate = separate;
      if (!this.#mayBeShared(pair)) return null;
    }
    for (const one of own) {
      this.#separate = [...facts, ...ofOwn, ...beside];
      const finding = this.#raceOfKept(one);
      if (finding === null) return null;
      found.push({ fact: one.fact, finding });
    }
    this.#separate = [...facts, ...ofOwn];
    return found;
  }

  /** Is there no race either where the two lead to one memory, however far apart they start? */
  #mayBeShared(pair: Pointers): boolean {
    const outcome = this.#checkedWhereShared(pair, 1n, FARTHEST, { isFirstEnough: true });
    if (outcome?.verdict !== 'race-free') return false;
    this.#ofShared.push(...outcome.assumptions);
    return true;
  }

  /**
   * Under launches that pass one memory for two pointers.
   * @param step what the distance between the two is a multiple of, in bytes, up to `farthest`
   * @returns null when there is no time for it
   */
  #checkedWhereShared(
    [first, second]: Pointers,
    step: bigint,
    farthest: bigint,
    looking: Looking = {},
  ): CheckedKernel | null {
    return this.#checkedWhere(looking, (terms, { aliases }) => {
      const distance = anyDistance(terms, step, farthest);
      const to = { kind: 'parameter', index: first.parameter, offset: first.offset } as const;
      const key = pointerKey(second.parameter, second.offset);
      const keyOf = ({ parameter, offset }: LaunchPointer) => passedObjectKey(parameter, offset);
      return {
        aliases: new Map([...aliases, [key, { to, offset: distance }] as const]),
        madeOne: { objects: [keyOf(second), keyOf(first)], distance, arePassed: true },
      };
    });
  }

  /** A race where pointers in memory lead to one place: which that is in a program, nobody knows. Null where none is found. */
  #raceOfKept({ fact, objects }: OwnMemory): FindingWithoutId | null {
    const doubt = `nobody is known to break ${fact.text}`;
    for (const two of objects) {
      const isOne = (terms: Terms) => ({
        madeOne: { objects: two, distance: anyDistance(terms, APART, LARGE * APART) },
      });
      for (const looking of LOOKS) {
        const outcome = this.#within(HALF, () => this.#checkedWhere({ ...looking, expectsRace: true }, isOne));
        const race = this.#raceWhereShared(outcome, doubt, { isPossibleEnough: true });
        if (race !== null) return race;
      }
    }
    return null;
  }

  /**
   * Under launches that nobody is known to make.
   * @param shared what is different of them
   * @returns null when there is no time for it
   */
  #checkedWhere(
    looking: Looking,
    shared: (terms: Terms, launch: KernelLaunch) => Partial<KernelLaunch>,
  ): CheckedKernel | null {
    if (this.#isOver()) return null;
    const { isFirstEnough = false, expectsRace = false, hasShownSizes = false, isSeenElsewhere = false } = looking;
    const { lines = null, values = [] } = looking;
    const confirm = isSeenElsewhere ? null : this.#check.confirm;
    // A launch that stands for others is as good as they are: nobody makes this one, and its sizes are easier to choose.
    const under = this.#under(values, (make) => (this.#answer.covered.has(make) ? (make.cover ?? make) : make));
    const isSharing = (terms: Terms, launch: KernelLaunch): KernelLaunch => {
      // Whether its sizes are usual is not asked.
      const facts = hasShownSizes ? [...launch.facts, ...shownSizes(terms, launch, this.#used)] : launch.facts;
      return { ...launch, ...shared(terms, launch), facts, knownFrom: 'user' };
    };
    const whether = isFirstEnough || lines !== null ? { lines, expectsRace } : null;
    const executed = hasShownSizes || isSeenElsewhere ? under : { ...under, executions: new Map() };
    const outcome = checkKernel({ ...withLaunches(executed, isSharing), confirm, whether });
    this.#calls -= outcome.solverCalls;
    return outcome;
  }

  /** The race that was seen in another instance of the template where the two lead to one memory, if it is one of this instance. */
  #raceLike(pair: Pointers, { finding }: FoundCondition): FindingWithoutId | null {
    const same = { lines: linesOf(finding), values: this.#valuesOf(finding), isSeenElsewhere: true };
    const looking = { ...same, isFirstEnough: true, expectsRace: true };
    const outcome = this.#within(HALF, () => this.#checkedWhereShared(pair, APART, LARGE * APART, looking));
    return this.#raceWhereShared(outcome, this.#doubtOf(pair), { isPossibleEnough: true });
  }

  /**
   * A race that is seen, else one that hangs on what nobody computes: the proof needs the two apart, and it shows why. `none` where there
   * is none, null where that is not known.
   * @param like of another instance of the template, for this pair or another one
   */
  #raceOfShared(pair: Pointers, like?: FoundCondition): FindingWithoutId | 'none' | null {
    const outcomes: (CheckedKernel | null)[] = [];
    const doubt = this.#doubtOf(pair);
    const same: Looking[] = like === undefined ? [] : [{ isFirstEnough: true, values: this.#valuesOf(like.finding) }];
    for (const looking of [...same, ...LOOKS]) {
      // What the first finds nothing in may be plain to see for the next.
      const outcome = this.#within(HALF, () =>
        this.#checkedWhereShared(pair, APART, LARGE * APART, { ...looking, expectsRace: true }),
      );
      const seen = this.#raceWhereShared(outcome, doubt);
      if (seen !== null) return seen;
      // In one size of each launch there may be none, and one in another.
      const isOfAny = looking.hasShownSizes !== true && looking.values === undefined;
      if (outcome?.verdict === 'race-free' && isOfAny) return 'none';
      outcomes.push(outcome);
    }
    for (const outcome of outcomes) {
      const possible = this.#raceWhereShared(outcome, doubt, { isPossibleEnough: true });
      if (possible !== null) return possible;
    }
    return null;
  }

  /** A race, seen in an execution or else possible, of a launch that nobody is known to make. */
  #raceWhereShared(
    outcome: CheckedKernel | null,
    doubt: string,
    { isPossibleEnough = false } = {},
  ): FindingWithoutId | null {
    if (outcome === null) return null;
    // None that a launch has without: what is found for those is stated.
    const isRace = (finding: FindingWithoutId) => isDefect(finding) && finding.witness !== null;
    const isSeen = (finding: FindingWithoutId) => finding.evidence === 'replayed' || outcome.isShown(finding);
    const seen = outcome.findings.find((finding) => isRace(finding) && (isPossibleEnough || isSeen(finding)));
    if (seen === undefined) return null;
    const other = isPossibleEnough && seen.doubt !== undefined ? `, and ${seen.doubt}` : '';
    return { ...seen, evidence: 'possible', doubt: `${doubt}${other}` };
  }

  #doubtOf([first, second]: Pointers): string {
    const names = `${first.name} and ${second.name}`;
    return this.#areInOneMemory(first, second)
      ? `how far ${names} lie apart in their memory is not known`
      : `nobody is known to pass one memory for both ${names}`;
  }

  #areInOneMemory(first: LaunchPointer, second: LaunchPointer): boolean {
    return this.#memories.some((memory) => {
      const [a, b] = [first, second].map(({ parameter, offset }) => memory?.get(pointerKey(parameter, offset)));
      return a !== undefined && b !== undefined && separationOf(a, b) === 'same';
    });
  }

  /**
   * The first of the candidates under which the two lines of the finding have no race, with what it takes beside it.
   * @param model a launch with the facts that races there
   * @param isOfOneValue both threads store the same: nothing is asked of memory then, and no two facts at once
   */
  #factsFor(
    facts: readonly Candidate[],
    finding: FindingWithoutId,
    model: ReadonlyMap<string, bigint>,
    isOfOneValue: boolean,
  ): readonly Candidate[] | null {
    const models = [model];
    const isOpen = (candidate: Candidate) =>
      models.every((values) => mayBeBrokenBy(candidate, values)) && !this.#leaveLittle([...facts, candidate]);
    const { shifted, strides, units, divided, halves, partedRows } = this.#placedBy(finding);
    const isNamed = (name: string) => this.#names.includes(name);
    const byWay = strides.map((way) => way.filter(isNamed));
    const byStrides = byWay.flatMap((way) => this.#stridedBy(finding, way));
    const ofParts = [
      ...halves.flatMap(({ start, bound, times }) =>
        [start, bound].every(isNamed) ? halfOf(start, bound, times) : [],
      ),
      ...divided.flatMap(({ name, by }) => (isNamed(name) ? dividedBy(name, by) : [])),
      ...partedRows.flatMap(({ parts, atLeast }) => (isNamed(parts) ? partsOfRow(parts, atLeast) : [])),
    ];
    const isNew = ({ text }: Candidate) => !facts.some((fact) => fact.text === text);
    const first = [...powersOfTwo(shifted.filter(isNamed)), ...byStrides].filter(isNew);
    const asked = this.#askedFor(finding).filter(isNew);
    const ways = this.#waysFor(finding).filter(isNew);
    const simple: Ladder[] = [
      ...[...first, ...ofParts.filter(isNew)].map((fact) => [fact]),
      // What an address is made of, as where rows start, says more of it than what the way there hangs on.
      ...(isOfOneValue ? [] : this.#arraysOfAddress(finding).map(({ name }) => [monotone(name)])),
      ...asked.map((fact) => [fact]),
    ];
    // Of rows within planes a view says more than how long each of them is.
    const hasPlanes = byWay.some(({ length }) => length > 1);
    const ofViews = hasPlanes ? this.#viewsOf(finding).map((view) => strided(view)) : [];
    const forms = this.#laddersFor(finding, !isOfOneValue);
    // There is a fact then that settles it for certain: as much is left for that.
    const [fewestCalls, share] = isOfOneValue ? [this.#calls / 2, HALF] : [0, 1];
    let tries = 0;
    const most = isOfOneValue ? TRIES_OF_ONE_VALUE : TRIES;
    const isOver = () => tries >= most || this.#calls < fewestCalls || this.#isOver();
    const firstOf = (ladders: readonly Ladder[]): readonly Candidate[] | null => {
      for (const ladder of ladders) {
        const open = ladder.filter(isOpen);
        const strongest = open.pop();
        if (strongest === undefined) continue;
        if (isOver()) return null;
        tries++;
        const tried = this.#tried(facts, [strongest], finding);
        if (tried.status === 'failed') models.push(...tried.models);
        // Where the strongest fails, so do the others; where it does not, the weakest that will do is looked for.
        if (tried.status === 'failed' && strongest === ladder.at(-1)) continue;
        const proof = this.#weakestOf(open, (fact) => this.#tried(facts, [fact], finding), models);
        if (proof !== null) return proof;
        if (tried.status === 'proved') return tried.facts;
      }
      return null;
    };
    const found = this.#within(share, () => {
      const tried = this.#within(
        1 - SHARE_OF_PLAIN,
        () =>
          firstOf([...ways, ...ofViews.filter(isNew)].map((fact) => [fact])) ??
          this.#within(SHARE_OF_ROWS, () => this.#longRows(facts, finding, isOpen)) ??
          this.#byUnits(facts, finding, byWay, units) ??
          firstOf(simple) ??
          this.#firstOfPairs(facts, finding, first, asked) ??
          this.#rowsFor(facts, finding, isOpen) ??
          firstOf(forms),
      );
      return tried ?? this.#plainFor(facts, finding, isOpen, ofStridesFirst([...simple, ...forms], strides.flat()));
    });
    const isLast = isOfOneValue || facts.length + 2 > MOST_FACTS || isOver();
    return found !== null || isLast ? found : this.#twoFactsFor(facts, finding, models);
  }

  /** One of these with one of those, each of which does not do by itself. */
  #firstOfPairs(
    facts: readonly Candidate[],
    finding: FindingWithoutId,
    some: readonly Candidate[],
    others: readonly Candidate[],
  ): readonly Candidate[] | null {
    if (facts.length + 2 > MOST_FACTS) return null;
    for (const one of some) {
      for (const other of others) {
        if (this.#isOver()) return null;
        const tried = this.#tried(facts, [one, other], finding);
        if (tried.status === 'proved') return tried.facts;
      }
    }
    return null;
  }

  /** That elements of one row lie side by side in all of its parts, and rows apart. */
  #byUnits(
    facts: readonly Candidate[],
    finding: FindingWithoutId,
    ways: readonly (readonly string[])[],
    units: PlacingNames['units'],
  ): readonly Candidate[] | null {
    for (const { name, distance } of units) {
      const others = ways.filter((way) => way.includes(name)).map((way) => way.filter((one) => one !== name));
      const strides = others.flatMap((way) => this.#stridedBy(finding, way));
      const proof = this.#firstOfPairs(facts, finding, strides, [ifEqual(name, distance, true)]);
      if (proof !== null) return proof;
    }
    return null;
  }

  /** Of what the kernel asks of the launch on the way: the other way round than in the launch that races. */
  #askedFor(finding: FindingWithoutId): Candidate[] {
    return this.#askedIn(this.#placedBy(finding), valuesOf(finding), false);
  }

  /** The same of numbers by which addresses are computed in one way or another. */
  #waysFor(finding: FindingWithoutId): Candidate[] {
    const { asked } = this.#placedBy(finding);
    return this.#askedIn({ asked: asked.filter(({ isInAddress }) => isInAddress) }, valuesOf(finding), false);
  }

  /** @param asThere as in the launch that has these values, or the other way round */
  #askedIn({ asked }: Pick<PlacingNames, 'asked'>, values: ReadonlyMap<string, bigint>, asThere: boolean): Candidate[] {
    return asked.slice(0, MOST_ASKED).flatMap(({ name, value }) => {
      if (value !== null)
        return this.#names.includes(name) ? [ifEqual(name, value, (values.get(name) === value) === asThere)] : [];
      const isPassed = values.get(name) !== 0n;
      return this.#pointers.some((pointer) => pointer.name === name) ? [ifPassed(name, isPassed !== asThere)] : [];
    });
  }

  /** That rows fit between their strides, as the addresses say how long they are: the first race breaks one of these facts, if any does. */
  #longRows(
    facts: readonly Candidate[],
    finding: FindingWithoutId,
    isOpen: (candidate: Candidate) => boolean,
  ): readonly Candidate[] | null {
    const isNamed = (name: string) => this.#names.includes(name);
    let asksSolver = true;
    for (const rows of this.#placedBy(finding).rows) {
      const all = rows
        .filter(({ stride, factors }) => [stride, ...factors].every(isNamed))
        .map(({ stride, factors, multiple }) => longRow(stride, factors, multiple));
      const broken = all.filter(isOpen);
      if (broken.length === 0 || all.length > MOST_FACTS || this.#isOver()) continue;
      // What does not follow from all of them by arithmetic takes long to be refuted as well: the likeliest are asked about, and no others.
      const isPlain = this.#isPlain(facts, all, finding);
      if (!isPlain && !asksSolver) continue;
      asksSolver &&= isPlain;
      const some = !isPlain || this.#isPlain(facts, broken, finding) ? broken : all;
      const tried = this.#tried(facts, some, finding);
      if (tried.status === 'proved') return tried.facts;
    }
    return null;
  }

  /**
   * That rows are no longer than their stride, where some race says so, of this memory or of other memory: arithmetic settles such a
   * fact, and what it does not settle may take the solver long.
   */
  #rowsFor(
    facts: readonly Candidate[],
    finding: FindingWithoutId,
    isOpen: (candidate: Candidate) => boolean,
  ): readonly Candidate[] | null {
    if (!this.#answer.findings.some(({ doubt }) => doubt === LONG_ROWS)) return null;
    for (const ladder of strideLadders(this.#names, this.#saidIn(finding)).slice(0, TRIES)) {
      if (this.#isOver()) return null;
      const open = ladder.filter(isOpen);
      const strongest = open.at(-1);
      if (strongest === undefined || !this.#isPlain(facts, [strongest], finding)) continue;
      const proof = this.#weakestOf(open, (fact) => this.#settles(facts, [fact], finding), []);
      if (proof !== null) return proof;
    }
    return null;
  }

  /** The first of the forms whose strongest fact settles the finding by arithmetic: to see that others fail takes a race under each. */
  #plainFor(
    facts: readonly Candidate[],
    finding: FindingWithoutId,
    isOpen: (candidate: Candidate) => boolean,
    forms: readonly Ladder[],
  ): readonly Candidate[] | null {
    for (const ladder of forms.slice(0, PLAIN_TRIES)) {
      if (this.#isOver()) return null;
      const open = ladder.filter(isOpen);
      const strongest = open.at(-1);
      if (strongest === undefined || !this.#isPlain(facts, [strongest], finding)) continue;
      const plain = open.findIndex((fact) => fact === strongest || this.#isPlain(facts, [fact], finding));
      // One that is weaker may do, and not by arithmetic.
      const weaker = plain > 0 ? this.#settles(facts, [open[plain - 1]!], finding) : null;
      if (weaker?.status === 'proved') return weaker.facts;
      const settled = this.#settles(facts, [open[plain]!], finding);
      if (settled.status === 'proved') return settled.facts;
    }
    return null;
  }

  /** Do more facts settle the finding by arithmetic? */
  #isPlain(facts: readonly Candidate[], more: readonly Candidate[], finding: FindingWithoutId): boolean {
    const { isMade, outcome } = this.#checked([...facts, ...more], linesOf(finding), true);
    return isMade && outcome.verdict === 'race-free';
  }

  /**
   * The facts with one that is stronger in the place of another one: rows that are longer than two arguments say, and not rows that are
   * as long as one says and as long as a number besides.
   * @returns null where none of them will do
   */
  #stronger(found: readonly FoundCondition[], finding: FindingWithoutId): FoundCondition[] | null {
    for (const one of found) {
      const ladders = strideLadders(this.#names, this.#saidIn(one.finding));
      const ladder = ladders.find((forms) => forms.some(({ text }) => text === one.fact.text));
      const at = ladder?.findIndex(({ text }) => text === one.fact.text) ?? -1;
      const open = ladder?.slice(at + 1).filter((fact) => fact.isBrokenBy(valuesOf(finding))) ?? [];
      const strongest = open.at(-1);
      if (strongest === undefined || this.#isOver()) continue;
      const rest = found.flatMap((other) => (other === one ? [] : other.fact));
      if (!this.#isPlain(rest, [strongest], finding) || this.#leaveLittle([...rest, strongest])) continue;
      const [fact, ...beside] = this.#weakestOf(open, (other) => this.#settles(rest, [other], finding), []) ?? [];
      if (fact === undefined || beside.length > 0) continue;
      return found.map((other) => (other === one ? { fact, finding: one.finding } : other));
    }
    return null;
  }

  /**
   * Two facts, of which every launch that was seen to race breaks one, and neither all of them: the strongest of two forms
   * first, and then the weakest of each that will do.
   */
  #twoFactsFor(
    facts: readonly Candidate[],
    finding: FindingWithoutId,
    models: ReadonlyMap<string, bigint>[],
  ): readonly Candidate[] | null {
    const contents = contentLadders(this.#arraysOf(finding), []);
    const pairs = ladderPairs(this.#names, namesIn(finding), this.#apart, contents).slice(0, MOST_PAIRS);
    const tried = new Set<string>();
    for (let tries = 0; tries < TRIES && !this.#isOver(); tries++) {
      const pair = pairBrokenBy(models, pairs, tried);
      if (pair === null) return null;
      const strongest = pair.map((ladder) => ladder.at(-1)!);
      tried.add(textOf(strongest));
      const outcome = this.#tried(facts, strongest, finding);
      if (outcome.status === 'failed') models.push(...outcome.models);
      if (outcome.status === 'proved') return this.#weakest(facts, finding, pair, outcome.facts);
    }
    return null;
  }

  /** @param proof with the strongest of each form */
  #weakest(
    facts: readonly Candidate[],
    finding: FindingWithoutId,
    forms: readonly Ladder[],
    proof: readonly Candidate[],
  ): readonly Candidate[] {
    let weakest = proof;
    // A block that is no larger than a step tells which multiples it takes, and not the other way round.
    const entries = [...forms.entries()];
    const inOrder = forms.some((ladder) => ladder.at(-1)?.text.includes(' % ')) ? entries.reverse() : entries;
    for (const [i, ladder] of inOrder) {
      const inItsPlace = (fact: Candidate) => weakest.map((other, at) => (at === i ? fact : other));
      const found = this.#weakestOf(ladder.slice(0, -1), (fact) => this.#settles(facts, inItsPlace(fact), finding), []);
      weakest = found ?? weakest;
    }
    return weakest;
  }

  /**
   * The weakest of a ladder that will do, with what it takes beside it: the weakest of all is what most kernels need. Then by
   * halving, since what fails does so for all that are weaker, and what leaves no launch leaves none for all that are stronger.
   * @param models what is known to race: launches that are found on the way are put to them
   */
  #weakestOf(
    ladder: Ladder,
    settle: (fact: Candidate) => Tried,
    models: ReadonlyMap<string, bigint>[],
  ): readonly Candidate[] | null {
    let proof: readonly Candidate[] | null = null;
    let isFirst = true;
    // What is left in the end goes into the proof of all that the kernel does.
    const until = (performance.now() + this.#until) / 2;
    const isOver = () => this.#isOver() || performance.now() > until;
    for (let [low, high] = [0, ladder.length]; low < high && !isOver(); isFirst = false) {
      const middle = isFirst ? low : (low + high) >> 1;
      const fact = ladder[middle]!;
      const tried = models.every((values) => mayBeBrokenBy(fact, values)) ? settle(fact) : null;
      if (tried?.status === 'failed') models.push(...tried.models);
      if (tried?.status === 'proved') proof = tried.facts;
      if (tried === null || tried.status === 'failed') low = middle + 1;
      else high = middle;
    }
    return proof;
  }

  /** Under the candidates, and where these only leave launches whose indices wrap around, without those as well. */
  #tried(facts: readonly Candidate[], candidates: readonly Candidate[], finding: FindingWithoutId): Tried {
    const tried = this.#settles(facts, candidates, finding);
    if (tried.status !== 'failed') return tried;
    // Where all indices are the same, what is left of the race may be of one value.
    const isOfIndices = candidates.some(isStrided) && this.#memoryOf(finding) === null;
    const ofOneValue = isOfIndices ? tried.oneValueIn : null;
    if (ofOneValue !== null) {
      const shared = this.#settles(facts, [...candidates, idempotent(ofOneValue)], finding);
      if (shared.status === 'proved') return shared;
    }
    // Strides say nothing of an address that is chosen among several until the choice is made, be it in another launch than the one that races.
    const choices = candidates.some(isStrided) && facts.length + candidates.length < MOST_FACTS ? tried.asked : [];
    for (const choice of choices) {
      const chosen = this.#isOver() ? null : this.#settles(facts, [...candidates, choice], finding);
      if (chosen?.status === 'proved') return chosen;
    }
    const sizes = this.#sizesBeyond(tried.models, candidates);
    const beyond = sizes.length === 0 ? tried : this.#settles(facts, [...candidates, ...sizes], finding);
    // A launch whose indices wrap around says nothing of stronger facts: beside these, indices are kept from that as well.
    return beyond.status === 'too-strong' ? tried : beyond;
  }

  /** @param more what may be missing beside the facts */
  #settles(facts: readonly Candidate[], more: readonly Candidate[], finding: FindingWithoutId): Tried {
    const all = [...facts, ...more];
    const { isMade, outcome } = this.#checked(all, linesOf(finding));
    if (outcome.reasons.some(({ kind }) => kind === 'contradicting-facts')) return { status: 'too-strong' };
    if (!isMade || outcome.verdict !== 'race-free') {
      const [race] = outcome.findings;
      const oneValueIn = race === undefined ? null : this.#namedOf(outcome.sameValueIn(race));
      const askedIn = (one: FindingWithoutId) =>
        [false, true].flatMap((asThere) => this.#askedIn(outcome.placedBy(one), valuesOf(one), asThere));
      const asked = race === undefined ? [] : askedIn(race);
      return { status: 'failed', models: outcome.findings.map(valuesOf), oneValueIn, asked };
    }
    return this.#isReached(all, finding) ? { status: 'proved', facts: more } : { status: 'too-strong' };
  }

  /** Do threads still get to both accesses? With one block they need not be two. */
  #isReached(facts: readonly Candidate[], finding: FindingWithoutId): boolean {
    const key = this.#keyOf(facts);
    const known = this.#reached.get(finding) ?? new Set<string>();
    this.#reached.set(finding, known);
    if (known.has(key)) return true;
    const isOneBlock = facts.some(({ text }) => text.endsWith(oneBlock('gridDim.x').text));
    const isReached = isReachable(this.#under(facts), finding, isOneBlock);
    // What was not seen may have been for want of time.
    if (isReached) known.add(key);
    return isReached;
  }

  /**
   * That indices do not wrap around, for launches that only race where they do.
   * @param candidates facts that they keep: what these say of elements tells that the elements are indices
   */
  #sizesBeyond(failures: readonly ReadonlyMap<string, bigint>[], candidates: readonly Candidate[]): Candidate[] {
    const [values] = failures;
    const grids = this.#names.filter((name) => name.startsWith('gridDim.') && (values?.get(name) ?? 1n) > 1n);
    const large = this.#names.filter((name) => !isSize(name) && (values?.get(name) ?? 0n) > LARGE);
    const isLong = (name: string) => launchScalars(this.#check.kernel).find((one) => one.name === name)?.bits === 64;
    const ofArguments = large.flatMap((name) =>
      isLong(name) ? [within(name)] : grids.map((grid) => fits(grid, name)),
    );
    const spoken = namedIn(candidates);
    const ofElements = elementsBeyond(values ?? new Map()).filter(({ name }) => spoken.has(name));
    // With so many blocks their numbers may be what wraps around, and rows that grow with them are large then as well.
    const ofGrids = grids.map(countedInShort).filter((fact) => fact.isBrokenBy(values ?? new Map()));
    const ofBlocks = this.#blocksWithin(values ?? new Map(), candidates);
    return [...(ofGrids.length > 0 ? ofGrids : ofArguments), ...ofElements.map(elementsWithin), ...ofBlocks];
  }

  /** That threads stay within arrays in structs of which the candidates speak, where the values have more threads. */
  #blocksWithin(values: ReadonlyMap<string, bigint>, candidates: readonly Candidate[]): Candidate[] {
    const spoken = namedIn(candidates);
    const arrays = [
      ...this.#check.kernel.parameters.map(({ name, columns = null }) => [name, columns] as const),
      ...this.#used.variables,
    ];
    const lengths = arrays.flatMap(([name, columns]) =>
      (columns ?? []).flatMap((one) => (spoken.has(columnName(name, one)) ? (one.length ?? []) : [])),
    );
    if (lengths.length === 0) return [];
    const blocks = this.#names.filter((name) => name.startsWith('blockDim.'));
    return blocks.map((block) => threadsWithin(block, Math.min(...lengths))).filter((fact) => fact.isBrokenBy(values));
  }

  /** Names that the text of the accesses mentions, or that say where they take place. */
  #saidIn(finding: FindingWithoutId): ReadonlySet<string> {
    const inText = finding.accesses.flatMap(({ text }) => text.match(/[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?/g) ?? []);
    return new Set([...inText, ...this.#placedBy(finding).all]);
  }

  #laddersFor(finding: FindingWithoutId, asksOfContents: boolean): Ladder[] {
    const { rule } = finding;
    const placing = this.#placedBy(finding);
    const said = this.#saidIn(finding);
    const bounds = this.#names.filter((name) => said.has(name) && !isSize(name));
    const ofContents = asksOfContents ? contentLadders(this.#arraysOf(finding), bounds, placing.lengths) : [];
    const parts = placing.parts.filter((name) => this.#names.includes(name));
    const counts = bounds.filter((name) => !parts.includes(name));
    const all = [
      ...this.#onePointersOf(finding).map(([a, b]) => [oneBlockWhereShared(a, b, 'gridDim.x')]),
      ...this.#viewsOf(finding).map((view) => [strided(view)]),
      ...ofContents,
      ...alignmentLadders(this.#movedPointers()),
      ...tileLadders(this.#tiles(), this.#names),
      ...tileRowLadders(this.#tiles(), [...bounds, ...this.#names.filter(isSize)]),
      ...partLadders(parts, counts),
      ...ladders(this.#names, said, this.#apart, this.#lengths),
    ];
    const { grid } = this.#used;
    // A kernel that never asks which block it is in is meant for one.
    const isMeantForOne = rule === 'inter-block-race' && !grid.includes(true) && this.#names.includes('gridDim.x');
    return isMeantForOne ? [[oneBlock('gridDim.x')], ...all] : all;
  }

  /** Rows and columns of the kernel's shared arrays, each size once: of those with two axes, and of tiles that lie in one row. */
  #tiles(): (readonly [bigint, bigint])[] {
    const found = new Map<string, readonly [bigint, bigint]>();
    for (const { space, type, sourceName } of this.#check.program.globals.values()) {
      if (space !== AddressSpace.shared || !this.#used.variables.has(sourceName)) continue;
      if (type.kind !== 'array') continue;
      const tile = tileOf(type);
      if (tile !== null) found.set(tile.join(), tile);
    }
    // Those of another instance of a template may be among them: what suits the largest asks for the least.
    const largest = [...found.values()].sort(([a, b], [c, d]) => Number(c * d - a * b));
    return largest.slice(0, MOST_TILES);
  }

  /** Parameters that some launch passes a pointer for which leads somewhere into its memory, and nobody knows how far. */
  #movedPointers(): string[] {
    const starts = this.#answer.launches.map((make) => make(new Terms()).starts);
    const isMoved = (parameter: number) =>
      starts.some((all) => {
        const start = all.get(pointerKey(parameter, 0));
        return start !== undefined && !isConstant(start.offset);
      });
    return this.#check.kernel.parameters.flatMap(({ name }, i) => (isMoved(i) ? [name] : []));
  }

  /** Pairs of pointers that some launch passes as one, where blocks race in what they lead to. */
  #onePointersOf({ memory, rule }: FindingWithoutId): (readonly [string, string])[] {
    if (rule !== 'inter-block-race' || memory === null || !this.#names.includes('gridDim.x')) return [];
    const all = this.#pointers.map(({ name, parameter, offset }) => ({ name, key: pointerKey(parameter, offset) }));
    const isShared = (a: PointerKey, b: PointerKey) => this.#aliases.some((one) => isOnePointer(one, [a, b]));
    return all.flatMap((a, i) =>
      all.slice(i + 1).flatMap((b) => {
        const isMeant = [a.name, b.name].includes(memory.object) && isShared(a.key, b.key);
        return isMeant ? [[a.name, b.name] as const] : [];
      }),
    );
  }

  /** The pointer that a finding is about, where it stands in a struct beside numbers that indices are multiplied by. */
  #viewsOf({ memory }: FindingWithoutId): string[] {
    const { parameters } = this.#check.kernel;
    return this.#pointers.flatMap(({ name, parameter, offset }) => {
      const { name: struct, byValue } = parameters[parameter]!;
      const isMeant = memory !== null && [name, `${struct}@${offset}`].includes(memory.object);
      return isMeant && byValue !== null ? [name] : [];
    });
  }

  /** The pointer that a finding is about, with arguments that indices are multiplied by: of a single one simpler facts are found. */
  #stridedBy({ memory }: FindingWithoutId, strides: readonly string[]): Candidate[] {
    const { parameters } = this.#check.kernel;
    const isPointer = parameters.some(({ name, byValue }) => name === memory?.object && byValue === null);
    return isPointer && strides.length > 1 ? [strided(memory!.object, strides)] : [];
  }

  /** Arrays behind pointers and in variables, of whose elements the witness says what they hold. */
  #arraysOf({ witness }: FindingWithoutId): StatedArray[] {
    const contents = witness?.contents ?? [];
    const names = [...this.#check.kernel.parameters.map(({ name }) => name), ...this.#used.variables.keys()];
    return names.flatMap((name) => arraysAmong(contents.filter(({ object }) => object === name).map(cellName)));
  }

  /** Those of them of which addresses are made. */
  #arraysOfAddress(finding: FindingWithoutId): StatedArray[] {
    const { arrays } = this.#placedBy(finding);
    return this.#arraysOf(finding).filter(({ name }) => arrays.includes(name.split('.', 1)[0]!));
  }

  #isSettled(facts: readonly Candidate[], finding: FindingWithoutId): boolean {
    return facts.length > 0 && this.#checked(facts, linesOf(finding)).outcome.verdict === 'race-free';
  }

  #proof(facts: readonly Candidate[]): CheckedKernel | null {
    if (this.#isOver() || this.#racing.has(this.#keyOf(facts))) return null;
    const { isMade, outcome } = this.#checked(facts, null);
    return isMade && outcome.verdict === 'race-free' ? outcome : null;
  }

  /**
   * Is a block small, and all of the work within one? What races in one iteration and the next, say, then does not for want of a
   * next one, and nobody launches it so.
   */
  #leaveLittle(facts: readonly Candidate[]): boolean {
    const texts = [...facts.map(({ text }) => text), ...this.#stated];
    const isSmall = texts.some((text) => /\bblockDim\.[xyz] <= \d/.test(text));
    return isSmall && texts.some((text) => /^blockDim\.[xyz] >= (?!blockDim\b)[A-Za-z_]/.test(text));
  }

  /** What each race asks for is known: a proof of the whole kernel may take most of what is left. */
  #toTheEnd<T>(look: () => T): T {
    const until = this.#until;
    const now = performance.now();
    this.#until = Math.max(until, now + (this.#untilProved - now) * SHARE_OF_PROOF);
    try {
      return look();
    } finally {
      this.#until = until;
    }
  }

  /** Looks for something within a part of the time, as what comes behind it must not be left without any. */
  #within<T>(share: number, look: () => T): T {
    const until = this.#until;
    const now = performance.now();
    this.#until = now + (until - now) * share;
    try {
      return look();
    } finally {
      this.#until = until;
    }
  }

  #isOver(): boolean {
    return this.#calls < 0 || performance.now() > this.#until;
  }

  #keyOf(facts: readonly Candidate[]): string {
    return textOf([...this.#separate, ...facts]);
  }

  #checked(facts: readonly Candidate[], lines: ReadonlySet<string> | null, byArithmetic = false): Checked {
    const key = this.#keyOf(facts);
    const known = this.#proofs.get(key);
    if (known !== undefined) return known;
    const outcome = this.#outcomeOf(facts, lines, byArithmetic);
    const checked = { isMade: outcome.launches.length === this.#answer.launches.length, outcome };
    if (outcome.verdict === 'race-free' && outcome.isOfAll) this.#proofs.set(key, checked);
    if (outcome.findings.length > 0) this.#racing.add(key);
    return checked;
  }

  #outcomeOf(facts: readonly Candidate[], lines: ReadonlySet<string> | null, byArithmetic: boolean): CheckedKernel {
    const { launches } = this.#answer;
    const question = [this.#keyOf(facts), lines && [...lines].join(), byArithmetic].join('; ');
    const known = this.#triedFacts.outcomeOf(launches, question);
    if (known !== undefined) return known;
    const under = this.#under(facts);
    const outcome = checkKernel({ ...under, whether: { lines, byArithmetic } });
    this.#keepExecuted(facts, under.launches, outcome);
    this.#calls -= outcome.solverCalls;
    this.#triedFacts.keep(launches, question, outcome);
    return outcome;
  }

  /** What is part of the execution, beside pointers that lead apart: where memory starts, and what becomes of masks. Null: nothing is. */
  #executedOf(facts: readonly Candidate[]): string | null {
    const executed = facts.filter(isExecuted);
    return executed.length === 0 ? null : this.#keyOf(executed);
  }

  /** An execution with a fact takes as long as one without, and there are as many checks. What holds with fewer facts holds with more. */
  #keepExecuted(facts: readonly Candidate[], launched: readonly LaunchMaker[], { executions }: CheckedKernel): void {
    const executed = this.#executedOf(facts);
    if (executed === null || !facts.every(isExecuted) || this.#executedWith.has(executed)) return;
    const makers = this.#answer.launches;
    if (launched.length !== makers.length) return;
    const kept = makers.flatMap((make, i) => {
      const execution = executions.get(launched[i]!);
      return execution === undefined ? [] : [[make, execution] as const];
    });
    this.#executedWith.set(executed, new Map(kept));
  }

  /** @param instead which launch is asked about */
  #under(facts: readonly Candidate[], instead: (make: LaunchMaker) => LaunchMaker = (make) => make): KernelCheck {
    const all = [...this.#separate, ...facts];
    const texts = all.map(({ text }) => text);
    const executed = this.#executedOf(facts);
    const withFacts = (terms: Terms, launch: KernelLaunch): KernelLaunch => {
      const named = { kernel: this.#check.kernel, variables: this.#used.variables };
      const stated = statedFacts(terms, named, launch, texts);
      const conditions = stated.map(({ condition }) => condition);
      return { ...launch, facts: [...launch.facts, ...conditions], stated: [...launch.stated, ...stated] };
    };
    const makers = [...new Set(this.#answer.launches.map(instead))];
    const executions = executed === null ? this.#answer.executions : (this.#executedWith.get(executed) ?? new Map());
    const stating = withLaunches({ ...this.#check, launches: makers, executions }, withFacts);
    const launched = new Map(makers.map((make, i) => [make, stating.launches[i]!]));
    // What holds of a launch holds with more facts about it.
    const isCovered = ([make]: readonly [LaunchMaker, LaunchMaker]) =>
      executed === null && this.#answer.covered.has(make);
    return {
      ...stating,
      launches: withTwins(launched),
      covered: new Set([...launched].filter(isCovered).map(([, one]) => one)),
      timeLimit: Math.max(1, this.#until - performance.now()),
      ...QUIET,
      confirm: null,
    };
  }
}

/** The check under other launches, in which the kernel does what it does in those. */
function withLaunches(check: KernelCheck, changed: (terms: Terms, launch: KernelLaunch) => KernelLaunch): KernelCheck {
  const executions = new Map<LaunchMaker, KeptExecution>();
  const launches = check.launches.map((make) => {
    const other: LaunchMaker = (terms) => changed(terms, make(terms));
    const kept = check.executions?.get(make);
    if (kept) executions.set(other, { ...kept, launch: changed(kept.terms, kept.launch) });
    return other;
  });
  return { ...check, launches, executions };
}

function isExecuted({ kind, text }: Candidate): boolean {
  return kind === 'alignment' || isPowerOfTwo(text);
}

/** The forms about strides first: where rows or planes overlap, it is mostly their distance that is too small. */
function ofStridesFirst(forms: readonly Ladder[], strides: readonly string[]): Ladder[] {
  const isOfStride = (ladder: Ladder) => Number(strides.some((name) => ladder.at(-1)!.text.startsWith(`${name} `)));
  return [...forms].sort((a, b) => isOfStride(b) - isOfStride(a));
}

/** That sizes which are open are those that a race is shown with, and those that the host computes no larger. */
function shownSizes(terms: Terms, launch: KernelLaunch, { grid, block }: ReturnType<typeof usedBy>): Cond[] {
  const asked = { gridDim: grid, blockDim: block };
  return (['gridDim', 'blockDim'] as const).flatMap((name) =>
    launch[name].flatMap((size, axis) => {
      if (isConstant(size)) return [];
      const shown = axis === 0 || asked[name][axis] ? terms.constant(SHOWN_SIZES[name][axis]!) : terms.one;
      return single(size)?.kind === 'symbol' ? terms.eq(size, shown) : terms.le(size, shown);
    }),
  );
}

/** The first two forms whose strongest facts are broken by all the launches together, and neither by all alone. */
function pairBrokenBy(
  models: readonly ReadonlyMap<string, bigint>[],
  pairs: readonly (readonly [Ladder, Ladder])[],
  tried: ReadonlySet<string>,
): readonly [Ladder, Ladder] | null {
  const isBroken = (ladder: Ladder, values: ReadonlyMap<string, bigint>) => ladder.at(-1)!.isBrokenBy(values);
  const isCover = (pair: readonly [Ladder, Ladder]) =>
    models.every((values) => pair.some((ladder) => isBroken(ladder, values))) &&
    pair.every((ladder) => models.some((values) => !isBroken(ladder, values)));
  return pairs.find((pair) => isCover(pair) && !tried.has(textOf(pair.map((ladder) => ladder.at(-1)!)))) ?? null;
}

function textOf(facts: readonly Candidate[]): string {
  return facts.map(({ text }) => text).join(' && ');
}

/** Scalars and sizes that some launch leaves open. */
function openNames({ kernel }: KernelCheck, launches: readonly KernelLaunch[]): string[] {
  const open = new Set<string>();
  for (const { gridDim, blockDim, bindings } of launches) {
    const isOpen = (value: Int | undefined) => value === undefined || !isConstant(value);
    for (const { name, parameter, offset } of launchScalars(kernel))
      if (isOpen(bindings.get(pointerKey(parameter, offset)))) open.add(name);
    for (const [axis, letter] of [...'xyz'].entries()) {
      if (isOpen(gridDim[axis])) open.add(`gridDim.${letter}`);
      if (isOpen(blockDim[axis])) open.add(`blockDim.${letter}`);
    }
  }
  return [...open];
}

/** Arrays of which the values have an element that makes an index wrap around, if any does. */
function elementsBeyond(values: ReadonlyMap<string, bigint>): StatedArray[] {
  const isLarge = (value: bigint) => value > LARGE || value < -LARGE;
  return arraysAmong([...values].flatMap(([cell, value]) => (isLarge(value) ? [cell] : [])));
}

/** What facts speak of: `boxes.first`, also as `boxes[i].first < n`. */
function namedIn(facts: readonly Candidate[]): ReadonlySet<string> {
  const texts = facts.map(({ text }) => text.replace(/\[[ij]\]/g, ''));
  return new Set(texts.flatMap((text) => text.match(/[A-Za-z_]\w*(?:\.\w+|@\d+)?/g) ?? []));
}

/** From the shortest on. */
function knownLengths(launches: readonly KernelLaunch[]): bigint[] {
  const lengths = launches.flatMap(({ gridDim, blockDim }) =>
    blockDim.flatMap((size, axis) => {
      const blocks = gridDim[axis]!;
      if (!isConstant(size)) return [];
      return isConstant(blocks) ? [size.constant, size.constant * blocks.constant] : [size.constant];
    }),
  );
  return [...new Set(lengths)].sort((a, b) => Number(a - b)).slice(0, MOST_LENGTHS);
}

/** Null where an array is none of rows: one axis, and no square of elements of four bytes. */
function tileOf({ element, length }: Type & { readonly kind: 'array' }): readonly [bigint, bigint] | null {
  const [rows, columns] = element.kind === 'array' ? [length, element.length] : squareOf(element, length);
  const isTile = rows > 1 && columns > 1 && !(element.kind === 'array' && element.element.kind === 'array');
  return isTile ? [BigInt(rows), BigInt(columns)] : null;
}

/** PTX knows its arrays as bytes. */
function squareOf(element: Type, length: number): readonly [number, number] {
  const isBytes = element.kind === 'int' && element.bits === 8;
  const side = Math.sqrt(isBytes ? length / PTX_ELEMENT_BYTES : length);
  return Number.isInteger(side) && side <= LARGEST_SQUARE ? [side, side] : [1, 1];
}

function statedIn(launches: readonly KernelLaunch[]): string[] {
  return launches.flatMap(({ stated }) => stated.map(({ assumption }) => assumption.text));
}

/** What the texts of the accesses mention. */
function namesIn({ accesses }: FindingWithoutId): ReadonlySet<string> {
  return new Set(accesses.flatMap(({ text }) => text.match(/[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?/g) ?? []));
}

function linesOf({ accesses }: FindingWithoutId): ReadonlySet<string> {
  return new Set(accesses.map(lineKey));
}

export function valuesOf({ witness }: FindingWithoutId): ReadonlyMap<string, bigint> {
  if (witness === null) return new Map();
  const sizes = (name: string, dim: readonly number[]) =>
    dim.map((size, axis) => [`${name}.${'xyz'[axis]}`, BigInt(size)] as const);
  return new Map([
    ...Object.entries(witness.arguments).map(([name, value]) => [name, BigInt(value)] as const),
    ...sizes('gridDim', witness.gridDim),
    ...sizes('blockDim', witness.blockDim),
    ...witness.contents.map((cell) => [cellName(cell), BigInt(cell.value)] as const),
  ]);
}
