/** The binary encoding, read (docs/trace-format.md): chunks with checksums, in them records of numbers as differences (LEB128). */
import { crc32 } from 'node:zlib';
import { CHUNK_HEAD_BYTES, Chunk, Form, MAGIC, MAX_CHUNK_BYTES, OPS } from './binary-format.ts';
import { LAST_MEMORY_OP, Op } from './events.ts';
import { parseHeader } from './header.ts';
import { LaunchChecker } from './launch-checker.ts';
import { BatchFiller, type TraceReader, type TraceSink } from './reader.ts';

/** The longest record: reading one never leaves the buffer, wherever it begins. */
const MAX_RECORD_BYTES = 64;
const FIRST_BUFFER_BYTES = 1 << 16;

/** Reads the binary encoding piece by piece: one chunk in memory at a time, and one batch. */
export class BinaryReader implements TraceReader {
  readonly #sink: TraceSink;
  readonly #filler: BatchFiller;
  #checker: LaunchChecker | null = null;
  /** Bytes that are not used up yet, from the start, and room for one record behind them. */
  #buffer = new Uint8Array(FIRST_BUFFER_BYTES);
  #held = 0;
  #needed = MAGIC.length;
  /** Offset of the buffer's first byte in the trace. */
  #offset = 0;
  #expects: 'magic' | 'chunk' = 'magic';
  #stopped = false;
  #cut = false;
  #records = 0;

  readonly #flags = new Uint8Array(OPS);
  readonly #size = new Int32Array(OPS);
  readonly #stride = new Int32Array(OPS);
  readonly #site = new Int32Array(OPS);
  readonly #addr = new Float64Array(OPS);

  /** Where decoding stands in the buffer. */
  #at = 0;

  constructor(sink: TraceSink) {
    this.#sink = sink;
    this.#filler = new BatchFiller(sink);
  }

