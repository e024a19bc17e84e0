/**
 * Instructions of `Program` in place of one inline assembly: the registers of the text as values, conversions between the
 * types that instructions read and write them with, and blocks for what stands under a predicate.
 */

import type {
  BinaryOperator,
  CastOperator,
  Instruction,
  Operand,
  SourceLocation,
  Terminator,
  Type,
} from '../../ir/program.ts';
import { integerType, pointerType, voidType } from '../llvm/types.ts';
import { type Constraints, parseConstraints } from './constraints.ts';
import { type PtxOperand, type PtxStatement, type PtxText, UnsupportedPtx } from './parse.ts';
import { specialRegister } from './special-registers.ts';
import { bitsOf, floatType, i1, i64, int, isSame, ptxType } from './types.ts';

/** An instruction without what every instruction has. */
type Body = Instruction extends infer I
  ? I extends Instruction
    ? Omit<I, 'result' | 'type' | 'location'>
    : never
  : never;
type Call = Instruction & { op: 'call' };

/** A function that is being rewritten: blocks grow, and new ones go behind the old. */
export interface FunctionDraft {
  readonly blocks: DraftBlock[];
  registerCount: number;
  /** Functions that are called and need a declaration: name to type of the result. */
  readonly called: Map<string, Type>;
  /** Phis of the rewriting: the blocks that they name are final. */
  readonly phis: Set<Instruction>;
}

interface DraftBlock {
  readonly label: string;
  readonly instructions: Instruction[];
  terminator: Terminator;
}

/** Emits what one PTX instruction does. @throws UnsupportedPtx */
export type Translation = (emitter: PtxEmitter, statement: PtxStatement) => void;

const CALLEE: Type = pointerType(0);

/** How many bits the registers have that a constraint or a declaration names. */
const CLASSES: Readonly<Record<string, number>> = { h: 16, r: 32, l: 64, f: 32, d: 64, q: 128, b: 8 };

export class PtxEmitter {
  readonly #draft: FunctionDraft;
  readonly #location: SourceLocation | null;
  /** Values of the outputs, then of the declared registers; undefined where nothing was written. */
  #values: (Operand | undefined)[];
  readonly #widths: number[];
  readonly #constraints: Constraints;
  readonly #inputs: readonly Operand[];
  readonly #outputTypes: readonly Type[];
  readonly #resultType: Type;
  readonly #result: number | null;
  /** The block that instructions go to. */
  block: number;
  /** Carry of `add.cc` and the like; null where nothing has set it. */
  carry: Operand | null = null;

  /** @throws UnsupportedPtx */
  constructor(draft: FunctionDraft, block: number, call: Call, text: PtxText) {
    if (call.callee.kind !== 'asm') throw new UnsupportedPtx('no assembly');
    this.#draft = draft;
    this.block = block;
    this.#location = call.location;
    this.#constraints = parseConstraints(call.callee.constraints);
    const { outputs, inputs } = this.#constraints;
    this.#resultType = call.type;
    this.#result = call.result;
    this.#outputTypes = outputTypes(call.type, outputs.length);
    if (this.#outputTypes.length !== outputs.length || inputs.length !== call.arguments.length) {
      throw new UnsupportedPtx('operands that do not fit the constraints');
    }
    this.#inputs = call.arguments;
    this.#widths = [...outputs.map((letter) => CLASSES[letter]!), ...text.registers.map(widthOfDeclared)];
    this.#values = this.#widths.map(() => undefined);
    inputs.forEach((input, i) => {
      if (typeof input === 'number') this.#values[input] = call.arguments[i];
    });
  }

  // ---- instructions ------------------------------------------------------------------------------------------------

  /** Appends an instruction and returns its result (an undefined value where it has none). */
  emit(body: Body, type: Type): Operand {
    const result = type.kind === 'void' ? null : this.#draft.registerCount++;
    this.#append({ ...body, result, type, location: this.#location } as Instruction);
    return result === null ? { kind: 'undef', type } : { kind: 'register', register: result, type };
  }

  call(name: string, args: readonly Operand[], type: Type): Operand {
    this.#draft.called.set(name, type);
    const callee: Operand = { kind: 'global', name, type: CALLEE };
    return this.emit({ op: 'call', callee, arguments: args, byValue: args.map(() => null) }, type);
  }

  cast(operator: CastOperator, operand: Operand, type: Type): Operand {
    return this.emit({ op: 'cast', operator, operand, nonNegative: false }, type);
  }

