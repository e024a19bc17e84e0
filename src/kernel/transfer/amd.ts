/**
 * What AMD's processors have of their own (LLVM's "User Guide for AMDGPU Backend"): waits for what a wavefront has begun to do
 * with LDS, the barrier that only joins threads, and addresses that a wavefront has one of.
 */
import { argument, type CallSite, define, refuseAt } from '../call-site.ts';
import type { State } from '../state.ts';
import { asInLane } from './lanes.ts';
import { type Transfers, unknown } from './transfer.ts';

/** Such a wait and such a barrier say nothing to the compiler about memory. */
const KEPT_IN_PLACE = 'the compiler moves no access to LDS across s_waitcnt and s_barrier';

/** The address that the first lane gives, which is what the instruction takes (`readfirstlane`). */
function firstLaneAddress(site: CallSite, state: State): State {
  const { terms: t } = site.thread;
  const given = argument(site, 0);
  if (given.kind !== 'pointer') {
    refuseAt(site, 'an asynchronous copy of unknown place or length');
    return unknown(site, state);
  }
  const { theirs } = asInLane(site.thread, t.zero, BigInt(site.thread.input.program.warpSize));
  const targets = given.targets.map((target) => ({
    ...target,
    guard: theirs.cond(target.guard),
    base: target.base.map(theirs.int),
    offset: theirs.int(target.offset),
  }));
  const isSame = targets.every((target, i) => {
    const own = given.targets[i]!;
    return target.guard === own.guard && target.offset === own.offset && target.base.every((x, j) => x === own.base[j]);
  });
  // Of which lanes the first one is that takes part is plain where all of them do.
  if (!isSame && theirs.cond(state.path) !== state.path) {
    refuseAt(site, 'a load to LDS whose address may differ between the lanes, of which some may not take part');
  }
  define(site, { kind: 'pointer', targets });
  return state;
}

export const AMD: Transfers<'lds-wait' | 'unfenced-barrier' | 'first-lane-address'> = {
  'lds-wait': ({ thread }, state) => ({ ...state, ldsWait: thread.recorder.accessesMet }),
  'unfenced-barrier': (site, state, { level, half, what }) => {
    const { recorder, counters } = site.thread;
    unknown(site, state);
    if (level !== 'block' || half !== null || state.ldsWait !== recorder.accessesMet) {
      refuseAt(site, what);
      return state;
    }
    recorder.assume('memory', KEPT_IN_PLACE);
    const { location } = site.call;
    recorder.barrier(site.frame, state, { width: level, kind: 'barrier', isStatement: false, location });
    return counters.pass(state, ['block']);
  },
  'first-lane-address': firstLaneAddress,
};