  write(piece: Uint8Array): boolean {
    if (this.#stopped) return false;
    this.#hold(piece);
    if (this.#held < this.#needed) return true;
    let from = 0;
    while (this.#held - from >= this.#needed) {
      const used = this.#step(from);
      if (used < 0) return false;
      from += used;
      this.#offset += used;
    }
    this.#buffer.copyWithin(0, from, this.#held);
    this.#held -= from;
    return true;
  }

  end(): void {
    if (this.#stopped) return;
    if (this.#offset === 0 && this.#held === 0) this.#fail('the trace is empty', 0);
    else if (this.#held > 0 || this.#expects === 'chunk') {
      this.#fail('the trace ends in the middle of a launch', this.#offset + this.#held);
    }
  }

  /** Copies the piece, which belongs to the caller. The buffer grows with what has come, not with what is announced. */
  #hold(piece: Uint8Array): void {
    const held = this.#held + piece.length;
    if (held + MAX_RECORD_BYTES > this.#buffer.length) {
      const wider = new Uint8Array(Math.max(held + MAX_RECORD_BYTES, Math.min(2 * held, this.#needed + piece.length)));
      wider.set(this.#buffer.subarray(0, this.#held));
      this.#buffer = wider;
    }
    this.#buffer.set(piece, this.#held);
    this.#held = held;
  }

  /** Takes one unit from `from` on. @returns its length, 0 when more bytes are needed, -1 after an error */
  #step(from: number): number {
    const buffer = this.#buffer;
    if (this.#expects === 'magic') {
      for (let i = 0; i < MAGIC.length; i++) {
        if (buffer[from + i] !== MAGIC[i]) return this.#fail('no launch begins here', this.#offset);
      }
      this.#expects = 'chunk';
      this.#needed = CHUNK_HEAD_BYTES;
      return MAGIC.length;
    }
    const view = new DataView(buffer.buffer, from, CHUNK_HEAD_BYTES);
    const type = view.getUint8(0);
    const length = view.getUint32(1, true);
    if (type !== Chunk.header && type !== Chunk.events && type !== Chunk.end) {
      return this.#fail(`unknown chunk type ${type}`, this.#offset);
    }
    if (length > MAX_CHUNK_BYTES) return this.#fail(`a chunk of ${length} bytes is too large`, this.#offset);
    const whole = CHUNK_HEAD_BYTES + length;
    if (this.#held - from < whole) {
      this.#needed = whole;
      return 0;
    }
    this.#needed = CHUNK_HEAD_BYTES;
    const start = from + CHUNK_HEAD_BYTES;
    const payload = buffer.subarray(start, from + whole);
    if (crc32(payload) !== view.getUint32(5, true)) {
      return this.#fail('the chunk is damaged (its checksum does not match)', this.#offset);
    }
    this.#at = start;
    const wrong =
      type === Chunk.header
        ? this.#header(payload)
        : type === Chunk.events
          ? this.#events(start, from + whole)
          : this.#last(payload);
    if (wrong !== null) return this.#fail(wrong, this.#offset + this.#at - from);
    return whole;
  }

  #header(payload: Uint8Array): string | null {
    if (this.#checker !== null) return 'a launch has two headers';
    let value: unknown;
    try {
      value = JSON.parse(Buffer.from(payload.buffer, payload.byteOffset, payload.length).toString('utf8'));
    } catch {
      return 'the header is not JSON';
    }
    const header = parseHeader(value);
    if (typeof header === 'string') return header;
    this.#checker = new LaunchChecker(header, (message) =>
      this.#sink.problem({ severity: 'warning', message, line: null, offset: this.#offset }),
    );
    this.#records = 0;
    this.#sink.launch(header, this.#checker.shape);
    return null;
  }

  #last(payload: Uint8Array): string | null {
    if (this.#checker === null) return 'the launch has no header';
    if (payload.length !== 8) return 'the end of the launch is malformed';
    const expected = new DataView(payload.buffer, payload.byteOffset, 8).getBigUint64(0, true);
    if (expected !== BigInt(this.#records)) return `the launch has ${this.#records} records, not ${expected}`;
    this.#endLaunch(true);
    this.#expects = 'magic';
    this.#needed = MAGIC.length;
    return null;
  }

  #events(from: number, end: number): string | null {
    const checker = this.#checker;
    const filler = this.#filler;
    const buffer = this.#buffer;
    const flags = this.#flags;
    const size = this.#size;
    const stride = this.#stride;
    const site = this.#site;
    const addr = this.#addr;
    if (checker === null) return 'the launch has no header';
    flags.fill(0);
    size.fill(0);
    stride.fill(0);
    site.fill(0);
    addr.fill(0);
    let thread = 0;
    let records = 0;
    // Most numbers are one byte, and read here; `more` reads the others.
    for (let at = from; at < end; ) {
      const start = at;
      const first = buffer[at++]!;
      const op = first & 0xf;
      if (op > Op.cut) return this.#malformed(start, `operation ${op} is unknown`);
      let number = buffer[at++]!;
      if (number < 0x80) thread += (number >>> 1) ^ -(number & 1);
      else {
        thread += signed(this.#more(number, at));
        at = this.#at;
      }
      let mask = 1;
      if ((first & Form.mask) !== 0) {
        mask = buffer[at]! | (buffer[at + 1]! << 8) | (buffer[at + 2]! << 16) | (buffer[at + 3]! << 24);
        at += 4;
      }
      if ((first & Form.kind) !== 0) {
        flags[op] = buffer[at++]!;
        number = buffer[at++]!;
        if (number < 0x80) size[op] = number;
        else {
          size[op] = this.#more(number, at);
          at = this.#at;
        }
      }
      if ((first & Form.stride) !== 0) {
        stride[op] = signed(this.#more(buffer[at]!, at + 1));
        at = this.#at;
      }
      if ((first & Form.site) !== 0) {
        number = buffer[at++]!;
        if (number < 0x80) site[op] = site[op]! + ((number >>> 1) ^ -(number & 1));
        else {
          site[op] = site[op]! + signed(this.#more(number, at));
          at = this.#at;
        }
      }
      if (op <= LAST_MEMORY_OP || op === Op.acquire || op === Op.release) {
        number = buffer[at++]!;
        if (number < 0x80) addr[op] = addr[op]! + ((number >>> 1) ^ -(number & 1));
        else {
          addr[op] = addr[op]! + signed(this.#more(number, at));
          at = this.#at;
        }
      }
      if (at > end) return this.#malformed(start, 'a record ends outside its chunk');
      const step = mask === 1 ? 0 : stride[op]!;
      const wrong = checker.check(op, flags[op]!, thread, mask, size[op]!, step, addr[op]!);
      if (wrong !== null) return this.#malformed(start, wrong);
      if (op === Op.cut && !this.#cut) {
        this.#cut = true;
        const message = 'the recorder stopped before the launch ended; what follows in it is unknown';
        this.#sink.problem({ severity: 'error', message, line: null, offset: this.#offset });
      }
      filler.push(op, flags[op]!, thread, mask, size[op]!, step, addr[op]!, site[op]!);
      records++;
    }
    this.#records += records;
    return null;
  }

  #malformed(at: number, message: string): string {
    this.#at = at;
    return message;
  }

  #fail(message: string, offset: number): -1 {
    this.#sink.problem({ severity: 'error', message, line: null, offset });
    this.#stopped = true;
    this.#endLaunch(false);
    return -1;
  }

  #endLaunch(complete: boolean): void {
    if (this.#checker === null) return;
    this.#filler.flush();
    this.#checker.end();
    this.#checker = null;
    this.#sink.launchEnd(complete && !this.#cut);
    this.#cut = false;
  }

  /** Goes on with a number whose first byte was read. `#at` is then where it ends. */
  #more(first: number, from: number): number {
    const buffer = this.#buffer;
    let at = from;
    let value = first;
    if (value >= 0x80) {
      let byte = buffer[at++]!;
      value = (value & 0x7f) | ((byte & 0x7f) << 7);
      if (byte >= 0x80) {
        byte = buffer[at++]!;
        value |= (byte & 0x7f) << 14;
        let scale = 2 ** 21;
        // Nine bytes hold every exact integer; what is longer runs into the range checks.
        for (let i = 3; byte >= 0x80 && i < 9; i++) {
          byte = buffer[at++]!;
          value += (byte & 0x7f) * scale;
          scale *= 0x80;
        }
      }
    }
    this.#at = at;
    return value;
  }
}

function signed(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
