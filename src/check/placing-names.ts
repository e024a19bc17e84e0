/**
 * Which arguments and sizes of a launch say where, and whether, two accesses take place: what a condition is looked for among. Some are read
 * off the addresses, as the stride of rows and what the elements of a row are counted by.
 */
import { type KernelAccess, Load } from '../kernel/index.ts';
import {
  type Atom,
  type Cond,
  conjuncts,
  gcd,
  type Int,
  isConstant,
  isContent,
  type Monomial,
  single,
  type Terms,
  visitAtoms,
  visitComparisons,
} from '../terms/index.ts';
import { addendsOf } from './addends.ts';
import { dividedIn } from './divided-strides.ts';
import type { FindingContext } from './findings.ts';
import { boundsIn, namesOf } from './named-arguments.ts';
import { type PartedRow, partedRows } from './parted-rows.ts';
import { unwrapped } from './pitched-rows.ts';
import type { RaceContext } from './race-context.ts';
import type { RacePair } from './races.ts';
import { isOfLaunch, symbolsOf } from './symbols.ts';

export interface PlacingNames {
  readonly all: ReadonlySet<string>;
  /** Those that are only added to addresses: which part of an element is meant. */
  readonly parts: readonly string[];
  /** Those that are halved or doubled in a loop, or masked with. */
  readonly shifted: readonly string[];
  /** Those that parts of addresses which differ between threads are multiplied by, for each way that the launch chooses between. */
  readonly strides: readonly (readonly string[])[];
  /** Strides that single elements seem to be apart by. */
  readonly units: readonly Unit[];
  /** What is asked of the launch on the way, or in an address: whether a pointer is null, or an argument some number. */
  readonly asked: readonly Asked[];
  /** Memory whose contents addresses are made of. */
  readonly arrays: readonly string[];
  /** Rows, planes of rows and so on, in one way or another that an address may be read. */
  readonly rows: readonly (readonly Row[])[];
  /** Rows of several parts of one length. */
  readonly partedRows: readonly PartedRow[];
  /** Those that addresses have a part of, as the half of a row: `n / 2`. */
  readonly divided: readonly { readonly name: string; readonly by: bigint }[];
  /** Parts of rows that lie behind one another. */
  readonly halves: readonly Half[];
  /** Numbers of elements that parts of memory may have which begin where other elements say, from the fewest on. */
  readonly lengths: readonly bigint[];
}

/** `row[i]` and `row[start + i]`, of `i` with `times * i < bound`: the first end where the others start, or before. */
export interface Half {
  readonly start: string;
  readonly bound: string;
  readonly times: bigint;
}

/** `mask == nullptr` (null), or `mode == 2`. */
export interface Asked {
  readonly name: string;
  readonly value: bigint | null;
  /** Where an address is depends on it by itself: it is computed in one of two ways. */
  readonly isInAddress: boolean;
}

/** `out[64 * part * step + i]`, where `i` is below 64: elements of parts of a row lie as close as those within one. */
export interface Unit {
  readonly name: string;
  /** How far they are apart then. */
  readonly distance: bigint;
}

/** A row, or a plane, as the kernel goes through it: its elements fit where the stride is at least the product of the rest. */
export interface Row {
  readonly stride: string;
  /** What its elements are counted by, and arguments that they are apart by. */
  readonly factors: readonly string[];
  /** How far they are apart, beside these. */
  readonly multiple: bigint;
}

/** Choices of the launch in one address. */
const MOST_CHOICES = 3;
/** Elements of a part of memory, and how many numbers of these are looked at. */
const LONGEST = 1n << 24n;
const MOST_LENGTHS = 16;
/** More than any tensor has axes. */
const MOST_LEVELS = 6;

export const NO_NAMES: PlacingNames = {
  all: new Set(),
  parts: [],
  shifted: [],
  strides: [],
  units: [],
  asked: [],
  arrays: [],
  rows: [],
  partedRows: [],
  divided: [],
  halves: [],
  lengths: [],
};

