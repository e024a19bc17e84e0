/** Writes down what an execution does, as the events of a trace. Memory that is a thread's own, and constants, are left out. */

import { type MemoryScope, releases } from '../intrinsics/index.ts';
import type { MemoryOrder, OrderedSpace, ScopeName, TraceEvent, TraceSite } from '../trace/index.ts';
import { MAX_ACCESS_BYTES, MAX_WARP_SIZE } from '../trace/index.ts';
import { LOCAL_BASE, SHARED_BASE, SHARED_STRIDE } from './address-space.ts';
import type { BlockState } from './block.ts';
import type { Site, SyncOperation } from './bytecode/micro-operations.ts';
import { type ExecutionListener, Watch } from './events.ts';
import type { Executable } from './executable.ts';
import type { Machine } from './machine.ts';
import { spaceOf } from './paged-memory.ts';
import { siteLocation } from './places.ts';
import { type AsyncCopy, partsOf } from './sync/async-copies.ts';
import type { Thread } from './thread.ts';

/** Where barriers of some threads of a block lie in a trace: addresses beyond those of all objects. */
const BARRIER_MEMORY = LOCAL_BASE;

export class TraceListener implements ExecutionListener {
  readonly #machine: Machine;
  readonly #warpSize: number;
  readonly #write: (event: TraceEvent, thread: Thread) => void;
  /** By the machine's site: the trace's, or -1. */
  readonly #sites: Int32Array;
  /** Numbers of barriers that nobody but us has given a token; below zero. */
  #joins = -1;
  /** Copies that threads have begun by themselves and not waited for. */
  readonly #underWay = new Map<Thread, readonly AsyncCopy[]>();

  constructor(machine: Machine, table: SiteTable, write: (event: TraceEvent, thread: Thread) => void) {
    this.#machine = machine;
    this.#warpSize = traceWarpSize(machine.executable.warpSize);
    this.#write = write;
    this.#sites = table.ofSite;
    machine.watch.fill(Watch.access);
  }

  blockStarted(block: BlockState): void {
    for (const thread of block.threads) thread.watchMask = Watch.access;
  }

  access(thread: Thread, index: number, address: number, size: number, pc: number): boolean {
    const site = this.#machine.executable.sites[index]!;
    if (site.kind === 'fence') {
      const ordered = { scope: scopeName(site.scope), ...spaceOrdered(site) };
      this.#write({ op: 'fence', thread: thread.linear, ...ordered, ...this.#site(index) }, thread);
      this.#goingOn(thread);
    } else this.#access(thread, index, address, size, pc);
    return this.#machine.error !== null;
  }

  #access(thread: Thread, index: number, address: number, size: number, pc: number | null): void {
    const site = this.#machine.executable.sites[index]!;
    const where = this.#where(thread, address);
    if (where === null || size === 0) return;
    // What is wider than an access of a trace becomes several.
    if (size > MAX_ACCESS_BYTES) {
      for (let done = 0; done < size; done += MAX_ACCESS_BYTES)
        this.#access(thread, index, address + done, Math.min(MAX_ACCESS_BYTES, size - done), pc);
      return;
    }
    const common = {
      thread: thread.linear,
      ...where,
      size,
      ...this.#site(index),
      ...(site.volatile ? { volatile: true } : {}),
    };
    if (site.kind === 'atomic') {
      const rmw = site.rmw === 'xchg' ? 'exch' : (site.rmw ?? 'add');
      const success =
        rmw === 'cas' && pc !== null ? { success: this.#machine.operations.wouldExchange(thread, pc) } : {};
      this.#write({ op: 'atomic', rmw, ...common, scope: scopeName(site.scope), ...order(site), ...success }, thread);
      if (pc !== null && releases(site.ordering)) this.#goingOn(thread);
    } else if (site.kind === 'read' || site.kind === 'write') {
      const ordered = site.ordering === null ? {} : { ...order(site), scope: scopeName(site.scope) };
      this.#write({ op: site.kind, ...common, ...ordered }, thread);
      if (pc !== null && site.kind === 'write' && releases(site.ordering)) this.#goingOn(thread);
    }
  }

