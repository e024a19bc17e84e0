import { type Atom, type Cond, Evaluator } from '../../terms/index.ts';
import { inRange } from './search.ts';

/** Values of the same function for other arguments seldom agree: there are so many. */
const VALUES = 1n << 20n;

/**
 * Does the condition hold with the numbers of a model where all that memory and uninterpreted functions give differs, or all of that which
 * is no whole number? A search by the solver for the same takes it seconds where there are products, or many functions.
 * @returns false says nothing
 */
export function holdsWithOtherContents(model: Evaluator, condition: Cond): boolean {
  const isNumber = ({ range: { low, high } }: Atom) => low !== null && high !== null;
  return [() => false, isNumber].some((isKept) => {
    const values = new Evaluator({
      symbol: (atom) => model.atom(atom),
      apply: (atom, args) =>
        isKept(atom) ? model.apply(atom, args) : within(atom.range, hashOf(`${atom.name}:${args.join()}`)),
    });
    return values.cond(condition) && inRange(condition, values);
  });
}

function within({ low, high }: { readonly low: bigint | null; readonly high: bigint | null }, value: bigint): bigint {
  const least = low ?? (high === null ? 0n : high - VALUES);
  const count = high === null ? VALUES : high - least + 1n;
  return least + (value % (count < VALUES ? count : VALUES));
}

/** FNV-1a. */
function hashOf(text: string): bigint {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return BigInt(hash >>> 0);
}
