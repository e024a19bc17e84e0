/**
 * The cheapest choice of elements that has one of each clause, by branch and bound: exact for as many clauses as kernels
 * have, and greedy (Johnson 1974) beyond.
 */

/** One of these has to be chosen; the earlier of two that cost the same is preferred. */
export type Clause = readonly string[];

/** Clauses beyond which the choice is the greedy one. */
const MAX_EXACT = 16;

/** @returns in the order in which they were chosen; clauses without elements are left out */
export function minimalHittingSet(clauses: readonly Clause[], weightOf: (element: string) => number): string[] {
  const open = [...new Map(clauses.filter(({ length }) => length > 0).map((one) => [one.join('\n'), one])).values()];
  const greedy = greedyHittingSet(open, weightOf);
  return open.length > MAX_EXACT ? greedy : new Search(weightOf, greedy).best(open);
}

function greedyHittingSet(clauses: readonly Clause[], weightOf: (element: string) => number): string[] {
  const chosen: string[] = [];
  let open = [...clauses];
  while (open.length > 0) {
    const hits = new Map<string, number>();
    for (const clause of open) for (const element of new Set(clause)) hits.set(element, (hits.get(element) ?? 0) + 1);
    const [best] = [...hits].reduce((a, b) => (weightOf(b[0]) / b[1] < weightOf(a[0]) / a[1] ? b : a));
    chosen.push(best);
    open = open.filter((clause) => !clause.includes(best));
  }
  return chosen;
}

/** What is all the same but for the places that people prefer. */
const PREFERENCE = 1e-6;
const MAX_RANK = 1_000;

class Search {
  readonly #weightOf: (element: string) => number;
  #best: readonly string[];
  #cost: number;

  constructor(weightOf: (element: string) => number, start: readonly string[]) {
    this.#weightOf = weightOf;
    this.#best = start;
    this.#cost = start.reduce((sum, element) => sum + weightOf(element), 0) + start.length * MAX_RANK * PREFERENCE;
  }

  best(clauses: readonly Clause[]): string[] {
    this.#branch(clauses, [], 0);
    return [...this.#best];
  }

  #branch(open: readonly Clause[], chosen: readonly string[], cost: number): void {
    if (cost >= this.#cost) return;
    const [first, ...others] = [...open].sort((a, b) => a.length - b.length);
    if (first === undefined) {
      this.#best = chosen;
      this.#cost = cost;
      return;
    }
    for (const [rank, element] of first.entries()) {
      const left = others.filter((clause) => !clause.includes(element));
      this.#branch(left, [...chosen, element], cost + this.#weightOf(element) + Math.min(rank, MAX_RANK) * PREFERENCE);
    }
  }
}
