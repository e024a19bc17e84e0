/**
 * From virtual addresses to pages: what lies where, and which thread may touch it. For each site of the code the page that
 * it touched last is remembered, so that the interpreter finds most accesses without coming here (a translation cache with
 * one entry for each site).
 */
import {
  DYNAMIC_SHARED_OFFSET,
  highWordOf,
  LOCAL_BASE,
  LOCAL_STRIDE,
  lowWordOf,
  SHARED_BASE,
  SHARED_STRIDE,
  TENSOR_BYTES,
  TENSOR_OFFSET,
} from './address-space.ts';
import type { BlockState } from './block.ts';
import type { Executable } from './executable.ts';
import type { Faults } from './faults.ts';
import type { Launch } from './launch.ts';
import type { SharedVariable } from './lower/program-context.ts';
import {
  blockOfShared,
  type Memory,
  type MemoryObject,
  Page,
  spaceOf,
  startsEmpty,
  threadOfLocal,
} from './paged-memory.ts';
import type { Thread } from './thread.ts';

/** The most shared memory a block of any GPU can have; used where a launch's dynamic part is unknown. */
const MOST_SHARED = 232_448;

/** The first page of a thread's local memory. */
const FIRST_LOCAL_BYTES = 256;

const NOTHING: MemoryObject = {
  space: 'global',
  name: '',
  origin: 0,
  start: 0,
  size: 0,
  bounded: true,
  trackWrites: false,
  contents: [],
};

/** What pointers lead to that nobody stored, where they lead anywhere: nobody asks for more of it. */
const BEHIND_NULL: MemoryObject = { ...NOTHING, name: 'memory behind a pointer' };
const BEHIND_NULL_BYTES = 65_536;

const POINTER_BYTES = 8;

const LOCAL_MEMORY: MemoryObject = { ...NOTHING, space: 'local', name: 'local memory', trackWrites: true };

/** Where an address lies, for people. */
export interface DescribedAddress {
  readonly name: string;
  readonly space: MemoryObject['space'];
  /** Bytes from where the object begins. */
  readonly offset: number;
}

interface BlockMemory {
  /** Shared variables, parameters in local memory (OpenCL) included. */
  readonly shared: readonly SharedVariable[];
  /** Blocks that are running, by number. */
  readonly blocks: ReadonlyMap<number, BlockState>;
}

const NO_BLOCKS: ReadonlyMap<number, BlockState> = new Map();

export class AddressMap {
  readonly memory: Memory;
  // By site: the page touched last, from which address to which one an access of the site's size lies in it, and its views.
  readonly siteBase: Float64Array;
  readonly siteLimit: Float64Array;
  readonly siteBytes: Uint8Array[];
  readonly siteShorts: Uint16Array[];
  readonly siteWords: Int32Array[];
  readonly siteWritten: (Uint8Array | null)[];
  /** Sites that read shared or local memory which nobody had written. */
  readonly unwrittenReads = new Set<number>();
  readonly #sites: Executable['sites'];
  readonly #shared: readonly SharedVariable[];
  readonly #dynamicShared: number | null;
  /** Whose shared memory others may touch. */
  readonly #blocks: ReadonlyMap<number, BlockState>;
  readonly #blockCount: number;
  readonly #threadCount: number;
  readonly #faults: Faults;
  readonly #behindNull: Page | null;
  readonly #pointersIn: ReadonlySet<string> | null;

  constructor(
    { sites, syncs }: Pick<Executable, 'sites' | 'syncs'>,
    { gridDim, blockDim, dynamicShared, zerosBehindNull = false, pointersIn }: Launch,
    memory: Memory,
    { shared, blocks }: BlockMemory,
    faults: Faults,
  ) {
    this.#blocks = syncs.some(({ kind }) => kind === 'map-shared') ? blocks : NO_BLOCKS;
    this.memory = memory;
    this.#sites = sites;
    this.#shared = shared;
    this.#dynamicShared = dynamicShared;
    this.#blockCount = gridDim[0] * gridDim[1] * gridDim[2];
    this.#threadCount = this.#blockCount * blockDim[0] * blockDim[1] * blockDim[2];
    this.#faults = faults;
    this.#behindNull = zerosBehindNull ? new Page(0, BEHIND_NULL_BYTES, BEHIND_NULL) : null;
    this.#pointersIn = pointersIn ?? null;
    const count = sites.length;
    const nothing = new Page(0, 0, NOTHING);
    this.siteBase = new Float64Array(count);
    this.siteLimit = new Float64Array(count).fill(-1);
    this.siteBytes = new Array(count).fill(nothing.u8);
    this.siteShorts = new Array(count).fill(nothing.u16);
    this.siteWords = new Array(count).fill(nothing.i32);
    this.siteWritten = new Array(count).fill(null);
  }

  // ---- from an address to its page -------------------------------------------------------------------------------------------

