/** Takes the launches of one trace and runs the chosen detectors over each, in one pass. */
import type { EventBatch, LaunchShape, TraceHeader, TraceProblem, TraceSink } from '../trace/index.ts';
import { CompositeDetector } from './composite-detector.ts';
import { type Detector, OutOfBudget } from './detector.ts';
import { DetectorLog } from './detector-log.ts';
import { HeldLocks } from './held-locks.ts';
import { type AskedSpace, LockInference } from './lock-inference.ts';
import { Predict } from './predict.ts';
import type { Race } from './race.ts';
import { SCORD_DEFAULTS, type ScordOptions } from './scord.ts';
import { type Bounds, DEFAULT_BOUNDS, type Fate, isReordered, Vindicator } from './vindicator.ts';

export const DETECTORS = ['gwcp', 'scoped-hb', 'scord', 'predict'] as const;
export type DetectorName = (typeof DETECTORS)[number];

export interface DetectOptions {
  /** What trying to reorder may cost. */
  readonly bounds: Bounds;
  readonly scord: ScordOptions;
}

export const DETECT_DEFAULTS: DetectOptions = { bounds: DEFAULT_BOUNDS, scord: SCORD_DEFAULTS };

/** What was found in one launch: plain data, which crosses to other threads. */
export interface LaunchRaces {
  readonly header: TraceHeader;
  readonly shape: LaunchShape;
  /** By detector; of `predict` every pair is vindicated. */
  readonly races: ReadonlyMap<DetectorName, readonly Race[]>;
  /** What became of trying to reorder, by `pairKey`. */
  readonly fates: ReadonlyMap<string, Fate>;
  /** The accesses that a reordering was found for, by `pairKey`; of threads as far apart as there were. */
  readonly confirmed: ReadonlyMap<string, Race>;
  /** Records of the launch that fell out of the window of reorderings. */
  readonly dropped: number;
  /** Fences with atomic or volatile accesses between them ordered something. */
  readonly fenced: boolean;
  readonly complete: boolean;
}

export interface TraceDetection {
  readonly sink: TraceSink;
  readonly launches: readonly LaunchRaces[];
  readonly problems: readonly TraceProblem[];
}

interface Running {
  readonly header: TraceHeader;
  readonly shape: LaunchShape;
  readonly logs: ReadonlyMap<DetectorName, DetectorLog>;
  readonly vindicator: Vindicator;
  readonly parts: readonly Part[];
  stopped: boolean;
}

/** Detectors, and the locks that they are told of. */
interface Part {
  readonly detector: Detector;
  readonly inference: LockInference;
}

export function detectTrace(
  detectors: readonly DetectorName[],
  options: DetectOptions = DETECT_DEFAULTS,
): TraceDetection {
  const launches: LaunchRaces[] = [];
  const problems: TraceProblem[] = [];
  let running: Running | null = null;
  const tell = (message: string): void => {
    problems.push({ severity: 'error', message, line: null, offset: null });
  };
  const guarded = (launch: Running, step: () => void): void => {
    try {
      step();
    } catch (error) {
      if (!(error instanceof OutOfBudget)) throw error;
      launch.stopped = true;
      tell(`${launch.header.kernel}: ${error.message}; the launch was followed only up to there`);
    }
  };
  const sink: TraceSink = {
    launch(header, shape) {
      running = start(header, shape, detectors, options);
    },
    events(batch) {
      const launch = running;
      if (launch === null || launch.stopped) return;
      guarded(launch, () => follow(launch.parts, batch));
    },
    launchEnd(complete) {
      const launch = running;
      if (launch === null) return;
      running = null;
      for (const { races } of launch.logs.values()) races.late = true;
      guarded(launch, () => {
        for (const { detector } of launch.parts) detector.end();
      });
      launch.vindicator.flush();
      const races = new Map<DetectorName, readonly Race[]>();
      for (const [name, { races: log }] of launch.logs) {
        races.set(name, [...log.races.values()]);
        if (log.overflow) tell(`${launch.header.kernel}: ${name} found more pairs of sites than are listed`);
      }
      for (const message of boundsReached(launch.vindicator, options.bounds)) {
        const told = `${launch.header.kernel}: ${message}`;
        problems.push({ severity: 'warning', message: told, line: null, offset: null });
      }
      if (detectors.includes('predict')) races.set('predict', predicted(launch.vindicator));
      launches.push({
        header: launch.header,
        shape: launch.shape,
        races,
        fates: launch.vindicator.fates,
        confirmed: launch.vindicator.examples,
        dropped: launch.vindicator.window.dropped,
        fenced: launch.vindicator.sawFences,
        complete: complete && !launch.stopped,
      });
    },
    problem: (problem) => problems.push(problem),
  };
  return { sink, launches, problems };
}

