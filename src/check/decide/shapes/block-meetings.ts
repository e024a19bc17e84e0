/**
 * Whether two threads of a block touch a common byte between two barriers, for every size that the block may have. A block has at
 * most 1,024 threads: where an address hangs on nothing but the thread's index, the sizes of the block and the iterations of
 * loops (and on values that all threads of the block share, which cancel out), all threads, iterations and sizes are gone
 * through. What is not known of a path is left out, which only lets more threads take part: that none meet is a proof, that two
 * do is an example that has to be held against the whole condition.
 */
import type { KernelAccess } from '../../../kernel/index.ts';
import {
  type Atom,
  type Cond,
  isConnective,
  type NoOverflow,
  type Substitution,
  single,
  someAtom,
  type Terms,
} from '../../../terms/index.ts';
import type { LaunchTerms } from '../../thread-pair.ts';
import { type BlockAccess, type BlockContext, blockAccess } from './block-access.ts';
import { type BlockShapes, type Shape, shapesOf, threadsIn, withOpenSizes } from './block-shapes.ts';
import { BlockValues, type Known, Levels } from './block-values.ts';
import { type Footing, Footprint, type WithinBlock } from './footprint.ts';
import type { LaunchNumbers } from './launch-numbers.ts';
import { type KnownMeetings, type ProvedMeetings, provedIn } from './proved-meetings.ts';
import type { Event } from './touched.ts';

/** Accesses that are gone through for one footprint, in blocks of all sizes. */
const MOST_EVENTS = 8_000_000;
/** Footprints that are held against each other size by size. */
const MOST_TOGETHER = 12;
/** Threads after which it is known what the rest will take. */
const ENOUGH_THREADS = 1024;
/** Those of one footprint, where it is asked for before anything else. */
const FEW_EVENTS = 1 << 16;

/** Where one of the two threads is when they meet. */
export interface Visit {
  readonly thread: Shape;
  readonly iterations: ReadonlyMap<Atom, number>;
}

export type Meeting =
  | { readonly status: 'never' }
  | {
      readonly status: 'meet';
      readonly block: Shape;
      /** Those of the launch that were gone through. */
      readonly numbers: ReadonlyMap<Atom, number>;
      readonly visits: readonly [Visit, Visit];
    };

interface Limits {
  /** Whether the time is over. */
  readonly isOver: () => boolean;
  /** Accesses that are gone through, for all questions together. */
  readonly most: number;
}

interface MeetingOptions extends Limits {
  /** All of the kernel. */
  readonly accesses: readonly KernelAccess[];
  /** What holds of the launch. */
  readonly facts: readonly Cond[];
  /** Values that stay in range. */
  readonly bounds: readonly NoOverflow[];
  /** Numbers of the launch that are gone through together with the sizes of the block. */
  readonly launchNumbers: LaunchNumbers | null;
  /** What was shown before, of this launch or of others. */
  readonly known: KnownMeetings;
}

const NEVER: Meeting = { status: 'never' };

interface Question {
  readonly distance: WithinBlock;
  readonly a: KernelAccess;
  readonly b: KernelAccess;
  /** Its sizes, or `any`. */
  readonly block: string;
}

/** What the sizes of a block are asked with. */
export interface Asked {
  readonly a: BlockAccess;
  readonly b: BlockAccess;
  readonly footing: Footing;
}

/** An access that stands for all that go to the same places. */
interface Peer {
  readonly access: KernelAccess;
  /** One of these is no read. */
  readonly isWritten: boolean;
}

export class BlockMeetings {
  readonly #launch: LaunchTerms;
  readonly #shapes: BlockShapes;
  readonly #all: readonly KernelAccess[];
  readonly #numbers: LaunchNumbers | null;
  readonly #context: BlockContext;
  readonly #accesses = new Map<KernelAccess, BlockAccess | null>();
  /** Of a block of known sizes. */
  readonly #footprints = new Map<string, Footprint | null>();
  readonly #meetings = new Map<string, Meeting | null>();
  readonly #isOver: () => boolean;
  #left: number;
  /** Puts an open size in the place of one that is computed. */
  readonly #opened: Substitution;
  /** Of accesses that never meet in any block, as other launches have shown as well. */
  readonly #proved: ProvedMeetings;
  /** What is known in the shape that was asked for last. */
  #of: { readonly shape: Shape; readonly known: Known } | null = null;

