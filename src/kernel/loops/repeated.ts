/**
 * What a loop computes of numbers with fractions. Nobody follows it, but threads whose iterations take the same have computed the same
 * after as many of them: it is a function of their number, and of what they take that differs from thread to thread.
 */
import { type Atom, type Cond, type Int, type Meaning, single, type Terms, visitAtoms } from '../../terms/index.ts';
import { Load, LoopSum } from '../meanings.ts';
import type { Value } from '../memory.ts';
import type { Thread } from '../thread.ts';
import { type Carried, startAtoms } from './carried.ts';

/** A function of the number of the iteration, and of what differs between threads, as long as nobody writes what is loaded. */
export class Repeated implements Meaning {
  readonly key: string;
  readonly loads: readonly Load[];
  /** It is another function in another block. */
  readonly isOfBlock: boolean;

  constructor(name: string, loads: readonly Load[], isOfBlock: boolean) {
    this.key = `repeated ${name} ${loads.map(({ key }) => key).join()}`;
    this.loads = loads;
    this.isOfBlock = isOfBlock;
  }
}

/** What a variable is made of. */
interface Made {
  readonly differing: Set<Int>;
  readonly loads: Set<Load>;
  /** Other variables of the loop. */
  readonly of: Set<Carried>;
  /** Something among it is a function of the block's own. */
  isOfBlock: boolean;
}

/** A loop of which the variables with closed forms are known. */
interface Known {
  readonly carried: readonly Carried[];
  readonly after: ReadonlyMap<Carried, Value | undefined>;
  readonly k: Int;
  /** Puts what is known of variables in their place. */
  readonly close: (term: Int) => Int;
  /** Is it another value in each iteration, other than by its number? */
  readonly isVarying: (atom: Atom) => boolean;
}

/** @returns what stands for the variables without a closed form that are functions of that kind */
export function repeatedFunctions(thread: Thread, known: Known): Map<Carried, Value> {
  const { carried, after, k } = known;
  const { terms: t, symbols } = thread;
  const owners = new Map(carried.flatMap((c) => startAtoms(c).map((atom) => [atom.id, c])));
  const made = new Map<Carried, Made>();
  for (const c of carried) {
    const now = after.get(c);
    if (c.entry?.kind !== 'opaque' || c.start.kind !== 'opaque' || now?.kind !== 'opaque') continue;
    const of = madeOf(t, [c.entry.term, known.close(now.term)], owners, known);
    if (of !== null) made.set(c, of);
  }
  for (let isStable = false; !isStable; ) {
    isStable = true;
    for (const [c, { of }] of made) {
      if ([...of].every((other) => made.has(other))) continue;
      made.delete(c);
      isStable = false;
    }
  }
  const values = new Map<Carried, Value>();
  for (const c of made.keys()) {
    const all = reached(c, made);
    const name = symbols.newName('carried');
    const isOfBlock = all.some((one) => one.isOfBlock);
    const of = new Repeated(name, [...new Set(all.flatMap(({ loads }) => [...loads]))], isOfBlock);
    const range = { low: null, high: null };
    const args = [k, ...new Set(all.flatMap(({ differing }) => [...differing]))];
    const term = t.apply({ name, sharing: 'thread', origin: 'approximate', range, of }, args);
    values.set(c, { kind: 'opaque', term });
  }
  return values;
}

/** @returns null where iterations take something that is another one in each */
function madeOf(
  t: Terms,
  roots: readonly (Int | Cond)[],
  owners: ReadonlyMap<number, Carried>,
  { k, isVarying }: Known,
): Made | null {
  const made: Made = { differing: new Set(), loads: new Set(), of: new Set(), isOfBlock: false };
  const iteration = single(k);
  let isMade = true;
  visitAtoms(roots, (atom) => {
    if ((atom.kind !== 'symbol' && atom.kind !== 'apply') || atom === iteration) return;
    const owner = owners.get(atom.id);
    if (owner !== undefined) made.of.add(owner);
    else if (atom.of instanceof Load) made.loads.add(atom.of);
    else if (atom.of instanceof Repeated) {
      for (const load of atom.of.loads) made.loads.add(load);
      made.isOfBlock ||= atom.of.isOfBlock;
    } else if (atom.of instanceof LoopSum) made.isOfBlock = true;
    else if (isVarying(atom)) isMade = false;
    else if (atom.sharing === 'launch') return;
    // What else a block shares may be another one in each iteration: that two agree now says nothing of before.
    else if (atom.kind === 'apply') isMade = false;
    else made.differing.add(t.ofAtom(atom));
  });
  return isMade ? made : null;
}

/** What a variable is made of, itself and through others. */
function reached(c: Carried, made: ReadonlyMap<Carried, Made>): Made[] {
  const found = new Set([c]);
  for (const one of found) for (const other of made.get(one)!.of) found.add(other);
  return [...found].map((one) => made.get(one)!);
}
