/** Watches the two threads of a witness for two accesses that touch the same bytes and that nothing orders. */

import { type OrderedMemory, ordersMemory } from '../../intrinsics/index.ts';
import type { BlockState } from '../block.ts';
import type { Site, SyncOperation } from '../bytecode/micro-operations.ts';
import { type ExecutionListener, Watch } from '../events.ts';
import type { Machine } from '../machine.ts';
import { spaceOf } from '../paged-memory.ts';
import { storedValue } from '../stored-value.ts';
import { type AsyncCopy, type CopyPart, partsOf } from '../sync/async-copies.ts';
import type { Thread } from '../thread.ts';
import { granulesOf, overlap } from './bytes.ts';
import { reaches, TwoThreadOrder } from './two-thread-order.ts';
import { type WitnessAccess, WitnessSites } from './witness-sites.ts';

/** A dynamic access of one of the two threads. */
export interface SeenAccess {
  readonly which: 0 | 1;
  readonly role: 0 | 1;
  readonly site: number;
  readonly address: number;
  readonly size: number;
  readonly epoch: number;
  /** In lockstep: which time it was that lanes went on together. */
  readonly issue: number;
  readonly value: Uint8Array | null;
  /** The copy of the block that it is a part of. */
  readonly copy: SeenCopy | null;
}

/** A copy of a block, as if one of the two threads made it. It ends in the epochs in which that thread waits for it. */
interface SeenCopy {
  readonly index: number;
  readonly which: 0 | 1;
  /** It may have begun with the kernel. */
  readonly isStale: boolean;
  readonly isAsync: boolean;
  /** This is what it reads. */
  readonly isRead: boolean;
  until: { readonly global: number; readonly shared: number } | null;
}

export interface Conflict {
  readonly accesses: readonly [SeenAccess, SeenAccess];
  /** Both are writes, of the same bytes. */
  readonly sameValue: boolean;
}

/** Accesses longer than this are kept in one list instead of by address. */
const MAX_GRANULES = 64;

/** In lockstep lanes race within one issue of an instruction only; so many issues are kept. */
const MAX_ISSUES = 64;

export class WitnessListener implements ExecutionListener {
  readonly #machine: Machine;
  readonly #threads: readonly [number, number];
  readonly #sites: WitnessSites;
  readonly #hold: boolean;
  /** A thread is held against copies that it has begun itself. */
  readonly #isOneThread: boolean;
  readonly #isIts: boolean;
  /** Barriers of OpenCL may order one kind of memory only. */
  readonly #orders: { readonly global: TwoThreadOrder; readonly shared: TwoThreadOrder };
  readonly #ordering: boolean;
  readonly #byGranule = new Map<number, SeenAccess[]>();
  readonly #long: SeenAccess[] = [];
  /** Threads (of the two) that may pass the access they are held at. */
  readonly #passes = new Set<number>();
  /** Copies that nobody has waited for yet. */
  #copies: SeenCopy[] = [];
  /** How often each thread executed an access it was asked for. */
  readonly executed: [number, number] = [0, 0];
  /** True when the bytes were the same but the accesses were ordered. */
  metOrdered = false;
  metAtomic = false;
  /** True when only lockstep kept them apart. */
  metInStep = false;
  meeting: Conflict | null = null;
  /** Steps at which the first meeting was found. */
  foundAt = 0;