type Access = Pick<KernelAccess, 'offset' | 'path' | 'size'>;

/** What it depends on where, and whether, the two accesses take place. */
export function placingNames(context: FindingContext, asked: RaceContext, { first, second }: RacePair): PlacingNames {
  const accesses = [first, second];
  const all = namesThatDecide(
    context,
    accesses.flatMap(({ offset, path }) => [offset, path]),
  );
  const named = (terms: ReadonlySet<Int>) =>
    [...context.parameters].flatMap(([name, term]) => (terms.has(term) ? name : []));
  return {
    all,
    parts: named(new Set(addendsOf(asked, accesses))),
    shifted: named(shiftedIn(context, accesses)),
    strides: stridesIn(context, accesses),
    units: unitsIn(context, accesses),
    asked: askedIn(context, accesses),
    arrays: arraysIn(accesses),
    rows: rowsIn(context, accesses),
    partedRows: partedRows(context, asked.accesses, accesses),
    divided: partsIn(context, accesses),
    halves: halvesIn(context, accesses),
    lengths: lengthsIn(context, accesses),
  };
}

/** Arguments and sizes of the launch that the terms depend on. */
export function namesThatDecide(
  { launch, parameters }: FindingContext,
  roots: readonly (Cond | Int)[],
): ReadonlySet<string> {
  const seen = symbolsOf(roots);
  const sizes = (['gridDim', 'blockDim'] as const).flatMap((name) =>
    launch[name].map((size, axis) => [`${name}.${'xyz'[axis]}`, size] as const),
  );
  const depends = (term: Int) => [...symbolsOf([term])].some((symbol) => seen.has(symbol));
  return new Set([...parameters, ...sizes].flatMap(([name, term]) => (depends(term) ? name : [])));
}

/**
 * Arguments that are one factor of products which differ between threads. What only stands beside another one is part of an index: the `d` of
 * `(n - d * q) * stride`.
 */
function stridesIn({ terms, parameters }: FindingContext, accesses: readonly Access[]): string[][] {
  const names = namesOf(parameters);
  const inWay = (offsets: readonly Int[]) => {
    const factors = offsets.flatMap(({ monomials }) =>
      monomials.flatMap(({ atoms }) => {
        const differ = atoms.some((atom) => !isOfLaunch([terms.ofAtom(atom)]));
        return differ ? [atoms.flatMap((atom) => names.get(dividedIn(atom)?.whole ?? atom) ?? [])] : [];
      }),
    );
    const alone = new Set(factors.flatMap((some) => (some.length === 1 ? some : [])));
    const others = factors.filter((some) => !some.some((name) => alone.has(name))).flat();
    return [...parameters.keys()].filter((name) => alone.has(name) || others.includes(name));
  };
  const inAll = (offsetOf: (access: Access) => Int) => {
    const [first, ...more] = accesses.map((access) => waysOf(terms, offsetOf(access)));
    const together = more.filter((ways) => ways.length === first!.length);
    return first!.map((offset, i) => inWay([offset, ...together.map((ways) => ways[i]!)]));
  };
  const plain = inAll(({ offset }) => offset);
  // What wraps around shows nothing of what it is made of.
  const isHidden = plain.every((some) => some.length === 0);
  const all = isHidden ? inAll(({ offset }) => unwrapped(terms, offset)) : plain;
  const unlike = new Map(all.map((names) => [names.join(), names]));
  // What has more axes tells more places apart.
  return [...unlike.values()].sort((a, b) => b.length - a.length);
}