  #where(thread: Thread, address: number): { space: 'global' | 'shared'; addr: number; block?: number } | null {
    switch (spaceOf(address)) {
      case 'shared': {
        const block = Math.floor((address - SHARED_BASE) / SHARED_STRIDE);
        const where = { space: 'shared', addr: (address - SHARED_BASE) % SHARED_STRIDE } as const;
        return block === thread.block.linear ? where : { ...where, block };
      }
      case 'region':
        return this.#machine.memory.regionAt(address)?.space === 'constant' ? null : { space: 'global', addr: address };
      default:
        return null;
    }
  }

  #site(index: number): { site: number } | Record<string, never> {
    const site = this.#sites[index]!;
    return site < 0 ? {} : { site };
  }

  synchronised(operation: SyncOperation, threads: readonly Thread[]): void {
    if (!this.#ordered(operation, threads)) return;
    for (const thread of threads) this.#goingOn(thread);
  }

  /** @returns whether threads have handed on what they have done */
  #ordered(operation: SyncOperation, threads: readonly Thread[]): boolean {
    const { block } = threads[0]!;
    switch (operation.kind) {
      case 'block-barrier':
        if (threads.length < block.live) this.#join(threads);
        else this.#write({ op: 'barrier', block: block.linear, ...spaceOrdered(operation) }, threads[0]!);
        return true;
      case 'grid-barrier':
        this.#write({ op: 'grid-barrier' }, threads[0]!);
        return true;
      case 'warp-barrier':
      case 'tile-barrier': {
        // Wavefronts of 64 threads are two warps of the trace.
        const warp = Math.floor(threads[0]!.index / this.#warpSize);
        if (threads.some((thread) => Math.floor(thread.index / this.#warpSize) !== warp)) {
          this.#join(threads);
          return true;
        }
        const mask = threads.reduce((lanes, thread) => lanes | (1 << (thread.index % this.#warpSize)), 0) >>> 0;
        this.#write({ op: 'warp-barrier', block: block.linear, warp, mask, ...spaceOrdered(operation) }, threads[0]!);
        return true;
      }
      default:
        // Exchanges order no memory; asynchronous copies come by themselves.
        return false;
    }
  }

  /**
   * A trace knows barriers of blocks, warps and the grid. One of other threads is a place of memory of its own that no
   * program can name: who comes there releases it, who goes on acquires it.
   */
  #join(threads: readonly Thread[]): void {
    const token = this.#joins--;
    for (const thread of threads) this.#pass(token, thread, 'release');
    this.takenOver(token, threads);
  }

  handedOn(token: number, thread: Thread): void {
    this.#pass(token, thread, 'release');
    this.#goingOn(thread);
  }

  takenOver(token: number, threads: readonly Thread[]): void {
    for (const thread of threads) this.#pass(token, thread, 'acquire');
  }

  #pass(token: number, thread: Thread, order: 'acquire' | 'release'): void {
    const addr = BARRIER_MEMORY + 8 * (token < 0 ? -2 * token - 1 : 2 * token);
    const where = { space: 'global', addr, size: 4, scope: 'device' } as const;
    this.#write({ op: 'atomic', rmw: 'add', thread: thread.linear, ...where, order }, thread);
  }

  /**
   * A trace knows threads only: one of the block stands for all of it, and makes it at the call. What a thread makes by itself
   * is there once more behind whatever hands on what the thread has done so far, and where it ends, as others may come between.
   */
  copied(threads: readonly Thread[], _copy: AsyncCopy, share: AsyncCopy): void {
    // The instruction that it comes with is an access of its own.
    if (share.timing === 'stale') return;
    this.#copied(threads[0]!, share);
    if (threads.length === 1 && share.timing === 'up-to-wait')
      this.#underWay.set(threads[0]!, [...(this.#underWay.get(threads[0]!) ?? []), share]);
  }

  copiesWaitedFor([thread]: readonly Thread[], copies: readonly number[], reads = false): void {
    const begun = thread && this.#underWay.get(thread);
    if (!begun) return;
    // What they write is under way still.
    if (reads) {
      const writesOnly = begun.map((share) => (copies.includes(share.index) ? withoutReads(share) : share));
      for (const [i, share] of begun.entries()) if (share !== writesOnly[i]) this.#copied(thread, withoutWrites(share));
      this.#underWay.set(thread, writesOnly);
      return;
    }
    for (const share of begun) if (copies.includes(share.index)) this.#copied(thread, share);
    const left = begun.filter(({ index }) => !copies.includes(index));
    this.#underWay.set(thread, left);
  }

  /** A trace knows threads only: the one that has begun the copies makes them, and hands on what it has done so far. */
  copiesDone(token: number, thread: Thread, copies: readonly number[]): void {
    this.copiesWaitedFor([thread], copies);
    this.handedOn(token, thread);
  }

  /** What the thread has done so far is handed on: what goes on comes after that, too. */
  #goingOn(thread: Thread): void {
    for (const share of this.#underWay.get(thread) ?? []) this.#copied(thread, share);
  }

  #copied(thread: Thread, share: AsyncCopy): void {
    for (const { site, address, size } of partsOf(share)) this.#access(thread, site, address, size, null);
  }

  exit(thread: Thread): void {
    for (const share of this.#underWay.get(thread) ?? []) this.#copied(thread, share);
    this.#underWay.delete(thread);
    this.#write({ op: 'exit', thread: thread.linear }, thread);
  }
}

/** Does some fence or barrier of the code order less than all memory? */
export function ordersBySpace({ sites, syncs }: Executable): boolean {
  return [...sites, ...syncs].some((one) => Object.keys(spaceOrdered(one)).length > 0);
}

function spaceOrdered(one: Site | SyncOperation): { space?: OrderedSpace } {
  return 'orders' in one && one.orders !== 'all' ? { space: one.orders } : {};
}

function withoutReads(share: AsyncCopy): AsyncCopy {
  return share.readCount === 0 ? share : { ...share, readCount: 0 };
}

function withoutWrites(share: AsyncCopy): AsyncCopy {
  return { ...share, count: 0 };
}

/** How many threads a warp of the trace has. */
export function traceWarpSize(warpSize: number): number {
  return Math.min(warpSize, MAX_WARP_SIZE);
}

export interface SiteTable {
  readonly sites: readonly TraceSite[];
  readonly ofSite: Int32Array;
}

/** Accesses at one place of the source are one site of the trace. */
export function siteTable(executable: Executable): SiteTable {
  const sites: TraceSite[] = [];
  const known = new Map<string, number>();
  const ofSite = Int32Array.from(executable.sites, ({ place }) => {
    const location = siteLocation(executable, place);
    if (location === null || location.line < 1) return -1;
    const { file, line } = location;
    const column = Math.max(1, location.column);
    const key = `${file}:${line}:${column}`;
    const old = known.get(key);
    if (old !== undefined) return old;
    const id = sites.length;
    sites.push({ id, file: executable.files[file] ?? '?', line, column });
    known.set(key, id);
    return id;
  });
  return { sites, ofSite };
}

function scopeName(scope: MemoryScope): ScopeName {
  // Traces know no clusters, and a wider scope accuses nobody.
  if (scope === 'cluster') return 'device';
  return scope === 'device' || scope === 'system' ? scope : 'block';
}

function order({ kind, ordering }: Site): { order?: MemoryOrder } {
  switch (ordering) {
    case null:
      return {};
    case 'acquire':
    case 'release':
    case 'acq_rel':
      return { order: ordering };
    case 'seq_cst':
      return { order: kind === 'read' ? 'acquire' : kind === 'write' ? 'release' : 'acq_rel' };
    default:
      return { order: 'relaxed' };
  }
}
