import type { VerdictCache } from '../cache/index.ts';
import type { RunOptions } from '../model/options.ts';
import type { WorkerReserve } from './pool.ts';

/** What a run is asked to do, and what it may use of earlier ones. */
export interface AnalyseOptions extends RunOptions {
  /** What is found there is not analysed again; what is not, is put there. A run that explains does not use it. */
  readonly cache?: VerdictCache;
  /** Workers that several runs share. */
  readonly reserve?: WorkerReserve;
}
