/** Facts that a kernel may take for granted of its launch: what a condition is looked for among. */
import type { Condition } from '../model/result.ts';

/** A fact, as `--assume` takes it. */
export interface Candidate {
  readonly kind: Condition['kind'];
  readonly text: string;
  /** False also where one of its names has no value. Elements have names as well: `order[3]`, `boxes[3].number`. */
  readonly isBrokenBy: (values: ReadonlyMap<string, bigint>) => boolean;
  /** The array whose elements it bounds. */
  readonly elementsOf?: StatedArray;
}

/** Numbers that the launch finds in memory. */
export interface StatedArray {
  /** As facts name it: `order`; `boxes.number` for one member of an array of structs. */
  readonly name: string;
  /** Of members that are arrays: `nodes.keys` for those of all nodes. */
  readonly isOfArrays: boolean;
}

/** False only where the values keep a fact: those that have no element of the memory that it bounds say nothing of it. */
export function mayBeBrokenBy(fact: Candidate, values: ReadonlyMap<string, bigint>): boolean {
  const isSilent = fact.elementsOf !== undefined && elementsOf(fact.elementsOf.name, values).length === 0;
  return isSilent || fact.isBrokenBy(values);
}

/** Of one form, from the weakest on: each follows from the next. */
export type Ladder = readonly Candidate[];

const LEAST = [0n, 1n, 2n, 3n, 4n, 8n, 16n, 32n] as const;
const DIVISORS = [2n, 4n, 8n, 16n, 32n, 64n, 128n, 256n] as const;
const FACTORS = [1n, 2n, 3n, 4n, 8n] as const;
/** Elements of a row beside those that an argument counts. */
const MORE = [1n, 2n, 3n, 4n, 8n] as const;
/** A stride in bytes is that of a row of such elements. */
const ELEMENT_BYTES = [4n, 8n, 16n] as const;
const MOST = [512n, 256n, 128n, 64n, 32n, 16n, 8n, 4n, 2n, 1n] as const;
/** Nobody means so few threads along an axis along which the kernel tells its threads apart. */
const TOO_FEW = 2n;
/** Bytes: what vectors are aligned by, and what memory is that a runtime hands out. */
const ALIGNMENTS = [2n, 4n, 8n, 16n, 32n, 64n, 128n, 256n] as const;
const PARTS = [32n, 16n, 8n, 4n, 3n, 2n] as const;
const WARP = 32n;
/** Larger than what most arguments have to be for all of a kernel to be reached. */
const SMALL = 1024n;
const INT_MAX = 2n ** 31n - 1n;
const SHORT_MAX = 2n ** 16n - 1n;
/** More names than a kernel with a simple condition has. */
const MAX_NAMES = 24;

type Compare = (a: bigint, b: bigint) => boolean;
const ATLEAST: Compare = (a, b) => a >= b;
const ATMOST: Compare = (a, b) => a <= b;
const EQUAL: Compare = (a, b) => a === b;
const UNEQUAL: Compare = (a, b) => a !== b;
const DIVIDES: Compare = (a, b) => b > 0n && a % b === 0n;

/**
 * The simplest first, and those about what the access says before others.
 * @param names scalars of the kernel that may have any value, and sizes of the launch that may: `blockDim.x`
 * @param said the names that the text of the access mentions, or that say where it takes place
 * @param apart sizes of the block along whose axes the kernel tells threads apart
 * @param lengths threads along an axis, where their number is known: a row that they fill is as long
 */
export function ladders(
  names: readonly string[],
  said: ReadonlySet<string>,
  apart: ReadonlySet<string> = new Set(),
  lengths: readonly bigint[] = [],
): Ladder[] {
  const inOrder = [...names].sort((a, b) => Number(said.has(b)) - Number(said.has(a))).slice(0, MAX_NAMES);
  const mentioned = inOrder.filter((name) => said.has(name) || isSize(name));
  return unlike([
    ...atLeastNumbers(argumentsOf(mentioned), lengths),
    ...threadForEach(mentioned),
    ...betweenArguments(mentioned, lengths),
    ...mentioned.flatMap((a) =>
      isSize(a) ? [] : inOrder.flatMap((b) => (a === b || isSize(b) ? [] : [multiplesOf(a, b)])),
    ),
    ...ofAllThreads(mentioned),
    ...withSizes(mentioned, apart),
    ...betweenArguments(inOrder, lengths),
    ...withSizes(inOrder, apart),
  ]);
}

