/**
 * Entries of a ring in, the events of a trace out. Entries come in the order in which the device asked for their numbers.
 * What several threads do together becomes one event when the last of them has come: barriers of a block and of a warp.
 */
import type { TraceHeader, TraceSite, TraceWriter } from '../trace/index.ts';
import { ENTRY_BYTES, Entry, LANES, LOCAL_BIT, SHARED_BIT } from './ring.ts';
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
  /** Entries that were asked for. */
  readonly next: number;
}

/** Shared memory is smaller than this; what lies above in an address is where a block's own begins. */
const SHARED_BYTES = 1n << 24n;
/** Barriers of some threads of a block are memory that no program can name: who comes releases it, who goes on acquires it. */
const BARRIER_MEMORY = 2 ** 52;

/**
 * Writes the trace of a launch.
 * @returns how many entries found no room, and how many were not whole
 */
export function decodeRing(
  { entries, next }: RingContent,
  table: RecordTable,
  launch: RecordedLaunch,
  writer: TraceWriter,
): { readonly dropped: number; readonly broken: number } {
  const capacity = Math.floor(entries.length / ENTRY_BYTES);
  const count = Math.min(next, capacity);
  const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
  const decoder = new Decoder(table, launch, writer);
  let broken = 0;
  for (let i = 0; i < count; i++) {
    const at = i * ENTRY_BYTES;
    const isWhole = view.getBigUint64(at + Entry.stamp, true) === BigInt(i + 1);
    if (!isWhole || !decoder.entry(view, at)) broken++;
  }
  const dropped = next - count;
  if (dropped > 0) writer.event({ op: 'cut', reason: `${dropped} entries found no room in the ring` });
  return { dropped, broken };
}

interface Copied {
  readonly site: Extract<RecordSite, { kind: 'copy' }>;
  readonly id: number;
  readonly address: bigint;
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
  /** Copies of a thread that are not known to be finished: groups, the last one is open. */
  readonly #copies = new Map<number, Copied[][]>();
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
  }

  /** @returns false for an entry that cannot be */
  entry(view: DataView, at: number): boolean {
    const id = view.getUint32(at + Entry.site, true);
    const site = this.#table.sites[id];
    const first = Number(view.getBigUint64(at + Entry.thread, true));
    const mask = view.getUint32(at + Entry.mask, true);
    if (site === undefined || first >= this.#perBlock * this.#blocks) return false;
    const success = view.getUint32(at + Entry.success, true);
    for (let lane = 0; lane < LANES; lane++) {
      if ((mask & (1 << lane)) === 0) continue;
      const thread = first + lane;
      if (Math.floor(thread / this.#perBlock) !== Math.floor(first / this.#perBlock)) return false;
      const address = view.getBigUint64(at + Entry.addresses + 8 * lane, true);
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
        this.#access(site, at, thread, address, hasSwapped);
        return;
      case 'fence':
        this.#writer.event({ op: 'fence', thread, scope: site.scope, site: at });
        return;
      case 'barrier':
        this.#barrier(thread, Number(address & 0xffffffffn), Number(address >> 32n), site.waits);
        return;
      case 'warp-barrier':
        this.#warpBarrier(thread, Number(address & 0xffffffffn));
        return;
      case 'copy':
        this.#groupsOf(thread).at(-1)!.push({ site, id, address });
        return;
      case 'copy-commit':
        this.#groupsOf(thread).push([]);
        return;
      case 'copy-wait':
        this.#waitForCopies(thread, site.pending);
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
    const where = whereOf(address);
    if (where === null) return;
    const { op, rmw, size, scope, order } = site;
    const common = { thread, ...where, size, site: id, ...(site.volatile ? { volatile: true } : {}) };
    if (op === 'atomic') {
      const success = rmw === 'cas' ? { success: hasSwapped } : {};
      const ordered = { scope: scope ?? 'device', ...(order === null ? {} : { order }) } as const;
      this.#writer.event({ op, rmw: rmw ?? 'add', ...common, ...ordered, ...success });
    } else this.#writer.event({ op, ...common, ...(order === null ? {} : { order, scope: scope ?? 'device' }) });
  }

  #groupsOf(thread: number): Copied[][] {
    let groups = this.#copies.get(thread);
    if (groups === undefined) {
      groups = [[]];
      this.#copies.set(thread, groups);
    }
    return groups;
  }

  /** A copy is as late as what waits for it: whoever reads before that may read what was there before. */
  #waitForCopies(thread: number, pending: number | null): void {
    const groups = this.#groupsOf(thread);
    const finished = pending === null ? groups.splice(0) : groups.splice(0, Math.max(0, groups.length - 1 - pending));
    if (groups.length === 0) groups.push([]);
    for (const { site, id, address } of finished.flat()) {
      const where = whereOf(address);
      if (where === null) continue;
      this.#writer.event({ op: site.op, thread, ...where, size: site.size, site: this.#siteIds[id]! });
    }
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
  }

  /** Whoever waits for all threads of the block waits no longer for this one. */
  #exit(thread: number): void {
    this.#waitForCopies(thread, null);
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

/** Null for memory that is a thread's own. */
function whereOf(address: bigint): { readonly space: 'global' | 'shared'; readonly addr: number } | null {
  if ((address & SHARED_BIT) !== 0n) return { space: 'shared', addr: Number(address % SHARED_BYTES) };
  if ((address & LOCAL_BIT) !== 0n) return null;
  return { space: 'global', addr: Number(address) };
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
