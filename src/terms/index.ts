/**
 * Terms: the arithmetic that symbolic execution, host facts and the checker speak. Integers are polynomials over atoms,
 * normalised as they are built, so that equal terms are one object; conditions are formulas over comparisons of them.
 * Knows nothing of kernels: `Terms` makes terms, `MachineIntegers` says when a register of so many bits may be read as one.
 */
export { bitCount } from './bit-counts.ts';
export { type Bound, type MachineInt, MachineIntegers, signedRange, staysBelow } from './machine-integers.ts';
export { printCond, printInt } from './print.ts';
export { asSizes, rangesUnder, refining } from './refine.ts';
export { roundedQuotient } from './rounded-quotients.ts';
export {
  type Atom,
  type BitOperator,
  bitOperation,
  type Comparison,
  type Cond,
  type Connective,
  combined,
  conjuncts,
  content,
  Evaluator,
  floorDiv,
  floorMod,
  type Int,
  inRange,
  isConnective,
  isConstant,
  type Monomial,
  partsOf,
  type Range,
  type Sharing,
  type Substitution,
  type Sum,
  type SymbolOrigin,
  single,
  Terms,
  type Valuation,
} from './terms.ts';
