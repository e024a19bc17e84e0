/** Makes micro-operations of one function: registers, constants, blocks. */
import type { Place } from '../errors.ts';
import type { Representation } from '../scalars.ts';
import { type HelperName, helperNumber } from './helpers.ts';
import type { Constant, MicroBlock, MicroOperation } from './micro-operations.ts';
import { kindsOf, Op, type Opcode } from './opcodes.ts';

/** Scratch, to read floats as words. Nothing is kept in it between two calls. */
const words = new DataView(new ArrayBuffer(8));

export class Builder {
  readonly constants: Constant[] = [];
  readonly variables = new Set<number>();
  readonly blocks: MicroBlock[] = [];
  readonly #constantRegisters = new Map<string, number>();
  #registers = 0;
  #current: MicroOperation[] = [];
  /** The place of operations emitted from now on. */
  place: Place = { location: null, functionName: '', inlinedAt: null };

  get registerCount(): number {
    return this.#registers;
  }

  register(): number {
    return this.#registers++;
  }

  registers(count: number): number[] {
    return Array.from({ length: count }, () => this.#registers++);
  }

  variable(): number {
    const register = this.#registers++;
    this.variables.add(register);
    return register;
  }

  addBlock(): number {
    this.blocks.push({ operations: [] });
    return this.blocks.length - 1;
  }

  /** Operations go to the end of block `index` from now on. */
  enter(index: number): void {
    this.#current = this.blocks[index]!.operations;
  }

  emit(op: Opcode, ...values: number[]): void {
    this.#current.push({ op, kinds: kindsOf(op, values), values, place: this.place });
  }

  /** Emits an operation with one result, which stands first, and returns the result. */
  compute(op: Opcode, ...values: number[]): number {
    const result = this.register();
    this.emit(op, result, ...values);
    return result;
  }

  /** Emits a call of a pure helper with one result. */
  helper(name: HelperName, ...operands: number[]): number {
    return this.#helper(Op.helper, name, 1, operands)[0]!;
  }

  /** The same with two results. */
  helperPair(name: HelperName, ...operands: number[]): readonly number[] {
    return this.#helper(Op.helper, name, 2, operands);
  }

  /** Emits a call of a helper that may fail, with one result. */
  fallible(name: HelperName, ...operands: number[]): number {
    return this.#helper(Op.fallible, name, 1, operands)[0]!;
  }

  /** Emits a call of a helper that only fails or does not. */
  check(name: HelperName, ...operands: number[]): void {
    this.#helper(Op.fallible, name, 0, operands);
  }

  #helper(op: Opcode, name: HelperName, resultCount: number, operands: readonly number[]): readonly number[] {
    const results = this.registers(resultCount);
    const values = [helperNumber(name), resultCount + operands.length, ...results, ...operands];
    const kinds = kindsOf(op, values) + 'W'.repeat(resultCount) + 'w'.repeat(operands.length);
    this.#current.push({ op, kinds, values, place: this.place });
    return results;
  }

  move(representation: Representation, to: number, from: number): void {
    const wide = representation === 'pair' || representation === 'double' || representation === 'pointer';
    this.emit(wide ? Op.mov64 : Op.mov32, to, from);
  }

  constant(low: number, high: number, shared = -1): number {
    const key = `${low}:${high}:${shared}`;
    const known = this.#constantRegisters.get(key);
    if (known !== undefined) return known;
    const register = this.register();
    this.#constantRegisters.set(key, register);
    this.constants.push({ register, low, high, shared });
    return register;
  }

  word(value: number): number {
    return this.constant(value | 0, 0);
  }

  pair(value: bigint): number {
    return this.constant(Number(BigInt.asIntN(32, value)), Number(BigInt.asIntN(32, value >> 32n)));
  }

  double(value: number, shared = -1): number {
    words.setFloat64(0, value);
    return this.constant(words.getInt32(4), words.getInt32(0), shared);
  }

  float(value: number): number {
    words.setFloat32(0, value);
    return this.constant(words.getInt32(0), 0);
  }
}
