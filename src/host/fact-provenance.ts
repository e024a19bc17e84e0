/** Where the host code says what holds at a launch: asserts, branches that were taken, sizes of memory. */
import type { SourceLocation } from '../ir/program.ts';
import { placeIn } from '../kernel/index.ts';
import type { Assumption } from '../model/assumption.ts';
import { type Cond, conjuncts, type Terms } from '../terms/index.ts';

export type FactKind = 'assert' | 'branch' | 'allocation' | 'float';

/** What taught a fact, and where. */
export type FactSource = Pick<Assumption, 'place'> & { readonly kind: FactKind };

export class FactProvenance {
  readonly #terms: Terms;
  readonly #files: readonly string[];
  /** By the id of a condition; where it is said more than once, the first place counts. */
  readonly #sources = new Map<number, FactSource>();

  constructor(terms: Terms, files: readonly string[]) {
    this.#terms = terms;
    this.#files = files;
  }

  /** A branch teaches its condition on one side and the opposite on the other. */
  add(condition: Cond, kind: FactKind, place: SourceLocation | null): void {
    if (place === null) return;
    const source = { kind, place: placeIn({ files: this.#files }, place) };
    const sides = kind === 'branch' ? [condition, this.#terms.not(condition)] : [condition];
    for (const part of sides.flatMap(conjuncts)) if (!this.#sources.has(part.id)) this.#sources.set(part.id, source);
  }

  /** Null for what was put together from several conditions. */
  sourceOf(condition: Cond): FactSource | null {
    return this.#sources.get(condition.id) ?? null;
  }
}
