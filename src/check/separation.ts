/**
 * What a verdict takes for granted of memory: accesses to different objects are never asked about, and so it has to be
 * known that these do not overlap, or assumed and said.
 */
import { OPENCL_CONSTANT, type Program, type ProgramFunction } from '../ir/program.ts';
import {
  areStatedApart,
  type Execution,
  type KernelLaunch,
  type MemoryObject,
  type PassedMemory,
  type PointerKey,
  placeIn,
  pointerKey,
  type Separation,
  separationOf,
  type TextureRead,
} from '../kernel/index.ts';
import type { Assumption } from '../model/assumption.ts';
import { isConstant } from '../terms/index.ts';
import { keeperOf, keepsOwnMemory } from './kept-pointers.ts';

/** The kernel under a launch. */
interface Launched {
  readonly program: Program;
  readonly kernel: ProgramFunction;
  readonly launch: Pick<KernelLaunch, 'memory' | 'textures' | 'stated' | 'aliases'>;
}

export interface Separated {
  readonly assumptions: readonly Assumption[];
  /** Why it is not decided. */
  readonly open: readonly OpenSeparation[];
}

export interface OpenSeparation {
  /** A sentence. */
  readonly text: string;
  /** Null where more may be one memory than that. */
  readonly overlap: Overlap | null;
}

/** What may be one memory. */
export type Overlap =
  /** Two pointers that the launch hands over. */
  | { readonly kind: 'passed'; readonly pointers: readonly [PointerKey, PointerKey] }
  /** Objects, by their keys, of which pointers in memory lead to one or to both: where those stand (`keeperOf`). */
  | { readonly kind: 'kept'; readonly keepers: readonly string[]; readonly objects: readonly [string, string] };

const NOT_FOLLOWED = 'may be the same memory: the pointers that the host passes are not known';
/** Objects of one memory are one object, unless their pointers are taken apart (`parted-memory.ts`). */
const NOT_MEASURED = 'may overlap: the host passes places in one memory, and how far they lie apart is not known';

/** What it takes for the objects to be different memory whose accesses would conflict if they were not. */
export function separated(launched: Launched, execution: Execution): Separated {
  const assumptions: Assumption[] = [];
  const open: OpenSeparation[] = [];
  const judge = (separation: Separation, names: readonly [string, string], overlap: Overlap | null = null) => {
    if (separation === 'open') open.push({ text: `${names[0]} and ${names[1]} ${NOT_FOLLOWED}`, overlap });
    if (separation === 'same') open.push({ text: `${names[0]} and ${names[1]} ${NOT_MEASURED}`, overlap });
    if (separation === 'assumed') assumptions.push(assumed(launched, names));
  };
  for (const [a, b] of pairsOf(execution)) {
    const found = separationIn(launched, a, b);
    const areOneArray = found === 'same' && a.origin.kind === 'surface';
    if (!areOneArray && isStated(launched, a, b)) continue;
    const separation = found === 'open' && isKeptConstant(launched, a, b) ? 'assumed' : found;
    // A kernel that asks whether two pointers are one is made for both.
    if (a !== b && separation === 'assumed' && isCompared(execution, a, b)) {
      const text = `${namesOf(a, b).join(' and ')} may be the same memory: the kernel compares the pointers`;
      open.push({ text, overlap: null });
    } else if (areOneArray) judge('open', namesOf(a, b));
    else if (a !== b) judge(separation, namesOf(a, b), overlapOf(a, b));
    else if (separation === 'open') open.push({ text: `two of ${a.name} ${NOT_FOLLOWED}`, overlap: overlapOf(a, b) });
  }
  const written = [...writtenGlobals(execution)];
  const surfaces = written.flatMap((object) => (object.origin.kind === 'surface' ? { ...object.origin, object } : []));
  for (const read of execution.textureReads) {
    const known = memoryOfTexture(launched, read);
    if (known === null) assumptions.push(nothingWrittenIsRead(launched, read));
    const { texture } = read;
    for (const { object, arrays } of surfaces) {
      const separation = ofArrays(launched, arrays, texture.kind === 'handle' ? (texture.over?.arrays ?? null) : null);
      const names = [object.name, read.name === null ? 'a texture' : `the texture ${read.name}`] as const;
      const pointers = pointerAndHandle(object, read);
      if (separation === 'same') judge('open', names);
      else if (!arePartedOrMadeOne(launched, pointers)) judge(separation, names, passed(pointers));
    }
    for (const memory of known ?? launched.launch.textures.any) {
      for (const object of written) {
        if (object.origin.kind === 'surface' || keepsOwnMemory(launched.launch.stated, object)) continue;
        const separation = object.origin.kind === 'loaded' ? 'open' : separationOf(memoryOf(launched, object), memory);
        // Which of its bytes a texture reads is not followed.
        const names = [object.name, read.name === null ? 'a texture' : `the texture ${read.name}`] as const;
        const pointers = pointerAndHandle(object, read);
        // That the two are different is not to be had where the host makes them one; of several that it may be, one is chosen.
        const isOne = separation === 'same' && known?.length === 1;
        if (isOne) judge('open', names);
        else if (!arePartedOrMadeOne(launched, pointers))
          judge(separation === 'same' ? 'open' : separation, names, passed(pointers));
      }
    }
  }
  return { assumptions, open };
}

