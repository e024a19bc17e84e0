/**
 * Dynamic detection on trace files. Launches are independent: each is one job, and workers take jobs as they get free. A
 * worker that dies costs its launch. What comes out does not depend on how many workers there are.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { DetectOptions, DetectorName, TraceOutcome } from '../detect/index.ts';
import { ConfigurationError } from '../model/errors.ts';
import { entryPoint } from '../platform/assets.ts';
import { launchRanges, type TraceProblem } from '../trace/index.ts';
import type { WorkerStart } from './messages.ts';
import { detectInRange, type RangeOutcome, type TraceJob } from './trace-range.ts';
import { causeOfEnd } from './worker-end.ts';

/** Traces that are smaller than this in all are not worth workers, unless somebody asks for them. */
const WORTH_WORKERS_BYTES = 16 << 20;
/** JavaScript heap of a worker; what detectors keep lies mostly outside of it. */
const HEAP_MIB = 4096;

export interface TracesSetting {
  readonly detectors: readonly DetectorName[];
  readonly options: DetectOptions;
  /** Null: as many as pay. */
  readonly jobs: number | null;
  /** Of the launches of all files, in their order, one of `count` parts of equal size; `index` counts from 1. */
  readonly shard: { readonly index: number; readonly count: number } | null;
  /** Workers when nobody says how many. */
  readonly parallelism: number;
  /** For tests. */
  readonly heapMib?: number;
}

export interface TraceFile {
  /** Absolute. */
  readonly path: string;
  /** As the user calls it. */
  readonly shown: string;
}

/**
 * @returns One outcome per file, in their order.
 * @throws ConfigurationError when a file cannot be read
 */
export async function detectInTraces(files: readonly TraceFile[], setting: TracesSetting): Promise<TraceOutcome[]> {
  let bytes = 0;
  const jobs: { readonly file: number; readonly job: TraceJob }[] = [];
  for (const [file, trace] of files.entries()) {
    const { size, parts } = partsOf(trace);
    if (parts === null && setting.shard !== null) {
      throw new ConfigurationError(`${trace.shown} is no regular file, so its launches cannot be shared out`);
    }
    bytes += size;
    const { detectors, options } = setting;
    for (const part of parts ?? [null]) jobs.push({ file, job: { path: trace.path, detectors, options, part } });
  }
  const { shard } = setting;
  const mine =
    shard === null
      ? jobs
      : jobs.slice(
          Math.floor(((shard.index - 1) * jobs.length) / shard.count),
          Math.floor((shard.index * jobs.length) / shard.count),
        );
  const workers = setting.jobs ?? (bytes < WORTH_WORKERS_BYTES ? 1 : setting.parallelism);
  const outcomes = await detectAll(
    mine.map(({ file, job }) => ({ file, job, shown: files[file]!.shown })),
    Math.min(workers, mine.length),
    setting.heapMib ?? HEAP_MIB,
  );
  return files.map((_, file) => joined(outcomes.filter((_, i) => mine[i]!.file === file)));
}

/** What stands behind a range that could not be read to its end is not there. */
function joined(outcomes: readonly (RangeOutcome | null)[]): TraceOutcome {
  const launches: TraceOutcome['launches'][number][] = [];
  const problems: TraceProblem[] = [];
  for (const outcome of outcomes) {
    if (outcome === null) break;
    for (const launch of outcome.launches) launches.push(launch);
    for (const problem of outcome.problems) problems.push(problem);
    if (outcome.stopped) break;
  }
  return { launches, problems };
}

function partsOf({ path, shown }: TraceFile): { size: number; parts: TraceJob['part'][] | null } {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    throw new ConfigurationError(unreadable(shown, error));
  }
  try {
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) throw new ConfigurationError(`${shown} is a folder`);
    if (!stats.isFile()) return { size: 0, parts: null };
    const { encoding, ranges } = launchRanges(
      (buffer, offset) => readSync(descriptor, buffer, 0, buffer.length, offset),
      stats.size,
    );
    return { size: stats.size, parts: ranges.map((range) => ({ encoding, range })) };
  } catch (error) {
    throw error instanceof ConfigurationError ? error : new ConfigurationError(unreadable(shown, error));
  } finally {
    closeSync(descriptor);
  }
}

