/** Lowering of what the threads of a warp or block hand each other. The lanes that take part are a pair, bit by lane. */
import type { EffectOf } from '../../intrinsics/index.ts';
import { Op } from '../bytecode/opcodes.ts';
import { SpecialRegister } from '../special-registers.ts';
import type { Collective } from '../sync/collectives.ts';
import type { CallSite } from './call-site.ts';

/** The arguments behind the mask, with the mask as a pair before them. */
function behindMask(call: CallSite): number[] {
  return [call.pair(0), ...call.operands.slice(1).flat()];
}

export function lowerShuffle(call: CallSite, effect: EffectOf<'shuffle'>): number[] {
  const { mode, maskArgument, hasPredicate } = effect;
  const operands = maskArgument === null ? [call.builder.pair(0xffffffffn), ...call.operands.flat()] : behindMask(call);
  return call.sync({ kind: 'shuffle', mode, predicate: hasPredicate }, operands, hasPredicate ? 2 : 1);
}

export function lowerVote(call: CallSite, { mode, wide }: EffectOf<'vote'>): number[] {
  const b = call.builder;
  const words = call.sync({ kind: 'vote', mode }, behindMask(call), wide ? 2 : 1);
  const [low, high] = words;
  if (!wide) return words;
  const upper = b.compute(Op.shl64, b.compute(Op.zext32to64, high!), b.pair(32n));
  return [b.compute(Op.or64, b.compute(Op.zext32to64, low!), upper)];
}

export function lowerMatch(call: CallSite, { mode, wide }: EffectOf<'match'>): number[] {
  return call.sync({ kind: 'match', mode, wide }, behindMask(call), mode === 'all' ? 2 : 1);
}

export function lowerWarpReduce(call: CallSite, { operator }: EffectOf<'warp-reduce'>): number[] {
  // (value, mask) here, (mask, value) everywhere else.
  const mask = call.pair(1);
  return call.sync({ kind: 'reduce', operator }, [mask, call.operand(0)], 1);
}

export function lowerActiveMask(call: CallSite): number[] {
  return call.sync({ kind: 'activemask' }, [], 1);
}

export function lowerFirstLaneAddress(call: CallSite): readonly number[] {
  const b = call.builder;
  const collective: Collective = { what: 'broadcast', operator: null, signed: false, format: 'pair' };
  const number = b.compute(Op.ptrtoint, call.operand(0));
  const words = call.sync({ kind: 'collective', collective }, [b.pair(-1n), number, b.word(0)], 2);
  return [b.compute(Op.inttoptr, b.helper('join', words[0]!, words[1]!))];
}

/** OpenCL's functions that a work-group or sub-group computes together. */
export function lowerCollective(call: CallSite, { level, operation }: EffectOf<'collective'>): readonly number[] {
  if (operation === null) throw call.unsupported();
  const b = call.builder;
  const { what, operator } = operation;
  const { results } = call;
  const scalar = what === 'ballot' ? undefined : results[0];
  const format = scalar?.representation ?? 'word';
  if (format === 'pointer' || format === 'bfloat') throw call.unsupported();
  const isNarrow = scalar !== undefined && scalar.bits !== 0 && scalar.bits < 32;
  if ((what !== 'ballot' && results.length !== 1) || (isNarrow && operator !== null)) throw call.unsupported();
  const collective: Collective = { ...operation, format };
  const zero = b.constant(0, 0);
  const value = call.operands[0]?.[0] ?? zero;
  const index = level === 'block' && what === 'broadcast' ? threadIndex(call) : (call.operands[1]?.[0] ?? zero);
  const isWide = format === 'pair' || format === 'double';
  const count = isWide || what === 'ballot' ? 2 : 1;
  const got =
    level === 'block'
      ? call.sync(
          { kind: 'block-barrier', reduce: 'none', arriveOnly: false, orders: 'all', collective },
          [b.word(0), b.word(0), value, index],
          count,
        )
      : call.sync({ kind: 'collective', collective }, [b.pair(-1n), value, index], count);
  if (what === 'ballot') return results.map((_, i) => got[i] ?? zero);
  return isWide ? [b.helper('join', got[0]!, got[1]!)] : [got[0]!];
}

/** The number of the thread at local coordinates, which are the arguments behind the value: one to three. */
function threadIndex(call: CallSite): number {
  const b = call.builder;
  const words = call.operands.slice(1).map(([register], i) => {
    const [scalar] = call.scalars(i + 1);
    return scalar!.representation === 'pair' ? b.compute(Op.mov32, register!) : register!;
  });
  let size = call.special(SpecialRegister.blockDimX);
  let sum = words[0]!;
  for (const [i, word] of words.slice(1).entries()) {
    sum = b.compute(Op.add32, sum, b.compute(Op.mul32, word, size));
    if (i === 0) size = b.compute(Op.mul32, size, call.special(SpecialRegister.blockDimY));
  }
  return sum;
}
