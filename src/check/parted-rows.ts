/** Rows of several parts of one length, as the coefficients of each channel: how many parts a row has to have. */
import type { KernelAccess } from '../kernel/index.ts';
import type { Atom, Monomial } from '../terms/index.ts';
import type { FindingContext } from './findings.ts';
import { boundsIn, namesOf } from './named-arguments.ts';
import { unwrapped } from './pitched-rows.ts';
import { isOfLaunch } from './symbols.ts';

/** `row * (parts * length) + 8 * length + i`, where `i < length`: there are nine parts at least. */
export interface PartedRow {
  /** The argument that says how many parts there are. */
  readonly parts: string;
  readonly atLeast: bigint;
}

/** The places of an object that are looked at for what else its rows have. */
const MOST_ACCESSES = 256;

/**
 * How many parts the rows have that two accesses read or write: who gets to one of them is seldom far from one who gets to the last one.
 * @param all what the kernel accesses
 */
export function partedRows(
  context: Pick<FindingContext, 'terms' | 'parameters'>,
  all: readonly KernelAccess[],
  accesses: readonly KernelAccess[],
): PartedRow[] {
  const seen = new Map(accesses.flatMap((access) => partsOf(context, access)));
  if (seen.size === 0) return [];
  const objects = new Set(accesses.map(({ object }) => object));
  const others = all.filter(({ object }) => objects.has(object)).slice(0, MOST_ACCESSES);
  for (const [parts, least] of others.flatMap((access) => partsOf(context, access))) {
    const known = seen.get(parts);
    if (known !== undefined && known < least) seen.set(parts, least);
  }
  return [...seen].map(([parts, atLeast]) => ({ parts, atLeast }));
}

/** Arguments that say how many parts there are, and how many there have to be for the access to stay within its row. */
function partsOf(
  { terms, parameters }: Pick<FindingContext, 'terms' | 'parameters'>,
  { offset, path }: KernelAccess,
): (readonly [string, bigint])[] {
  const names = namesOf(parameters);
  const { monomials } = unwrapped(terms, offset);
  const namesIn = ({ atoms }: Monomial) => atoms.flatMap((atom) => names.get(atom) ?? []);
  const boundsOf = boundsIn(path, names);
  const elements = monomials.filter((one) => one.coefficient > 0n && namesIn(one).length === 0);
  const [step = 1n] = elements.map(({ coefficient }) => coefficient).sort((a, b) => Number(a - b));
  return [...new Set(elements.flatMap(({ atoms }) => boundsOf(atoms)))].flatMap((length) => {
    const part = monomials.find(({ atoms: [atom, ...more] }) => more.length === 0 && names.get(atom!) === length);
    const before = (part?.coefficient ?? 0n) / step;
    const rows = monomials.filter((one) => namesIn(one).includes(length) && differs(one.atoms));
    const counts = rows.map((one) => namesIn(one).filter((name) => name !== length));
    const [parts, ...more] = new Set(counts.flat());
    const isOne = parts !== undefined && more.length === 0 && counts.every((some) => some.length === 1);
    return isOne && before >= 0n ? [[parts, before + 1n] as const] : [];
  });

  function differs(atoms: readonly Atom[]): boolean {
    return !isOfLaunch(atoms.map((atom) => terms.ofAtom(atom)));
  }
}