/** What may be one memory, of two objects. */
function overlapOf(a: MemoryObject, b: MemoryObject): Overlap | null {
  const pointers = pointersOf(a, b);
  if (pointers !== null) return { kind: 'passed', pointers };
  const keepers = [...new Set([a, b].flatMap((object) => keeperOf(object) ?? []))];
  return keepers.length === 0
    ? null
    : { kind: 'kept', keepers, objects: a.origin.kind === 'loaded' ? [a.key, b.key] : [b.key, a.key] };
}

/** Which pointers two objects are behind, where the launch hands them over itself: in the order of the parameters. */
function pointersOf(...objects: readonly [MemoryObject, MemoryObject]): readonly [PointerKey, PointerKey] | null {
  const [first, second] = objects
    .flatMap((object) => handedOver(object) ?? [])
    .sort((a, b) => a.index - b.index || a.offset - b.offset)
    .map(({ index, offset }) => pointerKey(index, offset));
  return first === undefined || second === undefined ? null : [first, second];
}

/** Where a launch hands over the pointer to an object, or the handle of a surface; null where it does not. */
function handedOver({ origin }: MemoryObject): { readonly index: number; readonly offset: number } | null {
  if (origin.kind === 'parameter') return origin;
  return origin.kind === 'surface' && origin.parameter !== null ? { index: origin.parameter, offset: 0 } : null;
}

/** A pointer that the launch hands over, or the handle of a surface, and the handle of the texture that it hands over as well. */
function pointerAndHandle(object: MemoryObject, { parameter }: TextureRead): readonly [PointerKey, PointerKey] | null {
  const place = handedOver(object);
  return place === null || parameter === null
    ? null
    : [pointerKey(place.index, place.offset), pointerKey(parameter, 0)];
}

/** Is it stated that a texture does not lie over the memory behind a pointer, or made up that it does? Then its fetches are reads. */
function arePartedOrMadeOne({ launch }: Launched, pointers: readonly [PointerKey, PointerKey] | null): boolean {
  if (pointers === null) return false;
  const alias = launch.aliases.get(pointers[1]);
  const isMadeOne = alias?.to.kind === 'parameter' && pointerKey(alias.to.index, alias.to.offset) === pointers[0];
  return isMadeOne || areStatedApart(launch.stated, ...pointers);
}

