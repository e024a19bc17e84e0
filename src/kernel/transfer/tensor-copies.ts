/**
 * Copies of boxes of tensors (`cp.async.bulk.tensor`). Where a box lies in shared memory is known, and how large it is says the
 * map, which host code makes: of one that a launch passes our own header leaves the size in it (`cuTensorMapEncodeTiled`). Where
 * it is not known, it is taken of a copy that a barrier object waits for that the bytes are copied that are expected for it.
 */
import { LARGEST_BOX } from '../../intrinsics/index.ts';
import { conjuncts, type Int, isConstant, single, type Terms } from '../../terms/index.ts';
import { argument, type CallSite, refuseAt } from '../call-site.ts';
import { expectedFor } from '../expected-bytes.ts';
import type { AsyncCopy, KernelAccess, PartialBarrierUse } from '../kernel-model.ts';
import type { Target, Value } from '../memory.ts';
import type { State } from '../state.ts';
import { boundBox, boundElsewhere, boundMulticast } from './partial-barriers.ts';
import { type BoxElement, bytesOfBox, elementsOfBox } from './tensor-maps.ts';
import type { Transfers } from './transfer.ts';

/** Which argument is the map. */
const LOADED_BY = 2;
const STORED_BY = 1;

export const TENSOR_COPIES: Transfers<'tensor-load' | 'tensor-store'> = {
  'tensor-load': (site, state, { isMulticast, isOfPair }) => {
    const { recorder, memory } = site.thread;
    const to = argument(site, 0);
    if (to.kind !== 'pointer' || (isMulticast && to.targets.some(({ base }) => base.length > 0))) {
      refuseAt(site, 'an asynchronous copy of unknown place or length');
      return state;
    }
    if (isMulticast) return multicast(site, state, to.targets);
    if (isOfPair && isElsewhere(argument(site, 1))) return forPeer(site, state, to.targets);
    const known = bytesOfBox(site, state, LOADED_BY);
    if (known === null) recorder.assume('memory', 'copies by tensor maps copy the bytes that are expected for them');
    const size = known ?? boxSize(site, to.targets);
    const copy = boundBox(site, state, size, known === null ? 'box' : 'copy');
    const elements = elementsOfBox(site, state, LOADED_BY);
    if (elements === null)
      recorder.assume('aliasing', 'nobody writes the tensors that are copied by tensor maps into shared memory');
    for (const element of elements ?? []) recordElement(site, state, 'read', { element, copy, map: LOADED_BY });
    return to.targets.reduce((after, target) => {
      record(site, state, { kind: 'write', target, copy, size });
      return memory.overwrite(after, { ...target, offset: site.thread.symbols.iteration() }, 1);
    }, state);
  },
  'tensor-store': (site, state) => {
    const { recorder, memory } = site.thread;
    const copy = recorder.groupedCopy(state, 'thread', 'bulk');
    const from = argument(site, 0);
    if (from.kind === 'pointer') {
      const size = bytesOfBox(site, state, STORED_BY) ?? boxSize(site, from.targets);
      for (const target of from.targets) record(site, state, { kind: 'read', target, copy, size });
    }
    const elements = from.kind === 'pointer' ? elementsOfBox(site, state, STORED_BY) : null;
    if (elements === null) {
      refuseAt(site, 'memory that a copy by a tensor map writes');
      return state;
    }
    return elements.reduce((after, element) => {
      recordElement(site, state, 'write', { element, copy, map: STORED_BY });
      return memory.overwrite(after, element.target, element.bytes);
    }, state);
  },
};

/** Which argument says where a box goes that several blocks are sent. */
const MASK = 9;

/** Each block that a mask names is sent the box. */
function multicast(site: CallSite, before: State, targets: readonly Target[]): State {
  const box = boxForOthers(site, before);
  if (box === null) {
    refuseAt(site, 'a copy to several blocks by a tensor map that is not known');
    return before;
  }
  const copies = boundMulticast(site, before, { mask: argument(site, MASK), bytes: box.size, at: 1 }) ?? [];
  for (const { copy, state, rank } of copies) {
    recordBox(site, state, { copy, box, targets: targets.map((target) => ({ ...target, base: [rank] })) });
  }
  return overwritten(site, before, targets);
}

function isElsewhere(object: Value): boolean {
  return object.kind === 'pointer' && object.targets.some(({ base }) => base.length > 0);
}

/** A box to the block itself, for an object of the other block of its pair. */
function forPeer(site: CallSite, state: State, targets: readonly Target[]): State {
  const box = boxForOthers(site, state);
  if (box === null) {
    refuseAt(site, 'a copy for a barrier object of another block by a tensor map that is not known');
    return state;
  }
  recordBox(site, state, { copy: boundElsewhere(site, state, box.size), box, targets });
  return overwritten(site, state, targets);
}

