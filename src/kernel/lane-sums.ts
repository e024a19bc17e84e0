/**
 * Sums over a warp in which each lane adds what it has to what the lane has whose number differs in one bit (`x += __shfl_xor_sync(~0u, x, 16)`): both
 * have the same then, four have it after the next step, and all of them in the end. What is added in which order is the same for each of them but
 * for the two operands, and these may change places.
 */
import type { Assumption } from '../model/assumption.ts';
import { type Int, type Meaning, type Range, single, type Terms } from '../terms/index.ts';
import { GroupValue } from './group-value.ts';
import { Operation } from './meanings.ts';
import type { Value } from './memory.ts';
import type { Symbols } from './symbols.ts';

/** What a lane is handed by the one whose number differs in one bit. */
export class FromLaneAcross implements Meaning {
  readonly key: string;
  /** As the thread itself has it. */
  readonly value: Int;
  readonly bit: bigint;
  /** The number of the thread in its block. */
  readonly thread: Int;

  constructor(value: Int, bit: bigint, thread: Int) {
    this.key = `of the lane across ${bit}: ${value.id}`;
    this.value = value;
    this.bit = bit;
    this.thread = thread;
  }
}

/** What lanes have come to whose numbers differ in these bits alone. */
class ValueOfLanes extends GroupValue {
  readonly bits: bigint;

  constructor(name: string, bits: bigint, assumption: Assumption | null) {
    super(name, assumption);
    this.bits = bits;
  }
}

const LANES = 32n;
/** Operations whose operands may change places, whatever the numbers. */
const COMMUTATIVE: ReadonlySet<string> = new Set(['fadd', 'fmul', 'add', 'mul', 'and', 'or', 'xor']);

/** Compilers make one operation of a product and a sum, and round once. */
const ROUNDED = {
  kind: 'arithmetic',
  text: 'what the lanes of a warp add to one another was rounded before',
  place: null,
} as const;

/** @returns null where it is no such sum */
export function sumOverLanes(
  terms: Terms,
  symbols: Symbols,
  operator: string,
  operands: readonly [Value, Value],
  range: Range,
): Int | null {
  if (!COMMUTATIVE.has(operator)) return null;
  for (const [own, other] of [operands, operands.toReversed()]) {
    if (own?.kind !== 'int' && own?.kind !== 'opaque') continue;
    const across = other?.kind === own.kind ? single(other.term) : null;
    if (across?.kind !== 'symbol' || !(across.of instanceof FromLaneAcross) || across.of.value !== own.term) continue;
    const isRounded = own.kind === 'opaque' && operator === 'fadd';
    if (isRounded && isProduct(own.term)) continue;
    const { bit, thread } = across.of;
    const known = single(own.term);
    const before = known?.kind === 'apply' && known.of instanceof ValueOfLanes ? known.of.bits : 0n;
    const bits = before | bit;
    const name = symbols.newName('value of lanes');
    const of = new ValueOfLanes(name, bits, isRounded ? ROUNDED : null);
    const fn = { name, sharing: 'block', origin: 'unknown', range, of } as const;
    return terms.apply(fn, [withoutBits(terms, thread, bits), ...symbols.iterations]);
  }
  return null;
}

/** One lane would add the other's product as it was rounded to its own as it was not. */
function isProduct(term: Int): boolean {
  const atom = single(term);
  if (atom?.kind === 'ite') return isProduct(atom.then) || isProduct(atom.otherwise);
  if (atom?.kind !== 'apply' || !(atom.of instanceof Operation)) return false;
  return atom.of.name === 'fmul' || (atom.of.name === 'fneg' && atom.args.some(isProduct));
}

/** The same for threads that differ in these bits alone. */
function withoutBits(terms: Terms, thread: Int, bits: bigint): Int {
  if (bits === LANES - 1n) return terms.div(thread, terms.constant(LANES));
  let rest = thread;
  for (let bit = 1n; bit < LANES; bit *= 2n) {
    const isSet = terms.mod(terms.div(thread, terms.constant(bit)), terms.constant(2n));
    if ((bits & bit) !== 0n) rest = terms.combine(rest, -bit, isSet);
  }
  return rest;
}
