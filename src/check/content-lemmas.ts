/** What facts about the contents of memory say of the elements that a query speaks of. */
import { type CommonLength, type ContentFact, Load, type StatedMemory } from '../kernel/index.ts';
import { type Cond, type Int, type Terms, visitAtoms } from '../terms/index.ts';

/** A number that was in memory when the kernel began. */
interface Loaded {
  readonly value: Int;
  /** Bytes. */
  readonly offset: Int;
  readonly load: Load;
}

/** One that a fact speaks of. */
interface Element extends Pick<Loaded, 'value' | 'offset'> {
  /** Bytes. */
  readonly size: number;
  /** Of the element, or of the struct that it stands in. */
  readonly index: Int;
  /** Its place in a member that is an array; null elsewhere. */
  readonly within: Int | null;
  /** That the bytes are such a number, and not another member. */
  readonly isOne: Cond;
}

/** @param roots a query: the lemmas are of the elements of which it speaks */
export function contentLemmas(terms: Terms, facts: readonly ContentFact[], roots: readonly (Cond | Int)[]): Cond[] {
  if (facts.length === 0) return [];
  const found = new Map<number, Loaded>();
  visitAtoms(roots, (atom) => {
    // Memory that the kernel writes may hold anything.
    if (atom.kind !== 'apply' || atom.origin !== 'input-memory' || !(atom.of instanceof Load)) return;
    if (atom.of.type.kind !== 'int' || atom.args.length !== 1) return;
    found.set(atom.id, { value: terms.ofAtom(atom), offset: atom.args[0]!, load: atom.of });
  });
  const elementsBehind = (memory: StatedMemory) =>
    [...found.values()].flatMap((one) => elementOf(terms, memory, one) ?? []);
  return facts.flatMap((fact) => {
    if (!('memory' in fact)) return [];
    const elements = elementsBehind(fact.memory);
    if (fact.kind === 'bound') {
      return elements.map((one) => implied(terms, [one], fact.holds(one.value, one.index, one.within)));
    }
    if (fact.kind === 'segments') return apart(terms, segmentsOf(elements, fact.lengths, elementsBehind));
    const flags = fact.kept === null ? null : elementsBehind(fact.kept);
    return elements.flatMap((a) =>
      elements.flatMap((b) => {
        if (a === b || a.size !== b.size) return [];
        const lemma = ofTwo(terms, fact.kind, a, b);
        if (flags === null) return [implied(terms, [a, b], lemma)];
        const [first, second] = [besideOf(flags, a), besideOf(flags, b)];
        if (first === null || second === null) return [];
        const isOut = (flag: Element) => terms.eq(flag.value, terms.zero);
        return [implied(terms, [a, b, first, second], terms.or(isOut(first), isOut(second), lemma))];
      }),
    );
  });
}

/** Null where it lies in other memory, or cannot be one of these numbers. */
function elementOf(terms: Terms, { of, column }: StatedMemory, { value, offset, load }: Loaded): Element | null {
  const { object, size } = load;
  const isThere =
    object.origin.kind === 'variable'
      ? object.name === of
      : object.origin.kind === 'parameter' && object.origin.index === of;
  if (!isThere) return null;
  const inUnits = (bytes: Int, unit: number) => terms.div(bytes, terms.constant(BigInt(unit)));
  if (column === null) {
    return { value, offset, size, index: inUnits(offset, size), within: null, isOne: terms.true };
  }
  if (column.size !== size) return null;
  const bytes = terms.sub(
    terms.mod(offset, terms.constant(BigInt(column.stride))),
    terms.constant(BigInt(column.start)),
  );
  const end = terms.constant(BigInt(size * (column.length ?? 1)));
  const isOne = terms.and(terms.le(terms.zero, bytes), terms.lt(bytes, end));
  if (isOne === terms.false) return null;
  const within = column.length === null ? null : inUnits(bytes, size);
  return { value, offset, size, index: inUnits(offset, column.stride), within, isOne };
}

/** What holds if the bytes that are read are elements of what the fact speaks of. */
function implied(terms: Terms, elements: readonly Element[], lemma: Cond): Cond {
  return terms.or(...elements.map(({ isOne }) => terms.not(isOne)), lemma);
}

/** The element with the same index; null where the query does not speak of it. */
function besideOf(others: readonly Element[], { index, within }: Element): Element | null {
  return others.find((one) => one.index === index && one.within === within) ?? null;
}

interface Segment {
  readonly start: Element;
  readonly length: Int;
  /** What has to be an element for it. */
  readonly of: readonly Element[];
}

function segmentsOf(
  starts: readonly Element[],
  lengths: StatedMemory | CommonLength,
  elementsBehind: (memory: StatedMemory) => readonly Element[],
): Segment[] {
  if ('common' in lengths) return starts.map((start) => ({ start, length: lengths.common, of: [start] }));
  const all = elementsBehind(lengths);
  return starts.flatMap((start) => {
    const length = besideOf(all, start);
    return length === null ? [] : [{ start, length: length.value, of: [start, length] }];
  });
}

/** Of any two segments one is behind the other, if neither is empty. */
function apart(terms: Terms, segments: readonly Segment[]): Cond[] {
  return segments.flatMap((a, i) =>
    segments.slice(i + 1).flatMap((b) => {
      if (a.start.size !== b.start.size) return [];
      const isEmpty = terms.or(terms.le(a.length, terms.zero), terms.le(b.length, terms.zero));
      const isSame = terms.eq(a.start.offset, b.start.offset);
      const isBefore = (one: Segment, other: Segment) =>
        terms.le(terms.add(one.start.value, one.length), other.start.value);
      const lemma = terms.or(isSame, isEmpty, isBefore(a, b), isBefore(b, a));
      return [implied(terms, [...a.of, ...b.of], lemma)];
    }),
  );
}

function ofTwo(terms: Terms, kind: 'distinct' | 'monotone', a: Element, b: Element): Cond {
  const isElsewhere = a.within === null ? terms.false : terms.ne(a.index, b.index);
  if (kind === 'distinct') return terms.or(isElsewhere, terms.ne(a.value, b.value), terms.eq(a.offset, b.offset));
  return terms.or(isElsewhere, terms.lt(b.offset, a.offset), terms.le(a.value, b.value));
}
