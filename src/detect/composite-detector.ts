/** One pass over a trace for several detectors. */
import type { Detector } from './detector.ts';

/** Several detectors as one: each event goes to all of them, in their order. */
export class CompositeDetector implements Detector {
  readonly #all: readonly Detector[];
  // The first ones have fields of their own, so that each call always reaches the same method and can be inlined.
  readonly #first: Detector | undefined;
  readonly #second: Detector | undefined;
  readonly #third: Detector | undefined;
  readonly #others: readonly Detector[];

  constructor(detectors: readonly Detector[]) {
    this.#all = detectors;
    [this.#first, this.#second, this.#third, ...this.#others] = detectors;
  }

  access(
    kind: number,
    thread: number,
    mask: number,
    address: number,
    stride: number,
    size: number,
    site: number,
    block: number,
    strong: boolean,
  ): void {
    this.#first?.access(kind, thread, mask, address, stride, size, site, block, strong);
    this.#second?.access(kind, thread, mask, address, stride, size, site, block, strong);
    this.#third?.access(kind, thread, mask, address, stride, size, site, block, strong);
    for (const one of this.#others) one.access(kind, thread, mask, address, stride, size, site, block, strong);
  }

  acquire(thread: number, lock: number, wide: boolean): void {
    for (const one of this.#all) one.acquire(thread, lock, wide);
  }

  release(thread: number, lock: number, wide: boolean, held: boolean): void {
    for (const one of this.#all) one.release(thread, lock, wide, held);
  }

  abandon(thread: number, lock: number): void {
    for (const one of this.#all) one.abandon(thread, lock);
  }

  publish(thread: number, variable: number, wide: boolean): void {
    for (const one of this.#all) one.publish(thread, variable, wide);
  }

  observe(thread: number, variable: number, wide: boolean): void {
    for (const one of this.#all) one.observe(thread, variable, wide);
  }

  fence(thread: number, wide: boolean, flags: number): void {
    for (const one of this.#all) one.fence(thread, wide, flags);
  }

  barrier(block: number): void {
    for (const one of this.#all) one.barrier(block);
  }

  warpBarrier(thread: number, mask: number): void {
    for (const one of this.#all) one.warpBarrier(thread, mask);
  }

  gridBarrier(): void {
    for (const one of this.#all) one.gridBarrier();
  }

  exit(thread: number): void {
    for (const one of this.#all) one.exit(thread);
  }

  end(): void {
    for (const one of this.#all) one.end();
  }
}
