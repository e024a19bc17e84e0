/** PTX's bulk copies (`cp.async.bulk`) and the fences of their proxy: calls of our own functions, as those of the headers are. */
import { MOST_AXES } from '../../intrinsics/index.ts';
import type { Operand } from '../../ir/program.ts';
import { pointerType, voidType } from '../llvm/types.ts';
import type { PtxEmitter } from './emitter.ts';
import { addressOf } from './memory-accesses.ts';
import type { PtxOperand } from './operands.ts';
import { notModelled, type PtxStatement } from './parse.ts';
import { i16, i32, i64, int } from './types.ts';

const CACHE_HINT = 'L2::cache_hint';
const COMPLETES = ['mbarrier::complete_tx::bytes'];
/** To each block of the cluster that a mask names, one operand more. */
const MULTICAST = 'multicast::cluster';
const BY_GROUP = ['bulk_group'];

/** `cp.async.bulk` from global to shared memory or back, `commit_group`, `wait_group{.read} N`, `prefetch`. */
export function bulkCopy(emitter: PtxEmitter, statement: PtxStatement): void {
  const { words, opcode, operands } = statement;
  if (words[3] === 'tensor') {
    boxCopy(emitter, statement);
    return;
  }
  const [to, from, ...rest] = words.slice(3);
  const isHinted = rest.includes(CACHE_HINT);
  const given = isHinted ? operands.slice(0, -1) : operands;
  const isMulticast = to === 'shared::cluster' && rest.includes(MULTICAST);
  const how = rest.filter((word) => word !== CACHE_HINT && !(isMulticast && word === MULTICAST));
  const ends = (completion: readonly string[]) => how.join() === completion.join();
  if (to === 'commit_group' && from === undefined) emitter.call('__gpurace_bulk_group', [], voidType);
  else if (to === 'wait_group' && (from === undefined || from === 'read') && rest.length === 0) {
    const name = from === 'read' ? '__gpurace_bulk_wait_read' : '__gpurace_bulk_wait';
    emitter.call(name, [emitter.read(operands[0], i32)], voidType);
  } else if (isShared(to) && from === 'global' && ends(COMPLETES) && given.length === (isMulticast ? 5 : 4)) {
    const count = wide(emitter, emitter.read(given[2], i32));
    const parts = [addressOf(emitter, given[0], 'shared'), addressOf(emitter, given[1], 'global'), count, int(1, i64)];
    const object = addressOf(emitter, given[3], 'shared');
    const args = [...parts, count, int(1, i64), object];
    if (isMulticast) emitter.call('__gpurace_bulk_multicast', [...args, maskOf(emitter, given[4])], voidType);
    else emitter.call('__gpurace_bulk_load', args, voidType);
  } else if (to === 'global' && from === 'shared::cta' && ends(BY_GROUP) && given.length === 3) {
    const count = wide(emitter, emitter.read(given[2], i32));
    const parts = [addressOf(emitter, given[0], 'global'), addressOf(emitter, given[1], 'shared'), count, int(1, i64)];
    emitter.call('__gpurace_bulk_store', [...parts, count, int(1, i64)], voidType);
  } else if (to !== 'prefetch') throw notModelled(opcode);
}

/** The object may be that of the other block of a pair. */
const OF_PAIR = 'cta_group::2';

/** Words that say where the box lies in its tensor, and how the copy is cached. */
const OF_BOXES: ReadonlySet<string> = new Set([...['tile', 'im2col', 'im2col_no_offs', 'im2col::w'], CACHE_HINT]);

/** `cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [to], [map, {x, y}], [object]`, and back. */
function boxCopy(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const isOfPair = words.includes(OF_PAIR);
  const [dimensions, to, from, ...rest] = words.slice(4).filter((word) => word !== OF_PAIR && word !== 'cta_group::1');
  const ends = rest.filter((word) => !OF_BOXES.has(word)).join();
  if (/^[1-5]d$/.test(dimensions ?? '')) {
    const isMulticast = to === 'shared::cluster' && ends === `${COMPLETES[0]},${MULTICAST}`;
    if (isShared(to) && from === 'global' && (ends === COMPLETES[0] || isMulticast) && operands.length >= 3) {
      const [place, object] = [operands[0], operands[2]];
      const args = [addressOf(emitter, place, 'shared'), addressOf(emitter, object, 'shared')];
      const box = [...args, ...boxOf(emitter, operands[1], rest)];
      // Offsets of convolutions stand before the mask.
      if (isMulticast && (isOfPair || operands.length < 4 || rest.some((word) => word.startsWith('im2col'))))
        throw notModelled(opcode);
      if (isMulticast) emitter.call('__gpurace_tensor_multicast', [...box, maskOf(emitter, operands[3])], voidType);
      else emitter.call(isOfPair ? '__gpurace_tensor_load_of_pair' : '__gpurace_tensor_load', box, voidType);
      return;
    }
    if (to === 'global' && from === 'shared::cta' && ends === BY_GROUP[0] && operands.length >= 2) {
      const args = [addressOf(emitter, operands[1], 'shared'), ...boxOf(emitter, operands[0], rest)];
      emitter.call('__gpurace_tensor_store', args, voidType);
      return;
    }
  }
  throw notModelled(opcode);
}

