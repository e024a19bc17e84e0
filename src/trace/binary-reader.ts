import { crc32 } from 'node:zlib';
import { CHUNK_HEAD_BYTES, Chunk, Form, MAGIC, MAX_CHUNK_BYTES, OPS } from './binary-format.ts';
import { LAST_MEMORY_OP, Op } from './events.ts';
import { TraceHeader } from './header.ts';
import { LaunchChecker } from './launch-checker.ts';
import { BatchFiller, type TraceReader, type TraceSink } from './reader.ts';

/** Reads the binary encoding piece by piece: one chunk in memory at a time, and one batch. */
export function createBinaryReader(sink: TraceSink): TraceReader {
  return new BinaryReader(sink);
}

class BinaryReader implements TraceReader {
  private readonly sink: TraceSink;
  private readonly filler: BatchFiller;
  private checker: LaunchChecker | null = null;
  private held: Uint8Array[] = [];
  private heldBytes = 0;
  private needed = MAGIC.length;
  /** Offset of the first held byte in the trace. */
  private offset = 0;
  private expects: 'magic' | 'chunk' = 'magic';
  private stopped = false;
  private cut = false;
  private records = 0;

  private readonly flags = new Uint8Array(OPS);
  private readonly size = new Int32Array(OPS);
  private readonly stride = new Int32Array(OPS);
  private readonly site = new Int32Array(OPS);
  private readonly addr = new Float64Array(OPS);

  // Where decoding stands.
  private bytes: Uint8Array = new Uint8Array(0);
  private at = 0;

  constructor(sink: TraceSink) {
    this.sink = sink;
    this.filler = new BatchFiller(sink);
  }

  write(piece: Uint8Array): boolean {
    if (this.stopped) return false;
    // The piece belongs to the caller.
    this.held.push(piece.slice());
    this.heldBytes += piece.length;
    if (this.heldBytes < this.needed) return true;
    let bytes = this.held.length === 1 ? this.held[0]! : Buffer.concat(this.held);
    while (bytes.length >= this.needed) {
      const used = this.step(bytes);
      if (used < 0) return false;
      bytes = bytes.subarray(used);
      this.offset += used;
    }
    this.held = [bytes];
    this.heldBytes = bytes.length;
    return true;
  }

  end(): void {
    if (this.stopped) return;
    if (this.offset === 0 && this.heldBytes === 0) this.fail('the trace is empty', 0);
    else if (this.heldBytes > 0 || this.expects === 'chunk') {
      this.fail('the trace ends in the middle of a launch', this.offset + this.heldBytes);
    }
  }