/** That an argument, as the stride of rows, is at least some number, or at least as large as another one, or longer by some elements. */
export function strideLadders(names: readonly string[], said: ReadonlySet<string>): Ladder[] {
  const scalars = names.filter((name) => said.has(name) && !isSize(name));
  return [
    ...scalars.map((a) => LEAST.map((number) => atLeast('relation', a, [number]))),
    // A row of what several arguments count, and of a few elements more, before rows that are several times as long.
    ...pairs(scalars).map(([a, b]) => [atLeast('relation', a, [b]), ...MORE.map((more) => longerBy(a, b, more))]),
    ...pairs(scalars).map(([a, b]) => multiplesOf(a, b).slice(1)),
  ];
}

/** Of steps of a loop that halves or doubles them, and of masks: these are meant to be powers of two. */
export function powersOfTwo(names: readonly string[]): Candidate[] {
  return names.map((name) => powerOfTwo(isSize(name) ? 'launch' : 'relation', name));
}

/** Each form once, where it comes first. */
function unlike(all: readonly Ladder[]): Ladder[] {
  const seen = new Set<string>();
  return all.filter((ladder) => {
    const text = textOf(ladder);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

function textOf(ladder: Ladder): string {
  return ladder.map(({ text }) => text).join();
}

function betweenArguments(names: readonly string[], lengths: readonly bigint[]): Ladder[] {
  const scalars = argumentsOf(names);
  return [
    ...ofArguments(scalars, lengths),
    ...pairs(scalars).flatMap(([a, b]) => (a < b ? [[relation('relation', '==', EQUAL, a, [b])]] : [])),
    ...scalars.map((a) => [powerOfTwo('relation', a)]),
    ...scalars.flatMap((a) => products(scalars, a)),
  ];
}

/** What ties arguments to the sizes of a launch, and sizes alone. */
function withSizes(names: readonly string[], apart: ReadonlySet<string>): Ladder[] {
  const scalars = argumentsOf(names);
  const blocks = names.filter((name) => name.startsWith('blockDim.'));
  return [
    ...blocks.flatMap((block) => scalars.map((a) => [multiple('relation', a, block)])),
    ...axesOf(names).flatMap(([grid, block]) =>
      scalars.map((a) => [atLeast('launch', a, [block]), atLeast('launch', a, [grid, block])]),
    ),
    ...blocks.flatMap((block) =>
      scalars.map((a) => ELEMENT_BYTES.map((bytes) => atLeast('launch', a, [block, bytes]))),
    ),
    ...ofGrids(names),
    ...blocks.flatMap((block) => scalars.map((a) => [atLeast('launch', block, [a])])),
    ...ofBlocks(blocks, apart),
  ];
}

/** There is a thread for each of the elements that an argument counts. */
function threadForEach(names: readonly string[]): Ladder[] {
  const scalars = argumentsOf(names);
  return axesOf(names).flatMap(([grid, block]) =>
    scalars.map((a) => [enoughThreads(a, null, grid, block), enoughThreads(a, 1n, grid, block)]),
  );
}

/** There is a pixel of a picture, say, for each of the threads, which are numbered along one axis. */
function ofAllThreads(names: readonly string[]): Ladder[] {
  const scalars = argumentsOf(names);
  return axesOf(names).flatMap(([grid, block]) =>
    pairs(scalars).flatMap(([a, b]) => (a < b ? [[productAtLeast(a, b, grid, block)]] : [])),
  );
}

/** There is a row, say, for each of the blocks along an axis. */
function ofGrids(names: readonly string[]): Ladder[] {
  const grids = names.filter((name) => name.startsWith('gridDim.'));
  return grids.flatMap((grid) => names.flatMap((a) => (isSize(a) ? [] : [[atLeast('launch', a, [grid])]])));
}

/**
 * Two forms that a kernel may need at once: two facts about the arguments, or one and one about the size of the block. What
 * ties the block to the arguments is left out: together with another fact it makes launches so small that nothing races.
 * @param contents forms of what memory holds; each of them may need one more fact
 */
export function ladderPairs(
  names: readonly string[],
  said: ReadonlySet<string>,
  apart: ReadonlySet<string> = new Set(),
  contents: readonly Ladder[] = [],
): (readonly [Ladder, Ladder])[] {
  const inOrder = [...names].sort((a, b) => Number(said.has(b)) - Number(said.has(a))).slice(0, MAX_NAMES);
  const ofScalars = ofArguments(argumentsOf(inOrder));
  const ofSizes = ofBlocks(
    inOrder.filter((name) => name.startsWith('blockDim.')),
    apart,
  );
  const besideContents = [...ofScalars, ...ofGrids(inOrder)];
  return [
    ...contents.flatMap((a) => besideContents.map((b) => [a, b] as const)),
    ...ofScalars.flatMap((a) => ofSizes.map((b) => [a, b] as const)),
    ...ofScalars.flatMap((a, i) => ofScalars.slice(i + 1).map((b) => [a, b] as const)),
  ];
}

function ofArguments(scalars: readonly string[], lengths: readonly bigint[] = []): Ladder[] {
  return [
    ...atLeastNumbers(scalars, lengths),
    ...pairs(scalars).map(([a, b]) => multiplesOf(a, b)),
    ...scalars.map((a) => DIVISORS.map((k) => multiple('relation', a, k))),
  ];
}

function atLeastNumbers(scalars: readonly string[], lengths: readonly bigint[]): Ladder[] {
  const least = [...LEAST, ...lengths.filter((length) => length > LEAST.at(-1)!)];
  return scalars.map((a) => least.map((number) => atLeast('relation', a, [number])));
}

function multiplesOf(a: string, b: string): Ladder {
  return FACTORS.map((k) => atLeast('relation', a, k === 1n ? [b] : [b, k]));
}

function ofBlocks(blocks: readonly string[], apart: ReadonlySet<string>): Ladder[] {
  const mostOf = (block: string) => MOST.filter((most) => most > TOO_FEW || !apart.has(block));
  return [
    ...pairs(blocks).map(([a, b]) => [atLeast('launch', a, [b])]),
    ...blocks.map((block) => [multiple('launch', block, WARP)]),
    ...blocks.map((block) => [powerOfTwo('launch', block)]),
    ...blocks.map((block) => mostOf(block).map((most) => relation('launch', '<=', ATMOST, block, [most]))),
  ];
}

/** Blocks and threads along each axis of which a name is open: their product is how many threads there are in a row. */
function axesOf(names: readonly string[]): (readonly [string, string])[] {
  return [...'xyz']
    .map((letter) => [`gridDim.${letter}`, `blockDim.${letter}`] as const)
    .filter((sizes) => sizes.some((size) => names.includes(size)));
}

function argumentsOf(names: readonly string[]): string[] {
  return names.filter((name) => !isSize(name));
}

/** Of the launch and not of an argument. */
export function isSize(name: string): boolean {
  return /^(?:gridDim|blockDim)\.[xyz]$/.test(name);
}

/**
 * Of arrays whose elements say where the accesses go.
 * @param scalars that may bound what they hold, as in a row of `n` elements
 * @param lengths of what may begin where they say, from the shortest on
 */
export function contentLadders(
  arrays: readonly StatedArray[],
  scalars: readonly string[],
  lengths: readonly bigint[] = [],
): Ladder[] {
  const names = arrays.map(({ name }) => name);
  return [
    // Where sorted elements will do, they need not all differ.
    ...names.map((name) => [monotone(name)]),
    ...names.flatMap((name) => {
      const others = names.filter((other) => other !== name);
      return others.length === 0
        ? [[distinct(name)]]
        : others.map((other) => [distinctIf(name, other), distinct(name)]);
    }),
    ...pairs(names).map(([name, other]) => [segments(name, { kind: 'array', name: other })]),
    ...names.flatMap((name) => scalars.map((count) => [segments(name, { kind: 'scalar', name: count })])),
    ...(lengths.length === 0 ? [] : names).map((name) =>
      lengths.map((value) => segments(name, { kind: 'number', value })),
    ),
    ...arrays.flatMap((array) => scalars.map((most) => [bound(array, null, most), bound(array, 0n, most)])),
  ];
}

/**
 * Of scalars that say which part of an element is meant, as the channel of a pixel: that it is one of so many.
 * @param counts scalars that may say how many there are
 */
export function partLadders(names: readonly string[], counts: readonly string[]): Ladder[] {
  return names.flatMap((name) => [
    PARTS.map((count) => below(name, null, count)),
    PARTS.map((count) => below(name, 0n, count)),
    ...counts.flatMap((count) => (count === name ? [] : [[belowOther(name, count)]])),
  ]);
}

/** Elements of a row, or of a plane, lie within its stride: as an address has them. */
export function longRow(stride: string, factors: readonly string[], multiple: bigint): Candidate {
  return atLeast('relation', stride, multiple === 1n ? factors : [...factors, multiple]);
}

/** The first half of a row ends where the second one starts, or before. */
export function halfOf(start: string, bound: string, times: bigint): Candidate {
  return times === 1n ? atLeast('relation', start, [bound]) : relation('relation', '<=', ATMOST, bound, [start, times]);
}

/** Rows have as many parts of one length. */
export function partsOfRow(count: string, least: bigint): Candidate {
  return atLeast('relation', count, [least]);
}

/** An argument of which the kernel takes a part. */
export function dividedBy(name: string, by: bigint): Candidate {
  return multiple('relation', name, by);
}

function longerBy(name: string, other: string, more: bigint): Candidate {
  return {
    kind: 'relation',
    text: `${name} >= ${other} + ${more}`,
    isBrokenBy: (values) => {
      const [value, least] = [values.get(name), values.get(other)];
      // A negative number is a large one where it is read as unsigned, and counts nothing elsewhere.
      return value !== undefined && least !== undefined && value < (least < 0n ? 0n : least) + more;
    },
  };
}

function belowOther(name: string, most: string): Candidate {
  return {
    kind: 'relation',
    text: `${name} >= 0 && ${name} < ${most}`,
    isBrokenBy: (values) => {
      const [value, limit] = [values.get(name), values.get(most)];
      return value !== undefined && (value < 0n || (limit !== undefined && value >= limit));
    },
  };
}

function below(name: string, least: bigint | null, most: bigint): Candidate {
  const text = `${name} < ${most}`;
  return {
    kind: 'relation',
    text: least === null ? text : `${name} >= ${least} && ${text}`,
    isBrokenBy: (values) => {
      const value = values.get(name);
      return value !== undefined && (value >= most || (least !== null && value < least));
    },
  };
}

/** Every element is below a number, and not negative. */
function bound(array: StatedArray, least: 0n | null, most: string): Candidate {
  const each = anyOf(array);
  const below = `${each} < ${most}`;
  return {
    kind: 'bound',
    elementsOf: array,
    text: least === null ? below : `${each} >= ${least} && ${below}`,
    isBrokenBy: (values) => {
      const limit = values.get(most);
      return elementsOf(array.name, values).some(
        ({ value }) => (least !== null && value < least) || (limit !== undefined && value >= limit),
      );
    },
  };
}

function distinct(name: string): Candidate {
  return {
    kind: 'distinct',
    text: `distinct(${name})`,
    isBrokenBy: (values) => {
      return rowsOf(elementsOf(name, values)).some((row) => areSomeEqual(row));
    },
  };
}

/** Of those that are kept: the others may be equal to one another, and to them. */
function distinctIf(name: string, kept: string): Candidate {
  return {
    kind: 'distinct',
    text: `distinct(${name} if ${kept})`,
    isBrokenBy: (values) => {
      const isKept = new Map(elementsOf(kept, values).map((flag) => [placeOf(flag), flag.value !== 0n]));
      const elements = elementsOf(name, values).filter((element) => isKept.get(placeOf(element)));
      return rowsOf(elements).some((row) => areSomeEqual(row));
    },
  };
}

/** How many elements there are from each of an array on: as another array says, or one number for all. */
type Lengths =
  | { readonly kind: 'array' | 'scalar'; readonly name: string }
  | { readonly kind: 'number'; readonly value: bigint };

/** So many elements from each element on: no two of these share one. */
function segments(name: string, lengths: Lengths): Candidate {
  return {
    kind: 'distinct',
    text: `segments(${name}, ${lengths.kind === 'number' ? lengths.value : lengths.name})`,
    isBrokenBy: (values) => {
      const ofEach = lengths.kind === 'array' ? elementsOf(lengths.name, values) : [];
      const lengthAt = new Map(ofEach.map((length) => [placeOf(length), length.value]));
      const common = lengths.kind === 'number' ? lengths.value : (values.get(lengths.name) ?? 0n);
      const all = elementsOf(name, values).map(
        (start) => [start.value, start.value + (lengthAt.get(placeOf(start)) ?? common)] as const,
      );
      return all.some(([start, end], i) =>
        all.slice(i + 1).some(([from, to]) => start < to && from < end && start < end && from < to),
      );
    },
  };
}

export function monotone(name: string): Candidate {
  return {
    kind: 'monotone',
    text: `monotone(${name})`,
    isBrokenBy: (values) => {
      return rowsOf(elementsOf(name, values)).some((row) =>
        row.some(({ value }, i) => i > 0 && value < row[i - 1]!.value),
      );
    },
  };
}

/** A number that the values tell of. */
interface Element {
  readonly array: StatedArray;
  /** Of the element, or of the struct that it stands in. */
  readonly index: number;
  /** Its place in a member that is an array. */
  readonly within: number | null;
}

const CELL = /^(\w+)\[(\d+)\](\.\w+|@\d+)?(?:\[(\d+)\])?$/;

/** Null where a name is no element's. */
function elementNamed(cell: string): Element | null {
  const found = CELL.exec(cell);
  if (found === null) return null;
  const [, of = '', index, member = '', within] = found;
  const isOfArrays = within !== undefined;
  return {
    array: { name: `${of}${member}`, isOfArrays },
    index: Number(index),
    within: isOfArrays ? Number(within) : null,
  };
}

/** The arrays that some of the names are elements of: `boxes[3].number` is one of `boxes.number`. */
export function arraysAmong(cells: Iterable<string>): StatedArray[] {
  const found = new Map<string, StatedArray>();
  for (const cell of cells) {
    const element = elementNamed(cell);
    if (element !== null) found.set(element.array.name, element.array);
  }
  return [...found.values()];
}

/** Any of its elements: `order[i]`, `boxes[i].number`, `nodes[i].keys[j]`. */
function anyOf({ name, isOfArrays }: StatedArray): string {
  return `${name.replace(/^\w+/, '$&[i]')}${isOfArrays ? '[j]' : ''}`;
}

type ValuedElement = Element & { readonly value: bigint };

function elementsOf(name: string, values: ReadonlyMap<string, bigint>): ValuedElement[] {
  return [...values].flatMap(([cell, value]) => {
    const element = elementNamed(cell);
    return element?.array.name === name ? [{ ...element, value }] : [];
  });
}

/** What a fact speaks of together, in its order: all elements, or those of one struct where a member is an array. */
function rowsOf(elements: readonly ValuedElement[]): ValuedElement[][] {
  const rows = new Map<number | null, ValuedElement[]>();
  const inOrder = [...elements].sort((a, b) => a.index - b.index || (a.within ?? 0) - (b.within ?? 0));
  for (const element of inOrder) {
    const row = element.within === null ? null : element.index;
    rows.set(row, [...(rows.get(row) ?? []), element]);
  }
  return [...rows.values()];
}

function placeOf({ index, within }: Element): string {
  return `${index},${within}`;
}

function areSomeEqual(row: readonly ValuedElement[]): boolean {
  return new Set(row.map(({ value }) => value)).size < row.length;
}

/**
 * Of arrays with two axes that each thread has an element of, as the tiles of a matrix product: that the block has no more threads
 * along an axis than the arrays have elements. One fact in two parts, as no single one of them helps.
 * @param tiles rows and columns of each array; one more column than rows is padding
 * @param open sizes of the block that nobody states
 */
export function tileLadders(
  tiles: readonly (readonly [rows: bigint, columns: bigint])[],
  open: readonly string[],
): Ladder[] {
  if (!open.includes('blockDim.x') || !open.includes('blockDim.y')) return [];
  return tiles.map(([rows, columns]) => {
    const widths = columns === rows + 1n ? [columns, rows] : [columns];
    return widths.map((width) => both(atMost('blockDim.x', width), atMost('blockDim.y', rows)));
  });
}

/**
 * Of rows that blocks fill tile by tile, with no end that is asked for: they hold a tile of these columns for each of the blocks along x.
 * Where the block may be smaller than the tile, its own size says less.
 * @param names scalars and sizes that nobody states
 */
export function tileRowLadders(
  tiles: readonly (readonly [rows: bigint, columns: bigint])[],
  names: readonly string[],
): Ladder[] {
  if (!['gridDim.x', 'blockDim.x'].every((size) => names.includes(size))) return [];
  const widths = new Set(tiles.map(([rows, columns]) => (columns === rows + 1n ? rows : columns)));
  const scalars = argumentsOf(names);
  const inOrder = [...widths].sort((a, b) => Number(a - b));
  return inOrder.length === 0
    ? []
    : scalars.map((a) => inOrder.map((width) => atLeast('launch', a, ['gridDim.x', width])));
}

function atMost(size: string, most: bigint): Candidate {
  return relation('launch', '<=', ATMOST, size, [most]);
}

function both(a: Candidate, b: Candidate): Candidate {
  return {
    kind: a.kind,
    text: `${a.text} && ${b.text}`,
    isBrokenBy: (values) => a.isBrokenBy(values) || b.isBrokenBy(values),
  };
}

/** Of pointers of which the host leaves it open how far into their memory they lead: where they do is no value of a witness. */
export function alignmentLadders(pointers: readonly string[]): Ladder[] {
  return pointers.map((name) =>
    ALIGNMENTS.map((unit) => ({ kind: 'alignment', text: `aligned(${name}, ${unit})`, isBrokenBy: () => true })),
  );
}

/** A pointer that the kernel asks about is null, or is not: the other way round than in a launch that races. */
export function ifPassed(pointer: string, isNull: boolean): Candidate {
  const text = `${pointer} ${isNull ? '==' : '!='} nullptr`;
  return { kind: 'relation', text, isBrokenBy: (values) => (values.get(pointer) === 0n) !== isNull };
}

/** An argument that the kernel compares with a number is that one, or another: the other way round than in a launch that races. */
export function ifEqual(name: string, value: bigint, isEqual: boolean): Candidate {
  return isEqual
    ? relation('relation', '==', EQUAL, name, [value])
    : relation('relation', '!=', UNEQUAL, name, [value]);
}

/** Two pointers do not lead to the same memory. */
export function disjoint(a: string, b: string): Candidate {
  return { kind: 'disjoint', text: `disjoint(${a}, ${b})`, isBrokenBy: () => false };
}

/** Pointers in memory lead to memory of their own, each of them. */
export function own(keeper: string): Candidate {
  return { kind: 'disjoint', text: `disjoint(*${keeper})`, isBrokenBy: () => false };
}

/**
 * No two indices of a view lead to one element: its strides, and how many indices there are, are in no single value.
 * @param strides arguments; none where they stand in the view's struct
 */
export function strided(view: string, strides: readonly string[] = []): Candidate {
  return { kind: 'distinct', text: `strided(${[view, ...strides].join(', ')})`, isBrokenBy: () => true };
}

export function isStrided({ text }: Candidate): boolean {
  return text.startsWith('strided(');
}

/** Several threads may store one and the same value there at once: no value is one that breaks it. */
export function idempotent(memory: string): Candidate {
  return { kind: 'relation', text: `idempotent(${memory})`, isBrokenBy: () => false };
}

/** No cache holds it from before it was handed over: no value is one that breaks it. */
export function fresh(memory: string): Candidate {
  return { kind: 'relation', text: `fresh(${memory})`, isBrokenBy: () => false };
}

/** Does a fact speak of memory by itself, whatever the launch is given? */
export function isOfMemory({ text }: Candidate): boolean {
  return text.startsWith('idempotent(') || text.startsWith('fresh(');
}

/** What makes a race of different blocks none: that there is one only. */
export function oneBlock(grid: string): Candidate {
  return relation('launch', '==', EQUAL, grid, [1n]);
}

/** There is one block only where a launch passes one pointer for both. */
export function oneBlockWhereShared(a: string, b: string, grid: string): Candidate {
  const { text, ...one } = oneBlock(grid);
  return { ...one, text: `disjoint(${a}, ${b}) || ${text}` };
}

/** A number of 64 bits is one of 32 bits. */
export function within(name: string): Candidate {
  return relation('relation', '<=', ATMOST, name, [INT_MAX]);
}

/** An argument in whose products a solver finds its way. */
export function isSmall(name: string): Candidate {
  return below(name, 0n, SMALL);
}

/** So are elements that are indices of rows, whatever their type. */
export function elementsWithin(array: StatedArray): Candidate {
  const each = anyOf(array);
  return {
    kind: 'bound',
    text: `${each} >= 0 && ${each} <= ${INT_MAX}`,
    isBrokenBy: (values) => elementsOf(array.name, values).some(({ value }) => value < 0n || value > INT_MAX),
  };
}

/** The same of elements that a run may have to count up to. */
export function smallElements(array: StatedArray): Candidate {
  return bound(array, 0n, `${SMALL}`);
}

/** Rows of this stride, one for each block, stay within what 32 bits count. */
export function fits(grid: string, stride: string): Candidate {
  return {
    kind: 'relation',
    text: `${grid} * ${stride} <= ${INT_MAX}`,
    isBrokenBy: (values) => (values.get(grid) ?? 0n) * (values.get(stride) ?? 0n) > INT_MAX,
  };
}

/** No more threads than an array in a struct has elements, each of which is one thread's. */
export function threadsWithin(block: string, length: number): Candidate {
  return atMost(block, MOST.find((most) => most <= length) ?? 1n);
}

/** No more blocks than 16 bits count, as code for old GPUs reads the number of a block. */
export function countedInShort(grid: string): Candidate {
  return atMost(grid, SHORT_MAX);
}

function relation(
  kind: Candidate['kind'],
  sign: string,
  holds: Compare,
  left: string,
  right: readonly (string | bigint)[],
): Candidate {
  return {
    kind,
    text: `${left} ${sign} ${right.join(' * ')}`,
    isBrokenBy: (values) => {
      const a = values.get(left);
      const factors = right.map((one) => (typeof one === 'bigint' ? one : values.get(one)));
      let product = 1n;
      for (const factor of factors) {
        if (factor === undefined) return false;
        product *= factor;
      }
      return a !== undefined && !holds(a, product);
    },
  };
}

function atLeast(kind: Candidate['kind'], a: string, product: readonly (string | bigint)[]): Candidate {
  return relation(kind, '>=', ATLEAST, a, product);
}

function enoughThreads(a: string, least: bigint | null, grid: string, block: string): Candidate {
  const text = `${grid} * ${block} >= ${a}`;
  return {
    kind: 'launch',
    text: least === null ? text : `${a} >= ${least} && ${text}`,
    isBrokenBy: (values) => {
      const [count, blocks, threads] = [a, grid, block].map((name) => values.get(name));
      if (count !== undefined && least !== null && count < least) return true;
      return count !== undefined && blocks !== undefined && threads !== undefined && blocks * threads < count;
    },
  };
}

/** `a * b >= grid * block`. */
function productAtLeast(a: string, b: string, grid: string, block: string): Candidate {
  return {
    kind: 'launch',
    text: `${a} * ${b} >= ${grid} * ${block}`,
    isBrokenBy: (values) => {
      const [left, right, blocks, threads] = [a, b, grid, block].map((name) => values.get(name));
      if (left === undefined || right === undefined || blocks === undefined || threads === undefined) return false;
      return left * right < blocks * threads;
    },
  };
}

function multiple(kind: Candidate['kind'], a: string, k: string | bigint): Candidate {
  return { ...relation(kind, '==', DIVIDES, a, [k]), text: `${a} % ${k} == 0` };
}

export function isPowerOfTwo(text: string): boolean {
  return text.startsWith('powerOfTwo(');
}

function powerOfTwo(kind: Candidate['kind'], a: string): Candidate {
  return {
    kind,
    text: `powerOfTwo(${a})`,
    isBrokenBy: (values) => {
      const value = values.get(a);
      return value !== undefined && (value <= 0n || (value & (value - 1n)) !== 0n);
    },
  };
}

function pairs(names: readonly string[]): (readonly [string, string])[] {
  return names.flatMap((a) => names.flatMap((b) => (a === b ? [] : [[a, b] as const])));
}

/** `a >= b * c`. */
function products(names: readonly string[], a: string): Ladder[] {
  return pairs(names).flatMap(([b, c]) => (b < c && a !== b && a !== c ? [[atLeast('relation', a, [b, c])]] : []));
}
