/**
 * A launch whose pointers may lead to one memory or to another is several: one for each way in which its pointers may share
 * memory.
 */
import {
  type Alias,
  type PassedMemory,
  type PointerKey,
  type PointerStart,
  pointerKey,
  separationOf,
} from '../kernel/index.ts';
import { type Cond, holdsForNoRemainder, type Int, isConstant, someAtom, type Terms } from '../terms/index.ts';
import { isGuess } from './guesses.ts';
import type { HostLaunch } from './launch-collector.ts';
import type { PassedPointer, PassedTarget } from './passed-pointers.ts';

/** Beyond so many combinations of what pointers may lead to, those that may lead to several places count as unknown. */
const COMBINATION_LIMIT = 64;

/** A launch in which each pointer leads to one memory. */
export interface LaunchCase extends HostLaunch {
  readonly pointers: readonly PlacedPointer[];
  /** Equal for launches whose pointers share memory with each other in the same way, at whatever distances. */
  readonly sharing: string;
  /** When the launch is of this case; true when it has no other, or shares no memory in this one. */
  readonly choice: Cond;
  /** True when it is not understood whether the pointers ever share memory so. */
  readonly isGuessOfSharing: boolean;
}

interface PlacedPointer {
  readonly parameter: number;
  /** Bytes into the parameter. */
  readonly at: number;
  readonly memory: PassedMemory;
  /** Null when it is not known whether it is one. */
  readonly isNull: boolean | null;
  /** The first of the pointers into this memory; null when it is this one. */
  readonly first: PlacedPointer | null;
  /** In bytes, from where the first leads, or from the beginning of a variable. */
  readonly distance: Int;
  /** In bytes, from the beginning of the memory. */
  readonly start: Int;
  /**
   * It may be one with an earlier pointer: what a loop of the host leaves of it was not worked out, or the launch stands for several, and in
   * some of them the distance is a number.
   */
  readonly mayBeOne: boolean;
}

type Pointers = LaunchCase['pointers'];

export function casesOf(terms: Terms, launch: HostLaunch): LaunchCase[] {
  const passed = launch.args.flatMap((argument, parameter) =>
    argument.kind === 'pointers' ? argument.pointers.map((pointer) => ({ parameter, pointer })) : [],
  );
  const choices = targetsOf(terms, passed);
  const cases = new Map<string, { pointers: Pointers; sharing: string; choice: Cond }>();
  for (const targets of combinations(choices)) {
    const choice = terms.and(...targets.map(({ guard }) => guard));
    if (terms.and(launch.path, choice).kind === 'false' || holdsForNoRemainder(choice)) continue;
    const pointers = placed(terms, passed, targets);
    const sharing = sharingOf(pointers);
    const key = `${sharing}|${pointers.map(({ distance }) => distance.id).join()}`;
    const known = cases.get(key);
    cases.set(key, { pointers, sharing, choice: known ? terms.or(known.choice, choice) : choice });
  }
  const isOnly = cases.size === 1;
  return [...cases.values()].map((one) => {
    // When pointers lead to different memory makes no difference to a proof that they do.
    const isChosen = !isOnly && one.pointers.some(isShared);
    return {
      ...launch,
      ...one,
      choice: isChosen ? one.choice : terms.true,
      isGuessOfSharing: isChosen && dependsOnGuessOrEnd(one.choice, launch),
    };
  });
}

/** The launch that stands for several of one sharing: distances that differ are open, and where pointers lead. */
export function withDistancesOfAll(terms: Terms, launches: readonly LaunchCase[]): LaunchCase {
  const [model] = launches;
  const pointers = model!.pointers.map((pointer, i): PlacedPointer => {
    const ofAll = (which: 'distance' | 'start'): Int => {
      if (launches.every((other) => other.pointers[i]?.[which] === pointer[which])) return pointer[which];
      const name = `${which} of ${pointer.parameter}+${pointer.at}`;
      return terms.symbol(name, 'launch', 'approximate', { low: null, high: null });
    };
    const mayBeOne = launches.some(({ pointers }) => pointers[i]?.mayBeOne || isMeasured(terms, pointers, i));
    return { ...pointer, distance: ofAll('distance'), start: ofAll('start'), mayBeOne };
  });
  return { ...model!, pointers };
}

/** Is pointer `i` of a launch a number of bytes from another into the same memory? */
function isMeasured(terms: Terms, pointers: Pointers, i: number): boolean {
  const pointer = pointers[i];
  if (pointer === undefined || !isShared(pointer)) return false;
  return pointers.some(
    (other) =>
      other !== pointer &&
      other.memory.key === pointer.memory.key &&
      isConstant(terms.sub(pointer.distance, other.distance)),
  );
}

/** @param toKernel brings a term of the host's into the kernel's analysis */
export function memoryOf(
  { pointers }: LaunchCase,
  toKernel: (distance: Int) => Int,
): {
  aliases: Map<PointerKey, Alias>;
  memory: Map<PointerKey, PassedMemory>;
  starts: Map<PointerKey, PointerStart>;
  nulls: Map<PointerKey, boolean>;
} {
  const aliases = new Map<PointerKey, Alias>();
  const memory = new Map<PointerKey, PassedMemory>();
  const starts = new Map<PointerKey, PointerStart>();
  const nulls = new Map<PointerKey, boolean>();
  for (const pointer of pointers) {
    const key = pointerKey(pointer.parameter, pointer.at);
    memory.set(key, pointer.memory);
    if (pointer.isNull !== null) nulls.set(key, pointer.isNull);
    if (!isShared(pointer)) {
      starts.set(key, { offset: toKernel(pointer.start), isAllocated: isAllocated(pointer) });
      continue;
    }
    const { first } = pointer;
    const to: Alias['to'] = first
      ? { kind: 'parameter', index: first.parameter, offset: first.at }
      : { kind: 'variable', symbol: pointer.memory.key };
    aliases.set(key, { to, offset: toKernel(pointer.distance), mayBeOne: pointer.mayBeOne });
  }
  return { aliases, memory, starts, nulls };
}

