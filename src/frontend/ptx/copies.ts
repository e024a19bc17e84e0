/** PTX's asynchronous copies in groups (`cp.async`): calls of our own functions, as those of the headers are. */
import type { Operand } from '../../ir/program.ts';
import { voidType } from '../llvm/types.ts';
import { bulkCopy, bulkReduction } from './bulk-copies.ts';
import type { PtxEmitter } from './emitter.ts';
import { arriveWithCopies } from './mbarriers.ts';
import { addressOf } from './memory-accesses.ts';
import { notModelled, type PtxStatement } from './parse.ts';
import { i1, i32, i64, int } from './types.ts';

/** How much may be fetched ahead, and how a cache treats it. */
const HINT = /^L2::(?:64B|128B|256B)$/;
const CACHE_POLICY = 'L2::cache_hint';

/** `cp.async.ca.shared.global [to], [from], 16{, read}`, `commit_group`, `wait_group N`, `wait_all`. */
export function copy(emitter: PtxEmitter, statement: PtxStatement): void {
  const { words, opcode, operands } = statement;
  if (words[1] === 'reduce') {
    bulkReduction(emitter, statement);
    return;
  }
  const [, async, what, ...more] = words;
  if (async !== 'async') throw notModelled(opcode);
  if (what === 'commit_group' && more.length === 0 && operands.length === 0) closeGroup(emitter);
  else if (what === 'bulk') bulkCopy(emitter, statement);
  else if (what === 'mbarrier') arriveWithCopies(emitter, statement);
  else if (what === 'wait_all' && more.length === 0 && operands.length === 0) {
    closeGroup(emitter);
    wait(emitter, int(0, i32));
  } else if (what === 'wait_group' && more.length === 0 && operands.length === 1) {
    wait(emitter, emitter.read(operands[0], i32));
  } else if (what === 'ca' || what === 'cg') begin(emitter, statement, more);
  else throw notModelled(opcode);
}

function closeGroup(emitter: PtxEmitter): void {
  emitter.call('__gpurace_copy_group', [], voidType);
}

function wait(emitter: PtxEmitter, left: Operand): void {
  emitter.call('__gpurace_copy_wait', [left], voidType);
}

function begin(emitter: PtxEmitter, { opcode, operands, barrier }: PtxStatement, words: readonly string[]): void {
  const [to, from, ...others] = words;
  const isKnown = (to === 'shared' || to === 'shared::cta') && from === 'global';
  if (!isKnown || others.some((word) => word !== CACHE_POLICY && !HINT.test(word))) throw notModelled(opcode);
  const given = others.includes(CACHE_POLICY) ? operands.slice(0, -1) : operands;
  const [target, source, size, read, ...rest] = given;
  if (size?.kind !== 'integer' && size?.kind !== 'placeholder') throw notModelled(opcode);
  if (rest.length > 0) throw notModelled(opcode);
  const count = asCount(emitter, emitter.read(size, i32));
  const args = [
    addressOf(emitter, target, 'shared'),
    addressOf(emitter, source, 'global'),
    count,
    int(1, i64),
    read === undefined ? count : readCount(emitter, read, count),
    int(1, i64),
  ];
  if (barrier === undefined) emitter.call('__gpurace_copy_begin', args, voidType);
  else emitter.call('__gpurace_copy_on_barrier', [...args, addressOf(emitter, barrier, 'shared')], voidType);
}

/** How many bytes are read; where a predicate stands in its place, it says that none are. */
function readCount(emitter: PtxEmitter, operand: PtxStatement['operands'][number], count: Operand): Operand {
  const value = operand.kind === 'integer' ? int(operand.value, i32) : emitter.value(operand);
  if (value.type.kind !== 'int' || value.type.bits !== 1) return asCount(emitter, emitter.read(operand, i32));
  const none = int(0, i64);
  return emitter.emit({ op: 'select', condition: emitter.read(operand, i1), ifTrue: none, ifFalse: count }, i64);
}

function asCount(emitter: PtxEmitter, value: Operand): Operand {
  return value.kind === 'int' ? int(value.value, i64) : emitter.cast('zext', value, i64);
}
