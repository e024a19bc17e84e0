/**
 * `node --import ./bench/cpu-clock.ts bench/verdicts.ts …`: workers count the time that they had a processor for, and not the
 * time that went by, so that a machine that does other things meanwhile gives (nearly) the verdicts of a quiet one.
 */
import { isMainThread } from 'node:worker_threads';

/** How much later the main thread gives a worker up: by then it has had its time on any machine. */
const PATIENCE = 20;
/** What waits for no worker is shorter. */
const LEAST_MS = 5_000;

if (isMainThread) {
  const { setTimeout: soon } = globalThis;
  const later = (run: () => void, ms = 0, ...rest: []) => soon(run, ms >= LEAST_MS ? ms * PATIENCE : ms, ...rest);
  globalThis.setTimeout = Object.assign(later, soon);
} else {
  const now = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  Object.defineProperty(performance, 'now', { value: now });
}