/** Is one of the two OpenCL's constant memory? Nobody writes that while a kernel runs (OpenCL 3.0, 3.3.1 "Fundamental Memory Regions"). */
function isKeptConstant({ kernel }: Launched, ...objects: readonly MemoryObject[]): boolean {
  return objects.some(({ origin }) => {
    const type = origin.kind === 'parameter' ? kernel.parameters[origin.index]?.type : undefined;
    return type?.kind === 'pointer' && type.space === OPENCL_CONSTANT;
  });
}

function passed(pointers: readonly [PointerKey, PointerKey] | null): Overlap | null {
  return pointers && { kind: 'passed', pointers };
}

/** Does somebody state that the two are different memory? */
function isStated({ launch }: Launched, a: MemoryObject, b: MemoryObject): boolean {
  if (keepsOwnMemory(launch.stated, a) || keepsOwnMemory(launch.stated, b)) return true;
  const pointers = a === b ? null : pointersOf(a, b);
  return pointers !== null && areStatedApart(launch.stated, ...pointers);
}

function isCompared({ comparedObjects }: Execution, a: MemoryObject, b: MemoryObject): boolean {
  return comparedObjects.some(([x, y]) => (x === a && y === b) || (x === b && y === a));
}

/** What a texture lies over; null when that was not followed: then it may be all that textures lie over. */
function memoryOfTexture({ launch }: Launched, { texture }: TextureRead): readonly PassedMemory[] | null {
  if (texture.kind === 'handle') return texture.over?.memory ?? null;
  return (texture.symbol === null ? null : launch.textures.references.get(texture.symbol)) ?? null;
}

function nothingWrittenIsRead({ program }: Launched, { location }: TextureRead): Assumption {
  const text = 'no texture reads memory that the kernel writes';
  return { kind: 'callee', text, place: placeIn(program, location) };
}

/** Objects that are not one and that are written, with all others that are accessed; and those that were compared. */
function pairsOf({ accesses, comparedObjects }: Execution): (readonly [MemoryObject, MemoryObject])[] {
  const objects = new Map<number, MemoryObject>();
  const written = new Set<number>();
  /** Of memory behind loaded pointers: behind which of them; null when there may be any number. */
  const instances = new Map<number, string | null>();
  for (const { object, kind, base } of accesses) {
    objects.set(object.id, object);
    if (kind !== 'read') written.add(object.id);
    const instance = base.every(isConstant) ? base.map(({ id }) => id).join() : null;
    instances.set(
      object.id,
      instances.get(object.id) === undefined || instances.get(object.id) === instance ? instance : null,
    );
  }
  const pairs = new Map<string, readonly [MemoryObject, MemoryObject]>();
  const add = (a: MemoryObject, b: MemoryObject) => {
    const [first, second] = a.id < b.id ? [a, b] : [b, a];
    pairs.set(`${first.id}:${second.id}`, [first, second]);
  };
  for (const a of objects.values()) {
    for (const b of objects.values()) if (a.id < b.id && (written.has(a.id) || written.has(b.id))) add(a, b);
  }
  for (const a of objects.values()) if (written.has(a.id) && instances.get(a.id) === null) add(a, a);
  for (const [a, b] of comparedObjects) add(a, b);
  return [...pairs.values()];
}

function separationIn(launched: Launched, a: MemoryObject, b: MemoryObject): Separation {
  if (a.space !== 'global' || b.space !== 'global') return 'different';
  // What the host passes counts for more than what the kernel says.
  if (areInOneMemory(launched, a, b)) return 'same';
  if (isOwn(launched, a) || isOwn(launched, b)) return 'different';
  if (a.origin.kind === 'surface' || b.origin.kind === 'surface') return separationOfSurfaces(launched, a, b);
  // What is behind loaded pointers is said once for all of it, unless the host's code has put them where they are loaded.
  if (a.origin.kind === 'loaded' || b.origin.kind === 'loaded') {
    return isFilledByHost(launched, a) || isFilledByHost(launched, b) ? 'open' : 'different';
  }
  if (launched.launch.memory === null)
    return a.origin.kind === b.origin.kind && isVariable(a) ? 'different' : 'assumed';
  return separationOf(memoryOf(launched, a), memoryOf(launched, b));
}

