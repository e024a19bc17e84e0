/**
 * What a verdict takes for granted of memory: accesses to different objects are never asked about, and so it has to be
 * known that these do not overlap, or assumed and said.
 */
import type { Program, ProgramFunction } from '../ir/program.ts';
import {
  type Execution,
  type KernelLaunch,
  type MemoryObject,
  type PassedMemory,
  placeIn,
  pointerKey,
  type Separation,
  separationOf,
} from '../kernel/index.ts';
import type { Assumption } from '../model/assumption.ts';

/** The kernel under a launch. */
interface Launched {
  readonly program: Program;
  readonly kernel: ProgramFunction;
  readonly launch: Pick<KernelLaunch, 'memory'>;
}

export interface Separated {
  readonly assumptions: readonly Assumption[];
  /** Two objects that the host's code may have made one, for all that was understood of it. */
  readonly open: readonly (readonly [MemoryObject, MemoryObject])[];
}

/** What it takes for the objects to be different memory whose accesses would conflict if they were not. */
export function separated(launched: Launched, execution: Execution): Separated {
  const assumptions: Assumption[] = [];
  const open: (readonly [MemoryObject, MemoryObject])[] = [];
  for (const [a, b] of pairsOf(execution)) {
    const separation = separationIn(launched, a, b);
    if (separation === 'open') open.push([a, b]);
    if (separation === 'assumed') assumptions.push(assumed(launched, a, b));
  }
  return { assumptions, open };
}

/** Objects that are not one and that are written, with all others that are accessed; and those that were compared. */
function pairsOf({ accesses, comparedObjects }: Execution): (readonly [MemoryObject, MemoryObject])[] {
  const objects = new Map<number, MemoryObject>();
  const written = new Set<number>();
  for (const { object, kind } of accesses) {
    objects.set(object.id, object);
    if (kind !== 'read') written.add(object.id);
  }
  const pairs = new Map<string, readonly [MemoryObject, MemoryObject]>();
  const add = (a: MemoryObject, b: MemoryObject) => {
    const [first, second] = a.id < b.id ? [a, b] : [b, a];
    pairs.set(`${first.id}:${second.id}`, [first, second]);
  };
  for (const a of objects.values()) {
    for (const b of objects.values()) if (a.id < b.id && (written.has(a.id) || written.has(b.id))) add(a, b);
  }
  for (const [a, b] of comparedObjects) add(a, b);
  return [...pairs.values()];
}

function separationIn(launched: Launched, a: MemoryObject, b: MemoryObject): Separation {
  if (a.space !== 'global' || b.space !== 'global') return 'different';
  if (isOwn(launched, a) || isOwn(launched, b)) return 'different';
  // What is behind loaded pointers is said once for all of it.
  if (a.origin.kind === 'loaded' || b.origin.kind === 'loaded') return 'different';
  if (launched.launch.memory === null)
    return a.origin.kind === b.origin.kind && isVariable(a) ? 'different' : 'assumed';
  return separationOf(memoryOf(launched, a), memoryOf(launched, b));
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

function assumed({ program, kernel }: Launched, a: MemoryObject, b: MemoryObject): Assumption {
  const [first, second] = inOrder(a, b);
  return {
    kind: 'aliasing',
    text: `${first.name} and ${second.name} do not overlap`,
    place: placeIn(program, kernel.location),
  };
}

/** Parameters first, as the kernel has them. */
export function inOrder(a: MemoryObject, b: MemoryObject): readonly [MemoryObject, MemoryObject] {
  const rank = ({ origin }: MemoryObject) =>
    origin.kind === 'parameter' ? [origin.index, origin.offset] : [Infinity, 0];
  const [x, y] = [rank(a), rank(b)];
  if (x[0] === y[0] && x[1] === y[1]) return a.name <= b.name ? [a, b] : [b, a];
  return x[0]! < y[0]! || (x[0] === y[0] && x[1]! < y[1]!) ? [a, b] : [b, a];
}