/** Strides of parts whose elements are numbered by something else. */
function unitsIn({ terms, parameters }: FindingContext, accesses: readonly Access[]): Unit[] {
  const names = namesOf(parameters);
  const found = new Map<string, Unit>();
  for (const { offset, size } of accesses) {
    for (const { monomials } of waysOf(terms, offset)) {
      const isStrided = ({ atoms }: Monomial) => atoms.some((atom) => names.has(dividedIn(atom)?.whole ?? atom));
      const within = terms.ofSum({ constant: 0n, monomials: monomials.filter((one) => !isStrided(one)) });
      const { low, high } = within.range;
      if (isOfLaunch([within]) || low === null || high === null) continue;
      const distance = BigInt(size);
      for (const { coefficient, atoms } of monomials) {
        const [name, ...others] = atoms.flatMap((atom) => names.get(atom) ?? []);
        const isOfParts = name !== undefined && others.length === 0 && coefficient * distance === high - low + distance;
        if (isOfParts && !isOfLaunch(atoms.map((atom) => terms.ofAtom(atom)))) found.set(name, { name, distance });
      }
    }
  }
  return [...found.values()];
}

/** An address, and each that it may be where what the launch was given chooses between two. */
function waysOf(terms: Terms, offset: Int, most = MOST_CHOICES): Int[] {
  const choice = offset.monomials
    .flatMap(({ atoms }) => atoms)
    .find((atom): atom is Atom & { readonly kind: 'ite' } => atom.kind === 'ite' && isOfLaunch([atom.condition]));
  if (choice === undefined || most === 0) return [offset];
  const ways = [choice.then, choice.otherwise];
  return ways.flatMap((way) => {
    const chosen = terms.substitution((atom) => (atom === choice ? way : undefined)).int(offset);
    return waysOf(terms, chosen, most - 1);
  });
}

/** Pointers that are compared with null, and arguments that are compared with a number, where something hangs on it. */
function askedIn({ nulls, parameters }: FindingContext, accesses: readonly Access[]): Asked[] {
  const roots = accesses.flatMap(({ offset, path }) => [offset, path]);
  const seen = symbolsOf(roots);
  const isSeen = (isNull: Int) => [...symbolsOf([isNull])].some((symbol) => seen.has(symbol));
  const pointers = [...nulls.values()].flatMap(({ name, isNull }) =>
    isSeen(isNull) ? [{ name, value: null, isInAddress: false }] : [],
  );
  const names = namesOf(parameters);
  const numbers = new Map<string, Asked>();
  const askedOf = (some: readonly (Int | Cond)[], isInAddress: boolean) =>
    visitComparisons(some, ({ kind, term: { constant, monomials } }) => {
      if (kind === 'le') return;
      const [only, ...more] = monomials;
      const name = only?.atoms.length === 1 && more.length === 0 ? names.get(only.atoms[0]!) : undefined;
      if (name === undefined || constant % only!.coefficient !== 0n) return;
      const value = -constant / only!.coefficient;
      numbers.set(`${name}:${value}`, { name, value, isInAddress });
    });
  askedOf(roots, false);
  askedOf(
    accesses.map(({ offset }) => offset),
    true,
  );
  return [...pointers, ...numbers.values()];
}

/** Memory that addresses are loaded from. */
function arraysIn(accesses: readonly Access[]): string[] {
  const found = new Set<string>();
  visitAtoms(
    accesses.map(({ offset }) => offset),
    (atom) => {
      if (atom.kind === 'apply' && atom.of instanceof Load) found.add(atom.of.object.name);
    },
  );
  return [...found];
}

/**
 * What threads count up to on the way, `i < 100`, and how far an address leads beside what memory holds: `first[b] + threadIdx.x`. Where
 * memory says how far as well, the numbers say nothing.
 */
function lengthsIn({ terms }: FindingContext, accesses: readonly Access[]): bigint[] {
  const found = new Set<bigint>();
  for (const { offset, path } of accesses) {
    const { monomials } = unwrapped(terms, offset);
    const starts = monomials.filter(({ atoms }) => atoms.some(isContent));
    const rest = terms.ofSum({ constant: 0n, monomials: monomials.filter((one) => !starts.includes(one)) });
    const places = new Set(rest.monomials.flatMap(({ atoms }) => atoms));
    const guards: Int[] = [];
    visitComparisons([path], ({ kind, term }) => {
      const atoms = term.monomials.flatMap((one) => one.atoms);
      if (kind === 'le' && atoms.some((atom) => places.has(atom))) guards.push(term);
    });
    if (starts.length === 0 || guards.some((term) => term.monomials.some(({ atoms }) => atoms.some(isContent))))
      continue;
    for (const { constant } of guards) found.add(1n - constant);
    const { low, high } = rest.range;
    const unit = starts[0]!.coefficient;
    if (unit > 0n && low !== null && high !== null) found.add((high - low) / unit + 1n);
  }
  const plausible = [...found].filter((length) => length > 1n && length <= LONGEST);
  return plausible.sort((a, b) => Number(a - b)).slice(0, MOST_LENGTHS);
}

