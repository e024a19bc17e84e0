import type { Place } from './place.ts';

interface Statement {
  readonly kind: string;
  readonly text: string;
  readonly place: Place | null;
}

/** Reasons or assumptions, one of each, in the order in which they came. */
export class Distinct<T extends Statement> implements Iterable<T> {
  readonly #byKey = new Map<string, T>();

  constructor(statements: Iterable<T> = []) {
    for (const statement of statements) this.add(statement);
  }

  get size(): number {
    return this.#byKey.size;
  }

  add(statement: T): void {
    const { kind, text, place } = statement;
    const key = [kind, place?.line, place?.file, text].join('\0');
    if (!this.#byKey.has(key)) this.#byKey.set(key, statement);
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#byKey.values();
  }
}
