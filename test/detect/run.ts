/** Everything that the detectors say about events of one launch. */
import {
  DETECT_DEFAULTS,
  DETECTORS,
  type DetectOptions,
  type DetectorName,
  detectTrace,
  traceResult,
} from '../../src/detect/index.ts';
import { createNdjsonWriter, createTraceReader, type TraceEvent, type TraceHeader } from '../../src/trace/index.ts';

export function run(
  header: TraceHeader,
  events: readonly TraceEvent[],
  detectors: readonly DetectorName[] = DETECTORS,
  options: DetectOptions = DETECT_DEFAULTS,
) {
  const detection = detectTrace(detectors, options);
  const reader = createTraceReader(detection.sink);
  const writer = createNdjsonWriter((text) => void reader.write(Buffer.from(text)));
  writer.launch(header);
  for (const event of events) writer.event(event);
  writer.end();
  reader.end();
  return traceResult(detection, {
    file: 't.ndjson',
    detectors,
    sourceLine: () => undefined,
    elapsedMs: 0,
    bounds: options.bounds,
  });
}