/** Arguments of which an address has the halves or doubles of a loop, or takes the bits below one: powers of two, most likely. */
function shiftedIn({ parameters }: FindingContext, accesses: readonly Access[]): Set<Int> {
  const steps: Int[] = [];
  visitAtoms(
    accesses.map(({ offset }) => offset),
    (atom) => {
      if (atom.kind === 'geometric') steps.push(atom.start);
      if (atom.kind === 'bits' && atom.operator === 'and') steps.push(atom.left, atom.right);
    },
  );
  const seen = symbolsOf(steps);
  return new Set([...parameters.values()].filter((term) => [...symbolsOf([term])].some((symbol) => seen.has(symbol))));
}

function partsIn({ terms, parameters }: FindingContext, accesses: readonly Access[]): PlacingNames['divided'] {
  const names = namesOf(parameters);
  const found = new Map<string, PlacingNames['divided'][number]>();
  const add = (name: string | undefined, by: bigint) => {
    if (name !== undefined && by > 1n) found.set(`${name}/${by}`, { name, by });
  };
  for (const { offset, size } of accesses) {
    for (const { coefficient, atoms } of offset.monomials) {
      const inside = atoms.map((atom) => terms.ofAtom(atom));
      visitAtoms(inside, (atom) => {
        if (atom.kind !== 'div' || !isConstant(atom.divisor)) return;
        const by = atom.divisor.constant;
        const part = single(atom.dividend);
        if (part !== null) add(names.get(part), by);
        // Rows begin with whole accesses where nothing is left of them in one: `*(int *)(bytes + (row * n + column) / 2)`.
        const whole = by * (BigInt(size) / gcd(coefficient, BigInt(size)));
        for (const row of atom.dividend.monomials) {
          const stride = row.atoms.length > 1 ? row.atoms.find((one) => names.has(one)) : undefined;
          if (stride !== undefined) add(names.get(stride), whole / gcd(row.coefficient, whole));
        }
      });
    }
  }
  return [...found.values()];
}

function halvesIn({ terms, parameters }: FindingContext, accesses: readonly Access[]): Half[] {
  const names = namesOf(parameters);
  const found = new Map<string, Half>();
  for (const { offset, path } of accesses) {
    const monomials = waysOf(terms, offset).flatMap((way) => way.monomials);
    const starts = monomials.flatMap(({ coefficient, atoms: [atom, ...others] }) => {
      const name = others.length === 0 ? names.get(atom!) : undefined;
      return name === undefined ? [] : [{ name, coefficient }];
    });
    const compared = starts.length === 0 ? [] : conjuncts(path).flatMap((one) => (one.kind === 'le' ? one.term : []));
    for (const { name: start, coefficient } of starts) {
      const isIndex = (one: Monomial) =>
        one.coefficient === coefficient && !isOfLaunch(one.atoms.map((atom) => terms.ofAtom(atom)));
      const indices = monomials.filter(isIndex).map(({ atoms }) => atoms.map(({ id }) => id).join());
      for (const { monomials: sides } of compared) {
        const times = sides.find(({ atoms }) => indices.includes(atoms.map(({ id }) => id).join()))?.coefficient ?? 0n;
        for (const side of times > 0n ? sides : []) {
          const bound = side.coefficient === -1n && side.atoms.length === 1 ? names.get(side.atoms[0]!) : undefined;
          if (bound !== undefined && bound !== start)
            found.set(`${start}, ${bound}, ${times}`, { start, bound, times });
        }
      }
    }
  }
  return [...found.values()];
}

