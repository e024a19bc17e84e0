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
  const elementsBehind = (parameter: number) =>
    [...found.values()].filter(
      ({ load: { object } }) => object.origin.kind === 'parameter' && object.origin.index === parameter,
    );
  return facts.flatMap((fact) => {
    if (fact.kind === 'disjoint' || fact.kind === 'aligned' || fact.kind === 'idempotent') return [];
    const elements = elementsBehind(fact.parameter);
    if (fact.kind === 'bound')
      return elements.map(({ value, offset, load }) =>
        fact.holds(value, terms.div(offset, terms.constant(BigInt(load.size)))),
      );
    const flags = fact.kept === null ? null : elementsBehind(fact.kept);
    return elements.flatMap((a) =>
      elements.flatMap((b) => {
        if (a === b || a.load.size !== b.load.size) return [];
        const lemma = ofTwo(terms, fact.kind, a, b);
        if (flags === null) return [lemma];
        const [isFirst, isSecond] = [isKept(terms, flags, a), isKept(terms, flags, b)];
        return isFirst === null || isSecond === null ? [] : [terms.or(terms.not(isFirst), terms.not(isSecond), lemma)];
      }),
    );
  });
}

/** That the flag of the element is not zero; null where the query does not speak of that flag. */
function isKept(terms: Terms, flags: readonly Element[], { offset, load: { size } }: Element): Cond | null {
  const inUnits = (term: Int, unit: number) => terms.scale(term, BigInt(unit));
  const flag = flags.find((one) => inUnits(one.offset, size) === inUnits(offset, one.load.size));
  return flag === undefined ? null : terms.ne(flag.value, terms.zero);
}

function ofTwo(terms: Terms, kind: 'distinct' | 'monotone', a: Element, b: Element): Cond {
  if (kind === 'distinct') return terms.or(terms.ne(a.value, b.value), terms.eq(a.offset, b.offset));
  return terms.or(terms.lt(b.offset, a.offset), terms.le(a.value, b.value));
}
