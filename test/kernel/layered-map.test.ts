/** A map whose changed copies share what did not change: it is held against an ordinary one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayeredMap } from '../../src/kernel/layered-map.ts';

interface Entry {
  readonly of: number;
}

/** Keys come back after they were deleted no more than ids of objects do. */
test('it has what a map has that was changed in the same way, in the same order, and so have its older copies', () => {
  let seed = 20261126;
  const random = (limit: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % limit;
  };
  for (let round = 0; round < 50; round++) {
    let plain: ReadonlyMap<number, Entry> = new Map(
      Array.from({ length: random(60) }, (_, i) => [i, { of: i }] as const),
    );
    let layered: ReadonlyMap<number, Entry> = plain;
    let newest = 100;
    const kept: (readonly [ReadonlyMap<number, Entry>, ReadonlyMap<number, Entry>])[] = [];
    for (let step = 0; step < 120; step++) {
      const keys = [...plain.keys()];
      const some = keys.filter(() => random(8) === 0);
      const change = new Map(plain);
      if (random(5) === 0) {
        for (const key of some) change.delete(key);
        layered = LayeredMap.without(layered, [...some, 7_000]);
      } else {
        const key = keys.length > 0 && random(3) > 0 ? keys[random(keys.length)]! : newest++;
        const value = { of: step };
        change.set(key, value);
        layered = LayeredMap.with(layered, key, value);
      }
      plain = change;
      kept.push([plain, layered]);
    }
    for (const [map, copy] of kept) {
      assert.deepEqual([...copy], [...map]);
      assert.equal(copy.size, map.size);
      assert.deepEqual([[...copy.keys()], [...copy.values()]], [[...map.keys()], [...map.values()]]);
      for (const key of [0, 5, 101, 7_000])
        assert.deepEqual([copy.get(key), copy.has(key)], [map.get(key), map.has(key)]);
    }
  }
});
