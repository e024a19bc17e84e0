/** What facts about the contents of memory say of the elements that a query speaks of. */
import { type ContentFact, Load, type StatedMemory } from '../kernel/index.ts';
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
  const elementsBehind = (memory: StatedMemory) =>
    [...found.values()].filter(({ load: { object } }) => {
      const { origin, name } = object;
      if (origin.kind === 'variable') return name === memory;
      return origin.kind === 'parameter' && origin.index === memory;
    });
  return facts.flatMap((fact) => {
    if (!('memory' in fact)) return [];
    const elements = elementsBehind(fact.memory);
    if (fact.kind === 'bound')
      return elements.map(({ value, offset, load }) =>
        fact.holds(value, terms.div(offset, terms.constant(BigInt(load.size)))),
      );
    if (fact.kind === 'segments') return apart(terms, elements, elementsBehind(fact.lengths));
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
function isKept(terms: Terms, flags: readonly Element[], element: Element): Cond | null {
  const flag = besideOf(terms, flags, element);
  return flag && terms.ne(flag.value, terms.zero);
}

/** The element with the same index; null where the query does not speak of it. */
function besideOf(terms: Terms, others: readonly Element[], { offset, load: { size } }: Element): Element | null {
  const inUnits = (term: Int, unit: number) => terms.scale(term, BigInt(unit));
  return others.find((one) => inUnits(one.offset, size) === inUnits(offset, one.load.size)) ?? null;
}

/** Of any two segments one is behind the other, if neither is empty. */
function apart(terms: Terms, starts: readonly Element[], lengths: readonly Element[]): Cond[] {
  const segments = starts.flatMap((start) => {
    const length = besideOf(terms, lengths, start);
    return length === null ? [] : [{ start, length: length.value, end: terms.add(start.value, length.value) }];
  });
  return segments.flatMap((a, i) =>
    segments.slice(i + 1).flatMap((b) => {
      if (a.start.load.size !== b.start.load.size) return [];
      const isEmpty = terms.or(terms.le(a.length, terms.zero), terms.le(b.length, terms.zero));
      const isSame = terms.eq(a.start.offset, b.start.offset);
      return [terms.or(isSame, isEmpty, terms.le(a.end, b.start.value), terms.le(b.end, a.start.value))];
    }),
  );
}

function ofTwo(terms: Terms, kind: 'distinct' | 'monotone', a: Element, b: Element): Cond {
  if (kind === 'distinct') return terms.or(terms.ne(a.value, b.value), terms.eq(a.offset, b.offset));
  return terms.or(terms.lt(b.offset, a.offset), terms.le(a.value, b.value));
}
