/**
 * Dynamic race detection. In: the events of a trace, launch by launch, wherever they come from. Out: racing pairs of
 * sites per detector, and a result with the evidence of each. One pass serves all detectors that are chosen; memory is
 * bounded, and a launch that needs more is followed up to there and says so.
 *
 * A detector is a class that hears events (`Detector`): `Gwcp`, `ScopedHb`, `Scord`, `Predict`. What runs once per entry
 * takes plain numbers instead of objects, and tables of records are typed arrays: traces have hundreds of millions of them.
 */
export {
  DETECT_DEFAULTS,
  DETECTORS,
  type DetectOptions,
  type DetectorName,
  detectTrace,
  type LaunchRaces,
  type TraceDetection,
} from './detect-trace.ts';
export { SCORD_GRANULARITIES, type ScordGranularity } from './scord.ts';
export { type TraceOutcome, type TraceResultSetting, traceResult } from './trace-result.ts';
export { type LaunchStats, traceStats } from './trace-stats.ts';
