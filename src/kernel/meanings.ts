/**
 * What the symbols and uninterpreted functions of an execution stand for, as data beside the names that people read.
 *
 * Executions that share an arena share atoms: an object in a meaning may be that of an earlier execution of the kernel, and
 * is told from others by its key.
 */
import { storeSizeOf } from '../ir/layout.ts';
import type { Type } from '../ir/program.ts';
import { type Atom, type Cond, Evaluator, type Int, type Meaning, single } from '../terms/index.ts';
import type { MemoryObject } from './memory.ts';

/** What a load of `type` yields, as a function of the place (and of the barrier interval, where the content changes). */
export class Load implements Meaning {
  readonly key: string;
  readonly object: MemoryObject;
  readonly type: Type;

  constructor(object: MemoryObject, type: Type) {
    this.key = `load ${object.key} ${type.kind}${bitsOf(type)}`;
    this.object = object;
    this.type = type;
  }

  /** Bytes. */
  get size(): number {
    return storeSizeOf(this.type);
  }
}

/** Where an object begins: its number, in units of the alignment of objects; of one behind loaded pointers the address. */
export class Address implements Meaning {
  readonly key: string;
  /** The object's key. */
  readonly object: string;

  constructor(object: MemoryObject) {
    this.key = `address ${object.key}`;
    this.object = object.key;
  }
}

/** A number with a fraction. */
export class FloatConstant implements Meaning {
  readonly key: string;
  readonly value: number;

  constructor(value: number) {
    this.key = 'constant';
    this.value = value;
  }
}

/** A pure operation that is not interpreted: an instruction, or a function that is called by name. */
export class Operation implements Meaning {
  readonly key: string;
  readonly name: string;

  constructor(name: string) {
    this.key = 'operation';
    this.name = name;
  }
}

/** Is it what an operation comes to of which nothing is known, as one of fractions? A model makes it up. */
export function isOperation(atom: Atom): boolean {
  return atom.kind === 'apply' && atom.of instanceof Operation;
}

/** The event of an asynchronous copy that the block makes together. */
export class CopyEvent implements Meaning {
  readonly key = 'event';
}

/**
 * A sum over the iterations of a loop that has no closed form. The arguments of the function stand for `iterations`, the loop's
 * own first.
 */
export class LoopSum implements Meaning {
  readonly key: string;
  readonly iterations: readonly Int[];
  #step: Int | null = null;

  /** @param name tells it from other sums */
  constructor(name: string, iterations: readonly Int[]) {
    this.key = `${name} ${iterations.map((iteration) => iteration.id).join()}`;
    this.iterations = iterations;
  }

  /** Says what an iteration adds: not negative, and the same for all threads of the block. It may depend on the sum itself. */
  adds(step: Int): void {
    this.#step = step;
  }

  /** What an iteration adds; null while nobody has said it. */
  get step(): Int | null {
    return this.#step;
  }
}

/** Iterations that are counted one by one. */
const MOST_ITERATIONS = 4096;

/** The number of the iteration in which a loop is left. The arguments of the function stand for `parameters`. */
export class LoopEnd implements Meaning {
  readonly key: string;
  /** What it takes for the loop to go on after an iteration, in terms of its number and the parameters. */
  readonly condition: Cond;
  readonly iteration: Int;
  readonly parameters: readonly Int[];
  readonly #known = new Map<string, bigint | null>();

  constructor(condition: Cond, iteration: Int, parameters: readonly Int[]) {
    this.key = `last ${condition.id}`;
    this.condition = condition;
    this.iteration = iteration;
    this.parameters = parameters;
  }

  /** The loop is counted. */
  valueFor(args: readonly bigint[]): bigint | null {
    const key = args.join();
    let end = this.#known.get(key);
    if (end === undefined) {
      end = this.#count(args);
      this.#known.set(key, end);
    }
    return end;
  }

  #count(args: readonly bigint[]): bigint | null {
    const values = new Map(this.parameters.map((parameter, i) => [single(parameter), args[i]!]));
    let isKnown = true;
    const unknown = () => {
      isKnown = false;
      return 0n;
    };
    for (let k = 0n; k < MOST_ITERATIONS; k++) {
      values.set(single(this.iteration), k);
      const at = new Evaluator({ symbol: (atom) => values.get(atom) ?? unknown(), apply: unknown });
      const goesOn = at.cond(this.condition);
      if (!isKnown) return null;
      if (!goesOn) return k;
    }
    return null;
  }
}

function bitsOf(type: Type): number {
  return type.kind === 'int' ? type.bits : 0;
}
