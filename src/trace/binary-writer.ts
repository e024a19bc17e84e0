/** The binary encoding, written (docs/trace-format.md): neighbouring accesses of a warp's lanes are one record. */
import { crc32 } from 'node:zlib';
import { CHUNK_HEAD_BYTES, Chunk, Form, MAGIC, OPS } from './binary-format.ts';
import {
  type EventBatch,
  Flag,
  LAST_MEMORY_OP,
  Op,
  orderedSpaceFlags,
  ScopeCode,
  sharedAddress,
  type TraceEvent,
  type TraceWriter,
} from './events.ts';
import { headerText, type LaunchShape, launchShape, type TraceHeader } from './header.ts';

/** A chunk is handed on when it has this size. */
const CHUNK_BYTES = 1 << 18;
/** No record is longer. */
const MAX_RECORD_BYTES = 64;

export interface BinaryTraceWriter extends TraceWriter {
  /** Many entries at once, without an object each. */
  events(batch: EventBatch): void;
}

/**
 * Writes the binary encoding. Neighbouring accesses of one instruction by the lanes of a warp become one record when
 * their addresses have one stride.
 * @param sink Takes bytes that stay as they are.
 */
export function createBinaryWriter(sink: (bytes: Uint8Array) => void): BinaryTraceWriter {
  return new BinaryWriter(sink);
}

function memoryOp(event: TraceEvent & { readonly op: 'read' | 'write' | 'atomic' }): Op {
  if (event.op !== 'atomic') return event.op === 'read' ? Op.read : Op.write;
  return event.rmw === 'cas' ? Op.cas : event.rmw === 'exch' ? Op.exchange : Op.atomic;
}

class BinaryWriter implements BinaryTraceWriter {
  readonly #sink: (bytes: Uint8Array) => void;
  readonly #bytes = new Uint8Array(CHUNK_BYTES + MAX_RECORD_BYTES);
  #at = 0;
  #records = 0;
  #launchRecords = 0;
  #shape: LaunchShape | null = null;

  // What the last record of each operation had.
  readonly #flags = new Uint8Array(OPS);
  readonly #size = new Int32Array(OPS);
  readonly #stride = new Int32Array(OPS);
  readonly #site = new Int32Array(OPS);
  readonly #addr = new Float64Array(OPS);
  #thread = 0;

  // The record that may still grow.
  #open = false;
  #openOp = 0;
  #openFlags = 0;
  #openThread = 0;
  #openMask = 0;
  #openSize = 0;
  #openStride = 0;
  #openAddr = 0;
  #openSite = 0;

  constructor(sink: (bytes: Uint8Array) => void) {
    this.#sink = sink;
  }

  launch(header: TraceHeader): void {
    this.#finish();
    this.#shape = launchShape(header);
    this.#sink(MAGIC.slice());
    this.#chunk(Chunk.header, Buffer.from(headerText(header)));
    this.#reset();
  }

