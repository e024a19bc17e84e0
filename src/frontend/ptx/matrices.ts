/**
 * PTX's matrix instructions: those that compute give values that nobody knows, those that move rows of a matrix between
 * shared memory and the registers of a warp access memory as the lanes do that name the rows. None of them orders memory.
 */
import type { Operand, Type } from '../../ir/program.ts';
import { voidType } from '../llvm/types.ts';
import type { PtxEmitter } from './emitter.ts';
import { addressOf } from './memory-accesses.ts';
import type { PtxOperand } from './operands.ts';
import { notModelled, type PtxStatement } from './parse.ts';
import { specialRegister } from './special-registers.ts';
import { floatType, i1, i32, i64, int } from './types.ts';

/** `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d…}, {a…}, {b…}, {c…}`, `mma.sp`, `wmma.mma`, `movmatrix`. */
export function multiply(emitter: PtxEmitter, { words, opcode, operands: [to] }: PtxStatement): void {
  const result = words.find((word) => RESULTS.has(word));
  if (!words.includes('sync') || result === undefined || to === undefined) throw notModelled(opcode);
  const { type, name } = RESULTS.get(result)!;
  for (const element of to.kind === 'vector' ? to.elements : [to]) {
    emitter.write(element, emitter.call(`__gpurace_product_${name}`, [], type), false);
  }
}

/**
 * `wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {d…}, a, b, …`: reads matrices in shared memory beside the threads, which
 * descriptors lead to, in groups that `commit_group` closes and `wait_group N` waits for. `fence` is about registers.
 */
export function multiplyLater(emitter: PtxEmitter, statement: PtxStatement): void {
  const { words, opcode, operands } = statement;
  const [, action] = words;
  if (action === 'mma_async') readOperands(emitter, statement);
  else if (action === 'commit_group') emitter.call('__gpurace_wgmma_group', [], voidType);
  else if (action === 'wait_group' && operands.length === 1) {
    emitter.call('__gpurace_wgmma_wait', [emitter.read(operands[0], i32)], voidType);
  } else if (action !== 'fence') throw notModelled(opcode);
}

/** What may lie by columns. */
const BYTES_OF_HALF = 2;
/** Rows of the first matrix: 16 for each warp. */
const ROWS_OF_A = 64;

/** A matrix whose columns lie side by side is named so in the last operands, where its type has room for that. */
function readOperands(emitter: PtxEmitter, statement: PtxStatement): void {
  const { words, opcode, operands } = statement;
  const [, a, b] = operands;
  const columns = words.map((word) => /^m64n(\d{1,3})k\d{1,3}$/.exec(word)?.[1]).find((n) => n !== undefined);
  if (a === undefined || b === undefined || columns === undefined) throw notModelled(opcode);
  multiply(emitter, statement);
  // Of a sparse matrix the other one has twice as many bytes in a row, and somebody else may know how they lie.
  const isSparse = words.includes('sp');
  const isOfRegisters = a.kind === 'vector';
  const flags = operands.slice(isSparse ? 8 : 6);
  const byColumns = (flag: PtxOperand | undefined) =>
    flag === undefined ? int(0, i64) : emitter.binary('mul', wide(emitter, flag), int(BYTES_OF_HALF, i64));
  const read = (matrix: PtxOperand, rows: number, flag: PtxOperand | undefined) => {
    const args = [emitter.read(matrix, i64), int(isSparse ? 0 : rows, i64), byColumns(flag)];
    emitter.call('__gpurace_wgmma_operand', args, voidType);
  };
  if (!isOfRegisters) read(a, ROWS_OF_A, flags[0]);
  read(b, Number(columns), flags[isOfRegisters ? 0 : 1]);
}

