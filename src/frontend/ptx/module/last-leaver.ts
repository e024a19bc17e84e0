/**
 * How a pipeline of the toolkit ends: the threads of each warp that leave count themselves off in shared memory, from the size
 * of the block, and who brings the count to zero gives the barrier objects back (`mbarrier.inval`). By then all others are done,
 * and nothing follows, so that giving them back races with nothing. What has this shape is left out; what has not stays.
 */
import type { PtxOperand } from '../operands.ts';
import { blocksOf, type PtxBlock } from './control-flow.ts';
import type { PtxFunction, PtxInstruction, PtxItem } from './model.ts';
import { definedBy } from './register-uses.ts';

const GIVES_BACK = /^mbarrier\.inval\b/;
const COUNTS_OFF = /^atom\.add\.acquire\.cta\.u32$/;
const STARTS_COUNT = /^st\.relaxed\.cta\.b32$/;
/** What may stand between the parts: it changes registers alone. */
const QUIET = new Set('mov cvt cvta add sub neg brev bfind popc setp and or shl'.split(' '));
/** How far a register is followed. */
const MAX_STEPS = 16;

/** The function without what the last thread gives back. */
export function withoutLastLeaver(fn: PtxFunction): PtxFunction {
  const instructions = fn.items.filter((item) => item.kind === 'instruction');
  if (!instructions.some(({ opcode }) => GIVES_BACK.test(opcode))) return fn;
  const registers = new Registers(instructions);
  const blocks = blocksOf(fn);
  const left = new Set<PtxItem>(blocks.flatMap((block) => givenBackBehind(block, blocks, registers, instructions)));
  return left.size === 0 ? fn : { ...fn, items: fn.items.filter((item) => !left.has(item)) };
}

/** What the last thread gives back behind a block that counts threads off; nothing where it is another shape. */
function givenBackBehind(
  { instructions, end }: PtxBlock,
  blocks: readonly PtxBlock[],
  registers: Registers,
  all: readonly PtxInstruction[],
): readonly PtxInstruction[] {
  const at = instructions.findIndex(({ opcode }) => COUNTS_OFF.test(opcode));
  const [count, fence] = [instructions[at], instructions[at - 1]];
  if (count === undefined || fence?.opcode !== 'fence.sc.cta' || end.kind !== 'branch' || end.next === null) return [];
  const [old, address, less] = count.operands;
  const counter = registers.placeOf(address);
  const leavers = registers.negated(less);
  if (counter === null || leavers === null || !registers.countsWarp(leavers, counter)) return [];
  const isFull = all.filter(({ opcode, operands }) => {
    return STARTS_COUNT.test(opcode) && registers.placeOf(operands[0]) === counter;
  });
  const others = all.filter(({ opcode, operands }) => {
    return /^(?:st|atom|red)\b/.test(opcode) && operands.some((one) => registers.placeOf(one) === counter);
  });
  if (isFull.length !== 1 || others.length !== 2 || !registers.isBlockSize(isFull[0]!.operands[1])) return [];
  if (!leavesUnlessSame(instructions.slice(at + 1), end.instruction, [old, leavers])) return [];
  const [last, behind] = [blocks[end.next], end.target === null ? undefined : blocks[end.target]];
  const isLast = last?.end.kind === 'next' && last.end.next === end.target;
  const isOver = behind?.instructions.length === 0 && behind.end.kind === 'leave' && behind.end.next === null;
  if (!isLast || !isOver) return [];
  const given = last.instructions.filter(({ opcode }) => GIVES_BACK.test(opcode));
  const isAll = last.instructions.every((one) => given.includes(one) || isQuiet(one));
  return isAll ? given : [];
}

function isQuiet({ words, guard, operands }: PtxInstruction): boolean {
  return guard === null && QUIET.has(words[0]!) && !operands.some(({ kind }) => kind === 'address');
}

