/**
 * Happens-before with scopes, as Barracuda has it and PreDataR extends it (PreDataR, Sections 2.2 and 5.1: "Barracuda+"):
 * program order of threads, not of warps; block, warp and grid barriers; a release and a later acquire of one lock when
 * they are of one block or one of them has device scope.
 */
import type { Clock, Row } from './clock.ts';
import type { Detector, DetectorSetting } from './detector.ts';
import { HierarchyClock } from './hierarchy-clock.ts';
import { ScopedRows } from './scoped-rows.ts';
import { ShadowMemory } from './shadow-memory.ts';

export function createScopedHb({ shape, races, clock: given }: DetectorSetting): Detector {
  const clock: Clock = given ?? new HierarchyClock(shape, false);
  const learn = (row: Row, thread: number): void => clock.learn(thread, row);
  const memory = new ShadowMemory(clock, races, shape.threadsPerBlock, shape.threads);
  const locks = new ScopedRows(shape.threadsPerBlock);

  const acquire = (thread: number, lock: number, wide: boolean): void => locks.each(lock, thread, wide, learn);
  const release = (thread: number, lock: number, wide: boolean): void => {
    locks.set(lock, thread, wide, clock.tell(thread, locks.get(lock, thread, wide)));
    clock.advance(thread);
  };
  return {
    access(kind, thread, mask, address, stride, size, site, block) {
      clock.enter(thread);
      memory.access(kind, thread, mask, address, stride, size, site, block);
    },
    acquire,
    release,
    abandon() {},
    publish: release,
    observe: acquire,
    fence() {},
    barrier: (block) => clock.blockBarrier(block),
    warpBarrier: (thread, mask) => clock.warpBarrier(thread, mask),
    gridBarrier: () => clock.gridBarrier(),
    exit() {},
    end() {},
  };
}
