/** Lowers one function to micro-operations. Small callees of one block are lowered in place. */
import type { CastOperator, Instruction, Operand, ProgramFunction, Terminator, Type } from '../../ir/program.ts';
import { numberToBfloat, numberToHalf } from '../arithmetic.ts';
import { Builder } from '../bytecode/builder.ts';
import type { LoweredFunction } from '../bytecode/micro-operations.ts';
import { Op } from '../bytecode/opcodes.ts';
import type { Place } from '../errors.ts';
import { heldScalars, scalarRange, Unsupported } from '../scalars.ts';
import type { AccessSite } from './access-sites.ts';
import {
  branchComparison,
  isWide,
  lowerBinary,
  lowerCast,
  lowerCompareFloats,
  lowerCompareInts,
  lowerNegate,
  lowerSelect,
} from './lower-arithmetic.ts';
import { lowerCall } from './lower-call.ts';
import {
  lowerAddress,
  lowerAlloca,
  lowerAtomic,
  lowerCompareExchange,
  lowerFence,
  lowerLoad,
  lowerStore,
} from './lower-memory.ts';
import type { LoweringContext } from './lowering-context.ts';
import { promotableAllocas } from './mem2reg.ts';
import type { ProgramContext } from './program-context.ts';

/** One activation while lowering: the function itself, or a callee that is being inlined. */
interface Activation {
  readonly fn: ProgramFunction;
  /** Registers of the scalars of each IR register. */
  readonly values: Map<number, readonly number[]>;
  /** Allocas that became registers. */
  readonly promoted: ReadonlyMap<number, readonly number[]>;
  /** The instruction that defines each register. */
  readonly definitions: ReadonlyMap<number, Instruction>;
  readonly inlinedAt: Place | null;
  readonly parent: Activation | null;
}

const MAX_INLINED_INSTRUCTIONS = 80;
const MAX_INLINE_DEPTH = 12;
const MAX_INLINED_TOTAL = 20_000;

export function lowerFunction(context: ProgramContext, fn: ProgramFunction): LoweredFunction {
  return new Lowering(context, fn).run();
}

class Lowering implements LoweringContext {
  readonly builder = new Builder();
  readonly context: ProgramContext;
  readonly #callees = new Set<number>();
  #callsIndirectly = false;
  readonly #fn: ProgramFunction;
  #activation: Activation;
  #localBytes = 0;
  #inlined = 0;
  /** IR instructions of the block that is being lowered, inlined ones included. */
  #instructions = 0;

  constructor(context: ProgramContext, fn: ProgramFunction) {
    this.context = context;
    this.#fn = fn;
    this.#activation = this.#activate(fn, null, null);
  }

