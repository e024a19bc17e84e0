/** What comes of checking a kernel, and how it is put together over all its launches. */
import type { SourceLocation } from '../ir/program.ts';
import { placeIn } from '../kernel/index.ts';
import { type Assumption, assumptionText } from '../model/assumption.ts';
import { Distinct } from '../model/distinct.ts';
import type { LaunchExplanation } from '../model/explanation.ts';
import { placeAt } from '../model/place.ts';
import type { Reason, ReasonKind } from '../model/reason.ts';
import { EVIDENCE, type FindingWithoutId, type Verdict } from '../model/result.ts';
import { isDefect } from '../model/rules.ts';
import type { KernelSource } from './execution-of.ts';

export interface KernelOutcome {
  readonly verdict: Verdict;
  /** Why it is inconclusive, or what is open beside the findings. */
  readonly reasons: readonly Reason[];
  readonly assumptions: readonly Assumption[];
  readonly findings: readonly FindingWithoutId[];
  readonly accessPairs: number;
  readonly solverCalls: number;
  /** Those of the pairs that were not decided without the solver. */
  readonly solverPairs: number;
  /** One for each launch, when explanations were asked for. */
  readonly explanations: readonly LaunchExplanation[];
}

/** Possible races of one pair of places (an unrolled loop has many) after which no better one is looked for. */
const GUESS_LIMIT = 8;

export class OutcomeCollector {
  readonly #source: Pick<KernelSource, 'program' | 'kernel'>;
  readonly #byPlaces = new Map<string, FindingWithoutId>();
  /** How many possible races of two places were found. */
  readonly #guesses = new Map<string, number>();
  readonly #reasons = new Distinct<Reason>();
  readonly #assumptions = new Distinct<Assumption>();
  accessPairs = 0;
  solverCalls = 0;
  solverPairs = 0;
  readonly explanations: LaunchExplanation[] = [];

  constructor(source: Pick<KernelSource, 'program' | 'kernel'>) {
    this.#source = source;
  }

  get findings(): FindingWithoutId[] {
    return [...this.#byPlaces.values()];
  }

  /** True while nothing was found and nothing is open. */
  get isClean(): boolean {
    return this.#byPlaces.size === 0 && this.#reasons.size === 0;
  }

  assume(assumption: Assumption): void {
    this.#assumptions.add(assumption);
  }

  refused(reason: Reason): void {
    this.#reasons.add(reason);
  }

  /** @param location null: the kernel's */
  reason(kind: ReasonKind, text: string, location: SourceLocation | null): void {
    const { program, kernel } = this.#source;
    this.#reasons.add({ kind, text, place: placeIn(program, location ?? kernel.location) });
  }

  /** Keeps the strongest finding of each pair of places. */
  found(finding: FindingWithoutId, a: SourceLocation | null = null, b: SourceLocation | null = null): void {
    const key = a ? pairKey(a, b) : `${finding.rule}@${finding.accesses.map(placeKey).join()}`;
    const old = this.#byPlaces.get(key);
    if (finding.evidence === 'possible') this.#guesses.set(key, (this.#guesses.get(key) ?? 0) + 1);
    if (!old || EVIDENCE.indexOf(finding.evidence) < EVIDENCE.indexOf(old.evidence)) this.#byPlaces.set(key, finding);
  }

  /** True when the two places already have a finding that stands on its own, or many that are only possible. */
  hasFound(a: SourceLocation | null, b: SourceLocation | null): boolean {
    const key = pairKey(a, b);
    const known = this.#byPlaces.get(key);
    if (known === undefined) return false;
    return known.evidence !== 'possible' || (this.#guesses.get(key) ?? 0) >= GUESS_LIMIT;
  }

  outcome(): KernelOutcome {
    const { findings } = this;
    for (const { evidence, rule, accesses } of findings) {
      if (evidence !== 'possible') continue;
      const { file, line } = accesses[0]!;
      const text = `a possible ${rule} was neither shown nor ruled out`;
      this.#reasons.add({ kind: 'possible-finding', text, place: placeAt(file, line) });
    }
    const verdict = this.#verdict();
    return {
      verdict,
      reasons: verdict === 'race-free' ? [] : [...this.#reasons],
      assumptions: inOrder(this.#assumptions),
      findings,
      accessPairs: this.accessPairs,
      solverCalls: this.solverCalls,
      solverPairs: this.solverPairs,
      explanations: this.explanations,
    };
  }

  #verdict(): Verdict {
    if (this.findings.some((f) => isDefect(f) && f.evidence !== 'possible')) return 'racy';
    return this.#reasons.size > 0 ? 'inconclusive' : 'race-free';
  }
}

function pairKey(a: SourceLocation | null, b: SourceLocation | null): string {
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
