/**
 * What can be stated of memory: `distinct(order)`, `distinct(places if kept)`, `monotone(begin)`, `target[i] < n`,
 * `segments(first, count)`, `segments(first, 100)`, `segments(first, n)`, `disjoint(in, out)`, `disjoint(in, out) || gridDim.x == 1`, `disjoint(*rows)`, `aligned(rows, 16)`, `strided(view)`,
 * `strided(out, row, plane)`, `idempotent(mean)`, `fresh(sums)`. The words are of a kernel's pointers and their elements, as the kernel reads them. Of an
 * array of structs they are of one member: `distinct(boxes.number)`, `boxes[i].number < n`, `monotone(nodes.keys)`, `nodes[i].keys[j] < n`.
 */
import type { Column } from '../ir/columns.ts';
import { launchMemory, launchPointers, launchScalars } from '../ir/launch-scalars.ts';
import type { ProgramFunction } from '../ir/program.ts';
import { type ContentFact, pointerKey, type StatedMemory } from '../kernel/index.ts';
import { type Int, Terms } from '../terms/index.ts';
import { parseAssumption } from './assumption.ts';

/** A member of a struct, by its name or its place. */
const MEMBER = String.raw`(?:\.[A-Za-z_]\w*|@\d{1,6})`;
/** A parameter, or a member: of its struct, or of the structs behind it. */
const POINTER = String.raw`([A-Za-z_]\w*${MEMBER}?)`;
const WORD = new RegExp(String.raw`^\s*(distinct|monotone)\s*\(\s*${POINTER}\s*\)\s*$`);
const KEPT = new RegExp(String.raw`^\s*distinct\s*\(\s*${POINTER}\s+if\s+${POINTER}\s*\)\s*$`);
const SEGMENTS = new RegExp(String.raw`^\s*segments\s*\(\s*${POINTER}\s*,\s*(?:${POINTER}|(\d{1,9}))\s*\)\s*$`);
const APART = String.raw`disjoint\s*\(\s*${POINTER}\s*,\s*${POINTER}\s*\)`;
const DISJOINT = new RegExp(String.raw`^\s*${APART}\s*$`);
/** What `||` ties to the word; beside other facts it stands in brackets, as `&&` binds closer. */
const OTHERWISE = String.raw`${APART}\s*\|\|([^&|]+)`;
const DISJOINT_OR = new RegExp(String.raw`^\s*${OTHERWISE}$`);
const DISJOINT_OR_IN_BRACKETS = new RegExp(String.raw`^\s*\(\s*${OTHERWISE}\)\s*$`);
const OWN = new RegExp(String.raw`^\s*disjoint\s*\(\s*\*\s*${POINTER}\s*\)\s*$`);
const STRIDED = new RegExp(
  String.raw`^\s*strided\s*\(\s*${POINTER}\s*((?:,\s*${POINTER.replace('(', '(?:')}\s*)*)\)\s*$`,
);
const OF_MEMORY = /^\s*(idempotent|fresh)\s*\(\s*([A-Za-z_]\w*)\s*\)\s*$/;
const ALIGNED = /^\s*aligned\s*\(\s*([A-Za-z_]\w*)\s*,\s*(\d{1,3})\s*\)\s*$/;
/** Memory that is allocated begins at multiples of so many bytes, and nothing is known of more. */
const MOST_ALIGNED = 256n;
const BOUND = new RegExp(
  String.raw`^\s*([A-Za-z_]\w*)\s*\[\s*i\s*\]\s*(${MEMBER}?)\s*(\[\s*j\s*\])?\s*((?:<=|>=|==|<|>).*)$`,
  's',
);
/** The element, where a bound is read as a condition: a name that no source has. */
const ELEMENT = '\u0275';

type SaidOfContents =
  | { readonly kind: 'distinct' | 'monotone'; readonly name: string; readonly kept: string | null }
  | { readonly kind: 'segments'; readonly names: readonly [string, string]; readonly length: null }
  | { readonly kind: 'segments'; readonly names: readonly [string]; readonly length: bigint }
  /** `otherwise`: what holds where the two are one memory, if anything may. */
  | { readonly kind: 'disjoint'; readonly names: readonly [string, string]; readonly otherwise: string | null }
  /** Of what the pointers behind it, or in it, lead to. */
  | { readonly kind: 'own'; readonly name: string }
  | { readonly kind: 'idempotent'; readonly name: string }
  | { readonly kind: 'fresh'; readonly name: string }
  /** `strides`: none where they stand in the struct of the pointer. */
  | { readonly kind: 'strided'; readonly name: string; readonly strides: readonly string[] }
  | { readonly kind: 'aligned'; readonly name: string; readonly unit: bigint }
  /** `bound`: a condition over `ELEMENT`, `i`, `j` in a member that is an array, and scalars. */
  | { readonly kind: 'bound'; readonly name: string; readonly isOfArrays: boolean; readonly bound: string };

