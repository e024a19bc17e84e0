/** What a call through a pointer may call that was not followed: the functions whose address is taken, and that take such arguments. */
import { operandsOf } from '../ir/operands.ts';
import type { Operand, Program, ProgramFunction, Type } from '../ir/program.ts';
import type { CallSite } from './call-site.ts';
import type { Value } from './memory.ts';

/** So many functions may be meant: each is executed. */
const MOST_FUNCTIONS = 16;

/**
 * The function that a call leads to, which is one of several: nobody knows which, and each thread may call another one.
 * @returns null where there are too many, where one of them is in another file, and where one is under way already: that does not end here
 */
export function anyPointed(site: CallSite<null>): Value | null {
  const { thread, frame, call } = site;
  const { terms: t, input, symbols, recorder } = thread;
  const { called, fn: caller } = frame;
  if (call.callee.kind === 'asm') return null;
  const takes = call.arguments.map(({ type }) => kindOf(type)).join();
  const meant = pointedFunctions(input.program).filter(({ parameters, returnType, variadic }) => {
    const isAlike = kindOf(returnType) === kindOf(call.type) && !variadic;
    return isAlike && parameters.map(({ type }) => kindOf(type)).join() === takes;
  });
  const isUnderWay = meant.some((fn) => fn === caller || called.includes(fn.sourceName));
  const areKnown = meant.every(({ isDefinition }) => isDefinition);
  if (meant.length === 0 || meant.length > MOST_FUNCTIONS || !areKnown || isUnderWay) return null;
  const names = meant.map(({ sourceName }) => sourceName);
  recorder.assume('callee', `a pointer to a function leads to ${listed(names)}`, site.place);
  const which = symbols.unknown('unknown', { low: 0n, high: BigInt(meant.length - 1) }, 'the function called');
  return meant
    .map(({ name }): Value => ({ kind: 'function', name }))
    .reduceRight((others, fn, i) => ({
      kind: 'choice',
      condition: t.eq(which, t.constant(i)),
      ifTrue: fn,
      ifFalse: others,
    }));
}

const known = new WeakMap<Program, readonly ProgramFunction[]>();

/** Functions whose address is taken: what is named other than to be called. */
function pointedFunctions(program: Program): readonly ProgramFunction[] {
  let answer = known.get(program);
  if (answer === undefined) {
    const names = new Set<string>();
    const add = (operand: Operand) => {
      if (operand.kind === 'global') names.add(operand.name);
    };
    for (const { initializer } of program.globals.values()) if (initializer) namedIn(initializer).forEach(add);
    for (const { blocks } of program.functions.values()) {
      for (const { instructions, terminator } of blocks) {
        for (const instruction of instructions) {
          const operands = operandsOf(instruction);
          (instruction.op === 'call' ? operands.slice(1) : operands).forEach(add);
        }
        if (terminator.op === 'ret' && terminator.value !== null) namedIn(terminator.value).forEach(add);
      }
    }
    answer = [...names].flatMap((name) => {
      const fn = program.functions.get(program.aliases.get(name) ?? name);
      return fn && !fn.isKernel ? fn : [];
    });
    known.set(program, answer);
  }
  return answer;
}

/** What a constant names, and itself. */
function namedIn(operand: Operand): readonly Operand[] {
  if (operand.kind === 'aggregate') return operand.elements.flatMap(namedIn);
  return operand.kind === 'expression' ? operandsOf(operand.instruction) : [operand];
}

/** Equal for types that a call and its function agree in. */
function kindOf(type: Type): string {
  if (type.kind === 'int') return `i${type.bits}`;
  return type.kind === 'float' ? type.format : type.kind;
}

function listed(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `one of ${names.join(', ')}`;
}
