import { availableParallelism } from 'node:os';

/** More workers than this cost more memory than they save time; who asks for more gets them. */
const MAX_DEFAULT_JOBS = 8;

/** How many workers run side by side when nobody says. */
export function defaultJobs(): number {
  return Math.min(availableParallelism(), MAX_DEFAULT_JOBS);
}
