/**
 * Happens-before with scopes, by vector clocks: as Barracuda has it and PreDataR extends it (PreDataR, Sections 2.2 and
 * 5.1: "Barracuda+"). Program order of threads, not of warps; block, warp and grid barriers; a release and a later acquire
 * of one lock when they are of one block or one of them has device scope.
 */
import type { Clock, Row } from './clock.ts';
import { type DetectorSetting, QuietDetector } from './detector.ts';
import { HierarchyClock } from './hierarchy-clock.ts';
import { ScopedClocks } from './scoped-clocks.ts';
import { ShadowMemory } from './shadow-memory.ts';

export class ScopedHb extends QuietDetector {
  readonly #clock: Clock;
  readonly #memory: ShadowMemory;
  readonly #locks: ScopedClocks;
  readonly #learn = (row: Row, thread: number): void => this.#clock.learn(thread, row);

  constructor({ shape, races, clock = new HierarchyClock(shape, false) }: DetectorSetting) {
    super();
    this.#clock = clock;
    this.#memory = new ShadowMemory(clock, races, shape.threadsPerBlock, shape.threads);
    this.#locks = new ScopedClocks(shape.threadsPerBlock);
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
    this.#clock.enter(thread);
    this.#memory.access(kind, thread, mask, address, stride, size, site, block);
  }

  override acquire(thread: number, lock: number, wide: boolean): void {
    this.#locks.each(lock, thread, wide, this.#learn);
  }

  override release(thread: number, lock: number, wide: boolean): void {
    this.#locks.set(lock, thread, wide, this.#clock.tell(thread, this.#locks.get(lock, thread, wide)));
    this.#clock.advance(thread);
  }

  override publish(thread: number, variable: number, wide: boolean): void {
    this.release(thread, variable, wide);
  }

  override observe(thread: number, variable: number, wide: boolean): void {
    this.acquire(thread, variable, wide);
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
}
