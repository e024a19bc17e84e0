/** Where the host code says what holds at a launch: asserts, branches that were taken, sizes of memory. */
import type { SourceLocation } from '../ir/program.ts';
import { placeIn } from '../kernel/index.ts';
import type { Assumption } from '../model/assumption.ts';
import { type Cond, conjuncts, type Terms } from '../terms/index.ts';

export type FactKind = 'assert' | 'branch' | 'allocation' | 'float';

/** How a fact is come by; `assume` is what the host tells the compiler, and is told to readers as an assert. */
type Teacher = FactKind | 'assume';

/** The host program computes these, and goes on only where they hold. */
const EVALUATED: ReadonlySet<Teacher> = new Set(['assert', 'branch']);

/** What taught a fact, and where. */
export type FactSource = Pick<Assumption, 'place'> & { readonly kind: FactKind };

export class FactProvenance {
  readonly #terms: Terms;
  readonly #files: readonly string[];
  /** By the id of a condition; where it is said more than once, the first place counts. */
  readonly #sources = new Map<number, FactSource>();
  /** By the id of a condition: somewhere it is taken for granted. */
  readonly #assumed = new Set<number>();

  constructor(terms: Terms, files: readonly string[]) {
    this.#terms = terms;
    this.#files = files;
  }

  /** A branch teaches its condition on one side and the opposite on the other. */
  add(condition: Cond, teacher: Teacher, place: SourceLocation | null): void {
    const sides = teacher === 'branch' ? [condition, this.#terms.not(condition)] : [condition];
    const parts = sides.flatMap(conjuncts);
    if (!EVALUATED.has(teacher)) for (const { id } of parts) this.#assumed.add(id);
    if (place === null) return;
    const kind = teacher === 'assume' ? 'assert' : teacher;
    const source = { kind, place: placeIn({ files: this.#files }, place) };
    for (const part of parts) if (!this.#sources.has(part.id)) this.#sources.set(part.id, source);
  }

  /** The same condition in which something has become a number. */
  copy(from: Cond, to: Cond): void {
    const source = this.#sources.get(from.id);
    for (const { id } of conjuncts(to)) {
      if (source !== undefined && !this.#sources.has(id)) this.#sources.set(id, source);
      if (this.#assumed.has(from.id)) this.#assumed.add(id);
    }
  }

  /** Does the host program compute the condition itself, wherever it is said? */
  isEvaluated({ id }: Cond): boolean {
    return this.#sources.has(id) && !this.#assumed.has(id);
  }

  /** Null for what was put together from several conditions. */
  sourceOf(condition: Cond): FactSource | null {
    return this.#sources.get(condition.id) ?? null;
  }
}
