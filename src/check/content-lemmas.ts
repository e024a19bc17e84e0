/** What facts about the contents of memory say of the elements that a query speaks of. */
import { type ContentFact, Load } from '../kernel/index.ts';
import { type Cond, type Int, type Terms, visitAtoms } from '../terms/index.ts';

interface Element {
  readonly value: Int;
  /** Bytes. */
  readonly offset: Int;
  readonly load: Load;
}

/** @param roots a query: the lemmas are of the elements of which it speaks */
export function contentLemmas(terms: Terms, facts: readonly ContentFact[], roots: readonly (Cond | Int)[]): Cond[] {
  if (facts.length === 0) return [];
  const found = new Map<number, Element>();
  visitAtoms(roots, (atom) => {
    // Memory that the kernel writes may hold anything.
    if (atom.kind !== 'apply' || atom.origin !== 'input-memory' || !(atom.of instanceof Load)) return;
    if (atom.of.type.kind !== 'int' || atom.args.length !== 1) return;
    found.set(atom.id, { value: terms.ofAtom(atom), offset: atom.args[0]!, load: atom.of });
  });
  return facts.flatMap((fact) => {
    if (fact.kind === 'disjoint') return [];
    const elements = [...found.values()].filter(
      ({ load: { object } }) => object.origin.kind === 'parameter' && object.origin.index === fact.parameter,
    );
    if (fact.kind === 'bound')
      return elements.map(({ value, offset, load }) =>
        fact.holds(value, terms.div(offset, terms.constant(BigInt(load.size)))),
      );
    return elements.flatMap((a) =>
      elements.flatMap((b) => (a === b || a.load.size !== b.load.size ? [] : [ofTwo(terms, fact.kind, a, b)])),
    );
  });
}

function ofTwo(terms: Terms, kind: 'distinct' | 'monotone', a: Element, b: Element): Cond {
  if (kind === 'distinct') return terms.or(terms.ne(a.value, b.value), terms.eq(a.offset, b.offset));
  return terms.or(terms.lt(b.offset, a.offset), terms.le(a.value, b.value));
}
