/** An access in the form in which it is enumerated: what it hangs on, and what all threads of the block have in common. */
import { type KernelAccess, LoopEnd, LoopSum } from '../../../kernel/index.ts';
import {
  type Atom,
  type Cond,
  conjuncts,
  type Int,
  isConnective,
  type NoOverflow,
  PRODUCT,
  someAtom,
  type Terms,
  visitAtoms,
} from '../../../terms/index.ts';
import { Levels } from './block-values.ts';

/** Bytes that are looked at one by one. */
const MOST_BYTES = 64;
/** Iterations that are chosen one after the other. */
const MOST_ITERATIONS = 4;

/** A number that differs from thread to thread, and what is added to it for all of them. */
export interface Split {
  readonly own: Int;
  readonly common: Int;
}

export interface BlockAccess {
  /** Accesses with the same key go to the same places. */
  readonly key: string;
  readonly size: number;
  readonly address: Split;
  /** How many barriers of the block were passed. */
  readonly interval: Split;
  /** The iterations that it hangs on, in the order in which they are chosen. */
  readonly iterations: readonly Atom[];
  readonly levels: Levels;
  /** What holds where the access is made, by how many iterations have to be chosen before it can be asked. */
  readonly guards: readonly (readonly Cond[])[];
  /** What else says how far iterations go. */
  readonly limits: readonly Cond[];
}

/** What is known of all threads: the sizes of the block, and what holds of the launch. */
export interface BlockContext {
  readonly terms: Terms;
  readonly facts: readonly Cond[];
  readonly bounds: readonly NoOverflow[];
  /** True for symbols that are known once the sizes of the block are. */
  readonly isSize: (atom: Atom) => boolean;
  readonly isIndex: (atom: Atom) => boolean;
  /** True for symbols of which it is only known how large they may be: that says how far iterations go. */
  readonly isRanged: (atom: Atom) => boolean;
}

/** @returns null for an access that hangs on more than indices, sizes of the block and iterations */
export function blockAccess(context: BlockContext, access: KernelAccess): BlockAccess | null {
  const { path, facts, offset, size, interval, base, copy, together } = access;
  if (base.length > 0 || copy !== null || together !== null || size > MOST_BYTES) return null;
  const address = split(context, offset);
  if (someAtom([address.own], (atom) => isUnknown(context, atom))) return null;
  const passed = split(context, interval.block);
  const iterations = iterationsIn([address.own, passed.own, ...access.iterations]);
  if (iterations.length > MOST_ITERATIONS) return null;
  const levels = new Levels(new Map(iterations.map((atom, place) => [atom.id, place])));
  const conditions = [path, facts, ...context.facts].flatMap((condition) => [...conjuncts(condition)]);
  const isTold = (condition: Cond) => mayTell(context, levels, condition);
  const all = [...new Set(conditions)].filter(isTold);
  const limits = boundsOn(context, access, iterations).filter(isTold);
  const guards = Array.from({ length: iterations.length + 1 }, (_, level) => {
    return all.filter((condition) => levels.of(condition) === level);
  });
  const ids = (parts: readonly { readonly id: number }[]) => parts.map(({ id }) => id).join('.');
  const key = [size, address.own.id, passed.own.id, ids(iterations), ids(all), ids(limits)].join();
  return { key, size, address, interval: passed, iterations, levels, guards, limits };
}

/** Can a condition ever be told? Those that hang on loads, say, are left out, so that accesses that differ in them alone are one. */
function mayTell(context: BlockContext, { places }: Pick<Levels, 'places'>, condition: Cond): boolean {
  if (isConnective(condition)) {
    const parts = condition.parts.map((part) => mayTell(context, { places }, part));
    return condition.kind === 'and' ? parts.includes(true) : !parts.includes(false);
  }
  const isOpen = (atom: Atom) =>
    (isUnknown(context, atom) && !context.isRanged(atom)) || (isIteration(atom) && !places.has(atom.id));
  return !someAtom([condition], isOpen);
}

/** Values that stay in range because the program has no overflow: they end loops of which nothing else says how long they are. */
function boundsOn({ terms, bounds }: BlockContext, access: KernelAccess, iterations: readonly Atom[]): Cond[] {
  const involved = new Set<Atom>();
  visitAtoms([access.path, access.offset], (atom) => involved.add(atom));
  return bounds.flatMap(({ path, term, low, high }) => {
    const symbols = new Set<Atom>();
    visitAtoms([term], (atom) => {
      if (atom.kind === 'symbol' || atom.kind === 'apply') symbols.add(atom);
    });
    if (!iterations.some((iteration) => symbols.has(iteration))) return [];
    if (![...symbols].every((atom) => involved.has(atom))) return [];
    const inRange = terms.and(terms.le(terms.constant(low), term), terms.le(term, terms.constant(high)));
    return terms.or(terms.not(path), inRange);
  });
}

function iterationsIn(roots: readonly Int[]): Atom[] {
  const found = new Set<Atom>();
  visitAtoms(roots, (atom) => {
    if (isIteration(atom)) found.add(atom);
  });
  // A loop within another one, or behind it, has the newer symbol.
  return [...found].sort((a, b) => a.id - b.id);
}

/** Parts that all threads of the block share stay as they are, unless the sizes of the block say what they are. */
function split(context: BlockContext, term: Int): Split {
  const { terms } = context;
  let common = terms.zero;
  for (const m of term.monomials) {
    let product = terms.constant(m.coefficient);
    for (const atom of m.atoms) product = terms.mul(product, terms.ofAtom(atom));
    if (isShared(product) && someAtom([product], (atom) => isUnknown(context, atom))) {
      common = terms.add(common, product);
    }
  }
  return { own: terms.sub(term, common), common };
}

function isShared(term: Int): boolean {
  return !someAtom([term], (atom) => {
    return (atom.kind === 'symbol' || atom.kind === 'apply') && atom.sharing === 'thread';
  });
}

/** Nothing but what becomes known: indices, sizes, iterations. What is applied to such is judged when it is evaluated. */
function isUnknown({ isSize, isIndex }: BlockContext, atom: Atom): boolean {
  if (atom.kind === 'apply') return !(atom.of instanceof LoopEnd || atom.of instanceof LoopSum || atom.of === PRODUCT);
  if (atom.kind !== 'symbol') return false;
  return !isIteration(atom) && !isSize(atom) && !isIndex(atom);
}

function isIteration(atom: Atom): boolean {
  return atom.kind === 'symbol' && atom.origin === 'iteration' && atom.sharing === 'thread';
}
