/** Takes the launches of one trace and runs the chosen detectors over each, in one pass. */
import type { LaunchShape, TraceHeader, TraceProblem, TraceSink } from '../trace/index.ts';
import { type Detector, OutOfBudget } from './detector.ts';
import { createGwcp } from './gwcp.ts';
import { inSequence } from './in-sequence.ts';
import { createPredict } from './predict.ts';
import { type Race, RaceLog } from './race-log.ts';
import { createScopedHb } from './scoped-hb.ts';
import { createScord } from './scord.ts';
import { createSiteFacts, type SiteFacts } from './site-facts.ts';
import { Synchronisation } from './synchronisation.ts';
import { type Fate, Vindicator } from './vindicator.ts';

export const DETECTORS = ['gwcp', 'scoped-hb', 'scord', 'predict'] as const;
export type DetectorName = (typeof DETECTORS)[number];

/** What was found in one launch. */
export interface LaunchRaces {
  readonly header: TraceHeader;
  readonly shape: LaunchShape;
  /** By detector; of `predict` every pair is vindicated. */
  readonly races: ReadonlyMap<DetectorName, readonly Race[]>;
  /** What became of trying to reorder, by `pairKey`. */
  readonly fates: ReadonlyMap<string, Fate>;
  readonly locksAt: SiteFacts['locksAt'];
  complete: boolean;
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
  readonly facts: SiteFacts;
  readonly detector: Detector;
  readonly synchronisation: Synchronisation;
  stopped: boolean;
}

export function detectTrace(detectors: readonly DetectorName[]): TraceDetection {
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
      running = start(header, shape, detectors);
    },
    events(batch) {
      const launch = running;
      if (launch === null || launch.stopped) return;
      guarded(launch, () => launch.synchronisation.entries(batch));
    },
    launchEnd(complete) {
      const launch = running;
      if (launch === null) return;
      running = null;
      guarded(launch, () => launch.detector.end());
      launch.vindicator.flush();
      const races = new Map<DetectorName, readonly Race[]>();
      for (const [name, log] of launch.logs) {
        races.set(name, [...log.races.values()]);
        if (log.overflow) tell(`${launch.header.kernel}: ${name} found more pairs of sites than are listed`);
      }
      const untried = [...launch.vindicator.fates.values()].filter((fate) => fate === 'the budget was used up').length;
      if (untried > 0) {
        const message = `${launch.header.kernel}: the budget for reorderings was used up, ${untried} pairs of sites were not tried to the end`;
        problems.push({ severity: 'warning', message, line: null, offset: null });
      }
      if (detectors.includes('predict')) races.set('predict', predicted(launch.vindicator));
      launches.push({
        header: launch.header,
        shape: launch.shape,
        races,
        fates: launch.vindicator.fates,
        locksAt: launch.facts.locksAt,
        complete: complete && !launch.stopped,
      });
    },
    problem: (problem) => problems.push(problem),
  };
  return { sink, launches, problems };
}

function start(header: TraceHeader, shape: LaunchShape, names: readonly DetectorName[]): Running {
  const vindicator = new Vindicator(shape.threadsPerBlock, shape.threads);
  const facts = createSiteFacts((thread) => synchronisation.locksHeld(thread));
  const logs = new Map<DetectorName, RaceLog>();
  // The window comes first: the others speak of the event that it took last.
  const all: Detector[] = [vindicator.window, facts];
  for (const name of names) {
    if (name === 'predict') all.push(createPredict({ shape, vindicator }));
    else if (name === 'scoped-hb') {
      const log = new RaceLog(vindicator, () => true, true);
      logs.set(name, log);
      all.push(createScopedHb({ shape, races: log }));
    } else if (name === 'scord') {
      const log = new RaceLog(vindicator, () => false, false);
      logs.set(name, log);
      all.push(createScord({ shape, races: log }));
    } else {
      const log: RaceLog = new RaceLog(
        vindicator,
        (thread, counter, by) => gwcp.happenedBefore?.(thread, counter, by) === false,
        true,
      );
      const gwcp: Detector = createGwcp({ shape, races: log });
      logs.set(name, log);
      all.push(gwcp);
    }
  }
  const detector = inSequence(all);
  const synchronisation: Synchronisation = new Synchronisation(shape, detector);
  return { header, shape, logs, vindicator, facts, detector, synchronisation, stopped: false };
}

function predicted(vindicator: Vindicator): Race[] {
  const races: Race[] = [];
  for (const [key, fate] of vindicator.fates) {
    const race = vindicator.examples.get(key);
    if (fate === 'vindicated' && race !== undefined) races.push(race);
  }
  return races;
}
