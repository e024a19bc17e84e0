/** One function of a module as a function of a `Program`. */
import { CLUSTER_ATTRIBUTE } from '../../../ir/cluster-size.ts';
import type { Operand, ProgramFunction, SourceLocation, Terminator, Type } from '../../../ir/program.ts';
import { functionName } from '../../llvm/names.ts';
import { integerType, voidType } from '../../llvm/types.ts';
import { type FunctionDraft, PtxEmitter } from '../emitter.ts';
import { excerpt, UnsupportedPtx } from '../operands.ts';
import { translateInstruction } from '../translate.ts';
import { i1, int } from '../types.ts';
import { translateAddress } from './address-arithmetic.ts';
import { failedAssertion } from './assertions.ts';
import { translateCall } from './calls.ts';
import { type BlockEnd, type BranchEnd, blocksOf, Flow, type PtxBlock } from './control-flow.ts';
import { FunctionRegisters } from './function-registers.ts';
import { FunctionSymbols, type ModuleSymbols } from './function-symbols.ts';
import { GRID_BARRIER } from './grid-barriers.ts';
import type { PtxFunction, PtxInstruction } from './model.ts';
import { readBy } from './register-uses.ts';
import { signedArithmetic } from './signed-arithmetic.ts';
import { variableRegisters } from './storage.ts';

/** Functions that the translation calls: name to type of the result. */
type Called = Map<string, Type>;

export function translateFunction(fn: PtxFunction, module: ModuleSymbols, called: Called): ProgramFunction {
  const signature = module.signatureOf(fn.name)!;
  const declared = {
    name: fn.name,
    sourceName: functionName(fn.name, null),
    isKernel: fn.isEntry,
    isDefinition: fn.isDefinition,
    returnType: signature.returnType,
    parameters: signature.parameters,
    variadic: false,
    location: placeOf(fn),
    attributes: attributesOf(fn),
  };
  if (!fn.isDefinition) return { ...declared, blocks: [], registerCount: signature.parameters.length };
  const body = new FunctionBody(fn, module, called);
  return { ...declared, ...body.translate() };
}

/** A function stands in the module: its instructions say where they come from. */
function placeOf({ line }: PtxFunction): SourceLocation {
  return { file: 0, line, column: 0 };
}

/** What the assembler is told of launches. */
function attributesOf({ directives }: PtxFunction): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [word, value] of directives) {
    if (word === 'reqntid') attributes.set('reqd_work_group_size', value);
    if (word === 'maxntid') attributes.set('nvvm.maxntid', value);
    if (word === 'reqnctapercluster') attributes.set(CLUSTER_ATTRIBUTE, value);
    if (word === 'minnctapersm') attributes.set('nvvm.minctasm', value);
  }
  return attributes;
}

class FunctionBody {
  readonly #fn: PtxFunction;
  readonly #module: ModuleSymbols;
  readonly #blocks: readonly PtxBlock[];
  readonly #draft: FunctionDraft;
  readonly #symbols: FunctionSymbols;
  readonly #registers: FunctionRegisters;
  readonly #emitter: PtxEmitter;

  constructor(fn: PtxFunction, module: ModuleSymbols, called: Called) {
    this.#fn = fn;
    this.#module = module;
    this.#blocks = blocksOf(fn);
    const flow = new Flow(this.#blocks);
    this.#signed = signedArithmetic(fn, module.pointersOf(fn.name));
    this.#order = flow.order;
    const registerCount = module.signatureOf(fn.name)!.parameters.length;
    this.#draft = { blocks: [], registerCount, called, phis: new Set() };
    for (const label of ['entry', ...this.#blocks.map((block) => block.label)]) {
      this.#draft.blocks.push({ label, instructions: [], terminator: { op: 'unreachable', location: null } });
    }
    this.#symbols = new FunctionSymbols(fn, module);
    this.#registers = new FunctionRegisters({
      types: fn.registers,
      pointed: module.pointersOf(fn.name)?.registers ?? [],
      variables: variableRegisters(this.#blocks, flow),
      read: new Set(fn.items.flatMap((item) => (item.kind === 'instruction' ? readBy(item) : []))),
      symbol: (emitter, name) => this.#symbols.value(emitter, name),
    });
    this.#emitter = new PtxEmitter(this.#draft, 0, placeOf(fn), this.#registers);
  }

  readonly #order: readonly number[];
  readonly #signed: ReadonlySet<PtxInstruction>;

  translate(): Pick<ProgramFunction, 'blocks' | 'registerCount'> {
    const emitter = this.#emitter;
    this.#guarding('the registers of a function', () => {
      this.#registers.begin(emitter);
      this.#symbols.begin(emitter);
    });
    this.#end(0, { op: 'br', target: 1, location: null });
    for (const number of this.#order) {
      const block = this.#blocks[number]!;
      emitter.block = number + 1;
      for (const instruction of block.instructions) this.#instruction(instruction);
      this.#close(block.end);
    }
    return { blocks: this.#draft.blocks, registerCount: this.#draft.registerCount };
  }

