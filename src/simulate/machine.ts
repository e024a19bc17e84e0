/**
 * A launched kernel: memory, blocks and threads, and everything the interpreter does not do inline. Schedulers drive it
 * through `startBlock` and `step`.
 */
import {
  DYNAMIC_SHARED_OFFSET,
  FUNCTION_BASE,
  FUNCTION_STRIDE,
  LOCAL_BASE,
  LOCAL_STRIDE,
  MAX_BLOCKS,
  MAX_THREADS,
  SHARED_BASE,
  SHARED_STRIDE,
} from './address-space.ts';
import { atomicPair, atomicWord } from './atomics.ts';
import { BlockState } from './block.ts';
import { FAILURES } from './bytecode/helpers.ts';
import type { SimulationError, SimulationErrorKind } from './errors.ts';
import type { ExecutionListener } from './events.ts';
import type { Executable } from './executable.ts';
import { enter, interpret } from './interpreter.ts';
import { type BoundParameters, bindParameters, type Launch } from './launch.ts';
import type { SharedVariable } from './lower/program-context.ts';
import {
  blockOfShared,
  Memory,
  MemoryBudgetExceeded,
  type MemoryObject,
  Page,
  spaceOf,
  threadOfLocal,
} from './paged-memory.ts';
import { callStack, userPlace } from './places.ts';
import { SPECIAL_REGISTERS, SpecialRegister } from './special-registers.ts';
import { Status } from './status.ts';
import { storedValue } from './stored-value.ts';
import type { AsyncCopy } from './sync/async-copies.ts';
import { SyncUnit } from './sync/sync-unit.ts';
import { Thread } from './thread.ts';

/** The most shared memory a block of any GPU can have; used where a launch's dynamic part is unknown. */
const MOST_SHARED = 232_448;

/** Registers that a thread may have before its recursion counts as endless (512 KiB). */
const MAX_WINDOW = 65_536;

/** Fills of `written` and pages copied when local memory grows start here. */
const FIRST_LOCAL_BYTES = 256;

export interface MachineOptions {
  readonly warpModel: 'its' | 'lockstep';
  readonly stepBudget: number;
  readonly memoryBudget: number;
  /** Values that nobody computes (textures, random numbers): an error, or zero, where they are known not to matter. */
  readonly unknowns: 'refuse' | 'zero';
  readonly listener: ExecutionListener | null;
}

/** What a step of a thread came to. */
export type StepOutcome = 'paused' | 'waiting' | 'held' | 'done' | 'failed';

export class Machine {
  readonly executable: Executable;
  readonly launch: Launch;
  readonly options: MachineOptions;
  readonly memory: Memory;
  readonly parameters: BoundParameters;
  readonly shared: readonly SharedVariable[];
  readonly blockCount: number;
  readonly threadsPerBlock: number;
  readonly blocks = new Map<number, BlockState>();
  readonly sync: SyncUnit;
  listener: ExecutionListener | null;
  /** Threads of started blocks that have not ended. */
  live = 0;
  /** Steps of all threads together. */
  steps = 0;
  error: SimulationError | null = null;
  /** In lockstep: the lanes that run now. */
  active: readonly Thread[] | null = null;
  /** In lockstep: how many times lanes have gone on together. */
  issue = 0;
  /** Sites that read shared or local memory which nobody had written. */
  readonly unwrittenReads = new Set<number>();

  // Per site: who wants to hear of it, and the page it touched last.
  readonly watch: Uint8Array;
  readonly siteBase: Float64Array;
  readonly siteLimit: Float64Array;
  readonly siteBytes: Uint8Array[];
  readonly siteShorts: Uint16Array[];
  readonly siteWords: Int32Array[];
  readonly siteWritten: (Uint8Array | null)[];

  readonly #files: { I: Int32Array; X: Float32Array; F: Float64Array }[] = [];

