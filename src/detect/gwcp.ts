/**
 * GWCP (PreDataR, Definition 1). Weaker than happens-before: sections on one lock are ordered only when they conflict.
 * The definition is followed where Algorithms 1 and 2 order less: a barrier joins what happened before its threads, not
 * only what is GWCP-ordered before them, and rule (ii) asks whether the scopes of the two releases overlap, whichever of
 * them is the wide one. Rules (i) and (ii) are about sections of different threads.
 */
import { conflicting, type Detector, type DetectorSetting, OutOfBudget } from './detector.ts';
import { HierarchyClock, type Row } from './hierarchy-clock.ts';
import { ScopedRows } from './scoped-rows.ts';
import { type Section, SectionLog } from './section-log.ts';
import { ShadowMemory } from './shadow-memory.ts';

/** Pairs of a lock and a word accessed under it. */
const MAX_PROTECTED = 1 << 23;

/** A critical section that is open. */
interface OpenSection {
  readonly lock: number;
  readonly wide: boolean;
  /** The thread's counter at the acquire. */
  readonly since: number;
  /** Sections on any lock that were over by then. */
  readonly order: number;
  /** Words accessed, and how: bit k for kind k, the bytes' mask above. */
  readonly words: Protected[];
  readonly uses: number[];
}

/** Past accesses to one word in sections on one lock, by section, newest first. */
interface Protected {
  sections: Section[];
  uses: number[];
  /** The open section that accessed it last, and where it noted so. */
  open: OpenSection | null;
  index: number;
}

