/** A call of a function without a body, while it is lowered: its operands, and what every effect needs to emit. */
import {
  type MemoryScope,
  type Ordered,
  type OrderedMemory,
  openclMemory,
  openclScope,
  orderingNumbered,
} from '../../intrinsics/index.ts';
import type { Instruction, Ordering } from '../../ir/program.ts';
import type { Builder } from '../bytecode/builder.ts';
import type { SyncOperation } from '../bytecode/micro-operations.ts';
import { Op } from '../bytecode/opcodes.ts';
import { heldScalars, type Scalar, Unsupported } from '../scalars.ts';
import type { Atomicity } from './access-sites.ts';
import type { LoweringContext } from './lowering-context.ts';

export type Call = Extract<Instruction, { op: 'call' }>;

export class CallSite {
  readonly lowering: LoweringContext;
  readonly builder: Builder;
  readonly instruction: Call;
  /** The callee's symbol, aliases looked through. */
  readonly name: string;
  /** Registers of each argument's scalars. */
  readonly operands: readonly (readonly number[])[];

  constructor(lowering: LoweringContext, instruction: Call, name: string) {
    this.lowering = lowering;
    this.builder = lowering.builder;
    this.instruction = instruction;
    this.name = name;
    this.operands = instruction.arguments.map((argument) =>
      argument.kind === 'metadata' ? [] : lowering.value(argument),
    );
  }

  /** Scalars of the result. */
  get results(): readonly Scalar[] {
    return heldScalars(this.instruction.type);
  }

  /** Scalars of argument `at`. */
  scalars(at: number): readonly Scalar[] {
    return heldScalars(this.instruction.arguments[at]!.type);
  }

  /** The first register of argument `at`. */
  operand(at: number): number {
    return this.operands[at]![0]!;
  }

  /** Argument `at`, an integer of any width, as a pair. */
  pair(at: number): number {
    const value = this.operand(at);
    const [scalar] = this.scalars(at);
    return scalar!.representation === 'pair' ? value : this.builder.compute(Op.zext32to64, value);
  }

  /** Whether argument `at` is a constant other than zero. */
  isTrue(at: number): boolean {
    const operand = this.instruction.arguments[at];
    return operand?.kind === 'int' && operand.value !== 0n;
  }

  special(register: number): number {
    return this.builder.compute(Op.sreg, register);
  }

  /** The result of a call that yields the word `value`, in the width that the call has. */
  result(value: number): readonly number[] {
    const [scalar] = this.results;
    return [scalar!.representation === 'pair' ? this.builder.compute(Op.zext32to64, value) : value];
  }

  /** Zero, for a result that nobody needs to know. */
  zeros(): readonly number[] {
    return this.results.map(() => this.builder.constant(0, 0));
  }

  /** Emits an operation of several threads. Operands and results are words (or pairs) of registers. */
  sync(operation: SyncOperation, operands: readonly number[], results: number): number[] {
    const b = this.builder;
    const registers = b.registers(results);
    b.emit(Op.sync, this.lowering.context.sync(operation), operands.length, ...operands, results, ...registers);
    return registers;
  }

  /** An order or scope that is only known when it runs counts as the strongest: a run shows no race that is none. */
  atomicity(effect: Ordered): Atomicity {
    return { ordering: this.#ordering(effect), scope: this.scope(effect) };
  }

  #ordering({ order, orderArgument }: Ordered): Ordering {
    if (orderArgument === null) return order;
    const operand = this.instruction.arguments[orderArgument];
    return (operand?.kind === 'int' ? orderingNumbered(operand.value) : null) ?? 'seq_cst';
  }

  /** The memory that OpenCL's flags name; all of it where there are none, or where only a run knows them. */
  orderedMemory(fencesArgument: number | null): OrderedMemory {
    const flags = fencesArgument === null ? undefined : this.instruction.arguments[fencesArgument];
    return flags?.kind === 'int' ? openclMemory(flags.value) : 'all';
  }

  /** The scope in an argument, or `scope` where there is none, or where only a run knows it. */
  scope({ scope, scopeArgument }: Pick<Ordered, 'scope' | 'scopeArgument'>): MemoryScope {
    if (scopeArgument === null) return scope;
    const operand = this.instruction.arguments[scopeArgument];
    return (operand?.kind === 'int' ? openclScope(operand.value) : null) ?? scope;
  }

  unsupported(): Unsupported {
    return new Unsupported(`a call of ${this.name}`);
  }
}
