/** What terms are: integers as polynomials over atoms, and conditions over comparisons of them. Made by `Terms` alone. */
import { gcd } from './number-theory.ts';

/** Who shares a symbol's value: all threads of the launch, those of one block, or nobody. */
export type Sharing = 'launch' | 'block' | 'thread';

/** Inclusive bounds; null is unbounded. */
export interface Range {
  readonly low: bigint | null;
  readonly high: bigint | null;
}

export type BitOperator = 'and' | 'or' | 'xor' | 'shl' | 'lshr' | 'ashr';

/**
 * What a symbol or an application stands for in the program whose terms these are: a load, say, of which the arithmetic
 * needs to know nothing. Part of what the atom is: those with different keys are different atoms.
 */
export interface Meaning {
  readonly key: string;
  /** What the function is for these numbers; null where that is not known. */
  valueFor?(args: readonly bigint[]): bigint | null;
}

/** A function that is not interpreted: equal arguments, equal values, for all threads that share it. */
export interface Uninterpreted {
  /** For people to read, and part of what it is. */
  readonly name: string;
  readonly sharing: Sharing;
  readonly origin: SymbolOrigin;
  readonly range: Range;
  readonly of?: Meaning | null;
}

interface AtomBase {
  readonly id: number;
  readonly range: Range;
}

export type Atom = AtomBase &
  (
    | {
        readonly kind: 'symbol';
        readonly name: string;
        readonly sharing: Sharing;
        readonly origin: SymbolOrigin;
        readonly of: Meaning | null;
      }
    /** Floor division and its remainder (0 ≤ mod < divisor); the divisor is positive. */
    | { readonly kind: 'div' | 'mod'; readonly dividend: Int; readonly divisor: Int }
    | { readonly kind: 'ite'; readonly condition: Cond; readonly then: Int; readonly otherwise: Int }
    /** The value of an uninterpreted function. */
    | {
        readonly kind: 'apply';
        readonly name: string;
        readonly args: readonly Int[];
        readonly sharing: Sharing;
        readonly origin: SymbolOrigin;
        readonly of: Meaning | null;
      }
    /** Bit operations on the two's complement pattern of `width` bits; operands and result are unsigned values. */
    | {
        readonly kind: 'bits';
        readonly operator: BitOperator;
        readonly left: Int;
        readonly right: Int;
        readonly width: number;
      }
    /** `start / 2^(shift·step)` (floor) or `start · 2^(shift·step)`: a geometric loop variable after `step` rounds. */
    | {
        readonly kind: 'geometric';
        readonly direction: 'down' | 'up';
        readonly start: Int;
        readonly shift: number;
        readonly step: Int;
      }
  );

/** `condition ? then : otherwise`. */
export type ChoiceAtom = Atom & { readonly kind: 'ite' };

/** Why a symbol exists; decides whether a model that uses it can be turned into a run. */
export type SymbolOrigin =
  /** A kernel parameter, a launch size, a thread or block index: free to choose. */
  | 'input'
  /** Content of memory that the kernel does not write: free to choose. */
  | 'input-memory'
  /** A loop's iteration number. */
  | 'iteration'
  /** A value that the analysis does not follow (memory that the kernel writes, an exchange between lanes). */
  | 'unknown'
  /** A loop-carried value without a closed form. */
  | 'approximate';

/** A product of sums that are too long to be multiplied out; written as an application, and evaluated as what it is. */
export const PRODUCT: Meaning = { key: 'product' };

/** Bits by which a number is shifted at most: what a loop of unknown length doubles may not fit into memory. */
export const MAX_SHIFT = 4096n;

export interface Monomial {
  readonly coefficient: bigint;
  /** Atoms with repetition, sorted by id. */
  readonly atoms: readonly Atom[];
}

export interface Int {
  readonly id: number;
  readonly constant: bigint;
  readonly monomials: readonly Monomial[];
  readonly range: Range;
}

/** A sum that nobody keeps: searches make many. */
export type Sum = Pick<Int, 'constant' | 'monomials'>;

