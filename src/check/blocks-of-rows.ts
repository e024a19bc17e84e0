/**
 * Blocks that are made for the rows that a kernel goes along. Where no launch is known, a block that is longer than a row is not
 * one that somebody has: who writes `y * width + x` for a thread at `x` and `y` takes for granted that `x` stays below `width`.
 */
import {
  type Atom,
  type Cond,
  type Int,
  isConstant,
  type Monomial,
  single,
  someAtom,
  type Terms,
  visitAtoms,
} from '../terms/index.ts';
import { unwrapped } from './pitched-rows.ts';
import type { LaunchContext } from './plausible-launch.ts';
import { isSubset, symbolsOf } from './symbols.ts';

/** Elements of a row that a block may be made for, and how many such lengths are tried. */
const SHORTEST_ROW = 4n;
const LONGEST_ROW = 1024n;
const MOST_ROWS = 3;

/** A block of which it is asked whether two threads meet in it. */
export interface TriedBlock {
  /** Of the axes that are open. */
  readonly sizes: readonly number[];
  /** Launches that have it, each as conditions; it counts as one without a race if none of them has one. */
  readonly launches: readonly (readonly Cond[])[];
}

/** Where an access is, in bytes, and how many it touches. */
type Stride = Pick<LaunchContext['accesses'][number], 'offset' | 'size'>;

/**
 * Blocks as long as rows whose length the kernel has built in, or is passed.
 * @param usual blocks that may be as long as the rows that are passed
 */
export function blocksOfRows(context: LaunchContext, usual: readonly (readonly number[])[]): TriedBlock[] {
  const axes = [0, 1, 2].filter((axis) => !isConstant(context.launch.blockDim[axis]!));
  const builtIn = builtInRows(context, axes).flatMap((length) => {
    const sizes = axes.map((_, at) => (at === 0 ? length : 1));
    return tried(context, sizes, [[]]);
  });
  const passed = passedRows(context, axes).flatMap((pitches) =>
    usual.flatMap((sizes) => tried(context, sizes, launchesOfRows(context, sizes, pitches))),
  );
  return [...builtIn, ...passed];
}

/** A block of these sizes, in any launch. */
export function ofSizes({ terms, launch }: LaunchContext, sizes: readonly number[]): TriedBlock {
  const open = launch.blockDim.filter((size) => !isConstant(size));
  return { sizes, launches: [open.map((size, at) => terms.eq(size, terms.constant(sizes[at]!)))] };
}

/** A block of these sizes in those of the launches that there may be. */
function tried(context: LaunchContext, sizes: readonly number[], launches: readonly (readonly Cond[])[]): TriedBlock[] {
  const { facts, queries } = context;
  const block = ofSizes(context, sizes).launches[0]!;
  const some = launches
    .map((more) => [...block, ...more])
    .filter((conditions) => queries.solve([...facts, ...conditions], []).status !== 'unsat');
  return some.length === 0 ? [] : [{ sizes, launches: some }];
}

function builtInRows(context: LaunchContext, axes: readonly number[]): number[] {
  const lengths = new Set<bigint>();
  for (const { offset, size } of alongBlock(context, axes)) {
    for (const { coefficient } of offset.monomials)
      if (coefficient % BigInt(size) === 0n) lengths.add(coefficient / BigInt(size));
  }
  const rows = [...lengths].filter((length) => length >= SHORTEST_ROW && length <= LONGEST_ROW).map(Number);
  return rows.sort((a, b) => a - b).slice(0, MOST_ROWS);
}

/** The accesses in which neighbours along an open axis of the block touch neighbours in memory. */
function alongBlock({ terms, launch, accesses }: LaunchContext, axes: readonly number[]): Stride[] {
  return accesses.flatMap(({ offset: wrapped, size }) => {
    const offset = unwrapped(terms, wrapped);
    const isAlong = (axis: number) => terms.splitFactor(offset, launch.threadIdx[axis]!)[0] === terms.constant(size);
    return axes.some(isAlong) ? { offset, size } : [];
  });
}

