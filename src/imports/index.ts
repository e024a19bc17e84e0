/**
 * Logs of other race detectors. In: the bytes of what `compute-sanitizer --tool racecheck` or iGUARD printed. Out: a result
 * whose findings have the evidence of a run. A log that is cut, or of a tool that did not run, is a problem of severity error.
 */
export { createLogReader, type LogReader, type LogSetting } from './log-result.ts';
export { HEAD_BYTES, type LogKind, logKind } from './recognise.ts';
