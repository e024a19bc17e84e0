/** What the pool and its workers say to each other. */
import type { TreeDescription } from '../source/index.ts';
import type { EngineParts } from './engines.ts';
import type { UnitEvent, UnitJob } from './unit.ts';

/** `workerData` of a worker. */
export interface WorkerStart {
  readonly tree: TreeDescription;
}

export type ToWorker =
  /** Comes first, when the modules are compiled; the worker has started up meanwhile. */
  { readonly type: 'engines'; readonly parts: EngineParts } | { readonly type: 'job'; readonly job: UnitJob };

export type FromWorker =
  | { readonly type: 'started' }
  | { readonly type: 'event'; readonly event: UnitEvent }
  | { readonly type: 'done' }
  /** The analysis threw. */
  | { readonly type: 'failed'; readonly error: string };
