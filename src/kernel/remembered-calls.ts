/**
 * Calls of which the outcome is known already. Libraries of templates compute layouts and coordinates by thousands of small
 * functions, and call them again and again with the same arguments. A call that told the record nothing, made no symbol and
 * touched no memory but the thread's own is a function of its arguments, of what they lead to and of the path: where all that is
 * the same, so is what comes of it.
 */
import type { Effect, EffectKind } from '../intrinsics/index.ts';
import type { ProgramFunction, Type } from '../ir/program.ts';
import type { Cond, Int } from '../terms/index.ts';
import { BARRIER_COUNTERS } from './barrier-counters.ts';
import { LayeredMap } from './layered-map.ts';
import type { LocalContent, MemoryObject, Target, Value } from './memory.ts';
import type { Objects } from './objects.ts';
import type { Return } from './regions.ts';
import { contentOf, type State } from './state.ts';

/** What calls without a body may do, if the call around them is to be a function of its arguments. */
const OF_ARGUMENTS: ReadonlySet<EffectKind> = new Set<EffectKind>([
  'thread-index',
  'block-index',
  'block-size',
  'grid-size',
  'cluster-size',
  'linear-thread-index',
  'warp-size',
  'lane-id',
  'memcpy',
  'memset',
  'address',
  'address-space-test',
  'pure',
  'math',
  'value',
  'bit-function',
  'convert',
  'reinterpret',
  'lifetime',
  'none',
]);

export function isOfArguments({ kind }: Effect): boolean {
  return OF_ARGUMENTS.has(kind);
}

/** Parts of the arguments, with what they lead to, that are looked at. */
const MOST_PARTS = 400;
/** Content with more entries is known again only where it is the same object. */
const FEW_SLOTS = 16;
/** Steps from which on a call is worth remembering. */
const FEWEST_STEPS = 4;
/** Calls of one function without an answer after which nobody looks for one any more, and the share that has to have one. */
const PATIENCE = 64;
const LEAST_SHARE = 1 / 16;
/** Characters of the words by which outcomes are kept, and outcomes. */
const MOST_CHARACTERS = 16 << 20;
const MOST_OUTCOMES = 50_000;

/** What tells whether a call was more than a function of its arguments. */
export interface Traces {
  /** Entries of the record so far, and symbols. */
  readonly told: number;
  readonly made: number;
}

interface Outcome {
  /** The thread's own objects that the arguments lead to, in the order in which they are met. */
  readonly objects: readonly MemoryObject[];
  /** What stands in those that the call has changed, by their number in that order. */
  readonly changes: readonly (readonly [number, LocalContent])[];
  readonly value: Value | null;
}

/** A call with its arguments, and what is known of it. */
export interface Asked {
  readonly key: string;
  readonly objects: readonly MemoryObject[];
  readonly known: Outcome | null;
}

export class RememberedCalls {
  readonly #outcomes = new Map<string, Outcome>();
  readonly #tried = new Map<ProgramFunction, { calls: number; answered: number }>();
  readonly #spelt: Spelt;
  #characters = 0;

  constructor(objects: Objects) {
    this.#spelt = new Spelt(objects);
  }

