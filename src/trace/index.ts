/**
 * Traces of kernel runs. In: bytes of a trace (NDJSON for people and tests, binary for real runs), or events of somebody
 * who records one. Out: the events of each launch in batches of typed arrays, in the order observed, and problems with
 * the line or offset; launches before an error are kept.
 */

export { type BinaryTraceWriter, createBinaryWriter } from './binary-writer.ts';
export {
  BATCH_CAPACITY,
  createBatch,
  type EventBatch,
  Flag,
  LAST_MEMORY_OP,
  MAX_ACCESS_BYTES,
  type MemoryOrder,
  NO_SITE,
  Op,
  type OrderedSpace,
  ordersSpace,
  SCOPE_NAMES,
  ScopeCode,
  type ScopeName,
  SHARED_SPAN,
  sharedAddress,
  type TraceEvent,
  type TraceWriter,
} from './events.ts';
export {
  coordinates,
  type LaunchShape,
  launchShape,
  MAX_THREADS,
  MAX_WARP_SIZE,
  TraceHeader,
  TraceSite,
} from './header.ts';
export { type Encoding, type LaunchRange, launchRanges, type ReadAt } from './launch-ranges.ts';
export { createNdjsonWriter } from './ndjson-writer.ts';
export { createTraceReader } from './read-trace.ts';
export type { TraceProblem, TraceReader, TraceSink } from './reader.ts';
