/**
 * The barrier of the grid as the toolkit's cooperative groups have it in PTX: between two barriers of the block one thread adds
 * to a counter of the driver's, and waits until the counter's highest bit has changed. The counter's address comes from the
 * registers `%envreg1` and `%envreg2`, which nothing else is made of. What has this shape becomes one call in the place of the
 * first barrier; what has not stays as it is, and is refused for its registers.
 */
import type { PtxOperand } from '../operands.ts';
import type { PtxFunction, PtxInstruction, PtxItem } from './model.ts';
import { labelIn } from './parse-body.ts';
import { definedBy, readBy } from './register-uses.ts';

export const GRID_BARRIER = '__gpurace_grid_sync';

/** What makes the counter's address of the registers, or asks whether there is one. */
const OF_ADDRESS = new Set(['mov', 'cvt', 'bfi', 'shl', 'or', 'add', 'setp', 'cvta']);
/** How often an address is followed through a function whose blocks stand in whatever order. */
const MAX_ROUNDS = 8;
/** How far the parts of one barrier lie from each other at most. */
const NEAR = 64;

/** The function with calls of `GRID_BARRIER`. */
export function withGridBarriers(fn: PtxFunction): PtxFunction {
  const counter = registersOfCounter(fn);
  if (counter.size === 0) return fn;
  const isCounter = (register: number) => counter.has(register);
  const replaced = new Map<PtxItem, PtxInstruction | null>();
  for (const [at, item] of fn.items.entries()) {
    if (item.kind !== 'instruction') continue;
    if (readsEnvironment(item)) replaced.set(item, { ...item, operands: [item.operands[0]!, NOT_NULL] });
    else if (item.words[0] === 'atom' && readBy(item).some(isCounter)) {
      const barrier = barrierAt(fn.items, at, isCounter);
      if (barrier === null) return fn;
      for (const part of barrier.wait) replaced.set(part, null);
      replaced.set(barrier.first, asCall(barrier.first));
    }
  }
  const isUnderstood = fn.items.every(
    (item) =>
      item.kind === 'label' || replaced.has(item) || OF_ADDRESS.has(item.words[0]!) || !readBy(item).some(isCounter),
  );
  if (!isUnderstood) return fn;
  return { ...fn, items: fn.items.flatMap((item) => replacement(replaced, item)) };
}

function replacement(replaced: ReadonlyMap<PtxItem, PtxInstruction | null>, item: PtxItem): PtxItem[] {
  const found = replaced.get(item);
  if (found === undefined) return [item];
  return found === null ? [] : [found];
}

/** In a launch that is no cooperative one the address is null, and the program stops at once. */
const NOT_NULL: PtxOperand = { kind: 'integer', value: 1n };

function readsEnvironment({ words, operands }: PtxInstruction): boolean {
  return (
    words[0] === 'mov' && operands.some((operand) => operand.kind === 'special' && /^envreg[12]$/.test(operand.name))
  );
}

/** The registers that the address is made in; none where a function has no such thing. */
function registersOfCounter({ items }: PtxFunction): ReadonlySet<number> {
  const counter = new Set<number>();
  let isChanged = true;
  for (let round = 0; isChanged; round++) {
    if (round === MAX_ROUNDS) return new Set();
    isChanged = false;
    for (const item of items) {
      if (item.kind !== 'instruction' || item.words[0] === 'setp' || !OF_ADDRESS.has(item.words[0]!)) continue;
      if (!readsEnvironment(item) && !readBy(item).some((register) => counter.has(register))) continue;
      for (const register of definedBy(item)) {
        isChanged ||= !counter.has(register);
        counter.add(register);
      }
    }
  }
  return counter;
}

interface GridBarrier {
  /** The block's barrier before. */
  readonly first: PtxInstruction;
  /** What one thread adds, and its loop. */
  readonly wait: readonly PtxInstruction[];
}

/** The barrier whose addition stands at a place; null where the code around has another shape. */
function barrierAt(
  items: readonly PtxItem[],
  at: number,
  isCounter: (register: number) => boolean,
): GridBarrier | null {
  const add = items[at] as PtxInstruction;
  if (!/^atom(?:\.global)?\.add\.(?:release|acq_rel)\.gpu(?:\.global)?\.[us]32$/.test(add.opcode)) return null;
  const first = barrierBefore(items, at);
  const [old] = definedBy(add);
  let next = at + 1;
  while (items[next]?.kind === 'instruction' && !touchesMemory(items[next] as PtxInstruction)) next++;
  const label = items[next];
  if (first === null || old === undefined || label?.kind !== 'label') return null;
  const [load, change, test, again] = items.slice(next + 1, next + 5) as readonly PtxInstruction[];
  const isWait =
    /^ld\.acquire\.gpu(?:\.global)?\.[us]32$/.test(load?.opcode ?? '') &&
    readBy(load!).some(isCounter) &&
    /^xor\.b32$/.test(change?.opcode ?? '') &&
    sameSet(readBy(change!), [old, ...definedBy(load!)]) &&
    sameSet(readBy(test!), definedBy(change!)) &&
    again?.words[0] === 'bra' &&
    sameSet(readBy(again), definedBy(test!)) &&
    goesOnWhileEqual(test!, again) &&
    again.operands[0]?.kind === 'symbol' &&
    labelIn(again.scope, again.operands[0].name) === label.name;
  if (!isWait || !isBarrierNext(items, next + 5)) return null;
  return { first, wait: [add, load!, change!, test!, again!] };
}

/** As long as the highest bits are the same, that of their difference is zero. */
function goesOnWhileEqual({ opcode, operands }: PtxInstruction, { guard }: PtxInstruction): boolean {
  const [, , limit] = operands;
  if (guard === null || limit?.kind !== 'integer') return false;
  const tested = `${opcode} ${limit.value}`;
  return guard.isNegated ? tested === 'setp.lt.s32 0' : tested === 'setp.gt.s32 -1' || tested === 'setp.ge.s32 0';
}

/** The barrier from which control comes straight to a place, past one branch at most. */
function barrierBefore(items: readonly PtxItem[], at: number): PtxInstruction | null {
  for (let i = at - 1; i >= Math.max(0, at - NEAR); i--) {
    const item = items[i]!;
    if (item.kind === 'label') return null;
    if (isBlockBarrier(item)) return item;
    if (touchesMemory(item) || item.words[0] === 'call') return null;
  }
  return null;
}

function isBarrierNext(items: readonly PtxItem[], from: number): boolean {
  for (const item of items.slice(from, from + NEAR)) {
    if (item.kind === 'label') continue;
    if (isBlockBarrier(item)) return true;
    if (touchesMemory(item) || item.words[0] === 'call' || item.words[0] === 'bra') return false;
  }
  return false;
}

function isBlockBarrier({ opcode, operands, guard }: PtxInstruction): boolean {
  const isOfBlock = /^(?:bar|barrier)(?:\.cta)?\.sync(?:\.aligned)?$/.test(opcode);
  const [number] = operands;
  return isOfBlock && guard === null && operands.length === 1 && number?.kind === 'integer' && number.value === 0n;
}

function touchesMemory({ operands, words }: PtxInstruction): boolean {
  return operands.some(({ kind }) => kind === 'address') || ['bar', 'barrier', 'fence', 'membar'].includes(words[0]!);
}

function sameSet(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one));
}

function asCall(barrier: PtxInstruction): PtxInstruction {
  return { ...barrier, opcode: GRID_BARRIER, words: [GRID_BARRIER], operands: [] };
}
