/** The operands of an instruction, constant expressions looked through. */
import type { Instruction, Operand } from './program.ts';

export function operandsOf(instruction: Instruction): Operand[] {
  return direct(instruction).flatMap(inner);
}

function inner(operand: Operand): Operand[] {
  if (operand.kind === 'aggregate') return operand.elements.flatMap(inner);
  return operand.kind === 'expression' ? operandsOf(operand.instruction) : [operand];
}

function direct(instruction: Instruction): readonly Operand[] {
  switch (instruction.op) {
    case 'binary':
    case 'icmp':
    case 'fcmp':
    case 'shufflevector':
      return [instruction.left, instruction.right];
    case 'fneg':
    case 'cast':
    case 'freeze':
    case 'va_arg':
      return [instruction.operand];
    case 'select':
      return [instruction.condition, instruction.ifTrue, instruction.ifFalse];
    case 'phi':
      return instruction.incoming.map((edge) => edge.value);
    case 'alloca':
      return [instruction.count];
    case 'load':
      return [instruction.pointer];
    case 'store':
      return [instruction.pointer, instruction.value];
    case 'getelementptr':
      return [instruction.pointer, ...instruction.indices];
    case 'atomicrmw':
      return [instruction.pointer, instruction.value];
    case 'cmpxchg':
      return [instruction.pointer, instruction.expected, instruction.replacement];
    case 'call':
      return [instruction.callee, ...instruction.arguments];
    case 'extractelement':
      return [instruction.vector, instruction.index];
    case 'insertelement':
      return [instruction.vector, instruction.element, instruction.index];
    case 'extractvalue':
      return [instruction.aggregate];
    case 'insertvalue':
      return [instruction.aggregate, instruction.element];
    case 'fence':
    case 'unknown':
      return [];
  }
}

/** Why assembly has stayed behind as such. */
export function assemblyReason({ text, unsupported, isInModule }: Operand & { readonly kind: 'asm' }): string {
  const why = unsupported ?? text.slice(0, 60);
  return isInModule ? why : `inline assembly: ${why}`;
}