/** A bit for each block of the cluster. */
function maskOf(emitter: PtxEmitter, operand: PtxOperand | undefined): Operand {
  const mask = emitter.read(operand, i16);
  return mask.kind === 'int' ? int(BigInt.asUintN(16, mask.value), i32) : emitter.cast('zext', mask, i32);
}

/** A map, the number of coordinates, and up to five of them; none where they are not simply those of the box's first element. */
function boxOf(emitter: PtxEmitter, operand: PtxOperand | undefined, how: readonly string[]): Operand[] {
  const given = operand?.kind === 'address' ? operand.coordinates : undefined;
  const isTiled = !how.some((word) => word.startsWith('im2col'));
  const coordinates = !isTiled || given === undefined ? [] : given.kind === 'vector' ? given.elements : [given];
  const numbers = coordinates.map((one) => emitter.read(one, i32));
  const others = Array.from({ length: MOST_AXES - numbers.length }, () => int(0, i32));
  return [mapOf(emitter, operand), int(numbers.length, i32), ...numbers, ...others];
}

/** The address of a map, or the number that it is, where it is plain: of other maps nothing is known of their boxes. */
function mapOf(emitter: PtxEmitter, operand: PtxOperand | undefined): Operand {
  const isPlain = operand?.kind === 'address' && operand.offsets.length === 0 && operand.displacement === 0n;
  const { base } = isPlain ? operand : {};
  if (base?.kind !== 'placeholder' && base?.kind !== 'register') return { kind: 'null', type: pointerType(0) };
  return emitter.value(base);
}

const REDUCTIONS: ReadonlySet<string> = new Set(['add', 'min', 'max', 'inc', 'dec', 'and', 'or', 'xor']);

/** `cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [to], [from], bytes`. */
export function bulkReduction(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const [, , async, bulk, to, from, ...rest] = words;
  const isHinted = rest.includes(CACHE_HINT);
  const given = isHinted ? operands.slice(0, -1) : operands;
  const [group, operation, ...type] = rest.filter((word) => word !== CACHE_HINT && word !== 'noftz');
  const isBulk = async === 'async' && bulk === 'bulk' && group === BY_GROUP[0] && type.length === 1;
  if (!isBulk || to !== 'global' || from !== 'shared::cta' || !REDUCTIONS.has(operation ?? '') || given.length !== 3) {
    throw notModelled(opcode);
  }
  const count = wide(emitter, emitter.read(given[2], i32));
  const parts = [addressOf(emitter, given[0], 'global'), addressOf(emitter, given[1], 'shared'), count, int(1, i64)];
  emitter.call('__gpurace_bulk_reduce', [...parts, count, int(1, i64)], voidType);
}

/** Shared memory of the block itself, unless an address was made for another one. */
function isShared(word: string | undefined): boolean {
  return word === 'shared::cta' || word === 'shared::cluster';
}

const FENCES: Readonly<Record<string, string>> = {
  '': '__gpurace_proxy_fence',
  global: '__gpurace_proxy_fence_global',
  'shared::cta': '__gpurace_proxy_fence_shared',
  // Of the block itself at least.
  'shared::cluster': '__gpurace_proxy_fence_shared',
};

/**
 * `fence.proxy.async{.global, .shared::cta}`, and `fence.mbarrier_init.release.cluster`, which only other blocks have need of;
 * `fence.proxy.tensormap::generic`, which is about maps of tensors and orders nothing else.
 * @returns false for other fences
 */
export function proxyFence(emitter: PtxEmitter, { words, operands }: PtxStatement): boolean {
  const [, kind, proxy, ...memory] = words;
  if (kind === 'proxy' && proxy === 'tensormap::generic') return true;
  if (operands.length > 0) return false;
  if (kind === 'mbarrier_init') return true;
  const name = kind === 'proxy' && proxy === 'async' ? FENCES[memory.join('.')] : undefined;
  if (name === undefined) return false;
  emitter.call(name, [], voidType);
  return true;
}

function wide(emitter: PtxEmitter, value: Operand): Operand {
  return value.kind === 'int' ? int(value.value, i64) : emitter.cast('zext', value, i64);
}
