/**
 * GWCP: weak causal precedence for GPU programs (PreDataR, Definition 1). Weaker than happens-before: sections on one lock
 * are ordered only when they conflict, so a race of another order of the sections is seen in this one. It is computed with
 * two vector clocks per thread, happens-before and the weak relation.
 * The definition is followed where Algorithms 1 and 2 order less: a barrier joins what happened before its threads, not
 * only what is GWCP-ordered before them, and rule (ii) asks whether the scopes of the two releases overlap, whichever of
 * them is the wide one. Rules (i) and (ii) are about sections of different threads.
 */
import type { Clock, Row } from './clock.ts';
import { type DetectorSetting, QuietDetector } from './detector.ts';
import { HierarchyClock } from './hierarchy-clock.ts';
import { PerThread } from './per-thread.ts';
import { OpenSection, ProtectedWords } from './protected-words.ts';
import { ScopedClocks } from './scoped-clocks.ts';
import { SectionLog } from './section-log.ts';
import { Sections } from './sections.ts';
import { ShadowMemory } from './shadow-memory.ts';

/** The mask of all bytes of a word. */
const WHOLE_WORD = 0b1111;

export class Gwcp extends QuietDetector {
  readonly #blocks: number;
  readonly #clock: Clock;
  readonly #memory: ShadowMemory;
  /** What was released at each lock, by happens-before and by the weak relation. */
  readonly #before: ScopedClocks;
  readonly #weak: ScopedClocks;
  readonly #sections = new Sections();
  readonly #log: SectionLog;
  readonly #words: ProtectedWords;
  readonly #open: PerThread<OpenSection[]>;
  #openCount = 0;
  /** Objects of sections that are over, to be used again. */
  readonly #spare: OpenSection[] = [];
  /** Sections that were opened so far. */
  #opened = 0;
  /** Releases of each lock so far. */
  readonly #releases: number[] = [];

