/**
 * Clusters of blocks: their size, their barrier, and the shared memory of their other blocks. A pointer into that has the
 * block's rank as its base, so that two accesses of it meet in one block's memory only.
 */
import { allArguments, type CallSite, define, refuseAt } from '../call-site.ts';
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