/** Does control go on only where the count before was that of those who leave? */
function leavesUnlessSame(
  between: readonly PtxInstruction[],
  { guard }: PtxInstruction,
  [old, leavers]: readonly [PtxOperand | undefined, PtxOperand],
): boolean {
  const [test, ...others] = between;
  if (test === undefined || others.length > 0 || guard === null) return false;
  const [result, a, b] = test.operands;
  const isOfBoth =
    (sameRegister(a, old) && sameRegister(b, leavers)) || (sameRegister(a, leavers) && sameRegister(b, old));
  const asks = guard.isNegated ? /^setp\.eq\.[bsu]32$/ : /^setp\.ne\.[bsu]32$/;
  return isOfBoth && asks.test(test.opcode) && sameRegister(result, guard.operand);
}

function sameRegister(a: PtxOperand | undefined, b: PtxOperand | undefined): boolean {
  return a?.kind === 'register' && b?.kind === 'register' && a.register === b.register;
}

/** What registers hold that are written once. */
class Registers {
  readonly #definitions = new Map<number, PtxInstruction | null>();

  constructor(instructions: readonly PtxInstruction[]) {
    for (const one of instructions) {
      for (const register of definedBy(one))
        this.#definitions.set(register, this.#definitions.has(register) ? null : one);
    }
  }

  #definitionOf(operand: PtxOperand | undefined): PtxInstruction | null {
    const found = operand?.kind === 'register' ? this.#definitions.get(operand.register) : null;
    return found == null || found.guard !== null ? null : found;
  }

  /** A variable and how far behind its beginning, as a text; null where that is not plain. */
  placeOf(operand: PtxOperand | undefined): string | null {
    let at = operand;
    let offset = 0n;
    if (at?.kind === 'address') {
      if (at.offsets.length > 0) return null;
      offset += at.displacement;
      at = at.base;
    }
    for (let step = 0; step < MAX_STEPS; step++) {
      if (at?.kind === 'symbol') return `${at.name}+${offset}`;
      const made = this.#definitionOf(at);
      if (made === null) return null;
      const [, from, more] = made.operands;
      if (/^add\.[su](?:32|64)$/.test(made.opcode) && more?.kind === 'integer') offset += more.value;
      else if (!/^(?:mov\.[bu](?:32|64)|cvt\.u64\.u32|cvta\.shared\.u64)$/.test(made.opcode)) return null;
      at = from;
    }
    return null;
  }

  /** What the operand is the negative of. */
  negated(operand: PtxOperand | undefined): PtxOperand | null {
    const made = this.#definitionOf(operand);
    return made?.opcode === 'neg.s32' ? (made.operands[1] ?? null) : null;
  }

  /** Is it how many of the warp's threads have come here for this counter? */
  countsWarp(operand: PtxOperand, counter: string): boolean {
    const counted = this.#definitionOf(operand);
    const match = counted?.opcode === 'popc.b32' ? this.#definitionOf(counted.operands[1]) : null;
    if (match === null || match.opcode !== 'match.any.sync.b64') return false;
    const [, place, mask] = match.operands;
    return this.placeOf(place) === counter && this.#definitionOf(mask)?.opcode === 'activemask.b32';
  }

  /** Is it the product of all sizes of the block? */
  isBlockSize(operand: PtxOperand | undefined): boolean {
    const factors: string[] = [];
    const open = [operand];
    for (let step = 0; open.length > 0; step++) {
      const factor = open.pop();
      const made = this.#definitionOf(factor);
      if (made === null || step === MAX_STEPS) return false;
      const [, a, b] = made.operands;
      if (/^mul\.lo\.[su]32$/.test(made.opcode)) open.push(a, b);
      else if (/^mov\.[bu]32$/.test(made.opcode) && a?.kind === 'special') factors.push(a.name);
      else return false;
    }
    return factors.sort().join() === 'ntid.x,ntid.y,ntid.z';
  }
}
