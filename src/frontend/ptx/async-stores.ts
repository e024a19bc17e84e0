/** PTX's `st.async` and `red.async`: calls of our own functions, as those of the headers are. */
import { strideOf } from '../../ir/layout.ts';
import type { Operand } from '../../ir/program.ts';
import { pointerType, voidType } from '../llvm/types.ts';
import type { PtxEmitter } from './emitter.ts';
import { addressOf } from './memory-accesses.ts';
import { notModelled, type PtxStatement } from './parse.ts';
import { i1, i8, i64, int, integerOf, ptxType } from './types.ts';

const COMPLETES = 'mbarrier::complete_tx::bytes';
/** Those that the instructions have anyway. */
const IMPLIED: ReadonlySet<string> = new Set(['weak', 'relaxed', 'cluster', 'shared::cluster', COMPLETES]);
const REDUCTIONS: ReadonlySet<string> = new Set(['inc', 'dec', 'min', 'max', 'add', 'and', 'or', 'xor']);

/** Is it one of the two that end with a phase of a barrier object? */
export function isAsyncStore({ words }: PtxStatement): boolean {
  return words[1] === 'async';
}

/** `st.async.shared::cluster.mbarrier::complete_tx::bytes{.v4}.b32 [to], value, [object]`, and `red.async` with an operation. */
export function storeLater(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const reduces = words[0] === 'red';
  const rest = words.slice(2).filter((word) => !IMPLIED.has(word));
  const type = ptxType(rest.pop());
  const [how, ...more] = rest;
  const lanes = !reduces && /^v[24]$/.test(how ?? '') ? Number(how!.slice(1)) : 1;
  const isKnown = reduces ? REDUCTIONS.has(how ?? '') : lanes > 1 || how === undefined;
  // Without the word the address is a generic one, of which the two have none.
  if (!isKnown || more.length > 0 || !words.includes(COMPLETES) || !type || type.type === i1 || operands.length !== 3) {
    throw notModelled(opcode);
  }
  const [to, value, object] = operands;
  const values = value?.kind === 'vector' && lanes > 1 ? value.elements : value ? [value] : [];
  if (values.length !== lanes) throw notModelled(opcode);
  const bits = integerOf(type.type, opcode);
  const bytes = strideOf(bits);
  if (bytes !== 4 && bytes !== 8) throw notModelled(opcode);
  const place = addressOf(emitter, to, 'shared');
  const barrier = addressOf(emitter, object, 'shared');
  values.forEach((one, i) => {
    const at = i === 0 ? place : behind(emitter, place, i * bytes);
    const args = [at, wide(emitter, emitter.read(one, bits)), int(bytes, i64), barrier];
    emitter.call(`__gpurace_async_${reduces ? 'reduce' : 'store'}`, args, voidType);
  });
}

function behind(emitter: PtxEmitter, pointer: Operand, bytes: number): Operand {
  const type = pointer.type.kind === 'pointer' ? pointerType(pointer.type.space) : pointer.type;
  return emitter.emit({ op: 'getelementptr', source: i8, pointer, indices: [int(bytes, i64)], inbounds: false }, type);
}

function wide(emitter: PtxEmitter, value: Operand): Operand {
  if (value.type.kind === 'int' && value.type.bits === 64) return value;
  return value.kind === 'int' ? int(BigInt.asUintN(32, value.value), i64) : emitter.cast('zext', value, i64);
}
