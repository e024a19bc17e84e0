/** A run of a whole grid, written down as a trace. */
import type { Program } from '../ir/program.ts';
import type { TraceWriter } from '../trace/index.ts';
import type { Machine } from './machine.ts';
import { type Simulation, type SimulationRequest, simulate } from './simulate-launch.ts';
import { ordersBySpace, siteTable, TraceListener, traceWarpSize } from './trace-listener.ts';

export interface RecordRequest extends Omit<SimulationRequest, 'listen'> {
  /** How the trace calls the kernel. */
  readonly name: string;
  /** How the trace calls a file of the program. */
  readonly fileName: (file: string) => string;
  /** Events; the run ends with an error when there are more. */
  readonly eventLimit: number;
}

export interface Recording extends Pick<Simulation, 'error' | 'steps' | 'divergences' | 'unwrittenReads'> {
  readonly events: number;
}

export function recordTrace(program: Program, request: RecordRequest, writer: TraceWriter): Recording {
  let events = 0;
  const result = simulate(program, {
    ...request,
    listen: (machine: Machine) => {
      const table = siteTable(machine.executable);
      writer.launch({
        format: 'gpurace-trace',
        version: 1,
        kernel: request.name,
        grid: [...request.gridDim],
        block: [...request.blockDim],
        warpSize: traceWarpSize(program.warpSize),
        ...(ordersBySpace(machine.executable) ? { fencesBySpace: true } : {}),
        sites: table.sites.map((site) => ({ ...site, file: request.fileName(site.file) })),
      });
      return new TraceListener(machine, table, (event, thread) => {
        if (events >= request.eventLimit) {
          if (machine.error !== null) return;
          machine.fail(thread, 'step-budget', `makes event ${request.eventLimit + 1}, more than the trace may have`);
          writer.event({ op: 'cut', reason: `more than ${request.eventLimit} events` });
          return;
        }
        events++;
        writer.event(event);
      });
    },
  });
  writer.end();
  const { error, steps, divergences, unwrittenReads } = result;
  return { error, events, steps, divergences, unwrittenReads };
}
