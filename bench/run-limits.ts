import { DEFAULT_LIMITS } from '../src/analysis/pool.ts';

/** A worker that waits for the processor is not stuck. */
const PATIENT = { ...DEFAULT_LIMITS, frontEndMs: 1_800_000, graceMs: 1_800_000 };

/** What workers may take: as for a user, or as long as it takes where `cpu-clock.ts` counts the processor's time. */
export const RUN_LIMITS = process.execArgv.some((text) => text.includes('cpu-clock')) ? PATIENT : DEFAULT_LIMITS;