/** The parts of an assumption that are stated together; only a conjunction may have words about contents. */
export function partsOf(text: string): readonly string[] {
  const parts = text.split('&&');
  if (parts.length > 1 && parts.some((part) => DISJOINT_OR.test(part))) return [text];
  return parts.some((part) => saidOfContents(part) !== null) ? parts.map((part) => part.trim()) : [text];
}

/** Null where a text says nothing about contents. */
export function saidOfContents(text: string): SaidOfContents | null {
  const word = WORD.exec(text);
  if (word !== null) return { kind: word[1] === 'distinct' ? 'distinct' : 'monotone', name: word[2]!, kept: null };
  const kept = KEPT.exec(text);
  if (kept !== null) return { kind: 'distinct', name: kept[1]!, kept: kept[2]! };
  const segments = SEGMENTS.exec(text);
  if (segments !== null) {
    const [, starts = '', lengths, length] = segments;
    return length === undefined
      ? { kind: 'segments', names: [starts, lengths!], length: null }
      : { kind: 'segments', names: [starts], length: BigInt(length) };
  }
  const disjoint = DISJOINT.exec(text);
  if (disjoint !== null) return { kind: 'disjoint', names: [disjoint[1]!, disjoint[2]!], otherwise: null };
  const either = DISJOINT_OR.exec(text) ?? DISJOINT_OR_IN_BRACKETS.exec(text);
  if (either !== null) return { kind: 'disjoint', names: [either[1]!, either[2]!], otherwise: either[3]!.trim() };
  const own = OWN.exec(text);
  if (own !== null) return { kind: 'own', name: own[1]! };
  const strided = STRIDED.exec(text);
  if (strided !== null) return { kind: 'strided', name: strided[1]!, strides: strided[2]!.match(/[\w.@]+/g) ?? [] };
  const ofMemory = OF_MEMORY.exec(text);
  if (ofMemory !== null) return { kind: ofMemory[1] === 'fresh' ? 'fresh' : 'idempotent', name: ofMemory[2]! };
  const aligned = ALIGNED.exec(text);
  if (aligned !== null) {
    const unit = BigInt(aligned[2]!);
    return isPowerOfTwo(unit) && unit <= MOST_ALIGNED ? { kind: 'aligned', name: aligned[1]!, unit } : null;
  }
  const bound = BOUND.exec(text);
  if (bound === null) return null;
  const [, name, member, within, rest] = bound;
  return { kind: 'bound', name: `${name}${member}`, isOfArrays: within !== undefined, bound: `${ELEMENT} ${rest}` };
}

function isPowerOfTwo(n: bigint): boolean {
  return n > 0n && (n & (n - 1n)) === 0n;
}

/** A bound as a condition over the element, `i` and names; null where it is none. */
export function parseBound(
  terms: Terms,
  bound: string,
  { element, index, within, lookup }: BoundNames,
): ReturnType<typeof parseAssumption> {
  const own = new Map<string, Int>([
    [ELEMENT, element],
    ['i', index],
  ]);
  if (within !== null) own.set('j', within);
  return parseAssumption(terms, bound, (name) => own.get(name) ?? lookup(name));
}

interface BoundNames {
  readonly element: Int;
  readonly index: Int;
  /** The place in a member that is an array; null where it is none. */
  readonly within: Int | null;
  readonly lookup: (name: string) => Int | undefined;
}

/** What words about memory can name. */
export interface NamedMemory {
  readonly kernel: ProgramFunction;
  /** Variables that the kernel uses, but those of one thread only, with the members of those that are arrays of structs. */
  readonly variables: ReadonlyMap<string, readonly Column[] | null>;
}

