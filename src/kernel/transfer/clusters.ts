/**
 * Clusters of blocks: their size, their barrier, and the shared memory of their other blocks. A pointer into that has the
 * block's rank as its base, so that two accesses of it meet in one block's memory only.
 */
import { type Int, isConstant, type MachineInt, single } from '../../terms/index.ts';
import { allArguments, type CallSite, define, refuseAt } from '../call-site.ts';
import { rankInCluster } from '../cluster-memory.ts';
import type { Value } from '../memory.ts';
import type { State } from '../state.ts';
import { perAxis } from './geometry.ts';
import { type Transfers, unknown } from './transfer.ts';

function mapped(site: CallSite, state: State): State {
  const { machine } = site.thread;
  const [pointer, rank] = allArguments(site);
  const isShared = pointer?.kind === 'pointer' && pointer.targets.every(({ object }) => object.space === 'shared');
  if (!isShared || rank?.kind !== 'int') {
    refuseAt(site, 'memory of another block at an unknown address');
    return unknown(site, state);
  }
  const base = [machine.unsigned(rank)];
  define(site, { kind: 'pointer', targets: pointer.targets.map((target) => ({ ...target, base })) });
  return state;
}

/** The rank of the other block of the thread's pair (`cta_group::2`), which differs in the last bit; null after a refusal. */
export function rankOfPeer(site: CallSite): Int | null {
  const { terms: t, input } = site.thread;
  const { clusterDim } = input.launch;
  const size = clusterDim.reduce((product, axis) => t.mul(product, axis), t.one);
  if (!isConstant(size) || size.constant % 2n !== 0n) {
    refuseAt(site, 'what a pair of blocks does together in a cluster whose size is not known to be even');
    return null;
  }
  const rank = rankInCluster(t, input.launch, input.blockIdx);
  return t.add(rank, t.sub(t.one, t.scale(t.mod(rank, t.constant(2)), 2n)));
}

/** Of an address in shared memory as a number: all bits but the one that tells the two blocks of a pair apart. */
const FIRST_OF_PAIR = 0xfeffffffn;
const REGISTER = 1n << 32n;

/**
 * The same place in the first block of the thread's pair, where an address is masked to lead there, as CUTLASS does with that of the
 * barrier object for a copy (`cta_group::2`); null for other numbers.
 */
export function inFirstOfPair({ thread }: CallSite, { term, width }: MachineInt): Value | null {
  const { terms: t, input, objects, recorder } = thread;
  const masked = single(term);
  if (masked?.kind !== 'bits' || masked.operator !== 'and' || width !== 32) return null;
  const [x] = input.launch.clusterDim;
  const isMask = isConstant(masked.right) && masked.right.constant === FIRST_OF_PAIR;
  if (!isMask || !isConstant(x) || x.constant % 2n !== 0n) return null;
  const cut = single(masked.left);
  const isCut = cut?.kind === 'mod' && isConstant(cut.divisor) && cut.divisor.constant === REGISTER;
  const own = objects.pointerBehind({
    kind: 'int',
    term: isCut ? cut.dividend : masked.left,
    width,
    signedExact: true,
  });
  if (own?.kind !== 'pointer' || own.targets.some(({ object, base }) => object.space !== 'shared' || base.length > 0))
    return null;
  recorder.assume('memory', 'bit 24 of an address in the shared memory of a cluster tells the blocks of a pair apart');
  const rank = rankInCluster(t, input.launch, input.blockIdx);
  const base = [t.sub(rank, t.mod(rank, t.constant(2)))];
  return { kind: 'pointer', targets: own.targets.map((target) => ({ ...target, base })) };
}

export const CLUSTERS: Transfers<'cluster-size' | 'cluster-barrier' | 'map-shared' | 'shared-rank'> = {
  'cluster-size': (site, state, { axis }) => {
    const { terms, input } = site.thread;
    return perAxis(site, state, axis, (i) => input.launch.clusterDim[i], terms.one);
  },
  'cluster-barrier': (site, state, { of, operation }) => {
    const { terms: t, counters, recorder } = site.thread;
    const { location } = site.call;
    const barrier = counters.partialBarrier(of, { kind: of });
    if (barrier === null) {
      refuseAt(site, 'too many barriers of parts of a block');
      return state;
    }
    // What a thread did before it comes behind its next arrival that hands something on: that is not followed.
    if (operation === 'arrive-relaxed') {
      refuseAt(site, 'an arrival at the barrier of a cluster that orders no memory');
      return state;
    }
    recorder.partialBarrier(site.frame, state, { barrier: barrier.id, kind: operation, count: null, location });
    const { arrived, waited } = counters.partialCount(state, barrier);
    return counters.withPartialCount(
      state,
      barrier,
      operation === 'arrive' ? { arrived: t.add(arrived, t.one), waited } : { arrived, waited: arrived },
    );
  },
  'map-shared': mapped,
  'shared-rank': (site, state) => {
    refuseAt(site, 'the block whose shared memory an address leads to');
    return unknown(site, state);
  },
};
