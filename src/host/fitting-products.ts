/**
 * Products that sizes of a launch are made of: `(batches * length) / 512` blocks. That they fit into their type is assumed wherever
 * the host computes them; for a launch it is a bound that no single factor has.
 */
import type { StatedFact } from '../kernel/index.ts';
import { type Cond, conjuncts, type Int, type NoOverflow, type Terms, visitAtoms } from '../terms/index.ts';
import type { HostLaunch } from './launch-collector.ts';

/** Said of all numbers of the host. */
export const HOST_FITS = { kind: 'arithmetic', text: 'host arithmetic does not overflow', place: null } as const;

/**
 * Stated, and not only known, so that a launch which is only made where they do overflow is not taken for one that is never made.
 *
 * @param bounds what the host's numbers are taken to keep to
 */
export function fittingProducts(
  host: Terms,
  { path, gridDim, blockDim }: HostLaunch,
  bounds: readonly NoOverflow[],
): StatedFact[] {
  const dividends = new Set<Int>();
  visitAtoms([...gridDim, ...blockDim], (atom) => {
    if (atom.kind === 'div' && isOfProducts(atom.dividend)) dividends.add(atom.dividend);
  });
  if (dividends.size === 0) return [];
  const onTheWay = new Set(conjuncts(path));
  const isComputed = (where: Cond): boolean =>
    where.kind === 'or' ? where.parts.some(isComputed) : conjuncts(where).every((part) => onTheWay.has(part));
  return bounds
    .filter((bound) => dividends.has(bound.term) && isComputed(bound.path))
    .map(({ term, low, high }) => ({
      condition: host.and(host.le(host.constant(low), term), host.le(term, host.constant(high))),
      assumption: HOST_FITS,
    }));
}

function isOfProducts({ monomials }: Int): boolean {
  return monomials.some(({ atoms }) => atoms.length > 1);
}
