/**
 * `node --import ./bench/processor-clock.ts dist/cli.js … --jobs 1`: the program counts the time that it had a processor for, all
 * of its threads together, and not the time that went by. With one worker that is a little less than a quiet machine gives it; a
 * machine that does other things meanwhile gives (nearly) the same answers. `cpu-clock.ts` counts each worker by itself, which is
 * what the time of a kernel is; a comparison has one time for all that it does.
 */
import { isMainThread } from 'node:worker_threads';

const now = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
// The threads of a process agree on it, as they do on the time since 1970.
Object.defineProperty(performance, 'timeOrigin', { value: 0 });
Object.defineProperty(performance, 'now', { value: now });

/** Shorter waits are for other programs, and not for work. */
const MIN_MS = 500;
const LOOK_MS = 100;

if (isMainThread) {
  const wait = globalThis.setTimeout;
  const waitOfWork = (act: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): NodeJS.Timeout => {
    if (!(ms >= MIN_MS)) return wait(act, ms, ...args);
    const until = now() + ms;
    const look = setInterval(() => {
      if (now() < until) return;
      clearInterval(look);
      act(...args);
    }, LOOK_MS);
    return look;
  };
  Object.defineProperty(globalThis, 'setTimeout', { value: Object.assign(waitOfWork, wait) });
}