  event(event: TraceEvent): void {
    const site = 'site' in event && event.site !== undefined ? event.site : -1;
    const { threadsPerBlock, warpSize } = this.#shape ?? { threadsPerBlock: 1, warpSize: 32 };
    switch (event.op) {
      case 'read':
      case 'write':
      case 'atomic': {
        const op = memoryOp(event);
        const order = event.order ?? 'relaxed';
        const flags =
          ScopeCode[event.scope ?? 'device'] |
          (event.space === 'shared' ? Flag.shared : 0) |
          (event.volatile === true ? Flag.volatile : 0) |
          (order === 'acquire' || order === 'acq_rel' ? Flag.acquire : 0) |
          (order === 'release' || order === 'acq_rel' ? Flag.release : 0) |
          (event.op !== 'atomic' && event.order !== undefined ? Flag.atomic : 0) |
          (event.op === 'atomic' && event.success === false ? Flag.failed : 0);
        const addr = event.block === undefined ? event.addr : sharedAddress(event.block, event.addr);
        this.#push(op, flags, event.thread, 1, event.size, 0, addr, site);
        return;
      }
      case 'fence':
        this.#push(Op.fence, ScopeCode[event.scope] | orderedSpaceFlags(event.space), event.thread, 1, 0, 0, 0, site);
        return;
      case 'barrier':
        this.#push(Op.barrier, 1 | orderedSpaceFlags(event.space), event.block * threadsPerBlock, 1, 0, 0, 0, site);
        return;
      case 'warp-barrier':
        this.#push(
          Op.warpBarrier,
          1 | orderedSpaceFlags(event.space),
          event.block * threadsPerBlock + event.warp * warpSize,
          this.#present(event.warp) & (event.mask | 0),
          0,
          0,
          0,
          site,
        );
        return;
      case 'grid-barrier':
        this.#push(Op.gridBarrier, 1, 0, 1, 0, 0, 0, site);
        return;
      case 'acquire':
      case 'release':
        this.#push(
          event.op === 'acquire' ? Op.acquire : Op.release,
          ScopeCode[event.scope],
          event.thread,
          1,
          0,
          0,
          event.lock,
          site,
        );
        return;
      case 'exit':
        this.#push(Op.exit, 1, event.thread, 1, 0, 0, 0, site);
        return;
      case 'cut':
        this.#push(Op.cut, 1, 0, 1, 0, 0, 0, site);
    }
  }

  events(batch: EventBatch): void {
    for (let i = 0; i < batch.length; i++) {
      this.#push(
        batch.op[i]!,
        batch.flags[i]!,
        batch.thread[i]!,
        batch.mask[i]!,
        batch.size[i]!,
        batch.stride[i]!,
        batch.addr[i]!,
        batch.site[i]!,
      );
    }
  }

  end(): void {
    this.#finish();
  }

  /** Lanes that the warp of a block has. */
  #present(warp: number): number {
    const { threadsPerBlock, warpSize } = this.#shape ?? { threadsPerBlock: 32, warpSize: 32 };
    const lanes = Math.min(warpSize, threadsPerBlock - warp * warpSize);
    return lanes >= 32 ? -1 : (1 << lanes) - 1;
  }

  #push(
    op: number,
    flags: number,
    thread: number,
    mask: number,
    size: number,
    stride: number,
    addr: number,
    site: number,
  ): void {
    const grows = op <= LAST_MEMORY_OP || op === Op.fence;
    if (this.#open && grows && mask === 1 && this.#extend(op, flags, thread, size, addr, site)) return;
    this.#flushOpen();
    this.#openOp = op;
    this.#openFlags = flags;
    this.#openThread = thread;
    this.#openMask = mask;
    this.#openSize = size;
    this.#openStride = stride;
    this.#openAddr = addr;
    this.#openSite = site;
    this.#open = true;
    if (!grows || mask !== 1) this.#flushOpen();
  }

  /** Lanes join in rising order, so that the order of the trace stays. */
  #extend(op: number, flags: number, thread: number, size: number, addr: number, site: number): boolean {
    if (op !== this.#openOp || flags !== this.#openFlags || size !== this.#openSize || site !== this.#openSite)
      return false;
    const lane = thread - this.#openThread;
    const top = 31 - Math.clz32(this.#openMask);
    const { threadsPerBlock, warpSize } = this.#shape!;
    if (lane <= top || lane > 31 || warpOf(thread) !== warpOf(this.#openThread)) return false;
    if (this.#openMask === 1) {
      const stride = (addr - this.#openAddr) / lane;
      if (!Number.isInteger(stride) || Math.abs(stride) > 0x3fffffff) return false;
      this.#openStride = stride;
    } else if (this.#openAddr + this.#openStride * lane !== addr) return false;
    this.#openMask |= 1 << lane;
    return true;

    function warpOf(t: number): number {
      const block = Math.floor(t / threadsPerBlock);
      return block * 65_537 + Math.floor((t - block * threadsPerBlock) / warpSize);
    }
  }

  #flushOpen(): void {
    if (!this.#open) return;
    this.#open = false;
    const op = this.#openOp;
    const flags = this.#openFlags;
    const size = this.#openSize;
    const stride = this.#openStride;
    const site = this.#openSite;
    const mask = this.#openMask;
    const kind = flags !== this.#flags[op] || size !== this.#size[op];
    const masked = mask !== 1;
    const strided = masked && stride !== this.#stride[op];
    const sited = site !== this.#site[op];
    this.#bytes[this.#at++] =
      op | (masked ? Form.mask : 0) | (kind ? Form.kind : 0) | (strided ? Form.stride : 0) | (sited ? Form.site : 0);
    this.#signed(this.#openThread - this.#thread);
    this.#thread = this.#openThread;
    if (masked) {
      this.#bytes[this.#at++] = mask;
      this.#bytes[this.#at++] = mask >>> 8;
      this.#bytes[this.#at++] = mask >>> 16;
      this.#bytes[this.#at++] = mask >>> 24;
    }
    if (kind) {
      this.#bytes[this.#at++] = flags;
      this.#unsigned(size);
      this.#flags[op] = flags;
      this.#size[op] = size;
    }
    if (strided) {
      this.#signed(stride);
      this.#stride[op] = stride;
    }
    if (sited) {
      this.#signed(site - this.#site[op]!);
      this.#site[op] = site;
    }
    if (op <= LAST_MEMORY_OP || op === Op.acquire || op === Op.release) {
      this.#signed(this.#openAddr - this.#addr[op]!);
      this.#addr[op] = this.#openAddr;
    }
    this.#records++;
    if (this.#at >= CHUNK_BYTES) this.#flushChunk();
  }

  #flushChunk(): void {
    if (this.#records === 0) return;
    this.#chunk(Chunk.events, this.#bytes.subarray(0, this.#at));
    this.#launchRecords += this.#records;
    this.#reset();
  }

  #finish(): void {
    if (this.#shape === null) return;
    this.#flushOpen();
    this.#flushChunk();
    const count = new Uint8Array(8);
    new DataView(count.buffer).setBigUint64(0, BigInt(this.#launchRecords), true);
    this.#chunk(Chunk.end, count);
    this.#launchRecords = 0;
    this.#shape = null;
  }

  /** Every chunk starts from nothing, so that it can be read alone. */
  #reset(): void {
    this.#at = 0;
    this.#records = 0;
    this.#thread = 0;
    this.#flags.fill(0);
    this.#size.fill(0);
    this.#stride.fill(0);
    this.#site.fill(0);
    this.#addr.fill(0);
  }

  #chunk(type: number, payload: Uint8Array): void {
    const whole = new Uint8Array(CHUNK_HEAD_BYTES + payload.length);
    const view = new DataView(whole.buffer);
    view.setUint8(0, type);
    view.setUint32(1, payload.length, true);
    view.setUint32(5, crc32(payload), true);
    whole.set(payload, CHUNK_HEAD_BYTES);
    this.#sink(whole);
  }

  #signed(value: number): void {
    this.#unsigned(value >= 0 ? value * 2 : -value * 2 - 1);
  }

  /** Seven bits a byte, the lowest first. Values reach beyond 32 bits, so no shifts. */
  #unsigned(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#at++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#at++] = rest;
  }
}
