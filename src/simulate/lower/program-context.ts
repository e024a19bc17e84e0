/**
 * What the functions of one executable share while they are lowered: numbers of functions, access sites, sync operations
 * and errors, and where global variables lie.
 */
import type { GlobalVariable, Operand, Program, ProgramFunction } from '../../ir/program.ts';
import { DYNAMIC_SHARED_OFFSET, FUNCTION_BASE, FUNCTION_STRIDE } from '../address-space.ts';
import { numberToBfloat, numberToHalf } from '../arithmetic.ts';
import type { Site, SyncOperation } from '../bytecode/micro-operations.ts';
import type { SimulationErrorKind } from '../errors.ts';
import { alignOf, fieldOffset, sizeOf, strideOf, Unsupported } from '../scalars.ts';

/** A variable in shared memory, at a fixed offset within its block's shared memory. */
export interface SharedVariable {
  readonly name: string;
  readonly symbol: string;
  readonly offset: number;
  /** Null for `extern __shared__` arrays: all of them are the launch's dynamic shared memory. */
  readonly size: number | null;
}

/** A variable of global or constant memory. Its region has a number, from which the machine makes the address. */
export interface GlobalObject {
  readonly variable: GlobalVariable;
  readonly address: number;
  readonly size: number;
}

/** An address that is known before the run: absolute, or relative to a shared variable. */
export interface StaticAddress {
  readonly address: number;
  /** The shared variable's number, or -1. */
  readonly shared: number;
}

/** Functions by which addresses in shared memory come to be of other blocks. */
const LEADS_ELSEWHERE: ReadonlySet<string> = new Set(['__gpurace_map_shared', '__gpurace_tensor_load_of_pair']);

/** Shared variables keep this distance, so that an index that runs over one does not land in the next one. */
const SHARED_GAP = 4096;

export class ProgramContext {
  readonly program: Program;
  /** Functions by number, in the order they were first referred to. */
  readonly functions: ProgramFunction[] = [];
  readonly sites: Site[] = [];
  readonly syncs: SyncOperation[] = [];
  readonly traps: { readonly kind: SimulationErrorKind; readonly message: string }[] = [];
  readonly shared: SharedVariable[] = [];
  readonly globals: GlobalObject[] = [];
  readonly #functionNumbers = new Map<string, number>();
  readonly #addresses = new Map<string, StaticAddress>();
  readonly #placeGlobal: (variable: GlobalVariable, size: number) => number;
  #sharedEnd = 0;
  #mapsShared: boolean | null = null;

  /** @param placeGlobal Gives the address of a variable in global or constant memory. */
  constructor(program: Program, placeGlobal: (variable: GlobalVariable, size: number) => number) {
    this.program = program;
    this.#placeGlobal = placeGlobal;
  }

