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

  /** @returns whether it is a new one */
  add(statement: T): boolean {
    const key = keyOf(statement);
    if (this.#byKey.has(key)) return false;
    this.#byKey.set(key, statement);
    return true;
  }

  delete(statement: T): void {
    this.#byKey.delete(keyOf(statement));
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#byKey.values();
  }
}

function keyOf({ kind, text, place }: Statement): string {
  return [kind, place?.line, place?.file, text].join('\0');
}