/** `wmma.mma`, `wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {r…}, [matrix]{, stride}` and `wmma.store.d`. */
export function fragments(emitter: PtxEmitter, statement: PtxStatement): void {
  const { words, opcode, operands } = statement;
  const [, action, which] = words;
  if (action === 'mma') {
    multiply(emitter, statement);
    return;
  }
  const isLoad = action === 'load';
  const [to, from, stride, ...rest] = isLoad ? operands : [operands[1], operands[0], operands[2], ...operands.slice(3)];
  if ((!isLoad && action !== 'store') || !words.includes('sync') || rest.length > 0 || to === undefined) {
    throw notModelled(opcode);
  }
  const { lines, bits, line } = matrixOf(words, which ?? '', opcode);
  const isShared = words.some((word) => word === 'shared' || word === 'shared::cta');
  const pointer = addressOf(emitter, from, isShared ? 'shared' : words.includes('global') ? 'global' : 'generic');
  const step =
    stride === undefined
      ? int(BigInt((line * bits) / 8), i64)
      : emitter.binary('lshr', emitter.binary('mul', wide(emitter, stride), int(BigInt(bits), i64)), int(3, i64));
  const args = [pointer, int(BigInt(lines), i64), int(BigInt((line * bits) / 8), i64), step];
  emitter.call(`__gpurace_matrix_${isLoad ? 'read' : 'write'}`, args, voidType);
  if (!isLoad) return;
  const [name, type] = bits === 64 ? (['f64', floatType('double')] as const) : (['i32', i32] as const);
  for (const element of to.kind === 'vector' ? to.elements : [to]) {
    emitter.write(element, emitter.call(`__gpurace_unknown_${name}`, [], type), false);
  }
}

function wide(emitter: PtxEmitter, operand: PtxOperand): Operand {
  const value = emitter.read(operand, i32);
  return value.kind === 'int' ? int(value.value, i64) : emitter.cast('zext', value, i64);
}

/** How a matrix lies in memory: lines of elements. @throws UnsupportedPtx for one whose lines are not known */
function matrixOf(words: readonly string[], which: string, opcode: string) {
  const sizes = words.map((word) => /^m(\d{1,3})n(\d{1,3})k(\d{1,3})$/.exec(word)).find((match) => match !== null);
  const bits = ELEMENT_BITS.get(words.at(-1) ?? '');
  const isByColumns = words.includes('col');
  if (!sizes || bits === undefined || isByColumns === words.includes('row')) throw notModelled(opcode);
  const [m, n, k] = sizes.slice(1).map(Number) as [number, number, number];
  const [rows, columns] = which === 'a' ? [m, k] : which === 'b' ? [k, n] : [m, n];
  const [lines, line] = isByColumns ? [columns, rows] : [rows, columns];
  return { lines, line, bits };
}

const ELEMENT_BITS: ReadonlyMap<string, number> = new Map([
  ...['b1'].map((type) => [type, 1] as const),
  ...['u4', 's4'].map((type) => [type, 4] as const),
  ...['u8', 's8'].map((type) => [type, 8] as const),
  ...['f16', 'bf16'].map((type) => [type, 16] as const),
  ...['f32', 'tf32', 's32'].map((type) => [type, 32] as const),
  ['f64', 64],
]);

/** What a register of a result holds, by the first type in the name of an instruction. */
const RESULTS: ReadonlyMap<string, { readonly type: Type; readonly name: string }> = new Map([
  ['f64', { type: floatType('double'), name: 'f64' }],
  ['f32', { type: floatType('float'), name: 'f32' }],
  // Two halves, or what else fits into a word.
  ...['f16', 's32', 'b16', 'b32'].map((name) => [name, { type: i32, name: 'i32' }] as const),
]);

/** `ldmatrix.sync.aligned.m8n8.x4{.trans}{.shared}.b16 {r…}, [row]`: lanes 8i to 8i + 7 name the rows of the i-th matrix. */
export function loadRows(emitter: PtxEmitter, statement: PtxStatement): void {
  const { operands, opcode } = statement;
  const [to, from] = operands;
  const { count, space } = rowsOf(statement);
  const elements = to?.kind === 'vector' ? to.elements : to ? [to] : [];
  if (elements.length !== count || operands.length !== 2) throw notModelled(opcode);
  const row = addressOf(emitter, from, space);
  ofFirstLanes(emitter, 8 * count, () => {
    emitter.emit({ op: 'load', pointer: row, volatile: false, ordering: null, syncScope: null, align: ROW }, ROW_TYPE);
  });
  for (const element of elements) emitter.write(element, emitter.call('__gpurace_row_i32', [], i32), false);
}

