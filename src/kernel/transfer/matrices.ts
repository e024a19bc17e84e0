/**
 * Matrices that the lanes of a warp load and store together (CUDA's `wmma`). Which lane does which part is not said, so
 * each lane's accesses are those of all of it, but for the other lanes at the same call (`check/order/barrier-intervals.ts`).
 */
import { isConstant } from '../../terms/index.ts';
import { allArguments, refuseAt } from '../call-site.ts';
import type { Transfers } from './transfer.ts';

/** Lines beyond so many bytes are no part of a matrix. */
const LONGEST_LINE = 1024n;

export const MATRICES: Transfers<'matrix-access'> = {
  'matrix-access': (site, before, { access: kind }) => {
    const { thread, frame, call } = site;
    const { terms: t, symbols, recorder, memory, machine } = thread;
    const [at, lines, bytes, stride] = allArguments(site);
    const isKnown = at?.kind === 'pointer' && lines?.kind === 'int' && bytes?.kind === 'int' && stride?.kind === 'int';
    const size = isKnown && isConstant(bytes.term) ? bytes.term.constant : null;
    if (!isKnown || size === null || size > LONGEST_LINE) {
      refuseAt(site, 'a matrix of a warp at an unknown place, or of unknown size');
      return before;
    }
    const line = symbols.iteration();
    const inside = { ...before, path: t.and(before.path, t.lt(line, machine.unsigned(lines))) };
    const together = recorder.warpCall();
    let state = before;
    for (const target of at.targets) {
      const offset = t.add(target.offset, t.mul(line, machine.unsigned(stride)));
      recorder.access(frame, inside, {
        ...{ kind, together, target: { ...target, offset }, size: Number(size) },
        ...{ pointer: call.arguments[0]!, location: call.location },
      });
      if (kind === 'write') state = memory.overwrite(state, target, 1);
    }
    return state;
  },
};
