/**
 * Witnesses in which rows begin where the hardware allows an access: an address that is no multiple of its access's size faults, and
 * a launch that does that anywhere shows no race. A stride in bytes may be any number to the solver.
 */
import type { Cond, Evaluator } from '../terms/index.ts';
import type { AccessPair, Side } from './order/index.ts';
import { addressOf, isNaturallyAligned } from './overlap.ts';
import type { LaunchContext, RaceCondition } from './plausible-launch.ts';

/** A model with aligned rows, and the race with that asked of it, by one question; what was given where it has them, or there is none. */
export function withAlignedRows(
  { terms, queries, onQuery }: Pick<LaunchContext, 'terms' | 'queries' | 'onQuery'>,
  { first, second }: AccessPair,
  met: { readonly race: RaceCondition; readonly values: Evaluator },
): typeof met {
  const aligned = [first, second].flatMap((side) => stridesAligned(terms, side));
  if (aligned.every((condition) => met.values.cond(condition))) return met;
  onQuery?.({ threads: 'the same, with rows at addresses that do not fault', parts: [] });
  const race = { ...met.race, condition: terms.and(met.race.condition, ...aligned) };
  const answer = queries.solve([race.condition], race.equalities);
  return answer.status === 'sat' ? { race, values: answer.values } : met;
}

/** Numbers of the launch by which an address may be no multiple of the access's size are multiples of it. */
function stridesAligned(terms: LaunchContext['terms'], side: Side): Cond[] {
  if (!isNaturallyAligned(side.access)) return [];
  const size = BigInt(side.access.size);
  return addressOf(side).monomials.flatMap(({ coefficient, atoms }) => {
    if (coefficient % size === 0n) return [];
    const stride = atoms.find((atom) => atom.kind === 'symbol' && atom.sharing === 'launch');
    if (stride === undefined) return [];
    const [length, unit] = [terms.ofAtom(stride), terms.constant(size)];
    return terms.and(terms.eq(terms.mod(length, unit), terms.zero), terms.le(unit, length));
  });
}