  /**
   * Finds the page for an access of `size` bytes and remembers it for the site. Null either with an error in
   * `thread.error`, or without one when the access has to be made byte by byte.
   */
  locate(thread: Thread, site: number, address: number, size: number): Page | null {
    thread.error = null;
    const page = this.find(thread, address, size, site);
    if (page === null) return null;
    const at = address - page.base;
    if (address % size !== 0 && this.#sites[site]!.align >= size) {
      this.misaligned(thread, site, size, size);
      return null;
    }
    if (address % size !== 0 || at + size > page.size) return null;
    this.siteBase[site] = page.base;
    this.siteLimit[site] = page.size - size;
    this.siteBytes[site] = page.u8;
    this.siteShorts[site] = page.u16;
    this.siteWords[site] = page.i32;
    this.siteWritten[site] = startsEmpty(page.owner) || this.#sites[site]!.kind !== 'read' ? page.written : null;
    return page;
  }

  /** The page that holds `address`, with the whole access inside its object; null with an error otherwise. */
  find(thread: Thread, address: number, size: number, site: number): Page | null {
    switch (spaceOf(address)) {
      case 'region':
        return this.#regionPage(thread, address, size, site);
      case 'shared':
        return this.#sharedPage(thread, address, size, site);
      case 'local':
        return this.#ownPage(thread, address, size, site);
      case 'null':
        if (this.#behindNull !== null && this.#sites[site]!.kind === 'read' && address + size <= BEHIND_NULL_BYTES)
          return this.#behindNull;
        return this.#reject(thread, site, 'through a null pointer (one that nobody stored)', 'null-pointer');
      default:
        return this.#reject(thread, site, `${size} bytes at an address where nothing is`);
    }
  }

  #regionPage(thread: Thread, address: number, size: number, site: number): Page | null {
    const page = this.memory.page(address);
    const owner = page?.owner ?? this.memory.regionAt(address);
    if (page !== null && address + size <= page.owner.start + page.owner.size) return page;
    if (owner === null) return this.#reject(thread, site, `${size} bytes at an address where nothing is`);
    const end = owner.bounded ? `, which has ${owner.size} bytes` : '';
    return this.#reject(thread, site, `${size} bytes at offset ${address - owner.origin} of '${owner.name}'${end}`);
  }