  private constructor(
    executable: Executable,
    launch: Launch,
    options: MachineOptions,
    memory: Memory,
    parameters: BoundParameters,
  ) {
    this.executable = executable;
    this.launch = launch;
    this.options = options;
    this.memory = memory;
    this.parameters = parameters;
    this.shared = [...executable.shared, ...parameters.shared];
    this.blockCount = launch.gridDim[0] * launch.gridDim[1] * launch.gridDim[2];
    this.threadsPerBlock = launch.blockDim[0] * launch.blockDim[1] * launch.blockDim[2];
    this.listener = options.listener;
    this.sync = new SyncUnit(this);
    const count = executable.sites.length;
    this.watch = new Uint8Array(count);
    this.siteBase = new Float64Array(count);
    this.siteLimit = new Float64Array(count).fill(-1);
    const nothing = new Page(0, 0, NOTHING);
    this.siteBytes = new Array(count).fill(nothing.u8);
    this.siteShorts = new Array(count).fill(nothing.u16);
    this.siteWords = new Array(count).fill(nothing.i32);
    this.siteWritten = new Array(count).fill(null);
  }

  /** Sets a launch up; a string says why it cannot be. */
  static create(executable: Executable, launch: Launch, options: MachineOptions): Machine | string {
    for (const size of [...launch.gridDim, ...launch.blockDim]) {
      if (!Number.isInteger(size) || size < 1) return `a launch dimension of ${size}`;
    }
    const blocks = launch.gridDim[0] * launch.gridDim[1] * launch.gridDim[2];
    const perBlock = launch.blockDim[0] * launch.blockDim[1] * launch.blockDim[2];
    if (blocks > MAX_BLOCKS || blocks * perBlock > MAX_THREADS)
      return 'more threads than the simulator has addresses for';
    const memory = new Memory(options.memoryBudget);
    for (const { variable, size, bytes } of executable.globals) {
      const space = variable.space === 4 ? 'constant' : 'global';
      // A declaration without a size (`extern __device__ int a[]`) has no end that anybody knows; nobody points into it.
      const written = launch.variables?.get(variable.name) ?? [];
      memory.addRegion(space, variable.sourceName, size, [{ offset: 0, bytes }, ...written]);
    }
    const parameters = bindParameters(executable, launch, memory);
    if (typeof parameters === 'string') return parameters;
    return new Machine(executable, launch, options, memory, parameters);
  }

  /** Bytes of registers that each thread takes while its block is running. */
  get bytesPerThread(): number {
    return this.executable.windowSize * 8;
  }

  // ---- blocks and threads ------------------------------------------------------------------------------------------------

  /** Makes the threads of block `linear`, ready to run; null when the memory budget does not hold them. */
  startBlock(linear: number): BlockState | null {
    const block = new BlockState(linear, this.launch.gridDim, this.shared);
    const window = this.executable.windowSize;
    const count = this.threadsPerBlock;
    block.bytes = count * window * 8;
    try {
      this.memory.charge(block.bytes);
    } catch (failure) {
      this.#outOfMemory(null, failure);
      return null;
    }
    const file = this.#files.pop() ?? newFile(count * window);
    for (let index = 0; index < count; index++) {
      const thread = new Thread(
        linear * count + index,
        block,
        index,
        this.executable.warpSize,
        file,
        index * window,
        (index + 1) * window,
      );
      this.#prepare(thread);
      if (thread.localTop > LOCAL_STRIDE) {
        this.fail(thread, 'stack-overflow', 'takes more local memory than a thread has');
        return null;
      }
      block.threads.push(thread);
    }
    block.live = count;
    this.live += count;
    this.blocks.set(linear, block);
    return block;
  }

  /** Forgets a block all of whose threads have ended. */
  endBlock(block: BlockState): void {
    this.blocks.delete(block.linear);
    this.memory.release(block.bytes);
    const first = block.threads.find(
      (thread) => thread.I.length === this.threadsPerBlock * this.executable.windowSize * 2,
    );
    if (first !== undefined) this.#files.push({ I: first.I, X: first.X, F: first.F });
  }

