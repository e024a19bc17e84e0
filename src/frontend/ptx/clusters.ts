/** PTX's addresses of shared memory in other blocks of the cluster: calls of our own functions, as those of the headers are. */
import { AddressSpace } from '../../ir/program.ts';
import { pointerType } from '../llvm/types.ts';
import type { PtxEmitter } from './emitter.ts';
import { notModelled, type PtxStatement } from './parse.ts';
import { i32, i64 } from './types.ts';

/** `mapa.shared::cluster.u32 d, a, b` of an address within shared memory, and `mapa.u64` of a generic one. */
export function mapAddress(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const [, ...rest] = words;
  const isShared = rest[0] === 'shared::cluster';
  const type = isShared ? rest[1] : rest[0];
  const [to, from, rank, ...more] = operands;
  const isKnown = (type === 'u32' && isShared) || type === 'u64';
  if (!isKnown || rest.length !== (isShared ? 2 : 1) || !to || !from || !rank || more.length > 0)
    throw notModelled(opcode);
  const space = isShared ? AddressSpace.shared : AddressSpace.generic;
  const given = emitter.value(from);
  const pointer = given.type.kind === 'pointer' ? given : emitter.pointer(given, space);
  const generic = emitter.convert(pointer, pointerType(AddressSpace.generic));
  const args = [generic, emitter.read(rank, i32)];
  const mapped = emitter.call('__gpurace_map_shared', args, pointerType(AddressSpace.generic));
  const result = isShared ? emitter.convert(mapped, pointerType(AddressSpace.shared)) : mapped;
  emitter.write(to, emitter.convert(result, type === 'u32' ? i32 : i64), false);
}

/** `getctarank{.shared::cluster}.u32 d, a`: the rank of the block whose shared memory an address leads to. */
export function rankOfAddress(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const [, ...rest] = words;
  const [to, from, ...more] = operands;
  const isShared = rest[0] === 'shared::cluster';
  const type = rest.at(-1);
  if ((type !== 'u32' && type !== 'u64') || rest.length !== (isShared ? 2 : 1) || !to || !from || more.length > 0)
    throw notModelled(opcode);
  const given = emitter.value(from);
  const space = isShared ? AddressSpace.shared : AddressSpace.generic;
  const pointer = given.type.kind === 'pointer' ? given : emitter.pointer(given, space);
  const generic = emitter.convert(pointer, pointerType(AddressSpace.generic));
  emitter.write(to, emitter.call('__gpurace_shared_rank', [generic], i32), false);
}
