/** Substitution: terms rebuilt with other terms in the place of some of their atoms. */
import type { Terms } from './arena.ts';
import { type Atom, type Cond, combined, type Int, isConnective, type Sum, single } from './term.ts';

/** A replacement of atoms that can be applied to any number of terms; results are remembered. */
export interface Substitution {
  readonly int: (term: Int) => Int;
  readonly cond: (cond: Cond) => Cond;
}

export class Rewriting implements Substitution {
  readonly #terms: Terms;
  readonly #replace: (atom: Atom) => Int | undefined;
  readonly #isForeign: boolean;
  readonly #ints = new Map<number, Int>();
  readonly #atoms = new Map<number, Int>();
  readonly #conds = new Map<number, Cond>();

  /**
   * @param terms where the results live
   * @param replace undefined for atoms that stay
   * @param isForeign the terms to rewrite are of another arena: none of them can be taken over as it is
   */
  constructor(terms: Terms, replace: (atom: Atom) => Int | undefined, isForeign: boolean) {
    this.#terms = terms;
    this.#replace = replace;
    this.#isForeign = isForeign;
  }

  readonly int = (term: Int): Int => {
    const known = this.#ints.get(term.id);
    if (known) return known;
    const t = this.#terms;
    let sum: Sum = { constant: term.constant, monomials: [] };
    let isChanged = this.#isForeign;
    for (const { coefficient, atoms } of term.monomials) {
      let product = t.constant(coefficient);
      for (const atom of atoms) {
        const value = this.#atom(atom);
        if (single(value) !== atom) isChanged = true;
        product = t.mul(product, value);
      }
      sum = combined(sum, 1n, product);
    }
    const result = isChanged ? t.ofSum(sum) : term;
    this.#ints.set(term.id, result);
    return result;
  };

  readonly cond = (c: Cond): Cond => {
    const t = this.#terms;
    if (c.kind === 'true' || c.kind === 'false') return t[c.kind];
    const known = this.#conds.get(c.id);
    if (known) return known;
    const result = isConnective(c) ? t[c.kind](...c.parts.map(this.cond)) : t[c.kind](this.int(c.term), t.zero);
    this.#conds.set(c.id, result);
    return result;
  };

  #atom(atom: Atom): Int {
    const known = this.#atoms.get(atom.id);
    if (known) return known;
    const result = this.#replace(atom) ?? this.#rebuilt(atom);
    this.#atoms.set(atom.id, result);
    return result;
  }

  #rebuilt(atom: Atom): Int {
    const t = this.#terms;
    const { int } = this;
    switch (atom.kind) {
      case 'symbol':
        return t.ofAtom(atom);
      case 'div':
        return t.div(int(atom.dividend), int(atom.divisor));
      case 'mod':
        return t.mod(int(atom.dividend), int(atom.divisor));
      case 'ite':
        return t.ite(this.cond(atom.condition), int(atom.then), int(atom.otherwise));
      case 'apply':
        return t.apply(atom, atom.args.map(int));
      case 'bits':
        return t.bits(atom.operator, int(atom.left), int(atom.right), atom.width);
      case 'geometric':
        return t.geometric(atom.direction, int(atom.start), atom.shift, int(atom.step));
    }
  }
}