  /** Takes one unit from the start of `bytes`. @returns its length, 0 when more bytes are needed, -1 after an error */
  private step(bytes: Uint8Array): number {
    if (this.expects === 'magic') {
      for (let i = 0; i < MAGIC.length; i++) {
        if (bytes[i] !== MAGIC[i]) return this.fail('no launch begins here', this.offset);
      }
      this.expects = 'chunk';
      this.needed = CHUNK_HEAD_BYTES;
      return MAGIC.length;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const type = view.getUint8(0);
    const length = view.getUint32(1, true);
    if (type !== Chunk.header && type !== Chunk.events && type !== Chunk.end) {
      return this.fail(`unknown chunk type ${type}`, this.offset);
    }
    if (length > MAX_CHUNK_BYTES) return this.fail(`a chunk of ${length} bytes is too large`, this.offset);
    const whole = CHUNK_HEAD_BYTES + length;
    if (bytes.length < whole) {
      this.needed = whole;
      return 0;
    }
    this.needed = CHUNK_HEAD_BYTES;
    const payload = bytes.subarray(CHUNK_HEAD_BYTES, whole);
    if (crc32(payload) !== view.getUint32(5, true)) {
      return this.fail('the chunk is damaged (its checksum does not match)', this.offset);
    }
    const wrong =
      type === Chunk.header ? this.header(payload) : type === Chunk.events ? this.events(payload) : this.last(payload);
    if (wrong !== null) return this.fail(wrong, this.offset + CHUNK_HEAD_BYTES + (type === Chunk.events ? this.at : 0));
    return whole;
  }

  private header(payload: Uint8Array): string | null {
    if (this.checker !== null) return 'a launch has two headers';
    let value: unknown;
    try {
      value = JSON.parse(Buffer.from(payload.buffer, payload.byteOffset, payload.length).toString('utf8'));
    } catch {
      return 'the header is not JSON';
    }
    const parsed = TraceHeader.safeParse(value);
    if (!parsed.success) {
      const [first] = parsed.error.issues;
      return `not a header of a launch: ${first?.path.join('.') ?? ''} ${first?.message ?? ''}`.trimEnd();
    }
    this.checker = new LaunchChecker(parsed.data, (message) =>
      this.sink.problem({ severity: 'warning', message, line: null, offset: this.offset }),
    );
    this.records = 0;
    this.sink.launch(parsed.data, this.checker.shape);
    return null;
  }

  private last(payload: Uint8Array): string | null {
    if (this.checker === null) return 'the launch has no header';
    if (payload.length !== 8) return 'the end of the launch is malformed';
    const expected = new DataView(payload.buffer, payload.byteOffset, 8).getBigUint64(0, true);
    if (expected !== BigInt(this.records)) return `the launch has ${this.records} records, not ${expected}`;
    this.endLaunch(true);
    this.expects = 'magic';
    this.needed = MAGIC.length;
    return null;
  }

  private events(payload: Uint8Array): string | null {
    const checker = this.checker;
    this.at = 0;
    if (checker === null) return 'the launch has no header';
    this.bytes = payload;
    const { flags, size, stride, site, addr } = this;
    flags.fill(0);
    size.fill(0);
    stride.fill(0);
    site.fill(0);
    addr.fill(0);
    let thread = 0;
    while (this.at < payload.length) {
      const start = this.at;
      const first = payload[this.at++]!;
      const op = first & 0xf;
      if (op > Op.cut) return this.malformed(start, `operation ${op} is unknown`);
      thread += this.signed();
      let mask = 1;
      if ((first & Form.mask) !== 0) {
        mask =
          payload[this.at]! |
          (payload[this.at + 1]! << 8) |
          (payload[this.at + 2]! << 16) |
          (payload[this.at + 3]! << 24);
        this.at += 4;
      }
      if ((first & Form.kind) !== 0) {
        flags[op] = payload[this.at++]!;
        size[op] = this.unsigned();
      }
      if ((first & Form.stride) !== 0) stride[op] = this.signed();
      if ((first & Form.site) !== 0) site[op] = site[op]! + this.signed();
      if (op <= LAST_MEMORY_OP || op === Op.acquire || op === Op.release) addr[op] = addr[op]! + this.signed();
      if (this.at > payload.length) return this.malformed(start, 'a record ends outside its chunk');
      const step = mask === 1 ? 0 : stride[op]!;
      const wrong = checker.check(op, flags[op]!, thread, mask, size[op]!, step, addr[op]!);
      if (wrong !== null) return this.malformed(start, wrong);
      if (op === Op.cut && !this.cut) {
        this.cut = true;
        const message = 'the recorder stopped before the launch ended; what follows in it is unknown';
        this.sink.problem({ severity: 'error', message, line: null, offset: this.offset });
      }
      this.filler.push(op, flags[op]!, thread, mask, size[op]!, step, addr[op]!, site[op]!);
      this.records++;
    }
    return null;
  }

  private malformed(at: number, message: string): string {
    this.at = at;
    return message;
  }

  private fail(message: string, offset: number): -1 {
    this.sink.problem({ severity: 'error', message, line: null, offset });
    this.stopped = true;
    this.endLaunch(false);
    return -1;
  }

  private endLaunch(complete: boolean): void {
    if (this.checker === null) return;
    this.filler.flush();
    this.checker.end();
    this.checker = null;
    this.sink.launchEnd(complete && !this.cut);
    this.cut = false;
  }

  private signed(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  private unsigned(): number {
    const bytes = this.bytes;
    let byte = bytes[this.at++]!;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    let scale = 0x80;
    // Eight bytes hold every exact integer; what is longer runs into the range checks.
    for (let i = 0; i < 8; i++) {
      byte = bytes[this.at++]!;
      if (byte === undefined) return 0;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
    return value;
  }
}
