/** Loops that most likely have one pass: `for (int p = 0; p < PIXELS; p++)`, where a template has one pixel for each thread. */
import type { Instruction, IntPredicate } from '../../ir/program.ts';
import { isConstant } from '../../terms/index.ts';
import type { Loop } from '../control-flow.ts';
import type { Frame } from '../frame.ts';
import { contentOf, type State } from '../state.ts';
import type { LoopVariable } from './rounds.ts';

/**
 * The variable that a loop is counted by, where it goes on as long as that is below a number which it has after one pass, if that adds one
 * to it. Whether it does, the pass itself shows.
 * @returns null where nothing says that there is one pass
 */
export function onePassBy(frame: Frame, { header, blocks }: Loop, entry: State): LoopVariable | null {
  const { instructions, terminator } = frame.fn.blocks[header]!;
  if (terminator.op !== 'condbr' || !blocks.has(terminator.ifTrue) || blocks.has(terminator.ifFalse)) return null;
  const definitionOf = (register: number) => instructions.find(({ result }) => result === register);
  const { condition } = terminator;
  const compared = condition.kind === 'register' ? definitionOf(condition.register) : undefined;
  if (compared?.op !== 'icmp' || compared.right.kind !== 'int' || compared.left.kind !== 'register') return null;
  const variable = variableOf(frame, definitionOf(compared.left.register));
  const start = variable && contentOf(entry, variable.object).slots.get(variable.offset)?.value;
  if (!variable || start?.kind !== 'int' || !isConstant(start.term)) return null;
  const { constant } = start.term;
  const goesOn = (value: bigint) => holds(compared.predicate, value, (compared.right as { value: bigint }).value);
  return goesOn(constant) && !goesOn(constant + 1n) ? { ...variable, start } : null;
}

/** The variable that an instruction loads; null where it loads none. */
function variableOf(frame: Frame, loaded: Instruction | undefined): { object: number; offset: number } | null {
  if (loaded?.op !== 'load' || loaded.pointer.kind !== 'register') return null;
  const pointer = frame.registers[loaded.pointer.register];
  const [target, other] = pointer?.kind === 'pointer' ? pointer.targets : [];
  if (target === undefined || other !== undefined || !isConstant(target.offset)) return null;
  return { object: target.object.id, offset: Number(target.offset.constant) };
}

function holds(predicate: IntPredicate, a: bigint, b: bigint): boolean {
  switch (predicate) {
    case 'ult':
    case 'slt':
      return a < b;
    case 'ule':
    case 'sle':
      return a <= b;
    case 'ne':
      return a !== b;
    default:
      return false;
  }
}
