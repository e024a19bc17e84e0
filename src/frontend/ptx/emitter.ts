/**
 * Instructions of `Program` in place of PTX: conversions between the types that instructions read and write registers
 * with, and blocks for what stands under a predicate. Where the registers are kept is said by who uses it: those of an
 * inline assembly are in `assembly-registers.ts`, those of a function of a module in `module/`.
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
import { integerType, pointerType } from '../llvm/types.ts';
import { excerpt, type PtxOperand, UnsupportedPtx } from './operands.ts';
import type { PtxStatement } from './parse.ts';
import { specialRegister } from './special-registers.ts';
import { bitsOf, floatType, i1, i64, int, isSame } from './types.ts';

/** An instruction without what every instruction has. */
type Body = Instruction extends infer I
  ? I extends Instruction
    ? Omit<I, 'result' | 'type' | 'location'>
    : never
  : never;

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

/** The registers of a text, and what its operands `$0` stand for. */
export interface PtxRegisters {
  /** The value that a register, a placeholder or a symbol has. @throws UnsupportedPtx */
  value(emitter: PtxEmitter, operand: Held): Operand;
  /** How many bits what is written there may have. @throws UnsupportedPtx where nothing can be written */
  widthOf(operand: PtxOperand): number;
  set(emitter: PtxEmitter, operand: PtxOperand, value: Operand): void;
  /** The type that is kept there, where the text has said more than its width: a pointer. */
  typeOf(operand: PtxOperand): Type | null;
  /** Whether anything may read what is written there. */
  isRead(operand: PtxOperand): boolean;
  /** Before what stands under a guard is executed. @returns what joins both ways when it is done */
  fork(): (emitter: PtxEmitter, end: number, from: number) => void;
}

/** An operand whose value somebody keeps. */
export type Held = PtxOperand & { readonly kind: 'placeholder' | 'register' | 'symbol' };

export class PtxEmitter {
  readonly #draft: FunctionDraft;
  readonly #registers: PtxRegisters;
  /** Where what is emitted stands in the source. */
  location: SourceLocation | null;
  /** The block that instructions go to. */
  block: number;
  /** Sums and products are of numbers that the source has as signed ones, which do not overflow. */
  isSignedArithmetic = false;
  /** Carry of `add.cc` and the like; null where nothing has set it. */
  carry: Operand | null = null;

  constructor(draft: FunctionDraft, block: number, location: SourceLocation | null, registers: PtxRegisters) {
    this.#draft = draft;
    this.block = block;
    this.location = location;
    this.#registers = registers;
  }

  // ---- instructions ------------------------------------------------------------------------------------------------

  /** Appends an instruction and returns its result (an undefined value where it has none). */
  emit(body: Body, type: Type): Operand {
    const result = type.kind === 'void' ? null : this.#draft.registerCount++;
    this.append({ ...body, result, type, location: this.location } as Instruction);
    return result === null ? { kind: 'undef', type } : { kind: 'register', register: result, type };
  }

  call(name: string, args: readonly Operand[], type: Type): Operand {
    this.#draft.called.set(name, type);
    const callee: Operand = { kind: 'global', name, type: CALLEE };
    return this.emit(
      { op: 'call', callee, arguments: args, byValue: args.map(() => null), aligned: args.map(() => 0) },
      type,
    );
  }

  /** Stays behind in the place of what a module has and nobody can translate: whoever meets it refuses, with the reason. */
  refuse(text: string, reason: string): void {
    const said = { text: excerpt(text), constraints: '', unsupported: reason, isInModule: true } as const;
    const callee: Operand = { kind: 'asm', ...said, type: CALLEE };
    this.emit({ op: 'call', callee, arguments: [], byValue: [], aligned: [] }, { kind: 'void' });
  }

  cast(operator: CastOperator, operand: Operand, type: Type): Operand {
    return this.emit({ op: 'cast', operator, operand, nonNegative: false }, type);
  }

  append(instruction: Instruction): void {
    this.#draft.blocks[this.block]!.instructions.push(instruction);
  }

