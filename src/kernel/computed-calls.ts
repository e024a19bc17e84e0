/**
 * Functions of our own headers that compute numbers with fractions of numbers and touch nothing else: arithmetic with
 * `__half2` takes a hundred instructions, and what comes of them is a function of the arguments that nobody interprets. A
 * call of one is that function, in one step.
 */

import { effectOf } from '../intrinsics/index.ts';
import { operandsOf } from '../ir/operands.ts';
import type { Instruction, Operand, Program, ProgramFunction, Type } from '../ir/program.ts';
import { isConstant, single } from '../terms/index.ts';
import { type CallSite, define } from './call-site.ts';
import { FloatConstant } from './meanings.ts';
import type { Value } from './memory.ts';
import type { State } from './state.ts';

/** Instructions, with those of its callees, from which on a function is not executed. What is shorter may be known better. */
const FEWEST_INSTRUCTIONS = 30;
const DEPTH_LIMIT = 12;
/** What calls without a body may do here. */
const COMPUTES: ReadonlySet<string> = new Set([
  'math',
  'pure',
  'value',
  'convert',
  'reinterpret',
  'lifetime',
  'memcpy',
]);

/** @returns whether the call was answered: its result is defined then, and the state is the one before it */
export function computedCall(site: CallSite, state: State, fn: ProgramFunction): boolean {
  const { input, memory, values, evaluator } = site.thread;
  if (input.host || !computesNumbers(input.program, input.headerPrefix, fn)) return false;
  const args: Value[] = [];
  for (const [i, operand] of site.call.arguments.entries()) {
    const value = evaluator.evaluate(site.frame, operand);
    const byValue = site.call.byValue[i];
    if (byValue == null) args.push(value);
    else {
      const [source, ...others] = value.kind === 'pointer' ? value.targets : [];
      if (source === undefined || others.length > 0) return false;
      args.push(memory.load(state, source, byValue));
    }
  }
  // Of constants it is a constant.
  if (args.every(isKnown) || args.some(({ kind }) => kind === 'pointer' || kind === 'undefined')) return false;
  const result = (type: Type, path: string): Value =>
    type.kind === 'struct'
      ? { kind: 'aggregate', elements: type.fields.map((field, i) => result(field, `${path}.${i}`)) }
      : values.pure(path, args, type);
  define(site, result(fn.returnType, `call ${fn.name}`));
  return true;
}

function isKnown(value: Value): boolean {
  switch (value.kind) {
    case 'int':
      return isConstant(value.term);
    case 'bool':
      return value.cond.kind === 'true' || value.cond.kind === 'false';
    case 'opaque': {
      const atom = single(value.term);
      return atom?.kind === 'apply' && atom.of instanceof FloatConstant;
    }
    case 'aggregate':
      return value.elements.every(isKnown);
    default:
      return false;
  }
}

const known = new WeakMap<ProgramFunction, boolean>();

function computesNumbers(program: Program, headerPrefix: string, fn: ProgramFunction): boolean {
  let answer = known.get(fn);
  if (answer === undefined) {
    const file = fn.location === null ? undefined : program.files[fn.location.file];
    answer = file?.startsWith(headerPrefix) === true && isComputation(program, fn);
    known.set(fn, answer);
  }
  return answer;
}

function isComputation(program: Program, fn: ProgramFunction): boolean {
  const takesNumbers = fn.parameters.every(({ type, byValue }) => isNumber(byValue ?? type));
  if (!takesNumbers || fn.variadic || !isFraction(fn.returnType)) return false;
  const body = bodyOf(program, fn, 0);
  return body !== null && body.instructions >= FEWEST_INSTRUCTIONS && body.hasFractions;
}

interface Body {
  readonly instructions: number;
  /** Something is done with a number with fractions, so that the result is not just the bits of the arguments. */
  readonly hasFractions: boolean;
}

/**
 * What a function is made of that gets at no memory but its own and what its caller hands it of its own; null for any
 * other. Such functions have no loops, so that each call comes back.
 */
