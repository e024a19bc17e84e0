/** PTX's barriers, of the block and of a warp: calls of LLVM's intrinsics, as CUDA's own functions are. */

import { ptxScope } from '../../intrinsics/index.ts';
import type { Operand } from '../../ir/program.ts';
import { voidType } from '../llvm/types.ts';
import type { PtxEmitter } from './emitter.ts';
import { UnsupportedPtx } from './operands.ts';
import { notModelled, type PtxStatement } from './parse.ts';
import { i1, i32 } from './types.ts';

/** `bar.sync`, `barrier.sync`, `bar.arrive`, `bar.red` and `bar.warp.sync`, in their spellings. */
export function barrier(emitter: PtxEmitter, statement: PtxStatement): void {
  const { words, opcode, operands } = statement;
  if (words[1] === 'cluster') {
    clusterBarrier(emitter, statement);
    return;
  }
  const isShort = words[0] === 'bar';
  const rest = words.slice(1).filter((word) => ptxScope(word) !== 'block');
  const isAligned = isShort || rest.includes('aligned');
  const [action, ...more] = rest.filter((word) => word !== 'aligned');
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
    throw notModelled(opcode);
  }
  const [id, count] = operands.map((operand) => emitter.read(operand, i32));
  if (count !== undefined) {
    emitter.call(`llvm.nvvm.barrier.cta.${action}${aligned}.count`, [id!, count], voidType);
  } else if (isZero(id)) emitter.call(`llvm.nvvm.barrier.cta.sync${aligned}.all`, [id!], voidType);
  else emitter.call('llvm.nvvm.barrier.sync', [id!], voidType);
}

/** `barrier.cluster.arrive{.release, .relaxed}{.aligned}` and `barrier.cluster.wait{.acquire}{.aligned}`. */
function clusterBarrier(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const [action, ...rest] = words.slice(2).filter((word) => word !== 'aligned');
  const [order, ...more] = rest;
  const isArrival = action === 'arrive' && (order === undefined || order === 'release' || order === 'relaxed');
  const isWait = action === 'wait' && (order === undefined || order === 'acquire');
  if (operands.length > 0 || more.length > 0 || (!isArrival && !isWait)) throw notModelled(opcode);
  const name = isWait ? 'wait' : order === 'relaxed' ? 'arrive_relaxed' : 'arrive';
  emitter.call(`__gpurace_cluster_${name}`, [], voidType);
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
  if (operands.length !== 3 || !isZero(id)) throw new UnsupportedPtx('a named barrier');
  const predicate = emitter.read(operands[2], i1);
  const name = `llvm.nvvm.barrier.cta.red.${operation}${aligned}.all`;
  emitter.write(operands[0], emitter.call(name, [id, predicate], isCount ? i32 : i1), false);
}