/** What is said, of this kernel; null where it is of another. */
export function contentFact(
  terms: Terms,
  { kernel, variables }: NamedMemory,
  said: SaidOfContents,
  lookup: (name: string) => Int | undefined,
): ContentFact | null {
  const indexOf = (name: string) =>
    kernel.parameters.findIndex((one) => one.name === name && one.type.kind === 'pointer' && one.byValue === null);
  const memoryOf = (said: string): StatedMemory | null => {
    const [name = '', member = null] = said.split(/(?=@)|\./);
    const index = indexOf(name);
    if (index < 0 && !variables.has(name)) return null;
    const members = (index < 0 ? variables.get(name) : kernel.parameters[index]!.columns) ?? null;
    const column = members?.find((one) => one.member === member || `@${one.start}` === member) ?? null;
    // Of structs it has to say which of their numbers are meant, and elsewhere there are no members.
    const isOfMember = member !== null && column !== null;
    const isOfNumbers = member === null && members === null;
    return isOfMember || isOfNumbers ? { of: index < 0 ? name : index, column } : null;
  };
  if ('names' in said && said.kind === 'disjoint') {
    const all = launchMemory(kernel);
    const [a, b] = said.names.map((name) => all.find((one) => one.name === name));
    if (a === undefined || b === undefined) return null;
    return { kind: 'disjoint', pointers: [pointerKey(a.parameter, a.offset), pointerKey(b.parameter, b.offset)] };
  }
  if ('names' in said) {
    const memory = memoryOf(said.names[0]);
    const count = said.length === null ? said.names[1] : null;
    const common = said.length === null ? lookup(said.names[1]) : terms.constant(said.length);
    const lengths = (count === null ? null : memoryOf(count)) ?? (common && { common });
    return memory === null || lengths === undefined ? null : { kind: 'segments', memory, lengths };
  }
  if (said.kind === 'own') {
    const pointer = launchPointers(kernel).find((one) => one.name === said.name);
    if (pointer !== undefined) return { kind: 'own', keeper: pointerKey(pointer.parameter, pointer.offset) };
    return variables.has(said.name) ? { kind: 'own', keeper: said.name } : null;
  }
  if (said.kind === 'strided') {
    const view = launchPointers(kernel).find((one) => one.name === said.name);
    const struct = view && kernel.parameters[view.parameter];
    if (view === undefined || struct === undefined) return null;
    const pointer = pointerKey(view.parameter, view.offset);
    if (said.strides.length > 0) {
      const scalars = launchScalars(kernel);
      const keys = said.strides.flatMap((name) => scalars.find((one) => one.name === name)?.key ?? []);
      return keys.length < said.strides.length ? null : { kind: 'strided', pointer, strides: { kind: 'listed', keys } };
    }
    return struct.byValue === null
      ? null
      : { kind: 'strided', pointer, strides: { kind: 'beside', struct: struct.name } };
  }
  const parameter = indexOf(said.name);
  if (said.kind === 'idempotent' || said.kind === 'fresh') {
    return parameter >= 0 || variables.has(said.name) ? { kind: said.kind, object: said.name } : null;
  }
  if (said.kind === 'aligned') return parameter < 0 ? null : { kind: 'aligned', parameter, unit: said.unit };
  const memory = memoryOf(said.name);
  if (memory === null) return null;
  if (said.kind !== 'bound') {
    const kept = said.kept === null ? null : memoryOf(said.kept);
    return said.kept !== null && kept === null ? null : { kind: said.kind, memory, kept };
  }
  const isOfArrays = memory.column !== null && memory.column.length !== null;
  if (said.isOfArrays !== isOfArrays) return null;
  const parsed = (element: Int, index: Int, within: Int | null) =>
    parseBound(terms, said.bound, { element, index, within, lookup });
  if (!parsed(terms.zero, terms.zero, isOfArrays ? terms.zero : null).ok) return null;
  return {
    kind: 'bound',
    memory,
    holds: (element, index, within) => {
      const condition = parsed(element, index, within);
      return condition.ok ? condition.condition : terms.true;
    },
  };
}

/** What is wrong with an assumption whatever the kernel, or null. */
export function assumptionMistake(text: string): string | null {
  const terms = new Terms();
  const lookup = (name: string) =>
    NAME.test(name) ? terms.symbol(name, 'launch', 'input', { low: null, high: null }) : undefined;
  for (const part of partsOf(text)) {
    const said = saidOfContents(part);
    const condition = said === null ? part : said.kind === 'disjoint' ? said.otherwise : null;
    if (condition === null && said?.kind !== 'bound') continue;
    const within = said?.kind === 'bound' && said.isOfArrays ? terms.zero : null;
    const names = { element: terms.zero, index: terms.zero, within, lookup };
    const parsed =
      said?.kind === 'bound'
        ? parseBound(terms, said.bound, names)
        : parseAssumption(terms, condition!, lookup, (name) => (NAME.test(name) ? terms.true : undefined));
    if (parsed.ok) continue;
    return parsed.unknownName === null
      ? parsed.message
      : `'${parsed.unknownName}' is neither a parameter, a member of one, nor a launch size`;
  }
  return null;
}

/** A size of the launch, a parameter, or a member of one. */
const NAME =
  /^(?:gridDim|blockDim)\.[xyz]$|^(?!(?:gridDim|blockDim|threadIdx|blockIdx)\.)[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*(?:\.[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?$/;
