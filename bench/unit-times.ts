/** Time per file: the check is the time that kernels are worked on, the front end (both sides of a file) is the rest. */
import { readdirSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { UnitEvent } from '../src/unit/event.ts';
import { quantile, type Row } from './row.ts';

/** What the worker sends for each file. */
export interface UnitTimes extends Timed {
  readonly file: string;
  /** The same without a search for conditions. */
  readonly plain: Timed;
}

interface Timed {
  /** What it took to make causes of the findings. */
  readonly causesMs: number;
  /** Milliseconds since the unit began, and the processor's time of the thread, for each event. */
  readonly events: readonly { readonly ms: number; readonly cpuMs: number; readonly type: UnitEvent['type'] }[];
  readonly totalMs: number;
}

export interface UnitTimesStart {
  readonly root: string;
  readonly files: readonly string[];
}

const SOURCE = /\.(cu|cl)$/;

/** @param paths files and folders, relative to the working directory; @param every of their files, only each Nth is measured */
export async function rows(paths: readonly string[], every = 1): Promise<Row[]> {
  const root = process.cwd();
  const files = paths
    .flatMap((path) => sourcesBelow(resolve(root, path)))
    .filter((_, index) => index % every === 0)
    .map((path) => relative(root, path));
  const times = await measure({ root, files: files.map((file) => file.split(sep).join('/')) });
  const check = times.map(({ events }) => timeOnKernels(events, 'ms'));
  const whole = times.map(({ events, causesMs }) => timeOnKernels(events, 'cpuMs') + causesMs);
  const plain = times.map(({ plain: { events } }) => timeOnKernels(events, 'cpuMs'));
  const added = whole.map((ms, index) => ms - (plain[index] ?? 0));
  const frontEnd = times.map(({ events, totalMs }) => totalMs - timeOnKernels(events, 'ms'));
  return [
    { what: 'front end, per file', unit: 'ms', values: frontEnd, note: `warm; ${paths.join(', ')}` },
    { what: 'check, per file', unit: 'ms', values: check, note: 'with conditions and causes' },
    { what: 'check with conditions and causes, per file', unit: 'ms', values: whole, note: 'time of the processor' },
    { what: 'check without them, per file', unit: 'ms', values: plain, note: 'time of the processor' },
    { what: 'what they add, per file', unit: 'ms', values: added, note: 'time of the processor' },
    {
      what: 'median with them, over the median without',
      unit: '×',
      values: [quantile(whole, 0.5) / quantile(plain, 0.5)],
      note: 'the same files in the same run',
    },
    {
      what: 'with them, over without, per file',
      unit: '×',
      values: whole.map((ms, index) => ms / (plain[index] ?? ms)),
      note: 'the same files in the same run',
    },
    {
      what: 'all files with them, over all without',
      unit: '×',
      values: [sum(whole) / sum(plain)],
      note: 'the same files in the same run',
    },
    { what: 'both, per file', unit: 'ms', values: times.map(({ totalMs }) => totalMs), note: '' },
    {
      what: 'resident memory after all files',
      unit: 'MiB',
      values: [process.memoryUsage().rss / (1 << 20)],
      note: 'this process, one worker',
    },
  ];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function timeOnKernels(events: UnitTimes['events'], clock: 'ms' | 'cpuMs'): number {
  let began: number | null = null;
  let sum = 0;
  for (const { type, [clock]: at } of events) {
    if (type === 'begin') began = at;
    else if (type === 'kernel' && began !== null) {
      sum += at - began;
      began = null;
    }
  }
  return sum;
}

function sourcesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function measure(start: UnitTimesStart): Promise<UnitTimes[]> {
  const worker = new Worker(new URL('./unit-times-worker.ts', import.meta.url), {
    workerData: start,
    resourceLimits: { stackSizeMb: 16, maxOldGenerationSizeMb: 2048 },
  });
  const times: UnitTimes[] = [];
  worker.on('message', (one: UnitTimes) => times.push(one));
  await new Promise<void>((done, fail) => worker.once('exit', () => done()).once('error', fail));
  return times;
}
