/** The analysis worker without the analysis: reads each unit, and answers each kernel that would be analysed. */

import { parentPort, workerData } from 'node:worker_threads';
import { createEngines, type Engines } from '../src/analysis/engines.ts';
import { launchesOf } from '../src/analysis/kernel-launches.ts';
import type { FromWorker, ToWorker, WorkerStart } from '../src/analysis/messages.ts';
import { placeOf, readUnit, type UnitReading } from '../src/analysis/read-unit.ts';
import { SourceLines } from '../src/analysis/source-lines.ts';
import type { ProgramFunction } from '../src/ir/program.ts';
import type { Reason } from '../src/model/reason.ts';
import { openTree } from '../src/source/index.ts';
import { Terms } from '../src/terms/index.ts';
import type { UnitJob } from '../src/unit/job.ts';
import { callsOfUnknownMeaning } from './calls-of-unknown-meaning.ts';
import { TIME_OF_UNIT } from './coverage.ts';

const port = parentPort;
if (port === null) throw new Error('bench/coverage-worker runs as a worker only');
const say = (message: FromWorker) => port.postMessage(message);
const tree = openTree((workerData as WorkerStart).tree);
let engines: Engines | null = null;

port.on('message', (message: ToWorker) => {
  if (message.type === 'engines') {
    engines = createEngines(message.parts);
    return;
  }
  say({ type: 'started' });
  try {
    if ('skip' in message.job) read(message.job, engines!);
    say({ type: 'done' });
  } catch (error) {
    say({ type: 'failed', error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  }
});

/** The launches that are known of a kernel, and why others are not. */
function launchesTold(job: UnitJob, unit: UnitReading, kernel: ProgramFunction) {
  const launches = launchesOf(job, unit, kernel).map((make) => make(new Terms()));
  return {
    launches: launches.flatMap(({ source }) => source ?? []),
    assumptions: launches.flatMap(({ assumptions }) => assumptions.filter(({ kind }) => kind === 'launch')),
  };
}

function read(job: UnitJob, { clang }: Engines): void {
  const started = performance.now();
  const unit = readUnit(job, tree, clang, (event) => say({ type: 'event', event }), new SourceLines(tree));
  const ms = performance.now() - started;
  const time = {
    file: job.file,
    line: null,
    column: null,
    severity: 'warning',
    message: `${TIME_OF_UNIT}${ms}`,
  } as const;
  say({ type: 'event', event: { type: 'problem', problem: time } });
  for (const kernel of unit?.kernels ?? []) {
    const result = {
      kernel: kernel.sourceName,
      ...placeOf(unit!.program, kernel, job.file),
      language: unit!.language,
      verdict: 'inconclusive',
      ...launchesTold(job, unit!, kernel),
      reasons: callsOfUnknownMeaning(unit!.program, kernel).map(
        (text): Reason => ({ kind: 'unsupported', text, place: null }),
      ),
      accessPairs: 0,
      solverCalls: 0,
      elapsedMs: 0,
    } as const;
    say({
      type: 'event',
      event: {
        type: 'kernel',
        result: { ...result, reasons: [...result.reasons], conditions: [] },
        findings: [],
      },
    });
  }
}
