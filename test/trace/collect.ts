/** Reads a trace in pieces and keeps everything that was told. */
import { createTraceReader, type TraceHeader, type TraceProblem } from '../../src/trace/index.ts';

export interface Launch {
  readonly header: TraceHeader;
  /** One line per lane: op flags thread size addr site. */
  readonly events: string[];
  complete: boolean | null;
}

export function collect(bytes: Uint8Array, piece = 1 << 16): { launches: Launch[]; problems: TraceProblem[] } {
  const launches: Launch[] = [];
  const problems: TraceProblem[] = [];
  const reader = createTraceReader({
    launch: (header) => launches.push({ header, events: [], complete: null }),
    events(batch) {
      for (let i = 0; i < batch.length; i++) {
        for (let lane = 0; lane < 32; lane++) {
          if ((batch.mask[i]! & (1 << lane)) === 0) continue;
          const values = [
            batch.op[i],
            batch.flags[i],
            batch.thread[i]! + lane,
            batch.size[i],
            batch.addr[i]! + lane * batch.stride[i]!,
            batch.site[i],
          ];
          launches.at(-1)!.events.push(values.join(' '));
        }
      }
    },
    launchEnd: (complete) => {
      launches.at(-1)!.complete = complete;
    },
    problem: (problem) => problems.push(problem),
  });
  for (let at = 0; at < bytes.length; at += piece) if (!reader.write(bytes.subarray(at, at + piece))) break;
  reader.end();
  return { launches, problems };
}
