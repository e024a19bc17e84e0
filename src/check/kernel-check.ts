import type { Execution, KernelLaunch } from '../kernel/index.ts';
import type { ExplainRequest } from '../model/explanation.ts';
import type { LinesByFile } from '../model/pairs.ts';
import type { FindingWithoutId, Language, Witness } from '../model/result.ts';
import type { Terms } from '../terms/index.ts';
import type { Confirmation, Confirmed } from './confirmation.ts';
import type { KnownMeetings } from './decide/shapes/index.ts';
import type { KernelSource } from './execution-of.ts';
import type { KernelOutcome } from './kernel-outcome.ts';
import type { Settled } from './settled.ts';
import type { Solver } from './smt/solver.ts';

/** An execution, and the launch in whose arena it was made. */
export interface KeptExecution {
  readonly terms: Terms;
  readonly launch: KernelLaunch;
  readonly execution: Execution;
  /** What was shown of that launch, and so of each of which more is known. */
  readonly settled: Settled;
}

/** Makes a launch in an arena. */
export interface LaunchMaker {
  (terms: Terms): KernelLaunch;
  /** Makes one that stands for this launch and may stand for others: what holds of it holds of each. Left out: there is none. */
  readonly cover?: LaunchMaker;
  /** Makes one from another place of which the same is asked: no two threads race in either, or in both. Left out: there is none. */
  readonly sameAs?: LaunchMaker;
  /** Makes one of which less is known: where no two threads race in it, none do here. Left out: there is none. */
  readonly provedBy?: LaunchMaker;
}

/** The same launches, each changed by `change`, and so are those that stand for several; which ask the same is kept. */
export function changedLaunches(
  launches: readonly LaunchMaker[],
  change: (make: LaunchMaker) => (terms: Terms) => KernelLaunch,
): LaunchMaker[] {
  const covers = new Map<LaunchMaker, LaunchMaker>();
  const changed = new Map<LaunchMaker, LaunchMaker>();
  for (const make of launches) {
    const { cover } = make;
    const covering = cover && (covers.get(cover) ?? change(cover));
    if (cover && covering) covers.set(cover, covering);
    changed.set(make, Object.assign(change(make), covering ? { cover: covering } : {}));
  }
  return withTwins(changed);
}

/**
 * The launches that others were made of, each with the one that asks the same or less, where that is among them.
 * @param changed by those that they were made of
 */
export function withTwins(changed: ReadonlyMap<LaunchMaker, LaunchMaker>): LaunchMaker[] {
  for (const [make, one] of changed) {
    const sameAs = make.sameAs && changed.get(make.sameAs);
    const provedBy = make.provedBy && changed.get(make.provedBy);
    Object.assign(one, sameAs && { sameAs }, provedBy && { provedBy });
  }
  return [...changed.values()];
}

export type KeptExecutions = ReadonlyMap<LaunchMaker, KeptExecution>;

export interface CheckedKernel extends KernelOutcome {
  /** Those that the host makes, as far as is known; all of them where it makes none. */
  readonly launches: readonly LaunchMaker[];
  /** Those of them that took long. */
  readonly executions: KeptExecutions;
  /** Those of which it is known that no two threads race, whatever they are handed. */
  readonly covered: ReadonlySet<LaunchMaker>;
}

/** What a race was seen with, in the terms of the source. */
export type LaunchSizes = Pick<Witness, 'blockDim' | 'arguments'>;

/** A kernel to be checked. */
export interface KernelCheck extends KernelSource {
  /** In whose words messages are. */
  readonly language: Language;
  /** Makes each launch in a fresh arena; at least one. */
  readonly launches: readonly LaunchMaker[];
  /** Executions that are known already: of the same launches, with fewer facts. What fewer facts rule out, more do. Left out: none. */
  readonly executions?: KeptExecutions;
  /** Launches of which it is known that no two threads race, and that all come to barriers together. Left out: none. */
  readonly covered?: ReadonlySet<LaunchMaker>;
  /** Is added to: what was shown of one launch is not looked for under another. Left out: each launch is on its own. */
  readonly neverMet?: KnownMeetings;
  readonly solver: () => Solver;
  /** Milliseconds after which no further pair is begun; what is left is open. */
  readonly timeLimit: number;
  /** Milliseconds after which a race that was shown is answer enough; null: all is wanted. */
  readonly enough: number | null;
  /** Pairs of lines (`linesKey`) that come first: kernels like this one race there, in launches that are tried before all others. */
  readonly raced: ReadonlyMap<string, LaunchSizes>;
  readonly sourceLine: (file: string, line: number) => string | undefined;
  /** Whether barriers that order nothing are looked for, should the kernel be free of races. */
  readonly advises: boolean;
  /**
   * All that is asked is whether anything is found or left open, and the check ends with the first of it. With lines (`lineKey`)
   * only accesses on these are looked at, and nobody asks about barriers; with none, only where pointers lead. `byArithmetic`: what takes
   * a search or the solver is left open. `expectsRace`: pairs are not looked over for those that are safe, nor facts for contradictions. Null:
   * all is wanted.
   */
  readonly whether: {
    readonly lines: ReadonlySet<string> | null;
    readonly byArithmetic?: boolean;
    readonly expectsRace?: boolean;
  } | null;
  /**
   * Asked once where a pair was left open, and once where a race is possible, when the check takes long: whether what was found so far settles
   * the kernel, so that the rest need not be looked at. Null: the check goes on to its end.
   */
  readonly settles: ((soFar: CheckedKernel) => boolean) | null;
  /** Tries to make a finding happen; null where there is nothing to execute it with. */
  readonly confirm: ((finding: FindingWithoutId, confirmation: Confirmation) => Confirmed) | null;
  /** Whether pairs are told for a comparison: what is open of them, and races at every distance. */
  readonly tellsPairs: boolean;
  /** Lines that matter most: barriers and pairs of accesses near them are decided first, should the time run out. */
  readonly near: LinesByFile;
  /** Which pairs to explain; null: none. */
  readonly explain: ExplainRequest | null;
  /**
   * Told the outcome so far as soon as nothing can take its verdict back, should the check not come to its end: when the first
   * race is found, and when all that the verdict needs is decided. Null: nobody wants to know.
   */
  readonly onSettled: ((outcome: KernelOutcome, isComplete: boolean) => void) | null;
  /** Told of the execution under each launch, before anything is decided about it; null: nobody wants to know. */
  readonly onExecution: ((execution: Execution) => void) | null;
}

/** Of a check that is made aside of another: nobody is told of it, and nothing is told beside its outcome. */
export const QUIET = {
  advises: false,
  tellsPairs: false,
  settles: null,
  explain: null,
  onSettled: null,
  onExecution: null,
} as const;
