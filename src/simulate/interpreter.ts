/**
 * The loop that executes one thread until it synchronises, is held, fails, ends, or has used up its share of steps.
 * One function with everything in local variables: this is what the speed of the simulator hangs on.
 */

import type { AddressMap } from './address-map.ts';
import { FUNCTION_BASE, FUNCTION_STRIDE, LOCAL_BASE, LOCAL_STRIDE } from './address-space.ts';
import { compareFloats, doubleToInt32, doubleToInt64, multiplyHighUnsigned } from './arithmetic.ts';
import type { AssembledFunction } from './bytecode/assemble.ts';
import { HELPERS } from './bytecode/helpers.ts';
import type { Op } from './bytecode/opcodes.ts';
import type { ExecutionListener } from './events.ts';
import type { Executable } from './executable.ts';
import type { Faults } from './faults.ts';
import type { MemoryOperations } from './memory-operations.ts';
import type { RegisterFile } from './register-file.ts';
import { Status } from './status.ts';
import type { Thread } from './thread.ts';

/** What the interpreter needs of the machine. */
export interface Interpreted {
  readonly executable: Pick<Executable, 'code' | 'functions'>;
  readonly watch: Uint8Array;
  readonly addresses: AddressMap;
  readonly operations: MemoryOperations;
  readonly registers: RegisterFile;
  readonly faults: Faults;
  /** Who hears of accesses to watched sites; null only where none is watched. */
  readonly listener: ExecutionListener | null;
}

