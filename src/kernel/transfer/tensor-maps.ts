/**
 * What a map of a tensor says of a box, where a launch passes it: our own `cuTensorMapEncodeTiled` leaves that in the map, in
 * words of its own (`gpurace/driver_types.h`). In: the call that copies a box. Out: its bytes, and where its elements lie in
 * global memory (CUDA driver API, "Tensor Map Object Management").
 */
import { EXTENT_BITS, LARGEST_BOX, MAP_WORD_BYTES, MAP_WORDS, MOST_AXES } from '../../intrinsics/index.ts';
import { type Cond, type Int, isConstant } from '../../terms/index.ts';
import { argument, type CallSite } from '../call-site.ts';
import type { Target, Value } from '../memory.ts';
import type { State } from '../state.ts';

const EXTENT = BigInt(EXTENT_BITS);

/** Elements of a box in global memory: an arbitrary one of them. */
export interface BoxElement {
  readonly target: Target;
  readonly bytes: number;
  /** That there is such an element, within the box and the tensor: others are not copied. */
  readonly isThere: Cond;
}

/** Bytes that the box takes of shared memory; null where its map is not known. */
export function bytesOfBox(site: CallSite, state: State, mapArgument: number): Int | null {
  const bytes = wordOf(site, state, mapOf(site, mapArgument), MAP_WORDS.bytes);
  const isKnown = bytes !== null && isConstant(bytes) && bytes.constant > 0n && bytes.constant <= BigInt(LARGEST_BOX);
  return isKnown ? bytes : null;
}

/**
 * The coordinates come behind the map, and their number before them.
 * @returns null where it is not known which elements these are
 */
export function elementsOfBox(site: CallSite, state: State, mapArgument: number): readonly BoxElement[] | null {
  const { terms: t, machine, memory, symbols } = site.thread;
  const map = mapOf(site, mapArgument);
  const word = (number: number) => wordOf(site, state, map, number);
  const [bytes, element, extents] = [
    bytesOfBox(site, state, mapArgument),
    word(MAP_WORDS.element),
    word(MAP_WORDS.extents),
  ].map(constant);
  const axes = constant(numberOf(site, argument(site, mapArgument + 1)));
  const tensor = map && memory.load(state, at(site, map, MAP_WORDS.tensor), { kind: 'pointer', space: 0 });
  if (!bytes || !element || !extents || !axes || tensor?.kind !== 'pointer' || tensor.targets.length === 0) return null;
  const isThere: Cond[] = [];
  let offset: Int = t.zero;
  for (let axis = 0; axis < MOST_AXES; axis++) {
    const extent = (extents >> (EXTENT * BigInt(axis))) & ((1n << EXTENT) - 1n);
    if (axis >= axes) {
      if (extent !== 1n) return null;
      continue;
    }
    const first = argument(site, mapArgument + 2 + axis);
    const [size, stride] = [
      word(MAP_WORDS.sizes + axis),
      axis === 0 ? t.constant(element) : word(MAP_WORDS.strides + axis - 1),
    ];
    if (first.kind !== 'int' || size === null || stride === null) return null;
    const index = extent === 1n ? t.zero : symbols.iteration();
    const place = t.add(machine.signed(first), index);
    isThere.push(t.lt(index, t.constant(extent)), t.le(t.zero, place), t.lt(place, size));
    offset = t.add(offset, t.mul(place, stride));
  }
  return tensor.targets.map((target) => ({
    target: { ...target, offset: t.add(target.offset, offset) },
    bytes: Number(element),
    isThere: t.and(...isThere),
  }));
}

/** Where the map stands, if that is memory of the thread: an argument of the kernel. */
function mapOf(site: CallSite, mapArgument: number): Target | null {
  const given = argument(site, mapArgument);
  const map = given.kind === 'int' ? site.thread.objects.pointerBehind(given) : given;
  const [target, ...others] = map?.kind === 'pointer' ? map.targets : [];
  return target?.object.space === 'local' && others.length === 0 ? target : null;
}

function at({ thread: { terms } }: CallSite, map: Target, word: number): Target {
  return { ...map, offset: terms.add(map.offset, terms.constant(MAP_WORD_BYTES * word)) };
}

function wordOf(site: CallSite, state: State, map: Target | null, word: number): Int | null {
  return map && numberOf(site, site.thread.memory.load(state, at(site, map, word), { kind: 'int', bits: 64 }));
}

function numberOf({ thread: { machine } }: CallSite, value: Value): Int | null {
  return value.kind === 'int' ? machine.signed(value) : null;
}

function constant(term: Int | null): bigint | null {
  return term !== null && isConstant(term) ? term.constant : null;
}
