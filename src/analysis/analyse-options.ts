import type { VerdictCache } from '../cache/index.ts';
import type { Interruption } from '../model/interruption.ts';
import type { RunOptions } from '../model/options.ts';
import type { FingerprintsByUnit, SettledByUnit } from '../model/same-kernels.ts';
import type { UnitOutcome } from '../unit/outcome.ts';
import type { WorkerReserve } from './pool.ts';
import type { RunTime } from './run-time.ts';

/** What a run is asked to do, and what it may use of earlier ones. */
export interface AnalyseOptions extends RunOptions {
  /** What is found there is not analysed again; what is not, is put there. A run that explains does not use it. */
  readonly cache?: VerdictCache;
  /** Asked instead of verdicts, of units that the cache does not know; who takes what came of each. */
  readonly fingerprints?: { readonly take: (outcomes: ReadonlyMap<string, UnitOutcome>) => void };
  /** Of a comparison: the kernels that the other side has in the same form, and who takes what became of them. */
  readonly untouched?: { readonly digests: FingerprintsByUnit; readonly take: (kernels: SettledByUnit) => void };
  /** Of a comparison: kernels that the other side decides, for both. */
  readonly settled?: {
    readonly digests: FingerprintsByUnit;
    /** What is found out about them, maybe while this side is analysed. */
    readonly kernels: Promise<SettledByUnit>;
  };
  /** What came of units when their fingerprints were asked for. */
  readonly told?: ReadonlyMap<string, UnitOutcome>;
  /** Without it: however long it takes. */
  readonly time?: RunTime;
  /** Who may end the run before it is done. */
  readonly interruption?: Interruption;
  /** Workers that several runs share. */
  readonly reserve?: WorkerReserve;
  /** Which side of a comparison it is; workers go back to units of their side. */
  readonly side?: 'base' | 'head';
}
