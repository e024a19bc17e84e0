/** Happens-before and GWCP as the paper defines them, by fixpoint over sets of events. */
import { conflicting } from '../../src/detect/detector.ts';
import type { LaunchShape } from '../../src/trace/index.ts';
import type { Recorded } from './recorded.ts';

/** Row i holds the events that i is ordered before, as bits. */
type Relation = bigint[];

interface Section {
  acquire: number;
  release: number;
}

export function definition(shape: LaunchShape, list: readonly Recorded[]) {
  const n = list.length;
  const block = (thread: number) => Math.floor(thread / shape.threadsPerBlock);
  const threads = list.map((e) => (e.type === 'barrier' ? e.threads : [e.thread]));
  const overlap = (a: Recorded, b: Recorded): boolean =>
    'lock' in a && 'lock' in b && a.lock === b.lock && (a.wide || b.wide || block(a.thread) === block(b.thread));

  const program: Relation = rows(n);
  const happens: Relation = rows(n);
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const a = list[i]!;
      const b = list[j]!;
      if (threads[i]!.some((t) => threads[j]!.includes(t))) add(program, i, j);
      const releases = a.type === 'release' || a.type === 'publish';
      const acquires = b.type === 'acquire' || b.type === 'observe';
      if (releases && acquires && overlap(a, b)) add(happens, i, j);
    }
    happens[i]! |= program[i]!;
  }
  close(happens);

  const sections: Section[] = [];
  for (let i = 0; i < n; i++) {
    const a = list[i]!;
    if (a.type !== 'acquire') continue;
    const end = list.findIndex(
      (b, j) => j > i && (b.type === 'release' || b.type === 'abandon') && b.thread === a.thread && b.lock === a.lock,
    );
    sections.push({ acquire: i, release: end < 0 ? n : end });
  }
  const released = sections.filter(({ release }) => list[release]?.type === 'release');
  const inside = ({ acquire, release }: Section, i: number): boolean =>
    i > acquire &&
    i < release &&
    (list[i] as { thread?: number }).thread === (list[acquire] as { thread: number }).thread;

  const conflict = (i: number, j: number): boolean => {
    const a = list[i]!;
    const b = list[j]!;
    if (a.type !== 'access' || b.type !== 'access' || a.thread === b.thread || a.space !== b.space) return false;
    return a.from < b.to && b.from < a.to && conflicting(a.kind, b.kind, block(a.thread) === block(b.thread));
  };

  const weak: Relation = rows(n);
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const shares = threads[i]!.some((t) => threads[j]!.includes(t));
      // (iii), the barrier standing for itself between both sides.
      if (shares && (list[i]!.type === 'barrier' || list[j]!.type === 'barrier')) add(weak, i, j);
      if (list[i]!.type === 'publish' && ['acquire', 'observe'].includes(list[j]!.type) && overlap(list[i]!, list[j]!))
        add(weak, i, j);
    }
  }
  // (i)
  for (const first of released) {
    for (const second of sections) {
      // Of sections that exclude each other the second begins after the first's release. Where they do not, because the
      // release is wider than the acquire, the order would be stronger than happens-before.
      if (second.acquire < first.release || !overlap(list[first.release]!, list[second.acquire]!)) continue;
      for (let e = first.release + 1; e < n; e++) {
        if (!inside(second, e)) continue;
        for (let i = 0; i < first.release; i++) if (inside(first, i) && conflict(i, e)) add(weak, first.release, e);
      }
    }
  }
  for (let changed = true; changed; ) {
    changed = false;
    // (ii)
    for (const first of released) {
      for (const second of released) {
        if (first.release >= second.acquire || !overlap(list[first.release]!, list[second.release]!)) continue;
        if ((list[first.release] as { thread: number }).thread === (list[second.release] as { thread: number }).thread)
          continue;
        if (has(weak, first.release, second.release)) continue;
        const within = ({ acquire, release }: Section): number[] =>
          Array.from({ length: n }, (_, i) => i).filter(
            (i) => i === acquire || i === release || inside({ acquire, release }, i),
          );
        if (within(first).some((i) => within(second).some((j) => has(weak, i, j)))) {
          add(weak, first.release, second.release);
          changed = true;
        }
      }
    }
    // (iv)
    for (let i = n - 1; i >= 0; i--) {
      let row = weak[i]!;
      for (let j = 0; j < n; j++) {
        if (has(weak, i, j)) row |= happens[j]!;
        if (has(happens, i, j)) row |= weak[j]!;
      }
      if (row !== weak[i]) {
        weak[i] = row;
        changed = true;
      }
    }
  }

  const races = (order: Relation): [number, number][] => {
    const pairs: [number, number][] = [];
    for (let j = 0; j < n; j++) {
      for (let i = 0; i < j; i++) if (conflict(i, j) && !has(order, i, j) && !has(program, i, j)) pairs.push([i, j]);
    }
    return pairs;
  };
  return { happens: races(happens), weak: races(weak), conflict };
}

function rows(n: number): Relation {
  return Array.from({ length: n }, () => 0n);
}

function add(relation: Relation, i: number, j: number): void {
  relation[i]! |= 1n << BigInt(j);
}

function has(relation: Relation, i: number, j: number): boolean {
  return ((relation[i]! >> BigInt(j)) & 1n) === 1n;
}

/** Edges go forward, so one pass from the back closes the relation. */
function close(relation: Relation): void {
  for (let i = relation.length - 1; i >= 0; i--) {
    let row = relation[i]!;
    for (let j = i + 1; j < relation.length; j++) if (has(relation, i, j)) row |= relation[j]!;
    relation[i] = row;
  }
}
