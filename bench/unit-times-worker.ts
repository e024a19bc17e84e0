/** Runs the analysis of each file on this thread, with and without what makes conditions and causes of its findings, and tells when what happened. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { analyseUnit } from '../src/analysis/analyse-unit.ts';
import { createEngines, loadEngineParts } from '../src/analysis/engines.ts';
import { languageOf } from '../src/analysis/language.ts';
import { DEFAULT_CHECK_OPTIONS } from '../src/model/options.ts';
import type { Finding, KernelResult } from '../src/model/result.ts';
import { causesOf } from '../src/result/causes/index.ts';
import { collect } from '../src/result/collect.ts';
import { openTree } from '../src/source/index.ts';
import { headerOf } from '../test/kernel-header.ts';
import type { UnitTimes, UnitTimesStart } from './unit-times.ts';

const { root, files } = workerData as UnitTimesStart;
const tree = openTree({ kind: 'disk', root });
const engines = createEngines(await loadEngineParts());

/** Runs of a file in each way: the quickest counts, as what makes one slower is the machine. */
const ROUNDS = 3;

/** The two ways in turn: what comes later finds warmer code. */
function time(file: string): UnitTimes {
  const runs = Array.from({ length: ROUNDS }, () => ({ plain: timed(file, false), whole: timed(file, true) }));
  return { file, plain: quickest(runs.map(({ plain }) => plain)), ...quickest(runs.map(({ whole }) => whole)) };
}

function quickest<Run extends { readonly events: UnitTimes['events'] }>(runs: readonly Run[]): Run {
  const took = ({ events }: Run) => (events.at(-1)?.cpuMs ?? 0) - (events[0]?.cpuMs ?? 0);
  return runs.reduce((best, run) => (took(run) < took(best) ? run : best));
}

function timed(file: string, findsConditions: boolean): Omit<UnitTimes, 'file' | 'plain'> {
  const events: UnitTimes['events'][number][] = [];
  const kernels: KernelResult[] = [];
  const findings: Finding[] = [];
  const { gridDim, blockDim, assume } = headerOf(textOf(file));
  const started = performance.now();
  const job = {
    file,
    language: languageOf(tree, file, null),
    options: { ...DEFAULT_CHECK_OPTIONS, gridDim, blockDim, assume: [...assume] },
    skip: new Map(),
    findsConditions,
  };
  analyseUnit(job, tree, engines, (event) => {
    events.push({ ms: performance.now() - started, cpuMs: cpuTime(), type: event.type });
    if (event.type === 'kernel') {
      kernels.push(event.result);
      findings.push(...event.findings);
    }
  });
  const totalMs = performance.now() - started;
  if (!findsConditions) return { events, totalMs, causesMs: 0 };
  const result = collect([{ kernels, findings, problems: [] }], 1, totalMs);
  const collected = cpuTime();
  causesOf(result);
  return { events, totalMs, causesMs: cpuTime() - collected };
}

/** What a kernel of `test/kernels/` says at its top of the launch that it is written for counts, as in its test. */
function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Of this thread: what else runs on the machine does not count. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

// Once over the first files to warm compilers and caches, then what counts.
for (const file of files.slice(0, 8)) timed(file, true);
for (const file of files) parentPort?.postMessage(time(file));