  /** What `run` emits is executed only where the guard of `statement` holds. */
  guarded(statement: PtxStatement, run: () => void): void {
    const { guard } = statement;
    if (guard === null) {
      run();
      return;
    }
    this.when(this.read(guard.operand, i1), guard.isNegated, run);
  }

  /** What `run` emits is executed only where `condition` holds, or does not. */
  when(condition: Operand, isNegated: boolean, run: () => void): void {
    const from = this.block;
    const then = this.newBlock('then');
    const join = this.#registers.fork();
    this.block = then;
    run();
    const end = this.block;
    const behind = this.newBlock('join');
    const { location } = this;
    // The rest of the block comes behind: the old terminator goes there when the block is finished.
    this.#draft.blocks[from]!.terminator = {
      op: 'condbr',
      condition,
      ifTrue: isNegated ? behind : then,
      ifFalse: isNegated ? then : behind,
      location,
    };
    this.#draft.blocks[end]!.terminator = { op: 'br', target: behind, location };
    this.block = behind;
    join(this, end, from);
    this.carry = null;
  }

  /** Emits to another block. */
  within<T>(block: number, run: () => T): T {
    const here = this.block;
    this.block = block;
    const result = run();
    this.block = here;
    return result;
  }

  /** `value` of the block `end` where the guard held, and `other` of the block `from` where it did not. */
  phi(value: Operand, end: number, other: Operand, from: number): Operand {
    const incoming = [
      { value, block: end },
      { value: other, block: from },
    ];
    const phi = this.emit({ op: 'phi', incoming }, value.type);
    this.#draft.phis.add(this.#draft.blocks[this.block]!.instructions.at(-1)!);
    return phi;
  }

  newBlock(label: string): number {
    const terminator: Terminator = { op: 'unreachable', location: this.location };
    this.#draft.blocks.push({ label: `asm.${label}.${this.#draft.blocks.length}`, instructions: [], terminator });
    return this.#draft.blocks.length - 1;
  }

  // ---- registers ---------------------------------------------------------------------------------------------------

  /** The value of an operand as it is kept. */
  value(operand: PtxOperand): Operand {
    switch (operand.kind) {
      case 'placeholder':
      case 'register':
      case 'symbol':
        return this.#registers.value(this, operand);
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
    const kept = this.#registers.typeOf(operand);
    if (kept?.kind === 'pointer' && value.type.kind === 'pointer') {
      this.#registers.set(this, operand, value);
      return;
    }
    const width = this.#registers.widthOf(operand);
    const bits = bitsOf(value.type);
    if (bits === null || bits > width) throw new UnsupportedPtx('a result that is wider than its register');
    if (bits < width && value.type.kind !== 'int') value = this.convert(value, integerType(bits));
    const whole = bits < width ? this.cast(isSigned ? 'sext' : 'zext', value, integerType(width)) : value;
    this.#registers.set(this, operand, whole);
  }

  /** What is kept where `operand` names it, where that is more than a number of bits: a pointer. */
  typeOfOutput(operand: PtxOperand): Type | null {
    return this.#registers.typeOf(operand);
  }

  /** Whether anything may read what an instruction writes there. */
  isRead(operand: PtxOperand): boolean {
    return operand.kind !== 'sink' && this.#registers.isRead(operand);
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
    const noSignedWrap = this.isSignedArithmetic && OVERFLOWING.has(operator);
    return this.emit({ op: 'binary', operator, left, right, ...NO_FLAGS, noSignedWrap }, left.type);
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
}

const OVERFLOWING: ReadonlySet<BinaryOperator> = new Set<BinaryOperator>(['add', 'sub', 'mul', 'shl']);
const NO_FLAGS = { noUnsignedWrap: false, noSignedWrap: false, exact: false } as const;

const DESCRIPTIONS = {
  address: 'an address',
  vector: 'a vector',
  list: 'a list',
  pair: 'a pair',
  sink: 'no value',
} as const;
