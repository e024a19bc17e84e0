/**
 * GWCP (PreDataR, Definition 1). Weaker than happens-before: sections on one lock are ordered only when they conflict.
 * The definition is followed where Algorithms 1 and 2 order less: a barrier joins what happened before its threads, not
 * only what is GWCP-ordered before them, and rule (ii) asks whether the scopes of the two releases overlap, whichever of
 * them is the wide one. Rules (i) and (ii) are about sections of different threads.
 */
import type { Clock, Row } from './clock.ts';
import type { Detector, DetectorSetting } from './detector.ts';
import { HierarchyClock } from './hierarchy-clock.ts';
import { PerThread } from './per-thread.ts';
import { OpenSection, ProtectedWords } from './protected-words.ts';
import { ScopedRows } from './scoped-rows.ts';
import { SectionLog } from './section-log.ts';
import { Sections } from './sections.ts';
import { ShadowMemory } from './shadow-memory.ts';

/** The mask of all bytes of a word. */
const WHOLE_WORD = 0b1111;

export function createGwcp({ shape, races, clock: given }: DetectorSetting): Detector {
  const clock: Clock = given ?? new HierarchyClock(shape, true);
  const learn = (row: Row, thread: number): void => clock.learn(thread, row);
  const learnWeak = (row: Row, thread: number): void => clock.learnWeak(thread, row);
  const memory = new ShadowMemory(clock, races, shape.threadsPerBlock, shape.threads);
  const before = new ScopedRows(shape.threadsPerBlock);
  const weak = new ScopedRows(shape.threadsPerBlock);
  const sections = new Sections();
  const log = new SectionLog(shape.threadsPerBlock, shape.threads, clock, sections);
  /** Whoever is ordered after a release knows all that happened before it. */
  const learnSection = (section: number, thread: number): void =>
    clock.learnWeak(thread, sections.rows, section * sections.columns, sections.columns);
  const words = new ProtectedWords(shape.threadsPerBlock, clock, sections, learnSection);
  const open = new PerThread<OpenSection[]>(shape.threads);
  const spare: OpenSection[] = [];
  /** Releases of each lock so far. */
  const releases: number[] = [];
  let opened = 0;
  let openCount = 0;

  /** Rule (i) for an access of one thread, in each section that is open. */
  const protect = (
    its: readonly OpenSection[],
    thread: number,
    kind: number,
    from: number,
    size: number,
    block: number,
  ): void => {
    clock.enter(thread);
    // Most accesses are to a word.
    if (size === 4 && (from & 3) === 0 && block < 0) {
      for (let i = 0; i < its.length; i++) words.access(its[i]!, thread, kind, from / 4, WHOLE_WORD);
      return;
    }
    for (let at = from; at < from + size; ) {
      const start = at - (at % 4);
      const to = Math.min(start + 4, from + size);
      const key = block < 0 ? start / 4 : -1 - ((start / 4) * shape.blocks + block);
      const mask = (1 << (to - start)) - (1 << (at - start));
      for (let i = 0; i < its.length; i++) words.access(its[i]!, thread, kind, key, mask);
      at = start + 4;
    }
  };

  const observe = (thread: number, lock: number, wide: boolean): void => {
    before.each(lock, thread, wide, learn);
    weak.each(lock, thread, wide, learnWeak);
  };

  const begin = (thread: number, lock: number, wide: boolean): OpenSection => {
    const section = spare.pop() ?? new OpenSection();
    clock.enter(thread);
    section.stamp = ++opened;
    section.lock = lock;
    section.wide = wide;
    section.since = clock.now(thread);
    section.order = sections.over;
    section.count = 0;
    const its = open.get(thread);
    if (its === undefined) open.set(thread, [section]);
    else its.push(section);
    openCount++;
    return section;
  };

  const close = (thread: number, lock: number): OpenSection | null => {
    const its = open.get(thread);
    if (its === undefined) return null;
    for (let i = its.length - 1; i >= 0; i--) {
      const section = its[i]!;
      if (section.lock !== lock) continue;
      if (i === its.length - 1) its.pop();
      else its.splice(i, 1);
      openCount--;
      return section;
    }
    return null;
  };

  return {
    access(kind, thread, mask, address, stride, size, site, block) {
      if (openCount > 0) {
        for (let rest = mask; rest !== 0; rest &= rest - 1) {
          const lane = 31 - Math.clz32(rest & -rest);
          const its = open.get(thread + lane);
          if (its !== undefined && its.length > 0) {
            protect(its, thread + lane, kind, address + lane * stride, size, block);
          }
        }
      }
      clock.enter(thread);
      memory.access(kind, thread, mask, address, stride, size, site, block);
    },
    acquire(thread, lock, wide) {
      observe(thread, lock, wide);
      begin(thread, lock, wide).released = releases[lock] ?? 0;
    },
    release(thread, lock, wide) {
      const section = close(thread, lock);
      // Rule (ii): earlier sections that are ordered before something in this one are over before its release.
      if (section !== null) log.follow(thread, lock, wide, section.order, learnSection);
      weak.set(lock, thread, wide, clock.tellWeak(thread, weak.get(lock, thread, wide)));
      const past = clock.tell(thread, before.get(lock, thread, wide));
      before.set(lock, thread, wide, past);
      const released = releases[lock] ?? 0;
      releases[lock] = released + 1;
      if (section !== null) {
        // Who releases a lock that another one holds is not before what that one does.
        const own = released === section.released ? past : clock.tell(thread, null);
        const over = sections.add(thread, section.since, clock.now(thread), wide, own, clock.columns);
        log.append(lock, over);
        words.close(section, over);
        spare.push(section);
      }
      clock.advance(thread);
    },
    abandon(thread, lock) {
      const section = close(thread, lock);
      if (section !== null) spare.push(section);
    },
    publish(thread, variable, wide) {
      before.set(variable, thread, wide, clock.tell(thread, before.get(variable, thread, wide)));
      weak.set(variable, thread, wide, clock.tell(thread, weak.get(variable, thread, wide)));
      clock.advance(thread);
    },
    observe,
    fence() {},
    barrier: (block) => clock.blockBarrier(block),
    warpBarrier: (thread, mask) => clock.warpBarrier(thread, mask),
    gridBarrier: () => clock.gridBarrier(),
    exit() {},
    end() {},
    happenedBefore: (thread, counter, by) => clock.happenedBefore(thread, counter, by),
  };
}
