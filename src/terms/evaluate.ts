/** Exact evaluation of terms under a valuation: what a solver's model is held against. */
import { bitOperation } from './bits.ts';
import { floorDiv, floorMod } from './number-theory.ts';
import { type Atom, type Cond, type Connective, compares, type Int, isConnective, MAX_SHIFT, PRODUCT } from './term.ts';

/** Reads an atom's value: what `evaluate` asks for symbols and applications. */
export interface Valuation {
  symbol(atom: Atom & { kind: 'symbol' }): bigint;
  apply(atom: Atom & { kind: 'apply' }, args: readonly bigint[]): bigint;
}

/** Evaluates terms and conditions under a valuation, exactly. */
export class Evaluator {
  readonly #valuation: Valuation;
  readonly #atoms = new Map<number, bigint>();
  readonly #conds = new Map<number, boolean>();

  constructor(valuation: Valuation) {
    this.#valuation = valuation;
  }

  int(term: Int): bigint {
    let sum = term.constant;
    for (const m of term.monomials) {
      let product = m.coefficient;
      for (const atom of m.atoms) product *= this.atom(atom);
      sum += product;
    }
    return sum;
  }

  cond(c: Cond): boolean {
    switch (c.kind) {
      case 'true':
        return true;
      case 'false':
        return false;
      default: {
        const known = this.#conds.get(c.id);
        if (known !== undefined) return known;
        const value = isConnective(c) ? this.#connective(c) : compares(c.kind, this.int(c.term));
        this.#conds.set(c.id, value);
        return value;
      }
    }
  }

  #connective(c: Connective): boolean {
    return c.kind === 'and' ? c.parts.every((p) => this.cond(p)) : c.parts.some((p) => this.cond(p));
  }

  /** The value of an application whose arguments are known. */
  apply(atom: Atom & { kind: 'apply' }, args: readonly bigint[]): bigint {
    return this.#valuation.apply(atom, args);
  }

  atom(atom: Atom): bigint {
    const known = this.#atoms.get(atom.id);
    if (known !== undefined) return known;
    const value = this.#compute(atom);
    this.#atoms.set(atom.id, value);
    return value;
  }

  #compute(atom: Atom): bigint {
    switch (atom.kind) {
      case 'symbol':
        return this.#valuation.symbol(atom);
      case 'apply': {
        const args = atom.args.map((a) => this.int(a));
        return atom.of === PRODUCT ? args[0]! * args[1]! : this.#valuation.apply(atom, args);
      }
      case 'div': {
        const d = this.int(atom.divisor);
        return d === 0n ? 0n : floorDiv(this.int(atom.dividend), d);
      }
      case 'mod': {
        const d = this.int(atom.divisor);
        return d === 0n ? this.int(atom.dividend) : floorMod(this.int(atom.dividend), d);
      }
      case 'ite':
        return this.cond(atom.condition) ? this.int(atom.then) : this.int(atom.otherwise);
      case 'bits':
        return bitOperation(atom.operator, this.int(atom.left), this.int(atom.right), atom.width);
      case 'geometric': {
        const by = BigInt(atom.shift) * this.int(atom.step);
        const start = this.int(atom.start);
        if (by < 0n) return 0n;
        // What is shifted further up is beyond all that a machine has, and 0 in every register; further down nothing changes.
        const bounded = by > MAX_SHIFT ? MAX_SHIFT : by;
        return atom.direction === 'up' ? start << bounded : start >> bounded;
      }
    }
  }
}
