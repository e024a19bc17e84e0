/**
 * Numbers that a launch passes, which may be any at all, though the host comes to them in a few steps: what is read out of a struct behind
 * one branch or another, and then cut to 32 bits. Where nothing else of the launch hangs on what was read, the number is one that nobody knows.
 */
import {
  type Atom,
  type Cond,
  conjuncts,
  type Int,
  isConstant,
  max,
  min,
  single,
  someAtom,
  type Terms,
} from '../terms/index.ts';
import { isGuess, isGuessed } from './guesses.ts';
import { numbersOf } from './launch-arguments.ts';
import type { HostLaunch } from './launch-collector.ts';
import { launchUnder } from './launch-under.ts';
import type { HostLaunches } from './launches.ts';

interface Numbers {
  /** The first and the last of numbers that it may be, whatever the rest of the launch is. */
  readonly low: bigint;
  readonly high: bigint;
  /** Is it none beside these? */
  readonly areAll: boolean;
  readonly isGuess: boolean;
}

/** The launch with a plain symbol for each such number. */
export function withFreeNumbers(
  { terms, provenance }: Pick<HostLaunches, 'terms' | 'provenance'>,
  launch: HostLaunch,
): HostLaunch {
  const atoms = new Set(numbersOf(launch).flatMap((term) => madeOfOthers(term) ?? []));
  if (atoms.size === 0) return launch;
  const isOwn = ownSymbols(terms, launch, atoms);
  const named = new Map<Atom, Int>();
  for (const atom of atoms) {
    const any = anyOfAtom(atom, (symbol) => isOwn(symbol, atom));
    if (!any?.areAll) continue;
    const { low, high } = within(any, launch.path, atom);
    const origin = any.isGuess ? 'approximate' : 'input';
    named.set(atom, terms.symbol(`any number#${atom.id}`, 'launch', origin, { low, high }));
  }
  if (named.size === 0) return launch;
  return launchUnder(
    { terms, provenance },
    launch,
    terms.substitution((atom) => named.get(atom)),
  );
}

/** The atom of a number that is no symbol by itself. */
function madeOfOthers(term: Int): Atom | null {
  const atom = single(term, true);
  return atom === null || (atom.kind === 'symbol' && term.constant === 0n) ? null : atom;
}

/** Of symbols: whether they stand in one of the atoms, and nowhere else in the launch. */
function ownSymbols(terms: Terms, launch: HostLaunch, atoms: ReadonlySet<Atom>): (symbol: Atom, atom: Atom) => boolean {
  const under = terms.substitution((atom) => (atoms.has(atom) ? terms.zero : undefined));
  const targets = launch.args.flatMap((one) => (one.kind === 'pointers' ? one.pointers : [])).flatMap((p) => p.targets);
  const values = [...launch.gridDim, ...launch.blockDim, ...numbersOf(launch), ...targets.map(({ offset }) => offset)];
  const conditions = [launch.path, ...launch.named, ...targets.map(({ guard }) => guard)];
  const elsewhere = new Set<Atom>();
  const addSymbols = (roots: readonly (Int | Cond)[]) =>
    someAtom(roots, (atom) => {
      if (atom.kind === 'symbol') elsewhere.add(atom);
      return false;
    });
  addSymbols([...values.map((value) => under.int(value)), ...conditions.map((condition) => under.cond(condition))]);
  // What one is chosen by may choose another one as well.
  const uses = new Map<Atom, Set<Atom>>();
  for (const root of atoms) {
    someAtom([terms.ofAtom(root)], (atom) => {
      if (atom.kind === 'ite') addSymbols([atom.condition]);
      if (atom.kind === 'symbol') uses.set(atom, new Set([...(uses.get(atom) ?? []), root]));
      return false;
    });
  }
  return (symbol, atom) => !elsewhere.has(symbol) && uses.get(symbol)?.size === 1 && uses.get(symbol)!.has(atom);
}

/** Those of the numbers that the way to the launch leaves. */
function within({ low, high }: Numbers, path: Cond, atom: Atom): { readonly low: bigint; readonly high: bigint } {
  for (const part of conjuncts(path)) {
    const [only, ...others] = part.kind === 'le' ? part.term.monomials : [];
    if (part.kind !== 'le' || only?.atoms[0] !== atom || only.atoms.length > 1 || others.length > 0) continue;
    if (only.coefficient === 1n) high = min(high, -part.term.constant);
    if (only.coefficient === -1n) low = max(low, part.term.constant);
  }
  return { low, high };
}

/**
 * What a term may be; null where that hangs on the rest of the launch.
 * @param isOwn does nothing else of the launch hang on a symbol?
 */
function anyOf(term: Int, isOwn: (symbol: Atom) => boolean): Numbers | null {
  const atom = single(term, true);
  const any = atom === null ? null : anyOfAtom(atom, isOwn);
  return any && { ...any, low: any.low + term.constant, high: any.high + term.constant };
}

function anyOfAtom(atom: Atom, isOwn: (symbol: Atom) => boolean): Numbers | null {
  if (atom.kind === 'symbol') {
    const { low, high } = atom.range;
    const isFree = atom.origin === 'input' || isGuess(atom.origin);
    if (!isFree || low === null || high === null || !isOwn(atom)) return null;
    return { low, high, areAll: true, isGuess: isGuessed(atom) };
  }
  if (atom.kind === 'ite') {
    const [a, b] = [anyOf(atom.then, isOwn), anyOf(atom.otherwise, isOwn)];
    if (!a || !b) return null;
    const [low, high] = [max(a.low, b.low), min(a.high, b.high)];
    const areAll = a.areAll && b.areAll && a.low === b.low && a.high === b.high;
    return low > high ? null : { low, high, areAll, isGuess: a.isGuess || b.isGuess };
  }
  if (atom.kind !== 'mod' && atom.kind !== 'div') return null;
  const any = anyOf(atom.dividend, isOwn);
  if (atom.kind === 'div') {
    // By a number of its own, which may be one: then it is what is divided.
    const symbol = single(atom.divisor);
    const by = symbol?.kind === 'symbol' ? anyOfAtom(symbol, isOwn) : null;
    const isApart = !someAtom([atom.dividend], (other) => other === symbol);
    const mayBeOne = by !== null && isApart && by.low <= 1n && by.high >= 1n;
    return any && mayBeOne ? { ...any, isGuess: any.isGuess || by.isGuess } : null;
  }
  const divisor = isConstant(atom.divisor) ? atom.divisor.constant : null;
  if (any === null || divisor === null || any.high - any.low + 1n < divisor) return null;
  return { ...any, low: 0n, high: divisor - 1n, areAll: true };
}
