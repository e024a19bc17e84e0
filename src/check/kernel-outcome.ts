/** What comes of checking a kernel, and how it is put together over all its launches. */
import type { SourceLocation } from '../ir/program.ts';
import { placeIn } from '../kernel/index.ts';
import { type Assumption, assumptionText } from '../model/assumption.ts';
import { Distinct } from '../model/distinct.ts';
import type { LaunchExplanation } from '../model/explanation.ts';
import { type FindingFacts, LEFT_PAIR_LIMIT, OPEN_PAIR_LIMIT, type OpenPair } from '../model/pairs.ts';
import { type Place, placeAt } from '../model/place.ts';
import { type NextStep, possibleFinding, type Reason, type ReasonKind } from '../model/reason.ts';
import { EVIDENCE, type Evidence, type FindingWithoutId, type Verdict } from '../model/result.ts';
import { makesRacy } from '../model/rules.ts';
import type { KernelSource } from './execution-of.ts';
import type { KeptExecution, LaunchMaker } from './kernel-check.ts';
import { NO_NAMES, type PlacingNames } from './placing-names.ts';
import type { Overlap } from './separation.ts';

export interface KernelOutcome {
  readonly verdict: Verdict;
  /** Why it is inconclusive, or what is open beside the findings. */
  readonly reasons: readonly Reason[];
  readonly assumptions: readonly Assumption[];
  readonly findings: readonly FindingWithoutId[];
  /** Null when nobody asked. */
  readonly pairs: ToldPairs | null;
  readonly accessPairs: number;
  readonly solverCalls: number;
  /** Those of the pairs that were not decided without the solver. */
  readonly solverPairs: number;
  /** All accesses and barriers were looked at, whatever lines were asked about. */
  readonly isOfAll: boolean;
  /** One for each launch, when explanations were asked for. */
  readonly explanations: readonly LaunchExplanation[];
  /** What is stated of launches of the host that do not keep to it. */
  readonly broken: readonly BrokenAssumption[];
  /** What may be one memory; null: that is not all that may be. */
  readonly overlaps: readonly Overlap[] | null;
  /** Of a finding that is only possible: executes its witness, and says whether the race was seen, or the run broke down elsewhere. */
  readonly isShown: (finding: FindingWithoutId) => boolean;
  /** The memory to which the two threads of a finding write one and the same value, as the source names it; else null. */
  readonly sameValueIn: (finding: FindingWithoutId) => string | null;
  /** The memory that a finding is of which lacks nothing but a fence of the reader; else null. */
  readonly unfencedIn: (finding: FindingWithoutId) => string | null;
  /** The names that say where the accesses of a finding take place. */
  readonly placedBy: (finding: FindingWithoutId) => PlacingNames;
}

export interface BrokenAssumption {
  readonly assumption: Assumption;
  /** Of the launch. */
  readonly place: Place;
}

/** What a comparison has to know of a finding; it has no id yet. */
export type FoundFacts = Omit<FindingFacts, 'raceId'>;

/** The pairs of a kernel, for a comparison. */
export interface ToldPairs {
  readonly open: readonly OpenPair[];
  readonly omitted: number;
  /** False: there was no time to look at every distance of every pair. */
  readonly isComplete: boolean;
  /** Pairs of lines with accesses that nobody came to decide; null: it may be any. */
  readonly left: readonly string[] | null;
  /** Lines of barriers of which it was not decided whether all threads reach them; null: it may be any. */
  readonly openBarriers: readonly string[] | null;
  /** One for each of the findings, in their order; null for barriers. */
  readonly findings: readonly (FoundFacts | null)[];
}

/** Possible races of one pair of places (an unrolled loop has many) after which no better one is looked for. */
const GUESS_LIMIT = 8;

export class OutcomeCollector {
  readonly #source: Pick<KernelSource, 'program' | 'kernel'>;
  readonly #tellsPairs: boolean;
  readonly #onNews: ((isUrgent: boolean) => void) | null;
  #isRacy = false;
  readonly #findings = new Map<string, Found>();
  /** The strongest evidence of a race of two places, and how many possible ones were found. */
  readonly #byPlaces = new Map<string, { evidence: Evidence; guesses: number }>();
  readonly #open = new Map<string, OpenPair>();
  readonly #reasons = new Distinct<Reason>();
  /** Pairs of lines with accesses that nobody came to decide; null: too many, or not even the accesses are known. */
  #left: Set<string> | null = new Set();
  /** The execution ended early: it is not known which accesses and barriers the kernel has. */
  #isCutShort = false;
  readonly #openBarriers = new Set<string>();
  readonly #overlaps = new Map<string, Overlap | null>();
  readonly #assumptions = new Distinct<Assumption>();
  readonly #executions = new Map<FindingWithoutId, () => boolean>();
  readonly #places = new Map<FindingWithoutId, () => PlacingNames>();
  readonly #sameValues = new Map<FindingWithoutId, string>();
  readonly #unfenced = new Map<FindingWithoutId, string>();
  accessPairs = 0;
  solverCalls = 0;
  solverPairs = 0;
  readonly explanations: LaunchExplanation[] = [];
  /** What is worth knowing once all launches are decided, while there is time. */
  readonly later: (() => void)[] = [];
  /** Why the host makes no launch that it seems to make: reasons when it makes no other one. */
  readonly notLaunched: Reason[] = [];
  readonly broken: BrokenAssumption[] = [];
  /** What took long, for who asks about the same launches again. */
  readonly executions = new Map<LaunchMaker, KeptExecution>();
  /** The verdict is known; what is asked now is beside it. */
  isLate = false;
  /** Threads come to a barrier under some launch. */
  meetsBarriers = false;
  /** No access or barrier was left out, as none of them stands in a line that was asked about. */
  isOfAll = true;

