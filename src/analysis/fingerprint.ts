/**
 * Digests of everything that the verdict of a kernel depends on: its code with all callees and the variables that they
 * name, its launches as they are checked, and the settings. Two kernels with one digest have one verdict. It leaves out
 * where things stand, and numbers that shift when something else is edited. It errs on the side of a difference.
 */
import { createHash } from 'node:crypto';
import type { GlobalVariable, Operand, Program, ProgramFunction, Type } from '../ir/program.ts';
import { type Alias, type KernelLaunch, type PassedMemory, type StatedFact, TextureOver } from '../kernel/index.ts';
import type { Assumption } from '../model/assumption.ts';
import { type Atom, type Cond, type Int, isConnective } from '../terms/index.ts';

/** What a function or variable is, and which others it names. */
interface Described {
  readonly digest: string;
  readonly names: readonly string[];
}

/** Code of one program by what it does. */
export class ProgramDigests {
  readonly #program: Program;
  readonly #known = new Map<string, Described>();
  readonly #structs = new Map<Type, string>();

  constructor(program: Program) {
    this.#program = program;
  }

  /** The kernel with everything that it can reach. */
  of({ name }: ProgramFunction): string {
    const { triple, warpSize } = this.#program;
    const reached = new Set([name]);
    for (const one of reached) for (const other of this.#described(one).names) reached.add(other);
    const parts = [...reached].map((one) => [this.#shownName(one), this.#described(one).digest]);
    return digest(JSON.stringify([triple, warpSize, parts]));
  }

  #described(name: string): Described {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const { functions, globals, aliases } = this.#program;
    const names = new Set<string>();
    const text = this.#text([functions.get(name) ?? globals.get(name) ?? aliases.get(name) ?? null], names);
    const target = aliases.get(name);
    if (target !== undefined) names.add(target);
    const described = { digest: digest(text), names: [...names] };
    this.#known.set(name, described);
    return described;
  }

  /** Without places and labels. @param names takes the symbols that are named */
  #text(
    value: readonly (ProgramFunction | GlobalVariable | Operand | Type | string | null)[],
    names: Set<string>,
  ): string {
    return JSON.stringify(value, (key, part: unknown) => {
      if (key === 'location' || key === 'label') return undefined;
      if (typeof part === 'bigint') return `${part}n`;
      if (typeof part === 'number') return Number.isSafeInteger(part) && !Object.is(part, -0) ? part : numberText(part);
      if (part instanceof Map) return [...part];
      if (part instanceof Uint8Array) return Buffer.from(part).toString('base64');
      // Metadata has numbers of its own, which all of the file shares.
      if (key === 'text' && typeof part === 'string') return part.replace(/![0-9]+/g, '!');
      if (isGlobal(part)) {
        names.add(part.name);
        return { ...part, name: undefined, symbol: this.#shownName(part.name) };
      }
      if (isStruct(part)) return this.#struct(part);
      if (isVariable(part)) return { ...part, name: this.#shownName(part.name), sourceName: '' };
      return part;
    });
  }

  #struct(type: Struct): string {
    const known = this.#structs.get(type);
    if (known !== undefined) return known;
    const { name, packed, fields } = type;
    // Structs of one name are numbered through the whole file.
    const shown = name?.replace(/(\.\d+)+$/, '') ?? null;
    const text = `struct ${digest(this.#text([JSON.stringify([shown, packed]), ...fields], new Set()))}`;
    this.#structs.set(type, text);
    return text;
  }

  /** Texts are numbered through the whole file: they go by what they say. */
  #shownName(name: string): string {
    const variable = this.#program.globals.get(name);
    if (variable?.initializer == null || !/^\.str(\.\d+)*$/.test(name)) return name;
    return `.str ${digest(this.#text([variable.initializer], new Set()))}`;
  }
}

function isGlobal(part: unknown): part is Operand & { kind: 'global' } {
  return typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'global' && 'name' in part;
}

type Struct = Extract<Type, { kind: 'struct' }>;

function isStruct(part: unknown): part is Struct {
  return typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'struct' && 'fields' in part;
}

function isVariable(part: unknown): part is GlobalVariable {
  return typeof part === 'object' && part !== null && 'initializer' in part && 'isExternal' in part;
}

/** JSON has no infinities and no negative zero. */
function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/**
 * One launch as the checker gets it.
 * @returns a text that is equal for launches of which the same is known
 */
export function launchText(launch: KernelLaunch): string {
  const names = new Renumbering();
  const { source, knownFrom, isGuess, leftovers, gridDim, blockDim, bindings, aliases, nulls, textures } = launch;
  const memory = ({ key, kind, site, isOneOfMany, inTable }: PassedMemory) => [
    kind === 'variable' ? key : names.of(`memory ${key}`),
    kind,
    site === null ? null : names.of(`site ${site}`),
    isOneOfMany,
    inTable === undefined
      ? null
      : [
          names.of(`table ${inTable.table}`),
          inTable.sites.map((one) => names.of(`site ${one}`)),
          inTable.place && [names.of(`place ${inTable.place.varying}`), String(inTable.place.constant)],
        ],
  ];
  const terms = new TermTexts(names, memory);
  const statedIn = (facts: readonly StatedFact[]) =>
    facts.map(({ condition, assumption }) => [terms.cond(condition), assumptionText(assumption)]);
  const alias = ({ to, offset, mayBeOne = false }: Alias) => [to, terms.int(offset), mayBeOne];
  // Every field of a launch, so that a new one does not compile before it has a line here.
  const parts: Record<Exclude<keyof KernelLaunch, 'guesses' | 'guessedArguments'>, unknown> = {
    source: source !== null,
    knownFrom,
    isGuess,
    leftovers: [[...leftovers.parameters].sort((a, b) => a - b), leftovers.isInVariables],
    gridDim: gridDim.map((size) => terms.int(size)),
    blockDim: blockDim.map((size) => terms.int(size)),
    clusterDim: launch.clusterDim,
    bindings: sorted(bindings).map(([index, value]) => [index, terms.int(value)]),
    aliases: sorted(aliases).map(([pointer, to]) => [pointer, alias(to)]),
    memory: launch.memory && sorted(launch.memory).map(([pointer, target]) => [pointer, memory(target)]),
    starts: sorted(launch.starts).map(([pointer, { offset, isAllocated }]) => [
      pointer,
      terms.int(offset),
      isAllocated,
    ]),
    nulls: sorted(nulls),
    textures: [sorted(textures.references).map(([name, over]) => [name, over.map(memory)]), textures.any.map(memory)],
    facts: launch.facts.map((fact) => terms.cond(fact)),
    stated: statedIn(launch.stated),
    evaluated: statedIn(launch.evaluated),
    choice: launch.choice && terms.cond(launch.choice),
    assumptions: launch.assumptions.map(assumptionText),
    madeOne: launch.madeOne && [launch.madeOne.objects, terms.int(launch.madeOne.distance)],
  };
  const ofCallers = launch.guessedArguments && terms.among(launch.guessedArguments);
  return JSON.stringify([parts, terms.among(launch.guesses), ofCallers]);
}

function sorted<K, V>(map: ReadonlyMap<K, V>): (readonly [K, V])[] {
  return [...map].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

/** Without its place. */
export function assumptionText({ kind, text, definition }: Assumption): string {
  return JSON.stringify([kind, text, definition ?? null]);
}

/** Terms in full: each atom with all that is known of it where it occurs first, and by a number from then on. */
class TermTexts {
  readonly #atoms = new Map<number, number>();
  readonly #names: Renumbering;

  readonly #memory: (memory: PassedMemory) => unknown;

  constructor(names: Renumbering, memory: (memory: PassedMemory) => unknown) {
    this.#names = names;
    this.#memory = memory;
  }

  int({ constant, monomials }: Int): string {
    const products = monomials.map(
      ({ coefficient, atoms }) => `${coefficient}*${atoms.map((atom) => this.#atom(atom)).join('*')}`,
    );
    return `(${[constant, ...products].join('+')})`;
  }

  cond(condition: Cond): string {
    if (condition.kind === 'true' || condition.kind === 'false') return condition.kind;
    if (isConnective(condition)) return `${condition.kind}(${condition.parts.map((part) => this.cond(part)).join()})`;
    return `${condition.kind}${this.int(condition.term)}`;
  }

  /** Which of the atoms that were written are in the set. */
  among(ids: ReadonlySet<number>): number[] {
    return [...this.#atoms].flatMap(([id, number]) => (ids.has(id) ? number : []));
  }

  #atom(atom: Atom): string {
    const known = this.#atoms.get(atom.id);
    if (known !== undefined) return `a${known}`;
    const text = this.#definition(atom);
    const { low, high } = atom.range;
    const number = this.#atoms.size;
    this.#atoms.set(atom.id, number);
    return `a${number}{${text} in ${low}..${high}}`;
  }

  #definition(atom: Atom): string {
    switch (atom.kind) {
      case 'symbol':
      case 'apply': {
        const { name, sharing, origin, of } = atom;
        const args = atom.kind === 'apply' ? atom.args.map((arg) => this.int(arg)) : [];
        const meaning =
          of instanceof TextureOver
            ? [of.memory, of.arrays].map((over) => over.map(this.#memory))
            : of && this.#names.in(of.key);
        return JSON.stringify([atom.kind, this.#names.in(name), sharing, origin, meaning, args]);
      }
      case 'div':
      case 'mod':
        return `${atom.kind} ${this.int(atom.dividend)} ${this.int(atom.divisor)}`;
      case 'ite':
        return `ite ${this.cond(atom.condition)} ${this.int(atom.then)} ${this.int(atom.otherwise)}`;
      case 'bits':
        return `${atom.operator} ${atom.width} ${this.int(atom.left)} ${this.int(atom.right)}`;
      case 'geometric':
        return `${atom.direction} ${atom.shift} ${this.int(atom.start)} ${this.int(atom.step)}`;
    }
  }
}

/** Numbers in the order in which things occur first. */
class Renumbering {
  readonly #numbers = new Map<string, number>();

  of(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  /** The text with the numbers that tell equal names apart (`n#12`) renumbered. */
  in(text: string): string {
    return text.replace(/#\d+/g, (number) => `#${this.of(number)}`);
  }
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
