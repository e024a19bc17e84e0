/** Operands and results of the sync operation that a thread stands at, in its registers. */
import { countOf } from '../address-space.ts';
import type { SyncOperation } from '../bytecode/micro-operations.ts';
import { positionsOf } from '../bytecode/opcodes.ts';
import type { Executable } from '../executable.ts';
import type { Thread } from '../thread.ts';

const SYNC = positionsOf('sync');
/** Operands stand behind their number; results and their number behind them. */
const FIRST_OPERAND = SYNC.operands + 1;

export class SyncOperands {
  readonly #code: Int32Array;
  readonly #operations: readonly SyncOperation[];

  constructor({ code, syncs }: Pick<Executable, 'code' | 'syncs'>) {
    this.#code = code;
    this.#operations = syncs;
  }

  operation({ pc }: Thread): SyncOperation {
    return this.#operations[this.#code[pc + SYNC.operation]!]!;
  }

  /** Where the words of operand `index` are. */
  wordAt({ pc, frame }: Thread, index: number): number {
    return (frame << 1) + this.#code[pc + FIRST_OPERAND + index]!;
  }

  word(thread: Thread, index: number): number {
    return thread.I[this.wordAt(thread, index)]!;
  }

  pointer(thread: Thread, index: number): number {
    return thread.F[this.wordAt(thread, index) >> 1]!;
  }

  /** A pair as a number of bytes or elements. */
  count(thread: Thread, index: number): number {
    const at = this.wordAt(thread, index);
    return countOf(thread.I[at]!, thread.I[at + 1]!);
  }

  /** The eight bytes of a pair. */
  bytes(thread: Thread, index: number): Uint8Array<ArrayBuffer> {
    const at = this.wordAt(thread, index);
    const bytes = new Uint8Array(8);
    const view = new DataView(bytes.buffer);
    view.setInt32(0, thread.I[at]!, true);
    view.setInt32(4, thread.I[at + 1]!, true);
    return bytes;
  }

  /** True when operand 0, a mask of lanes (a pair), holds the lane. */
  names(thread: Thread, lane: number): boolean {
    const word = thread.I[this.wordAt(thread, 0) + (lane >> 5)]!;
    return ((word >>> (lane & 31)) & 1) === 1;
  }

  haveSameMask(a: Thread, b: Thread): boolean {
    const [first, second] = [this.wordAt(a, 0), this.wordAt(b, 0)];
    return a.I[first] === b.I[second] && a.I[first + 1] === b.I[second + 1];
  }

  /** Puts `results` into the result registers, zero where there are none, and the thread behind its operation. */
  finish(thread: Thread, results: readonly number[]): void {
    const code = this.#code;
    const first = thread.pc + FIRST_OPERAND + code[thread.pc + SYNC.operands]!;
    const count = code[first]!;
    for (let i = 0; i < count; i++) thread.I[(thread.frame << 1) + code[first + 1 + i]!] = results[i] ?? 0;
    thread.pc = first + 1 + count;
  }
}
