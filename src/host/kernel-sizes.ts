/** The sizes of a launch in the terms of a kernel's analysis. */

import { BLOCK_LIMITS, BLOCK_THREADS, GRID_LIMITS } from '../model/launch-limits.ts';
import type { CheckOptions } from '../model/options.ts';
import { type Cond, type Int, isConstant, single, someAtom, type Terms, visitAtoms } from '../terms/index.ts';
import type { UsedByKernel } from './configured-launch.ts';
import { dependsOnGuess } from './guesses.ts';
import { numbersOf } from './launch-arguments.ts';
import type { LaunchCase } from './launch-cases.ts';
import type { OpenSizes } from './merge-launches.ts';

/** 2^32: what a 32-bit size is counted modulo. */
const WORD = 1n << 32n;

type Name = 'gridDim' | 'blockDim';
type Axis = 0 | 1 | 2;

export interface KernelSizes {
  readonly gridDim: readonly [Int, Int, Int];
  readonly blockDim: readonly [Int, Int, Int];
  /** That they are within the limits, and what names for them stand for. */
  readonly facts: readonly Cond[];
  /** Axes that are taken to be 1, because the kernel does not use them. */
  readonly unused: readonly string[];
}

/**
 * @param imported terms of the host as the kernel's
 * @param open what the sizes may be, where the launch stands for several
 * @param options sizes that the user gives count for those of the host
 */
export function kernelSizes(
  terms: Terms,
  imported: { readonly int: (term: Int) => Int },
  { launch, open }: { readonly launch: LaunchCase; readonly open: OpenSizes | null },
  options: Pick<CheckOptions, Name>,
  axes: UsedByKernel,
): KernelSizes {
  const facts: Cond[] = [];
  const unused: string[] = [];
  const isHandedIn = handedIn(launch);
  const gridDim = ofAxes((axis) => sizeAlong('gridDim', axis, GRID_LIMITS[axis]));
  const blockDim = ofAxes((axis) => sizeAlong('blockDim', axis, BLOCK_LIMITS[axis]));
  if (blockDim.filter((size) => !isConstant(size)).length > 1) {
    const threads = terms.mul(blockDim[0], terms.mul(blockDim[1], blockDim[2]));
    facts.push(terms.le(threads, terms.constant(BLOCK_THREADS)));
  }
  return { gridDim, blockDim, facts, unused };

  function sizeAlong(name: Name, axis: Axis, limit: bigint): Int {
    const given = options[name];
    if (given) return terms.constant(given[axis]);
    if (open) return openSize(open, name, axis, limit);
    const size = launch[name][axis];
    const used = name === 'gridDim' ? axes.grid : axes.block;
    if (axis > 0 && !used[axis] && isHandedIn(size)) {
      unused.push(`${name}.${'xyz'[axis]}`);
      return terms.one;
    }
    // A launch beyond the limits, or of nothing, fails and runs no thread.
    const { term, choices } = positive(terms, imported.int(size));
    facts.push(...choices, terms.le(terms.one, term), terms.le(term, terms.constant(limit)));
    if (!isPattern(term) && !(name === 'gridDim' && isStride(axis, term))) return term;
    const number = named(name, axis, limit, dependsOnGuess([term]));
    facts.push(terms.eq(number, term));
    return number;
  }

  function openSize(sizes: OpenSizes, name: Name, axis: Axis, limit: bigint): Int {
    const extents = sizes[name][axis];
    // Sizes of different launches may never come together; where only one of them differs, each is a launch's.
    const extent = named(name, axis, limit, !(extents && differing(sizes) === 1));
    if (extents) facts.push(terms.or(...extents.map((value) => terms.eq(extent, terms.constant(value)))));
    return extents?.length === 1 ? terms.constant(extents[0]!) : extent;
  }

  function named(name: Name, axis: Axis, limit: bigint, isGuess: boolean): Int {
    const range = { low: 1n, high: limit };
    return terms.symbol(`${name}.${'xyz'[axis]}`, 'launch', isGuess ? 'approximate' : 'input', range);
  }

  /** Blocks of a known size that stride over a computed number of them: a name for it makes the stride one factor. */
  function isStride(axis: Axis, term: Int): boolean {
    return (
      axes.blocks[axis] && launch.blockDim.every(isConstant) && !isConstant(term) && single(term)?.kind !== 'symbol'
    );
  }
}

function ofAxes(size: (axis: Axis) => Int): [Int, Int, Int] {
  return [size(0), size(1), size(2)];
}

/** A signed number passed as a size: within the limits it is the size, and not a bit pattern. */
function isPattern(size: Int): boolean {
  return someAtom([size], (atom) => atom.kind === 'mod' && isConstant(atom.divisor) && atom.divisor.constant >= WORD);
}

/**
 * Sizes that nobody has computed anything from are handed in as they are: one along the axes after the first that the kernel
 * does not know.
 */
function handedIn(launch: LaunchCase): (size: Int) => boolean {
  const computedWith = new Set<number>();
  visitAtoms([...numbersOf(launch), launch.path], (atom) => computedWith.add(atom.id));
  return (size) =>
    !isConstant(size) &&
    !someAtom([size], (atom) => atom.kind === 'apply' || (atom.kind === 'symbol' && computedWith.has(atom.id)));
}

/** How many sizes are not the same in all launches. */
function differing({ gridDim, blockDim }: OpenSizes): number {
  return [...gridDim, ...blockDim].filter((extents) => extents?.length !== 1).length;
}

/** A size that is at least one, without the choices that this decides, and what they hung on: `n / 16` for an `n` of either sign. */
function positive(terms: Terms, size: Int): { readonly term: Int; readonly choices: readonly Cond[] } {
  for (const { coefficient, atoms } of size.monomials) {
    const [atom] = atoms;
    if (atoms.length !== 1 || coefficient !== 1n || atom?.kind !== 'ite') continue;
    const { condition, then, otherwise } = atom;
    const rest = terms.sub(size, terms.ofAtom(atom));
    const [chosen, not] = [terms.add(rest, then), terms.add(rest, otherwise)];
    if (isBelowOne(terms, not, condition)) return { term: chosen, choices: [condition] };
    if (isBelowOne(terms, chosen, terms.not(condition))) return { term: not, choices: [terms.not(condition)] };
  }
  return { term: size, choices: [] };
}

/**
 * Is a number never positive? `c - y / d` is no more than `c - k` where y is at least k times d.
 * @param unless what does not hold where it is asked for
 */
function isBelowOne(terms: Terms, number: Int, unless: Cond): boolean {
  const { high } = number.range;
  if (high !== null && high < 1n) return true;
  const fall = number.monomials.find(({ coefficient, atoms }) => coefficient === -1n && atoms.length === 1);
  const atom = fall?.atoms[0];
  if (atom?.kind !== 'div' || atom.divisor.range.low === null || atom.divisor.range.low < 0n) return false;
  const most = terms.add(number, terms.ofAtom(atom)).range.high;
  return [0n, 1n].some((times) => {
    const isNotReached = terms.le(terms.sub(atom.dividend, terms.scale(atom.divisor, times)), terms.zero);
    return isNotReached === unless && most !== null && most - times < 1n;
  });
}
