/**
 * Clang as a program that can be started again: one instance of its module, set back before each run to the state of a new
 * one, so that a run cannot tell what ran before it. Run it in workers only: deep templates overflow the main thread's stack,
 * and a run that never ends can be stopped only from outside.
 */
import { WASI, WASIProcExit, wasi } from '@bjorn3/browser_wasi_shim';
import { HEAP_TOP, IMPORTS, STACK_POINTER } from './restartable-module.ts';
import { CapturedStream, NoInput, RootDirectory, type VirtualFiles } from './virtual-files.ts';

export interface Run {
  /** The exit code; null when the program crashed. */
  readonly code: number | null;
  readonly crash: string | null;
  readonly output: CapturedStream;
  readonly errors: string;
}

const MAX_OUTPUT_BYTES = 256 << 20;
const MAX_ERROR_BYTES = 1 << 20;
/** An instance that has grown larger is not kept: setting it back would cost more than a new one, and memory is shared. */
const MAX_KEPT_BYTES = 128 << 20;

export class ClangProgram {
  readonly #module: WebAssembly.Module;
  #instance: RestartableInstance | null = null;

  /** @param module made restartable (`assets.ts` does it). */
  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /** Runs the program to its end. Never throws on what the files hold. */
  run(argv: readonly string[], files: VirtualFiles): Run {
    const output = new CapturedStream(MAX_OUTPUT_BYTES);
    const errors = new CapturedStream(MAX_ERROR_BYTES);
    const system = new WASI([], [], [new NoInput(), output, errors, new RootDirectory(files)], { debug: false });
    let code: number | null = null;
    let crash: string | null = null;
    try {
      this.#instance ??= new RestartableInstance(this.#module);
      code = this.#instance.run(system, argv, [output, errors]);
    } catch (error) {
      if (error instanceof WASIProcExit) code = error.code;
      else crash = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    }
    if (crash !== null || this.memoryBytes > MAX_KEPT_BYTES) this.#instance = null;
    return { code, crash, output, errors: errors.bytes().toString('utf8') };
  }

  /** What the program holds between runs. */
  get memoryBytes(): number {
    return this.#instance?.memoryBytes ?? 0;
  }
}

type SystemCall = (...values: never[]) => unknown;

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly _start: () => unknown;
  readonly [STACK_POINTER]: WebAssembly.Global;
  readonly [HEAP_TOP]: WebAssembly.Global;
}

/** @throws Error when the module was not made restartable */
function exportsOf(instance: WebAssembly.Instance): Exports {
  const { memory, _start, [STACK_POINTER]: stackPointer, [HEAP_TOP]: heapTop } = instance.exports;
  const hasGlobals = stackPointer instanceof WebAssembly.Global && heapTop instanceof WebAssembly.Global;
  if (!(memory instanceof WebAssembly.Memory) || typeof _start !== 'function' || !hasGlobals) {
    throw new Error('the module of clang does not export what a restart needs');
  }
  return { memory, _start: () => _start(), [STACK_POINTER]: stackPointer, [HEAP_TOP]: heapTop };
}

class RestartableInstance {
  readonly #exports: Exports;
  /** Memory as a new instance has it; the heap begins behind it. */
  readonly #initialMemory: Uint8Array;
  readonly #initialStackPointer: number;
  /** All of memory; empty once memory has grown. */
  #bytes: Uint8Array;
  #calls: Readonly<Record<string, SystemCall>> = {};
  #streams: readonly CapturedStream[] = [];

  constructor(module: WebAssembly.Module) {
    const imports: Record<string, SystemCall> = {};
    for (const { name } of WebAssembly.Module.imports(module)) {
      imports[name] = (...values) => this.#calls[name]!(...values);
    }
    imports.fd_write = (stream: number, pieces: number, count: number, written: number) =>
      this.#write(stream, pieces, count, written);
    const instance = new WebAssembly.Instance(module, { [IMPORTS]: imports });
    this.#exports = exportsOf(instance);
    this.#bytes = new Uint8Array(this.#exports.memory.buffer);
    this.#initialMemory = this.#bytes.slice();
    this.#initialStackPointer = this.#exports[STACK_POINTER].value;
    this.#exports[HEAP_TOP].value = this.#initialMemory.length;
  }

  get memoryBytes(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  /** @param output what the program writes to its streams 1 and 2 */
  run(system: WASI, argv: readonly string[], output: readonly [CapturedStream, CapturedStream]): number {
    const { memory, _start, ...globals } = this.#exports;
    const heap = this.#initialMemory.length;
    this.#bytes = new Uint8Array(memory.buffer);
    this.#bytes.set(this.#initialMemory);
    this.#bytes.fill(0, heap, globals[HEAP_TOP].value);
    globals[HEAP_TOP].value = heap;
    globals[STACK_POINTER].value = this.#initialStackPointer;
    this.#calls = { ...system.wasiImport, ...fixedEnvironment(memory, argv) };
    this.#streams = output;
    try {
      return system.start({ exports: { memory, _start } });
    } finally {
      // They hold everything that the run read and wrote.
      this.#calls = {};
      this.#streams = [];
    }
  }

  /**
   * `fd_write`. Clang sees no block size and so writes its output word by word, and each word
   * would go through the shim. Nothing else can be written to.
   */
  #write(stream: number, pieces: number, count: number, written: number): number {
    const output = this.#streams[stream - 1];
    if (output === undefined) return wasi.ERRNO_BADF;
    if (this.#bytes.length === 0) this.#bytes = new Uint8Array(this.#exports.memory.buffer);
    let total = 0;
    for (let piece = pieces; piece < pieces + 8 * count; piece += 8) {
      const length = this.#number(piece + 4);
      if (!output.append(this.#bytes, this.#number(piece), length)) return wasi.ERRNO_NOSPC;
      total += length;
    }
    this.#bytes[written] = total;
    this.#bytes[written + 1] = total >> 8;
    this.#bytes[written + 2] = total >> 16;
    this.#bytes[written + 3] = total >> 24;
    return wasi.ERRNO_SUCCESS;
  }

  /** The 32 bits at an address. */
  #number(at: number): number {
    const bytes = this.#bytes;
    return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
  }
}

/** Arguments as UTF-8 (the shim counts them in UTF-16), and a clock and randomness that never change. */
function fixedEnvironment(memory: WebAssembly.Memory, argv: readonly string[]): Record<string, SystemCall> {
  const encoded = argv.map((argument) => Buffer.from(`${argument.replaceAll('\0', '')}\0`));
  const view = () => new DataView(memory.buffer);
  const bytes = (at: number, length: number) => new Uint8Array(memory.buffer, at, length);
  return {
    args_sizes_get(count: number, size: number) {
      view().setUint32(count, encoded.length, true);
      view().setUint32(
        size,
        encoded.reduce((sum, argument) => sum + argument.length, 0),
        true,
      );
      return 0;
    },
    args_get(pointers: number, buffer: number) {
      for (const [index, argument] of encoded.entries()) {
        view().setUint32(pointers + 4 * index, buffer, true);
        bytes(buffer, argument.length).set(argument);
        buffer += argument.length;
      }
      return 0;
    },
    clock_time_get(_clock: number, _precision: bigint, time: number) {
      view().setBigUint64(time, 0n, true);
      return 0;
    },
    random_get(buffer: number, length: number) {
      bytes(buffer, length).fill(0);
      return 0;
    },
    poll_oneoff: () => wasi.ERRNO_NOTSUP,
  };
}
