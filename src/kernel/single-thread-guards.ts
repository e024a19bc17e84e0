/** Which thread of a block a path leaves: `if (threadIdx.x == 0)`, `if (warp == 0 && lane == 0)`. */
import { type Atom, type Cond, conjuncts, type Int, isConstant, single, someAtom, type Terms } from '../terms/index.ts';

export type Axes<T> = readonly [T, T, T];

/**
 * The thread's index along each axis where the path fixes it to a value that all threads of the block agree on; null where
 * it does not. Other threads do not come by; whether that one exists and does is another question.
 */
export function pinnedThread(t: Terms, path: Cond, threadIdx: Axes<Int>): Axes<Int | null> {
  const axes = threadIdx.map((axis) => single(axis));
  const pinned: (Int | null)[] = threadIdx.map((axis) => (isConstant(axis) ? axis : null));
  const parts = [...conjuncts(path)];
  for (const sum of wholeFromParts(t, parts)) parts.push(t.eq(sum, t.zero));
  for (let found = true; found; ) {
    found = false;
    const known = t.substitution((atom) => {
      const i = axes.indexOf(atom);
      return i < 0 ? undefined : (pinned[i] ?? undefined);
    });
    for (const part of parts) {
      const now = known.cond(part);
      if (now.kind !== 'eq' && now.kind !== 'le') continue;
      for (let i = 0; i < 3; i++) {
        const axis = axes[i];
        if (pinned[i] !== null || !axis) continue;
        const value = isZeroSum(now.term)
          ? zeroOf(t, now.term, axis)
          : now.kind === 'eq'
            ? solved(t, now.term, axis)
            : null;
        if (value === null) continue;
        pinned[i] = value;
        found = true;
      }
      if (found) break;
    }
  }
  return [pinned[0]!, pinned[1]!, pinned[2]!];
}

/** A sum of what is not negative: it is zero, or at most zero, only when all of it is. */
function isZeroSum(term: Int): boolean {
  if (term.constant !== 0n) return false;
  return term.monomials.every(
    (m) => m.coefficient > 0n && m.atoms.every((a) => a.range.low !== null && a.range.low >= 0n),
  );
}

function zeroOf(t: Terms, sum: Int, axis: Atom): Int | null {
  const isZero = sum.monomials.some(
    (m) => m.atoms.includes(axis) && m.atoms.every((a) => a === axis || (a.range.low !== null && a.range.low >= 1n)),
  );
  return isZero ? t.zero : null;
}

/** The axis' value where the term is 0, when that is the same for all threads of the block. */
function solved(t: Terms, term: Int, axis: Atom): Int | null {
  const m = term.monomials.find((x) => x.atoms.length === 1 && x.atoms[0] === axis);
  if (!m || (m.coefficient !== 1n && m.coefficient !== -1n)) return null;
  const rest = t.combine(term, -m.coefficient, t.ofAtom(axis));
  return isOfBlock([rest]) ? t.scale(rest, -m.coefficient) : null;
}

/** `x / c = a` and `x % c = b` together are `x = c·a + b`. @returns the differences, which are zero. */
function wholeFromParts(t: Terms, parts: readonly Cond[]): Int[] {
  const fixed = (kind: 'div' | 'mod') =>
    parts.flatMap((part) => {
      if (part.kind !== 'eq' && !(part.kind === 'le' && part.term.constant === 0n)) return [];
      const atom = single(part.term, true);
      return atom?.kind === kind && isConstant(atom.divisor) ? [{ atom, value: t.constant(-part.term.constant) }] : [];
    });
  const quotients = fixed('div');
  return fixed('mod').flatMap(({ atom: mod, value: rest }) =>
    quotients
      .filter(({ atom: div }) => div.dividend === mod.dividend && div.divisor === mod.divisor)
      .map(({ value }) => t.sub(mod.dividend, t.add(t.mul(value, mod.divisor), rest))),
  );
}

/** Is the value the same for all threads of a block that are in the same of the given iterations? */
export function isOfBlock(roots: readonly (Cond | Int)[], iterations: readonly Int[] = []): boolean {
  const shared = new Set(iterations.map((iteration) => single(iteration)?.id));
  return !someAtom(
    roots,
    (atom) => (atom.kind === 'symbol' || atom.kind === 'apply') && atom.sharing === 'thread' && !shared.has(atom.id),
  );
}
