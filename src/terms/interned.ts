import { type Sum, sameAtoms } from './term.ts';

/**
 * Values of which equal ones are one, without a text for each as its key: terms are looked up far more often than they are made,
 * and there are millions of them.
 */
export class Interned<Value extends Parts, Parts extends object> {
  readonly #byHash = new Map<number, Value | Value[]>();
  readonly #hashOf: (parts: Parts) => number;
  readonly #areSame: (a: Parts, b: Parts) => boolean;
  #size = 0;

  constructor(hashOf: (parts: Parts) => number, areSame: (a: Parts, b: Parts) => boolean) {
    this.#hashOf = hashOf;
    this.#areSame = areSame;
  }

  get size(): number {
    return this.#size;
  }

  /** The value that is made of these. */
  of(parts: Parts, make: (parts: Parts) => Value): Value {
    const hash = this.#hashOf(parts);
    const found = this.#byHash.get(hash);
    if (found === undefined) return this.#added(hash, make(parts));
    if (!Array.isArray(found)) {
      if (this.#areSame(found, parts)) return found;
      return this.#added(hash, make(parts));
    }
    return found.find((one) => this.#areSame(one, parts)) ?? this.#added(hash, make(parts));
  }

  /** Making one may have made others. */
  #added(hash: number, value: Value): Value {
    const found = this.#byHash.get(hash);
    if (found === undefined) this.#byHash.set(hash, value);
    else if (Array.isArray(found)) found.push(value);
    else this.#byHash.set(hash, [found, value]);
    this.#size++;
    return value;
  }
}

/** Of equal sums the same, and of others seldom. */
export function hashOfSum({ constant, monomials }: Sum): number {
  let hash = Number(constant) | 0;
  for (const { coefficient, atoms } of monomials) {
    let product = Number(coefficient) | 0;
    for (const atom of atoms) product = (Math.imul(product, 31) + Math.imul(atom.id, 0x9e3779b1)) | 0;
    hash = (Math.imul(hash, 31) + product) | 0;
  }
  return hash;
}

/** Have they the same products in the same order? */
export function areSameSums(a: Sum, b: Sum): boolean {
  const { length } = a.monomials;
  if (a.constant !== b.constant || length !== b.monomials.length) return false;
  for (let i = 0; i < length; i++) {
    const x = a.monomials[i]!;
    const y = b.monomials[i]!;
    if (x !== y && (x.coefficient !== y.coefficient || !sameAtoms(x.atoms, y.atoms))) return false;
  }
  return true;
}