  readonly #learn = (row: Row, thread: number): void => this.#clock.learn(thread, row);
  readonly #learnWeak = (row: Row, thread: number): void => this.#clock.learnWeak(thread, row);
  /** Whoever is ordered after a release knows all that happened before it. */
  readonly #learnSection = (section: number, thread: number): void => {
    const { rows, columns } = this.#sections;
    this.#clock.learnWeak(thread, rows, section * columns, columns);
  };

  constructor({ shape, races, clock = new HierarchyClock(shape, true) }: DetectorSetting) {
    super();
    const { threads, threadsPerBlock, blocks } = shape;
    this.#blocks = blocks;
    this.#clock = clock;
    this.#memory = new ShadowMemory(clock, races, threadsPerBlock, threads);
    this.#before = new ScopedClocks(threadsPerBlock);
    this.#weak = new ScopedClocks(threadsPerBlock);
    this.#log = new SectionLog(threadsPerBlock, threads, clock, this.#sections);
    this.#words = new ProtectedWords(threadsPerBlock, clock, this.#sections, this.#learnSection);
    this.#open = new PerThread(threads);
  }

  override access(
    kind: number,
    thread: number,
    mask: number,
    address: number,
    stride: number,
    size: number,
    site: number,
    block: number,
  ): void {
    if (this.#openCount > 0) {
      for (let rest = mask; rest !== 0; rest &= rest - 1) {
        const lane = 31 - Math.clz32(rest & -rest);
        const sections = this.#open.get(thread + lane);
        if (sections !== undefined && sections.length > 0) {
          this.#protect(sections, thread + lane, kind, address + lane * stride, size, block);
        }
      }
    }
    this.#clock.enter(thread);
    this.#memory.access(kind, thread, mask, address, stride, size, site, block);
  }

  override acquire(thread: number, lock: number, wide: boolean): void {
    this.observe(thread, lock, wide);
    this.#openSection(thread, lock, wide);
  }

  override release(thread: number, lock: number, wide: boolean): void {
    const clock = this.#clock;
    const weak = this.#weak;
    const before = this.#before;
    const section = this.#closeSection(thread, lock);
    // Rule (ii): earlier sections that are ordered before something in this one are over before its release.
    if (section !== null) this.#log.follow(thread, lock, wide, section.order, this.#learnSection);
    weak.set(lock, thread, wide, clock.tellWeak(thread, weak.get(lock, thread, wide)));
    const past = clock.tell(thread, before.get(lock, thread, wide));
    before.set(lock, thread, wide, past);
    const released = this.#releases[lock] ?? 0;
    this.#releases[lock] = released + 1;
    if (section !== null) {
      // Where another thread released the lock meanwhile, `past` holds that release, too: it is not before this section.
      const own = released === section.released ? past : clock.tell(thread, null);
      const over = this.#sections.add(thread, section.since, clock.now(thread), wide, own, clock.columns);
      this.#log.append(lock, over);
      this.#words.close(section, over);
      this.#spare.push(section);
    }
    clock.advance(thread);
  }

  override abandon(thread: number, lock: number): void {
    const section = this.#closeSection(thread, lock);
    if (section !== null) this.#spare.push(section);
  }

  override publish(thread: number, variable: number, wide: boolean): void {
    const clock = this.#clock;
    this.#before.set(variable, thread, wide, clock.tell(thread, this.#before.get(variable, thread, wide)));
    this.#weak.set(variable, thread, wide, clock.tell(thread, this.#weak.get(variable, thread, wide)));
    clock.advance(thread);
  }

  override observe(thread: number, variable: number, wide: boolean): void {
    this.#before.each(variable, thread, wide, this.#learn);
    this.#weak.each(variable, thread, wide, this.#learnWeak);
  }

  override barrier(block: number): void {
    this.#clock.blockBarrier(block);
  }

  override warpBarrier(thread: number, mask: number): void {
    this.#clock.warpBarrier(thread, mask);
  }

  override gridBarrier(): void {
    this.#clock.gridBarrier();
  }

  /** Within `RaceSink.race`: did the earlier access happen before the later one in the run? */
  happenedBefore(thread: number, counter: number, by: number): boolean {
    return this.#clock.happenedBefore(thread, counter, by);
  }

  /** Rule (i) for an access of one thread, in each section that is open. */
  #protect(
    sections: readonly OpenSection[],
    thread: number,
    kind: number,
    from: number,
    size: number,
    block: number,
  ): void {
    this.#clock.enter(thread);
    // Most accesses are to a word.
    if (size === 4 && (from & 3) === 0 && block < 0) {
      for (let i = 0; i < sections.length; i++) this.#words.access(sections[i]!, thread, kind, from / 4, WHOLE_WORD);
      return;
    }
    for (let at = from; at < from + size; ) {
      const start = at - (at % 4);
      const to = Math.min(start + 4, from + size);
      const key = block < 0 ? start / 4 : -1 - ((start / 4) * this.#blocks + block);
      const mask = (1 << (to - start)) - (1 << (at - start));
      for (let i = 0; i < sections.length; i++) this.#words.access(sections[i]!, thread, kind, key, mask);
      at = start + 4;
    }
  }

  #openSection(thread: number, lock: number, wide: boolean): void {
    const section = this.#spare.pop() ?? new OpenSection();
    this.#clock.enter(thread);
    section.stamp = ++this.#opened;
    section.lock = lock;
    section.wide = wide;
    section.since = this.#clock.now(thread);
    section.order = this.#sections.over;
    section.released = this.#releases[lock] ?? 0;
    section.count = 0;
    const others = this.#open.get(thread);
    if (others === undefined) this.#open.set(thread, [section]);
    else others.push(section);
    this.#openCount++;
  }

  /** Takes the thread's section on a lock from the open ones; null when it has none. */
  #closeSection(thread: number, lock: number): OpenSection | null {
    const sections = this.#open.get(thread);
    if (sections === undefined) return null;
    for (let i = sections.length - 1; i >= 0; i--) {
      const section = sections[i]!;
      if (section.lock !== lock) continue;
      if (i === sections.length - 1) sections.pop();
      else sections.splice(i, 1);
      this.#openCount--;
      return section;
    }
    return null;
  }
}
