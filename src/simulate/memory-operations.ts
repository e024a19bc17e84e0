/**
 * What the interpreter does to memory but for plain loads and stores of one aligned scalar: several scalars at once,
 * misaligned ones byte by byte, atomic operations, copies, fills. The operation is the one at `thread.pc`; registers are
 * handed in as the interpreter has them.
 */

import type { AddressMap } from './address-map.ts';
import { addressOf, countOf, highWordOf, lowWordOf } from './address-space.ts';
import { atomicPair, atomicWord } from './atomics.ts';
import { positionsOf, repeatedPositionsOf } from './bytecode/opcodes.ts';
import type { ExecutionListener } from './events.ts';
import type { Executable } from './executable.ts';
import type { Faults } from './faults.ts';
import { type Page, startsEmpty } from './paged-memory.ts';
import { SCALAR_BYTES, SCALAR_CODES } from './scalar-codes.ts';
import { Status } from './status.ts';
import type { AsyncCopy } from './sync/async-copies.ts';
import type { Thread } from './thread.ts';

/** The operands of each operation, as words behind its opcode. */
const LOAD_MANY = positionsOf('loadmany');
const STORE_MANY = positionsOf('storemany');
/** Both describe a scalar alike, in so many words from `FIRST_PART` on. */
const PART = repeatedPositionsOf('loadmany');
const PART_WORDS = 3;
const FIRST_PART = LOAD_MANY.count + 1;
const UPDATE = positionsOf('atomicrmw');
const EXCHANGE = positionsOf('cmpxchg');
const FENCE = positionsOf('fence');
const COPY = positionsOf('memcpy');
const FILL = positionsOf('memset');

/** Bytes that a copy or fill moves for one step of the budget. */
const BYTES_PER_STEP = 64;

/** What changes as the machine runs. */
export interface RunState {
  readonly listener: ExecutionListener | null;
  /** Steps of all threads together. */
  steps: number;
}

export interface MemoryLimits {
  readonly memoryBudget: number;
}

export class MemoryOperations {
  readonly #executable: Executable;
  readonly #addresses: AddressMap;
  readonly #faults: Faults;
  readonly #limits: MemoryLimits;
  readonly #run: RunState;
  /** By site: who wants to hear of it (`Watch`). */
  readonly watch: Uint8Array;
  /** A scalar on its way between memory and registers: its words, and the same as bytes (both little-endian). */
  readonly #words = new Int32Array(2);
  readonly #bytes = new Uint8Array(this.#words.buffer);

  constructor(executable: Executable, addresses: AddressMap, faults: Faults, limits: MemoryLimits, run: RunState) {
    this.#executable = executable;
    this.#addresses = addresses;
    this.#faults = faults;
    this.#limits = limits;
    this.#run = run;
    this.watch = new Uint8Array(executable.sites.length);
  }

