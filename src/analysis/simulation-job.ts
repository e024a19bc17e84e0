import type { CheckOptions } from '../model/options.ts';
import type { Dim3 } from '../model/result.ts';
import type { ArgumentSpec, ScheduleName } from '../simulate/index.ts';

/** One run of one kernel. */
export interface SimulationJob {
  /** Relative to the tree's root. */
  readonly file: string;
  /** What stands before the names of the tree's files in the trace. */
  readonly prefix: string;
  /** As the user names it. */
  readonly kernel: string;
  readonly gridDim: Dim3;
  readonly blockDim: Dim3;
  readonly options: Pick<CheckOptions, 'includeDirs' | 'defines' | 'std' | 'language' | 'warpModel'>;
  readonly arguments: ReadonlyMap<string, ArgumentSpec>;
  /** Bytes of dynamic shared memory. */
  readonly dynamicShared: number;
  readonly schedule: ScheduleName | null;
  readonly seed: number | null;
  readonly encoding: 'ndjson' | 'binary';
  readonly stepBudget: number;
  readonly memoryBudget: number;
  readonly eventLimit: number;
}

export type SimulationOutcome =
  | {
      readonly kind: 'ran';
      /** With template arguments. */
      readonly kernel: string;
      readonly events: number;
      readonly steps: number;
      /** What ended the run early. `file` is the tree's. */
      readonly error: SimulationProblem | null;
      /** What is true of the run and worth knowing. */
      readonly notes: readonly SimulationProblem[];
    }
  /** Nothing ran: the source does not compile, or the simulator cannot execute it. */
  | { readonly kind: 'not-run'; readonly problems: readonly SimulationProblem[] }
  /** The request makes no sense. */
  | { readonly kind: 'refused'; readonly reasons: readonly string[] };

export interface SimulationProblem {
  readonly message: string;
  readonly place: { readonly file: string; readonly line: number; readonly column: number } | null;
}

/** To the worker, after the engines. */
export interface SimulateMessage {
  readonly type: 'simulate';
  readonly job: SimulationJob;
}

export type FromSimulation =
  /** The next piece of the trace. */
  | { readonly type: 'trace'; readonly piece: string | Uint8Array }
  | { readonly type: 'simulated'; readonly outcome: SimulationOutcome }
  | { readonly type: 'failed'; readonly error: string };
