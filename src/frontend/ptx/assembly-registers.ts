/**
 * The registers of one inline assembly, as values: its operands `$0`, `$1` …, and those that the text declares. In: the
 * call of the assembly. Out: values to be read and written, and the call's result at the end.
 */
import type { Instruction, Operand, Type } from '../../ir/program.ts';
import { integerType, voidType } from '../llvm/types.ts';
import { type Constraints, parseConstraints } from './constraints.ts';
import type { Held, PtxEmitter, PtxRegisters } from './emitter.ts';
import { type PtxOperand, UnsupportedPtx } from './operands.ts';
import type { PtxText } from './parse.ts';
import { bitsOf, ptxType } from './types.ts';

/** How many bits the registers have that a constraint or a declaration names. */
const CLASSES: Readonly<Record<string, number>> = { h: 16, r: 32, l: 64, f: 32, d: 64, q: 128, b: 8 };

export class AssemblyRegisters implements PtxRegisters {
  /** Values of the outputs, then of the declared registers; undefined where nothing was written. */
  #values: (Operand | undefined)[];
  readonly #widths: number[];
  readonly #constraints: Constraints;
  readonly #outputTypes: readonly Type[];
  readonly #call: Instruction & { op: 'call' };

  /** @throws UnsupportedPtx */
  constructor(call: Instruction & { op: 'call' }, text: PtxText) {
    if (call.callee.kind !== 'asm') throw new UnsupportedPtx('no assembly');
    this.#call = call;
    this.#constraints = parseConstraints(call.callee.constraints);
    const { outputs, inputs } = this.#constraints;
    this.#outputTypes = outputTypes(call.type, outputs.length);
    if (this.#outputTypes.length !== outputs.length || inputs.length !== call.arguments.length) {
      throw new UnsupportedPtx('operands that do not fit the constraints');
    }
    this.#widths = [...outputs.map((letter) => CLASSES[letter]!), ...text.registers.map(widthOfDeclared)];
    this.#values = this.#widths.map(() => undefined);
    inputs.forEach((input, i) => {
      if (typeof input === 'number') this.#values[input] = call.arguments[i];
    });
  }

  value(_: PtxEmitter, operand: Held): Operand {
    if (operand.kind === 'symbol') throw new UnsupportedPtx(`the name '${operand.name}'`);
    if (operand.kind === 'register') return this.#variable(this.#outputTypes.length + operand.register);
    const input = operand.index - this.#outputTypes.length;
    const given = this.#constraints.inputs[input];
    if (input < 0 || typeof given === 'number')
      return this.#variable(typeof given === 'number' ? given : operand.index);
    const argument = this.#call.arguments[input];
    if (argument === undefined) throw new UnsupportedPtx(`operand ${operand.index}, which is not there`);
    return argument;
  }

  widthOf(operand: PtxOperand): number {
    return this.#widths[this.#place(operand)]!;
  }

  isRead(): boolean {
    return true;
  }

  set(_: PtxEmitter, operand: PtxOperand, value: Operand): void {
    this.#values[this.#place(operand)] = value;
  }

  /** What operand `index` is as the program gave it. */
  typeOf(operand: PtxOperand): Type | null {
    return operand.kind === 'placeholder' ? (this.#outputTypes[operand.index] ?? null) : null;
  }

  fork(): (emitter: PtxEmitter, end: number, from: number) => void {
    const before = this.#values;
    this.#values = [...before];
    return (emitter, end, from) => {
      this.#values = this.#values.map((value, i) => {
        const old = before[i];
        if (value === old || value === undefined) return old;
        // Where nothing was there before, nothing is there when the predicate does not hold.
        const other: Operand = old
          ? emitter.within(from, () => emitter.convert(old, value.type))
          : { kind: 'undef', type: value.type };
        return emitter.phi(value, end, other, from);
      });
    };
  }

  #place(operand: PtxOperand): number {
    const place =
      operand.kind === 'register'
        ? this.#outputTypes.length + operand.register
        : operand.kind === 'placeholder'
          ? this.#outputOf(operand.index)
          : null;
    if (place === null) throw new UnsupportedPtx('a result that goes to no register');
    return place;
  }

  #outputOf(index: number): number | null {
    const outputs = this.#outputTypes.length;
    if (index < outputs) return index;
    const given = this.#constraints.inputs[index - outputs];
    return typeof given === 'number' ? given : null;
  }

  #variable(at: number): Operand {
    const width = this.#widths[at];
    if (width === undefined) throw new UnsupportedPtx('an operand that is not there');
    return this.#values[at] ?? { kind: 'undef', type: integerType(width) };
  }

  /** The last instruction of all: what the assembly yields, in the register of the call that it replaces. */
  finish(emitter: PtxEmitter): void {
    const { result, type, location } = this.#call;
    if (result === null) return;
    const values = this.#outputTypes.map((output, i) => emitter.convert(this.#variable(i), output));
    const base = { result, type, location };
    if (type.kind !== 'struct') {
      emitter.append({ ...base, op: 'freeze', operand: values[0]! });
      return;
    }
    let aggregate: Operand = { kind: 'undef', type };
    values.forEach((element, i) => {
      const body = { op: 'insertvalue', aggregate, element, indices: [i] } as const;
      if (i === values.length - 1) emitter.append({ ...base, ...body });
      else aggregate = emitter.emit(body, type);
    });
  }
}

function outputTypes(type: Type, count: number): readonly Type[] {
  if (type.kind === 'void') return [];
  return type.kind === 'struct' && count > 1 ? type.fields : [type];
}

function widthOfDeclared(type: string): number {
  const bits = bitsOf(ptxType(type)?.type ?? voidType);
  if (bits === null) throw new UnsupportedPtx(`a register of type ${type}`);
  return bits;
}
