/** Which registers an instruction defines, and which it reads. */
import type { PtxOperand } from '../operands.ts';
import type { PtxInstruction } from './model.ts';

/** Instructions whose first operand is no result. */
const WITHOUT_RESULT = new Set(
  `st red bra brx ret exit trap brkpt membar fence prefetch prefetchu discard applypriority bar barrier nanosleep cp
  mbarrier griddepcontrol pmevent stmatrix wmma.store cta cluster setmaxnreg sust sured fence tensormap wgmma tcgen05`.split(
    /\s+/,
  ),
);
/** Instructions of those families that have one nevertheless. */
const WITH_RESULT =
  /^(?:bar(?:rier)?(?:\.cta)?\.red\b|mbarrier\.(?:arrive|test_wait|try_wait|pending_count)\b|tcgen05\.ld\b)/;

export function hasResult({ words, opcode }: Pick<PtxInstruction, 'words' | 'opcode'>): boolean {
  return !WITHOUT_RESULT.has(words[0]!) || WITH_RESULT.test(opcode);
}

/** The registers that the instruction writes. */
export function definedBy(instruction: PtxInstruction): number[] {
  const [first] = instruction.operands;
  if (first === undefined || !hasResult(instruction)) return [];
  if (instruction.words[0] === 'call') return first.kind === 'list' ? first.elements.flatMap(registersIn) : [];
  return first.kind === 'address' ? [] : registersIn(first);
}

/** The registers that it reads. */
export function readBy(instruction: PtxInstruction): number[] {
  const { operands, guard } = instruction;
  const isFirstResult = hasResult(instruction) && (instruction.words[0] !== 'call' || operands[0]?.kind === 'list');
  const first = operands[0];
  const read = operands.slice(isFirstResult && first?.kind !== 'address' ? 1 : 0).flatMap(registersIn);
  return guard === null ? read : [...registersIn(guard.operand), ...read];
}

export function registersIn(operand: PtxOperand): number[] {
  switch (operand.kind) {
    case 'register':
      return [operand.register];
    case 'address':
      return [operand.base, ...operand.offsets, ...(operand.coordinates ? [operand.coordinates] : [])].flatMap(
        registersIn,
      );
    case 'vector':
    case 'list':
      return operand.elements.flatMap(registersIn);
    case 'pair':
      return [...registersIn(operand.first), ...registersIn(operand.second)];
    case 'not':
      return registersIn(operand.operand);
    default:
      return [];
  }
}
