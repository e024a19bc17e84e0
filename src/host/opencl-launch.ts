/** What a launch of OpenCL says of its sizes: work-items in all, and work-items of a group. */
import { argument, type CallSite, type State, type Thread, type Value } from '../kernel/index.ts';
import { BLOCK_LIMITS, GRID_LIMITS } from '../model/launch-limits.ts';
import { type Cond, type Int, isConstant, type MachineInt, type Range, type Terms } from '../terms/index.ts';
import { guessesIn } from './guesses.ts';
import { extentOf } from './launch-arguments.ts';
import { isNullArgument } from './null-argument.ts';

/** `(queue, kernel, dimensions, offset, global sizes, local sizes, …)`. */
const RANGE = 'clEnqueueNDRangeKernel';
/** `(queue, kernel, …)`: one work-item. */
const TASK = 'clEnqueueTask';

const SIZE = { kind: 'int', bits: 64 } as const;
/** What a group may have along an axis, where the implementation chooses. */
const ANY_LOCAL = { low: 1n, high: 1024n } as const;
const ANY_GROUPS = { low: 1n, high: 1n << 31n } as const;

export function launchesOpencl(name: string): boolean {
  return name === RANGE || name === TASK;
}

interface KnownSizes {
  readonly gridDim: readonly [Int, Int, Int];
  readonly blockDim: readonly [Int, Int, Int];
  /** What holds where such a launch succeeds: whole groups. */
  readonly facts: readonly Cond[];
}

/** `missed`: why they are not followed. */
export type OpenclSizes = KnownSizes | { readonly missed: string };

/** @param site of a call that launches */
export function openclSizes(site: CallSite, state: State): OpenclSizes {
  const { terms } = site.thread;
  const one = [terms.one, terms.one, terms.one] as const;
  if (site.name === TASK) return { gridDim: one, blockDim: one, facts: [] };
  const dimensions = numberOf(argument(site, 2));
  if (dimensions === null || dimensions < 1n || dimensions > 3n)
    return { missed: 'its number of dimensions is not known' };
  const axes = [0, 1, 2].filter((axis) => axis < Number(dimensions));
  const [offset, global, local] = [3, 4, 5].map((i) => argument(site, i));
  if (!isNullArgument(site, 3) && axes.some((axis) => numberOf(sizeAt(site.thread, state, offset!, axis)) !== 0n)) {
    return { missed: 'it has a global offset' };
  }
  const gridDim: [Int, Int, Int] = [...one];
  const blockDim: [Int, Int, Int] = [...one];
  const facts: Cond[] = [];
  for (const axis of axes) {
    const items = extentAt(site.thread, state, global!, axis);
    if (items === null) return { missed: 'its global size is not followed' };
    const group = isNullArgument(site, 5) ? anyLocal(site.thread) : extentAt(site.thread, state, local!, axis);
    if (group === null) return { missed: 'its local size is not followed' };
    const groups = groupsOf(site.thread, items, group);
    if (groups === null) return { missed: 'its local size does not divide its global size' };
    if (isBeyond(groups.count, GRID_LIMITS[axis]!) || isBeyond(group, BLOCK_LIMITS[axis]!)) {
      return { missed: 'it is larger than what is analysed' };
    }
    gridDim[axis] = groups.count;
    blockDim[axis] = group;
    facts.push(...groups.facts);
  }
  return { gridDim, blockDim, facts };
}

function isBeyond(size: Int, limit: bigint): boolean {
  return isConstant(size) && size.constant > limit;
}

/** OpenCL 1 has whole groups only, and so has OpenCL 2 where it is asked for them. */
function groupsOf({ terms: t, symbols }: Thread, items: Int, group: Int): { count: Int; facts: Cond[] } | null {
  if (isConstant(items) && isConstant(group)) {
    if (group.constant < 1n || items.constant % group.constant !== 0n) return null;
    return { count: t.constant(items.constant / group.constant), facts: [] };
  }
  if (isConstant(group)) {
    if (group.constant < 1n) return null;
    const rest = t.mod(items, group);
    return { count: t.div(items, group), facts: rest === t.zero ? [] : [t.eq(rest, t.zero)] };
  }
  const quotient = quotientOf(t, items, group);
  if (quotient !== null) return { count: quotient, facts: [] };
  const count = symbols.unknown('input', ANY_GROUPS, 'groups');
  return { count, facts: [t.eq(items, t.mul(count, group))] };
}

/** The number that a product is of another one; null where that is not seen. */
function quotientOf(t: Terms, product: Int, factor: Int): Int | null {
  for (const { coefficient, atoms } of factor.monomials) {
    if (coefficient !== 1n) continue;
    const leading = t.ofSum({ constant: 0n, monomials: [{ coefficient, atoms }] });
    const [quotient] = t.splitFactor(product, leading);
    if (t.mul(quotient, factor) === product) return quotient;
  }
  return null;
}

/**
 * Of a size of which nothing is known the kernel is asked for all, as if there were no host code; not where an argument hangs on
 * the same value: what the two have to do with each other is worth more.
 */
export function withFreeSizes(
  { symbols }: Thread,
  { gridDim, blockDim, facts }: KnownSizes,
  values: readonly Value[],
): KnownSizes {
  const passed = guessesIn(values.flatMap((value) => (value.kind === 'int' ? value.term : [])));
  const free = (name: string, range: Range) => (size: Int) => {
    const guesses = [...guessesIn([size])];
    return guesses.length > 0 && !guesses.some((guess) => passed.has(guess))
      ? symbols.unknown('input', range, name)
      : size;
  };
  const [groups, local] = [free('groups', ANY_GROUPS), free('local', ANY_LOCAL)];
  return {
    gridDim: [groups(gridDim[0]), groups(gridDim[1]), groups(gridDim[2])],
    blockDim: [local(blockDim[0]), local(blockDim[1]), local(blockDim[2])],
    facts,
  };
}

function anyLocal({ symbols }: Thread): Int {
  return symbols.unknown('input', ANY_LOCAL, 'local');
}

function extentAt(thread: Thread, state: State, sizes: Value, axis: number): Int | null {
  const value = sizeAt(thread, state, sizes, axis);
  return value.kind === 'int' ? extentOf(thread, value) : null;
}

function sizeAt(thread: Thread, state: State, sizes: Value, axis: number): Value {
  const [target, ...others] = sizes.kind === 'pointer' ? sizes.targets : [];
  if (target === undefined || others.length > 0) return { kind: 'undefined' };
  const offset = thread.terms.add(target.offset, thread.terms.constant(8 * axis));
  return thread.memory.load(state, { ...target, offset }, SIZE);
}

function numberOf(value: Value): bigint | null {
  const term = value.kind === 'int' ? (value satisfies MachineInt).term : null;
  return term !== null && isConstant(term) ? term.constant : null;
}
