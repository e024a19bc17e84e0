/**
 * The rules of ScoRD (Tables III and IV): metadata per 4 bytes, fences and barriers counted, locksets. Who accesses is a
 * warp, as in the paper; by default two lanes of one instruction are told apart too, as in PreDataR's reimplementation;
 * or every thread is, as the paper's Section VI proposes. Metadata is kept for every word, or in the paper's
 * direct-mapped cache of one entry for 16 words (Section IV-B), where a word that comes in drives out another's history.
 * Rule (c) speaks of strong (volatile or atomic) accesses: it is applied when the trace knows of volatile ones at all.
 * Counters do not wrap and locksets are exact, where the hardware has 6 bits and a Bloom filter.
 */
import { type Detector, type DetectorSetting, Kind, OutOfBudget } from './detector.ts';

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
export const BYTES_PER_ENTRY = 64;

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

interface Warp {
  /** Barriers of (some threads of) the warp. */
  barrier: number;
  blockFence: number;
  deviceFence: number;
  /** Numbers the instructions of the warp; entries of single lanes are put together again. */
  instruction: number;
  site: number;
  kind: number;
  lanes: Set<number>;
  /** How many accesses each lane has made, and which of them this instruction is. */
  readonly steps: Map<number, number>;
  step: number;
}

type Race = Parameters<DetectorSetting['races']['race']>;

export interface ScordSetting extends DetectorSetting {
  readonly options?: ScordOptions;
}