interface Box {
  /** Bytes. */
  readonly size: Int;
  readonly elements: readonly BoxElement[];
}

/** A box whose bytes other threads than this one expect: all of it has to be known; null where it is not. */
function boxForOthers(site: CallSite, state: State): Box | null {
  const size = bytesOfBox(site, state, LOADED_BY);
  const elements = elementsOfBox(site, state, LOADED_BY);
  return size === null || elements === null ? null : { size, elements };
}

function recordBox(
  site: CallSite,
  state: State,
  { copy, box, targets }: { readonly copy: AsyncCopy; readonly box: Box; readonly targets: readonly Target[] },
): void {
  for (const element of box.elements) recordElement(site, state, 'read', { element, copy, map: LOADED_BY });
  for (const target of targets) record(site, state, { kind: 'write', target, copy, size: box.size });
}

/** The state in which anything may stand in the thread's own block where the box goes. */
function overwritten({ thread: { memory, symbols } }: CallSite, state: State, targets: readonly Target[]): State {
  return targets.reduce(
    (after, target) => memory.overwrite(after, { ...target, offset: symbols.iteration() }, 1),
    state,
  );
}

interface Copied {
  readonly element: BoxElement;
  readonly copy: AsyncCopy;
  /** Which argument is the map. */
  readonly map: number;
}

/** What a copy does to an element in global memory. */
function recordElement(
  { thread, frame, call }: CallSite,
  state: State,
  kind: 'read' | 'write',
  { element: { target, bytes: size, isThere }, copy, map }: Copied,
): void {
  const inside = { ...state, path: thread.terms.and(state.path, isThere) };
  const pointer = call.arguments[map]!;
  thread.recorder.access(frame, inside, { kind, target, size, copy, pointer, location: call.location });
}

/**
 * Bytes of a box whose map is not known: a number of which only this is known. From one of the places that the address may
 * lead to it does not reach beyond the next: a ring's stages are apart.
 */
function boxSize({ thread: { symbols } }: CallSite, targets: readonly Target[]): Int {
  let most = BigInt(LARGEST_BOX);
  for (const { coefficient } of targets.flatMap(({ offset }) => offset.monomials)) {
    if (abs(coefficient) < most) most = abs(coefficient);
  }
  return symbols.unknown('unknown', { low: 1n, high: most }, 'box');
}

function abs(n: bigint): bigint {
  return n < 0n ? -n : n;
}

interface Part {
  readonly kind: KernelAccess['kind'];
  readonly target: Target;
  readonly copy: AsyncCopy;
  readonly size: Int;
}

function record({ thread, frame, call }: CallSite, state: State, { kind, target, copy, size }: Part): void {
  const { terms: t, symbols, recorder } = thread;
  const at = symbols.iteration();
  const inside = { ...state, path: t.and(state.path, t.lt(at, size)) };
  const moved = { ...target, offset: t.add(target.offset, at) };
  const pointer = call.arguments[0]!;
  recorder.access(frame, inside, { kind, target: moved, size: 1, copy, pointer, location: call.location });
}

/**
 * The accesses, where a box is known to be as large as what is expected for it, or no larger.
 * @param assume told of what is taken for granted of boxes whose sizes are not known
 */
export function withBoxes(
  t: Terms,
  accesses: readonly KernelAccess[],
  uses: readonly PartialBarrierUse[],
  assume: (text: string) => void,
): readonly KernelAccess[] {
  const boxes = uses.filter(({ kind }) => kind === 'box');
  if (boxes.length === 0) return accesses;
  const found = new Map(boxes.map((box) => [box, expectedFor(t, uses, box)]));
  const expected = new Map(boxes.map((box) => [box, found.get(box)?.expects ?? null]));
  const others = uses.filter(({ kind }) => kind === 'copy').map((copy) => expectedFor(t, uses, copy)?.expects);
  return accesses.map((access) => {
    const box = boxes.find(({ copy }) => copy === access.copy?.id);
    const expects = (box && expected.get(box)) ?? null;
    const size = box?.count ? single(box.count) : null;
    if (!expects?.count || !size) return access;
    const { count } = expects;
    const { high } = box!.count!.range;
    const isOnce = found.get(box!)?.isRepeated === false;
    const isAlone = isOnce && [...expected.values(), ...others].filter((one) => one === expects).length === 1;
    // Of a number that varies it is enough to know that it is none smaller.
    if (!isAlone || !isConstant(count)) {
      const isBounded = high !== null && high < LARGEST_BOX && (!isConstant(count) || high < count.constant);
      if (isBounded) assume(`a copy by a tensor map to ${access.object.name} is of ${high} bytes at most`);
      return { ...access, path: t.and(access.path, t.le(box!.count!, count)) };
    }
    const { cond } = t.substitution((atom) => (atom === size ? count : undefined));
    return { ...access, path: t.and(...conjuncts(access.path).map(cond)) };
  });
}
