/** Reads what a store is about to write from the registers of the thread that stands at it. */

import { Op } from './bytecode/opcodes.ts';
import type { Machine } from './machine.ts';
import type { Thread } from './thread.ts';

export function storedValue(machine: Machine, thread: Thread, pc: number): Uint8Array | null {
  const { code } = machine.executable;
  const { I, F, frame } = thread;
  const word = (frame << 1) + code[pc + 2]!;
  const bytes = (low: number, high: number, size: number) => {
    const result = new Uint8Array(size);
    for (let i = 0; i < size; i++) result[i] = (i < 4 ? low : high) >>> ((i & 3) * 8);
    return result;
  };
  switch (code[pc]) {
    case Op.store8:
      return bytes(I[word]!, 0, 1);
    case Op.store16:
      return bytes(I[word]!, 0, 2);
    case Op.store32:
      return bytes(I[word]!, 0, 4);
    case Op.store64:
      return bytes(I[word]!, I[word + 1]!, 8);
    case Op.storeptr: {
      const value = F[frame + code[pc + 2]!]!;
      return bytes(value | 0, Math.floor(value / 4294967296) | 0, 8);
    }
    case Op.storemany: {
      const { size } = machine.executable.sites[code[pc + 2]!]!;
      const result = new Uint8Array(size);
      for (let i = 0; i < code[pc + 3]!; i++) {
        const at = pc + 4 + 3 * i;
        const from = (frame << 1) + code[at + 2]!;
        const kind = code[at]!;
        const value = F[from >> 1]!;
        const isPointer = kind === 4;
        const low = isPointer ? value | 0 : I[from]!;
        const high = isPointer ? Math.floor(value / 4294967296) | 0 : I[from + 1]!;
        result.set(bytes(low, high, [1, 2, 4, 8, 8][kind]!), code[at + 1]!);
      }
      return result;
    }
    default:
      return null;
  }
}
