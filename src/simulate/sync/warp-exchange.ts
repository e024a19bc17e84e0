/** What each lane of a warp gets from an exchange with the others: shuffles, votes, matches, reductions (PTX ISA 9.7.13). */
import { WARPGROUP } from '../../intrinsics/index.ts';
import type { ShuffleMode, SyncOperation } from '../bytecode/micro-operations.ts';
import type { Thread } from '../thread.ts';
import type { SyncOperands } from './sync-operands.ts';

/** What lanes of a warp do together, or threads of a tile. */
export type WarpOperation = Extract<SyncOperation, { kind: keyof typeof OF_WARPS }>;

const OF_WARPS = {
  'warp-barrier': true,
  'tile-barrier': true,
  'warpgroup-wait': true,
  collective: true,
  shuffle: true,
  vote: true,
  match: true,
  reduce: true,
} as const;

export function isOfWarp(operation: SyncOperation): operation is WarpOperation {
  return operation.kind in OF_WARPS;
}

/** Of how many consecutive threads an operation is; null: of the lanes in its mask. */
export function tileOf(operation: WarpOperation, operands: SyncOperands, thread: Thread): number | null {
  if (operation.kind === 'warpgroup-wait') return WARPGROUP;
  return operation.kind === 'tile-barrier' ? Math.max(1, operands.word(thread, 0)) : null;
}

/** The words that `thread` gets from an operation that `members` have come to; none where it only synchronises. */
export function exchanged(
  operands: SyncOperands,
  operation: Exclude<WarpOperation, { kind: 'collective' }>,
  thread: Thread,
  members: readonly Thread[],
): readonly number[] {
  switch (operation.kind) {
    case 'shuffle':
      return shuffled(operands, operation.mode, thread, members);
    case 'vote':
      return voted(operands, operation.mode, members);
    case 'match': {
      const value = (member: Thread) => {
        const at = operands.wordAt(member, 1);
        return operation.wide ? `${member.I[at]}:${member.I[at + 1]}` : member.I[at]!;
      };
      const own = value(thread);
      const same = members.filter((member) => value(member) === own);
      if (operation.mode === 'any') return lanesOf(same);
      return same.length === members.length ? [operands.word(thread, 0), 1] : [0, 0];
    }
    case 'reduce': {
      const combine = REDUCTIONS[operation.operator];
      // Not `reduce(combine)`: `Math.min` would take the index and the array that it is given for values, too.
      return [members.map((member) => operands.word(member, 1)).reduce((a, b) => combine(a, b))];
    }
    case 'warp-barrier':
    case 'tile-barrier':
    case 'warpgroup-wait':
      return [];
  }
}

function voted(
  operands: SyncOperands,
  mode: Extract<SyncOperation, { kind: 'vote' }>['mode'],
  members: readonly Thread[],
): readonly number[] {
  const yes = members.filter((member) => operands.word(member, 1) !== 0);
  switch (mode) {
    case 'all':
      return [yes.length === members.length ? 1 : 0];
    case 'any':
      return [yes.length > 0 ? 1 : 0];
    case 'uni':
      return [yes.length === members.length || yes.length === 0 ? 1 : 0];
    case 'ballot':
      return lanesOf(yes);
  }
}

/** As the PTX manual writes `shfl.sync`: operands are mask, value, lane or distance, and limit with segment mask. */
function shuffled(
  operands: SyncOperands,
  mode: ShuffleMode,
  thread: Thread,
  members: readonly Thread[],
): readonly number[] {
  // A lane that does not take part gives an undefined value; one's own is as good as any.
  const sentBy = (lane: number) => operands.word(members.find((member) => member.lane === lane) ?? thread, 1);
  if (mode === 'lane') return [sentBy(operands.word(thread, 2))];
  const { lane } = thread;
  const by = operands.word(thread, 2) & 31;
  const control = operands.word(thread, 3);
  const limit = control & 31;
  const segment = (control >> 8) & 31;
  const last = (lane & segment) | (limit & ~segment);
  const source = {
    up: lane - by,
    down: lane + by,
    bfly: lane ^ by,
    idx: (lane & segment) | (by & ~segment),
  }[mode];
  const isInside = mode === 'up' ? source >= last : source <= last;
  return [sentBy(isInside ? source : lane), isInside ? 1 : 0];
}

/** The lanes of threads of one warp as a mask, low word first. */
export function lanesOf(threads: readonly Thread[]): [number, number] {
  const word = (upper: 0 | 1) =>
    threads.reduce((bits, { lane }) => (lane >> 5 === upper ? bits | (1 << (lane & 31)) : bits), 0);
  return [word(0), word(1)];
}

const REDUCTIONS: Record<Extract<SyncOperation, { kind: 'reduce' }>['operator'], (a: number, b: number) => number> = {
  add: (a, b) => (a + b) | 0,
  min: Math.min,
  max: Math.max,
  umin: (a, b) => (a >>> 0 < b >>> 0 ? a : b),
  umax: (a, b) => (a >>> 0 > b >>> 0 ? a : b),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};
