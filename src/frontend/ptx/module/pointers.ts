/**
 * Which registers hold addresses. PTX has integers for them; everybody behind the front end has pointers. A register is one
 * where its value is used as an address, or is made of one by what leaves it an address: a move, a sum with a number, a
 * choice. The wrong answer costs precision and nothing else: a number is converted to a pointer, and a pointer to a
 * number, wherever an instruction asks for the other.
 */
import type { PtxOperand } from '../operands.ts';
import type { PtxFunction, PtxInstruction, PtxModule, Space } from './model.ts';
import { definedBy } from './register-uses.ts';

/** The addresses that a register holds: of shared memory by its own addresses, or generic ones. */
export type Pointed = 'shared' | 'generic';

export interface PointerFacts {
  /** By register. */
  readonly registers: readonly (Pointed | null)[];
  /** Parameters by their place: those that are pointers. */
  readonly parameters: ReadonlySet<number>;
  /** Whether the function's result is one. */
  readonly yields: boolean;
}

/** Functions call each other: what is known of callees is handed to callers, so many times. */
const ROUNDS = 4;

/** The facts of every function of the module, by name. */
export function pointersIn(module: PtxModule): Map<string, PointerFacts> {
  const spaces = new Map<string, Space>(module.variables.map(({ name, space }) => [name, space]));
  // Addresses of functions are generic ones.
  for (const { name } of module.functions) spaces.set(name, 'global');
  const isNarrow = hasNarrowAddresses(module);
  const facts = new Map<string, PointerFacts>();
  for (let round = 0; round < ROUNDS; round++) {
    let isChanged = false;
    for (const fn of module.functions) {
      if (!fn.isDefinition) continue;
      const before = facts.get(fn.name);
      const now = new Inference(fn, spaces, facts, isNarrow).facts();
      facts.set(fn.name, now);
      isChanged ||= before?.yields !== now.yields || before.parameters.size !== now.parameters.size;
    }
    if (!isChanged) break;
  }
  return facts;
}

/** Has all memory addresses of 32 bits, as the module says, or as its accesses do where it does not say? */
export function hasNarrowAddresses({ addressSize, functions }: PtxModule): boolean {
  if (addressSize !== null) return addressSize === 32;
  return functions.some(({ items, registers }) => {
    const isNarrow = (operand: PtxOperand) =>
      operand.kind === 'address' && operand.base.kind === 'register' && /32$/.test(registers[operand.base.register]!);
    return items.some(
      (item) =>
        item.kind === 'instruction' &&
        hasAddresses(item.words) &&
        item.words.includes('global') &&
        item.operands.some(isNarrow),
    );
  });
}

/** How far the address of a word of the thread's own memory is followed. */
const MOST_STEPS = 16;

/** 64 bits that go to the thread's own memory, or come from there. */
interface LocalWord {
  readonly value: PtxOperand;
  /** Null: at a place that is computed. */
  readonly place: bigint | null;
}

/** Instructions after which an address is one still, and the operands that may be that address. */
const PASSING: Readonly<Record<string, readonly number[]>> = {
  mov: [1],
  add: [1, 2],
  sub: [1],
  mad: [3],
  selp: [1, 2],
  // Addresses of shared memory fit into 32 bits.
  cvt: [1],
};
const ACCESSES = new Set('ld ldu st atom red prefetch cp mbarrier ldmatrix stmatrix wmma discard'.split(' '));

/** Are its operands in brackets addresses of memory? Those of tensor memory are none. */
function hasAddresses([name, action]: readonly string[]): boolean {
  return ACCESSES.has(name!) || (name === 'tcgen05' && (action === 'commit' || action === 'alloc'));
}

/** The operands that may be the address that the instruction's result is; undefined where it is none. */
function passingOf(words: readonly string[]): readonly number[] | undefined {
  if (words[0] === 'cvt' && !/^[us](?:32\.[us]64|64\.[us]32)$/.test(words.slice(1).join('.'))) return undefined;
  return PASSING[words[0]!];
}

