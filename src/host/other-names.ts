/** Functions of the runtime that hand out another name of memory: of a variable, of memory of the host, by a texture. */
import { argument, type CallSite, define, type PassedMemory, type State, type Value } from '../kernel/index.ts';
import { isConstant, type Meaning } from '../terms/index.ts';
import { PointerReader } from './passed-pointers.ts';

/** `(pointer to the pointer, memory, …)`. */
const ADDRESS = /^(?:_Z\d+)?(?:__gpurace_symbol_address|(?:cuda|hip)HostGetDevicePointer)(?:P|$)/;
/** `(pointer to the handle, pointer to a description of what it reads, …)`. */
const TEXTURE = /^(?:_Z\d+)?(?:cuda|hip)CreateTextureObject(?:P|$)/;

/** In such a description: what kind of memory it is, and where. */
const KIND_OFFSET = 0;
const ADDRESS_OFFSET = 8;
/** `cudaResourceTypeMipmappedArray`: up to here it is an array, which kernels write through surfaces alone. */
const LAST_KIND_OF_ARRAY = 1n;

const POINTER = { kind: 'pointer', space: 0 } as const;
const HANDLE = { kind: 'int', bits: 64 } as const;

/** The handle of a texture over memory that kernels may write. */
export class TextureOver implements Meaning {
  readonly key: string;
  readonly memory: readonly PassedMemory[];

  constructor(memory: readonly PassedMemory[]) {
    this.key = `texture over ${memory.map(({ key }) => key).join()}`;
    this.memory = memory;
  }
}

export function namesMemory(name: string): boolean {
  return ADDRESS.test(name) || TEXTURE.test(name);
}

/** @returns the state after the call */
export function nameMemory(site: CallSite, state: State): State {
  const { thread, call, name } = site;
  define(site, thread.values.unknown(call.type, 'input', name));
  const isAddress = ADDRESS.test(name);
  const value = isAddress ? argument(site, 1) : textureOf(site, state);
  const type = isAddress ? POINTER : HANDLE;
  const to = argument(site, 0);
  const targets = to.kind === 'pointer' ? to.targets : [];
  return targets.reduce((before, target) => thread.memory.store(before, target, value, type), state);
}

function textureOf({ thread, ...site }: CallSite, state: State): Value {
  const { terms: t, memory, machine, symbols } = thread;
  const description = argument({ thread, ...site }, 1);
  const [target, ...others] = description.kind === 'pointer' ? description.targets : [];
  const field = (offset: number, type: { kind: 'int'; bits: number } | { kind: 'pointer'; space: number }): Value =>
    target && others.length === 0
      ? memory.load(state, { ...target, offset: t.add(target.offset, t.constant(offset)) }, type)
      : { kind: 'undefined' };
  const kind = field(KIND_OFFSET, { kind: 'int', bits: 32 });
  const isArray = kind.kind === 'int' && isConstant(kind.term) && kind.term.constant <= LAST_KIND_OF_ARRAY;
  const reader = new PointerReader(thread, state, true);
  const over = isArray ? [] : reader.pointer(field(ADDRESS_OFFSET, { kind: 'pointer', space: 0 }), 0).targets;
  const meaning = new TextureOver(over.map((one) => one.memory));
  const handle = symbols.unknown('input', { low: 1n, high: 1n << 62n }, 'texture', meaning);
  return machine.make(64, handle, true);
}
