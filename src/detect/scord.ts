/**
 * The rules of ScoRD (Tables III and IV): metadata per 4 bytes, fences and barriers counted, locksets. Who accesses is a
 * warp, as in the paper; by default two lanes of one instruction are told apart too, as in PreDataR's reimplementation;
 * or every thread is, as the paper's Section VI proposes. Metadata is kept for every word, or in the paper's
 * direct-mapped cache of one entry for 16 words (Section IV-B), where a word that comes in drives out another's history.
 * Rule (c) speaks of strong (volatile or atomic) accesses: it is applied when the trace knows of volatile ones at all.
 * Counters do not wrap and locksets are exact, where the hardware has 6 bits and a Bloom filter.
 */
import type { LaunchShape } from '../trace/index.ts';
import {
  type DetectorSetting,
  isAtomic,
  isBlockAtomic,
  Kind,
  OutOfBudget,
  onlyReads,
  QuietDetector,
  type RaceHandler,
  type RaceSink,
} from './detector.ts';

const MAX_WORDS = 1 << 23;
const MAX_WARPS = 1 << 21;
/** Entries of locksets; each is kept while some word was accessed under it last. */
const MAX_LOCK_ENTRIES = 1 << 26;
const MAX_WEAK_PAIRS = 1 << 16;

export const SCORD_GRANULARITIES = ['warp', 'lane', 'thread'] as const;
export type ScordGranularity = (typeof SCORD_GRANULARITIES)[number];

export interface ScordOptions {
  /** `lane`: warps, and the lanes of one instruction. */
  readonly granularity: ScordGranularity;
  /** Bytes of memory that the cache is made for; null: metadata of every word is kept. */
  readonly cachedBytes: number | null;
}

export const SCORD_DEFAULTS: ScordOptions = { granularity: 'lane', cachedBytes: null };

/** Bytes for which the cache has one entry: 16 words. */
const BYTES_PER_ENTRY = 64;

interface Metadata {
  /** The word that the entry is of: the tag. */
  key: number;
  warp: number;
  block: number;
  barrier: number;
  blockFence: number;
  deviceFence: number;
  warpBarrier: number;
  modified: boolean;
  /** Accessed by several threads of a warp; only kept where threads are told apart. */
  warpShared: boolean;
  blockShared: boolean;
  deviceShared: boolean;
  atomic: boolean;
  narrow: boolean;
  strong: boolean;
  locks: readonly number[];
  instruction: number;
  kind: number;
  thread: number;
  site: number;
  /** The last access by another warp before the owner's, which is what the owner itself can race with. */
  foreignThread: number;
  foreignSite: number;
  foreignKind: number;
}

/** Of a warp, and of the instruction that it is at. */
class WarpState {
  /** Barriers of (some threads of) the warp. */
  barrier = 0;
  blockFence = 0;
  deviceFence = 0;
  /** Numbers the instructions of the warp; entries of single lanes are put together again. */
  instruction = 0;
  site = -1;
  kind = -1;
  lanes = new Set<number>();
  /** How many accesses each lane has made, and which of them this instruction is. */
  readonly steps = new Map<number, number>();
  step = 0;
}

/** The access of one thread to one word. */
interface WordAccess {
  kind: number;
  thread: number;
  warp: number;
  block: number;
  state: WarpState;
  locks: readonly number[];
  site: number;
  strong: boolean;
  address: number;
  /** The block of shared memory, or -1. */
  space: number;
}

type Race = Parameters<RaceHandler>;

interface ScordSetting extends DetectorSetting {
  readonly options?: ScordOptions;
}

const NO_LOCKS: readonly number[] = [];