/** Runs `thread` until its step count reaches `limit` or something else stops it; says what. */
export function interpret(machine: Interpreted, thread: Thread, limit: number): number {
  const { code, functions } = machine.executable;
  const { watch, addresses, operations } = machine;
  const { siteBase, siteLimit, siteBytes, siteShorts, siteWords, siteWritten } = addresses;
  const { placesPointers } = addresses;
  const mask = thread.watchMask;
  const localBase = LOCAL_BASE + thread.linear * LOCAL_STRIDE;
  let { I, X, F } = thread;
  let f = thread.frame;
  let b = f << 1;
  let special = thread.window << 1;
  let pc = thread.pc;
  let steps = thread.steps;
  let localFrame = thread.localFrame;
  let localTop = thread.localTop;
  let status: number = Status.running;
  run: for (;;) {
    switch (code[pc]!) {
      case 0 satisfies typeof Op.mov32:
        I[b + code[pc + 1]!] = I[b + code[pc + 2]!]!;
        pc += 3;
        break;
      case 1 satisfies typeof Op.mov64: {
        const d = b + code[pc + 1]!;
        const s = b + code[pc + 2]!;
        I[d] = I[s]!;
        I[d + 1] = I[s + 1]!;
        pc += 3;
        break;
      }
      case 2 satisfies typeof Op.sreg:
        I[b + code[pc + 1]!] = I[special + code[pc + 2]!]!;
        pc += 3;
        break;
      case 3 satisfies typeof Op.lea:
        F[f + code[pc + 1]!] = localBase + localFrame + code[pc + 2]!;
        pc += 3;
        break;
      case 4 satisfies typeof Op.add32:
        I[b + code[pc + 1]!] = (I[b + code[pc + 2]!]! + I[b + code[pc + 3]!]!) | 0;
        pc += 4;
        break;
      case 5 satisfies typeof Op.sub32:
        I[b + code[pc + 1]!] = (I[b + code[pc + 2]!]! - I[b + code[pc + 3]!]!) | 0;
        pc += 4;
        break;
      case 6 satisfies typeof Op.mul32:
        I[b + code[pc + 1]!] = Math.imul(I[b + code[pc + 2]!]!, I[b + code[pc + 3]!]!);
        pc += 4;
        break;
      case 7 satisfies typeof Op.and32:
        I[b + code[pc + 1]!] = I[b + code[pc + 2]!]! & I[b + code[pc + 3]!]!;
        pc += 4;
        break;
      case 8 satisfies typeof Op.or32:
        I[b + code[pc + 1]!] = I[b + code[pc + 2]!]! | I[b + code[pc + 3]!]!;
        pc += 4;
        break;
      case 9 satisfies typeof Op.xor32:
        I[b + code[pc + 1]!] = I[b + code[pc + 2]!]! ^ I[b + code[pc + 3]!]!;
        pc += 4;
        break;
      case 10 satisfies typeof Op.shl32: {
        const by = I[b + code[pc + 3]!]!;
        // A shift by the width or more gives 0 on GPUs.
        I[b + code[pc + 1]!] = by >>> 0 > 31 ? 0 : I[b + code[pc + 2]!]! << by;
        pc += 4;
        break;
      }
      case 11 satisfies typeof Op.lshr32: {
        const by = I[b + code[pc + 3]!]!;
        // A shift by the width or more gives 0 on GPUs.
        I[b + code[pc + 1]!] = by >>> 0 > 31 ? 0 : I[b + code[pc + 2]!]! >>> by;
        pc += 4;
        break;
      }
      case 12 satisfies typeof Op.ashr32: {
        const by = I[b + code[pc + 3]!]!;
        I[b + code[pc + 1]!] = I[b + code[pc + 2]!]! >> (by >>> 0 > 31 ? 31 : by);
        pc += 4;
        break;
      }
      case 13 satisfies typeof Op.andimm32:
        I[b + code[pc + 1]!] = I[b + code[pc + 2]!]! & code[pc + 3]!;
        pc += 4;
        break;
      case 14 satisfies typeof Op.sextin32: {
        const by = code[pc + 3]!;
        I[b + code[pc + 1]!] = (I[b + code[pc + 2]!]! << by) >> by;
        pc += 4;
        break;
      }
      case 15 satisfies typeof Op.add64: {
        const d = b + code[pc + 1]!;
        const x = b + code[pc + 2]!;
        const y = b + code[pc + 3]!;
        const low = (I[x]! >>> 0) + (I[y]! >>> 0);
        const high = I[x + 1]! + I[y + 1]! + (low > 4294967295 ? 1 : 0);
        I[d] = low | 0;
        I[d + 1] = high | 0;
        pc += 4;
        break;
      }
      case 16 satisfies typeof Op.sub64: {
        const d = b + code[pc + 1]!;
        const x = b + code[pc + 2]!;
        const y = b + code[pc + 3]!;
        const low = (I[x]! >>> 0) - (I[y]! >>> 0);
        const high = I[x + 1]! - I[y + 1]! - (low < 0 ? 1 : 0);
        I[d] = low | 0;
        I[d + 1] = high | 0;
        pc += 4;
        break;
      }
      case 17 satisfies typeof Op.mul64: {
        const d = b + code[pc + 1]!;
        const x = b + code[pc + 2]!;
        const y = b + code[pc + 3]!;
        const xl = I[x]!;
        const yl = I[y]!;
        const high = multiplyHighUnsigned(xl, yl) + Math.imul(xl, I[y + 1]!) + Math.imul(I[x + 1]!, yl);
        I[d] = Math.imul(xl, yl);
        I[d + 1] = high | 0;
        pc += 4;
        break;
      }
      case 18 satisfies typeof Op.and64: {
        const d = b + code[pc + 1]!;
        const x = b + code[pc + 2]!;
        const y = b + code[pc + 3]!;
        I[d] = I[x]! & I[y]!;
        I[d + 1] = I[x + 1]! & I[y + 1]!;
        pc += 4;
        break;
      }
      case 19 satisfies typeof Op.or64: {
        const d = b + code[pc + 1]!;
        const x = b + code[pc + 2]!;
        const y = b + code[pc + 3]!;
        I[d] = I[x]! | I[y]!;
        I[d + 1] = I[x + 1]! | I[y + 1]!;
        pc += 4;
        break;
      }
      case 20 satisfies typeof Op.xor64: {
        const d = b + code[pc + 1]!;
        const x = b + code[pc + 2]!;
        const y = b + code[pc + 3]!;
        I[d] = I[x]! ^ I[y]!;
        I[d + 1] = I[x + 1]! ^ I[y + 1]!;
        pc += 4;
        break;
      }
      case 21 satisfies typeof Op.shl64: {
        const d = b + code[pc + 1]!;
        const x = b + code[pc + 2]!;
        const y = b + code[pc + 3]!;
        const low = I[x]!;
        const high = I[x + 1]!;
        const by = I[y + 1]! !== 0 || I[y]! >>> 0 > 63 ? 64 : I[y]!;
        I[d] = by > 31 ? 0 : low << by;
        I[d + 1] = by > 63 ? 0 : by > 31 ? low << (by - 32) : by === 0 ? high : (high << by) | (low >>> (32 - by));
        pc += 4;
        break;
      }
      case 22 satisfies typeof Op.lshr64: {
        const d = b + code[pc + 1]!;
        const x = b + code[pc + 2]!;
        const y = b + code[pc + 3]!;
        const low = I[x]!;
        const high = I[x + 1]!;
        const by = I[y + 1]! !== 0 || I[y]! >>> 0 > 63 ? 64 : I[y]!;
        I[d] = by > 63 ? 0 : by > 31 ? high >>> (by - 32) : by === 0 ? low : (low >>> by) | (high << (32 - by));
        I[d + 1] = by > 31 ? 0 : high >>> by;
        pc += 4;
        break;
      }
      case 23 satisfies typeof Op.ashr64: {
        const d = b + code[pc + 1]!;
        const x = b + code[pc + 2]!;
        const y = b + code[pc + 3]!;
        const low = I[x]!;
        const high = I[x + 1]!;
        const by = I[y + 1]! !== 0 || I[y]! >>> 0 > 63 ? 64 : I[y]!;
        I[d] = by > 31 ? high >> Math.min(by - 32, 31) : by === 0 ? low : (low >>> by) | (high << (32 - by));
        I[d + 1] = by > 31 ? high >> 31 : high >> by;
        pc += 4;
        break;
      }
      case 24 satisfies typeof Op.sext32to64: {
        const d = b + code[pc + 1]!;
        const value = I[b + code[pc + 2]!]!;
        I[d] = value;
        I[d + 1] = value >> 31;
        pc += 3;
        break;
      }
      case 25 satisfies typeof Op.zext32to64: {
        const d = b + code[pc + 1]!;
        I[d] = I[b + code[pc + 2]!]!;
        I[d + 1] = 0;
        pc += 3;
        break;
      }
      case 26 satisfies typeof Op.eq32:
        I[b + code[pc + 1]!] = I[b + code[pc + 2]!]! === I[b + code[pc + 3]!]! ? 1 : 0;
        pc += 4;
        break;
      case 27 satisfies typeof Op.ne32:
        I[b + code[pc + 1]!] = I[b + code[pc + 2]!]! === I[b + code[pc + 3]!]! ? 0 : 1;
        pc += 4;
        break;
      case 28 satisfies typeof Op.slt32:
        I[b + code[pc + 1]!] = I[b + code[pc + 2]!]! < I[b + code[pc + 3]!]! ? 1 : 0;
        pc += 4;
        break;
      case 29 satisfies typeof Op.sle32:
        I[b + code[pc + 1]!] = I[b + code[pc + 2]!]! <= I[b + code[pc + 3]!]! ? 1 : 0;
        pc += 4;
        break;
      case 30 satisfies typeof Op.ult32:
        I[b + code[pc + 1]!] = I[b + code[pc + 2]!]! >>> 0 < I[b + code[pc + 3]!]! >>> 0 ? 1 : 0;
        pc += 4;
        break;
      case 31 satisfies typeof Op.ule32:
        I[b + code[pc + 1]!] = I[b + code[pc + 2]!]! >>> 0 <= I[b + code[pc + 3]!]! >>> 0 ? 1 : 0;
        pc += 4;
        break;
      case 32 satisfies typeof Op.eq64: {
        const x = b + code[pc + 2]!;
        const y = b + code[pc + 3]!;
        I[b + code[pc + 1]!] = I[x]! === I[y]! && I[x + 1]! === I[y + 1]! ? 1 : 0;
        pc += 4;
        break;
      }
      case 33 satisfies typeof Op.ne64: {
        const x = b + code[pc + 2]!;
        const y = b + code[pc + 3]!;
        I[b + code[pc + 1]!] = I[x]! === I[y]! && I[x + 1]! === I[y + 1]! ? 0 : 1;
        pc += 4;
        break;
      }
      case 34 satisfies typeof Op.slt64: {
        const x = b + code[pc + 2]!;
        const y = b + code[pc + 3]!;
        const xh = I[x + 1]!;
        const yh = I[y + 1]!;
        I[b + code[pc + 1]!] = xh < yh || (xh === yh && I[x]! >>> 0 < I[y]! >>> 0) ? 1 : 0;
        pc += 4;
        break;
      }
      case 35 satisfies typeof Op.sle64: {
        const x = b + code[pc + 2]!;
        const y = b + code[pc + 3]!;
        const xh = I[x + 1]!;
        const yh = I[y + 1]!;
        I[b + code[pc + 1]!] = xh < yh || (xh === yh && I[x]! >>> 0 <= I[y]! >>> 0) ? 1 : 0;
        pc += 4;
        break;
      }
      case 36 satisfies typeof Op.ult64: {
        const x = b + code[pc + 2]!;
        const y = b + code[pc + 3]!;
        const xh = I[x + 1]! >>> 0;
        const yh = I[y + 1]! >>> 0;
        I[b + code[pc + 1]!] = xh < yh || (xh === yh && I[x]! >>> 0 < I[y]! >>> 0) ? 1 : 0;
        pc += 4;
        break;
      }
      case 37 satisfies typeof Op.ule64: {
        const x = b + code[pc + 2]!;
        const y = b + code[pc + 3]!;
        const xh = I[x + 1]! >>> 0;
        const yh = I[y + 1]! >>> 0;
        I[b + code[pc + 1]!] = xh < yh || (xh === yh && I[x]! >>> 0 <= I[y]! >>> 0) ? 1 : 0;
        pc += 4;
        break;
      }
      case 38 satisfies typeof Op.eqptr:
        I[b + code[pc + 1]!] = F[f + code[pc + 2]!]! === F[f + code[pc + 3]!]! ? 1 : 0;
        pc += 4;
        break;
      case 39 satisfies typeof Op.neptr:
        I[b + code[pc + 1]!] = F[f + code[pc + 2]!]! !== F[f + code[pc + 3]!]! ? 1 : 0;
        pc += 4;
        break;
      case 40 satisfies typeof Op.ltptr:
        I[b + code[pc + 1]!] = F[f + code[pc + 2]!]! < F[f + code[pc + 3]!]! ? 1 : 0;
        pc += 4;
        break;
      case 41 satisfies typeof Op.leptr:
        I[b + code[pc + 1]!] = F[f + code[pc + 2]!]! <= F[f + code[pc + 3]!]! ? 1 : 0;
        pc += 4;
        break;
      case 42 satisfies typeof Op.select32:
        I[b + code[pc + 1]!] = I[b + (I[b + code[pc + 2]!]! !== 0 ? code[pc + 3]! : code[pc + 4]!)]!;
        pc += 5;
        break;
      case 43 satisfies typeof Op.select64: {
        const d = b + code[pc + 1]!;
        const s = b + (I[b + code[pc + 2]!]! !== 0 ? code[pc + 3]! : code[pc + 4]!);
        I[d] = I[s]!;
        I[d + 1] = I[s + 1]!;
        pc += 5;
        break;
      }
      case 44 satisfies typeof Op.gepimm:
        F[f + code[pc + 1]!] = F[f + code[pc + 2]!]! + code[pc + 3]!;
        pc += 4;
        break;
      case 45 satisfies typeof Op.gep32:
        F[f + code[pc + 1]!] = F[f + code[pc + 2]!]! + I[b + code[pc + 3]!]! * code[pc + 4]!;
        pc += 5;
        break;
      case 46 satisfies typeof Op.gepu32:
        F[f + code[pc + 1]!] = F[f + code[pc + 2]!]! + (I[b + code[pc + 3]!]! >>> 0) * code[pc + 4]!;
        pc += 5;
        break;
      case 47 satisfies typeof Op.gep64: {
        const x = b + code[pc + 3]!;
        F[f + code[pc + 1]!] = F[f + code[pc + 2]!]! + (I[x + 1]! * 4294967296 + (I[x]! >>> 0)) * code[pc + 4]!;
        pc += 5;
        break;
      }
      case 48 satisfies typeof Op.ptrtoint: {
        const d = b + code[pc + 1]!;
        const address = F[f + code[pc + 2]!]!;
        I[d] = address | 0;
        I[d + 1] = Math.floor(address / 4294967296) | 0;
        pc += 3;
        break;
      }
      case 49 satisfies typeof Op.inttoptr: {
        const x = b + code[pc + 2]!;
        F[f + code[pc + 1]!] = I[x + 1]! * 4294967296 + (I[x]! >>> 0);
        pc += 3;
        break;
      }
      case 50 satisfies typeof Op.addf32:
        X[b + code[pc + 1]!] = X[b + code[pc + 2]!]! + X[b + code[pc + 3]!]!;
        pc += 4;
        break;
      case 51 satisfies typeof Op.subf32:
        X[b + code[pc + 1]!] = X[b + code[pc + 2]!]! - X[b + code[pc + 3]!]!;
        pc += 4;
        break;
      case 52 satisfies typeof Op.mulf32:
        X[b + code[pc + 1]!] = X[b + code[pc + 2]!]! * X[b + code[pc + 3]!]!;
        pc += 4;
        break;
      case 53 satisfies typeof Op.divf32:
        X[b + code[pc + 1]!] = X[b + code[pc + 2]!]! / X[b + code[pc + 3]!]!;
        pc += 4;
        break;
      case 54 satisfies typeof Op.negf32:
        I[b + code[pc + 1]!] = I[b + code[pc + 2]!]! ^ -2147483648;
        pc += 3;
        break;
      case 55 satisfies typeof Op.addf64:
        F[f + code[pc + 1]!] = F[f + code[pc + 2]!]! + F[f + code[pc + 3]!]!;
        pc += 4;
        break;
      case 56 satisfies typeof Op.subf64:
        F[f + code[pc + 1]!] = F[f + code[pc + 2]!]! - F[f + code[pc + 3]!]!;
        pc += 4;
        break;
      case 57 satisfies typeof Op.mulf64:
        F[f + code[pc + 1]!] = F[f + code[pc + 2]!]! * F[f + code[pc + 3]!]!;
        pc += 4;
        break;
      case 58 satisfies typeof Op.divf64:
        F[f + code[pc + 1]!] = F[f + code[pc + 2]!]! / F[f + code[pc + 3]!]!;
        pc += 4;
        break;
      case 59 satisfies typeof Op.negf64: {
        const d = b + code[pc + 1]!;
        const x = b + code[pc + 2]!;
        I[d] = I[x]!;
        I[d + 1] = I[x + 1]! ^ -2147483648;
        pc += 3;
        break;
      }
      case 60 satisfies typeof Op.fcmp32:
        I[b + code[pc + 1]!] = compareFloats(code[pc + 4]!, X[b + code[pc + 2]!]!, X[b + code[pc + 3]!]!);
        pc += 5;
        break;
      case 61 satisfies typeof Op.fcmp64:
        I[b + code[pc + 1]!] = compareFloats(code[pc + 4]!, F[f + code[pc + 2]!]!, F[f + code[pc + 3]!]!);
        pc += 5;
        break;
      case 62 satisfies typeof Op.sitof32:
        X[b + code[pc + 1]!] = I[b + code[pc + 2]!]!;
        pc += 3;
        break;
      case 63 satisfies typeof Op.uitof32:
        X[b + code[pc + 1]!] = I[b + code[pc + 2]!]! >>> 0;
        pc += 3;
        break;
      case 64 satisfies typeof Op.sitof64:
        F[f + code[pc + 1]!] = I[b + code[pc + 2]!]!;
        pc += 3;
        break;
      case 65 satisfies typeof Op.uitof64:
        F[f + code[pc + 1]!] = I[b + code[pc + 2]!]! >>> 0;
        pc += 3;
        break;
      case 66 satisfies typeof Op.f32tosi: {
        const bits = code[pc + 3]!;
        const value = X[b + code[pc + 2]!]!;
        if (bits <= 32) I[b + code[pc + 1]!] = doubleToInt32(value, bits, true);
        else doubleToInt64(value, true, I, b + code[pc + 1]!);
        pc += 4;
        break;
      }
      case 67 satisfies typeof Op.f32toui: {
        const bits = code[pc + 3]!;
        const value = X[b + code[pc + 2]!]!;
        if (bits <= 32) I[b + code[pc + 1]!] = doubleToInt32(value, bits, false);
        else doubleToInt64(value, false, I, b + code[pc + 1]!);
        pc += 4;
        break;
      }
      case 68 satisfies typeof Op.f64tosi: {
        const bits = code[pc + 3]!;
        const value = F[f + code[pc + 2]!]!;
        if (bits <= 32) I[b + code[pc + 1]!] = doubleToInt32(value, bits, true);
        else doubleToInt64(value, true, I, b + code[pc + 1]!);
        pc += 4;
        break;
      }
      case 69 satisfies typeof Op.f64toui: {
        const bits = code[pc + 3]!;
        const value = F[f + code[pc + 2]!]!;
        if (bits <= 32) I[b + code[pc + 1]!] = doubleToInt32(value, bits, false);
        else doubleToInt64(value, false, I, b + code[pc + 1]!);
        pc += 4;
        break;
      }
      case 70 satisfies typeof Op.f32tof64:
        F[f + code[pc + 1]!] = X[b + code[pc + 2]!]!;
        pc += 3;
        break;
      case 71 satisfies typeof Op.f64tof32:
        X[b + code[pc + 1]!] = F[f + code[pc + 2]!]!;
        pc += 3;
        break;
      case 72 satisfies typeof Op.helper:
        HELPERS[code[pc + 1]!]!(I, X, F, b, code, pc + 3);
        pc += 3 + code[pc + 2]!;
        break;
      case 73 satisfies typeof Op.load8: {
        const address = F[f + code[pc + 2]!]!;
        const site = code[pc + 3]!;
        if ((watch[site]! & mask) !== 0) {
          thread.pc = pc;
          thread.frame = f;
          if (machine.listener!.access(thread, site, address, 1, pc)) {
            status = Status.held;
            break run;
          }
        }
        let at = address - siteBase[site]!;
        if (!(at >= 0 && at <= siteLimit[site]!)) {
          thread.pc = pc;
          thread.frame = f;
          const page = addresses.locate(thread, site, address, 1);
          if (page === null) {
            if (thread.error !== null) {
              status = Status.failed;
              break run;
            }
            // Not naturally aligned, but the program says so: byte by byte.
            if (!operations.loadBytes(thread, site, address, 1, b + code[pc + 1]!)) {
              status = Status.failed;
              break run;
            }
            pc += 4;
            break;
          }
          at = address - page.base;
        }
        const written = siteWritten[site]!;
        if (written !== null && written[at] === 0) addresses.unwrittenReads.add(site);
        I[b + code[pc + 1]!] = siteBytes[site]![at]!;
        pc += 4;
        break;
      }
      case 74 satisfies typeof Op.load16: {
        const address = F[f + code[pc + 2]!]!;
        const site = code[pc + 3]!;
        if ((watch[site]! & mask) !== 0) {
          thread.pc = pc;
          thread.frame = f;
          if (machine.listener!.access(thread, site, address, 2, pc)) {
            status = Status.held;
            break run;
          }
        }
        let at = address - siteBase[site]!;
        if (!(at >= 0 && at <= siteLimit[site]!) || (at & 1) !== 0) {
          thread.pc = pc;
          thread.frame = f;
          const page = addresses.locate(thread, site, address, 2);
          if (page === null) {
            if (thread.error !== null) {
              status = Status.failed;
              break run;
            }
            // Not naturally aligned, but the program says so: byte by byte.
            if (!operations.loadBytes(thread, site, address, 2, b + code[pc + 1]!)) {
              status = Status.failed;
              break run;
            }
            pc += 4;
            break;
          }
          at = address - page.base;
        }
        const written = siteWritten[site]!;
        if (written !== null && written[at] === 0) addresses.unwrittenReads.add(site);
        I[b + code[pc + 1]!] = siteShorts[site]![at >> 1]!;
        pc += 4;
        break;
      }
      case 75 satisfies typeof Op.load32: {
        const address = F[f + code[pc + 2]!]!;
        const site = code[pc + 3]!;
        if ((watch[site]! & mask) !== 0) {
          thread.pc = pc;
          thread.frame = f;
          if (machine.listener!.access(thread, site, address, 4, pc)) {
            status = Status.held;
            break run;
          }
        }
        let at = address - siteBase[site]!;
        if (!(at >= 0 && at <= siteLimit[site]!) || (at & 3) !== 0) {
          thread.pc = pc;
          thread.frame = f;
          const page = addresses.locate(thread, site, address, 4);
          if (page === null) {
            if (thread.error !== null) {
              status = Status.failed;
              break run;
            }
            // Not naturally aligned, but the program says so: byte by byte.
            if (!operations.loadBytes(thread, site, address, 4, b + code[pc + 1]!)) {
              status = Status.failed;
              break run;
            }
            pc += 4;
            break;
          }
          at = address - page.base;
        }
        const written = siteWritten[site]!;
        if (written !== null && written[at] === 0) addresses.unwrittenReads.add(site);
        I[b + code[pc + 1]!] = siteWords[site]![at >> 2]!;
        pc += 4;
        break;
      }
      case 76 satisfies typeof Op.load64: {
        const address = F[f + code[pc + 2]!]!;
        const site = code[pc + 3]!;
        if ((watch[site]! & mask) !== 0) {
          thread.pc = pc;
          thread.frame = f;
          if (machine.listener!.access(thread, site, address, 8, pc)) {
            status = Status.held;
            break run;
          }
        }
        let at = address - siteBase[site]!;
        if (!(at >= 0 && at <= siteLimit[site]!) || (at & 7) !== 0) {
          thread.pc = pc;
          thread.frame = f;
          const page = addresses.locate(thread, site, address, 8);
          if (page === null) {
            if (thread.error !== null) {
              status = Status.failed;
              break run;
            }
            // Not naturally aligned, but the program says so: byte by byte.
            if (!operations.loadBytes(thread, site, address, 8, b + code[pc + 1]!)) {
              status = Status.failed;
              break run;
            }
            pc += 4;
            break;
          }
          at = address - page.base;
        }
        const written = siteWritten[site]!;
        if (written !== null && written[at] === 0) addresses.unwrittenReads.add(site);
        const d = b + code[pc + 1]!;
        const words = siteWords[site]!;
        I[d] = words[at >> 2]!;
        I[d + 1] = words[(at >> 2) + 1]!;
        pc += 4;
        break;
      }
      case 77 satisfies typeof Op.loadptr: {
        const address = F[f + code[pc + 2]!]!;
        const site = code[pc + 3]!;
        if ((watch[site]! & mask) !== 0) {
          thread.pc = pc;
          thread.frame = f;
          if (machine.listener!.access(thread, site, address, 8, pc)) {
            status = Status.held;
            break run;
          }
        }
        let at = address - siteBase[site]!;
        if (!(at >= 0 && at <= siteLimit[site]!) || (at & 7) !== 0) {
          thread.pc = pc;
          thread.frame = f;
          const page = addresses.locate(thread, site, address, 8);
          if (page === null) {
            if (thread.error !== null) {
              status = Status.failed;
              break run;
            }
            // Not naturally aligned, but the program says so: byte by byte.
            if (!operations.loadPointerBytes(thread, site, address, f + code[pc + 1]!)) {
              status = Status.failed;
              break run;
            }
            pc += 4;
            break;
          }
          at = address - page.base;
        }
        const written = siteWritten[site]!;
        if (written !== null && written[at] === 0) addresses.unwrittenReads.add(site);
        const words = siteWords[site]!;
        const pointer = words[(at >> 2) + 1]! * 4294967296 + (words[at >> 2]! >>> 0);
        F[f + code[pc + 1]!] = placesPointers ? addresses.placed(pointer, address) : pointer;
        pc += 4;
        break;
      }
      case 79 satisfies typeof Op.store8: {
        const address = F[f + code[pc + 1]!]!;
        const site = code[pc + 3]!;
        if ((watch[site]! & mask) !== 0) {
          thread.pc = pc;
          thread.frame = f;
          if (machine.listener!.access(thread, site, address, 1, pc)) {
            status = Status.held;
            break run;
          }
        }
        let at = address - siteBase[site]!;
        if (!(at >= 0 && at <= siteLimit[site]!)) {
          thread.pc = pc;
          thread.frame = f;
          const page = addresses.locate(thread, site, address, 1);
          if (page === null) {
            if (thread.error !== null) {
              status = Status.failed;
              break run;
            }
            // Not naturally aligned, but the program says so: byte by byte.
            if (!operations.storeBytes(thread, site, address, 1, b + code[pc + 2]!)) {
              status = Status.failed;
              break run;
            }
            pc += 4;
            break;
          }
          at = address - page.base;
        }
        const written = siteWritten[site]!;
        if (written !== null) written[at] = 1;
        siteBytes[site]![at] = I[b + code[pc + 2]!]!;
        pc += 4;
        break;
      }
      case 80 satisfies typeof Op.store16: {
        const address = F[f + code[pc + 1]!]!;
        const site = code[pc + 3]!;
        if ((watch[site]! & mask) !== 0) {
          thread.pc = pc;
          thread.frame = f;
          if (machine.listener!.access(thread, site, address, 2, pc)) {
            status = Status.held;
            break run;
          }
        }
        let at = address - siteBase[site]!;
        if (!(at >= 0 && at <= siteLimit[site]!) || (at & 1) !== 0) {
          thread.pc = pc;
          thread.frame = f;
          const page = addresses.locate(thread, site, address, 2);
          if (page === null) {
            if (thread.error !== null) {
              status = Status.failed;
              break run;
            }
            // Not naturally aligned, but the program says so: byte by byte.
            if (!operations.storeBytes(thread, site, address, 2, b + code[pc + 2]!)) {
              status = Status.failed;
              break run;
            }
            pc += 4;
            break;
          }
          at = address - page.base;
        }
        const written = siteWritten[site]!;
        if (written !== null) {
          written[at] = 1;
          written[at + 1] = 1;
        }
        siteShorts[site]![at >> 1] = I[b + code[pc + 2]!]!;
        pc += 4;
        break;
      }
      case 81 satisfies typeof Op.store32: {
        const address = F[f + code[pc + 1]!]!;
        const site = code[pc + 3]!;
        if ((watch[site]! & mask) !== 0) {
          thread.pc = pc;
          thread.frame = f;
          if (machine.listener!.access(thread, site, address, 4, pc)) {
            status = Status.held;
            break run;
          }
        }
        let at = address - siteBase[site]!;
        if (!(at >= 0 && at <= siteLimit[site]!) || (at & 3) !== 0) {
          thread.pc = pc;
          thread.frame = f;
          const page = addresses.locate(thread, site, address, 4);
          if (page === null) {
            if (thread.error !== null) {
              status = Status.failed;
              break run;
            }
            // Not naturally aligned, but the program says so: byte by byte.
            if (!operations.storeBytes(thread, site, address, 4, b + code[pc + 2]!)) {
              status = Status.failed;
              break run;
            }
            pc += 4;
            break;
          }
          at = address - page.base;
        }
        const written = siteWritten[site]!;
        if (written !== null) {
          written[at] = 1;
          written[at + 1] = 1;
          written[at + 2] = 1;
          written[at + 3] = 1;
        }
        siteWords[site]![at >> 2] = I[b + code[pc + 2]!]!;
        pc += 4;
        break;
      }
      case 82 satisfies typeof Op.store64: {
        const address = F[f + code[pc + 1]!]!;
        const site = code[pc + 3]!;
        if ((watch[site]! & mask) !== 0) {
          thread.pc = pc;
          thread.frame = f;
          if (machine.listener!.access(thread, site, address, 8, pc)) {
            status = Status.held;
            break run;
          }
        }
        let at = address - siteBase[site]!;
        if (!(at >= 0 && at <= siteLimit[site]!) || (at & 7) !== 0) {
          thread.pc = pc;
          thread.frame = f;
          const page = addresses.locate(thread, site, address, 8);
          if (page === null) {
            if (thread.error !== null) {
              status = Status.failed;
              break run;
            }
            // Not naturally aligned, but the program says so: byte by byte.
            if (!operations.storeBytes(thread, site, address, 8, b + code[pc + 2]!)) {
              status = Status.failed;
              break run;
            }
            pc += 4;
            break;
          }
          at = address - page.base;
        }
        const written = siteWritten[site]!;
        if (written !== null) {
          written[at] = 1;
          written[at + 1] = 1;
          written[at + 2] = 1;
          written[at + 3] = 1;
          written[at + 4] = 1;
          written[at + 5] = 1;
          written[at + 6] = 1;
          written[at + 7] = 1;
        }
        const s = b + code[pc + 2]!;
        const words = siteWords[site]!;
        words[at >> 2] = I[s]!;
        words[(at >> 2) + 1] = I[s + 1]!;
        pc += 4;
        break;
      }
      case 83 satisfies typeof Op.storeptr: {
        const address = F[f + code[pc + 1]!]!;
        const site = code[pc + 3]!;
        if ((watch[site]! & mask) !== 0) {
          thread.pc = pc;
          thread.frame = f;
          if (machine.listener!.access(thread, site, address, 8, pc)) {
            status = Status.held;
            break run;
          }
        }
        let at = address - siteBase[site]!;
        if (!(at >= 0 && at <= siteLimit[site]!) || (at & 7) !== 0) {
          thread.pc = pc;
          thread.frame = f;
          const page = addresses.locate(thread, site, address, 8);
          if (page === null) {
            if (thread.error !== null) {
              status = Status.failed;
              break run;
            }
            // Not naturally aligned, but the program says so: byte by byte.
            if (!operations.storePointerBytes(thread, site, address, f + code[pc + 2]!)) {
              status = Status.failed;
              break run;
            }
            pc += 4;
            break;
          }
          at = address - page.base;
        }
        const written = siteWritten[site]!;
        if (written !== null) {
          written[at] = 1;
          written[at + 1] = 1;
          written[at + 2] = 1;
          written[at + 3] = 1;
          written[at + 4] = 1;
          written[at + 5] = 1;
          written[at + 6] = 1;
          written[at + 7] = 1;
        }
        const value = F[f + code[pc + 2]!]!;
        const words = siteWords[site]!;
        words[at >> 2] = value | 0;
        words[(at >> 2) + 1] = Math.floor(value / 4294967296) | 0;
        pc += 4;
        break;
      }
      case 78 satisfies typeof Op.loadmany: {
        thread.pc = pc;
        thread.frame = f;
        const outcome = operations.loadMany(thread, I, F, f);
        if (outcome !== Status.running) {
          status = outcome;
          break run;
        }
        pc += 4 + 3 * code[pc + 3]!;
        break;
      }
      case 84 satisfies typeof Op.storemany: {
        thread.pc = pc;
        thread.frame = f;
        const outcome = operations.storeMany(thread, F, f);
        if (outcome !== Status.running) {
          status = outcome;
          break run;
        }
        pc += 4 + 3 * code[pc + 3]!;
        break;
      }
      case 85 satisfies typeof Op.sdiv32: {
        const x = I[b + code[pc + 2]!]!;
        const y = I[b + code[pc + 3]!]!;
        if (y === 0) {
          thread.pc = pc;
          thread.frame = f;
          machine.faults.divisionByZero(thread);
          status = Status.failed;
          break run;
        }
        I[b + code[pc + 1]!] = (x / y) | 0;
        pc += 4;
        break;
      }
      case 86 satisfies typeof Op.udiv32: {
        const x = I[b + code[pc + 2]!]!;
        const y = I[b + code[pc + 3]!]!;
        if (y === 0) {
          thread.pc = pc;
          thread.frame = f;
          machine.faults.divisionByZero(thread);
          status = Status.failed;
          break run;
        }
        I[b + code[pc + 1]!] = ((x >>> 0) / (y >>> 0)) | 0;
        pc += 4;
        break;
      }
      case 87 satisfies typeof Op.srem32: {
        const x = I[b + code[pc + 2]!]!;
        const y = I[b + code[pc + 3]!]!;
        if (y === 0) {
          thread.pc = pc;
          thread.frame = f;
          machine.faults.divisionByZero(thread);
          status = Status.failed;
          break run;
        }
        I[b + code[pc + 1]!] = (x % y) | 0;
        pc += 4;
        break;
      }
      case 88 satisfies typeof Op.urem32: {
        const x = I[b + code[pc + 2]!]!;
        const y = I[b + code[pc + 3]!]!;
        if (y === 0) {
          thread.pc = pc;
          thread.frame = f;
          machine.faults.divisionByZero(thread);
          status = Status.failed;
          break run;
        }
        I[b + code[pc + 1]!] = ((x >>> 0) % (y >>> 0)) | 0;
        pc += 4;
        break;
      }
      case 89 satisfies typeof Op.fallible: {
        const failure = HELPERS[code[pc + 1]!]!(I, X, F, b, code, pc + 3);
        if (failure !== 0) {
          thread.pc = pc;
          thread.frame = f;
          machine.faults.ofHelper(thread, failure);
          status = Status.failed;
          break run;
        }
        pc += 3 + code[pc + 2]!;
        break;
      }
      case 90 satisfies typeof Op.alloca: {
        const align = code[pc + 4]!;
        const bytes = Math.max(0, I[b + code[pc + 2]!]!) * code[pc + 3]!;
        const start = Math.ceil(localTop / align) * align;
        if (start + bytes > LOCAL_STRIDE) {
          thread.pc = pc;
          thread.frame = f;
          machine.faults.localMemoryExhausted(thread);
          status = Status.failed;
          break run;
        }
        localTop = start + bytes;
        thread.localTop = localTop;
        F[f + code[pc + 1]!] = localBase + start;
        pc += 5;
        break;
      }
      case 91 satisfies typeof Op.br:
        steps += code[pc + 1]!;
        pc = code[pc + 2]!;
        if (steps >= limit) {
          status = Status.paused;
          break run;
        }
        break;
      case 92 satisfies typeof Op.brif:
        steps += code[pc + 1]!;
        pc = I[b + code[pc + 2]!]! !== 0 ? code[pc + 3]! : code[pc + 4]!;
        if (steps >= limit) {
          status = Status.paused;
          break run;
        }
        break;
      case 93 satisfies typeof Op.breq32:
        steps += code[pc + 1]!;
        pc = I[b + code[pc + 2]!]! === I[b + code[pc + 3]!]! ? code[pc + 4]! : code[pc + 5]!;
        if (steps >= limit) {
          status = Status.paused;
          break run;
        }
        break;
      case 94 satisfies typeof Op.brslt32:
        steps += code[pc + 1]!;
        pc = I[b + code[pc + 2]!]! < I[b + code[pc + 3]!]! ? code[pc + 4]! : code[pc + 5]!;
        if (steps >= limit) {
          status = Status.paused;
          break run;
        }
        break;
      case 95 satisfies typeof Op.brsle32:
        steps += code[pc + 1]!;
        pc = I[b + code[pc + 2]!]! <= I[b + code[pc + 3]!]! ? code[pc + 4]! : code[pc + 5]!;
        if (steps >= limit) {
          status = Status.paused;
          break run;
        }
        break;
      case 96 satisfies typeof Op.brult32:
        steps += code[pc + 1]!;
        pc = I[b + code[pc + 2]!]! >>> 0 < I[b + code[pc + 3]!]! >>> 0 ? code[pc + 4]! : code[pc + 5]!;
        if (steps >= limit) {
          status = Status.paused;
          break run;
        }
        break;
      case 97 satisfies typeof Op.brule32:
        steps += code[pc + 1]!;
        pc = I[b + code[pc + 2]!]! >>> 0 <= I[b + code[pc + 3]!]! >>> 0 ? code[pc + 4]! : code[pc + 5]!;
        if (steps >= limit) {
          status = Status.paused;
          break run;
        }
        break;
      case 98 satisfies typeof Op.switch32: {
        steps += code[pc + 1]!;
        const value = I[b + code[pc + 2]!]!;
        let target = code[pc + 3]!;
        const end = pc + 5 + 2 * code[pc + 4]!;
        for (let i = pc + 5; i < end; i += 2) {
          if (code[i]! === value) {
            target = code[i + 1]!;
            break;
          }
        }
        pc = target;
        if (steps >= limit) {
          status = Status.paused;
          break run;
        }
        break;
      }
      case 99 satisfies typeof Op.switch64: {
        steps += code[pc + 1]!;
        const x = b + code[pc + 2]!;
        let target = code[pc + 3]!;
        const end = pc + 5 + 3 * code[pc + 4]!;
        for (let i = pc + 5; i < end; i += 3) {
          if (code[i]! === I[x]! && code[i + 1]! === I[x + 1]!) {
            target = code[i + 2]!;
            break;
          }
        }
        pc = target;
        if (steps >= limit) {
          status = Status.paused;
          break run;
        }
        break;
      }
      case 100 satisfies typeof Op.call:
      case 101 satisfies typeof Op.callindirect: {
        let index = code[pc + 1]!;
        if (code[pc]! === (101 satisfies typeof Op.callindirect)) {
          index = functionAt(functions, F[f + index]!, code[pc + 3]!);
          if (index < 0) {
            thread.pc = pc;
            thread.frame = f;
            machine.faults.report(thread, 'out-of-bounds', 'calls through a pointer that is no function of this kind');
            status = Status.failed;
            break run;
          }
        }
        const callee = functions[index]!;
        let frame = f + code[pc + 2]!;
        if (frame + callee.frameSize > thread.windowEnd) {
          thread.pc = pc;
          thread.frame = f;
          if (!machine.registers.grow(thread, callee.frameSize + code[pc + 2]!)) {
            status = Status.failed;
            break run;
          }
          I = thread.I;
          X = thread.X;
          F = thread.F;
          f = thread.frame;
          b = f << 1;
          special = thread.window << 1;
          frame = f + code[pc + 2]!;
        }
        const words = frame << 1;
        I[words] = pc;
        I[words + 1] = code[pc + 2]!;
        I[words + 2] = localFrame;
        I[words + 3] = localTop;
        const count = code[pc + 3]!;
        for (let i = 0; i < count; i++) {
          const from = b + code[pc + 4 + i]!;
          I[words + 4 + 2 * i] = I[from]!;
          I[words + 5 + 2 * i] = I[from + 1]!;
        }
        enter(callee, thread, I, F, frame);
        localFrame = localTop;
        localTop += callee.localBytes;
        thread.localTop = localTop;
        if (localTop > LOCAL_STRIDE) {
          thread.pc = pc;
          thread.frame = f;
          machine.faults.localMemoryExhausted(thread);
          status = Status.failed;
          break run;
        }
        f = frame;
        b = words;
        pc = callee.entry;
        break;
      }
      case 102 satisfies typeof Op.ret: {
        const counted = code[pc + 1]!;
        const callPc = I[b]!;
        if (counted < 0 || callPc < 0) {
          if (counted > 0) steps += counted;
          status = Status.done;
          break run;
        }
        steps += counted;
        const caller = b - (I[b + 1]! << 1);
        const results = callPc + 4 + code[callPc + 3]!;
        const count = Math.min(code[pc + 2]!, code[results]!);
        for (let i = 0; i < count; i++) {
          const from = b + code[pc + 3 + i]!;
          const to = caller + code[results + 1 + i]!;
          I[to] = I[from]!;
          I[to + 1] = I[from + 1]!;
        }
        localFrame = I[b + 2]!;
        localTop = I[b + 3]!;
        thread.localTop = localTop;
        b = caller;
        f = b >> 1;
        pc = results + 1 + code[results]!;
        if (steps >= limit) {
          status = Status.paused;
          break run;
        }
        break;
      }
      case 103 satisfies typeof Op.atomicrmw: {
        thread.pc = pc;
        thread.frame = f;
        const outcome = operations.update(thread, I, F, f);
        if (outcome !== Status.running) {
          status = outcome;
          break run;
        }
        pc += 7;
        break;
      }
      case 104 satisfies typeof Op.cmpxchg: {
        thread.pc = pc;
        thread.frame = f;
        const outcome = operations.compareExchange(thread, I, F, f);
        if (outcome !== Status.running) {
          status = outcome;
          break run;
        }
        pc += 8;
        break;
      }
      case 105 satisfies typeof Op.fence: {
        thread.pc = pc;
        thread.frame = f;
        const outcome = operations.fence(thread);
        if (outcome !== Status.running) {
          status = outcome;
          break run;
        }
        pc += 2;
        break;
      }
      case 106 satisfies typeof Op.memcpy: {
        thread.pc = pc;
        thread.frame = f;
        const outcome = operations.copy(thread, I, F, f);
        if (outcome !== Status.running) {
          status = outcome;
          break run;
        }
        pc += 6;
        break;
      }
      case 107 satisfies typeof Op.memset: {
        thread.pc = pc;
        thread.frame = f;
        const outcome = operations.fill(thread, I, F, f);
        if (outcome !== Status.running) {
          status = outcome;
          break run;
        }
        pc += 5;
        break;
      }
      case 108 satisfies typeof Op.sync:
        status = Status.synchronising;
        break run;
      case 109 satisfies typeof Op.trap: {
        thread.pc = pc;
        thread.frame = f;
        machine.faults.ofTrap(thread, code[pc + 1]!);
        status = Status.failed;
        break run;
      }
      default:
        throw new Error(`no operation ${code[pc]} at ${pc}`);
    }
  }
  thread.pc = pc;
  thread.frame = f;
  thread.steps = steps;
  thread.localFrame = localFrame;
  thread.localTop = localTop;
  return status;
}

/** Fills in the constants of a new frame. */
export function enter(fn: AssembledFunction, thread: Thread, I: Int32Array, F: Float64Array, frame: number): void {
  const { constants, relocations } = fn;
  const at = (frame + fn.constantStart) << 1;
  for (let i = 0; i < constants.length; i++) I[at + i] = constants[i]!;
  for (const { register, shared } of relocations) {
    F[frame + register] = F[frame + register]! + thread.block.sharedAddress(shared);
  }
}

/** The number of the function at an address, when it takes so many scalars; -1 otherwise. Nobody can call the kernel. */
function functionAt(functions: readonly AssembledFunction[], address: number, scalars: number): number {
  const index = (address - FUNCTION_BASE) / FUNCTION_STRIDE;
  const fn = Number.isInteger(index) ? functions[index] : undefined;
  return fn !== undefined && index > 0 && fn.parameterCount === scalars ? index : -1;
}
