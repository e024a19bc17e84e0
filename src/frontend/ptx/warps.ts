/** What the threads of a PTX warp hand each other: calls of LLVM's intrinsics, as CUDA's own functions are. */

import type { Operand, Type } from '../../ir/program.ts';
import { voidType } from '../llvm/types.ts';
import type { PtxEmitter } from './emitter.ts';
import { notModelled, type PtxStatement } from './parse.ts';
import { i1, i32, i64 } from './types.ts';

/** `shfl.sync.idx.b32 d{|p}, a, b, c, mask`. */
export function shuffle(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const [, sync, mode, type] = words;
  const isKnown = /^(idx|up|down|bfly)$/.test(mode ?? '') && sync === 'sync' && type === 'b32' && words.length === 4;
  if (!isKnown || operands.length !== 5) throw notModelled(opcode);
  const [value, lane, clamp, mask] = operands.slice(1).map((operand) => emitter.read(operand, i32));
  const args = [mask!, value!, lane!, clamp!];
  const to = operands[0]!;
  // Compilers ask for the predicate whether they need it or not; a value alone is followed further.
  if (to.kind !== 'pair' || !emitter.isRead(to.second)) {
    const result = emitter.call(`llvm.nvvm.shfl.sync.${mode}.i32`, args, i32);
    emitter.write(to.kind === 'pair' ? to.first : to, result, false);
    return;
  }
  const pair: Type = { kind: 'struct', name: null, packed: false, fields: [i32, i1] };
  writePair(emitter, to, emitter.call(`llvm.nvvm.shfl.sync.${mode}.i32p`, args, pair), i32);
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
