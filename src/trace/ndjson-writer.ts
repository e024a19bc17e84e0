/** The NDJSON encoding, written. */
import type { TraceEvent, TraceWriter } from './events.ts';
import { headerText, type TraceHeader } from './header.ts';

/** Text is handed on in pieces of about this size. */
const PIECE = 1 << 16;

/** Writes NDJSON: one line per event, a header line before each launch. @param sink Takes whole lines. */
export function createNdjsonWriter(sink: (text: string) => void): TraceWriter {
  let held = '';
  const line = (text: string): void => {
    held += `${text}\n`;
    if (held.length >= PIECE) flush();
  };
  const flush = (): void => {
    if (held !== '') sink(held);
    held = '';
  };
  return {
    launch: (header: TraceHeader) => line(headerText(header)),
    event: (event: TraceEvent) => line(JSON.stringify(event)),
    end: flush,
  };
}
