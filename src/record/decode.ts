/**
 * Entries of a ring in, the events of a trace out. Entries come in the order in which the device asked for their numbers.
 * What several threads do together becomes one event when the last of them has come: barriers of a block and of a warp.
 */
import {
  MAX_ACCESS_BYTES,
  type MemoryOrder,
  type ScopeName,
  type TraceHeader,
  type TraceSite,
  type TraceWriter,
} from '../trace/index.ts';
import { CopiesUnderWay } from './copies-under-way.ts';
import {
  CLUSTER_BIT,
  ENTRY_BYTES,
  Entry,
  LANES,
  LOCAL_BIT,
  OFFSET_BITS,
  OWN_ADDRESSES,
  SHARED_BIT,
  STAMP_BYTES,
} from './ring.ts';
import type { RecordSite, RecordTable } from './sites.ts';

/** What ran: the host knows it. */
export interface RecordedLaunch {
  readonly kernel: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
}

/** Entries of one launch as they lie in the ring. */
export interface RingContent {
  /** From the first entry of the ring on. */
  readonly entries: Uint8Array;
  /** As many. */
  readonly stamps: Uint8Array;
  /** Entries that were asked for. */
  readonly next: number;
}

/** Shared memory is smaller than this; what lies above in an address is where a block's own begins. */
const SHARED_BYTES = 1n << OFFSET_BITS;
/** Barriers of some threads of a block are memory that no program can name: who comes releases it, who goes on acquires it. */
const BARRIER_MEMORY = 2 ** 52;

/**
 * Writes the trace of a launch.
 * @returns how many entries found no room, and how many were not whole
 */
export function decodeRing(
  { entries, stamps, next }: RingContent,
  table: RecordTable,
  launch: RecordedLaunch,
  writer: TraceWriter,
): { readonly dropped: number; readonly broken: number } {
  const capacity = Math.floor(entries.length / ENTRY_BYTES);
  const count = Math.min(next, capacity);
  const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
  const stampView = new DataView(stamps.buffer, stamps.byteOffset, stamps.byteLength);
  const decoder = new Decoder(table, launch, writer);
  let broken = 0;
  for (let i = 0; i < count; i++) {
    const isWhole = stampView.getBigUint64(i * STAMP_BYTES, true) === BigInt(i + 1);
    if (!isWhole || !decoder.entry(view, i * ENTRY_BYTES)) broken++;
  }
  const dropped = next - count;
  if (dropped > 0) writer.event({ op: 'cut', reason: `${dropped} entries found no room in the ring` });
  return { dropped, broken };
}

interface Where {
  readonly space: 'global' | 'shared';
  readonly addr: number;
  /** Whose shared memory it is, where that is not the thread's own block. */
  readonly block?: number;
}

interface Access {
  readonly op: 'read' | 'write' | 'atomic';
  readonly rmw: string;
  readonly thread: number;
  readonly size: number;
  readonly site: number;
  readonly volatile?: boolean;
  readonly scope?: ScopeName;
  readonly order?: MemoryOrder;
  readonly success?: boolean;
}

class Decoder {
  readonly #table: RecordTable;
  readonly #writer: TraceWriter;
  readonly #perBlock: number;
  readonly #blocks: number;
  /** The trace's sites by those of the table: places, each once. */
  readonly #siteIds: readonly number[];
  readonly #exited = new Map<number, Set<number>>();
  /** Threads that wait at a barrier, by block, kind and number. */
  readonly #waiting = new Map<string, Set<number>>();
  readonly #copies: CopiesUnderWay;
  #joins = 0;