  #activate(fn: ProgramFunction, inlinedAt: Place | null, parent: Activation | null): Activation {
    const definitions = new Map<number, Instruction>();
    for (const block of fn.blocks) {
      for (const instruction of block.instructions) {
        if (instruction.result !== null) definitions.set(instruction.result, instruction);
      }
    }
    const promoted = new Map<number, readonly number[]>();
    for (const alloca of promotableAllocas(fn)) {
      promoted.set(
        alloca.register,
        heldScalars(alloca.type).map(() => this.builder.variable()),
      );
    }
    return { fn, values: new Map(), promoted, definitions, inlinedAt, parent };
  }

  run(): LoweredFunction {
    const fn = this.#fn;
    const b = this.builder;
    const parameters: number[] = [];
    fn.parameters.forEach((parameter, i) => {
      const registers = b.registers(heldScalars(parameter.type).length);
      parameters.push(...registers);
      this.#activation.values.set(i, registers);
    });
    // Micro-blocks of IR blocks come first, so that terminators can name them; edges with phis are added behind.
    for (const _ of fn.blocks) b.addBlock();
    for (const [index, block] of fn.blocks.entries()) {
      b.enter(index);
      this.#instructions = 0;
      for (const instruction of block.instructions) this.#instruction(instruction);
      this.#instructions++;
      this.#at(block.terminator.location);
      try {
        this.#terminator(block.terminator, index);
      } catch (failure) {
        this.#refuse(failure);
      }
    }
    return {
      name: fn.name,
      blocks: b.blocks,
      firstEdge: fn.blocks.length,
      registerCount: b.registerCount,
      parameters,
      constants: b.constants,
      variables: b.variables,
      // The next frame begins behind it, aligned as any variable may be.
      localBytes: Math.ceil(this.#localBytes / 16) * 16,
      callees: this.#callees,
      callsIndirectly: this.#callsIndirectly,
    };
  }

  #at(location: Instruction['location']): void {
    const { fn, inlinedAt } = this.#activation;
    this.builder.place = { location, functionName: fn.name, inlinedAt };
  }

  get place(): Place {
    return this.builder.place;
  }

  /** What cannot be run becomes an error at the place, when execution gets there. */
  #refuse(failure: unknown): void {
    if (!(failure instanceof Unsupported)) throw failure;
    this.trap('unsupported', `cannot execute ${failure.message}`);
  }

  calls(callee: number | null): void {
    if (callee === null) this.#callsIndirectly = true;
    else this.#callees.add(callee);
  }

  trap(kind: Parameters<ProgramContext['trap']>[0], message: string): void {
    this.builder.emit(Op.trap, this.context.trap(kind, message));
  }

  site(site: AccessSite): number {
    return this.context.site({ ...site, place: this.place });
  }

  /** Reserves local memory in the function's frame. */
  localSpace(bytes: number, align: number): number {
    const offset = Math.ceil(this.#localBytes / align) * align;
    this.#localBytes = offset + bytes;
    return offset;
  }

  // ---- values ------------------------------------------------------------------------------------------------------------

  /** Registers of an operand's scalars. */
  value(operand: Operand): readonly number[] {
    const b = this.builder;
    switch (operand.kind) {
      case 'register': {
        const known = this.#activation.values.get(operand.register);
        if (known !== undefined) return known;
        // Used before its definition was lowered, e.g. round a loop.
        const registers = b.registers(heldScalars(operand.type).length);
        this.#activation.values.set(operand.register, registers);
        return registers;
      }
      case 'int': {
        const scalar = heldScalars(operand.type)[0]!;
        const value = BigInt.asUintN(scalar.bits, operand.value);
        return [scalar.representation === 'word' ? b.word(Number(BigInt.asIntN(32, value))) : b.pair(value)];
      }
      case 'float': {
        const { representation } = heldScalars(operand.type)[0]!;
        if (representation === 'double') return [b.double(operand.value)];
        if (representation === 'float') return [b.float(operand.value)];
        return [b.word(representation === 'half' ? numberToHalf(operand.value) : numberToBfloat(operand.value))];
      }
      case 'null':
      case 'undef':
      case 'zero':
        // All representations have all bits zero for zero.
        return heldScalars(operand.type).map(() => b.constant(0, 0));
      case 'aggregate':
        return operand.elements.flatMap((element) => this.value(element));
      case 'bytes':
        return [...operand.bytes].map((byte) => b.word(byte));
      case 'global':
        return [this.#address(this.context.addressOf(operand.name))];
      case 'expression': {
        if (operand.type.kind === 'pointer') {
          const address = this.context.staticAddress(operand);
          if (address !== null) return [this.#address(address)];
        }
        return this.#compute(operand.instruction) ?? [];
      }
      case 'asm':
        throw new Unsupported('inline assembly as a value');
      case 'metadata':
        return [];
    }
  }

  #address({ address, shared }: { address: number; shared: number }): number {
    return this.builder.double(address, shared);
  }

  /** The registers of the promoted alloca that `pointer` names, or null when it is an address. */
  variableAt(pointer: Operand): readonly number[] | null {
    return pointer.kind === 'register' ? (this.#activation.promoted.get(pointer.register) ?? null) : null;
  }

  /** For an index that is an extended word: the word itself, so that address arithmetic can extend on its own. */
  wordIndex(index: Operand): { readonly register: number; readonly signed: boolean } | null {
    if (index.kind !== 'register') return null;
    const definition = this.#activation.definitions.get(index.register);
    if (definition?.op !== 'cast' || (definition.operator !== 'sext' && definition.operator !== 'zext')) return null;
    const { type } = definition.operand;
    if (type.kind !== 'int' || type.bits !== 32) return null;
    return { register: this.value(definition.operand)[0]!, signed: definition.operator === 'sext' };
  }

  /** Says that the register `result` holds `values`. */
  define(result: number, type: Instruction['type'], values: readonly number[]): void {
    const promised = this.#activation.values.get(result);
    if (promised === undefined) {
      this.#activation.values.set(result, values);
      return;
    }
    heldScalars(type).forEach((scalar, i) => {
      this.builder.move(scalar.representation, promised[i]!, values[i]!);
    });
  }

  // ---- instructions --------------------------------------------------------------------------------------------------------

  #instruction(instruction: Instruction): void {
    this.#instructions++;
    this.#at(instruction.location);
    try {
      if (instruction.op === 'phi') {
        this.#phi(instruction);
        return;
      }
      if (instruction.result !== null && this.#activation.promoted.has(instruction.result)) return;
      const values = this.#compute(instruction);
      if (instruction.result !== null && values !== null) this.define(instruction.result, instruction.type, values);
    } catch (failure) {
      this.#refuse(failure);
      // Whatever follows in the block still needs registers to name.
      if (instruction.result !== null && !this.#activation.values.has(instruction.result)) {
        let count = 1;
        try {
          count = heldScalars(instruction.type).length;
        } catch {
          count = 1;
        }
        this.#activation.values.set(instruction.result, this.builder.registers(count));
      }
    }
  }

  /** Phis are variables that the edges assign; their registers may have been handed out before. */
  #phi(instruction: Instruction): void {
    const registers = this.value({ kind: 'register', register: instruction.result!, type: instruction.type });
    for (const register of registers) this.builder.variables.add(register);
  }

  /** Lowers an instruction to its result's registers; null when it has none. */
  #compute(instruction: Instruction): readonly number[] | null {
    switch (instruction.op) {
      case 'binary':
        return lowerBinary(this, instruction);
      case 'fneg':
        return lowerNegate(this, instruction);
      case 'cast':
        return lowerCast(this, instruction);
      case 'icmp':
        return lowerCompareInts(this, instruction);
      case 'fcmp':
        return lowerCompareFloats(this, instruction);
      case 'select':
        return lowerSelect(this, instruction);
      case 'freeze':
        return this.value(instruction.operand);
      case 'alloca':
        return lowerAlloca(this, instruction);
      case 'load':
        return lowerLoad(this, instruction);
      case 'store':
        lowerStore(this, instruction);
        return null;
      case 'getelementptr':
        return lowerAddress(this, instruction);
      case 'atomicrmw':
        return lowerAtomic(this, instruction);
      case 'cmpxchg':
        return lowerCompareExchange(this, instruction);
      case 'fence':
        lowerFence(this, instruction);
        return null;
      case 'call':
        return lowerCall(this, instruction);
      case 'extractelement':
        return this.#extractElement(instruction.vector, instruction.index);
      case 'insertelement':
        return this.#insertElement(instruction.vector, instruction.element, instruction.index);
      case 'shufflevector': {
        const all = [...this.value(instruction.left), ...this.value(instruction.right)];
        return instruction.mask.map((lane) => all[Math.max(lane, 0)]!);
      }
      case 'extractvalue': {
        const { start, count } = scalarRange(instruction.aggregate.type, instruction.indices);
        return this.value(instruction.aggregate).slice(start, start + count);
      }
      case 'insertvalue': {
        const { start, count } = scalarRange(instruction.aggregate.type, instruction.indices);
        const whole = [...this.value(instruction.aggregate)];
        whole.splice(start, count, ...this.value(instruction.element));
        return whole;
      }
      case 'phi':
        return null;
      case 'va_arg':
        throw new Unsupported('va_arg');
      case 'unknown':
        throw new Unsupported(`'${instruction.text}'`);
    }
  }

  #extractElement(vector: Operand, index: Operand): readonly number[] {
    const lanes = this.value(vector);
    if (index.kind === 'int') return [lanes[Number(index.value)] ?? this.builder.constant(0, 0)];
    const scalars = heldScalars(vector.type);
    const at = this.#lane(index);
    let result = lanes[0]!;
    for (let i = 1; i < lanes.length; i++) {
      const here = this.builder.compute(Op.eq32, at, this.builder.word(i));
      result = this.builder.compute(isWide(scalars[i]!) ? Op.select64 : Op.select32, here, lanes[i]!, result);
    }
    return [result];
  }

  #insertElement(vector: Operand, element: Operand, index: Operand): readonly number[] {
    const lanes = [...this.value(vector)];
    const value = this.value(element)[0]!;
    if (index.kind === 'int') {
      lanes[Number(index.value)] = value;
      return lanes;
    }
    const scalars = heldScalars(vector.type);
    const at = this.#lane(index);
    return lanes.map((lane, i) => {
      const here = this.builder.compute(Op.eq32, at, this.builder.word(i));
      return this.builder.compute(isWide(scalars[i]!) ? Op.select64 : Op.select32, here, value, lane);
    });
  }

  /** A lane number as a word; of a pair its low word is the same register. */
  #lane(index: Operand): number {
    return this.value(index)[0]!;
  }

  /** The operand cast to `type`, for calls that are casts. */
  castTo(operator: CastOperator, operand: Operand, type: Type): readonly number[] {
    return lowerCast(this, { op: 'cast', operator, operand, nonNegative: false, result: null, type, location: null });
  }

  // ---- control flow ----------------------------------------------------------------------------------------------------------

  #terminator(terminator: Terminator, from: number): void {
    const b = this.builder;
    const count = this.#instructions;
    switch (terminator.op) {
      case 'ret': {
        const values = terminator.value === null ? [] : this.value(terminator.value);
        b.emit(Op.ret, count, values.length, ...values);
        return;
      }
      case 'br':
        this.#assignPhis(terminator.target, from);
        b.emit(Op.br, count, terminator.target);
        return;
      case 'condbr': {
        if (terminator.ifTrue === terminator.ifFalse) {
          this.#assignPhis(terminator.ifTrue, from);
          b.emit(Op.br, count, terminator.ifTrue);
          return;
        }
        // The edges' blocks are made after the comparison has been read.
        const emit = this.#branch(terminator.condition, count);
        const yes = this.#edge(terminator.ifTrue, from);
        const no = this.#edge(terminator.ifFalse, from);
        b.enter(from);
        emit(yes, no);
        return;
      }
      case 'switch': {
        const scalar = heldScalars(terminator.value.type)[0]!;
        const value = this.value(terminator.value)[0]!;
        const other = this.#edge(terminator.defaultTarget, from);
        const targets = terminator.cases.map((c) => this.#edge(c.target, from));
        b.enter(from);
        if (scalar.representation === 'word') {
          b.emit(
            Op.switch32,
            count,
            value,
            other,
            targets.length,
            ...terminator.cases.flatMap((c, i) => [
              Number(BigInt.asIntN(32, BigInt.asUintN(scalar.bits, c.value))),
              targets[i]!,
            ]),
          );
        } else {
          b.emit(
            Op.switch64,
            count,
            value,
            other,
            targets.length,
            ...terminator.cases.flatMap((c, i) => {
              const bits = BigInt.asUintN(scalar.bits, c.value);
              return [Number(BigInt.asIntN(32, bits)), Number(BigInt.asIntN(32, bits >> 32n)), targets[i]!];
            }),
          );
        }
        return;
      }
      case 'unreachable':
        this.trap('trap', 'reaches code that the compiler considers unreachable');
        return;
      case 'unknown':
        throw new Unsupported(`'${terminator.text}'`);
    }
  }

  /** Prepares a conditional branch; the returned function emits it. A comparison of words is part of the branch. */
  #branch(condition: Operand, count: number): (yes: number, no: number) => void {
    const b = this.builder;
    const definition = condition.kind === 'register' ? this.#activation.definitions.get(condition.register) : undefined;
    if (definition?.op === 'icmp') {
      const scalar = heldScalars(definition.left.type)[0]!;
      const fused = branchComparison(definition.predicate);
      if (
        scalar.representation === 'word' &&
        (scalar.bits === 32 || definition.predicate === 'eq' || definition.predicate === 'ne')
      ) {
        const left = this.value(definition.left)[0]!;
        const right = this.value(definition.right)[0]!;
        return (yes, no) => {
          b.emit(
            fused.op,
            count,
            fused.swap ? right : left,
            fused.swap ? left : right,
            fused.negate ? no : yes,
            fused.negate ? yes : no,
          );
        };
      }
    }
    const value = this.value(condition)[0]!;
    return (yes, no) => b.emit(Op.brif, count, value, yes, no);
  }

  /** The micro-block to jump to for the edge: the target itself, or a block that assigns its phis first. */
  #edge(target: number, from: number): number {
    if (this.#fn.blocks[target]?.instructions[0]?.op !== 'phi') return target;
    const b = this.builder;
    const block = b.addBlock();
    b.enter(block);
    this.#assignPhis(target, from);
    b.emit(Op.br, 0, target);
    return block;
  }

  /** Assigns the phis of `target` as control comes from `from`: all at once, as if in parallel. */
  #assignPhis(target: number, from: number): void {
    const b = this.builder;
    const moves: { to: number; from: number; wide: boolean }[] = [];
    for (const instruction of this.#fn.blocks[target]?.instructions ?? []) {
      if (instruction.op !== 'phi') break;
      const incoming = instruction.incoming.find((edge) => edge.block === from);
      if (incoming === undefined || incoming.value.kind === 'undef') continue;
      const to = this.value({ kind: 'register', register: instruction.result!, type: instruction.type });
      const values = this.value(incoming.value);
      heldScalars(instruction.type).forEach((scalar, i) => {
        if (to[i] !== values[i]) moves.push({ to: to[i]!, from: values[i]!, wide: isWide(scalar) });
      });
    }
    const assigned = new Set(moves.map((move) => move.to));
    for (const move of moves) {
      if (!assigned.has(move.from)) continue;
      const copy = b.register();
      b.emit(Op.mov64, copy, move.from);
      move.from = copy;
    }
    for (const move of moves) b.emit(move.wide ? Op.mov64 : Op.mov32, move.to, move.from);
  }

  // ---- inlining ----------------------------------------------------------------------------------------------------------------

  /** Lowers a call of `fn` in place when it is small and straight-line; null when it must be called. */
  inline(fn: ProgramFunction, args: readonly (readonly number[])[]): readonly number[] | null {
    const block = fn.blocks[0];
    if (fn.blocks.length !== 1 || block === undefined || block.terminator.op !== 'ret') return null;
    if (fn.variadic || fn.parameters.length !== args.length) return null;
    if (fn.parameters.some((parameter) => parameter.byValue !== null)) return null;
    if (block.instructions.length > MAX_INLINED_INSTRUCTIONS) return null;
    if (this.#inlined + block.instructions.length > MAX_INLINED_TOTAL) return null;
    let depth = 0;
    for (let a: Activation | null = this.#activation; a !== null; a = a.parent) {
      if (a.fn === fn || ++depth > MAX_INLINE_DEPTH) return null;
    }
    // An alloca of a variable size would only be given back when the caller returns.
    if (block.instructions.some((i) => i.op === 'alloca' && i.count.kind !== 'int')) return null;
    this.#inlined += block.instructions.length;
    const caller = this.#activation;
    const place = this.place;
    this.#activation = this.#activate(fn, place, caller);
    args.forEach((registers, i) => {
      this.#activation.values.set(i, registers);
    });
    for (const instruction of block.instructions) this.#instruction(instruction);
    this.#instructions++;
    const result = block.terminator.value === null ? [] : this.value(block.terminator.value);
    this.#activation = caller;
    this.builder.place = place;
    return result;
  }
}
