/**
 * Paths that no two threads of one block take: where they part, the block decides. A kernel that has one body for blocks at the rim
 * and one for all others, say, has as many pairs of accesses between its bodies as within them.
 */
import { isOfBlock } from '../kernel/index.ts';
import { type Cond, conjuncts, type Terms } from '../terms/index.ts';

export class ExclusivePaths {
  readonly #terms: Terms;
  /** What a path says of its block, by the path. */
  readonly #ofBlock = new Map<Cond, ReadonlySet<Cond>>();

  constructor(terms: Terms) {
    this.#terms = terms;
  }

  /** Does one path take what the other one takes not to hold, and is that the same for all threads of the block? */
  areExclusive(a: Cond, b: Cond): boolean {
    if (a === b) return false;
    const theirs = this.#partsOf(b);
    if (theirs.size === 0) return false;
    for (const part of this.#partsOf(a)) if (theirs.has(this.#terms.not(part))) return true;
    return false;
  }

  #partsOf(path: Cond): ReadonlySet<Cond> {
    let known = this.#ofBlock.get(path);
    if (known === undefined) {
      known = new Set(conjuncts(path).filter((part) => isOfBlock([part])));
      this.#ofBlock.set(path, known);
    }
    return known;
  }
}
