/** What readers of traces have in common: what they tell, and the batches that they tell it in. */
import { createBatch, type EventBatch } from './events.ts';
import type { LaunchShape, TraceHeader } from './header.ts';

export interface TraceProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** Line of an NDJSON trace, counted from 1. */
  readonly line: number | null;
  /** Byte offset in a binary trace. */
  readonly offset: number | null;
}

/** What a reader tells, in this order for every launch: `launch`, `events` many times, `launchEnd`. */
export interface TraceSink {
  launch(header: TraceHeader, shape: LaunchShape): void;
  /** The batch belongs to the reader and is overwritten after the call. */
  events(batch: EventBatch): void;
  /** @param complete False when the launch was cut, damaged or truncated; what was told of it stands. */
  launchEnd(complete: boolean): void;
  problem(problem: TraceProblem): void;
}

export interface TraceReader {
  /** Takes the next bytes. @returns false when nothing more will be read, because of an error */
  write(bytes: Uint8Array): boolean;
  /** The trace ends here. */
  end(): void;
}

/** Collects entries and hands them on when a batch is full. */
export class BatchFiller {
  readonly #batch = createBatch();
  readonly #sink: Pick<TraceSink, 'events'>;

  constructor(sink: Pick<TraceSink, 'events'>) {
    this.#sink = sink;
  }

  push(
    op: number,
    flags: number,
    thread: number,
    mask: number,
    size: number,
    stride: number,
    addr: number,
    site: number,
  ): void {
    const batch = this.#batch;
    const i = batch.length;
    batch.op[i] = op;
    batch.flags[i] = flags;
    batch.thread[i] = thread;
    batch.mask[i] = mask;
    batch.size[i] = size;
    batch.stride[i] = stride;
    batch.addr[i] = addr;
    batch.site[i] = site;
    batch.length = i + 1;
    if (batch.length === batch.op.length) this.flush();
  }

  flush(): void {
    if (this.#batch.length > 0) this.#sink.events(this.#batch);
    this.#batch.length = 0;
  }
}
