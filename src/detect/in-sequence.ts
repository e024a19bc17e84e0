import type { Detector } from './detector.ts';

/** Several detectors as one: each event goes to all of them, in this order. */
export function inSequence(detectors: readonly Detector[]): Detector {
  const [only] = detectors;
  if (only !== undefined && detectors.length === 1) return only;
  const each =
    <A extends unknown[]>(take: (detector: Detector, ...rest: A) => void) =>
    (...rest: A): void => {
      for (const detector of detectors) take(detector, ...rest);
    };
  return {
    access(kind, thread, mask, address, stride, size, site, block, strong) {
      for (const d of detectors) d.access(kind, thread, mask, address, stride, size, site, block, strong);
    },
    acquire: each((d, thread: number, lock: number, wide: boolean) => d.acquire(thread, lock, wide)),
    release: each((d, thread: number, lock: number, wide: boolean, held: boolean) =>
      d.release(thread, lock, wide, held),
    ),
    abandon: each((d, thread: number, lock: number) => d.abandon(thread, lock)),
    publish: each((d, thread: number, variable: number, wide: boolean) => d.publish(thread, variable, wide)),
    observe: each((d, thread: number, variable: number, wide: boolean) => d.observe(thread, variable, wide)),
    fence: each((d, thread: number, wide: boolean) => d.fence(thread, wide)),
    barrier: each((d, block: number) => d.barrier(block)),
    warpBarrier: each((d, thread: number, mask: number) => d.warpBarrier(thread, mask)),
    gridBarrier: each((d) => d.gridBarrier()),
    exit: each((d, thread: number) => d.exit(thread)),
    end: each((d) => d.end()),
  };
}
