/** A run that a signal ends: it comes to its end early and with what it has, so that reports are written all the same. */
import { Interruption } from '../model/interruption.ts';
import type { Io } from './io.ts';

/** Something that had to be analysed was not: the run was told to leave it. */
const INCOMPLETE = 3;

/**
 * Does the work and listens for signals meanwhile. A second signal ends the process at once.
 * @param work Takes whom to ask, and gives the exit code of a run that nobody ended.
 * @returns the exit code
 */
export async function interruptible(io: Io, work: (interruption: Interruption) => Promise<number>): Promise<number> {
  const interruption = new Interruption();
  const stop = io.onSignal?.((name) => {
    interruption.tell(name);
    io.stderr.write(`gpurace: ${name}: writing what is known so far; a second signal ends at once\n`);
  });
  try {
    const code = await work(interruption);
    return interruption.by === null ? code : INCOMPLETE;
  } finally {
    stop?.();
  }
}
