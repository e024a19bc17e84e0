/** What `tcgen05` does with tensor memory, on its own time, and the pieces of it that a block is given. */
import { COLUMN_BYTES, LANE_BYTES } from '../../intrinsics/index.ts';
import { isConstant } from '../../terms/index.ts';
import { allArguments, argument, refuseAt } from '../call-site.ts';
import { onPath } from '../interval-under.ts';
import type { AsyncCopy } from '../kernel-model.ts';
import { rankOfPeer } from './clusters.ts';
import type { Transfers } from './transfer.ts';

/** Bytes of the address of a piece. */
const ADDRESS_BYTES = 4;

export const TENSOR_MEMORY: Transfers<'tensor-access' | 'tensor-allocate' | 'tensor-fence'> = {
  'tensor-access': (site, state, { access: kind, queue, inOrder, isOfPeer }) => {
    const { thread, frame, call } = site;
    const { terms: t, symbols, recorder, tensorMemory } = thread;
    const [address, ...sizes] = allArguments(site);
    const [lanes, columns, , makers] = sizes.map((size) =>
      size.kind === 'int' && isConstant(size.term) ? size.term.constant : null,
    );
    const peer = isOfPeer ? rankOfPeer(site) : null;
    if (isOfPeer && peer === null) return state;
    const target = address?.kind === 'int' ? tensorMemory.at(onPath(t, state.path).int(address.term), peer) : null;
    if (target === null || lanes == null || columns == null || makers == null) {
      refuseAt(site, 'tensor memory at an unknown place, or of unknown size');
      return state;
    }
    const begun = recorder.groupedCopy(state, makers === 1n ? 'thread' : { tile: makers }, queue);
    const copy: AsyncCopy = {
      ...begun,
      ...(lanes > 1n && { isWithin: true }),
      ...(inOrder && { isInOrder: true }),
    };
    const lane = lanes > 1n ? symbols.iteration() : t.zero;
    const inside = lanes > 1n ? { ...state, path: t.and(state.path, t.lt(lane, t.constant(lanes))) } : state;
    const offset = t.add(target.offset, t.scale(lane, BigInt(LANE_BYTES)));
    const { location } = call;
    const bytes = { size: Number(columns) * COLUMN_BYTES, alignment: COLUMN_BYTES };
    const access = { kind, copy, target: { ...target, offset }, ...bytes, pointer: call.arguments[0]!, location };
    recorder.access(frame, inside, access);
    return state;
  },
  'tensor-allocate': (site, before, { isOfPair }) => {
    const { thread, frame, call } = site;
    const { recorder, memory, tensorMemory } = thread;
    const at = argument(site, 0);
    if (at.kind !== 'pointer' || at.targets.length !== 1) {
      refuseAt(site, 'tensor memory whose address is stored at an unknown place');
      return before;
    }
    const [target] = at.targets;
    const columns = argument(site, 1);
    const isKnown = columns.kind === 'int' && isConstant(columns.term);
    tensorMemory.give(target!, isKnown ? columns.term.constant : null, isOfPair);
    // Which lane stores it is not said.
    const { location } = call;
    const access = { kind: 'write', together: recorder.warpCall(), target: target!, size: ADDRESS_BYTES } as const;
    recorder.access(frame, before, { ...access, pointer: call.arguments[0]!, location });
    return memory.overwrite(before, target!, ADDRESS_BYTES);
  },
  'tensor-fence': ({ thread }, state, { when }) => {
    thread.recorder.proxyFence(state, when);
    return state;
  },
};