/** Pointers do not lead into arrays. */
function separationOfSurfaces(launched: Launched, a: MemoryObject, b: MemoryObject): Separation {
  if (a.origin.kind !== 'surface' || b.origin.kind !== 'surface') return 'different';
  if (a === b && a.origin.isOne) return 'different';
  return ofArrays(launched, a.origin.arrays, b.origin.arrays);
}

/** Of two surfaces over one array, which byte of the one is which of the other is not followed. */
function ofArrays(
  { launch }: Launched,
  a: readonly PassedMemory[] | null,
  b: readonly PassedMemory[] | null,
): Separation {
  if (a?.length === 0 || b?.length === 0) return 'different';
  if (a === null || b === null) return launch.memory === null ? 'assumed' : 'open';
  const all = a.flatMap((one) => b.map((other) => separationOf(one, other)));
  if (all.length === 1 && all[0] === 'same') return 'same';
  if (all.some((one) => one === 'open' || one === 'same')) return 'open';
  return all.includes('assumed') ? 'assumed' : 'different';
}

/** True for memory behind pointers that the kernel loads from memory of the host's own. */
function isFilledByHost(launched: Launched, { origin }: MemoryObject): boolean {
  if (origin.kind !== 'loaded' || origin.from === null || launched.launch.memory === null) return false;
  return origin.from.origin.kind === 'loaded'
    ? isFilledByHost(launched, origin.from)
    : origin.from.space !== 'shared' && !['outside', 'given'].includes(memoryOf(launched, origin.from).kind);
}

/** Does the host pass places in one memory, and are they objects of their own all the same? */
function areInOneMemory(launched: Launched, a: MemoryObject, b: MemoryObject): boolean {
  const areParameters = a.origin.kind === 'parameter' && b.origin.kind === 'parameter';
  return areParameters && a !== b && separationOf(memoryOf(launched, a), memoryOf(launched, b)) === 'same';
}

/** True when the kernel itself says that nothing else leads there: `__restrict__`. */
function isOwn({ kernel }: Launched, { origin }: MemoryObject): boolean {
  return origin.kind === 'parameter' && kernel.parameters[origin.index]?.noAlias === true;
}

function isVariable({ origin }: MemoryObject): boolean {
  return origin.kind === 'variable';
}

function memoryOf({ launch }: Launched, { origin, key }: MemoryObject): PassedMemory {
  const unknown: PassedMemory = { key, kind: 'unknown', site: null, isOneOfMany: true };
  if (origin.kind === 'variable') return { key: origin.symbol, kind: 'variable', site: null, isOneOfMany: false };
  if (origin.kind !== 'parameter') return unknown;
  return launch.memory?.get(pointerKey(origin.index, origin.offset)) ?? unknown;
}

function writtenGlobals({ accesses }: Execution): Set<MemoryObject> {
  return new Set(accesses.flatMap(({ kind, object }) => (kind !== 'read' && object.space === 'global' ? object : [])));
}

function assumed({ program, kernel }: Launched, [first, second]: readonly [string, string]): Assumption {
  return {
    kind: 'aliasing',
    text: `${first} and ${second} do not overlap`,
    place: placeIn(program, kernel.location),
  };
}

/** Parameters first, as the kernel has them. */
function namesOf(a: MemoryObject, b: MemoryObject): readonly [string, string] {
  const rank = ({ origin }: MemoryObject) =>
    origin.kind === 'parameter' || origin.kind === 'image'
      ? origin.index * 4096 + (origin.kind === 'parameter' ? origin.offset : 0)
      : Infinity;
  const isFirst = rank(a) < rank(b) || (rank(a) === rank(b) && a.name <= b.name);
  return isFirst ? [a.name, b.name] : [b.name, a.name];
}
