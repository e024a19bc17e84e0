/**
 * Memory of a run: objects at virtual addresses, backed by pages that come into being when they are first touched, all
 * against one budget. Values lie in little-endian order, as on the GPU.
 */
import {
  FUNCTION_BASE,
  LOCAL_BASE,
  LOCAL_STRIDE,
  MAX_REGIONS,
  REGION_STRIDE,
  SHARED_BASE,
  SHARED_STRIDE,
} from './address-space.ts';
import { type Fractions, fillWithFractions } from './fractions.ts';
import { scattered } from './scattered.ts';

const PAGE_BYTES = 65536;

/** A stretch of bytes that is there. Typed views of the same bytes serve naturally aligned accesses. */
export class Page {
  readonly base: number;
  readonly size: number;
  readonly owner: MemoryObject;
  readonly u8: Uint8Array;
  readonly u16: Uint16Array;
  readonly i32: Int32Array;
  /** One byte per byte: 1 where something was stored. Null where everything counts as initialised. */
  readonly written: Uint8Array | null;

  constructor(base: number, size: number, owner: MemoryObject) {
    const buffer = new ArrayBuffer(Math.ceil(size / 8) * 8);
    this.base = base;
    this.size = size;
    this.owner = owner;
    this.u8 = new Uint8Array(buffer);
    this.u16 = new Uint16Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.written = owner.trackWrites ? new Uint8Array(size) : null;
  }
}

/**
 * What lies in buffers of unknown size where nobody has put anything: zeros, or ones; numbers that differ from word to word, small ones
 * or floats between one and two; in each word (or two) its own index, as in a permutation that moves nothing, or the index before, which is
 * sorted as well and moves all; or numbers where the type has fractions, and zeros elsewhere.
 */
export type Filling =
  | 'zeros'
  | 'ones'
  | 'integers'
  | 'floats'
  | 'indices'
  | 'indices-before'
  | 'long-indices'
  | Fractions;

/** What memory is made of: a kernel argument's buffer, a global variable, a shared variable, a thread's locals. */
export interface MemoryObject {
  readonly space: 'global' | 'constant' | 'shared' | 'local';
  /** The name in the source: parameter, global or shared variable. */
  readonly name: string;
  /** The address that stands for offset 0. */
  readonly origin: number;
  /** First address and size in bytes. Objects of unknown size have no end that is known, only one that is far away. */
  readonly start: number;
  readonly size: number;
  /** True when the object came with an exact size; false for arguments of a witness, whose size nobody knows. */
  readonly bounded: boolean;
  readonly trackWrites: boolean;
  /** Contents that are there before the kernel starts, by offset from `origin`. */
  readonly contents: readonly { readonly offset: number; readonly bytes: Uint8Array }[];
  /** What lies in the rest of an object of unknown size; left out: what lies in all of them. */
  readonly filling?: Filling;
}

/** Does it hold nothing until the run writes it? What is in global and constant memory, somebody wrote before. */
export function startsEmpty({ space }: MemoryObject): boolean {
  return space === 'shared' || space === 'local';
}

/** Thrown inside the room when the budget is spent; the machine turns it into a value. */
export class MemoryBudgetExceeded extends Error {}

export class Memory {
  readonly #budget: number;
  readonly #filling: Filling;
  readonly #trackWrites: boolean;
  #used = 0;
  /** Region number to object. */
  readonly #regions: (MemoryObject | undefined)[] = [];
  /** Pages of each region, by page number from the object's start. */
  readonly #pages: Map<number, Page>[] = [];
  #nextRegion = 1;
  /** What textures lie over that are not made up to lie over a buffer, in a launch that has one which is. */
  otherTextures: MemoryObject | null = null;

  /** @param trackWrites also in regions */
  constructor(budget: number, filling: Filling = 'zeros', trackWrites = false) {
    this.#budget = budget;
    this.#filling = filling;
    this.#trackWrites = trackWrites;
  }

  /** Bytes of the budget that are left. */
  get left(): number {
    return this.#budget - this.#used;
  }

