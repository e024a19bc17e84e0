/** Where the host code says what holds at a launch: asserts, branches that were taken, sizes of memory. */
import type { SourceLocation } from '../ir/program.ts';
import { type Cond, conjuncts, type Terms } from '../terms/index.ts';

export type FactKind = 'assert' | 'branch' | 'allocation' | 'float';

export class LearnedFacts {
  readonly #terms: Terms;
  readonly #files: readonly string[];
  /** By the id of a condition; where it is said more than once, the first place counts. */
  readonly #places = new Map<number, string>();

  constructor(terms: Terms, files: readonly string[]) {
    this.#terms = terms;
    this.#files = files;
  }

  /** A branch teaches its condition on one side and the opposite on the other. */
  add(condition: Cond, kind: FactKind, place: SourceLocation | null): void {
    if (place === null) return;
    const text = `${kind}, ${this.#files[place.file] ?? '?'}:${place.line}`;
    const sides = kind === 'branch' ? [condition, this.#terms.not(condition)] : [condition];
    for (const part of sides.flatMap(conjuncts)) if (!this.#places.has(part.id)) this.#places.set(part.id, text);
  }

  /** `assert, src/a.cu:40`, or null for what was put together from several conditions. */
  placeOf(condition: Cond): string | null {
    return this.#places.get(condition.id) ?? null;
  }
}
