/**
 * Barrier objects that a kernel goes through in turn (`full[stage]`). Where an address depends on more than constants, the
 * objects that it may lead to are one ring, and the thread counts how often it came to the ring: the objects take turns, so
 * that the n-th time is the n-th in the ring (what is not so is refused in `check/order/`). Which objects are rings is
 * learned by one execution and used by the next.
 */
import { gcd, type Int, isConstant, type Range, type Terms } from '../terms/index.ts';

/** `size` objects of one variable, `stride` bytes from one to the next. */
export interface BarrierRing {
  /** The variable's key. */
  readonly object: string;
  readonly start: bigint;
  readonly stride: bigint;
  readonly size: bigint;
}

/** Objects that a ring may have. */
const LARGEST_RING = 16n;

/** Which object of which ring an address leads to. */
export interface RingPlace {
  readonly ring: BarrierRing;
  readonly index: Int;
}

export class BarrierRings {
  readonly #terms: Terms;
  readonly #known: readonly BarrierRing[];
  #met: BarrierRing[];

  /** @param known from an earlier execution */
  constructor(terms: Terms, known: readonly BarrierRing[]) {
    this.#terms = terms;
    this.#known = known;
    this.#met = [...known];
  }

  /** All rings, when there are some that were not known; else null. */
  get grown(): readonly BarrierRing[] | null {
    return this.#met.length === this.#known.length && this.#met.every((ring, i) => sameRing(ring, this.#known[i]!))
      ? null
      : this.#met;
  }

  /**
   * @param ranges what is known of symbols, by their ids
   * @returns null when it is not known which objects the address may lead to
   */
  placeOf(object: string, offset: Int, ranges: ReadonlyMap<number, Range>): RingPlace | null {
    const extent = extentOf(object, offset, ranges);
    if (extent === null) return null;
    const ring = this.#known.find((one) => one.object === object && contains(one, extent));
    if (ring) return { ring, index: this.#indexIn(ring, offset) };
    if (extent.size > 1n || this.#met.some((one) => one.object === object && overlap(one, extent))) this.#meet(extent);
    return { ring: extent, index: this.#indexIn(extent, offset) };
  }

  /**
   * A ring that an address may lead into of which no more is known than its steps: while a loop is explored, what it changes
   * is not known yet.
   */
  somewhereIn(object: string, offset: Int): RingPlace | null {
    const isInStep = ({ stride }: BarrierRing) =>
      offset.monomials.every(({ coefficient }) => coefficient % stride === 0n);
    const leadsInto = (ring: BarrierRing) =>
      contains(ring, { object, start: offset.constant, stride: ring.stride, size: 1n }) && isInStep(ring);
    const ring = this.#known.find((one) => one.object === object && leadsInto(one));
    return ring ? { ring, index: this.#indexIn(ring, offset) } : null;
  }

  /** Do the counts of this ring stand for all that may come to its objects? */
  isKnown(ring: BarrierRing): boolean {
    return ring.size === 1n || this.#known.includes(ring);
  }

  #indexIn({ start, stride }: BarrierRing, offset: Int): Int {
    const t = this.#terms;
    return t.div(t.sub(offset, t.constant(start)), t.constant(stride));
  }

  /** Rings that share objects are one. */
  #meet(extent: BarrierRing): void {
    let whole = extent;
    const others: BarrierRing[] = [];
    for (const ring of this.#met) {
      const joined = ring.object === whole.object && overlap(ring, whole) ? join(ring, whole) : null;
      if (joined) whole = joined;
      else others.push(ring);
    }
    this.#met = [...others, whole];
  }
}

/** The objects that an address may lead to: those that its range allows, in steps of what its terms are multiples of. */
function extentOf(object: string, offset: Int, ranges: ReadonlyMap<number, Range>): BarrierRing | null {
  if (isConstant(offset)) return { object, start: offset.constant, stride: 8n, size: 1n };
  let [low, high, stride] = [offset.constant, offset.constant, 0n];
  for (const { atoms, coefficient } of offset.monomials) {
    const [atom, ...others] = atoms;
    const range = others.length === 0 && atom ? (ranges.get(atom.id) ?? atom.range) : null;
    if (range === null || range.low === null || range.high === null) return null;
    low += coefficient * (coefficient > 0n ? range.low : range.high);
    high += coefficient * (coefficient > 0n ? range.high : range.low);
    stride = gcd(stride, coefficient);
  }
  const size = stride < 8n ? LARGEST_RING + 1n : (high - low) / stride + 1n;
  return size > LARGEST_RING ? null : { object, start: low, stride, size };
}

function end({ start, stride, size }: BarrierRing): bigint {
  return start + stride * (size - 1n);
}

function sameRing(a: BarrierRing, b: BarrierRing): boolean {
  return a.object === b.object && a.start === b.start && a.stride === b.stride && a.size === b.size;
}

/** Are all objects of the other ring among its own? */
function contains(ring: BarrierRing, other: BarrierRing): boolean {
  const isInStep = other.size === 1n || other.stride % ring.stride === 0n;
  const isInside = other.start >= ring.start && end(other) <= end(ring);
  return isInStep && isInside && (other.start - ring.start) % ring.stride === 0n;
}

/** Do they have an object in common? */
function overlap(a: BarrierRing, b: BarrierRing): boolean {
  if (a.start > end(b) || b.start > end(a)) return false;
  const step = gcd(a.size === 1n ? 0n : a.stride, b.size === 1n ? 0n : b.stride);
  return step === 0n ? a.start === b.start : (a.start - b.start) % step === 0n;
}

/** One ring of both; null where they are in no common step. */
function join(a: BarrierRing, b: BarrierRing): BarrierRing | null {
  const stride = a.size === 1n ? b.stride : b.size === 1n ? a.stride : gcd(a.stride, b.stride);
  const { start } = a.start < b.start ? a : b;
  const [one, other] = [end(a), end(b)];
  const isLonger = one > other;
  const last = isLonger ? one : other;
  if ((a.start - b.start) % stride !== 0n || (last - start) % stride !== 0n) return null;
  const size = (last - start) / stride + 1n;
  return size > LARGEST_RING ? null : { object: a.object, start, stride, size };
}
