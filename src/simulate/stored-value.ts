/** Reads what a store is about to write from the registers of the thread that stands at it. */
import { highWordOf, lowWordOf } from './address-space.ts';
import { Op, positionsOf, repeatedPositionsOf } from './bytecode/opcodes.ts';
import type { Executable } from './executable.ts';
import { SCALAR_BYTES, SCALAR_CODES } from './scalar-codes.ts';
import type { Thread } from './thread.ts';

const STORE = positionsOf('store32');
const STORE_MANY = positionsOf('storemany');
const PART = repeatedPositionsOf('storemany');
const FILL = positionsOf('memset');
const PART_WORDS = 3;
/** Longer fills are not told. */
const LONGEST_FILL = 65_536;

/** The bytes that the store at `pc` is about to write, or null when it is none that can be told. */
export function storedValue({ code, sites }: Executable, thread: Thread, pc: number): Uint8Array | null {
  const word = (thread.frame << 1) + code[pc + STORE.value]!;
  switch (code[pc]) {
    case Op.store8:
      return scalarBytes(thread, word, SCALAR_CODES.byte);
    case Op.store16:
      return scalarBytes(thread, word, SCALAR_CODES.short);
    case Op.store32:
      return scalarBytes(thread, word, SCALAR_CODES.word);
    case Op.store64:
      return scalarBytes(thread, word, SCALAR_CODES.pair);
    case Op.storeptr:
      return scalarBytes(thread, (thread.frame + code[pc + STORE.value]!) << 1, SCALAR_CODES.pointer);
    case Op.storemany: {
      const result = new Uint8Array(sites[code[pc + STORE_MANY.site]!]!.size);
      for (let i = 0; i < code[pc + STORE_MANY.count]!; i++) {
        const at = pc + STORE_MANY.count + 1 + PART_WORDS * i;
        const from = (thread.frame << 1) + code[at + PART.register]!;
        result.set(scalarBytes(thread, from, code[at + PART.kind]!), code[at + PART.offset]!);
      }
      return result;
    }
    case Op.memcpy:
      return thread.copied;
    case Op.memset: {
      const [length, value] = [FILL.length, FILL.value].map((at) => (thread.frame << 1) + code[pc + at]!) as [
        number,
        number,
      ];
      const isShort = thread.I[length + 1] === 0 && thread.I[length]! >= 0 && thread.I[length]! <= LONGEST_FILL;
      return isShort ? new Uint8Array(thread.I[length]!).fill(thread.I[value]!) : null;
    }
    default:
      return null;
  }
}

/** The bytes of the scalar whose words begin at `word`; a pointer's register is read as a double. */
function scalarBytes({ I, F }: Thread, word: number, code: number): Uint8Array {
  const value = F[word >> 1]!;
  const isPointer = code === SCALAR_CODES.pointer;
  const words = isPointer ? [lowWordOf(value), highWordOf(value)] : [I[word]!, I[word + 1]!];
  return Uint8Array.from({ length: SCALAR_BYTES[code]! }, (_, i) => words[i >> 2]! >>> ((i & 3) * 8));
}
