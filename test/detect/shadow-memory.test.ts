/** Many places with unordered accesses at once: none is forgotten when room is made for more. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kind } from '../../src/detect/detector.ts';
import { ScopedHb } from '../../src/detect/scoped-hb.ts';

const shape = { threadsPerBlock: 4, blocks: 1, threads: 4, warpSize: 32, warpsPerBlock: 1 };

for (const words of [100, 2000, 20_000]) {
  test(`three readers of each of ${words} words race with a later writer`, () => {
    const readers = new Map<number, number[]>();
    const detector = new ScopedHb({
      shape,
      races: {
        race: (earlier, _site, _kind, _by, _laterSite, _laterKind, address) => {
          readers.set(address, [...(readers.get(address) ?? []), earlier]);
        },
      },
    });
    const each = (kind: number, thread: number): void => {
      for (let word = 0; word < words; word++) detector.access(kind, thread, 1, 4 * word, 0, 4, 0, -1);
    };
    for (const reader of [0, 1, 2]) each(Kind.read, reader);
    each(Kind.write, 3);
    assert.equal(readers.size, words);
    for (const [address, its] of readers) assert.deepEqual(its.sort(), [0, 1, 2], `address ${address}`);
  });
}
