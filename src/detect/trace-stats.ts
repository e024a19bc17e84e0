/** Counts of what a trace holds. */
import { LAST_MEMORY_OP, Op, type TraceHeader, type TraceSink } from '../trace/index.ts';

export interface LaunchStats {
  readonly header: TraceHeader;
  /** Entries as the encoding has them, e.g. one per warp instruction. */
  entries: number;
  /** Events of single threads. */
  events: number;
  accesses: number;
  /** Events by operation. */
  readonly operations: Map<string, number>;
  complete: boolean;
}

const NAMES = new Map<number, string>(Object.entries(Op).map(([name, op]) => [op, name]));

export function traceStats(): { launches: LaunchStats[]; sink: Omit<TraceSink, 'problem'> } {
  const launches: LaunchStats[] = [];
  const counts = new Float64Array(NAMES.size);
  const sink: Omit<TraceSink, 'problem'> = {
    launch(header) {
      counts.fill(0);
      launches.push({ header, entries: 0, events: 0, accesses: 0, operations: new Map(), complete: false });
    },
    events(batch) {
      const launch = launches.at(-1);
      if (launch === undefined) return;
      launch.entries += batch.length;
      for (let i = 0; i < batch.length; i++) {
        let lanes = 1;
        if (batch.mask[i] !== 1 && batch.op[i] !== Op.warpBarrier) {
          lanes = 0;
          for (let rest = batch.mask[i]!; rest !== 0; rest &= rest - 1) lanes++;
        }
        counts[batch.op[i]!]! += lanes;
        launch.events += lanes;
        if (batch.op[i]! <= LAST_MEMORY_OP) launch.accesses += lanes;
      }
    },
    launchEnd(complete) {
      const launch = launches.at(-1);
      if (launch === undefined) return;
      launch.complete = complete;
      for (const [op, count] of counts.entries()) if (count > 0) launch.operations.set(NAMES.get(op) ?? '?', count);
    },
  };
  return { launches, sink };
}
