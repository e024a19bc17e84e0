/** Times of events, and what is ordered before what: what detectors ask of a clock. */

/** Times by column; what a column stands for is the clock's own matter. */
export type Row = Int32Array;

/**
 * Two relations are kept where asked for: what happens before (HB), and what is ordered weakly (by GWCP). Barriers order
 * for both.
 */
export interface Clock {
  /** Has anything but block and grid barriers ordered threads? */
  readonly everFine: boolean;
  /** The time of all threads of the block that was entered, or 0 when theirs differ. */
  readonly common: number;
  /** What any thread did before this time is ordered before all that comes. */
  readonly past: number;
  /** Columns that rows have now. */
  readonly columns: number;
  /** Makes the block of `thread` the one that the others speak of. */
  enter(thread: number): void;
  /** The time of a thread of the block that was entered. */
  now(thread: number): number;
  /** Is what `thread` did at `counter` ordered before what `by`, a thread of the block that was entered, does now? */
  before(thread: number, counter: number, by: number): boolean;
  /** The same for happens-before, whatever races are judged by. */
  happenedBefore(thread: number, counter: number, by: number): boolean;
  blockBarrier(block: number): void;
  /** A barrier of the threads `firstThread + i` for the bits of `mask`. */
  warpBarrier(firstThread: number, mask: number): void;
  gridBarrier(): void;
  /** The thread joins a row into what it knows by happens-before. */
  learn(thread: number, row: Row): void;
  /** The same for the weak relation. @param from Where the row begins and @param length how long it is, in an array of rows. */
  learnWeak(thread: number, row: Row, from?: number, length?: number): void;
  /** Adds to `row` all that happened before the thread's next step, its own steps included. */
  tell(thread: number, row: Row | null): Row;
  /** The same for the weak relation, which a thread's own steps do not enter. */
  tellWeak(thread: number, row: Row | null): Row;
  /** The thread's next steps are later than what it has told. */
  advance(thread: number): void;
}
