/**
 * Branches around a failed assertion. `assert` of the toolkit becomes a branch around a call of `__assertfail`; it is put back,
 * so that an assertion of PTX says what one of a source says.
 */
import type { PtxBlock } from './control-flow.ts';
import type { PtxInstruction } from './model.ts';

const FAILS: ReadonlySet<string> = new Set(['__assertfail', '__assert_fail']);
/** What hands the text of the assertion over. */
const HANDS_OVER: ReadonlySet<string> = new Set(['mov', 'cvta', 'st', 'ld']);

/** The call with which an assertion fails, of a block that does nothing else; null for every other block. */
export function failedAssertion({ instructions }: PtxBlock): PtxInstruction | null {
  const at = instructions.findIndex(({ words }) => words[0] === 'call');
  const call = instructions[at];
  if (call === undefined || call.guard !== null) return null;
  const isFailure = call.operands.some((operand) => operand.kind === 'symbol' && FAILS.has(operand.name));
  return isFailure && instructions.slice(0, at).every(onlyHandsOver) ? call : null;
}

function onlyHandsOver({ words }: PtxInstruction): boolean {
  const [name, space] = words;
  if (!HANDS_OVER.has(name!)) return false;
  return (name !== 'st' && name !== 'ld') || space === 'param';
}
