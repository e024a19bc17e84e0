/**
 * Why a verdict is what it is: for each pair of accesses and each barrier what was asked and how it was decided. Data
 * that goes from a worker to whoever asked for it; nothing of it stands in the result.
 */
import type { Access } from './result.ts';

export interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/** Which pairs to explain: those with an access on each of these lines; none means all. */
export interface ExplainRequest {
  readonly places: readonly SourceLine[];
}

export interface KernelExplanation {
  readonly kernel: string;
  readonly file: string;
  readonly line: number;
  /** One for each launch that the kernel was checked with. */
  readonly launches: readonly LaunchExplanation[];
}

export interface LaunchExplanation {
  /** Where the launch stands; null when none is in sight or it was given. */
  readonly source: SourceLine | null;
  readonly gridDim: readonly string[];
  readonly blockDim: readonly string[];
  /** What is known of the launch and its arguments, over one thread. */
  readonly facts: readonly string[];
  readonly pairs: readonly ExplainedPair[];
  /** Pairs that were asked for and left out, as they are too many. */
  readonly omitted: number;
}

export interface ExplainedSide extends Pick<Access, 'file' | 'line' | 'column' | 'kind' | 'text'> {
  /** Bytes from the object's start, as a term over the thread; null for a barrier. */
  readonly offset: string | null;
  /** Bytes. */
  readonly size: number;
  /** The branches that lead here. */
  readonly path: string;
  /** How many barriers the thread has passed. */
  readonly interval: string;
}

/** Two accesses, or one barrier. */
export interface ExplainedPair {
  readonly object: string | null;
  readonly sides: readonly ExplainedSide[];
  readonly outcome: 'safe' | 'racy' | 'divergent' | 'open' | 'possible';
  /** Why it is open. */
  readonly reason: string | null;
  readonly questions: readonly ExplainedQuestion[];
}

export interface ExplainedQuestion {
  /** Which two threads. */
  readonly threads: string;
  /** What has to hold for the two to be unordered and to meet; empty when a barrier always lies between. */
  readonly conditions: readonly { readonly what: string; readonly text: string }[];
  readonly decisions: readonly ExplainedDecision[];
}

export interface ExplainedDecision {
  /** In words, with the result. */
  readonly how: string;
  /** What was given to the solver, and the milliseconds that it took; null where it was not asked. */
  readonly query: string | null;
  readonly elapsedMs: number | null;
}
