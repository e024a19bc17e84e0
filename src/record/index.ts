/**
 * Recording. In: the text of a PTX module. Out: the same module with a record before what its threads do to memory and to
 * each other, and a table of the places; later, the entries that a run has written, as the events of a trace.
 */
export { decodeRing, type RecordedLaunch, type RingContent } from './decode.ts';
export { type Instrumented, type InstrumentOptions, instrumentPtx, NotInstrumented } from './instrument.ts';
export { type ModuleTable, moduleText } from './module-text.ts';
export { RecordTable } from './sites.ts';
