import { MAGIC } from './binary-format.ts';
import { createBinaryReader } from './binary-reader.ts';
import { createNdjsonReader } from './ndjson-reader.ts';
import type { TraceReader, TraceSink } from './reader.ts';

/** Reads either encoding; the first byte decides. */
export function createTraceReader(sink: TraceSink): TraceReader {
  let reader: TraceReader | null = null;
  return {
    write(bytes) {
      if (bytes.length === 0) return true;
      reader ??= bytes[0] === MAGIC[0] ? createBinaryReader(sink) : createNdjsonReader(sink);
      return reader.write(bytes);
    },
    end() {
      reader ??= createNdjsonReader(sink);
      reader.end();
    },
  };
}