/** Of an address: what is multiplied by the same arguments, in how large steps, and what arguments its number is below. */
interface Level {
  readonly names: readonly string[];
  readonly step: bigint;
  /** What its number is made of. */
  readonly atoms: ReadonlySet<Atom>;
  readonly bounds: readonly string[];
}

/** `z * plane + y * pitch + 4 * x` where `x < width` and `y < height` hold: rows of `width * 4`, `pitch` apart, in planes of `pitch * height`. */
function rowsIn({ terms, parameters }: FindingContext, accesses: readonly Access[]): (readonly Row[])[] {
  const names = namesOf(parameters);
  const all = accesses.flatMap(({ offset, path }) => {
    const levels = levelsIn(unwrapped(terms, offset).monomials, boundsIn(path, names), names);
    const atoms = levels.flatMap((level) => [...level.atoms].filter((atom) => !isOfLaunch([terms.ofAtom(atom)])));
    // Where one number is multiplied by two strides, rows are none.
    if (levels.length > MOST_LEVELS || new Set(atoms).size < atoms.length) return [];
    // Which of two strides is the larger one an address does not say: mostly the one that comes first is that of the rows.
    return [levels, levels.toReversed()].map((one) => rowsOf(one.toSorted(isWithin)));
  });
  const byText = new Map(all.map((rows) => [JSON.stringify(rows.map((row) => [row.stride, ...row.factors])), rows]));
  return [...byText.values()].filter((rows) => rows.length > 0);
}

function levelsIn(
  monomials: readonly Monomial[],
  boundsOf: (atoms: readonly Atom[]) => readonly string[],
  names: ReadonlyMap<Atom, string>,
): Level[] {
  const levels = new Map<string, Level>();
  for (const { coefficient, atoms } of monomials) {
    const factors = atoms.flatMap((atom) => names.get(atom) ?? []);
    const rest = atoms.filter((atom) => !names.has(atom));
    const bounds = [...boundsOf(rest), ...rest.flatMap((atom) => dividedBy(atom, names))];
    // What is multiplied by no argument, and below none, is part of an element; and arguments alone are the same for all threads.
    if (coefficient <= 0n || rest.length === 0 || (bounds.length === 0 && factors.length === 0)) continue;
    const key = factors.join();
    const known = levels.get(key);
    levels.set(key, {
      names: factors,
      step: known === undefined || coefficient < known.step ? coefficient : known.step,
      atoms: new Set([...(known?.atoms ?? []), ...rest]),
      bounds: [...new Set([...(known?.bounds ?? []), ...bounds])],
    });
  }
  return [...levels.values()];
}

/** `i % columns` is below that by what it is. */
function dividedBy(atom: Atom, names: ReadonlyMap<Atom, string>): string | readonly [] {
  const divisor = atom.kind === 'mod' ? single(atom.divisor) : null;
  return (divisor && names.get(divisor)) ?? [];
}

/** What nothing is known to be below is outermost: it is not asked of that one. */
function isWithin(a: Level, b: Level): number {
  return Number(a.bounds.length === 0) - Number(b.bounds.length === 0) || a.names.length - b.names.length;
}

/**
 * @param levels from the innermost on
 * @returns none where it is not known of each of them how far the next is away
 */
function rowsOf(levels: readonly Level[]): Row[] {
  const rows: Row[] = [];
  for (const [i, outer] of levels.entries()) {
    const inner = levels[i - 1];
    if (inner === undefined) continue;
    const [stride, ...more] = outer.names.filter((name) => !inner.names.includes(name));
    if (stride === undefined || more.length > 0 || inner.bounds.length === 0) return [];
    const apart = inner.names.filter((name) => !outer.names.includes(name));
    const multiple = inner.step > outer.step ? inner.step / outer.step : 1n;
    for (const bound of inner.bounds) if (bound !== stride) rows.push({ stride, factors: [bound, ...apart], multiple });
  }
  return rows;
}