  /**
   * @param byLine Compare lines only, for when the columns of two analyses differ.
   * @param hold Hold each thread at its access until the other one is at its own.
   */
  constructor(
    machine: Machine,
    threads: readonly [number, number],
    accesses: readonly [WitnessAccess, WitnessAccess],
    options: { readonly byLine: boolean; readonly hold: boolean },
  ) {
    this.#isOneThread = threads[0] === threads[1];
    this.#machine = machine;
    this.#threads = threads;
    this.#sites = new WitnessSites(machine.executable, accesses, options.byLine);
    this.#hold = options.hold && !this.#isOneThread;
    this.#isIts = machine.options.warpModel === 'its';
    const { cluster } = machine.executable;
    this.#orders = { global: new TwoThreadOrder(threads, cluster), shared: new TwoThreadOrder(threads, cluster) };
    let ordering = false;
    machine.executable.sites.forEach((site, index) => {
      if (this.#sites.mayPlay(index)) machine.watch[index]! |= Watch.access;
      if (mayOrder(site)) {
        machine.watch[index]! |= Watch.ordering;
        ordering = true;
      }
    });
    this.#ordering = ordering;
  }

  /** True when the outcome may hang on the schedule: something besides barriers orders threads. */
  get hasOrdering(): boolean {
    return this.#ordering;
  }

  // ---- what the executor tells -----------------------------------------------------------------------------------------------

  blockStarted(block: BlockState): void {
    for (const thread of block.threads) {
      const isOne = this.#threads.includes(thread.linear);
      thread.watchMask = (isOne ? Watch.access : 0) | (this.#ordering ? Watch.ordering : 0);
    }
  }

  access(thread: Thread, index: number, address: number, size: number, pc: number): boolean {
    const site = this.#machine.executable.sites[index]!;
    if (site.kind === 'fence') {
      if (ordersMemory(site.orders, 'global')) this.#orders.global.fence(thread, site);
      if (ordersMemory(site.orders, 'shared')) this.#orders.shared.fence(thread, site);
      return false;
    }
    const which = this.#threads.indexOf(thread.linear);
    if (which >= 0) {
      const roles = ([0, 1] as const).filter((role) => this.#sites.plays(role, thread, index));
      if (roles.length > 0) {
        if (this.#hold && !this.#passes.delete(thread.linear) && roles.includes(which as 0 | 1)) return true;
        const value = site.kind === 'write' ? storedValue(this.#machine.executable, thread, pc) : null;
        this.#seen(which as 0 | 1, roles, { site: index, address, size, value, copy: null });
      }
    }
    // The order of the access itself counts for what comes after it.
    if (mayOrder(site)) {
      this.#orders.global.access(thread, site, address);
      this.#orders.shared.access(thread, site, address);
    }
    return false;
  }

  synchronised(operation: SyncOperation, threads: readonly Thread[]): void {
    switch (operation.kind) {
      case 'block-barrier':
      case 'warp-barrier':
        if (ordersMemory(operation.orders, 'global')) this.#orders.global.barrier(threads);
        if (ordersMemory(operation.orders, 'shared')) this.#orders.shared.barrier(threads);
        return;
      case 'tile-barrier':
      case 'grid-barrier':
        this.#orders.global.barrier(threads);
        this.#orders.shared.barrier(threads);
    }
  }

  handedOn(token: number, thread: Thread): void {
    this.#orders.global.handOn(token, thread);
    this.#orders.shared.handOn(token, thread);
  }

  takenOver(token: number, threads: readonly Thread[]): void {
    this.#orders.global.takeOver(token, threads);
    this.#orders.shared.takeOver(token, threads);
  }

  copiesDone(token: number, _thread: Thread, copies: readonly number[]): void {
    // Most copies are none that anybody asks of.
    const asked = copies.filter((index) => this.#copies.some((copy) => copy.index === index));
    if (asked.length === 0) return;
    this.#orders.global.copiesDone(token, asked);
    this.#orders.shared.copiesDone(token, asked);
  }

  exit(): void {}

  /** Any thread of the block may be the one that makes the copy, so each of the two is taken to be. */
  copied(threads: readonly Thread[], event: AsyncCopy): void {
    let parts: CopyPart[] | null = null;
    for (const thread of threads) {
      const which = this.#threads.indexOf(thread.linear);
      if (which !== 0 && which !== 1) continue;
      const isStale = event.timing === 'stale';
      const begun = (isRead: boolean): SeenCopy => {
        return { index: event.index, which, isStale, isAsync: event.isAsync, isRead, until: null };
      };
      const [read, written] = [begun(true), begun(false)];
      for (const copy of [read, written]) {
        if (event.timing !== 'up-to-wait') this.#endHere(copy);
        else this.#copies.push(copy);
      }
      parts ??= partsOf(event);
      for (const { site, address, size } of parts) {
        const copy = site === event.readSite ? read : written;
        const roles = ([0, 1] as const).filter((role) => this.#sites.plays(role, thread, site));
        if (roles.length > 0) this.#seen(which, roles, { site, address, size, value: null, copy });
      }
    }
  }

  proxiesFenced(thread: Thread, memory: OrderedMemory): void {
    if (ordersMemory(memory, 'global')) this.#orders.global.fenceProxies(thread);
    if (ordersMemory(memory, 'shared')) this.#orders.shared.fenceProxies(thread);
  }

  copiesWaitedFor(threads: readonly Thread[], copies: readonly number[], reads = false): void {
    for (const copy of this.#copies) {
      if (!copies.includes(copy.index) || (reads && !copy.isRead)) continue;
      if (!threads.some((thread) => thread.linear === this.#threads[copy.which])) continue;
      this.#endHere(copy);
    }
    this.#copies = this.#copies.filter((copy) => copy.until === null);
  }

  #endHere(copy: SeenCopy): void {
    const { global, shared } = this.#orders;
    copy.until = { global: global.epoch(copy.which), shared: shared.epoch(copy.which) };
  }

  /** Lets held threads do the access they are held at. */
  release(held: readonly Thread[]): boolean {
    for (const thread of held) this.#passes.add(thread.linear);
    return true;
  }

  // ---- meetings ----------------------------------------------------------------------------------------------------------------

  #seen(which: 0 | 1, roles: readonly (0 | 1)[], seen: Omit<SeenAccess, 'which' | 'role' | 'epoch' | 'issue'>): void {
    const { issue } = this.#machine;
    const epoch = this.#orderOf(seen.address).epoch(which);
    for (const role of roles) {
      this.executed[role]++;
      const access: SeenAccess = { ...seen, which, role, epoch, issue };
      for (const other of this.#remember(access)) this.#compare(other, access);
    }
  }

  #orderOf(address: number): TwoThreadOrder {
    return spaceOf(address) === 'shared' ? this.#orders.shared : this.#orders.global;
  }

  /** Stores the access and returns earlier ones of the other thread, in the other role, that overlap it. */
  #remember(access: SeenAccess): SeenAccess[] {
    const granules = granulesOf(access);
    if (granules === null) return [];
    const overlapping = new Set<SeenAccess>();
    const collect = (other: SeenAccess) => {
      if ((other.which === access.which && !this.#isOneThread) || other.role === access.role) return;
      if (overlap(other, access)) overlapping.add(other);
    };
    for (const other of this.#long) collect(other);
    const { from, to } = granules;
    if (to - from >= MAX_GRANULES) {
      for (const list of this.#byGranule.values()) list.forEach(collect);
      this.#long.push(access);
      return [...overlapping];
    }
    for (let granule = from; granule <= to; granule++) {
      const list = this.#byGranule.get(granule);
      if (list === undefined) {
        this.#byGranule.set(granule, [access]);
        continue;
      }
      list.forEach(collect);
      this.#add(list, access);
    }
    return [...overlapping];
  }

  /**
   * Loops come to one place again and again; lists stay short. Of one epoch, two accesses of different values say all
   * there is to say, and what already happened before anything the other thread may still do gives way to what is new.
   */
  #add(list: SeenAccess[], access: SeenAccess): void {
    const order = this.#orderOf(access.address);
    let same = 0;
    let kept = 0;
    let isNew = true;
    for (const other of list) {
      const comparable =
        other.which === access.which &&
        other.role === access.role &&
        other.site === access.site &&
        other.address === access.address &&
        other.copy === null;
      if (comparable && other.epoch !== access.epoch && order.isOrdered(other.which, other.epoch)) continue;
      if (comparable && other.epoch === access.epoch) {
        same++;
        if (this.#isIts && equalBytes(other.value, access.value)) isNew = false;
      }
      list[kept++] = other;
    }
    list.length = kept;
    if (isNew && same < (this.#isIts ? 2 : MAX_ISSUES)) list.push(access);
  }

  #compare(earlier: SeenAccess, later: SeenAccess): void {
    // Both threads would be making one and the same copy.
    if (earlier.copy !== null && earlier.copy.index === later.copy?.index) return;
    const { sites } = this.#machine.executable;
    const a = sites[earlier.site]!;
    const b = sites[later.site]!;
    if (a.kind === 'read' && b.kind === 'read') return;
    const [x, y] = this.#threads;
    const perBlock = this.#machine.threadsPerBlock;
    const sameBlock = Math.floor(x / perBlock) === Math.floor(y / perBlock);
    const clusterOf = (linear: number) =>
      this.#machine.blocks.get(Math.floor(linear / perBlock))?.clusterNumber(this.#machine.executable.cluster);
    const areOfOneCluster = () => clusterOf(x) !== undefined && clusterOf(x) === clusterOf(y);
    const strong = (site: Site) =>
      (site.kind === 'atomic' || site.ordering !== null) && reaches(site.scope, sameBlock, areOfOneCluster);
    // Atomics that overlap only in part are not atomic to each other.
    if (strong(a) && strong(b) && earlier.address === later.address && earlier.size === later.size) {
      this.metAtomic = true;
      return;
    }
    if (this.#isOrdered(earlier, later)) {
      this.metOrdered = true;
      return;
    }
    if (this.#inLockstep(earlier, later, sameBlock)) {
      this.metInStep = true;
      return;
    }
    const sameValue =
      a.kind === 'write' &&
      b.kind === 'write' &&
      earlier.address === later.address &&
      earlier.value !== null &&
      equalBytes(earlier.value, later.value);
    if (this.meeting !== null && (sameValue || !this.meeting.sameValue)) return;
    const accesses = earlier.role === 0 ? ([earlier, later] as const) : ([later, earlier] as const);
    if (this.meeting === null) this.foundAt = this.#machine.steps;
    this.meeting = { accesses, sameValue };
  }

  #isOrdered(earlier: SeenAccess, later: SeenAccess): boolean {
    if (later.copy?.isStale) return false;
    if (!this.#areOfOneProxy(earlier, later)) return false;
    const order = this.#orderOf(later.address);
    if (earlier.copy !== null && order.knowsCopy(later.which, earlier.copy.index)) return true;
    // What a thread has begun is over for itself when it has waited for it.
    if (this.#isOneThread) return earlier.copy === null || earlier.copy.until !== null;
    return order.isOrdered(earlier.which, lastEpoch(earlier));
  }

  /** Does a bulk copy see what was written before it? */
  #areOfOneProxy(earlier: SeenAccess, later: SeenAccess): boolean {
    const isWritten = this.#machine.executable.sites[earlier.site]!.kind !== 'read';
    if (!later.copy?.isAsync || earlier.copy?.isAsync || !isWritten) return true;
    return this.#orderOf(later.address).isFenced(earlier.which, earlier.epoch, later.which);
  }

  /** Lanes of a warp in lockstep: only one and the same execution of an instruction is unordered. */
  #inLockstep(earlier: SeenAccess, later: SeenAccess, sameBlock: boolean): boolean {
    if (earlier.copy !== null || later.copy !== null) return false;
    if (this.#machine.options.warpModel !== 'lockstep' || !sameBlock) return false;
    const perBlock = this.#machine.threadsPerBlock;
    const { warpSize } = this.#machine.executable;
    const warp = (linear: number) => Math.floor((linear % perBlock) / warpSize);
    if (warp(this.#threads[0]) !== warp(this.#threads[1])) return false;
    return earlier.issue !== later.issue;
  }
}

/** The epoch of its thread after which an access is over. */
function lastEpoch({ epoch, copy, address }: SeenAccess): number {
  if (copy === null) return epoch;
  return copy.until === null ? Infinity : copy.until[spaceOf(address) === 'shared' ? 'shared' : 'global'];
}

function mayOrder(site: Site): boolean {
  return site.kind === 'atomic' || site.kind === 'fence' || site.volatile || site.ordering !== null;
}

function equalBytes(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