  private constructor(
    launch: LaunchTerms,
    shapes: BlockShapes,
    context: BlockContext,
    {
      accesses,
      launchNumbers,
      isOver,
      most,
      known,
      opened,
    }: Omit<MeetingOptions, keyof BlockContext> & { opened: Substitution },
  ) {
    this.#launch = launch;
    this.#shapes = shapes;
    this.#all = accesses;
    this.#numbers = launchNumbers;
    this.#context = context;
    this.#isOver = isOver;
    this.#left = most;
    this.#opened = opened;
    this.#proved = provedIn(known, launch, shapes);
  }

  /**
   * @returns null where the sizes of the block are computed of other numbers
   */
  static of(terms: Terms, launch: LaunchTerms, { facts, bounds, ...limits }: MeetingOptions): BlockMeetings | null {
    const { blockDim, opened } = withOpenSizes(terms, launch.blockDim);
    const shapes = shapesOf(blockDim, limits.launchNumbers?.numbers ?? []);
    if (shapes === null) return null;
    const indices = new Set(launch.threadIdx.map((index) => single(index)));
    const isSize = (atom: Atom) => shapes.open.has(atom.id);
    const known = facts.map((fact) => opened.cond(fact));
    const possible = { ...shapes, all: shapes.all.filter((shape) => meets(known, shapes, shape)) };
    const inRange = bounds.map((one) => ({ ...one, path: opened.cond(one.path), term: opened.int(one.term) }));
    const isIndex = (atom: Atom) => indices.has(atom);
    const isRanged = ({ id }: Atom) => limits.launchNumbers?.ranges.has(id) ?? false;
    const context = { terms, facts: known, bounds: inRange, isSize, isIndex, isRanged };
    return new BlockMeetings(launch, possible, context, { ...limits, opened });
  }

  /**
   * True when the block has known sizes, and no two of its threads can touch the same byte; false when they may, or nothing is
   * known.
   */
  neverMeet(a: KernelAccess, b: KernelAccess): boolean {
    const asked = this.#asked(a, b, { hasIntervals: false, distance: 'same-block' });
    const [shape] = this.#shapes.all;
    if (asked === null || this.#shapes.open.size > 0 || shape === undefined) return false;
    return this.#meetIn(shape, asked, FEW_EVENTS) === NEVER;
  }

  /** Do they meet in any block, between two barriers? @returns null when that is not known */
  meeting(distance: WithinBlock, a: KernelAccess, b: KernelAccess): Meeting | null {
    const found = this.#remembered({ distance, a, b, block: 'any' }, (asked) => {
      if (this.#neverMeetInLargest(asked)) return NEVER;
      return this.#shapes.open.size === 0 ? this.#first(this.#shapes.all, asked) : this.#inAllSizes(asked, a, b);
    });
    // Where a number may have more values than were gone through, they may meet with one of those.
    return found === NEVER && this.#numbers?.areAll === false ? null : found;
  }

  /** Do they meet in a block of these sizes? @param sizes those that are open, by their axes */
  meetingIn(sizes: readonly number[], distance: WithinBlock, a: KernelAccess, b: KernelAccess): Meeting | null {
    const axes = [...this.#shapes.open.values()];
    const shape = this.#shapes.all.find((one) => axes.every((axis, i) => one[axis] === sizes[i]));
    if (shape === undefined) return null;
    return this.#remembered({ distance, a, b, block: sizes.join() }, (asked) => this.#first([shape], asked));
  }

  #remembered({ distance, a, b, block }: Question, find: (asked: Asked) => Meeting | null): Meeting | null {
    const asked = this.#asked(a, b, { hasIntervals: true, distance });
    if (asked === null) return null;
    const isTurned = asked.b.key < asked.a.key;
    const inOrder = isTurned ? { ...asked, a: asked.b, b: asked.a } : asked;
    const key = nameOf(block, inOrder);
    let known = this.#meetings.get(key);
    if (known === undefined) {
      known = block === 'any' && this.#proved.has(inOrder) ? NEVER : find(inOrder);
      if (block === 'any' && known === NEVER) this.#proved.add(inOrder);
      this.#meetings.set(key, known);
    }
    if (!isTurned || known === null || known.status === 'never') return known;
    return { ...known, visits: [known.visits[1], known.visits[0]] };
  }

