/**
 * Terms: the arithmetic that symbolic execution, host facts and the checker speak. Integers are polynomials over atoms,
 * normalised as they are built, so that equal terms are one object; conditions are formulas over comparisons of them.
 * Knows nothing of kernels: `Terms` makes terms, `MachineIntegers` says when a register of so many bits may be read as one.
 */

export { Terms } from './arena.ts';
export { bitCount } from './bit-counts.ts';
export { bitOperation } from './bits.ts';
export { recomposed } from './digits.ts';
export { Evaluator, type Valuation } from './evaluate.ts';
export { hashOfSum } from './interned.ts';
export {
  integerRange,
  isGivenToLaunch,
  isIndexFromMemory,
  type MachineInt,
  MachineIntegers,
  type NoOverflow,
  staysBelow,
  type UnsignedUse,
  type ValueRange,
} from './machine-integers.ts';
export { floorDiv, floorMod, gcd } from './number-theory.ts';
export { printCond, printInt } from './print.ts';
export { max, min } from './range.ts';
export { asSizes, isNonNegativeOn, rangesUnder, refining } from './refine.ts';
export { holdsForNoRemainder } from './remainders.ts';
export type { Substitution } from './rewrite.ts';
export {
  type Atom,
  type BitOperator,
  type ChoiceAtom,
  type Comparison,
  type Cond,
  type Connective,
  combined,
  compareAtoms,
  conjuncts,
  content,
  type Int,
  inRange,
  isConnective,
  isConstant,
  isContent,
  type Meaning,
  type Monomial,
  PRODUCT,
  partsOf,
  type Range,
  type Sharing,
  type Sum,
  type SymbolOrigin,
  sameAtoms,
  single,
  type Uninterpreted,
  withoutAtoms,
} from './term.ts';
export { someAtom, someAtomOfValue, visitAtoms, visitAtomsOutside, visitComparisons, visitTerms } from './visit.ts';
