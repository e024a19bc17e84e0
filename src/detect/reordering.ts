/**
 * Correct reorderings, as predictive race detection has them: is there another order of the same events in which two
 * accesses are next to each other? Found by saturating a partial order, and believed only when the order was replayed: locks exclude each other where their scopes overlap, barriers wait for their threads, and every
 * plain read keeps its writers, because a branch may hang on what it read. Relaxed atomics order nothing on a GPU, so
 * what they read is taken as given (PreDataR, Section 6.2: flags without fences).
 *
 * 1. The cone: what must have happened for both accesses to be next. 2. Sections that protect neither are closed.
 * 3. Saturation: a write that another read must not see goes before its writer or after it; sections on one lock are in
 * a row as soon as something orders them, an open one comes last. 4. What is still free is decided in the order
 * observed (which keeps the order of synchronisation), and the other way round when that fails. 5. Sort, and replay.
 */
import { ordersSpace } from '../trace/index.ts';
import { conflicting, isAtomic, Kind, onlyReads } from './detector.ts';
import { fenceEdges } from './fence-edges.ts';
import { Event, type WindowEvent } from './window.ts';

interface Section {
  readonly index: number;
  readonly lock: number;
  readonly thread: number;
  /** Index of the acquire; -1: before the events at hand. */
  readonly acquire: number;
  /** Index of the release; `Infinity`: not among the events at hand. */
  release: number;
  readonly wide: boolean;
}

interface Source {
  /** The read. */
  readonly read: number;
  /** The write whose bytes it reads; -1: what was there before. */
  readonly write: number;
  readonly from: number;
  readonly to: number;
}

type Outcome = 'vindicated' | 'ordered' | 'too large';

/** Events at hand, with what follows from them for any pair. */
export class Reordering {
  /** Steps taken so far; callers bound them. */
  work = 0;
  readonly events: readonly WindowEvent[];
  readonly #threadsPerBlock: number;
  /** Larger cones are given up; the matrix of a pair has a bit for each two of them. */
  readonly #maxCone: number;
  readonly #threads: (readonly number[])[] = [];
  /** What must come directly before an event whatever the order: its threads' last events, its writers, its publishers. */
  readonly #needs: number[][] = [];
  /** What fences need besides, when they are to order accesses to global or to shared memory. */
  readonly #globalFences: Map<number, number[]> | null;
  readonly #sharedFences: Map<number, number[]> | null;
  /** Those that are followed now. */
  #followed: Map<number, number[]> | null = null;
  readonly #sections: Section[] = [];
  readonly #sectionsOf: number[][] = [];
  readonly #sources: Source[][] = [];

