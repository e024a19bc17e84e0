/** A race as the log of another tool tells it, and what was read of a log. */
import type { RuleId } from '../model/result.ts';

export type AccessKind = 'read' | 'write' | 'atomic';

/** One of the two accesses. */
export interface LoggedAccess {
  readonly kind: AccessKind;
  /** The function that the instruction is in: the kernel, or what it calls. */
  readonly function: string;
  /** Null where the program was built without line information. */
  readonly place: { readonly file: string; readonly line: number } | null;
  /** Where in the function the instruction is, as the tool writes it; null where it does not say. */
  readonly offset: string | null;
}

export interface LoggedRace {
  readonly rule: RuleId;
  readonly space: 'shared' | 'global';
  readonly accesses: readonly [LoggedAccess, LoggedAccess];
  /** The tool names one access only, and both are it. */
  readonly isOneSided: boolean;
  /** What is told of it, a sentence. */
  readonly text: string;
  /** The line of the log, from 1. */
  readonly line: number;
}

export interface LogProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** Of the log; null: of all of it. */
  readonly line: number | null;
}

export interface LogSink {
  race(race: LoggedRace): void;
  problem(problem: LogProblem): void;
}

/** Takes a log line by line. What it cannot make sense of, and should, is a problem; it never throws. */
export interface LogParser {
  line(text: string, number: number): void;
  end(): void;
}
