/** PTX's barriers, and what the threads of a warp hand each other: calls of LLVM's intrinsics, as CUDA's own functions are. */

import { ptxScope } from '../../intrinsics/index.ts';
import type { Operand, Type } from '../../ir/program.ts';
import { voidType } from '../llvm/types.ts';
import type { PtxEmitter } from './emitter.ts';
import { notModelled, PtxRefusal, type PtxStatement } from './parse.ts';
import { i1, i32, i64 } from './types.ts';

/** `bar.sync`, `barrier.sync`, `bar.arrive`, `bar.red` and `bar.warp.sync`, in their spellings. */
export function barrier(emitter: PtxEmitter, statement: PtxStatement): void {
  const { words, opcode, operands } = statement;
  const isShort = words[0] === 'bar';
  const rest = words.slice(1).filter((word) => ptxScope(word) !== 'block');
  const isAligned = isShort || rest.includes('aligned');
  const [action, ...more] = rest.filter((word) => word !== 'aligned');
  const refused = () => notModelled(opcode);
  if (action === 'warp' && more.join('.') === 'sync' && operands.length === 1) {
    emitter.call('llvm.nvvm.bar.warp.sync', [emitter.read(operands[0], i32)], voidType);
    return;
  }
  const aligned = isAligned ? '.aligned' : '';
  if (action === 'red') {
    reduction(emitter, statement, more, aligned);
    return;
  }
  const isArrival = action === 'arrive';
  if (
    more.length > 0 ||
    (action !== 'sync' && !isArrival) ||
    operands.length < (isArrival ? 2 : 1) ||
    operands.length > 2
  ) {
    throw refused();
  }
  const [id, count] = operands.map((operand) => emitter.read(operand, i32));
  if (count !== undefined) {
    emitter.call(`llvm.nvvm.barrier.cta.${action}${aligned}.count`, [id!, count], voidType);
  } else if (isZero(id)) emitter.call(`llvm.nvvm.barrier.cta.sync${aligned}.all`, [id!], voidType);
  else emitter.call('llvm.nvvm.barrier.sync', [id!], voidType);
}

function isZero(operand: Operand | undefined): boolean {
  return operand?.kind === 'int' && operand.value === 0n;
}

/** `bar.red.popc.u32 d, a, {!}c` and `bar.red.and.pred p, a, {!}c`; all threads of the block take part. */
function reduction(emitter: PtxEmitter, statement: PtxStatement, words: readonly string[], aligned: string): void {
  const { opcode, operands } = statement;
  const [operation, type] = words;
  const isCount = operation === 'popc' && type === 'u32';
  const isKnown = isCount || ((operation === 'and' || operation === 'or') && type === 'pred');
  if (!isKnown || words.length !== 2) throw notModelled(opcode);
  const id = emitter.read(operands[1], i32);
  if (operands.length !== 3 || !isZero(id)) throw new PtxRefusal('a named barrier');
  const predicate = emitter.read(operands[2], i1);
  const name = `llvm.nvvm.barrier.cta.red.${operation}${aligned}.all`;
  emitter.write(operands[0], emitter.call(name, [id, predicate], isCount ? i32 : i1), false);
}

// ---- warps ---------------------------------------------------------------------------------------------------------------

/** `shfl.sync.idx.b32 d{|p}, a, b, c, mask`. */
export function shuffle(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const [, sync, mode, type] = words;
  const isKnown = /^(idx|up|down|bfly)$/.test(mode ?? '') && sync === 'sync' && type === 'b32' && words.length === 4;
  if (!isKnown || operands.length !== 5) throw notModelled(opcode);
  const [value, lane, clamp, mask] = operands.slice(1).map((operand) => emitter.read(operand, i32));
  const pair: Type = { kind: 'struct', name: null, packed: false, fields: [i32, i1] };
  const both = emitter.call(`llvm.nvvm.shfl.sync.${mode}.i32p`, [mask!, value!, lane!, clamp!], pair);
  writePair(emitter, operands[0]!, both, i32);
}

function writePair(emitter: PtxEmitter, to: PtxStatement['operands'][number], both: Operand, type: Type): void {
  const part = (i: number, as: Type) => emitter.emit({ op: 'extractvalue', aggregate: both, indices: [i] }, as);
  emitter.write(to.kind === 'pair' ? to.first : to, part(0, type), false);
  if (to.kind === 'pair') emitter.write(to.second, part(1, i1), false);
}

/** `vote.sync.ballot.b32 d, {!}p, mask`, `vote.sync.any.pred`. */
export function vote(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const [, sync, mode, type] = words;
  const isBallot = mode === 'ballot' && type === 'b32';
  const isKnown =
    sync === 'sync' && words.length === 4 && (isBallot || (/^(all|any|uni)$/.test(mode ?? '') && type === 'pred'));
  if (!isKnown || operands.length !== 3) throw notModelled(opcode);
  const args = [emitter.read(operands[2], i32), emitter.read(operands[1], i1)];
  emitter.write(operands[0], emitter.call(`llvm.nvvm.vote.${mode}.sync`, args, isBallot ? i32 : i1), false);
}

/** `match.any.sync.b32 d, a, mask`, `match.all.sync.b64 d{|p}, a, mask`. */
export function match(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const [, mode, sync, type] = words;
  const value = type === 'b32' ? i32 : type === 'b64' ? i64 : null;
  if (
    (mode !== 'any' && mode !== 'all') ||
    sync !== 'sync' ||
    value === null ||
    words.length !== 4 ||
    operands.length !== 3
  ) {
    throw notModelled(opcode);
  }
  const args = [emitter.read(operands[2], i32), emitter.read(operands[1], value)];
  const width = value === i32 ? 'i32' : 'i64';
  if (mode === 'any') {
    emitter.write(operands[0], emitter.call(`llvm.nvvm.match.any.sync.${width}`, args, i32), false);
    return;
  }
  const pair: Type = { kind: 'struct', name: null, packed: false, fields: [i32, i1] };
  writePair(emitter, operands[0]!, emitter.call(`llvm.nvvm.match.all.sync.${width}p`, args, pair), i32);
}

/** `redux.sync.add.s32 d, a, mask`. */
export function reduceWarp(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const [, sync, operation, type] = words;
  const name = `${type === 'u32' && /^(min|max)$/.test(operation ?? '') ? 'u' : ''}${operation}`;
  const isKnown = /^(add|u?min|u?max|and|or|xor)$/.test(name) && /^[bsu]32$/.test(type ?? '');
  if (sync !== 'sync' || !isKnown || words.length !== 4 || operands.length !== 3) {
    throw notModelled(opcode);
  }
  const args = [emitter.read(operands[1], i32), emitter.read(operands[2], i32)];
  emitter.write(operands[0], emitter.call(`llvm.nvvm.redux.sync.${name}`, args, i32), false);
}

export function activeMask(emitter: PtxEmitter, { opcode, operands }: PtxStatement): void {
  if (opcode !== 'activemask.b32' || operands.length !== 1) throw notModelled(opcode);
  emitter.write(operands[0], emitter.call('llvm.nvvm.activemask', [], i32), false);
}

export function sleep(emitter: PtxEmitter, { operands }: PtxStatement): void {
  emitter.call('llvm.nvvm.nanosleep', [emitter.read(operands[0], i32)], voidType);
}