  #prepare(thread: Thread): void {
    const { I, F, window, block, index } = thread;
    const { gridDim, blockDim } = this.launch;
    const s = window << 1;
    I[s + SpecialRegister.threadX] = index % blockDim[0];
    I[s + SpecialRegister.threadY] = Math.floor(index / blockDim[0]) % blockDim[1];
    I[s + SpecialRegister.threadZ] = Math.floor(index / (blockDim[0] * blockDim[1]));
    for (let axis = 0; axis < 3; axis++) {
      I[s + SpecialRegister.blockX + axis] = block.coordinates[axis]!;
      I[s + SpecialRegister.blockDimX + axis] = blockDim[axis]!;
      I[s + SpecialRegister.gridDimX + axis] = gridDim[axis]!;
    }
    I[s + SpecialRegister.lane] = thread.lane;
    I[s + SpecialRegister.warp] = thread.warp;
    I[s + SpecialRegister.linearThread] = index;
    I[s + SpecialRegister.linearBlock] = block.linear;
    I[s + SpecialRegister.dimensions] = gridDim[2] * blockDim[2] > 1 ? 3 : gridDim[1] * blockDim[1] > 1 ? 2 : 1;
    I[s + SpecialRegister.dynamicShared] = this.launch.dynamicShared ?? 0;
    const frame = window + SPECIAL_REGISTERS;
    const kernel = this.executable.functions[0]!;
    thread.frame = frame;
    thread.pc = kernel.entry;
    const w = frame << 1;
    I[w] = -1;
    const { words, byValue, byValueBytes, sharedLeaves } = this.parameters;
    for (let i = 0; i < words.length; i++) I[w + 4 + i] = words[i]!;
    for (const { leaf, shared } of sharedLeaves) F[frame + 2 + leaf] = block.sharedAddress(shared);
    enter(kernel, thread, I, F, frame);
    if (byValueBytes > 0) {
      const base = Math.ceil(byValueBytes / 16) * 16;
      thread.localTop = base + kernel.localBytes;
      thread.localFrame = base;
      const page = this.#localPage(thread, thread.localTop);
      for (const { leaf, offset, bytes } of byValue) {
        page.u8.set(bytes, offset);
        page.written!.fill(1, offset, offset + bytes.length);
        F[frame + 2 + leaf] = page.base + offset;
      }
    } else thread.localTop = kernel.localBytes;
  }

  /** Runs `thread` for at most `quantum` steps. */
  step(thread: Thread, quantum: number): StepOutcome {
    const before = thread.steps;
    const left = this.options.stepBudget - this.steps;
    let status: number;
    try {
      status = interpret(this, thread, before + Math.min(quantum, left));
    } catch (failure) {
      this.#outOfMemory(thread, failure);
      status = Status.failed;
    }
    this.steps += thread.steps - before;
    switch (status) {
      case Status.paused:
        if (this.steps >= this.options.stepBudget) {
          this.fail(thread, 'step-budget', `has not ended after ${this.options.stepBudget} instructions`);
          return 'failed';
        }
        return 'paused';
      case Status.synchronising:
        // Each round through a barrier costs a step, so that a loop of nothing but barriers ends as well.
        thread.steps++;
        this.steps++;
        return this.sync.arrive(thread);
      case Status.held:
        return 'held';
      case Status.done:
        this.#exit(thread);
        return 'done';
      default:
        this.error ??= thread.error;
        return 'failed';
    }
  }

  #exit(thread: Thread): void {
    thread.state = 'done';
    thread.block.live--;
    this.live--;
    if (thread.local !== null) {
      this.memory.release(thread.local.size);
      thread.local = null;
    }
    this.listener?.exit(thread);
    this.sync.threadEnded(thread);
  }

  // ---- errors --------------------------------------------------------------------------------------------------------------

  fail(thread: Thread | null, kind: SimulationErrorKind, message: string): void {
    const stack = thread === null ? [] : callStack(this.executable, thread);
    const error: SimulationError = {
      kind,
      message,
      location: userPlace(this.executable, stack) ?? (thread === null ? null : this.executable.kernel.location),
      callStack: stack,
      thread: thread?.linear ?? null,
    };
    if (thread !== null) thread.error = error;
    this.error ??= error;
  }

  failHelper(thread: Thread, failure: number): void {
    const known = FAILURES[failure];
    if (known) this.fail(thread, known.kind, known.message);
  }

  failTrap(thread: Thread, index: number): void {
    const { kind, message } = this.executable.traps[index]!;
    this.fail(thread, kind, message);
  }

  #outOfMemory(thread: Thread | null, failure: unknown): void {
    if (!(failure instanceof MemoryBudgetExceeded) && !(failure instanceof RangeError)) throw failure;
    this.fail(thread, 'memory-budget', `needs more than ${this.options.memoryBudget} bytes of memory`);
  }

  readsUnwritten(_thread: Thread, site: number, _pc: number): void {
    this.unwrittenReads.add(site);
  }

  // ---- memory --------------------------------------------------------------------------------------------------------------

  /**
   * Finds the page for an access of `size` bytes and remembers it for the site. Null either with an error in
   * `thread.error`, or without one when the access has to be made byte by byte.
   */
  locate(thread: Thread, site: number, address: number, size: number): Page | null {
    thread.error = null;
    const page = this.find(thread, address, size, site);
    if (page === null) return null;
    const at = address - page.base;
    if (address % size !== 0 && this.executable.sites[site]!.align >= size) {
      this.fail(
        thread,
        'misaligned',
        `${verb(this, site)} ${size} bytes at an address that is not a multiple of ${size}`,
      );
      return null;
    }
    if (address % size !== 0 || at + size > page.size) return null;
    this.siteBase[site] = page.base;
    this.siteLimit[site] = page.size - size;
    this.siteBytes[site] = page.u8;
    this.siteShorts[site] = page.u16;
    this.siteWords[site] = page.i32;
    this.siteWritten[site] = page.written;
    return page;
  }

  /** The page that holds `address`, with the whole access inside its object; null with an error otherwise. */
  find(thread: Thread, address: number, size: number, site: number): Page | null {
    switch (spaceOf(address)) {
      case 'region': {
        const page = this.memory.page(address);
        if (page === null) {
          const object = this.memory.regionAt(address);
          this.fail(thread, 'out-of-bounds', outOfBounds(verb(this, site), address, size, object));
          return null;
        }
        const { owner } = page;
        if (address + size > owner.start + owner.size) {
          this.fail(thread, 'out-of-bounds', outOfBounds(verb(this, site), address, size, owner));
          return null;
        }
        return page;
      }
      case 'shared':
        return this.#sharedPage(thread, address, size, site);
      case 'local': {
        const owner = threadOfLocal(address);
        if (owner !== thread.linear) {
          const isThere = owner < this.blockCount * this.threadsPerBlock;
          const where = isThere ? "through a pointer to another thread's local memory" : 'where nothing is';
          this.fail(thread, 'out-of-bounds', `${verb(this, site)} ${where}`);
          return null;
        }
        const offset = address - (LOCAL_BASE + thread.linear * LOCAL_STRIDE);
        if (offset + size > thread.localTop) {
          this.fail(thread, 'out-of-bounds', `${verb(this, site)} ${size} bytes outside the thread's local variables`);
          return null;
        }
        return this.#localPage(thread, offset + size);
      }
      case 'null':
        this.fail(thread, 'null-pointer', `${verb(this, site)} through a null pointer (one that nobody stored)`);
        return null;
      default:
        this.fail(thread, 'out-of-bounds', `${verb(this, site)} ${size} bytes at an address where nothing is`);
        return null;
    }
  }

  #sharedPage(thread: Thread, address: number, size: number, site: number): Page | null {
    const block = blockOfShared(address);
    if (block !== thread.block.linear) {
      const where = block < this.blockCount ? "through a pointer to another block's shared memory" : 'where nothing is';
      this.fail(thread, 'out-of-bounds', `${verb(this, site)} ${where}`);
      return null;
    }
    const offset = address - (SHARED_BASE + block * SHARED_STRIDE);
    for (const [index, variable] of this.shared.entries()) {
      const end = variable.offset + this.sharedSize(variable);
      if (offset < variable.offset || offset >= end) continue;
      if (offset + size > end) break;
      return this.sharedVariablePage(thread.block, index);
    }
    const near = this.shared.filter((variable) => variable.offset <= offset).at(-1);
    const where = near === undefined ? 'outside all shared variables' : `behind the end of '${near.name}'`;
    this.fail(thread, 'out-of-bounds', `${verb(this, site)} ${size} bytes of shared memory ${where}`);
    return null;
  }

  sharedSize(variable: SharedVariable): number {
    return variable.size ?? this.launch.dynamicShared ?? MOST_SHARED;
  }

  sharedVariablePage(block: BlockState, index: number): Page {
    const variable = this.shared[index]!;
    // All `extern __shared__` arrays are one piece of memory.
    const first = variable.size === null ? this.shared.findIndex((v) => v.offset === DYNAMIC_SHARED_OFFSET) : index;
    const known = block.pages[first];
    if (known) return known;
    const size = this.sharedSize(variable);
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

  #localPage(thread: Thread, needed: number): Page {
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

  /** What lies at `address`, for people: the object's name and the offset in bytes. */
  describe(address: number): { name: string; space: MemoryObject['space']; offset: number } | null {
    if (spaceOf(address) === 'region') {
      const object = this.memory.regionAt(address);
      return object === null ? null : { name: object.name, space: object.space, offset: address - object.origin };
    }
    if (spaceOf(address) === 'shared') {
      const offset = address - (SHARED_BASE + blockOfShared(address) * SHARED_STRIDE);
      for (const variable of this.shared) {
        if (offset >= variable.offset && offset < variable.offset + this.sharedSize(variable))
          return { name: variable.name, space: 'shared', offset: offset - variable.offset };
      }
    }
    return spaceOf(address) === 'local' ? { name: 'local memory', space: 'local', offset: 0 } : null;
  }

  /** The bytes at `address` as `thread` sees them; null where the thread has none. Nothing goes wrong. */
  peek(thread: Thread, address: number, size: number): Uint8Array | null {
    let page: Page | null = null;
    switch (spaceOf(address)) {
      case 'region':
        page = this.memory.page(address);
        break;
      case 'shared': {
        if (blockOfShared(address) !== thread.block.linear) return null;
        const offset = address - (SHARED_BASE + thread.block.linear * SHARED_STRIDE);
        const index = this.shared.findIndex(
          (variable) => offset >= variable.offset && offset < variable.offset + this.sharedSize(variable),
        );
        page = index < 0 ? null : this.sharedVariablePage(thread.block, index);
        break;
      }
      case 'local':
        page = threadOfLocal(address) === thread.linear ? thread.local : null;
    }
    if (page === null) return null;
    const at = address - page.base;
    return at + size > page.size ? null : page.u8.slice(at, at + size);
  }

  /** Memory that a thread asks for as it runs; 0 when there is none left. */
  allocate(thread: Thread, bytes: number): number {
    if (bytes > this.options.memoryBudget - this.memory.used) return 0;
    const name = `memory that thread ${thread.linear} has asked for`;
    return this.memory.addRegion('global', name, Math.max(1, bytes))?.origin ?? 0;
  }

  // ---- the interpreter's slow paths ------------------------------------------------------------------------------------------

  loadBytes(thread: Thread, site: number, address: number, size: number, word: number): boolean {
    const value = [0, 0];
    for (let i = 0; i < size; i++) {
      const page = this.find(thread, address + i, 1, site);
      if (page === null) return false;
      value[i >> 2]! |= page.u8[address + i - page.base]! << ((i & 3) * 8);
    }
    thread.I[word] = value[0]!;
    if (size === 8) thread.I[word + 1] = value[1]!;
    return true;
  }

  loadPointerBytes(thread: Thread, site: number, address: number, register: number): boolean {
    if (!this.loadBytes(thread, site, address, 8, register << 1)) return false;
    const { I, F } = thread;
    F[register] = I[(register << 1) + 1]! * 4294967296 + (I[register << 1]! >>> 0);
    return true;
  }

  storeBytes(thread: Thread, site: number, address: number, size: number, word: number): boolean {
    return this.#storeWords(thread, site, address, size, thread.I[word]!, size === 8 ? thread.I[word + 1]! : 0);
  }

  storePointerBytes(thread: Thread, site: number, address: number, register: number): boolean {
    const value = thread.F[register]!;
    return this.#storeWords(thread, site, address, 8, value | 0, Math.floor(value / 4294967296) | 0);
  }

  #storeWords(thread: Thread, site: number, address: number, size: number, low: number, high: number): boolean {
    for (let i = 0; i < size; i++) {
      const page = this.find(thread, address + i, 1, site);
      if (page === null) return false;
      const at = address + i - page.base;
      page.u8[at] = (i < 4 ? low : high) >>> ((i & 3) * 8);
      if (page.written !== null) page.written[at] = 1;
    }
    return true;
  }

  #holds(thread: Thread, site: number, address: number, size: number): boolean {
    return (
      (this.watch[site]! & thread.watchMask) !== 0 && this.listener!.access(thread, site, address, size, thread.pc)
    );
  }

  #rejects(thread: Thread, site: number, address: number, size: number): boolean {
    const { align } = this.executable.sites[site]!;
    if (align <= 1 || address % align === 0) return false;
    this.fail(
      thread,
      'misaligned',
      `${verb(this, site)} ${size} bytes at an address that is not a multiple of ${align}`,
    );
    return true;
  }

  loadMany(thread: Thread, I: Int32Array, F: Float64Array, f: number): number {
    const { code } = this.executable;
    const pc = thread.pc;
    const address = F[f + code[pc + 1]!]!;
    const site = code[pc + 2]!;
    const count = code[pc + 3]!;
    const { size } = this.executable.sites[site]!;
    if (this.#holds(thread, site, address, size)) return Status.held;
    if (this.#rejects(thread, site, address, size)) return Status.failed;
    for (let i = 0; i < count; i++) {
      const at = pc + 4 + 3 * i;
      const kind = code[at]!;
      const bytes = LEAF_BYTES[kind]!;
      const word = (f << 1) + code[at + 2]!;
      if (!this.#loadLeaf(thread, site, address + code[at + 1]!, bytes, word)) return Status.failed;
      if (kind === 4) F[word >> 1] = I[word + 1]! * 4294967296 + (I[word]! >>> 0);
    }
    return Status.running;
  }

  #loadLeaf(thread: Thread, site: number, address: number, size: number, word: number): boolean {
    const page = this.find(thread, address, size, site);
    if (page === null) return false;
    const at = address - page.base;
    if (page.written !== null && page.written[at] === 0) this.readsUnwritten(thread, site, thread.pc);
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

  storeMany(thread: Thread, I: Int32Array, F: Float64Array, f: number): number {
    const { code } = this.executable;
    const pc = thread.pc;
    const address = F[f + code[pc + 1]!]!;
    const site = code[pc + 2]!;
    const count = code[pc + 3]!;
    const { size } = this.executable.sites[site]!;
    if (this.#holds(thread, site, address, size)) return Status.held;
    if (this.#rejects(thread, site, address, size)) return Status.failed;
    for (let i = 0; i < count; i++) {
      const at = pc + 4 + 3 * i;
      const kind = code[at]!;
      const word = (f << 1) + code[at + 2]!;
      let low = I[word]!;
      let high = I[word + 1]!;
      if (kind === 4) {
        const value = F[word >> 1]!;
        low = value | 0;
        high = Math.floor(value / 4294967296) | 0;
      }
      if (!this.#storeWords(thread, site, address + code[at + 1]!, LEAF_BYTES[kind]!, low, high)) return Status.failed;
    }
    return Status.running;
  }

  atomicUpdate(thread: Thread, I: Int32Array, F: Float64Array, f: number): number {
    const { code } = this.executable;
    const pc = thread.pc;
    const b = f << 1;
    const address = F[f + code[pc + 2]!]!;
    const site = code[pc + 4]!;
    const size = code[pc + 6]!;
    if (this.#holds(thread, site, address, size)) return Status.held;
    const page = this.#atomicPage(thread, address, size, site);
    if (page === null) return Status.failed;
    const at = address - page.base;
    const value = b + code[pc + 3]!;
    const old = b + code[pc + 1]!;
    const operator = code[pc + 5]!;
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
    const { code } = this.executable;
    const pc = thread.pc;
    const b = f << 1;
    const address = F[f + code[pc + 3]!]!;
    const site = code[pc + 6]!;
    const size = code[pc + 7]!;
    if (this.#holds(thread, site, address, size)) return Status.held;
    const page = this.#atomicPage(thread, address, size, site);
    if (page === null) return Status.failed;
    const at = address - page.base;
    const expected = b + code[pc + 4]!;
    const replacement = b + code[pc + 5]!;
    let success: boolean;
    let low: number;
    let high = 0;
    if (size === 8) {
      const w = at >> 2;
      low = page.i32[w]!;
      high = page.i32[w + 1]!;
      success = low === I[expected]! && high === I[expected + 1]!;
      if (success) {
        page.i32[w] = I[replacement]!;
        page.i32[w + 1] = I[replacement + 1]!;
      }
    } else {
      low = readSmall(page, at, size);
      success = low === I[expected]!;
      if (success) writeSmall(page, at, size, I[replacement]!);
    }
    page.written?.fill(1, at, at + size);
    I[b + code[pc + 1]!] = low;
    if (size === 8) I[b + code[pc + 1]! + 1] = high;
    I[b + code[pc + 2]!] = success ? 1 : 0;
    return Status.running;
  }

  #atomicPage(thread: Thread, address: number, size: number, site: number): Page | null {
    if (address % size !== 0) {
      this.fail(
        thread,
        'misaligned',
        `an atomic operation on ${size} bytes at an address that is not a multiple of ${size}`,
      );
      return null;
    }
    return this.find(thread, address, size, site);
  }

  fenceAt(thread: Thread): number {
    const site = this.executable.code[thread.pc + 1]!;
    return this.#holds(thread, site, 0, 0) ? Status.held : Status.running;
  }

  copyBytes(thread: Thread, I: Int32Array, F: Float64Array, f: number): number {
    const { code } = this.executable;
    const pc = thread.pc;
    const length = pairToNumber(I, (f << 1) + code[pc + 3]!);
    const to = F[f + code[pc + 1]!]!;
    const from = F[f + code[pc + 2]!]!;
    const read = code[pc + 4]!;
    const write = code[pc + 5]!;
    if (length === 0) return Status.running;
    let bytes = thread.copied;
    if (bytes === null) {
      if (this.#holds(thread, read, from, length)) return Status.held;
      const inTwo = this.options.warpModel === 'lockstep';
      if (!inTwo && this.#holds(thread, write, to, length)) return Status.held;
      if (!this.#affordable(thread, length)) return Status.failed;
      bytes = this.readBytes(thread, from, length, read);
      if (bytes === null) return Status.failed;
      // All lanes read before any of them writes.
      if (inTwo) thread.copied = bytes;
    }
    if (thread.copied !== null) {
      if (this.#holds(thread, write, to, length)) return Status.held;
      thread.copied = null;
    }
    return this.#writeBytes(thread, to, bytes, write) ? Status.running : Status.failed;
  }

  /** `length` bytes from an address; null with an error. */
  readBytes(thread: Thread, from: number, length: number, site: number): Uint8Array<ArrayBuffer> | null {
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length; ) {
      const page = this.find(thread, from + done, 1, site);
      if (page === null) return null;
      const at = from + done - page.base;
      const part = Math.min(length - done, this.#extent(thread, page) - at);
      bytes.set(page.u8.subarray(at, at + part), done);
      done += part;
    }
    return bytes;
  }

  /** Makes a copy of a whole block on behalf of `thread`; false with an error. */
  copyElements(thread: Thread, copy: AsyncCopy): boolean {
    const { elementBytes, count } = copy;
    if (!this.#affordable(thread, elementBytes * count)) return false;
    const inOne = copy.readStep === elementBytes && copy.writeStep === elementBytes;
    const size = inOne ? elementBytes * count : elementBytes;
    for (let i = 0; i < (inOne ? Math.min(1, count) : count); i++) {
      const bytes = this.readBytes(thread, copy.from + i * copy.readStep, size, copy.readSite);
      if (bytes === null || !this.#writeBytes(thread, copy.to + i * copy.writeStep, bytes, copy.writeSite))
        return false;
    }
    return true;
  }

  setBytes(thread: Thread, I: Int32Array, F: Float64Array, f: number): number {
    const { code } = this.executable;
    const pc = thread.pc;
    const length = pairToNumber(I, (f << 1) + code[pc + 3]!);
    const to = F[f + code[pc + 1]!]!;
    const site = code[pc + 4]!;
    if (length === 0) return Status.running;
    if (this.#holds(thread, site, to, length)) return Status.held;
    if (!this.#affordable(thread, length)) return Status.failed;
    const bytes = new Uint8Array(length).fill(I[(f << 1) + code[pc + 2]!]!);
    return this.#writeBytes(thread, to, bytes, site) ? Status.running : Status.failed;
  }

  /** A copy costs time and memory by its length, so the length counts against the budgets before anything is allocated. */
  #affordable(thread: Thread, length: number): boolean {
    if (length > this.options.memoryBudget) {
      this.fail(thread, 'memory-budget', `copies or sets ${length} bytes at once`);
      return false;
    }
    this.steps += Math.floor(length / 64);
    return true;
  }

  #writeBytes(thread: Thread, to: number, bytes: Uint8Array, site: number): boolean {
    for (let done = 0; done < bytes.length; ) {
      const page = this.find(thread, to + done, 1, site);
      if (page === null) return false;
      const at = to + done - page.base;
      const part = Math.min(bytes.length - done, this.#extent(thread, page) - at);
      page.u8.set(bytes.subarray(done, done + part), at);
      page.written?.fill(1, at, at + part);
      done += part;
    }
    return true;
  }

  /** Usable bytes of a page: local pages are larger than what the thread has allocated. */
  #extent(thread: Thread, page: Page): number {
    return page === thread.local ? thread.localTop : page.size;
  }

  /** Gives a thread a larger window of registers of its own; false, with an error, when it recurses too deep. */
  growWindow(thread: Thread, more: number): boolean {
    const used = thread.windowEnd - thread.window;
    const needed = thread.frame - thread.window + more;
    let size = used * 2;
    while (size < needed) size *= 2;
    if (needed > MAX_WINDOW) {
      this.fail(thread, 'stack-overflow', 'calls itself too deep');
      return false;
    }
    this.memory.charge(size * 8);
    thread.block.bytes += size * 8;
    const file = newFile(size);
    file.I.set(thread.I.subarray(thread.window << 1, thread.windowEnd << 1));
    thread.frame -= thread.window;
    thread.window = 0;
    thread.windowEnd = size;
    thread.I = file.I;
    thread.X = file.X;
    thread.F = file.F;
    return true;
  }

  /** The function at an address, when it takes `words` leaves; -1 otherwise. */
  functionAt(address: number, leaves: number): number {
    const index = (address - FUNCTION_BASE) / FUNCTION_STRIDE;
    const fn = Number.isInteger(index) ? this.executable.functions[index] : undefined;
    return fn !== undefined && index > 0 && fn.parameterCount === leaves ? index : -1;
  }

  /** Whether the compare-and-swap at `pc` is about to swap. */
  wouldExchange(thread: Thread, pc: number): boolean {
    const { code } = this.executable;
    const { I, F, frame } = thread;
    const size = code[pc + 7]!;
    const page = this.#atomicPage(thread, F[frame + code[pc + 3]!]!, size, code[pc + 6]!);
    if (page === null) return false;
    const at = F[frame + code[pc + 3]!]! - page.base;
    const expected = (frame << 1) + code[pc + 4]!;
    if (size < 8) return readSmall(page, at, size) === I[expected];
    return page.i32[at >> 2] === I[expected] && page.i32[(at >> 2) + 1] === I[expected + 1];
  }

  /** The bytes that the store at `pc` is about to write, or null when it is none that can be told. */
  valueToStore(thread: Thread, pc: number): Uint8Array | null {
    return storedValue(this, thread, pc);
  }
}

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

const LOCAL_MEMORY: MemoryObject = { ...NOTHING, space: 'local', name: 'local memory', trackWrites: true };

const LEAF_BYTES = [1, 2, 4, 8, 8] as const;

function newFile(registers: number): { I: Int32Array; X: Float32Array; F: Float64Array } {
  const F = new Float64Array(registers);
  return { I: new Int32Array(F.buffer), X: new Float32Array(F.buffer), F };
}

function readSmall(page: Page, at: number, size: number): number {
  return size === 4 ? page.i32[at >> 2]! : size === 2 ? page.u16[at >> 1]! : page.u8[at]!;
}

function writeSmall(page: Page, at: number, size: number, value: number): void {
  if (size === 4) page.i32[at >> 2] = value;
  else if (size === 2) page.u16[at >> 1] = value;
  else page.u8[at] = value;
}

function pairToNumber(I: Int32Array, word: number): number {
  return (I[word + 1]! >>> 0) * 4294967296 + (I[word]! >>> 0);
}

function verb(machine: Machine, site: number): string {
  const { kind } = machine.executable.sites[site]!;
  return kind === 'read' ? 'reads' : kind === 'write' ? 'writes' : 'updates';
}

function outOfBounds(what: string, address: number, size: number, object: MemoryObject | null): string {
  if (object === null) return `${what} ${size} bytes at an address where nothing is`;
  const offset = address - object.origin;
  return object.bounded
    ? `${what} ${size} bytes at offset ${offset} of '${object.name}', which has ${object.size} bytes`
    : `${what} ${size} bytes at offset ${offset} of '${object.name}'`;
}
