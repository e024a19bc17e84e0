/**
 * Copies that belong to groups of the thread that began them (CUDA's `cp.async` and all that is built on it). A thread closes
 * groups and waits until all but the newest few are done; that tells the thread itself, and nobody else. Others may rely on
 * a copy behind a barrier that its thread comes to behind the wait (`check/order/flights.ts`).
 */
import { type Int, isConstant } from '../../terms/index.ts';
import { allArguments, argument, type CallSite, refuseAt } from '../call-site.ts';
import type { AsyncCopy, CopyMakers, KernelAccess } from '../kernel-model.ts';
import type { Target } from '../memory.ts';
import type { State } from '../state.ts';
import { boundCopy, boundMulticast, boundStore } from './partial-barriers.ts';
import type { Transfers } from './transfer.ts';

/** Copies of a known size beyond so many bytes are recorded element by element. */
const LARGEST_ACCESS = 4096n;

export const COPY_GROUPS: Transfers<
  'copy-begin' | 'bound-copy' | 'async-store' | 'copy-group' | 'copy-wait' | 'proxy-fence'
> = {
  'bound-copy': (site, state, { counted, isMulticast }) => {
    const parts = partsOf(site);
    if (parts === null || (isMulticast && parts.to.some(({ base }) => base.length > 0))) {
      refuseAt(site, 'an asynchronous copy of unknown place or length');
      return state;
    }
    const bytes = site.thread.terms.scale(parts.count, BigInt(parts.elementBytes));
    if (isMulticast) return multicast(site, state, parts, bytes);
    return begun(site, state, parts, boundCopy(site, state, counted, { by: parts.by, bytes }));
  },
  'async-store': (site, state, { reduces }) => {
    const { thread, frame, call } = site;
    const to = argument(site, 0);
    const given = argument(site, 1);
    const bytes = argument(site, 2);
    if (to.kind !== 'pointer' || bytes.kind !== 'int' || !isConstant(bytes.term)) {
      refuseAt(site, 'an asynchronous copy of unknown place or length');
      return state;
    }
    const size = Number(bytes.term.constant);
    const copy = boundStore(site, state, to.targets, bytes.term);
    const how = reduces ? ({ kind: 'atomic', scope: 'cluster' } as const) : ({ kind: 'write', scope: null } as const);
    const value = !reduces && given.kind === 'int' ? thread.values.identity(given) : null;
    return to.targets.reduce((after, target) => {
      const access = { ...how, copy, value, target, size, pointer: call.arguments[0]!, location: call.location };
      thread.recorder.access(frame, state, access);
      return thread.memory.overwrite(after, target, size);
    }, state);
  },
  'copy-begin': (site, state, { queue, reduces }) => {
    const parts = partsOf(site);
    if (parts !== null) {
      return begun(site, state, { ...parts, reduces }, site.thread.recorder.groupedCopy(state, parts.by, queue));
    }
    refuseAt(site, 'an asynchronous copy of unknown place or length');
    return state;
  },
  'copy-group': (site, state, { queue }) => site.thread.counters.closeCopyGroup(state, queue),
  'copy-wait': (site, state, { queue, reads }) => {
    const { machine, counters } = site.thread;
    const left = argument(site, 0);
    // A number that was never set: the wait may be for nothing.
    return left.kind === 'int' ? counters.waitForCopyGroups(state, machine.unsigned(left), queue, reads) : state;
  },
  'proxy-fence': ({ thread }, state, { memory }) => {
    thread.recorder.proxyFence(state, memory);
    return state;
  },
};

export interface Parts {
  readonly to: readonly Target[];
  readonly from: readonly Target[];
  /** Elements. */
  readonly count: Int;
  /** Elements that are read: there are zeros behind them. */
  readonly read: Int;
  readonly elementBytes: number;
  readonly by: CopyMakers;
  /** It adds, or the like, to what is there, one element after the other. */
  readonly reduces: boolean;
}

/** @returns null where it is not known. */
function partsOf(site: CallSite): Parts | null {
  const { machine } = site.thread;
  const [to, from, count, bytes, read, makers] = allArguments(site);
  if (to?.kind !== 'pointer' || from?.kind !== 'pointer' || count?.kind !== 'int' || read?.kind !== 'int') return null;
  if (bytes?.kind !== 'int' || !isConstant(bytes.term) || makers?.kind !== 'int' || !isConstant(makers.term))
    return null;
  const together = makers.term.constant;
  return {
    to: to.targets,
    from: from.targets,
    count: machine.unsigned(count),
    read: machine.unsigned(read),
    elementBytes: Number(bytes.term.constant),
    by: together === 1n ? 'thread' : together === 0n ? 'block' : { tile: together },
    reduces: false,
  };
}

/** @returns the state behind the call */
function begun(site: CallSite, before: State, parts: Parts, copy: AsyncCopy): State {
  const { memory } = site.thread;
  for (const target of parts.from) record(site, before, parts, { kind: 'read', target, copy });
  let state = before;
  for (const target of parts.to) {
    record(site, before, parts, { kind: parts.reduces ? 'atomic' : 'write', target, copy });
    state = memory.overwrite(state, target, parts.elementBytes);
  }
  return state;
}

/** The same to each block that a mask names, the argument behind the barrier object. @returns the state behind the call */
function multicast(site: CallSite, before: State, parts: Parts, bytes: Int): State {
  const { memory } = site.thread;
  const copies = boundMulticast(site, before, { mask: argument(site, 7), bytes, at: 6 }) ?? [];
  for (const { copy, state, rank } of copies) {
    const to = parts.to.map((target) => ({ ...target, base: [rank] }));
    begun(site, state, { ...parts, to }, copy);
  }
  return parts.to.reduce((after, target) => memory.overwrite(after, target, parts.elementBytes), before);
}

interface Part {
  readonly kind: KernelAccess['kind'];
  readonly target: Target;
  readonly copy: AsyncCopy;
}

/** Records all that is read or written: at once where its length is known, else an arbitrary element. */
function record({ thread, frame, call }: CallSite, state: State, parts: Parts, { kind, target, copy }: Part): void {
  const { terms: t, symbols, recorder } = thread;
  const { count, read, elementBytes } = parts;
  // Bulk reductions are atomic for the whole device, element by element.
  const scope = kind === 'atomic' ? ('device' as const) : null;
  const access = { kind, scope, copy, pointer: call.arguments[kind === 'read' ? 1 : 0]!, location: call.location };
  // Of a copy that may be filled with zeros it is enough to know whether it reads at all.
  const asked = kind === 'read' && read !== count ? t.lt(t.zero, read) : t.true;
  const inside = { ...state, path: t.and(state.path, asked) };
  const bytes = t.scale(count, BigInt(elementBytes));
  if (isConstant(bytes) && bytes.constant <= LARGEST_ACCESS) {
    recorder.access(frame, inside, { ...access, target, size: Number(bytes.constant) });
    return;
  }
  const element = symbols.iteration();
  const offset = t.add(target.offset, t.scale(element, BigInt(elementBytes)));
  const one = { ...inside, path: t.and(inside.path, t.lt(element, count)) };
  recorder.access(frame, one, { ...access, target: { ...target, offset }, size: elementBytes });
}