class Inference {
  readonly #fn: PtxFunction;
  readonly #spaces: Map<string, Space>;
  readonly #facts: ReadonlyMap<string, PointerFacts>;
  /** Addresses of all memory have 32 bits. */
  readonly #isNarrow: boolean;
  readonly #definitions = new Map<number, PtxInstruction[]>();
  readonly #instructions: readonly PtxInstruction[];
  /** Registers that are numbers by how they are made. */
  readonly #numbers = new Set<number>();
  readonly #pointed: (Pointed | null)[];
  readonly #work: number[] = [];
  readonly #stored = new Map<string, PtxOperand[]>();
  readonly #loaded = new Map<string, PtxOperand[]>();
  /** What goes to the thread's own memory, and what is read of it. */
  readonly #kept: LocalWord[] = [];
  readonly #taken: LocalWord[] = [];

  constructor(
    fn: PtxFunction,
    spaces: ReadonlyMap<string, Space>,
    facts: ReadonlyMap<string, PointerFacts>,
    isNarrow: boolean,
  ) {
    this.#fn = fn;
    this.#isNarrow = isNarrow;
    this.#spaces = new Map([...spaces, ...fn.variables.map(({ name, space }) => [name, space] as const)]);
    for (const { name } of fn.parameters) this.#spaces.set(name, 'param');
    this.#facts = facts;
    this.#instructions = fn.items.filter((item) => item.kind === 'instruction');
    this.#pointed = fn.registers.map(() => null);
    for (const instruction of this.#instructions) {
      for (const register of definedBy(instruction)) {
        const known = this.#definitions.get(register);
        if (known) known.push(instruction);
        else this.#definitions.set(register, [instruction]);
      }
    }
  }

