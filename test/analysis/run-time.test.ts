import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KernelTime } from '../../src/analysis/run-time.ts';
import { timeNow } from '../../src/unit/time.ts';

test('without an end each kernel has its own time', () => {
  assert.equal(new KernelTime(undefined, 30_000).next(9), 30_000);
});

test('of what is left a kernel gets twice its even share, and never more than there is', () => {
  const time = new KernelTime(timeNow() + 10_000, 30_000);
  const near = (actual: number | null, expected: number) =>
    assert.ok(actual !== null && actual <= expected && actual > expected - 1_000, `${actual} is not ${expected}`);
  near(time.next(10), 2_000);
  near(time.next(2), 10_000);
  near(time.next(1), 10_000);
});

test('when the time is over no kernel is begun', () => {
  assert.equal(new KernelTime(timeNow() + 10, 30_000).next(1), null);
  assert.equal(new KernelTime(timeNow() - 10, 5).next(1), null);
});