  #append(instruction: Instruction): void {
    this.#draft.blocks[this.block]!.instructions.push(instruction);
  }

  /** What `run` emits is executed only where the guard of `statement` holds. */
  guarded(statement: PtxStatement, run: () => void): void {
    const { guard } = statement;
    if (guard === null) {
      run();
      return;
    }
    const condition = this.read(guard.operand, i1);
    const before = this.#values;
    const from = this.block;
    const then = this.#newBlock('then');
    this.#values = [...before];
    this.block = then;
    run();
    const after = this.#values;
    const end = this.block;
    const join = this.#newBlock('join');
    const location = this.#location;
    // The rest of the block comes behind: the old terminator goes there when the block is finished.
    this.#draft.blocks[from]!.terminator = {
      op: 'condbr',
      condition,
      ifTrue: guard.isNegated ? join : then,
      ifFalse: guard.isNegated ? then : join,
      location,
    };
    this.#draft.blocks[end]!.terminator = { op: 'br', target: join, location };
    this.block = join;
    this.#values = after.map((value, i) => {
      const old = before[i];
      if (value === old || value === undefined) return old;
      // Where nothing was there before, nothing is there when the predicate does not hold.
      const other: Operand = old
        ? this.#in(from, () => this.convert(old, value.type))
        : { kind: 'undef', type: value.type };
      return this.#phi(value, end, other, from);
    });
    this.carry = null;
  }

  #in<T>(block: number, run: () => T): T {
    const here = this.block;
    this.block = block;
    const result = run();
    this.block = here;
    return result;
  }

  #phi(value: Operand, end: number, other: Operand, from: number): Operand {
    const incoming = [
      { value, block: end },
      { value: other, block: from },
    ];
    const phi = this.emit({ op: 'phi', incoming }, value.type);
    this.#draft.phis.add(this.#draft.blocks[this.block]!.instructions.at(-1)!);
    return phi;
  }

  #newBlock(label: string): number {
    const terminator: Terminator = { op: 'unreachable', location: this.#location };
    this.#draft.blocks.push({ label: `asm.${label}.${this.#draft.blocks.length}`, instructions: [], terminator });
    return this.#draft.blocks.length - 1;
  }

  // ---- registers ---------------------------------------------------------------------------------------------------

  /** The value of an operand as it is kept. */
  value(operand: PtxOperand): Operand {
    switch (operand.kind) {
      case 'placeholder': {
        const input = operand.index - this.#outputTypes.length;
        const given = this.#constraints.inputs[input];
        if (input < 0 || typeof given === 'number')
          return this.#variable(typeof given === 'number' ? given : operand.index);
        const argument = this.#inputs[input];
        if (argument === undefined) throw new UnsupportedPtx(`operand ${operand.index}, which is not there`);
        return argument;
      }
      case 'register':
        return this.#variable(this.#outputTypes.length + operand.register);
      case 'integer':
        return { kind: 'int', value: operand.value, type: i64 };
      case 'floating':
        return { kind: 'float', value: operand.value, type: floatType('double') };
      case 'special':
        return specialRegister(this, operand.name);
      case 'not': {
        const value = this.read(operand.operand, i1);
        return this.emit({ op: 'binary', operator: 'xor', left: value, right: int(1, i1), ...NO_FLAGS }, i1);
      }
      default:
        throw new UnsupportedPtx(`an operand that is ${DESCRIPTIONS[operand.kind]}`);
    }
  }

  /** The value of an operand as an instruction reads it that works on `type`. */
  read(operand: PtxOperand | undefined, type: Type): Operand {
    if (operand === undefined) throw new UnsupportedPtx('an operand too few');
    if (operand.kind === 'integer') {
      if (type.kind !== 'int') throw new UnsupportedPtx('an integer where none can stand');
      return int(operand.value, type);
    }
    if (operand.kind === 'floating') {
      const float = floatType(bitsOf(type) === 64 ? 'double' : 'float');
      return this.convert({ kind: 'float', value: operand.value, type: type.kind === 'float' ? type : float }, type);
    }
    if (operand.kind === 'vector') return this.#packed(operand.elements, type);
    return this.convert(this.value(operand), type);
  }

  /** Writes a result; one that is narrower than its register is extended. */
  write(operand: PtxOperand | undefined, value: Operand, isSigned: boolean): void {
    if (operand === undefined) throw new UnsupportedPtx('an operand too few');
    if (operand.kind === 'sink') return;
    if (operand.kind === 'vector') {
      this.#unpack(operand.elements, value);
      return;
    }
    const variable =
      operand.kind === 'register'
        ? this.#outputTypes.length + operand.register
        : operand.kind === 'placeholder'
          ? this.#outputOf(operand.index)
          : null;
    if (variable === null) throw new UnsupportedPtx('a result that goes to no register');
    const width = this.#widths[variable]!;
    const bits = bitsOf(value.type);
    if (bits === null || bits > width) throw new UnsupportedPtx('a result that is wider than its register');
    if (bits < width && value.type.kind !== 'int') value = this.convert(value, integerType(bits));
    this.#values[variable] = bits < width ? this.cast(isSigned ? 'sext' : 'zext', value, integerType(width)) : value;
  }

  /** What operand `index` is as the program gave it: a pointer where its type is one. */
  typeOfOutput(operand: PtxOperand): Type | null {
    return operand.kind === 'placeholder' ? (this.#outputTypes[operand.index] ?? null) : null;
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

  /** `{low, high}` as one number. */
  #packed(elements: readonly PtxOperand[], type: Type): Operand {
    const bits = bitsOf(type);
    if (bits === null || bits % elements.length !== 0)
      throw new UnsupportedPtx('a vector that does not fill a register');
    const whole = integerType(bits);
    const step = bits / elements.length;
    const part = integerType(step);
    const value = elements
      .map((element, i) => {
        const extended = this.cast('zext', this.read(element, part), whole);
        return i === 0 ? extended : this.binary('shl', extended, int(i * step, whole));
      })
      .reduce((a, b) => this.binary('or', a, b));
    return this.convert(value, type);
  }

  #unpack(elements: readonly PtxOperand[], value: Operand): void {
    const bits = bitsOf(value.type);
    if (bits === null || bits % elements.length !== 0)
      throw new UnsupportedPtx('a vector that does not fill a register');
    const whole = integerType(bits);
    const step = bits / elements.length;
    const part = integerType(step);
    const number = this.convert(value, whole);
    elements.forEach((element, i) => {
      const shifted = i === 0 ? number : this.binary('lshr', number, int(i * step, whole));
      this.write(element, this.cast('trunc', shifted, part), false);
    });
  }

  // ---- values ------------------------------------------------------------------------------------------------------

  binary(operator: BinaryOperator, left: Operand, right: Operand): Operand {
    return this.emit({ op: 'binary', operator, left, right, ...NO_FLAGS }, left.type);
  }

  /** The same bits as another type; of a wider register the low ones. */
  convert(value: Operand, type: Type): Operand {
    const from = bitsOf(value.type);
    const to = bitsOf(type);
    if (from === null || to === null) throw new UnsupportedPtx('an operand of a type that is no register');
    if (value.kind === 'undef') return { kind: 'undef', type };
    if (isSame(value.type, type)) return value;
    if (value.kind === 'int' && type.kind === 'int') return int(value.value, type);
    if (from < to) throw new UnsupportedPtx('an operand that is narrower than what reads it');
    if (value.type.kind === 'pointer') {
      if (type.kind === 'pointer') return this.cast('addrspacecast', value, type);
      return this.convert(this.cast('ptrtoint', value, i64), type);
    }
    if (value.type.kind === 'float') {
      const number = this.cast('bitcast', value, integerType(from));
      return type.kind === 'int' && from === to ? number : this.convert(number, type);
    }
    const number = from === to ? value : this.cast('trunc', value, integerType(to));
    if (type.kind === 'pointer') return this.pointer(number, type.space);
    return type.kind === 'float' ? this.cast('bitcast', number, type) : number;
  }

  /** An integer as 64 bits. */
  signExtended(value: Operand): Operand {
    if (value.kind === 'int') return int(value.value, i64);
    if (value.type.kind !== 'int' || value.type.bits > 64) throw new UnsupportedPtx('an offset that is no integer');
    return value.type.bits === 64 ? value : this.cast('sext', value, i64);
  }

  /** A pointer whose bits are `number`: the executors find again what it was made from, or refuse. */
  pointer(number: Operand, space: number): Operand {
    const bits = bitsOf(number.type);
    return this.call(`llvm.gpurace.address.p${space}.i${bits}`, [number], pointerType(space));
  }

  /** The last instruction of all: what the assembly yields, in the register of the call that it replaces. */
  finish(): void {
    if (this.#result === null) return;
    const values = this.#outputTypes.map((type, i) => this.convert(this.#variable(i), type));
    const base = { result: this.#result, type: this.#resultType, location: this.#location };
    if (this.#resultType.kind !== 'struct') {
      this.#append({ ...base, op: 'freeze', operand: values[0]! });
      return;
    }
    let aggregate: Operand = { kind: 'undef', type: this.#resultType };
    values.forEach((element, i) => {
      const body = { op: 'insertvalue', aggregate, element, indices: [i] } as const;
      if (i === values.length - 1) this.#append({ ...base, ...body });
      else aggregate = this.emit(body, this.#resultType);
    });
  }
}

const NO_FLAGS = { noUnsignedWrap: false, noSignedWrap: false, exact: false } as const;

const DESCRIPTIONS = {
  address: 'an address',
  vector: 'a vector',
  pair: 'a pair',
  sink: 'no value',
} as const;

function outputTypes(type: Type, count: number): readonly Type[] {
  if (type.kind === 'void') return [];
  return type.kind === 'struct' && count > 1 ? type.fields : [type];
}

function widthOfDeclared(type: string): number {
  const bits = bitsOf(ptxType(type)?.type ?? voidType);
  if (bits === null) throw new UnsupportedPtx(`a register of type ${type}`);
  return bits;
}
