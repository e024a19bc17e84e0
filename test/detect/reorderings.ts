/** All correct reorderings of a tiny trace, and the pairs of sites that meet in one of them. */
import { Kind, onlyReads } from '../../src/detect/detector.ts';
import type { LaunchShape } from '../../src/trace/index.ts';
import type { Recorded } from './recorded.ts';

interface Holder {
  readonly lock: number;
  readonly thread: number;
  readonly wide: boolean;
}

function without(holders: readonly Holder[], { lock, thread }: Pick<Holder, 'lock' | 'thread'>): Holder[] {
  return holders.filter((holder) => holder.lock !== lock || holder.thread !== thread);
}

export function reorderings(
  shape: LaunchShape,
  list: readonly Recorded[],
  conflict: (i: number, j: number) => boolean,
): Set<string> {
  const block = (thread: number) => Math.floor(thread / shape.threadsPerBlock);
  const threads = [...new Set(list.flatMap((e) => (e.type === 'barrier' ? [] : [e.thread])))];
  const programs = threads.map((t) =>
    list.flatMap((e, i) => ((e.type === 'barrier' ? e.threads.includes(t) : e.thread === t) ? [i] : [])),
  );
  const sources = new Map<string, number>();
  const bytes = (e: Recorded & { type: 'access' }): string[] =>
    Array.from({ length: e.to - e.from }, (_, b) => `${e.space} ${e.from + b}`);
  const observed = new Map<string, number>();
  for (const [i, e] of list.entries()) {
    if (e.type !== 'access') continue;
    for (const byte of bytes(e)) {
      if (e.kind === Kind.read) sources.set(`${i} ${byte}`, observed.get(byte) ?? -1);
      else if (!onlyReads(e.kind)) observed.set(byte, i);
    }
  }
  // An acquire operation reads what it read: of the releases that reach it, all those before it and no other.
  const overlap = (a: Recorded, b: Recorded): boolean =>
    'lock' in a && 'lock' in b && a.lock === b.lock && (a.wide || b.wide || block(a.thread) === block(b.thread));
  const publishers = list.flatMap((e, i) => (e.type === 'publish' ? [i] : []));
  const isDone = (at: readonly number[], i: number): boolean => {
    const t = threads.indexOf((list[i] as { thread: number }).thread);
    return programs[t]!.indexOf(i) < at[t]!;
  };
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (at: number[], writers: Map<string, number>, holders: readonly Holder[]): void => {
    const state = `${at.join()}|${[...writers].sort().join(';')}`;
    if (seen.has(state)) return;
    seen.add(state);
    const next = programs.map((program, t) => program[at[t]!]);
    for (let t = 0; t < threads.length; t++) {
      for (let u = t + 1; u < threads.length; u++) {
        const [i, j] = [next[t], next[u]];
        if (i === undefined || j === undefined || i === j) continue;
        const [a, b] = i < j ? [i, j] : [j, i];
        if (conflict(a, b)) found.add(`${a} ${b}`);
      }
    }
    for (let t = 0; t < threads.length; t++) {
      const i = next[t];
      if (i === undefined) continue;
      const e = list[i]!;
      const step = [...at];
      step[t]!++;
      if (e.type === 'barrier') {
        const others = threads.flatMap((thread, u) => (e.threads.includes(thread) ? [u] : []));
        if (others[0] !== t || !others.every((u) => next[u] === i)) continue;
        for (const u of others) if (u !== t) step[u]!++;
        visit(step, writers, holders);
      } else if (e.type === 'publish' || e.type === 'abandon') {
        visit(step, writers, e.type === 'publish' ? holders : without(holders, e));
      } else if (e.type === 'observe') {
        const reaching = publishers.filter((p) => overlap(list[p]!, e));
        if (reaching.every((p) => isDone(at, p) === p < i)) visit(step, writers, holders);
      } else if (e.type === 'acquire') {
        if (publishers.some((p) => p < i && overlap(list[p]!, e) && !isDone(at, p))) continue;
        if (holders.some((h) => h.lock === e.lock && (h.wide || e.wide || block(h.thread) === block(e.thread))))
          continue;
        visit(step, writers, [...holders, e]);
      } else if (e.type === 'release') {
        visit(step, writers, without(holders, e));
      } else if (e.type === 'access' && e.kind === Kind.read) {
        if (bytes(e).every((byte) => (writers.get(byte) ?? -1) === sources.get(`${i} ${byte}`)))
          visit(step, writers, holders);
      } else if (e.type === 'access') {
        const after = new Map(writers);
        if (!onlyReads(e.kind)) for (const byte of bytes(e)) after.set(byte, i);
        visit(step, after, holders);
      }
    }
  };
  visit(
    threads.map(() => 0),
    new Map(),
    [],
  );
  return found;
}
