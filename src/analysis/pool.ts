/**
 * Workers that analyse units. A worker that is late, or dies, or throws is terminated and replaced; what it had already
 * told is kept (see `unit-record.ts`). Nothing here depends on what an analysis is.
 */
import { Worker } from 'node:worker_threads';
import type { Interruption } from '../model/interruption.ts';
import type { Place } from '../model/place.ts';
import type { Progress } from '../model/progress.ts';
import type { Reason } from '../model/reason.ts';
import type { TreeDescription } from '../source/index.ts';
import type { UnitJob } from '../unit/job.ts';
import type { FoundKernel, UnitOutcome } from '../unit/outcome.ts';
import { timeNow } from '../unit/time.ts';
import type { EngineParts } from './engines.ts';
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts';
import { interruptedBy, RUN_TIME_OVER, type RunTime, whyOver } from './run-time.ts';
import { UnitRecord } from './unit-record.ts';
import { causeOfEnd } from './worker-end.ts';

export interface PoolSettings {
  /** The worker's script. */
  readonly script: string;
  readonly tree: TreeDescription;
  readonly workers: number;
  /** What the workers are given once they run; workers start while it is prepared. */
  readonly engines: Promise<EngineParts>;
  readonly limits: PoolLimits;
  /** Without it: however long it takes. */
  readonly time?: RunTime;
  /** Who may end the run before that. */
  readonly interruption?: Interruption;
  /** Workers that other runs use too; without it they end with the run. */
  readonly reserve?: WorkerReserve;
  /** Of a comparison: the name of the side, for files of both sides have the same names. */
  readonly side?: string;
  /** The kernels of a unit by its text alone, for a unit whose worker was lost before it could tell. */
  readonly definitions: (job: UnitJob) => readonly FoundKernel[];
}

export interface PoolLimits {
  /** For everything of a unit that is not a kernel: reading, compiling, host code. Milliseconds. */
  readonly frontEndMs: number;
  /** On top of a kernel's own budget, which the analysis keeps by itself where it can. */
  readonly graceMs: number;
  /** JavaScript heap of a worker. */
  readonly heapMib: number;
}

export const DEFAULT_LIMITS: PoolLimits = { frontEndMs: 60_000, graceMs: 5_000, heapMib: 2048 };

/** How long a new worker may take before it begins its first unit. */
const START_MS = 60_000;
/** Clang and the recursive parts of the analysis need more than Node's 4 MB. */
const STACK_MIB = 16;
/** V8 would take more, 48 MiB, and much more memory for the largest comparisons; with less, checks that execute much take an eighth longer. */
const YOUNG_MIB = 32;

/** Workers that several runs of one process share, at the same time or one after the other. Whoever makes it closes it. */
export class WorkerReserve {
  readonly #capacity: number;
  /** All that are alive. */
  readonly #seats = new Set<Seat>();
  readonly #idle = new Set<Seat>();
  /** Runs that wait for a seat, in the order in which they came. */
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  /** @param capacity how many may work at one time; without it each run has as many as it asks for */
  constructor(capacity = Number.POSITIVE_INFINITY) {
    this.#capacity = capacity;
  }

