/** Gives registers their places in a frame and writes micro-operations as words. */
import type { Place } from '../errors.ts';
import { isResult, isUse, type LoweredFunction } from './micro-operations.ts';
import { forEachResult, forEachUse } from './optimise.ts';

/** Registers at the start of a frame: return address and caller's frame size, caller's local memory. */
export const FRAME_HEADER = 2;

export interface AssembledFunction {
  readonly name: string;
  readonly entry: number;
  /** Addresses of its blocks that only assign what flows along an edge: from, and to exclusively. */
  readonly edges: readonly [number, number];
  /** Registers of a frame. */
  readonly frameSize: number;
  readonly localBytes: number;
  /** Constants lie in one run of registers: first register, and their words two by two. */
  readonly constantStart: number;
  readonly constants: Int32Array;
  /** Constants that are relative to a shared variable: register and variable. */
  readonly relocations: readonly { readonly register: number; readonly shared: number }[];
  readonly parameterCount: number;
  readonly callees: ReadonlySet<number>;
  readonly callsIndirectly: boolean;
}

/** The code of an executable while it grows. */
export class CodeBuffer {
  readonly words: number[] = [];
  /** Address and place of each run of operations with one place, ascending. */
  readonly placeStarts: number[] = [];
  readonly places: Place[] = [];

  place(place: Place): void {
    if (this.places.at(-1) === place) return;
    this.placeStarts.push(this.words.length);
    this.places.push(place);
  }
}

export function assemble(fn: LoweredFunction, code: CodeBuffer): AssembledFunction {
  const { slots, frameSize, constantStart, constants, relocations } = assignSlots(fn);
  const blockAddresses: number[] = [];
  const patches: { at: number; block: number }[] = [];
  const entry = code.words.length;
  for (const block of fn.blocks) {
    blockAddresses.push(code.words.length);
    for (const { op, kinds, values, place } of block.operations) {
      code.place(place);
      code.words.push(op);
      for (let i = 0; i < kinds.length; i++) {
        const value = values[i]!;
        switch (kinds[i]) {
          case 'W':
          case 'w':
            code.words.push(slots[value]! * 2);
            break;
          case 'F':
          case 'f':
            code.words.push(slots[value]!);
            break;
          case 'b':
            patches.push({ at: code.words.length, block: value });
            code.words.push(0);
            break;
          case 'z':
            code.words.push(frameSize);
            break;
          default:
            code.words.push(value);
        }
      }
    }
  }
  for (const { at, block } of patches) code.words[at] = blockAddresses[block]!;
  return {
    name: fn.name,
    entry,
    edges: [blockAddresses[fn.firstEdge] ?? code.words.length, code.words.length],
    frameSize,
    localBytes: Math.ceil(fn.localBytes / 16) * 16,
    constantStart,
    constants,
    relocations,
    parameterCount: fn.parameters.length,
    callees: fn.callees,
    callsIndirectly: fn.callsIndirectly,
  };
}

/**
 * Parameters first, then the constants that are used, then registers that live across blocks, then a pool that registers
 * of one block share. A result may take the place of an operand of the same operation: operations read before they write.
 */
function assignSlots(fn: LoweredFunction) {
  const slots = new Int32Array(fn.registerCount).fill(-1);
  let next = FRAME_HEADER;
  for (const register of fn.parameters) slots[register] = next++;
  const home = new Int32Array(fn.registerCount).fill(-1);
  const shared = new Uint8Array(fn.registerCount);
  const used = new Uint8Array(fn.registerCount);
  fn.blocks.forEach((block, index) => {
    const visit = (register: number) => {
      used[register] = 1;
      if (home[register] === -1) home[register] = index;
      else if (home[register] !== index) shared[register] = 1;
    };
    for (const operation of block.operations) {
      forEachUse(operation, visit);
      forEachResult(operation, visit);
    }
  });
  for (const register of fn.variables) shared[register] = 1;
  const constantStart = next;
  const words: number[] = [];
  const relocations: { register: number; shared: number }[] = [];
  for (const constant of fn.constants) {
    if (used[constant.register] === 0) continue;
    if (constant.shared >= 0) relocations.push({ register: next, shared: constant.shared });
    slots[constant.register] = next++;
    words.push(constant.low, constant.high);
  }
  for (let register = 0; register < fn.registerCount; register++) {
    if (used[register] === 1 && shared[register] === 1 && slots[register] === -1) slots[register] = next++;
  }
  let frameSize = next;
  for (const { operations } of fn.blocks) {
    const last = new Map<number, number>();
    operations.forEach(({ kinds, values }, at) => {
      for (let i = 0; i < kinds.length; i++) {
        if (isUse(kinds[i]!) || isResult(kinds[i]!)) last.set(values[i]!, at);
      }
    });
    const free: number[] = [];
    const pooled = new Set<number>();
    let top = next;
    operations.forEach((operation, at) => {
      const release = (register: number) => {
        if (pooled.has(register) && last.get(register) === at) {
          pooled.delete(register);
          free.push(slots[register]!);
        }
      };
      forEachUse(operation, release);
      const results: number[] = [];
      forEachResult(operation, (register) => {
        if (slots[register] === -1) {
          slots[register] = free.pop() ?? top++;
          pooled.add(register);
        }
        results.push(register);
      });
      for (const register of results) release(register);
    });
    // Reads of registers that nothing assigned (undefined values) still need a place.
    for (const operation of operations) {
      forEachUse(operation, (register) => {
        if (slots[register] === -1) slots[register] = top++;
      });
    }
    frameSize = Math.max(frameSize, top);
  }
  return { slots, frameSize, constantStart, constants: Int32Array.from(words), relocations };
}