  /**
   * @param iterations of the loops around
   * @returns null for a call that is not looked up
   */
  ask(fn: ProgramFunction, args: readonly Value[], state: State, iterations: readonly Int[]): Asked | null {
    let tried = this.#tried.get(fn);
    if (tried === undefined) {
      tried = { calls: 0, answered: 0 };
      this.#tried.set(fn, tried);
    }
    if (tried.calls >= PATIENCE && tried.answered < tried.calls * LEAST_SHARE) return null;
    tried.calls++;
    const reading = new Reading(this.#spelt, state);
    const isSpelt = args.every((value) => reading.value(value));
    if (!isSpelt) return null;
    const around = iterations.map(({ id }) => id).join();
    const key = `${fn.name} ${state.path.id} ${state.facts.id} ${around} ${reading.text}`;
    const known = this.#outcomes.get(key) ?? null;
    if (known !== null) tried.answered++;
    return { key, objects: reading.objects, known };
  }

  /** The state behind a call, and its value, by what is known of it. */
  answer({ objects }: Asked, known: Outcome, before: State): Return {
    const isSame = known.objects.every((object, i) => object === objects[i]);
    const here = new Map(known.objects.map((object, i) => [object, objects[i]!]));
    const renamed = (value: Value): Value => (isSame ? value : withObjects(value, here));
    let { memory } = before;
    for (const [number, content] of known.changes) {
      const slots = new Map([...content.slots].map(([at, { size, value }]) => [at, { size, value: renamed(value) }]));
      memory = LayeredMap.with(memory, objects[number]!.id, isSame ? content : { ...content, slots });
    }
    const state = memory === before.memory ? before : { ...before, memory };
    return { state, value: known.value && renamed(known.value) };
  }

  /** Takes note of what came of a call. */
  remember({ key, objects }: Asked, before: State, { state, value }: Return, spent: Traces & { steps: number }): void {
    if (spent.told > 0 || spent.made > 0 || spent.steps < FEWEST_STEPS) return;
    const isFull = this.#outcomes.size >= MOST_OUTCOMES || this.#characters + key.length > MOST_CHARACTERS;
    if (isFull || !isSameElsewhere(before, state)) return;
    const changes: [number, LocalContent][] = [];
    const isKnown = (object: MemoryObject) => object.space !== 'local' || objects.includes(object);
    for (const [number, object] of objects.entries()) {
      const content = contentOf(state, object.id);
      if (content === contentOf(before, object.id)) continue;
      const isLost = content.isHavocked || [...content.slots.values()].some((slot) => !leadsTo(slot.value, isKnown));
      if (isLost) return;
      changes.push([number, content]);
    }
    if (value !== null && !leadsTo(value, isKnown)) return;
    this.#characters += key.length;
    this.#outcomes.set(key, { objects, changes, value });
  }
}

/** Barriers and groups of copies are counted in an object that no argument leads to. */
function isSameElsewhere(a: State, b: State): boolean {
  const isSameOrder = contentOf(a, BARRIER_COUNTERS) === contentOf(b, BARRIER_COUNTERS);
  return isSameOrder && a.path === b.path && a.facts === b.facts && a.written === b.written && a.stores === b.stores;
}

/** Does a value lead to memory of that kind only? */
function leadsTo(value: Value, test: (object: MemoryObject) => boolean): boolean {
  switch (value.kind) {
    case 'pointer':
      return value.targets.every(({ object }) => test(object));
    case 'aggregate':
      return value.elements.every((element) => leadsTo(element, test));
    case 'choice':
      return leadsTo(value.ifTrue, test) && leadsTo(value.ifFalse, test);
    default:
      return true;
  }
}

/** The value with other objects in the place of some. */
function withObjects(value: Value, others: ReadonlyMap<MemoryObject, MemoryObject>): Value {
  switch (value.kind) {
    case 'pointer': {
      if (!value.targets.some(({ object }) => others.has(object))) return value;
      const other = (target: Target) => ({ ...target, object: others.get(target.object) ?? target.object });
      return { kind: 'pointer', targets: value.targets.map(other) };
    }
    case 'aggregate': {
      const elements = value.elements.map((element) => withObjects(element, others));
      return elements.every((element, i) => element === value.elements[i]) ? value : { kind: 'aggregate', elements };
    }
    default:
      return value;
  }
}

/** What stays the same from reading to reading. */
class Spelt {
  readonly #objects: Objects;
  readonly #contents = new WeakMap<LocalContent, string | null>();
  readonly #ownAddresses = new WeakMap<Int, boolean>();
  readonly #types = new WeakMap<Type, number>();
  readonly #byText = new Map<string, number>();
  #next = 0;

  constructor(objects: Objects) {
    this.#objects = objects;
  }

  /** True for a number that depends on where something of the thread's own lies: it may be made a pointer again. */
  isOwnAddress(term: Int): boolean {
    let known = this.#ownAddresses.get(term);
    if (known === undefined) {
      known = this.#objects.holdsOwnAddress(term);
      this.#ownAddresses.set(term, known);
    }
    return known;
  }

