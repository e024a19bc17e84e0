/** The symbols of the thread that is executed: values of which its terms say no more than a range. */
import {
  type Cond,
  type Int,
  type Meaning,
  type Range,
  type SymbolOrigin,
  single,
  type Terms,
} from '../terms/index.ts';
import type { Round } from './kernel-model.ts';

export class Symbols {
  readonly #terms: Terms;
  /** The iterations of the symbolic loops around the current point, outermost first. */
  readonly #around: Int[] = [];
  readonly #passes: number[] = [];
  readonly #rounds: Round[] = [];
  readonly #iterationsOf = new Map<number, readonly Int[]>();
  /** Ids of all that were made, in order. */
  readonly #made: number[] = [];
  #next = 1;
  #nextShared = 0;

  constructor(terms: Terms) {
    this.#terms = terms;
  }

  /** A value that nothing is known of but its range. @param hint for people who read the terms */
  unknown(origin: SymbolOrigin, range: Range, hint: string, of: Meaning | null = null): Int {
    const term = this.#terms.symbol(`${hint}#${this.#next++}`, 'thread', origin, range, of);
    const atom = single(term);
    if (atom) {
      this.#iterationsOf.set(atom.id, [...this.#around]);
      this.#made.push(atom.id);
    }
    return term;
  }

  condition(): Cond {
    return this.#terms.ne(this.unknown('unknown', { low: 0n, high: 1n }, 'condition'), this.#terms.zero);
  }

  /** The number of an arbitrary iteration. */
  iteration(): Int {
    return this.unknown('iteration', { low: 0n, high: null }, 'iteration');
  }

  /** A name that nothing else has. */
  newName(hint: string): string {
    return `${hint}#${this.#nextShared++}`;
  }

  /** A value of which only this is known: threads of a block in the same iterations share it. */
  sharedByBlock(range: Range, iteration: Int): Int {
    const name = this.newName('shared');
    return this.#terms.apply({ name, sharing: 'block', origin: 'approximate', range }, [iteration, ...this.#around]);
  }

  /** The iterations of the symbolic loops around the current point, outermost first. */
  get iterations(): readonly Int[] {
    return [...this.#around];
  }

  /** Which passes of unrolled loops the current point is in, outermost first. */
  get passes(): readonly number[] {
    return [...this.#passes];
  }

  /** The passes of all loops around the current point, outermost first. */
  get rounds(): readonly Round[] {
    return [...this.#rounds];
  }

  /** Runs what is done in a pass of a loop that is run pass by pass. */
  inPass<T>(pass: number, round: Round, work: () => T): T {
    this.#passes.push(pass);
    this.#rounds.push(round);
    try {
      return work();
    } finally {
      this.#passes.pop();
      this.#rounds.pop();
    }
  }

  /** Runs what is done in an iteration of one more loop. @param round null: nobody will know of it */
  within<T>(iteration: Int, round: Round | null, work: () => T): T {
    this.#around.push(iteration);
    if (round !== null) this.#rounds.push(round);
    try {
      return work();
    } finally {
      this.#around.pop();
      if (round !== null) this.#rounds.pop();
    }
  }

  /** In which iterations a symbol, by its id, has its value: those of the loops around the place that made it. */
  get iterationsOf(): ReadonlyMap<number, readonly Int[]> {
    return this.#iterationsOf;
  }

  /** Whether a symbol, by its id, has another value in each of these iterations. */
  isMadeIn(id: number, iteration: Int): boolean {
    return this.#iterationsOf.get(id)?.includes(iteration) ?? false;
  }

  /** How many symbols there are so far. */
  get count(): number {
    return this.#made.length;
  }

  /** How many symbols and names were made so far. */
  get made(): number {
    return this.#next + this.#nextShared;
  }

  /** The symbols from number `from` on, before number `to`, have another value in each iteration of the loop to come. */
  varyWith(iteration: Int, from: number, to: number): void {
    for (let i = from; i < to; i++) this.#iterationsOf.set(this.#made[i]!, [...this.#around, iteration]);
  }
}
