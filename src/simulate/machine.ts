/**
 * A launched kernel: its blocks and threads, and the parts that run them. Schedulers drive it through `startBlock` and
 * `step`; the interpreter comes back here only for what a thread cannot do by itself.
 */

import { AddressMap } from './address-map.ts';
import { LOCAL_STRIDE, MAX_BLOCKS, MAX_THREADS } from './address-space.ts';
import { BlockState } from './block.ts';
import type { SimulationError, SimulationErrorKind } from './errors.ts';
import type { ExecutionListener } from './events.ts';
import type { Executable } from './executable.ts';
import { Faults } from './faults.ts';
import { enter, interpret } from './interpreter.ts';
import { type BoundParameters, bindParameters, type Launch } from './launch.ts';
import type { SharedVariable } from './lower/program-context.ts';
import { MemoryOperations } from './memory-operations.ts';
import { Memory, MemoryBudgetExceeded, type MemoryObject } from './paged-memory.ts';
import { RegisterFile } from './register-file.ts';
import { SPECIAL_REGISTERS, SpecialRegister } from './special-registers.ts';
import { Status, type StepOutcome } from './status.ts';
import type { Unknowns } from './sync/sync-machine.ts';
import { SyncUnit } from './sync/sync-unit.ts';
import { Thread } from './thread.ts';

export interface MachineOptions {
  readonly warpModel: 'its' | 'lockstep';
  readonly stepBudget: number;
  readonly memoryBudget: number;
  readonly unknowns: Unknowns;
  readonly listener: ExecutionListener | null;
}

