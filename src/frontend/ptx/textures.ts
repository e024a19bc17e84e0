/** PTX's fetches of textures: reads of what the texture lies over, whose values nobody computes. */

import { voidType } from '../llvm/types.ts';
import type { PtxEmitter } from './emitter.ts';
import { notModelled, type PtxStatement } from './parse.ts';
import { i32, i64 } from './types.ts';

/** `tex.2d.v4.f32.s32 {d…}, [handle, {x, y}]` and `tld4`, by the handle of a texture object. */
export function fetch(emitter: PtxEmitter, { opcode, operands }: PtxStatement): void {
  const [to, from, ...rest] = operands;
  const isByHandle = from?.kind === 'address' && from.base.kind === 'register' && from.coordinates !== undefined;
  if (to?.kind !== 'vector' || !isByHandle || rest.length > 0) throw notModelled(opcode);
  emitter.call('__gpurace_texture_read', [emitter.read(from.base, i64)], voidType);
  for (const element of to.elements) emitter.write(element, emitter.call('__gpurace_unknown_i32', [], i32), false);
}