  #holds(thread: Thread, site: number, address: number, size: number): boolean {
    return (
      (this.watch[site]! & thread.watchMask) !== 0 && this.#run.listener!.access(thread, site, address, size, thread.pc)
    );
  }

  // ---- byte by byte ----------------------------------------------------------------------------------------------------------

  /** Loads `size` bytes into the words from `word` on; false with an error. */
  loadBytes(thread: Thread, site: number, address: number, size: number, word: number): boolean {
    for (let i = 0; i < size; i++) {
      const page = this.#addresses.find(thread, address + i, 1, site);
      if (page === null) return false;
      this.#bytes[i] = page.u8[address + i - page.base]!;
    }
    this.#bytes.fill(0, size);
    thread.I[word] = this.#words[0]!;
    if (size === 8) thread.I[word + 1] = this.#words[1]!;
    return true;
  }

  loadPointerBytes(thread: Thread, site: number, address: number, register: number): boolean {
    if (!this.loadBytes(thread, site, address, 8, register << 1)) return false;
    const { I, F } = thread;
    F[register] = addressOf(I[register << 1]!, I[(register << 1) + 1]!);
    return true;
  }

  storeBytes(thread: Thread, site: number, address: number, size: number, word: number): boolean {
    this.#words[0] = thread.I[word]!;
    this.#words[1] = thread.I[word + 1]!;
    return this.#storeScratch(thread, site, address, size);
  }

  storePointerBytes(thread: Thread, site: number, address: number, register: number): boolean {
    const value = thread.F[register]!;
    this.#words[0] = lowWordOf(value);
    this.#words[1] = highWordOf(value);
    return this.#storeScratch(thread, site, address, 8);
  }

  #storeScratch(thread: Thread, site: number, address: number, size: number): boolean {
    for (let i = 0; i < size; i++) {
      const page = this.#addresses.find(thread, address + i, 1, site);
      if (page === null) return false;
      const at = address + i - page.base;
      page.u8[at] = this.#bytes[i]!;
      if (page.written !== null) page.written[at] = 1;
    }
    return true;
  }

  // ---- several scalars ---------------------------------------------------------------------------------------------------------

  loadMany(thread: Thread, I: Int32Array, F: Float64Array, f: number): number {
    const { code } = this.#executable;
    const { pc } = thread;
    const address = F[f + code[pc + LOAD_MANY.pointer]!]!;
    const site = code[pc + LOAD_MANY.site]!;
    const status = this.#begin(thread, site, address);
    if (status !== Status.running) return status;
    const end = pc + FIRST_PART + PART_WORDS * code[pc + LOAD_MANY.count]!;
    for (let at = pc + FIRST_PART; at < end; at += PART_WORDS) {
      const kind = code[at + PART.kind]!;
      const word = (f << 1) + code[at + PART.register]!;
      const from = address + code[at + PART.offset]!;
      const isLoaded = this.#loadScalar(thread, site, from, SCALAR_BYTES[kind]!, word);
      if (!isLoaded) return Status.failed;
      if (kind !== SCALAR_CODES.pointer) continue;
      const pointer = addressOf(I[word]!, I[word + 1]!);
      const { placesPointers } = this.#addresses;
      F[word >> 1] = placesPointers ? this.#addresses.placed(pointer, from) : pointer;
    }
    return Status.running;
  }

  storeMany(thread: Thread, F: Float64Array, f: number): number {
    const { code } = this.#executable;
    const { pc } = thread;
    const address = F[f + code[pc + STORE_MANY.pointer]!]!;
    const site = code[pc + STORE_MANY.site]!;
    const status = this.#begin(thread, site, address);
    if (status !== Status.running) return status;
    const end = pc + FIRST_PART + PART_WORDS * code[pc + STORE_MANY.count]!;
    for (let at = pc + FIRST_PART; at < end; at += PART_WORDS) {
      const kind = code[at + PART.kind]!;
      const word = (f << 1) + code[at + PART.register]!;
      const to = address + code[at + PART.offset]!;
      const isStored =
        kind === SCALAR_CODES.pointer
          ? this.storePointerBytes(thread, site, to, word >> 1)
          : this.storeBytes(thread, site, to, SCALAR_BYTES[kind]!, word);
      if (!isStored) return Status.failed;
    }
    return Status.running;
  }

  /** What comes before any of the scalars: the listener may hold the thread, the whole may be misaligned. */
  #begin(thread: Thread, site: number, address: number): number {
    const { size } = this.#executable.sites[site]!;
    if (this.#holds(thread, site, address, size)) return Status.held;
    return this.#isAligned(thread, site, address, size) ? Status.running : Status.failed;
  }

  /** Is the address what the program says that it is a multiple of? False with an error. */
  #isAligned(thread: Thread, site: number, address: number, size: number): boolean {
    const { align } = this.#executable.sites[site]!;
    if (align <= 1 || address % align === 0) return true;
    this.#addresses.misaligned(thread, site, size, align);
    return false;
  }

  #loadScalar(thread: Thread, site: number, address: number, size: number, word: number): boolean {
    const page = this.#addresses.find(thread, address, size, site);
    if (page === null) return false;
    const at = address - page.base;
    if (page.written?.[at] === 0 && startsEmpty(page.owner)) this.#addresses.unwrittenReads.add(site);
    if (address % size !== 0 || at + size > page.size) return this.loadBytes(thread, site, address, size, word);
    const { I } = thread;
    if (size === 1) I[word] = page.u8[at]!;
    else if (size === 2) I[word] = page.u16[at >> 1]!;
    else {
      I[word] = page.i32[at >> 2]!;
      if (size === 8) I[word + 1] = page.i32[(at >> 2) + 1]!;
    }
    return true;
  }

  // ---- atomics -------------------------------------------------------------------------------------------------------------

  update(thread: Thread, I: Int32Array, F: Float64Array, f: number): number {
    const { code } = this.#executable;
    const { pc } = thread;
    const b = f << 1;
    const address = F[f + code[pc + UPDATE.pointer]!]!;
    const site = code[pc + UPDATE.site]!;
    const size = code[pc + UPDATE.size]!;
    if (this.#holds(thread, site, address, size)) return Status.held;
    const page = this.#atomicPage(thread, address, size, site);
    if (page === null) return Status.failed;
    const at = address - page.base;
    const value = b + code[pc + UPDATE.value]!;
    const old = b + code[pc + UPDATE.old]!;
    const operator = code[pc + UPDATE.operator]!;
    if (size === 8) {
      const w = at >> 2;
      const low = page.i32[w]!;
      const high = page.i32[w + 1]!;
      const next = atomicPair(operator, low, high, I[value]!, I[value + 1]!);
      page.i32[w] = next.low;
      page.i32[w + 1] = next.high;
      I[old] = low;
      I[old + 1] = high;
    } else {
      const current = readSmall(page, at, size);
      writeSmall(page, at, size, atomicWord(operator, current, I[value]!, size * 8));
      I[old] = current;
    }
    page.written?.fill(1, at, at + size);
    return Status.running;
  }

  compareExchange(thread: Thread, I: Int32Array, F: Float64Array, f: number): number {
    const { code } = this.#executable;
    const { pc } = thread;
    const b = f << 1;
    const address = F[f + code[pc + EXCHANGE.pointer]!]!;
    const site = code[pc + EXCHANGE.site]!;
    const size = code[pc + EXCHANGE.size]!;
    if (this.#holds(thread, site, address, size)) return Status.held;
    const page = this.#atomicPage(thread, address, size, site);
    if (page === null) return Status.failed;
    const at = address - page.base;
    const isEqual = holdsExpected(page, at, size, I, b + code[pc + EXCHANGE.expected]!);
    const old = b + code[pc + EXCHANGE.old]!;
    const replacement = b + code[pc + EXCHANGE.replacement]!;
    // Registers may share a place: what is written is read before.
    const [low, high] = [I[replacement]!, I[replacement + 1]!];
    if (size === 8) {
      const w = at >> 2;
      I[old] = page.i32[w]!;
      I[old + 1] = page.i32[w + 1]!;
      if (isEqual) {
        page.i32[w] = low;
        page.i32[w + 1] = high;
      }
    } else {
      I[old] = readSmall(page, at, size);
      if (isEqual) writeSmall(page, at, size, low);
    }
    page.written?.fill(1, at, at + size);
    I[b + code[pc + EXCHANGE.success]!] = isEqual ? 1 : 0;
    return Status.running;
  }

  /** Whether the compare-and-swap at `pc` is about to swap. */
  wouldExchange(thread: Thread, pc: number): boolean {
    const { code } = this.#executable;
    const { I, F, frame } = thread;
    const address = F[frame + code[pc + EXCHANGE.pointer]!]!;
    const size = code[pc + EXCHANGE.size]!;
    const page = this.#atomicPage(thread, address, size, code[pc + EXCHANGE.site]!);
    if (page === null) return false;
    return holdsExpected(page, address - page.base, size, I, (frame << 1) + code[pc + EXCHANGE.expected]!);
  }

  #atomicPage(thread: Thread, address: number, size: number, site: number): Page | null {
    if (address % size === 0) return this.#addresses.find(thread, address, size, site);
    this.#faults.report(
      thread,
      'misaligned',
      `an atomic operation on ${size} bytes at an address that is not a multiple of ${size}`,
    );
    return null;
  }

  fence(thread: Thread): number {
    const site = this.#executable.code[thread.pc + FENCE.site]!;
    return this.#holds(thread, site, 0, 0) ? Status.held : Status.running;
  }

  // ---- many bytes ------------------------------------------------------------------------------------------------------------

  copy(thread: Thread, I: Int32Array, F: Float64Array, f: number): number {
    const { code } = this.#executable;
    const { pc } = thread;
    const lengthAt = (f << 1) + code[pc + COPY.length]!;
    const length = countOf(I[lengthAt]!, I[lengthAt + 1]!);
    const to = F[f + code[pc + COPY.to]!]!;
    const from = F[f + code[pc + COPY.from]!]!;
    const read = code[pc + COPY.read]!;
    const write = code[pc + COPY.write]!;
    if (length === 0) return Status.running;
    if (!this.#isAligned(thread, read, from, length) || !this.#isAligned(thread, write, to, length))
      return Status.failed;
    let bytes = thread.copied;
    if (bytes === null) {
      if (this.#holds(thread, read, from, length)) return Status.held;
      if (!this.#affordable(thread, length)) return Status.failed;
      bytes = this.readBytes(thread, from, length, read);
      if (bytes === null) return Status.failed;
      // In lockstep all lanes read before any of them writes; and whoever watches the write asks what is written.
      thread.copied = bytes;
    }
    if (this.#holds(thread, write, to, length)) return Status.held;
    thread.copied = null;
    return this.writeBytes(thread, to, bytes, write) ? Status.running : Status.failed;
  }

  fill(thread: Thread, I: Int32Array, F: Float64Array, f: number): number {
    const { code } = this.#executable;
    const { pc } = thread;
    const lengthAt = (f << 1) + code[pc + FILL.length]!;
    const length = countOf(I[lengthAt]!, I[lengthAt + 1]!);
    const to = F[f + code[pc + FILL.to]!]!;
    const site = code[pc + FILL.site]!;
    if (length === 0) return Status.running;
    if (this.#holds(thread, site, to, length)) return Status.held;
    if (!this.#affordable(thread, length)) return Status.failed;
    const bytes = new Uint8Array(length).fill(I[(f << 1) + code[pc + FILL.value]!]!);
    return this.writeBytes(thread, to, bytes, site) ? Status.running : Status.failed;
  }

  /** Makes a copy of a whole block on behalf of `thread`; false with an error. */
  copyElements(thread: Thread, copy: AsyncCopy): boolean {
    const { elementBytes, count } = copy;
    if (!this.#affordable(thread, elementBytes * count)) return false;
    const inOne = copy.readStep === elementBytes && copy.writeStep === elementBytes && copy.readCount === count;
    const size = inOne ? elementBytes * count : elementBytes;
    for (let i = 0; i < (inOne ? Math.min(1, count) : count); i++) {
      const isRead = i < copy.readCount;
      const bytes = isRead
        ? this.readBytes(thread, copy.from + i * copy.readStep, size, copy.readSite)
        : new Uint8Array(size);
      if (bytes === null || !this.writeBytes(thread, copy.to + i * copy.writeStep, bytes, copy.writeSite)) {
        return false;
      }
    }
    return true;
  }

  /** `length` bytes from an address; null with an error. */
  readBytes(thread: Thread, from: number, length: number, site: number): Uint8Array<ArrayBuffer> | null {
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length; ) {
      const page = this.#addresses.find(thread, from + done, 1, site);
      if (page === null) return null;
      const at = from + done - page.base;
      const part = Math.min(length - done, extent(thread, page) - at);
      bytes.set(page.u8.subarray(at, at + part), done);
      done += part;
    }
    return bytes;
  }

  /** Puts bytes to an address; false with an error. */
  writeBytes(thread: Thread, to: number, bytes: Uint8Array, site: number): boolean {
    for (let done = 0; done < bytes.length; ) {
      const page = this.#addresses.find(thread, to + done, 1, site);
      if (page === null) return false;
      const at = to + done - page.base;
      const part = Math.min(bytes.length - done, extent(thread, page) - at);
      page.u8.set(bytes.subarray(done, done + part), at);
      page.written?.fill(1, at, at + part);
      done += part;
    }
    return true;
  }

  /** A copy costs time and memory by its length, so the length counts against the budgets before anything is allocated. */
  #affordable(thread: Thread, length: number): boolean {
    if (length > this.#limits.memoryBudget) {
      this.#faults.report(thread, 'memory-budget', `copies or sets ${length} bytes at once`);
      return false;
    }
    this.#run.steps += Math.floor(length / BYTES_PER_STEP);
    return true;
  }
}

/** Usable bytes of a page: local pages are larger than what the thread has allocated. */
function extent(thread: Thread, page: Page): number {
  return page === thread.local ? thread.localTop : page.size;
}

function readSmall(page: Page, at: number, size: number): number {
  return size === 4 ? page.i32[at >> 2]! : size === 2 ? page.u16[at >> 1]! : page.u8[at]!;
}

function writeSmall(page: Page, at: number, size: number, value: number): void {
  if (size === 4) page.i32[at >> 2] = value;
  else if (size === 2) page.u16[at >> 1] = value;
  else page.u8[at] = value;
}

/** Whether memory holds what the word or pair of words from `expected` on says. */
function holdsExpected(page: Page, at: number, size: number, I: Int32Array, expected: number): boolean {
  if (size < 8) return readSmall(page, at, size) === I[expected];
  return page.i32[at >> 2] === I[expected] && page.i32[(at >> 2) + 1] === I[expected + 1];
}