  facts(): PointerFacts {
    this.#indexParameters();
    this.#indexLocalMemory();
    this.#findNumbers();
    for (const instruction of this.#instructions) this.#seed(instruction);
    for (let register = this.#work.pop(); register !== undefined; register = this.#work.pop()) this.#backward(register);
    // What is made of addresses is one as well, as far as that can go on.
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      for (const instruction of this.#instructions) isChanged = this.#forward(instruction) || isChanged;
      isChanged = this.#throughLocalMemory() || isChanged;
      for (let register = this.#work.pop(); register !== undefined; register = this.#work.pop())
        this.#backward(register);
    }
    return { registers: this.#pointed, parameters: this.#parameters(), yields: this.#yields() };
  }

  #widthOf(register: number): number {
    return Number(/\d+$/.exec(this.#fn.registers[register] ?? '')?.[0] ?? 1);
  }

  // ---- numbers -----------------------------------------------------------------------------------------------------

  /** What is computed as no address can be, and what is made of such numbers alone. */
  #findNumbers(): void {
    const readers = new Map<number, PtxInstruction[]>();
    const work: PtxInstruction[] = [...this.#instructions];
    for (const instruction of this.#instructions) {
      for (const at of passingOf(instruction.words) ?? []) {
        const operand = instruction.operands[at];
        if (operand?.kind !== 'register') continue;
        const known = readers.get(operand.register);
        if (known) known.push(instruction);
        else readers.set(operand.register, [instruction]);
      }
    }
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      if (!this.#makesNumber(next)) continue;
      for (const register of definedBy(next)) {
        if (this.#numbers.has(register)) continue;
        this.#numbers.add(register);
        work.push(...(readers.get(register) ?? []));
      }
    }
  }

  #makesNumber({ words, operands }: PtxInstruction): boolean {
    const [name] = words;
    const passing = passingOf(words);
    if (passing !== undefined) {
      return passing.every((at) => {
        const operand = operands[at];
        if (operand?.kind === 'register') return this.#numbers.has(operand.register);
        if (operand?.kind === 'integer' && operand.value === 0n && name === 'mov') return false;
        return operand?.kind !== 'symbol';
      });
    }
    if (name === 'cvta' || name === 'call') return false;
    if (this.#isNarrow && name === 'ld' && words.includes('param')) return !words.some((word) => /^[bu]32$/.test(word));
    if (name === 'ld' || name === 'ldu') return !words.some((word) => /^[busf]64$/.test(word));
    return true;
  }

  // ---- pointers ----------------------------------------------------------------------------------------------------

  #mark(operand: PtxOperand | undefined, pointed: Pointed): boolean {
    if (operand?.kind !== 'register') return false;
    const { register } = operand;
    // What is computed as a number somewhere stays one: made a pointer it could lose bits that are no address.
    if (this.#pointed[register] !== null || this.#numbers.has(register)) return false;
    const width = this.#widthOf(register);
    if (width !== 64 && !(width === 32 && (pointed === 'shared' || this.#isNarrow))) return false;
    this.#pointed[register] = pointed;
    this.#work.push(register);
    return true;
  }

  #seed(instruction: PtxInstruction): void {
    const { words, operands } = instruction;
    const [name] = words;
    if (hasAddresses(words)) {
      for (const [i, operand] of operands.entries()) {
        const pointed = name === 'cp' ? pointedByCopy(words, i) : pointedBy(words);
        if (operand.kind === 'address') this.#mark(operand.base, pointed);
      }
    } else if (name === 'cvta') {
      const [from, to] =
        words[1] === 'to' ? (['generic', pointedBy(words)] as const) : ([pointedBy(words), 'generic'] as const);
      this.#mark(operands[1], from);
      this.#mark(operands[0], to);
    } else if (name === 'mov' && operands[1]?.kind === 'symbol') {
      const space = this.#spaces.get(operands[1].name);
      if (space !== undefined) this.#mark(operands[0], space === 'shared' ? 'shared' : 'generic');
    } else if (name === 'call') this.#seedCall(instruction);
  }

  /** What a callee takes and gives as pointers. */
  #seedCall({ operands }: PtxInstruction): void {
    const [results, callee, args] = operands[0]?.kind === 'list' ? operands : [undefined, ...operands];
    this.#mark(callee, 'generic');
    const facts = callee?.kind === 'symbol' ? this.#facts.get(callee.name) : undefined;
    if (args?.kind === 'list') {
      for (const [i, argument] of args.elements.entries()) {
        // What a function takes that is not known may be an address in every word that is not computed as a number.
        if (facts !== undefined && !facts.parameters.has(i)) continue;
        this.#mark(argument, 'generic');
        if (argument.kind === 'symbol')
          for (const stored of this.#storedTo(argument.name)) this.#mark(stored, 'generic');
      }
    }
    const isAllocation = callee?.kind === 'symbol' && callee.name === 'malloc';
    if (results?.kind !== 'list' || !(facts?.yields || isAllocation)) return;
    for (const result of results.elements) {
      this.#mark(result, 'generic');
      if (result.kind === 'symbol') for (const loaded of this.#loadedFrom(result.name)) this.#mark(loaded, 'generic');
    }
  }

  #storedTo(name: string): readonly PtxOperand[] {
    return this.#stored.get(name) ?? [];
  }

  #loadedFrom(name: string): readonly PtxOperand[] {
    return this.#loaded.get(name) ?? [];
  }

  /** What goes to parameters, and what is read of them. */
  #indexParameters(): void {
    for (const { words, operands } of this.#instructions) {
      const isLoad = words[0] === 'ld';
      if (words[1] !== 'param' || (!isLoad && words[0] !== 'st')) continue;
      const [address, value] = isLoad ? [operands[1], operands[0]] : operands;
      if (address?.kind !== 'address' || address.base.kind !== 'symbol' || value === undefined) continue;
      const index = isLoad ? this.#loaded : this.#stored;
      const known = index.get(address.base.name);
      if (known) known.push(value);
      else index.set(address.base.name, [value]);
    }
  }

  #indexLocalMemory(): void {
    for (const { words, operands } of this.#instructions) {
      const isLoad = words[0] === 'ld';
      if (words[1] !== 'local' || (!isLoad && words[0] !== 'st') || !/^[bus]64$/.test(words.at(-1)!)) continue;
      const [address, value] = isLoad ? [operands[1], operands[0]] : operands;
      if (address?.kind !== 'address' || value === undefined) continue;
      const start = this.#placeInLocalMemory(address);
      const parts = value.kind === 'vector' ? value.elements : [value];
      for (const [i, part] of parts.entries()) {
        (isLoad ? this.#taken : this.#kept).push({ value: part, place: start === null ? null : start + BigInt(8 * i) });
      }
    }
  }

  /** How far behind the beginning of the thread's memory an address lies; null where it is computed. */
  #placeInLocalMemory(address: PtxOperand & { readonly kind: 'address' }): bigint | null {
    if (address.offsets.length > 0) return null;
    let place = address.displacement;
    let at: PtxOperand | undefined = address.base;
    for (let step = 0; step < MOST_STEPS; step++) {
      if (at?.kind === 'symbol') return place;
      const made: PtxInstruction | null = at?.kind === 'register' ? this.#onlyDefinitionOf(at.register) : null;
      if (made === null) return null;
      const [, from, more]: readonly PtxOperand[] = made.operands;
      if (made.words[0] === 'add' && more?.kind === 'integer') place += more.value;
      else if (made.words[0] !== 'mov' && made.words[0] !== 'cvta') return null;
      at = from;
    }
    return null;
  }

  #onlyDefinitionOf(register: number): PtxInstruction | null {
    const [made, ...others] = this.#definitions.get(register) ?? [];
    return made === undefined || others.length > 0 ? null : made;
  }

  /** What is read there as an address was kept there as one: by whoever may have kept it. */
  #throughLocalMemory(): boolean {
    let isChanged = false;
    for (const { value, place } of this.#taken) {
      const pointed = value.kind === 'register' ? this.#pointed[value.register] : null;
      if (pointed == null) continue;
      for (const kept of this.#kept) {
        if (place !== null && kept.place !== null && place !== kept.place) continue;
        isChanged = this.#mark(kept.value, pointed) || isChanged;
      }
    }
    return isChanged;
  }

  /** What an address was made of. */
  #backward(register: number): void {
    const pointed = this.#pointed[register]!;
    for (const instruction of this.#definitions.get(register) ?? []) {
      const passing = passingOf(instruction.words);
      if (passing === undefined) continue;
      const candidates = passing
        .map((at) => instruction.operands[at])
        .filter((operand) => operand?.kind === 'register' && !this.#numbers.has(operand.register));
      const isChoice = instruction.words[0] === 'selp';
      const base = candidates.find(
        (operand) => operand?.kind === 'register' && this.#pointed[operand.register] !== null,
      );
      for (const operand of isChoice ? candidates : [base ?? candidates[0]]) this.#mark(operand, pointed);
    }
  }

  #forward({ words, operands }: PtxInstruction): boolean {
    const passing = passingOf(words);
    if (passing === undefined) return false;
    const pointed = passing.flatMap((at) => {
      const operand = operands[at];
      return operand?.kind === 'register' ? (this.#pointed[operand.register] ?? []) : [];
    });
    const isDifference =
      words[0] === 'sub' && operands[2]?.kind === 'register' && !this.#numbers.has(operands[2].register);
    return pointed.length === 1 && !isDifference && this.#mark(operands[0], pointed[0]!);
  }

  #parameters(): Set<number> {
    const pointers = this.#fn.parameters.flatMap(({ name, length, pointsTo, type }, i) => {
      if (length !== null) return [];
      const isRead = this.#loadedFrom(name).some(
        (operand) => operand.kind === 'register' && this.#pointed[operand.register] !== null,
      );
      const isWide = (this.#isNarrow ? /[bu]32$/ : /64$/).test(type);
      return isWide && (isRead || pointsTo !== null) ? [i] : [];
    });
    return new Set(pointers);
  }

  #yields(): boolean {
    const [result] = this.#fn.results;
    if (result === undefined || result.length !== null) return false;
    return this.#storedTo(result.name).some(
      (operand) => operand.kind === 'register' && this.#pointed[operand.register] !== null,
    );
  }
}

/** Of a copy the words name where it goes to, then where it comes from; a barrier object behind them lies in shared memory. */
function pointedByCopy(words: readonly string[], at: number): Pointed {
  const spaces = words.filter((word) => word === 'global' || word === 'shared' || word.startsWith('shared::'));
  return at > 1 ? 'shared' : pointedBy(spaces.slice(at, at + 1));
}

function pointedBy(words: readonly string[]): Pointed {
  return words.some((word) => word === 'shared' || word.startsWith('shared::')) ? 'shared' : 'generic';
}
