/** What linear facts say of single symbols together: `dim - 16·k ≥ 17` and `k ≥ 0` make `dim ≥ 17`. */
import { type Cond, floorDiv, type Int, type Range } from '../terms/index.ts';

/** Facts feed each other; what takes longer chains is left to the solver. */
const ROUNDS = 4;

/** Narrower ranges of the symbols that the facts mention, by atom id. */
export function rangesFrom(facts: readonly Cond[]): ReadonlyMap<number, Range> {
  const ranges = new Map<number, Range>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const fact of facts) {
      if (fact.kind === 'le') narrow(ranges, fact.term, 1n);
      if (fact.kind !== 'eq') continue;
      narrow(ranges, fact.term, 1n);
      narrow(ranges, fact.term, -1n);
    }
  }
  return ranges;
}

/** Narrows every symbol of `sign · term ≤ 0` by the ranges of all others. */
function narrow(ranges: Map<number, Range>, term: Int, sign: bigint): void {
  const rangeOf = (atom: { id: number; range: Range }): Range => ranges.get(atom.id) ?? atom.range;
  if (term.monomials.some((m) => m.atoms.length > 1)) return;
  for (const m of term.monomials) {
    const atom = m.atoms[0]!;
    if (atom.kind !== 'symbol') continue;
    // coefficient · atom ≤ -(constant + least value of the others)
    let least: bigint | null = term.constant * sign;
    for (const other of term.monomials) {
      if (other === m || least === null) continue;
      const c = other.coefficient * sign;
      const bound = c > 0n ? rangeOf(other.atoms[0]!).low : rangeOf(other.atoms[0]!).high;
      least = bound === null ? null : least + c * bound;
    }
    if (least === null) continue;
    const c = m.coefficient * sign;
    const { low, high } = rangeOf(atom);
    if (c > 0n) {
      const limit = floorDiv(-least, c);
      ranges.set(atom.id, { low, high: high === null || limit < high ? limit : high });
    } else {
      // atom ≥ least / -c, rounded up
      const limit = -floorDiv(-least, -c);
      ranges.set(atom.id, { low: low === null || limit > low ? limit : low, high });
    }
  }
}
