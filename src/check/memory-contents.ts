/** What a model takes memory to hold where one of the two threads looks on its way to a finding. */
import { columnCell } from '../ir/columns.ts';
import {
  type Execution,
  isOperation,
  type KernelAccess,
  Load,
  type MemoryObject,
  pointerKey,
} from '../kernel/index.ts';
import type { MemoryContent } from '../model/result.ts';
import {
  type Atom,
  type Cond,
  conjuncts,
  type Evaluator,
  type Int,
  type Substitution,
  visitAtoms,
  visitAtomsOutside,
} from '../terms/index.ts';
import { isPlacedByLoad } from './chosen-contents.ts';
import type { RacePair } from './races.ts';

/** A value in memory that the two threads read on their way to the race. */
export interface ModelContent {
  readonly object: MemoryObject;
  /** Bytes from the object's start. */
  readonly offset: bigint;
  /** Bytes. */
  readonly size: number;
  readonly value: bigint;
  /** Only functions that the model makes up, as comparisons of fractions, take it: another value shows as much. */
  readonly isArbitrary: boolean;
}

/** What a witness calls it. */
export function cellOf({ object, offset, size }: ModelContent): Omit<MemoryContent, 'value'> {
  if (object.columns === undefined || offset < 0n) return { object: object.name, index: Number(offset / BigInt(size)) };
  const { index, member } = columnCell(object.columns, offset, size);
  return { object: object.name, index: Number(index), member };
}

/**
 * Does the model pass null for a pointer, so far into a parameter? Not for one that the kernel asks nothing about: sources often
 * have a null where programs have memory.
 */
export function isPassedNull(values: Evaluator, nulls: Execution['nulls'], index: number, offset: number): boolean {
  const pointer = nulls.get(pointerKey(index, offset));
  return pointer !== undefined && values.int(pointer.isNull) !== 0n;
}

/** The contents of memory that the kernel only reads, as far as the terms depend on them. */
export function inputContents(
  values: Evaluator,
  nulls: Execution['nulls'],
  roots: readonly (Cond | Int)[],
): ModelContent[] {
  const contents: ModelContent[] = [];
  const meant = new Set<Atom>();
  visitAtomsOutside(roots, isOperation, (atom) => meant.add(atom));
  visitAtoms(roots, (atom) => {
    if (atom.kind !== 'apply' || atom.origin !== 'input-memory') return;
    const load = atom.of instanceof Load ? atom.of : null;
    if (!load || leadsNowhere(values, nulls, load.object)) return;
    const offset = values.int(atom.args[atom.args.length - 1]!);
    const isArbitrary = !meant.has(atom);
    contents.push({ object: load.object, offset, size: load.size, value: values.atom(atom), isArbitrary });
  });
  return contents;
}

/**
 * The contents on which it depends that the two threads of a race get there. Of memory that the kernel writes, too: what they read
 * there may be what it held before. Where a place is read more than once nobody knows that, and a run has to show it.
 */
export function contentsOfRace(
  race: Pick<RacePair, 'first' | 'second' | 'pair' | 'values'>,
  { nulls, loadPlaces }: Pick<Execution, 'nulls' | 'loadPlaces'>,
): ModelContent[] {
  const { first, second, pair, values } = race;
  const sides = [
    { access: first, thread: pair.first },
    { access: second, thread: pair.second },
  ];
  const roots = sides.flatMap(({ access, thread }) => onTheWay(access, thread));
  const contents = inputContents(values, nulls, roots);
  if (sides.some(({ access }) => isPlacedByLoad(access, loadPlaces) || comparesContents(access, loadPlaces))) {
    return contents;
  }
  for (const { access, thread } of sides) {
    visitAtoms([access.path], (atom) => {
      const cell = loadPlaces.get(atom.id)?.cell;
      if (!cell || leadsNowhere(values, nulls, cell.object)) return;
      const [offset, value] = [values.int(thread.int(cell.offset)), values.int(thread.int(cell.value))];
      contents.push({ object: cell.object, offset, size: cell.size, value, isArbitrary: false });
    });
  }
  return contents;
}

/** Whether one of the two threads gets to its access, and where that is. */
export function onTheWay({ path, offset, base }: KernelAccess, thread: Substitution): (Cond | Int)[] {
  return [thread.cond(path), ...[offset, ...base].map((term) => thread.int(term))];
}

/**
 * Does the way there hang on how places of memory that the kernel writes compare with each other? Programs keep such things in
 * order: no path by way of a vertex is shorter that begins at it. A mark that is set, or not, is a matter of one place.
 */
function comparesContents({ path }: KernelAccess, loadPlaces: Execution['loadPlaces']): boolean {
  return conjuncts(path).some((part) => {
    const loads = new Set<number>();
    visitAtoms([part], ({ id }) => {
      if (loadPlaces.has(id)) loads.add(id);
    });
    return loads.size > 1;
  });
}

/** Behind loaded pointers there is no buffer to fill. */
function leadsNowhere(values: Evaluator, nulls: Execution['nulls'], { origin }: MemoryObject): boolean {
  if (origin.kind === 'loaded') return true;
  return origin.kind === 'parameter' && isPassedNull(values, nulls, origin.index, origin.offset);
}
