/** The registers of a function of a module: values, and variables of the stack for those that need one. */
import { AddressSpace, type Operand, type Type } from '../../../ir/program.ts';
import { integerType, pointerType } from '../../llvm/types.ts';
import type { Held, PtxEmitter, PtxRegisters } from '../emitter.ts';
import { type PtxOperand, UnsupportedPtx } from '../operands.ts';
import { bitsOf, i32, int, ptxType } from '../types.ts';
import type { Pointed } from './pointers.ts';

const GENERIC = pointerType(AddressSpace.generic);

/** What a function's registers are. */
export interface RegisterPlan {
  /** Types as declared. */
  readonly types: readonly string[];
  readonly pointed: readonly (Pointed | null)[];
  readonly variables: ReadonlySet<number>;
  /** Those that some instruction reads. */
  readonly read: ReadonlySet<number>;
  /** The address, or the value, that a name stands for. */
  readonly symbol: (emitter: PtxEmitter, name: string) => Operand;
}

export class FunctionRegisters implements PtxRegisters {
  readonly #plan: RegisterPlan;
  readonly #values = new Map<number, Operand>();
  readonly #slots = new Map<number, Operand>();

  constructor(plan: RegisterPlan) {
    this.#plan = plan;
  }

  /** Makes the variables, in the block where the function begins. */
  begin(emitter: PtxEmitter): void {
    for (const register of this.#plan.variables) {
      const allocated = this.#typeIn(register);
      this.#slots.set(register, stackVariable(emitter, allocated));
    }
  }

  value(emitter: PtxEmitter, operand: Held): Operand {
    if (operand.kind === 'placeholder') throw new UnsupportedPtx(`'$${operand.index}', which only assembly has`);
    if (operand.kind === 'symbol') return this.#plan.symbol(emitter, operand.name);
    const { register } = operand;
    const type = this.#typeIn(register);
    const pointer = this.#slots.get(register);
    if (pointer === undefined) return this.#values.get(register) ?? { kind: 'undef', type };
    return emitter.emit({ op: 'load', pointer, volatile: false, ordering: null, syncScope: null, align: 1 }, type);
  }

  widthOf(operand: PtxOperand): number {
    if (operand.kind !== 'register') throw new UnsupportedPtx('a result that goes to no register');
    const bits = bitsOf(this.#declared(operand.register));
    if (bits === null) throw new UnsupportedPtx(`a register of type ${this.#plan.types[operand.register]}`);
    return bits;
  }

  typeOf(operand: PtxOperand): Type | null {
    const pointed = operand.kind === 'register' ? this.#plan.pointed[operand.register] : null;
    if (pointed == null) return null;
    return pointed === 'shared' ? pointerType(AddressSpace.shared) : GENERIC;
  }

  isRead(operand: PtxOperand): boolean {
    return operand.kind !== 'register' || this.#plan.read.has(operand.register);
  }

  set(emitter: PtxEmitter, operand: PtxOperand, given: Operand): void {
    if (operand.kind !== 'register') throw new UnsupportedPtx('a result that goes to no register');
    const { register } = operand;
    const type = this.typeOf(operand);
    const slot = this.#slots.get(register);
    const isNumber = type === null && given.type.kind === 'pointer';
    let value = type !== null ? asPointer(emitter, given, type) : given;
    if (isNumber) value = emitter.convert(given, integerType(this.widthOf(operand)));
    if (slot === undefined) {
      this.#values.set(register, value);
      return;
    }
    const held = type ?? this.#typeIn(register);
    const stored = { pointer: slot, value: emitter.convert(value, held), volatile: false, align: 1 };
    emitter.emit({ op: 'store', ...stored, ordering: null, syncScope: null }, { kind: 'void' });
  }

  /** What is written under a guard is a variable. */
  fork(): () => void {
    return () => {};
  }

  #declared(register: number): Type {
    const named = ptxType(this.#plan.types[register])?.type;
    if (named === undefined) throw new UnsupportedPtx(`a register of type ${this.#plan.types[register]}`);
    return named;
  }

  #typeIn(register: number): Type {
    return this.typeOf({ kind: 'register', register }) ?? this.#declared(register);
  }
}

/** The address of new memory of the stack. */
export function stackVariable(emitter: PtxEmitter, allocated: Type): Operand {
  return emitter.emit({ op: 'alloca', allocated, count: int(1, i32), align: 16 }, GENERIC);
}

/** A value as an address. */
export function asPointer(emitter: PtxEmitter, value: Operand, type: Type): Operand {
  if (value.type.kind === 'pointer' && type.kind === 'pointer' && value.type.space === type.space) return value;
  if (value.kind === 'int' && value.value === 0n) return { kind: 'null', type };
  if (value.kind === 'int') throw new UnsupportedPtx('an address that is a number');
  // In 32 bits there is room for the addresses of shared memory only.
  const isNumber = value.type.kind === 'int' && value.kind !== 'undef' && type.kind === 'pointer';
  return isNumber ? emitter.pointer(value, type.space) : emitter.convert(value, type);
}