export function createScord({ shape, races, options = SCORD_DEFAULTS }: ScordSetting): Detector {
  const byThread = options.granularity === 'thread';
  const tellsLanes = options.granularity === 'lane';
  const entries = options.cachedBytes === null ? null : Math.max(1, Math.ceil(options.cachedBytes / BYTES_PER_ENTRY));
  const words = new Map<number, Metadata>();
  const warps = new Map<number, Warp>();
  const barriers = new Map<number, number>();
  const held = new Map<number, number[]>();
  /** Found by rule (c), told when the trace turns out to know strong accesses. */
  const weak = new Map<string, Race>();
  let knowsStrong = false;
  let gridBarriers = 0;
  let lockEntries = 0;

  const blockOf = (thread: number): number => Math.floor(thread / shape.threadsPerBlock);
  const warpOf = (thread: number): number => {
    const block = blockOf(thread);
    return block * shape.warpsPerBlock + Math.floor((thread - block * shape.threadsPerBlock) / shape.warpSize);
  };
  const stateOf = (warp: number): Warp => {
    let state = warps.get(warp);
    if (state === undefined) {
      if (warps.size >= MAX_WARPS) throw new OutOfBudget(`scord keeps the state of ${MAX_WARPS} warps`);
      state = {
        barrier: 0,
        blockFence: 0,
        deviceFence: 0,
        instruction: 0,
        site: -1,
        kind: -1,
        lanes: new Set(),
        steps: new Map(),
        step: 0,
      };
      warps.set(warp, state);
    }
    return state;
  };
  const fence = (thread: number, wide: boolean): void => {
    const state = stateOf(warpOf(thread));
    if (wide) state.deviceFence++;
    else state.blockFence++;
  };
  const barrierOf = (block: number): number => gridBarriers + (barriers.get(block) ?? 0);

  const check = (
    md: Metadata,
    kind: number,
    thread: number,
    warp: number,
    state: Warp,
    locks: readonly number[],
    site: number,
    strong: boolean,
    address: number,
    space: number,
  ): void => {
    const block = blockOf(thread);
    const apart = md.warpBarrier !== state.barrier || md.barrier !== barrierOf(block);
    const foreign = md.warp !== warp || (byThread && md.thread !== thread && !apart);
    const report = (): Race =>
      foreign || md.foreignThread < 0
        ? [md.thread, md.site, md.kind, thread, site, kind, address, space, 0]
        : [md.foreignThread, md.foreignSite, md.foreignKind, thread, site, kind, address, space, 0];
    const race = (): void => races.race(...report());
    // The extension: lanes of one instruction that store to one word.
    if (tellsLanes && !foreign && md.instruction === state.instruction && md.thread !== thread && kind === Kind.write) {
      if (md.kind === Kind.write) races.race(md.thread, md.site, md.kind, thread, site, kind, address, space, 0);
    }
    // Table III: (b) program order, (c) barrier.
    if (!foreign && !md.warpShared && !md.blockShared && !md.deviceShared) return;
    if (md.warp === warp && md.warpBarrier !== state.barrier && !md.blockShared && !md.deviceShared) return;
    if (md.block === block && md.barrier !== barrierOf(block) && !md.deviceShared) return;
    const atomic = kind >= Kind.wideAtomic;
    // Table IV (d).
    if (md.atomic && md.narrow && md.block !== block) {
      race();
      return;
    }
    if (md.atomic && atomic) return;
    if (kind === Kind.read && !md.modified) return;
    if (foreign) {
      const owner = stateOf(md.warp);
      const fencedForDevice = owner.deviceFence !== md.deviceFence;
      const fenced = fencedForDevice || owner.blockFence !== md.blockFence;
      // (a) and (b).
      if (md.block === block ? !fenced : !fencedForDevice) {
        race();
        return;
      }
      // (c).
      if (!md.strong || !strong) {
        const found = report();
        if (weak.size < MAX_WEAK_PAIRS) weak.set(`${found[1]} ${found[4]}`, found);
      }
    }
    // (e) and (f), when a lock is involved at all.
    if (md.locks.length === 0 && locks.length === 0) return;
    if (!locks.some((lock) => md.locks.includes(lock))) race();
  };

  const one = (
    kind: number,
    thread: number,
    site: number,
    strong: boolean,
    key: number,
    address: number,
    space: number,
  ): void => {
    const warp = warpOf(thread);
    const state = stateOf(warp);
    const block = blockOf(thread);
    const locks = held.get(thread) ?? [];
    const place = entries === null ? key : Math.abs(key) % entries;
    let md = words.get(place);
    if (md?.key === key) check(md, kind, thread, warp, state, locks, site, strong, address, space);
    else {
      if (md === undefined && words.size >= MAX_WORDS)
        throw new OutOfBudget(`scord keeps metadata for ${MAX_WORDS} words`);
      md = {
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
      words.set(place, md);
    }
    if (md.warp !== warp || (byThread && md.thread !== thread)) {
      md.foreignThread = md.thread;
      md.foreignSite = md.site;
      md.foreignKind = md.kind;
    }
    if (md.block !== block) md.deviceShared = true;
    else if (md.warp !== warp) md.blockShared = true;
    else if (byThread && md.thread !== thread) md.warpShared = true;
    md.warp = warp;
    md.block = block;
    md.barrier = barrierOf(block);
    md.blockFence = state.blockFence;
    md.deviceFence = state.deviceFence;
    md.warpBarrier = state.barrier;
    md.modified ||= kind !== Kind.read;
    md.atomic = kind >= Kind.wideAtomic;
    md.narrow = kind === Kind.blockAtomic;
    md.strong &&= strong;
    md.locks = locks;
    md.instruction = state.instruction;
    md.kind = kind;
    md.thread = thread;
    md.site = site;
  };

  const holds = (thread: number, locks: number[]): void => {
    lockEntries += locks.length;
    if (lockEntries > MAX_LOCK_ENTRIES) throw new OutOfBudget('scord has too many locksets to keep');
    if (locks.length > 0) held.set(thread, locks);
    else held.delete(thread);
  };

  return {
    access(kind, thread, mask, address, stride, size, site, block, strong) {
      if (strong && kind <= Kind.write) knowsStrong = true;
      const state = stateOf(warpOf(thread));
      // Entries of several lanes are instructions. Entries of single ones are put together when they follow each other
      // and are of one site, or are the same step of their lanes (a trace may number sites per thread).
      const single = (mask & (mask - 1)) === 0;
      const step = single ? (state.steps.get(thread + 31 - Math.clz32(mask)) ?? 0) : -1;
      const sameInstruction =
        single &&
        state.kind === kind &&
        !state.lanes.has(thread + 31 - Math.clz32(mask)) &&
        (state.site === site || state.step === step);
      if (!sameInstruction) {
        state.instruction++;
        state.site = site;
        state.kind = kind;
        state.step = step;
        state.lanes = new Set();
      }
      for (let rest = mask; rest !== 0; rest &= rest - 1) {
        const lane = 31 - Math.clz32(rest & -rest);
        state.lanes.add(thread + lane);
        state.steps.set(thread + lane, (state.steps.get(thread + lane) ?? 0) + 1);
        const from = address + lane * stride;
        for (let word = Math.floor(from / 4); word * 4 < from + size; word++) {
          one(kind, thread + lane, site, strong, block < 0 ? word : -1 - (word * shape.blocks + block), from, block);
        }
      }
    },
    acquire(thread, lock, wide) {
      // A lock of device scope also counts as one of block scope.
      holds(thread, [...(held.get(thread) ?? []), lock]);
      fence(thread, wide);
    },
    release(thread, lock, wide) {
      holds(
        thread,
        (held.get(thread) ?? []).filter((other) => other !== lock),
      );
      fence(thread, wide);
    },
    abandon(thread, lock) {
      holds(
        thread,
        (held.get(thread) ?? []).filter((other) => other !== lock),
      );
    },
    publish: (thread, _, wide) => fence(thread, wide),
    observe: (thread, _, wide) => fence(thread, wide),
    fence,
    barrier: (block) => void barriers.set(block, (barriers.get(block) ?? 0) + 1),
    // Where only warps are told apart there is no order within one, and none is needed.
    warpBarrier(thread) {
      if (byThread) stateOf(warpOf(thread)).barrier++;
    },
    gridBarrier() {
      gridBarriers++;
      // All that went before is over: there is nothing left to race with.
      words.clear();
    },
    exit() {},
    end() {
      if (knowsStrong) for (const found of weak.values()) races.race(...found);
    },
  };
}
