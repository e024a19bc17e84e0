/**
 * Which sums and products are of signed numbers. PTX's `add.s32` is that of `unsigned` as well, and wraps; in the source a
 * signed one may not. What is extended by its sign, compared as a signed number or added to an address was an `int` there.
 */
import type { PtxOperand } from '../operands.ts';
import type { PtxFunction, PtxInstruction } from './model.ts';
import type { PointerFacts } from './pointers.ts';
import { definedBy } from './register-uses.ts';

/** A factor of so much is that of a hash, which wraps. */
const LARGE_FACTOR = 1n << 16n;
const SIGNED_ORDER = new Set(['lt', 'le', 'gt', 'ge']);

/** The instructions whose results do not overflow as signed numbers. */
export function signedArithmetic(fn: PtxFunction, facts: PointerFacts | undefined): ReadonlySet<PtxInstruction> {
  const instructions = fn.items.filter((item) => item.kind === 'instruction');
  const definitions = new Map<number, PtxInstruction[]>();
  for (const instruction of instructions) {
    for (const register of definedBy(instruction)) {
      const known = definitions.get(register);
      if (known) known.push(instruction);
      else definitions.set(register, [instruction]);
    }
  }
  const isAddress = (operand: PtxOperand | undefined) =>
    operand?.kind === 'symbol' || (operand?.kind === 'register' && facts?.registers[operand.register] != null);
  const found = new Set<PtxInstruction>();
  const work = instructions.flatMap((instruction) => signedOperands(instruction, isAddress));
  const seen = new Set<number>();
  for (let operand = work.pop(); operand !== undefined; operand = work.pop()) {
    if (operand.kind !== 'register' || seen.has(operand.register)) continue;
    seen.add(operand.register);
    for (const instruction of definitions.get(operand.register) ?? []) {
      const passed = passedOn(instruction);
      if (passed === null) continue;
      found.add(instruction);
      work.push(...passed);
    }
  }
  return found;
}

/** The operands that an instruction takes for signed numbers, or adds to an address. */
function signedOperands(
  { words, operands }: PtxInstruction,
  isAddress: (operand: PtxOperand | undefined) => boolean,
): PtxOperand[] {
  const [name] = words;
  const type = words.at(-1) ?? '';
  const [to, a, b, c] = operands;
  if (name === 'cvt') return words.at(-2) === 's64' && type === 's32' ? present(a) : [];
  if (name === 'setp') return SIGNED_ORDER.has(words[1] ?? '') && /^s(?:32|64)$/.test(type) ? present(a, b) : [];
  if (name === 'div' || name === 'rem') return /^s(?:32|64)$/.test(type) ? present(a, b) : [];
  if (words[1] === 'wide') return type === 's32' ? present(a, b) : [];
  if (!isAddress(to)) return [];
  if (name === 'add' || name === 'sub') return present(a, b).filter((operand) => !isAddress(operand));
  return name === 'mad' && isAddress(c) ? present(a, b) : [];
}

/** The operands of arithmetic that is signed where its result is; null for any other instruction. */
function passedOn({ words, operands }: PtxInstruction): PtxOperand[] | null {
  const [name, mode] = words;
  const [, a, b, c] = operands;
  if (words.includes('cc') || !/^[bsu](?:32|64)$/.test(words.at(-1) ?? '')) return null;
  if (operands.some((operand) => operand.kind === 'integer' && isLarge(operand.value))) return null;
  if (name === 'mov' || name === 'add' || name === 'sub') return present(a, b);
  if (name === 'shl') return present(a);
  if (mode !== 'lo') return null;
  return name === 'mul' ? present(a, b) : name === 'mad' ? present(a, b, c) : null;
}

function isLarge(value: bigint): boolean {
  return value >= LARGE_FACTOR || value <= -LARGE_FACTOR;
}

function present(...operands: (PtxOperand | undefined)[]): PtxOperand[] {
  return operands.filter((operand) => operand !== undefined);
}
