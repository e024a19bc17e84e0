import { EventFields } from './event-fields.ts';
import { Op } from './events.ts';
import { TraceHeader } from './header.ts';
import { LaunchChecker } from './launch-checker.ts';
import { BatchFiller, type TraceReader, type TraceSink } from './reader.ts';

/** The longest line: a header with a million sites fits. */
const MAX_LINE_BYTES = 1 << 27;
const NEWLINE = 0x0a;
const HEADER_START = Buffer.from('{"format"');

/** Reads NDJSON piece by piece. One line in memory at a time, and one batch. */
export function createNdjsonReader(sink: TraceSink): TraceReader {
  const fields = new EventFields();
  const filler = new BatchFiller(sink);
  let checker: LaunchChecker | null = null;
  let line = 0;
  let rest: Buffer[] = [];
  let restBytes = 0;
  let stopped = false;
  let cut = false;

  const tell = (severity: 'error' | 'warning', message: string): void =>
    sink.problem({ severity, message, line, offset: null });

  const endLaunch = (complete: boolean): void => {
    if (checker === null) return;
    filler.flush();
    checker.end();
    checker = null;
    sink.launchEnd(complete && !cut);
    cut = false;
  };

  const fail = (message: string): false => {
    tell('error', message);
    endLaunch(false);
    stopped = true;
    return false;
  };

  const header = (value: unknown): boolean => {
    const parsed = TraceHeader.safeParse(value);
    if (!parsed.success) {
      const [first] = parsed.error.issues;
      return fail(`not a header of a launch: ${first?.path.join('.') ?? ''} ${first?.message ?? ''}`.trimEnd());
    }
    endLaunch(true);
    checker = new LaunchChecker(parsed.data, (message) => tell('warning', message));
    sink.launch(parsed.data, checker.shape);
    return true;
  };

  const takeLine = (bytes: Buffer, from: number, to: number, last: boolean): boolean => {
    line++;
    let start = from;
    let end = to;
    while (end > start && bytes[end - 1]! <= 0x20) end--;
    while (start < end && bytes[start]! <= 0x20) start++;
    if (start === end) return true;
    const isHeader = bytes.subarray(start, start + HEADER_START.length).equals(HEADER_START);
    // The launch before is whole, whatever may be wrong with this line.
    if (isHeader) endLaunch(true);
    if (isHeader || !fields.scan(bytes, start, end)) {
      let value: unknown;
      try {
        value = JSON.parse(bytes.toString('utf8', start, end));
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return fail(last ? 'the trace ends in the middle of a line' : `not JSON: ${why}`);
      }
      if (typeof value === 'object' && value !== null && 'format' in value) return header(value);
      if (checker === null) return fail('a trace begins with a header {"format":"gpurace-trace",…}');
      const wrong = fields.parse(value);
      if (wrong !== null) return fail(wrong);
    }
    if (checker === null) return fail('a trace begins with a header {"format":"gpurace-trace",…}');
    const wrong =
      fields.resolve(checker.shape) ??
      checker.check(fields.op, fields.flags, fields.thread, fields.mask, fields.size, 0, fields.addr);
    if (wrong !== null) return fail(wrong);
    if (fields.op === Op.cut && !cut) {
      cut = true;
      tell('error', 'the recorder stopped before the launch ended; what follows in it is unknown');
    }
    filler.push(fields.op, fields.flags, fields.thread, fields.mask, fields.size, 0, fields.addr, fields.site);
    return true;
  };

  return {
    write(piece) {
      if (stopped) return false;
      let bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      let from = 0;
      if (restBytes > 0) {
        const first = bytes.indexOf(NEWLINE);
        if (first < 0) {
          if (restBytes + bytes.length > MAX_LINE_BYTES) return fail(`a line is longer than ${MAX_LINE_BYTES} bytes`);
          // The piece belongs to the caller.
          rest.push(Buffer.from(bytes));
          restBytes += bytes.length;
          return true;
        }
        const whole = Buffer.concat([...rest, bytes.subarray(0, first)]);
        rest = [];
        restBytes = 0;
        if (!takeLine(whole, 0, whole.length, false)) return false;
        from = first + 1;
      }
      for (let to = bytes.indexOf(NEWLINE, from); to >= 0; to = bytes.indexOf(NEWLINE, from)) {
        if (!takeLine(bytes, from, to, false)) return false;
        from = to + 1;
      }
      if (from < bytes.length) {
        bytes = Buffer.from(bytes.subarray(from));
        rest = [bytes];
        restBytes = bytes.length;
      }
      return true;
    },
    end() {
      if (stopped) return;
      const whole = Buffer.concat(rest);
      if (whole.length > 0 && !takeLine(whole, 0, whole.length, true)) return;
      if (line === 0 || (checker === null && !stopped)) {
        tell('error', 'the trace is empty');
        return;
      }
      endLaunch(true);
    },
  };
}
