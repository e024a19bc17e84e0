/**
 * PTX's instructions for the matrix units of Blackwell (`tcgen05`): one thread has matrices multiplied that lie in shared memory or in
 * tensor memory, the result is in tensor memory, and warps move it from there to their registers. All of that goes on beside the
 * threads. PTX ISA, TensorCore 5th Generation Family Instructions. With `cta_group::2` the matrix units of a pair of blocks do it together,
 * each with what lies in its own block.
 */
import { TENSOR_LANES } from '../../intrinsics/index.ts';
import type { Operand } from '../../ir/program.ts';
import { voidType } from '../llvm/types.ts';
import type { PtxEmitter } from './emitter.ts';
import { addressOf } from './memory-accesses.ts';
import type { PtxOperand } from './operands.ts';
import { notModelled, type PtxStatement } from './parse.ts';
import { specialRegister } from './special-registers.ts';
import { i1, i16, i32, i64, int } from './types.ts';

/** Blocks of a cluster that do it together. */
const GROUPS: Readonly<Record<string, number>> = { 'cta_group::1': 1, 'cta_group::2': 2 };
const WARP = ['sync', 'aligned'];
/** `tcgen05.mma`, `cp`, `commit`, `ld`, `st`, `wait::ld`, `fence::before_thread_sync`, `alloc`, `dealloc` and `relinquish_alloc_permit`. */
export function tensorCore(emitter: PtxEmitter, statement: PtxStatement): void {
  const { words, opcode, operands } = statement;
  const [, action = '', ...rest] = words;
  const isWords = (...known: readonly string[]) => rest.join() === known.join();
  const call = (name: string, ...args: Operand[]) => void emitter.call(`__gpurace_tmem_${name}`, args, voidType);
  if (action === 'mma') multiply(emitter, statement);
  else if (action === 'cp') copy(emitter, statement);
  else if (action === 'commit') commit(emitter, statement);
  else if (action === 'ld') load(emitter, statement);
  else if (action === 'st') store(emitter, statement);
  else if (action === 'wait::ld' && isWords(...WARP)) {
    call('load_group');
    call('load_wait', int(0, i32));
  } else if (action === 'wait::st' && isWords(...WARP)) {
    call('store_group');
    call('store_wait', int(0, i32));
  } else if (action === 'fence::before_thread_sync' && isWords()) call('fence_before');
  else if (action === 'fence::after_thread_sync' && isWords()) call('fence_behind');
  else if (action === 'alloc' && blocksOf(rest[0]) !== null && rest.at(-1) === 'b32') {
    const isShared = rest.some((word) => word === 'shared::cta' || word === 'shared');
    const columns = emitter.read(operands[1], i32);
    const name = blocksOf(rest[0]) === 2 ? 'allocate_pair' : 'allocate';
    call(name, addressOf(emitter, operands[0], isShared ? 'shared' : 'generic'), columns);
  } else {
    // What a block gives back it may not touch any more.
    const isGivenBack = action === 'dealloc' || action === 'relinquish_alloc_permit';
    if (!isGivenBack || blocksOf(rest[0]) === null) throw notModelled(opcode);
  }
}

/** How many blocks do it together; null where that is not said. */
function blocksOf(word: string | undefined): number | null {
  return word !== undefined && Object.hasOwn(GROUPS, word) ? GROUPS[word]! : null;
}

/** Bytes of an element of the first two matrices, by what kind of product it is. */
const KINDS: Readonly<Record<string, number>> = { 'kind::f16': 2, 'kind::tf32': 4, 'kind::f8f6f4': 1, 'kind::i8': 1 };
/** The same of products with factors for blocks of elements; those of half a byte do not lie by columns. */
const SCALED_KINDS: Readonly<Record<string, number>> = { 'kind::mxf8f6f4': 1, 'kind::mxf4': 1, 'kind::mxf4nvf4': 1 };
const OF_SCALES = /^(scale_vec::[124]X|block16|block32)$/;
/** Columns of tensor memory with the factors of 128 rows, or of so many columns of a product. */
const COLUMNS_OF_SCALES = 4;

/** Where the description of a product says of how many rows it is, and what of it says that each lane of a block holds one, as floats. */
const PLAIN_ROWS = {
  at: 24,
  bits: 5,
  unit: 16,
  mask: (0x1f << 24) | (1 << 4),
  full: (8 << 24) | (1 << 4),
  step: 8 << 24,
};
const SCALED_ROWS = { at: 27, bits: 2, unit: 128, mask: 3 << 27, full: 1 << 27, step: 1 << 27 };

/**
 * `tcgen05.mma.cta_group::1.kind::f16 [d], a, b, shape, {lanes,} accumulates{, scale}`: `a` may lie in tensor memory. With `block_scale`
 * there are two addresses of factors behind the shape. Of a pair, each block has half the rows of `a`, half the columns of `b`, and
 * half the product.
 */
