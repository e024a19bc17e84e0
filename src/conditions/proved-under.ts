/** What makes a kernel free of races that nobody states of its launches. */
import type { Assumption } from '../model/assumption.ts';
import type { FindingWithoutId } from '../model/result.ts';
import type { Candidate } from './candidates.ts';

export interface FoundCondition {
  readonly fact: Candidate;
  /** The race that a launch has that breaks it. */
  readonly finding: FindingWithoutId;
}

export interface ProvedUnder {
  /** None: pointers may lead to the same memory, and no race comes of it. */
  readonly conditions: readonly FoundCondition[];
  /** What the proof rests on beside them. */
  readonly assumptions: readonly Assumption[];
  /** What is found: races that need the conditions, those among them that no launch has as the host makes it, and advice. */
  readonly findings: readonly FindingWithoutId[];
  /** It holds for all sizes and arguments: what the host makes of them was too long to be decided. */
  readonly isForAll: boolean;
}

/** What a search finds; whether it holds for all sizes is not its business. */
export type ProvedBySearch = Omit<ProvedUnder, 'isForAll'>;