export class Machine {
  readonly executable: Executable;
  readonly launch: Launch;
  readonly options: MachineOptions;
  readonly memory: Memory;
  readonly parameters: BoundParameters;
  /** Shared variables, OpenCL's parameters in local memory behind them. */
  readonly shared: readonly SharedVariable[];
  readonly faults: Faults;
  readonly addresses: AddressMap;
  readonly operations: MemoryOperations;
  readonly registers: RegisterFile;
  readonly sync: SyncUnit;
  readonly blockCount: number;
  readonly threadsPerBlock: number;
  readonly blocks = new Map<number, BlockState>();
  listener: ExecutionListener | null;
  /** Threads of started blocks that have not ended. */
  live = 0;
  /** Steps of all threads together. */
  steps = 0;
  /** In lockstep: the lanes that run now. */
  active: readonly Thread[] | null = null;
  /** In lockstep: how many times lanes have gone on together. */
  issue = 0;

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
    this.faults = new Faults(executable);
    this.addresses = new AddressMap(
      executable,
      launch,
      memory,
      { shared: this.shared, blocks: this.blocks },
      this.faults,
    );
    this.operations = new MemoryOperations(executable, this.addresses, this.faults, options, this);
    this.registers = new RegisterFile(executable.windowSize, this.threadsPerBlock, memory, this.faults);
    this.sync = new SyncUnit(this);
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
    const memory = new Memory(options.memoryBudget, launch.filling, launch.pointersIn !== undefined);
    const variables = new Map<string, MemoryObject>();
    for (const { variable, size, bytes } of executable.globals) {
      const space = variable.space === 4 ? 'constant' : 'global';
      // A declaration without a size (`extern __device__ int a[]`) has no end that anybody knows; nobody points into it.
      const written = launch.variables?.get(variable.name) ?? [];
      const object = memory.addRegion(space, variable.sourceName, size, [{ offset: 0, bytes }, ...written]);
      if (object !== null) variables.set(variable.name, object);
    }
    const parameters = bindParameters(executable, launch, memory, variables);
    if (typeof parameters === 'string') return parameters;
    return new Machine(executable, launch, options, memory, parameters);
  }

  /** By site: who wants to hear of it (`Watch`). */
  get watch(): Uint8Array {
    return this.operations.watch;
  }

  /** Bytes of registers that each thread takes while its block is running. */
  get bytesPerThread(): number {
    return this.registers.bytesPerThread;
  }

  /** The first error of the run. */
  get error(): SimulationError | null {
    return this.faults.first;
  }

  fail(thread: Thread | null, kind: SimulationErrorKind, message: string): void {
    this.faults.report(thread, kind, message);
  }

  // ---- blocks and threads ------------------------------------------------------------------------------------------------

  /** Makes the threads of block `linear`, ready to run; null when the memory budget does not hold them. */
  startBlock(linear: number): BlockState | null {
    const block = new BlockState(linear, this.launch.gridDim, this.shared);
    const window = this.registers.windowSize;
    const count = this.threadsPerBlock;
    block.bytes = count * this.bytesPerThread;
    try {
      this.memory.charge(block.bytes);
    } catch (failure) {
      this.#outOfMemory(null, failure);
      return null;
    }
    const registers = this.registers.take();
    for (let index = 0; index < count; index++) {
      const place = { block, index, linear: linear * count + index, warpSize: this.executable.warpSize };
      const thread = new Thread(place, registers, index * window, (index + 1) * window);
      this.#prepare(thread);
      if (thread.localTop > LOCAL_STRIDE) {
        this.faults.localMemoryExhausted(thread);
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
    this.registers.release(block.threads);
  }

  /** Sets a thread to the kernel's first operation, with its parameters in the first frame. */
  #prepare(thread: Thread): void {
    const { I, F, window, block } = thread;
    this.#identify(thread);
    const frame = window + SPECIAL_REGISTERS;
    const kernel = this.executable.functions[0]!;
    thread.frame = frame;
    thread.pc = kernel.entry;
    const w = frame << 1;
    I[w] = -1;
    const { words, byValue, byValueBytes, sharedScalars } = this.parameters;
    for (let i = 0; i < words.length; i++) I[w + 4 + i] = words[i]!;
    for (const { scalar, shared } of sharedScalars) F[frame + 2 + scalar] = block.sharedAddress(shared);
    enter(kernel, thread, I, F, frame);
    if (byValueBytes === 0) {
      thread.localTop = kernel.localBytes;
      return;
    }
    const base = Math.ceil(byValueBytes / 16) * 16;
    thread.localTop = base + kernel.localBytes;
    thread.localFrame = base;
    const page = this.addresses.localPage(thread, thread.localTop);
    for (const { scalar, offset, bytes } of byValue) {
      page.u8.set(bytes, offset);
      page.written!.fill(1, offset, offset + bytes.length);
      F[frame + 2 + scalar] = page.base + offset;
    }
  }

  /** Fills in who the thread is. */
  #identify({ I, window, block, index, lane, warp }: Thread): void {
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
    I[s + SpecialRegister.lane] = lane;
    I[s + SpecialRegister.warp] = warp;
    I[s + SpecialRegister.linearThread] = index;
    I[s + SpecialRegister.linearBlock] = block.linear;
    I[s + SpecialRegister.dimensions] = gridDim[2] * blockDim[2] > 1 ? 3 : gridDim[1] * blockDim[1] > 1 ? 2 : 1;
    I[s + SpecialRegister.dynamicShared] = this.launch.dynamicShared ?? 0;
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
        // Each arrival at a barrier costs a step, so that a loop of nothing but barriers ends as well.
        thread.steps++;
        this.steps++;
        return this.sync.arrive(thread);
      case Status.held:
        return 'held';
      case Status.done:
        this.#exit(thread);
        return 'done';
      default:
        this.faults.first ??= thread.error;
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

  #outOfMemory(thread: Thread | null, failure: unknown): void {
    if (!(failure instanceof MemoryBudgetExceeded) && !(failure instanceof RangeError)) throw failure;
    this.fail(thread, 'memory-budget', `needs more than ${this.options.memoryBudget} bytes of memory`);
  }
}