function multiply(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const [group, kind = '', ...rest] = words.slice(2);
  const [d, a, b, shape, ...more] = operands;
  const isScaled = rest.includes('block_scale');
  const kinds = isScaled ? SCALED_KINDS : KINDS;
  const element = Object.hasOwn(kinds, kind) ? kinds[kind]! : null;
  const blocks = blocksOf(group);
  const isOfUse = (word: string) => word.startsWith('collector::');
  const isOfScale = (word: string) => isScaled && (word === 'block_scale' || OF_SCALES.test(word));
  const isKnown = blocks !== null && rest.every((word) => isOfUse(word) || isOfScale(word));
  if (!isKnown || element === null || !d || !a || !b || !shape) throw notModelled(opcode);
  // PTX ISA, Instruction Descriptor: how many columns and rows there are, and whether they lie by columns.
  const described = emitter.read(shape, i32);
  const field = (at: number, bits: number, unit: number) => {
    const shifted = emitter.binary('and', emitter.binary('lshr', described, int(at, i32)), int(2 ** bits - 1, i32));
    return wide(emitter, emitter.binary('mul', shifted, int(unit, i32)));
  };
  const lanesOf = isScaled ? SCALED_ROWS : PLAIN_ROWS;
  const columns = field(17, 6, 8);
  const read = (matrix: PtxOperand, count: Operand, at: number) =>
    operand(emitter, blocks, [emitter.read(matrix, i64), count, field(at, 1, element)]);
  const factor = (matrix: PtxOperand, width: number | Operand) =>
    touch(emitter, 'factor', tensorAddress(emitter, matrix, opcode), {
      ...{ lanes: TENSOR_LANES, columns: width, certain: 1, blocks },
    });
  if (a.kind === 'address') factor(a, 8);
  else read(a, field(lanesOf.at, lanesOf.bits, lanesOf.unit / blocks), 15);
  read(b, field(17, 6, 8 / blocks), 16);
  if (isScaled) {
    const [ofRows, ofColumns] = more;
    if (!ofRows || !ofColumns) throw notModelled(opcode);
    factor(ofRows, COLUMNS_OF_SCALES);
    const rounded = emitter.binary('add', columns, int(8 * COLUMNS_OF_SCALES - 1, i64));
    factor(ofColumns, emitter.binary('lshr', rounded, int(5, i64)));
  }
  // Of other products, and where lanes are left out, it is not told here which lanes they take.
  const layout = emitter.binary('and', described, int(lanesOf.mask, i32));
  const full = int(lanesOf.full + (blocks - 1) * lanesOf.step, i32);
  const isFull = emitter.emit({ op: 'icmp', predicate: 'eq', left: layout, right: full }, i1);
  const isOfAll = more[0]?.kind !== 'vector';
  const certain = emitter.emit(
    {
      op: 'select',
      condition: isFull,
      ifTrue: int(isOfAll ? TENSOR_LANES : 0, i64),
      ifFalse: int(isOfAll && blocks === 1 ? 1 : 0, i64),
    },
    i64,
  );
  touch(emitter, 'product', tensorAddress(emitter, d, opcode), { lanes: TENSOR_LANES, columns, certain, blocks });
}

/** A matrix in shared memory, in each of the blocks. */
function operand(emitter: PtxEmitter, blocks: number, args: readonly Operand[]): void {
  emitter.call('__gpurace_tcgen05_operand', args, voidType);
  if (blocks === 2) emitter.call('__gpurace_tcgen05_operand_of_peer', args, voidType);
}

/** `tcgen05.cp.cta_group::1.128x256b [to], from`: of a pair, each block copies what is its own. */
function copy(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const [group, shape] = words.slice(2);
  const [to, from] = operands;
  const [, lanes, bits] = /^(\d+)x(\d+)b$/.exec(shape ?? '') ?? [];
  const blocks = blocksOf(group);
  if (blocks === null || !to || !from || lanes === undefined || bits === undefined) throw notModelled(opcode);
  // How its rows lie is not followed.
  operand(emitter, blocks, [emitter.read(from, i64), int(0, i64), int(0, i64)]);
  const touched = Number(lanes) < 32 ? Number(lanes) : TENSOR_LANES;
  const sizes = { lanes: touched, columns: Number(bits) / 32, certain: 1, blocks };
  touch(emitter, 'copy', tensorAddress(emitter, to, opcode), sizes);
}

