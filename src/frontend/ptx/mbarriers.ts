/** PTX's barrier objects (`mbarrier`): calls of our own functions, as those of the headers are. */
import { ptxScope } from '../../intrinsics/index.ts';
import type { Operand } from '../../ir/program.ts';
import { voidType } from '../llvm/types.ts';
import type { PtxEmitter } from './emitter.ts';
import { addressOf } from './memory-accesses.ts';
import { notModelled, type PtxStatement } from './parse.ts';
import { i1, i32, i64, int } from './types.ts';

/** Words that say where the object is: in the block's own shared memory, unless an address was made for another block's. */
const PLACES: ReadonlySet<string> = new Set(['shared', 'shared::cta', 'shared::cluster']);

interface Words {
  /** What the instruction does: its name without what follows. */
  readonly action: string;
  readonly isRelaxed: boolean;
}

/** @throws UnsupportedPtx for a word that is not known */
function wordsOf({ words, opcode }: PtxStatement): Words {
  const actions: string[] = [];
  let isRelaxed = false;
  for (const word of words.slice(1)) {
    if (word === 'relaxed') isRelaxed = true;
    else if (ACTIONS.has(word)) actions.push(word);
    else if (!PLACES.has(word) && ptxScope(word) === null && !ORDERS.has(word)) throw notModelled(opcode);
  }
  return { action: actions.join('.'), isRelaxed };
}

const ACTIONS: ReadonlySet<string> = new Set([
  ...['init', 'inval', 'arrive', 'arrive_drop', 'expect_tx', 'noComplete', 'test_wait', 'try_wait', 'parity'],
]);
/** Those that the instructions have anyway, and the type. */
const ORDERS: ReadonlySet<string> = new Set(['release', 'acquire', 'b64']);

/** `mbarrier.init`, `arrive`, `expect_tx`, `test_wait` and `try_wait` with and without parity, `inval`. */
export function mbarrier(emitter: PtxEmitter, statement: PtxStatement): void {
  const { action, isRelaxed } = wordsOf(statement);
  const { operands, opcode } = statement;
  // An arrival that releases nothing orders nothing.
  if (isRelaxed && action !== 'expect_tx') throw notModelled(opcode);
  const count = (at: number) => wide(emitter, emitter.read(operands[at], i32));
  const call = (name: string, at: number, given: Operand) => {
    const object = addressOf(emitter, operands[at], spaceOf(statement));
    emitter.call(`__gpurace_barrier_${name}`, [object, given], voidType);
  };
  const one = int(1, i64);
  if (action === 'init') call('init', 0, count(1));
  else if (action === 'inval') call('invalidate', 0, int(0, i64));
  else if (action === 'expect_tx') call('expect', 0, count(1));
  else if (action === 'arrive' || action === 'arrive.noComplete') {
    arrive(emitter, statement, 'arrive', operands[2] ? count(2) : one);
  } else if (action === 'arrive.expect_tx') {
    call('expect', 1, count(2));
    arrive(emitter, statement, 'arrive', one);
  } else if (action === 'arrive_drop' && operands[2] === undefined) arrive(emitter, statement, 'drop', one);
  else wait(emitter, statement, action);
}

/** The result is a 64-bit word that only the object's own instructions understand: here it is the number of the phase. */
function arrive(emitter: PtxEmitter, statement: PtxStatement, name: 'arrive' | 'drop', count: Operand): void {
  const object = addressOf(emitter, statement.operands[1], spaceOf(statement));
  const phase = emitter.call(`__gpurace_barrier_${name}`, [object, count], i64);
  emitter.write(statement.operands[0], phase, false);
}

/** `test_wait done, [object], state` and its kin; in a loop that only waits, as `parse.ts` has put it, it is the wait. */
function wait(emitter: PtxEmitter, statement: PtxStatement, action: string): void {
  const { operands, opcode, isSpin } = statement;
  const isParity = action.endsWith('.parity');
  const isKnown = /^(?:test|try)_wait(?:\.parity)?$/.test(action) && (operands.length === 3 || operands.length === 4);
  if (!isKnown) throw notModelled(opcode);
  const object = addressOf(emitter, operands[1], spaceOf(statement));
  const phase = isParity ? wide(emitter, emitter.read(operands[2], i32)) : emitter.read(operands[2], i64);
  const parity = isParity ? '_parity' : '';
  if (isSpin) {
    emitter.call(`__gpurace_barrier_wait${parity}`, [object, phase], voidType);
    emitter.write(operands[0], int(1, i1), false);
  } else emitter.write(operands[0], emitter.call(`__gpurace_barrier_test${parity}`, [object, phase], i1), false);
}

/** `cp.async.mbarrier.arrive{.noinc}.shared.b64 [object]`. */
export function arriveWithCopies(emitter: PtxEmitter, statement: PtxStatement): void {
  const { words, opcode, operands } = statement;
  const rest = words.slice(4).filter((word) => !PLACES.has(word) && word !== 'b64');
  const isOwn = rest.length === 1 && rest[0] === 'noinc';
  if (words[3] !== 'arrive' || (rest.length > 0 && !isOwn) || operands.length !== 1) throw notModelled(opcode);
  const object = addressOf(emitter, operands[0], spaceOf(statement));
  emitter.call('__gpurace_barrier_copies_arrive', [object, int(isOwn ? 1 : 0, i64)], voidType);
}

/** A generic address, where the instruction does not say that it is one of shared memory. */
function spaceOf({ words }: PtxStatement): 'shared' | 'generic' {
  return words.some((word) => PLACES.has(word)) ? 'shared' : 'generic';
}

function wide(emitter: PtxEmitter, value: Operand): Operand {
  return value.kind === 'int' ? int(value.value, i64) : emitter.cast('zext', value, i64);
}