  #end(block: number, terminator: Terminator): void {
    this.#draft.blocks[block]!.terminator = terminator;
  }

  #instruction(instruction: PtxInstruction): void {
    const emitter = this.#emitter;
    emitter.location = this.#module.places.of(instruction);
    this.#guarding(instruction.opcode, () => {
      if (instruction.unreadable !== null) {
        throw new UnsupportedPtx(`'${excerpt(instruction.opcode)}' with ${instruction.unreadable}`);
      }
      emitter.isSignedArithmetic = this.#signed.has(instruction);
      emitter.guarded(instruction, () => {
        if (instruction.opcode === GRID_BARRIER) emitter.call(GRID_BARRIER, [], voidType);
        else if (instruction.words[0] === 'call') translateCall(emitter, instruction, this.#symbols);
        else if (!this.#symbols.translateParameter(emitter, instruction) && !translateAddress(emitter, instruction))
          translateInstruction(emitter, instruction);
      });
    });
  }

  /** What has no translation stays behind as assembly with the reason, and is refused by whoever meets it. */
  #guarding(text: string, run: () => void): void {
    const emitter = this.#emitter;
    const { block } = emitter;
    const draft = this.#draft.blocks[block]!;
    const before = {
      blocks: this.#draft.blocks.length,
      instructions: draft.instructions.length,
      end: draft.terminator,
    };
    try {
      run();
    } catch (error) {
      if (!(error instanceof UnsupportedPtx)) throw error;
      this.#draft.blocks.length = before.blocks;
      draft.instructions.length = before.instructions;
      draft.terminator = before.end;
      emitter.block = block;
      emitter.refuse(text, error.message);
    }
  }

  #close(end: BlockEnd): void {
    const emitter = this.#emitter;
    if (end.kind === 'next') {
      this.#end(emitter.block, this.#goingOn(end.next, emitter.location));
      return;
    }
    const { instruction } = end;
    const location = this.#module.places.of(instruction);
    emitter.location = location;
    this.#guarding(instruction.opcode, () => {
      if (end.kind === 'table') this.#table(instruction, end.targets, location);
      else {
        const { guard } = instruction;
        const condition = guard && emitter.read(guard.operand, i1);
        const from = emitter.block;
        const leaves = end.kind === 'leave' ? this.#leaving(instruction, condition === null) : (end.target ?? null);
        const target = end.kind === 'branch' && leaves !== null ? leaves + 1 : leaves;
        if (target === null) throw new UnsupportedPtx(`'${excerpt(instruction.opcode)}' to a label that is not there`);
        if (condition === null) {
          if (target !== from) this.#end(from, { op: 'br', target, location });
          return;
        }
        if (end.kind === 'branch' && this.#isAssertion(end, condition)) return;
        const next = this.#nextBlock(end.next);
        const [ifTrue, ifFalse] = guard?.isNegated ? [next, target] : [target, next];
        this.#end(from, { op: 'condbr', condition, ifTrue, ifFalse, location });
      }
    });
  }

  /** @returns whether one way of the branch is that of an assertion which does not hold: that it holds is stated then */
  #isAssertion({ instruction, target, next }: BranchEnd, condition: Operand): boolean {
    const failing = (block: number | null) => (block === null ? null : failedAssertion(this.#blocks[block]!));
    const [atTarget, atNext] = [failing(target), failing(next)];
    const failure = atTarget ?? atNext;
    if (failure === null || (atTarget !== null && atNext !== null)) return false;
    const emitter = this.#emitter;
    const { location } = emitter;
    emitter.location = this.#module.places.of(failure);
    const holdsWhereTrue = (atNext !== null) !== (instruction.guard?.isNegated ?? false);
    const holds = holdsWhereTrue ? condition : emitter.binary('xor', condition, int(1, i1));
    emitter.call('__gpurace_assert', [holds], voidType);
    this.#end(emitter.block, this.#goingOn(atNext === null ? next : target, location));
    return true;
  }

  #table(instruction: PtxInstruction, targets: readonly (number | null)[], location: SourceLocation): void {
    const [index] = instruction.operands;
    const reached = targets.filter((target) => target !== null).map((target) => target + 1);
    if (
      instruction.guard !== null ||
      index === undefined ||
      reached.length !== targets.length ||
      reached.length === 0
    ) {
      throw new UnsupportedPtx(`'${excerpt(instruction.opcode)}' with a table that is not understood`);
    }
    const value = this.#emitter.read(index, integerType(32));
    const cases = reached.slice(0, -1).map((target, i) => ({ value: BigInt(i), target }));
    this.#end(this.#emitter.block, { op: 'switch', value, defaultTarget: reached.at(-1)!, cases, location });
  }

  #goingOn(next: number | null, location: SourceLocation | null): Terminator {
    return { op: 'br', target: this.#nextBlock(next), location };
  }

  /** A body may end without `ret`: it returns there. */
  #nextBlock(next: number | null): number {
    if (next !== null) return next + 1;
    const block = this.#emitter.newBlock('end');
    this.#end(block, { op: 'ret', value: null, location: null });
    return block;
  }

  /** @returns the block in which the function is left: the one that is open, or a new one where a guard may let it pass */
  #leaving({ words }: PtxInstruction, isAlways: boolean): number {
    const emitter = this.#emitter;
    const from = emitter.block;
    const { location } = emitter;
    if (!isAlways) emitter.block = emitter.newBlock('leave');
    const { block } = emitter;
    if (words[0] === 'trap') {
      emitter.call('llvm.trap', [], voidType);
      this.#end(block, { op: 'unreachable', location });
    } else if (words[0] === 'exit' && !this.#fn.isEntry) {
      emitter.call('llvm.nvvm.exit', [], voidType);
      this.#end(block, { op: 'unreachable', location });
    } else this.#end(block, { op: 'ret', value: this.#symbols.result(emitter), location });
    emitter.block = from;
    return block;
  }
}