  /** Takes `bytes` from the budget. */
  charge(bytes: number): void {
    this.#used += bytes;
    if (this.#used > this.#budget) throw new MemoryBudgetExceeded();
  }

  release(bytes: number): void {
    this.#used -= bytes;
  }

  /**
   * Makes a region. With `size` null its end is unknown: the origin lies in the middle of a region of its own, so that
   * negative offsets (a pointer into the middle of a buffer) stay in it as well.
   * @param more `past`: bytes by which such an origin is to lie past a multiple of 256
   */
  addRegion(
    space: 'global' | 'constant',
    name: string,
    size: number | null,
    contents: MemoryObject['contents'] = [],
    { past = 0, filling }: { readonly past?: number; readonly filling?: Filling } = {},
  ): MemoryObject | null {
    const number = this.#nextRegion;
    const strides = size === null ? 1 : Math.max(1, Math.ceil(size / REGION_STRIDE));
    if (number + strides > MAX_REGIONS) return null;
    this.#nextRegion += strides;
    const start = number * REGION_STRIDE;
    const trackWrites = this.#trackWrites;
    const object: MemoryObject =
      size === null
        ? {
            space,
            name,
            origin: start + REGION_STRIDE / 2 + past,
            start,
            size: REGION_STRIDE,
            bounded: false,
            trackWrites,
            contents,
            ...(filling === undefined ? {} : { filling }),
          }
        : { space, name, origin: start, start, size, bounded: true, trackWrites, contents };
    const pages = new Map<number, Page>();
    for (let i = 0; i < strides; i++) {
      this.#regions[number + i] = object;
      this.#pages[number + i] = pages;
    }
    return object;
  }

  /** One texture is made up to lie over a buffer: the others lie over memory of their own. */
  addOtherTextures(): void {
    this.otherTextures ??= this.addRegion('global', 'texels', null);
  }

  /** The region's object at `address`, or null. */
  regionAt(address: number): MemoryObject | null {
    if (!(address >= REGION_STRIDE && address < FUNCTION_BASE)) return null;
    return this.#regions[Math.floor(address / REGION_STRIDE)] ?? null;
  }

  /** The page that holds `address` of a region, made if need be; null when no object is there. */
  page(address: number): Page | null {
    const object = this.regionAt(address);
    if (object === null) return null;
    const offset = address - object.start;
    if (offset >= object.size) return null;
    const pages = this.#pages[Math.floor(address / REGION_STRIDE)]!;
    const number = Math.floor(offset / PAGE_BYTES);
    const known = pages.get(number);
    if (known !== undefined) return known;
    const start = number * PAGE_BYTES;
    const size = Math.min(PAGE_BYTES, object.size - start);
    this.charge(size);
    const page = new Page(object.start + start, size, object);
    const filling = object.filling ?? this.#filling;
    if (!object.bounded && filling !== 'zeros') fillWithNumbers(page, filling);
    fill(page, object);
    pages.set(number, page);
    return page;
  }

  /** A copy of the `length` bytes from offset `offset` of `object` (a region) as they are now. */
  read(object: MemoryObject, offset: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length; ) {
      const address = object.origin + offset + done;
      const page = this.page(address);
      if (page === null) break;
      const at = address - page.base;
      const part = Math.min(length - done, page.size - at);
      bytes.set(page.u8.subarray(at, at + part), done);
      done += part;
    }
    return bytes;
  }
}

const ONE = 0x3f800000;

function fillWithNumbers(page: Page, filling: Exclude<Filling, 'zeros'>): void {
  if (typeof filling === 'object') {
    fillWithFractions(page, filling);
    return;
  }
  const { i32, base, owner } = page;
  const first = Math.floor((base - owner.origin) / 4) % 2 ** 32;
  for (let i = 0; i < i32.length; i++) {
    if (filling === 'indices' || filling === 'indices-before') {
      i32[i] = first + i - (filling === 'indices' ? 0 : 1);
      continue;
    }
    if (filling === 'ones') {
      i32[i] = 1;
      continue;
    }
    if (filling === 'long-indices') {
      // The upper halves are zero.
      i32[i] = (first + i) % 2 === 0 ? Math.floor((first + i) / 2) : 0;
      continue;
    }
    const number = scattered(first + i);
    i32[i] = filling === 'integers' ? number : ONE + (number << 16);
  }
}

/** Copies an object's initial contents into a new page of it. */
export function fill(page: Page, object: MemoryObject): void {
  const origin = page.base - object.origin;
  for (const { offset, bytes } of object.contents) {
    const from = Math.max(offset, origin);
    const to = Math.min(offset + bytes.length, origin + page.size);
    if (from < to) page.u8.set(bytes.subarray(from - offset, to - offset), from - origin);
  }
}

export type SpaceOfAddress = 'null' | 'region' | 'function' | 'shared' | 'local' | 'none';

/** Which part of the address space `address` belongs to. */
export function spaceOf(address: number): SpaceOfAddress {
  if (!(address >= 0)) return 'none';
  if (address < REGION_STRIDE) return 'null';
  if (address < FUNCTION_BASE) return 'region';
  if (address < SHARED_BASE) return 'function';
  if (address < LOCAL_BASE) return 'shared';
  return address < 2 ** 53 ? 'local' : 'none';
}

/** The linear block a shared address belongs to. */
export function blockOfShared(address: number): number {
  return Math.floor((address - SHARED_BASE) / SHARED_STRIDE);
}

/** The linear thread of the grid a local address belongs to. */
export function threadOfLocal(address: number): number {
  return Math.floor((address - LOCAL_BASE) / LOCAL_STRIDE);
}
