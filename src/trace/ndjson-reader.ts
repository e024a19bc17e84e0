/** The NDJSON encoding, read: a line is an event, or the header that a launch begins with. */
import { EventFields } from './event-fields.ts';
import { Op } from './events.ts';
import { parseHeader } from './header.ts';
import { LaunchChecker } from './launch-checker.ts';
import { BatchFiller, type TraceReader, type TraceSink } from './reader.ts';

/** The longest line: a header with a million sites fits. */
const MAX_LINE_BYTES = 1 << 27;
const NEWLINE = 0x0a;
/** What editors and shells of Windows put before UTF-8. */
const BOM = Buffer.from('\ufeff');
const HEADER_START = Buffer.from('{"format"');

/** Reads NDJSON piece by piece. One line in memory at a time, and one batch. */
export class NdjsonReader implements TraceReader {
  readonly #sink: TraceSink;
  readonly #filler: BatchFiller;
  readonly #fields = new EventFields();
  /** Of the launch that is being read. */
  #checker: LaunchChecker | null = null;
  /** Counts from 1. */
  #line = 0;
  /** The beginning of a line whose end has not come yet. */
  #rest: Buffer[] = [];
  #restBytes = 0;
  #stopped = false;
  #cut = false;

  constructor(sink: TraceSink) {
    this.#sink = sink;
    this.#filler = new BatchFiller(sink);
  }

  write(piece: Uint8Array): boolean {
    if (this.#stopped) return false;
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    let from = 0;
    if (this.#restBytes > 0) {
      const first = bytes.indexOf(NEWLINE);
      if (first < 0) return this.#keep(bytes);
      const whole = Buffer.concat([...this.#rest, bytes.subarray(0, first)]);
      this.#rest = [];
      this.#restBytes = 0;
      if (!this.#takeLine(whole, 0, whole.length, false)) return false;
      from = first + 1;
    }
    for (let to = bytes.indexOf(NEWLINE, from); to >= 0; to = bytes.indexOf(NEWLINE, from)) {
      if (!this.#takeLine(bytes, from, to, false)) return false;
      from = to + 1;
    }
    return from === bytes.length || this.#keep(bytes.subarray(from));
  }

  end(): void {
    if (this.#stopped) return;
    const whole = Buffer.concat(this.#rest);
    if (whole.length > 0 && !this.#takeLine(whole, 0, whole.length, true)) return;
    if (this.#checker === null) this.#tell('error', 'the trace is empty');
    else this.#endLaunch(true);
  }

  /** Keeps a part of a line, as a copy: the piece belongs to the caller. @returns false when the line is too long */
  #keep(part: Buffer): boolean {
    if (this.#restBytes + part.length > MAX_LINE_BYTES) {
      this.#line++;
      return this.#fail(`a line is longer than ${MAX_LINE_BYTES} bytes`);
    }
    this.#rest.push(Buffer.from(part));
    this.#restBytes += part.length;
    return true;
  }

  /** @param last the trace ends with this line. @returns false when reading stops here */
  #takeLine(bytes: Buffer, from: number, to: number, last: boolean): boolean {
    this.#line++;
    let start = from;
    let end = to;
    if (this.#line === 1 && bytes.subarray(start, start + BOM.length).equals(BOM)) start += BOM.length;
    while (end > start && bytes[end - 1]! <= 0x20) end--;
    while (start < end && bytes[start]! <= 0x20) start++;
    if (start === end) return true;
    const isHeader = bytes.subarray(start, start + HEADER_START.length).equals(HEADER_START);
    // The launch before is whole, whatever may be wrong with this line.
    if (isHeader) this.#endLaunch(true);
    if (!isHeader && this.#fields.scan(bytes, start, end)) return this.#takeEvent();
    let value: unknown;
    try {
      value = JSON.parse(bytes.toString('utf8', start, end));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return this.#fail(last ? 'the trace ends in the middle of a line' : `not JSON: ${why}`);
    }
    if (typeof value === 'object' && value !== null && 'format' in value) return this.#takeHeader(value);
    const wrong = this.#checker === null ? null : this.#fields.parse(value);
    return wrong === null ? this.#takeEvent() : this.#fail(wrong);
  }

  #takeHeader(value: unknown): boolean {
    const header = parseHeader(value);
    if (typeof header === 'string') return this.#fail(header);
    this.#endLaunch(true);
    this.#checker = new LaunchChecker(header, (message) => this.#tell('warning', message));
    this.#sink.launch(header, this.#checker.shape);
    return true;
  }

  /** The event that the fields hold. */
  #takeEvent(): boolean {
    const fields = this.#fields;
    const checker = this.#checker;
    if (checker === null) return this.#fail('a trace begins with a header {"format":"gpurace-trace",…}');
    const wrong =
      fields.resolve(checker.shape) ??
      checker.check(fields.op, fields.flags, fields.thread, fields.mask, fields.size, 0, fields.addr);
    if (wrong !== null) return this.#fail(wrong);
    if (fields.op === Op.cut && !this.#cut) {
      this.#cut = true;
      this.#tell('error', 'the recorder stopped before the launch ended; what follows in it is unknown');
    }
    this.#filler.push(fields.op, fields.flags, fields.thread, fields.mask, fields.size, 0, fields.addr, fields.site);
    return true;
  }

  #endLaunch(complete: boolean): void {
    if (this.#checker === null) return;
    this.#filler.flush();
    this.#checker.end();
    this.#checker = null;
    this.#sink.launchEnd(complete && !this.#cut);
    this.#cut = false;
  }

  #fail(message: string): false {
    this.#tell('error', message);
    this.#endLaunch(false);
    this.#stopped = true;
    return false;
  }

  #tell(severity: 'error' | 'warning', message: string): void {
    this.#sink.problem({ severity, message, line: this.#line, offset: null });
  }
}