  #asked(
    x: KernelAccess,
    y: KernelAccess,
    { hasIntervals, distance }: Pick<Footing, 'hasIntervals' | 'distance'>,
  ): Asked | null {
    const a = this.#access(x);
    const b = a && this.#access(y);
    if (a === null || b === null || a.address.common !== b.address.common) return null;
    const isOrdered = hasIntervals && a.interval.common === b.interval.common;
    const { warpSize } = this.#launch;
    return { a, b, footing: { isInBytes: a.size !== b.size, hasIntervals: isOrdered, distance, warpSize } };
  }

  #access(access: KernelAccess): BlockAccess | null {
    let known = this.#accesses.get(access);
    if (known === undefined) {
      known = blockAccess(this.#context, this.#withOpenSizes(access));
      this.#accesses.set(access, known);
    }
    return known;
  }

  #withOpenSizes(access: KernelAccess): KernelAccess {
    const { path, facts, offset, interval } = access;
    const { int, cond } = this.#opened;
    return {
      ...access,
      path: cond(path),
      facts: cond(facts),
      offset: int(offset),
      interval: { ...interval, block: int(interval.block) },
    };
  }

  /**
   * Where a larger block has all that a smaller one has, it is enough to look at the largest. Conditions for which that does not
   * hold are left out; addresses must not hang on the sizes at all, and neither may it which threads are a warp.
   */
  #neverMeetInLargest({ a, b, footing }: Asked): boolean {
    if (this.#shapes.open.size === 0) return false;
    if (footing.distance !== 'same-block' && !this.#keepsWarps()) return false;
    const isSized = (access: BlockAccess) =>
      someAtom([access.address.own, access.interval.own], (atom) => this.#hangsOnSize(atom));
    if (isSized(a) || isSized(b)) return false;
    const relaxed = (access: BlockAccess): BlockAccess => ({
      ...access,
      key: `${access.key} relaxed`,
      guards: access.guards.map((conditions) => conditions.filter((condition) => this.#growsWithSize(condition))),
      limits: access.limits.filter((condition) => this.#growsWithSize(condition)),
    });
    return this.#first(largest(this.#shapes.all), { a: relaxed(a), b: relaxed(b), footing }) === NEVER;
  }

  #hangsOnSize(atom: Atom): boolean {
    return this.#context.isSize(atom);
  }

  /** Is a thread in the same warp in blocks of all sizes? Not where a row that may be longer has others behind it. */
  #keepsWarps(): boolean {
    const axes = [...this.#shapes.open.values()];
    return this.#shapes.all.every((shape) => axes.every((axis) => shape.slice(axis + 1).every((size) => size === 1)));
  }

  /** Does a condition that holds in a block hold in every larger one? */
  #growsWithSize(c: Cond): boolean {
    if (isConnective(c)) return c.parts.every((part) => this.#growsWithSize(part));
    if (c.kind === 'true' || c.kind === 'false') return true;
    const { terms } = this.#context;
    const sized = c.term.monomials.filter(({ atoms }) =>
      someAtom(
        atoms.map((atom) => terms.ofAtom(atom)),
        (atom) => this.#hangsOnSize(atom),
      ),
    );
    const isFalling = sized.every(({ coefficient, atoms }) => {
      return coefficient < 0n && atoms.length === 1 && this.#hangsOnSize(atoms[0]!);
    });
    return sized.length === 0 || (c.kind === 'le' && isFalling);
  }

  /**
   * The answer for one pair, and those for all others of the object, which are found with it: what takes the time is to go
   * through the accesses of each thread, not to hold them against each other.
   */
  #inAllSizes(wanted: Asked, x: KernelAccess, y: KernelAccess): Meeting | null {
    const { footing } = wanted;
    const peers = this.#peersOf(wanted, [x, y]);
    const open = new Map<string, Asked>([[nameOf('any', wanted), wanted]]);
    for (const [a, b] of pairsOf(peers)) {
      const asked = this.#asked(a.access, b.access, footing);
      if (asked === null || asked.footing.isInBytes !== footing.isInBytes) continue;
      if (asked.footing.hasIntervals !== footing.hasIntervals) continue;
      const inOrder = asked.b.key < asked.a.key ? { ...asked, a: asked.b, b: asked.a } : asked;
      const name = nameOf('any', inOrder);
      if (!this.#meetings.has(name) && !this.#proved.has(inOrder)) open.set(name, inOrder);
    }
    const before = this.#left;
    const most = Math.min(MOST_EVENTS * peers.length, this.#left);
    const threads = this.#shapes.all.reduce((sum, shape) => sum + threadsIn(shape), 0);
    const close = (name: string, meeting: Meeting | null) => {
      this.#meetings.set(name, meeting);
      open.delete(name);
    };
    let seen = 0;
    for (const shape of this.#shapes.all) {
      const made = new Map<string, Footprint | null>();
      const footprintOf = (access: BlockAccess) => {
        let known = made.get(access.key);
        if (known === undefined) {
          known = this.#makeFootprint(shape, access, footing, most - (before - this.#left));
          made.set(access.key, known);
        }
        return known;
      };
      for (const [name, asked] of open) {
        const found = this.#meetAt(shape, asked, footprintOf, most - (before - this.#left));
        if (found !== NEVER) close(name, found);
      }
      seen += threadsIn(shape);
      const isTooMuch = seen > ENOUGH_THREADS && ((before - this.#left) / seen) * threads > most;
      if (open.size === 0 || isTooMuch) break;
    }
    for (const [name, asked] of [...open]) {
      close(name, seen < threads ? null : NEVER);
      if (seen === threads) this.#proved.add(asked);
    }
    return this.#meetings.get(nameOf('any', wanted)) ?? null;
  }

  /** Accesses of the objects of two that are asked for, those two among them, one for all that go to the same places. */
  #peersOf({ a, b }: Asked, wanted: readonly [KernelAccess, KernelAccess]): readonly Peer[] {
    const peers = new Map<string, Peer>();
    const known = new Set([a.key, b.key]);
    const objects = new Set(wanted.map(({ object }) => object));
    for (const access of [...wanted, ...this.#all.filter(({ object }) => objects.has(object))]) {
      const key = this.#access(access)?.key;
      if (key === undefined || (!known.has(key) && known.size >= MOST_TOGETHER)) continue;
      known.add(key);
      const isWritten = access.kind !== 'read' || (peers.get(key)?.isWritten ?? false);
      peers.set(key, { access: peers.get(key)?.access ?? access, isWritten });
    }
    return [...peers.values()];
  }

  /** The first meeting in any of the blocks; null when one is not known, or when it takes too long. */
  #first(shapes: readonly Shape[], asked: Asked): Meeting | null {
    const before = this.#left;
    const most = Math.min(MOST_EVENTS, this.#left);
    const threads = shapes.reduce((sum, shape) => sum + threadsIn(shape), 0);
    let seen = 0;
    for (const shape of shapes) {
      const left = most - (before - this.#left);
      const found = this.#meetIn(shape, asked, left);
      if (found !== NEVER) return found;
      // What the blocks so far took says what the others will take: larger ones come first.
      seen += threadsIn(shape);
      if (seen > ENOUGH_THREADS && ((before - this.#left) / seen) * threads > most) return null;
    }
    return NEVER;
  }

  #meetIn(shape: Shape, asked: Asked, most: number): Meeting | null {
    return this.#meetAt(shape, asked, (access) => this.#footprint(shape, access, asked.footing, most), most);
  }

  #meetAt(
    shape: Shape,
    { a, b, footing }: Asked,
    footprintOf: (access: BlockAccess) => Footprint | null,
    most: number,
  ): Meeting | null {
    const x = footprintOf(a);
    if (x === null) return null;
    const y = a.key === b.key ? x : footprintOf(b);
    if (y === null) return null;
    if (!footing.isInBytes && !(x.isAligned && y.isAligned)) {
      return this.#meetIn(shape, { a, b, footing: { ...footing, isInBytes: true } }, most);
    }
    const met = x.touched.meeting(y.touched);
    if (met === null) return NEVER;
    const visit = (footprint: Footprint, access: BlockAccess, event: Event): Visit => ({
      thread: placeOf(footprint.threadOf(event), shape),
      iterations: new Map(
        access.iterations.map((iteration, i) => [iteration, footprint.iterationsOf(event)[i]!] as const),
      ),
    });
    const chosen = this.#numbers?.numbers ?? [];
    const numbers = new Map(chosen.map(({ atom }) => [atom, shape[this.#shapes.open.get(atom.id)!]!] as const));
    return { status: 'meet', block: shape, numbers, visits: [visit(x, a, met[0]), visit(y, b, met[1])] };
  }

  #footprint(shape: Shape, access: BlockAccess, footing: Footing, most: number): Footprint | null {
    if (this.#shapes.open.size > 0) return this.#makeFootprint(shape, access, footing, most);
    const { isInBytes, hasIntervals, distance } = footing;
    const key = [access.key, isInBytes, hasIntervals, distance, most].join(':');
    let known = this.#footprints.get(key);
    if (known === undefined) {
      known = this.#makeFootprint(shape, access, footing, most);
      this.#footprints.set(key, known);
    }
    return known;
  }

  #makeFootprint(shape: Shape, access: BlockAccess, footing: Footing, most: number): Footprint | null {
    if (most <= 0 || this.#left <= 0 || this.#isOver()) return null;
    const footprint = Footprint.of(access, new BlockValues(this.#known(shape), access.levels), footing, most);
    this.#left -= footprint?.events ?? most;
    return footprint;
  }

  #known(shape: Shape): Known {
    if (this.#of?.shape === shape) return this.#of.known;
    const threads = threadsIn(shape);
    const indices = new Map<number, Float64Array>();
    for (const [axis, index] of this.#launch.threadIdx.entries()) {
      const atom = single(index);
      if (atom) indices.set(atom.id, indicesOf(shape, axis));
    }
    const ranges = this.#numbers?.ranges ?? new Map();
    const known = { threads, indices, sizes: sizesIn(this.#shapes, shape), ranges };
    this.#of = { shape, known };
    return known;
  }
}

/** What is asked, in one word. @param block its sizes, or `any` */
function nameOf(block: string, { a, b, footing }: Asked): string {
  return [block, footing.distance, a.key, b.key, footing.hasIntervals].join(':');
}

/** Each with itself and with those behind it, one of them no read. */
function* pairsOf(peers: readonly Peer[]): Iterable<readonly [Peer, Peer]> {
  for (const [i, a] of peers.entries()) {
    for (const b of peers.slice(i)) if (a.isWritten || b.isWritten) yield [a, b];
  }
}

function sizesIn({ open }: BlockShapes, shape: Shape): Map<number, number> {
  return new Map([...open].map(([id, place]) => [id, shape[place]!]));
}

/** May a block of the launch have this shape? */
function meets(facts: readonly Cond[], shapes: BlockShapes, shape: Shape): boolean {
  const known: Known = { threads: 1, indices: new Map(), sizes: sizesIn(shapes, shape), ranges: new Map() };
  const values = new BlockValues(known, new Levels(new Map()));
  return facts.every((fact) => values.mayHold(fact) !== 0);
}

/** The index along an axis that each thread of the block has. */
function indicesOf(shape: Shape, axis: number): Float64Array {
  const indices = new Float64Array(threadsIn(shape));
  const run = shape.slice(0, axis).reduce((product, size) => product * size, 1);
  const size = shape[axis]!;
  for (let thread = 0; thread < indices.length; thread++) indices[thread] = Math.floor(thread / run) % size;
  return indices;
}

function placeOf(thread: number, [x, y]: Shape): Shape {
  return [thread % x, Math.floor(thread / x) % y, Math.floor(thread / (x * y))];
}

/** Those that no other is at least as large as along every axis. */
function largest(shapes: readonly Shape[]): Shape[] {
  const longest = new Map<string, Shape>();
  for (const shape of shapes) {
    const others = shape.slice(1).join();
    const known = longest.get(others);
    if (known === undefined || known[0] < shape[0]) longest.set(others, shape);
  }
  const rows = [...longest.values()];
  const isWithin = (a: Shape, b: Shape) => a !== b && a.every((size, axis) => size <= b[axis]!);
  return rows.filter((shape) => !rows.some((other) => isWithin(shape, other)));
}
