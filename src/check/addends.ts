/**
 * Arguments that are only added to addresses, as `channel` in `pixels[4 * i + channel]`: which part of an element is meant. Who
 * passes such a one takes care that it is one of the parts.
 */
import type { KernelAccess } from '../kernel/index.ts';
import { type Cond, conjuncts, type Int, isConstant } from '../terms/index.ts';
import { unwrapped } from './pitched-rows.ts';
import type { LaunchContext } from './plausible-launch.ts';
import { isOfLaunch, symbolsOf } from './symbols.ts';

type Context = Pick<LaunchContext, 'terms' | 'launch' | 'parameters' | 'facts'>;

/** The parameters that are added to the address of one of the accesses, and say nothing of threads. */
export function addendsOf(
  { terms, launch, parameters, facts }: Context,
  accesses: readonly Pick<KernelAccess, 'offset' | 'path'>[],
): Int[] {
  const addresses = accesses.map(({ offset }) => unwrapped(terms, offset));
  const sizes = symbolsOf([...launch.gridDim, ...launch.blockDim, ...facts]);
  const guards = accesses.flatMap(({ path }) => conjuncts(path)).filter(isOfThread);
  const ofThreads = symbolsOf([...guards, ...addresses.flatMap((address) => partsOfThreads(terms, address))]);
  const added = symbolsOf(addresses);
  return parameters.filter((parameter) => {
    const symbols = symbolsOf([parameter]);
    const isMeant = [...symbols].some((symbol) => added.has(symbol));
    return !isConstant(parameter) && isMeant && ![...symbols].some((one) => sizes.has(one) || ofThreads.has(one));
  });
}

/** The summands of an address that differ between threads. */
function partsOfThreads(terms: Context['terms'], address: Int): Int[] {
  return address.monomials.flatMap(({ atoms }) => {
    const product = atoms.reduce((sum, atom) => terms.mul(sum, terms.ofAtom(atom)), terms.one);
    return isOfThread(product) ? product : [];
  });
}

function isOfThread(term: Int | Cond): boolean {
  return !isOfLaunch([term]);
}