/** What of the reorderings was left undone for want of a larger bound. */
function boundsReached({ fates }: Vindicator, bounds: Bounds): string[] {
  const count = (fate: Fate): number => [...fates.values()].filter((other) => other === fate).length;
  const messages: string[] = [];
  const untried = count('the budget was used up');
  if (untried > 0) {
    messages.push(
      `the budget of ${bounds.steps / 1e6} million steps for reorderings was used up, ${untried} pairs of sites were not tried to the end`,
    );
  }
  const large = count('too many events come before them');
  if (large > 0) {
    messages.push(`${large} pairs of sites were not tried: more than ${bounds.cone} events come before them`);
  }
  return messages;
}

/** All parts are at the same entry: the window holds it when the detectors speak of it. */
function follow(parts: readonly Part[], batch: EventBatch): void {
  const [first] = parts;
  if (parts.length === 1) first?.inference.entries(batch);
  else for (let i = 0; i < batch.length; i++) for (const { inference } of parts) inference.entries(batch, i, i + 1);
}

/**
 * Where fences and barriers may order one memory only, the order of accesses to global memory and that of accesses to shared
 * memory are two: detectors follow the launch once for each, and tell only of races there. Reorderings are executions, in
 * which every fence and barrier keeps its threads in their places.
 */
function start(
  header: TraceHeader,
  shape: LaunchShape,
  names: readonly DetectorName[],
  options: DetectOptions,
): Running {
  const vindicator = new Vindicator(shape.threadsPerBlock, shape.threads, options.bounds, shape.warpSize);
  const locks: HeldLocks = new HeldLocks(vindicator.window, {
    held: (thread) => inference.locksHeld(thread),
    variable: (lock) => inference.lockVariable(lock),
  });
  vindicator.locks = locks;
  const logs = new Map<DetectorName, DetectorLog>();
  // The window comes first: the others speak of the event that it took last.
  const all: Detector[] = [vindicator.window, locks];
  for (const name of names) {
    if (name === 'predict') all.push(new Predict({ shape, vindicator }));
    else logs.set(name, new DetectorLog(name, vindicator, locks));
  }
  const detectorsOf = (space: AskedSpace): Detector[] =>
    [...logs.values()].map((log) => log.detector(shape, options.scord, space));
  const isSplit = header.fencesBySpace === true;
  if (!isSplit) all.push(...detectorsOf('any'));
  const part = (detectors: readonly Detector[], space: AskedSpace): Part => {
    const detector = new CompositeDetector(detectors);
    return { detector, inference: new LockInference(shape, detector, space) };
  };
  const whole = part(all, 'any');
  const { inference } = whole;
  const spaces = isSplit ? (['global', 'shared'] as const) : [];
  const parts = [whole, ...spaces.map((space) => part(detectorsOf(space), space))];
  return { header, shape, logs, vindicator, parts, stopped: false };
}

function predicted(vindicator: Vindicator): Race[] {
  const races: Race[] = [];
  for (const [key, fate] of vindicator.fates) {
    const race = vindicator.examples.get(key);
    if (isReordered(fate) && race !== undefined) races.push(race);
  }
  return races;
}