/**
 * What the kernel is passed as the length of a row, a plane and so on, in elements, shortest first: one list for each way in which
 * it goes along memory.
 */
function passedRows(context: LaunchContext, axes: readonly number[]): (readonly Int[])[] {
  if (axes.length < 2) return [];
  const found = new Map<string, readonly Int[]>();
  for (const { offset, size } of alongBlock(context, axes)) {
    const pitches = new Set(offset.monomials.flatMap((monomial) => pitchOf(context, monomial, BigInt(size)) ?? []));
    const sorted = inOrder(context.terms, [...pitches]) ?? [];
    const isOfBlock = sorted.length > 0 && sorted.length <= axes.length;
    if (isOfBlock) found.set(sorted.map(({ id }) => id).join(), sorted);
  }
  return [...found.values()].slice(0, MOST_ROWS);
}

/** Launches whose rows are as long as the block, and a little longer: with numbers, as products of unknowns are hard to decide. */
function launchesOfRows(
  { terms, facts, queries, parameters }: LaunchContext,
  sizes: readonly number[],
  pitches: readonly Int[],
): Cond[][] {
  return [0n, 1n].flatMap((longer) => {
    let length = 1n;
    const rows = pitches.map((pitch, at) => {
      length = length * BigInt(sizes[at]!) + longer;
      return terms.eq(pitch, terms.constant(length));
    });
    const answer = queries.solve([...facts, ...rows], []);
    if (answer.status !== 'sat') return [];
    const passed = symbolsOf(pitches);
    const ofRows = parameters.filter((parameter) => isSubset(symbolsOf([parameter]), passed) && !isConstant(parameter));
    return [ofRows.map((parameter) => terms.eq(parameter, terms.constant(answer.values.int(parameter))))];
  });
}

/** What the launch passes, in elements, for a step of something that differs between threads of a block. */
function pitchOf({ terms, launch }: LaunchContext, { coefficient, atoms }: Monomial, size: bigint): Int | null {
  if (coefficient !== size) return null;
  const sizes = new Set<Atom>();
  visitAtoms([...launch.blockDim, ...launch.gridDim, ...launch.blockIdx], (atom) => sizes.add(atom));
  const isPassed = (atom: Atom) =>
    !someAtom([terms.ofAtom(atom)], (part) =>
      part.kind === 'symbol'
        ? part.sharing !== 'launch' || part.origin !== 'input' || sizes.has(part)
        : part.kind === 'apply',
    );
  const passed = atoms.filter(isPassed);
  const isOfThread = atoms.some((atom) =>
    someAtom([terms.ofAtom(atom)], (part) => part.kind === 'symbol' && part.sharing === 'thread'),
  );
  if (passed.length === 0 || !isOfThread) return null;
  return passed.reduce((product, atom) => terms.mul(product, terms.ofAtom(atom)), terms.one);
}

/** Shortest first; null where that is not known. */
function inOrder(terms: Terms, pitches: readonly Int[]): Int[] | null {
  const sorted = [...pitches].sort((a, b) => (isPartOf(terms, a, b) ? -1 : isPartOf(terms, b, a) ? 1 : 0));
  return sorted.every((pitch, at) => at === 0 || isPartOf(terms, sorted[at - 1]!, pitch)) ? sorted : null;
}

/** Is the first a quotient of the second, or a factor, but for what both are multiplied by? Sizes are not negative. */
function isPartOf(terms: Terms, part: Int, whole: Int): boolean {
  const [a, b] = [part, whole].map(({ monomials }) => monomials[0]?.atoms ?? []) as [readonly Atom[], readonly Atom[]];
  const left = a.filter((atom) => !b.includes(atom));
  const [atom, ...more] = left;
  if (atom === undefined) return part !== whole;
  const quotient = atom.kind === 'ite' ? single(atom.then) : atom;
  if (more.length > 0 || quotient?.kind !== 'div') return false;
  const rest = b
    .filter((one) => !a.includes(one))
    .reduce((product, one) => terms.mul(product, terms.ofAtom(one)), terms.one);
  return quotient.dividend === rest || terms.splitFactor(rest, quotient.dividend)[0] !== terms.zero;
}
