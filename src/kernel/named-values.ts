/**
 * Variables that are no more than a name for a value: written once, before anything reads them, with their address handed to nobody.
 * Without LLVM's passes each parameter has one, and most of what is calculated on the way. What is loaded there is what was stored, and
 * neither the variable nor the store need be executed.
 */
import { effectOf } from '../intrinsics/index.ts';
import { operandsOf } from '../ir/operands.ts';
import type { Instruction, Operand, ProgramFunction, Type } from '../ir/program.ts';
import { successorsOf } from './control-flow.ts';

export interface NamedValues {
  /** The instructions of each block that are left. */
  readonly blocks: readonly (readonly Instruction[])[];
  /** What loads of such variables have. */
  readonly values: ReadonlyMap<Instruction, Operand>;
}

interface Variable {
  readonly type: Type;
  readonly made: Instruction;
  /** Where the store stands, once it is met. */
  store: { readonly block: number; readonly instruction: Instruction; readonly value: Operand } | null;
  readonly loads: Instruction[];
  readonly lifetimes: Instruction[];
}

/** @returns what is to be executed of a function */
export function namedValuesOf(fn: ProgramFunction): NamedValues {
  const variables = new Map<number, Variable>();
  // Clang's functions begin once; in assembly the first block may be that of a loop.
  const isOnce = !fn.blocks.some(({ terminator }) => successorsOf(terminator).includes(0));
  const at = (operand: Operand) => (operand.kind === 'register' ? variables.get(operand.register) : undefined);
  const drop = (operand: Operand | null) => {
    if (operand?.kind === 'register') variables.delete(operand.register);
  };
  for (const [index, { instructions, terminator }] of fn.blocks.entries()) {
    for (const instruction of instructions) {
      if (instruction.op === 'alloca') {
        const isOne = instruction.count.kind === 'int' && instruction.count.value === 1n;
        // In the first block it is made once for each activation.
        if (!isOnce || index > 0 || instruction.result === null || !isOne || !isScalar(instruction.allocated)) continue;
        const variable = { type: instruction.allocated, made: instruction, store: null, loads: [], lifetimes: [] };
        variables.set(instruction.result, variable);
      } else if (instruction.op === 'store') {
        drop(instruction.value);
        const variable = at(instruction.pointer);
        if (variable === undefined) continue;
        const isFirst = variable.store === null && variable.loads.length === 0;
        if (isFirst && isPlain(instruction) && isSame(instruction.value.type, variable.type)) {
          variable.store = { block: index, instruction, value: instruction.value };
        } else drop(instruction.pointer);
      } else if (instruction.op === 'load') {
        const variable = at(instruction.pointer);
        if (variable === undefined) continue;
        // Behind the first block everything is, and what stands in the same one behind the store; with loops nothing else need be.
        const isBehind = variable.store !== null && [0, index].includes(variable.store.block);
        if (isBehind && isPlain(instruction) && isSame(instruction.type, variable.type))
          variable.loads.push(instruction);
        else drop(instruction.pointer);
      } else if (instruction.op === 'call' && isLifetime(instruction)) {
        for (const operand of instruction.arguments) at(operand)?.lifetimes.push(instruction);
      } else for (const operand of operandsOf(instruction)) drop(operand);
    }
    for (const operand of operandsIn(terminator)) drop(operand);
  }
  const gone = new Set<Instruction>();
  const values = new Map<Instruction, Operand>();
  for (const { made, store, loads, lifetimes } of variables.values()) {
    for (const one of [made, ...lifetimes, ...(store ? [store.instruction] : [])]) gone.add(one);
    for (const load of loads) values.set(load, store!.value);
  }
  const left = (instructions: readonly Instruction[]) =>
    gone.size === 0 ? instructions : instructions.filter((one) => !gone.has(one));
  return { blocks: fn.blocks.map(({ instructions }) => left(instructions)), values };
}

function operandsIn(terminator: ProgramFunction['blocks'][number]['terminator']): readonly Operand[] {
  return terminator.op === 'ret' && terminator.value ? [terminator.value] : [];
}

function isPlain(instruction: Extract<Instruction, { readonly op: 'load' | 'store' }>): boolean {
  return !instruction.volatile && instruction.ordering === null;
}

function isScalar({ kind }: Type): boolean {
  return kind === 'int' || kind === 'float' || kind === 'pointer';
}

function isSame(a: Type, b: Type): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function isLifetime({ callee }: Extract<Instruction, { readonly op: 'call' }>): boolean {
  return callee.kind === 'global' && effectOf(callee.name)?.kind === 'lifetime';
}
