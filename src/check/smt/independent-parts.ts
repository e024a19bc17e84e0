/**
 * A question often comes with facts that have nothing to do with it: how the host has computed a size of the grid, say, where two
 * threads of one block are asked for. Conditions that share no symbol hold together if each holds by itself, so each group of them is
 * a question of its own, and mostly one that was answered before.
 */
import { type Atom, type Cond, conjuncts, Evaluator, type Int, type Terms, visitAtoms } from '../../terms/index.ts';

/** Conditions that share symbols, directly or through others. */
export interface IndependentPart {
  readonly condition: Cond;
  /** Symbols by id, and uninterpreted functions by name. */
  readonly names: ReadonlySet<number | string>;
}

/** Takes conditions apart; what a condition mentions is remembered. */
export class IndependentParts {
  readonly #terms: Terms;
  readonly #names = new Map<number, readonly (number | string)[]>();

  constructor(terms: Terms) {
    this.#terms = terms;
  }

  /** The parts of a conjunction, the one with the most conditions first. */
  of(whole: Cond): IndependentPart[] {
    let groups: { conditions: Cond[]; names: Set<number | string> }[] = [];
    const groupOf = new Map<number | string, (typeof groups)[number]>();
    for (const condition of conjuncts(whole)) {
      const names = this.#namesIn(condition);
      const joined = [...new Set(names.flatMap((name) => groupOf.get(name) ?? []))];
      const [into = { conditions: [], names: new Set<number | string>() }, ...others] = joined.sort(
        (a, b) => b.names.size - a.names.size,
      );
      if (joined.length === 0) groups.push(into);
      into.conditions.push(condition);
      for (const other of others) into.conditions.push(...other.conditions);
      for (const name of [...names, ...others.flatMap((other) => [...other.names])]) {
        into.names.add(name);
        groupOf.set(name, into);
      }
      if (others.length > 0) groups = groups.filter((group) => !others.includes(group));
    }
    groups.sort((a, b) => b.conditions.length - a.conditions.length);
    return groups.map(({ conditions, names }) => ({ condition: this.#terms.and(...conditions), names }));
  }

  /** Does a term mention something of the part? */
  mentions(term: Int, { names }: IndependentPart): boolean {
    let isThere = false;
    visitAtoms([term], (atom) => {
      const name = nameOf(atom);
      if (name !== null && names.has(name)) isThere = true;
    });
    return isThere;
  }

  #namesIn(condition: Cond): readonly (number | string)[] {
    const known = this.#names.get(condition.id);
    if (known !== undefined) return known;
    const names = new Set<number | string>();
    visitAtoms([condition], (atom) => {
      const name = nameOf(atom);
      if (name !== null) names.add(name);
    });
    const list = [...names];
    this.#names.set(condition.id, list);
    return list;
  }
}

/** One function has equal values for equal arguments, so all of its applications belong together. */
function nameOf(atom: Atom): number | string | null {
  return atom.kind === 'symbol' ? atom.id : atom.kind === 'apply' ? atom.name : null;
}

/** The values of all parts; of what none mentions those of the first. */
export function valuesTogether(
  parts: readonly (Pick<IndependentPart, 'names'> & { readonly values: Evaluator })[],
): Evaluator {
  const [first] = parts;
  const of = (atom: Atom): Evaluator => {
    const name = nameOf(atom);
    const part = name === null ? undefined : parts.find(({ names }) => names.has(name));
    return (part ?? first!).values;
  };
  return new Evaluator({
    symbol: (atom) => of(atom).atom(atom),
    apply: (atom, args) => of(atom).apply(atom, args),
  });
}
