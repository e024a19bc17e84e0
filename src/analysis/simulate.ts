/** Runs one kernel in a worker of its own, with a budget of time. */
import { Worker } from 'node:worker_threads';
import { entryPoint } from '../platform/assets.ts';
import type { TreeDescription } from '../source/index.ts';
import { loadEngineParts } from './engines.ts';
import type { ToWorker, WorkerStart } from './messages.ts';
import type { FromSimulation, SimulateMessage, SimulationJob, SimulationOutcome } from './simulation-job.ts';

/** As in `pool.ts`. */
const STACK_MIB = 16;
const HEAP_MIB = 2048;

/**
 * @param timeoutMs For everything: starting, compiling, running.
 * @param sink Takes the trace, piece by piece.
 */
export async function simulateKernel(
  tree: TreeDescription,
  job: SimulationJob,
  timeoutMs: number,
  sink: (piece: string | Uint8Array) => void,
): Promise<SimulationOutcome> {
  const start: WorkerStart = { tree };
  const worker = new Worker(entryPoint('worker.js', 'analysis/worker.ts'), {
    workerData: start,
    resourceLimits: { stackSizeMb: STACK_MIB, maxOldGenerationSizeMb: HEAP_MIB },
  });
  let timer: NodeJS.Timeout | undefined;
  const lost = (message: string): SimulationOutcome => ({ kind: 'not-run', problems: [{ message, place: null }] });
  try {
    const answer = new Promise<SimulationOutcome>((settle, reject) => {
      timer = setTimeout(() => settle(lost(`has not ended after ${timeoutMs / 1000} s`)), timeoutMs);
      worker.on('message', (message: FromSimulation) => {
        try {
          if (message.type === 'trace') sink(message.piece);
          else if (message.type === 'simulated') settle(message.outcome);
          else if (message.type === 'failed') settle(lost(message.error));
        } catch (error) {
          // The sink could not take it: a full disk, a closed pipe.
          reject(error);
        }
      });
      worker.on('error', (error) => settle(lost(`the simulator stopped: ${error.message}`)));
      worker.on('exit', (code) => settle(lost(`the simulator ended with code ${code}`)));
    });
    const tell = (message: ToWorker | SimulateMessage) => worker.postMessage(message);
    tell({ type: 'engines', parts: await loadEngineParts() });
    tell({ type: 'simulate', job });
    return await answer;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