  #sharedPage(thread: Thread, address: number, size: number, site: number): Page | null {
    const block = blockOfShared(address);
    const owner = block === thread.block.linear ? thread.block : this.#blocks.get(block);
    if (owner === undefined) {
      const isThere = block < this.#blockCount;
      return this.#reject(
        thread,
        site,
        isThere ? "through a pointer to another block's shared memory" : 'where nothing is',
      );
    }
    const offset = address - (SHARED_BASE + block * SHARED_STRIDE);
    const index = this.#sharedAt(offset);
    if (index >= 0 && offset + size <= this.#shared[index]!.offset + this.#sizeOf(this.#shared[index]!)) {
      return this.#sharedVariablePage(owner, index);
    }
    const near = this.#shared.filter((variable) => variable.offset <= offset).at(-1);
    const where = near === undefined ? 'outside all shared variables' : `behind the end of '${near.name}'`;
    return this.#reject(thread, site, `${size} bytes of shared memory ${where}`);
  }

  #ownPage(thread: Thread, address: number, size: number, site: number): Page | null {
    const owner = threadOfLocal(address);
    if (owner !== thread.linear) {
      const isThere = owner < this.#threadCount;
      return this.#reject(
        thread,
        site,
        isThere ? "through a pointer to another thread's local memory" : 'where nothing is',
      );
    }
    const offset = address - (LOCAL_BASE + thread.linear * LOCAL_STRIDE);
    if (offset + size <= thread.localTop) return this.localPage(thread, offset + size);
    return this.#reject(thread, site, `${size} bytes outside the thread's local variables`);
  }

  /** Number of the shared variable that holds the byte at this offset of a block's shared memory, or -1. */
  #sharedAt(offset: number): number {
    return this.#shared.findIndex(
      (variable) => offset >= variable.offset && offset < variable.offset + this.#sizeOf(variable),
    );
  }

  /** The address in the block's shared memory of which only the rest by `window` is known: in a variable, where one has it. */
  sharedWithin(block: BlockState, rest: number, window: number): number {
    const start = SHARED_BASE + block.linear * SHARED_STRIDE;
    const [found] = this.#shared.flatMap((variable) => {
      const into = (((rest - variable.offset) % window) + window) % window;
      return into < this.#sizeOf(variable) ? variable.offset + into : [];
    });
    return start + (found ?? rest);
  }

  #sizeOf(variable: SharedVariable): number {
    return variable.size ?? this.#dynamicShared ?? MOST_SHARED;
  }

  // ---- pages that are made when they are first touched ---------------------------------------------------------------------------

  #sharedVariablePage(block: BlockState, index: number): Page {
    const variable = this.#shared[index]!;
    // All `extern __shared__` arrays are one piece of memory.
    const first = variable.size === null ? this.#shared.findIndex((v) => v.offset === DYNAMIC_SHARED_OFFSET) : index;
    const known = block.pages[first];
    if (known) return known;
    const size = this.#sizeOf(variable);
    this.memory.charge(size);
    block.bytes += size;
    const origin = block.sharedAddress(first);
    const page = new Page(origin, size, {
      space: 'shared',
      name: variable.name,
      origin,
      start: origin,
      size,
      bounded: true,
      trackWrites: true,
      contents: [],
    });
    block.pages[first] = page;
    return page;
  }

  /** The thread's local memory, with at least so many bytes. */
  localPage(thread: Thread, needed: number): Page {
    const known = thread.local;
    if (known !== null && known.size >= needed) return known;
    let size = Math.max(FIRST_LOCAL_BYTES, known?.size ?? 0);
    while (size < Math.max(needed, thread.localTop)) size *= 2;
    this.memory.charge(size - (known?.size ?? 0));
    const base = LOCAL_BASE + thread.linear * LOCAL_STRIDE;
    const page = new Page(base, size, LOCAL_MEMORY);
    if (known !== null) {
      page.u8.set(known.u8);
      page.written!.set(known.written!);
      // Sites still know the old page.
      for (let site = 0; site < this.siteBase.length; site++) {
        if (this.siteBase[site] === base) this.siteLimit[site] = -1;
      }
    }
    thread.local = page;
    return page;
  }

  /** Memory that a thread asks for as it runs; 0 when there is none left. */
  allocate(thread: Thread, bytes: number): number {
    if (bytes > this.memory.left) return 0;
    const name = `memory that thread ${thread.linear} has asked for`;
    return this.memory.addRegion('global', name, Math.max(1, bytes))?.origin ?? 0;
  }

  /** Do pointers lead anywhere that nobody stored? */
  get placesPointers(): boolean {
    return this.#pointersIn !== null;
  }

  /** What a pointer is that was loaded from there: one that nobody stored leads to memory of its own from now on. */
  placed(pointer: number, address: number): number {
    const page = spaceOf(pointer) === 'null' && address % POINTER_BYTES === 0 ? this.memory.page(address) : null;
    if (page === null) return pointer;
    const { owner, base, i32 } = page;
    const at = address - base;
    const isStored = page.written!.subarray(at, at + POINTER_BYTES).includes(1);
    if (isStored || (owner.bounded && !this.#pointersIn!.has(owner.name))) return pointer;
    const region = this.memory.addRegion('global', `*${owner.name}[…]`, null);
    if (region === null) return pointer;
    i32[at >> 2] = lowWordOf(region.origin);
    i32[(at >> 2) + 1] = highWordOf(region.origin);
    return region.origin;
  }

  // ---- looking without touching --------------------------------------------------------------------------------------------------

  /** What lies at `address`; null when nothing does. */
  describe(address: number): DescribedAddress | null {
    switch (spaceOf(address)) {
      case 'region': {
        const object = this.memory.regionAt(address);
        return object === null ? null : { name: object.name, space: object.space, offset: address - object.origin };
      }
      case 'shared': {
        const offset = address - (SHARED_BASE + blockOfShared(address) * SHARED_STRIDE);
        const tensor = offset - TENSOR_OFFSET;
        if (tensor >= 0 && tensor < TENSOR_BYTES) return { name: 'tensor memory', space: 'shared', offset: tensor };
        const variable = this.#shared[this.#sharedAt(offset)];
        return variable === undefined
          ? null
          : { name: variable.name, space: 'shared', offset: offset - variable.offset };
      }
      case 'local':
        return { name: 'local memory', space: 'local', offset: 0 };
      default:
        return null;
    }
  }

  /** The bytes at `address` as `thread` sees them; null where the thread has none. Nothing goes wrong. */
  peek(thread: Thread, address: number, size: number): Uint8Array | null {
    const page = this.#pageSeenBy(thread, address);
    if (page === null) return null;
    const at = address - page.base;
    return at + size > page.size ? null : page.u8.slice(at, at + size);
  }

  #pageSeenBy(thread: Thread, address: number): Page | null {
    switch (spaceOf(address)) {
      case 'region':
        return this.memory.page(address);
      case 'shared': {
        if (blockOfShared(address) !== thread.block.linear) return null;
        const index = this.#sharedAt(address - (SHARED_BASE + thread.block.linear * SHARED_STRIDE));
        return index < 0 ? null : this.#sharedVariablePage(thread.block, index);
      }
      case 'local':
        return threadOfLocal(address) === thread.linear ? thread.local : null;
      default:
        return null;
    }
  }

  // ---- errors --------------------------------------------------------------------------------------------------------------

  misaligned(thread: Thread, site: number, size: number, align: number): void {
    const what = `${this.#verb(site)} ${size} bytes at an address that is not a multiple of ${align}`;
    this.#faults.report(thread, 'misaligned', what);
  }

  #reject(thread: Thread, site: number, what: string, kind: 'out-of-bounds' | 'null-pointer' = 'out-of-bounds'): null {
    this.#faults.report(thread, kind, `${this.#verb(site)} ${what}`);
    return null;
  }

  #verb(site: number): string {
    const { kind } = this.#sites[site]!;
    return kind === 'read' ? 'reads' : kind === 'write' ? 'writes' : 'updates';
  }
}