  /** Does the program touch shared memory of other blocks? */
  get mapsShared(): boolean {
    this.#mapsShared ??= [...this.program.functions.values()].some((fn) =>
      fn.blocks.some(({ instructions }) =>
        instructions.some(
          (one) => one.op === 'call' && one.callee.kind === 'global' && LEADS_ELSEWHERE.has(one.callee.name),
        ),
      ),
    );
    return this.#mapsShared;
  }

  resolve(name: string): string {
    let current = name;
    for (let i = 0; i < 16; i++) {
      const target = this.program.aliases.get(current);
      if (target === undefined) break;
      current = target;
    }
    return current;
  }

  /** The function called `name`, defined in the program, or undefined. */
  definition(name: string): ProgramFunction | undefined {
    const fn = this.program.functions.get(this.resolve(name));
    return fn?.isDefinition ? fn : undefined;
  }

  functionNumber(fn: ProgramFunction): number {
    const known = this.#functionNumbers.get(fn.name);
    if (known !== undefined) return known;
    const number = this.functions.length;
    this.#functionNumbers.set(fn.name, number);
    this.functions.push(fn);
    return number;
  }

  site(site: Site): number {
    this.sites.push(site);
    return this.sites.length - 1;
  }

  sync(operation: SyncOperation): number {
    this.syncs.push(operation);
    return this.syncs.length - 1;
  }

  trap(kind: SimulationErrorKind, message: string): number {
    this.traps.push({ kind, message });
    return this.traps.length - 1;
  }

  /** Where the global variable or function `name` lies. */
  addressOf(name: string): StaticAddress {
    const resolved = this.resolve(name);
    const known = this.#addresses.get(resolved);
    if (known !== undefined) return known;
    const address = this.#locate(resolved);
    this.#addresses.set(resolved, address);
    return address;
  }

  #locate(name: string): StaticAddress {
    const fn = this.program.functions.get(name);
    if (fn !== undefined) {
      // A declaration gets an address too; calling it is the error.
      return { address: FUNCTION_BASE + this.functionNumber(fn) * FUNCTION_STRIDE, shared: -1 };
    }
    const variable = this.program.globals.get(name);
    if (variable === undefined) throw new Unsupported(`the unknown symbol ${name}`);
    const size = sizeOf(variable.type);
    if (variable.space === 3) {
      const dynamic = variable.isExternal;
      const align = Math.max(variable.align, alignOf(variable.type), 16);
      const offset = dynamic ? DYNAMIC_SHARED_OFFSET : Math.ceil(this.#sharedEnd / align) * align;
      if (!dynamic) {
        this.#sharedEnd = Math.ceil((offset + size) / 256) * 256 + SHARED_GAP;
        if (this.#sharedEnd > DYNAMIC_SHARED_OFFSET) throw new Unsupported('more shared memory than any GPU has');
      }
      this.shared.push({ name: variable.sourceName, symbol: name, offset, size: dynamic ? null : size });
      return { address: 0, shared: this.shared.length - 1 };
    }
    const address = this.#placeGlobal(variable, size);
    this.globals.push({ variable, address, size });
    return { address, shared: -1 };
  }

  /** The address that a constant operand stands for, or null when it is not one. */
  staticAddress(operand: Operand): StaticAddress | null {
    switch (operand.kind) {
      case 'global':
        return this.addressOf(operand.name);
      case 'null':
        return { address: 0, shared: -1 };
      case 'int':
        return { address: Number(BigInt.asIntN(64, operand.value)), shared: -1 };
      case 'expression': {
        const { instruction } = operand;
        if (instruction.op === 'cast') {
          const { operator } = instruction;
          return operator === 'bitcast' ||
            operator === 'addrspacecast' ||
            operator === 'inttoptr' ||
            operator === 'ptrtoint'
            ? this.staticAddress(instruction.operand)
            : null;
        }
        if (instruction.op !== 'getelementptr') return null;
        const base = this.staticAddress(instruction.pointer);
        if (base === null) return null;
        let offset = 0;
        let type = instruction.source;
        for (const [i, index] of instruction.indices.entries()) {
          if (index.kind !== 'int') return null;
          const value = Number(index.type.kind === 'int' ? BigInt.asIntN(index.type.bits, index.value) : index.value);
          if (i === 0) offset += value * strideOf(type);
          else if (type.kind === 'struct') {
            offset += fieldOffset(type, value);
            type = type.fields[value]!;
          } else if (type.kind === 'array' || type.kind === 'vector') {
            type = type.element;
            offset += value * strideOf(type);
          } else return null;
        }
        return { address: base.address + offset, shared: base.shared };
      }
      default:
        return null;
    }
  }

  /** The bytes of a global variable's initial value. */
  initialBytes(variable: GlobalVariable): Uint8Array {
    const bytes = new Uint8Array(sizeOf(variable.type));
    if (variable.initializer !== null) this.#encode(variable.initializer, new DataView(bytes.buffer), 0);
    return bytes;
  }

  #encode(operand: Operand, view: DataView, offset: number): void {
    const { type } = operand;
    switch (operand.kind) {
      case 'undef':
      case 'zero':
      case 'null':
        return;
      case 'int': {
        const size = sizeOf(type);
        let rest = BigInt.asUintN(size * 8, operand.value);
        for (let i = 0; i < size; i++) {
          view.setUint8(offset + i, Number(rest & 255n));
          rest >>= 8n;
        }
        return;
      }
      case 'float': {
        if (type.kind !== 'float') return;
        if (type.format === 'double') view.setFloat64(offset, operand.value, true);
        else if (type.format === 'float') view.setFloat32(offset, operand.value, true);
        else if (type.format === 'half') view.setUint16(offset, numberToHalf(operand.value), true);
        else if (type.format === 'bfloat') view.setUint16(offset, numberToBfloat(operand.value), true);
        else throw new Unsupported(`the type ${type.format}`);
        return;
      }
      case 'bytes':
        operand.bytes.forEach((byte, i) => {
          view.setUint8(offset + i, byte);
        });
        return;
      case 'aggregate':
        operand.elements.forEach((element, i) => {
          if (type.kind === 'struct') this.#encode(element, view, offset + fieldOffset(type, i));
          else if (type.kind === 'array' || type.kind === 'vector')
            this.#encode(element, view, offset + i * strideOf(type.element));
        });
        return;
      default: {
        const address = this.staticAddress(operand);
        if (address === null || address.shared >= 0) throw new Unsupported('an initial value that is no constant');
        view.setBigInt64(offset, BigInt(address.address), true);
      }
    }
  }
}