/** Of memory that is one of many the offset is the same as of the others. */
function isAllocated({ memory }: PlacedPointer): boolean {
  return memory.kind === 'allocation' && memory.site !== null;
}

function isShared({ first, memory }: PlacedPointer): boolean {
  return first !== null || memory.kind === 'variable';
}

/** What each pointer may lead to. */
function targetsOf(
  terms: Terms,
  passed: readonly { parameter: number; pointer: PassedPointer }[],
): (readonly PassedTarget[])[] {
  const always = (memory: PassedMemory): PassedTarget[] => [{ guard: terms.true, memory, offset: terms.zero }];
  let combinationsSoFar = 1;
  return passed.map(({ parameter, pointer: { at, targets } }) => {
    const name = pointerKey(parameter, at);
    // There is nothing behind a null pointer.
    if (targets.length === 0) {
      return always({ key: `nothing ${name}`, kind: 'allocation', site: null, isOneOfMany: false });
    }
    combinationsSoFar *= targets.length;
    if (targets.length === 1 || combinationsSoFar <= COMBINATION_LIMIT) return targets;
    return always({ key: `one of many ${name}`, kind: 'unknown', site: null, isOneOfMany: true });
  });
}

function* combinations(choices: readonly (readonly PassedTarget[])[], at = 0): Generator<PassedTarget[]> {
  if (at === choices.length) {
    yield [];
    return;
  }
  for (const target of choices[at]!) {
    for (const others of combinations(choices, at + 1)) yield [target, ...others];
  }
}

function placed(
  terms: Terms,
  passed: readonly { parameter: number; pointer: PassedPointer }[],
  targets: readonly PassedTarget[],
): PlacedPointer[] {
  const firsts = new Map<string, { pointer: PlacedPointer; offset: Int }>();
  return passed.map(({ parameter, pointer: { at } }, i) => {
    const { memory, offset } = targets[i]!;
    const first = memory.isOneOfMany ? undefined : firsts.get(memory.key);
    const isVariable = memory.kind === 'variable';
    const distance = isVariable ? offset : first ? terms.sub(offset, first.offset) : terms.zero;
    const isNull = nullity(passed[i]!.pointer, targets[i]!);
    const leader = isVariable ? null : (first?.pointer ?? null);
    const mayBeOne = someAtom([distance], (atom) => atom.kind === 'symbol' && atom.origin === 'approximate');
    const pointer = { parameter, at, memory, isNull, first: leader, distance, start: offset, mayBeOne };
    if (!first) firsts.set(memory.key, { pointer, offset });
    return pointer;
  });
}

/** Whether a pointer is null that leads to that target; null when it is not known. */
function nullity({ targets }: PassedPointer, { guard, memory }: PassedTarget): boolean | null {
  if (targets.length === 0) return true;
  if (memory.inTable !== undefined) return null;
  return guard.kind === 'true' && (memory.kind === 'allocation' || memory.kind === 'variable') ? false : null;
}

function sharingOf(pointers: Pointers): string {
  return pointers
    .map(({ memory, isNull }, i) => {
      const others = pointers.slice(0, i).map((other) => separationOf(other.memory, memory)[0]);
      return `${memory.kind === 'variable' ? memory.key : memory.kind}:${isNull}:${others.join('')}`;
    })
    .join();
}

/** From memory that may be anything to memory that is the launch's own: what lies apart from one lies apart from the next. */
const KNOWN_APART: readonly PassedMemory['kind'][] = ['outside', 'given', 'allocation'];

/** True when two launches share memory in the same way, and nothing is known of one's that is not known of the other's. */
export function knowsLess({ pointers: less }: LaunchCase, { pointers: more }: LaunchCase): boolean {
  return less.every((pointer, i) => {
    const other = more[i];
    if (other === undefined || (pointer.isNull !== null && pointer.isNull !== other.isNull)) return false;
    const [kind, otherKind] = [pointer, other].map(({ memory }) => KNOWN_APART.indexOf(memory.kind));
    const isSame = pointer.memory.key === other.memory.key;
    // Of memory of which nothing is known, nothing less is known.
    const areUnknown = pointer.memory.kind === 'unknown' && other.memory.kind === 'unknown';
    if (!isSame && !areUnknown && (kind! < 0 || otherKind! < kind!)) return false;
    if (pointer.start !== other.start || isAllocated(pointer) !== isAllocated(other)) return false;
    return less.slice(0, i).every((before, j) => {
      const [one, two] = [separationOf(before.memory, pointer.memory), separationOf(more[j]!.memory, other.memory)];
      return one === two || (one === 'assumed' && two === 'different');
    });
  });
}

/** True when a condition depends on what was not understood, or on the iteration in which a loop has ended. */
function dependsOnGuessOrEnd(condition: Cond, { iterations }: HostLaunch): boolean {
  return someAtom([condition], (atom) => {
    if (atom.kind !== 'symbol' && atom.kind !== 'apply') return false;
    if (atom.origin === 'iteration') return !iterations.has(atom.id);
    return isGuess(atom.origin);
  });
}