/** `stmatrix.sync.aligned.m8n8.x4{.trans}{.shared}.b16 [row], {r…}`. */
export function storeRows(emitter: PtxEmitter, statement: PtxStatement): void {
  const { operands, opcode } = statement;
  const [to, from] = operands;
  const { count, space } = rowsOf(statement);
  const elements = from?.kind === 'vector' ? from.elements.length : 1;
  if (elements !== count || operands.length !== 2) throw notModelled(opcode);
  const row = addressOf(emitter, to, space);
  ofFirstLanes(emitter, 8 * count, () => {
    // What is in a row comes from the registers of other lanes.
    const value = [0, 1, 2, 3].reduce<Operand>(
      (whole, i) => {
        const element = emitter.call('__gpurace_row_i32', [], i32);
        return emitter.emit({ op: 'insertelement', vector: whole, element, index: int(i, i64) }, ROW_TYPE);
      },
      { kind: 'undef', type: ROW_TYPE },
    );
    const store = { op: 'store', pointer: row, value, volatile: false, ordering: null, syncScope: null } as const;
    emitter.emit({ ...store, align: ROW }, voidType);
  });
}

/** Bytes of a row of a matrix. */
const ROW = 16;
const ROW_TYPE: Type = { kind: 'vector', length: 4, element: i32 };

/** How many matrices of eight rows of 16 bytes there are, and where. @throws UnsupportedPtx for other shapes */
function rowsOf({ words, opcode }: PtxStatement): { readonly count: number; readonly space: 'shared' | 'generic' } {
  // The assembler takes the shape and the number in either order.
  const [, sync, aligned, one, other, ...rest] = words;
  const [shape, number] = one === 'm8n8' ? [one, other] : [other, one];
  const count = /^x([124])$/.exec(number ?? '')?.[1];
  const isKnown = sync === 'sync' && aligned === 'aligned' && shape === 'm8n8' && rest.at(-1) === 'b16';
  const others = rest.slice(0, -1).filter((word) => word !== 'trans');
  const isShared = others.length === 1 && (others[0] === 'shared' || others[0] === 'shared::cta');
  if (!isKnown || count === undefined || (others.length > 0 && !isShared)) throw notModelled(opcode);
  return { count: Number(count), space: isShared ? 'shared' : 'generic' };
}

/** Emits what only the first lanes of a warp do. */
function ofFirstLanes(emitter: PtxEmitter, lanes: number, run: () => void): void {
  if (lanes >= 32) {
    run();
    return;
  }
  const lane = specialRegister(emitter, 'laneid');
  const isOne = emitter.emit({ op: 'icmp', predicate: 'ult', left: lane, right: int(lanes, i32) }, i1);
  emitter.when(isOne, false, run);
}

/** `elect.sync d|p, mask`: one lane of those in the mask, always the same. */
export function elect(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const [to, mask, ...rest] = operands;
  if (words.join('.') !== 'elect.sync' || to === undefined || rest.length > 0) throw notModelled(opcode);
  const lanes = emitter.read(mask, i32);
  const elected = emitter.call('__gpurace_elect_lane', [warpNumber(emitter), lanes], i32);
  const lane = specialRegister(emitter, 'laneid');
  const isIt = emitter.emit({ op: 'icmp', predicate: 'eq', left: lane, right: elected }, i1);
  emitter.write(to.kind === 'pair' ? to.first : to, elected, false);
  if (to.kind === 'pair') emitter.write(to.second, isIt, false);
}

function warpNumber(emitter: PtxEmitter): Operand {
  const register = (name: string) => specialRegister(emitter, name);
  const rows = emitter.binary('add', emitter.binary('mul', register('tid.z'), register('ntid.y')), register('tid.y'));
  const thread = emitter.binary('add', emitter.binary('mul', rows, register('ntid.x')), register('tid.x'));
  return emitter.binary('lshr', thread, int(5, i32));
}