  /** The type of what an object holds, as a number. */
  typeOf(object: MemoryObject): number {
    const type = this.#objects.typeOf(object);
    if (type === undefined) return -1;
    let known = this.#types.get(type);
    if (known === undefined) {
      const text = JSON.stringify(type);
      known = this.#byText.get(text) ?? this.#byText.size;
      this.#byText.set(text, known);
      this.#types.set(type, known);
    }
    return known;
  }

  /** Content that leads to nothing of the thread's own, in words that stay good; null where it has to be read. */
  content(content: LocalContent): string | null {
    const known = this.#contents.get(content);
    if (known !== undefined) return known;
    const reading = new Reading(this, null);
    let words: string | null = null;
    if (content.slots.size > FEW_SLOTS) {
      const isPlain = [...content.slots.values()].every(({ value }) => reading.value(value));
      words = isPlain ? `=${this.#next++}` : null;
    } else if (reading.slots(content)) words = reading.text;
    this.#contents.set(content, words);
    return words;
  }
}

/** The arguments of a call in words that are the same for whatever is handed the same. */
class Reading {
  readonly #spelt: Spelt;
  /** Null: nothing is known of the thread's own memory. */
  readonly #state: State | null;
  readonly #words: string[] = [];
  readonly #numbers = new Map<MemoryObject, number>();

  constructor(spelt: Spelt, state: State | null) {
    this.#spelt = spelt;
    this.#state = state;
  }

  get objects(): readonly MemoryObject[] {
    return [...this.#numbers.keys()];
  }

  get text(): string {
    return this.#words.join(' ');
  }

  /** @returns false when it is too much, or not to be spelt */
  value(value: Value): boolean {
    if (this.#words.length > MOST_PARTS) return false;
    switch (value.kind) {
      case 'int':
        return this.#number(`i${value.width}${value.signedExact ? 's' : 'u'}`, value.term);
      case 'opaque':
        return this.#number('o', value.term);
      case 'bool':
        return this.#say(`b${value.cond.id}`);
      case 'function':
        return this.#say(`@${value.name}`);
      case 'undefined':
        return this.#say('?');
      case 'choice':
        return this.#condition(value.condition) && this.value(value.ifTrue) && this.value(value.ifFalse);
      case 'aggregate':
        return this.#say(`[${value.elements.length}`) && value.elements.every((element) => this.value(element));
      case 'pointer':
        return this.#say(`p${value.targets.length}`) && value.targets.every((target) => this.#target(target));
    }
  }

  #say(word: string): true {
    this.#words.push(word);
    return true;
  }

  #number(kind: string, term: Int): boolean {
    return !this.#spelt.isOwnAddress(term) && this.#say(`${kind}${term.id}`);
  }

  #condition(condition: Cond): true {
    return this.#say(`?${condition.id}`);
  }

  #target({ guard, object, base, offset }: Target): boolean {
    this.#say(`${guard.id}+${offset.id}:${base.map(({ id }) => id).join()}`);
    if (object.space !== 'local') return this.#say(`${object.id}`);
    if (this.#state === null) return false;
    const known = this.#numbers.get(object);
    if (known !== undefined) return this.#say(`#${known}`);
    this.#numbers.set(object, this.#numbers.size);
    const content = contentOf(this.#state, object.id);
    if (content.last !== null) return false;
    this.#say(`${this.#spelt.typeOf(object)}${content.isHavocked ? '~' : ''}${content.table ? '[]' : ''}{`);
    const words = this.#spelt.content(content);
    if (words !== null) return this.#say(words);
    return this.slots(content) && this.#say('}');
  }

  /** @returns false for tables of pointers as well: these are not spelt */
  slots({ slots, table }: LocalContent): boolean {
    if (table !== null && table.places.length > 0) return false;
    return [...slots]
      .sort(([a], [b]) => a - b)
      .every(([at, { size, value }]) => this.#say(`${at}:${size}`) && this.value(value));
  }
}