  /**
   * @param tellsPairs races of two places at different distances are findings of their own, and open pairs are kept
   * @param onNews told of each finding that is kept; urgently of the first one that makes the verdict `racy`
   */
  constructor(
    source: Pick<KernelSource, 'program' | 'kernel'>,
    tellsPairs: boolean,
    onNews: ((isUrgent: boolean) => void) | null = null,
  ) {
    this.#source = source;
    this.#tellsPairs = tellsPairs;
    this.#onNews = onNews;
  }

  get findings(): FindingWithoutId[] {
    return [...this.#findings.values()].map(({ finding }) => finding);
  }

  /** How many pairs of places have a finding. */
  get racyPlaces(): number {
    return this.#byPlaces.size;
  }

  /** True when something was found that makes the verdict `racy`. */
  get isRacy(): boolean {
    return this.#isRacy;
  }

  /** True where races are only possible. */
  get isOnlyPossible(): boolean {
    return this.#byPlaces.size > 0 && !this.#isRacy;
  }

  /** True where no race was found, and something is open. */
  get isOnlyOpen(): boolean {
    return this.#byPlaces.size === 0 && this.#reasons.size > 0;
  }

  /** True while nothing was found and nothing is open. */
  get isClean(): boolean {
    return this.#byPlaces.size === 0 && this.#reasons.size === 0;
  }

  /**
   * @param isSeen executes the witness of a finding that is only possible, and says whether that goes wrong
   * @param placedBy the names that say where, and whether, its accesses take place
   */
  mayBeShown(finding: FindingWithoutId, isSeen: () => boolean, placedBy: () => PlacingNames): void {
    this.#executions.set(finding, isSeen);
    this.#places.set(finding, placedBy);
  }

  /** @param memory as the source names it */
  writesTheSame(finding: FindingWithoutId, memory: string): void {
    this.#sameValues.set(finding, memory);
  }

  /** @param memory as the source names it */
  lacksFenceOfReader(finding: FindingWithoutId, memory: string): void {
    this.#unfenced.set(finding, memory);
  }

  assume(assumption: Assumption): void {
    this.#assumptions.add(assumption);
  }

  refused(reason: Reason): void {
    if (reason.kind === 'cut-short') {
      this.#left = null;
      this.#isCutShort = true;
    }
    this.#reasons.add(reason);
  }

  /** @param overlap what may be one memory; null where it is more than that */
  mayOverlap(reason: Reason, overlap: Overlap | null): void {
    this.refused(reason);
    this.#overlaps.set(JSON.stringify(overlap), overlap);
  }

  /** @param line of a barrier of which it is not decided whether all threads reach it */
  openBarrier(line: string): void {
    this.#openBarriers.add(line);
  }

  /** @param lines pairs of lines with accesses that nobody comes to decide */
  left(lines: Iterable<string>): void {
    for (const key of lines) if (this.#left !== null && this.#left.size < LEFT_PAIR_LIMIT) this.#left.add(key);
    if (this.#left?.size === LEFT_PAIR_LIMIT) this.#left = null;
  }

  /** @param location null: the kernel's */
  reason(kind: ReasonKind, text: string, location: SourceLocation | null, nextStep?: NextStep): void {
    const { program, kernel } = this.#source;
    const place = placeIn(program, location ?? kernel.location);
    this.#reasons.add({ kind, text, place, ...(nextStep === undefined ? {} : { nextStep }) });
  }

  /** Keeps the strongest finding of each pair of places. */
  found(
    finding: FindingWithoutId,
    a: SourceLocation | null = null,
    b: SourceLocation | null = null,
    facts: FoundFacts | null = null,
  ): void {
    const { rule, evidence } = finding;
    const places = a ? pairKey(a, b) : `${rule}@${finding.accesses.map(placeKey).join()}`;
    const known = this.#byPlaces.get(places);
    const guesses = (known?.guesses ?? 0) + (evidence === 'possible' ? 1 : 0);
    const strongest = known !== undefined && !isStronger(evidence, known.evidence) ? known.evidence : evidence;
    this.#byPlaces.set(places, { evidence: strongest, guesses });
    const key = this.#tellsPairs ? `${rule} ${places}` : places;
    const old = this.#findings.get(key);
    if (old && !isStronger(evidence, old.finding.evidence)) return;
    this.#findings.set(key, { finding, facts });
    const isUrgent = !this.#isRacy && makesRacy(finding);
    if (isUrgent) this.#isRacy = true;
    this.#onNews?.(isUrgent);
  }

  /** Adds to what is known of a finding that was kept. */
  learned(finding: FindingWithoutId, facts: FoundFacts): void {
    for (const [key, found] of this.#findings)
      if (found.finding === finding) this.#findings.set(key, { finding, facts });
  }

  open(pair: OpenPair): void {
    const key = JSON.stringify([pair.rule, pair.memory, pair.accesses]);
    const known = this.#open.get(key);
    this.#open.set(key, known === undefined ? pair : both(known, pair));
  }

  /** True when the two places already have a finding that stands on its own, or many that are only possible. */
  hasFound(a: SourceLocation | null, b: SourceLocation | null): boolean {
    const known = this.#byPlaces.get(pairKey(a, b));
    return known !== undefined && (known.evidence !== 'possible' || known.guesses >= GUESS_LIMIT);
  }

  /** As far as is known by now. */
  outcome(): KernelOutcome {
    const { findings } = this;
    const reasons = new Distinct<Reason>(this.#reasons);
    for (const { evidence, rule, accesses } of findings) {
      if (evidence !== 'possible') continue;
      const { file, line } = accesses[0]!;
      reasons.add(possibleFinding(rule, placeAt(file, line)));
    }
    const verdict = findings.some(makesRacy) ? 'racy' : reasons.size > 0 ? 'inconclusive' : 'race-free';
    return {
      verdict,
      reasons: [...reasons],
      assumptions: inOrder(this.#assumptions),
      findings,
      pairs: this.#tellsPairs ? this.#pairs() : null,
      accessPairs: this.accessPairs,
      solverCalls: this.solverCalls,
      solverPairs: this.solverPairs,
      isOfAll: this.isOfAll,
      explanations: this.explanations,
      broken: this.broken,
      overlaps: this.#overlapping(),
      isShown: (finding) => this.#executions.get(finding)?.() ?? false,
      sameValueIn: (finding) => this.#sameValues.get(finding) ?? null,
      unfencedIn: (finding) => this.#unfenced.get(finding) ?? null,
      placedBy: (finding) => this.#places.get(finding)?.() ?? NO_NAMES,
    };
  }

  #overlapping(): KernelOutcome['overlaps'] {
    const all = [...this.#overlaps.values()];
    const known = all.flatMap((overlap) => (overlap === null ? [] : [overlap]));
    return known.length < all.length ? null : known;
  }

  #pairs(): ToldPairs {
    const open = [...this.#open.values()];
    return {
      open: open.slice(0, OPEN_PAIR_LIMIT),
      omitted: Math.max(0, open.length - OPEN_PAIR_LIMIT),
      isComplete: this.later.length === 0,
      left: this.#left === null ? null : [...this.#left],
      openBarriers: this.#isCutShort ? null : [...this.#openBarriers].slice(0, LEFT_PAIR_LIMIT),
      findings: [...this.#findings.values()].map(({ facts }) => facts),
    };
  }
}

interface Found {
  readonly finding: FindingWithoutId;
  readonly facts: FoundFacts | null;
}

/** A pair under two launches. */
function both(a: OpenPair, b: OpenPair): OpenPair {
  return { ...a, isUnordered: a.isUnordered || b.isUnordered, isAside: a.isAside && b.isAside };
}

function isStronger(a: Evidence, b: Evidence): boolean {
  return EVIDENCE.indexOf(a) < EVIDENCE.indexOf(b);
}

/** Two places, whichever is the first. */
export function pairKey(a: SourceLocation | null, b: SourceLocation | null): string {
  return [a, b]
    .map((location) => (location ? placeKey(location) : '?'))
    .sort()
    .join(' ');
}

function placeKey({ file, line, column }: { file: string | number; line: number; column: number }): string {
  return `${file}:${line}:${column}`;
}

/** In the order of their texts, so that it does not depend on which launch or pair of accesses came first. */
function inOrder(assumptions: Iterable<Assumption>): Assumption[] {
  const byText = [...assumptions].map((assumption) => ({ assumption, text: assumptionText(assumption) }));
  return byText.sort((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text))).map(({ assumption }) => assumption);
}