function bodyOf(program: Program, fn: ProgramFunction, depth: number): Body | null {
  if (!fn.isDefinition || fn.isKernel || fn.variadic || depth > DEPTH_LIMIT) return null;
  /** Registers with the address of memory of the stack, and those of variables that hold such an address. */
  const addresses = new Set<number>();
  const holders = new Set<number>();
  fn.parameters.forEach(({ type }, i) => {
    if (type.kind === 'pointer') addresses.add(i);
  });
  let instructions = 0;
  let hasFractions = false;
  for (const [index, block] of fn.blocks.entries()) {
    const { terminator } = block;
    if (terminator.op === 'unreachable' || terminator.op === 'unknown') return null;
    // Blocks stand in the order in which they are come to, where there are no loops.
    if (successors(terminator).some((next) => next <= index)) return null;
    for (const instruction of block.instructions) {
      const part = partOf(instruction);
      if (part === null) return null;
      instructions += part.instructions;
      hasFractions ||= part.hasFractions;
    }
  }
  return { instructions, hasFractions };

  function partOf(instruction: Instruction): Body | null {
    const { result } = instruction;
    const isAddress = (operand: Operand) => operand.kind === 'register' && addresses.has(operand.register);
    const isHolder = (operand: Operand) => operand.kind === 'register' && holders.has(operand.register);
    const isValue = (operand: Operand) => isNumber(operand.type) && isPlain(operand);
    const plain: Body = { instructions: 1, hasFractions: false };
    switch (instruction.op) {
      case 'alloca':
        if (result === null || instruction.count.kind !== 'int') return null;
        if (instruction.allocated.kind === 'pointer') holders.add(result);
        else if (isNumber(instruction.allocated)) addresses.add(result);
        else return null;
        return plain;
      case 'load':
        if (instruction.ordering !== null || instruction.volatile || result === null) return null;
        if (isHolder(instruction.pointer)) {
          if (instruction.type.kind !== 'pointer') return null;
          addresses.add(result);
          return plain;
        }
        return isAddress(instruction.pointer) && isNumber(instruction.type) ? plain : null;
      case 'store':
        if (instruction.ordering !== null || instruction.volatile) return null;
        if (isHolder(instruction.pointer)) return isAddress(instruction.value) ? plain : null;
        return isAddress(instruction.pointer) && isValue(instruction.value) ? plain : null;
      case 'getelementptr':
        if (result === null || !isAddress(instruction.pointer) || !instruction.indices.every(isValue)) return null;
        addresses.add(result);
        return plain;
      case 'call': {
        const { callee } = instruction;
        if (callee.kind !== 'global') return null;
        if (!instruction.arguments.every((argument) => isAddress(argument) || isValue(argument))) return null;
        const called = program.functions.get(callee.name);
        if (called?.isDefinition) {
          const body = instruction.type.kind === 'pointer' ? null : bodyOf(program, called, depth + 1);
          return body && { instructions: body.instructions + 1, hasFractions: body.hasFractions };
        }
        const effect = effectOf(callee.name);
        if (!effect || !COMPUTES.has(effect.kind) || instruction.type.kind === 'pointer') return null;
        return { instructions: 1, hasFractions: effect.kind === 'math' };
      }
      default:
        return PLAIN.has(instruction.op) && isNumber(instruction.type) && operandsOf(instruction).every(isValue)
          ? { instructions: 1, hasFractions: computesFractions(instruction) }
          : null;
    }
  }
}

/** What only computes. */
const PLAIN: ReadonlySet<Instruction['op']> = new Set([
  'binary',
  'fneg',
  'cast',
  'icmp',
  'fcmp',
  'select',
  'freeze',
  'phi',
  'extractvalue',
  'insertvalue',
  'extractelement',
  'insertelement',
]);

function computesFractions(instruction: Instruction): boolean {
  return (
    instruction.op === 'fneg' ||
    (instruction.op === 'binary' && /^f(?:add|sub|mul|div|rem)$/.test(instruction.operator))
  );
}

function successors(terminator: ProgramFunction['blocks'][number]['terminator']): number[] {
  switch (terminator.op) {
    case 'br':
      return [terminator.target];
    case 'condbr':
      return [terminator.ifTrue, terminator.ifFalse];
    case 'switch':
      return [terminator.defaultTarget, ...terminator.cases.map(({ target }) => target)];
    default:
      return [];
  }
}

/** A register, or a constant that names no memory. */
function isPlain(operand: Operand): boolean {
  switch (operand.kind) {
    case 'register':
    case 'int':
    case 'float':
    case 'undef':
    case 'zero':
    case 'metadata':
      return true;
    case 'aggregate':
      return operand.elements.every(isPlain);
    default:
      return false;
  }
}

/** Numbers, and what is made of them. */
function isNumber(type: Type): boolean {
  switch (type.kind) {
    case 'int':
    case 'float':
      return true;
    case 'array':
    case 'vector':
      return isNumber(type.element);
    case 'struct':
      return type.fields.every(isNumber);
    case 'opaque':
      return type.name === 'metadata';
    default:
      return false;
  }
}

/** A number with fractions, or a struct of such: small ones are kept as 16 bits. */
function isFraction(type: Type): boolean {
  if (type.kind === 'float') return true;
  const isPart = (part: Type): boolean => isFraction(part) || (part.kind === 'int' && part.bits === 16);
  return type.kind === 'struct' && type.fields.length > 0 && type.fields.every(isPart);
}
