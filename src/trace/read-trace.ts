/** A reader for either encoding of a trace. */
import { MAGIC } from './binary-format.ts';
import { BinaryReader } from './binary-reader.ts';
import type { Encoding } from './launch-ranges.ts';
import { NdjsonReader } from './ndjson-reader.ts';
import type { TraceReader, TraceSink } from './reader.ts';

/** Reads either encoding. @param encoding of a part of a trace that need not begin as a trace does; else the first byte decides */
export function createTraceReader(sink: TraceSink, encoding?: Encoding): TraceReader {
  let reader: TraceReader | null =
    encoding === undefined ? null : encoding === 'binary' ? new BinaryReader(sink) : new NdjsonReader(sink);
  return {
    write(bytes) {
      if (bytes.length === 0) return true;
      reader ??= bytes[0] === MAGIC[0] ? new BinaryReader(sink) : new NdjsonReader(sink);
      return reader.write(bytes);
    },
    end() {
      reader ??= new NdjsonReader(sink);
      reader.end();
    },
  };
}