export function createGwcp({ shape, races }: DetectorSetting): Detector {
  const clock = new HierarchyClock(shape, true);
  const memory = new ShadowMemory(clock, races, shape.threadsPerBlock, shape.threads);
  const before = new ScopedRows(shape.threadsPerBlock);
  const weak = new ScopedRows(shape.threadsPerBlock);
  const log = new SectionLog(shape.threadsPerBlock, clock);
  const open = new Map<number, OpenSection[]>();
  const words: Map<number, Protected>[] = [];
  let wordCount = 0;
  let over = 0;
  const blockOf = (thread: number): number => Math.floor(thread / shape.threadsPerBlock);

  const protectedWord = (lock: number, key: number): Protected => {
    let ofLock = words[lock];
    if (ofLock === undefined) {
      ofLock = new Map();
      words[lock] = ofLock;
    }
    let word = ofLock.get(key);
    if (word === undefined) {
      if (++wordCount > MAX_PROTECTED) throw new OutOfBudget('too many locations are accessed under locks');
      word = { sections: [], uses: [], open: null, index: 0 };
      ofLock.set(key, word);
    }
    return word;
  };

  /** Rule (i) for one access of one thread to (part of) one word, in each section that is open. */
  const protect = (sections: readonly OpenSection[], thread: number, kind: number, key: number, mask: number): void => {
    const block = blockOf(thread);
    const use = (1 << kind) | (mask << 4);
    for (const section of sections) {
      const word = protectedWord(section.lock, key);
      for (let i = 0; i < word.sections.length; i++) {
        const earlier = word.sections[i]!;
        // What has begun before the release is not ordered by it: GWCP is weaker than happens-before.
        if (earlier.order > section.order) continue;
        if (earlier.thread === thread || ((word.uses[i]! >> 4) & mask) === 0) continue;
        const sameBlock = blockOf(earlier.thread) === block;
        if (!earlier.wide && !section.wide && !sameBlock) continue;
        if (!conflictsWith(word.uses[i]! & 15, kind, sameBlock)) continue;
        clock.enter(thread);
        if (!clock.before(earlier.thread, earlier.until, thread)) clock.learnWeak(thread, earlier.before);
      }
      if (word.open === section && section.uses[word.index]! >> 4 === mask) {
        section.uses[word.index]! |= use;
      } else {
        word.open = section;
        word.index = section.words.length;
        section.words.push(word);
        section.uses.push(use);
      }
    }
  };

  const observe = (thread: number, lock: number, wide: boolean): void => {
    before.each(lock, thread, wide, (row: Row) => clock.learn(thread, row));
    weak.each(lock, thread, wide, (row: Row) => clock.learnWeak(thread, row));
  };

  const close = (thread: number, lock: number): OpenSection | null => {
    const sections = open.get(thread);
    const at = sections?.findIndex((section) => section.lock === lock) ?? -1;
    if (sections === undefined || at < 0) return null;
    const [section] = sections.splice(at, 1);
    if (sections.length === 0) open.delete(thread);
    return section ?? null;
  };

  return {
    access(kind, thread, mask, address, stride, size, site, block) {
      if (open.size > 0) {
        for (let rest = mask; rest !== 0; rest &= rest - 1) {
          const lane = 31 - Math.clz32(rest & -rest);
          const sections = open.get(thread + lane);
          if (sections === undefined) continue;
          const from = address + lane * stride;
          for (let at = from; at < from + size; ) {
            const start = at - (at % 4);
            const to = Math.min(start + 4, from + size);
            const key = block < 0 ? start / 4 : -1 - ((start / 4) * shape.blocks + block);
            protect(sections, thread + lane, kind, key, (1 << (to - start)) - (1 << (at - start)));
            at = start + 4;
          }
        }
      }
      clock.enter(thread);
      memory.access(kind, thread, mask, address, stride, size, site, block);
    },
    acquire(thread, lock, wide) {
      observe(thread, lock, wide);
      let sections = open.get(thread);
      if (sections === undefined) {
        sections = [];
        open.set(thread, sections);
      }
      clock.enter(thread);
      sections.push({ lock, wide, since: clock.now(thread), order: over, words: [], uses: [] });
    },
    release(thread, lock, wide) {
      const section = close(thread, lock);
      // Rule (ii): earlier sections that are ordered before something in this one are over before its release.
      if (section !== null) log.follow(thread, lock, wide, section.order, (row) => clock.learnWeak(thread, row));
      weak.set(lock, thread, wide, clock.tellWeak(thread, weak.get(lock, thread, wide)));
      const past = clock.tell(thread, before.get(lock, thread, wide));
      before.set(lock, thread, wide, past);
      if (section !== null) {
        const entry: Section = {
          thread,
          since: section.since,
          until: clock.now(thread),
          order: ++over,
          wide,
          before: past.slice(),
        };
        log.append(lock, entry);
        for (let i = 0; i < section.words.length; i++) remember(section.words[i]!, entry, section.uses[i]!);
      }
      clock.advance(thread);
    },
    abandon(thread, lock) {
      close(thread, lock);
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

  /** Keeps the section, and drops those that it and one other thread's section after them stand for. */
  function remember({ sections, uses }: Protected, section: Section, use: number): void {
    let second: Section | null = null;
    let kept = 0;
    // What is pushed out of its place by the one before it.
    let carried = section;
    let carriedUse = use;
    for (let i = 0; i < sections.length; i++) {
      const earlier = sections[i]!;
      const its = uses[i]!;
      if (earlier.wide === section.wide && (its & ~use) === 0) {
        if (section.wide || blockOf(earlier.thread) === blockOf(section.thread)) {
          if (earlier.thread === section.thread) continue;
          if (second !== null && second.thread !== earlier.thread) continue;
          second ??= earlier;
        }
      }
      sections[kept] = carried;
      uses[kept++] = carriedUse;
      carried = earlier;
      carriedUse = its;
    }
    sections[kept] = carried;
    uses[kept++] = carriedUse;
    sections.length = kept;
    uses.length = kept;
  }
}

function conflictsWith(kinds: number, kind: number, sameBlock: boolean): boolean {
  for (let other = 0; other < 4; other++) {
    if ((kinds & (1 << other)) !== 0 && conflicting(other, kind, sameBlock)) return true;
  }
  return false;
}
