import type { Detector } from './detector.ts';

/** Several detectors as one: each event goes to all of them, in this order. */
export function inSequence(detectors: readonly Detector[]): Detector {
  const [first, second, third, ...others] = detectors;
  if (first !== undefined && detectors.length === 1) return first;
  return {
    access(kind, thread, mask, address, stride, size, site, block, strong) {
      // One by one, so that each call always reaches the same function and can be inlined.
      first?.access(kind, thread, mask, address, stride, size, site, block, strong);
      second?.access(kind, thread, mask, address, stride, size, site, block, strong);
      third?.access(kind, thread, mask, address, stride, size, site, block, strong);
      for (const d of others) d.access(kind, thread, mask, address, stride, size, site, block, strong);
    },
    acquire(thread, lock, wide) {
      for (const d of detectors) d.acquire(thread, lock, wide);
    },
    release(thread, lock, wide, held) {
      for (const d of detectors) d.release(thread, lock, wide, held);
    },
    abandon(thread, lock) {
      for (const d of detectors) d.abandon(thread, lock);
    },
    publish(thread, variable, wide) {
      for (const d of detectors) d.publish(thread, variable, wide);
    },
    observe(thread, variable, wide) {
      for (const d of detectors) d.observe(thread, variable, wide);
    },
    fence(thread, wide) {
      for (const d of detectors) d.fence(thread, wide);
    },
    barrier(block) {
      for (const d of detectors) d.barrier(block);
    },
    warpBarrier(thread, mask) {
      for (const d of detectors) d.warpBarrier(thread, mask);
    },
    gridBarrier() {
      for (const d of detectors) d.gridBarrier();
    },
    exit(thread) {
      for (const d of detectors) d.exit(thread);
    },
    end() {
      for (const d of detectors) d.end();
    },
  };
}