  constructor(table: RecordTable, { kernel, grid, block }: RecordedLaunch, writer: TraceWriter) {
    this.#table = table;
    this.#writer = writer;
    this.#perBlock = block[0] * block[1] * block[2];
    this.#blocks = grid[0] * grid[1] * grid[2];
    const { sites, ids } = placesOf(table);
    this.#siteIds = ids;
    const header: TraceHeader = {
      format: 'gpurace-trace',
      version: 1,
      kernel,
      grid: [...grid],
      block: [...block],
      warpSize: LANES,
      sites,
    };
    writer.launch(header);
    this.#copies = new CopiesUnderWay({
      access: (thread, { op, size, id: site, address }) =>
        this.#write({ op, rmw: 'add', thread, size, site: this.#siteIds[site]! }, address),
      release: (thread, { id, address }) => {
        const order = { scope: 'device', order: 'release' } as const;
        this.#write({ op: 'atomic', rmw: 'add', thread, size: 8, site: this.#siteIds[id]!, ...order }, address);
      },
    });
  }

  /** @returns false for an entry that cannot be */
  entry(view: DataView, at: number): boolean {
    const id = view.getUint32(at + Entry.site, true);
    const site = this.#table.sites[id];
    const first = Number(view.getBigUint64(at + Entry.thread, true));
    const mask = view.getUint32(at + Entry.mask, true);
    if (site === undefined || first >= this.#perBlock * this.#blocks) return false;
    const success = view.getUint32(at + Entry.success, true);
    const stride = view.getInt32(at + Entry.stride, true);
    const leader = 31 - Math.clz32(mask & -mask);
    const addressOf = (lane: number) =>
      stride === OWN_ADDRESSES
        ? view.getBigUint64(at + Entry.addresses + 8 * lane, true)
        : BigInt.asUintN(64, view.getBigUint64(at + Entry.addresses, true) + BigInt(stride * (lane - leader)));
    for (let lane = 0; lane < LANES; lane++) {
      if ((mask & (1 << lane)) === 0) continue;
      const thread = first + lane;
      if (Math.floor(thread / this.#perBlock) !== Math.floor(first / this.#perBlock)) return false;
      const address = addressOf(lane);
      this.#thread(site, id, { thread, address, hasSwapped: (success & (1 << lane)) !== 0 });
    }
    return true;
  }

  #thread(
    site: RecordSite,
    id: number,
    {
      thread,
      address,
      hasSwapped,
    }: { readonly thread: number; readonly address: bigint; readonly hasSwapped: boolean },
  ): void {
    const at = this.#siteIds[id]!;
    switch (site.kind) {
      case 'access':
        if (site.ends) this.#copies.passed(this.#keyOf(thread, address));
        this.#access(site, at, thread, address, hasSwapped);
        return;
      case 'fence':
        this.#writer.event({ op: 'fence', thread, scope: site.scope, site: at });
        this.#copies.handedOn(thread);
        return;
      case 'barrier':
        this.#barrier(thread, Number(address & 0xffffffffn), Number(address >> 32n), site.waits);
        return;
      case 'warp-barrier':
        this.#warpBarrier(thread, Number(address & 0xffffffffn));
        return;
      case 'copy-size':
        this.#copies.sized(thread, Number(address & 0xffffffffn));
        return;
      case 'copy':
        this.#copies.begin(thread, site.queue, { op: site.op, size: site.size, id, address });
        return;
      case 'copy-bind':
        this.#copies.bind(thread, site.queue, { key: this.#keyOf(thread, address), id, address });
        return;
      case 'copy-commit':
        this.#copies.commit(thread, site.queue);
        return;
      case 'copy-wait':
        this.#copies.wait(thread, site.queue, site.pending, site.reads);
        return;
      case 'exit':
        this.#exit(thread);
    }
  }

  // ---- memory ------------------------------------------------------------------------------------------------------

  #access(
    site: Extract<RecordSite, { kind: 'access' }>,
    id: number,
    thread: number,
    address: bigint,
    hasSwapped: boolean,
  ): void {
    const { op, rmw, size, scope, order } = site;
    const common = { op, rmw: rmw ?? 'add', thread, size, site: id, ...(site.volatile ? { volatile: true } : {}) };
    const ordered = order === null ? {} : { order, scope: scope ?? 'device' };
    const success = op === 'atomic' && rmw === 'cas' ? { success: hasSwapped } : {};
    this.#write({ ...common, ...ordered, ...success }, address);
    if (order === 'release' || order === 'acq_rel') this.#copies.handedOn(thread);
  }

  /** Writes an access; what is wider than an access of a trace becomes several. */
  #write({ op, rmw, size, success, ...common }: Access, address: bigint): void {
    const where = this.#whereOf(common.thread, address);
    if (where === null) return;
    for (let done = 0; done < size; done += MAX_ACCESS_BYTES) {
      const part = { ...common, ...where, addr: where.addr + done, size: Math.min(MAX_ACCESS_BYTES, size - done) };
      if (op !== 'atomic') this.#writer.event({ op, ...part });
      else {
        const swapped = success === undefined ? {} : { success };
        this.#writer.event({ op, rmw, ...part, scope: part.scope ?? 'device', ...swapped });
      }
    }
  }

  /** Null for memory that is a thread's own. */
  #whereOf(thread: number, address: bigint): Where | null {
    if ((address & SHARED_BIT) !== 0n) return { space: 'shared', addr: Number(address % SHARED_BYTES) };
    if ((address & LOCAL_BIT) !== 0n) return null;
    if ((address & CLUSTER_BIT) === 0n) return { space: 'global', addr: Number(address) };
    const block = Number((address ^ CLUSTER_BIT) >> OFFSET_BITS);
    const isOwn = block === Math.floor(thread / this.#perBlock) || block >= this.#blocks;
    return { space: 'shared', addr: Number(address % SHARED_BYTES), ...(isOwn ? {} : { block }) };
  }

  /** The same for all threads that name the place. */
  #keyOf(thread: number, address: bigint): string {
    const where = this.#whereOf(thread, address);
    if (where === null) return `thread ${thread} ${address}`;
    return where.space === 'global'
      ? `${where.addr}`
      : `${where.block ?? Math.floor(thread / this.#perBlock)} ${where.addr}`;
  }

  // ---- barriers ----------------------------------------------------------------------------------------------------

  #arrived(key: string, thread: number): Set<number> {
    const waiting = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, waiting);
    waiting.add(thread);
    return waiting;
  }

  #exitedIn(block: number): ReadonlySet<number> {
    return this.#exited.get(block) ?? new Set();
  }

  #barrier(thread: number, number: number, count: number, waits: boolean): void {
    const block = Math.floor(thread / this.#perBlock);
    const key = `${block} barrier ${number} ${count}`;
    const waiting = this.#arrived(key, waits ? thread : -1 - thread);
    const wanted = count === 0 ? this.#perBlock - this.#exitedIn(block).size : count;
    if (waiting.size >= wanted) this.#releaseBlock(key, block, waiting);
  }

  #releaseBlock(key: string, block: number, waiting: ReadonlySet<number>): void {
    this.#waiting.delete(key);
    const live = this.#perBlock - this.#exitedIn(block).size;
    const isPlain = waiting.size >= live && [...waiting].every((thread) => thread >= 0);
    if (isPlain) this.#writer.event({ op: 'barrier', block });
    else this.#join([...waiting]);
    for (const thread of waiting) this.#copies.handedOn(thread < 0 ? -1 - thread : thread);
  }

  /** Threads that only arrive are below zero: they release, and acquire nothing. */
  #join(threads: readonly number[]): void {
    const addr = BARRIER_MEMORY + 8 * this.#joins++;
    const pass = (thread: number, order: 'acquire' | 'release') =>
      this.#writer.event({ op: 'atomic', rmw: 'add', thread, space: 'global', addr, size: 4, scope: 'device', order });
    for (const thread of threads) pass(thread < 0 ? -1 - thread : thread, 'release');
    for (const thread of threads) if (thread >= 0) pass(thread, 'acquire');
  }

  #warpBarrier(thread: number, mask: number): void {
    const block = Math.floor(thread / this.#perBlock);
    const warp = Math.floor((thread % this.#perBlock) / LANES);
    const key = `${block} warp ${warp} ${mask}`;
    const waiting = this.#arrived(key, thread);
    if (waiting.size >= this.#lanesOf(block, warp, mask)) this.#releaseWarp(key, block, warp, waiting);
  }

  /** The lanes of a mask that are there. */
  #lanesOf(block: number, warp: number, mask: number): number {
    let lanes = 0;
    for (let lane = 0; lane < LANES; lane++) {
      const index = warp * LANES + lane;
      const isThere = index < this.#perBlock && !this.#exitedIn(block).has(block * this.#perBlock + index);
      if ((mask & (1 << lane)) !== 0 && isThere) lanes++;
    }
    return lanes;
  }

  #releaseWarp(key: string, block: number, warp: number, waiting: ReadonlySet<number>): void {
    this.#waiting.delete(key);
    const lanes = [...waiting].reduce((all, thread) => all | (1 << ((thread % this.#perBlock) % LANES)), 0) >>> 0;
    this.#writer.event({ op: 'warp-barrier', block, warp, mask: lanes });
    for (const thread of waiting) this.#copies.handedOn(thread);
  }

  /** Whoever waits for all threads of the block waits no longer for this one. */
  #exit(thread: number): void {
    this.#copies.exit(thread);
    this.#writer.event({ op: 'exit', thread });
    const block = Math.floor(thread / this.#perBlock);
    const exited = this.#exited.get(block) ?? new Set();
    this.#exited.set(block, exited);
    exited.add(thread);
    for (const [key, waiting] of [...this.#waiting]) {
      const [of, kind, number, rest] = key.split(' ');
      if (Number(of) !== block) continue;
      const isMet =
        kind === 'warp'
          ? waiting.size >= this.#lanesOf(block, Number(number), Number(rest))
          : rest === '0' && waiting.size >= this.#perBlock - exited.size;
      if (!isMet) continue;
      if (kind === 'warp') this.#releaseWarp(key, block, Number(number), waiting);
      else this.#releaseBlock(key, block, waiting);
    }
  }
}

function placesOf({ sites }: RecordTable): { sites: TraceSite[]; ids: number[] } {
  const places: TraceSite[] = [];
  const known = new Map<string, number>();
  const ids = sites.map(({ file, line, column }) => {
    const place = { file, line: Math.max(1, line), column: Math.max(1, column) };
    const key = `${place.file}:${place.line}:${place.column}`;
    const id = known.get(key) ?? places.length;
    if (id === places.length) places.push({ id, ...place });
    known.set(key, id);
    return id;
  });
  return { sites: places, ids };
}
