/**
 * Sizes of which the host has none: `rows = tensor ? tensor->rows : 0`. A launch of nothing runs no thread, so what is chosen between is
 * settled for all the numbers of a launch that does.
 */
import { type Cond, type Int, isConstant, type Substitution, single, type Terms } from '../terms/index.ts';
import type { HostLaunch } from './launch-collector.ts';
import { numbersUnder } from './launch-under.ts';

/** What a size of 32 bits is counted modulo. */
const WORD = 1n << 32n;

export function withChosenSizes<L extends HostLaunch>(terms: Terms, launch: L): L {
  const known = new Set([...launch.gridDim, ...launch.blockDim].flatMap((size) => chosenBy(terms, size) ?? []));
  const chosen: Substitution = terms.substitution((atom) => {
    if (atom.kind !== 'ite') return undefined;
    if (known.has(atom.condition)) return chosen.int(atom.then);
    return known.has(terms.not(atom.condition)) ? chosen.int(atom.otherwise) : undefined;
  });
  return known.size === 0 ? launch : numbersUnder(launch, chosen);
}

/** What has to hold for a size that is one of two numbers, and nothing where it is the other; null for any other size. */
function chosenBy(terms: Terms, size: Int): Cond | null {
  const rest = single(size);
  const isRest = rest?.kind === 'mod' && isConstant(rest.divisor) && rest.divisor.constant >= WORD;
  const choice = single(isRest ? rest.dividend : size);
  if (choice?.kind !== 'ite') return null;
  const { condition, then, otherwise } = choice;
  if (isZero(otherwise)) return condition;
  return isZero(then) ? terms.not(condition) : null;
}

function isZero(term: Int): boolean {
  return isConstant(term) && term.constant === 0n;
}