export class Scord extends QuietDetector {
  readonly #shape: LaunchShape;
  readonly #races: RaceSink;
  readonly #byThread: boolean;
  readonly #tellsLanes: boolean;
  /** Entries of the cache; null: every word has one. */
  readonly #entries: number | null;
  readonly #words = new Map<number, Metadata>();
  readonly #warps = new Map<number, WarpState>();
  readonly #barriers = new Map<number, number>();
  readonly #held = new Map<number, readonly number[]>();
  /** Found by rule (c), told when the trace turns out to know strong accesses. */
  readonly #weak = new Map<string, Race>();
  #knowsStrong = false;
  #gridBarriers = 0;
  #lockEntries = 0;
  /** The access at hand: one object for all of them. */
  readonly #current: WordAccess = {
    kind: 0,
    thread: 0,
    warp: 0,
    block: 0,
    state: new WarpState(),
    locks: NO_LOCKS,
    site: 0,
    strong: false,
    address: 0,
    space: -1,
  };

  constructor({ shape, races, options = SCORD_DEFAULTS }: ScordSetting) {
    super();
    const { granularity, cachedBytes } = options;
    this.#shape = shape;
    this.#races = races;
    this.#byThread = granularity === 'thread';
    this.#tellsLanes = granularity === 'lane';
    this.#entries = cachedBytes === null ? null : Math.max(1, Math.ceil(cachedBytes / BYTES_PER_ENTRY));
  }

  override access(
    kind: number,
    thread: number,
    mask: number,
    address: number,
    stride: number,
    size: number,
    site: number,
    block: number,
    strong: boolean,
  ): void {
    if (strong && kind <= Kind.write) this.#knowsStrong = true;
    const warp = this.#warpOf(thread);
    const state = this.#stateOf(warp);
    this.#numberInstruction(state, kind, thread, mask, site);
    const access = this.#current;
    access.kind = kind;
    access.warp = warp;
    access.block = this.#blockOf(thread);
    access.state = state;
    access.site = site;
    access.strong = strong;
    access.space = block;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const lane = 31 - Math.clz32(rest & -rest);
      const by = thread + lane;
      state.lanes.add(by);
      state.steps.set(by, (state.steps.get(by) ?? 0) + 1);
      const from = address + lane * stride;
      access.thread = by;
      access.locks = this.#locksOf(by);
      access.address = from;
      for (let word = Math.floor(from / 4); word * 4 < from + size; word++) {
        this.#accessWord(block < 0 ? word : -1 - (word * this.#shape.blocks + block), access);
      }
    }
  }

  override acquire(thread: number, lock: number, wide: boolean): void {
    // A lock of device scope also counts as one of block scope.
    this.#hold(thread, [...this.#locksOf(thread), lock]);
    this.fence(thread, wide);
  }

  override release(thread: number, lock: number, wide: boolean): void {
    this.abandon(thread, lock);
    this.fence(thread, wide);
  }

  override abandon(thread: number, lock: number): void {
    this.#hold(
      thread,
      this.#locksOf(thread).filter((other) => other !== lock),
    );
  }

  override publish(thread: number, _variable: number, wide: boolean): void {
    this.fence(thread, wide);
  }

  override observe(thread: number, _variable: number, wide: boolean): void {
    this.fence(thread, wide);
  }

  override fence(thread: number, wide: boolean): void {
    const state = this.#stateOf(this.#warpOf(thread));
    if (wide) state.deviceFence++;
    else state.blockFence++;
  }

  override barrier(block: number): void {
    this.#barriers.set(block, (this.#barriers.get(block) ?? 0) + 1);
  }

  /** Where only warps are told apart there is no order within one, and none is needed. */
  override warpBarrier(thread: number): void {
    if (this.#byThread) this.#stateOf(this.#warpOf(thread)).barrier++;
  }

  override gridBarrier(): void {
    this.#gridBarriers++;
    // All that went before is over: there is nothing left to race with.
    this.#words.clear();
  }

  override end(): void {
    if (this.#knowsStrong) for (const found of this.#weak.values()) this.#races.race(...found);
  }

  /**
   * Counts instructions of the warp. Entries of several lanes are instructions. Entries of single ones are put together
   * when they follow each other and are of one site, or are the same step of their lanes (a trace may number sites per
   * thread).
   */
  #numberInstruction(state: WarpState, kind: number, thread: number, mask: number, site: number): void {
    const single = (mask & (mask - 1)) === 0;
    const lane = thread + 31 - Math.clz32(mask);
    const step = single ? (state.steps.get(lane) ?? 0) : -1;
    const isSame =
      single && state.kind === kind && !state.lanes.has(lane) && (state.site === site || state.step === step);
    if (isSame) return;
    state.instruction++;
    state.site = site;
    state.kind = kind;
    state.step = step;
    state.lanes = new Set();
  }

  /** Judges the access by the word's metadata, and remembers it there. */
  #accessWord(key: number, access: WordAccess): void {
    const { kind, thread, warp, block, state, site } = access;
    const place = this.#entries === null ? key : Math.abs(key) % this.#entries;
    let metadata = this.#words.get(place);
    if (metadata?.key === key) this.#check(metadata, access);
    else {
      if (metadata === undefined && this.#words.size >= MAX_WORDS) {
        throw new OutOfBudget(`scord keeps metadata for ${MAX_WORDS} words`);
      }
      metadata = firstMetadata(key, access);
      this.#words.set(place, metadata);
    }
    const isForeignThread = this.#byThread && metadata.thread !== thread;
    if (metadata.warp !== warp || isForeignThread) {
      metadata.foreignThread = metadata.thread;
      metadata.foreignSite = metadata.site;
      metadata.foreignKind = metadata.kind;
    }
    if (metadata.block !== block) metadata.deviceShared = true;
    else if (metadata.warp !== warp) metadata.blockShared = true;
    else if (isForeignThread) metadata.warpShared = true;
    metadata.warp = warp;
    metadata.block = block;
    metadata.barrier = this.#barrierOf(block);
    metadata.blockFence = state.blockFence;
    metadata.deviceFence = state.deviceFence;
    metadata.warpBarrier = state.barrier;
    metadata.modified ||= !onlyReads(kind);
    metadata.atomic = isAtomic(kind);
    metadata.narrow = isBlockAtomic(kind);
    metadata.strong &&= access.strong;
    metadata.locks = access.locks;
    metadata.instruction = state.instruction;
    metadata.kind = kind;
    metadata.thread = thread;
    metadata.site = site;
  }

  /** Tables III and IV: does the access race with those that the metadata stands for? */
  #check(metadata: Metadata, access: WordAccess): void {
    const { kind, thread, warp, block, state, locks, site, strong, address, space } = access;
    const barrier = this.#barrierOf(block);
    const apart = metadata.warpBarrier !== state.barrier || metadata.barrier !== barrier;
    const foreign = metadata.warp !== warp || (this.#byThread && metadata.thread !== thread && !apart);
    // The extension: lanes of one instruction that store to one word.
    if (this.#tellsLanes && !foreign && metadata.instruction === state.instruction && metadata.thread !== thread) {
      if (kind === Kind.write && metadata.kind === Kind.write) {
        this.#races.race(metadata.thread, metadata.site, metadata.kind, thread, site, kind, address, space, 0);
      }
    }
    // Table III: (b) program order, (c) barrier.
    const isSharedInBlock = metadata.blockShared || metadata.deviceShared;
    if (!foreign && !metadata.warpShared && !isSharedInBlock) return;
    if (metadata.warp === warp && metadata.warpBarrier !== state.barrier && !isSharedInBlock) return;
    if (metadata.block === block && metadata.barrier !== barrier && !metadata.deviceShared) return;
    if (onlyReads(kind) && !metadata.modified) return;
    // Table IV (d).
    if (metadata.atomic && metadata.narrow && metadata.block !== block) {
      this.#races.race(...raceOf(metadata, access, foreign));
      return;
    }
    if (metadata.atomic && isAtomic(kind)) return;
    if (foreign) {
      const owner = this.#stateOf(metadata.warp);
      const fencedForDevice = owner.deviceFence !== metadata.deviceFence;
      const fenced = fencedForDevice || owner.blockFence !== metadata.blockFence;
      // (a) and (b).
      if (metadata.block === block ? !fenced : !fencedForDevice) {
        this.#races.race(...raceOf(metadata, access, foreign));
        return;
      }
      // (c).
      if ((!metadata.strong || !strong) && this.#weak.size < MAX_WEAK_PAIRS) {
        const found = raceOf(metadata, access, foreign);
        this.#weak.set(`${found[1]} ${found[4]}`, found);
      }
    }
    // (e) and (f), when a lock is involved at all.
    if (metadata.locks.length === 0 && locks.length === 0) return;
    if (!locks.some((lock) => metadata.locks.includes(lock))) {
      this.#races.race(...raceOf(metadata, access, foreign));
    }
  }

  #hold(thread: number, locks: readonly number[]): void {
    this.#lockEntries += locks.length;
    if (this.#lockEntries > MAX_LOCK_ENTRIES) throw new OutOfBudget('scord has too many locksets to keep');
    if (locks.length > 0) this.#held.set(thread, locks);
    else this.#held.delete(thread);
  }

  #locksOf(thread: number): readonly number[] {
    return this.#held.get(thread) ?? NO_LOCKS;
  }

  /** Barriers that the block has passed. */
  #barrierOf(block: number): number {
    return this.#gridBarriers + (this.#barriers.get(block) ?? 0);
  }

  #stateOf(warp: number): WarpState {
    let state = this.#warps.get(warp);
    if (state === undefined) {
      if (this.#warps.size >= MAX_WARPS) throw new OutOfBudget(`scord keeps the state of ${MAX_WARPS} warps`);
      state = new WarpState();
      this.#warps.set(warp, state);
    }
    return state;
  }

  #warpOf(thread: number): number {
    const { threadsPerBlock, warpsPerBlock, warpSize } = this.#shape;
    const block = this.#blockOf(thread);
    return block * warpsPerBlock + Math.floor((thread - block * threadsPerBlock) / warpSize);
  }

  #blockOf(thread: number): number {
    return Math.floor(thread / this.#shape.threadsPerBlock);
  }
}

/** Metadata of a word that nobody has accessed yet. */
function firstMetadata(key: number, { kind, thread, warp, block, locks, site }: WordAccess): Metadata {
  return {
    key,
    warp,
    block,
    barrier: 0,
    blockFence: 0,
    deviceFence: 0,
    warpBarrier: 0,
    modified: false,
    warpShared: false,
    blockShared: false,
    deviceShared: false,
    atomic: false,
    narrow: false,
    strong: true,
    locks,
    instruction: 0,
    kind,
    thread,
    site,
    foreignThread: -1,
    foreignSite: -1,
    foreignKind: 0,
  };
}

/** What is told of a race: the owner of the word, or where that is the accessing warp itself, who came before it. */
function raceOf(metadata: Metadata, access: WordAccess, foreign: boolean): Race {
  const { kind, thread, site, address, space } = access;
  return foreign || metadata.foreignThread < 0
    ? [metadata.thread, metadata.site, metadata.kind, thread, site, kind, address, space, 0]
    : [metadata.foreignThread, metadata.foreignSite, metadata.foreignKind, thread, site, kind, address, space, 0];
}