  /** A seat for one of the files, best one whose worker has had it: it remembers what it made of it. */
  async take(settings: PoolSettings, files: readonly string[]): Promise<Seat> {
    if (this.#taken >= this.#capacity) await new Promise<void>((resume) => this.#waiting.push(resume));
    this.#taken += 1;
    const suited = [...this.#idle].filter((seat) => seat.suits(settings));
    const seat =
      nearest(suited, (one) => Math.max(...files.map((file) => one.nearnessTo(file, settings)))) ?? new Seat(settings);
    this.#idle.delete(seat);
    this.#seats.add(seat);
    seat.settings = settings;
    return seat;
  }

  give(seat: Seat): void {
    this.#idle.add(seat);
    this.#taken -= 1;
    this.#waiting.shift()?.();
  }

  /** Whether no worker but this one has had the file. */
  isNewToOthers(file: string, seat: Seat): boolean {
    return ![...this.#seats].some((other) => other !== seat && other.hasHad(file));
  }

  async close(): Promise<void> {
    const seats = [...this.#seats];
    this.#seats.clear();
    this.#idle.clear();
    await Promise.all(seats.map((seat) => seat.clear()));
  }
}

/** The first one of the nearest. */
function nearest<T>(all: readonly T[], nearness: (one: T) => number): T | undefined {
  const best = Math.max(...all.map(nearness));
  return all.find((one) => nearness(one) === best);
}

/**
 * Analyses all units.
 * @returns One outcome per job, in the order of the jobs. No worker works when it returns, and none is alive when it
 * throws or has no reserve.
 * @throws Whatever `settings.engines` rejects with.
 */
export async function runUnits(
  jobs: readonly UnitJob[],
  settings: PoolSettings,
  progress: Progress,
): Promise<UnitOutcome[]> {
  const records = jobs.map((job) => new UnitRecord(job));
  const queue = inOrder(
    records.map((record) => ({ record, job: record.job })),
    settings.time?.order ?? [],
  );
  const reserve = settings.reserve ?? new WorkerReserve();
  const count = Math.min(Math.max(1, settings.workers), jobs.length);
  const ends = await Promise.allSettled(
    Array.from({ length: count }, () => workOff(queue, reserve, settings, progress)),
  );
  const failed = ends.find((end) => end.status === 'rejected');
  if (settings.reserve === undefined || failed !== undefined) await reserve.close();
  if (failed !== undefined) throw failed.reason;
  return records.map((record) => record.outcome());
}

/** Takes units of the queue, one after the other, until none is left. */
async function workOff(
  queue: Waiting[],
  reserve: WorkerReserve,
  settings: PoolSettings,
  progress: Progress,
): Promise<void> {
  const { time, interruption } = settings;
  while (queue.length > 0) {
    const seat = await reserve.take(
      settings,
      queue.map(({ job }) => job.file),
    );
    try {
      seat.prepare();
      const parts = await settings.engines;
      const next = nextFor(seat, queue, reserve);
      if (next === undefined) return;
      const { record } = next;
      const share = queue.length === 0 ? 1 : SHARE_OF_A_UNIT;
      const over = whyOver(time, interruption);
      let job: UnitJob | null = over === null ? within(next.job, time, share) : null;
      if (over !== null) record.leave(over, () => settings.definitions(next.job));
      while (job !== null) job = await seat.run(job, record, parts, progress);
      progress.fileDone(record.job.file);
    } finally {
      reserve.give(seat);
    }
  }
}

/** Of the time that is left a unit may take that much while others wait. */
const SHARE_OF_A_UNIT = 0.75;

function within(job: UnitJob, time: PoolSettings['time'], share: number): UnitJob {
  if (time === undefined) return job;
  const now = timeNow();
  return { ...job, until: now + share * (time.until - now) };
}

/** What matters first; the rest stays as it is. */
function inOrder(queue: Waiting[], order: readonly string[]): Waiting[] {
  const rank = new Map(order.map((file, i) => [file, i]));
  const rankOf = ({ job }: Waiting) => rank.get(job.file) ?? order.length;
  return queue.sort((a, b) => rankOf(a) - rankOf(b));
}

interface Waiting {
  readonly record: UnitRecord;
  readonly job: UnitJob;
}

/** Takes the next job of the queue: one whose file the worker has had before, else one that is new to all of them. */
function nextFor(seat: Seat, queue: Waiting[], reserve: WorkerReserve): Waiting | undefined {
  const own = nearest(queue, ({ job }) => seat.nearnessTo(job.file));
  const next =
    own !== undefined && seat.hasHad(own.job.file)
      ? own
      : (queue.find(({ job }) => reserve.isNewToOthers(job.file, seat)) ?? queue[0]);
  if (next !== undefined) queue.splice(queue.indexOf(next), 1);
  return next;
}

/** One try at a unit, as its worker's messages and its end reach it. */
interface Attempt {
  message(message: FromWorker): void;
  /** @param error What the worker died of. */
  died(error: string): void;
}

/** Why an attempt came to nothing. */
interface Lost {
  readonly reason: Reason;
  /** True when it is no fault of the unit: nothing more of the run is begun. */
  readonly isRunOver: boolean;
}

/** The place of one worker: holds it, and fills itself anew when it is lost. */
class Seat {
  settings: PoolSettings;
  /** Which tree the worker has open. */
  #tree: TreeDescription | null = null;
  #worker: Worker | null = null;
  #equipped = false;
  #attempt: Attempt | null = null;
  /** The files that the worker has had, with the runs they were of: it remembers what it made of them. */
  readonly #files = new Map<string, Set<string | undefined>>();

  constructor(settings: PoolSettings) {
    this.settings = settings;
  }

  suits({ script, limits }: PoolSettings): boolean {
    return this.settings.script === script && this.settings.limits.heapMib === limits.heapMib;
  }

  hasHad(file: string): boolean {
    return this.#files.has(file);
  }

  /** How much of the file the worker may remember: 2 when it has had it of this side, 1 of another one. */
  nearnessTo(file: string, { side } = this.settings): number {
    const sides = this.#files.get(file);
    if (sides === undefined) return 0;
    return sides.has(side) ? 2 : 1;
  }

  /** Starts a worker when there is none. */
  prepare(): Worker {
    if (this.#worker !== null) return this.#worker;
    const { tree, script, limits } = this.settings;
    const start: WorkerStart = { tree };
    const worker = new Worker(script, {
      workerData: start,
      resourceLimits: {
        stackSizeMb: STACK_MIB,
        maxYoungGenerationSizeMb: YOUNG_MIB,
        maxOldGenerationSizeMb: limits.heapMib,
      },
    });
    let cause: string | null = null;
    worker.on('message', (message: FromWorker) => {
      if (this.#worker === worker) this.#attempt?.message(message);
    });
    worker.on('error', (error: Error & { code?: string }) => {
      cause = causeOfEnd(error, limits.heapMib);
    });
    // Comes last: what the worker said before it died has been heard.
    worker.on('exit', (code) => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#attempt?.died(cause ?? `the worker ended with code ${code}`);
    });
    this.#equipped = false;
    this.#files.clear();
    this.#tree = tree;
    this.#worker = worker;
    return worker;
  }

  async clear(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  /** One attempt at a unit. @returns The job to try next for the same unit, or null when it is settled. */
  async run(job: UnitJob, record: UnitRecord, parts: EngineParts, progress: Progress): Promise<UnitJob | null> {
    const lost = await this.#attemptAt(job, record, parts, progress);
    if (lost === null) {
      record.finish(cutShort('the analysis gave no answer', { file: job.file, line: null }));
      return null;
    }
    await this.clear();
    const known = record.outcome().kernels.length;
    const { time, interruption } = this.settings;
    const definitions = () => this.settings.definitions(job);
    const again = lost.isRunOver ? null : record.lost(lost.reason, definitions);
    const over = lost.isRunOver ? lost.reason : again === null ? null : whyOver(time, interruption);
    if (over !== null) {
      record.leave(over, definitions);
      return null;
    }
    const { kernels, findings } = record.outcome();
    for (const { kernel, verdict } of kernels.slice(known)) {
      const own = findings.filter((finding) => finding.kernel === kernel);
      progress.kernelDone(job.file, { kernel, verdict, findings: own });
    }
    return again;
  }

  /** Milliseconds after which a worker is stopped whatever it does. */
  #leftOfRun(): number {
    const { time, limits } = this.settings;
    return time === undefined
      ? Number.POSITIVE_INFINITY
      : Math.max(0, (time.stop ?? time.until + limits.graceMs) - timeNow());
  }

  /** @returns Why the attempt was lost, or null when the worker came to its end. */
  async #attemptAt(job: UnitJob, record: UnitRecord, parts: EngineParts, progress: Progress): Promise<Lost | null> {
    const { limits, interruption, side } = this.settings;
    const file = { file: job.file, line: null };
    const worker = this.prepare();
    this.#files.set(job.file, (this.#files.get(job.file) ?? new Set()).add(side));
    let timer: NodeJS.Timeout | undefined;
    let stopListening = () => {};
    const lost = await new Promise<Lost | null>((settle) => {
      const lose = (reason: Reason) => settle({ reason, isRunOver: false });
      const endOfRun = (reason: Reason) => settle({ reason, isRunOver: true });
      const allow = (ms: number, late: () => Reason) => {
        clearTimeout(timer);
        const left = this.#leftOfRun();
        timer = left < ms ? setTimeout(() => endOfRun(RUN_TIME_OVER), left) : setTimeout(() => lose(late()), ms);
      };
      stopListening = interruption?.listen(() => endOfRun(interruptedBy(interruption))) ?? stopListening;
      const allowFrontEnd = () => {
        const late = `the compiler ran out of its ${limits.frontEndMs / 1000} s budget`;
        allow(limits.frontEndMs, () => ({ ...cutShort(late, file), nextStep: 'record-a-run' }));
      };
      const allowKernel = (timeoutMs: number) => {
        const late = `ran out of its ${timeoutMs / 1000} s budget`;
        allow(timeoutMs + limits.graceMs, () => cutShort(late, record.place));
      };
      const died = (error: string) =>
        lose({ ...cutShort(`analysis stopped: ${error}`, record.place), nextStep: 'record-a-run' });
      const message = (said: FromWorker) => {
        if (said.type === 'started') {
          allowFrontEnd();
          progress.fileBegun(job.file);
        } else if (said.type === 'done') {
          record.done(said.observations ?? null);
          settle(null);
        } else if (said.type === 'failed') died(said.error);
        else {
          const news = record.take(said.event);
          if (news?.type === 'found') progress.fileFound(job.file, news.kernels);
          if (news?.type === 'begin') progress.kernelBegun(job.file, news.kernel);
          if (news?.type === 'answered') progress.kernelDone(job.file, news.news);
          if (said.event.type === 'begin') allowKernel(said.event.timeLimit ?? job.options.timeoutMs);
          if (said.event.type === 'kernel') allowFrontEnd();
        }
      };
      this.#attempt = { message, died };
      allow(START_MS, () => cutShort(`no worker started within ${START_MS / 1000} s`, file));
      const tell = (said: ToWorker) => worker.postMessage(said);
      if (!this.#equipped) tell({ type: 'engines', parts });
      this.#equipped = true;
      const { tree } = this.settings;
      tell({ type: 'job', job, ...(tree === this.#tree ? {} : { tree }) });
      this.#tree = tree;
    });
    clearTimeout(timer);
    stopListening();
    this.#attempt = null;
    return lost;
  }
}

function cutShort(text: string, place: Place): Reason {
  return { kind: 'cut-short', text, place };
}
