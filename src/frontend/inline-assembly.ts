/**
 * Inline assembly of CUDA programs, and of AMD's waits and barriers. In: a program as read. Out: the same with every assembly
 * that is understood replaced by the instructions of `Program` that do the same, so that nobody behind this has to know PTX.
 * What is not understood stays a call of assembly, with the reason, and is refused by whoever meets it.
 */
import type { Block, Instruction, Operand, Program, ProgramFunction, Type } from '../ir/program.ts';
import { readGcn } from './gcn.ts';
import { pointerType, voidType } from './llvm/types.ts';
import type { FunctionDraft } from './ptx/emitter.ts';
import { UnsupportedPtx } from './ptx/operands.ts';
import { parsePtx } from './ptx/parse.ts';
import { translatePtx } from './ptx/translate.ts';

type Assembly = Instruction & { op: 'call'; callee: Operand & { kind: 'asm' } };

/** Every function of `program` with its inline assembly as instructions. */
export function withInlineAssembly(program: Program): Program {
  const declarations = new Map<string, Type>();
  const functions = new Map<string, ProgramFunction>();
  for (const [name, fn] of program.functions) functions.set(name, rewritten(fn, declarations));
  for (const [name, returnType] of declarations) {
    if (!functions.has(name)) functions.set(name, declaration(name, returnType));
  }
  return { ...program, functions };
}

function isAssembly(instruction: Instruction): instruction is Assembly {
  return instruction.op === 'call' && instruction.callee.kind === 'asm';
}

function rewritten(fn: ProgramFunction, declarations: Map<string, Type>): ProgramFunction {
  if (!fn.blocks.some((block) => block.instructions.some(isAssembly))) return fn;
  const draft: FunctionDraft = {
    blocks: fn.blocks.map((block) => ({ ...block, instructions: [] })),
    registerCount: fn.registerCount,
    called: declarations,
    phis: new Set(),
  };
  // A block that was split hands on from where it ends now.
  const ends = fn.blocks.map((block, i) => rewriteBlock(draft, block, i));
  const handedOn = (instruction: Instruction): Instruction => {
    if (instruction.op !== 'phi' || draft.phis.has(instruction)) return instruction;
    return { ...instruction, incoming: instruction.incoming.map((x) => ({ ...x, block: ends[x.block] ?? x.block })) };
  };
  const blocks = draft.blocks.map((block) => ({ ...block, instructions: block.instructions.map(handedOn) }));
  return { ...fn, blocks, registerCount: draft.registerCount };
}

/** @returns the block that `block` ends in */
function rewriteBlock(draft: FunctionDraft, block: Block, index: number): number {
  let end = index;
  for (const instruction of block.instructions) {
    if (isAssembly(instruction)) end = replaced(draft, end, instruction);
    else draft.blocks[end]!.instructions.push(instruction);
  }
  draft.blocks[end]!.terminator = block.terminator;
  return end;
}

/** @returns the block that goes on behind the assembly */
function replaced(draft: FunctionDraft, index: number, assembly: Assembly): number {
  const block = draft.blocks[index]!;
  const { terminator } = block;
  const [blocks, instructions] = [draft.blocks.length, block.instructions.length];
  try {
    // AMD's assembly has other names throughout; of what it gives out, nothing is understood.
    const calls = assembly.type.kind === 'void' ? readGcn(assembly.callee.text, assembly.arguments) : null;
    if (calls !== null) {
      for (const { name, arguments: args } of calls) {
        draft.called.set(name, voidType);
        const callee: Operand = { kind: 'global', name, type: pointerType(0) };
        const each = { byValue: args.map(() => null), aligned: args.map(() => 0) };
        const { location } = assembly;
        block.instructions.push({
          op: 'call',
          callee,
          arguments: args,
          ...each,
          result: null,
          type: voidType,
          location,
        });
      }
      return index;
    }
    return translatePtx(draft, index, assembly, parsePtx(assembly.callee.text)).block;
  } catch (error) {
    if (!(error instanceof UnsupportedPtx)) throw error;
    draft.blocks.length = blocks;
    block.instructions.length = instructions;
    block.terminator = terminator;
    block.instructions.push({ ...assembly, callee: { ...assembly.callee, unsupported: error.message } });
    return index;
  }
}

function declaration(name: string, returnType: Type): ProgramFunction {
  return {
    name,
    sourceName: name,
    isKernel: false,
    isDefinition: false,
    returnType,
    parameters: [],
    variadic: false,
    blocks: [],
    registerCount: 0,
    location: null,
    attributes: new Map(),
  };
}