function unreadable(shown: string, error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return `no such file: ${shown}`;
  return `${shown} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}

interface Task {
  readonly file: number;
  readonly shown: string;
  readonly job: TraceJob;
}

/** One outcome per task; null for a task that was left out because what comes before it in its file is damaged. */
async function detectAll(tasks: readonly Task[], workers: number, heapMib: number): Promise<(RangeOutcome | null)[]> {
  const outcomes = new Array<RangeOutcome | null>(tasks.length).fill(null);
  /** By file: the first task that was stopped. */
  const stoppedAt = new Map<number, number>();
  let next = 0;
  const take = (): number | null => {
    while (next < tasks.length && next > (stoppedAt.get(tasks[next]!.file) ?? Number.POSITIVE_INFINITY)) next++;
    return next < tasks.length ? next++ : null;
  };
  const settle = (index: number, outcome: RangeOutcome): void => {
    outcomes[index] = outcome;
    const { file } = tasks[index]!;
    if (outcome.stopped) stoppedAt.set(file, Math.min(index, stoppedAt.get(file) ?? index));
  };
  if (workers <= 1) {
    for (let index = take(); index !== null; index = take()) settle(index, here(tasks[index]!));
    return outcomes;
  }
  const seats = Array.from({ length: workers }, () => new Seat(heapMib));
  try {
    await Promise.all(
      seats.map(async (seat) => {
        for (let index = take(); index !== null; index = take()) settle(index, await seat.run(tasks[index]!));
      }),
    );
  } finally {
    await Promise.all(seats.map((seat) => seat.clear()));
  }
  return outcomes;
}

function here(task: Task): RangeOutcome {
  try {
    return detectInRange(task.job);
  } catch (error) {
    return lost(task, error instanceof Error ? error.message : String(error));
  }
}

function lost({ job }: Task, why: string): RangeOutcome {
  const offset = job.part?.range.from ?? null;
  const message = `the launch that begins here was not analysed: ${why}`;
  return { launches: [], problems: [{ severity: 'error', message, line: null, offset }], stopped: false };
}

export interface DetectMessage {
  readonly type: 'detect';
  readonly job: TraceJob;
}

export type FromDetection =
  | { readonly type: 'detected'; readonly outcome: RangeOutcome }
  | { readonly type: 'failed'; readonly error: string };

/** The place of one worker: fills itself anew when its worker is lost. */
class Seat {
  readonly #heapMib: number;
  #worker: Worker | null = null;
  /** Takes what becomes of the task at hand: an outcome, or why there is none. */
  #settle: ((outcome: RangeOutcome | string) => void) | null = null;

  constructor(heapMib: number) {
    this.#heapMib = heapMib;
  }

  async run(task: Task): Promise<RangeOutcome> {
    const worker = this.#worker ?? this.#start();
    const outcome = await new Promise<RangeOutcome | string>((settle) => {
      this.#settle = settle;
      const message: DetectMessage = { type: 'detect', job: task.job };
      worker.postMessage(message);
    });
    this.#settle = null;
    return typeof outcome === 'string' ? lost(task, outcome) : outcome;
  }

  #start(): Worker {
    const start: WorkerStart = { tree: { kind: 'memory', files: new Map() } };
    const worker = new Worker(entryPoint('worker.js', 'analysis/worker.ts'), {
      workerData: start,
      resourceLimits: { maxOldGenerationSizeMb: this.#heapMib },
    });
    let cause: string | null = null;
    worker.on('message', (message: FromDetection) => {
      this.#settle?.(message.type === 'detected' ? message.outcome : message.error);
    });
    worker.on('error', (error: Error & { code?: string }) => {
      cause = causeOfEnd(error, this.#heapMib);
    });
    // Comes last: what the worker said before it died has been heard.
    worker.on('exit', (code) => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#settle?.(cause ?? `the worker ended with code ${code}`);
    });
    this.#worker = worker;
    return worker;
  }

  async clear(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}
