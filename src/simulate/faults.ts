/** Errors of a run: the first one is the run's, and each thread keeps its own. */
import { FAILURES } from './bytecode/helpers.ts';
import type { SimulationError, SimulationErrorKind } from './errors.ts';
import type { Executable } from './executable.ts';
import { callStack, userPlace } from './places.ts';
import type { Thread } from './thread.ts';

export class Faults {
  readonly #executable: Executable;
  /** The first error of the run. */
  first: SimulationError | null = null;

  constructor(executable: Executable) {
    this.#executable = executable;
  }

  /** Notes an error at the place where `thread` stands; null: nobody's in particular. */
  report(thread: Thread | null, kind: SimulationErrorKind, message: string): void {
    const executable = this.#executable;
    const stack = thread === null ? [] : callStack(executable, thread);
    const error: SimulationError = {
      kind,
      message,
      location: userPlace(executable, stack) ?? (thread === null ? null : executable.kernel.location),
      callStack: stack,
      thread: thread?.linear ?? null,
    };
    if (thread !== null) thread.error = error;
    this.first ??= error;
  }

  divisionByZero(thread: Thread): void {
    this.report(thread, 'division-by-zero', 'divides by zero');
  }

  localMemoryExhausted(thread: Thread): void {
    this.report(thread, 'stack-overflow', 'takes more local memory than a thread has');
  }

  /** @param failure the number that a helper gave */
  ofHelper(thread: Thread, failure: number): void {
    const known = FAILURES[failure];
    if (known) this.report(thread, known.kind, known.message);
  }

  /** @param index of the executable's traps */
  ofTrap(thread: Thread, index: number): void {
    const { kind, message } = this.#executable.traps[index]!;
    this.report(thread, kind, message);
  }
}
