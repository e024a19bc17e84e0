/** Takes the launches of one trace and runs the chosen detectors over each, in one pass. */
import type { LaunchShape, TraceHeader, TraceProblem, TraceSink } from '../trace/index.ts';
import { CompositeDetector } from './composite-detector.ts';
import { type Detector, OutOfBudget } from './detector.ts';
import { Gwcp } from './gwcp.ts';
import { HeldLocks } from './held-locks.ts';
import { LockInference } from './lock-inference.ts';
import { Predict } from './predict.ts';
import type { Race } from './race.ts';
import { RaceLog } from './race-log.ts';
import { ScopedHb } from './scoped-hb.ts';
import { SCORD_DEFAULTS, Scord, type ScordOptions } from './scord.ts';
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
  readonly logs: Map<DetectorName, RaceLog>;
  readonly vindicator: Vindicator;
  readonly detector: Detector;
  readonly inference: LockInference;
  stopped: boolean;
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
      guarded(launch, () => launch.inference.entries(batch));
    },
    launchEnd(complete) {
      const launch = running;
      if (launch === null) return;
      running = null;
      for (const log of launch.logs.values()) log.late = true;
      guarded(launch, () => launch.detector.end());
      launch.vindicator.flush();
      const races = new Map<DetectorName, readonly Race[]>();
      for (const [name, log] of launch.logs) {
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
  const logs = new Map<DetectorName, RaceLog>();
  // The window comes first: the others speak of the event that it took last.
  const all: Detector[] = [vindicator.window, locks];
  for (const name of names) {
    if (name === 'predict') all.push(new Predict({ shape, vindicator }));
    else if (name === 'scoped-hb') {
      const log = new RaceLog(vindicator, () => true, true, locks);
      logs.set(name, log);
      all.push(new ScopedHb({ shape, races: log }));
    } else if (name === 'scord') {
      const log = new RaceLog(vindicator, () => false, false, locks);
      logs.set(name, log);
      all.push(new Scord({ shape, races: log, options: options.scord }));
    } else {
      const log: RaceLog = new RaceLog(
        vindicator,
        (thread, counter, by) => !gwcp.happenedBefore(thread, counter, by),
        true,
        locks,
      );
      const gwcp: Gwcp = new Gwcp({ shape, races: log });
      logs.set(name, log);
      all.push(gwcp);
    }
  }
  const detector = new CompositeDetector(all);
  const inference: LockInference = new LockInference(shape, detector);
  return { header, shape, logs, vindicator, detector, inference, stopped: false };
}

function predicted(vindicator: Vindicator): Race[] {
  const races: Race[] = [];
  for (const [key, fate] of vindicator.fates) {
    const race = vindicator.examples.get(key);
    if (isReordered(fate) && race !== undefined) races.push(race);
  }
  return races;
}
