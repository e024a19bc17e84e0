/**
 * Loops that do nothing but wait for a barrier object. The toolkit's headers ask, look at a clock, sleep a while and ask again;
 * the one way out is that the phase is over. What asks there waits, as `isSpin` says. A loop that does anything else, that has
 * another way out, or whose other values are read behind it stays what it is.
 */
import type { PtxOperand } from '../operands.ts';
import { blocksOf, Flow, type PtxBlock } from './control-flow.ts';
import type { PtxFunction, PtxInstruction, PtxItem } from './model.ts';
import { definedBy, readBy } from './register-uses.ts';

const ASKS = /^mbarrier\.(?:try|test)_wait\b/;
/** Instructions that change nothing but registers. */
const QUIET = new Set(
  `mov cvt cvta add sub mul mad addc subc div rem min max neg abs shl shr shf and or xor not setp set selp bfe bfi prmt
  lop3 nanosleep`.split(/\s+/),
);

/** The function, in which what asks in such a loop is marked. */
export function withBarrierWaits(fn: PtxFunction): PtxFunction {
  if (!fn.items.some((item) => item.kind === 'instruction' && ASKS.test(item.opcode))) return fn;
  const blocks = blocksOf(fn);
  const waits = new Set(new Flow(blocks).loops.flatMap((loop) => waitOf(blocks, loop) ?? []));
  const isWait = (item: PtxItem) => item.kind === 'instruction' && waits.has(item);
  return { ...fn, items: fn.items.map((item) => (isWait(item) ? { ...item, isSpin: true } : item)) };
}

/** The one instruction that a loop waits with; null where it is no such loop. */
function waitOf(blocks: readonly PtxBlock[], loop: ReadonlySet<number>): PtxInstruction | null {
  const within = [...loop].flatMap((number) => instructionsOf(blocks[number]!).map((one) => ({ number, one })));
  const asking = within.filter(({ one }) => ASKS.test(one.opcode));
  const [asked] = asking;
  if (asked === undefined || asking.length > 1 || asked.one.guard !== null) return null;
  const isQuiet = within.every(({ one }) => one === asked.one || one.words[0] === 'bra' || QUIET.has(one.words[0]!));
  if (!isQuiet) return null;
  const exits = [...loop].filter((number) => nextOf(blocks[number]!).some((next) => next === null || !loop.has(next)));
  if (exits.length !== 1 || exits[0] !== asked.number) return null;
  const known = knownBehind(blocks[asked.number]!, asked.one);
  if (!leavesWhereOver(blocks[asked.number]!, loop, known)) return null;
  const changed = new Set(within.flatMap(({ one }) => definedBy(one)));
  const isReadBehind = blocks.some(
    (block, number) =>
      !loop.has(number) &&
      instructionsOf(block).some((one) =>
        readBy(one).some((register) => changed.has(register) && !known.has(register)),
      ),
  );
  return isReadBehind ? null : asked.one;
}

function instructionsOf({ instructions, end }: PtxBlock): readonly PtxInstruction[] {
  return end.kind === 'next' ? instructions : [...instructions, end.instruction];
}

function nextOf({ end }: PtxBlock): readonly (number | null)[] {
  if (end.kind === 'table') return end.targets;
  if (end.kind === 'leave') return [null];
  if (end.kind === 'next') return [end.next];
  return end.instruction.guard === null ? [end.target] : [end.target, end.next];
}

/** What registers hold at the end of the block when the answer was yes. */
function knownBehind({ instructions }: PtxBlock, asked: PtxInstruction): ReadonlyMap<number, bigint> {
  const known = new Map<number, bigint>();
  for (const one of instructions.slice(instructions.indexOf(asked))) {
    const value = one === asked ? 1n : one.guard === null ? computed(one, known) : null;
    for (const register of definedBy(one)) {
      if (value === null) known.delete(register);
      else known.set(register, value);
    }
  }
  return known;
}

/** What an instruction computes of numbers that are known; null for all that nobody needs here. */
function computed({ opcode, operands }: PtxInstruction, known: ReadonlyMap<number, bigint>): bigint | null {
  const [a, b, c] = operands.slice(1).map((operand) => numberIn(operand, known));
  if (/^selp\.[bsu]32$/.test(opcode)) return (c == null ? null : c === 0n ? b : a) ?? null;
  if (/^mov\.(?:pred|[bsu]32)$/.test(opcode)) return a ?? null;
  if (/^not\.pred$/.test(opcode)) return a == null ? null : 1n - a;
  if (a == null || b == null || operands.length !== 3) return null;
  if (/^xor\.pred$/.test(opcode)) return a ^ b;
  if (/^setp\.eq\.[bsu]32$/.test(opcode)) return a === b ? 1n : 0n;
  return /^setp\.ne\.[bsu]32$/.test(opcode) ? (a === b ? 0n : 1n) : null;
}

function numberIn(operand: PtxOperand, known: ReadonlyMap<number, bigint>): bigint | null {
  if (operand.kind === 'integer') return operand.value;
  return operand.kind === 'register' ? (known.get(operand.register) ?? null) : null;
}

/** The block's branch leaves the loop when the answer was yes. */
function leavesWhereOver({ end }: PtxBlock, loop: ReadonlySet<number>, known: ReadonlyMap<number, bigint>): boolean {
  if (end.kind !== 'branch' || end.instruction.guard === null) return false;
  const { operand, isNegated } = end.instruction.guard;
  const value = numberIn(operand, known);
  if (value === null) return false;
  const next = (value !== 0n) !== isNegated ? end.target : end.next;
  return next !== null && !loop.has(next);
}
