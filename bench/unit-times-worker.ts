/** Runs the analysis of each file on this thread and tells when what happened. */
import { parentPort, workerData } from 'node:worker_threads';
import { analyseUnit } from '../src/analysis/analyse-unit.ts';
import { createEngines, loadEngineParts } from '../src/analysis/engines.ts';
import { languageOf } from '../src/analysis/language.ts';
import { DEFAULT_CHECK_OPTIONS } from '../src/model/options.ts';
import { openTree } from '../src/source/index.ts';
import type { UnitTimes, UnitTimesStart } from './unit-times.ts';

const { root, files } = workerData as UnitTimesStart;
const tree = openTree({ kind: 'disk', root });
const engines = createEngines(await loadEngineParts());

function time(file: string): UnitTimes {
  const events: UnitTimes['events'][number][] = [];
  const started = performance.now();
  const job = {
    file,
    language: languageOf(tree, file, null),
    options: DEFAULT_CHECK_OPTIONS,
    skip: new Map(),
  };
  analyseUnit(job, tree, engines, ({ type }) => events.push({ ms: performance.now() - started, type }));
  return { file, events, totalMs: performance.now() - started };
}

// Once over the first files to warm compilers and caches, then what counts.
for (const file of files.slice(0, 8)) time(file);
for (const file of files) parentPort?.postMessage(time(file));
