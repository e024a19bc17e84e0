/**
 * The shapes that a block may have, as values of the symbols that stand for its sizes; and beside them numbers of the launch that
 * have few values.
 */
import { BLOCK_LIMITS, BLOCK_THREADS } from '../../../model/launch-limits.ts';
import {
  type Atom,
  type Int,
  isConstant,
  type Substitution,
  type SymbolOrigin,
  single,
  type Terms,
} from '../../../terms/index.ts';
import type { LaunchTerms } from '../../thread-pair.ts';

/** Sizes of each axis, and numbers of the launch that are gone through as well. */
export type Shape = readonly [number, number, number, ...number[]];

/** A symbol of the launch, with the values that it may have. */
export interface LaunchNumber {
  readonly atom: Atom;
  readonly values: readonly number[];
}

export interface BlockShapes {
  /** Those that people launch first, so that a race is shown with one of them; then powers of two, then all others. */
  readonly all: readonly Shape[];
  /** The symbols of sizes that are open, and those of numbers of the launch, each with its place in a shape. */
  readonly open: ReadonlyMap<number, number>;
}

/** Threads of blocks that people launch, the usual ones first. */
const USUAL = [32, 64, 128, 256, 512, 1024];
const AXES = [0, 1, 2] as const;

/** A guessed size is any size, too: two threads that meet in a block of one are an example of a guess. */
const SIZES: ReadonlySet<SymbolOrigin> = new Set(['input', 'approximate']);

/** More are not gone through: blocks of which all three axes are open. */
const MOST_SHAPES = 10_000;

const AS_IT_IS: Substitution = { int: (term) => term, cond: (condition) => condition };

/**
 * A size that is computed of other numbers counts as open: what holds in blocks of every size holds in those that it makes.
 * @returns the sizes, and what they are computed of
 */
export function withOpenSizes(
  terms: Terms,
  blockDim: LaunchTerms['blockDim'],
): { readonly blockDim: LaunchTerms['blockDim']; readonly opened: Substitution } {
  const names = new Map<number, Int>();
  const [x, y, z] = blockDim.map((size, axis) => {
    const atom = single(size);
    if (atom === null || atom.kind === 'symbol') return size;
    const known = names.get(atom.id);
    if (known !== undefined) return known;
    const { low, high } = atom.range;
    const limit = BLOCK_LIMITS[axis as 0 | 1 | 2];
    const range = { low: low !== null && low > 1n ? low : 1n, high: high !== null && high < limit ? high : limit };
    const name = terms.symbol(`any blockDim.${'xyz'[axis]}`, 'launch', 'input', range);
    names.set(atom.id, name);
    return name;
  });
  // What is only rebuilt may come out in another form.
  const opened = names.size === 0 ? AS_IT_IS : terms.substitution((atom) => names.get(atom.id));
  return { blockDim: [x!, y!, z!], opened };
}

/**
 * @returns null where a size is neither known nor open (a sum of others), where there are too many shapes, and for a block of more
 * threads than a GPU has: OpenCL runs those elsewhere
 */
export function shapesOf(blockDim: LaunchTerms['blockDim'], numbers: readonly LaunchNumber[]): BlockShapes | null {
  const open = new Map<number, number>();
  const choices: number[][] = [];
  for (const axis of AXES) {
    const size = blockDim[axis];
    const atom = single(size);
    if (isConstant(size)) choices.push([Number(size.constant)]);
    else if (atom?.kind === 'symbol' && SIZES.has(atom.origin) && !open.has(atom.id)) {
      open.set(atom.id, axis);
      choices.push(sizesOf(atom, Number(BLOCK_LIMITS[axis])));
    } else return null;
  }
  const [xs, ys, zs] = choices;
  const all: Shape[] = [];
  for (const z of zs!) {
    for (const y of ys!) {
      if (y * z > BLOCK_THREADS) continue;
      for (const x of xs!) if (x * y * z <= BLOCK_THREADS) all.push([x, y, z]);
    }
  }
  const count = numbers.reduce((product, { values }) => product * values.length, all.length);
  if (count === 0 || count > MOST_SHAPES) return null;
  for (const [i, { atom }] of numbers.entries()) open.set(atom.id, AXES.length + i);
  const combined = numbers.reduce<readonly Shape[]>(
    (shapes, { values }) => shapes.flatMap((shape) => values.map((value): Shape => [...shape, value])),
    inOrder(all),
  );
  return { all: combined, open };
}

function sizesOf({ range: { low, high } }: Atom, limit: number): number[] {
  const least = low === null || low < 1n ? 1 : Number(low);
  const most = high === null || high > limit ? limit : Number(high);
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, i) => least + i);
}

function inOrder(shapes: readonly Shape[]): Shape[] {
  const rank = (shape: Shape): number => {
    if (!shape.every(isPowerOfTwo)) return USUAL.length + 1;
    const usual = USUAL.indexOf(threadsIn(shape));
    return usual < 0 ? USUAL.length : usual;
  };
  return shapes
    .map((shape) => ({ shape, at: rank(shape) }))
    .sort((a, b) => a.at - b.at)
    .map(({ shape }) => shape);
}

export function threadsIn([x, y, z]: Shape): number {
  return x * y * z;
}

function isPowerOfTwo(size: number): boolean {
  return (size & (size - 1)) === 0;
}