  constructor(events: readonly WindowEvent[], threadsPerBlock: number, maxCone: number) {
    this.#maxCone = maxCone;
    this.events = events;
    this.#threadsPerBlock = threadsPerBlock;
    const present = new Set<number>();
    for (const e of events) if (e.type !== Event.barrier) present.add(e.thread);
    const sorted = [...present].sort((x, y) => x - y);
    const takesPart = (e: WindowEvent, t: number): boolean =>
      e.mask === 0 ? t < e.thread + e.count : t < e.thread + 32 && (e.mask & (1 << (t - e.thread))) !== 0;
    for (const e of events) {
      this.#threads.push(
        e.type === Event.barrier ? sorted.filter((t) => t >= e.thread && takesPart(e, t)) : [e.thread],
      );
    }
    this.#prepare();
    this.#globalFences = fenceEdges(events, threadsPerBlock, false);
    const isPartial = events.some(
      (e) => e.type === Event.fence && !(ordersSpace(e.flags, true) && ordersSpace(e.flags, false)),
    );
    this.#sharedFences = isPartial ? fenceEdges(events, threadsPerBlock, true) : this.#globalFences;
  }

  /** Do fences order anything here? */
  get hasFences(): boolean {
    return this.#globalFences !== null || this.#sharedFences !== null;
  }

  /** One pass in the order observed: what each event needs, what each read sees, and the sections on locks. */
  #prepare(): void {
    const last = new Map<number, number>();
    const writers = new Map<string, number>();
    const publishers = new Map<number, number[]>();
    const open = new Map<number, readonly Section[]>();
    for (const [i, e] of this.events.entries()) {
      const needs: number[] = [];
      for (const t of this.#threads[i]!) {
        const before = last.get(t);
        if (before !== undefined) needs.push(before);
        last.set(t, i);
      }
      const isAccess = e.type === Event.access;
      this.#sectionsOf.push(isAccess ? (open.get(e.thread) ?? []).map((s) => s.index) : []);
      const sources = isAccess ? sourcesOf(e, i, writers) : [];
      for (const { write } of sources) if (write >= 0) needs.push(write);
      if (e.type === Event.acquire) {
        const section = this.#addSection(e, i, Number.POSITIVE_INFINITY);
        open.set(e.thread, [...(open.get(e.thread) ?? []), section]);
      } else if (e.type === Event.release || e.type === Event.abandon) this.#endSection(e, i, open);
      else if (e.type === Event.publish) publishers.set(e.lock, [...(publishers.get(e.lock) ?? []), i]);
      if (e.type === Event.observe || e.type === Event.acquire) {
        for (const p of publishers.get(e.lock) ?? []) if (this.reaches(this.events[p]!, e)) needs.push(p);
      }
      this.#needs.push(needs);
      this.#sources.push(sources);
    }
  }

  #addSection({ lock, thread, wide }: WindowEvent, acquire: number, release: number): Section {
    const section: Section = { index: this.#sections.length, lock, thread, acquire, release, wide };
    this.#sections.push(section);
    return section;
  }

  /** The event `e` at `i` releases or abandons a lock. */
  #endSection(e: WindowEvent, i: number, open: Map<number, readonly Section[]>): void {
    const ofThread = open.get(e.thread) ?? [];
    const section = ofThread.find((s) => s.lock === e.lock);
    if (section === undefined) {
      // The section was open when these events began: nobody else is in before it ends.
      if (e.type === Event.release) this.#addSection(e, -1, i);
      return;
    }
    open.set(
      e.thread,
      ofThread.filter((s) => s !== section),
    );
    if (e.type === Event.release) section.release = i;
    else this.#forget(section);
  }

  /** A section without a proper end protects nothing. */
  #forget(section: Section): void {
    this.#sections[section.index] = { ...section, lock: -1 };
  }

  /**
   * Can the events `a` and `b`, `a` first in the order observed, be next at the same time?
   * @param followFences Fences with strong accesses between them order, too.
   */
  vindicate(a: number, b: number, followFences = false): Outcome {
    const ofSpace = this.events[a]!.block < 0 ? this.#globalFences : this.#sharedFences;
    this.#followed = followFences ? ofSpace : null;
    const cone = this.#cone(a, b);
    if (cone === null) return 'ordered';
    if (cone.length > this.#maxCone) return 'too large';
    return new Attempt(this, cone, a, b).run() ? 'vindicated' : 'ordered';
  }

  /** The events that come before both, in the order observed; null when one of the two is among them. */
  #cone(a: number, b: number): number[] | null {
    const inside = new Set<number>();
    const grow = (into: Set<number>, from: readonly number[]): boolean => {
      const waiting = [...from];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        this.work++;
        if (next === a || next === b) return false;
        if (into.has(next)) continue;
        into.add(next);
        waiting.push(...this.needsOf(next));
      }
      return true;
    };
    // The values that the two accesses read do not matter any more; their writers are needed by nobody.
    if (!grow(inside, this.#programNeeds(a)) || !grow(inside, this.#programNeeds(b))) return null;
    const protecting = new Set([...this.#sectionsOf[a]!, ...this.#sectionsOf[b]!]);
    const stuck = new Set<number>();
    for (let again = true; again; ) {
      again = false;
      for (const [index, section] of this.#sections.entries()) {
        this.work++;
        if (section.lock < 0 || protecting.has(index) || stuck.has(index)) continue;
        const hasBegun = section.acquire < 0 || inside.has(section.acquire);
        if (!hasBegun || inside.has(section.release)) continue;
        if (section.acquire < 0 && !this.#contended(index, inside)) continue;
        const wider = new Set(inside);
        if (section.release !== Number.POSITIVE_INFINITY && grow(wider, [section.release])) {
          for (const event of wider) inside.add(event);
          again = true;
        } else stuck.add(index);
        if (inside.size > this.#maxCone * 4) return [...inside];
      }
    }
    return [...inside].sort((x, y) => x - y);
  }

  #contended(index: number, inside: ReadonlySet<number>): boolean {
    const section = this.#sections[index]!;
    return this.#sections.some(
      (other) => other !== section && this.exclude(section, other) && inside.has(other.acquire),
    );
  }

  #programNeeds(i: number): number[] {
    const { thread } = this.events[i]!;
    return this.#needs[i]!.filter((j) => this.#threads[j]!.includes(thread));
  }

  exclude(a: Section, b: Section): boolean {
    if (a.lock < 0 || a.lock !== b.lock || a.thread === b.thread) return false;
    return a.wide || b.wide || this.#blockOf(a.thread) === this.#blockOf(b.thread);
  }

  /** Does an acquire operation see a release operation on one variable? */
  reaches(release: WindowEvent, acquire: WindowEvent): boolean {
    if (release.lock !== acquire.lock) return false;
    return release.wide || acquire.wide || this.#blockOf(release.thread) === this.#blockOf(acquire.thread);
  }

  #blockOf(thread: number): number {
    return Math.floor(thread / this.#threadsPerBlock);
  }

  needsOf(i: number): readonly number[] {
    const needs = this.#needs[i]!;
    const more = this.#followed?.get(i);
    return more === undefined ? needs : [...needs, ...more];
  }

  sourcesOf(i: number): readonly Source[] {
    return this.#sources[i]!;
  }

  allSections(): readonly Section[] {
    return this.#sections;
  }

  threadsOf(i: number): readonly number[] {
    return this.#threads[i]!;
  }
}

/**
 * The writes whose bytes a plain read sees, or none for another access.
 * @param writers the last write of each byte; a write is noted there
 */
function sourcesOf(access: WindowEvent, index: number, writers: Map<string, number>): Source[] {
  const sources: Source[] = [];
  if (onlyReads(access.kind) && isAtomic(access.kind)) return sources;
  for (let byte = access.from; byte < access.to; byte++) {
    const key = `${access.block} ${byte}`;
    if (access.kind !== Kind.read) {
      writers.set(key, index);
      continue;
    }
    const write = writers.get(key) ?? -1;
    const before = sources.at(-1);
    if (before?.write === write) sources[sources.length - 1] = { ...before, to: byte + 1 };
    else sources.push({ read: index, write, from: byte, to: byte + 1 });
  }
  return sources;
}

/** Two orders that saturation leaves open, as edges: the first is taken when it works, else the second. */
type Choice = readonly [readonly (readonly [number, number])[], readonly (readonly [number, number])[]];

class Attempt {
  readonly #all: Reordering;
  /** Events by their place in the cone; the place is the name from here on. */
  readonly #cone: readonly number[];
  readonly #place = new Map<number, number>();
  readonly #words: number;
  /** Row i: what i comes before. */
  #after: Int32Array;
  readonly #sections: { acquire: number; release: number; open: boolean; section: Section }[] = [];
  readonly #sources: { read: number; write: number; from: number; to: number; others: number[] }[] = [];
  readonly #a: number;
  readonly #b: number;

  constructor(all: Reordering, cone: readonly number[], a: number, b: number) {
    this.#all = all;
    this.#cone = cone;
    this.#a = a;
    this.#b = b;
    for (const [at, event] of cone.entries()) this.#place.set(event, at);
    this.#words = (cone.length + 31) >> 5;
    this.#after = new Int32Array(cone.length * this.#words);
  }

  run(): boolean {
    if (!this.#base() || !this.#saturate()) return false;
    for (const choice of this.#choices()) {
      const [first, second] = choice;
      if (first.every(([x, y]) => this.#isBefore(x, y)) || second.every(([x, y]) => this.#isBefore(x, y))) continue;
      const before = this.#after.slice();
      if (this.#edges(first) && this.#saturate()) continue;
      this.#after = before;
      if (!(this.#edges(second) && this.#saturate())) return false;
    }
    return this.#replays(this.#order());
  }

  #base(): boolean {
    for (const [at, event] of this.#cone.entries()) {
      for (const need of this.#all.needsOf(event)) {
        const from = this.#place.get(need);
        if (from !== undefined && !this.#edge(from, at)) return false;
      }
    }
    const written = this.#cone.flatMap((event, at) => {
      const e = this.#all.events[event]!;
      return e.type === Event.access && !onlyReads(e.kind) ? [{ at, e }] : [];
    });
    for (const [at, event] of this.#cone.entries()) {
      const block = this.#all.events[event]!.block;
      for (const { write, from, to } of this.#all.sourcesOf(event)) {
        const writer = write < 0 ? -1 : this.#place.get(write)!;
        const others: number[] = [];
        for (const { at: other, e } of written) {
          this.#all.work++;
          if (other !== writer && e.block === block && e.from < to && from < e.to) others.push(other);
        }
        if (others.length > 0) this.#sources.push({ read: at, write: writer, from, to, others });
      }
    }
    // What an acquire operation did not see in the run it does not see in the reordering either.
    for (const [at, event] of this.#cone.entries()) {
      const observe = this.#all.events[event]!;
      if (observe.type !== Event.observe) continue;
      for (let later = at + 1; later < this.#cone.length; later++) {
        const publish = this.#all.events[this.#cone[later]!]!;
        if (publish.type === Event.publish && this.#all.reaches(publish, observe) && !this.#edge(at, later))
          return false;
      }
    }
    for (const section of this.#all.allSections()) {
      if (section.lock < 0) continue;
      const acquire = section.acquire < 0 ? -1 : this.#place.get(section.acquire);
      if (acquire === undefined) continue;
      const release = this.#place.get(section.release);
      this.#sections.push({ acquire, release: release ?? -1, open: release === undefined, section });
    }
    return true;
  }

  #saturate(): boolean {
    for (let again = true; again; ) {
      again = false;
      for (const { read, write, others } of this.#sources) {
        for (const other of others) {
          this.#all.work++;
          if (write < 0) {
            if (!this.#isBefore(read, other)) {
              if (!this.#edge(read, other)) return false;
              again = true;
            }
          } else if (this.#isBefore(other, read) && !this.#isBefore(other, write)) {
            if (!this.#edge(other, write)) return false;
            again = true;
          } else if (this.#isBefore(write, other) && !this.#isBefore(read, other)) {
            if (!this.#edge(read, other)) return false;
            again = true;
          }
        }
      }
      for (const [i, x] of this.#sections.entries()) {
        for (let j = i + 1; j < this.#sections.length; j++) {
          this.#all.work++;
          const y = this.#sections[j]!;
          if (!this.#all.exclude(x.section, y.section)) continue;
          if (x.open && y.open) return false;
          const xFirst = y.open || x.acquire < 0 || (!x.open && this.#isBefore(x.acquire, y.release));
          const yFirst = x.open || y.acquire < 0 || (!y.open && this.#isBefore(y.acquire, x.release));
          if (xFirst && yFirst) return false;
          const [first, second] = xFirst ? [x, y] : [y, x];
          if (!(xFirst || yFirst) || this.#isBefore(first.release, second.acquire)) continue;
          if (!this.#edge(first.release, second.acquire)) return false;
          again = true;
        }
      }
    }
    return true;
  }

  /** What saturation left open, in the order observed. */
  #choices(): Choice[] {
    const choices: Choice[] = [];
    for (const [i, x] of this.#sections.entries()) {
      for (let j = i + 1; j < this.#sections.length; j++) {
        const y = this.#sections[j]!;
        if (!this.#all.exclude(x.section, y.section) || x.open || y.open || x.acquire < 0 || y.acquire < 0) continue;
        const [first, second] = x.acquire < y.acquire ? [x, y] : [y, x];
        choices.push([[[first.release, second.acquire]], [[second.release, first.acquire]]]);
      }
    }
    for (const { read, write, others } of this.#sources) {
      if (write < 0) continue;
      for (const other of others) {
        const early: Choice[0] = [[other, write]];
        const late: Choice[0] = [[read, other]];
        choices.push(other < write ? [early, late] : [late, early]);
      }
    }
    return choices;
  }

  #edges(pairs: readonly (readonly [number, number])[]): boolean {
    return pairs.every(([x, y]) => this.#isBefore(x, y) || this.#edge(x, y));
  }

  /** Adds x before y and all that follows. @returns false when that is a cycle */
  #edge(x: number, y: number): boolean {
    if (x === y || x < 0 || y < 0 || this.#isBefore(y, x)) return false;
    if (this.#isBefore(x, y)) return true;
    const words = this.#words;
    const after = this.#after;
    for (let i = 0; i < this.#cone.length; i++) {
      if (i !== x && !this.#isBefore(i, x)) continue;
      if (this.#isBefore(i, y)) continue;
      for (let w = 0; w < words; w++) after[i * words + w]! |= after[y * words + w]!;
      after[i * words + (y >> 5)]! |= 1 << (y & 31);
      this.#all.work += words;
    }
    this.#all.work += this.#cone.length >> 3;
    return true;
  }

  #isBefore(x: number, y: number): boolean {
    return (this.#after[x * this.#words + (y >> 5)]! & (1 << (y & 31))) !== 0;
  }

  /** Topological, the order observed where nothing else is asked for. */
  #order(): number[] {
    const n = this.#cone.length;
    const waits = new Int32Array(n);
    for (let x = 0; x < n; x++) for (let y = 0; y < n; y++) if (this.#isBefore(x, y)) waits[y]!++;
    this.#all.work += (n * n) >> 3;
    const order: number[] = [];
    const done = new Uint8Array(n);
    for (let from = 0; order.length < n; ) {
      let next = -1;
      for (let x = from; x < n && next < 0; x++) if (done[x] === 0 && waits[x] === 0) next = x;
      if (next < 0) return order;
      done[next] = 1;
      while (from < n && done[from] === 1) from++;
      order.push(next);
      for (let y = 0; y < n; y++) if (this.#isBefore(next, y)) waits[y]!--;
    }
    return order;
  }

  /** Runs the order against the rules, trusting nothing that was computed before. */
  #replays(order: readonly number[]): boolean {
    if (order.length !== this.#cone.length) return false;
    const done = new Set<number>();
    const holders: Section[] = this.#all.allSections().filter((s) => s.lock >= 0 && s.acquire < 0);
    const writers = new Map<string, number>();
    for (const at of order) {
      const event = this.#cone[at]!;
      const e = this.#all.events[event]!;
      if (!this.#all.needsOf(event).every((need) => done.has(need))) return false;
      done.add(event);
      if (e.type === Event.acquire) {
        const section = this.#all.allSections().find((s) => s.acquire === event);
        if (section === undefined) continue;
        if (holders.some((holder) => this.#all.exclude(holder, section))) return false;
        holders.push(section);
      } else if (e.type === Event.release) {
        const held = holders.findIndex((s) => s.release === event);
        if (held >= 0) holders.splice(held, 1);
      } else if (e.type === Event.access) {
        if (!onlyReads(e.kind)) for (let byte = e.from; byte < e.to; byte++) writers.set(`${e.block} ${byte}`, event);
        for (const { write, from, to } of this.#all.sourcesOf(event)) {
          for (let byte = from; byte < to; byte++)
            if ((writers.get(`${e.block} ${byte}`) ?? -1) !== write) return false;
        }
      }
    }
    return this.#isNext(this.#a, done) && this.#isNext(this.#b, done) && this.#meet();
  }

  #isNext(event: number, done: ReadonlySet<number>): boolean {
    const threads = this.#all.threadsOf(event);
    return this.#all
      .needsOf(event)
      .filter((need) => this.#all.threadsOf(need).some((t) => threads.includes(t)))
      .every((need) => done.has(need));
  }

  #meet(): boolean {
    const a = this.#all.events[this.#a]!;
    const b = this.#all.events[this.#b]!;
    return a.type === Event.access && b.type === Event.access && a.block === b.block && a.from < b.to && b.from < a.to;
  }
}

/** Do two events of a window race when nothing orders them? */
export function conflictingEvents(a: WindowEvent, b: WindowEvent, threadsPerBlock: number): boolean {
  if (a.type !== Event.access || b.type !== Event.access || a.thread === b.thread) return false;
  if (a.block !== b.block || a.from >= b.to || b.from >= a.to) return false;
  return conflicting(a.kind, b.kind, Math.floor(a.thread / threadsPerBlock) === Math.floor(b.thread / threadsPerBlock));
}
