/** All correct reorderings of a tiny trace, and the pairs of sites that meet in one of them. */
import { Kind } from '../../src/detect/detector.ts';
import type { LaunchShape } from '../../src/trace/index.ts';
import type { Recorded } from './recorded.ts';

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
      else observed.set(byte, i);
    }
  }
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (
    at: number[],
    writers: Map<string, number>,
    holders: { lock: number; thread: number; wide: boolean }[],
  ): void => {
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
      } else if (e.type === 'acquire') {
        if (holders.some((h) => h.lock === e.lock && (h.wide || e.wide || block(h.thread) === block(e.thread))))
          continue;
        visit(step, writers, [...holders, e]);
      } else if (e.type === 'release') {
        visit(
          step,
          writers,
          holders.filter((h) => h.lock !== e.lock || h.thread !== e.thread),
        );
      } else if (e.type === 'access' && e.kind === Kind.read) {
        if (bytes(e).every((byte) => (writers.get(byte) ?? -1) === sources.get(`${i} ${byte}`)))
          visit(step, writers, holders);
      } else if (e.type === 'access') {
        const after = new Map(writers);
        for (const byte of bytes(e)) after.set(byte, i);
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
