/** What the pool and its workers say to each other. */

import type { TreeDescription } from '../source/index.ts';
import type { UnitEvent } from '../unit/event.ts';
import type { UnitJob } from '../unit/job.ts';
import type { Observation } from '../unit/recorded-read.ts';
import type { EngineParts } from './engines.ts';

/** `workerData` of a worker. */
export interface WorkerStart {
  readonly tree: TreeDescription;
}

export type ToWorker =
  /** Comes first, when the modules are compiled; the worker has started up meanwhile. */
  | { readonly type: 'engines'; readonly parts: EngineParts }
  | {
      readonly type: 'job';
      readonly job: UnitJob;
      /** Where it lies, when that is not the tree of the job before. */
      readonly tree?: TreeDescription;
    };

export type FromWorker =
  | { readonly type: 'started' }
  | { readonly type: 'event'; readonly event: UnitEvent }
  /** The unit is settled. With what it asked for, when the job wants it; null: too much to remember. */
  | { readonly type: 'done'; readonly observations?: readonly Observation[] | null }
  /** The analysis threw. */
  | { readonly type: 'failed'; readonly error: string };
