/** Which memory the textures and surfaces lie over that host code makes, and binds references to. */
import {
  argument,
  type CallSite,
  define,
  type LaunchTextures,
  type PassedMemory,
  type State,
  TextureOver,
  type Thread,
  type Value,
} from '../kernel/index.ts';
import { isConstant } from '../terms/index.ts';
import { PointerReader } from './passed-pointers.ts';

/** `(pointer to the handle, pointer to a description of what it reads, …)`. */
const CREATE = /^(?:_Z\d+)?(?:cuda|hip)Create(Texture|Surface)Object(?:P|$)/;
/** `(reference, memory)`, of our headers: null for an array. */
const BIND = '__gpurace_bind_texture';

/** In a description: what kind of memory it is, and where. */
const KIND_OFFSET = 0;
const ADDRESS_OFFSET = 8;
/** `cudaResourceTypeMipmappedArray`: up to here it is an array, which kernels write through surfaces alone. The address is its own. */
const LAST_KIND_OF_ARRAY = 1n;
/** Where a reference has what it is bound to: behind all fields that programs know (`texture.h`). */
const BOUND_OFFSET = 48;

const POINTER = { kind: 'pointer', space: 0 } as const;
const HANDLE = { kind: 'int', bits: 64 } as const;

/** Over memory that was made in another execution: which of it, nobody knows. */
const ELSEWHERE: PassedMemory = {
  key: 'the memory of a texture that is created elsewhere',
  kind: 'unknown',
  site: null,
  isOneOfMany: true,
};

export function makesTexture(name: string): boolean {
  return name === BIND || CREATE.test(name);
}

/** What the textures lie over that all of a program's host code makes, by the function whose execution comes to it. */
export class ProgramTextures {
  readonly #byEntry = new Map<string, ReadonlyMap<string, PassedMemory>>();

  made(entry: string, memory: ReadonlyMap<string, PassedMemory>): void {
    this.#byEntry.set(entry, memory);
  }

  /** What a texture may lie over in an execution of `entry`. */
  any(entry: string): readonly PassedMemory[] {
    const isElsewhere = [...this.#byEntry].some(([other, memory]) => other !== entry && memory.size > 0);
    return [...(this.#byEntry.get(entry)?.values() ?? []), ...(isElsewhere ? [ELSEWHERE] : [])];
  }
}

/** The textures of one execution of host code. */
export class Textures {
  readonly #program: ProgramTextures;
  readonly #entry: string;
  readonly #isClosed: boolean;
  /** What was bound or made a texture of, by key. */
  #memory = new Map<string, PassedMemory>();
  /** The references that were bound, by symbol. */
  #references = new Map<string, Value>();

  /** @param isClosed see `PointerReader` */
  constructor(program: ProgramTextures, entry: string, isClosed: boolean) {
    this.#program = program;
    this.#entry = entry;
    this.#isClosed = isClosed;
    this.restart();
  }

  /** The entry is executed again. */
  restart(): void {
    this.#memory = new Map();
    this.#references = new Map();
    this.#program.made(this.#entry, this.#memory);
  }

  /** @returns the state after a call for which `makesTexture` holds */
  call(site: CallSite, state: State): State {
    return site.name === BIND ? this.#bind(site, state) : this.#create(site, state);
  }

  #bind(site: CallSite, state: State): State {
    const { thread } = site;
    define(site, thread.machine.make(32, thread.terms.zero, true));
    const reference = argument(site, 0);
    const memory = argument(site, 1);
    this.#over(site, state, memory);
    const targets = reference.kind === 'pointer' ? reference.targets : [];
    const journal = thread.recorder.journal;
    for (const { object } of targets) {
      const { origin } = object;
      if (origin.kind === 'variable') journal.update(this.#references, origin.symbol, () => reference);
    }
    // Of several, and of one behind a pointer that is not known, nobody knows which.
    if (targets.some(({ object }) => object.origin.kind !== 'variable') || targets.length === 0) {
      journal.update(this.#memory, ELSEWHERE.key, () => ELSEWHERE);
    }
    return targets.reduce((before, to) => {
      const at = { ...to, offset: thread.terms.add(to.offset, thread.terms.constant(BOUND_OFFSET)) };
      return thread.memory.store(before, at, memory, POINTER);
    }, state);
  }

  #create(site: CallSite, state: State): State {
    const { thread, call, name } = site;
    define(site, thread.values.unknown(call.type, 'input', name));
    const { address, isArray } = describedBy(site, state);
    const over = new PointerReader(thread, state, this.#isClosed).pointer(address, 0).targets;
    // A surface is always one of an array.
    const isNoMemory = isArray === true || CREATE.exec(name)?.[1] === 'Surface';
    const meaning = new TextureOver({
      memory: isNoMemory ? [] : this.#over(site, state, address),
      arrays: isArray === false ? [] : over.map(({ memory }) => memory),
    });
    const handle = thread.symbols.unknown('input', { low: 1n, high: 1n << 62n }, 'texture', meaning);
    const to = argument(site, 0);
    const targets = to.kind === 'pointer' ? to.targets : [];
    const value = thread.machine.make(64, handle, true);
    return targets.reduce((before, target) => thread.memory.store(before, target, value, HANDLE), state);
  }

  /** @returns what lies behind a pointer, which is memory of a texture from now on */
  #over({ thread }: CallSite, state: State, pointer: Value): PassedMemory[] {
    const over = new PointerReader(thread, state, this.#isClosed).pointer(pointer, 0).targets;
    return over.map(({ memory }) => {
      thread.recorder.journal.update(this.#memory, memory.key, () => memory);
      return memory;
    });
  }

  /** At a launch. `any` is asked for when everything has been executed. */
  at(thread: Thread, state: State): Pick<LaunchTextures, 'references'> & { readonly any: () => LaunchTextures['any'] } {
    const references = new Map<string, readonly PassedMemory[]>();
    for (const [symbol, reference] of this.#references) {
      const [target, ...others] = reference.kind === 'pointer' ? reference.targets : [];
      if (!target || others.length > 0) continue;
      const at = { ...target, offset: thread.terms.add(target.offset, thread.terms.constant(BOUND_OFFSET)) };
      const bound = thread.memory.load(state, at, POINTER);
      const memory = new PointerReader(thread, state, this.#isClosed).pointer(bound, 0).targets.map((to) => to.memory);
      // What else it may hold was bound elsewhere.
      if (memory.every(({ key }) => this.#memory.has(key))) references.set(symbol, memory);
    }
    return { references, any: () => this.#program.any(this.#entry) };
  }
}

/** What the description of a texture or surface says that it lies over; null for what is not known. */
function describedBy(site: CallSite, state: State): { readonly address: Value; readonly isArray: boolean | null } {
  const { terms: t, memory } = site.thread;
  const description = argument(site, 1);
  const [target, ...others] = description.kind === 'pointer' ? description.targets : [];
  if (!target || others.length > 0) return { address: { kind: 'undefined' }, isArray: null };
  const field = (offset: number, type: Parameters<typeof memory.load>[2]): Value =>
    memory.load(state, { ...target, offset: t.add(target.offset, t.constant(offset)) }, type);
  const kind = field(KIND_OFFSET, { kind: 'int', bits: 32 });
  const isArray = kind.kind === 'int' && isConstant(kind.term) ? kind.term.constant <= LAST_KIND_OF_ARRAY : null;
  return { address: field(ADDRESS_OFFSET, POINTER), isArray };
}
