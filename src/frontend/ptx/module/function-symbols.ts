/** What names stand for in the body of a function: parameters, variables of the function and of the module, functions. */
import type { Operand, Type } from '../../../ir/program.ts';
import { pointerType } from '../../llvm/types.ts';
import type { PtxEmitter } from '../emitter.ts';
import { UnsupportedPtx } from '../operands.ts';
import { bitsOf, isSame, ptxType } from '../types.ts';
import { stackVariable } from './function-registers.ts';
import type { PtxFunction, PtxInstruction, PtxVariable, Space } from './model.ts';
import type { PointerFacts } from './pointers.ts';
import type { Signature } from './signatures.ts';
import type { SourcePlaces } from './source-places.ts';
import { addressOfVariable, typeOfVariable } from './variables.ts';

/** What a function sees of its module. */
export interface ModuleSymbols {
  readonly places: SourcePlaces;
  readonly spaceOf: (name: string) => Space | null;
  readonly signatureOf: (name: string) => Signature | null;
  readonly hasBody: (name: string) => boolean;
  /** Whether some function has memory of the thread's own. */
  readonly hasLocalMemory: boolean;
  readonly pointersOf: (name: string) => PointerFacts | undefined;
  /** The name in the program of a variable of a function. */
  readonly nameWithin: (fn: PtxFunction, variable: PtxVariable) => string;
}

export class FunctionSymbols {
  readonly #fn: PtxFunction;
  readonly #module: ModuleSymbols;
  readonly #parameters = new Map<string, { readonly index: number; readonly type: Type; readonly isWhole: boolean }>();
  readonly #variables: ReadonlyMap<string, PtxVariable>;
  /** Addresses of what lies on the stack, by name. */
  readonly #stack = new Map<string, Operand>();
  /** The parameters of calls that addresses are put into; null: nobody has asked. */
  #addresses: Set<string> | null = null;
  /** Where the result is put together. */
  #result: { readonly pointer: Operand; readonly type: Type | null } | null = null;

  constructor(fn: PtxFunction, module: ModuleSymbols) {
    this.#fn = fn;
    this.#module = module;
    const { parameters, filled } = module.signatureOf(fn.name)!;
    const shift = filled === null ? 0 : 1;
    fn.parameters.forEach(({ name, length }, i) => {
      this.#parameters.set(name, { index: i + shift, type: parameters[i + shift]!.type, isWhole: length === null });
    });
    this.#variables = new Map(fn.variables.map((variable) => [variable.name, variable]));
  }

  signatureOf(name: string): Signature | null {
    return this.#module.signatureOf(name);
  }

  /** Whether an address is put into a parameter of a call. */
  holdsAddress(name: string): boolean {
    this.#addresses ??= this.#findAddresses();
    return this.#addresses.has(name);
  }

  #findAddresses(): Set<string> {
    const { registers = [] } = this.#module.pointersOf(this.#fn.name) ?? {};
    const found = new Set<string>();
    for (const item of this.#fn.items) {
      if (item.kind !== 'instruction' || item.words[0] !== 'st' || item.words[1] !== 'param') continue;
      const [address, value] = item.operands;
      const isAddress = value?.kind === 'register' && registers[value.register] != null;
      if (isAddress && address?.kind === 'address' && address.base.kind === 'symbol') found.add(address.base.name);
    }
    return found;
  }

  get hasLocalMemory(): boolean {
    return this.#module.hasLocalMemory;
  }

  hasBody(name: string): boolean {
    return this.#module.hasBody(name);
  }

  /** Makes what lies on the stack, in the block where the function begins. */
  begin(emitter: PtxEmitter): void {
    for (const variable of this.#variables.values()) {
      if (variable.space !== 'local' && variable.space !== 'param') continue;
      this.#stack.set(variable.name, stackVariable(emitter, typeOfVariable(variable)));
    }
    const [result] = this.#fn.results;
    if (result === undefined) return;
    const { filled, returnType } = this.#module.signatureOf(this.#fn.name)!;
    const pointer: Operand =
      filled === null ? stackVariable(emitter, returnType) : { kind: 'register', register: 0, type: pointerType(0) };
    this.#stack.set(result.name, pointer);
    this.#result = { pointer, type: filled === null ? returnType : null };
  }

  /** What `ret` gives. */
  result(emitter: PtxEmitter): Operand | null {
    if (this.#result === null || this.#result.type === null) return null;
    const { pointer, type } = this.#result;
    return emitter.emit({ op: 'load', pointer, volatile: false, ordering: null, syncScope: null, align: 1 }, type);
  }

  /** The address that a name stands for. @throws UnsupportedPtx */
  value(emitter: PtxEmitter, name: string): Operand {
    const onStack = this.#stack.get(name);
    if (onStack !== undefined) return onStack;
    const parameter = this.#parameters.get(name);
    if (parameter !== undefined) return this.#addressOfParameter(emitter, name, parameter);
    const variable = this.#variables.get(name);
    if (variable !== undefined) return addressOfVariable(this.#module.nameWithin(this.#fn, variable), variable.space);
    const space = this.#module.spaceOf(name);
    if (space !== null) return addressOfVariable(name, space);
    if (this.#module.signatureOf(name) !== null) return { kind: 'global', name, type: pointerType(0) };
    throw new UnsupportedPtx(`the name '${name}', which the module does not declare`);
  }

  /** A scalar parameter has an address where somebody asks for it. */
  #addressOfParameter(
    emitter: PtxEmitter,
    name: string,
    { index, type, isWhole }: { index: number; type: Type; isWhole: boolean },
  ): Operand {
    const argument: Operand = { kind: 'register', register: index, type };
    if (!isWhole) return argument;
    const pointer = emitter.within(0, () => {
      const copy = stackVariable(emitter, type);
      const stored = { pointer: copy, value: argument, volatile: false, align: 1 };
      emitter.emit({ op: 'store', ...stored, ordering: null, syncScope: null }, { kind: 'void' });
      return copy;
    });
    this.#stack.set(name, pointer);
    return pointer;
  }

  /** `ld.param.u64 %rd1, [name]` of a whole parameter is its value. @returns false for any other instruction */
  translateParameter(emitter: PtxEmitter, { words, operands }: PtxInstruction): boolean {
    const [to, address] = operands;
    if (words[0] !== 'ld' || words[1] !== 'param' || address?.kind !== 'address') return false;
    if (to?.kind !== 'register' || address.base.kind !== 'symbol' || address.offsets.length > 0) return false;
    const parameter = this.#parameters.get(address.base.name);
    const named = ptxType(words.at(-1));
    if (parameter === undefined || named === null || !parameter.isWhole || address.displacement !== 0n) return false;
    // Where addresses have 32 bits, so has the register that an address is read into.
    const kept = emitter.typeOfOutput(to);
    const isAddress = kept?.kind === 'pointer' && isSame(kept, parameter.type);
    if ((!isAddress && bitsOf(named.type) !== bitsOf(parameter.type)) || words.length !== 3) return false;
    const argument: Operand = { kind: 'register', register: parameter.index, type: parameter.type };
    emitter.write(to, argument, named.isSigned);
    return true;
  }

  /** What a variable of a call holds: an array as it is, or a scalar. */
  variable(name: string): PtxVariable | null {
    return this.#variables.get(name) ?? null;
  }
}
