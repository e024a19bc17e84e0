/**
 * The numbers that say how long a loop goes on, and what it adds up to, where all that they hang on is known. Elsewhere they are
 * functions of which little is known (`LoopEnd`, `LoopSum`); here the loop is counted.
 */
import { LoopEnd, LoopSum } from '../../../kernel/index.ts';
import { type Atom, Evaluator, type Int, single } from '../../../terms/index.ts';

/** Iterations that are counted one by one. */
const LIMIT = 4096;

type Chosen = readonly (readonly [Int, number])[];

export class LoopNumbers {
  readonly #sizes: ReadonlyMap<number, number>;
  /** What the iterations before each one add, from the first on. */
  readonly #sums = new Map<string, number[]>();

  /** @param sizes the symbols that are known, by the ids of their atoms */
  constructor(sizes: ReadonlyMap<number, number>) {
    this.#sizes = sizes;
  }

  /** The first iteration after which the loop does not go on; null when that is not known. */
  end(of: LoopEnd, args: readonly number[]): number | null {
    const end = of.valueFor(args.map(BigInt));
    return end === null ? null : Number(end);
  }

  /** What the iterations before the given one add; null when that is not known. */
  sum({ key, iterations, step }: LoopSum, [last, ...outer]: readonly number[]): number | null {
    if (last === undefined || last < 0 || last > LIMIT || step === null) return null;
    const name = `${key}:${outer.join()}`;
    const sums = this.#sums.get(name) ?? [0];
    this.#sums.set(name, sums);
    for (let k = sums.length; k <= last; k++) {
      const at = this.#at(iterations.map((iteration, i) => [iteration, i === 0 ? k - 1 : outer[i - 1]!]));
      const added = Number(at.values.int(step));
      if (at.isGuess() || !Number.isSafeInteger(added)) return null;
      sums.push(sums[k - 1]! + added);
    }
    return sums[last]!;
  }

  /** The values of terms where the symbols have these; `isGuess` tells whether one was asked for that nobody knows. */
  #at(chosen: Chosen): { readonly values: Evaluator; readonly isGuess: () => boolean } {
    const known = new Map(chosen.map(([symbol, value]) => [single(symbol)?.id, value]));
    let isGuess = false;
    const use = (value: number | null | undefined): bigint => {
      if (value === null || value === undefined) isGuess = true;
      return BigInt(value ?? 0);
    };
    const apply = ({ of }: Atom & { readonly kind: 'apply' }, args: readonly bigint[]): bigint => {
      if (of instanceof LoopEnd) return use(this.end(of, args.map(Number)));
      return use(of instanceof LoopSum ? this.sum(of, args.map(Number)) : null);
    };
    const symbol = ({ id }: Atom): bigint => use(known.get(id) ?? this.#sizes.get(id));
    return { values: new Evaluator({ symbol, apply }), isGuess: () => isGuess };
  }
}
