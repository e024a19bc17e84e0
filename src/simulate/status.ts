/** Why the interpreter stopped a thread. */
export const Status = {
  running: 0,
  /** Its share of steps is used up. */
  paused: 1,
  /** It stands at a sync operation. */
  synchronising: 2,
  /** The listener holds it before an access. */
  held: 3,
  done: 4,
  failed: 5,
} as const;

/** What a step of a thread came to. */
export type StepOutcome = 'paused' | 'waiting' | 'held' | 'done' | 'failed';
