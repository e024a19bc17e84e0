/** Entry point of a worker: one unit after the other, a simulation, or launches of traces; events as they come. */
import { parentPort, workerData } from 'node:worker_threads';
import { Observed } from '../cache/index.ts';
import { openTree, whyUnreadable } from '../source/index.ts';
import type { UnitEvent } from '../unit/event.ts';
import type { UnitJob } from '../unit/job.ts';
import type { Observation } from '../unit/recorded-read.ts';
import { analyseUnit } from './analyse-unit.ts';
import type { DetectMessage, FromDetection } from './detect-in-traces.ts';
import { createEngines, type Engines } from './engines.ts';
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts';
import { simulateUnit } from './simulate-unit.ts';
import type { FromSimulation, SimulateMessage } from './simulation-job.ts';
import { detectInRange } from './trace-range.ts';

const port = parentPort;
if (port === null) throw new Error('analysis/worker runs as a worker only');
const say = (message: FromWorker | FromSimulation | FromDetection) => port.postMessage(message);

let tree = openTree((workerData as WorkerStart).tree);
let engines: Engines | null = null;

port.on('message', (message: ToWorker | SimulateMessage | DetectMessage) => {
  if (message.type === 'engines') {
    engines = createEngines(message.parts);
    return;
  }
  try {
    if (message.type === 'detect') {
      say({ type: 'detected', outcome: detectInRange(message.job) });
      return;
    }
    if (message.type === 'job') {
      say({ type: 'started' });
      if (message.tree !== undefined) tree = openTree(message.tree);
    }
    if (engines === null) throw new Error('a job came before the engines');
    if (message.type === 'simulate') {
      const outcome = simulateUnit(message.job, tree, engines.clang, (piece) => say({ type: 'trace', piece }));
      say({ type: 'simulated', outcome });
    } else {
      say({ type: 'done', observations: work(message.job, engines) });
    }
  } catch (error) {
    say({ type: 'failed', error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  }
});

/** @returns what the analysis asked for, when the job wants to know */
function work(job: UnitJob, ready: Engines): readonly Observation[] | null {
  if (tree.read(job.file) === undefined) {
    const why = whyUnreadable(tree, job.file) ?? 'there is no such file';
    const problem = {
      file: job.file,
      line: null,
      column: null,
      severity: 'error',
      message: `not read: ${why}`,
    } as const;
    say({ type: 'event', event: { type: 'problem', problem } });
    return null;
  }
  const emit = (event: UnitEvent) => say({ type: 'event', event });
  if (job.observe === undefined) {
    analyseUnit(job, tree, ready, emit);
    return null;
  }
  const observed = new Observed(tree, job);
  const isWhole = analyseUnit(observed.job, observed.tree, ready, emit);
  return isWhole ? observed.observations() : null;
}