/** `a + factor·b`; `factor` is not zero. */
export function combined(a: Sum, factor: bigint, b: Sum): Sum {
  const monomials: Monomial[] = [];
  let i = 0;
  let j = 0;
  while (i < a.monomials.length || j < b.monomials.length) {
    const x = a.monomials[i];
    const y = b.monomials[j];
    const order = x === undefined ? 1 : y === undefined ? -1 : compareAtoms(x.atoms, y.atoms);
    if (order < 0) {
      monomials.push(x!);
      i++;
    } else if (order > 0) {
      monomials.push({ coefficient: y!.coefficient * factor, atoms: y!.atoms });
      j++;
    } else {
      const coefficient = x!.coefficient + y!.coefficient * factor;
      if (coefficient !== 0n) monomials.push({ coefficient, atoms: x!.atoms });
      i++;
      j++;
    }
  }
  return { constant: a.constant + factor * b.constant, monomials };
}

/** `term ≤ 0`, `term = 0`, `term ≠ 0`. */
export interface Comparison {
  readonly id: number;
  readonly kind: 'le' | 'eq' | 'ne';
  readonly term: Int;
}

export interface Connective {
  readonly id: number;
  readonly kind: 'and' | 'or';
  readonly parts: readonly Cond[];
}

export type Cond =
  | { readonly id: number; readonly kind: 'true' }
  | { readonly id: number; readonly kind: 'false' }
  | Comparison
  | Connective;

export function isConnective(c: Cond): c is Connective {
  return c.kind === 'and' || c.kind === 'or';
}

/** The terms directly below an atom. */
export function partsOf(atom: Atom): (Int | Cond)[] {
  switch (atom.kind) {
    case 'symbol':
      return [];
    case 'div':
    case 'mod':
      return [atom.dividend, atom.divisor];
    case 'ite':
      return [atom.condition, atom.then, atom.otherwise];
    case 'apply':
      return [...atom.args];
    case 'bits':
      return [atom.left, atom.right];
    case 'geometric':
      return [atom.start, atom.step];
  }
}

export function isConstant(term: Int): boolean {
  return term.monomials.length === 0;
}

/** Is it what memory held when the kernel began? */
export function isContent(atom: Atom): atom is Atom & { readonly kind: 'apply' } {
  return atom.kind === 'apply' && atom.origin === 'input-memory';
}

/** The atom when the term is that atom alone (coefficient 1, and constant 0 unless `anyConstant`). */
export function single(term: Int, anyConstant = false): Atom | null {
  if (term.monomials.length !== 1 || (!anyConstant && term.constant !== 0n)) return null;
  const m = term.monomials[0]!;
  return m.coefficient === 1n && m.atoms.length === 1 ? m.atoms[0]! : null;
}

export function inRange(term: Int, low: bigint, high: bigint): boolean {
  return term.range.low !== null && term.range.low >= low && term.range.high !== null && term.range.high <= high;
}

/** The conjuncts of a condition. */
export function conjuncts(c: Cond): readonly Cond[] {
  return c.kind === 'and' ? c.parts : c.kind === 'true' ? [] : [c];
}

/** Greatest common divisor of the coefficients (1 for a constant). */
export function content(term: Int): bigint {
  let g = 0n;
  for (const m of term.monomials) {
    g = gcd(g, m.coefficient);
    if (g === 1n) return 1n;
  }
  return g === 0n ? 1n : g;
}

export function compareAtoms(a: readonly Atom[], b: readonly Atom[]): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    const d = a[i]!.id - b[i]!.id;
    if (d !== 0) return d;
  }
  return a.length - b.length;
}

/** `atoms` less `removed` (as multisets), or null when one is missing. */
export function withoutAtoms(atoms: readonly Atom[], removed: readonly Atom[]): Atom[] | null {
  const left = [...atoms];
  for (const r of removed) {
    const at = left.indexOf(r);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** Of products as terms have them: their atoms are in one order. */
export function sameAtoms(a: readonly Atom[], b: readonly Atom[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** True when a number stands in that relation to zero. */
export function compares(kind: 'le' | 'eq' | 'ne', value: bigint): boolean {
  return kind === 'le' ? value <= 0n : kind === 'eq' ? value === 0n : value !== 0n;
}