/** `tcgen05.commit.cta_group::1.mbarrier::arrive::one{.shared::cluster}{.multicast::cluster}.b64 [object]{, mask}`. */
function commit(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const [group, how, ...rest] = words.slice(2);
  const isShared = rest.some((word) => word.startsWith('shared'));
  const isMulticast = rest.includes('multicast::cluster');
  const isKnown = rest.every((word) => COMMIT_WORDS.has(word)) && operands.length === (isMulticast ? 2 : 1);
  if (blocksOf(group) === null || how !== 'mbarrier::arrive::one' || !isKnown) {
    throw notModelled(opcode);
  }
  const object = addressOf(emitter, operands[0], isShared ? 'shared' : 'generic');
  // It stands for a fence as well.
  emitter.call('__gpurace_tmem_fence_before', [], voidType);
  if (isMulticast) {
    const mask = emitter.read(operands[1], i16);
    const bits = mask.kind === 'int' ? int(BigInt.asUintN(16, mask.value), i64) : wide(emitter, mask);
    emitter.call('__gpurace_barrier_matrices_tell', [object, bits], voidType);
  } else emitter.call('__gpurace_barrier_matrices_arrive', [object, int(0, i64)], voidType);
}

const COMMIT_WORDS: ReadonlySet<string> = new Set(['b64', 'shared::cluster', 'shared::cta', 'multicast::cluster']);

/** `tcgen05.ld.sync.aligned.32x32b.x8.b32 {r…}, [from]`. */
function load(emitter: PtxEmitter, statement: PtxStatement): void {
  const [to, from, ...rest] = statement.operands;
  if (!to || !from || rest.length > 0) throw notModelled(statement.opcode);
  move(emitter, statement, from, 'load');
  for (const element of to.kind === 'vector' ? to.elements : [to]) {
    emitter.write(element, emitter.call('__gpurace_product_i32', [], i32), false);
  }
}

/** `tcgen05.st.sync.aligned.32x32b.x8.b32 [to], {r…}`. */
function store(emitter: PtxEmitter, statement: PtxStatement): void {
  const [to, from, ...rest] = statement.operands;
  if (!to || !from || rest.length > 0) throw notModelled(statement.opcode);
  move(emitter, statement, to, 'store');
}

/** How many lanes and columns of tensor memory a warp moves, by the shape; of the first each thread has its own lane. */
const SHAPES: Readonly<Record<string, { readonly lanes: number; readonly columns: number }>> = {
  '32x32b': { lanes: 1, columns: 1 },
  '16x64b': { lanes: 16, columns: 2 },
  '16x128b': { lanes: 16, columns: 4 },
  '16x256b': { lanes: 16, columns: 8 },
};

function move(emitter: PtxEmitter, { words, opcode }: PtxStatement, at: PtxOperand, name: 'load' | 'store'): void {
  const [sync, aligned, shape = '', number = '', ...rest] = words.slice(2);
  const sizes = Object.hasOwn(SHAPES, shape) ? SHAPES[shape]! : null;
  const count = /^x(\d+)$/.exec(number)?.[1];
  const isPacked = rest[0] === 'pack::16b' || rest[0] === 'unpack::16b';
  const isKnown =
    sync === 'sync' && aligned === 'aligned' && rest.at(-1) === 'b32' && rest.length === (isPacked ? 2 : 1);
  if (!isKnown || sizes === null || count === undefined) throw notModelled(opcode);
  const { lanes } = sizes;
  const columns = sizes.columns * Number(count) * (isPacked ? 2 : 1);
  const address = tensorAddress(emitter, at, opcode);
  if (lanes > 1) {
    touch(emitter, name, address, { lanes, columns, certain: lanes, makers: 32 });
    return;
  }
  const lane = emitter.binary('shl', specialRegister(emitter, 'laneid'), int(16, i32));
  touch(emitter, name, emitter.binary('add', address, lane), { lanes, columns, certain: 1 });
}

interface Sizes {
  readonly lanes: number;
  readonly columns: number | Operand;
  /** Lanes of these that are touched in any case. */
  readonly certain: number | Operand;
  /** Threads that do it together. */
  readonly makers?: number;
  /** In how many blocks of a pair it is. */
  readonly blocks?: number;
}

function touch(emitter: PtxEmitter, name: string, address: Operand, sizes: Sizes): void {
  const { lanes, columns, certain, makers = 1, blocks = 1 } = sizes;
  const numbers = [lanes, columns, certain, makers].map((n) => (typeof n === 'number' ? int(n, i64) : n));
  emitter.call(`__gpurace_tmem_${name}`, [address, ...numbers], voidType);
  if (blocks === 2) emitter.call(`__gpurace_tmem_${name}_of_peer`, [address, ...numbers], voidType);
}

/** `[address + n]`: in its upper half the lane, in its lower one the column. */
function tensorAddress(emitter: PtxEmitter, operand: PtxOperand, opcode: string): Operand {
  if (operand.kind !== 'address' || operand.coordinates !== undefined) throw notModelled(opcode);
  return [...operand.offsets, operand.base]
    .map((part) => emitter.read(part, i32))
    .reduce((sum, part) => emitter.binary('add', sum, part), int(operand.displacement, i32) as Operand);
}

function wide(emitter: PtxEmitter, value: Operand): Operand {
  return value.kind === 'int' ? int(value.value, i64) : emitter.cast('zext', value, i64);
}
